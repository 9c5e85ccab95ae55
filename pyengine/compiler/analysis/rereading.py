"""Goals read as others that mean the same, by what is known where they stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pyengine.compiler.analysis.unification import Context, Unification
from pyengine.compiler.normal_form import goals as nf
from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.runtime.terms import CONS, NIL, Functor, functor, list_of
from pyengine.compiler.techniques import techniques

_PAIR: Final = functor("-", 2)
_NO_WITNESS: Final = "v"
_MOST_PARTS: Final = 64
"""How many arguments a term may have that is taken apart in place."""
_MOST_KNOWN: Final = 8
"""How many arguments an item may have that is looked up by some of them."""
_SETS: Final = {"$setof": "set", "$bagof": "bag"}


def is_written_list(unification: Unification, ctx: Context, pattern: nf.Pattern) -> bool:
    """Tell whether an argument is a list as it stands there, perhaps with a new variable for its end."""
    unseen = unification.unseen_in(ctx, pattern)
    walked = unification.walk(ctx, pattern)
    if walked.__class__ is not tuple or walked[0] is not CONS:
        return False
    while walked.__class__ is tuple and walked[0] is CONS:
        walked = unification.walk(ctx, walked[2])
    return walked is NIL or unseen.count(walked) == 1  # an item that is the end, too, may make it no list


def opened_parts(
    unification: Unification, ctx: Context, name: str, args: tuple[nf.Pattern, ...], fresh: Callable[[], nf.Variable]
) -> tuple[nf.Call, ...] | None:
    """Read `Term =.. [Name|Args]`, of a term that is known, as `Term =.. Parts, Parts = [Name|Args]`.

    Args is then known, too. A list that is written out is no wrong type, so that no error is lost. Where the functor is
    known, the term is taken apart: `Term = f(A, B), [f, A, B] = [Name|Args]`. Where the name is, it is looked at before
    anything is made of the arguments; where the name is known and how many Args there are, the term is made of these.
    """
    if name != "=.." or len(args) != 2:
        return None
    if unification.is_unseen(ctx, unification.walk(ctx, args[0])) and techniques().goes_down:
        return _made_of_parts(unification, ctx, args, fresh)
    if not unification.is_clean(ctx, args[0]):
        return None
    if unification.is_clean(ctx, args[1]) or not is_written_list(unification, ctx, args[1]):
        return None
    first = unification.walk(ctx, unification.walk(ctx, args[1])[1])
    known = _only_functor(unification.type_of(ctx, args[0]))
    if known is not None and techniques().opens_terms:
        variables = [fresh() for _ in range(known.arity)]
        parts: nf.Pattern = NIL
        for part in (*reversed(variables), known.name):
            parts = (CONS, part, parts)
        return nf.Call(nf.UNIFY, (args[0], (known, *variables))), nf.Call(nf.UNIFY, (parts, args[1]))
    whole = fresh()
    if first.__class__ is str and techniques().opens_terms:
        own = nf.Call("$name", (args[0], whole)), nf.Call(nf.UNIFY, (whole, first))
        rest = fresh()
        return (
            *own,
            nf.Call("$arguments", (args[0], rest)),
            nf.Call(nf.UNIFY, (rest, unification.walk(ctx, args[1])[2])),
        )
    return nf.Call(name, (args[0], whole)), nf.Call(nf.UNIFY, (whole, args[1]))


def _made_of_parts(
    unification: Unification, ctx: Context, args: tuple[nf.Pattern, ...], fresh: Callable[[], nf.Variable]
) -> tuple[nf.Call, ...] | None:
    """Read `Term =.. [f|Args]`, where Args is a list of two, as `Args = [A, B], Term = f(A, B)`."""
    whole = unification.walk(ctx, args[1])
    name = unification.walk(ctx, whole[1]) if whole.__class__ is tuple and whole[0] is CONS else None
    if name.__class__ is not str or not unification.is_clean(ctx, whole[2]):
        return None
    length = domain.length_of(unification.type_of(ctx, whole[2]))
    if length is None or not 0 < length <= _MOST_PARTS:
        return None
    variables = [fresh() for _ in range(length)]
    return (
        nf.Call(nf.UNIFY, (list_of(variables), whole[2])),
        nf.Call(nf.UNIFY, (args[0], (functor(name, length), *variables))),
    )


def _only_functor(type_: Type) -> Functor | None:
    """Give the only functor that values of a type have, unless it has many arguments."""
    found = type_.structs[0][0] if type_.structs and len(type_.structs) == 1 else None
    is_known = found is not None and found is not CONS and domain.must_be_functor(type_, found)
    return found if found is not None and is_known and 0 < found.arity <= _MOST_PARTS else None


def first_member(
    unification: Unification, ctx: Context, args: tuple[nf.Pattern, ...], fresh: Callable[[], nf.Variable]
) -> tuple[nf.Call, ...] | None:
    """Read a `member(Item, List)` whose first solution is enough as a lookup, where what is known of the item is clean.

    That is `memberchk/2` of an item that is known. Of one with new variables among its arguments it is the first of
    the list that has the other arguments: then the items must be compound terms of that functor.
    """
    type_ = unification.type_of(ctx, args[1]) if unification.is_clean(ctx, args[1]) else domain.ANY
    if not techniques().looks_up or not domain.must_be_list(type_):
        return None
    item = unification.walk(ctx, args[0])
    if unification.is_clean(ctx, item):
        return (nf.Call("memberchk", args),)
    if item.__class__ is not tuple or domain.only(domain.items_type(type_)) is not item[0] or len(item) > _MOST_KNOWN:
        return None
    unseen = unification.unseen_in(ctx, item)
    new = [unification.is_unseen(ctx, unification.walk(ctx, argument)) for argument in item[1:]]
    if len(set(unseen)) != len(unseen) or len(unseen) != sum(new) or all(new):
        return None
    if not all(is_new or unification.is_clean(ctx, a) for a, is_new in zip(item[1:], new, strict=True)):
        return None
    mask = sum(1 << place for place, is_new in enumerate(new, 1) if not is_new)
    like = (item[0], *(0 if is_new else a for a, is_new in zip(item[1:], new, strict=True)))
    found = fresh()
    return nf.Call("$first_with", (mask, like, args[1], found)), nf.Call(nf.UNIFY, (found, item))


def parts_type(type_: Type) -> Type:
    """Give the type of the list of the name and the arguments of a term."""
    if type_.structs is None or type_.items is not None or type_.integers or type_.others or type_.atoms is None:
        return domain.list_type(domain.ANY)
    found = Type(atoms=frozenset(type_.atoms | {shape.name for shape, _ in type_.structs}))
    for _, args in type_.structs:
        for argument in args:
            found = domain.join(found, argument)
    return domain.list_type(found)


def without_witness(
    unification: Unification, ctx: Context, first: nf.Goal, rest: tuple[nf.Goal, ...], fresh: Callable[[], nf.Variable]
) -> tuple[nf.Goal, ...] | None:
    """Read setof/3 and bagof/3, of a goal whose other variables are all known, as findall/3 that finds something.

    They stand there as what finds the free variables, what collects pairs of these and the template, and what groups
    them.
    """
    match first, rest[:2]:
        case nf.Call(name="$free_variables", args=(_, free, witness)), (nf.Findall() as found, nf.Call() as groups):
            if not unification.is_clean(ctx, free) or found.template[1] != witness:
                return None
            rest = rest[1:]
        case nf.Findall() as found, (nf.Call() as groups, *_) if found.template.__class__ is tuple:
            if found.template[0] is not _PAIR or found.template[1] != _NO_WITNESS:
                return None
        case _:
            return None
    if groups.name not in _SETS or groups.args[1] != found.result:
        return None
    items = fresh()
    collected = nf.Findall(_SETS[groups.name], found.template[2], found.goal, items)
    some = nf.Call(nf.UNIFY, (items, (CONS, fresh(), fresh())))
    return (collected, some, nf.Call(nf.UNIFY, (groups.args[2], items)), *rest[1:])
