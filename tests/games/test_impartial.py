"""Nim and Kayles against their theory: Bouton, Li, and the Grundy values of rows of pins."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Iterator
from typing import Any

import pytest

import pyengine
from pyengine.errors import ParameterError, PyengineError
from pyengine.native import twin
from pyengine.search import solve

from .sides import MANY_SIZES, SIDES

KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7, 2, 1, 8, 6, 7]
"""Grundy values of a row of 0, 1, 2 … pins (A002186)."""


def small_piles(most: int = 4, count: int = 3) -> Iterator[list[int]]:
    for length in range(1, count + 1):
        yield from map(list, itertools.combinations_with_replacement(range(1, most + 1), length))


def values(game: Any) -> dict[Any, int]:
    """What every position that can be reached is worth to MAX, by plain minimax."""
    worth: dict[Any, int] = {}

    def visit(state: Any) -> int:
        if state not in worth:
            mover, children, _, utilities = pyengine.expand(game, state)
            if utilities is not None:
                worth[state] = utilities[0]
            else:
                worth[state] = (max, min)[mover](visit(child) for child in children)
        return worth[state]

    visit(game.initial)
    return worth


def grundy(game: Any) -> dict[Any, int]:
    """The least number that no child has, for every position of an impartial game that can be reached."""
    known: dict[Any, int] = {}

    def visit(state: Any) -> int:
        if state not in known:
            taken = {visit(child) for child in pyengine.expand(game, state).children}
            known[state] = next(number for number in itertools.count() if number not in taken)
        return known[state]

    visit(game.initial)
    return known


@MANY_SIZES
@pytest.mark.parametrize("misere", [False, True])
def test_bouton(make: Any, misere: bool) -> None:
    """Who moves loses where the piles' exclusive or is 0; misère, where some pile exceeds 1, else if piles are odd."""
    for piles in [*small_piles(), [1, 3, 5], [2, 4, 6], [3, 3, 2, 2], [1, 1, 1, 1, 1]]:
        game = make("nim", piles=piles, misere=misere)
        for state, worth in values(game).items():
            left = piles_of(game, state)
            if not left:
                continue
            lost = functools.reduce(operator.xor, left) == 0
            if misere and max(left) == 1:
                lost = len(left) % 2 == 1
            mover_is_max = str(game.to_move(state)) == "max"
            assert worth == int(lost != mover_is_max)


def piles_of(game: Any, state: Any) -> list[int]:
    """The piles or rows of a position, read from its text: name(player,[1,2,3])."""
    inside = game.text(state).partition("[")[2].rstrip("])")
    return [int(size) for size in inside.split(",")] if inside else []


@SIDES
def test_the_lecture_notes_example(make: Any) -> None:
    """Boldi's notes: from 1,2,2 the value is 1, and the best first move empties the pile of one."""
    game = make("nim")
    worth = values(game)
    assert worth[game.initial] == 1
    best = [move for move in game.actions(game.initial) if worth[game.result(game.initial, move)] == 1]
    assert [str(move) for move in best] == ["take(1,1)"]


@SIDES
def test_grundy_values_of_nim(make: Any) -> None:
    """A pile is its own Grundy value, and several add up without carry."""
    game = make("nim", piles=[2, 3, 5], misere=False)
    for state, value in grundy(game).items():
        assert value == functools.reduce(operator.xor, piles_of(game, state), 0)


@SIDES
def test_grundy_values_of_kayles(make: Any) -> None:
    """Of a single row as published, and of several rows by exclusive or, from the game's own moves."""
    game = make("kayles", pins=12)
    known = grundy(game)
    for state, value in known.items():
        assert value == functools.reduce(operator.xor, (KAYLES[length] for length in piles_of(game, state)), 0)
    assert known[game.initial] == KAYLES[12]


