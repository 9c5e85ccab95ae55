"""How fast the search driver is, against other Python libraries and against itself without its techniques.

Every ratio compares two runs of one process on the same Python functions for the rules of the game: the other library
gets them through a thin class of its own kind. Run it as `python benchmarks/search.py`; about a minute.
"""

# ruff: noqa: D102  the methods of the games are those of the Game protocol
from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any

from rich.console import Console
from rich.table import Table as Sheet

from pyengine.search import PLAIN, Limit, Options, Result, minimax, search, solve

REPEATS = 3
CONSOLE = Console(width=150)


class Connect:
    """Connect Four on a small board: a position is the discs of x, those of o, and who is to move, as bits."""

    players = ("x", "o")
    initial = (0, 0)

    def __init__(self, width: int = 4, height: int = 4, length: int = 4) -> None:
        self.width, self.height, self.length = width, height, length
        self.column = height + 1  # one bit above each column stays empty, so that no line runs over
        self.full = sum(((1 << height) - 1) << (self.column * x) for x in range(width))
        self.tops = [1 << (self.column * x + height - 1) for x in range(width)]
        self.bottoms = [1 << (self.column * x) for x in range(width)]
        self.columns = [((1 << height) - 1) << (self.column * x) for x in range(width)]

    def to_move(self, state: tuple[int, int]) -> str:
        return "x" if state[0].bit_count() == state[1].bit_count() else "o"

    def actions(self, state: tuple[int, int]) -> list[int]:
        taken = state[0] | state[1]
        return [x for x in range(self.width) if not taken & self.tops[x]]

    def result(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        first, second = state
        taken = first | second
        disc = (taken + self.bottoms[move]) & self.columns[move]
        if first.bit_count() == second.bit_count():
            return first | disc, second
        return first, second | disc

    def lined(self, discs: int) -> bool:
        for step in (1, self.column - 1, self.column, self.column + 1):
            run = discs
            for _ in range(self.length - 1):
                run &= run >> step
            if run:
                return True
        return False

    def is_terminal(self, state: tuple[int, int]) -> bool:
        last = state[1] if state[0].bit_count() == state[1].bit_count() else state[0]
        return self.lined(last) or state[0] | state[1] == self.full

    def utility(self, state: tuple[int, int], player: object) -> int:
        value = 1 if self.lined(state[0]) else -1 if self.lined(state[1]) else 0
        return value if player == "x" else -value


class Centred(Connect):
    """The same, with the columns in the middle first."""

    def order(self, state: tuple[int, int], move: int) -> int:
        return -abs(2 * move - self.width + 1)


class Estimated(Centred):
    """The same, with an estimate: discs count the more the nearer they are to the middle of the board."""

    def __init__(self, width: int = 7, height: int = 6, length: int = 4) -> None:
        super().__init__(width, height, length)
        masks: dict[int, int] = {}
        for x in range(width):
            for y in range(height):
                weight = min(x, width - 1 - x) * 2 + min(y, height - 1 - y)
                masks[weight] = masks.get(weight, 0) | 1 << (self.column * x + y)
        self.masks = tuple(masks.items())

    def staticval(self, state: tuple[int, int]) -> int:
        first, second = state
        if self.is_terminal(state):
            return self.utility(state, "x")
        return sum(weight * ((first & m).bit_count() - (second & m).bit_count()) for weight, m in self.masks)

    def utility(self, state: tuple[int, int], player: object) -> int:
        return 1000 * super().utility(state, player)


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


class Dots:
    """Dots and Boxes: a position is the drawn lines as bits, the margin of the first player, and who moves."""

    players = ("a", "b")
    initial = (0, 0, 0)

    def __init__(self, rows: int, columns: int) -> None:
        across = {(r, c): r * columns + c for r in range(rows + 1) for c in range(columns)}
        down = {(r, c): len(across) + r * (columns + 1) + c for r in range(rows) for c in range(columns + 1)}
        self.lines = len(across) + len(down)
        boxes = [
            1 << across[r, c] | 1 << across[r + 1, c] | 1 << down[r, c] | 1 << down[r, c + 1]
            for r in range(rows)
            for c in range(columns)
        ]
        self.full = (1 << self.lines) - 1
        self.boxes = boxes
        self.touching = [[box for box in boxes if box >> line & 1] for line in range(self.lines)]

    def to_move(self, state: tuple[int, int, int]) -> str:
        return self.players[state[2]]

    def actions(self, state: tuple[int, int, int]) -> list[int]:
        return [line for line in range(self.lines) if not state[0] >> line & 1]

    def result(self, state: tuple[int, int, int], move: int) -> tuple[int, int, int]:
        drawn, margin, mover = state
        drawn |= 1 << move
        closed = sum(box & drawn == box for box in self.touching[move])
        if not closed:
            return drawn, margin, 1 - mover
        return drawn, margin + (closed if mover == 0 else -closed), mover

    def is_terminal(self, state: tuple[int, int, int]) -> bool:
        return state[0] == self.full

    def utility(self, state: tuple[int, int, int], player: object) -> int:
        return state[1] if player == "a" else -state[1]

    def staticval(self, state: tuple[int, int, int]) -> int:
        return state[1]

    def order(self, state: tuple[int, int, int], move: int) -> int:
        return sum(4 - (box & ~state[0]).bit_count() == 3 for box in self.touching[move])


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


EFFECTS: list[tuple[str, Options]] = [
    ("alpha-beta, nothing else", PLAIN),
    ("  principal variation search", replace(PLAIN, algorithm="pvs")),
    ("  MTD(f)", replace(PLAIN, algorithm="mtdf")),
    ("  aspiration window, 1", replace(PLAIN, aspiration=1)),
    ("  killers, 2", replace(PLAIN, killers=2)),
    ("  history", replace(PLAIN, history=True)),
    ("  the game's order", replace(PLAIN, order=True)),
    ("  static values of successors (T1)", replace(PLAIN, static_order=True)),
    ("  the last iteration's values (T2)", replace(PLAIN, previous_order=True)),
    ("  table, its move not used", replace(PLAIN, table=1_000_000)),
    ("  table", replace(PLAIN, table=1_000_000, table_move=True)),
    ("  table without leaves", replace(PLAIN, table=1_000_000, table_move=True, table_leaves=False)),
    ("  table of 1,000, by depth", replace(PLAIN, table=1_000, table_move=True)),
    ("  table of 1,000, by recency", replace(PLAIN, table=1_000, table_move=True, replacement="recency")),
    ("  table of 1,000, by use", replace(PLAIN, table=1_000, table_move=True, replacement="use")),
    ("table and order (the default)", Options()),
    ("  principal variation search", Options(algorithm="pvs")),
    ("  MTD(f)", Options(algorithm="mtdf")),
    ("  killers, history", Options(killers=2, history=True)),
    ("  all: PVS, killers, history, T2", Options(algorithm="pvs", killers=2, history=True, previous_order=True)),
]


def show_effects() -> None:
    """Show what each technique does to the number of nodes, and to the time."""
    sheet = Sheet(title="Nodes (and seconds) by technique", title_justify="left")
    sheet.add_column("technique")
    for name, _ in TASKS:
        sheet.add_column(name, justify="right")
    sheet.add_row(
        "minimax, all lines",
        *(
            f"{r.nodes:,} ({r.seconds:.2f})"
            for r in (
                minimax(Centred(4, 4), FAR),
                minimax(Estimated(7, 6), depth=6),
                minimax(Dots(2, 2), depth=6),
            )
        ),
    )
    for name, how in EFFECTS:
        cells = []
        for _, task in TASKS:
            result = task(how)
            cells.append(f"{result.nodes:,} ({result.seconds:.2f})")
        sheet.add_row(name, *cells)
    CONSOLE.print(sheet)
    CONSOLE.print("All lines of Dots and Boxes are to depth 6 only.")


def show_partial(positions: int = 150, judge_depth: int = 6) -> None:
    """Show what the move of an unfinished iteration is worth: how much less than the best, by a deeper search."""
    game = Estimated(7, 6)
    chance = random.Random(1)
    title = f"Value lost by the moves of {positions} positions under a node limit, by a search of depth {judge_depth}"
    sheet = Sheet(title=title, title_justify="left")
    for heading in (
        "nodes",
        "last completed iteration",
        "also what the unfinished one found better",
        "moves that differ",
    ):
        sheet.add_column(heading, justify="right")
    judged: list[tuple[tuple[int, int], dict[int, int]]] = []
    while len(judged) < positions:
        state = after(game, *(chance.randrange(7) for _ in range(8)))
        if not game.is_terminal(state) and game.to_move(state) == "x":
            found = solve(game, state, all_best=True, limit=Limit(depth=judge_depth))
            judged.append((state, dict(found.moves)))  # type: ignore[arg-type]
    for nodes in (50, 100, 200, 400):
        lost = {False: 0, True: 0}
        differ = 0
        for state, worth in judged:
            moves = []
            for partial in (False, True):
                move = search(game, state, limit=Limit(nodes=nodes), options=Options(partial=partial, order=False)).best
                moves.append(move)
                lost[partial] += max(worth.values()) - worth[move] if move is not None else 0
            differ += moves[0] != moves[1]
        sheet.add_row(str(nodes), str(lost[False]), str(lost[True]), str(differ))
    CONSOLE.print(sheet)


def after(game: Connect, *moves: int) -> tuple[int, int]:
    """Give the position after some moves."""
    state = game.initial
    for move in moves:
        state = game.result(state, move)
    return state


FAR = after(Connect(4, 4), 0, 1, 2, 3)

TASKS: list[tuple[str, Callable[[Options], Result[Any]]]] = [
    ("Connect Four 4x4, solve after 4 plies", lambda how: solve(Centred(4, 4), FAR, options=how)),
    ("Connect Four 7x6, depth 6", lambda how: search(Estimated(7, 6), limit=Limit(depth=6), options=how)),
    ("Dots and Boxes 2x2, depth 8", lambda how: search(Dots(2, 2), limit=Limit(depth=8), options=how)),
]


def main() -> None:
    """Print all tables."""
    compare_libraries()
    show_effects()
    show_partial()


if __name__ == "__main__":
    main()
