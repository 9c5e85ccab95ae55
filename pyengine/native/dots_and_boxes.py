"""Dots and Boxes: draw lines in turn; who closes a box scores it and moves again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from itertools import product
from typing import Final, NamedTuple

from pyengine.errors import InvalidStateError, ParameterError
from pyengine.game import Expansion
from pyengine.native.base import ExpandingGame, require_board
from pyengine.native.coins import Coin, Part, parts_left
from pyengine.terms import Number

SIGNS: Final = {"a": 1, "b": -1}
OPPONENTS: Final = {"a": "b", "b": "a"}
LONG: Final = 3
"""So many boxes make a chain long."""

WEIGHTS: Final[Mapping[object, Mapping[str, Number]]] = {
    1: {"margin": 1},
    4: {"margin": 2, "threes": 0.75, "twos": -0.5},
    5: {"margin": 2, "twos": 1},
    6: {"margin": 2, "threes": 1},
    7: {"margin": 2, "fours": 1},
    "chains": {"margin": 1, "threes": 0.75, "chains": -0.5, "loops": -0.5, "control": 1},
}
"""The evaluations, as weights of features."""


class Line(NamedTuple):
    """A line above (h) or to the left (v) of the box in a row and column."""

    way: str
    row: int
    column: int

    def __str__(self) -> str:
        return f"{self.way}({self.row},{self.column})"


class Position(NamedTuple):
    """Whose turn it is, the boxes of a minus those of b, and the lines that are drawn, as bits.

    Where owners are kept, further bits above those of the lines tell the boxes of b.
    """

    player: str
    margin: int
    lines: int


class Sketch:
    """Where the lines and boxes of a board are: a line is a bit, the first the highest, a box four of them."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        across = [Line("h", row, column) for row in range(1, rows + 2) for column in range(1, columns + 1)]
        down = [Line("v", row, column) for row in range(1, rows + 1) for column in range(1, columns + 2)]
        self.lines = across + down
        self.count = len(self.lines)
        self.bits = {line: 1 << self.count - number for number, line in enumerate(self.lines, 1)}
        self.boxes = [self._box(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
        self.touching = {line: tuple(box for box in self.boxes if box & bit) for line, bit in self.bits.items()}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sketch) and (self.rows, self.columns) == (other.rows, other.columns)

    def __hash__(self) -> int:
        return hash((self.rows, self.columns))

    def _box(self, row: int, column: int) -> int:
        above, below = Line("h", row, column), Line("h", row + 1, column)
        left, right = Line("v", row, column), Line("v", row, column + 1)
        return sum(self.bits[side] for side in (above, below, left, right))

    @cached_property
    def outer(self) -> dict[int, list[int]]:
        """The lines of each box that border no other; they are all alike."""
        return {box: [self.bits[line] for line in self.lines if self.touching[line] == (box,)] for box in self.boxes}

    @cached_property
    def fillings(self) -> list[tuple[int, list[int]]]:
        """The outer lines of each box that has several, with the first none, one, two … of them."""
        groups = (bits for bits in self.outer.values() if len(bits) > 1)
        return [(sum(bits), [sum(bits[:count]) for count in range(len(bits) + 1)]) for bits in groups]

    @cached_property
    def ties(self) -> list[tuple[int, int, list[tuple[int, int]]]]:
        """Each box as a bit, its outer lines, and its other lines with the box beyond."""
        numbers = {box: 1 << number for number, box in enumerate(self.boxes)}
        found = []
        for box, bit in numbers.items():
            beyond = [(box & other, numbers[other]) for other in self.boxes if other != box and other & box]
            found.append((bit, sum(self.outer[box]), beyond))
        return found

    def coins(self, lines: int) -> list[Coin]:
        """Give the boxes with open sides, and what these tie them to."""
        coins = (
            Coin(bit, (outer & ~lines).bit_count(), sum(other for line, other in ties if not line & lines))
            for bit, outer, ties in self.ties
        )
        return [coin for coin in coins if coin.ground or coin.tied]

    @cached_property
    def images(self) -> list[list[list[int]]]:
        """Each symmetry as tables, one for each byte of a set of lines, that give the image of the byte."""
        carried = {tuple(self._carry(symmetry)) for symmetry in self._symmetries()}
        return [self._tables(image) for image in sorted(carried)]

    def _symmetries(self) -> Iterator[Callable[[Line], Line]]:
        rows, columns = self.rows, self.columns

        def moved(line: Line, turned_over: bool, upside_down: bool, mirrored: bool) -> Line:
            if turned_over:
                line = Line("v" if line.way == "h" else "h", line.column, line.row)
            if upside_down:
                line = line._replace(row=rows + (2 if line.way == "h" else 1) - line.row)
            if mirrored:
                line = line._replace(column=columns + (2 if line.way == "v" else 1) - line.column)
            return line

        for turned_over, upside_down, mirrored in product((False, True), repeat=3):
            if not turned_over or rows == columns:
                yield partial(moved, turned_over=turned_over, upside_down=upside_down, mirrored=mirrored)

    def _carry(self, symmetry: Callable[[Line], Line]) -> Iterator[int]:
        """Give the image of each line, the lowest bit first; the first outer line of a box stays the first."""
        for line in reversed(self.lines):
            image = symmetry(line)
            if len(self.touching[line]) == 1:
                (box,), (image_box,) = self.touching[line], self.touching[image]
                yield self.outer[image_box][self.outer[box].index(self.bits[line])]
            else:
                yield self.bits[image]

    def _tables(self, image: tuple[int, ...]) -> list[list[int]]:
        tables = []
        for start in range(0, self.count, 8):
            table = [0]
            for bit in image[start : start + 8]:
                table += [bit | entry for entry in table]
            tables.append(table)
        return tables


class DotsAndBoxes(ExpandingGame[Position, Line]):
    """The worth of the game is the margin of the first player, in boxes."""

    players = ("a", "b")
    layout = "dots"
    initial = Position("a", 0, 0)

    def __init__(
        self, rows: int = 2, columns: int = 2, eval: int | str = 1, owners: bool = False, alike: str = "board"
    ) -> None:
        require_board(largest=400, rows=rows, columns=columns)
        if type(eval) not in (int, str) or eval not in WEIGHTS:
            raise ParameterError(f"eval is one of {', '.join(map(str, WEIGHTS))}, not {eval!r}")
        if not isinstance(owners, bool):
            raise ParameterError(f"owners is True or False, not {owners!r}")
        if alike not in ("board", "graph"):
            raise ParameterError(f"alike is board or graph, not {alike!r}")
        self.alike = alike
        self.weights = WEIGHTS[eval]
        self.sketch = Sketch(rows, columns)
        self.all_lines = (1 << self.sketch.count) - 1
        places = {box: self.sketch.count + place for place, box in enumerate(reversed(self.sketch.boxes))}
        self.owner_bits = {box: 1 << place for box, place in places.items()} if owners else {}
        self._moves = [(line, self.sketch.bits[line], self.sketch.touching[line]) for line in self.sketch.lines]

    def _draw(self, state: Position, bit: int, boxes: tuple[int, ...]) -> Position:
        player, margin, lines = state
        lines |= bit
        closed = sum(lines & box == box for box in boxes)
        if closed:
            if self.owner_bits and player == "b":
                lines |= sum(self.owner_bits[box] for box in boxes if lines & box == box)
            return Position(player, margin + SIGNS[player] * closed, lines)
        return Position(OPPONENTS[player], margin, lines)

    def is_terminal(self, state: Position) -> bool:
        """Tell whether all lines are drawn."""
        return state.lines & self.all_lines == self.all_lines

    def value(self, state: Position) -> int:
        """Give the margin of the first player."""
        return state.margin

    def expand(self, state: Position) -> Expansion[Position, Line]:
        """Give all that a search asks of a position."""
        if state.lines & self.all_lines == self.all_lines:
            return Expansion(0, (), (), (state.margin, -state.margin))
        left = [move for move in self._moves if not state.lines & move[1]]
        children = tuple(self._draw(state, bit, boxes) for _, bit, boxes in left)
        return Expansion(self.players.index(state.player), children, tuple(line for line, _, _ in left))

    def staticval(self, state: Position) -> Number:
        """Give the weighted sum of the features."""
        return sum(weight * self.feature(state, name) for name, weight in self.weights.items())

    def feature(self, state: Position, name: str) -> int:
        """Measure a feature of a position: the margin, control, or how many of something whose turn it is sees."""
        if name == "margin":
            return state.margin
        if name == "control":
            return self._control(state.lines)
        if name in SIDES:
            count = sum((state.lines & box).bit_count() == SIDES[name] for box in self.sketch.boxes)
        else:
            strings = self.strings(state.lines)
            count = sum(is_loop(*string) if name == "loops" else is_long_chain(*string) for string in strings)
        return SIGNS[state.player] * count

    def _control(self, lines: int) -> int:
        """Apply the long-chain rule: it is good for the first player where dots and long chains are even in number."""
        chains = sum(is_long_chain(*string) for string in self.strings(lines))
        dots = (self.sketch.rows + 1) * (self.sketch.columns + 1)
        return 0 if not chains else -1 if (dots + chains) % 2 else 1

    def strings(self, lines: int) -> list[tuple[int, int]]:
        """Join the boxes with two sides where they share an open one; give the open sides and the number of boxes."""
        strings: list[tuple[int, int]] = []
        for box in self.sketch.boxes:
            if (box & lines).bit_count() == 2:
                sides, boxes = box & ~lines, 1
                apart = []
                for other, count in strings:
                    if other & box & ~lines:
                        sides, boxes = sides | other, boxes + count
                    else:
                        apart.append((other, count))
                strings = [*apart, (sides, boxes)]
        return strings

    def order(self, state: Position, move: Line) -> int:
        """Prefer to close boxes, and to give none away."""
        lines = state.lines | self.sketch.bits[move]
        sides = [(lines & box).bit_count() for box in self.sketch.touching[move]]
        return 2 * sides.count(4) - sides.count(3)

    def noisy(self, state: Position) -> bool:
        """Tell whether there is a box to close."""
        return any((state.lines & box).bit_count() == 3 for box in self.sketch.boxes)

    def canonical(self, state: Position) -> Position | tuple[str, int, tuple[Part, ...]]:
        """Give the least of the images of a position, with the first outer lines of each box in place of others.

        Where graphs are alike, a position is what is left of it.
        """
        if self.alike == "graph":
            return state.player, state.margin, parts_left(self.sketch.coins(state.lines))
        lines = state.lines & self.all_lines  # who owns which box does not matter for what is to come
        for outer, fills in self.sketch.fillings:
            lines = lines & ~outer | fills[(lines & outer).bit_count()]
        parts = lines.to_bytes(len(self.sketch.images[0]), "little")
        least = min(
            sum(table[part] for table, part in zip(tables, parts, strict=True)) for tables in self.sketch.images
        )
        return Position(state.player, state.margin, least)

    def board(self, state: Position) -> tuple[tuple[str, ...], ...]:
        """Give rows of dots with the lines across, in turn with rows of the lines down and the boxes."""
        rows, columns = self.sketch.rows, self.sketch.columns
        return tuple(tuple(self._cell(state.lines, y, x) for x in range(2 * columns + 1)) for y in range(2 * rows + 1))

    def _cell(self, lines: int, y: int, x: int) -> str:
        if y % 2 and x % 2:
            box = self.sketch.boxes[y // 2 * self.sketch.columns + x // 2]
            if lines & box != box:
                return "."
            return "closed" if not self.owner_bits else "b" if lines & self.owner_bits[box] else "a"
        if not y % 2 and not x % 2:
            return "+"
        line = Line("v" if y % 2 else "h", y // 2 + 1, x // 2 + 1)
        return "#" if lines & self.sketch.bits[line] else "."

    def show(self, state: Position) -> str:
        """Draw the dots and lines, and tell the boxes of both."""
        drawn = {line for line, bit, _ in self._moves if state.lines & bit}
        columns = range(1, self.sketch.columns + 1)
        rows = []
        for row in range(1, self.sketch.rows + 2):
            rows.append("+" + "".join(("---+" if Line("h", row, c) in drawn else "   +") for c in columns))
            if row <= self.sketch.rows:
                rows.append("   ".join("|" if Line("v", row, c) in drawn else " " for c in (*columns, columns.stop)))
        closed = sum(state.lines & box == box for box in self.sketch.boxes)
        a, b = (closed + state.margin) // 2, (closed - state.margin) // 2
        return "\n".join([*rows, f"{state.player} to move, boxes: a {a}, b {b}"])

    def text(self, state: Position) -> str:
        """Write the lines in Dots and Boxes notation, whose turn it is, the margin, and the boxes of b if kept."""
        count, boxes = self.sketch.count, len(self.sketch.boxes)
        owned = f" {state.lines >> count:0{boxes}b}" if self.owner_bits else ""
        return f"{state.lines & self.all_lines:0{count}b} {state.player} {state.margin}{owned}"

    def parse_state(self, text: str) -> Position:
        """Read a position that `text` wrote."""
        count, boxes = self.sketch.count, len(self.sketch.boxes)
        owned = rf" ([01]{{{boxes}}})" if self.owner_bits else "()"
        found = re.fullmatch(rf"([01]{{{count}}}) ([ab]) (-?[0-9]{{1,99}}){owned}", text.strip())
        if not found:
            told = f"{count} digits 0 or 1, the player a or b, a margin, and {boxes} digits 0 or 1"
            if not self.owner_bits:
                told = f"{count} digits 0 or 1, the player a or b, and a margin"
            raise InvalidStateError(f"{text} is not {told}")
        lines, owners = int(found[1], base=2), int(found[4] or "0", base=2)
        return Position(found[2], int(found[3]), lines | owners << count)


SIDES: Final = {"twos": 2, "threes": 3, "fours": 4}
"""The features that count the boxes with so many sides."""


def is_loop(sides: int, boxes: int) -> bool:
    """Tell whether a string of boxes bites its tail: it has as many open sides as boxes."""
    return sides.bit_count() == boxes


def is_long_chain(sides: int, boxes: int) -> bool:
    """Tell whether a string of boxes is a long chain: it has one more open side than boxes."""
    return boxes >= LONG and sides.bit_count() > boxes
