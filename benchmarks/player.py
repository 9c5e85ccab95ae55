"""One player of `strength.py`: a process of its own, with whichever pyengine is on the path.

python benchmarks/player.py GAME REASONER SECONDS

It says `ready`. Then each line is the moves of a game so far, as a list in JSON; it answers each by a line with its
move, and what that took. It asks pyengine only for what early versions have too.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


class Player:
    """Plays one game after the other, so many seconds a move."""

    def __init__(self, name: str, reasoner: Any, seconds: float) -> None:
        import pyengine

        self._search, self._limit = pyengine.search, pyengine.Limit(seconds=seconds)
        self._game = pyengine.load(name, reasoner=reasoner)
        pyengine.search(self._game, limit=pyengine.Limit(depth=1))  # what is made once is made now
        self._moves: list[str] = []
        self._state: Any = self._game.initial

    def answer(self, moves: list[str]) -> dict[str, Any]:
        """Choose a move after those that were played."""
        if moves[: len(self._moves)] != self._moves:
            self._moves, self._state = [], self._game.initial
        for move in moves[len(self._moves) :]:
            self._state = self._game.result(self._state, self._game.parse_move(move, self._state))
        self._moves = moves
        began = time.perf_counter()
        found = self._search(self._game, self._state, limit=self._limit)
        seconds = time.perf_counter() - began
        return {"move": self._name(found.best), "nodes": found.nodes, "depth": found.depth, "seconds": seconds}

    def _name(self, move: Any) -> str:
        """Write a move so that it can be read again: as a term, where its notation stands for several moves."""
        text: str = self._game.move_text(move, self._state)
        try:
            is_told = self._game.parse_move(text, self._state) == move
        except Exception:  # which of its errors an early version raises is not known here
            is_told = False
        return text if is_told else str(self._game.move_text(move))


def main() -> None:
    """Answer until there is nothing more to answer."""
    name, reasoner, seconds = sys.argv[1:]
    player = Player(name, reasoner, float(seconds))
    print("ready", flush=True)
    for line in sys.stdin:
        print(json.dumps(player.answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
