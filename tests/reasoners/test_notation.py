"""Positions and moves in the community's notation, where the rules define one."""

from __future__ import annotations

from typing import Any

import pytest

from pyengine.errors import IllegalMoveError, InvalidStateError, RuleRuntimeError, TermSyntaxError
from pyengine.rulecheck import check_file
from pyengine.terms import Atom, Compound

STRIP = """
player(x). player(o).
initial(strip(x, [e, e, e])).
to_move(strip(P, _), P).
move(strip(P, Cells), mark(I), strip(Q, New)) :-
    other(P, Q), nth1(I, Cells, e, Rest), nth1(I, New, P, Rest).
other(x, o). other(o, x).
utility(_, 0).
"""
BOTH_WAYS = """
notation(strip(P, Cells), Text) :-
    (   nonvar(P)
    ->  atomic_list_concat(Cells, Board), format(atom(Text), '~w to move: ~w', [P, Board])
    ;   atomic_list_concat([P, Board], ' to move: ', Text), atom_chars(Board, Cells)
    ).
move_notation(_, mark(I), Text) :- nth1(I, ["a1", "b1", "c 1"], Text).
"""
STRINGS = """
notation(strip(P, Cells), Text) :-
    (   nonvar(P)
    ->  atomic_list_concat(Cells, Board), format(string(Text), "~w/~w", [P, Board])
    ;   string(Text), split_string(Text, "/", "", [First, Board]), atom_string(P, First),
        string_chars(Board, Cells)
    ).
"""
ONE_WAY = """
notation(strip(P, Cells), Text) :- atomic_list_concat([P|Cells], Text).
move_notation(strip(P, _), mark(I), Text) :- atom_concat(P, I, Text).
"""


@pytest.mark.parametrize(
    ("rules", "text"), [(BOTH_WAYS, "x to move: eee"), (STRINGS, "x/eee")], ids=["atoms", "strings"]
)
def test_positions_are_read_and_written(load: Any, rules: str, text: str) -> None:
    game = load(STRIP + rules)
    assert game.text(game.initial) == text
    todo = [game.initial]
    while todo:
        state = todo.pop()
        assert game.parse_state(game.text(state)) == state
        assert game.parse_state(f"  {game.text(state)}\n") == state
        assert game.parse_state(game.term_text(state)) == state
        todo.extend(game.expand(state).children)
    assert game.term_text(game.initial) == "strip(x,[e,e,e])"


def test_moves_are_read_and_written(load: Any) -> None:
    game = load(STRIP + BOTH_WAYS)
    moves = game.actions(game.initial)
    assert [game.move_text(move, game.initial) for move in moves] == ["a1", "b1", "c 1"]
    assert [game.parse_move(text) for text in ("a1", "b1", " c 1 ")] == list(moves)
    assert game.move_text(moves[0]) == "mark(1)"
    assert game.parse_move("mark(2)") == moves[1]
    state = game.result(game.initial, moves[0])
    for wrong in ("a1", "c 2", "z", "mark(1)", "(", ""):
        with pytest.raises(IllegalMoveError, match=r"legal moves: b1, c 1") as caught:
            game.parse_move(wrong, state)
        assert f"in the position {game.text(state)}\n" in str(caught.value)
    with pytest.raises(IllegalMoveError, match="fits several"):
        game.parse_move("mark(_)", state)


def test_a_move_is_read_in_other_ways_than_it_is_written(load: Any) -> None:
    game = load(
        STRIP + "move_notation(_, mark(I), Text) :- nonvar(I), nth1(I, [a1, b1, c1], Text). "
        "move_notation(_, mark(I), Text) :- var(I), atom(Text), member(I-Text, [1-a, 2-b, 3-c, 1-ab, 2-ab, 4-d])."
    )
    assert [game.parse_move(text) for text in ("a", " b", "c1")] == list(game.actions(game.initial))
    with pytest.raises(IllegalMoveError, match=r"ab fits several(.|\n)*a1, b1"):
        game.parse_move("ab")
    with pytest.raises(IllegalMoveError, match="d is not a legal move"):
        game.parse_move("d")


def test_reading_moves_that_has_no_end_is_given_up(load: Any) -> None:
    game = load(
        STRIP + "move_notation(_, M, first) :- M == mark(1). move_notation(S, M, T) :- var(M), move_notation(S, M, T)."
    )
    assert game.parse_move("first") == game.parse_move("mark(1)") == Compound("mark", (1,))


