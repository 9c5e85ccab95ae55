"""Terms taken apart, put together and copied."""

from __future__ import annotations

from pyengine.compiler.builtins.registry import det, semidet
from pyengine.compiler.runtime.errors import domain_error, instantiation_error, type_error
from pyengine.compiler.runtime.terms import CONS, FAIL, NIL, Float, Text, Value, Var, functor, list_of
from pyengine.compiler.runtime.unify import Trail, deref, resolve, unify
from pyengine.compiler.runtime.unify import copy_term as copy_


@det("copy_term/2", "gf", types="g")
def same_term(x: Value) -> Value:
    """A clean term is its own copy."""
    return x


@det("copy_term/2", "af", types="t")
def copy_term(x: Value) -> Value:
    """A copy with fresh variables."""
    return copy_(x)


@det("=../2", "gf")
def parts_of(x: Value) -> Value:
    """A term as the list of its name and arguments."""
    return list_of([x[0].name, *x[1:]]) if x.__class__ is tuple else (CONS, x, NIL)


@det("=../2", "fg")
def term_of(parts: Value) -> Value:
    """The term whose name and arguments a list holds."""
    return _built(parts)


@semidet("=../2", "aa", trail=True)
def univ(x: Value, parts: Value, trail: Trail) -> Value:
    """Either way."""
    x = deref(x)
    made = _built(parts) if x.__class__ is Var else parts_of(x)
    return None if unify(x if x.__class__ is Var else parts, made, trail) else FAIL


def _built(parts: Value) -> Value:
    items = []
    rest = deref(parts)
    while rest.__class__ is tuple and rest[0] is CONS:
        items.append(rest[1])
        rest = deref(rest[2])
    if rest.__class__ is Var:
        raise instantiation_error()
    if rest is not NIL:
        raise type_error("list", resolve(parts))
    if not items:
        raise domain_error("non_empty_list", NIL)
    name = deref(items[0])
    if len(items) == 1:
        if name.__class__ is Var:
            raise instantiation_error()
        if name.__class__ is tuple:
            raise type_error("atomic", name)
        return name
    if name.__class__ is Var:
        raise instantiation_error()
    if name.__class__ in (int, Float, Text):
        raise type_error("callable", name)
    if name.__class__ is tuple:
        raise type_error("atomic", name)
    return (functor("[]" if name is NIL else name, len(items) - 1), *items[1:])


@semidet("arg/3", "ggf")
def argument(index: Value, x: Value) -> Value:
    """The argument at an index."""
    if x.__class__ is not tuple:
        raise type_error("compound", x)
    if index.__class__ is not int:
        raise type_error("integer", index)
    return x[index] if 0 < index < len(x) else FAIL
