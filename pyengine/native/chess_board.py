"""The board of chess as 64 characters from a1 to h8, as Forsyth-Edwards notation has them, and how pieces go."""

from __future__ import annotations

from typing import Final, NamedTuple

WINS: Final = 30_000
KINDS: Final = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n"}
ROOK: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
BISHOP: Final = ((1, 1), (-1, 1), (1, -1), (-1, -1))
KING: Final = ROOK + BISHOP
KNIGHT: Final = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
AHEAD: Final = {"white": (8, 1, 7), "black": (-8, 6, 0)}
"""For each player a step of a pawn, the row where pawns start, and the last one."""
CASTLES: Final = {
    "white": (("K", 4, 6, 7, 5, (5, 6)), ("Q", 4, 2, 0, 3, (1, 2, 3))),
    "black": (("k", 60, 62, 63, 61, (61, 62)), ("q", 60, 58, 56, 59, (57, 58, 59))),
}
"""Letter, king, where he goes, rook, the square that he crosses, and those that must be empty."""


class Position(NamedTuple):
    """Whose turn it is, the board, who may castle, the square that a pawn just passed, plies without progress."""

    player: str
    cells: str
    castling: str
    passed: int | None
    quiet: int


class Move(NamedTuple):
    """From where to where, and what a pawn becomes."""

    source: int
    target: int
    kind: str | None = None

    def __str__(self) -> str:
        """Write it as the term of the rule file."""
        return f"promotion({self.source},{self.target},{self.kind})" if self.kind else f"{self.source}-{self.target}"


def owned(cells: str, player: str, kinds: str) -> list[int]:
    """Find the pieces of a player of some kinds."""
    wanted = kinds.upper() if player == "white" else kinds
    return [square for square, cell in enumerate(cells) if cell in wanted]


def king_square(state: Position, player: str | None = None) -> int:
    """Find the king of a player, by default of who is to move."""
    return state.cells.index("K" if (player or state.player) == "white" else "k")


def beside(square: int, right: int, up: int) -> int | None:
    """Give the square so many to the right and up; None beyond the edge."""
    column, row = square % 8 + right, square // 8 + up
    return 8 * row + column if 0 <= column < 8 and 0 <= row < 8 else None


def is_own(cell: str, player: str) -> bool:
    """Tell whether a piece is a player's."""
    return cell.isupper() if player == "white" else cell.islower()


def reached(cells: str, square: int, lines: tuple[tuple[int, int], ...]) -> list[int]:
    """Find the squares that are seen along lines, up to the first piece of either side."""
    found = []
    for right, up in lines:
        here = beside(square, right, up)
        while here is not None:
            found.append(here)
            here = beside(here, right, up) if cells[here] == "." else None
    return sorted(found)


def seen(cells: str, square: int, lines: tuple[tuple[int, int], ...], player: str) -> list[int]:
    """Find where a piece may go along lines."""
    return [target for target in reached(cells, square, lines) if not is_own(cells[target], player)]


def steps(cells: str, square: int, ways: tuple[tuple[int, int], ...], player: str) -> list[int]:
    """Find where a piece may go by one step."""
    found = (beside(square, right, up) for right, up in ways)
    return sorted(to for to in found if to is not None and not is_own(cells[to], player))


def is_attacked(cells: str, square: int, player: str) -> bool:
    """Tell whether the opponent of a player could capture on a square."""
    theirs = str.lower if player == "white" else str.upper
    up = 1 if player == "white" else -1
    near = (("p", ((-1, up), (1, up))), ("n", KNIGHT), ("k", KING))
    for kind, ways in near:
        wanted = theirs(kind)
        for right, rise in ways:
            origin = beside(square, right, rise)
            if origin is not None and cells[origin] == wanted:
                return True
    for kinds, lines in (("rq", ROOK), ("bq", BISHOP)):
        if any(cells[origin] in theirs(kinds) for origin in reached(cells, square, lines)):
            return True
    return False


def is_dead(cells: str) -> bool:
    """Tell whether neither side can be mated: there is one knight at most, or bishops on one colour of squares."""
    men = [(cell.lower(), square) for square, cell in enumerate(cells) if cell not in ".Kk"]
    if any(kind in "pqr" for kind, _ in men):
        return False
    if any(kind == "n" for kind, _ in men):
        return len(men) == 1
    return len({(square // 8 + square) % 2 for _, square in men}) <= 1
