"""A process that asks one reasoner for calls, one after the other, and says what became of each.

It is started with the name of a reasoner, reads a list of calls as JSON from its input, and writes a line of JSON
before and after each step, so that whoever started it knows which one it died of. What it loads are rule files with
several calls, each a position of its own; a file that cannot be loaded is halved until the call is found that stands
in the way.
"""

from __future__ import annotations

import json
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pyengine import Budget, load
from pyengine.errors import PyengineError

MEBIBYTE = 1024 * 1024


def tell(**what: Any) -> None:
    """Write one line for the one who waits."""
    print(json.dumps(what), flush=True)


class Meter:
    """How long a step takes, and how much memory it takes at its peak."""

    def __init__(self) -> None:
        self._began, self._cpu = time.monotonic(), time.process_time()
        Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
        self._before = _status_kib("VmRSS")

    def read(self) -> dict[str, float]:
        """Give seconds of the clock and of the processor, and mebibytes."""
        seconds, cpu = time.monotonic() - self._began, time.process_time() - self._cpu
        return {"seconds": seconds, "cpu": cpu, "mebibytes": (_status_kib("VmHWM") - self._before) / 1024}


def _status_kib(name: str) -> int:
    status = Path("/proc/self/status").read_text()
    return int(status.partition(f"{name}:")[2].split()[0])


def answer(reasoner: Any, prelude: str, calls: Sequence[tuple[int, str]], budget: Budget) -> None:
    """Ask for calls of one file."""
    numbers = [number for number, _ in calls]
    tell(begin="load", numbers=numbers)
    clauses = "".join(f"move({n}, a, t) :- call_{n}.\ncall_{n} :- {body}.\n" for n, body in calls)
    meter = Meter()
    try:
        with TemporaryDirectory() as folder:
            path = Path(folder, "extremes.pl")
            path.write_text(prelude + clauses, encoding="utf-8")
            game = load(path, reasoner=reasoner, budget=budget)
    except PyengineError as error:
        tell(end="load", numbers=numbers, outcome="refused", text=str(error)[:300], **meter.read())
        if len(calls) > 1:
            half = len(calls) // 2
            answer(reasoner, prelude, calls[:half], budget)
            answer(reasoner, prelude, calls[half:], budget)
        return
    except BaseException:
        tell(end="load", numbers=numbers, outcome="crash", text=traceback.format_exc()[-3000:], **meter.read())
        return
    tell(end="load", numbers=numbers, outcome="loaded", text="", **meter.read())
    for number in numbers:
        _ask(game, number)
    game.close()


def _ask(game: Any, number: int) -> None:
    tell(begin="call", numbers=[number])
    meter = Meter()
    try:
        state = game.state(number)
        found = game.expand(state)
        outcome, text = "answer", "holds" if found.moves else "fails"
    except PyengineError as error:
        outcome, text = type(error).__name__, str(error)[:300]
    except BaseException:
        outcome, text = "crash", traceback.format_exc()[-3000:]
    tell(end="call", numbers=[number], outcome=outcome, text=text, **meter.read())


def main() -> None:
    """Answer what stands in the input."""
    (reasoner,) = sys.argv[1:]
    asked = json.load(sys.stdin)
    budget = Budget(seconds=asked["seconds"], memory_bytes=asked["mebibytes"] * MEBIBYTE)
    for batch in asked["batches"]:
        answer(reasoner, batch["prelude"], [(number, body) for number, body in batch["calls"]], budget)
    tell(end="all", numbers=[])


main()
