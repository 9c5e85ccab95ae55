"""Moves as an interface writes and reads them: each is one word, and no two moves of a position are the same word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from pyengine.game import expand, offers
from pyengine.quoting import quote_line
from pyengine.texts import AnyGame, move_text, parse_move

KEPT: Final = 512
"""Positions whose moves are kept: lines of play go through the same ones again and again."""
MOST_WORDS: Final = 8
"""Words that the text of one move may have."""


class MoveTexts:
    """The moves of one game as words.

    Where the rules say by which squares a move goes (`move_coordinates/3`), that is the word, as in e2e4 and e7e8q;
    else it is the game's own text, with its blanks as underscores, or a term where that text is empty or stands for
    several moves.
    """

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._words = lru_cache(KEPT)(self._words_of)

    def word(self, move: Any, state: Any) -> str:
        """Write a legal move of a position."""
        words: dict[Any, str] = self._words(state)
        return words[move] if move in words else self._plain(move, state)

    def line(self, line: Sequence[Any], state: Any) -> list[str]:
        """Write the moves of a line that starts in a position."""
        words = []
        for move in line:
            words.append(self.word(move, state))
            state = self._game.result(state, move)
        return words

    def read(self, words: Sequence[str], state: Any) -> tuple[Any, int]:
        """Read the first move of some words, and say how many of them it takes; what the game reads counts as well."""
        moves = {word: move for move, word in self._words(state).items()}
        for count in range(1, min(len(words), MOST_WORDS) + 1):
            if (word := "_".join(words[:count])) in moves:
                return moves[word], count
        return parse_move(self._game, words[0], state), 1

    def _words_of(self, state: Any) -> dict[Any, str]:
        moves = tuple(dict.fromkeys(expand(self._game, state).moves))
        words = {move: self._plain(move, state) for move in moves}
        counted = Counter(words.values())
        return {move: word if word and counted[word] == 1 else self._term(move) for move, word in words.items()}

    def _plain(self, move: Any, state: Any) -> str:
        game: Any = self._game
        if offers(game, "move_coordinates") and (text := game.move_coordinates(move, state)) is not None:
            return _word(str(text))
        return _word(move_text(game, move, state))

    def _term(self, move: Any) -> str:
        game: Any = self._game
        return _word(str(game.move_text(move) if hasattr(game, "term") else move))


def _word(text: str) -> str:
    return quote_line("_".join(text.split()))
