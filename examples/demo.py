"""Load two games written in Prolog, solve them, and show the best play: what `make demo` runs."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

import pyengine


def show_nim(console: Console) -> None:
    """Follow the best play of both sides, position by position."""
    game = pyengine.load("nim", piles=[1, 2, 2])
    console.print(f"Nim from piles 1, 2, 2; who takes the last disk loses. Answered by {game.reasoner}: {game.why}.\n")
    table = Table()
    for heading in ("position", "worth", "best move"):
        table.add_column(heading)
    state = game.initial
    while not game.is_terminal(state):
        result = pyengine.solve(game, state)
        table.add_row(game.show(state), str(result.value), str(result.best))
        state = game.result(state, result.best)
    winner = "max" if game.utility(state, game.players[0]) == 1 else "min"
    table.add_row(game.show(state), str(game.utility(state, game.players[0])), f"{winner} has won")
    console.print(table)


def show_tictactoe(console: Console) -> None:
    """Count and solve: alpha-beta over positions that the rules expand."""
    game = pyengine.load("tictactoe")
    result = pyengine.solve(game)
    console.print(f"\nTic-tac-toe: {pyengine.count_states(game):,} positions, worth {result.value} to x.")
    console.print(f"Solved in {result.nodes:,} nodes. One best game:\n")
    state, boards = game.initial, [drawn(game.show(game.initial))]
    for move in result.line:
        state = game.result(state, move)
        boards.append(drawn(game.show(state)))
    for row in zip(*boards, strict=True):
        console.print("  " + "   ".join(row))


def drawn(board: str) -> list[str]:
    """Write a board closer together, as lines of text."""
    return board.replace(" ", "").replace(".", "·").splitlines()


if __name__ == "__main__":
    terminal = Console(highlight=False)
    show_nim(terminal)
    show_tictactoe(terminal)
