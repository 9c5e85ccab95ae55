"""Positions of compiled games: those that grow for ever, and what is none."""

from __future__ import annotations

import contextlib
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyengine.compiler.runtime.folded_terms import MOST_LEVELS, Folded, closed, is_deep
from pyengine.compiler.runtime.terms import CONS, NIL, Float, Text, Var, functor, list_of, to_term, to_value
from pyengine.errors import InvalidStateError, RuleRuntimeError
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.reasoners.compiled import CompiledGame
from pyengine.terms import Atom, Compound, List
from pyengine.terms import to_term as term_of

ROOT = Path(__file__).parents[2]
HISTORY = """
player(a). player(b). parameter(most, 1500).
initial(s(0, [])). to_move(_, a).
move(s(N, H), go(M), s(M, [N|H])) :- param(most, Most), N < Most, M is N+1.
utility(s(N, H), V) :- length(H, L), V is N+L.
"""
SUCCESSORS = """
player(a). player(b). parameter(most, 1500).
initial(s(0, z)). to_move(_, a).
move(s(N, H), go, s(M, s(H))) :- param(most, Most), N < Most, M is N+1.
utility(s(N, _), N).
"""
PIECES = """
player(a). player(b). parameter(most, 700).
initial(s(0, [])). to_move(_, a).
move(s(N, H), go, s(M, [at(N, f(N))|H])) :- param(most, Most), N < Most, M is N+1.
utility(s(N, _), N).
"""
REMEMBERED = """
player(a). player(b). parameter(most, 1500).
initial(0). to_move(_, a).
move(N, go(M), M) :- param(most, Most), N < Most, M is N+1.
outcome(_, Memory, V) :- length(Memory, V).
"""
SUMMARY = REMEMBERED + "memory(Memory, go(M), m(M, Memory)).\n"
SUMMARY = SUMMARY.replace("outcome(_, Memory, V) :- length(Memory, V).", "outcome(N, m(_, _), N).")
TEXTBOOK = """
moves(p(N, H), [p(M, [N|H])]) :- N < 1500, M is N+1.
max_to_move(_).
staticval(p(N, H), V) :- length(H, L), V is N+L.
initial(p(0, [])).
"""
GROWING = {
    "history": (HISTORY, 3000),
    "successors": (SUCCESSORS, 1500),
    "pieces": (PIECES, 700),
    "remembered": (REMEMBERED, 1500),
    "summary": (SUMMARY, 1500),
    "textbook": (TEXTBOOK, 3000),
}


def load(text: str, **options: Any) -> CompiledGame:
    program, findings = read_program(Source("test.pl", text))
    assert not findings
    return CompiledGame(program, **options)


@pytest.mark.parametrize("name", GROWING)
def test_positions_may_grow(name: str) -> None:
    text, worth = GROWING[name]
    game = load(text)
    state, seen = game.initial, set()
    while (expansion := game.expand(state)).utilities is None:
        assert state not in seen
        seen.add(state)
        (state,) = expansion.children
    assert expansion.utilities[0] == worth
    assert isinstance(state, Folded)
    assert pickle.loads(pickle.dumps(state)) == state
    assert hash(pickle.loads(pickle.dumps(state))) == hash(state)
    assert game.expand(pickle.loads(pickle.dumps(state))) == expansion
    assert game.state(game.term(state)) == state
    assert game.parse_state(game.term_text(state)) == state
    assert game.canonical(state) == state
    assert game.to_move(state) == game.players[0]
    assert game.show(state) == game.text(state)


def test_one_move_may_lead_far() -> None:
    text = "player(a). player(b). initial(z). to_move(_, a). utility(_, 0).\n"
    text += "move(z, go, s(H)) :- successors(20000, z, H).\nmove(z, list, l(H)) :- numlist(1, 20000, H).\n"
    text += "move(z, same, l(H)) :- numlist(1, 20000, H).\nmove(z, s(H), y) :- successors(20000, z, H).\n"
    text += "successors(0, H, H) :- !.\nsuccessors(N, A, H) :- M is N-1, successors(M, s(A), H).\n"
    game = load(text)
    expansion = game.expand(game.initial)
    assert len(set(expansion.children)) == 3
    assert [game.expand(child).utilities for child in expansion.children] == [(0, 0)] * 4
    assert len(game.move_text(expansion.moves[3])) == 60_004
    assert game.result(game.initial, expansion.moves[3]) == "y"


