"""One game: what is recorded of it, and what becomes of players that do wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pyengine.arena import game_task
from pyengine.arena.game_record import Record
from pyengine.arena.game_task import play_game, task_of
from pyengine.arena.players import Player
from pyengine.arena.rulebook import Rulebook
from pyengine.arena.schedule import Plan, schedule
from pyengine.arena.standings import GameSummary
from pyengine.errors import TournamentError
from pyengine.reasoners.names import ReasonerOrTwin

RACE = """
parameter(eval, good).
parameter(goal, 12).
player(a).
player(b).
initial(at(0, a)).
to_move(at(_, P), P).
move(at(N, P), K, at(M, Q)) :- param(goal, G), N < G, member(K, [1, 2]), M is N + K, M =< G, other(P, Q).
move(at(N, P), stay, at(N, Q)) :- param(eval, patient), other(P, Q).
other(a, b).
other(b, a).
terminal(at(G, _)) :- param(goal, G).
utility(at(_, b), 1).
utility(at(_, a), -1).
feature(S, F, V) :- param(eval, E), measure(E, S, F, V).
weight(n, 1).
measure(good, at(N, _), n, N).
measure(wrong, at(N, _), n, V) :- V is N / 0.
measure(endless, at(N, _), n, V) :- between(0, inf, V), V < -N.
"""

STEPS = """
parameter(step, 1).
player(a).
player(b).
initial(s(a, 9)).
to_move(s(P, _), P).
move(s(P, N), M, s(Q, Left)) :- N > 0, other(P, Q), member(M, [1, 2]), param(step, K), Left is max(0, N - M * K).
other(a, b).
other(b, a).
terminal(s(_, 0)).
utility(s(b, 0), 1).
utility(s(a, 0), -1).
"""

CIRCLE = """
player(a).
player(b).
initial(0).
to_move(N, P) :- 0 is N mod 2 -> P = a ; P = b.
move(N, on, M) :- M is (N + 1) mod 4.
terminal(9).
utility(9, 1).
"""


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    path = tmp_path_factory.mktemp("rules") / "race.pl"
    path.write_text(RACE)
    return Rulebook.of(path)


def play(rules: Rulebook, first: str, second: str, **settings: object) -> Record:
    plan = Plan(rules, (Player.parse(first), Player.parse(second)), games=2, **settings)  # type: ignore[arg-type]
    return Record.from_text(play_game(task_of(plan, schedule(plan, rules.load()).games[0])))


def test_all_that_there_is_to_know_is_recorded(race: Rulebook) -> None:
    record = play(race, "alphabeta:depth=20", "random", opening_plies=1)
    assert (record.ending, record.fault) == ("over", None)
    assert (record.points, record.utilities) in ((1.0, (1, -1)), (0.0, (-1, 1)))
    assert sum(int(move.move) for move in record.moves) == 12
    assert record.opening == 1
    assert [move.mover for move in record.moves[:3]] == [0, 1, 0]
    assert record.moves[0].nodes == 0 < record.moves[2].nodes
    assert record.setting is not None
    assert record.setting.keys() >= {"pyengine", "python", "reasoners", "machine", "process", "began", "ended"}
    assert record.setting["reasoners"] == ["python", "python", "python"]
    assert Record.from_text(record.to_text()) == record


def test_the_same_game_whoever_answers_for_the_rules() -> None:
    players = ("alphabeta:depth=2", "random")
    moves = {
        reasoner: [
            (move.move, move.nodes, move.value)
            for move in play(Rulebook.of("tictactoe", reasoner=reasoner), *players).moves
        ]
        for reasoner in ("python", "swi", "c", "native")
    }
    assert moves["python"] == moves["swi"] == moves["c"] == moves["native"]


def test_players_with_an_evaluation_of_their_own_in_c() -> None:
    book = Rulebook.of("dots_and_boxes", reasoner="c")
    texts = ("alphabeta:eval=4,depth=2", "alphabeta:eval=chains,depth=2")
    played = play(book, *texts)
    assert played.setting is not None
    assert played.setting["reasoners"] == ["c", "c", "c"]
    assert [m.move for m in played.moves] == [m.move for m in play(Rulebook.of("dots_and_boxes"), *texts).moves]


def test_a_player_that_raises_is_at_fault(race: Rulebook) -> None:
    record = play(race, "alphabeta:depth=1", "alphabeta:depth=1,eval=wrong")
    assert record.fault is not None
    assert (record.points, record.ending, record.fault.player) == (None, "fault", 1)
    assert record.fault.kind == "RuleRuntimeError"
    assert "race.pl:18" in record.fault.message


def test_a_player_that_plays_another_game_is_at_fault(race: Rulebook) -> None:
    for setting in ("goal=7", "eval=patient"):
        record = play(race, "first", f"cheat=alphabeta:depth=1,{setting}")
        assert record.fault is not None
        assert record.fault.player == 1
        assert "changes the rules, not only what cheat goes by" in record.fault.message


@pytest.mark.parametrize("reasoner", ["python", "c"])
def test_a_player_whose_moves_lead_elsewhere_is_at_fault(tmp_path: Path, reasoner: ReasonerOrTwin) -> None:
    (tmp_path / "steps.pl").write_text(STEPS)
    rules = Rulebook.of(tmp_path / "steps.pl", reasoner=reasoner)
    record = play(rules, "cheat=alphabeta:step=3,depth=3", "first")
    assert record.fault is not None
    assert (record.fault.player, record.moves[2:]) == (0, ())
    assert "step=3 changes the rules" in record.fault.message
    assert play(rules, "alphabeta:step=1,depth=3", "first").fault is None


def test_a_player_whose_parameters_the_game_does_not_have(race: Rulebook) -> None:
    record = play(race, "alphabeta:depth=1,colour=red", "first")
    assert record.fault is not None
    assert (record.fault.kind, record.fault.player) == ("ParameterError", 0)


def test_a_player_that_does_not_come_back(race: Rulebook) -> None:
    record = play(race, "first", "slow=alphabeta:depth=1,eval=endless", patience=1.0)
    assert record.fault is not None
    assert (record.fault.player, record.fault.message) == (1, "slow had no move after 1 seconds")


def test_who_takes_longer_than_its_limit_plays_on_and_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_task, "GRACE_SECONDS", -1.0)  # any time is too long now
    rules = Rulebook.of("tictactoe", reasoner="native")
    record = play(rules, "alphabeta:depth=1,seconds=0.5", "alphabeta:depth=1", opening_plies=1)
    assert record.fault is None
    assert {(move.mover, move.overran) for move in record.moves[1:]} == {(0, True), (1, False)}
    first, second = GameSummary.of(record).efforts
    assert (first.overruns, second.overruns) == (first.moves, 0)


PROFILED = """
import cProfile
from pyengine.arena.game_task import MoveTimeout, MoveTimeoutError
with MoveTimeout() as timeout:
    with timeout.of(60):
        pass
    try:
        with timeout.of(0.01):
            while True:
                pass
    except MoveTimeoutError:
        print("over")
    with timeout.of(60):
        profile = cProfile.Profile()
        profile.runcall(sorted, range(9), key=lambda n: -n)
