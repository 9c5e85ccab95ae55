"""Each technique of the compiler can be left out, and what rules answer stays the same."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Final

import pytest

from pyengine import load, perft
from pyengine.api import find_rules
from pyengine.compiler.techniques import NAMES, without
from pyengine.language.gate import examine_file
from pyengine.reasoners.c import write_c
from pyengine.reasoners.compiled import CompiledGame

GAMES: Final = {"connect_four": 4, "breakthrough": 2, "english_draughts": 4, "othello": 4}

RULES: Final = """
player(a). player(b). initial(s(a, 5)). to_move(s(P, _), P). utility(s(_, _), 0).
move(s(P, N), M, s(Q, N1)) :- other(P, Q), N > 0, between(1, 3, K), steps(K, N, M), M >= 0, N1 is N - 1.
other(a, b). other(b, a).
steps(0, N, N) :- !.
steps(K, N, M) :- N1 is N - 1, K1 is K - 1, steps(K1, N1, M).
"""


def written(source: str | Path) -> str:
    game = CompiledGame(examine_file(find_rules(source), trust=False).program)
    return write_c(game).text


@pytest.mark.parametrize(
    "name", [name if name == "connect_four" else pytest.param(name, marks=pytest.mark.hunt) for name in GAMES]
)
def test_games_are_the_same_without_all_techniques(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = [_played(name)]
    monkeypatch.setenv("PYENGINE_CACHE", str(tmp_path))
    with without(*NAMES):
        played.append(_played(name))
    assert played[0] == played[1]


def _played(name: str) -> list[Any]:
    """Count move sequences, walk some games move by move, and play random games in C."""
    game = load(name, reasoner="c")
    seen: list[Any] = [perft(game, GAMES[name])]
    choice = random.Random(7)
    for _ in range(3):
        state = game.initial
        while (found := game.expand(state)).children:
            seen.append([str(move) for move in found.moves])
            state = choice.choice(found.children)
    played = game.kernel.playouts(game.initial, 200, 1, plies=10_000)
    assert not game.escapes
    return [*seen, played.played, played.plies, list(played.sums)]


def test_recursion_and_loops_over_constants_are_written_out(tmp_path: Path) -> None:
    (tmp_path / "rules.pl").write_text(RULES, encoding="utf-8")
    assert "p_steps" not in written(tmp_path / "rules.pl")
    with without("unrolls", "unfolds"):
        assert "p_steps" in written(tmp_path / "rules.pl")


def test_recursion_that_does_not_end_soon_stays_a_call(tmp_path: Path) -> None:
    rules = RULES.replace("between(1, 3, K), steps(K, N, M)", "K = 900, steps(K, N, M0), M is M0 + 1000")
    (tmp_path / "rules.pl").write_text(rules, encoding="utf-8")
    assert "p_steps" in written(tmp_path / "rules.pl")
    assert perft(load(str(tmp_path / "rules.pl"), reasoner="python"), 2) == 1


def test_large_loops_stay_loops(tmp_path: Path) -> None:
    rules = RULES.replace("between(1, 3, K)", "between(1, 300, K), K < 4")
    (tmp_path / "rules.pl").write_text(rules, encoding="utf-8")
    assert "for (" in written(tmp_path / "rules.pl")


def test_alternatives_keep_their_order_and_their_cuts(tmp_path: Path) -> None:
    rules = """
    player(a). player(b). initial(0). to_move(_, a). utility(_, 0).
    move(0, M, 1) :- pick(two, M).
    pick(Kind, M) :- way(Kind, N), member(M, [x(N), y(N)]), \\+ M = y(1).
    pick(Kind, M) :- last(Kind, M), !.
    pick(_, never).
    way(one, 1). way(two, 1). way(two, 2).
    last(two, z). last(two, zz).
    """
    (tmp_path / "rules.pl").write_text(rules, encoding="utf-8")
    for reasoner in ("python", "c"):
        game = load(str(tmp_path / "rules.pl"), reasoner=reasoner)
        assert [str(move) for move in game.expand(game.initial).moves] == ["x(1)", "x(2)", "y(2)", "z"]
