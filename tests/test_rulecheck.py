"""What the walk through a game finds: rule files whose mistakes show only when they run."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyengine

GOOD = """\
player(max).
player(min).
initial(count(0, max)).
to_move(count(_, Player), Player).
move(count(N, Player), up, count(N1, Other)) :- N < 4, N1 is N + 1, other(Player, Other).
move(count(N, Player), double, count(N1, Other)) :- N < 4, N1 is 2*N + 1, other(Player, Other).
other(max, min).
other(min, max).
terminal(count(N, _)) :- N >= 4.
utility(count(N, _), N).
"""

# Each case: what to replace in the good game, by what, and the finding that must come, as line, code, part of message.
CASES = {
    "state with a variable": ("N1 is 2*N + 1", "N1 = _", 6, "rule-error", "without variables"),
    "move with a variable": ("double,", "double(_),", 6, "rule-error", "without variables"),
    "unknown player": ("other(min, max)", "other(min, mox)", 4, "rule-error", "mox, who is not a player"),
    "no utility": ("utility(count(N, _), N)", "utility(count(4, _), 4)", 10, "rule-error", "utility/2 has no solution"),
    "utility as a word": (
        "utility(count(N, _), N).",
        "utility(count(N, _), V) :- value(N, V).\nvalue(_, won).",
        11,
        "rule-error",
        "must give a number, not won",
    ),
    "stuck": ("N >= 4", "N >= 6", 5, "rule-error", "not terminal, and move/3 has no solution"),
    "arithmetic": ("N1 is 2*N + 1", "N1 is 2*N + foo", 6, "rule-error", "foo/0"),
    "no start": ("initial(count(0, max)).", "initial(count(0, max)) :- fail.", 3, "rule-error", "initial/1 has no"),
    "two starts": ("initial(count(0, max)).", "initial(count(0, max)).\ninitial(t).", 3, "several-answers", "initial"),
    "two worths": (
        "utility(count(N, _), N).",
        "utility(count(N, _), N).\nutility(count(N, _), M) :- M is N + 1.",
        10,
        "several-answers",
        "utility has several answers",
    ),
    "two turns": (
        "to_move(count(_, Player), Player).",
        "to_move(count(_, Player), Player).\nto_move(_, max).",
        4,
        "several-answers",
        "min and max",
    ),
    "move offered twice": (
        "move(count(N, Player), double, count(N1, Other)) :- N < 4, N1 is 2*N + 1, other(Player, Other).",
        "move(count(N, Player), up, count(N1, Other)) :- N < 4, N1 is 2*N + 1, other(Player, Other).",
        5,
        "same-move-twice",
        "up is offered more than once",
    ),
    "partial estimate": (
        "utility(count(N, _), N).",
        "utility(count(N, _), N).\nstaticval(count(N, _), N) :- N > 2.",
        11,
        "rule-error",
        "staticval/2 has no solution",
    ),
    "estimate that disagrees": (
        "utility(count(N, _), N).",
        "utility(count(N, _), N).\nstaticval(count(N, _), V) :- V is 2*N.",
        11,
        "staticval-disagrees",
        "its utility is",
    ),
    "representative of a representative": (
        "utility(count(N, _), N).",
        "utility(count(N, _), N).\ncanonical(count(N, P), count(M, P)) :- M is N + 1.",
        11,
        "canonical-not-idempotent",
        "has another representative",
    ),
    "representative of unlike positions": (
        "utility(count(N, _), N).",
        "utility(count(N, _), N).\ncanonical(count(_, P), count(0, P)).",
        11,
        "canonical-merges",
        "are not alike",
    ),
    "endless": (
        "terminal(count(N, _)) :- N >= 4.",
        "terminal(count(N, _)) :- loop(N).\nloop(N) :- M is N + 1, loop(M).",
        10,
        "rule-limit",
        "loop/1 used more than 10,000,000 inferences in one call",
    ),
    "unsafe goal made at run time": (
        "terminal(count(N, _)) :- N >= 4.",
        "terminal(count(N, _)) :- N >= 4, atom_concat(hal, t, Goal), call(Goal).",
        9,
        "unsafe-call",
        "halt/0",
    ),
}


def test_the_good_game_is_good(tmp_path: Path) -> None:
    (tmp_path / "good.pl").write_text(GOOD, encoding="utf-8")
    assert pyengine.check_file(tmp_path / "good.pl") == ()


@pytest.mark.parametrize("case", CASES)
def test_found_by_walking(case: str, tmp_path: Path) -> None:
    old, new, line, code, message = CASES[case]
    assert old in GOOD
    (tmp_path / "game.pl").write_text(GOOD.replace(old, new), encoding="utf-8")
    findings = pyengine.check_file(tmp_path / "game.pl")
    assert [(finding.code, finding.place and finding.place.line) for finding in findings] == [(code, line)]
    assert message in findings[0].message


def test_the_budget_is_set_when_loading(tmp_path: Path) -> None:
    rules = GOOD.replace("N >= 4.", "numlist(1, 2000, L), sum_list(L, S), S > 0, N >= 4.")
    (tmp_path / "slow.pl").write_text(rules, encoding="utf-8")
    game = pyengine.load(tmp_path / "slow.pl", reasoner="swi", budget=pyengine.Budget(inferences=1_000))
    with pytest.raises(pyengine.RuleLimitError, match="hint: a rule may never end"):
        game.expand(game.initial)
    assert pyengine.load(tmp_path / "slow.pl", reasoner="swi").expand(game.initial).children


TEXTBOOK = """\
:- op(200, xfx, of).
moves(N of P, [M of Q]) :- N > 0, M is N - 1, other(P, Q).
other(max, min).
other(min, max).
staticval(0 of _, 1).
max_to_move(_ of max).
min_to_move(_ of min).
"""


def test_a_textbook_file_without_a_start_is_not_walked(tmp_path: Path) -> None:
    path = tmp_path / "book.pl"
    path.write_text(TEXTBOOK, encoding="utf-8")
    (finding,) = pyengine.check_file(path)
    assert (finding.severity, finding.code, str(finding.place)) == (
        pyengine.Severity.WARNING,
        "not-walked",
        f"{path}:1:1",
    )
    assert finding.message == "not walked: the file has no initial/1; give a start with --from"
    assert pyengine.check_file(path, start="3 of max") == ()


@pytest.mark.parametrize(
    ("start", "part"), [("3 of", "bad-start"), ("X of max", "bad-start"), ("-1 of max", "staticval"), ("7", "7")]
)
def test_a_wrong_start_is_reported(start: str, part: str, tmp_path: Path) -> None:
    path = tmp_path / "book.pl"
    path.write_text(TEXTBOOK, encoding="utf-8")
    (finding,) = pyengine.check_file(path, start=start)
    assert finding.severity is pyengine.Severity.ERROR
    assert part in f"{finding.code}: {finding.message}"


def test_a_wrong_parameter_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "book.pl"
    path.write_text(TEXTBOOK, encoding="utf-8")
    for start in (None, "3 of max"):
        (finding,) = pyengine.check_file(path, start=start, parameters={"size": 3})
        assert (finding.code, str(finding.place)) == ("bad-parameter", f"{path}:1:1")
        assert "size" in finding.message


def test_a_walk_out_of_time_is_a_warning(tmp_path: Path) -> None:
    (tmp_path / "good.pl").write_text(GOOD, encoding="utf-8")
    (finding,) = pyengine.check_file(tmp_path / "good.pl", seconds=0)
    assert (finding.severity, finding.code) == (pyengine.Severity.WARNING, "walk-cut-short")
    assert finding.message == "walked 0 positions in 0 s; the rest was not looked at"


def test_what_follows_the_first_solution_need_not_end(tmp_path: Path) -> None:
    endless = GOOD.replace(
        "utility(count(N, _), N).", "utility(count(N, _), N).\nutility(S, V) :- utility(S, V), V < 0."
    )
    (tmp_path / "endless.pl").write_text(endless, encoding="utf-8")
    assert [f.code for f in pyengine.check_file(tmp_path / "endless.pl") if f.severity is pyengine.Severity.ERROR] == []


def test_a_file_that_cannot_be_read_is_one_finding(tmp_path: Path) -> None:
    (finding,) = pyengine.check_file("/proc/self/mem")
    assert (finding.code, str(finding.place)) == ("unreadable-file", "/proc/self/mem:1:1")
    with pytest.raises(pyengine.RuleSyntaxError, match="the file cannot be read"):
        pyengine.load("/proc/self/mem")
    (tmp_path / "mem.pl").symlink_to("/proc/self/mem")
    (tmp_path / "game.pl").write_text(f":- include(mem).\n{GOOD}", encoding="utf-8")
    for trust, code in ((False, "unsafe-directive"), (True, "missing-include")):
        (finding,) = pyengine.check_file(tmp_path / "game.pl", trust=trust)
        assert (finding.code, finding.place and finding.place.line) == (code, 1)


def test_a_note_tells_what_keeps_rules_from_being_compiled(tmp_path: Path) -> None:
    file = tmp_path / "frozen.pl"
    file.write_text(
        "player(a). player(b). initial(0). to_move(_, a). utility(_, 0).\nmove(0, go, 1) :- freeze(X, X > 0), X = 1.\n",
        encoding="utf-8",
    )
    [note] = pyengine.check_file(file)
    assert (note.severity, note.code) == (pyengine.Severity.NOTE, "not-compiled")
    assert note.place is not None
    assert note.place.line == 2
    assert "freeze/2" in note.message


def test_moves_that_lead_to_a_stuck_position_are_told(tmp_path: Path) -> None:
    path = tmp_path / "game.pl"
    path.write_text(GOOD.replace("N >= 4", "N >= 6"))
    (found,) = pyengine.check_file(path)
    assert found.hint == "the position is reached by up, up, double"


def test_clauses_that_never_hold_are_noted_where_that_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "game.pl"
    idle = "other(N, P) :- N = max, P = nobody, fail.\nother(none, none).\n"
    path.write_text(GOOD.replace("terminal(", f"{idle}:- table far/1.\nfar(N) :- N > 1.\nterminal(", 1))
    assert pyengine.check_file(path) == ()
    found = pyengine.check_file(path, coverage=True)
    assert [(note.severity.value, note.code, note.place and note.place.line) for note in found] == [
        ("note", "never-held", 9),
        ("note", "never-held", 10),
    ]
    assert "this clause of other/2 did not hold once in 20 random games" in found[0].message


@pytest.mark.parametrize("body", ["loop :- loop.", "loop :- loop, loop.", "loop :- throw(no).", "loop :- fail."])
def test_rules_that_do_not_end_are_not_covered_for_ever(tmp_path: Path, body: str) -> None:
    path = tmp_path / "game.pl"
    path.write_text(GOOD.replace("terminal(", f"{body}\nterminal(X) :- X = count(3, _), loop.\nterminal(", 1))
    assert all(
        found.code != "never-held" or "random games" in found.message
        for found in pyengine.check_file(path, coverage=True)
    )


def test_who_waits_is_told_what_is_done() -> None:
    told: list[str] = []
    assert pyengine.check_file("nim", tell=told.append) == ()
    walked = [stage for stage in told if stage.startswith("walked")]
    assert [told[0], walked[0], *told[-2:]] == [
        "reading the rules",
        "walked 1 position",
        "looking for further solutions",
        "compiling the rules",
    ]
    assert len(walked) > 5


IN_TWO_STEPS = """\
player(max).
player(min).
initial(s(0, max)).
to_move(s(_, P), P).
legal(s(N, _), add(K)) :- N < 4, member(K, [1, 2]).
result(s(N, P), add(K), s(M, Q)) :- M is N + K, other(P, Q).
other(max, min).
other(min, max).
utility(s(N, _), N).
"""


@pytest.mark.parametrize(
    ("clause", "line", "code", "message"),
    [
        (
            "result(s(N, P), add(1), s(N, P)).\n",
            6,
            "several-answers",
            "result has several answers for add(1) in s(0,max)",
        ),
        ("legal(s(N, _), add(2)) :- N < 3.\n", 5, "same-move-twice", "add(2) is offered more than once"),
    ],
)
def test_moves_in_two_steps(tmp_path: Path, clause: str, line: int, code: str, message: str) -> None:
    path = tmp_path / "steps.pl"
    path.write_text(IN_TWO_STEPS, encoding="utf-8")
    assert pyengine.check_file(path) == ()
    path.write_text(IN_TWO_STEPS + clause, encoding="utf-8")
    found = {finding.code: finding for finding in pyengine.check_file(path)}
    place = found[code].place
    assert place is not None
    assert place.line == line
    assert message in found[code].message
