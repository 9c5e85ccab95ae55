"""A player as text and as a value."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pyengine
from pyengine.arena.players import Player
from pyengine.errors import PlayerError
from pyengine.search import PLAIN, Limit, Options

OPTIONS = st.builds(
    Options,
    table=st.integers(0, 10**6),
    killers=st.integers(0, 3),
    previous_order=st.booleans(),
    static_order=st.booleans(),
    order=st.booleans(),
    history=st.booleans(),
    reductions=st.none() | st.booleans(),
    exploration=st.integers(0, 3) | st.floats(0, 3),
    seed=st.integers(0, 99),
    aspiration=st.none() | st.integers(1, 9) | st.fractions(Fraction(1, 9), 9),
    quiescence=st.integers(0, 4),
    extend=st.frozensets(st.sampled_from(["single", "noisy"])),
    unknown=st.integers(-3, 3) | st.floats(-3, 3),
)
LIMITS = st.builds(
    Limit,
    seconds=st.none() | st.integers(0, 9) | st.floats(0, 9),
    depth=st.none() | st.integers(1, 9),
    nodes=st.none() | st.integers(1, 10**6),
)
PARAMETERS = st.dictionaries(
    st.sampled_from(["eval", "rows", "piles"]), st.sampled_from(["4", "chains", "[1,2]", "'a b'", "x(1,[y])"])
).map(lambda found: tuple(found.items()))
PLAYERS = (
    st.builds(
        Player,
        st.sampled_from(["alphabeta", "pvs", "mtdf", "minimax"]),
        PARAMETERS,
        OPTIONS,
        LIMITS,
        st.sampled_from(["", "C4", "my player"]),
    )
    | st.builds(Player, st.just("mcts"), PARAMETERS, OPTIONS, LIMITS.map(lambda found: replace(found, depth=None)))
    | st.builds(Player, st.sampled_from(["random", "first"]), name=st.sampled_from(["", "R"]))
)


@given(PLAYERS)
def test_text_and_back(player: Player) -> None:
    assert Player.parse(str(player)) == player


def test_the_players_of_the_report() -> None:
    plain = Player.parse("C1=alphabeta:eval=1,order=none,quiescence=0,seconds=1")
    assert (plain.options.order, plain.options.static_order, plain.options.previous_order) == (False, False, False)
    t1 = Player.parse("C1T1=alphabeta:eval=1,order=T1,quiescence=0").options
    t2 = Player.parse("C1T2=alphabeta:eval=1,order=T2,quiescence=0").options
    assert (t1.static_order, t1.previous_order, t1.order) == (True, False, False)
    assert (t2.static_order, t2.previous_order, t2.order) == (False, True, False)
    assert Player.parse("alphabeta").limit == Limit(seconds=1)
    assert Player.parse("minimax:depth=2").options == PLAIN
    assert Player.parse("alphabeta:plain,depth=2").options == PLAIN
    assert Player.parse("alphabeta:plain=yes,depth=2").options == PLAIN
    assert Player.parse("alphabeta:plain=no,depth=2").options == Options(algorithm="alphabeta")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("alphabet", "no kind of player 'alphabet'"),
        ("", "no kind of player ''"),
        ("=random", "empty name"),
        ("random:depth=3", "does not search"),
        ("alphabeta:depth=0", "at least 1 ply"),
        ("mcts:depth=3", "not by depth"),
        ("mcts:exploration=-1", "exploration must be"),
        ("alphabeta:depth=two", "depth cannot be 'two'"),
        ("alphabeta:seconds=-1", "seconds must be"),
        ("alphabeta:seconds=1/0", "seconds cannot be"),
        ("alphabeta:order=T3", "no order 'T3'"),
        ("alphabeta:killers=many", "killers cannot be 'many'"),
        ("alphabeta:depth=1,depth=2", "depth is set twice"),
        ("alphabeta:eval", "needs a value"),
        ("alphabeta:eval=[1", "a bracket or a quote is open"),
        ("alphabeta:eval=)", "eval"),
        ("alphabeta:,", "without a name"),
        ("alphabeta:algorithm=pvs", "the kind of player"),
        ("a,b=random", "cannot be the name"),
        ("a\nb=random", "cannot be the name"),
        ("alphabeta:plain=perhaps", "plain cannot be 'perhaps'"),
    ],
)
def test_what_is_wrong_is_said(text: str, told: str) -> None:
    with pytest.raises(PlayerError, match=told):
        Player.parse(text)


@pytest.mark.parametrize(
    "text", ["alphabeta:depth=9", "pvs:depth=9", "mtdf:nodes=10000", "mcts:nodes=99", "minimax:depth=9"]
)
def test_searching_players_find_the_winning_move(text: str) -> None:
    game = pyengine.load("nim", piles=[1, 2, 2])
    chosen = Player.parse(text).choose(game, game.initial, random.Random(0))
    assert str(chosen.move) == "take(1,1)"
    assert chosen.nodes > 0


def test_players_that_do_not_search() -> None:
    game = pyengine.load("nim", piles=[1, 2, 2])
    moves = game.actions(game.initial)
    assert Player.parse("first").choose(game, game.initial, random.Random(0)).move == moves[0]
    drawn = [Player.parse("random").choose(game, game.initial, random.Random(n)).move for n in range(20)]
    assert set(drawn) == set(moves)
    assert drawn[:3] == [Player.parse("random").choose(game, game.initial, random.Random(n)).move for n in range(3)]
