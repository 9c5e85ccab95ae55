"""Terms taken apart, put together and copied."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pyengine.compiler.builtins.lists import proper
from pyengine.compiler.builtins.registry import det, nondet, semidet, test
from pyengine.compiler.runtime.arguments import items_of, known, natural_of, new_variables
from pyengine.compiler.runtime.errors import domain_error, type_error
from pyengine.compiler.runtime.terms import CONS, FAIL, NIL, Float, Text, Value, Var, functor, list_of
from pyengine.compiler.runtime.unify import Trail, copy_term, deref, resolve, undo, unify
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.language.sizes import MOST_ARITY


@det("copy_term/2", "gf", types="ground")
@det("duplicate_term/2", "gf", types="ground")
@det("copy_term_nat/2", "gf", types="ground")
def same_term(x: Value) -> Value:
    """A clean term is its own copy."""
    return x


for _copying in ("copy_term", "duplicate_term", "copy_term_nat"):
    det(f"{_copying}/2", "af", types="term")(copy_term)


@test("=../2", "gg")
def is_made_of(x: Value, parts: Value) -> bool:
    """A term has these parts."""
    return _has_parts(x, parts, [])


@det("=../2", "gn", types="parts")
def parts_of(x: Value) -> Value:
    """A term as the list of its name and arguments."""
    if x.__class__ is not tuple:
        return (CONS, x, NIL)
    if len(x) == 1:
        raise domain_error("compound_non_zero_arity", x)
    return list_of([x[0].name, *x[1:]])


@det("$name/2", "gn", types="ground")
def name_of(x: Value) -> Value:
    """The name of a compound term, and any other as it is."""
    if x.__class__ is tuple and len(x) == 1:
        raise domain_error("compound_non_zero_arity", x)
    return x[0].name if x.__class__ is tuple else x


@det("$arguments/2", "gn", types="parts")
def list_of_arguments(x: Value) -> Value:
    """The arguments of a compound term, and none of any other."""
    return list_of(list(x[1:])) if x.__class__ is tuple else NIL


@det("=../2", "ng")
def term_of(parts: Value) -> Value:
    """The term whose name and arguments a list holds."""
    items = proper(parts)
    if items is not None and len(items) > 1 and items[0].__class__ is str:
        return (functor(items[0], len(items) - 1), *items[1:])
    return _built(parts)


@semidet("=../2", "aa", trail=True)
def univ(x: Value, parts: Value, trail: Trail) -> Value:
    """A term and the list of its name and arguments; one of them may be unknown."""
    x = deref(x)
    if x.__class__ is Var:
        return None if unify(x, _built(parts), trail) else FAIL
    return None if _has_parts(x, parts, trail) else FAIL


def _has_parts(x: Value, parts: Value, trail: Trail) -> bool:
    """Unify the name and the arguments of a term with a list, one by one: what ends the list is looked at last."""
    own = [x[0].name, *x[1:]] if x.__class__ is tuple else [x]
    if len(own) == 1 and x.__class__ is tuple:
        raise domain_error("compound_non_zero_arity", x)
    for place, part in enumerate(own):
        parts = deref(parts)
        if parts.__class__ is Var:
            return unify(parts, list_of(own[place:]), trail)
        if parts.__class__ is not tuple or parts[0] is not CONS:
            break
        if not unify(parts[1], part, trail):
            return False
        parts = parts[2]
    else:
        parts = deref(parts)
        if parts.__class__ is Var:
            return unify(parts, NIL, trail)
        if parts is NIL:
            return True
    if parts is not NIL and (parts.__class__ is not tuple or parts[0] is not CONS):
        raise type_error("list", resolve(parts))
    return False


def _built(parts: Value) -> Value:
    first = deref(parts)
    if first.__class__ is tuple and first[0] is CONS and deref(first[2]) is not NIL:
        _name(known(first[1]))  # an error of the name comes before one of the list
    items = items_of(parts)
    if not items:
        raise domain_error("non_empty_list", NIL)
    name = known(items[0])
    if len(items) == 1:
        if name.__class__ is tuple:
            raise type_error("atomic", resolve(name))
        return name
    return (functor(_name(name), len(items) - 1), *items[1:])


def _name(name: Value) -> str:
    """Refuse what cannot be the name of a compound term."""
    if name.__class__ is str:
        return name
    if name is NIL:
        raise UnsupportedError("a compound term whose name is []")  # it is not the atom '[]'
    raise type_error("atom", resolve(name))


@semidet("arg/3", "ggf")
def argument(index: Value, x: Value) -> Value:
    """The argument at an index."""
    if x.__class__ is not tuple:
        raise type_error("compound", x)
    if index.__class__ is not int:
        raise type_error("integer", index)
    if index < 0:
        raise domain_error("not_less_than_zero", index)
    return x[index] if 0 < index < len(x) else FAIL


@nondet("arg/3", "ngf", types="integer as_inputs")
def arguments(x: Value) -> Iterator[Value]:
    """The arguments with their indices."""
    if x.__class__ is not tuple:
        raise type_error("compound", x)
    return iter(list(enumerate(x))[1:])


@semidet("arg/3", "gaa", trail=True)
def unified_argument(index: Value, x: Value, value: Value, trail: Trail) -> Value:
    """A value is unified with the argument at an index, of a term that may have variables."""
    x = deref(x)
    if x.__class__ is not tuple:
        raise type_error("compound", known(x))
    if index.__class__ is not int:
        raise type_error("integer", index)
    if index < 0:
        raise domain_error("not_less_than_zero", index)
    return None if 0 < index < len(x) and unify(value, x[index], trail) else FAIL


@nondet("arg/3", "aaa", trail=True)
def any_argument(index: Value, x: Value, value: Value, trail: Trail) -> Iterator[Value]:
    """The arguments of a term, one by one; the index may be known or a variable."""
    index, x = deref(index), deref(x)
    if x.__class__ is not tuple:
        raise type_error("compound", known(x))
    if index.__class__ not in (Var, int):
        raise type_error("integer", resolve(index))
    if index.__class__ is int:
        if index < 0:
            raise domain_error("not_less_than_zero", index)
        if 0 < index < len(x) and unify(value, x[index], trail):
            yield None
        return
    mark = len(trail)
    for place in range(1, len(x)):
        undo(trail, mark)
        if unify(value, x[place], trail):
            if not unify(index, place, trail):
                return  # the index stands in the value, too: SWI-Prolog looks no further
            yield None


@det("functor/3", "gff", types="ground integer")
def functor_of(x: Value) -> Value:
    """The name and number of arguments of a term."""
    if x.__class__ is not tuple:
        return x, 0
    if len(x) == 1:
        raise domain_error("compound_non_zero_arity", x)
    return x[0].name, len(x) - 1


@det("functor/3", "ngg", types="term")
def term_with(name: Value, arity: Value) -> Value:
    """The most general term with a name and a number of arguments."""
    name, count = known(name), natural_of(arity)
    if name.__class__ is tuple:
        raise type_error("atomic", resolve(name))
    return (functor(_name(name), count), *new_variables(count, MOST_ARITY)) if count else name


@semidet("functor/3", "aaa", trail=True)
def any_functor(x: Value, name: Value, arity: Value, trail: Trail) -> Value:
    """A term, its name and its arity; the term, or the other two, may be unknown."""
    x = deref(x)
    if x.__class__ is Var:
        return None if unify(x, term_with(name, arity), trail) else FAIL
    found = functor_of(x)
    return None if unify(name, found[0], trail) and unify(arity, found[1], trail) else FAIL


@semidet("compound_name_arity/3", "aaa", trail=True)
def compound_name_arity(x: Value, name: Value, arity: Value, trail: Trail) -> Value:
    """The name and the number of arguments of a compound term."""
    x = deref(x)
    if x.__class__ is Var:
        label = known(name)
        if label.__class__ in (int, Float, Text, Fraction, tuple):
            raise type_error("atom", resolve(label))
        count = natural_of(arity)
        made = (functor(_name(label), count), *new_variables(count, MOST_ARITY))
        return None if unify(x, made, trail) else FAIL
    if x.__class__ is not tuple:
        raise type_error("compound", x)
    return None if unify(name, x[0].name, trail) and unify(arity, len(x) - 1, trail) else FAIL


@semidet("compound_name_arguments/3", "aaa", trail=True)
def compound_name_arguments(x: Value, name: Value, args: Value, trail: Trail) -> Value:
    """The name and the arguments of a compound term."""
    x = deref(x)
    if x.__class__ is Var:
        items = items_of(args)
        return None if unify(x, (functor(_name(known(name)), len(items)), *items), trail) else FAIL
    if x.__class__ is not tuple:
        raise type_error("compound", x)
    return None if unify(name, x[0].name, trail) and unify(args, list_of(list(x[1:])), trail) else FAIL
