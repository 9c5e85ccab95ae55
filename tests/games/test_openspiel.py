"""The rule files and their twins against OpenSpiel, an independent implementation, position by position."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyspiel
import pytest

import pyengine
from pyengine import Effort, Expansion, compare

EFFORT = {
    "rules": Effort(positions=150, games=3, plies=70, values=0, nodes=100),
    "native": Effort(positions=500, games=12, plies=70, values=0, nodes=100),
}


@dataclass(frozen=True)
class At:
    """A position of OpenSpiel, equal to another where it looks the same and the same player is to move."""

    text: str
    player: int
    state: Any = field(compare=False, hash=False, repr=False)

    def __str__(self) -> str:
        return self.text


def at(state: Any) -> At:
    return At(str(state), state.current_player(), state)


class Spiel:
    """A game of OpenSpiel as one of pyengine; an action is named as the rule file names it."""

    opposed = True

    def __init__(self, game: str, players: Sequence[str], name: Callable[[str], str], win: int = 1) -> None:
        self.win = win
        self.players = tuple(players)
        self.initial = at(pyspiel.load_game(game).new_initial_state())
        self.name = name

    def to_move(self, here: At) -> str:
        return self.players[here.player]

    def actions(self, here: At) -> list[str]:
        return list(self.following(here))

    def result(self, here: At, move: str) -> At:
        return self.following(here)[move]

    def is_terminal(self, here: At) -> bool:
        return bool(here.state.is_terminal())

    def utility(self, here: At, player: str) -> float:
        return self.win * float(here.state.returns()[self.players.index(player)])

    def expand(self, here: At) -> Expansion[At, str]:
        if self.is_terminal(here):
            return Expansion(0, (), (), tuple(self.utility(here, player) for player in self.players))
        following = self.following(here)
        return Expansion(here.player, tuple(following.values()), tuple(following))

    def following(self, here: At) -> dict[str, At]:
        return {
            self.name(here.state.action_to_string(action)): at(here.state.child(action))
            for action in here.state.legal_actions()
        }


class SpielNim(Spiel):
    """Nim as the rule file has it: piles of one size are alike, and nobody takes the disk that loses.

    OpenSpiel plays on to the last disk. Where it must be taken, the game is over.
    """

    def __init__(self, piles: Sequence[int], misere: bool) -> None:
        sizes = ";".join(map(str, piles))
        super().__init__(f"nim(pile_sizes={sizes},is_misere={misere})", ("max", "min"), str)
        self.misere = misere

    def piles(self, here: At) -> list[int]:
        return [int(size) for size in here.text.partition(": ")[2].split()]

    def is_terminal(self, here: At) -> bool:
        return sum(self.piles(here)) == int(self.misere)

    def utility(self, here: At, player: str) -> int:
        """Nim's rules pay 1 for a win and nothing else."""
        end = here.state if here.state.is_terminal() else here.state.child(here.state.legal_actions()[0])
        return (1 if player == "max" else -1) * int(end.returns()[0] > 0)

    def following(self, here: At) -> dict[str, At]:
        piles = self.piles(here)
        found: dict[str, At] = {}
        for action in here.state.legal_actions():
            pile, taken = map(int, re.findall(r"\d+", here.state.action_to_string(action)))
            if not (self.misere and taken == sum(piles)):
                found.setdefault(f"take({piles[pile - 1]},{taken})", at(here.state.child(action)))
        return found


class SpielOthello(Spiel):
    """Othello for points: OpenSpiel pays 1 for a win, the rule file pays for every disc more."""

    def utility(self, here: At, player: str) -> int:
        board = re.sub(r"[^-xo]", "", "".join(row[2:-2] for row in here.text.splitlines()[2:-1]))
        black = board.count("x") - board.count("o")
        return black if player == "black" else -black


class SpielCheckers(Spiel):
    """Checkers with a whole capture for one move; OpenSpiel makes the jumps one by one, all by the same player.

    Its board is turned round: its first player begins at the bottom, and Black at the top.
    """

    def __init__(self) -> None:
        super().__init__("checkers", ("black", "white"), str, win=1000)

    def following(self, here: At) -> dict[str, At]:
        lines = list(self.lines(here.state))
        ends = Counter((path[0], path[-1]) for path, _ in lines)
        return {written(path, alone=ends[path[0], path[-1]] == 1): end for path, end in lines}

    def lines(self, state: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], At]]:
        for action in state.legal_actions():
            text = state.action_to_string(action)
            child = state.child(action)
            longer = (*(path or (text[:2],)), text[2:4])
            if child.current_player() == state.current_player():
                yield from self.lines(child, longer)
            else:
                yield longer, at(child)


