"""How fast a game written in Prolog is searched: tic-tac-toe by one plain alpha-beta loop, as ratios in one run.

    python benchmarks/border.py

Four ways to play the same game are searched from the empty board, without a transposition table:

- rules/tictactoe.pl through pyengine's border, one crossing for each position;
- the same rules, one `Prolog.query` of pyswip for each position (every hundredth or so that the search visits);
- a hand-written Python class with the six methods of a game, and once more with an `expand` of its own;
- easyAI's Negamax (alpha-beta as well) on easyAI's own TicTacToe.

The rate is positions visited per second of processor time. Rounds alternate, and the best of each way counts, so that
whatever else the computer does hits all alike.
"""

from __future__ import annotations

import contextlib
import io
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pyengine.game import Expansion, expand
from pyengine.language.reading.files import open_source
from pyengine.language.reading.reader import read_program
from pyengine.language.shipped import shipped
from pyengine.reasoners.swi.swi_game import SwiGame

ROUNDS = 12
SAMPLE = 200
Expand = Callable[[Any], Expansion[Any, Any]]


class Search:
    """Plain alpha-beta, fail-soft, for two players; counts the positions that it visits."""

    def __init__(self, expand_: Expand) -> None:
        self.expand = expand_
        self.visited = 0

    def value(self, root: Any) -> float:
        """Give the value of a position for MAX."""
        expand_, visited = self.expand, 0

        def value(state: Any, alpha: float, beta: float) -> float:
            nonlocal visited
            visited += 1
            mover, children, _, utilities = expand_(state)
            if utilities is not None:
                return utilities[0]  # type: ignore[no-any-return]
            if mover == 0:
                best = -2.0
                for child in children:
                    found = value(child, alpha, beta)
                    if found > best:
                        best = found
                        if best >= beta:
                            break
                        if best > alpha:
                            alpha = best
            else:
                best = 2.0
                for child in children:
                    found = value(child, alpha, beta)
                    if found < best:
                        best = found
                        if best <= alpha:
                            break
                        if best < beta:
                            beta = best
            return best

        found = value(root, -2.0, 2.0)
        self.visited += visited
        return found


class State(NamedTuple):
    """A hand-written position: whose turn it is (0 or 1), and the cells."""

    mover: int
    cells: tuple[int, ...]


LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class HandWritten:
    """Tic-tac-toe as one would write it in Python: cells are 0, 1, or 2 for empty."""

    players = (0, 1)
    initial = State(0, (2,) * 9)

    def to_move(self, state: State) -> int:
        """Whose turn it is."""
        return state.mover

    def actions(self, state: State) -> list[int]:
        """The empty cells."""
        return [index for index, cell in enumerate(state.cells) if cell == 2]

    def result(self, state: State, move: int) -> State:
        """The position after a mark."""
        cells = list(state.cells)
        cells[move] = state.mover
        return State(1 - state.mover, tuple(cells))

    def _won(self, state: State) -> bool:
        last, cells = 1 - state.mover, state.cells
        return any(cells[a] == cells[b] == cells[c] == last for a, b, c in LINES)

    def is_terminal(self, state: State) -> bool:
        """A line, or a full board."""
        return self._won(state) or 2 not in state.cells

    def utility(self, state: State, player: int) -> int:
        """1, 0 or -1."""
        if not self._won(state):
            return 0
        return -1 if state.mover == player else 1


class HandWrittenFast(HandWritten):
    """The same, with all that a search asks in one method."""

    def expand(self, state: State) -> Expansion[State, int]:
        """All that a search asks of one position."""
        mover, cells = state
        last = 1 - mover
        for a, b, c in LINES:
            if cells[a] == last and cells[b] == last and cells[c] == last:
                return Expansion(0, (), (), (1, -1) if last == 0 else (-1, 1))
        moves = [index for index, cell in enumerate(cells) if cell == 2]
        if not moves:
            return Expansion(0, (), (), (0, 0))
        children = tuple(State(last, (*cells[:m], mover, *cells[m + 1 :])) for m in moves)
        return Expansion(mover, children, moves)


