"""Variables of terms, variants, and unification in its rarer forms."""

from __future__ import annotations

from collections import Counter
from functools import partial

from pyengine.compiler.builtins.registry import det, named, semidet, test
from pyengine.compiler.runtime.arguments import integer_of
from pyengine.compiler.runtime.terms import FAIL, NIL, Value, Var, cells, functor, list_of
from pyengine.compiler.runtime.unify import (
    MANY_PAIRS,
    Pairs,
    Trail,
    bind,
    can_unify,
    deref,
    identical,
    is_first,
    undo,
    unify,
    variables_of,
)

_EQUALS = functor("=", 2)
_NUMBERED = functor("$VAR", 1)


@det("term_variables/2", "gf", types="ground")
def no_variables(_: Value) -> Value:
    """A clean term has no variables."""
    return NIL


@semidet("term_variables/2", "aa", trail=True)
def term_variables(x: Value, found: Value, trail: Trail) -> Value:
    """The variables of a term, in the order of their first occurrence."""
    return None if unify(found, list_of(list(variables_of(x))), trail) else FAIL


@semidet("term_variables/3", "aaa", trail=True)
def term_variables_and(x: Value, found: Value, tail: Value, trail: Trail) -> Value:
    """The variables of a term before a tail."""
    return None if unify(found, list_of(list(variables_of(x)), tail), trail) else FAIL


@det("term_singletons/2", "af", types="term")
def term_singletons(x: Value) -> Value:
    """The variables that occur once."""
    counts: Counter[Var] = Counter()
    stack = [x]
    while stack:
        item = deref(stack.pop())
        if item.__class__ is Var:
            counts[item] += 1
        elif item.__class__ is tuple:
            stack.extend(item[:0:-1])
    return list_of([variable for variable, count in counts.items() if count == 1])


@semidet("nonground/2", "af", types="term")
def nonground(x: Value) -> Value:
    """The first variable of a term."""
    found = variables_of(x)
    return found[0] if found else FAIL


@test("is_most_general_term/1", "a")
def is_most_general_term(x: Value) -> bool:
    """An atom, or a term whose arguments are different variables."""
    x = deref(x)
    items, end = cells(x)
    if items:
        parts = items
        if end is not NIL:
            return False
    elif x.__class__ is tuple:
        parts = list(x[1:])
    else:
        return x.__class__ is str or x is NIL
    variables = [deref(part) for part in parts]
    return all(v.__class__ is Var for v in variables) and len(set(map(id, variables))) == len(variables)


@semidet("numbervars/3", "aaa", trail=True)
def numbervars(x: Value, start: Value, end: Value, trail: Trail) -> Value:
    """Bind the variables of a term to '$VAR'(N)."""
    number = integer_of(start)
    for variable in variables_of(x):
        bind(variable, (_NUMBERED, number), trail)
        number += 1
    return None if unify(end, number, trail) else FAIL


@semidet("var_number/2", "af")
def var_number(x: Value) -> Value:
    """The number of '$VAR'(N)."""
    x = deref(x)
    return x[1] if x.__class__ is tuple and x[0] is _NUMBERED else FAIL


@test("=@=/2", "aa")
def is_variant(x: Value, y: Value) -> bool:
    """Equal but for the names of variables."""
    there: dict[Var, Var] = {}
    back: dict[Var, Var] = {}
    stack = [(x, y)]
    left = MANY_PAIRS
    met: Pairs = set()
    while stack:
        x, y = stack.pop()
        x, y = deref(x), deref(y)
        if x.__class__ is Var and y.__class__ is Var:
            if there.setdefault(x, y) is not y or back.setdefault(y, x) is not x:
                return False
        elif x.__class__ is tuple:
            if y.__class__ is not tuple or x[0] is not y[0]:
                return False
            left -= 1
            if left >= 0 or is_first(x, y, met):
                stack.extend(zip(x[1:], y[1:], strict=True))
        elif x.__class__ is not y.__class__ or x != y:
            return False
    return True


test("\\=@=/2", "aa")(named(lambda x, y: not is_variant(x, y), "is_no_variant", globals()))


@test("subsumes_term/2", "aa", trail=True)
def subsumes_term(general: Value, special: Value, trail: Trail) -> bool:
    """Binding variables of the first makes it the second."""
    mark = len(trail)
    before = variables_of(special)
    subsumes = unify(general, special, trail)
    if subsumes:
        after = [deref(variable) for variable in before]
        different = {id(variable) for variable in after if variable.__class__ is Var}
        subsumes = len(different) == len(before)
    undo(trail, mark)
    return subsumes


@test("?=/2", "aa", trail=True)
def is_decided(x: Value, y: Value, trail: Trail) -> bool:
    """Two terms are the same, or can never be."""
    return identical(x, y) or not can_unify(x, y, trail)


@semidet("unify_with_occurs_check/2", "aa", trail=True)
def unify_with_occurs_check(x: Value, y: Value, trail: Trail) -> Value:
    """Unify, unless that makes a term contain itself."""
    mark = len(trail)
    if not unify(x, y, trail):
        return FAIL
    return FAIL if any(_contains(variable) for variable in trail[mark:]) else None


def _contains(start: Var) -> bool:
    """Tell whether what a variable is bound to contains the variable."""
    seen: set[int] = set()
    stack = [start.ref]
    while stack:
        item = stack.pop()
        while item.__class__ is Var and item.ref is not None:
            if item is start:
                return True
            item = item.ref
        if item.__class__ is tuple and id(item) not in seen:
            seen.add(id(item))
            stack.extend(item[1:])
    return False


@semidet("unifiable/3", "aaf", types="term", trail=True)
def unifiable(x: Value, y: Value, trail: Trail) -> Value:
    """The bindings that would make two terms equal."""
    mark = len(trail)
    if not unify(x, y, trail):
        undo(trail, mark)
        return FAIL
    bindings = [(_EQUALS, variable, variable.ref) for variable in reversed(trail[mark:])]
    undo(trail, mark)
    return list_of(bindings)


for _name in ("acyclic_term", "cyclic_term"):  # compiled rules have no terms that contain themselves
    test(f"{_name}/1", "a")(named(partial(lambda name, _: name == "acyclic_term", _name), f"is_{_name}", globals()))