def written(path: tuple[str, ...], *, alone: bool) -> str:
    squares = [number(square) for square in path]
    if abs(ord(path[0][0]) - ord(path[1][0])) == 1:
        return "-".join(map(str, squares))
    return "x".join(map(str, squares if not alone else (squares[0], squares[-1])))


def number(square: str) -> int:
    """Number the dark squares 1 to 32 from the corner of the first player."""
    column, row = "hgfedcba".index(square[0]), int(square[1]) - 1
    return 4 * row + column // 2 + 1


def cell(columns: int) -> Callable[[str], str]:
    """Name `x(1,2)` by the number of the cell."""

    def name(text: str) -> str:
        row, column = map(int, re.findall(r"\d+", text))
        return str(columns * row + column + 1)

    return name


def ahead(rows: int) -> Callable[[str], str]:
    """Turn the board over: in OpenSpiel the first player comes down from the top."""

    def name(text: str) -> str:
        source, target, capture = text[:2], text[2:4], "x" if text.endswith("*") else ""
        return f"{source[0]}{rows + 1 - int(source[1])}{capture}{target[0]}{rows + 1 - int(target[1])}"

    return name


def line(text: str) -> str:
    kind, row, column = re.findall(r"[hv]|\d+", text.partition("(")[2])
    return f"{kind}({int(row) + 1},{int(column) + 1})"


def column(text: str) -> str:
    return str(int(text[1:]) + 1)


PAIRS: dict[str, tuple[str, dict[str, object], Callable[[], Spiel]]] = {
    "tictactoe": ("tictactoe", {}, lambda: Spiel("tic_tac_toe", ("x", "o"), cell(3))),
    "tictactoe 4x3": (
        "tictactoe",
        {"columns": 4, "rows": 3},
        lambda: Spiel("mnk(m=4,n=3,k=3)", ("x", "o"), cell(4)),
    ),
    "tictactoe 5x5, four in a row": (
        "tictactoe",
        {"columns": 5, "rows": 5, "length": 4},
        lambda: Spiel("mnk(m=5,n=5,k=4)", ("x", "o"), cell(5)),
    ),
    "nim": ("nim", {"piles": [1, 3, 5]}, lambda: SpielNim([1, 3, 5], misere=True)),
    "nim, last disk wins": (
        "nim",
        {"piles": [2, 3, 4], "misere": False},
        lambda: SpielNim([2, 3, 4], misere=False),
    ),
    "connect four": ("connect_four", {}, lambda: Spiel("connect_four", ("x", "o"), column)),
    "connect four 5x4, three in a row": (
        "connect_four",
        {"width": 5, "height": 4, "length": 3},
        lambda: Spiel("connect_four(columns=5,rows=4,x_in_row=3)", ("x", "o"), column),
    ),
    "othello": ("othello", {}, lambda: SpielOthello("othello", ("black", "white"), str)),
    "breakthrough": ("breakthrough", {}, lambda: Spiel("breakthrough", ("white", "black"), ahead(8))),
    "breakthrough 6x6": (
        "breakthrough",
        {"width": 6, "height": 6},
        lambda: Spiel("breakthrough(columns=6,rows=6)", ("white", "black"), ahead(6)),
    ),
    "breakthrough 4x5": (
        "breakthrough",
        {"width": 4, "height": 5, "ranks": 1},
        lambda: Spiel("breakthrough(columns=4,rows=5)", ("white", "black"), ahead(5)),
    ),
    "dots and boxes": (
        "dots_and_boxes",
        {},
        lambda: Spiel("dots_and_boxes(num_rows=2,num_cols=2,utility_margin=true)", ("a", "b"), line),
    ),
    "dots and boxes 3x2": (
        "dots_and_boxes",
        {"rows": 3, "columns": 2},
        lambda: Spiel("dots_and_boxes(num_rows=3,num_cols=2,utility_margin=true)", ("a", "b"), line),
    ),
    "checkers": ("english_draughts", {"draw_after": 0}, SpielCheckers),
}


@pytest.mark.parametrize("side", ["rules", "native"])
@pytest.mark.parametrize("pair", PAIRS)
def test_same_as_openspiel(pair: str, side: str) -> None:
    name, parameters, spiel = PAIRS[pair]
    make: Any = pyengine.load if side == "rules" else pyengine.twin
    found = compare(make(name, **parameters), spiel(), effort=EFFORT[side], speed=False)
    assert found.agree, str(found)
    assert found.positions >= 100 or found.complete
