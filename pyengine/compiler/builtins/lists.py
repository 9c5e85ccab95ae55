"""Lists: the versions that are worth writing in Python; the others are in `library/lists.pl`."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cmp_to_key, partial

from pyengine.compiler.builtins.registry import det, named, nondet, semidet, test
from pyengine.compiler.runtime.arguments import integer_of, items_of, natural_of, new_variables
from pyengine.compiler.runtime.arithmetic import evaluate
from pyengine.compiler.runtime.errors import (
    domain_error,
    existence_error,
    representation_error,
    resource_error,
    type_error,
)
from pyengine.compiler.runtime.folded_terms import table_key
from pyengine.compiler.runtime.order import compare, distinct, msorted
from pyengine.compiler.runtime.terms import CONS, FAIL, NIL, Value, Var, cells, functor, list_of
from pyengine.compiler.runtime.unify import Trail, deref, identical, is_small, resolve, undo, unify
from pyengine.language.sizes import MOST_ITEMS

_PLUS = functor("+", 2)


def proper(x: Value) -> list[Value] | None:
    """Give the items of a clean list, None for what is not a list."""
    items = []
    while x.__class__ is tuple and x[0] is CONS:
        items.append(x[1])
        x = x[2]
    return items if x is NIL else None


@test("length/2", "gg")
def has_length(x: Value, length: Value) -> bool:
    """A list has so many items."""
    return bool(natural_of(length) == list_length(x))


@det("length/2", "gn", types="integer")
def list_length(x: Value) -> Value:
    """The number of items."""
    count, rest = 0, x
    while rest.__class__ is tuple and rest[0] is CONS:
        count += 1
        rest = rest[2]
    if rest is not NIL:
        raise type_error("list", x)
    return count


@det("length/2", "ng", types="term")
def list_of_length(length: Value) -> Value:
    """A new list of so many variables."""
    return list_of(new_variables(natural_of(length), MOST_ITEMS))


@nondet("length/2", "aa", trail=True)
def any_length(x: Value, length: Value, trail: Trail) -> Iterator[None]:
    """A list, which may be partial, and its length."""
    items, end = cells(x)
    length = deref(length)
    if length.__class__ not in (Var, int):
        raise type_error("integer", resolve(length))
    if end is not NIL and end.__class__ is not Var:
        raise type_error("list", resolve(x))
    if length.__class__ is int and length < 0:
        raise domain_error("not_less_than_zero", length)
    if end is NIL:
        if unify(length, len(items), trail):
            yield None
        return
    if length.__class__ is int:
        missing = length - len(items)
        if missing >= 0 and unify(end, list_of(new_variables(missing, MOST_ITEMS)), trail):
            yield None
        return
    if length is end:
        return
    mark = len(trail)
    for more in itertools.count():
        undo(trail, mark)
        unify(end, list_of([Var() for _ in range(more)]), trail)
        unify(length, len(items) + more, trail)
        yield None


class _Large:
    """A value that may share parts: `==` compares it in a time that can be borne."""

    __slots__ = ("_value",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, value: Value) -> None:
        self._value = value

    def __eq__(self, other: object) -> bool:
        return identical(self._value, other)


def _comparable(item: Value) -> Value:
    """Give what may be compared with others by `==`, however deep it is."""
    return _Large(item) if item.__class__ is tuple and not is_small(item) else item


@test("memberchk/2", "gg")
def is_member(item: Value, items: Value) -> bool:
    """An item is in a list."""
    item = _comparable(item)
    while items.__class__ is tuple and items[0] is CONS:
        if items[1] == item:
            return True
        items = items[2]
    if items is not NIL:
        raise type_error("list", items)
    return False


@semidet("$first_with/4", "gggf", types="item")
def first_with(mask: Value, like: Value, items: Value) -> Value:
    """The first item of a list of compound terms of one functor whose arguments, as far as the mask says, are these."""
    known = [(place, _comparable(like[place])) for place in range(1, len(like)) if mask >> place & 1]
    while items.__class__ is tuple:
        item = items[1]
        if all(item[place] == part for place, part in known):
            return item
        items = items[2]
    return FAIL


@semidet("selectchk/3", "ggf", types="joined_list")
def without_first(item: Value, items: Value) -> Value:
    """A list without the first occurrence of an item."""
    before: list[Value] = []
    if item.__class__ is tuple and not is_small(item):
        item = _Large(item)
    while items.__class__ is tuple and items[0] is CONS:
        if items[1] == item:
            return list_of(before, items[2])
        before.append(items[1])
        items = items[2]
    return FAIL


@semidet("append/2", "gf", types="flat_list")
def joined(lists: Value) -> Value:
    """Lists, one after the other, as one."""
    items: list[Value] = []
    last: Value = NIL
    rest = lists
    are_lists = True
    while rest.__class__ is tuple and rest[0] is CONS:
        while last.__class__ is tuple and last[0] is CONS:
            items.append(last[1])
            last = last[2]
        are_lists = are_lists and last is NIL
        _, last, rest = rest
    if rest is not NIL:
        raise type_error("list", lists)
    end = last
    while end.__class__ is tuple and end[0] is CONS:
        end = end[2]
    return list_of(items, last) if are_lists and end is NIL else FAIL


@semidet("append/3", "ggf", types="joined_list")
def appended(first: Value, second: Value) -> Value:
    """Two lists, one after the other."""
    items = proper(first)
    return FAIL if items is None else list_of(items, second)


@semidet("reverse/2", "gf", types="list_of_items")
def reversed_list(x: Value) -> Value:
    """A list from its end to its start."""
    made: Value = NIL
    while x.__class__ is tuple and x[0] is CONS:
        made = (CONS, x[1], made)
        x = x[2]
    return made if x is NIL else FAIL


@det("$list_index/1", "a")
def check_index(index: Value) -> None:
    """Refuse an integer that SWI-Prolog cannot count a list by."""
    if not -(2**63) <= deref(index) < 2**63:
        raise representation_error("int64_t")


def _item(base: int, index: Value, x: Value) -> Value:
    place = integer_of(index) - base
    check_index(place)
    if place < 0:
        return FAIL
    while x.__class__ is tuple and x[0] is CONS:
        if not place:
            return x[1]
        place -= 1
        x = x[2]
    return FAIL


def _numbered(index: int, x: Value) -> Iterator[Value]:
    while x.__class__ is tuple and x[0] is CONS:
        yield index, x[1]
        index += 1
        x = x[2]


for _base in (0, 1):  # nth0/3 and nth1/3: the item at an index, and all items with theirs
    semidet(f"nth{_base}/3", "ggf", types="item")(named(partial(_item, _base), f"item_from_{_base}", globals()))
    _all = named(partial(_numbered, _base), f"items_from_{_base}", globals())
    nondet(f"nth{_base}/3", "ngf", types="integer item")(_all)


@semidet("last/2", "gf", types="item")
def last_item(x: Value) -> Value:
    """The last item."""
    items = proper(x)
    return items[-1] if items else FAIL


@semidet("sum_list/2", "an", types="number")
@semidet("sumlist/2", "an", types="number")
def sum_list(x: Value, wanted: Value = None) -> Value:
    """The sum of a list of expressions."""
    total: Value = 0
    items, end = cells(x)
    for item in items:
        if item.__class__ is int and total.__class__ is int:
            total += item
        else:
            total = evaluate((_PLUS, total, item))
    if end is not NIL:
        goal = (functor("sum_list", 3), end, total, Var() if wanted is None else wanted)
        raise existence_error("matching_rule", (functor(":", 2), "lists", goal))
    return total


@semidet("sum_list/2", "aa", trail=True)
@semidet("sumlist/2", "aa", trail=True)
def has_sum(x: Value, total: Value, trail: Trail) -> Value:
    """The sum of a list of expressions, perhaps known."""
    return None if unify(total, sum_list(x, total), trail) else FAIL


def _extreme(name: str, x: Value) -> Value:
    items, end = cells(x)
    best = items[0] if items else FAIL
    if end is NIL and {*map(type, items)} == {int}:
        return max(items) if name == "max" else min(items)
    for item in items[1:]:
        best = evaluate((functor(name, 2), item, best))
    if end is not NIL:
        goal = (functor(f"{name}_list", 3), end, best, Var()) if items else (functor(f"{name}_list", 2), x, Var())
        raise existence_error("matching_rule", (functor(":", 2), "lists", goal))
    return best


for _name in ("max", "min"):
    semidet(f"{_name}_list/2", "gn", types="ground")(named(partial(_extreme, _name), f"{_name}_list", globals()))


@semidet("numlist/3", "aaf", types="list")
def numlist(low: Value, high: Value) -> Value:
    """The integers from one to another."""
    first, last = integer_of(low), integer_of(high)
    if last - first > MOST_ITEMS:
        raise resource_error("memory")
    if first > last:
        return FAIL
    made: Value = NIL
    for number in range(last, first - 1, -1):  # step by step, so that it can be stopped
        made = (CONS, number, made)
    return made


@det("flatten/2", "af")
def flatten(x: Value) -> Value:
    """The items of lists within lists."""
    found: list[Value] = []
    stack = [x]
    while stack:
        item = deref(stack.pop())
        if item.__class__ is tuple and item[0] is CONS:
            stack.append(item[2])
            stack.append(item[1])
        elif item is not NIL:
            found.append(item)
    return list_of(found)


@det("list_to_set/2", "af")
def list_to_set(x: Value) -> Value:
    """A list without what is the same as an earlier item."""
    items = items_of(x)

    def order(i: int, j: int) -> int:
        return compare(items[i], items[j])

    places = sorted(range(len(items)), key=cmp_to_key(order))
    later = {j for i, j in itertools.pairwise(places) if order(i, j) == 0}
    return list_of([item for i, item in enumerate(items) if i not in later])


@test("is_set/1", "a")
def is_set(x: Value) -> bool:
    """A list without duplicates."""
    items, end = cells(x)
    return end is NIL and len(distinct(msorted(items))) == len(items)


@semidet("proper_length/2", "af", types="integer")
def proper_length(x: Value) -> Value:
    """The length of what is a proper list."""
    items, end = cells(x)
    return len(items) if end is NIL else FAIL


@det("subtract/3", "ggn")
def subtract(x: Value, others: Value) -> Value:
    """The items that are not in another list."""
    items, end = cells(x)
    removed = proper(others)
    if removed is None:
        kept = [item for item in items if not is_member(item, others)]
    else:
        gone = set(table_key(tuple(removed)))
        keys = table_key(tuple(items))
        kept = [item for item, key in zip(items, keys, strict=True) if key not in gone]
    if end is not NIL:
        goal = (functor("subtract", 3), end, others, Var())
        raise existence_error("matching_rule", (functor(":", 2), "lists", goal))
    return list_of(kept)


@det("$list_end/3", "aff", types="integer term")
def list_end(x: Value) -> Value:
    """How many items a list has, and what ends it."""
    items, end = cells(x)
    return len(items), end