def test_a_start_may_be_deep() -> None:
    game = load(HISTORY.replace("initial(s(0, []))", "initial(s(0, L)) :- numlist(1, 2000, L)"))
    (child,) = game.expand(game.initial).children
    assert isinstance(game.initial, Folded)
    assert game.term_text(child).startswith("s(1,[0,1,2,")


def test_what_is_canonical_may_be_deep() -> None:
    game = load(HISTORY + "canonical(s(N, _), c(L)) :- M is N+1000, numlist(0, M, L).\n")
    assert game.canonical(game.initial) == game.canonical(load(HISTORY).initial)
    assert isinstance(game.canonical(game.initial), Folded)


@pytest.mark.parametrize("items", [MOST_LEVELS - 3, MOST_LEVELS - 2, MOST_LEVELS - 1, MOST_LEVELS, MOST_LEVELS + 1])
def test_the_form_of_a_position_does_not_depend_on_where_it_comes_from(items: int) -> None:
    """Those that moves lead to are tested in a quicker way than those that are read."""
    for text in (HISTORY, PIECES, REMEMBERED):
        game = load(text)
        state = game.initial
        for _ in range(items):
            (state,) = game.expand(state).children
        assert state == closed(to_value(game.term(state)))
        assert isinstance(state, Folded) == is_deep(to_value(game.term(state)))


def test_terms_of_any_depth_become_values() -> None:
    term, value = Atom("z"), "z"
    for level in range(50_000):
        term = Compound("f", (level, term)) if level % 2 else List((term,))  # type: ignore[assignment]
        value = (functor("f", 2), level, value) if level % 2 else (CONS, value, NIL)  # type: ignore[assignment]
    assert to_term(value) == term
    assert to_term(to_value(term)) == term


SMALL_STACKS = """
import sys, threading
sys.path.insert(0, {folder!r})
from test_positions import GROWING, load

def play(text, worth):
    game = load(text)
    state, seen = game.initial, dict()
    while (expansion := game.expand(state)).utilities is None:
        seen[state] = state
        (state,) = expansion.children
    again = game.parse_state(game.term_text(state))
    seen[state] = state
    assert seen[again] == again and expansion.utilities[0] == worth
    done.append(worth)

done = []
threading.stack_size(512 * 1024)
for text, worth in GROWING.values():
    thread = threading.Thread(target=play, args=(text, worth))
    thread.start()
    thread.join()
print(len(done))
"""


