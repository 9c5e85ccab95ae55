"""The predicates of `library(boards)`, for boards without variables.

They stand for calls only in rule files whose clauses of these predicates are those of that file, see
`normal_form.boards`. A call with a board that may have variables runs those clauses.
"""

from __future__ import annotations

from functools import partial

from pyengine.compiler.builtins.lists import proper
from pyengine.compiler.builtins.registry import named, semidet
from pyengine.compiler.builtins.type_checks import must_be
from pyengine.compiler.runtime.errors import domain_error
from pyengine.compiler.runtime.terms import CONS, FAIL, NIL, Value, list_of


@semidet("boards:replace_arg/5", "ggfgf", types="argument updated_term")
def replace_arg(index: Value, term: Value, new: Value) -> Value:
    """The argument at an index from 1, and the term with another one there."""
    if index.__class__ is not int or index < 1:
        must_be("positive_integer", index)
    if term.__class__ is not tuple:
        return FAIL
    if len(term) == 1:
        raise domain_error("compound_non_zero_arity", term)
    if index >= len(term):
        return FAIL
    return term[index], (*term[:index], new, *term[index + 1 :])


def _replaced(base: int, index: Value, items: Value, new: Value) -> Value:
    """The item at an index, and the list with another one there."""
    if index.__class__ is not int or index < base:
        must_be("positive_integer" if base else "nonneg", index)
    front: list[Value] = []
    while items.__class__ is tuple and items[0] is CONS:
        if len(front) == index - base:
            return items[1], list_of(front, (CONS, new, items[2]))
        front.append(items[1])
        items = items[2]
    return FAIL


for _base in (0, 1):
    _replace = named(partial(_replaced, _base), f"replace_nth{_base}", globals())
    semidet(f"boards:replace_nth{_base}/5", "ggfgf", types="item updated_list")(_replace)


@semidet("boards:cells_rows/3", "ggf", types="lists_of_items")
def cells_rows(cells: Value, columns: Value) -> Value:
    """The rows, of so many cells each, that make up a list."""
    if columns.__class__ is not int or columns < 1:
        must_be("positive_integer", columns)
    items = proper(cells)
    if items is None or len(items) % columns:
        return FAIL
    return list_of([list_of(items[start : start + columns]) for start in range(0, len(items), columns)])


@semidet("boards:rows_columns/2", "gf", types="columns")
def rows_columns(rows: Value) -> Value:
    """The columns of rows of the same length."""
    items = proper(rows)
    if items is None:
        return FAIL
    cells = [proper(row) for row in items]
    lengths = {-1 if row is None else len(row) for row in cells}
    if len(lengths) > 1 or -1 in lengths:
        return FAIL
    return list_of([list_of(column) for column in zip(*[row for row in cells if row is not None], strict=True)], NIL)
