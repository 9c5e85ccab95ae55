"""Unification, the trail, and what depends on whether variables are bound.

A trail is a list of the variables bound so far, the last one last. Whoever offers another alternative remembers
`len(trail)` before the first one, and calls `undo` before the next. A goal that fails leaves its bindings to be undone
by that alternative.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from pyengine.compiler.runtime.terms import CONS, Value, Var

Trail: TypeAlias = list[Var]
Pairs: TypeAlias = set[tuple[int, int]]

MANY_PAIRS: Final = 4096
"""After so many pairs of compound terms, those that were met are remembered.

Parts that terms share may stand in them more often than can be counted: `f(A, A)` in `f(B, B)`, and so on.
"""


def deref(value: Value) -> Value:
    """Follow bound variables to what they stand for; an unbound variable is itself."""
    while value.__class__ is Var:
        ref = value.ref
        if ref is None:
            return value
        value = ref
    return value


def bind(variable: Var, value: Value, trail: Trail) -> None:
    """Bind an unbound variable to something other than itself."""
    variable.ref = value
    trail.append(variable)


def undo(trail: Trail, mark: int) -> None:
    """Unbind what was bound since the trail had the length `mark`."""
    while len(trail) > mark:
        trail.pop().ref = None


def unify(x: Value, y: Value, trail: Trail) -> bool:
    """Make two terms equal by binding variables, as Prolog's `=`; terms of any depth.

    >>> X, trail = Var(), []
    >>> unify(X, "a", trail), deref(X), unify(X, "b", trail)
    (True, 'a', False)
    """
    stack: list[tuple[Value, Value]] | None = None
    left = MANY_PAIRS
    met: Pairs | None = None
    while True:
        while x.__class__ is Var and x.ref is not None:
            x = x.ref
        while y.__class__ is Var and y.ref is not None:
            y = y.ref
        if x is not y:
            if x.__class__ is Var:
                x.ref = y
                trail.append(x)
            elif y.__class__ is Var:
                y.ref = x
                trail.append(y)
            elif x.__class__ is tuple:
                if y.__class__ is not tuple or x[0] is not y[0]:
                    return False
                if stack is None:
                    stack = []
                left -= 1
                if left < 0:
                    met = set() if met is None else met
                if met is None or is_first(x, y, met):
                    for i in range(len(x) - 1, 0, -1):
                        stack.append((x[i], y[i]))
            elif x.__class__ is not y.__class__ or x != y:
                return False
        if not stack:
            return True
        x, y = stack.pop()


def can_unify(x: Value, y: Value, trail: Trail) -> bool:
    """Tell whether two terms unify, and leave no bindings."""
    mark = len(trail)
    unified = unify(x, y, trail)
    undo(trail, mark)
    return unified


def identical(x: Value, y: Value) -> bool:
    """Tell whether Prolog's `==` holds; for clean values Python's `==` says the same."""
    stack = [(x, y)]
    left = MANY_PAIRS
    met: Pairs = set()
    while stack:
        x, y = stack.pop()
        x, y = deref(x), deref(y)
        if x is y:
            continue
        if x.__class__ is tuple:
            if y.__class__ is not tuple or x[0] is not y[0]:
                return False
            left -= 1
            if left >= 0 or is_first(x, y, met):
                stack.extend(zip(x[1:], y[1:], strict=True))
        elif x.__class__ is not y.__class__ or x != y:
            return False
    return True


def is_first(x: Value, y: Value, met: Pairs) -> bool:
    """Tell whether two terms are compared for the first time, and remember them.

    What was compared before was found to be equal: nothing is compared after a difference.
    """
    pair = (id(x), id(y))
    if pair in met:
        return False
    met.add(pair)
    return True


def same(x: Value, y: Value) -> bool:
    """Tell whether two clean values are equal, for those whose parts may stand in them more than once.

    Python's `==` goes through the parts as often as they stand there, and nothing stops it meanwhile.

    >>> from pyengine.compiler.runtime.terms import functor
    >>> x = y = 0
    >>> for _ in range(100):
    ...     x, y = (functor("f", 2), x, x), (functor("f", 2), y, y)
    >>> same(x, y)
    True
    """
    if x.__class__ is not tuple or is_small(x):
        return bool(x == y)
    return identical(x, y)


def is_small(value: tuple[Value, ...]) -> bool:
    """Tell whether a clean compound value has few parts, so that Python may go through them.

    What is compared with a small value is gone through no further than that.
    """
    left = _FEW_PARTS
    stack = []
    while True:
        while value.__class__ is tuple:
            if len(value) == 3:  # a cell of a list, most of the time
                _, part, value = value
                if part.__class__ is tuple:
                    stack.append(part)
            else:
                stack.extend([part for part in value if part.__class__ is tuple])
                value = ()
                break
            left -= 1
            if left < 0:
                return False
        if not stack:
            return True
        left -= 1
        value = stack.pop()


_FEW_PARTS: Final = 2000


def is_ground(value: Value) -> bool:
    """Tell whether a term has no unbound variable; it may still not be clean."""
    return next(_variables(value), None) is None


def is_clean(value: Value) -> bool:
    """Tell whether no variable is in a term, not even a bound one."""
    kind = value.__class__
    if kind is not tuple:
        return kind is not Var
    stack = [value]
    for _ in range(MANY_PAIRS):
        for part in stack.pop():
            kind = part.__class__
            if kind is tuple:
                stack.append(part)
            elif kind is Var:
                return False
        if not stack:
            return True
    met: set[int] = set()
    while stack:
        value = stack.pop()
        if id(value) not in met:
            met.add(id(value))
            if Var in map(type, value):
                return False
            stack.extend([part for part in value if part.__class__ is tuple])
    return True


def resolve(value: Value) -> Value:
    """Give the same term with bound variables replaced by their values; clean if the term is ground.

    A term in which nothing is replaced is returned as it is.
    """
    return _rebuild(value, None)


class NotGroundError(Exception):
    """An output was taken for ground and is not: the rules must be compiled anew, without that."""

    def __init__(self, label: str) -> None:
        super().__init__(label)
        self.label = label


def required(value: Value, label: str) -> Value:
    """Give a term as a clean value; NotGroundError where it is not ground."""
    value = _rebuilt(value, None, {})
    if not is_clean(value):
        raise NotGroundError(label)
    return value


def copy_term(value: Value, renamed: dict[Var, Var] | None = None) -> Value:
    """Give the term with fresh variables for the unbound ones; clean if the term is ground."""
    return _rebuild(value, {} if renamed is None else renamed)


def variables_of(value: Value) -> list[Var]:
    """List the distinct unbound variables of a term, first occurrence first."""
    return list(dict.fromkeys(_variables(value)))


def _variables(value: Value) -> Iterator[Var]:
    """Go through the unbound variables of a term, from left to right."""
    stack = [value]
    left = MANY_PAIRS
    met: Pairs = set()
    while stack:
        value = stack.pop()
        while value.__class__ is Var:
            if value.ref is None:
                yield value
                break
            value = value.ref
        if value.__class__ is tuple:
            left -= 1
            if left >= 0 or is_first(value, value, met):
                stack.extend(value[:0:-1])


def _rebuild(value: Value, renamed: dict[Var, Var] | None) -> Value:
    """Rebuild a term without bound variables; unbound ones are replaced by those in `renamed`, if that is given."""
    return value if is_clean(value) else _rebuilt(value, renamed, {})


def _rebuilt(value: Value, renamed: dict[Var, Var] | None, built: dict[int, Value]) -> Value:
    """Rebuild a term; what was `built` of a part stands wherever the part does."""
    value = deref(value)
    if value.__class__ is Var:
        if renamed is None:
            return value
        if value not in renamed:
            renamed[value] = Var()
        return renamed[value]
    if value.__class__ is not tuple:
        return value
    whole = id(value)
    result = built.get(whole)
    if result is not None:
        return result
    if value[0] is not CONS:
        made = [part if part.__class__ not in _INNER else _rebuilt(part, renamed, built) for part in value[1:]]
        result = (value[0], *made)
    else:
        items = []
        while value.__class__ is tuple and value[0] is CONS:
            _, item, value = value
            items.append(item if item.__class__ not in _INNER else _rebuilt(item, renamed, built))
            value = deref(value)
        result = _rebuilt(value, renamed, built)
        for item in reversed(items):
            result = (CONS, item, result)
    built[whole] = result
    return result


_INNER: Final = frozenset({tuple, Var})
