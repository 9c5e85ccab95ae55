"""Chess as it is played: against random moves, with king and rook against king, and endings by retrograde analysis."""

from __future__ import annotations

import pytest

import pyengine
from pyengine.play.match import Match
from pyengine.search import Limit, Options, retrograde, search

from .sides import c

SECONDS = 0.1

ENDINGS = {
    "krk": (("8/8/8/4k3/8/8/8/K6R w - - 0 1",), 16),
    "kqk": (("8/8/8/4k3/8/8/8/K6Q w - - 0 1",), 10),
    "kpk": (tuple(f"8/8/8/4k3/8/8/{pawn}/4K3 w - - 0 1" for pawn in ("P7", "1P6", "2P5", "3P4")), 28),
    "kbnk": (("8/8/8/4k3/8/8/8/KBN5 w - - 0 1",), 33),
}
"""Where all positions of an ending can be reached from, and the moves of the longest mate, as textbooks have it. Pawns
stay on their files, and the board can be reflected; they are promoted to whatever one likes. The last has 12,369,124
positions with a bishop of this colour: two minutes, and 2.4 GB of memory."""


@pytest.mark.hunt
@pytest.mark.parametrize(("starts", "moves"), ENDINGS.values(), ids=ENDINGS.keys())
def test_the_longest_mate(starts: tuple[str, ...], moves: int) -> None:
    """Black to move is mated after so many moves of each side; nobody can make it longer."""
    game = c("chess", draw_after=0)
    first, *others = map(game.parse_state, starts)
    solution = retrograde(game, first, also=others)
    assert (
        max(label.distance for label in solution if label.value == 30_000 and label.distance is not None) == 2 * moves
    )
    assert {label.value for label in solution} == {0, 30_000}


def test_a_mate_in_two_with_king_and_rook() -> None:
    game = c("chess")
    found = search(game, game.parse_state("7k/8/5K2/8/8/8/8/R7 w - - 0 1"), limit=Limit(depth=4))
    assert (found.value, len(found.line)) == (30_000, 3)


@pytest.mark.hunt
def test_it_beats_random_moves() -> None:
    """None of 50 games is lost, half of them with black, at 0.1 s a move; a busy machine may leave a few drawn."""
    standing = pyengine.tournament(
        "chess", [f"alphabeta:seconds={SECONDS}", "random"], games=50, reasoner="c", opening_plies=2, seed=1
    )
    tally = standing.pairings[0].tally
    assert (tally.losses, tally.games) == (0, 50)
    assert tally.wins >= 45


@pytest.mark.hunt
@pytest.mark.parametrize(
    "start",
    [
        "8/8/8/4k3/8/8/8/K6R w - - 0 1",
        "8/8/8/3k4/8/8/8/R3K3 w - - 0 1",
        "8/8/8/8/3k4/8/8/K5R1 w - - 0 1",
        "8/8/3K4/8/8/2k5/8/r7 b - - 0 1",
        "7K/8/8/4k3/4r3/8/8/8 w - - 0 1",
    ],
)
def test_it_mates_with_king_and_rook(start: str) -> None:
    """Against the same engine, at 0.1 s a move, before fifty moves are over."""
    game = c("chess")
    match = Match(game, (game.parse_state(start),))
    winner = 1 if "R" in start else -1
    while not game.is_terminal(match.state):
        found = search(game, match.state, limit=Limit(seconds=SECONDS), options=Options())
        match = match.play(found.best)
        assert match.repeated < 3, match.move_texts()
    assert game.utility(match.state, game.players[0]) == winner * 30_000, match.move_texts()
