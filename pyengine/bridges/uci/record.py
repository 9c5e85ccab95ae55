"""The position that an interface has named, and the way to it: with each move it names the whole way again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pyengine.bridges.uci.commands import Place
from pyengine.bridges.uci.move_texts import MOST_WORDS, MoveTexts
from pyengine.errors import (
    IllegalMoveError,
    InvalidStateError,
    ProtocolError,
    RuleLimitError,
    RuleRuntimeError,
    TermSyntaxError,
)
from pyengine.game import expand
from pyengine.quoting import show_value
from pyengine.texts import AnyGame, parse_state

MOST_MOVES: Final = 20_000
MOST_CHARACTERS: Final = 1 << 16
"""Of one position: inside the rules, nothing stops a call for what is longer before its budget is used up."""


class Record:
    """The moves of a game so far. What two positions have in common is not read again."""

    def __init__(self, game: AnyGame, texts: MoveTexts, start: Any) -> None:
        self._game, self._texts, self._start = game, texts, start
        self._place = Place(None, ())
        self._steps: list[tuple[int, Any]] = [(0, start)]
        """After some words of the place, the position that they lead to."""

    @property
    def states(self) -> list[Any]:
        """All positions from the start on, as far as they were named."""
        return [state for _, state in self._steps]

    def go_to(self, place: Place, is_over: Callable[[], bool]) -> Any:
        """Give the position of a place; ProtocolError where it is none, or `is_over` while it is looked for."""
        if len(place.moves) > MOST_MOVES:
            raise ProtocolError(f"{len(place.moves)} moves are more than {MOST_MOVES}")
        steps = self._known(place)
        done = steps[-1][0]
        self._place, self._steps = place, steps
        while done < len(place.moves):
            if is_over():
                raise ProtocolError("the end has come first")
            state = steps[-1][1]
            try:
                move, count = self._texts.read(place.moves[done : done + MOST_WORDS], state)
            except (IllegalMoveError, TermSyntaxError) as error:
                self._place = Place(None, ())
                self._steps = [(0, self._start)]
                told = str(error).splitlines()[0]
                raise ProtocolError(f"move {done + 1}, {show_value(place.moves[done])}: {told}") from None
            done += count
            steps.append((done, self._game.result(state, move)))
        return steps[-1][1]

    def _known(self, place: Place) -> list[tuple[int, Any]]:
        """Give the steps that were made before, at least that to where the place begins."""
        if place.start != self._place.start:
            return [(0, self._start if place.start is None else self._read(place.start))]
        common = 0
        for old, new in zip(self._place.moves, place.moves, strict=False):
            if old != new:
                break
            common += 1
        return [step for step in self._steps if step[0] <= common]

    def _read(self, text: str) -> Any:
        """Read a position, and ask the rules about it: any term can be one, whatever it says."""
        if len(text) > MOST_CHARACTERS:
            raise ProtocolError(f"a position of {len(text)} characters is too long")
        try:
            state = parse_state(self._game, text)
            expand(self._game, state)
        except (InvalidStateError, TermSyntaxError) as error:
            raise ProtocolError(f"{show_value(text)} is no position: {str(error).splitlines()[0]}") from None
        except RuleLimitError:
            raise
        except RuleRuntimeError as error:
            raise ProtocolError(f"{show_value(text)} is no position: {error.reason}") from None
        return state
