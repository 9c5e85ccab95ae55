"""Dots and Boxes: turns, node counts of the report, evaluations by hand, symmetry, notation, and what chains are."""

from __future__ import annotations

import functools
import operator
import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from pyengine.errors import InvalidStateError, ParameterError, PyengineError
from pyengine.native import twin
from pyengine.native.dots_and_boxes import DotsAndBoxes, Position
from pyengine.search import PLAIN, Limit, Options, minimax, search, solve, states

from .sides import HUNTED_IN_C, SIDES, python

EVALUATIONS = (1, 4, 5, 6, 7, "chains")

FIRST_LINE = "100000000000 b 0"
"""The report's task: the reply to a first line, on 2 by 2 boxes."""


def play(game: Any, *moves: str) -> Any:
    state = game.initial
    for move in moves:
        state = game.result(state, game.parse_move(move, state))
    return state


@SIDES
def test_who_closes_a_box_moves_again(make: Any) -> None:
    game = make("dots_and_boxes", rows=1, columns=2)
    state = play(game, "h(1,1)", "h(2,1)", "v(1,1)")
    assert game.text(state) == "1010100 b 0"
    closed = game.result(state, game.parse_move("v(1,2)", state))
    assert game.text(closed) == "1010110 b -1"
    passed = game.result(state, game.parse_move("h(1,2)", state))
    assert game.text(passed) == "1110100 a 0"


@SIDES
def test_one_line_can_close_two_boxes(make: Any) -> None:
    game = make("dots_and_boxes", rows=1, columns=2)
    state = play(game, "h(1,1)", "h(2,1)", "v(1,1)", "h(1,2)", "h(2,2)", "v(1,3)")
    assert game.text(state) == "1111101 a 0"
    (last,) = game.actions(state)
    end = game.result(state, last)
    assert (str(last), game.text(end), game.is_terminal(end)) == ("v(1,2)", "1111111 a 2", True)
    assert [game.utility(end, player) for player in game.players] == [2, -2]


@SIDES
def test_the_drawing(make: Any) -> None:
    game = make("dots_and_boxes")
    assert game.show(game.parse_state("100110000010 b 0")) == (
        "+---+   +\n         \n+   +---+\n    |    \n+---+   +\nb to move, boxes: a 0, b 0"
    )


def test_all_sets_of_lines_can_be_reached() -> None:
    game: Any = twin("dots_and_boxes")
    assert len({state.lines for state in states(game)}) == 4096


@pytest.mark.parametrize(("rows", "columns", "margin"), [(5, 1, -1), (3, 2, -2)], ids=str)
def test_a_board_on_its_side(rows: int, columns: int, margin: int) -> None:
    """Worth as much as 1 by 5 and 2 by 3, whose margins are among the figures."""
    assert solve(twin("dots_and_boxes", rows=rows, columns=columns)).value == margin


class TestNodesOfTheReport:
    """108,505,112 nodes without pruning are in rules/dots_and_boxes.values; the others are the report's numbers."""

    def test_alpha_beta(self) -> None:
        game: Any = twin("dots_and_boxes")
        found = solve(game, game.parse_state(FIRST_LINE), options=PLAIN)
        assert (found.value, found.nodes) == (2, 263_111)
        assert found.nodes < 405_294

    @SIDES
    def test_minimax_with_a_table(self, make: Any) -> None:
        game = make("dots_and_boxes")
        found = minimax(game, game.parse_state(FIRST_LINE), options=Options())
        assert (found.value, found.nodes) == (2, NODES["minimax, table, symmetry"])
        plain = minimax(game, game.parse_state(FIRST_LINE), options=Options(canonical=False))
        assert (plain.value, plain.nodes) == (2, NODES["minimax, table"])

    @SIDES
    def test_alpha_beta_with_a_table(self, make: Any) -> None:
        game = make("dots_and_boxes")
        how = Options(algorithm="alphabeta")
        found = solve(game, game.parse_state(FIRST_LINE), options=how)
        assert (found.value, found.nodes) == (2, NODES["alpha-beta, table, symmetry"])
        plain = solve(game, game.parse_state(FIRST_LINE), options=replace(how, canonical=False))
        assert (plain.value, plain.nodes) == (2, NODES["alpha-beta, table"])
        assert plain.nodes < 6_331


