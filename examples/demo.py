"""Load two games written in Prolog, solve them, and show the best play: what `make demo` runs."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

import pyengine
from pyengine.terms import Number


def solve(game: pyengine.Game[bytes, pyengine.Term]) -> dict[bytes, Number]:
    """Value every position that can be reached, for MAX, by plain minimax from the end backwards."""
    values: dict[bytes, Number] = {}
    stack = [game.initial]
    while stack:
        state = stack[-1]
        if state in values:
            stack.pop()
            continue
        expansion = pyengine.expand(game, state)
        if expansion.utilities is not None:
            values[state] = expansion.utilities[0]
            continue
        unknown = [child for child in expansion.children if child not in values]
        if unknown:
            stack.extend(unknown)
            continue
        best = max if expansion.mover == 0 else min
        values[state] = best(values[child] for child in expansion.children)
    return values


def show_nim(console: Console) -> None:
    """Ask Prolog itself for the best play, by the textbook's minimax/3."""
    game = pyengine.load("nim", piles=[1, 2, 2])
    table = Table(title="Nim from piles 1, 2, 2: who takes the last disk loses", title_justify="left")
    for heading in ("position", "worth", "best move"):
        table.add_column(heading)
    state = game.initial
    while not game.is_terminal(state):
        [answer] = game.query(f"minimax({game.text(state)}, Best, Value)", limit=1)
        successor = game.state(answer["Best"])
        move = next(m for m in game.actions(state) if game.result(state, m) == successor)
        table.add_row(game.show(state), str(answer["Value"]), str(move))
        state = successor
    winner = "max" if game.utility(state, game.players[0]) == 1 else "min"
    table.add_row(game.show(state), str(game.utility(state, game.players[0])), f"{winner} has won")
    console.print(table)


def show_tictactoe(console: Console) -> None:
    """Search from Python: every position of tic-tac-toe, each expanded once by Prolog."""
    game = pyengine.load("tictactoe")
    values = solve(game)
    console.print(f"\nTic-tac-toe: {len(values):,} positions, worth {values[game.initial]} to x. One best game:\n")
    boards = []
    state = game.initial
    while True:
        boards.append(["".join(str(cell).replace("e", "·") for cell in row) for row in game.board(state)])
        expansion = game.expand(state)
        if expansion.is_terminal:
            break
        state = next(child for child in expansion.children if values[child] == values[state])
    for row in zip(*boards, strict=True):
        console.print("  " + "   ".join(row))


if __name__ == "__main__":
    terminal = Console(highlight=False)
    show_nim(terminal)
    show_tictactoe(terminal)
