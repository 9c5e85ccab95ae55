"""Text is never silently a position: functions read it, methods refuse it, and all reasoners do the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine import Atom, InvalidStateError, Limit, PyengineError, String
from pyengine.native import twin
from pyengine.pictures import grow
from pyengine.stores import SolvedStore

REASONERS = ("python", "c", "swi")
WON = "s(x,[x,o,x,o,o,x,e,e,e])"
QUOTED = """player(max). player(min). initial('Start here').
to_move('Start here', max). to_move('f(x)', min). to_move(f(x), max).
move('Start here', quoted, 'f(x)'). move('Start here', plain, f(x)).
move('f(x)', on, 'Bad End'). move(f(x), on, good).
utility('Bad End', -1). utility(good, 1).
"""

ASKS: dict[str, Callable[[Any, Any], Any]] = {
    "search": lambda game, state: pyengine.search(game, state, limit=Limit(depth=9)).value,
    "solve": lambda game, state: pyengine.solve(game, state).value,
    "all best": lambda game, state: pyengine.solve(game, state, all_best=True).value,
    "max^n": lambda game, state: pyengine.solve(game, state, alliance="maxn").value,
    "paranoid": lambda game, state: pyengine.search(game, state, alliance="paranoid", limit=Limit(depth=2)).values,
    "minimax": lambda game, state: pyengine.minimax(game, state).value,
    "perft": lambda game, state: pyengine.perft(game, 2, state),
    "split": lambda game, state: len(pyengine.perft(game, 2, state, split=True)),
    "playout": lambda game, state: pyengine.playout(game, 1, state).plies,
    "playouts": lambda game, state: pyengine.playouts(game, 9, state=state).plies,
    "states": lambda game, state: len(list(pyengine.states(game, state))),
    "count": lambda game, state: pyengine.count_states(game, state),
    "retrograde": lambda game, state: pyengine.retrograde(game, state).result.value,
    "also": lambda game, state: len(pyengine.retrograde(game, state, also=[state])),
    "labels": lambda game, state: pyengine.retrograde(game, state).value(state),
    "distances": lambda game, state: pyengine.retrograde(game, state).distance(state),
    "contains": lambda game, state: state in pyengine.retrograde(game, state),
    "best": lambda game, state: str(pyengine.retrograde(game, state).best(state)),
    "best moves": lambda game, state: len(pyengine.retrograde(game, state).best_moves(state)),
    "visiting": lambda game, state: pyengine.solve(game, state, cycles="visiting").value,
    "tree": lambda game, state: grow(game, state, depth=2).root.worth,
}
METHODS = ("expand", "actions", "is_terminal", "to_move", "term", "text", "term_text", "board", "show", "noisy")


@pytest.fixture(scope="module", params=REASONERS)
def game(request: pytest.FixtureRequest) -> Any:
    return pyengine.load("tictactoe", reasoner=request.param)


@pytest.mark.parametrize("ask", ASKS)
def test_functions_read_text_and_terms(game: Any, ask: str) -> None:
    state = game.parse_state(WON)
    wanted = ASKS[ask](game, state)
    assert ASKS[ask](game, WON) == wanted
    assert ASKS[ask](game, game.term(state)) == wanted
    assert ASKS[ask](game, f"  {WON} ") == wanted


def test_the_value_of_text_is_that_of_the_position(game: Any) -> None:
    assert pyengine.solve(game, state=WON).value == 1


@pytest.mark.parametrize("text", ["s(x,[x,o", "X", "f(X)", "", "a b", "a. b."])
@pytest.mark.parametrize("ask", [ask for ask in ASKS if ask not in ("contains",)])
def test_text_that_cannot_be_read_is_refused(game: Any, ask: str, text: str) -> None:
    with pytest.raises(InvalidStateError):
        ASKS[ask](game, text)


def test_text_is_in_no_solution_where_it_cannot_be_read(game: Any) -> None:
    assert "s(x,[x,o" not in pyengine.retrograde(game, WON)


def test_stores_read_text(game: Any, tmp_path: Path) -> None:
    with SolvedStore(tmp_path / "kept.db", create=True) as store:
        assert store.solve(game, WON).value == 1
        assert pyengine.solve(game, WON, store=store).nodes == 1
        with pytest.raises(InvalidStateError):
            store.solve(game, "s(x,[x,o")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("text", [WON, "a", "x", ""])
def test_methods_refuse_text(game: Any, method: str, text: str) -> None:
    with pytest.raises(InvalidStateError):
        getattr(game, method)(text)
    for other in (game.utility, game.result, game.order):
        with pytest.raises(InvalidStateError):
            other(text, Atom("x"))


@pytest.mark.parametrize("reasoner", REASONERS)
def test_positions_that_are_atoms(reasoner: str) -> None:
    game: Any = pyengine.load("tree_bratko", reasoner=reasoner)
    for state in pyengine.states(game):
        name = game.text(state)
        assert pyengine.solve(game, name).value == pyengine.solve(game, state).value
        assert pyengine.solve(game, Atom(name)).value == pyengine.solve(game, state).value
        with pytest.raises(InvalidStateError):
            game.expand(name)
    with pytest.raises(PyengineError):
        pyengine.solve(game, "nowhere")


@pytest.mark.parametrize("reasoner", REASONERS)
def test_an_atom_is_not_the_term_that_it_spells(reasoner: str, tmp_path: Path) -> None:
    file = tmp_path / "quoted.pl"
    file.write_text(QUOTED, encoding="utf-8")
    game: Any = pyengine.load(file, reasoner=reasoner)
    values = {game.text(state): pyengine.solve(game, state).value for state in pyengine.states(game)}
    assert values == {"'Start here'": 1, "'f(x)'": -1, "f(x)": 1, "'Bad End'": -1, "good": 1}
    assert {text: pyengine.solve(game, text).value for text in values} == values
    assert dict(zip(values, [game.term_text(state) for state in pyengine.states(game)], strict=True)) == {
        text: text for text in values
    }


def test_native_games_read_text_where_they_can() -> None:
    game: Any = twin("tictactoe")
    rules: Any = pyengine.load("tictactoe")
    text = game.text(game.initial)
    if hasattr(game, "parse_state"):
        assert pyengine.solve(game, text).value == pyengine.solve(rules).value
    else:
        with pytest.raises(InvalidStateError, match="does not read positions"):
            pyengine.solve(game, text)


def test_players_may_be_named(game: Any) -> None:
    over = game.parse_state("s(o,[x,x,x,o,o,e,e,e,e])")
    assert game.to_move(game.initial) == "x"
    assert [game.utility(over, player) for player in ("x", "o")] == [1, -1]
    assert [game.utility(over, Atom(player)) for player in ("x", "o")] == [1, -1]
    for player in ("X", "z", String("x"), None):
        with pytest.raises(InvalidStateError, match="is not a player"):
            game.utility(over, player)


def test_an_atom_is_its_name() -> None:
    assert Atom("white") == "white" == Atom("white")
    assert Atom("white") != "black"
    assert Atom("white") != String("white")
    assert String("white") != "white"
    assert len({Atom("white"), "white"}) == 1
    assert len({Atom("white"), String("white")}) == 2
    assert pyengine.read_term("f(white)").args == ("white",)  # type: ignore[union-attr]
