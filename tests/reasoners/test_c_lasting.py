"""How long a game in C lasts, and when it leaves questions to Python for good."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine.cli import main
from pyengine.errors import InvalidStateError
from pyengine.search import Limit, count_states, minimax, perft, playouts, retrograde, search, states
from pyengine.terms import Atom

AFTER_ITS_THREAD = """
import sys, threading, pyengine
games = []
thread = threading.Thread(target=lambda: games.append(pyengine.load("nim", reasoner="c", piles=[3, 4, 5])))
thread.start()
thread.join()
del thread
for _ in range(4):
    other = threading.Thread(target=lambda: [bytes([255]) * size for size in range(8, 20000)])
    other.start()
    other.join()
print(pyengine.perft(games[0], 3), dict(games[0].kernel.escapes))
"""


def test_a_game_outlives_the_thread_that_loaded_it() -> None:
    freed_memory_is_overwritten = {
        "MALLOC_ARENA_MAX": "1",
        "MALLOC_PERTURB_": "165",
        "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0",
    }
    done = subprocess.run(
        [sys.executable, "-c", AFTER_ITS_THREAD],
        env={**os.environ, **freed_memory_is_overwritten},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "623 {}\n", "")


QUESTIONS: dict[str, Callable[[Any], Any]] = {
    "perft": lambda game: perft(game, 3),
    "count_states": count_states,
    "states": lambda game: list(states(game)),
    "playouts": lambda game: playouts(game, 10),
    "minimax": minimax,
    "search": lambda game: search(game, limit=Limit(depth=2)),
    "retrograde": retrograde,
    "expand": lambda game: game.expand(game.initial),
    "actions": lambda game: game.actions(game.initial),
    "to_move": lambda game: game.to_move(game.initial),
    "score_moves": lambda game: game.score_moves(game.initial),
    "canonical": lambda game: game.canonical(game.initial),
    "without_memory": lambda game: game.without_memory(game.initial),
    "term": lambda game: game.term(game.initial),
    "text": lambda game: game.text(game.initial),
    "show": lambda game: game.show(game.initial),
    "state": lambda game: game.state(Atom("a")),
    "parse_state": lambda game: game.parse_state("a"),
    "parse_move": lambda game: game.parse_move("a"),
    "query": lambda game: game.query("true"),
    "what is not even a position": lambda game: game.expand(7),
}


@pytest.mark.parametrize("reasoner", ["c", "python"])
def test_a_closed_game_answers_nothing(reasoner: Any) -> None:
    game = pyengine.load("tictactoe", reasoner=reasoner)
    assert game.reasoner == reasoner
    held, found = game.expand, game.expand(game.initial)
    game.close()
    game.close()
    for ask in (*QUESTIONS.values(), lambda game: held(game.initial)):
        with pytest.raises(InvalidStateError, match=r"^the game tictactoe was closed; load it again$"):
            ask(game)
    assert len(tuple(found.moves)) == 9


def test_positions_that_c_cannot_name_are_left_to_python(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "nul.pl"
    path.write_text(
        "player(max). player(min). initial('a\\x0\\b'). to_move(_, max). move('a\\x0\\b', m, c). utility(c, 3).\n",
        encoding="utf-8",
    )
    game = pyengine.load(path, reasoner="c")
    told = "the positions or players of nul have what C does not do: an atom with a NUL"
    assert (game.reasoner, game.why) == ("python", f"the rules are compiled to Python, not to C: {told}")
    assert minimax(game).value == 3
    for options in ([], ["--explain"], ["--standalone"]):
        assert main(["compile", str(path), "--to", "c", *options]) == 1
        assert capsys.readouterr() == ("", f"pyengine: {told}\n")


OFTEN = """
player(max). player(min). initial(s(0, "")).
to_move(s(D, _), P) :- D mod 2 =:= 0 -> P = max ; P = min.
move(s(D, S), M, s(E, T)) :- D < 5, E is D + 1, member(M, [a, b, c, d]), string_concat(S, M, T).
utility(s(_, S), V) :- split_string(S, "", "", [T]), string_length(T, L), V is L - 3.
staticval(s(D, _), D).
"""


def test_rules_at_which_c_stops_often_are_left_to_python(tmp_path: Path) -> None:
    path = tmp_path / "often.pl"
    path.write_text(OFTEN, encoding="utf-8")
    fast, slow = (pyengine.load(path, reasoner=reasoner) for reasoner in ("c", "python"))

    def walk(game: Any, state: Any) -> Iterator[Any]:
        found = game.expand(state)
        yield game.term(state), found.mover, tuple(found.moves), found.utilities, game.staticval(state)
        for child in found.children:
            yield from walk(game, child)

    assert list(walk(fast, fast.initial)) == list(walk(slow, slow.initial))
    assert dict(fast.escapes) == {"beyond": 200, "often": 1096}  # of 1365 positions, C has answered for 69
    assert fast.why == (
        "the rules are compiled to C, but Python answered 1,296 of 2,730 questions, and answers expand alone now, "
        f"since C stopped at: split_string/4, in {path}:5"
    )
    with pytest.raises(InvalidStateError, match="is not a position"):
        fast.expand(b"\xff")
    assert minimax(fast).value == minimax(slow).value == 2
