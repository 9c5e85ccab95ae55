"""Positions set up by hand: which parts of a position stand for a cell is found by changing them, one at a time.

Rules say how a position is shown, not how a board is read. Where another atom in the place of one changes one cell and
nothing else, that part of the term is the cell; where another bit of a number does, that bit is, in all numbers that
have such bits. In the same way the part is found that says whose turn it is. What the notation of a game would read
back as something else is no position. Where all this finds nothing, positions are set up as text.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, combinations
from typing import Any, Final

from pyengine.boards.picture import layout_of, named_rows
from pyengine.errors import InvalidStateError, PyengineError
from pyengine.quoting import show_value
from pyengine.search import playout
from pyengine.studio.loaded_game import Game, LoadedGame
from pyengine.studio.protocol import Arrange, GamePlace
from pyengine.terms import Compound, List, Term
from pyengine.texts import parse_state, state_text

Path = tuple[int, ...]
"""The way to a part of a term: which of its parts, which of theirs."""

MOST_PARTS: Final = 200
MOST_VALUES: Final = 8
MOST_BITS: Final = 128
MOST_NUMBERS: Final = 6
"""What is tried at most: parts, values in the place of each, bits of a number, numbers that share bits."""
SMALL_BITS: Final = 24
"""Bits after which a number is taken for one that is no set of cells, if there has been one cell or none."""
LARGEST: Final = 9
"""Numbers to which a cell can be set, if it has no larger one."""
SLOW_SECONDS: Final = 0.2
"""How long a board may take for a number to be tried further: a heap of 2**100 matches is no board."""
ANOTHER_BOARD: Final = ""
"""Stands for a cell where a change gives the board other cells."""
MOST_CELLS: Final = 10
"""Cells of which it is told what can be put there."""
GAMES: Final = 2
PLIES: Final = 30
"""Games played at random to see what positions are made of."""


def set_up(loaded: LoadedGame, asked: Arrange) -> tuple[GamePlace, list[str]]:
    """Put something on cells, and give the place of that position; also all that can be put there.

    InvalidStateError where the board cannot be read back, or the rules know no such position.
    """
    before = state = loaded.state(asked.place)
    arrangement = Arrangement(loaded.game, state)
    for cell, text in asked.cells.items():
        state = arrangement.put(state, cell, text)
    if asked.mover is not None:
        state = turned(loaded.game, state, asked.mover)
    if state == before:
        return asked.place, arrangement.pieces(state)
    place = GamePlace(state_text(loaded.game, state))
    read = loaded.state(place)
    if _shown(loaded.game, read) != _shown(loaded.game, state):
        raise InvalidStateError(f"the rules take {show_value(place.start)} for another position")
    return place, arrangement.pieces(read)


class Arrangement:
    """The parts of a game's positions, and the cells that they stand for, found at one of them."""

    def __init__(self, game: Game, state: Any) -> None:
        self._game = game
        self._values = _values(game, state)
        self._parts: dict[str, Path] = {}
        self._bits: dict[str, int] = {}
        self._numbers: list[Path] = []
        term, shown = game.term(state), _shown(game, state)
        for path, part in _parts(term):
            if shown and type(part) is int:
                self._find_bits(term, path, part, shown)
            elif shown:
                self._find_cell(term, path, shown)

    def _find_cell(self, term: Term, path: Path, shown: dict[str, str]) -> None:
        found = {self._changed(_replaced(term, path, value), shown) for value in self._values} - {None, ANOTHER_BOARD}
        if len(found) == 1 and (cell := found.pop()) is not None:
            self._parts.setdefault(cell, path)

    def _find_bits(self, term: Term, path: Path, number: int, shown: dict[str, str]) -> None:
        """Find the cells that bits of a number stand for, or the one cell that shows the number itself."""
        found: dict[str, int] = {}
        for bit in range(MOST_BITS if number >= 0 and len(self._numbers) < MOST_NUMBERS else 0):
            began = time.perf_counter()
            cell = self._changed(_replaced(term, path, number ^ 1 << bit), shown)
            if cell is not None:
                found.setdefault(cell, bit)
            if time.perf_counter() - began > SLOW_SECONDS or cell == ANOTHER_BOARD:
                return
            if bit >= SMALL_BITS and len(found) <= 1:
                break
        if len(found) == 1:
            self._parts.setdefault(next(iter(found)), path)
        elif found and all(self._bits.get(cell, bit) == bit for cell, bit in found.items()):
            self._numbers.append(path)
            self._bits |= found

    def _changed(self, term: Term, shown: dict[str, str]) -> str | None:
        """Name the one cell that a change of a position changes; None where it changes none, or several."""
        with suppress(PyengineError):
            after = _shown(self._game, self._game.state(term))
            if after.keys() != shown.keys():
                return ANOTHER_BOARD
            changed = [name for name in shown if after[name] != shown[name]]
            return changed[0] if len(changed) == 1 else None
        return None

    def pieces(self, state: Any) -> list[str]:
        """List all that can be put on some cell, of as many as are tried."""
        cells = [*self._parts, *self._bits]
        tried = cells[:: max(1, len(cells) // MOST_CELLS)]
        return sorted(set().union(*(self._choices(state, cell) for cell in tried)))

    def put(self, state: Any, cell: str, text: str) -> Any:
        """Put something on a cell."""
        choices = self._choices(state, cell)
        if text not in choices:
            known = ", ".join(map(show_value, sorted(choices))) or "nothing: set the position up as text"
            raise InvalidStateError(f"{show_value(text)} cannot be put on {show_value(cell)}; there can be {known}")
        return choices[text]

    def _choices(self, state: Any, cell: str) -> dict[str, Any]:
        """Give the positions in which something else is on a cell, by what it is; of several, what a notation reads."""
        shown = _shown(self._game, state)
        found = {shown[cell]: (True, state)} if cell in shown else {}
        for term in self._terms(self._game.term(state), cell):
            with suppress(PyengineError):
                other = self._game.state(term)
                after = _shown(self._game, other)
                if {**after, cell: ""} == {**shown, cell: ""} and not found.get(after[cell], (False, None))[0]:
                    sound = _read_back(self._game, other) == other
                    if sound or after[cell] not in found:
                        found[after[cell]] = sound, other
        return {text: other for text, (_, other) in found.items()}

    def _terms(self, term: Term, cell: str) -> Iterator[Term]:
        """Give all that can be said of a cell, the simplest first."""
        if cell in self._parts:
            part = _part(term, self._parts[cell])
            values = range(max(LARGEST, part) + 1) if type(part) is int else self._values
            yield from (_replaced(term, self._parts[cell], value) for value in values)
        if cell in self._bits:
            bit = 1 << self._bits[cell]
            for ones in _subsets(self._numbers):
                changed = term
                for path in self._numbers:
                    number = _part(term, path)
                    assert isinstance(number, int)
                    changed = _replaced(changed, path, number | bit if path in ones else number & ~bit)
                yield changed


def _read_back(game: Game, state: Any) -> Any:
    """Give what the notation of a position, where rules have one, reads back as; None where it is no position."""
    if "notation" not in game.offers:
        return state
    try:
        return parse_state(game, state_text(game, state))
    except PyengineError:
        return None


def turned(game: Game, state: Any, mover: int) -> Any:
    """Let it be somebody's turn."""
    if not 0 <= mover < len(game.players):
        raise InvalidStateError(f"there is no player {mover}")
    if game.to_move(state) == game.players[mover]:
        return state
    shown = _shown(game, state)
    for term in _turns(game.term(state), game.players, mover):
        with suppress(PyengineError):
            other = game.state(term)
            if game.to_move(other) == game.players[mover] and _shown(game, other) == shown:
                return other
    raise InvalidStateError("whose turn it is cannot be set by hand here: set the position up as text")


def _turns(term: Term, players: tuple[Term, ...], mover: int) -> Iterator[Term]:
    """Name another player, and, where numbers are those of who moves and of the other, exchange two of them."""
    parts = list(_parts(term))
    numbers = [path for path, part in parts if type(part) is int][:MOST_NUMBERS]
    for path, part in parts:
        if part in players:
            turned = _replaced(term, path, players[mover])
            yield turned
            for one, other in combinations(numbers, 2):
                yield _replaced(_replaced(turned, one, _part(term, other)), other, _part(term, one))


def _shown(game: Game, state: Any) -> dict[str, str]:
    """Give what each cell shows; nothing where the game has no board of rows."""
    rows = named_rows(game, state, layout_of(game)) or ()
    return {cell.name: cell.text for row in rows for cell in row}


def _values(game: Game, state: Any) -> list[Term]:
    """List the atoms that positions of a game have, the most frequent first."""
    counts: dict[Term, int] = {}
    for seed in range(GAMES):
        with suppress(PyengineError):
            reached = state
            for move in (None, *playout(game, seed, state, plies=PLIES).moves):
                reached = reached if move is None else game.result(reached, move)
                for _, part in _parts(game.term(reached)):
                    if type(part) is not int:
                        counts[part] = counts.get(part, 0) + 1
    return sorted(counts, key=lambda part: -counts[part])[:MOST_VALUES]


def _subsets(paths: Iterable[Path]) -> Iterator[tuple[Path, ...]]:
    known = tuple(paths)
    return chain.from_iterable(combinations(known, size) for size in range(len(known) + 1))


def _parts(term: Term) -> Iterator[tuple[Path, Term]]:
    """Give the atoms, numbers and strings of a term, each with the way to it."""
    waiting: list[tuple[Path, Term]] = [((), term)]
    given = 0
    while waiting and given < MOST_PARTS:
        path, part = waiting.pop()
        if inner := _inner(part):
            waiting += [((*path, place), below) for place, below in reversed(list(enumerate(inner)))]
        else:
            given += 1
            yield path, part


def _inner(term: Term) -> tuple[Term, ...]:
    if isinstance(term, Compound):
        return term.args
    return tuple(term) if isinstance(term, List) and term.is_proper else ()


def _part(term: Term, path: Path) -> Term:
    return _part(_inner(term)[path[0]], path[1:]) if path else term


def _replaced(term: Term, path: Path, value: Term) -> Term:
    """Put a value in the place of a part."""
    if not path:
        return value
    inner = list(_inner(term))
    inner[path[0]] = _replaced(inner[path[0]], path[1:], value)
    return Compound(term.name, tuple(inner)) if isinstance(term, Compound) else List(tuple(inner))
