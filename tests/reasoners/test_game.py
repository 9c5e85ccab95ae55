"""The contract, line by line, as SWI-Prolog answers it."""

from __future__ import annotations

import gc
import pickle
import weakref
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine.errors import (
    ContractError,
    IllegalMoveError,
    InvalidStateError,
    ParameterError,
    RuleFileError,
    RuleRuntimeError,
    RuleSyntaxError,
    TermSyntaxError,
)
from pyengine.game import Expands, expand
from pyengine.language.reading.files import open_source
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.reasoners.swi.swi_game import SwiGame
from pyengine.search import Limit, search, solve
from pyengine.stores.identity import Identity
from pyengine.terms import Atom, Compound, List, to_term

HEAD = "player(a). player(b). initial(s). to_move(_, a). "
RULES = Path(__file__).parents[2] / "rules"


def minimax(game: Any, state: Any) -> Any:
    expansion = game.expand(state)
    if expansion.utilities is not None:
        return expansion.utilities
    values = [minimax(game, child) for child in expansion.children]
    return max(values, key=lambda value: value[expansion.mover])


def test_a_game_is_walked(countdown: Any) -> None:
    game = countdown
    assert isinstance(game, Expands)
    assert game.players == (Atom("max"), Atom("min"))
    assert game.text(game.initial) == "s(max,5)"
    assert game.to_move(game.initial) == Atom("max")
    assert game.actions(game.initial) == (Compound("take", (1,)), Compound("take", (2,)))
    state = game.result(game.initial, Compound("take", (2,)))
    assert game.text(state) == "s(min,3)"
    assert not game.is_terminal(state)
    over = game.parse_state("s(max, 0)")
    assert game.is_terminal(over)
    assert game.actions(over) == ()
    assert (game.utility(over, Atom("max")), game.utility(over, Atom("min"))) == (-1, 1)
    assert minimax(game, game.initial) == (1, -1)
    assert expand(game, game.initial).mover == 0
    assert "terminal" not in game.offers


def test_moves_are_decoded_when_looked_at(countdown: Any) -> None:
    moves = countdown.expand(countdown.initial).moves
    assert len(moves) == 2
    assert not hasattr(moves, "_terms")
    assert moves[0] == Compound("take", (1,))
    assert pickle.loads(pickle.dumps(moves)) == moves[:]


def test_illegal_moves_list_the_legal_ones(countdown: Any) -> None:
    with pytest.raises(IllegalMoveError, match=r"take\(1\), take\(2\)"):
        countdown.result(countdown.initial, Compound("take", (3,)))
    with pytest.raises(IllegalMoveError, match="not a legal move"):
        countdown.parse_move("take(1.0)")
    with pytest.raises(IllegalMoveError, match="fits several"):
        countdown.parse_move("take(X)")
    with pytest.raises(IllegalMoveError, match="none, the game is over"):
        countdown.parse_move("take(1)", countdown.parse_state("s(max,0)"))
    assert countdown.parse_move("take(X)", countdown.parse_state("s(max,1)")) == Compound("take", (1,))
    for word in ("Foo", "_", " Take1 "):  # a variable, which would fit whatever is forced
        with pytest.raises(IllegalMoveError, match="not a legal move"):
            countdown.parse_move(word, countdown.parse_state("s(max,1)"))
    with pytest.raises(TermSyntaxError):
        countdown.parse_move("take(")
    with pytest.raises(InvalidStateError, match="variables"):
        countdown.parse_state("s(X, 1)")
    with pytest.raises(InvalidStateError, match="not over"):
        countdown.utility(countdown.initial, Atom("max"))


def test_first_solution_counts_and_terminal_is_asked_first(load: Any) -> None:
    game = load(HEAD + "to_move(_, b). terminal(t). move(_, m, t). utility(t, 3). utility(t, 4). initial(u).")
    assert game.text(game.initial) == "s"
    state = game.result(game.initial, Atom("m"))
    assert game.expand(state).utilities == (3, -3)


