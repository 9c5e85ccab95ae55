"""Lists of a known length: what is written out for their items answers as it did, and positions may leave the shape."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from pyengine import RuleRuntimeError, load, perft
from pyengine.api import find_rules
from pyengine.compiler.procedures import domain
from pyengine.compiler.runtime.terms import list_of
from pyengine.compiler.techniques import without
from pyengine.language.gate import examine_file
from pyengine.language.reading.reader import read_term
from pyengine.reasoners.c import write_c
from pyengine.reasoners.compiled import CompiledGame

CELLS: Final = """
player(x). player(o). to_move(s(P, _), P). utility(_, 0). other(x, o). other(o, x).
move(s(P, L), N, s(Q, L2)) :- other(P, Q), put(L, 1, P, N, L2).
put([e|T], N, X, N, [X|T]).
put([H|T], I, X, N, [H|R]) :- J is I+1, put(T, J, X, N, R).
"""
"""Each player fills a cell."""


def of_rules(folder: Path, rules: str) -> CompiledGame:
    (folder / "rules.pl").write_text(rules, encoding="utf-8")
    return CompiledGame(examine_file(find_rules(folder / "rules.pl"), trust=False).program)


def shape(folder: Path, rules: str) -> str:
    return str(of_rules(folder, rules).contract.state_type)


def answers(folder: Path, rules: str, plies: int = 3, positions: tuple[str, ...] = ()) -> list[Any]:
    """Ask each reasoner for all that some plies lead to, and for the moves of some positions."""
    (folder / "rules.pl").write_text(rules, encoding="utf-8")
    found = []
    for reasoner in ("swi", "python", "c"):
        game = load(str(folder / "rules.pl"), reasoner=reasoner)
        seen: list[Any] = [perft(game, plies)]
        for text in ("", *positions):
            state = game.state(read_term(text)) if text else game.initial
            expansion = game.expand(state)
            seen.append([str(move) for move in expansion.moves])
            seen.append([str(game.term(child)) for child in expansion.children])
        found.append(seen)
    assert found[0] == found[1] == found[2]
    return found[0]


def test_types_know_how_long_lists_are() -> None:
    three = domain.of_value(list_of([1, 2, 3]))
    assert str(three) == "list(integer, 3)"
    assert str(domain.join(three, domain.of_value(list_of([4, 5, 6])))) == "list(integer, 3)"
    assert str(domain.join(three, domain.of_value(list_of([4])))) == "list(integer)"
    assert str(domain.join(three, domain.of_value(list_of([])))) == "list(integer)"
    assert domain.contains(three, list_of([7, 8, 9]))
    assert not any(domain.contains(three, list_of(items)) for items in ([7, 8], [7, 8, 9, 10], [7, 8, "x"]))
    assert not domain.contains(three, list_of([7, 8, 9], "end"))


def test_positions_keep_their_length(tmp_path: Path) -> None:
    rules = f"{CELLS} initial(s(x, [e,e,e]))."
    assert shape(tmp_path, rules) == "s(o|x, list(e|o|x, 3))"
    assert "p_put" not in write_c(of_rules(tmp_path, rules)).text
    with without("keeps_lengths"):
        assert shape(tmp_path, rules) == "s(o|x, list(e|o|x))"
    with without("goes_down"):
        assert "p_put" in write_c(of_rules(tmp_path, rules)).text
    answers(tmp_path, rules)


def test_long_lists_are_gone_down_by_recursion(tmp_path: Path) -> None:
    rules = f"{CELLS} initial(s(x, L)) :- length(L, 40), maplist(=(e), L)."
    assert shape(tmp_path, rules) == "s(o|x, list(e|o|x, 40))"
    assert "p_put" in write_c(of_rules(tmp_path, rules)).text
    answers(tmp_path, rules, plies=1)


@pytest.mark.parametrize("position", ["s(x, [e,e,e,e])", "s(o, [e])", "s(x, [x,o,e])", "s(o, [e,e,z])", "s(x, [e|e])"])
def test_positions_of_another_shape_may_be_asked(tmp_path: Path, position: str) -> None:
    answers(tmp_path, f"{CELLS} initial(s(x, [e,e,e])).", positions=(position,))


@pytest.mark.parametrize(
    "move",
    [
        "move(s(P, L), 1, s(Q, [P|L])) :- other(P, Q), length(L, N), N < 6.",
        "move(s(P, [_|L]), 1, s(Q, L)) :- other(P, Q).",
        "move(s(P, L), N, s(Q, R)) :- other(P, Q), nth1(N, L, _, R).",
        "move(s(P, L), N, s(Q, R)) :- other(P, Q), member(N, [1,2]), length(R, N), maplist(=(P), R), L \\= R.",
        "move(s(P, L), two, s(Q, R)) :- other(P, Q), append(L, L, R), length(R, N), N < 20.",
        "move(s(P, [A|L]), M, s(Q, R)) :- other(P, Q), ( A == e -> R = [P|L], M = same ; R = L, M = less ).",
    ],
)
def test_lengths_that_change_are_not_known(tmp_path: Path, move: str) -> None:
    """A start of one shape, and successors of others."""
    rules = CELLS.replace("move(s(P, L), N, s(Q, L2)) :- other(P, Q), put(L, 1, P, N, L2).", move)
    assert move in rules
    rules += "initial(s(x, [e,e,e]))."
    assert ", 3)" not in shape(tmp_path, rules)
    answers(tmp_path, rules, plies=4)


@pytest.mark.parametrize(
    "move",
    [
        "nth1(N, L, e), nth1(N, L, _, R), nth1(N, L2, P, R)",
        "nth0(N, L, e, R), nth0(N, L2, P, R)",
        "select(e, L, P, L2), N = some",
        "reverse(L, R), put(R, 1, P, N, R2), reverse(R2, L2)",
        "at(N, L, P, L2)",
        "foldl(set(P), [1,2], L, L2), N = two",
    ],
)
def test_ways_to_keep_the_length(tmp_path: Path, move: str) -> None:
    rules = CELLS.replace("put(L, 1, P, N, L2).", f"{move}.", 1)
    rules += """
    initial(s(x, [e,e,e])).
    at(1, [e|T], X, R) :- R = [X|T].
    at(N, [H|T], X, R) :- at(M, T, X, S), N is M+1, R = [H|S].
    set(P, N, [H|T], R) :- ( N =:= 1 -> R = [P|T] ; M is N-1, set(P, M, T, S), R = [H|S] ).
    """
    assert shape(tmp_path, rules) == "s(o|x, list(e|o|x, 3))"
    answers(tmp_path, rules)


def test_what_only_seems_to_keep_the_length_does_not(tmp_path: Path) -> None:
    """`odd` keeps it if `even` does, which gives one item more in its last clause."""
    rules = CELLS.replace("put(L, 1, P, N, L2).", "odd(L, L2), length(L2, N), N < 9.", 1)
    rules += """
    initial(s(x, [e,e,e])).
    odd([], []).
    odd([H|T], [H|R]) :- even(T, R).
    even([], []).
    even([H|T], [H|R]) :- odd(T, R).
    even([H], [H,e]).
    """
    assert shape(tmp_path, rules) == "s(o|x, list(e))"
    answers(tmp_path, rules, plies=5)


def test_lines_of_a_board_that_is_made_of_its_cells(tmp_path: Path) -> None:
    rules = f"""{CELLS}
    initial(s(x, [e,e,e,e])).
    terminal(s(_, L)) :- won(_, L), !.
    terminal(s(_, L)) :- \\+ memberchk(e, L).
    won(P, L) :- B =.. [board|L], player(P), line(Line), marked(Line, B, P), !.
    :- table line/1.
    line([A, B]) :- member(A, [1,2,3]), B is A+1.
    marked([], _, _).
    marked([N|Ns], B, P) :- arg(N, B, P), marked(Ns, B, P).
    """
    assert "term_named" not in write_c(of_rules(tmp_path, rules)).text
    answers(tmp_path, rules, 4, ("s(x, [x,x,e,e])", "s(x, [x,e,x,e,e])"))


def test_errors_are_met_where_they_were(tmp_path: Path) -> None:
    rules = f"{CELLS} initial(s(x, [e,e,e]))."
    rules = rules.replace("J is I+1,", "( H == o -> J is I+foo ; J is I+1 ),")
    (tmp_path / "rules.pl").write_text(rules, encoding="utf-8")
    for reasoner in ("python", "c"):
        game = load(str(tmp_path / "rules.pl"), reasoner=reasoner)
        assert perft(game, 1) == 3
        with pytest.raises(RuleRuntimeError, match="foo"):
            perft(game, 3)
