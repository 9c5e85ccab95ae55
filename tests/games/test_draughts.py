"""Italian and English draughts: captures, crowning, draws, notation and estimates, on the rules and natively."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Iterator
from typing import Any

import pyspiel
import pytest

import pyengine
from pyengine import IllegalMoveError, InvalidStateError, ParameterError, RuleRuntimeError
from pyengine.native import twin

from .naive_draughts import NaiveDraughts

GAMES = ("italian_draughts", "english_draughts")
SIDES = [pytest.param(functools.cache(make), id=name) for make, name in ((pyengine.load, "rules"), (twin, "native"))]
EVALUATIONS = ("material", "advance", "mobility", "positional")

both_sides = pytest.mark.parametrize("make", SIDES)
both_games = pytest.mark.parametrize("name", GAMES)


def texts(game: Any, position: str) -> list[str]:
    state = game.parse_state(position)
    return [game.move_text(move, state) for move in game.actions(state)]


def after(game: Any, position: str, move: str) -> Any:
    state = game.parse_state(position)
    return game.result(state, game.parse_move(move, state))


@both_sides
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


@both_sides
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
    rules, native = pyengine.load(name), twin(name)
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


@both_sides
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


@both_sides
def test_a_king_may_end_where_it_began(make: Any) -> None:
    game = make("italian_draughts")
    position = "W:WK22:B18,10,11,19"
    assert texts(game, position) == ["22x13x6x15x22", "22x15x6x13x22"]
    state = after(game, position, "22x13x6x15x22")
    assert game.text(state) == "B:WK22:B"
    assert game.is_terminal(state)
    assert [game.utility(state, player) for player in game.players] == [1000, -1000]


@both_sides
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


@both_sides
@both_games
class TestNotation:
    def test_positions_are_read_in_any_form(self, make: Any, name: str) -> None:
        game = make(name)
        first = "W" if name == "italian_draughts" else "B"
        for text in (f"{first}:W21-32:B1-12", f"{first}:B1-12:W21-32.", f" {first} : W21-24, 25-32 : B1,2,3-12"):
            assert game.parse_state(text) == game.initial
        assert game.text(game.parse_state("B:BK3-4,1:WK32:H5")) == "B:WK32:B1,K3,K4:H5"
        assert game.text(game.parse_state("W:W:B")) == "W:W:B"

    @pytest.mark.parametrize(
        "wrong",
        [
            "W:W33:B1",
            "W:W0:B1",
            "W:W30,30:B1",
            "W:W30:BK30",
            "W:W28-27:B1",
            "W:W4:B5",
            "W:W30:B29",
            "X:W30:B1",
            "W:W30",
            "W:W30:W29",
            "W:W30:B27:B26",
            "W:W3x:B27",
            "W:W30:B27:H-1",
            "W:W30:B27:Hx",
            "W:W30:B27:H1:H2",
            "",
            "W",
        ],
    )
    def test_wrong_positions(self, make: Any, name: str, wrong: str) -> None:
        with pytest.raises(InvalidStateError) as caught:
            make(name).parse_state(wrong)
        assert str(caught.value).startswith(wrong)

    def test_moves_are_read_with_zeros_and_with_all_squares(self, make: Any, name: str) -> None:
        game = make(name)
        position = "W:W31:B12,20,28" if name == "italian_draughts" else "W:W31:B11,19,27"
        state = game.parse_state(position)
        [move] = game.actions(state)
        assert game.move_text(move, state) == "31x8"
        for text in ("31x8", "31x08", " 31x24x15x8", "capture([31,24,15,8])"):
            assert game.parse_move(text, state) == move
        for wrong in ("31x24", "31x15x8", "31x9", "31", "x", ""):
            with pytest.raises(IllegalMoveError, match="is not a legal move"):
                game.parse_move(wrong, state)

    def test_two_ways_between_the_same_squares(self, make: Any, name: str) -> None:
        game = make(name)
        position = "W:W22:B10,11,18,19" if name == "italian_draughts" else "W:W23:B10,11,18,19"
        first, second = texts(game, position)
        assert (first.count("x"), second.count("x")) == (2, 2)
        state = game.parse_state(position)
        for text in (first, second):
            assert game.move_text(game.parse_move(text, state), state) == text
        squares = first.split("x")
        with pytest.raises(IllegalMoveError, match="fits several moves"):
            game.parse_move(f"{squares[0]}x{squares[-1]}", state)


def test_native_positions_say_what_is_wrong() -> None:
    game: Any = twin("italian_draughts")
    for text, reason in (
        ("W:W33:B1", "squares are numbered from 1 to 32, not 33"),
        ("W:W30:B30", "two pieces on 30"),
        ("W:W4:B5", "a white man cannot stand on 4"),
        ("W30", "a position begins with W: or B:"),
    ):
        with pytest.raises(InvalidStateError, match=reason):
            game.parse_state(text)


@both_sides
@both_games
def test_evaluations_by_hand(make: Any, name: str) -> None:
    """White: men on 22 and 30, a king on 14. Black: men on 1 and 12, no king. The first player is MAX."""
    king, sign = (50, 1) if name == "italian_draughts" else (30, -1)
    expected = {
        "material": king,
        "advance": king + (2 + 0) - (0 + 2),
        "mobility": king + (2 + 2 + 4) - (1 + 2 if name == "italian_draughts" else 2 + 1),
        "positional": king + 2 - 2 + 2 * 1 + 3 * (1 - 1),
    }
    for evaluation, value in expected.items():
        game = make(name, evaluation=evaluation)
        assert game.staticval(game.parse_state("W:W22,30,K14:B1,12")) == sign * value
        assert game.staticval(game.initial) == 0


@both_games
@pytest.mark.parametrize("wrong", [{"evaluation": "x"}, {"draw_after": -1}, {"draw_after": "a"}, {"size": 6}], ids=str)
def test_wrong_parameters(name: str, wrong: dict[str, object]) -> None:
    with pytest.raises(ParameterError if "size" in wrong else RuleRuntimeError):
        pyengine.load(name, **wrong)
    with pytest.raises(ParameterError, match=next(iter(wrong))):
        twin(name, **wrong)


@both_games
@pytest.mark.parametrize("evaluation", EVALUATIONS)
def test_rules_and_native_go_together(name: str, evaluation: str) -> None:
    rules, native = (make(name, evaluation=evaluation, draw_after=12) for make in (pyengine.load, twin))
    naive = NaiveDraughts(italian=name == "italian_draughts")
    for seed in range(3):
        chance = random.Random(seed)
        text = native.text(native.initial) if seed == 0 else naive.random_text(chance)
        here, there = rules.parse_state(text), native.parse_state(text)
        go_together(rules, native, here, there, chance)


def go_together(rules: Any, native: Any, here: Any, there: Any, chance: random.Random) -> None:
    """Play on at random; whatever is asked of a position, both sides give the same answer."""
    while True:
        text = native.text(there)
        assert rules.text(here) == text
        assert rules.parse_state(text) == here
        assert native.parse_state(text) == there
        assert str(rules.to_move(here)) == native.to_move(there)
        assert rules.staticval(here) == native.staticval(there)
        assert rules.noisy(here) == native.noisy(there)
        assert tuple(tuple(cell.name for cell in row) for row in rules.board(here)) == native.board(there)
        ours, theirs = rules.expand(here), native.expand(there)
        assert ours.utilities == theirs.utilities
        assert native.is_terminal(there) == (not theirs.moves)
        if ours.utilities is not None:
            return
        written = [native.move_text(move, there) for move in theirs.moves]
        assert [rules.move_text(move, here) for move in ours.moves] == written
        assert len(set(written)) == len(written)
        assert [str(move) for move in ours.moves] == [str(move) for move in theirs.moves]
        assert [native.result(there, move) for move in theirs.moves] == list(theirs.children)
        chosen = chance.randrange(len(written))
        if chosen == 1:
            assert rules.parse_move(written[chosen], here) == ours.moves[chosen]
            assert native.parse_move(written[chosen], there) == theirs.moves[chosen]
        here, there = ours.children[chosen], theirs.children[chosen]


@both_games
def test_searches_count_the_same_nodes(name: str) -> None:
    found = [pyengine.search(make(name), limit=pyengine.Limit(depth=5)) for make in (pyengine.load, twin)]
    assert len({(result.value, result.nodes, str(result.best)) for result in found}) == 1
