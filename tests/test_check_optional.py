"""What `check` looks at besides the moves and their worth: all that the contract lets a rule file define."""

from __future__ import annotations

from pathlib import Path

import pytest

import pyengine
from pyengine import Finding, Severity

GAME = """\
player(max).
player(min).
initial(s(0, max)).
to_move(s(_, P), P).
move(s(N, P), add(K), s(M, Q)) :- N < 4, member(K, [1, 2]), M is N + K, other(P, Q).
other(max, min).
other(min, max).
utility(s(N, _), N).
"""
TEXTBOOK = """\
initial(0).
moves(N, [A, B]) :- N < 4, A is N + 1, B is N + 2.
max_to_move(N) :- N < 3.
min_to_move(N) :- N > 2.
staticval(N, N).
"""
ROMANIAN = TEXTBOOK.replace("max_to_move", "mutare_max").replace("min_to_move", "mutare_min").replace("moves", "mutari")
NOTATION = "notation(s(N, P), T) :- nonvar(N), !, atomic_list_concat([N, x, P], T).\n"
READS = (
    NOTATION.replace("N, x, P", "N, y, P")
    + "notation(s(N, P), T) :- atomic_list_concat([A, P], y, T), atom_number(A, N).\n"
)

WRONG = {
    "a board that is no list": ("board(s(N, _), board(N)).", "rule-error", 9, "board/2 must give a list, not board(0)"),
    "a board with a row that is no list": ("board(s(N, _), [[a], N]).", "rule-error", 9, "board/2 must give a list"),
    "a board without an end": ("board(s(N, _), [[N]|_]).", "rule-error", 9, "board/2 must give a list"),
    "no board at the end": ("board(s(N, _), [[N]]) :- N < 5.", "rule-error", 9, "board/2 has no solution"),
    "a board that breaks": ("board(s(N, _), [[M]]) :- M is N + a.", "rule-error", 9, "a/0"),
    "a layout that there is not": (
        "board(_, [[x]]).\nlayout(chekered).",
        "wrong-layout",
        10,
        "there is no layout chekered: did you mean 'checkered'?",
    ),
    "a layout with too few points": (
        "board(_, [[x, o]]).\nlayout(points([point(a, 0, 0)], [])).",
        "wrong-layout",
        10,
        "the layout has 1 points, and the board 2 cells",
    ),
    "a piece that there is not": (
        "board(_, [[x]]).\nlook(x, disk(black)).",
        "wrong-look",
        10,
        "there is no piece disk: did you mean 'disc'?",
    ),
    "a shape that is none": (
        "shapes(s(N, _), [circle(N, 0, 1), rekt(1, 1, 1, 1)]).",
        "wrong-shape",
        9,
        "did you mean 'rect'?",
    ),
    "a shape beyond all pictures": ("shapes(_, [circle(X, 0, 1)]) :- X is inf.", "wrong-shape", 9, "too far away"),
    "a look with a variable": ("board(_, [[x]]).\nlook(x, disc(_)).", "rule-error", 10, "look/2"),
    "several layouts": ("layout(squares).\nlayout(plain).", "several-answers", 9, "layout"),
    "no picture of a position": (
        "show(s(N, _), T) :- N < 3, atom_number(T, N).",
        "rule-error",
        9,
        "show/2 has no solution",
    ),
    "a picture that is no text": ("show(s(N, _), f(N)).", "rule-error", 9, "show/2 must give a text"),
    "moves called alike": ("move_notation(_, add(_), plus).", "moves-called-alike", 9, "are both called plus"),
    "moves by the same squares": ("move_coordinates(_, add(_), a1).", "moves-called-alike", 9, "are both called a1"),
    "squares that are no text": (
        "move_coordinates(_, add(N), f(N)).",
        "rule-error",
        9,
        "move_coordinates/3 must give a text",
    ),
    "a move called by no text": (
        "move_notation(_, add(N), f(N)).",
        "rule-error",
        9,
        "move_notation/3 must give a text",
    ),
    "a notation that is not read": (NOTATION, "notation-not-read", 9, "is 0xmax, which cannot be read again"),
    "a notation that is no text": ("notation(S, f(S)).", "rule-error", 9, "notation/2 must give a text"),
    "a notation that loses something": (
        READS.replace("[N, y, P]", "[N, y, max]").replace("(N, P), T) :- non", "(N, _), T) :- non"),
        "notation-of-another",
        9,
        "which is read as",
    ),
    "a position that is no state": (
        "state(s(N, _)) :- N < 4.",
        "not-a-state",
        9,
        "play leads to s(4,max), and",
    ),
    "a state that breaks": ("state(s(N, _)) :- N < a.", "rule-error", 9, "a/0"),
    "features without weights": (
        "feature(s(N, _), size, N).\nfeature(s(N, _), sign, V) :- V is sign(N).\nweight(size, 1).",
        "missing-weight",
        10,
        "the feature sign has no weight",
    ),
    "a feature whose weight is not found": (
        "feature(s(N, _), F, N) :- member(F, [size, other]).\nweight(size, 1).",
        "rule-error",
        10,
        "weight/2 has no solution",
    ),
    "weights without features": (
        "feature(s(N, _), size, N).\nweight(size, 1).\nweight(sizes, 1).",
        "missing-feature",
        11,
        "the weight of sizes is never used",
    ),
    "a feature that is no number": (
        "feature(s(N, _), size, V) :- v(N, V).\nv(N, f(N)).\nweight(size, 1).",
        "rule-error",
        10,
        "feature/3 must give a number",
    ),
    "an order that is no number": (
        "order(_, add(N), V) :- v(N, V).\nv(_, high).",
        "rule-error",
        10,
        "order/3 must give",
    ),
    "endless play worth a word": (
        "infinite(V) :- v(V).\nv(nothing).",
        "rule-error",
        10,
        "infinite/1 must give a number",
    ),
    "a cut-off that breaks": ("cutoff(s(N, _), Depth) :- N > Depth, Depth > a.", "rule-error", 9, "a/0"),
    "a cut-off that breaks far from the root": (
        "cutoff(_, Depth) :- Depth > 9, _ is Depth + a.",
        "rule-error",
        9,
        "a/0",
    ),
    "a cut-off without the depth": ("cutoff(s(N, _)) :- N > 1.", "wrong-arity", 9, "cutoff/1 is not part"),
    "a class that is not there": (
        "category(s(N, _), small) :- N < 2.\nexpected(small, 0).",
        "rule-error",
        9,
        "category/2 has no solution",
    ),
    "a class with a variable": ("category(_, of(_)).\nexpected(_, 0).", "rule-error", 9, "category/2"),
    "a class that nothing is known of": (
        "category(s(N, _), of(N)).\nexpected(of(1), 0).",
        "rule-error",
        10,
        "expected/2 has no solution",
    ),
    "a class that is worth a word": (
        "category(_, all).\nexpected(all, V) :- v(V).\nv(much).",
        "rule-error",
        11,
        "expected/2 must give a number",
    ),
    "classes without their worth": ("category(_, all).", "missing-expected", 9, "category/2 has no use"),
    "the worth of no class": ("expected(all, 0).", "missing-category", 9, "expected/2 has no use"),
    "classes besides an estimate": (
        "staticval(_, 0).\ncategory(_, all).\nexpected(all, 0).",
        "unused-classes",
        11,
        "since staticval/2",
    ),
    "classes besides features": (
        "feature(_, one, 1).\nweight(one, 0).\ncategory(_, all).\nexpected(all, 0).",
        "unused-classes",
        12,
        "since feature/3",
    ),
    "several classes of one position": (
        "category(_, one).\ncategory(_, other).\nexpected(_, 0).",
        "several-answers",
        9,
        "category has several answers",
    ),
    "noise that breaks": ("noisy(s(N, _)) :- N > a.", "rule-error", 9, "a/0"),
    "a representative with a variable": ("canonical(s(_, P), s(_, P)).", "rule-error", 9, "canonical/2"),
}


