"""What does a test for cutting off save? Breakthrough, searched with and without the `cutoff/2` of its rules.

Lines in which one side is two pieces ahead are cut off. To the same depth, the move stays the same, and fewer positions
are entered.
"""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table

from pyengine import Limit, Options, load, search

RULES = Path(__file__).with_name("one_sided.pl")
DEPTHS = (4, 5, 6, 7)


def main() -> None:
    """Count the nodes of each depth."""
    console = Console(highlight=False, markup=False, soft_wrap=True)
    game = load(RULES, width=5)
    table = Table("depth", "cut off", "not cut off", "move")
    for depth in DEPTHS:
        cut, whole = (
            search(game, limit=Limit(depth=depth), options=Options(cutoff=cutoff)) for cutoff in (True, False)
        )
        same = str(cut.best) if cut.best == whole.best else f"{cut.best}, not cut off {whole.best}"
        table.add_row(str(depth), f"{cut.nodes:,}", f"{whole.nodes:,}", same)
    console.print(table)


if __name__ == "__main__":
    main()
