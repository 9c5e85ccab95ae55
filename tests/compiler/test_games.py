"""Every game compiled beside the same game in SWI-Prolog: whatever is asked of thousands of positions, and errors."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import pyengine
from pyengine.api import games
from pyengine.errors import PyengineError
from pyengine.reasoners.names import Reasoner
from pyengine.search import perft

from ..layers import hunted_but

Pair = tuple[Any, Any]
"""A game or a position, compiled and of SWI-Prolog's."""

REASONERS: tuple[Reasoner, ...] = ("python", "swi")

BREADTH = 120
"""How many positions are looked at from the start on; as many again come from games played at random."""
MOST_LINES = 1500

VARIANTS: dict[str, list[dict[str, object]]] = {
    "breakthrough": [{}, {"width": 3, "height": 5}],
    "chess_ending": [{"size": 4}, {"pieces": "kqk", "size": 5}],
    "connect_four": [{}, {"width": 4, "height": 4, "length": 3}],
    "dots_and_boxes": [{}, {"rows": 1, "columns": 3, "eval": "chains"}],
    "english_draughts": [{}, {"evaluation": "material", "draw_after": 4}],
    "even_wins": [{}, {"marbles": 7, "most": 3}],
    "hexapawn": [{}, {"width": 4, "height": 4}],
    "italian_draughts": [{}, {"evaluation": "material", "draw_after": 4}],
    "kayles": [{}, {"pins": 3}],
    "mu_torere": [{}, {"points": 6}],
    "nim": [{}, {"piles": [3, 4, 5], "misere": False}],
    "nim_three_players": [{}, {"piles": [2, 2]}],
    "othello": [{}, {"size": 4}],
    "tictactoe": [{}, {"columns": 4, "misere": True}],
    "tree_three_players": [{}, {"edition": 2}],
}
WRONG: list[tuple[str, dict[str, object]]] = [
    ("breakthrough", {"width": 0}),
    ("chess", {"draw_after": "many"}),
    ("chess_ending", {"pieces": "kbk"}),
    ("connect_four", {"width": "wide"}),
    ("connect_four", {"height": -1}),
    ("dots_and_boxes", {"eval": 9}),
    ("english_draughts", {"evaluation": "none"}),
    ("even_wins", {"marbles": 26}),
    ("hexapawn", {"height": 1.5}),
    ("italian_draughts", {"draw_after": -1}),
    ("kayles", {"pins": "many"}),
    ("mu_torere", {"points": 7}),
    ("nim", {"piles": 3}),
    ("nim", {"piles": [1, -2]}),
    ("nim", {"misere": 1}),
    ("nim_three_players", {"piles": "none"}),
    ("othello", {"size": 5}),
    ("tictactoe", {"length": 0}),
    ("tictactoe", {"hight": 3}),
    ("tree_three_players", {"edition": 7}),
    ("tree_aima", {"edition": 7}),
]


def variants() -> list[tuple[str, dict[str, object]]]:
    return [(name, given) for name in games() for given in VARIANTS.get(name, [{}])]


def named(name: str, given: dict[str, object]) -> str:
    return "-".join([name, *[f"{key}={value}" for key, value in given.items()]])


def is_first(variant: tuple[str, dict[str, object]]) -> bool:
    name, given = variant
    return given == VARIANTS.get(name, [{}])[0]


SAMPLED = pytest.mark.parametrize(
    "variant", hunted_but(is_first, variants()), ids=[named(*variant) for variant in variants()]
)
"""Each game as it is first; other sizes of it are hunts."""
_LOADED: dict[str, Pair] = {}


def both(name: str, given: dict[str, object]) -> Pair:
    """Give a game compiled, and answered by SWI-Prolog; it is loaded once."""
    if named(name, given) not in _LOADED:
        compiled, swi = (pyengine.load(name, reasoner=reasoner, **given) for reasoner in REASONERS)
        _LOADED[named(name, given)] = compiled, swi
    return _LOADED[named(name, given)]


@SAMPLED
def test_a_game_is_the_same_compiled(variant: tuple[str, dict[str, object]]) -> None:
    compiled, swi = both(*variant)
    assert compiled.players == swi.players
    assert compiled.offers == swi.offers
    assert compiled.infinite == swi.infinite
    assert compiled.parameters == swi.parameters
    for one, other in positions(compiled, swi):
        compare(compiled, swi, one, other)


