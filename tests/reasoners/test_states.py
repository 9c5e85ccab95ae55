"""What is not a state is refused, and never reaches Prolog: it would read past the end of the bytes."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyengine.errors import InvalidStateError
from pyengine.terms import Atom, Compound, List, String, Term

ROOT = Path(__file__).parents[2]
TERMS: list[Term] = [
    Atom("a"),
    Atom(""),
    Atom("λ"),
    Atom("x" * 300),
    List(()),
    0,
    -1,
    2**40,
    -(2**63),
    2**63,
    -(2**200),
    1.5,
    String(""),
    String("hé"),
    String("λ" * 100),
    Compound("f", (1, Atom("b"), List((1, 2)))),
    Compound("f", tuple(range(200))),
    List(tuple(range(5000))),
]
METHODS: dict[str, Callable[[Any, Any], object]] = {
    "expand": lambda game, state: game.expand(state),
    "to_move": lambda game, state: game.to_move(state),
    "actions": lambda game, state: game.actions(state),
    "result": lambda game, state: game.result(state, Atom("m")),
    "is_terminal": lambda game, state: game.is_terminal(state),
    "utility": lambda game, state: game.utility(state, Atom("a")),
    "staticval": lambda game, state: game.staticval(state),
    "canonical": lambda game, state: game.canonical(state),
    "order": lambda game, state: game.order(state, Atom("m")),
    "noisy": lambda game, state: game.noisy(state),
    "board": lambda game, state: game.board(state),
    "show": lambda game, state: game.show(state),
    "term": lambda game, state: game.term(state),
    "text": lambda game, state: game.text(state),
    "move_text": lambda game, state: game.move_text(Atom("m"), state),
    "parse_move": lambda game, state: game.parse_move("m", state),
}
FULL = """
player(a). player(b). initial(s). to_move(_, a). move(s, m, t). utility(_, 0). staticval(_, 0). canonical(S, S).
order(_, _, 0). noisy(_). board(S, [[S]]). show(_, x). notation(S, S). move_notation(_, M, M).
"""
PLAIN = "player(a). player(b). initial(s). to_move(_, a). move(s, m, t). utility(_, 0)."


def not_states(record: bytes) -> list[object]:
    newer = bytes([record[0] + 0x20]) + record[1:]
    return [
        *("text", "", None, 0, 1.5, [], Atom("s"), Compound("s", (1,)), bytearray(record), memoryview(record)),
        *(b"", b"abc", b"r", b"r\x81", b"r\x00\x00", b"v", b"v\x09", b"v\x00", b"v\x02\x01", b"v\x09" + b"x" * 9),
        *(b"z", b"z\x0b", b"z\x0b\x05abc", b"z\x0b\x03abcd", b"z\x0c\x03abc", b"z\xff", b"z\x09\x09"),
        *(b"r\xff\xff\xff\xff\xff", b"r" + b"\xff" * 200, b"r\x80" + record[1:], b"\x00" + record, newer),
        *(record[:-1], record[:2], record + b"x", record + record),
    ]  # fmt: skip


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("text", [FULL, PLAIN], ids=["full", "plain"])
def test_what_is_not_a_state_is_refused(load: Any, text: str, method: str) -> None:
    game = load(text)
    record = game.state(Compound("f", (Atom("a"), 1)))
    for wrong in not_states(record):
        if wrong is None and method in ("parse_move", "move_text"):
            continue  # without a state
        with pytest.raises(InvalidStateError):
            METHODS[method](game, wrong)


def test_random_bytes_are_refused(load: Any) -> None:
    game = load(PLAIN)
    chance = random.Random(5)
    for _ in range(20_000):
        wrong = bytes(chance.randrange(256) for _ in range(chance.randrange(12, 40)))
        if wrong[0] in b"rvz" and chance.random() < 0.9:
            continue
        with pytest.raises(InvalidStateError):
            game.expand(wrong)


@pytest.mark.parametrize("term", TERMS, ids=lambda term: str(term)[:12])
def test_every_cut_of_a_record_is_refused(load: Any, term: Term) -> None:
    game = load(PLAIN.replace("move(s, m, t)", "move(s, m, t). terminal(_)"))
    record = game.state(term)
    assert game.term(record) == term
    assert game.expand(record).utilities == (0, 0)
    for length in {*range(min(len(record), 300)), len(record) - 1}:
        with pytest.raises(InvalidStateError):
            game.expand(record[:length])
        with pytest.raises(InvalidStateError):
            game.term(record[:length])
    for more in (b"\x00", b"x", record):
        with pytest.raises(InvalidStateError):
            game.expand(record + more)


def test_a_state_of_a_subclass_of_bytes_is_one(load: Any) -> None:
    class Named(bytes):
        pass

    game = load(PLAIN)
    assert game.expand(Named(game.initial)) == game.expand(game.initial)


SCRIPT = """
import sys
sys.path.insert(0, "tests/reasoners")
from conftest import COUNTDOWN, load_text
from test_states import METHODS, not_states
from pyengine.errors import InvalidStateError
game = load_text(COUNTDOWN)
for wrong in not_states(game.initial):
    for name, method in METHODS.items():
        if wrong is not None or name not in ("parse_move", "move_text"):
            try:
                method(game, wrong)
            except InvalidStateError:
                continue
            raise AssertionError(name)
assert len(game.expand(game.initial).children) == 2
"""


def test_the_process_survives() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", SCRIPT],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=ROOT,
    )
    assert (done.returncode, done.stderr) == (0, "")