def test_grundy_values_of_longer_rows() -> None:
    """A row falls into two: its value follows from the moves and the values of shorter rows (Sprague and Grundy)."""
    found = [0]
    for length in range(1, len(KAYLES)):
        game: Any = twin("kayles", pins=length)
        taken = {found[move.left] ^ found[move.right] for move in game.actions(game.initial)}
        found.append(next(number for number in itertools.count() if number not in taken))
    assert found == KAYLES


@MANY_SIZES
def test_rows_with_the_same_grundy_value_cancel(make: Any) -> None:
    """By the game's value: who moves loses where the values of the rows add up to 0, and only there."""
    for rows in small_piles(most=6, count=2):
        lost = functools.reduce(operator.xor, (KAYLES[length] for length in rows)) == 0
        assert solve(make("kayles", pins=rows)).value == (-1 if lost else 1), rows


@SIDES
def test_rows_are_shown_as_pins(make: Any) -> None:
    game = make("kayles", pins=[3, 1])
    assert game.show(game.initial) == "!   ! ! !\nmax to bowl"
    assert game.text(game.initial) == "kayles(max,[1,3])"


@SIDES
@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("nim", {"piles": []}),
        ("nim", {"piles": [0, 2]}),
        ("nim", {"misere": 1}),
        ("kayles", {"pins": 0}),
        ("kayles", {"pins": [3, -1]}),
        ("kayles", {"pins": []}),
        ("nim_three_players", {"piles": []}),
        ("nim_three_players", {"piles": ["x"]}),
    ],
)
def test_wrong_sizes_are_refused(make: Any, name: str, parameters: dict[str, Any]) -> None:
    with pytest.raises(ParameterError if make is twin else PyengineError):
        make(name, **parameters)


@functools.cache
def ranks(piles: tuple[int, ...]) -> tuple[int, int, int]:
    """The points of who moves, the next and the one after, by max^n over tuples of piles, written apart."""
    if not piles:
        return 0, 1, 2
    best = (-1, 0, 0)
    for index, size in enumerate(piles):
        for left in range(size):
            rest = tuple(sorted([*piles[:index], *piles[index + 1 :], *([left] if left else [])]))
            following, after, mover = ranks(rest)
            if mover > best[0]:
                best = mover, following, after
    return best


def columns_add_up_to_zero(piles: list[int]) -> bool:
    return all(sum(size >> bit & 1 for size in piles) % 3 == 0 for bit in range(max(piles).bit_length()))


def test_li() -> None:
    """With three players, who moves comes last where every binary column adds up to 0 modulo 3, and only there."""
    for piles in small_piles(most=7, count=4):
        assert (ranks(tuple(piles))[0] == 0) == columns_add_up_to_zero(piles), piles


@SIDES
def test_three_players_do_as_the_independent_computation(make: Any) -> None:
    """Points are all different, so there are no ties, and max^n has one answer."""
    for piles in small_piles(most=3, count=4):
        assert solve(make("nim_three_players", piles=piles)).values == ranks(tuple(piles)), piles


@SIDES
def test_two_of_three_can_agree(make: Any) -> None:
    """Alone, ann comes second from 1,2,3; a team gets what its sum is worth against the third player."""
    game = make("nim_three_players")
    assert solve(game).values == (1, 2, 0)
    ann, bob, cid = game.players
    for team in ({ann, bob}, {ann, cid}, {bob, cid}):
        found = solve(game, alliance=team)
        together = sum(value for player, value in zip(game.players, found.values or (), strict=True) if player in team)
        assert together == best_of_team(frozenset(game.players.index(player) for player in team), 0, (1, 2, 3))


@functools.cache
def best_of_team(team: frozenset[int], mover: int, piles: tuple[int, ...]) -> int:
    """What a team gets together where the third player wants to keep that low: there are three points in all."""
    if not piles:
        return sum((player - mover) % 3 for player in team)
    found = []
    for index, size in enumerate(piles):
        for left in range(size):
            rest = tuple(sorted([*piles[:index], *piles[index + 1 :], *([left] if left else [])]))
            found.append(best_of_team(team, (mover + 1) % 3, rest))
    return max(found) if mover in team else min(found)
