"""Sets of terms: by what they are made of, with a set for each argument of a compound term.

A `Shape` contains terms and everything that they can still become: of a term with a variable it has all instances.
There is one object for each set, so that two are compared with `is`.

>>> side = constant("x") | constant("o")
>>> size(lists(side)), size(compound(CONS, (side, constant(NIL))))
(None, 2)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Final
from weakref import WeakValueDictionary

from pyengine.compiler.runtime.terms import CONS, NIL, Functor, Value
from pyengine.domains import integer_sets
from pyengine.domains.integer_sets import Integers

MOST_CONSTANTS: Final = 512
_DEEPEST: Final = 30
_LONGEST: Final = 200
_GROWN: Final = 6
"""How deep a set that goes on growing may get."""

Compounds = tuple[tuple[Functor, tuple["Shape", ...]], ...]


class Shape:
    """A set of terms: constants but for integers (None for any), integers, compound terms, and lists of any length."""

    __slots__ = ("__weakref__", "compounds", "constants", "depth", "integers", "is_any", "items", "length")
    constants: frozenset[Value] | None
    integers: Integers | None
    compounds: Compounds
    items: Shape | None
    """What is in lists of any length; None where there are none but those among the compounds."""
    depth: int
    length: int
    is_any: bool

    def __or__(self, other: Shape) -> Shape:
        return join(self, other)

    def __and__(self, other: Shape) -> Shape:
        return meet(self, other)

    @property
    def is_single(self) -> bool:
        """Whether it has just one term, which is a constant or an integer."""
        return single(self) is not None

    def arguments(self, functor: Functor) -> tuple[Shape, ...] | None:
        """Give the sets of the arguments of compound terms with a functor; None where there are none."""
        if self.is_any:
            return (ANY,) * functor.arity
        found = next((args for known, args in self.compounds if known is functor), None)
        if functor is CONS and self.items is not None:
            cell = (self.items, lists(self.items))
            return cell if found is None else (found[0] | cell[0], found[1] | cell[1])
        return found


_KNOWN: Final[WeakValueDictionary[Any, Shape]] = WeakValueDictionary()


def _shape(
    constants: frozenset[Value] | None, numbers: Integers | None, compounds: Compounds, items: Shape | None = None
) -> Shape:
    if constants is not None and len(constants) > MOST_CONSTANTS:
        constants = None
    if isinstance(numbers, tuple):
        numbers = integer_sets.made(*numbers)
    key = constants, numbers, compounds, items
    found = _KNOWN.get(key)
    if found is None:
        found = Shape()
        found.constants, found.integers, found.compounds, found.items = key
        found.is_any = False
        inner = [0 if items is None else items.depth + 1]
        found.length = 0
        for functor, args in compounds:
            if functor is CONS:
                inner += [args[0].depth + 1, args[1].depth]
                found.length = args[1].length + 1
            else:
                inner += [arg.depth + 1 for arg in args]
        found.depth = max(inner)
        if found.depth > _DEEPEST or found.length > _LONGEST:
            return ANY
        _KNOWN[key] = found
    return found


def _any() -> Shape:
    made = Shape()
    made.constants, made.integers, made.compounds, made.items = None, integer_sets.EVERY, (), None
    made.is_any, made.depth, made.length = True, 0, 0
    return made


ANY: Final = _any()
NOTHING: Final = _shape(frozenset(), None, ())
NUMBER: Final = _shape(None, integer_sets.EVERY, ())
"""Any number, or any other constant."""


def constant(value: Value) -> Shape:
    """Give the set of one constant, which may be an integer."""
    if value.__class__ is int:
        return integers(frozenset({value}))
    return _shape(frozenset({value}), None, ())


def constants(values: frozenset[Value]) -> Shape:
    """Give a set of constants, some of which may be integers."""
    numbers = frozenset(value for value in values if value.__class__ is int)
    if len(numbers) > integer_sets.MOST_LISTED:
        return _shape(values - numbers, (min(numbers), max(numbers)), ())
    return _shape(values - numbers, numbers or None, ())


def integers(numbers: Integers | None) -> Shape:
    """Give a set of integers."""
    return NOTHING if numbers is None else _shape(frozenset(), numbers, ())


def compound(functor: Functor, args: Sequence[Shape]) -> Shape:
    """Give the set of compound terms with arguments out of some sets."""
    return NOTHING if any(arg is NOTHING for arg in args) else _shape(frozenset(), None, ((functor, tuple(args)),))


def lists(items: Shape) -> Shape:
    """Give the set of lists of any length of some items."""
    return constant(NIL) if items is NOTHING else _shape(frozenset({NIL}), None, (), items)


def of_value(value: Value) -> Shape:
    """Give the set of one term."""
    if value.__class__ is not tuple:
        return constant(value)
    cells = []
    while value.__class__ is tuple and value[0] is CONS:
        cells.append(of_value(value[1]))
        value = value[2]
    made = compound(value[0], [of_value(part) for part in value[1:]]) if value.__class__ is tuple else constant(value)
    for cell in reversed(cells):
        made = compound(CONS, (cell, made))
    return made


@lru_cache(maxsize=200_000)
def join(a: Shape, b: Shape) -> Shape:
    """Give a set that contains both."""
    if a is b or b is NOTHING or a is ANY:
        return a
    if a is NOTHING or b is ANY:
        return b
    known = None if a.constants is None or b.constants is None else a.constants | b.constants
    numbers = a.integers if b.integers is None else b.integers
    if a.integers is not None and b.integers is not None:
        numbers = integer_sets.union(a.integers, b.integers)
    together = dict(a.compounds)
    for functor, args in b.compounds:
        mine = together.get(functor)
        together[functor] = args if mine is None else tuple(map(join, mine, args))
    items = a.items if b.items is None else b.items
    if a.items is not None and b.items is not None:
        items = join(a.items, b.items)
    if items is not None and CONS in together and (more := list_items(_shape(known, None, _cells(together)))):
        del together[CONS]
        items = join(items, more)
    return _shape(known, numbers, _sorted(together), items)


def _cells(together: dict[Functor, tuple[Shape, ...]]) -> Compounds:
    return ((CONS, together[CONS]),)


def _sorted(together: dict[Functor, tuple[Shape, ...]]) -> Compounds:
    return tuple(sorted(together.items(), key=lambda row: (row[0].name, row[0].arity)))


@lru_cache(maxsize=200_000)
def meet(a: Shape, b: Shape) -> Shape:
    """Give a set that contains all that is in both."""
    if a is b or b is ANY or a is NOTHING:
        return a
    if a is ANY or b is NOTHING:
        return b
    known = b.constants if a.constants is None else a.constants
    if a.constants is not None and b.constants is not None:
        known = a.constants & b.constants
    numbers = None
    if a.integers is not None and b.integers is not None:
        numbers = integer_sets.intersection(a.integers, b.integers)
    together = {}
    for functor in {functor for functor, _ in (*a.compounds, *b.compounds)}:
        mine, other = a.arguments(functor), b.arguments(functor)
        if mine is not None and other is not None:
            args = tuple(map(meet, mine, other))
            if NOTHING not in args:
                together[functor] = args
    items = meet(a.items, b.items) if a.items is not None and b.items is not None else None
    return _shape(known, numbers, _sorted(together), None if items is NOTHING else items)


def list_items(shape: Shape) -> Shape | None:
    """Give what is in the lists of a set; None where something else may be among them, such as partial lists."""
    found = NOTHING
    while not shape.is_any:
        args = dict(shape.compounds).get(CONS)
        if shape.items is not None:
            found = found | shape.items
        if args is None:
            return found
        found = found | args[0]
        shape = args[1]
    return None


def list_lengths(shape: Shape) -> Integers | None:
    """Give the lengths of the lists of a set; None where there are none."""
    lengths: Integers | None = None
    for passed in range(_LONGEST + 2):
        if shape.is_any or shape.items is not None:
            least = frozenset({passed}) if lengths is None else lengths
            return integer_sets.interval(least)[0], None
        if shape.constants is None or NIL in shape.constants:
            here = frozenset({passed})
            lengths = here if lengths is None else integer_sets.union(lengths, here)
        args = shape.arguments(CONS)
        if args is None:
            return lengths
        shape = args[1]
    return 0, None


def of_any_length(shape: Shape) -> Shape:
    """Give a set in which the lists may be of any length."""
    items = list_items(shape)
    if items is None:
        return ANY
    others = tuple((functor, args) for functor, args in shape.compounds if functor is not CONS)
    known = None if shape.constants is None else shape.constants | {NIL}
    return _shape(known, shape.integers, others, None if items is NOTHING else items)


@lru_cache(maxsize=200_000)
def widen(old: Shape, new: Shape) -> Shape:
    """Give a set that contains both, so that a set which is widened again and again stops growing."""
    grown = join(old, new)
    if grown is old or old is NOTHING or grown.is_any:
        return grown
    if grown.length > old.length:
        listed = of_any_length(grown)
        return listed if listed.is_any else widen(of_any_length(old) if old.length else old, listed)
    numbers = grown.integers
    if numbers != old.integers and numbers is not None and old.integers is not None:
        numbers = integer_sets.widened(old.integers, numbers)
    together = {}
    for functor, args in grown.compounds:
        before = old.arguments(functor)
        together[functor] = args if before is None else tuple(map(_widened_part, before, args))
    items = grown.items
    if items is not None and old.items is not None:
        items = _widened_part(old.items, items)
    return _shape(grown.constants, numbers, _sorted(together), items)


def _widened_part(old: Shape, new: Shape) -> Shape:
    if new.depth > max(old.depth, _GROWN):
        return ANY
    return widen(old, new)


def single(shape: Shape) -> Value | None:
    """Give the only term of a set where that is a constant or an integer; None for any other set."""
    if shape.is_any or shape.compounds or shape.items is not None or shape.constants is None:
        return None
    if shape.integers is None:
        return next(iter(shape.constants)) if len(shape.constants) == 1 else None
    if shape.constants or not isinstance(shape.integers, frozenset) or len(shape.integers) > 1:
        return None
    return next(iter(shape.integers))


def without(shape: Shape, value: Value) -> Shape:
    """Give a set without a constant, where that can be said."""
    if value.__class__ is int:
        if not isinstance(shape.integers, frozenset) or shape.is_any:
            return shape
        return _shape(shape.constants, (shape.integers - {value}) or None, shape.compounds, shape.items)
    if shape.constants is None or shape.items is not None:
        return shape
    return _shape(shape.constants - {value}, shape.integers, shape.compounds, shape.items)


def contains(shape: Shape, value: Value) -> bool:
    """Tell whether a term is in a set."""
    while value.__class__ is tuple:
        args = shape.arguments(value[0])
        if args is None or not all(map(contains, args[:-1], value[1:-1])):
            return False
        shape, value = args[-1], value[-1]
    if value.__class__ is int:
        return shape.integers is not None and integer_sets.contains(shape.integers, value)
    return shape.constants is None or value in shape.constants


def size(shape: Shape) -> int | None:
    """Count the terms of a set; None where they are not known to be finitely many."""
    if shape.is_any or shape.constants is None or shape.items is not None:
        return None
    count = len(shape.constants)
    if shape.integers is not None:
        low, high = integer_sets.interval(shape.integers)
        if low is None or high is None:
            return None
        if isinstance(shape.integers, integer_sets.Bits):
            count += 1 << shape.integers.mask.bit_count()
        else:
            count += len(shape.integers) if isinstance(shape.integers, frozenset) else high - low + 1
    for _, args in shape.compounds:
        ways = 1
        for arg in args:
            inner = size(arg)
            if inner is None:
                return None
            ways *= inner
        count += ways
    return count


def elements(shape: Shape) -> Iterator[Value] | None:
    """Go through the terms of a set; None where they are not known to be finitely many."""
    return None if size(shape) is None else _elements(shape)


def _elements(shape: Shape) -> Iterator[Value]:
    yield from shape.constants or ()
    if isinstance(shape.integers, frozenset):
        yield from shape.integers
    elif isinstance(shape.integers, integer_sets.Bits):
        yield from integer_sets.subsets(shape.integers.mask)
    elif shape.integers is not None:
        low, high = shape.integers
        assert low is not None
        assert high is not None
        yield from range(low, high + 1)
    for functor, args in shape.compounds:
        for parts in product(*[list(_elements(arg)) for arg in args]):
            yield (functor, *parts)