def test_a_move_offered_twice_counts_twice(load: Any) -> None:
    game = load(HEAD + "move(s, m, t). move(s, m, t). utility(t, 0).")
    assert len(game.actions(game.initial)) == 2


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("terminal(t). move(t, m, t). utility(t, 0).", "not terminal, and move/3 has no solution"),
        ("terminal(s). utility(s, 0 - 1). move(_, m, t).", "utility/2 must give a number, not 0-1"),
        ("terminal(s). utility(t, 0). move(_, m, t).", "utility/2 has no solution"),
        ("move(s, m, _). utility(t, 0).", "move/3 must give terms without variables"),
        ("move(s, _, t). utility(t, 0).", "move/3 must give terms without variables"),
        ("move(s, m, t) :- foo(1). utility(t, 0).", r"test.pl:1:\d+: error: in move/3: .*[Uu]nknown procedure.*foo/1"),
        ("move(s, m, t) :- X is a + 1, X > 0. utility(t, 0).", r"test.pl:1:\d+: error: in move/3: .*a/0"),
        ("move(s, m, t) :- throw(oops). utility(t, 0).", r"test.pl:1:\d+: error: in move/3: .*oops"),
    ],
)
def test_broken_rules_say_what_and_where(load: Any, rules: str, message: str) -> None:
    game = load(HEAD + rules)
    with pytest.raises(RuleRuntimeError, match=message) as caught:
        game.expand(game.initial)
    assert "in the position s" in str(caught.value)


def test_unknown_player(load: Any) -> None:
    game = load("player(a). initial(s). to_move(_, z). move(s, m, t). utility(t, 0).")
    with pytest.raises(RuleRuntimeError, match="z, who is not a player"):
        game.expand(game.initial)
    with pytest.raises(RuleRuntimeError, match="not a player"):
        game.to_move(game.initial)


def test_the_line_of_an_error_is_that_of_its_goal(load: Any) -> None:
    game = load(HEAD + "\nmove(s, m, T) :-\n    deep(3, T).\nutility(t, 0).\n\ndeep(0, T) :-\n    bad(T).\n"
                "deep(N, T) :-\n    N > 0, M is N-1,\n    deep(M, T).\n")  # fmt: skip
    with pytest.raises(RuleRuntimeError, match=r"test\.pl:7:5: error: in deep/2"):
        game.expand(game.initial)


def test_utilities_of_several_players(load: Any) -> None:
    game = load(
        "player(a). player(b). player(c). initial(s). to_move(_, b). move(s, m, t). "
        "utility(t, a, 1). utility(t, b, 2.5). utility(t, c, V) :- V is 1 rdiv 3."
    )
    assert game.expand(game.initial).mover == 1
    state = game.result(game.initial, Atom("m"))
    assert game.expand(state).utilities == (1, 2.5, Fraction(1, 3))
    assert game.utility(state, Atom("c")) == Fraction(1, 3)


def test_values_are_any_number(load: Any) -> None:
    game = load(HEAD + "move(s, N, N) :- member(N, [1, 2, 3]). utility(1, V) :- V is 2**80. utility(2, 0.5). "
                "utility(3, V) :- V is -1 rdiv 7.")  # fmt: skip
    worths = [game.expand(child).utilities for child in game.expand(game.initial).children]
    assert worths == [(2**80, -(2**80)), (0.5, -0.5), (Fraction(-1, 7), Fraction(1, 7))]


