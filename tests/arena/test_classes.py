"""Classes of positions, and what is learned of them from self-play."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyengine
from pyengine.arena.classes import ClassCounter, ClassifiedRules, classes_text, learn_classes
from pyengine.arena.crew import HereCrew
from pyengine.arena.players import Player
from pyengine.arena.rulebook import Rulebook
from pyengine.arena.statistics import Tally
from pyengine.arena.tuning import Tuned, Tuning
from pyengine.arena.weights import write_weights
from pyengine.cli import main
from pyengine.errors import NotWrittenError, TuningError

GAME = """
player(max). player(min).
initial(s(max, 12, 0)).
to_move(s(P, _, _), P).
move(s(P, N, V), K, s(Q, M, W)) :- N > 0, member(K, [1, 2, 3]), M is N - 1, turn(P, Q, D), W is V + D*(K*K + N mod 3).
turn(max, min, 1). turn(min, max, -1).
terminal(s(_, 0, _)).
utility(s(_, _, V), U) :- U is sign(V).
category(s(P, _, V), c(P, S)) :- S is sign(V).
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "ends.pl"
    path.write_text(text, encoding="utf-8")
    return path


def tuning(path: Path, **more: int) -> Tuning:
    how = {"games": 20, "generations": 2, "proof": 10, "opening_plies": 6} | more
    return Tuning(ClassifiedRules.of(Rulebook.of(str(path))), Player.parse("alphabeta:depth=1"), **how)


def test_classes_are_learned_and_written_as_facts(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)
    last: Tuned | None = None
    for last, counted in learn_classes(tuning(path), tmp_path / "games", HereCrew()):
        assert set(counted) == {name for name, _ in last.weights}
    assert last is not None
    worths = dict(last.weights)
    assert worths["c(max,1)"] > worths["c(max,-1)"]
    assert all(-1 < worth < 1 for worth in worths.values())
    text = classes_text("ends", last.weights, counted, "Learned.")
    write_weights(tmp_path / "ends_classes.pl", text, "Classes of")
    path.write_text(GAME + ":- include(ends_classes).\n", encoding="utf-8")
    assert not [finding for finding in pyengine.check_file(path) if finding.code != "walk-cut-short"]
    for reasoner in ("python", "c", "swi"):
        game = pyengine.load(path, reasoner=reasoner)
        for value in (-3, 0, 3):
            state = game.parse_state(f"s(max, 5, {value})")
            assert game.staticval(state) == worths.get(str(game.category(state)), 0)
    again = ClassifiedRules.of(Rulebook.of(str(path)))  # what was learned before is left aside
    assert again.load((("c(max,1)", 0.25),)).staticval(again.load(()).parse_state("s(max, 5, 3)")) == 0.25
    assert again.load(()).staticval(again.load(()).parse_state("s(max, 5, 3)")) == 0


def test_a_tuning_that_is_repeated_comes_to_the_same(tmp_path: Path) -> None:
    path = write(tmp_path, GAME)
    found = [list(learn_classes(tuning(path), tmp_path / "games", HereCrew()))[-1] for _ in range(2)]
    assert found[0][0].weights == found[1][0].weights
    assert found[0][1] == found[1][1]


@pytest.mark.parametrize("class_", ["(ahead, S)", "(ahead :- S)", "ahead-S", "'Ahead'(S)", "[S]"])
def test_a_class_is_any_term(class_: str, tmp_path: Path) -> None:
    rules = GAME.replace("category(s(P, _, V), c(P, S))", f"category(s(_, _, V), {class_})")
    path = write(tmp_path, rules)
    game = pyengine.load(path)
    name = str(game.category(game.parse_state("s(max, 5, 3)")))
    text = classes_text("ends", ((name, 0.5),), {name: Tally(6, 0, 1)}, "Learned.")
    write_weights(tmp_path / "ends_classes.pl", text, "Classes of")
    path.write_text(rules + ":- include(ends_classes).\n", encoding="utf-8")
    game = pyengine.load(path)
    assert game.staticval(game.parse_state("s(max, 5, 3)")) == 0.5
    assert game.staticval(game.parse_state("s(max, 5, -3)")) == 0


def test_where_nothing_was_learned_every_class_is_worth_0(tmp_path: Path) -> None:
    write_weights(tmp_path / "ends_classes.pl", classes_text("ends", (), {}, "Not tuned."), "Classes of")
    path = write(tmp_path, GAME + ":- include(ends_classes).\n")
    assert not [finding for finding in pyengine.check_file(path) if finding.code != "walk-cut-short"]
    game = pyengine.load(path)
    assert game.staticval(game.initial) == 0


def test_the_command_says_that_no_classes_were_better(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, GAME.replace("category(s(P, _, V), c(P, S)) :- S is sign(V).", "category(_, same)."))
    words = ["tune", "ends.pl", "--categories", "--player", "alphabeta:depth=1", "-g", "2", "--generations", "1"]
    assert main([*words, "--proof", "2", "-j", "1"]) == 1
    told = capsys.readouterr().out
    assert "no classes were found better than the untuned ones" in told
    assert "ends_classes.pl: every class is worth 0" in told
    assert "weight" not in told
    assert "feature" not in told


def test_random_games_are_won_as_rules_say(tmp_path: Path) -> None:
    each = "draw_value(0).\nutility(s(_, _, V), P, U) :- turn(P, _, D), U is 5 + D*sign(V).\n"
    rules = GAME.replace("utility(s(_, _, V), U) :- U is sign(V).\n", each)
    counter = ClassCounter(Rulebook.of(str(write(tmp_path, rules))))
    counter.add_playouts(0)  # all get more than a draw is worth: both have won
    assert counter.tallies
    assert all((tally.wins, tally.losses) == (0, 0) for tally in counter.tallies.values())


def test_a_game_counts_once_for_each_class(tmp_path: Path) -> None:
    counter = ClassCounter(Rulebook.of(str(write(tmp_path, GAME))))
    game = counter.game
    states = [game.parse_state(text) for text in ("s(max, 5, 1)", "s(max, 4, 2)", "s(min, 3, -1)", "s(max, 0, 1)")]
    counter.count(states, 1)
    counter.count(states[:1], 0.5)
    assert counter.tallies == {"c(max,1)": Tally(1, 1, 0), "c(min,-1)": Tally(1, 0, 0)}
    assert dict(counter.worths()) == {"c(max,1)": 0.25, "c(min,-1)": 0.3359375}


@pytest.mark.parametrize(
    ("added", "message"),
    [
        ("staticval(_, 0).", "its estimate is staticval/2"),
        ("feature(_, one, 1). weight(one, 1).", "the sum of its features"),
        ("parameter(learned_classes, []).", "needs for itself"),
    ],
)
def test_classes_that_do_not_count_are_refused(added: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(TuningError, match=message):
        ClassifiedRules.of(Rulebook.of(str(write(tmp_path, GAME + added))))


def test_rules_without_classes_are_refused() -> None:
    with pytest.raises(TuningError, match="does not define category/2"):
        ClassifiedRules.of(Rulebook.of("nim"))


def test_nothing_else_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine.pl").write_text("/*  Weights of mine.  */\n")
    with pytest.raises(NotWrittenError, match="no file of classes"):
        write_weights(tmp_path / "mine.pl", "", "Classes of")