def test_threads_with_small_stacks_survive() -> None:
    script = SMALL_STACKS.format(folder=str(Path(__file__).parent))
    done = subprocess.run(
        [sys.executable, "-P", "-c", script], capture_output=True, text=True, timeout=300, cwd=ROOT, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{len(GROWING)}\n", "")


FULL = """
player(max). player(min). initial(nim(max, [3, 4])). to_move(nim(P, _), P).
move(nim(P, Piles), take(K), nim(Q, Left)) :- other(P, Q), select(N, Piles, Rest), between(1, N, K), M is N-K,
    ( M > 0 -> Left = [M|Rest] ; Left = Rest ).
other(max, min). other(min, max).
utility(nim(max, []), -1). utility(nim(min, []), 1).
staticval(nim(_, Piles), V) :- length(Piles, V). canonical(nim(P, Piles), nim(P, Sorted)) :- msort(Piles, Sorted).
order(_, take(K), K). noisy(nim(_, [_])). board(nim(_, Piles), [Piles]).
show(nim(P, Piles), T) :- format(atom(T), '~w ~w', [P, Piles]).
notation(nim(P, Piles), T) :- nonvar(P), format(atom(T), '~w/~w', [P, Piles]).
"""
METHODS: dict[str, Callable[[Any, Any], object]] = {
    "expand": lambda game, state: game.expand(state),
    "to_move": lambda game, state: game.to_move(state),
    "actions": lambda game, state: game.actions(state),
    "result": lambda game, state: game.result(state, Atom("m")),
    "is_terminal": lambda game, state: game.is_terminal(state),
    "utility": lambda game, state: game.utility(state, Atom("a")),
    "staticval": lambda game, state: game.staticval(state),
    "score_moves": lambda game, state: game.score_moves(state),
    "canonical": lambda game, state: game.canonical(state),
    "order": lambda game, state: game.order(state, Atom("m")),
    "noisy": lambda game, state: game.noisy(state),
    "board": lambda game, state: game.board(state),
    "show": lambda game, state: game.show(state),
    "term": lambda game, state: game.term(state),
    "text": lambda game, state: game.text(state),
    "term_text": lambda game, state: game.term_text(state),
    "move_text": lambda game, state: game.move_text(Atom("m"), state),
    "parse_move": lambda game, state: game.parse_move("m", state),
    "without_memory": lambda game, state: game.without_memory(state),
}
NIM = functor("nim", 2)
NOT_POSITIONS: list[Any] = [
    *((), [], {}, set(), b"nim", 1.5, True, object(), Ellipsis, "s", Compound("s", (1,)), List(()), Var()),
    *((NIM,), (NIM, "max"), (NIM, "max", NIL, NIL), ("nim", "max", NIL), (NIM, NIL)),
    *((CONS, 1), (functor("s", 1), 1, 2), (functor("s", 1),), (functor, "s"), ((NIM, 1, 2), "max", NIL)),
]  # fmt: skip
NOT_INSIDE: list[Any] = [
    *(None, [], [3, 4], (), (3, 4), (CONS, 3), (CONS, 3, (4,)), (CONS, 3, NIL, NIL), b"x", Var(), 1.5, Atom("x")),
    *((CONS, Var(), NIL), (CONS, [], NIL), (CONS, 3, [4]), (CONS, 3, None), (CONS, True, NIL), {}, object()),
]  # fmt: skip


@pytest.mark.parametrize("method", METHODS)
def test_what_is_no_position_is_refused(method: str) -> None:
    game = load(FULL)
    for wrong in NOT_POSITIONS:
        with pytest.raises(InvalidStateError, match="is not a position of test"):
            METHODS[method](game, wrong)
    assert len(game.expand(game.initial).children) == 7


QUICK = ("expand", "actions", "is_terminal", "staticval", "score_moves", "canonical", "noisy", "without_memory")
"""What searches ask looks at the outside of a position alone, as long as nothing goes wrong."""


@pytest.mark.parametrize("method", METHODS)
def test_what_is_no_position_inside_is_refused(method: str) -> None:
    game = load(FULL)
    for wrong in NOT_INSIDE:
        state = (NIM, "max", wrong)
        if method in QUICK:
            with contextlib.suppress(InvalidStateError):
                METHODS[method](game, state)
        else:
            with pytest.raises(InvalidStateError, match="is not a position of test"):
                METHODS[method](game, state)
    assert len(game.expand(game.initial).children) == 7


def test_random_tuples_are_refused_or_positions() -> None:
    chance = random.Random(7)
    leaves: list[Any] = ["max", "min", 1, -2, NIL, Float(1.5), Text("s"), None, 1.5, [], (), NIM, True]

    def made(depth: int) -> Any:
        if depth == 0 or chance.random() < 0.4:
            return chance.choice(leaves)
        head = chance.choice([NIM, NIM, CONS, CONS, functor("f", 1), "max"])
        return (head, *[made(depth - 1) for _ in range(chance.choice([1, 2, 2, 2, 3]))])

    game = load(FULL)
    refused = positions = 0
    for _ in range(1500):
        state = made(4)
        for name in ("expand", "text", "staticval", "canonical"):
            try:
                METHODS[name](game, state)
            except InvalidStateError:
                refused += 1
            except RuleRuntimeError:
                positions += 1
    assert refused > 1000
    assert positions > 100
    assert len(game.expand(game.initial).children) == 7


def test_positions_of_other_games_are_no_nonsense() -> None:
    """What the rules say of them is what SWI-Prolog would say: a position without moves that has no worth."""
    game = load(FULL)
    others = [load(HISTORY).initial, load(TEXTBOOK).initial, to_value(term_of(["x", 1])), Atom("a"), 7, NIL]
    others.append(list_of([1, 2]))
    for other in others:
        with pytest.raises(RuleRuntimeError, match="has no solution"):
            game.expand(other)
    assert len(game.expand(game.initial).children) == 7