def test_parameters(load: Any) -> None:
    text = "player(a). initial(N) :- param(size, N). to_move(_, a). move(N, m, L) :- N \\== end, param(list, L). "
    text += "parameter(size, 3). parameter(list, []). utility(_, a, 0). terminal(L) :- is_list(L). "
    game = load(text)
    assert game.text(game.initial) == "3"
    other = load(text, parameters={"size": 7, "list": to_term(["x", [1, True]])})
    assert other.text(other.initial) == "7"
    assert other.text(other.expand(other.initial).children[0]) == "[x,[1,true]]"
    assert game.text(game.initial) == "3"
    assert [s["N"] for s in other.query("param(N, _)")] == [Atom("size"), Atom("list")]
    with pytest.raises(ParameterError, match=r"no parameter sise is declared; declared: size, list"):
        load(text, parameters={"sise": 7})
    wrong = load(text + "show(_, T) :- param(colour, T).")
    with pytest.raises(RuleRuntimeError, match=r"no parameter colour is declared; declared: size, list"):
        wrong.show(wrong.initial)


def test_memory_makes_a_position_of_state_and_moves(load: Any) -> None:
    text = "player(a). player(b). initial(s(2)). to_move(_, a). "
    text += "move(s(N), M, s(K)) :- N > 0, K is N-1, member(M, [l, r]). "
    game = load(text + "outcome(s(0), Mem, V) :- length(Mem, N), ( Mem = [l|_] -> V = N ; V is -N ).")
    assert game.text(game.initial) == "s(2)-[]"
    once = game.result(game.initial, Atom("l"))
    twice = game.result(once, Atom("r"))
    assert game.text(twice) == "s(0)-[r,l]"
    assert game.expand(twice).utilities == (-2, 2)
    summary = load(
        text + "memory(Mem, M, s(M, Mem)) :- Mem == []. memory(s(_, _), M, M). "
        "terminal(s(0), Mem) :- Mem \\== []. outcome(_, l, a, 1). outcome(_, r, a, 2). outcome(_, _, b, 0)."
    )
    state = summary.result(summary.result(summary.initial, Atom("l")), Atom("r"))
    assert summary.text(state) == "s(0)-r"
    assert summary.expand(state).utilities == (2, 0)


TREE = "{m}(a, [b, c]). {m}(b, [d, e]). {m}(c, [f]). staticval(d, 1). staticval(e, 4). staticval(f, 2). "


@pytest.mark.parametrize(
    ("moves", "turn"),
    [
        ("moves", "max_to_move(a). max_to_move(d). min_to_move(b). min_to_move(c)."),
        ("mutari", "mutare_max(a). mutare_min(b). mutare_min(c)."),
    ],
)
def test_textbook_games_stand_as_they_are(load: Any, moves: str, turn: str) -> None:
    text = TREE.format(m=moves) + turn
    game = load(text, start=Atom("a"))
    assert game.players == (Atom("max"), Atom("min"))
    assert game.to_move(game.initial) == Atom("max")
    assert game.actions(game.initial) == (Atom("b"), Atom("c"))
    assert minimax(game, game.initial) == (2, -2)
    assert game.query("minimax(a, B, V)") == [{"B": Atom("c"), "V": 2}]
    with pytest.raises(ParameterError, match="start"):
        load(text)
    assert load(text + " initial(c).").query("minimax(P, B, V)") == [{"P": Atom("c"), "B": Atom("f"), "V": 2}]


def test_what_rules_may_offer(load: Any) -> None:
    game = load(
        HEAD + "move(s, M, M) :- member(M, [p, q]). utility(_, 0). staticval(s, 7). canonical(S, c(S)). "
        "order(_, q, 5). noisy(p). infinite(2). board(S, [[S, e], [e, S]]). "
        "show(S, Text) :- format(atom(Text), 'at ~w', S)."
    )
    assert {"staticval", "canonical", "order", "noisy", "infinite", "board", "show"} <= game.offers
    assert game.staticval(game.initial) == 7
    assert game.term(game.canonical(game.initial)) == Compound("c", (Atom("s"),))
    assert [game.order(game.initial, move) for move in game.actions(game.initial)] == [None, 5]
    assert [game.noisy(child) for child in game.expand(game.initial).children] == [True, False]
    assert game.infinite == 2
    assert game.board(game.initial) == ((Atom("s"), Atom("e")), (Atom("e"), Atom("s")))
    assert game.show(game.initial) == "at s"


