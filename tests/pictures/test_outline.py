"""Trees as text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import pyengine
from pyengine.errors import SearchError
from pyengine.pictures import draw, grow, render
from pyengine.pictures.narration import frames
from pyengine.pictures.outline import outline
from pyengine.search import PLAIN

from .games import Given, wide


def test_alpha_beta_of_the_textbook() -> None:
    text = draw(pyengine.load("tree_bratko"), algorithm="alphabeta", windows=True)
    assert (
        text
        == """\
tree_bratko: alpha-beta to the end
value 4 · best move b · 11 positions searched · 2 branches pruned

□ a = 4  [−∞, ∞]
┝━ ○ b = 4  [−∞, ∞]
│  ┝━ □ d = 4  [−∞, ∞]
│  │  ├─ ○ h = 1  [−∞, ∞]
│  │  ┕━ ○ i = 4  [1, ∞]
│  └─ □ e ≥ 5  [−∞, 4]  1 pruned (β)
│     ├─ ○ j = 5  [−∞, 4]
│     └┄ ○ k
└─ ○ c ≤ 2  [4, ∞]  1 pruned (α)
   ├─ □ f ≤ 2  [4, ∞]
   │  ├─ ○ l = 2  [4, ∞]
   │  └─ ○ m = 1  [4, ∞]
   └┄ □ g

□ MAX to move   ○ MIN to move   ━━ best play   ┄┄ pruned   ≥ ≤ only a bound
"""
    )


def test_nim_with_a_table() -> None:
    text = draw(pyengine.load("nim"), algorithm="alphabeta", options=replace(PLAIN, table=1000), caption=False)
    assert (
        text
        == """\
□ 1 2 2 = 1
┝━ ○ take(1,1) → 2 2 = 1
│  ┝━ □ take(2,1) → 1 2 = 1
│  │  ├─ ○ take(1,1) → 2 = 0
│  │  │  └─ □ take(2,1) → 1 = 0
│  │  ├─ ○ take(2,1) → 1 1 ≤ 0
│  │  │  └─ □ take(1,1) → 1 = 0  (table)
│  │  ┕━ ○ take(2,2) → 1 = 1
│  └─ □ take(2,2) → 2 ≥ 1
│     └─ ○ take(2,1) → 1 = 1  (table)
├─ ○ take(2,1) → 1 1 2 ≤ 1  2 pruned (α)
│  ├─ □ take(1,1) → 1 2 = 1  (table)
│  ├┄ □ take(2,1) → 1 1 1
│  └┄ □ take(2,2) → 1 1
└─ ○ take(2,2) → 1 2 ≤ 1  2 pruned (α)
   ├─ □ take(1,1) → 2 ≤ 1
   │  └─ ○ take(2,1) → 1 = 1  (table)
   ├┄ □ take(2,1) → 1 1
   └┄ □ take(2,2) → 1
"""
    )


def test_plain_ascii() -> None:
    tree = grow(pyengine.load("tree_bratko"), algorithm="alphabeta")
    text = outline(tree, windows=True, ascii=True)
    assert text.isascii()
    assert "|  `- [] e >= 5  [-inf, 4]  1 pruned (beta)\n|     |- () j = 5" in text


def test_gaps() -> None:
    assert draw(wide(2000, 7), nodes=12, caption=False).splitlines()[-1] == "└─ … 1,990 more nodes"


def test_positions_that_are_too_long_are_left_out() -> None:
    class Long(Given):
        def text(self, state: str) -> str:
            return f"a position that takes more words than a node can hold, {state}"

    game = Long({"r": ["r.0", "r.1"]}, {"r.0": (0,), "r.1": (1,)})
    assert draw(game, caption=False) == "□ start = 1\n├─ ○ m0 = 0\n┕━ ○ m1 = 1\n"


def test_a_format_that_there_is_not() -> None:
    with pytest.raises(SearchError, match=r"no format 'png'; there are: text, svg, html"):
        draw(pyengine.load("nim"), format="png")  # type: ignore[arg-type]


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_what_the_rules_cut_off_is_shown_as_such(algorithm: str, tmp_path: Path) -> None:
    (tmp_path / "game.pl").write_text(
        "player(max). player(min). initial(a). to_move(a, max). to_move(b, min). move(a, b, b). move(a, c, c). "
        "move(b, c, c). terminal(c). utility(c, 1). staticval(b, 5). cutoff(b, 1)."
    )
    tree = grow(pyengine.load(tmp_path / "game.pl"), algorithm=algorithm, depth=2)
    text = outline(tree)
    assert "b ≈ 5" in text
    assert "(cut off)\n" in text
    assert "cut off by the game's own test" in text
    assert any("cut off by the game's own test" in frame.words for frame in frames(tree))
    assert "≈5✂" in render(tree, "svg")
