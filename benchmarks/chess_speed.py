"""How fast chess in Prolog is, compiled to C, against python-chess: random games, perft, and loading.

Both sides work in this one process, one after the other, on one thread, and what is compared is CPU time. Games of both
end by mate, stalemate, fifty moves, or where neither side can mate; both count the last ply of a perft without making
its moves. Run it as `python benchmarks/chess_speed.py`, about a minute; the status is 1 where a bar is not reached.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import chess
from c_speed import Row, load_seconds
from rich.console import Console
from rich.table import Table as Sheet

from pyengine import load, perft

CONSOLE = Console(width=132)
ROUNDS = 5
"""The sides take turns; the best round of each counts."""

POSITIONS = {
    "the start": (chess.STARTING_FEN, 3, 5),
    "the second position": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 4),
}
"""What is counted, and how deep: by python-chess, by us."""


def peer_games(games: int, seed: int) -> int:
    """Play games by chance with python-chess, and count their moves."""
    choice, moves = random.Random(seed).choice, 0
    for _ in range(games):
        board = chess.Board()
        while board.halfmove_clock < 100 and not board.is_insufficient_material():
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(choice(legal))
            moves += 1
    return moves


def our_games(game: Any, games: int, seed: int) -> int:
    """Play games by chance in C, and count their moves."""
    found = game.kernel.playouts(game.initial, games, seed, plies=100_000)
    assert (found.ending, found.played) == (0, games)
    return int(found.plies)


def peer_perft(board: chess.Board, depth: int) -> int:
    """Count sequences of moves with python-chess."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += peer_perft(board, depth - 1)
        board.pop()
    return total


def rates(ours: Callable[[int], int], other: Callable[[int], int]) -> tuple[float, float]:
    """Give units a second of CPU time of two sides that take turns: the best round of each."""
    best = [0.0, 0.0]
    for number in range(ROUNDS):
        for side, run in enumerate((ours, other)):
            start = time.process_time()
            units = run(number)
            best[side] = max(best[side], units / (time.process_time() - start))
    return best[0], best[1]


def rows() -> list[Row]:
    """Compare both kinds of work; the counts of both sides are the same."""
    game = load("chess", reasoner="c")
    assert not game.escapes
    found = [
        Row(
            "random games, moves a second",
            *rates(lambda seed: our_games(game, 500, seed), lambda seed: peer_games(10, seed)),
            30,
        )
    ]
    for name, (fen, shallow, deep) in POSITIONS.items():
        state = game.parse_state(fen)
        assert perft(game, shallow, state) == peer_perft(chess.Board(fen), shallow)
        found.append(
            Row(
                f"perft of {name}, leaves a second",
                *rates(
                    lambda _, state=state, depth=deep: perft(game, depth, state, merge=False),  # type: ignore[misc]
                    lambda _, fen=fen, depth=shallow: peer_perft(chess.Board(fen), depth),  # type: ignore[misc]
                ),
                15,
            )
        )
    assert not game.escapes
    return found


def main() -> int:
    """Print the tables; status 1 where a bar is not reached."""
    missed = 0
    sheet = Sheet(title=f"chess: rules compiled to C against python-chess {chess.__version__}, one thread, CPU time")
    for column in ("work", "c", "python-chess", "ratio", "bar"):
        sheet.add_column(column, justify="right" if sheet.columns else "left")
    for row in rows():
        missed += row.bar is not None and row.ratio < row.bar
        sheet.add_row(row.work, f"{row.ours:,.0f}", f"{row.other:,.0f}", f"{row.ratio:.1f}", f"{row.bar:g}")
    CONSOLE.print(sheet)
    cold, warm = load_seconds("chess")
    missed += cold > 4
    CONSOLE.print(f"load: {cold:.2f} s with nothing kept (bar: 4), {warm:.2f} s where another process has kept it")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
