"""Italian and English draughts: captures, crowning and draws, on the rules and natively."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pyspiel
import pytest

import pyengine
from pyengine.native import twin

from .draughts import after, all_sides, both_games, texts
from .naive_draughts import NaiveDraughts
from .sides import python


@all_sides
@pytest.mark.parametrize(
    ("article", "position", "moves"),
    [
        ("5.3 a man may not capture a king", "W:W30:BK27", ["30-26"]),
        ("5.3 a king may", "W:WK30:BK27", ["30x23"]),
        ("5.3 a king captures backwards", "W:WK23:B27", ["23x30"]),
        ("6.6 before 6.7: three with a man, two with a king", "W:W31,K21:B12,20,28,17,18,10", ["31x8"]),
        ("6.7 with a king rather than a man", "W:W30,K21:B27,18", ["21x14"]),
        ("6.7 before 6.8: a man takes no king anyway", "W:W30,K21:B27,K18", ["21x14"]),
        ("6.8 the most kings", "W:WK22:B18,K19", ["22x15"]),
        ("6.9 the king first", "W:WK22:BK18,10,K11,19", ["22x22"]),
        ("6.9 the next king next", "W:WK28:BK23,K14,5,15,K7", ["28x1"]),
        ("6.9 is not about the last one", "W:WK22:B18,K10,11,K19", ["22x22"]),
        ("6.10 free", "W:WK22:BK18,10,11,K19", ["22x13x6x15x22", "22x15x6x13x22"]),
    ],
)
def test_italian_articles(make: Any, article: str, position: str, moves: list[str]) -> None:
    game = make("italian_draughts")
    assert texts(game, position) == moves
    state = game.parse_state(position)
    assert {str(move) for move in game.actions(state)} == set(map(_term, NaiveDraughts(italian=True).moves(position)))


def _term(squares: tuple[int, ...]) -> str:
    is_step = abs(squares[0] - squares[1]) <= 5
    return "step({},{})".format(*squares) if is_step else f"capture([{','.join(map(str, squares))}])"


@all_sides
def test_english_captures_are_free(make: Any) -> None:
    game = make("english_draughts")
    assert texts(game, "W:W31,K21:B27,19,11,17") == ["31x8", "21x14"]
    assert texts(game, "W:W30:BK26") == ["30x23"]
    assert texts(game, "W:W22:B26") == ["22-17", "22-18"]  # a man does not capture backwards
    assert texts(game, "W:WK22:B26") == ["22x31"]


@both_games
def test_captures_by_brute_force(name: str) -> None:
    """Whatever a plain program finds, article by article, both sides find."""
    naive = NaiveDraughts(italian=name == "italian_draughts")
    rules, native = python(name), twin(name)
    chance = random.Random(8)
    for number in range(2000):
        text = naive.random_text(chance)
        expected = naive.moves(text)
        state = native.parse_state(text)
        assert {move.squares for move in native.actions(state)} == expected, text
        if number < 250:
            moves = rules.query(f'notation(S, "{text}"), findall(M, move(S, M, _), Moves)')[0]["Moves"]
            assert [str(move) for move in moves] == [str(move) for move in native.actions(state)], text
    if name == "italian_draughts":
        assert naive.decided == {"6.6", "6.7", "6.8", "6.9", "6.10"}


def turns(state: Any, squares: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Give whole moves of OpenSpiel's checkers with what they lead to: there each jump is a move of its own.

    Its first player sits at the bottom, ours at the top, so the board is turned around.
    """
    for action in state.legal_actions():
        text, child = state.action_to_string(action), state.child(action)
        start, end = (
            33 - OPENSPIEL.numbers[8 - int(row), ord(column) - ord("a")] for column, row in (text[:2], text[2:4])
        )
        path = (*(squares or (start,)), end)
        if not child.is_terminal() and child.current_player() == state.current_player():
            yield from turns(child, path)
        else:
            yield path, child


OPENSPIEL = NaiveDraughts(italian=False)


def test_english_moves_are_those_of_openspiel() -> None:
    native: Any = twin("english_draughts")
    lengths = set()
    for seed in range(30):
        chance = random.Random(seed)
        here, there = native.initial, pyspiel.load_game("checkers").new_initial_state()
        while not there.is_terminal():
            expected = dict(turns(there))
            moves = {move.squares: move for move in native.actions(here)}
            assert moves.keys() == expected.keys(), native.text(here)
            chosen = chance.choice(sorted(moves))
            lengths.add(len(chosen))
            here, there = native.result(here, moves[chosen]), expected[chosen]
        if not native.is_terminal(here):  # OpenSpiel counts plies without a capture alone
            assert there.returns() == [0, 0]
        else:
            assert [native.utility(here, player) for player in native.players] == [1000 * v for v in there.returns()]
    assert {2, 3, 4} <= lengths


@all_sides
@pytest.mark.parametrize(
    ("name", "position", "move", "then"),
    [
        ("italian_draughts", "W:W10:B6,7", "10x3", "B:WK3:B7"),
        ("italian_draughts", "B:W26,27:B23", "23x30", "W:W26:BK30"),
        ("english_draughts", "W:W10:B7,8", "10x3", "B:WK3:B8"),
        ("english_draughts", "B:W25,26:B21", "21x30", "W:W26:BK30"),
        ("italian_draughts", "W:W6:B28", "6-2", "B:WK2:B28"),
        ("english_draughts", "B:W5:B28", "28-32", "W:W5:BK32"),
    ],
)
def test_crowning_ends_the_move(make: Any, name: str, position: str, move: str, then: str) -> None:
    game = make(name)
    assert texts(game, position).count(move) == 1
    assert game.text(after(game, position, move)) == then


