"""Who plays whom, and from where."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from pyengine.arena.players import Player
from pyengine.arena.rulebook import Rulebook, move_name
from pyengine.arena.schedule import Plan, gauntlet, openings, schedule
from pyengine.errors import TournamentError
from pyengine.texts import move_text

PLAYERS = tuple(Player.parse(text) for text in ("a=random", "b=random", "first"))
TICTACTOE = Rulebook.of("tictactoe")


def test_colours_are_equal_and_openings_the_same_for_both() -> None:
    plan = Plan(TICTACTOE, PLAYERS, games=20)
    games = schedule(plan, TICTACTOE.load()).games
    assert len(games) == len({game.identifier for game in games}) == 3 * 20
    for pairing in plan.pairings:
        own = [game for game in games if game.pairing == pairing]
        assert Counter(game.swapped for game in own) == {False: 10, True: 10}
        by_opening = Counter((game.opening, game.players) for game in own)
        assert set(by_opening.values()) == {1}
        assert {game.opening for game in own if game.swapped} == {game.opening for game in own if not game.swapped}
    assert len({frozenset(game.opening for game in games if game.pairing == pairing) for pairing in plan.pairings}) == 1


def test_a_longer_tournament_has_the_same_games_and_more() -> None:
    short = Plan(TICTACTOE, PLAYERS, games=10)
    few, many = (schedule(plan, TICTACTOE.load()) for plan in (short, replace(short, games=40)))
    assert {game.identifier for game in few.games} < {game.identifier for game in many.games}
    assert {game.identifier for game in schedule(replace(short, seed=1), TICTACTOE.load()).games}.isdisjoint(
        game.identifier for game in many.games
    )


def test_openings_that_run_out_come_again() -> None:
    games = schedule(Plan(TICTACTOE, PLAYERS[:2], games=40, opening_plies=1), TICTACTOE.load())
    assert games.distinct == 9
    assert set(Counter(game.opening for game in games.games).values()) == {4, 6}
    assert list(openings(TICTACTOE.load(), 0, 0)) == [()]


def test_openings_do_not_end_the_game() -> None:
    nim = Rulebook.of("nim", parameters={"piles": "[1,1,1]"})
    assert len(list(openings(nim.load(), 1, 0))) == 1
    with pytest.raises(TournamentError, match="no game of nim goes on after 2 plies"):
        schedule(Plan(nim, PLAYERS[:2], opening_plies=2), nim.load())


def test_plans_that_cannot_be() -> None:
    with pytest.raises(TournamentError, match="even number"):
        Plan(TICTACTOE, PLAYERS, games=3)
    with pytest.raises(TournamentError, match="two players are called random"):
        Plan(TICTACTOE, (Player.parse("random"), Player.parse("random")))
    with pytest.raises(TournamentError, match="needs two players"):
        Plan(TICTACTOE, PLAYERS[:1])
    with pytest.raises(TournamentError, match="no pairing"):
        Plan(TICTACTOE, PLAYERS, pairings=((0, 3),))
    three = Rulebook.of("nim_three_players")
    with pytest.raises(TournamentError, match="has 3"):
        schedule(Plan(three, PLAYERS), three.load())


def test_a_gauntlet() -> None:
    assert Plan(TICTACTOE, PLAYERS, pairings=gauntlet(3)).pairings == ((0, 1), (0, 2))


def test_a_plan_as_json_and_back() -> None:
    plan = Plan(Rulebook.of("dots_and_boxes", parameters={"rows": "2"}), PLAYERS, games=6, even=0.5, patience=9.0)
    assert Plan.from_json(plan.as_json()) == plan


def test_rules_cross_by_content(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "only_a_comment.pl").write_text("% nothing\n")
    (tmp_path / "lib" / "moves.pl").write_text("move(0, go, 1).\nmove(0, stay, 2).\n")
    rules = tmp_path / "mine.pl"
    rules.write_text(
        ":- include(lib/only_a_comment).\n:- include(lib/moves).\nplayer(a).\nplayer(b).\ninitial(0).\nto_move(_, a).\n"
        "terminal(1).\nterminal(2).\nutility(1, 1).\nutility(2, -1).\n"
    )
    for reasoner in ("python", "swi"):
        book = Rulebook.of(rules, reasoner=reasoner)
        moved = Rulebook.from_json(book.as_json())
        key = book.key
        kept = {path: path.read_text() for path in (rules, *(tmp_path / "lib").iterdir())}
        for path in kept:
            path.unlink()
        game = moved.load()
        assert [str(move) for move in game.actions(game.initial)] == ["go", "stay"]
        for path, text in kept.items():
            path.write_text(text)
        (tmp_path / "lib" / "moves.pl").write_text("move(0, go, 1).\n")
        assert Rulebook.of(rules, reasoner=reasoner).key != key
        (tmp_path / "lib" / "moves.pl").write_text("move(0, go, 1).\nmove(0, stay, 2).\n")


def test_a_position_in_the_notation_of_the_game_is_a_start() -> None:
    book = Rulebook.of("dots_and_boxes", start="100000000000 b 0")
    game = book.load()
    assert game.text(game.initial) == "100000000000 b 0"  # type: ignore[attr-defined]


AMBIGUOUS = """
player(a).
player(b).
initial(0).
to_move(N, P) :- N < 2 -> P = a ; P = b.
move(0, go(1), 2).
move(0, go(2), 3).
terminal(2).
terminal(3).
utility(2, 1).
utility(3, -1).
move_notation(_, go(_), "go").
"""


def test_a_move_whose_notation_says_too_little_is_written_as_a_term(tmp_path: Path) -> None:
    (tmp_path / "two.pl").write_text(AMBIGUOUS)
    game = Rulebook.of(tmp_path / "two.pl").load()
    moves = game.actions(game.initial)
    assert [move_text(game, move, game.initial) for move in moves] == ["go", "go"]
    assert [move_name(game, move, game.initial) for move in moves] == ["go(1)", "go(2)"]


TWICE = """
player(a).
player(b).
initial(0).
to_move(_, a).
move(0, go, 1).
move(0, go, 2).
move(0, stay, 3).
move(N, end, 9) :- N > 0, N < 9.
terminal(9).
utility(9, 1).
"""


def test_a_move_that_is_offered_twice_is_one_move(tmp_path: Path) -> None:
    (tmp_path / "twice.pl").write_text(TWICE)
    game = Rulebook.of(tmp_path / "twice.pl").load()
    assert sorted(openings(game, 1, 0)) == [("go",), ("stay",)]
    chosen = [str(PLAYERS[0].choose(game, game.initial, random.Random(n)).move) for n in range(300)]
    assert 120 < chosen.count("stay") < 180


@pytest.mark.parametrize("path", ["../nim.pl", "/nim.pl", "lib/../../nim.pl", "nim\0.pl", ".."])
def test_files_of_rules_stay_in_their_folder(path: str) -> None:
    with pytest.raises(TournamentError, match=r"is not the path of a rule file below another"):
        replace(Rulebook.of("nim"), files=((path, "player(a)."),))
