"""Which positions must be folded: a test made for the type of a game's positions.

Most games have positions of a fixed shape, which need no test. A list in a position is walked along, which is quick.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.domain import Type, nesting
from pyengine.compiler.python import nodes
from pyengine.compiler.python.execution import execute, number_lines
from pyengine.compiler.runtime.folded_terms import MOST_LEVELS, fold, is_deep
from pyengine.compiler.runtime.terms import NIL, Value

Path = tuple[int, ...]
"""Where a part of a position stands: the argument to take, again and again."""


def folding(type_: Type, remembered: Type | None = None) -> Callable[[list[Value]], None] | None:
    """Make the function that folds the deep ones among positions of a type, in place; None where none can be deep.

    In a game with memory, the second argument of a position is a list of what is `remembered`; those who read a
    position in may have put something else there, though.

    >>> folding(domain.INTEGER) is None, folding(domain.list_type(domain.INTEGER)) is None
    (True, False)
    """
    tests = list(_tests(type_, () if remembered is None else (1,)))
    if remembered is not None:
        tests.append(((2,), nesting(remembered)))
    if not tests:
        return None
    numbered = nodes.built_in("enumerate", nodes.name("positions"))
    loop = nodes.loop_over(["index", "position"], numbered)
    for path, depth in tests:
        loop.body += _test(path, depth, remembered is not None and path == (2,))
    folded = nodes.function("fold_deep", ["positions"], [loop], [])
    number_lines(folded, 1)
    names: dict[str, Any] = {"NIL": NIL, "fold": fold, "is_deep": is_deep}
    return execute([folded], names, "<folding>")["fold_deep"]  # type: ignore[no-any-return]


def _test(path: Path, depth: int | None, is_memory: bool) -> Iterator[ast.stmt]:
    """Write how one part of a position is looked at, and the position folded where it is deep."""
    position, rest = nodes.name("position"), nodes.name("rest")
    part: ast.expr = position
    for argument in path:
        part = nodes.item(part, argument)
    if depth is None:
        condition: ast.expr = nodes.call(nodes.name("is_deep"), part, nodes.constant(len(path)))
    else:
        most = nodes.constant(MOST_LEVELS - len(path) - depth)
        yield nodes.assign_each(["rest", "left"], [part, most])
        if is_memory:
            walk = nodes.loop_while(nodes.compare(nodes.attribute(rest, "__class__"), "is", nodes.name("tuple")))
            walk.body.append(nodes.assign("rest", nodes.item(rest, -1)))
        else:
            walk = nodes.loop_while(nodes.compare(rest, "is not", nodes.name("NIL")))
            walk.body.append(nodes.assign(["_", "_", "rest"], rest))
        walk.body.append(nodes.change("left", "-", nodes.constant(1)))
        yield walk
        is_long = nodes.compare(nodes.name("left"), "<", nodes.constant(0))
        condition = nodes.all_of([is_long, nodes.call(nodes.name("is_deep"), position)])
    branch = nodes.when(condition)
    place = ast.Subscript(nodes.name("positions"), nodes.name("index"), nodes.STORE)
    branch.body = [
        ast.Assign([place], nodes.call(nodes.name("fold"), position)),
        ast.Continue(),
    ]
    yield branch


def _tests(type_: Type, path: Path) -> Iterator[tuple[Path, int | None]]:
    """Go through the parts that may be deep: lists, with the depth of their items, and others, with None."""
    if nesting(type_) is not None:
        return
    if domain.is_list(type_) and (depth := nesting(domain.items_type(type_))) is not None:
        yield path, depth
    elif type_.structs is not None and len(type_.structs) == 1 and domain.must_be_functor(type_, type_.structs[0][0]):
        for index, argument in enumerate(type_.structs[0][1], 1):
            yield from _tests(argument, (*path, index))
    else:
        yield path, None
