"""Games in GDL: counted against rule files and published figures, in three reasoners; what is wrong, with its place."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyengine
from pyengine.errors import Finding, GdlError, RuleFileError, RuleRuntimeError
from pyengine.language.gate import examine, read_rules
from pyengine.language.gdl.clauses import variables_in
from pyengine.language.gdl.expressions import DEEPEST_KIF
from pyengine.language.source import Source
from pyengine.search.perft import count_states, perft

from ..layers import examples

GAMES = Path(__file__).parents[2] / "examples" / "gdl"
REASONERS = ("swi", "python", "c")

TWINS = [
    ("tictactoe", "tictactoe", {}, 3),
    ("connect_four", "connect_four", {"width": 4, "height": 4}, 4),
    ("breakthrough", "breakthrough", {"width": 4, "height": 4, "ranks": 1}, 3),
    ("hexapawn", "hexapawn", {}, 7),
]
"""Games that come with pyengine as rule files: the same rules, written independently."""


@pytest.mark.parametrize("reasoner", REASONERS)
@pytest.mark.parametrize(("game", "twin", "parameters", "depth"), TWINS)
def test_lines_of_play_are_those_of_the_rule_file(
    game: str, twin: str, parameters: dict[str, object], depth: int, reasoner: str
) -> None:
    ours = pyengine.load(twin, reasoner="c", **parameters)
    theirs = pyengine.load(GAMES / f"{game}.kif", reasoner=reasoner)
    assert theirs.reasoner == reasoner
    assert [perft(theirs, d) for d in range(1, depth + 1)] == [perft(ours, d) for d in range(1, depth + 1)]


def lines_of_nim(heaps: tuple[int, ...], depth: int) -> int:
    """Count lines of play with heaps that are told apart, which `rules/nim.pl` does not do."""
    if depth == 0:
        return 1
    left = [(*heaps[:at], fewer, *heaps[at + 1 :]) for at, heap in enumerate(heaps) for fewer in range(heap)]
    return sum(lines_of_nim(each, depth - 1) for each in left)


@pytest.mark.parametrize("reasoner", REASONERS)
def test_lines_of_nim(reasoner: str) -> None:
    game = pyengine.load(GAMES / "nim.kif", reasoner=reasoner)
    assert [perft(game, d) for d in range(1, 8)] == [lines_of_nim((1, 2, 3), d) for d in range(1, 8)]


@pytest.mark.parametrize("game", sorted(path.stem for path in GAMES.glob("*.kif")))
def test_all_reasoners_count_the_same_positions(game: str) -> None:
    given = {"one_by_one": True} if game == "roshambo" else {}
    loaded = [pyengine.load(GAMES / f"{game}.kif", reasoner=name, **given) for name in REASONERS]
    assert len({perft(each, 3) for each in loaded}) == 1
    if game in ("chomp", "nim", "hanoi", "three_takers", "last_two", "jugs", "roshambo"):
        assert len({count_states(each) for each in loaded}) == 1


@pytest.mark.hunt
def test_who_begins_wins_hex() -> None:
    """By stealing the strategy."""
    assert pyengine.solve(pyengine.load(GAMES / "hex.kif", reasoner="c")).values == (100, 0)


@pytest.mark.hunt
def test_positions_of_tictactoe_are_as_many_as_published() -> None:
    assert count_states(pyengine.load(GAMES / "tictactoe.kif", reasoner="c")) == 5478


@pytest.mark.parametrize(
    ("game", "worths"),
    [
        ("tictactoe", (0, 0)),
        ("nim", (-100, 100)),  # Bouton: 1 xor 2 xor 3 is 0
        ("chomp", (100, 0)),  # who begins wins, by stealing the strategy
        ("hexapawn", (0, 100)),  # Gardner: the second player wins
        ("hanoi", (100,)),  # 2**3 - 1 moves
        ("jugs", (100,)),  # six steps
        ("three_takers", (50, 50, 0)),  # anna takes two: then who comes third is left with the last
    ],
)
def test_values(game: str, worths: tuple[int, ...]) -> None:
    loaded = pyengine.load(GAMES / f"{game}.kif", reasoner="c")
    result = pyengine.solve(loaded)
    assert tuple(result.values) == worths


def test_roles_that_choose_at_the_same_time_are_refused_unless_it_is_wanted() -> None:
    game = pyengine.load(GAMES / "roshambo.kif")
    with pytest.raises(RuleRuntimeError, match=r"roshambo\.kif:12:1.*moves_in_turn"):
        perft(game, 1)
    for reasoner in REASONERS:
        wanted = pyengine.load(GAMES / "roshambo.kif", reasoner=reasoner, one_by_one=True)
        assert [perft(wanted, depth) for depth in range(1, 6)] == [3, 9, 27, 81, 0]


def findings(text: str) -> list[Finding]:
    return list(examine(Source("game.kif", text), trust=False).findings)


SMALL = """
(role a) (init (n 0)) (succ 0 1)
(<= (legal a go) (true (n 0)))
(<= (next (n ?m)) (does a go) (true (n ?n)) (succ ?n ?m))
(<= terminal (true (n 1)))
(goal a 100)
"""

WRONG = [
    ("(q a", "gdl-syntax", "9:1"),
    ("(q a))", "gdl-syntax", "9:6"),
    ("()", "gdl-syntax", "9:1"),
    ("((q) a)", "gdl-syntax", "9:2"),
    ("(?x a)", "gdl-syntax", "9:2"),
    ("(<=)", "gdl-syntax", "9:1"),
    ("(<= (q a) ?x)", "gdl-syntax", "9:11"),
    ("(<= (does a go) (q a))", "gdl-keyword", "9:5"),
    ("(<= (q a) (next (n 0)))", "gdl-keyword", "9:11"),
    ("(<= (role b) (true (n 0)))", "gdl-keyword", "9:5"),
    ("(<= (legal a stop) (does a go))", "gdl-keyword", "9:5"),
    ("(<= (legal a stop) (q))\n(<= (q) (does a go))", "gdl-keyword", "9:5"),
    ("(<= (init (n 5)) (true (n 4)))", "gdl-keyword", "9:5"),
    ("(<= (q ?x) (true (n ?y)))", "gdl-unsafe-variable", "9:8"),
    ("(<= (q a) (distinct ?x b))", "gdl-unsafe-variable", "9:21"),
    ("(<= (q a) (not (succ ?x 1)))", "gdl-unsafe-variable", "9:22"),
    ("(<= (q ?x) (or (succ ?x ?y) (succ ?y ?z)))", "gdl-unsafe-variable", "9:8"),
    ("(q a)\n(q a b)", "gdl-arity", "10:1"),
    ("(q (f a))\n(q (f a b))", "gdl-arity", "10:4"),
    ("(<= (q a) (true a b))", "gdl-arity", "9:11"),
    ("(legal a)", "gdl-arity", "9:1"),
    ("(<= (q ?x) (succ ?x ?y) (not (r ?x)))\n(<= (r ?x) (q ?x))", "gdl-negation-cycle", "9:30"),
    ("(q a)\n(<= (q (f ?x)) (q ?x))", "gdl-recursion", "10:19"),
    ("(<= (q ?x) (succ ?x ?y) (q (f ?z)) (q ?z))", "gdl-recursion", "9:28"),
    ("(<= (sees a ?x) (true (n ?x)))", "gdl-unsupported", "9:5"),
    ("(role random)", "gdl-unsupported", "9:1"),
]


@pytest.mark.parametrize(("text", "code", "place"), WRONG)
def test_what_is_wrong_is_told_with_its_place(text: str, code: str, place: str) -> None:
    found = findings(SMALL + "\n\n" + text)
    assert [(finding.code, str(finding.place)) for finding in found] == [(code, f"game.kif:{place}")]
    with pytest.raises(GdlError):
        _ = examine(Source("game.kif", SMALL + text), trust=False).program


def test_an_error_shows_its_line() -> None:
    (found,) = findings(SMALL + "(<= (q ?x) (true (n ?y)))")
    assert str(found) == (
        "game.kif:7:8: error: ?x stands in the head, and no condition that is to hold binds it\n"
        "    (<= (q ?x) (true (n ?y)))\n"
        "           ^^"
    )


def test_what_a_game_needs() -> None:
    assert [finding.code for finding in findings("(role a)")] == ["gdl-incomplete"] * 4
    assert [finding.code for finding in findings("")] == ["gdl-incomplete"] * 5


def test_the_small_game_is_well() -> None:
    assert findings(SMALL) == []


HOSTILE = [
    "'", '"', "\\", "a\\x1b", "$end", "end_of_file", ":-", "-->", ",", "|", "[]", "{}", "[|]", ".", "!", "_", "X", "é",
    "\u202e", "日本", "halt", "member", "findall", "player", "legal2", "007", "1e5", "-1", "0x1F", "%", "/*", "*/",
    "',halt,'", "a" * 100_000, "term_expansion", "\x07bell", "table", "dynamic", "is", "mod", "9" * 5000,
]  # fmt: skip


@pytest.mark.parametrize("reasoner", REASONERS)
def test_hostile_names_are_names(reasoner: str, tmp_path: Path) -> None:
    """As a role, a symbol, a function, a relation, and a variable."""
    rules = "".join(
        f"""
        (init (n {name})) (init (n ({name} 0 1)))
        ({name} {name} 1)
        (<= (legal rogue ({name} ?{name} 1)) ({name} ?{name} ?z))
        (<= (next (n ?{name})) (does rogue ({name} ?{name} 1)))
        """
        for name in HOSTILE
    )
    path = tmp_path / "game.kif"
    path.write_text(f"(role rogue) {rules} (<= terminal (not (true (n (' 0 1))))) (goal rogue 100)", encoding="utf-8")
    game = pyengine.load(path, reasoner=reasoner)
    assert game.reasoner == reasoner
    assert [perft(game, depth) for depth in (1, 2)] == [len(HOSTILE), 0]


def test_relations_may_be_called_what_prolog_has() -> None:
    names = ["member", "findall", "sort", "is", "halt", "terminal_", "utility", "param", "table", "succ", "board"]
    rules = "".join(f"({name} a b)\n(<= (x_{name} ?y) ({name} a ?y))\n" for name in names)
    used = "(<= terminal " + " ".join(f"(x_{name} b)" for name in names) + ")"
    assert findings(SMALL + rules + used) == []


def test_deep_and_long_text_is_refused() -> None:
    deep = "(q " + "(f " * 100_000 + "a" + ")" * 100_001
    assert [(found.code, found.place and found.place.column) for found in findings(SMALL + deep)] == [
        ("gdl-syntax", 3 * DEEPEST_KIF + 1)
    ]
    assert {found.code for found in findings(SMALL + "(" * 100_000)} == {"gdl-syntax"}
    assert {found.code for found in findings(SMALL + "(q " + "a " * 100_000 + ")")} == {"gdl-syntax"}
    assert len(findings(SMALL + ")" * 100_000)) == 101


PIECES = ["(", ")", "?x", "?y", "a", "<=", "role", "init", "true", "does", "next", "legal", "goal", "terminal", "not"]


@examples(800)
@given(st.lists(st.sampled_from([*PIECES, "or", "and", "distinct", "(p ?x)", "(true (n ?y))", "; c\n", '"'])))
def test_any_text_is_read_or_refused(pieces: list[str]) -> None:
    examined = examine(Source("game.kif", SMALL + " ".join(pieces)), trust=False)
    if examined.findings:
        with pytest.raises(RuleFileError):
            _ = examined.program
    else:
        assert examined.program.sentences


def test_goals_are_put_after_what_binds_them() -> None:
    rule = "(<= (q ?x) (or (distinct ?x 0) (not (succ ?x ?y))) (distinct ?y 0) (succ ?x ?y))\n(<= terminal (q ?z))"
    text = read_rules(Source("game.kif", SMALL + rule))[0].source.rules
    assert "q(X) :-\n    succ_(X,Y),\n    (   X\\==0\n    ;   \\+ succ_(X,Y)\n    ),\n    Y\\==0." in text


def test_what_nobody_defines_is_false() -> None:
    rules = "(<= (q ?x) (ghost ?x))\n(<= (r 0) (not (ghost 0)))\n(<= s (or (ghost 1) (succ 0 1)))\n"
    text = read_rules(Source("game.kif", f"{SMALL}{rules}(<= terminal (q ?x) (r ?x) (s))"))[0].source.rules
    assert "q(_) :-\n    fail.\n" in text
    assert "r(0).\n" in text
    assert "s :-\n    succ_(0,1).\n" in text


def test_comments_are_kept_as_comments() -> None:
    comment = "; title */ :- halt.\n\n; of succ\r\n(succ 7 8) ; aside \x1b[2J\n"
    text = read_rules(Source("game.kif", comment + SMALL + "; the end"))[0].source.rules
    assert text.startswith("/*  title * / :- halt.\n")
    assert "% of succ\n% aside  [2J\nsucc_(7,8).\n" in text
    assert text.endswith("% the end\n")
    assert "\x1b" not in text


def imported(game: Path, to: Path) -> Path:
    words = [sys.executable, "-m", "pyengine.cli", "import", str(game), "-o", str(to)]
    subprocess.run(words, check=True, timeout=60)
    return to


@pytest.mark.parametrize("game", ["nim", "last_two"])
def test_what_is_imported_is_the_game_and_loads_in_plain_prolog(game: str, tmp_path: Path) -> None:
    kif = GAMES / f"{game}.kif"
    made = imported(kif, tmp_path / f"{game}.pl")
    loaded = subprocess.run(["swipl", "-g", "halt", str(made)], capture_output=True, text=True, timeout=60)
    assert (loaded.returncode, loaded.stdout + loaded.stderr) == (0, "")
    assert len({perft(pyengine.load(path, reasoner="python"), 3) for path in (kif, made)}) == 1
    assert pyengine.check_file(made, positions=50, seconds=1) == ()


def test_variables_of_a_clause_are_told_apart() -> None:
    rule = "(<= (q ?a-b ?a_b ?A_b ?s) (succ ?a-b ?a_b) (succ ?A_b ?s) (true (n ?a-b)))\n(<= terminal (q ?a ?b ?c ?d))"
    program = read_rules(Source("game.kif", SMALL + rule))[0]
    (clause,) = [c.term for c in program.sentences if str(c.term).startswith("q(")]
    assert len(set(variables_in(clause))) == 5


@pytest.mark.parametrize("reasoner", REASONERS)
def test_relations_of_a_position_may_ask_for_each_other_in_circles(reasoner: str, tmp_path: Path) -> None:
    """Cells joined by an even and an odd number of steps, on a ring of five, of which one is cut."""
    path = tmp_path / "ring.kif"
    ring = " ".join(f"(step {n} {(n + 1) % 5})" for n in range(5))
    path.write_text(
        f"""(role a) (init (from 0)) (init (cut 4)) {ring}
        (<= (link ?x ?y) (step ?x ?y) (not (true (cut ?x))))
        (<= (link ?x ?y) (step ?y ?x) (not (true (cut ?y))))
        (<= (even ?x) (true (from ?x)))
        (<= (even ?x) (odd ?y) (link ?y ?x))
        (<= (odd ?x) (even ?y) (link ?y ?x))
        (<= (legal a (to ?x)) (even ?x) (not (odd ?x)))
        (<= (legal a (cutting ?x)) (step ?x ?y) (not (true (cut ?x))))
        (<= (next (from ?x)) (does a (to ?x)))
        (<= (next (from ?x)) (true (from ?x)) (does a (cutting ?y)))
        (<= (next (cut ?x)) (true (cut ?x)) (does a (to ?y)))
        (<= (next (cut ?x)) (does a (cutting ?x)))
        (<= terminal (true (cut 2)))
        (goal a 100)
        """,
        encoding="utf-8",
    )
    game = pyengine.load(path, reasoner=reasoner)
    assert game.reasoner == reasoner
    # 0, 2 and 4 are an even number of steps away, on the line that is left, and four cuts are to be made.
    assert perft(game, 1) == 3 + 4
    # The line is the same wherever one starts; cut elsewhere, it has three, two and two such ends, and 2 ends the game.
    assert perft(game, 2) == 3 * (3 + 4) + (3 + 4) + (2 + 4) + (2 + 4)