def check(tmp_path: Path, text: str) -> tuple[Finding, ...]:
    file = tmp_path / "game.pl"
    file.write_text(text, encoding="utf-8")
    return pyengine.check_file(file)


def test_the_games_are_right(tmp_path: Path) -> None:
    for text in (GAME, TEXTBOOK, ROMANIAN, GAME + READS):
        assert check(tmp_path, text) == ()


@pytest.mark.parametrize("case", WRONG)
def test_it_is_found(case: str, tmp_path: Path) -> None:
    added, code, line, message = WRONG[case]
    findings = check(tmp_path, GAME + added + "\n")
    found = [finding for finding in findings if finding.code == code and message in finding.message]
    assert found, [str(finding) for finding in findings]
    assert found[0].place is not None
    assert found[0].place.line == line


def test_one_mistake_does_not_hide_another(tmp_path: Path) -> None:
    several = ("board(s(N, _), N).", "show(s(N, _), f(N)).", "noisy(s(N, _)) :- N > a.", "order(_, _, high).")
    findings = check(tmp_path, GAME + "\n".join(several[:3]) + "\n")
    assert [finding.place.line for finding in findings if finding.place] == [9, 10, 11]
    assert {finding.severity for finding in findings} == {Severity.ERROR}


MOVERS = [(TEXTBOOK, ("max_to_move", "min_to_move")), (ROMANIAN, ("mutare_max", "mutare_min"))]


