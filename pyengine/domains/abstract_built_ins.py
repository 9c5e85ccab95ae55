"""What is known of built-in predicates when they have succeeded: what they compute is computed, for each input.

A built-in that nothing is said of here changes nothing, which is always right.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice, product
from typing import Final

from pyengine.compiler.builtins.registry import Version, versions
from pyengine.compiler.normal_form import goals as nf
from pyengine.compiler.normal_form.goals import Pattern
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.terms import CONS, FAIL, NIL, Value, functor, is_value, list_of
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.domains import integer_sets, shapes
from pyengine.domains.abstract_arithmetic import (
    COMPARISONS,
    OPPOSITE,
    bounds_of,
    compared,
    filtered,
    sure_comparison,
    value_of,
)
from pyengine.domains.bindings import Bindings
from pyengine.domains.shapes import ANY, NOTHING, Shape

_MOST_INPUTS: Final = 4096
_MOST_SOLUTIONS: Final = 600
_FOLLOWED_HERE: Final = frozenset(
    {("is", 2), ("==", 2), ("length", 2), ("between", 3), ("arg", 3), ("=..", 2)}
    | {("msort", 2), ("sort", 2), ("sort", 4)}
    | {("predsort", 3), ("list_to_set", 2), ("member", 2), ("memberchk", 2), ("nth0", 3), ("nth1", 3), ("must_be", 2)}
)
_PERMUTING: Final = frozenset({("msort", 2), ("sort", 2), ("sort", 4), ("predsort", 3), ("list_to_set", 2)})


def is_known(name: str, arity: int) -> bool:
    """Tell whether something is said here of a predicate, which is as good as following its clauses."""
    return (name, arity) in _FOLLOWED_HERE or (name in COMPARISONS and arity == 2)


def narrowed(goal: nf.Call, env: Bindings) -> bool:
    """Take in that a built-in has succeeded; tell whether it can."""
    name, args = goal.name, goal.args
    match name, len(args):
        case ("is", 2):
            is_bound = env.shape(args[0]) is not ANY
            held = env.narrow(args[0], value_of(args[1], env))
            return held and (not is_bound or filtered("=:=", args[1], args[0], env))
        case (_, 2) if name in COMPARISONS:
            return compared(name, args[0], args[1], env)
        case ("==", 2):
            return env.unify(*args)
        case ("length", 2):
            return _length(args[0], args[1], env)
        case ("between", 3):
            return _between(args, env)
        case ("arg", 3):
            return _argument(args, env)
        case ("=..", 2):
            return _parts(args[0], args[1], env)
        case ("true" | "otherwise" | "ground" | "var" | "nonvar", _):
            return True
        case ("member" | "memberchk", 2):
            return _member(args[0], args[1], env)
        case ("nth0" | "nth1", 3):
            return _item_at(int(name[-1]), args, env)
        case ("integer", 1):
            return env.narrow(args[0], shapes.integers(integer_sets.EVERY))
    if (name, len(args)) in _PERMUTING:
        return _permuted(args, env, keeps_length=name == "msort")
    return _computed(versions(name, len(args)), args, env)


def certainty(goal: nf.Call, env: Bindings) -> bool | None:
    """Tell whether a test is sure to succeed, or to fail, whatever the terms are."""
    if goal.name in ("true", "otherwise", "fail", "false") and not goal.args:
        return goal.name in ("true", "otherwise")
    if len(goal.args) != 2 or goal.name not in COMPARISONS | {"==", "\\==", "=", "\\="}:
        return None
    if goal.name in COMPARISONS:
        return sure_comparison(goal.name, value_of(goal.args[0], env), value_of(goal.args[1], env))
    left, right = (env.shape(arg) for arg in goal.args)
    sought = goal.name in ("==", "=")
    if shapes.meet(left, right) is NOTHING:
        return not sought
    if left.is_single and left is right:
        return sought
    return None


def refuted(goal: nf.Goal, env: Bindings) -> list[Bindings]:
    """Take in that a goal has failed, where that says something."""
    if isinstance(goal, nf.Call) and len(goal.args) == 2:
        if goal.name in OPPOSITE:
            held = compared(OPPOSITE[goal.name], goal.args[0], goal.args[1], env)
            return [env] if held else []
        if goal.name in ("==", "="):
            for one, other in (goal.args, goal.args[::-1]):
                value = shapes.single(env.shape(other))
                pattern = env.opened(one)
                if value is not None and pattern.__class__ is nf.Variable:
                    return [env] if env.narrow(pattern, shapes.without(env.shape(pattern), value)) else []
    return [env]


# Lists and terms


def _length(items: Pattern, length: Pattern, env: Bindings) -> bool:
    shape = env.shape(items)
    known = shapes.single(env.shape(length))
    if known.__class__ is int and 0 <= known <= 200:
        free = shapes.constant(NIL)
        for _ in range(known):
            free = shapes.compound(CONS, (ANY, free))
        return env.narrow(items, free)
    lengths = shapes.list_lengths(shape)
    if not env.narrow(items, shapes.lists(ANY)):
        return False
    return env.narrow(length, shapes.integers((0, None) if lengths is None else lengths))


def _between(args: tuple[Pattern, ...], env: Bindings) -> bool:
    low, high = (bounds_of(env.shape(arg)) for arg in args[:2])
    least = None if low is None else integer_sets.interval(low)[0]
    most = None if high is None else integer_sets.interval(high)[1]
    return env.narrow(args[2], shapes.integers(integer_sets.made(least, most)))


def _argument(args: tuple[Pattern, ...], env: Bindings) -> bool:
    term = env.shape(args[1])
    if term.is_any:
        return env.narrow(args[0], shapes.integers((1, None)))
    place = env.shape(args[0])
    found, reached = NOTHING, []
    for _, parts in term.compounds:
        for number, part in enumerate(parts, 1):
            if place.integers is not None and integer_sets.contains(place.integers, number):
                reached.append(number)
                found = found | part
    if term.items is not None:
        found, reached = found | term.items | shapes.lists(term.items), [*reached, 1, 2]
    if not reached:
        return False
    return env.narrow(args[0], shapes.integers(frozenset(reached))) and env.narrow(args[2], found)


def _parts(term: Pattern, parts: Pattern, env: Bindings) -> bool:
    known = env.opened(term)
    if known.__class__ is tuple:
        return env.unify(parts, list_of([known[0].name, *known[1:]]))
    items = env.items(parts)
    shape = env.shape(parts)
    if items is None:
        cells = []
        while not shape.is_any and shape.items is None and len(shape.compounds) == 1 and not shape.constants:
            cells.append(shape.compounds[0][1][0])
            shape = shape.compounds[0][1][1]
        if shapes.single(shape) is not NIL:
            return True
    else:
        cells = [env.shape(item) for item in items]
    name = shapes.single(cells[0]) if cells else None
    if name.__class__ is not str or len(cells) == 1:
        return True
    return env.narrow(term, shapes.compound(functor(name, len(cells) - 1), cells[1:]))


def _member(item: Pattern, items: Pattern, env: Bindings) -> bool:
    within = shapes.list_items(env.shape(items))
    return env.narrow(item, ANY if within is None else within)


def _item_at(first: int, args: tuple[Pattern, ...], env: Bindings) -> bool:
    """nth0/3 and nth1/3: `first` is the number of the first item."""
    lengths = shapes.list_lengths(env.shape(args[1]))
    most = None if lengths is None else integer_sets.interval(lengths)[1]
    within = integer_sets.made(first, None if most is None else most + first - 1)
    return env.narrow(args[0], shapes.integers(within)) and _member(args[2], args[1], env)


def _permuted(args: tuple[Pattern, ...], env: Bindings, *, keeps_length: bool) -> bool:
    source = env.shape(args[-2])
    items = shapes.list_items(source)
    if items is None:
        return env.narrow(args[-1], shapes.lists(ANY))
    if keeps_length and (length := _exact_length(source)) is not None:
        same = shapes.constant(NIL)
        for _ in range(length):
            same = shapes.compound(CONS, (items, same))
        return env.narrow(args[-1], same)
    return env.narrow(args[-1], shapes.lists(items))


def _exact_length(shape: Shape) -> int | None:
    lengths = shapes.list_lengths(shape)
    return min(lengths) if isinstance(lengths, frozenset) and len(lengths) == 1 else None


# All others: computed by what the compiled rules call


def _computed(known: tuple[Version, ...], args: tuple[Pattern, ...], env: Bindings) -> bool:
    """Compute a built-in for each input, where its inputs are few; else nothing is known of what it gives."""
    sets = [env.shape(arg) for arg in args]
    listed = [_inputs(shape) for shape in sets]
    for version in sorted(known, key=lambda version: version.pattern.count("f"), reverse=True):
        if version.trail or "a" in version.pattern:
            continue
        given = [listed[place] for place, letter in enumerate(version.pattern) if letter == "g"]
        free = [place for place, letter in enumerate(version.pattern) if letter == "f"]
        if None in given or not (free or version.determinism == "test"):
            continue
        if any(env.opened(args[place]).__class__ is not nf.Variable and not sets[place].is_single for place in free):
            continue
        if _ways(given) <= _MOST_INPUTS:
            return _narrow_to(version, [row for row in given if row is not None], free, args, env)
    return True


def _inputs(shape: Shape) -> list[Value] | None:
    count = shapes.size(shape)
    found = shapes.elements(shape) if count is not None and count <= _MOST_INPUTS else None
    return None if found is None else list(found)


def _ways(given: Iterable[list[Value] | None]) -> int:
    ways = 1
    for row in given:
        ways *= len(row or ())
    return ways


def _narrow_to(
    version: Version, given: list[list[Value]], free: list[int], args: tuple[Pattern, ...], env: Bindings
) -> bool:
    found = [NOTHING] * len(free)
    held = False
    for inputs in product(*given):
        rows = _solutions(version, inputs, len(free))
        if rows is None:
            return True
        for row in rows:
            held = True
            if not all(map(is_value, row)):
                return True
            found = [shape | shapes.of_value(value) for shape, value in zip(found, row, strict=True)]
    return held and all(env.narrow(args[place], shape) for place, shape in zip(free, found, strict=True))


def _solutions(version: Version, inputs: tuple[Value, ...], outputs: int) -> list[tuple[Value, ...]] | None:
    """List the solutions of a built-in for some inputs; None where they are too many, or cannot be had."""
    try:
        found = version.function(*inputs)
        if version.determinism == "test":
            return [()] if found else []
        if version.determinism != "nondet":
            return [] if found is FAIL else [_row(found, outputs)]
        rows = [_row(row, outputs) for row in islice(found, _MOST_SOLUTIONS + 1)]
    except PrologError:
        return []  # the rules do not go on from there
    except (UnsupportedError, ArithmeticError, ValueError, TypeError, AttributeError, KeyError, IndexError):
        return None
    return None if len(rows) > _MOST_SOLUTIONS else rows


def _row(found: Value, outputs: int) -> tuple[Value, ...]:
    return (found,) if outputs == 1 else tuple(found)
