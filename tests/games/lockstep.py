"""A rule file and its twin, side by side through one game played at random."""

from __future__ import annotations

import random
from typing import Any

import pyengine
from pyengine.game import estimates


def go_together(rules: Any, native: Any, seed: int) -> None:
    """Play a game on both sides; whatever is asked of a position, both give the same answer."""
    chance = random.Random(seed)
    here, there = rules.initial, native.initial
    while True:
        assert rules.text(here) == native.text(there)
        assert str(rules.to_move(here)) == native.to_move(there)
        assert estimates(rules) == estimates(native)
        assert not estimates(rules) or rules.staticval(here) == native.staticval(there)
        assert tuple(tuple(cell.name for cell in row) for row in rules.board(here)) == native.board(there)
        ours, theirs = rules.expand(here), pyengine.expand(native, there)
        assert ours.utilities == theirs.utilities
        assert [rules.move_text(m, here) for m in ours.moves] == [native.move_text(m, there) for m in theirs.moves]
        assert list(native.actions(there)) == list(theirs.moves)
        assert native.is_terminal(there) == (not theirs.moves)
        if ours.utilities is not None:
            assert [rules.utility(here, p) for p in rules.players] == [native.utility(there, p) for p in native.players]
            return
        assert str(rules.players[ours.mover]) == native.players[theirs.mover]
        chosen = chance.randrange(len(ours.moves))
        assert native.result(there, theirs.moves[chosen]) == theirs.children[chosen]
        here, there = ours.children[chosen], theirs.children[chosen]
