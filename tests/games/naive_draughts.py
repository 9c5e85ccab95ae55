"""Draughts once more, as plainly as can be: coordinates, all sequences of jumps, the articles one by one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

Cell = tuple[int, int]
Pieces = dict[Cell, str]


class Taking(NamedTuple):
    """A capture: where the piece stands in turn, and what it takes (`w`, `W`, `b`, `B`) in turn."""

    piece: str
    path: tuple[Cell, ...]
    taken: tuple[str, ...]


class NaiveDraughts:
    """The legal moves of Italian or English draughts, as tuples of squares; tells which article decided."""

    def __init__(self, italian: bool) -> None:
        self.italian = italian
        first = 0 if italian else 1
        cells = [(row, 2 * i + (first + row) % 2) for row in range(8) for i in range(4)]
        self.cells = dict(enumerate(cells, start=1))
        self.numbers = {cell: number for number, cell in self.cells.items()}
        self.decided: set[str] = set()

    def random_text(self, chance: random.Random) -> str:
        """Make up a position with some men and many kings."""
        squares = chance.sample(range(1, 33), chance.randint(3, 16))
        sides: dict[str, list[str]] = {"W": [], "B": []}
        for square in squares:
            side = chance.choice("WWBBB" if chance.random() < 0.5 else "WB")
            is_king = chance.random() < 0.4 or (square <= 4 if side == "W" else square >= 29)
            sides[side].append(f"K{square}" if is_king else str(square))
        return f"{chance.choice('WB')}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"

    def moves(self, text: str) -> set[tuple[int, ...]]:
        """List the legal moves of a position."""
        turn, whites, blacks = text.split(":")
        pieces: Pieces = {}
        for man, listed in (("w", whites[1:]), ("b", blacks[1:])):
            for item in filter(None, listed.split(",")):
                pieces[self.cells[int(item.removeprefix("K"))]] = man.upper() if item.startswith("K") else man
        own = {cell: piece for cell, piece in pieces.items() if piece.lower() == turn.lower()}
        captures = [taking for cell in own for taking in self._takings(pieces, cell)]
        if captures:
            legal = [taking.path for taking in (self._articles(captures) if self.italian else captures)]
        else:
            legal = [(cell, to) for cell, piece in own.items() for to in self._next(cell, piece, 1) if to not in pieces]
        return {tuple(self.numbers[cell] for cell in path) for path in legal}

    def _next(self, cell: Cell, piece: str, distance: int) -> Iterator[Cell]:
        rows = {"w": (-1,), "b": (1,)}.get(piece, (-1, 1))
        for down in rows:
            for right in (-1, 1):
                to = cell[0] + down * distance, cell[1] + right * distance
                if to in self.numbers:
                    yield to

    def _takings(self, pieces: Pieces, start: Cell) -> Iterator[Taking]:
        piece = pieces[start]
        board = {cell: other for cell, other in pieces.items() if cell != start}

        def further(path: tuple[Cell, ...], taken: tuple[Cell, ...]) -> Iterator[Taking]:
            stuck = True
            here = path[-1]
            for to in self._next(here, piece, 2):
                over = (here[0] + to[0]) // 2, (here[1] + to[1]) // 2
                if to in board or over in taken or over not in board:
                    continue
                target = board[over]
                if target.lower() == piece.lower() or (self.italian and piece.islower() and target.isupper()):
                    continue
                stuck = False
                yield from further((*path, to), (*taken, over))
            if stuck and taken:
                yield Taking(piece, path, tuple(board[over] for over in taken))

        yield from further((start,), ())

    def _articles(self, captures: list[Taking]) -> list[Taking]:
        most = max(len(taking.taken) for taking in captures)
        captures = self._keep("6.6", captures, [len(taking.taken) == most for taking in captures])
        if any(taking.piece.isupper() for taking in captures):
            captures = self._keep("6.7", captures, [taking.piece.isupper() for taking in captures])
        kings = [sum(piece.isupper() for piece in taking.taken) for taking in captures]
        captures = self._keep("6.8", captures, [count == max(kings) for count in kings])
        for number in range(most):
            met = [taking.taken[number].isupper() for taking in captures]
            if any(met):
                captures = self._keep("6.9" if number == 0 else "6.9, later", captures, met)
        if len(captures) > 1:
            self.decided.add("6.10")
        return captures

    def _keep(self, article: str, captures: list[Taking], kept: list[bool]) -> list[Taking]:
        if not all(kept):
            self.decided.add(article)
        return [taking for taking, keep in zip(captures, kept, strict=True) if keep]
