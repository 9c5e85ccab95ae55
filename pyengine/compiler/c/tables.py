"""Tables of facts as static arrays of C, with an index on what is known.

The rows stand in groups, one for each combination of known values, in the order of the facts. Where known values are
small integers or atoms, the group is found by its number; else by a table of hashes. A known compound term is compared
with those of the rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from pyengine.compiler.c.forms import Form
from pyengine.compiler.c.names import FileNames
from pyengine.compiler.c.quoting import comment
from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.callees import FactTable
from pyengine.compiler.procedures.identifiers import identifier
from pyengine.compiler.runtime.terms import NIL, Value

_MIX: Final = 0x9E3779B97F4A7C15
_ALL: Final = (1 << 64) - 1
ColumnType = Literal["int", "atom", "word", "term"]
"""Of a known column: all integers, all atoms, atomic, or with compound terms."""


@dataclass(frozen=True)
class WrittenTable:
    """A table that was written: its functions, and how its columns are stored."""

    name: str
    known: tuple[ColumnType, ...]
    given: tuple[Form, ...]
    """For each column that is given back, its form."""
    rows: int


class Tables:
    """The tables of one C file."""

    def __init__(self, names: FileNames) -> None:
        self._names = names
        self._tables: dict[tuple[str, str, int], WrittenTable] = {}
        self.lines: list[str] = []

    def table(self, facts: FactTable) -> WrittenTable:
        """Write a table, once; BeyondError where it has values that C does not do."""
        key = (facts.name, facts.pattern, len(facts.rows))
        if key not in self._tables:
            self._tables[key] = self._write(facts)
        return self._tables[key]

    def _write(self, facts: FactTable) -> WrittenTable:
        known = [i for i, letter in enumerate(facts.pattern) if letter == "g"]
        given = [i for i, letter in enumerate(facts.pattern) if letter == "f"]
        kinds = tuple(_column_type([row[i] for row in facts.rows]) for i in known)
        atomic = [i for i, kind in zip(known, kinds, strict=True) if kind != "term"]
        terms = [i for i, kind in zip(known, kinds, strict=True) if kind == "term"]
        groups: dict[tuple[Value, ...], list[tuple[Value, ...]]] = {}
        for row in facts.rows:
            groups.setdefault(tuple(row[i] for i in atomic), []).append(row)
        name = self._names.unique(f"TB_{identifier(facts.name)}{'_' * bool(facts.pattern)}{facts.pattern}")
        atomic_kinds: list[ColumnType] = [kind for kind in kinds if kind != "term"]
        lines = [comment(f"{facts.name}/{len(facts.pattern)}, {len(facts.rows)} facts")]
        order, index, is_direct = self._index(name, groups, atomic, atomic_kinds)
        if not is_direct:
            kinds = tuple("term" if kind == "term" else "word" for kind in kinds)
        rows = [row for key in order for row in groups[key]]
        for position in given:
            lines.append(self._column(f"{name}_{position + 1}", [row[position] for row in rows]))
        for position in terms:
            lines.append(self._column(f"{name}_{position + 1}", [row[position] for row in rows]))
        if terms:
            index += _comparison(name, known, kinds)
        self.lines += [*lines, *index, ""]
        forms: tuple[Form, ...] = tuple("i" if _column_type([row[i] for row in rows]) == "int" else "w" for i in given)
        return WrittenTable(name, kinds, forms, len(rows))

    def _column(self, name: str, values: list[Value]) -> str:
        if _column_type(values) == "int":
            return f"static const {_integer_type(values)} {name}[] = {{{', '.join(map(str, values))}}};"
        return f"static const Word {name}[] = {{{', '.join(map(self._names.constant, values))}}};"

    def _index(
        self,
        name: str,
        groups: dict[tuple[Value, ...], list[tuple[Value, ...]]],
        positions: list[int],
        kinds: list[ColumnType],
    ) -> tuple[list[tuple[Value, ...]], list[str], bool]:
        """Give the order of the groups, the function that finds one, and whether that goes by number."""
        if not positions:
            count = sum(map(len, groups.values()))
            return list(groups), [f"#define {name}_find() ((Rows){{0, {count}}})"], True
        numbers = {key: self._numbers(key, kinds) for key in groups}
        if "word" not in kinds:
            columns = list(zip(*numbers.values(), strict=True))
            lows = [min(column) for column in columns]
            spans = [max(column) - low + 1 for column, low in zip(columns, lows, strict=True)]
            size = 1
            for span in spans:
                size *= span
            if size <= max(4096, 16 * len(groups)):
                return *self._direct(name, groups, numbers, kinds, lows, spans, size), True
        return *self._hashed(name, groups, len(kinds)), False

    def _numbers(self, key: tuple[Value, ...], kinds: list[ColumnType]) -> tuple[int, ...]:
        found = []
        for value, kind in zip(key, kinds, strict=True):
            word = self._names.address_of(value)
            assert word is not None
            found.append(value if kind == "int" else word >> 3)
        return tuple(found)

    def _direct(
        self,
        name: str,
        groups: dict[tuple[Value, ...], list[tuple[Value, ...]]],
        numbers: dict[tuple[Value, ...], tuple[int, ...]],
        kinds: list[ColumnType],
        lows: list[int],
        spans: list[int],
        size: int,
    ) -> tuple[list[tuple[Value, ...]], list[str]]:
        slots: dict[int, tuple[Value, ...]] = {}
        for key, found in numbers.items():
            slot = 0
            for number, low, span in zip(found, lows, spans, strict=True):
                slot = slot * span + number - low
            slots[slot] = key
        starts, total, order = [], 0, []
        for slot in range(size):
            starts.append(total)
            if slot in slots:
                order.append(slots[slot])
                total += len(groups[slots[slot]])
        starts.append(total)
        params = [f"int64_t k{i}" for i in range(len(kinds))]
        tests = [
            f"(uint64_t)k{i} - (uint64_t){low} >= {span}u" if low >= 0 else f"(uint64_t)k{i} + {-low}u >= {span}u"
            for i, (low, span) in enumerate(zip(lows, spans, strict=True))
        ]
        slot_text = "0"
        for i, (low, span) in enumerate(zip(lows, spans, strict=True)):
            own = f"(k{i} - {low})" if low else f"k{i}"
            slot_text = own if not i else f"({slot_text}) * {span} + {own}"
        body = [
            f"static inline Rows {name}_find({', '.join(params)})",
            "{",
            f"    if ({' || '.join(tests)})",
            "        return (Rows){0, 0};",
        ]
        if all(len(listed) == 1 for listed in groups.values()) and len(order) == size:
            body += [f"    uint32_t slot = (uint32_t)({slot_text});", "    return (Rows){slot, slot + 1};", "}"]
            return order, body
        written = f"static const {_integer_type(starts)} {name}_starts[] = {{{', '.join(map(str, starts))}}};"
        body += [
            f"    size_t slot = (size_t)({slot_text});",
            f"    return (Rows){{{name}_starts[slot], {name}_starts[slot + 1]}};",
            "}",
        ]
        return order, [written, *body]

    def _hashed(
        self, name: str, groups: dict[tuple[Value, ...], list[tuple[Value, ...]]], count: int
    ) -> tuple[list[tuple[Value, ...]], list[str]]:
        size = 4
        while size < 2 * len(groups):
            size *= 2
        slots: list[tuple[tuple[int, ...], int, int] | None] = [None] * size
        total = 0
        for key, listed in groups.items():
            words = tuple(self._names.address_of(value) or 0 for value in key)
            at = _hash(words) & (size - 1)
            while slots[at] is not None:
                at = (at + 1) & (size - 1)
            slots[at] = (words, total, total + len(listed))
            total += len(listed)
        rows = []
        for slot in slots:
            words, start, end = slot if slot is not None else ((0,) * count, 0, 0)
            rows.append(f"    {{{{{', '.join(f'0x{word:x}u' for word in words)}}}, {start}, {end}}},")
        params = [f"Word k{i}" for i in range(count)]
        words_text = ", ".join(f"k{i}" for i in range(count))
        same = " && ".join(f"slot->known[{i}] == known[{i}]" for i in range(count))
        return list(groups), [
            f"static const struct {{ Word known[{count}]; uint32_t from, to; }} {name}_slots[] = {{",
            *rows,
            "};",
            f"static inline Rows {name}_find({', '.join(params)})",
            "{",
            f"    Word known[] = {{{words_text}}};",
            f"    for (size_t at = hash_known(known, {count});; at++) {{",
            f"        const __auto_type slot = &{name}_slots[at & {size - 1}];",
            "        if (slot->from == slot->to)",
            "            return (Rows){0, 0};",
            f"        if ({same})",
            "            return (Rows){slot->from, slot->to};",
            "    }",
            "}",
        ]


def _comparison(name: str, known: list[int], kinds: tuple[ColumnType, ...]) -> list[str]:
    terms = [(i, position) for i, (position, kind) in enumerate(zip(known, kinds, strict=True)) if kind == "term"]
    tests = " && ".join(f"same_ground({name}_{position + 1}[row], k{i})" for i, position in terms)
    params = "".join(f", Word k{i}" for i, _ in terms)
    return [f"static inline bool {name}_fits(uint32_t row{params})", "{", f"    return {tests};", "}"]


def _hash(words: tuple[int, ...]) -> int:
    value = 0
    for word in words:
        value = ((value ^ word) * _MIX) & _ALL
        value ^= value >> 32
    return value


def _column_type(values: list[Value]) -> ColumnType:
    if all(_is_small(value) for value in values):
        return "int"
    if all(value.__class__ is str or value is NIL for value in values):
        return "atom"
    return "word" if all(_is_small(value) or value.__class__ is str or value is NIL for value in values) else "term"


def _is_small(value: Value) -> bool:
    return value.__class__ is int and not domain.is_large(value)


def _integer_type(values: list[int]) -> str:
    low, high = min(values, default=0), max(values, default=0)
    for bits in (8, 16, 32):
        if -(1 << (bits - 1)) <= low and high < 1 << (bits - 1):
            return f"int{bits}_t"
    return "int64_t"
