"""Proof-number search: the value of plain minimax, a line that keeps it, and no word on what it cannot tell."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyengine
from pyengine.errors import CyclicGameError, SearchError
from pyengine.native import twin
from pyengine.search import Bound, Limit, Options, Result, StopReason, StopSignal, Table, retrograde, search, solve
from pyengine.search.expansion import NotOpposedError
from pyengine.search.proof import Answer, Question
from pyengine.search.proof_solve import Bounds
from pyengine.search.proof_table import ProofTable
from pyengine.terms import Number

from ..layers import examples
from .cyclic_games import Three, cyclic
from .positions import Corridor, Dots, Graph, TicTacToe, WholeGraph, plain, tree
from .random_games import graphs

GAMES = st.one_of(graphs(), graphs(tree=True), graphs(most=40))
HOW = st.builds(
    Options,
    algorithm=st.just("proof"),
    table=st.sampled_from([0, 1, 2, 5, 1000]),
    table_bytes=st.sampled_from([None, None, 1, 200]),
    canonical=st.booleans(),
    finals=st.booleans(),
    value_range=st.booleans(),
)
PROOF = Options(algorithm="proof")


class Valued(WholeGraph):
    """A game whose values are known."""

    @property
    def values(self) -> frozenset[Number]:
        return frozenset(self.worth.values())


def with_values(game: Graph) -> Graph:
    fields = (game.movers, game.edges, game.worth, game.estimates, game.loud, game.keys, game.scores)
    return Valued(game.start, *fields)


def assert_solved(game: Graph, result: Result[Any]) -> None:
    value = plain(game)
    assert result.value == value(game.start)
    assert (result.bound, result.reason) == (Bound.EXACT, StopReason.SOLVED)
    state = game.start
    for move in result.line:
        state = game.result(state, move)
        assert value(state) == result.value
    assert game.is_terminal(state)
    assert result.values == (game.worth[state], -game.worth[state])
    assert result.best == (result.line[0] if result.line else None)


@given(GAMES, HOW)
@examples(600)
def test_the_value_is_that_of_plain_minimax(game: Graph, how: Options) -> None:
    assert_solved(game, solve(game, options=how))
    assert_solved(game, solve(with_values(game), options=how))


@given(GAMES, HOW, st.integers(1, 60))
@examples(200)
def test_a_search_that_is_stopped_tells_a_bound(game: Graph, how: Options, nodes: int) -> None:
    value = plain(game)
    result = solve(with_values(game), options=how, limit=Limit(nodes=nodes))
    assert result.nodes <= nodes
    if result.completed:
        assert_solved(game, result)
        return
    assert (result.reason, result.nodes) == (StopReason.NODES, nodes)
    assert result.best in game.actions(game.start)
    if result.value is None:
        return
    truth = value(game.start)
    better = {
        Bound.EXACT: truth == result.value,
        Bound.LOWER: truth >= result.value,
        Bound.UPPER: truth <= result.value,
    }
    assert better[result.bound]
    is_max = game.movers[game.start] == 0
    if result.bound is (Bound.LOWER if is_max else Bound.UPPER):  # the move shows it
        after = value(game.result(game.start, result.best))
        assert after >= result.value if is_max else after <= result.value


@given(cyclic(most=12), HOW)
@examples(300)
def test_a_game_with_cycles_has_its_exact_value(game: Graph, how: Options) -> None:
    """What repeats is never valued; what is proved is so whatever endless play is worth."""
    wanted = retrograde(game).result
    assert solve(game, options=how).value == wanted.value
    try:
        found = search(game, options=how, limit=Limit())
    except CyclicGameError:
        return
    assert (found.value, found.solved) == (wanted.value, True)
    state = game.start
    for move in found.line:
        state = game.result(state, move)
    assert game.is_terminal(state)


def test_a_cycle_is_refused_by_name_where_nothing_else_is_asked_for() -> None:
    trap = pyengine.load("visiting_trap")
    with pytest.raises(
        CyclicGameError, match=r"is cyclic: \w+ leads back to itself; solve\(game, cycles='retrograde'\)"
    ):
        search(trap, algorithm="proof")
    found = solve(trap, algorithm="proof")
    assert (found.value, found.solved) == (1, True)


REFUSED: dict[str, dict[str, Any]] = {
    "takes no alliance": {"alliance": "paranoid"},
    "takes no window": {"window": (-1, 1)},
    "all_best is for alpha-beta": {"all_best": True},
    "keeps a table of its own": {"table": Table(10)},
    "is not traced": {"trace": lambda event: None},
    "has no depth limit": {"limit": Limit(depth=3)},
}


@pytest.mark.parametrize("told", REFUSED)
def test_what_does_not_go_with_it_is_refused(told: str) -> None:
    with pytest.raises(SearchError, match=f"proof-number search .*{told}"):
        solve(TicTacToe(), algorithm="proof", **REFUSED[told])


def test_it_is_for_two_opponents() -> None:
    with pytest.raises(SearchError, match="two opponents, and this game has 3 players"):
        solve(Three(), options=PROOF)
    own = TicTacToe()
    own.opposed = False  # type: ignore[attr-defined]
    with pytest.raises(SearchError, match="each player has a utility of their own"):
        solve(own, options=PROOF)


def test_players_who_are_no_opponents_are_found_out() -> None:
    class Friends(TicTacToe):
        def utility(self, state: str, player: object) -> int:
            return abs(super().utility(state, player))

    with pytest.raises(NotOpposedError):
        solve(Friends(), options=PROOF)


def test_the_name_on_its_own_is_the_option() -> None:
    game = TicTacToe()
    short, long = solve(game, algorithm="proof"), solve(game, options=PROOF)
    assert replace(short, seconds=0) == replace(long, seconds=0)
    assert solve(game, algorithm="pvs").nodes == solve(game, options=Options(algorithm="pvs")).nodes
    assert search(game, algorithm="proof", limit=Limit()).nodes == long.nodes
    with pytest.raises(SearchError, match="no algorithm 'prof'"):
        solve(game, algorithm="prof")  # type: ignore[arg-type]


def test_progress_tells_of_every_question_but_the_last() -> None:
    told: list[tuple[Number | None, Bound]] = []
    result = search(TicTacToe(), algorithm="proof", progress=lambda each: told.append((each.value, each.bound)))
    assert result.value == 0
    assert len(told) == 1
    assert told[0] in ((0, Bound.LOWER), (0, Bound.UPPER))


def test_a_signal_and_an_interrupt_end_it() -> None:
    signal = StopSignal()
    signal.stop()
    result = solve(TicTacToe(), algorithm="proof", stop=signal)
    assert (result.reason, result.value, result.best, result.nodes) == (StopReason.STOPPED, None, 0, 0)

    class Interrupting(TicTacToe):
        count = 0

        def is_terminal(self, state: str) -> bool:
            self.count += 1
            if self.count == 300:
                raise KeyboardInterrupt
            return super().is_terminal(state)

    result = solve(Interrupting(), algorithm="proof")
    assert result.reason is StopReason.INTERRUPTED
    assert result.nodes > 10


def test_seconds_are_kept() -> None:
    ticks = iter(range(10**9))
    result = solve(Dots(2, 2), algorithm="proof", limit=Limit(seconds=500), clock=lambda: float(next(ticks)))
    assert result.reason is StopReason.SECONDS
    assert 0 < result.nodes < 600


def test_a_long_game_is_no_harder_than_a_wide_one() -> None:
    result = solve(Corridor(20_000), algorithm="proof")
    assert (result.value, len(result.line)) == (7, 20_000)


def test_a_final_position() -> None:
    result = solve(tree(3), algorithm="proof")
    assert (result.value, result.best, result.line, result.nodes, result.leaves) == (3, None, (), 1, 1)


def test_questions_halve_the_values() -> None:
    bounds = Bounds.of(frozenset(range(1, 9)))
    asked = []
    while not bounds.closed:
        question = bounds.next_question(True, 0)
        asked.append(question.goal)
        bounds.take(question, Answer(question.holds(3)), None)
    assert (bounds.lower.value, asked) == (3, [5, 3, 4])


def test_unknown_values_are_learned_from_the_ends() -> None:
    bounds = Bounds.of(None)
    question = bounds.next_question(True, 0)
    assert question == Question(0)
    bounds.take(question, Answer(True, lowest=4, highest=-7), None)
    assert (bounds.lower.value, bounds.lower.question) == (4, Question(4))
    assert bounds.next_question(True, 0) == Question(4, strict=True)
    bounds.take(Question(4, strict=True), Answer(False, highest=4), None)
    assert bounds.closed


def test_a_table_keeps_what_took_most_work() -> None:
    table = ProofTable(4)
    for work, name in enumerate("abcd"):
        table.store(name, (work + 1, 1), work)
    table.store("a", (9, 9), 0)
    assert len(table) == 4
    table.store("e", (5, 5), 0)
    assert table.entries == {"c": (3, 1, 0), "d": (4, 1, 1), "e": (5, 5, 0)}


@pytest.mark.parametrize("name", ["tictactoe", "kayles", "nim", "even_wins", "hexapawn", "tree_boldi"])
def test_rules_and_their_native_twin_are_searched_alike(name: str) -> None:
    how = replace(PROOF, value_range=False)  # a native game does not say which values it has
    first, second = (solve(game, options=how) for game in (pyengine.load(name, reasoner="python"), twin(name)))
    assert first.value == second.value
    assert (first.nodes, first.leaves, first.cutoffs) == (second.nodes, second.leaves, second.cutoffs)
    assert [*map(str, first.line)] == [*map(str, second.line)]