@pytest.mark.parametrize(("name", "given"), WRONG, ids=[named(*wrong) for wrong in WRONG])
def test_a_wrong_parameter_is_the_same_error(name: str, given: dict[str, object]) -> None:
    errors = []
    for reasoner in REASONERS:
        with pytest.raises(PyengineError) as caught:
            pyengine.load(name, reasoner=reasoner, **given)
        errors.append((caught.type, str(caught.value)))
    assert errors[0] == errors[1]


@SAMPLED
def test_as_many_lines_of_play(variant: tuple[str, dict[str, object]]) -> None:
    compiled, swi = both(*variant)
    for depth in range(1, 7):
        count = perft(compiled, depth)
        assert count == perft(swi, depth)
        if count > MOST_LINES:
            break


def positions(compiled: Any, swi: Any) -> Iterator[Pair]:
    """Go through positions: the first ones, breadth first, and some games played at random."""
    chance = random.Random(compiled.name)
    start = (compiled.initial, swi.initial)
    seen, queue = {start[0]}, deque([start])
    while queue and len(seen) < BREADTH:
        pair = queue.popleft()
        yield pair
        for child in children(compiled, swi, pair):
            if child[0] not in seen:
                seen.add(child[0])
                queue.append(child)
    count = 0
    while count < BREADTH:
        pair = start
        while True:
            yield pair
            count += 1
            after = children(compiled, swi, pair)
            if not after or count >= BREADTH:
                break
            pair = chance.choice(after)


def children(compiled: Any, swi: Any, pair: Pair) -> list[Pair]:
    return list(zip(compiled.expand(pair[0]).children, swi.expand(pair[1]).children, strict=True))


def answer(ask: Callable[..., object], *args: Any) -> object:
    """What a game answers; an error is told by its class and its text."""
    try:
        return ask(*args)
    except PyengineError as error:
        return type(error).__name__, str(error)


def compare(compiled: Any, swi: Any, one: Any, other: Any) -> None:
    """Ask both games everything about a position."""
    mine, theirs = compiled.expand(one), swi.expand(other)
    assert compiled.term(one) == swi.term(other)
    assert typed(mine.utilities) == typed(theirs.utilities)
    assert mine.mover == theirs.mover
    assert tuple(mine.moves) == tuple(theirs.moves)
    assert [compiled.term(child) for child in mine.children] == [swi.term(child) for child in theirs.children]
    for game in (compiled, swi):
        assert game.is_terminal(one if game is compiled else other) == (theirs.utilities is not None)
    for ask in QUESTIONS:
        assert answer(ask, compiled, one) == answer(ask, swi, other), ask.__doc__
    if theirs.utilities is None:
        assert compiled.score_moves(one) == swi.score_moves(other)
        moves = tuple(theirs.moves)
        assert [compiled.move_text(m, one) for m in moves] == [swi.move_text(m, other) for m in moves]
        move = moves[len(moves) // 2]
        assert compiled.order(one, move) == swi.order(other, move)
        assert compiled.parse_move(compiled.move_text(move, one), one) == move
        assert compiled.result(one, move) == mine.children[moves.index(move)]


def typed(values: tuple[object, ...] | None) -> object:
    return None if values is None else [(type(value), value) for value in values]


def _mover(game: Any, state: Any) -> object:
    """Who moves"""
    return game.to_move(state)


def _estimate(game: Any, state: Any) -> object:
    """The static value"""
    value = game.staticval(state)
    return type(value), value


def _canonical(game: Any, state: Any) -> object:
    """The representative under symmetries"""
    return game.term(game.canonical(state))


def _noisy(game: Any, state: Any) -> object:
    """Whether it is noisy"""
    return game.noisy(state)


def _board(game: Any, state: Any) -> object:
    """The rows of the board"""
    return game.board(state)


def _show(game: Any, state: Any) -> object:
    """The picture in text"""
    return game.show(state)


def _text(game: Any, state: Any) -> object:
    """The notation, and the position read from it"""
    return game.text(state), game.term_text(state), game.term(game.parse_state(game.text(state)))


QUESTIONS = (_mover, _estimate, _canonical, _noisy, _board, _show, _text)
