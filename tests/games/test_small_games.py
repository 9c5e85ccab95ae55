"""Even Wins, whose end depends on the moves made, and the trap of ignoring what is being visited."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import pyengine
from pyengine.errors import CyclicGameError, InvalidStateError, ParameterError, PyengineError, SearchError
from pyengine.native import twin
from pyengine.search import PLAIN, Limit, minimax, retrograde, search, solve

from .sides import MANY_SIZES, SIDES, python


@cache
def mover_wins(marbles: int, most: int, taken: tuple[int, ...]) -> bool:
    """Even Wins by the definition: `taken` are all the moves so far, and the sums are made in the end."""
    if not marbles:
        return sum(taken[len(taken) % 2 :: 2]) % 2 == 0
    return any(not mover_wins(marbles - count, most, (*taken, count)) for count in range(1, min(most, marbles) + 1))


@MANY_SIZES
def test_the_outcome_is_that_of_all_the_moves(make: Any) -> None:
    """The summary of two bits gives what the whole list of moves gives."""
    for most in (1, 2, 3, 4, 5):
        for marbles in range(1, 10, 2):
            value = 1 if mover_wins(marbles, most, ()) else -1
            game = make("even_wins", marbles=marbles, most=most)
            assert (solve(game).value, solve(game, options=PLAIN).value) == (value, value), (marbles, most)


@MANY_SIZES
def test_with_four_at_most_one_loses_from_one_more_than_a_multiple_of_six(make: Any) -> None:
    for marbles in range(1, 40, 2):
        assert solve(make("even_wins", marbles=marbles)).value == (-1 if marbles % 6 == 1 else 1)


@SIDES
def test_a_state_with_two_memories_is_two_positions(make: Any) -> None:
    game = make("even_wins", marbles=5, most=2)
    one, two = game.initial, game.initial
    for first, second in ((1, 2), (2, 1)):
        one, two = (
            next(child for child, move in zip(*pyengine.expand(game, state)[1:3], strict=True) if move == count)
            for state, count in ((one, first), (two, second))
        )
    assert (game.text(one), game.text(two)) == ("pile(max,2)-[1,0]", "pile(max,2)-[0,1]")
    assert one != two
    assert game.show(one) == game.show(two) == "max to take from 2 marbles"


@SIDES
def test_the_line_can_be_played(make: Any) -> None:
    game = make("even_wins", marbles=9)
    found = solve(game)
    state = game.initial
    for move in found.line:
        state = game.result(state, move)
    assert game.is_terminal(state)
    assert game.utility(state, game.players[0]) == found.value == 1


@SIDES
def test_a_game_with_memory_is_not_solved_backwards(make: Any) -> None:
    with pytest.raises(SearchError, match="memory"):
        solve(make("even_wins"), cycles="retrograde")


@SIDES
@pytest.mark.parametrize("parameters", [{"marbles": 4}, {"marbles": 0}, {"most": 0}, {"marbles": "many"}])
def test_wrong_numbers_are_refused(make: Any, parameters: dict[str, Any]) -> None:
    with pytest.raises(ParameterError if make is twin else PyengineError):
        make("even_wins", **parameters)


@SIDES
def test_visiting_goes_wrong_and_retrograde_does_not(make: Any) -> None:
    trap = make("visiting_trap")
    wrong = solve(trap, cycles="visiting")
    assert (wrong.value, wrong.solved) == (-1, False)
    right = solve(trap, cycles="retrograde")
    assert (right.value, right.solved) == (1, True)
    assert solve(trap).value == 1
    with pytest.raises(CyclicGameError, match="garden leads back to itself"):
        minimax(trap)


@SIDES
def test_the_trap_from_every_place(make: Any) -> None:
    """By hand: from the cellar MAX is free in two moves, from the garden in one, from the street in three."""
    trap = make("visiting_trap")
    labels = {trap.text(label.state): (label.value, label.distance) for label in retrograde(trap)}
    assert labels == {
        "street": (1, 3),
        "garden": (1, 1),
        "cellar": (1, 2),
        "freedom": (1, 0),
        "prison": (-1, 0),
    }
    assert trap.infinite == 0
    assert search(trap, limit=Limit(depth=6)).value == 1


def test_the_trap_has_the_same_ways_on_both_sides() -> None:
    rules: Any = python("visiting_trap")
    native: Any = twin("visiting_trap")
    for place in ("street", "garden", "cellar", "freedom", "prison"):
        mine = rules.expand(rules.parse_state(place))
        theirs = pyengine.expand(native, native.parse_state(place))
        assert [str(move) for move in mine.moves] == list(theirs.moves)
        assert [rules.text(child) for child in mine.children] == list(theirs.children)
        assert mine.utilities == theirs.utilities
    with pytest.raises(InvalidStateError, match="attic is no place"):
        native.parse_state("attic")
