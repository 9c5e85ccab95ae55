"""The rule files against published figures, answered by real SWI-Prolog."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Iterator

import pytest

import pyengine
from pyengine import Term
from pyengine.terms import Number

Game = pyengine.Game[bytes, Term]


def expansions(game: Game) -> dict[bytes, pyengine.Expansion[bytes, Term]]:
    """Expand every position that can be reached, children before their parents."""
    known: dict[bytes, pyengine.Expansion[bytes, Term]] = {}
    finished: dict[bytes, pyengine.Expansion[bytes, Term]] = {}
    stack = [game.initial]
    while stack:
        state = stack[-1]
        if state not in known:
            known[state] = pyengine.expand(game, state)
            stack.extend(child for child in known[state].children if child not in known)
        else:
            finished.setdefault(stack.pop(), known[state])
    return finished


def values(game: Game) -> dict[bytes, Number]:
    worth: dict[bytes, Number] = {}
    for state, expansion in expansions(game).items():
        if expansion.utilities is not None:
            worth[state] = expansion.utilities[0]
        else:
            worth[state] = (max, min)[expansion.mover](worth[child] for child in expansion.children)
    return worth


@pytest.mark.parametrize("name", pyengine.games())
def test_every_game_passes_its_check(name: str) -> None:
    assert pyengine.check_file(name) == ()


def small_piles() -> Iterator[list[int]]:
    for count in (1, 2, 3):
        yield from map(list, itertools.combinations_with_replacement(range(1, 5), count))


class TestNim:
    @pytest.mark.parametrize("piles", list(small_piles()), ids=str)
    def test_bouton(self, piles: list[int]) -> None:
        """Bouton (1901): the first player loses where the piles' exclusive or is 0; misère, if some pile exceeds 1."""
        lost = functools.reduce(operator.xor, piles) == 0
        normal = pyengine.load("nim", piles=piles, misere=False)
        assert values(normal)[normal.initial] == int(not lost)
        misere = pyengine.load("nim", piles=piles)
        if max(piles) == 1:
            lost = len(piles) % 2 == 1
        assert values(misere)[misere.initial] == int(not lost)

    def test_the_lecture_notes_example(self) -> None:
        """Boldi's notes: from 1,2,2 the value is 1, and the best first move empties the pile of one."""
        game = pyengine.load("nim")
        worth = values(game)
        assert worth[game.initial] == 1
        best = [m for m in game.actions(game.initial) if worth[game.result(game.initial, m)] == 1]
        assert [str(move) for move in best] == ["take(1,1)"]


class TestTextbookTree:
    def test_value_and_line(self) -> None:
        """Bratko's figure: value 4, best move a-b, reply b-d; the value stays the same along the line."""
        game = pyengine.load("tree_bratko")
        worth = values(game)
        line, state = [], game.initial
        while not game.is_terminal(state):
            line.append(game.text(state))
            state = next(child for child in game.expand(state).children if worth[child] == worth[state])
        assert (worth[game.initial], line, game.text(state)) == (4, ["a", "b", "d"], "i")
        assert (len(worth), sum(game.is_terminal(s) for s in worth)) == (15, 8)

    def test_from_another_start(self) -> None:
        game = pyengine.load("tree_bratko", start="c")
        assert values(game)[game.initial] == 1