def test_features_and_defaults(load: Any) -> None:
    game = load(
        HEAD + "move(s, m, t). utility(_, 0). feature(s, x, 3). feature(s, y, 0.5). weight(x, 2). weight(y, 4)."
    )
    assert game.staticval(game.initial) == 8.0
    assert game.canonical(game.initial) == game.initial
    assert (game.order(game.initial, Atom("m")), game.noisy(game.initial), game.infinite) == (None, False, 0)
    assert (game.board(game.initial), game.show(game.initial)) == (None, "s")


def test_own_operators_and_flags_stay_in_the_file(load: Any) -> None:
    game = load(
        ":- module(duel, [move/3, op(700, xfx, beats)]).\n:- op(200, xfy, &).\n"
        ":- set_prolog_flag(double_quotes, codes).\n"
        'player(a). initial(x beats y & z). to_move(_, a). move(x beats _, M, M) :- M = "hi". utility(_, a, 0).'
    )
    other = load(HEAD + 'move(s, "hi", beats(x, y)). utility(_, 0).')
    assert game.text(game.initial) == "x beats y&z"
    assert game.parse_state("x beats (y & z)") == game.initial
    assert game.actions(game.initial) == (List((104, 105)),)
    assert other.text(other.expand(other.initial).children[0]) == "beats(x,y)"
    assert str(other.actions(other.initial)[0]) == '"hi"'


def test_one_game_with_different_parameters_side_by_side() -> None:
    program, _ = read_program(open_source(RULES / "nim.pl")[0])
    games = [SwiGame(program, parameters={"piles": to_term(piles)}) for piles in ([1, 2], [3], [1, 1, 1])]
    assert [game.text(game.initial) for game in games] == ["nim(max,[1,2])", "nim(max,[3])", "nim(max,[1,1,1])"]


def test_a_program_that_prolog_refuses(load: Any, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ContractError, match="move/3"):
        load("foo(1).")
    program, _ = read_program(Source("bad.pl", "a(1).\nb( .\nmove(a, b, c).\n"))
    with pytest.raises(RuleSyntaxError, match=r"bad\.pl:2:\d+"):
        SwiGame(program)
    with pytest.raises(RuleFileError, match=r"test\.pl:1"):
        load("atom_length(X, X). " + HEAD + "move(s, m, t).")
    assert capfd.readouterr() == ("", "")


def test_a_game_pickles_as_what_was_loaded(countdown: Any) -> None:
    copy = pickle.loads(pickle.dumps(countdown))
    assert copy.initial == countdown.initial
    assert copy.expand(copy.initial) == countdown.expand(countdown.initial)


def test_a_game_leaves_prolog_with_its_last_reference(load: Any) -> None:
    game = load("player(a). initial(s). to_move(_, a). move(s, m, t). utility(_, a, 0).")
    rules = game._rules.loaded.rules
    witness = load(HEAD + "move(s, m, t). utility(_, 0).", trust=True)
    question = f"predicate_property({rules}:move(_, _, _), number_of_clauses(N))"
    assert witness.query(question) == [{"N": 1}]
    expand = game.expand
    gone = weakref.ref(game)
    state = game.initial
    del game
    gc.collect()
    assert gone() is None
    assert len(expand(state).children) == 1
    del expand
    gc.collect()
    other = load(HEAD + "move(s, m, t). utility(_, 0).")
    assert witness.query(question) == []
    other.close()
    with pytest.raises(InvalidStateError, match="was closed"):
        other.expand(other.initial)


def test_includes(tmp_path: Path) -> None:
    (tmp_path / "part.pl").write_text("move(s, m, t) :- helper.\nhelper :- undefined_one.\n")
    (tmp_path / "game.pl").write_text(HEAD + ":- include(part).\nutility(_, 0).\n")
    program, findings = read_program(open_source(tmp_path / "game.pl")[0])
    assert not findings
    game = SwiGame(program)
    with pytest.raises(RuleRuntimeError, match=r"part\.pl:2:\d+: error: in helper/0"):
        game.expand(game.initial)


