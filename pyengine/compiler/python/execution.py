"""Functions made of nodes, and the one place where code that pyengine has made is executed.

What is executed sees the names that are given to it and a few functions of Python, and no others.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from pyengine.compiler.unsupported import UnsupportedError
from pyengine.errors import Place

_ORIGINS: Final = "__origins__"
BUILT_INS: Final = (
    *("BaseException", "abs", "bool", "enumerate", "int", "len", "max", "min", "next", "range", "tuple"),
)
"""The functions of Python that compiled rules call."""
_NESTED: Final = "more than 20 goals with several solutions in one clause"
_HINT: Final = "put some of the goals into a predicate of their own"


class Origin(NamedTuple):
    """What a line of executed code comes from: a predicate, as people call it, and one of its clauses."""

    predicate: str
    place: Place | None


def execute(
    functions: Sequence[ast.stmt], names: dict[str, Any], title: str, origins: Sequence[Origin] = ()
) -> dict[str, Any]:
    """Define functions beside the names that they use; gives all of these by their names.

    The lines of their nodes are the numbers of the origins, from 1. Raises UnsupportedError.
    """
    namespace = {"__builtins__": {name: getattr(builtins, name) for name in BUILT_INS}, _ORIGINS: origins, **names}
    try:
        code = compile(ast.Module(list(functions), []), title, "exec", dont_inherit=True)
    except SyntaxError as error:  # the one thing that Python refuses: more than 20 loops inside each other
        origin = origin_of(namespace, error.lineno or 0)
        raise UnsupportedError(_NESTED, None if origin is None else origin.place, _HINT) from None
    exec(code, namespace)
    return namespace


def origin_of(namespace: dict[str, Any], line: int) -> Origin | None:
    """Tell what a line comes from, by the global names of the function that it is in; None where that is other code."""
    origins = namespace.get(_ORIGINS, ())
    return origins[line - 1] if 0 < line <= len(origins) else None


def add(body: list[ast.stmt], statement: ast.stmt, clause: int) -> None:
    """Add a statement that comes from a clause, by its number among those of the function, from 1; 0 for none."""
    statement.clause = clause  # type: ignore[attr-defined]
    body.append(statement)


def clause_of(statement: ast.stmt) -> int | None:
    """Give the number of the clause that a statement comes from; None where that of what it stands in holds."""
    return getattr(statement, "clause", None)


def number_lines(function: ast.stmt, first: int) -> None:
    """Give each node of a function the line that stands for its clause, counted on from that of no clause."""
    todo: list[tuple[ast.AST, int]] = [(function, first)]
    while todo:
        node, line = todo.pop()
        if node._attributes:
            if isinstance(node, ast.stmt) and (clause := clause_of(node)) is not None:
                line = first + clause
            node.lineno = node.end_lineno = line  # type: ignore[attr-defined]
            node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
        for field in node._fields:
            part = getattr(node, field, None)
            if part.__class__ is list:
                todo.extend([(inner, line) for inner in part if isinstance(inner, ast.AST)])
            elif isinstance(part, ast.AST):
                todo.append((part, line))