def by_query(game: SwiGame) -> Expand:
    """Expand by `Prolog.query`, as its documentation shows it: a position is text, and the solutions come one by one.

    Values are asked for as they are, since the plain ones that it gives do not read back.
    """
    from pyswip import Atom, Functor, Prolog

    def text(value: Any) -> str:
        if isinstance(value, Functor):
            return f"{text(value.name)}({','.join(map(text, value.args))})"
        if isinstance(value, list):
            return f"[{','.join(map(text, value))}]"
        return str(value.value) if isinstance(value, Atom) else str(value)

    rules = game._rules.loaded.rules

    def ask(state: str) -> Expansion[str, str]:
        goal = f"""( {rules}:terminal({state}) -> {rules}:utility({state}, Value), Player = none
                   ; {rules}:to_move({state}, Player), {rules}:move({state}, Move, Next) )"""
        solutions = Prolog.query(goal, normalize=False)
        answers = [{text(name): value for name, value in (pair.args for pair in pairs)} for pairs in solutions]
        player = text(answers[0]["Player"])
        if player == "none":
            return Expansion(0, (), (), (answers[0]["Value"], -answers[0]["Value"]))
        children = tuple(text(answer["Next"]) for answer in answers)
        return Expansion("xo".index(player), children, [text(answer["Move"]) for answer in answers])

    return ask


def easy_ai() -> tuple[int, float]:
    """Let easyAI's Negamax search its own game to the end: positions and seconds."""
    with contextlib.redirect_stdout(io.StringIO()):
        from easyAI import AI_Player, Negamax
        from easyAI.games.TicTacToe import TicTacToe

    class Counted(TicTacToe):  # type: ignore[misc]
        visited = 0

        def is_over(self) -> bool:
            Counted.visited += 1
            return bool(super().is_over())

    game = Counted([AI_Player(None), AI_Player(None)])
    search = Negamax(9)
    began = time.process_time()
    search(game)
    return Counted.visited, time.process_time() - began


def searched(expand_: Expand, initial: Any) -> tuple[int, float]:
    """Search to the end: positions and seconds."""
    search = Search(expand_)
    began = time.process_time()
    value = search.value(initial)
    seconds = time.process_time() - began
    assert value == 0, value
    return search.visited, seconds


def sampled(expand_: Expand, states: list[str]) -> tuple[int, float]:
    """Expand some positions: how many, and seconds."""
    began = time.process_time()
    for state in states:
        expand_(state)
    return len(states), time.process_time() - began


def sample(game: SwiGame) -> list[str]:
    """Take positions, as text, at even distances from those that the search visits."""
    visited: list[bytes] = []

    def noting(state: bytes) -> Expansion[bytes, Any]:
        visited.append(state)
        return game.expand(state)

    Search(noting).value(game.initial)
    return [game.text(state) for state in visited[:: len(visited) // SAMPLE]]


def main() -> None:
    """Measure all ways in turn and print the rates and the ratios."""
    source, _ = open_source(Path(shipped("rules")) / "tictactoe.pl")
    game = SwiGame(read_program(source)[0])
    positions = sample(game)
    plain, fast = HandWritten(), HandWrittenFast()
    ways: dict[str, Callable[[], tuple[int, float]]] = {
        "rules/tictactoe.pl, pyengine": lambda: searched(game.expand, game.initial),
        "the same, a Prolog.query each": lambda: sampled(by_query(game), positions),
        "hand-written Python, six methods": lambda: searched(lambda state: expand(plain, state), plain.initial),
        "hand-written Python, own expand": lambda: searched(fast.expand, fast.initial),
        "easyAI Negamax, its TicTacToe": easy_ai,
    }
    best = dict(_best(ways))
    ours = best["rules/tictactoe.pl, pyengine"]
    print(f"{'':36}{'positions/s':>12}{'µs each':>10}{'pyengine is':>14}")
    for name, rate in best.items():
        print(f"{name:36}{rate:12,.0f}{1e6 / rate:10.1f}{ours / rate:13.2f}x")
    # Late positions have few moves, so that a query is cheap there; the first one has nine.
    opening = dict(_best({"border": lambda: repeated(game.expand, game.initial, 500),
                          "query": lambda: repeated(by_query(game), game.text(game.initial), 20)}))  # fmt: skip
    print(f"the empty board alone: {opening['border'] / opening['query']:.0f}x a Prolog.query")


def repeated(expand_: Expand, state: Any, times: int) -> tuple[int, float]:
    """Expand one position again and again: how often, and seconds."""
    began = time.process_time()
    for _ in range(times):
        expand_(state)
    return times, time.process_time() - began


def _best(ways: dict[str, Callable[[], tuple[int, float]]]) -> Iterator[tuple[str, float]]:
    rates: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, way in ways.items():
            positions, seconds = way()
            rates[name].append(positions / seconds)
    for name, found in rates.items():
        yield name, max(found)


if __name__ == "__main__":
    main()