def test_an_included_file_includes_what_is_beside_it(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "deeper.pl").write_text("helper.\n")
    (tmp_path / "lib" / "part.pl").write_text(":- include(deeper).\nmove(s, m, t) :- helper.\n")
    (tmp_path / "game.pl").write_text(HEAD + ":- include(lib/part).\nutility(_, 0).\n")
    game = SwiGame(read_program(open_source(tmp_path / "game.pl")[0])[0])
    assert game.actions(game.initial) == (Atom("m"),)


ORDERED = """
player(max). player(min).
initial(0). to_move(_, max).
move(0, M, N) :- member(M, [low, none, half, high]), atom_length(M, N).
utility(_, 0).
order(_, low, -1).
order(0, half, 1r2).
order(_, high, 3.5).
"""


def test_all_moves_are_scored_at_once(load: Any) -> None:
    game = load(ORDERED)
    assert game.score_moves(game.initial) == (-1, None, Fraction(1, 2), 3.5)
    one_by_one = tuple(game.order(game.initial, move) for move in game.actions(game.initial))
    assert game.score_moves(game.initial) == one_by_one
    assert load(ORDERED.partition("order")[0]).score_moves(game.initial) == (None, None, None, None)


def test_a_score_that_is_no_number(load: Any) -> None:
    game = load(ORDERED + "order(_, none, best).")
    with pytest.raises(RuleRuntimeError, match="order/3 must give a number, not best"):
        game.score_moves(game.initial)


def test_a_textbook_file_need_not_estimate_inner_positions(load: Any) -> None:
    game = load(
        "moves(a, [b,c]). moves(b, [d]). max_to_move(a). min_to_move(b). staticval(c, 3). staticval(d, 5). initial(a)."
    )
    assert [game.staticval(game.parse_state(name)) for name in "abcd"] == [0, 0, 3, 5]
    assert search(game, limit=Limit(depth=1)).value == 3
    assert solve(game).value == 5


def test_a_unification_in_a_body_binds_what_it_shares(load: Any) -> None:
    """SWI-Prolog 9.0.4 answers f(_)-_ where it is left to move the unification into the head."""
    game = load(HEAD + "utility(_, 0). move(s, M, e) :- p(A, C), M = A-C. p(A, C) :- A = f(C), C = 0.")
    assert [str(move) for move in game.actions(game.initial)] == ["f(0)-0"]


def test_whether_a_game_is_over_takes_one_successor(compile_text: Any) -> None:
    """Of compiled rules; here nobody could make them all."""
    game = compile_text(HEAD + "move(s, N, t(N)) :- between(1, inf, N). move(t(_), m, u). terminal(u). utility(u, 1).")
    assert not game.is_terminal(game.initial)
    assert not game.is_terminal(game.parse_state("t(1)"))
    over = game.parse_state("u")
    assert game.is_terminal(over)
    assert game.utility(over, game.players[1]) == -1


@pytest.mark.parametrize("reasoner", ["python", "c", "swi"])
def test_parameters_are_all_that_are_in_effect(reasoner: Any) -> None:
    """Those that nobody has set have their defaults; one that is set to its default makes no other game."""
    usual = pyengine.load("nim", reasoner=reasoner)
    assert usual.parameters == {"piles": [1, 2, 2], "misere": "true"}
    assert pyengine.load("nim", reasoner=reasoner, misere=False).parameters["misere"] == "false"
    said = pyengine.load("nim", reasoner=reasoner, piles=[1, 2, 2])
    assert said.parameters == usual.parameters
    assert Identity.of(said) == Identity.of(usual)
    assert pickle.loads(pickle.dumps(said)).parameters == usual.parameters
    assert "piles" in repr(said)
    assert "piles" not in repr(usual)
