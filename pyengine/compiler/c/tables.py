"""Tables of facts as static arrays of C, with an index on what is known.

The rows stand in groups, one for each combination of what the index sees of the known values, in the order of the
facts. Where it sees small integers or atoms, the group is found by its number; else by a table of hashes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, TypeAlias

from pyengine.compiler.c.forms import Form
from pyengine.compiler.c.names import FileNames
from pyengine.compiler.c.quoting import comment
from pyengine.compiler.c.table_keys import ColumnType, TableKeys, column_type
from pyengine.compiler.procedures.callees import FactTable
from pyengine.compiler.procedures.identifiers import identifier
from pyengine.compiler.runtime.terms import Value

_MIX: Final = 0x9E3779B97F4A7C15
_ALL: Final = (1 << 64) - 1
Seen: TypeAlias = tuple[Value, ...]
"""What the index sees of a row."""
Groups: TypeAlias = dict[Seen, list[tuple[Value, ...]]]


@dataclass(frozen=True)
class WrittenTable:
    """A table that was written: its functions, and how its columns are stored."""

    name: str
    known: tuple[ColumnType, ...]
    compared: tuple[int, ...]
    """Which of the known columns are compared with the rows that are found."""
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
        keys = TableKeys(self._names, [[row[i] for row in facts.rows] for i in known])
        groups: Groups = {}
        seen = zip(*keys.columns, strict=True) if keys.columns else iter([()] * len(facts.rows))
        for key, row in zip(seen, facts.rows, strict=True):
            groups.setdefault(key, []).append(row)
        name = self._names.unique(f"TB_{identifier(facts.name)}{'_' * bool(facts.pattern)}{facts.pattern}")
        lines = [comment(f"{facts.name}/{len(facts.pattern)}, {len(facts.rows)} facts")]
        order, index, is_direct = self._index(name, groups, keys)
        kinds = keys.kinds
        if not is_direct:
            kinds = tuple("term" if kind == "term" else "word" for kind in kinds)
        rows = [row for key in order for row in groups[key]]
        compared = [known[number] for number in keys.compared]
        for position in sorted({*given, *compared}):
            lines.append(self._column(f"{name}_{position + 1}", [row[position] for row in rows]))
        if compared:
            index += _comparison(name, compared, keys.compared)
        self.lines += [*lines, *index, ""]
        forms: tuple[Form, ...] = tuple("i" if column_type([row[i] for row in rows]) == "int" else "w" for i in given)
        return WrittenTable(name, kinds, keys.compared, forms, len(rows))

    def _column(self, name: str, values: list[Value]) -> str:
        if column_type(values) == "int":
            return f"static const {_integer_type(values)} {name}[] = {{{', '.join(map(str, values))}}};"
        return f"static const Word {name}[] = {{{', '.join(map(self._names.constant, values))}}};"

    def _index(self, name: str, groups: Groups, keys: TableKeys) -> tuple[list[Seen], list[str], bool]:
        """Give the order of the groups, the function that finds one, and whether that goes by number."""
        if not keys.parts:
            count = sum(map(len, groups.values()))
            return list(groups), [f"#define {name}_find() ((Rows){{0, {count}}})"], True
        if all(part.kind in ("int", "atom") for part in keys.parts):
            numbers = {key: self._numbers(key) for key in groups}
            columns = list(zip(*numbers.values(), strict=True))
            lows = [min(column) for column in columns]
            spans = [max(column) - low + 1 for column, low in zip(columns, lows, strict=True)]
            size = math.prod(spans)
            if size <= max(4096, 16 * len(groups)):
                return *self._direct(name, groups, numbers, keys, lows, spans, size), True
        return *self._hashed(name, groups, keys), False

    def _numbers(self, key: Seen) -> tuple[int, ...]:
        return tuple(value if value.__class__ is int else (self._names.address_of(value) or 0) >> 3 for value in key)

    def _direct(
        self,
        name: str,
        groups: Groups,
        numbers: dict[Seen, tuple[int, ...]],
        keys: TableKeys,
        lows: list[int],
        spans: list[int],
        size: int,
    ) -> tuple[list[Seen], list[str]]:
        slots: dict[int, Seen] = {}
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
        params = [f"{'Word' if kind == 'term' else 'int64_t'} k{i}" for i, kind in enumerate(keys.kinds)]
        tests = [
            f"(uint64_t)n{i} - (uint64_t){low} >= {span}u" if low >= 0 else f"(uint64_t)n{i} + {-low}u >= {span}u"
            for i, (low, span) in enumerate(zip(lows, spans, strict=True))
        ]
        slot_text = "0"
        for i, (low, span) in enumerate(zip(lows, spans, strict=True)):
            own = f"(n{i} - {low})" if low else f"n{i}"
            slot_text = own if not i else f"({slot_text}) * {span} + {own}"
        body = [
            f"static inline Rows {name}_find({', '.join(params)})",
            "{",
            *keys.taking_apart(),
            *[f"    int64_t n{i} = {number};" for i, number in enumerate(keys.numbers())],
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

    def _hashed(self, name: str, groups: Groups, keys: TableKeys) -> tuple[list[Seen], list[str]]:
        size, count = 4, len(keys.parts)
        while size < 2 * len(groups):
            size *= 2
        slots: list[tuple[tuple[int, ...], int, int] | None] = [None] * size
        total = 0
        for key, listed in groups.items():
            words = tuple(
                value if part.kind == "term" else self._names.address_of(value) or 0
                for value, part in zip(key, keys.parts, strict=True)
            )
            at = _hash(words) & (size - 1)
            while slots[at] is not None:
                at = (at + 1) & (size - 1)
            slots[at] = (words, total, total + len(listed))
            total += len(listed)
        rows = []
        for slot in slots:
            words, start, end = slot if slot is not None else ((0,) * count, 0, 0)
            rows.append(f"    {{{{{', '.join(f'0x{word:x}u' for word in words)}}}, {start}, {end}}},")
        params = [f"Word k{i}" for i in range(len(keys.kinds))]
        same = " && ".join(f"slot->known[{i}] == known[{i}]" for i in range(count))
        return list(groups), [
            f"static const struct {{ Word known[{count}]; uint32_t from, to; }} {name}_slots[] = {{",
            *rows,
            "};",
            f"static inline Rows {name}_find({', '.join(params)})",
            "{",
            *keys.taking_apart(),
            f"    Word known[] = {{{', '.join(keys.words())}}};",
            f"    for (size_t at = hash_known(known, {count});; at++) {{",
            f"        const __auto_type slot = &{name}_slots[at & {size - 1}];",
            "        if (slot->from == slot->to)",
            "            return (Rows){0, 0};",
            f"        if ({same})",
            "            return (Rows){slot->from, slot->to};",
            "    }",
            "}",
        ]


def _comparison(name: str, positions: list[int], numbers: tuple[int, ...]) -> list[str]:
    pairs = list(zip(numbers, positions, strict=True))
    tests = " && ".join(f"same_ground({name}_{position + 1}[row], k{i})" for i, position in pairs)
    params = "".join(f", Word k{i}" for i in numbers)
    return [f"static inline bool {name}_fits(uint32_t row{params})", "{", f"    return {tests};", "}"]


def _hash(words: tuple[int, ...]) -> int:
    value = 0
    for word in words:
        value = ((value ^ word) * _MIX) & _ALL
        value ^= value >> 32
    return value


def _integer_type(values: list[int]) -> str:
    low, high = min(values, default=0), max(values, default=0)
    for bits in (8, 16, 32):
        if -(1 << (bits - 1)) <= low and high < 1 << (bits - 1):
            return f"int{bits}_t"
    return "int64_t"
