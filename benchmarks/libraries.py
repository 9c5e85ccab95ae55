"""How fast the search driver is against other Python libraries.

Every ratio compares two runs of one process on the same Python functions for the rules of the game: the other library
gets them through a thin class of its own kind. Run it as `python benchmarks/libraries.py`; about a minute.
"""

# ruff: noqa: D102  the methods of the games are those of the Game protocol
from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Hashable
from typing import Any

from rich.table import Table as Sheet
from search import CONSOLE, Connect

from pyengine.search import PLAIN, solve

REPEATS = 3


class TicTacToe(Connect):
    """Tic-tac-toe and the m,n,k-games by the same board, without gravity: a move is a cell."""

    def __init__(self, width: int = 3, height: int = 3, length: int = 3) -> None:
        super().__init__(width, height, length)
        self.cells = [1 << (self.column * x + y) for y in range(height) for x in range(width)]

    def actions(self, state: tuple[int, int]) -> list[int]:
        taken = state[0] | state[1]
        return [cell for cell, bit in enumerate(self.cells) if not taken & bit]

    def result(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        first, second = state
        if first.bit_count() == second.bit_count():
            return first | self.cells[move], second
        return first, second | self.cells[move]


class Nim:
    """Nim, who takes the last disk wins: a position is who moves and the piles."""

    players = ("max", "min")

    def __init__(self, *piles: int) -> None:
        self.initial = (0, piles)

    def to_move(self, state: tuple[int, tuple[int, ...]]) -> str:
        return self.players[state[0]]

    def actions(self, state: tuple[int, tuple[int, ...]]) -> list[tuple[int, int]]:
        return [(pile, count) for pile, size in enumerate(state[1]) for count in range(1, size + 1)]

    def result(self, state: tuple[int, tuple[int, ...]], move: tuple[int, int]) -> tuple[int, tuple[int, ...]]:
        mover, piles = state
        pile, count = move
        return 1 - mover, (*piles[:pile], piles[pile] - count, *piles[pile + 1 :])

    def is_terminal(self, state: tuple[int, tuple[int, ...]]) -> bool:
        return not any(state[1])

    def utility(self, state: tuple[int, tuple[int, ...]], player: object) -> int:
        return 1 if player != self.players[state[0]] else -1


def timed(run: Callable[[], Any], repeats: int = REPEATS) -> tuple[float, Any]:
    """Give the best processor time of some runs, which is the one least disturbed, and what the run gave."""
    best = float("inf")
    for _ in range(repeats):
        start = time.process_time()
        found = run()
        best = min(best, time.process_time() - start)
    return best, found


def count_positions(game: Any) -> int:
    """Count the distinct positions that can be reached."""
    seen: set[Hashable] = {game.initial}
    todo = [game.initial]
    while todo:
        state = todo.pop()
        if not game.is_terminal(state):
            new = {game.result(state, move) for move in game.actions(state)} - seen
            seen |= new
            todo.extend(new)
    return len(seen)


def against_easyai(game: Any, plies: int, repeats: int = REPEATS) -> tuple[str, int, float, float]:
    """Solve a game by easyAI's Negamax with its table, and by `solve`.

    easyAI is given `unmake_move`, without which it would copy the game at every move.
    """
    from easyAI import Negamax, TranspositionTable, TwoPlayerGame

    class Wrapped(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.players = [None, None]
            self.current_player = 1
            self.state = game.initial
            self.before: list[Any] = []

        def possible_moves(self) -> list[int]:
            return game.actions(self.state)

        def make_move(self, move: int) -> None:
            self.before.append(self.state)
            self.state = game.result(self.state, move)

        def unmake_move(self, move: int) -> None:
            self.state = self.before.pop()

        def is_over(self) -> bool:
            return game.is_terminal(self.state)

        def scoring(self) -> int:
            return game.utility(self.state, game.players[self.current_player - 1])

        def ttentry(self) -> Hashable:
            return self.state

    def other() -> float:
        player = Negamax(plies, tt=TranspositionTable())
        player(Wrapped())
        return float(player.alpha)

    theirs, value = timed(other, repeats)
    ours, result = timed(lambda: solve(game), repeats)
    sign = (value > 0) - (value < 0)  # easyAI adds a little for a quick win
    assert sign == result.value, (value, result.value)
    return "easyAI Negamax with its table", count_positions(game), theirs, ours


def against_openspiel() -> list[tuple[str, int, float, float]]:
    """Solve tic-tac-toe by OpenSpiel's alpha-beta in Python: on the same rules, and on its own Python game."""
    if importlib.util.find_spec("pyspiel") is None:
        CONSOLE.print("open_spiel is not installed (pip install open_spiel): no comparison with it")
        return []
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search
    from open_spiel.python.games import tic_tac_toe  # noqa: F401  it registers python_tic_tac_toe

    game = TicTacToe()
    own = pyspiel.load_game("python_tic_tac_toe")

    class State:
        def __init__(self, state: tuple[int, int]) -> None:
            self.state = state

        def is_terminal(self) -> bool:
            return game.is_terminal(self.state)

        def player_return(self, player: int) -> int:
            return game.utility(self.state, game.players[player])

        def current_player(self) -> int:
            return game.players.index(game.to_move(self.state))

        def legal_actions(self) -> list[int]:
            return game.actions(self.state)

        def clone(self) -> State:
            return State(self.state)

        def apply_action(self, move: int) -> None:
            self.state = game.result(self.state, move)

    class Wrapped:
        def get_type(self) -> Any:
            return own.get_type()

        def num_players(self) -> int:
            return 2

        def new_initial_state(self) -> State:
            return State(game.initial)

    positions = count_positions(game)
    rows = []
    plain, result = timed(lambda: solve(game, options=PLAIN))
    theirs, found = timed(lambda: alpha_beta_search(Wrapped()))
    assert found[0] == result.value
    rows.append(("OpenSpiel alpha_beta_search, the same rules; no table here either", positions, theirs, plain))
    ours, _ = timed(lambda: solve(game))
    rows.append(("OpenSpiel alpha_beta_search, the same rules", positions, theirs, ours))
    theirs, found = timed(lambda: alpha_beta_search(own))
    assert found[0] == result.value
    rows.append(("OpenSpiel alpha_beta_search, its python_tic_tac_toe", positions, theirs, ours))
    return rows


def compare_libraries() -> None:
    """Show the ratios."""
    sheet = Sheet(title="Exact value of the start position: time to solve", title_justify="left")
    for heading in ("against", "game", "positions", "theirs", "pyengine", "ratio"):
        sheet.add_column(heading, justify="left" if heading in ("against", "game") else "right")
    rows = [
        ("three in a row with gravity, 5x4 (won)", against_easyai(Connect(5, 4, 3), 20)),
        ("three in a row with gravity, 4x5 (won)", against_easyai(Connect(4, 5, 3), 20)),
        ("three in a row, 4x3 (won)", against_easyai(TicTacToe(4, 3, 3), 12)),
        ("Nim 3,4,5,6,7,8 (won)", against_easyai(Nim(3, 4, 5, 6, 7, 8), 33, repeats=1)),
        ("Connect Four 4x4 (drawn)", against_easyai(Connect(4, 4), 16)),
    ]
    rows += [("tic-tac-toe", row) for row in against_openspiel()]
    for name, (against, positions, theirs, ours) in rows:
        sheet.add_row(against, name, f"{positions:,}", f"{theirs:.3f} s", f"{ours:.3f} s", f"{theirs / ours:.1f}")
    CONSOLE.print(sheet)


if __name__ == "__main__":
    compare_libraries()
