"""What is said of games beforehand: sharp where the rules say it, and right for every position that play meets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine.domains import integer_sets, shapes
from pyengine.domains.game_domains import GameDomains, domains
from pyengine.domains.sample import sample
from pyengine.errors import DomainError

SHARP = {
    "tictactoe": (9, ((-1, 1), (-1, 1))),
    "connect_four": (7, ((-1, 1), (-1, 1))),
    "othello": (65, ((-64, 64), (-64, 64))),
    "breakthrough": (384, ((-1, 1), (-1, 1))),
    "dots_and_boxes": (12, None),
    "even_wins": (4, ((-1, 1), (-1, 1))),
    "mu_torere": (9, ((-1, 1), (-1, 1))),
    "tree_three_players": (2, ((1, 7), (1, 7), (1, 6))),
}


@pytest.mark.parametrize("name", SHARP)
def test_the_rules_alone_say_which_moves_there_are(name: str) -> None:
    found = domains(pyengine.load(name, reasoner="python"), most_positions=0)
    assert found.moves is not None
    assert (len(found.moves), found.utilities) == SHARP[name]
    assert (found.why_moves, found.longest) == ("rules", None)
    assert sample(found, 3, 1, 80).games == 3


@pytest.mark.parametrize("name", [name for name in pyengine.games() if name not in ("chess", *SHARP)])
def test_play_meets_nothing_else(name: str) -> None:
    assert sample(domains(pyengine.load(name, reasoner="python"), most_positions=0), 3, 1, 80).games == 3


@pytest.mark.hunt
@pytest.mark.parametrize("name", pyengine.games())
def test_long_play_meets_nothing_else(name: str) -> None:
    assert sample(domains(pyengine.load(name), most_positions=0), 50, 1, 400).games == 50


@pytest.mark.parametrize("name", ["tictactoe", "nim", "kayles", "hexapawn"])
def test_all_positions_say_the_same_more_sharply(name: str) -> None:
    game: Any = pyengine.load(name, reasoner="python")
    by_rules, by_positions = domains(game, most_positions=0), domains(game)
    assert by_positions.why_moves == "positions"
    assert by_positions.longest is not None
    if by_rules.moves is not None:
        assert set(by_positions.moves or ()) <= set(by_rules.moves)
    for state in pyengine.states(game):
        by_rules.check(state, pyengine.expand(game, state))
        by_positions.check(state, pyengine.expand(game, state))


def test_a_game_that_comes_back_has_no_bound() -> None:
    found = domains(pyengine.load("mu_torere", reasoner="python"))
    assert (found.longest, found.why_longest, found.number_of_positions) == (None, "", 1180)


def described(text: str, tmp_path: Path, **options: Any) -> GameDomains:
    file = tmp_path / "game.pl"
    file.write_text(text, encoding="utf-8")
    return domains(pyengine.load(str(file), reasoner="python"), **options)


COUNT = """
player(a). player(b).
initial(s(a, 0)).
to_move(s(P, _), P).
move(s(a, N), M, s(b, M)) :- M is N + 1.
move(s(b, N), M, s(a, M)) :- M is N + 1.
terminal(s(_, N)) :- N >= 100.
utility(s(_, N), N).
"""


def test_what_cannot_be_bounded_says_so(tmp_path: Path) -> None:
    """The rules that count the moves do not say that they stop: that is known where all positions were visited."""
    found = described(COUNT, tmp_path, most_positions=0)
    assert (found.moves, found.why_moves, found.utilities, found.why_utilities) == (None, "", None, "")
    visited = described(COUNT, tmp_path)
    assert (len(visited.moves or ()), visited.longest, visited.utilities) == (100, 100, ((100, 100), (-100, -100)))


# Predicates that decide by what is bound when they are called: what is known of a variable holds whatever it becomes.
TRAPS = """
player(a). player(b).
initial(s(a, 0)).
to_move(s(P, _), P).
move(s(a, 0), M, s(b, 1)) :- free(M), later(M).
move(s(a, 0), M, s(b, 1)) :- copied(M).
move(s(a, 0), M, s(b, 1)) :- cut(2, M).
move(s(a, 0), M, s(b, 1)) :- not_yet(X), X = z, M = X.
move(s(a, 0), M, s(b, 1)) :- G = other(M), call(G).
free(M) :- ( var(M) -> true ; M = never ).
later(f(X)) :- X = 1.
later(f(_)) :- fail.
copied(M) :- findall(X-_, member(X, [p, q]), [_, M]), M = q-r.
cut(1, M) :- !, M = one.
cut(N, M) :- N > 1, !, M = many.
cut(_, few).
not_yet(X) :- X \\== z.
other(o).
utility(_, 0).
"""


def test_what_depends_on_what_is_bound(tmp_path: Path) -> None:
    found = described(TRAPS, tmp_path, most_positions=0)
    assert sorted(map(str, found.moves or ())) if found.moves else True
    game = found.game
    found.check(game.initial, pyengine.expand(game, game.initial))
    assert [str(move) for move in game.actions(game.initial)] == ["f(1)", "q-r", "many", "z", "o"]


def test_a_violation_names_itself() -> None:
    found = domains(pyengine.load("tictactoe", reasoner="python"))
    game = found.game
    wrong = GameDomains(**{**vars(found), "moves": (found.moves or ())[:4]})
    with pytest.raises(DomainError, match="the move 5 is not among what was inferred of tictactoe"):
        wrong.check(game.initial, pyengine.expand(game, game.initial))


@pytest.mark.parametrize(
    "a", [frozenset({-3, 0, 5}), (0, 300), (-7, None), integer_sets.Bits(0b1100110011), (None, None)]
)
@pytest.mark.parametrize("b", [frozenset({1, 2}), (-300, 300), integer_sets.Bits(0b101010101010), frozenset({-6})])
def test_operations_contain_what_they_give(a: Any, b: Any) -> None:
    def some(numbers: Any) -> list[int]:
        return [
            number
            for number in (*range(-20, 40), 255, 256, 300, 801, 819, 2730)
            if integer_sets.contains(numbers, number)
        ]

    import math

    concrete: dict[str, Any] = {
        "+": lambda x, y: x + y,
        "-": lambda x, y: x - y,
        "*": lambda x, y: x * y,
        "//": lambda x, y: math.trunc(x / y) if y else None,
        "div": lambda x, y: x // y if y else None,
        "mod": lambda x, y: x % y if y else None,
        "rem": lambda x, y: int(math.fmod(x, y)) if y else None,
        "/\\": lambda x, y: x & y,
        "\\/": lambda x, y: x | y,
        "xor": lambda x, y: x ^ y,
        "<<": lambda x, y: x << y if y >= 0 else x >> -y,
        ">>": lambda x, y: x >> y if y >= 0 else x << -y,
        "min": min,
        "max": max,
        "gcd": math.gcd,
    }
    for name, compute in concrete.items():
        found = integer_sets.OF_TWO[name](a, b)
        for x in some(a):
            for y in some(b):
                value = compute(x, y)
                assert value is None or integer_sets.contains(found, value), (name, x, y)
    for joined in (integer_sets.union(a, b), integer_sets.widened(a, integer_sets.union(a, b))):
        assert all(integer_sets.contains(joined, number) for number in (*some(a), *some(b)))
    both = integer_sets.intersection(a, b)
    shared = [number for number in some(a) if integer_sets.contains(b, number)]
    assert not shared or (both is not None and all(integer_sets.contains(both, number) for number in shared))


def test_lists_grow_to_lists_of_any_length() -> None:
    short = shapes.of_value((shapes.CONS, 1, shapes.NIL))
    longer = shapes.of_value((shapes.CONS, 2, (shapes.CONS, "a", shapes.NIL)))
    grown = shapes.widen(short, longer)
    assert shapes.size(grown) is None
    assert shapes.contains(grown, (shapes.CONS, "a", (shapes.CONS, 1, (shapes.CONS, 2, shapes.NIL))))
    assert not shapes.contains(grown, (shapes.CONS, "b", shapes.NIL))