print("done")
"""


def test_what_patience_leaves_behind_does_not_stop_a_profiler() -> None:
    done = subprocess.run([sys.executable, "-c", PROFILED], capture_output=True, text=True, timeout=300)
    assert (done.stdout, done.stderr) == ("over\ndone\n", "")


def test_games_that_do_not_end(tmp_path: Path) -> None:
    (tmp_path / "circle.pl").write_text(CIRCLE)
    rules = Rulebook.of(tmp_path / "circle.pl")
    circled = play(rules, "a=first", "b=first", opening_plies=0)
    assert (circled.ending, circled.points, len(circled.moves)) == ("repetition", 0.5, 8)
    cut = play(rules, "a=first", "b=first", opening_plies=0, longest=5)
    assert (cut.ending, cut.points, len(cut.moves)) == ("length", 0.5, 5)
    assert play(rules, "a=first", "b=first", opening_plies=0, longest=5, even=0.5).points == 0.5
    (tmp_path / "told.pl").write_text(f"{CIRCLE}infinite(0).\n")
    told = Rulebook.of(tmp_path / "told.pl")
    assert play(told, "a=first", "b=first", opening_plies=0, longest=5, even=0.5).points == 0.0


def test_what_a_draw_is_worth_can_be_said() -> None:
    """Nim is worth 1 or 0, so that 0 is a loss; a plan may see it otherwise."""
    for reasoner in ("auto", "native"):
        nim = Rulebook.of("nim", parameters={"piles": "[3]"}, reasoner=reasoner)
        lost = [play(nim, "a=first", "b=first", opening_plies=0, even=even) for even in (None, 0.5, 0)]
        assert [(record.utilities, record.points) for record in lost] == [((0, 0), 0.0), ((0, 0), 0.0), ((0, 0), 0.5)]


def test_another_version_does_not_play(race: Rulebook) -> None:
    plan = Plan(race, (Player.parse("first"), Player.parse("random")), games=2)
    task = task_of(plan, schedule(plan, race.load()).games[0])
    with pytest.raises(TournamentError, match=r"the tournament is held by 0\.0"):
        play_game(task.replace('"version": "', '"version": "0.0', 1))
