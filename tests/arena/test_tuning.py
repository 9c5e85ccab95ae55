"""Weights tuned by self-play: taken out of rules, learned, proved, written back; resumed and interrupted."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine.arena.crew import HereCrew
from pyengine.arena.game_store import GameStore, replay
from pyengine.arena.players import Player
from pyengine.arena.regression import Sampler
from pyengine.arena.rulebook import Rulebook
from pyengine.arena.standings import Standing
from pyengine.arena.tuning import Tuned, Tuning, tune
from pyengine.arena.weights import WeightedRules, weights_text, write_weights
from pyengine.cli import main
from pyengine.errors import NotWrittenError, TournamentError, TuningError
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.native import twin
from pyengine.terms import write_term

from .coins import COINS

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def coins(tmp_path: Path) -> Path:
    path = tmp_path / "coins.pl"
    path.write_text(COINS, encoding="utf-8")
    return path


def tuning_of(coins: Path, **settings: Any) -> Tuning:
    given = {"games": 20, "generations": 2, "proof": 30, **settings}
    return Tuning(WeightedRules.of(Rulebook.of(coins)), Player.parse("alphabeta:depth=2"), **given)


def last(tuning: Tuning, folder: Path, progress: Any = None) -> Tuned:
    *_, found = tune(tuning, folder, HereCrew(), progress)
    return found


@pytest.mark.parametrize(
    ("name", "reasoner"),
    [("italian_draughts", "c"), ("othello", "swi"), ("english_draughts", "python"), ("dots_and_boxes", "c")],
)
def test_rules_with_their_weights_as_a_parameter_estimate_alike(name: str, reasoner: Any) -> None:
    weighted = WeightedRules.of(Rulebook.of(name, reasoner=reasoner))
    rules, native = weighted.rules.load(), twin(name)
    doubled: Any = weighted.load(tuple((feature, 2 * weight) for feature, weight in weighted.weights))
    for state in pyengine.playout(native, 1).states[::9]:
        if not native.is_terminal(state):
            estimate = native.staticval(state)  # type: ignore[attr-defined]
            here: Any = rules.parse_state(native.text(state))  # type: ignore[attr-defined]
            assert rules.staticval(here) == estimate  # type: ignore[attr-defined]
            assert doubled.staticval(doubled.parse_state(native.text(state))) == 2 * estimate  # type: ignore[attr-defined]


def test_weights_in_a_library_are_told_of() -> None:
    weighing = WeightedRules.of(Rulebook.of("italian_draughts"))
    assert weighing.libraries == ("library(draughts_weights)",)
    assert [name for name, _ in weighing.weights][:3] == ["men", "kings", "advance"]
    assert WeightedRules.of(Rulebook.of("othello")).libraries == ()


@pytest.mark.parametrize(("name", "told"), [("nim", "no weights to tune"), ("connect_four", "no weights")])
def test_what_cannot_be_tuned(name: str, told: str) -> None:
    with pytest.raises(TuningError, match=told):
        WeightedRules.of(Rulebook.of(name))
    with pytest.raises(TuningError, match="in Python"):
        WeightedRules.of(Rulebook.of(name, reasoner="native"))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("weight(gold, 1).", "weight(gold, 1). weight(gold, 2).", "two weights"),
        ("weight(gold, 1).", "weight(gold, X) :- X is 2-1.", "not all facts"),
        ("weight(gold, 1).", "weight(gold, 1). staticval(_, 0).", "do not count"),
        ("weight(gold, 1).", "weight(gold, 1). parameter(tuned_weights, []).", "needs for itself"),
    ],
)
def test_weights_that_are_no_facts(coins: Path, old: str, new: str, told: str) -> None:
    coins.write_text(COINS.replace(old, new), encoding="utf-8")
    with pytest.raises(TuningError, match=told):
        WeightedRules.of(Rulebook.of(coins))


def test_a_player_that_does_not_estimate_is_refused(coins: Path) -> None:
    with pytest.raises(TuningError, match="goes by no estimate"):
        Tuning(WeightedRules.of(Rulebook.of(coins)), Player.parse("random"))


def test_features_are_measured_one_by_one(coins: Path) -> None:
    sampler = Sampler(WeightedRules.of(Rulebook.of(coins)))
    game: Any = Rulebook.of(coins).load()
    assert sampler.measure(game.parse_state("s(min,[c,g],3,-2,1)")) == (3, -2, 1, 0, -1)
    assert sampler.measure(game.parse_state("s(max,[],3,-2,1)")) is None
    assert sampler.counted == {"gold", "silver", "copper"}


def test_tuned_weights_win_and_a_tuning_that_is_done_plays_nothing_again(coins: Path, tmp_path: Path) -> None:
    tuning = tuning_of(coins)
    tuned = last(tuning, tmp_path / "games")
    weights = dict(tuned.weights)
    assert weights["gold"] > 1.2 * weights["silver"] > 1.2 * weights["copper"]
    assert weights["nothing"] == 7
    assert tuned.is_proved
    assert tuned.proof.games == 30

    played: list[int] = []
    again = last(tuning, tmp_path / "games", lambda standing: played.append(standing.played))
    assert (again.weights, again.steps, again.proof) == (tuned.weights, tuned.steps, tuned.proof)
    assert set(played) == {20, 30}


def positions_after_openings(rules: Rulebook, stores: Iterable[Path]) -> Counter[str]:
    found: Counter[str] = Counter()
    for path in stores:
        with GameStore(path) as store:
            for record in store.records().values():
                found[str([*replay(rules, record)][record.opening].state)] += 1
    return found


def test_the_proof_plays_no_game_twice_and_none_from_an_opening_of_a_generation(coins: Path, tmp_path: Path) -> None:
    tuning = tuning_of(coins)
    assert last(tuning, tmp_path / "games").proof.games == 30
    rules = tuning.weighted.rules
    learned = positions_after_openings(rules, (tmp_path / "games").glob("generation-*.db"))
    proved = positions_after_openings(rules, (tmp_path / "games").glob("proof*.db"))
    assert learned.total() == 40
    assert set(proved.values()) == {2}
    assert not proved.keys() & learned.keys()


def test_a_proof_for_which_few_openings_are_left_is_shorter(coins: Path, tmp_path: Path) -> None:
    tuned = last(tuning_of(coins, proof=60), tmp_path / "games")
    assert 0 < tuned.proof.games == tuned.proof_games < 60
    folder = tmp_path / "none"
    with pytest.raises(TuningError, match="all openings of 1 plies, and leave none for the proof"):
        last(tuning_of(coins, opening_plies=1), folder)
    assert not folder.exists()
    with pytest.raises(TournamentError, match="no game of coins goes on after 30 plies"):
        last(tuning_of(coins, opening_plies=30), folder)


@pytest.mark.parametrize(("games", "seed", "proof_games"), [(20, 0, 0), (10, 3, 10)], ids=["longer", "proved"])
def test_games_of_another_tuning_in_the_folder_change_nothing(
    games: int, seed: int, proof_games: int, coins: Path, tmp_path: Path
) -> None:
    """A shorter match does not learn from the rest of a longer one, and more generations have a proof of their own."""
    before = tuning_of(coins, games=games, generations=1, proof=10, seed=seed)
    assert last(before, tmp_path / "used").proof.games == proof_games
    asked = {"games": 10, "generations": 2, "proof": 10, "seed": seed}
    assert last(tuning_of(coins, **asked), tmp_path / "used") == last(tuning_of(coins, **asked), tmp_path / "fresh")


def test_flat_weights_are_those_that_count(coins: Path, tmp_path: Path) -> None:
    coins.write_text(COINS.replace("weight(gold, 1)", "weight(gold, 40)"), encoding="utf-8")
    tuned = last(tuning_of(coins, games=2, generations=1, proof=2, flat=True), tmp_path / "games")
    assert dict(tuned.untuned) == {"gold": 1, "silver": 1, "copper": 1, "nothing": 7}


def test_a_tuning_that_is_interrupted_keeps_the_best_and_goes_on(coins: Path, tmp_path: Path) -> None:
    """Wherever it is interrupted, it comes to the same end."""
    tuning = tuning_of(coins, games=10, generations=3, proof=10)
    whole = last(tuning, tmp_path / "whole")
    chance = random.Random(2)
    for _ in range(4):
        left = [chance.randrange(1, 30)]

        def interrupt(standing: Standing, left: list[int] = left) -> None:
            left[0] -= 1
            if left[0] == 0:
                raise KeyboardInterrupt

        broken = last(tuning, tmp_path / "parts", interrupt)
        assert broken.weights in (tuning.weighted.weights, *(step.candidate for step in whole.steps))
    assert last(tuning, tmp_path / "parts") == whole


def test_the_file_of_weights_can_be_included(coins: Path, tmp_path: Path) -> None:
    weighted = WeightedRules.of(Rulebook.of(coins))
    weights = (("gold", 9.5), ("silver", -4), ("copper", 1), ("nothing", 7))
    write_weights(tmp_path / "coins_weights.pl", weights_text("coins", weights, "Tuned."))
    facts = [line for line in COINS.splitlines() if line.startswith("weight(")]
    text = COINS.replace("\n".join(facts), ":- include(coins_weights).")
    (tmp_path / "better.pl").write_text(text, encoding="utf-8")
    for reasoner in ("python", "swi"):
        game = pyengine.load(tmp_path / "better.pl", reasoner=reasoner)  # type: ignore[arg-type]
        other: Any = weighted.load(weights)
        for state in pyengine.playout(game, 5).states:
            if not game.is_terminal(state):
                assert game.staticval(state) == other.staticval(other.state(game.term(state)))  # type: ignore[attr-defined]
    assert WeightedRules.of(Rulebook.of(tmp_path / "better.pl")).weights == weights


def test_nothing_else_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine.pl").write_text("weight(a, 1).\n")
    with pytest.raises(NotWrittenError, match="left as it is"):
        write_weights(tmp_path / "mine.pl", weights_text("coins", (("a", 2),), "Tuned."))
    assert (tmp_path / "mine.pl").read_text() == "weight(a, 1).\n"


def test_weights_are_written_through_no_link_and_over_no_device(tmp_path: Path) -> None:
    victim, text = tmp_path / "victim", weights_text("coins", (("a", 2),), "Tuned.")
    victim.write_text("precious", encoding="utf-8")
    (tmp_path / ".coins.pl.new").symlink_to(victim)
    write_weights(tmp_path / "coins.pl", text)
    assert victim.read_text(encoding="utf-8") == "precious"
    assert (tmp_path / "coins.pl").read_text(encoding="utf-8") == text
    (tmp_path / "zero.pl").symlink_to("/dev/zero")
    with pytest.raises(NotWrittenError, match=r"zero\.pl cannot be read: it is no file"):
        write_weights(tmp_path / "zero.pl", text)


def test_the_command(coins: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(coins.parent)
    words = ["tune", "coins.pl", "--player", "alphabeta:depth=2", "-g", "20", "--generations", "2", "--proof", "30"]
    assert main([*words, "-j", "1"]) == 0
    told = capsys.readouterr().out
    assert "generation 1, learned from" in told
    assert ": the tuned weights are better" in told
    assert (coins.parent / "coins_weights.pl").read_text().startswith("/*  Weights of coins. Tuned by 40 games")
    assert main([*words, "-j", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["proved"] is True
    assert found["proof_games"] == 30
    assert found["tuned"]["gold"] > found["tuned"]["copper"]
    assert main([*words, "--output", "coins.pl"]) == 1
    assert main([*words, "--output", "nowhere/w.pl"]) == 1
    assert "coins.pl exists and is no file of weights" in capsys.readouterr().err
    assert main([*words, "--seed", "5"]) == 1
    assert "is of another tournament" in capsys.readouterr().err


def test_the_command_learns_classes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("classes.pl", "classes_learned.pl"):
        (tmp_path / name).write_text((EXAMPLES / name).read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    words = ["tune", "classes.pl", "--categories", "--player", "alphabeta:depth=1", "-g", "10", "--generations", "1"]
    status = main([*words, "--proof", "20", "-j", "1", "-o", "mine.pl"])
    told = capsys.readouterr().out
    assert "generation 0, learned from random games" in told
    assert ("the tuned classes are better" in told) == (status == 0)
    assert "write :- include(mine). in place of expected/2" in told
    learned = (tmp_path / "mine.pl").read_text(encoding="utf-8")
    (tmp_path / "mine_game.pl").write_text(
        (tmp_path / "classes.pl").read_text(encoding="utf-8").replace("classes_learned", "mine"), encoding="utf-8"
    )
    assert "learned(c(white," in learned
    assert pyengine.check_file(tmp_path / "mine_game.pl") == ()
    assert main(["tune", "nim", "--categories"]) == 1
    assert "category/2" in capsys.readouterr().err


def test_the_command_says_what_it_did_not_do(
    coins: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(coins.parent)
    words = ["tune", "coins.pl", "--player", "alphabeta:depth=1", "-g", "10", "--generations", "1", "--proof", "400"]
    assert main([*words, "-j", "1", "--output", "My-weights.txt"]) == 1
    told = capsys.readouterr().out
    assert "no weights were found better" in told
    assert "note: the proof has only" in told
    assert "write :- include('My-weights.txt'). in place" in told
    head = (coins.parent / "My-weights.txt").read_text().partition("\n")[0]
    assert head == "/*  Weights of coins. Not tuned: 10 games of self-play found none better.  */"


def test_names_of_features_are_any_terms() -> None:
    text = weights_text("coins", (("a,b", 20), ("a:-b", 1.5), ("row(1)", -1)), "Tuned.")
    program, findings = read_program(Source("coins_weights.pl", text))
    assert not findings
    assert [write_term(clause.term) for clause in program.clauses()] == [
        "weight((a,b),20)", "weight((a :- b),1.5)", "weight(row(1),-1)"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["nim"], 1, "no weights to tune"),
        (["othello", "--player", "random"], 1, "goes by no estimate"),
        (["othello", "--player", "nobody"], 2, "no kind of player"),
        (["othello", "--games", "3"], 2, "even number"),
    ],
)
def test_mistakes(words: list[str], status: int, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", *words]) == status
    assert told in capsys.readouterr().err
