"""Positions that come back, in rules that count something in them: repetition/2."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyengine import load
from pyengine.arena.tournament import tournament
from pyengine.play.match import Match
from pyengine.repetition import repetition_key

RULES = """
player(max).
player(min).
initial(s(max, left, 0)).
to_move(s(P, _, _), P).
terminal(s(_, _, 40)).
utility(_, 1).
move(s(P, Side, N), go, s(Q, Other, M)) :- other(P, Q), across(Side, Other), M is N+1.
other(max, min).
other(min, max).
across(left, right).
across(right, left).
"""
REPETITION = "repetition(s(P, Side, _), P-Side).\n"


def written(folder: Path, text: str) -> Path:
    """Write a rule file."""
    path = folder / "shuttle.pl"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("reasoner", ["swi", "python", "c"])
def test_a_position_comes_back_though_its_count_does_not(tmp_path: Path, reasoner: str) -> None:
    game = load(written(tmp_path, RULES + REPETITION), reasoner=reasoner)
    match = Match(game, (game.initial,))
    times = []
    for _ in range(5):
        times.append(match.repeated)
        match = match.play(match.expansion.moves[0])
    assert times == [1, 1, 2, 2, 3]
    assert len({repetition_key(game)(state) for state in match.states}) == 2


def test_without_it_the_count_keeps_positions_apart(tmp_path: Path) -> None:
    game = load(written(tmp_path, RULES), reasoner="python")
    match = Match(game, (game.initial,))
    for _ in range(5):
        match = match.play(match.expansion.moves[0])
    assert match.repeated == 1


@pytest.mark.parametrize(("text", "ending"), [(RULES, "over"), (RULES + REPETITION, "repetition")])
def test_a_tournament_ends_games_in_which_positions_come_back(tmp_path: Path, text: str, ending: str) -> None:
    standing = tournament(written(tmp_path, text), ["random", "other=random"], games=2, opening_plies=0)
    assert dict(standing.endings) == {ending: 2}