@all_sides
def test_a_king_may_end_where_it_began(make: Any) -> None:
    game = make("italian_draughts")
    position = "W:WK22:B18,10,11,19"
    assert texts(game, position) == ["22x13x6x15x22", "22x15x6x13x22"]
    state = after(game, position, "22x13x6x15x22")
    assert game.text(state) == "B:WK22:B"
    assert game.is_terminal(state)
    assert [game.utility(state, player) for player in game.players] == [1000, -1000]


@all_sides
@both_games
class TestEnds:
    def test_who_cannot_move_has_lost(self, make: Any, name: str) -> None:
        game = make(name)
        for position, winner in (("W:W:B1", "black"), ("B:W32:B", "white"), ("W:W5:B1,2", "black")):
            state = game.parse_state(position)
            assert game.is_terminal(state)
            for player in game.players:
                assert game.utility(state, player) == (1000 if str(player) == winner else -1000)

    def test_forty_moves_each_without_progress(self, make: Any, name: str) -> None:
        game = make(name)
        state = after(game, "W:WK1:BK31,12:H79", texts(game, "W:WK1:BK31,12:H79")[0])
        assert game.text(state).endswith(":H80")
        assert game.is_terminal(state)
        assert not game.actions(state)
        assert [game.utility(state, player) for player in game.players] == [0, 0]
        assert not game.is_terminal(game.parse_state("W:WK1:BK31,12:H79"))

    def test_a_man_or_a_capture_starts_the_count_again(self, make: Any, name: str) -> None:
        game = make(name)
        assert game.text(after(game, "B:WK1:BK31,12:H79", "12-16")) == "W:WK1:B16,K31"
        assert game.text(after(game, "W:WK18:B14:H79", texts(game, "W:WK18:B14:H79")[0])).count("H") == 0
        assert game.text(after(game, "B:WK1:BK31,12:H3", texts(game, "B:WK1:BK31,12:H3")[-1])).endswith(":H4")

    def test_who_is_blocked_at_the_last_ply_has_lost(self, make: Any, name: str) -> None:
        game = make(name)
        state = game.parse_state("W:W:BK1:H80")
        assert [game.utility(state, player) for player in game.players] == (
            [-1000, 1000] if name == "italian_draughts" else [1000, -1000]
        )

    def test_without_the_count_play_is_endless(self, make: Any, name: str) -> None:
        game = make(name, draw_after=0)
        assert game.text(after(game, "W:WK1:BK31", texts(game, "W:WK1:BK31")[0])).count("H") == 0
        assert not game.is_terminal(game.parse_state("W:WK1:BK31:H200"))
        assert game.infinite == 0
        assert pyengine.solve(game, game.parse_state("W:WK1:BK31")).value == 0


def value_with_repetition(game: Any, state: Any, before: frozenset[Any]) -> int:
    """Solve a position where coming back to one, whatever the count, is a draw at once."""
    if game.is_terminal(state):
        return int(game.value(state))
    if state[:-1] in before:
        return 0
    met = before | {state[:-1]}
    best = max if state.player == game.players[0] else min
    return best(value_with_repetition(game, game.result(state, move), met) for move in game.actions(state))


@both_games
def test_repetition_changes_no_value(name: str) -> None:
    """What the rule file says of article 9.3, on positions of kings with a short count."""
    game: Any = twin(name, draw_after=4)
    naive = NaiveDraughts(italian=name == "italian_draughts")
    chance = random.Random(2)
    seen = set()
    for _ in range(40):
        squares = chance.sample(sorted(naive.cells), 3)
        state = game.parse_state(f"{chance.choice('WB')}:WK{squares[0]},K{squares[1]}:BK{squares[2]}")
        value = pyengine.solve(game, state).value
        assert value_with_repetition(game, state, frozenset()) == value
        seen.add(value)
    assert len(seen) > 1


def two_kings(naive: NaiveDraughts) -> dict[str, int]:
    """Solve king against king from the ends back: 1 where White wins, -1 where Black does, 0 where play is endless."""
    children = {}
    for white, black in itertools.permutations(naive.cells, 2):
        for turn, other in (("W", black), ("B", white)):
            follow = []
            for squares in naive.moves(f"{turn}:WK{white}:BK{black}"):
                is_step = abs(squares[0] - squares[-1]) <= 5
                pair = (squares[-1], other) if turn == "W" else (other, squares[-1])
                follow.append(f"{'B' if turn == 'W' else 'W'}:WK{pair[0]}:BK{pair[1]}" if is_step else "captured")
            children[f"{turn}:WK{white}:BK{black}"] = follow
    values: dict[str, int] = {}
    while True:
        found = {}
        for position in children.keys() - values.keys():
            win = 1 if position[0] == "W" else -1
            known = [win if child == "captured" else values.get(child) for child in children[position]]
            if win in known:
                found[position] = win
            elif all(value == -win for value in known):
                found[position] = -win
        if not found:
            return {position: values.get(position, 0) for position in children}
        values |= found


@both_games
def test_king_against_king(name: str) -> None:
    game: Any = twin(name, draw_after=0)
    expected = two_kings(NaiveDraughts(italian=name == "italian_draughts"))
    sign = 1000 if name == "italian_draughts" else -1000
    met = 0
    for start in ("W:WK1:BK32", "W:WK1:BK31", "W:WK1:BK28", "W:WK4:BK29"):
        for label in pyengine.retrograde(game, game.parse_state(start)):
            text = game.text(label.state)
            if text in expected:  # both are still there
                met += 1
                assert label.value == sign * expected[text], text
    assert met > 2000
