"""Who has won: from what the rules say, from the values that they have, or by convention; the same everywhere."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine.language.value_sets import draw_among
from pyengine.native import twin
from pyengine.pictures import draw, grow
from pyengine.winners import draw_value, points, winners

REASONERS = ("swi", "python", "c")
HEAD = """
player(a). player(b).
initial(s). to_move(_, a).
move(s, M, M) :- member(M, [l, m, r]).
"""


def load(tmp_path: Path, text: str, reasoner: str = "python", head: str = HEAD) -> Any:
    path = tmp_path / "game.pl"
    path.write_text(head + text, encoding="utf-8")
    return pyengine.load(path, reasoner=reasoner)


@pytest.mark.parametrize(
    ("values", "worth"),
    [
        ({0, 1}, Fraction(1, 2)),
        ({-1, 0}, Fraction(-1, 2)),
        ({0, 0.5, 1}, 0.5),
        ({0, 1, 2}, 1),
        ({1, 2}, Fraction(3, 2)),
        ({-1, 0, 1}, 0),
        ({-1, 1}, 0),
        ({-3, 0, 1}, 0),
        ({0, 1, 5}, None),
        ({0, float("inf")}, None),
        ({4}, 0),
        (set(), 0),
        ({1, 2, 3, 4}, None),
    ],
)
def test_what_values_tell(values: set[Any], worth: Any) -> None:
    assert draw_among(values) == worth


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("utility(l, 1). utility(m, 0). utility(r, 0).", Fraction(1, 2)),
        ("utility(S, V) :- ( S == l -> V = 1 ; S == m -> V = 0.5 ; V is 0 ).", 0.5),
        ("utility(S, V) :- worth(S, V). worth(l, 1). worth(m, 0). worth(r, 0).", Fraction(1, 2)),
        ("utility(S, V) :- once((S = l, V = 1 ; V = 0)).", Fraction(1, 2)),
        ("utility(l, V) :- !, V = 1. utility(_, V) :- member(V, [0]).", Fraction(1, 2)),
        ("utility(S, V) :- ( S == l -> V = 1 ; V is 1 - 1 ).", 0),  # computed
        ("utility(S, V) :- n(S, V). n(l, 1). n(S, V) :- n(S, V).", 0),  # a recursion tells nothing
        ("utility(l, 1). utility(_, 0). draw_value(0).", 0),
        ("utility(l, 1). utility(_, 0). infinite(0).", 0),
        ("utility(l, 9). utility(m, 4). utility(r, 2).", None),
        ("utility(l, 9). utility(m, 4). utility(r, 2). draw_value(V) :- V is 8 / 2.", 4),
        ("outcome(l, _, 1). outcome(m, _, 0). outcome(r, _, 0).", Fraction(1, 2)),
    ],
)
def test_what_a_draw_is_worth(text: str, worth: Any, tmp_path: Path) -> None:
    for reasoner in REASONERS:
        game = load(tmp_path, text, reasoner)
        assert (game.reasoner, draw_value(game)) == (reasoner, worth)


@pytest.mark.parametrize(
    ("text", "won"),
    [
        ("utility(l, a, 3). utility(l, b, 3). utility(_, a, 1). utility(_, b, 2).", ((), (1,))),
        ("utility(l, a, 3). utility(l, b, 3). utility(_, a, 1). utility(_, b, 2). draw_value(2).", ((0, 1), ())),
    ],
)
def test_a_worth_for_each(text: str, won: Any, tmp_path: Path) -> None:
    for reasoner in REASONERS:
        game = load(tmp_path, text, reasoner)
        ends = [game.expand(child).utilities for child in game.expand(game.initial).children]
        assert tuple(winners(game, end) for end in ends) == (won[0], won[1], won[1])
        assert points(game, ends[0]) == 0.5


def test_three_players() -> None:
    game = pyengine.load("nim_three_players")
    assert [winners(game, worths) for worths in ((2, 0, 1), (2, 2, 1), (1, 1, 1))] == [(0,), (0, 1), ()]


def test_rules_and_their_twins_say_the_same() -> None:
    for name in pyengine.games():
        assert draw_value(pyengine.load(name)) == draw_value(twin(name)), name


def test_a_value_that_is_no_number_is_an_error_in_the_rules(tmp_path: Path) -> None:
    for reasoner in REASONERS:
        with pytest.raises(pyengine.PyengineError, match="draw_value/1 is a number, and nothing is not"):
            load(tmp_path, "utility(_, 0). draw_value(nothing).", reasoner)
        game = load(tmp_path, "utility(_, 0). draw_value(V) :- atom_concat(no, thing, V).", reasoner)
        with pytest.raises(pyengine.PyengineError, match="nothing"):
            draw_value(game)


def test_solutions_count_wins_by_what_a_draw_is_worth() -> None:
    for reasoner in ("python", "c"):
        counts = pyengine.retrograde(pyengine.load("nim", reasoner=reasoner)).counts
        assert (counts.wins, counts.draws, counts.losses) == (6, 0, 6)


def test_pictures_say_who_has_won() -> None:
    tree = json.loads(draw(pyengine.load("nim"), algorithm="minimax", format="json"))
    assert {(tuple(node["worth"]), node["ending"]) for node in tree["nodes"] if node["kind"] == "final"} == {
        ((0,), "min wins"),
        ((1,), "max wins"),
    }
    assert "the game is over: min wins" in draw(pyengine.load("nim"), algorithm="minimax", format="svg")
    assert not any(node.ending for node in grow(pyengine.load("tree_bratko")).nodes())


HEAD = (
    "player(max). player(min). initial(0). to_move(_, max). move(0, a, 1). move(0, b, 2). terminal(1). terminal(2).\n"
)
CHAIN = "".join(f"p{number}(V) :- p{number + 1}(V).\n" for number in range(1500))


@pytest.mark.parametrize(
    "utility",
    [
        f"utility(1, V) :- {'true, ' * 4000}V = 1.\nutility(2, 0).\n",
        f"utility(_, V) :- p0(V).\n{CHAIN}p1500(1).\n",
        f"utility(_, V) :- ( {' ; '.join(f'V = {number}' for number in range(1500))} ).\n",
        f"utility(_, V) :- {'once(' * 900}V = 1{')' * 900}.\n",
        f"utility(1, 0).\nutility(2, 1{'0' * 400}).\n",
        "".join(f"utility({number}, {number}).\n" for number in range(20_000)),
    ],
    ids=["a long body", "a long chain", "a long choice", "a deep goal", "a huge value", "many values"],
)
def test_values_of_any_size_are_looked_through(utility: str, tmp_path: Path) -> None:
    (tmp_path / "game.pl").write_text(HEAD + utility)
    game = pyengine.load(tmp_path / "game.pl", reasoner="swi")
    assert winners(game, (5, -5)) is not False
    assert draw_value(game) in (0, Fraction(1, 2), Fraction(10**400, 2), None)


@pytest.mark.parametrize(
    ("fact", "code"),
    [
        ("draw_value(V) :- V is 1/0.", "rule-error"),
        ("draw_value(V) :- V = 3, fail.", "rule-error"),
        ("draw_value(much).", "bad-value"),
        ("draw_value(5). draw_value(3).", "several-answers"),
    ],
)
def test_check_asks_what_a_draw_is_worth(fact: str, code: str, tmp_path: Path) -> None:
    (tmp_path / "game.pl").write_text(f"{HEAD}utility(1, 0). utility(2, 1).\n{fact}\n")
    (found,) = pyengine.check_file(tmp_path / "game.pl")
    assert (found.code, found.place is not None and found.place.line) == (code, 3)
