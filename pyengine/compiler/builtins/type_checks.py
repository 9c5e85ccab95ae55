"""must_be/2 and is_of_type/2, and the predicates that raise the errors of the standard."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from pyengine.compiler.builtins.inspection import TESTS, is_list
from pyengine.compiler.builtins.registry import det, named, test
from pyengine.compiler.runtime.arguments import items_of
from pyengine.compiler.runtime.arithmetic import is_at_least, is_at_most
from pyengine.compiler.runtime.errors import (
    PrologError,
    domain_error,
    error,
    existence_error,
    instantiation_error,
    type_error,
)
from pyengine.compiler.runtime.terms import CONS, NIL, Float, Text, Value, Var, cells, functor
from pyengine.compiler.runtime.texts import is_char, listed
from pyengine.compiler.runtime.unify import deref, identical, is_ground, resolve
from pyengine.compiler.unsupported import UnsupportedError

_ENCODINGS: Final = frozenset({"ascii", "iso_latin_1", "octet", "text", "unicode_be", "unicode_le", "utf8", "wchar_t"})


def _integer(value: Value, low: int | None = None, high: int | None = None) -> bool:
    if value.__class__ is not int:
        return False
    return (low is None or value >= low) and (high is None or value <= high)


def _code(value: Value) -> bool:
    return _integer(value, 0, 0x10FFFF)


def _text(value: Value) -> bool:
    if value.__class__ in (str, Text):
        return True
    return value is NIL or (is_list(value) and is_ground(value) and listed(value) is not None)


def _all(kind: Callable[[Value], bool]) -> Callable[[Value], bool]:
    return lambda value: is_list(value) and all(kind(deref(item)) for item in items_of(value))


_TYPES: Final[dict[str, Callable[[Value], bool]]] = {
    **TESTS,
    "any": lambda _: True,
    "boolean": lambda value: value in ("true", "false"),
    "char": is_char,
    "code": _code,
    "chars": _all(is_char),
    "codes": _all(_code),
    "text": _text,
    "constant": TESTS["atomic"],
    "ground": is_ground,
    "cyclic": lambda _: False,
    "acyclic": lambda _: True,
    "nonneg": lambda value: _integer(value, 0),
    "positive_integer": lambda value: _integer(value, 1),
    "negative_integer": lambda value: _integer(value, None, -1),
    "pair": lambda value: value.__class__ is tuple and value[0] is functor("-", 2),
    "proper_list": is_list,
    "list": is_list,
    "list_or_partial_list": lambda value: cells(value)[1] is NIL or cells(value)[1].__class__ is Var,
    "symbol": TESTS["atom"],
    "encoding": lambda value: value in _ENCODINGS,
}


_WHOLE: Final = frozenset({"ground", "text", "rational", "oneof"})
"""What a term with variables in it may still become."""


def _has_type(kind: Value, value: Value) -> bool | None:
    """Tell whether a value is of a type; None for a type that does not exist."""
    kind, value = deref(kind), deref(value)
    if kind.__class__ is str:
        if kind in ("stream", "dict", "type"):
            raise UnsupportedError(f"must_be({kind}, _)")
        found = _TYPES.get(kind)
        return None if found is None else found(value)
    if kind.__class__ is not tuple:
        return None
    match kind[0].name, len(kind):
        case "oneof", 2:
            return value.__class__ is not Var and any(identical(value, item) for item in items_of(kind[1]))
        case "list", 2:
            if not is_list(value):
                return False
            verdicts = [_has_type(kind[1], item) for item in items_of(value)]
            return None if None in verdicts else all(verdicts)
        case "between", 3:
            return _is_between(deref(kind[1]), deref(kind[2]), value)
    return None


def _is_between(low: Value, high: Value, value: Value) -> bool:
    numbers = (int, Fraction, Float)
    if low.__class__ is int and high.__class__ is int:
        return _integer(value, low, high)
    if value.__class__ not in numbers:
        return False
    return is_at_least(value, low) and is_at_most(value, high)


def _fault(kind: Value, value: Value) -> PrologError:
    """Make the error for a value that is not of a type."""
    kind, value = deref(kind), deref(value)
    name = kind[0].name if kind.__class__ is tuple else kind
    if name in ("list", "chars", "codes"):
        return _list_fault(kind, value)
    if name == "list_or_partial_list":
        return error((functor("type_error", 2), "list", resolve(value)))
    if name == "var":
        return error((functor("uninstantiation_error", 1), resolve(value)))
    if name in ("cyclic", "acyclic"):
        return domain_error(f"{name}_term", resolve(value))
    if value.__class__ is Var or (name in _WHOLE and not is_ground(value)):
        return instantiation_error()
    return error((functor("type_error", 2), resolve(kind), resolve(value)))


def _list_fault(kind: Value, value: Value) -> PrologError:
    end = cells(value)[1]
    if end.__class__ is Var:
        return instantiation_error()
    inner = kind[1] if kind.__class__ is tuple else {"chars": "char", "codes": "code"}.get(kind)
    if end is not NIL or inner is None:
        shown = kind if kind.__class__ is tuple or inner is None else (functor("list", 1), inner)
        return error((functor("type_error", 2), resolve(shown), resolve(value)))
    return _fault(inner, next(item for item in items_of(value) if not _has_type(inner, item)))


@det("must_be/2", "aa")
def must_be(kind: Value, value: Value) -> None:
    """Raise an error unless a value is of a type."""
    if deref(kind).__class__ is Var:
        raise instantiation_error()
    holds = _has_type(kind, value)
    if holds is None:
        wanted = deref(kind)
        if wanted.__class__ is tuple and wanted[0] is functor("list", 1):
            wanted = deref(wanted[1])
        raise existence_error("type", resolve(wanted))
    if not holds:
        raise _fault(kind, value)


@det("$list_or_partial/1", "a")
def list_or_partial(x: Value) -> None:
    """Refuse what is neither a list nor the beginning of one, as phrase/2,3 do."""
    x = deref(x)
    if x.__class__ is not Var and x is not NIL and not (x.__class__ is tuple and x[0] is CONS):
        raise type_error("list", resolve(x))


@det("$no_matching_rule/1", "a")
def no_matching_rule(head: Value) -> None:
    """Raise the error for a call that no rule `Head => Body` matches."""
    raise existence_error("matching_rule", resolve(head))


@test("is_of_type/2", "aa")
def is_of_type(kind: Value, value: Value) -> bool:
    """A value is of a type."""
    if deref(kind).__class__ is Var:
        raise instantiation_error()
    return bool(_has_type(kind, value))


def _raising(name: str, arity: int) -> None:
    def raise_(*args: Value) -> None:
        """Raise the error."""
        raise error((functor(name, arity), *args) if arity else name)

    given = max(arity, 1)
    det(f"{name}/{given}", "a" * given)(named(raise_, f"raise_{name}_{arity}", globals()))


for _found in (
    *("type_error/2", "domain_error/2", "existence_error/2", "existence_error/3", "permission_error/3"),
    *("representation_error/1", "resource_error/1", "syntax_error/1", "uninstantiation_error/1"),
    "instantiation_error/0",
):
    _raising(_found[:-2], int(_found[-1]))
