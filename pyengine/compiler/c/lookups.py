"""Lookups in lists: the first item that is like another, or has some of its arguments.

Such lists are often boards, pairs of squares and pieces, and the same list is looked through again and again for one
position. Where types say which words make an item what it is, these are a key: the run time puts a list that has been
looked through a few times into an index by its keys (`list_indexes.c`).
"""

from __future__ import annotations

from typing import NamedTuple

from pyengine.compiler.c.equality import Equality
from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.techniques import techniques


class Probe(NamedTuple):
    """What is looked for: the C of a term, its type, and which of its arguments count; None is the term itself."""

    text: str
    type: Type
    places: tuple[int, ...] | None = None


class Lookups:
    """Writes lookups, and the functions that tell the keys of items."""

    def __init__(self, lines: list[str]) -> None:
        """`lines` get the functions."""
        self._lines = lines
        self._written: dict[tuple[str, str], str] = {}

    def first(self, equality: Equality, items: Type, probe: Probe, whole: str) -> str:
        """Write the cell of a list with the first such item, or what ends the list. `whole` is the list."""
        same = self._same(equality, items, probe)
        known = f"Word item_ = {probe.text}, rest_ = {whole};"
        loop = f"while (TAG(rest_) == LIST && !({same})) rest_ = TAIL(rest_);"
        name = self._functions(equality, items, probe) if techniques().indexes_lists else None
        if name is not None:
            loop = f"if (!find_cell(c, &{name}, item_, &rest_)) {loop}"
        return f"({{ {known} {loop} rest_; }})"

    def _same(self, equality: Equality, items: Type, probe: Probe) -> str:
        if probe.places is None:
            return equality.same("HEAD(rest_)", "item_", (items, probe.type))
        functor = domain.only(probe.type)
        assert functor is not None
        pair = zip(domain.field_types(items, functor), domain.field_types(probe.type, functor), strict=True)
        parts = [
            equality.part(("HEAD(rest_)", "item_"), types, functor, index)
            for index, types in enumerate(pair, 1)
            if index in probe.places
        ]
        own = [] if domain.must_be_functor(items, functor) else [f"IS_FUNCTOR(HEAD(rest_), {equality.header(functor)})"]
        return " && ".join(f"({part})" for part in [*own, *parts]) or "true"

    def _functions(self, equality: Equality, items: Type, probe: Probe) -> str | None:
        """Write the functions of an index, and give its name; None where no words are the key of an item."""
        words = equality.words("item_", (items, probe.type), probe.places)
        if words is None:
            return None
        same = self._same(equality, items, probe).replace("HEAD(rest_)", "rest_")
        key = "0"
        for word in words:
            key = f"mixed_key({key}, {word})"
        if (key, same) not in self._written:
            name = self._written[key, same] = f"Like{len(self._written) + 1}"
            self._lines += [
                f"static uint64_t {name}_key(Word item_) {{ return {key}; }}",
                f"static bool {name}_same(Word item_, Word rest_) {{ return {same}; }}",
                f"static const ListKey {name} = {{{name}_key, {name}_same}};",
                "",
            ]
        return self._written[key, same]
