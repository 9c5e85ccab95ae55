"""Which positions must be folded: a test made for the type of a game's positions.

Most games have positions of a fixed shape, which need no test. A list in a position is walked along, which is quick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.runtime.folding import MOST_LEVELS, fold, is_deep
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
        tests.append(((2,), _depth(remembered)))
    if not tests:
        return None
    lines = ["def fold_deep(positions):", "    for index, position in enumerate(positions):"]
    for path, depth in tests:
        part = "position" + "".join(f"[{argument}]" for argument in path)
        if depth is None:
            condition = f"is_deep({part}, {len(path)})"
        else:
            lines += [f"        rest, left = {part}, {MOST_LEVELS - len(path) - depth}"]
            if remembered is not None and path == (2,):
                lines += ["        while rest.__class__ is tuple:", "            rest = rest[-1]"]
            else:
                lines += ["        while rest is not NIL:", "            _, _, rest = rest"]
            lines += ["            left -= 1"]
            condition = "left < 0 and is_deep(position)"
        lines += [f"        if {condition}:", "            positions[index] = fold(position)", "            continue"]
    namespace: dict[str, Any] = {"NIL": NIL, "fold": fold, "is_deep": is_deep}
    exec("\n".join(lines), namespace)
    return namespace["fold_deep"]  # type: ignore[no-any-return]


def _tests(type_: Type, path: Path) -> Iterator[tuple[Path, int | None]]:
    """Go through the parts that may be deep: lists, with the depth of their items, and others, with None."""
    if _depth(type_) is not None:
        return
    if domain.is_list(type_) and (depth := _depth(domain.items_type(type_))) is not None:
        yield path, depth
    elif type_.structs is not None and len(type_.structs) == 1 and domain.must_be_functor(type_, type_.structs[0][0]):
        for index, argument in enumerate(type_.structs[0][1], 1):
            yield from _tests(argument, (*path, index))
    else:
        yield path, None


def _depth(type_: Type) -> int | None:
    """Tell how deeply values of a type are nested at most; None where there is no bound."""
    if type_.structs is None or type_.items not in (None, domain.NOTHING):
        return None
    deepest = 0
    for _, args in type_.structs:
        for argument in args:
            below = _depth(argument)
            if below is None:
                return None
            deepest = max(deepest, below + 1)
    return deepest
