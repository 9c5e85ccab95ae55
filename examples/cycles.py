"""Is ignoring the positions under way a sound treatment of cycles? A small game where it is not, and the exact answer.

In `rules/visiting_trap.pl` MAX can walk up and down the stairs for ever, or leave by the garden and be free. The
procedure of the lecture notes marks the positions that it is visiting, and ignores them as successors.
"""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

import pyengine
from pyengine.search.trace import Event


def main() -> None:
    """Solve the game both ways, and show where the procedure goes wrong."""
    console = Console(highlight=False, soft_wrap=True)
    game = pyengine.load("visiting_trap")
    events: list[Event] = []
    visiting = pyengine.solve(game, cycles="visiting", trace=events.append)
    solution = pyengine.retrograde(game)
    console.print(f"the start is worth {solution.result.value}, by retrograde analysis; ignoring positions that are")
    console.print(f"being visited makes it {visiting.value} ({visiting.reason.value})\n")
    table = Table("position", "exact value", "plies to the end", "visiting, asked here")
    for label in solution:
        here = pyengine.solve(game, label.state, cycles="visiting").value
        table.add_row(game.text(label.state), str(label.value), str(label.distance), str(here))
    console.print(table)
    console.print("\nWhat the procedure does from the start:")
    for event in events:
        console.print(f"  {event.text(game.text)}")
    console.print(
        "\nAsked in the cellar itself it finds the stairs, and is right. On its way through the garden it comes to\n"
        "the cellar while the garden is being visited, ignores the stairs, finds only prison, and keeps that value."
    )


if __name__ == "__main__":
    main()
