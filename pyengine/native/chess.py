"""Chess, on a board of 64 characters: moves are tried, and those that leave the king in check are not legal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pyengine.errors import ParameterError
from pyengine.game import Expansion
from pyengine.native import chess_evaluation as evaluation
from pyengine.native import chess_notation as notation
from pyengine.native.base import ExpandingGame
from pyengine.native.chess_board import (
    AHEAD,
    BISHOP,
    CASTLES,
    KINDS,
    KING,
    KNIGHT,
    ROOK,
    WINS,
    Move,
    Position,
    is_attacked,
    is_dead,
    king_square,
    owned,
    seen,
    steps,
)

START: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class Chess(ExpandingGame[Position, Move]):
    """White is MAX. A game is drawn after `draw_after` plies without a capture or a move of a pawn; 0 for never."""

    players = ("white", "black")
    layout = "checkered"
    values = frozenset({WINS, 0, -WINS})

    def __init__(self, draw_after: int = 100) -> None:
        if type(draw_after) is not int or draw_after < 0:
            raise ParameterError(f"draw_after is a whole number of at least 0, not {draw_after!r}")
        self.draw_after = draw_after
        self.initial = notation.read_position(START)
        self._latest: tuple[Position, dict[Move, Position]] = (self.initial, self._find_legal(self.initial))

    def expand(self, state: Position) -> Expansion[Position, Move]:
        """Give all that a search asks of one position."""
        following = {} if self._is_drawn(state) else self._legal(state)
        if not following:
            return self.final(state)
        return Expansion(int(state.player == "black"), tuple(following.values()), list(following))

    def value(self, state: Position) -> int:
        """Give the worth of a final position for White: who is mated loses, all else is a draw."""
        if not is_attacked(state.cells, king_square(state), state.player) or self._legal(state):
            return 0
        return -WINS if state.player == "white" else WINS

    def _is_drawn(self, state: Position) -> bool:
        return 0 < self.draw_after <= state.quiet or is_dead(state.cells)

    def _legal(self, state: Position) -> dict[Move, Position]:
        """Give the moves and where they lead; those of the latest position are kept, of which most is asked."""
        latest, found = self._latest
        if latest != state:
            found = self._find_legal(state)
            self._latest = state, found
        return found

    def _find_legal(self, state: Position) -> dict[Move, Position]:
        found = {}
        for move in self._tried(state):
            after = self._after(state, move)
            if not is_attacked(after.cells, king_square(after, state.player), state.player):
                found[move] = after
        return found

    def _tried(self, state: Position) -> Iterator[Move]:
        """Give the moves, legal but for checks, in the order of the rule file."""
        cells, player = state.cells, state.player
        yield from self._of_pawns(state)
        for source in owned(cells, player, "n"):
            yield from (Move(source, target) for target in steps(cells, source, KNIGHT, player))
        for kinds, lines in (("bq", BISHOP), ("rq", ROOK)):
            for source in owned(cells, player, kinds):
                yield from (Move(source, target) for target in seen(cells, source, lines, player))
        king = king_square(state)
        yield from (Move(king, target) for target in steps(cells, king, KING, player))
        if not is_attacked(cells, king, player):
            yield from self._castling(state)

    def _of_pawns(self, state: Position) -> Iterator[Move]:
        cells, player = state.cells, state.player
        ahead, start, last = AHEAD[player]
        pawns = owned(cells, player, "p")
        for side in (-1, 1):
            fitting = [pawn + ahead + side for pawn in pawns if 0 <= pawn % 8 + side < 8]
            taken = [target for target in fitting if _is_enemy(cells[target], player)]
            yield from _stepping(taken, ahead + side, last)
        free = [pawn + ahead for pawn in pawns if cells[pawn + ahead] == "."]
        yield from _stepping(free, ahead, last)
        for target in free:
            if (target - ahead) // 8 == start and cells[target + ahead] == ".":
                yield Move(target - ahead, target + ahead)
        if state.passed is not None:
            for pawn in pawns:
                if pawn // 8 == (state.passed - ahead) // 8 and abs(pawn % 8 - state.passed % 8) == 1:
                    yield Move(pawn, state.passed)

    def _castling(self, state: Position) -> Iterator[Move]:
        for letter, king, target, _, crossed, between in CASTLES[state.player]:
            is_free = all(state.cells[square] == "." for square in between)
            if letter in state.castling and is_free and not is_attacked(state.cells, crossed, state.player):
                yield Move(king, target)

    def _after(self, state: Position, move: Move) -> Position:
        """Give the position after a move that may leave the king in check."""
        source, target, kind = move
        cells, player = list(state.cells), state.player
        man, captured = cells[source], cells[target]
        ahead = AHEAD[player][0]
        cells[source], cells[target] = ".", man
        passed = None
        if man in "Pp":
            if target == state.passed:
                cells[target - ahead] = "."
            if kind:
                cells[target] = KINDS[kind].upper() if player == "white" else KINDS[kind]
            if target - source == 2 * ahead:
                other = "p" if player == "white" else "P"
                beside = (target + side for side in (-1, 1) if 0 <= target % 8 + side < 8)
                passed = source + ahead if any(cells[square] == other for square in beside) else None
        if man in "Kk" and abs(target - source) == 2:
            rook = target + 1 if target > source else target - 2
            cells[(source + target) // 2], cells[rook] = cells[rook], "."
        quiet = 0 if man in "Pp" or captured != "." or not self.draw_after else state.quiet + 1
        castling = "".join(
            letter
            for side in CASTLES.values()
            for letter, king, _, rook, *_ in side
            if letter in state.castling and source not in (king, rook) and target != rook
        )
        return Position(self.opponent(player), "".join(cells), castling, passed, quiet)

    def staticval(self, state: Position) -> int:
        """Weigh material, places and mobility, in hundredths of a pawn."""
        final = self.expand(state).utilities
        return int(final[0]) if final is not None else evaluation.estimate(state)

    def noisy(self, state: Position) -> bool:
        """Tell whether there is a check, or a capture of a piece by one that is worth less."""
        return evaluation.is_unsettled(state)

    def repetition(self, state: Position) -> Position:
        """Give what comes back where a position is repeated: no quiet plies, no pawn that cannot be captured."""
        can_take = any(move.target == state.passed and state.cells[move.source] in "Pp" for move in self._legal(state))
        return state._replace(quiet=0, passed=state.passed if can_take else None)

    def order(self, state: Position, move: Move) -> int | None:
        """Score captures and promotions; None for other moves."""
        return evaluation.score(state, move)

    def board(self, state: Position) -> tuple[tuple[str, ...], ...]:
        """Give the rows of the board, for people."""
        return tuple(tuple(row) for row in notation.rows(state.cells))

    def look(self, cell: str) -> str | None:
        """Tell how a cell looks."""
        return {"B": "bishop(white)", "b": "bishop(black)"}.get(cell)

    def text(self, state: Position) -> str:
        """Write a position in Forsyth-Edwards notation."""
        return notation.write_position(state)

    def parse_state(self, text: str) -> Position:
        """Read a position in Forsyth-Edwards notation."""
        return notation.read_position(text.strip())

    def move_text(self, move: Move, state: Position | None = None) -> str:
        """Write a move in standard algebraic notation."""
        here = self.initial if state is None else state
        legal = self._legal(here)
        after = legal[move]
        sign = ""
        if is_attacked(after.cells, king_square(after), after.player):
            sign = "+" if self._find_legal(after) else "#"
        return notation.write_move(here, move, list(legal)) + sign

    def parse_move(self, text: str, state: Position | None = None) -> Move:
        """Read a move in standard algebraic notation, or by its two squares as UCI has it."""
        here = self.initial if state is None else state
        moves = list(self.expand(here).moves)
        fitting = [move for move in moves if notation.is_text_of(here, move, text.strip())]
        if len(fitting) != 1:
            raise self._illegal(text, here, (self.move_text(move, here) for move in moves))
        return fitting[0]


def _is_enemy(cell: str, player: str) -> bool:
    return cell.islower() if player == "white" else cell.isupper()


def _stepping(targets: list[int], by: int, last: int) -> Iterator[Move]:
    """Give moves of pawns to these squares; on the last row they are promoted."""
    for target in targets:
        if target // 8 != last:
            yield Move(target - by, target)
        else:
            yield from (Move(target - by, target, kind) for kind in ("queen", "rook", "bishop", "knight"))
