"""Who answers for a rule file: the fastest that can, and it says so."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import pyengine

FROZEN = """\
player(a). player(b). initial(0). to_move(_, a). utility(_, 0).
move(0, go, 1) :-
    freeze(X, X > 0),
    X = 1.
"""


@pytest.mark.parametrize("name", pyengine.games())
def test_every_game_that_comes_along_is_compiled(name: str) -> None:
    game = pyengine.load(name)
    assert (game.reasoner, game.why) == ("python", "the rules are compiled to Python")


def test_rules_that_cannot_be_compiled_are_answered_by_swi_prolog(tmp_path: Path) -> None:
    (tmp_path / "frozen.pl").write_text(FROZEN, encoding="utf-8")
    game = pyengine.load(tmp_path / "frozen.pl")
    assert game.reasoner == "swi"
    assert game.why.startswith("the rules cannot be compiled: ")
    assert "frozen.pl:3:5: freeze/2" in game.why
    assert [str(move) for move in game.actions(game.initial)] == ["go"]
    with pytest.raises(
        pyengine.ReasonerError, match=r'(?s)frozen\.pl:3:5: .*freeze/2.*hint: load it with reasoner="swi"'
    ):
        pyengine.load(tmp_path / "frozen.pl", reasoner="python")


def test_the_one_that_is_asked_for_answers() -> None:
    assert [pyengine.load("nim", reasoner=reasoner).reasoner for reasoner in ("swi", "python")] == ["swi", "python"]


def test_checking_says_what_stands_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "frozen.pl").write_text(FROZEN, encoding="utf-8")
    [note] = pyengine.check_file(tmp_path / "frozen.pl")
    assert (note.code, note.severity.value, note.place and note.place.line) == ("not-compiled", "note", 3)
    assert note.hint


LATE = """\
player(a). player(b).
initial(s(a, 0)).
to_move(s(P, _), P).
move(s(a, N), up(T), s(b, M)) :-
    N < 3,
    M is N + 1,
    format(atom(T), '~:d', [M]).
move(s(b, N), up, s(a, M)) :-
    N < 3,
    M is N + 1.
utility(s(_, N), N).
staticval(s(_, N), V) :-
    format(atom(_), '~:d', [N]),
    V is N / 4.
order(_, _, N) :-
    format(atom(_), '~:d', [1]),
    N = 3.
noisy(s(_, N)) :-
    format(atom(_), '~:d', [N]),
    N < 2.
canonical(s(P, N), S) :-
    format(atom(_), '~:d', [N]),
    S = c(P, N).
show(S, Text) :-
    format(atom(Text), '~:d ~w', [1, S]).
"""


def test_swi_prolog_stands_in_where_a_call_meets_what_only_it_can_do(tmp_path: Path) -> None:
    """Nothing in the file said so when it was compiled."""
    (tmp_path / "late.pl").write_text(LATE, encoding="utf-8")
    game, reference = pyengine.load(tmp_path / "late.pl"), pyengine.load(tmp_path / "late.pl", reasoner="swi")
    assert game.reasoner == "python"
    for played in (game, pickle.loads(pickle.dumps(game))):
        result, expected = pyengine.solve(played), pyengine.solve(reference)
        assert (result.value, result.nodes, str(result.line)) == (expected.value, expected.nodes, str(expected.line))
    for one, other in [
        (game.initial, reference.initial),
        (game.parse_state("s(b,3)"), reference.parse_state("s(b,3)")),
    ]:
        for asked in ("staticval", "score_moves", "noisy", "show"):
            assert getattr(game, asked)(one) == getattr(reference, asked)(other)
        assert game.text(game.canonical(one)) == reference.text(reference.canonical(other))


def test_without_a_stand_in_it_is_an_error_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "late.pl").write_text(LATE, encoding="utf-8")
    game = pyengine.load(tmp_path / "late.pl", reasoner="python")
    with pytest.raises(pyengine.ReasonerError, match=r'(?s)late\.pl:4:1: .*~:.*hint: load it with reasoner="swi"'):
        pyengine.solve(game)