@pytest.mark.parametrize(("text", "names"), MOVERS)
def test_it_is_one_players_turn(text: str, names: tuple[str, str], tmp_path: Path) -> None:
    (both,) = check(tmp_path, text.replace("N > 2", "N > 1"))
    assert both.message == f"{names[0]} and {names[1]} both hold in 2"
    assert (both.code, both.severity) == ("several-answers", Severity.WARNING)
    (neither,) = check(tmp_path, text.replace("N < 3", "N < 2"))
    assert neither.severity is Severity.ERROR
    assert "has no solution" in neither.message


def test_what_is_written_is_not_recommended_as_what_is_read(tmp_path: Path) -> None:
    file = tmp_path / "game.pl"
    file.write_text(GAME + NOTATION, encoding="utf-8")
    for reasoner in ("python", "swi"):
        game = pyengine.load(file, reasoner=reasoner)  # type: ignore[arg-type]
        for text in ("0xmax", "junk here"):
            with pytest.raises(pyengine.InvalidStateError) as caught:
                game.parse_state(text)
            assert f"{text} is neither the notation of a position, such as {text}" not in str(caught.value)


@pytest.mark.parametrize(
    "given", ["12", "1.5", "1r3", "ab", '"ab"', "[a, b]", "[97, 98]", "[a, 98]", "[]", "f(x)", "[ab]"]
)
def test_what_is_text_is_the_same_for_all_reasoners(given: str, tmp_path: Path) -> None:
    file = tmp_path / "game.pl"
    rules = f"show(_, {given}).\nnotation(_, {given}).\nmove_notation(_, _, {given}).\n"
    file.write_text(GAME + rules, encoding="utf-8")
    told: list[list[str]] = []
    for reasoner in ("python", "c", "swi"):
        game = pyengine.load(file, reasoner=reasoner)  # type: ignore[arg-type]
        told.append([])
        for ask in (game.show, game.text, lambda state: game.move_text(game.actions(state)[0], state)):  # noqa: B023
            try:
                told[-1].append(ask(game.initial))
            except pyengine.PyengineError as error:
                told[-1].append(str(error))
    assert told[0] == told[1] == told[2]
