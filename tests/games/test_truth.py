"""Files of published figures: what is read from them, and what is said about wrong ones."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import pyengine
from pyengine import InvalidStateError, RuleFileError
from pyengine.native import twin
from pyengine.truth import KINDS, Figure, measure, published, read_figures


def read(text: str, folder: Path) -> tuple[Figure, ...]:
    file = folder / "nim.values"
    file.write_text(text, encoding="utf-8")
    return read_figures("nim", file)


def figure(kind: str, expected: object, **parameters: object) -> Figure:
    return Figure("nim", kind, parameters, None, expected, "a book", 1)


def test_reading(tmp_path: Path) -> None:
    found = read(
        """
        % a comment
        source("a book").
        value([piles=[1,2], misere=false], -1).
        value([], [1, 0.5, 1r3]).
        source('another book').
        moves([], "nim(max,[2])", ["take(2,1)"]).
        games_by_value([], [1-3, -1-4]).
        move_values([], ["take(1,1)"-1]).
        """,
        tmp_path,
    )
    assert [(one.kind, one.parameters, one.position, one.expected, one.source, one.line) for one in found] == [
        ("value", {"piles": [1, 2], "misere": False}, None, -1, "a book", 4),
        ("value", {}, None, [1, 0.5, Fraction(1, 3)], "a book", 5),
        ("moves", {}, "nim(max,[2])", ["take(2,1)"], "another book", 7),
        ("games_by_value", {}, None, {1: 3, -1: 4}, "another book", 8),
        ("move_values", {}, None, {"take(1,1)": 1}, "another book", 9),
    ]
    assert str(found[0]) == "value of nim (piles=[1, 2], misere=False)"
    assert str(found[2]) == "moves of nim from nim(max,[2])"


@pytest.mark.parametrize(
    ("text", "code", "message", "hint"),
    [
        ("pertf([], [1]).", "unknown-figure", "no figure is called pertf", "did you mean perft?"),
        ("colour([], [1]).", "unknown-figure", "no figure is called colour", f"there are: {', '.join(KINDS)}"),
        ("value.", "malformed-figure", "value has two or three arguments", None),
        ("7.", "unknown-figure", "no figure is called 7", None),
        ("value([]).", "malformed-figure", "value has two or three arguments", "value(Params, Figure), or"),
        ("value([], Worth).", "malformed-figure", "a figure has no variables", "texts have quotes"),
        ("value([], win).", "malformed-figure", "value gives a number, or a list with one for each player", None),
        ("value([], 2, 1).", "malformed-figure", "a position is a text, not 2", None),
        ("perft([], 20).", "malformed-figure", "perft gives a list of counts, not 20", None),
        ("perft([], []).", "malformed-figure", "perft gives a list of counts, not []", None),
        ("states([], 1.5).", "malformed-figure", "states gives a count, not 1.5", None),
        ("ends([], [1=2]).", "malformed-figure", "ends gives a list of pairs, not [1=2]", None),
        ("line([], [1,2]).", "malformed-figure", "line gives a list of texts, not [1,2]", None),
        ("value([piles-3], 1).", "malformed-figure", "parameters are a list such as", None),
        ("value(piles, 1).", "malformed-figure", "parameters are a list such as", None),
        ("value([], 1) :- true.", "unknown-figure", "no figure is called :-", None),
    ],
)
def test_wrong_figures(text: str, code: str, message: str | None, hint: str | None, tmp_path: Path) -> None:
    with pytest.raises(RuleFileError) as caught:
        read(f'source("a book").\nvalue([], 1).\n{text}', tmp_path)
    [finding] = caught.value.findings
    assert finding.code == code
    assert finding.place is not None
    assert (finding.place.line, finding.place.text) == (3, text)
    assert message is None or message in finding.message
    assert hint is None or hint in str(finding.hint)


def test_no_source(tmp_path: Path) -> None:
    with pytest.raises(RuleFileError, match="value comes before any source"):
        read("value([], 1).", tmp_path)


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(RuleFileError) as caught:
        read('source("a book").\nvalue([], 1\nvaleu([], 1).\nvaleu([], 1).', tmp_path)
    assert len(caught.value.findings) >= 2


def test_a_game_without_figures_has_none() -> None:
    assert published("no_such_game") == ()


@pytest.mark.parametrize(
    "wrong",
    [
        figure("value", 0),
        figure("perft", [3, 7]),
        figure("states", 11),
        figure("states_by_ply", [1, 2]),
        figure("nodes", 1),
        figure("games", 1),
        figure("games_by_value", {1: 1}),
        figure("ends", {1: 2}),
        figure("moves", ["take(1,1)", "take(2,1)"]),
        figure("moves", ["take(1,1)", "take(2,1)", "take(2,2)", "take(2,3)"]),
        figure("move_values", {"take(1,1)": 0}),
        figure("line", ["take(2,2)"]),
        figure("outcomes", {1: 1}),
        figure("longest", 9),
    ],
    ids=lambda wrong: wrong.kind,
)
def test_wrong_figures_are_found_out(wrong: Figure) -> None:
    """Misère Nim with piles of 1, 2 and 2 on both sides."""
    measured = [measure(game, wrong) for game in (pyengine.load("nim"), twin("nim"))]
    assert measured[0] == measured[1] != wrong.expected


def test_figures_by_hand() -> None:
    """Misère Nim with piles of 1 and 2, whose positions can be listed: [1,2], [2], [1,1], [1] and [1]."""
    game = twin("nim", piles=[1, 2])
    facts = {
        "value": 1,
        "perft": [3, 2],
        "states": 5,
        "states_by_ply": [1, 3, 1],
        "nodes": 6,
        "games": 3,
        "games_by_value": {1: 1, 0: 2},
        "ends": {1: 1, 0: 1},
        "outcomes": {1: 1, 0: 3, -1: 1},
        "moves": ["take(2,2)", "take(1,1)", "take(2,1)"],
        "move_values": {"take(1,1)": 0, "take(2,1)": 0, "take(2,2)": 1},
        "line": ["take(2,2)"],
    }
    for kind, expected in facts.items():
        assert measure(game, figure(kind, expected, piles=[1, 2])) == expected, kind


def test_position_of_a_game_that_reads_none() -> None:
    game = twin("nim")
    game.parse_state = None
    with pytest.raises(InvalidStateError, match="parse_state"):
        measure(game, Figure("nim", "value", {}, "nim(max,[1])", 0, "a book", 1))