def test_a_wrong_position_shows_what_one_looks_like(load: Any) -> None:
    game = load(STRIP + BOTH_WAYS)
    for wrong in ("z(", "x to move", "Strip:x"):
        with pytest.raises(InvalidStateError, match="such as x to move: eee, nor a term"):
            game.parse_state(wrong)


def test_one_notation_for_two_moves_is_ambiguous(load: Any) -> None:
    game = load(STRIP + "move_notation(_, mark(I), Text) :- ( I < 3 -> Text = left ; Text = right ).")
    assert game.parse_move("right") == Compound("mark", (3,))
    with pytest.raises(IllegalMoveError, match=r"left fits several(.|\n)*mark\(1\), mark\(2\)"):
        game.parse_move("left")


def test_a_notation_that_can_only_be_written(load: Any) -> None:
    game = load(STRIP + ONE_WAY)
    assert game.text(game.initial) == "xeee"
    assert game.parse_state("strip(x, [e,e,e])") == game.initial
    assert game.parse_move("x2") == Compound("mark", (2,))
    with pytest.raises(InvalidStateError, match="x eee"):
        game.parse_state("x eee")


def test_positions_without_a_notation_are_terms(load: Any) -> None:
    game = load(STRIP + "notation(strip(o, _), thinking). move_notation(_, mark(1), first).")
    assert game.text(game.initial) == "strip(x,[e,e,e])"
    child = game.expand(game.initial).children[0]
    assert game.text(child) == "thinking"
    assert [game.move_text(move, game.initial) for move in game.actions(game.initial)] == [
        "first",
        "mark(2)",
        "mark(3)",
    ]
    assert game.parse_move("first") == Compound("mark", (1,))
    assert game.parse_move("mark(3)") == Compound("mark", (3,))


def test_without_notation_text_is_a_term(load: Any) -> None:
    game = load(STRIP)
    assert game.text(game.initial) == game.term_text(game.initial) == "strip(x,[e,e,e])"
    assert game.move_text(Compound("mark", (1,)), game.initial) == "mark(1)"
    with pytest.raises(TermSyntaxError):
        game.parse_state("strip(")
    with pytest.raises(TermSyntaxError):
        game.parse_move("mark(")


def test_reading_that_has_no_end_is_given_up(load: Any) -> None:
    game = load(STRIP + "notation(S, T) :- nonvar(S), term_to_atom(S, T). notation(S, T) :- notation(S, T).")
    assert game.parse_state("strip(x, [e,e,e])") == game.initial


def test_a_notation_is_a_text(load: Any) -> None:
    game = load(STRIP + "notation(_, f(x)). move_notation(_, _, f(x)).")
    with pytest.raises(RuleRuntimeError, match=r"notation/2 must give a text, not f\(x\)"):
        game.text(game.initial)
    with pytest.raises(RuleRuntimeError, match=r"move_notation/3 must give a text, not f\(x\)"):
        game.move_text(Compound("mark", (1,)), game.initial)


def test_memory_is_not_lost(load: Any) -> None:
    """A notation says nothing of how the game got there; a position with a memory is written as a term."""
    game = load(
        "player(a). player(b). initial(s(2)). to_move(_, a). move(s(N), m, s(M)) :- N > 0, M is N-1. outcome(_, _, 0). "
        "notation(s(N), Text) :- nonvar(N), atom_number(Text, N). "
        "notation(s(N), Text) :- var(N), atom(Text), atom_number(Text, N)."
    )
    assert game.text(game.initial) == "2"
    assert game.parse_state("2") == game.initial
    state = game.result(game.initial, Atom("m"))
    assert game.text(state) == "s(1)-[m]"
    assert game.parse_state("s(1)-[m]") == state


def test_errors_show_positions_as_terms(load: Any, tmp_path: Any) -> None:
    game = load(STRIP.replace("utility(_, 0).", "utility(_, V) :- V is foo + 1.") + BOTH_WAYS)
    with pytest.raises(InvalidStateError, match=r"strip\(x,\[e,e,e\]\)"):
        game.utility(game.initial, Atom("x"))
    with pytest.raises(RuleRuntimeError, match=r"strip\(x,\[x,o,x\]\)"):
        game.expand(game.state(game.term(game.parse_state("x to move: xox"))))
    path = tmp_path / "strip.pl"
    path.write_text(STRIP.replace("utility(_, 0)", "utility(_, V) :- atom_length(x, N), V = f(N)") + BOTH_WAYS)
    assert any("strip(o,[x,o,x])" in str(finding) for finding in check_file(path))
