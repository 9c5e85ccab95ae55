"""What it saves to make successors one by one: those made, those looked at, and the time, with it and without.

In C, successors are searched while the rules make them, where that is cheaper. In Python, a position at the depth limit
has one successor made, to know that it is not final, in place of all. Run it as `python benchmarks/successors.py`;
`--count` leaves the times out. A search that is not the same with it and without ends it with an assertion.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final, Literal, NamedTuple

from rich.console import Console
from rich.table import Table as Sheet

from pyengine import Limit, Options, load, search, solve
from pyengine.kernel.search import SearchHandle
from pyengine.reasoners.rule_game import RuleGame
from pyengine.search import PLAIN, Result

REPEATS = 9
CONSOLE = Console(width=140)
TABLED: Final = replace(PLAIN, table=1_000_000)
KERNEL: Final[Any] = sys.modules["pyengine.search.kernel_search"]


class Work(NamedTuple):
    """A search: to a depth, or without a limit."""

    reasoner: Literal["c", "python"]
    game: str
    parameters: Mapping[str, Any]
    depth: int | None
    technique: str

    def run(self, game: Any) -> Result[Any]:
        """Do it."""
        options = {"plain": PLAIN, "table": TABLED, "default": Options()}[self.technique]
        if self.depth is None:
            return solve(game, options=options)
        return search(game, limit=Limit(depth=self.depth), options=options)


WORK: Final = (
    Work("c", "tictactoe", {}, None, "plain"),
    Work("c", "dots_and_boxes", {}, None, "plain"),
    Work("c", "dots_and_boxes", {"rows": 2, "columns": 3}, None, "table"),
    Work("c", "nim", {"piles": [3, 4, 5]}, None, "plain"),
    Work("c", "connect_four", {}, 10, "plain"),
    Work("c", "connect_four", {}, 10, "default"),
    Work("c", "breakthrough", {}, 6, "plain"),
    Work("c", "breakthrough", {}, 6, "default"),
    Work("c", "othello", {}, 9, "plain"),
    Work("c", "italian_draughts", {}, 9, "plain"),
    Work("c", "english_draughts", {}, 9, "plain"),
    Work("python", "tictactoe", {}, None, "plain"),
    Work("python", "tictactoe", {}, 6, "plain"),
    Work("python", "dots_and_boxes", {}, 6, "table"),
    Work("python", "connect_four", {}, 6, "plain"),
    Work("python", "connect_four", {}, 6, "default"),
    Work("python", "breakthrough", {}, 4, "plain"),
    Work("python", "breakthrough", {}, 5, "default"),
    Work("python", "othello", {}, 5, "plain"),
    Work("python", "italian_draughts", {}, 6, "plain"),
)


@contextmanager
def making(game: Any, one_by_one: bool) -> Iterator[None]:
    """Let a game make its successors in one way."""
    if game.reasoner == "c":
        KERNEL.LAZY = one_by_one
    elif not one_by_one:
        game.is_terminal = lambda state: RuleGame.is_terminal(game, state)
    try:
        yield
    finally:
        KERNEL.LAZY = True
        vars(game).pop("is_terminal", None)


def count_made(game: Any, run: Callable[[], Result[Any]]) -> tuple[int, Result[Any]]:
    """Count the successors that a search makes."""
    made, expand, whole_run = 0, game.expand, SearchHandle.run

    def counted(handle: SearchHandle, *given: Any, **named: Any) -> Any:
        nonlocal made
        found = whole_run(handle, *given, **named)
        made += found.made
        return found

    def expanded(state: Any) -> Any:
        nonlocal made
        found = expand(state)
        made += len(found.children)
        return found

    def is_terminal(state: Any) -> bool:
        nonlocal made
        is_final: bool = type(game).is_terminal(game, state)
        made += not is_final
        return is_final

    if game.reasoner == "c":
        SearchHandle.run = counted  # type: ignore[method-assign, assignment]
    else:
        game.expand = expanded
        if "is_terminal" not in vars(game):
            game.is_terminal = is_terminal
    try:
        result = run()
        return made, result
    finally:
        SearchHandle.run = whole_run  # type: ignore[method-assign]
        game.expand = expand


def seconds_of(work: Work, game: Any) -> list[float]:
    """Give the best processor time of both ways, which take turns."""
    best = [float("inf")] * 2
    for _ in range(REPEATS):
        for one_by_one in (False, True):
            with making(game, one_by_one):
                start = time.process_time()
                work.run(game)
                best[one_by_one] = min(best[one_by_one], time.process_time() - start)
    return best


def counts(result: Result[Any]) -> tuple[object, ...]:
    """Give all that must be the same."""
    return result.value, result.line, result.nodes, result.leaves, result.cutoffs, result.hits


def main() -> None:
    """Print a row a search."""
    is_timed = "--count" not in sys.argv[1:]
    times = ("all, s", "one by one, s", "ratio") if is_timed else ()
    sheet = Sheet("rules in", "search", "looked at", "made, all", "made, one by one", *times)
    for work in WORK:
        game = load(work.game, reasoner=work.reasoner, **work.parameters)
        made, found = [], []
        for one_by_one in (False, True):
            with making(game, one_by_one):
                number, result = count_made(game, lambda work=work, game=game: work.run(game))  # type: ignore[misc]
            made.append(number)
            found.append(result)
        assert counts(found[0]) == counts(found[1]), work
        size = "".join(f" {value}" for value in work.parameters.values())
        depth = "solved" if work.depth is None else f"depth {work.depth}"
        row = [work.reasoner, f"{work.game}{size}, {depth}, {work.technique}", f"{found[0].visits - 1:,}"]
        row += [f"{number:,}" for number in made]
        if is_timed:
            whole, lazily = seconds_of(work, game)
            row += [f"{whole:.4f}", f"{lazily:.4f}", f"{lazily / whole:.2f}"]
        sheet.add_row(*row)
    CONSOLE.print(sheet)


if __name__ == "__main__":
    main()