class TestOwners:
    """Who owns which box changes nothing but which positions are the same ones: those of the report tell it."""

    @SIDES
    @pytest.mark.parametrize(("line", "entered", "found"), [("1000", 3_014, 11_286), ("0010", 3_146, 11_744)])
    def test_the_visits_of_the_report(self, make: Any, line: str, entered: int, found: int) -> None:
        """14,300 after an outer line, 14,890 after an inner one."""
        game = make("dots_and_boxes", owners=True)
        result = minimax(game, game.parse_state(f"{line}00000000 b 0 0000"), options=Options(canonical=False))
        assert (result.nodes, result.hits, result.visits) == (entered, found, entered + found)
        assert result.visits == {"1000": 14_300, "0010": 14_890}[line]

    @SIDES
    def test_boards_that_are_alike_whoever_owns_them(self, make: Any) -> None:
        game = make("dots_and_boxes", owners=True)
        found = minimax(game, game.parse_state(f"{FIRST_LINE} 0000"), options=Options())
        assert found.nodes == NODES["minimax, table, symmetry"]

    @SIDES
    def test_two_boxes_at_once(self, make: Any) -> None:
        game = make("dots_and_boxes", rows=1, columns=2, owners=True)
        ends = {}
        for player in "ab":
            state = game.parse_state(f"1111101 {player} 0 00")
            (last,) = game.actions(state)
            ends[player] = game.text(game.result(state, last))
        assert ends == {"a": "1111111 a 2 00", "b": "1111111 b -2 11"}

    @SIDES
    def test_notation(self, make: Any) -> None:
        game = make("dots_and_boxes", owners=True)
        for text in ("000000000000 a 0 0000", "111111111111 b 0 0110", "111000111000 a -1 1000"):
            assert game.text(game.parse_state(text)) == text
        for wrong in ("000000000000 a 0", "000000000000 a 0 000", "000000000000 a 0 0002", "000000000000 a 0 0000 0"):
            with pytest.raises((InvalidStateError, PyengineError)):
                game.parse_state(wrong)

    @SIDES
    def test_yes_or_no(self, make: Any) -> None:
        with pytest.raises(ParameterError if make is twin else PyengineError):
            make("dots_and_boxes", owners=1)


NODES = {
    "minimax, table": 2_853,
    "minimax, table, symmetry": 306,
    "alpha-beta, table": 1_238,
    "alpha-beta, table, symmetry": 249,
}
"""Nodes for the report's task; with symmetry, positions that are alike are one."""


class TestEvaluations:
    """S2, S3, S4 by hand: see the drawing of each position."""

    #  +---+---+      The left box on top is closed, by b; the right one has three sides,
    #  |   |   |      the two below have one side each. It is a's turn.
    #  +---+   +
    #
    #  +   +   +
    ONE = "111000111000 {player} -1"

    @SIDES
    @pytest.mark.parametrize(
        ("evaluation", "for_a", "for_b"),
        [(1, -1, -1), (4, -2 + 0.75, -2 - 0.75), (5, -2, -2), (6, -1, -3), (7, -1, -3), ("chains", -0.25, -1.75)],
    )
    def test_one_box_to_close(self, make: Any, evaluation: Any, for_a: float, for_b: float) -> None:
        game = make("dots_and_boxes", eval=evaluation)
        assert game.staticval(game.parse_state(self.ONE.format(player="a"))) == for_a
        assert game.staticval(game.parse_state(self.ONE.format(player="b"))) == for_b

    @HUNTED_IN_C
    @pytest.mark.parametrize(("evaluation", "value"), [(1, 0), (4, -2.0), (5, 4), (6, 0), (7, 0), ("chains", -0.5)])
    def test_a_loop(self, make: Any, evaluation: Any, value: float) -> None:
        """All outer lines are drawn: four boxes with two sides each, in a ring."""
        game = make("dots_and_boxes", eval=evaluation)
        assert game.staticval(game.parse_state("110011101101 a 0")) == value

    @HUNTED_IN_C
    @pytest.mark.parametrize(("evaluation", "value"), [(1, 0), (4, -1.5), (5, 3), (6, 0), (7, 0), ("chains", 0.5 - 1)])
    def test_a_long_chain(self, make: Any, evaluation: Any, value: float) -> None:
        """Three boxes in a row and open at both ends: 8 dots and 1 chain are odd, which is not good for a."""
        game = make("dots_and_boxes", rows=1, columns=3, eval=evaluation)
        state = game.parse_state("1111110000 a 0")
        assert game.staticval(state) == (value - 1 if evaluation == "chains" else value)

    @SIDES
    @pytest.mark.parametrize("evaluation", [1, "chains"])
    def test_the_estimate_of_an_end_is_its_worth(self, make: Any, evaluation: Any) -> None:
        game = make("dots_and_boxes", eval=evaluation)
        assert game.staticval(game.parse_state("111111111111 a 2")) == 2

    @SIDES
    def test_only_those_of_the_report_and_chains(self, make: Any) -> None:
        for wrong in (2, "long", True):
            with pytest.raises(ParameterError if make is twin else PyengineError):
                make("dots_and_boxes", eval=wrong)
        with pytest.raises(ParameterError if make is twin else PyengineError):
            make("dots_and_boxes", rows=0)


