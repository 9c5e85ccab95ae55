"""Types of clean values: what the analysis knows about a term that has no variables.

A type is a union of parts: integers, other atomic values, some atoms or all, lists of a type, of a known length or of
any, compound terms of some functors or any. Types are cut off at a small depth and width, and a list of one of two
lengths has any, so that joining them comes to an end.

>>> str(join(INTEGER, of_value("x"))), str(list_type(INTEGER)), is_integer(INTEGER)
('integer|x', 'list(integer)', True)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from pyengine.compiler.runtime.terms import CONS, NIL, Functor, Value, cells
from pyengine.compiler.techniques import techniques

_DEEPEST: Final = 5
_MOST_ATOMS: Final = 12
_MOST_FUNCTORS: Final = 8
_LONGEST: Final = 64
"""The longest list whose length is known."""
_MOST_PARTS: Final = 1000
"""How many parts are not many."""


@dataclass(frozen=True, slots=True)
class Type:
    """A set of clean values. `atoms` and `structs` are None for all of them; `items` is the type of the items where
    lists are among the values (nothing at all for `[]` alone), None where no list is."""

    integers: bool = False
    others: bool = False
    atoms: frozenset[str] | None = frozenset()
    items: Type | None = None
    structs: tuple[tuple[Functor, tuple[Type, ...]], ...] | None = ()
    large: bool = False
    """Whether integers of more than 60 bits are to be expected; it rules nothing out."""
    length: int | None = None
    """How many items all the lists have, where that is known and not none at all."""

    def __str__(self) -> str:
        if self == ANY:
            return "any"
        parts = ["integer"] * self.integers + ["other"] * self.others
        parts += ["atom"] if self.atoms is None else sorted(self.atoms)
        if self.items is not None:
            size = "" if self.length is None else f", {self.length}"
            parts.append("[]" if self.items == NOTHING else f"list({self.items}{size})")
        if self.structs is None:
            parts.append("compound")
        else:
            parts += [f"{f.name}({', '.join(map(str, args))})" for f, args in self.structs]
        return "|".join(parts) or "nothing"


NOTHING: Final = Type()
ANY: Final = Type(True, True, None, Type(True, True, None, NOTHING, None), None)
INTEGER: Final = Type(integers=True)
LARGE: Final = Type(integers=True, large=True)
NUMBER: Final = Type(integers=True, others=True)
OTHER: Final = Type(others=True)
ATOM: Final = Type(atoms=None)


def is_integer(type_: Type) -> bool:
    """Tell whether all values of a type are integers."""
    return type_ in (INTEGER, LARGE)


def is_large(value: int) -> bool:
    """Tell whether an integer has more than 60 bits."""
    return not -(1 << 60) <= value < 1 << 60


def has_large(type_: Type) -> bool:
    """Tell whether a value of a type can be such an integer."""
    return type_.large or type_.others


def list_type(items: Type, length: int | None = None) -> Type:
    """Give the type of the proper lists of some items, or of those of a length."""
    if length == 0:
        return Type(items=NOTHING)
    has_length = length is not None and length <= _LONGEST and items != NOTHING and techniques().keeps_lengths
    return limited(Type(items=items, length=length if has_length else None))


def length_of(type_: Type) -> int | None:
    """Give the length of all the values of a type, where these are lists of one length."""
    if not is_list(type_) or type_.structs:
        return None
    return 0 if type_.items == NOTHING else type_.length


def with_length_of(type_: Type, other: Type) -> Type:
    """Give the type of those of the lists that are as long as those of another type."""
    length = length_of(other)
    return list_type(type_.items, length) if length and is_list(type_) and type_.items is not None else type_


def of_value(value: Value) -> Type:
    """Give the type of one clean value."""
    if value.__class__ is int:
        return LARGE if is_large(value) else INTEGER
    if value.__class__ is str:
        return Type(atoms=frozenset((value,)))
    if value is NIL:
        return Type(items=NOTHING)
    if value.__class__ is tuple:
        return _of_structure(value)
    return OTHER


def _of_structure(value: Value) -> Type:
    items, end = cells(value)
    if not items:
        return struct_type(value[0], tuple(of_value(argument) for argument in value[1:]))
    made = of_value(end)
    for item in dict.fromkeys(reversed(items)):
        made = struct_type(CONS, (of_value(item), made))
    if is_list(made) and made.items is not None and not made.structs:
        made = list_type(made.items, len(items))
    return made


def struct_type(functor: Functor, args: tuple[Type, ...]) -> Type:
    """Give the type of a compound term; a cell before a list is a list."""
    if functor is CONS and is_list(args[1]):
        assert args[1].items is not None
        length = length_of(args[1])
        return list_type(join(args[0], args[1].items), None if length is None else length + 1)
    return limited(Type(structs=((functor, args),)))


def is_list(type_: Type) -> bool:
    """Tell whether all values of a type are proper lists."""
    if type_.items is None or type_.integers or type_.others or type_.atoms != frozenset():
        return False
    return type_.structs is not None and all(f is CONS for f, _ in type_.structs)


def only(type_: Type) -> Functor | None:
    """Give the only functor that values of a type have."""
    functor = type_.structs[0][0] if type_.structs and len(type_.structs) == 1 else None
    return functor if functor is not None and must_be_functor(type_, functor) else None


def must_be_list(type_: Type) -> bool:
    """Tell the same also of a type of cells whose last tail is a list."""
    while type_ == Type(structs=type_.structs) and type_.structs and len(type_.structs) == 1:
        functor, args = type_.structs[0]
        if functor is not CONS:
            return False
        type_ = args[1]
    return is_list(type_)


def items_type(type_: Type) -> Type:
    """Give the type of the items of those values that are lists."""
    if type_.structs is None:
        return ANY
    found = NOTHING if type_.items is None else type_.items
    for functor, args in type_.structs:
        if functor is CONS:
            found = join(found, join(args[0], items_type(args[1])))
    return found


def join(a: Type, b: Type) -> Type:
    """Give the smallest type of ours that holds the values of both."""
    if a is b or a == b or b == NOTHING:
        return a
    if a == NOTHING:
        return b
    if a == ANY or b == ANY:
        return ANY
    return limited(_join(a, b))


def _join(a: Type, b: Type) -> Type:
    atoms = None if a.atoms is None or b.atoms is None else a.atoms | b.atoms
    if atoms is not None and len(atoms) > _MOST_ATOMS:
        atoms = None
    items = a.items if b.items is None else b.items if a.items is None else join(a.items, b.items)
    structs: tuple[tuple[Functor, tuple[Type, ...]], ...] | None = None
    if a.structs is not None and b.structs is not None:
        merged = dict(a.structs)
        for functor, args in b.structs:
            old = merged.get(functor)
            merged[functor] = args if old is None else tuple(map(join, old, args))
        if items is not None and CONS in merged:
            head, tail = merged[CONS]
            if is_list(tail) and tail.items is not None:
                del merged[CONS]
                items = join(items, join(head, tail.items))
        if len(merged) <= _MOST_FUNCTORS and not (items is not None and CONS in merged):
            structs = tuple(sorted(merged.items(), key=lambda item: (item[0].name, item[0].arity)))
    if structs is None:
        items = ANY
    length = _joined_length(a, b) if structs is not None else None
    return Type(a.integers or b.integers, a.others or b.others, atoms, items, structs, a.large or b.large, length)


def _joined_length(a: Type, b: Type) -> int | None:
    """Give the length of the lists of two types, where that is known and the same."""
    lengths: set[int | None] = set()
    for type_ in (a, b):
        if any(functor is CONS for functor, _ in type_.structs or ()):
            return None
        if type_.items is not None:
            lengths.add(0 if type_.items == NOTHING else type_.length)
    return (lengths.pop() or None) if len(lengths) == 1 else None


def limited(type_: Type, depth: int = _DEEPEST) -> Type:
    """Cut a type off where it is too deep."""
    if type_.structs is None and type_.atoms is None and type_.integers and type_.others:
        return ANY
    if type_.items is None and not type_.structs:
        return type_
    if depth == 0:
        return ANY
    items = None if type_.items is None else limited(type_.items, depth - 1)
    structs = type_.structs
    if structs is not None:
        structs = tuple((f, tuple(limited(argument, depth - 1) for argument in args)) for f, args in structs)
    return replace(type_, items=items, structs=structs)


def may_be_functor(type_: Type, functor: Functor) -> bool:
    """Tell whether a value of the type can be a compound term of that functor."""
    if type_.structs is None or any(f is functor for f, _ in type_.structs):
        return True
    return functor is CONS and type_.items is not None and type_.items != NOTHING


def must_be_functor(type_: Type, functor: Functor) -> bool:
    """Tell whether all values of the type are compound terms of that functor."""
    if functor is CONS and length_of(type_):
        return True
    if type_.integers or type_.others or type_.atoms != frozenset() or type_.items is not None:
        return False
    return type_.structs is not None and len(type_.structs) == 1 and type_.structs[0][0] is functor


def may_be_value(type_: Type, value: Value) -> bool:
    """Tell whether a value of the type can be this atomic one."""
    if value is NIL:
        return type_.items is not None and type_.length is None
    if value.__class__ is int:
        return type_.integers
    if value.__class__ is str:
        return type_.atoms is None or value in type_.atoms
    return type_.others


def must_be_value(type_: Type, value: Value) -> bool:
    """Tell whether this atomic value is the only one of the type."""
    if value is NIL:
        return type_ == Type(items=NOTHING)
    return value.__class__ is str and type_ == Type(atoms=frozenset((value,)))


def field_types(type_: Type, functor: Functor) -> tuple[Type, ...]:
    """Give the types of the arguments of those values that have the functor."""
    found: tuple[Type, ...] | None = None
    if type_.structs is None:
        return (ANY,) * functor.arity
    for f, args in type_.structs:
        if f is functor:
            found = args
    if functor is CONS and type_.items is not None:
        cell = (type_.items, _rest(type_))
        found = cell if found is None else tuple(map(join, found, cell))
    return found if found is not None else (NOTHING,) * functor.arity


def _rest(type_: Type) -> Type:
    """Give the type of what follows the first item of those values that are lists."""
    assert type_.items is not None
    if type_.length is None:
        return Type(items=type_.items)
    return Type(items=NOTHING) if type_.length == 1 else Type(items=type_.items, length=type_.length - 1)


def only_functor(type_: Type, functor: Functor) -> Type:
    """Give the type of those values that have the functor."""
    if functor is CONS and length_of(type_):
        return type_
    return Type(structs=((functor, field_types(type_, functor)),))


def without_functor(type_: Type, functor: Functor) -> Type:
    """Give the type of those values that do not have the functor."""
    if type_.structs is None:
        return type_
    items, length = type_.items, type_.length
    if functor is CONS and items is not None:
        items, length = NOTHING if length is None else None, None
    structs = tuple((f, args) for f, args in type_.structs if f is not functor)
    return replace(type_, items=items, structs=structs, length=length)


def without_value(type_: Type, value: Value) -> Type:
    """Give the type without one atomic value."""
    if value.__class__ is str and type_.atoms is not None:
        return replace(type_, atoms=type_.atoms - {value})
    if value is NIL and type_.structs is not None and type_.items is not None and type_.length is None:
        if type_.items == NOTHING:
            return replace(type_, items=None)
        if not any(f is CONS for f, _ in type_.structs):
            cell = (CONS, (type_.items, Type(items=type_.items)))
            return replace(type_, items=None, structs=(*type_.structs, cell))
    return type_


def may_be(type_: Type, value: Value) -> bool:
    """Tell whether a value of the type can be this one, as far as its outermost part tells."""
    return may_be_functor(type_, value[0]) if value.__class__ is tuple else may_be_value(type_, value)


def is_covered(type_: Type, values: list[Value]) -> bool:
    """Tell whether all values of a type are among some atoms."""
    rest = Type(False, False, type_.atoms, None, ())
    return type_ == rest and type_.atoms is not None and type_.atoms <= {v for v in values if v.__class__ is str}


def contains(type_: Type, value: Value) -> bool:
    """Tell whether a clean value is of a type."""
    stack = [(type_, value)]
    while stack:
        type_, value = stack.pop()
        if type_ == ANY:
            continue
        if value.__class__ is not tuple:
            if not may_be_value(type_, value):
                return False
        elif not may_be_functor(type_, value[0]):
            return False
        else:
            stack.extend(zip(field_types(type_, value[0]), value[1:], strict=True))
    return True


def with_item(type_: Type, item: Type) -> Type:
    """Give the type of lists in which one item is replaced by another."""
    return list_type(join(items_type(type_), item), length_of(type_)) if is_list(type_) else ANY


def with_argument(type_: Type, argument: Type) -> Type:
    """Give the type of compound terms in which one argument, whichever it is, is replaced by another."""
    if type_.structs is None or type_.items is not None:
        return ANY
    return limited(Type(structs=tuple((f, tuple(join(old, argument) for old in args)) for f, args in type_.structs)))


def argument_type(type_: Type, index: int | None) -> Type:
    """Give the type of the arguments of compound terms, of the one at an index or of any."""
    if type_.structs is None:
        return ANY
    found = NOTHING
    for functor, args in type_.structs:
        chosen = args if index is None else args[index - 1 : index] if 0 < index <= functor.arity else ()
        for argument in chosen:
            found = join(found, argument)
    if type_.items is not None and type_.items != NOTHING:
        found = join(found, join(type_.items, _rest(type_)))
    return found


def nesting(type_: Type) -> int | None:
    """Tell how deeply values of a type are nested at most; None where there is no bound."""
    if type_.structs is None or type_.items not in (None, NOTHING):
        return None
    deepest = 0
    for _, args in type_.structs:
        for argument in args:
            below = nesting(argument)
            if below is None:
                return None
            deepest = max(deepest, below + 1)
    return deepest


def may_branch(type_: Type) -> bool:
    """Tell whether values of a type may have far more parts than memory has room for, since they share some.

    That takes parts in parts without bound; a list is a single path, and has none where its items do not.
    """
    if type_.structs is None:
        return True
    most = _most_parts(type_)
    if most is not None and most <= _MOST_PARTS:
        return False
    if type_.items not in (None, NOTHING) and nesting(items_type(type_)) is None:
        return True
    return any(may_branch(argument) for _, args in type_.structs for argument in args)


def _most_parts(type_: Type) -> int | None:
    """Tell how many parts values of a type have at most; None where there is no bound."""
    if type_.structs is None or (type_.items not in (None, NOTHING) and type_.length is None):
        return None
    parts = [(1, argument) for _, args in type_.structs for argument in args]
    if type_.length is not None and type_.items is not None:
        parts.append((type_.length, type_.items))
    most = 1
    for count, part in parts:
        inside = _most_parts(part)
        if inside is None:
            return None
        most += count * (inside + 1)
    return most