def test_strings_of_boxes() -> None:
    """By a walk through the boxes, written apart: which boxes hang together, and do they go round?"""
    game = DotsAndBoxes(rows=3, columns=3)
    chance = random.Random(3)
    kinds: Counter[str] = Counter()
    for _ in range(300):
        corner = chance.choice([0, 1, 3, 4])
        lines = random_lines(chance, game.sketch.count, chance.randrange(8, 20))
        if chance.random() < 0.3:
            lines = with_a_ring(lines, [game.sketch.boxes[corner + step] for step in (0, 1, 3, 4)])
        halves = {box for box in game.sketch.boxes if (box & lines).bit_count() == 2}
        groups = set()
        for box in halves:
            group = {box}
            while more := {other for other in halves - group if any(one & other & ~lines for one in group)}:
                group |= more
            groups.add(frozenset(group))
        found = sorted(boxes for _, boxes in game.strings(lines))
        assert found == sorted(len(group) for group in groups)
        goes_round = sum(
            all(any(one & side for one in group if one != box) for box in group for side in bits(box & ~lines))
            for group in groups
        )
        assert game.feature(Position("a", 0, lines), "loops") == goes_round
        long = sum(len(group) >= 3 for group in groups) - goes_round
        assert game.feature(Position("b", 0, lines), "chains") == -long
        kinds.update(loops=goes_round, chains=long)
    assert kinds["chains"] > 20
    assert kinds["loops"] > 20


def random_lines(chance: random.Random, count: int, drawn: int) -> int:
    return sum(1 << line for line in chance.sample(range(count), drawn))


def with_a_ring(lines: int, boxes: list[int]) -> int:
    """Draw all lines around four boxes, and none between them."""
    for bit in bits(functools.reduce(operator.or_, boxes)):
        lines = lines & ~bit if sum(bool(box & bit) for box in boxes) == 2 else lines | bit
    return lines


def bits(number: int) -> list[int]:
    return [1 << index for index in range(number.bit_length()) if number >> index & 1]


@SIDES
def test_order_and_noise(make: Any) -> None:
    game = make("dots_and_boxes")
    quiet = game.parse_state("100000100000 a 0")
    assert not game.noisy(quiet)
    scores = {str(move): game.order(quiet, move) for move in game.actions(quiet)}
    assert {move for move, score in scores.items() if score < 0} == {"h(2,1)", "v(1,2)"}  # these give a box away
    loud = game.parse_state("101000100000 a 0")
    assert game.noisy(loud)
    assert max(game.actions(loud), key=lambda move: game.order(loud, move)) == game.parse_move("v(1,2)", loud)


def test_quiescence_sees_the_reply() -> None:
    """One ply ahead, a line that gives two boxes away looks as good as any; two plies of quiescence see the price."""
    game: Any = twin("dots_and_boxes")
    state = game.parse_state("110011100100 a 0")
    blind = search(game, state, limit=Limit(depth=1), options=Options(quiescence=0))
    assert (str(blind.best), game.order(state, blind.best)) == ("h(2,1)", -2)
    seeing = search(game, state, limit=Limit(depth=1))
    assert (str(seeing.best), game.order(state, seeing.best)) == ("h(2,2)", 0)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 3), (2, 2), (2, 3), (3, 3)])
def test_positions_that_are_alike_are_worth_the_same(rows: int, columns: int) -> None:
    """Plain minimax over lines, without symmetry, says so for every pair that shares a representative."""
    game = DotsAndBoxes(rows=rows, columns=columns)
    chance = random.Random(rows * 10 + columns)
    left = min(game.sketch.count, 9)
    found: dict[Position, int] = {}
    shared = 0
    for _ in range(150):
        lines = random_lines(chance, game.sketch.count, game.sketch.count - chance.randrange(left))
        state = Position("a", 0, lines)
        key = game.canonical(state)
        worth = gain(game.all_lines, tuple(game.sketch.boxes), lines)
        shared += key in found
        assert found.setdefault(key, worth) == worth
        assert gain(game.all_lines, tuple(game.sketch.boxes), key.lines) == worth
        assert game.canonical(key) == key
    assert shared > 5


@functools.cache
def gain(every: int, boxes: tuple[int, ...], lines: int) -> int:
    """What who moves gains from here on, by minimax, the boxes counted anew each time."""
    best = []
    for line in bits(every & ~lines):
        drawn = lines | line
        closed = sum(drawn & box == box and lines & box != box for box in boxes)
        rest = gain(every, boxes, drawn)
        best.append(closed + rest if closed else -rest)
    return max(best, default=0)


def test_outer_lines_of_a_box_are_alike() -> None:
    game: Any = twin("dots_and_boxes")
    above, left, below = (game.canonical(play(game, move)) for move in ("h(1,1)", "v(1,1)", "h(3,2)"))
    inner, other = (game.canonical(play(game, move)) for move in ("h(2,1)", "v(2,2)"))
    assert above == left == below != inner == other


@SIDES
def test_notation_round_trip(make: Any) -> None:
    game = make("dots_and_boxes", rows=2, columns=3)
    for text in ("00000000000000000 a 0", "11111111111111111 b -6", "01000000000000001 b 0"):
        assert game.text(game.parse_state(text)) == text
    for wrong in ("0000 a 0", "00000000000000002 a 0", "00000000000000000 c 0", "00000000000000000 a x", "0 a"):
        with pytest.raises((InvalidStateError, PyengineError)):
            game.parse_state(wrong)


@pytest.mark.parametrize("given", [{"eval": evaluation} for evaluation in EVALUATIONS] + [{"owners": True}], ids=str)
@pytest.mark.parametrize(("rows", "columns"), [(1, 4), (2, 2), (3, 2), (3, 3)])
def test_rules_and_native_in_lockstep(given: Any, rows: int, columns: int) -> None:
    rules: Any = python("dots_and_boxes", rows=rows, columns=columns, **given)
    native: Any = twin("dots_and_boxes", rows=rows, columns=columns, **given)
    chance = random.Random(7)
    mine, theirs = rules.initial, native.initial
    while not native.is_terminal(theirs):
        assert rules.text(mine) == native.text(theirs)
        assert rules.text(rules.canonical(mine)) == native.text(native.canonical(theirs))
        assert rules.staticval(mine) == native.staticval(theirs)
        assert rules.noisy(mine) == native.noisy(theirs)
        assert rules.show(mine) == native.show(theirs)
        moves, twins = rules.actions(mine), native.actions(theirs)
        assert [str(move) for move in moves] == [str(move) for move in twins]
        chosen = chance.randrange(len(moves))
        assert rules.order(mine, moves[chosen]) == native.order(theirs, twins[chosen])
        assert rules.expand(mine).children[chosen] == rules.result(mine, moves[chosen])
        mine, theirs = rules.result(mine, moves[chosen]), native.result(theirs, twins[chosen])
    assert rules.utility(mine, rules.players[0]) == native.utility(theirs, "a")
