"""Calls made in a child process, one after the other; whatever becomes of the child, the rest is made by the next one.

python -m tests.extremes.supervising REASONER SEED EACH [NAME]     prints what went wrong
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from .calls import PRELUDE, Call, Extremes

SECONDS: Final = 2
MEBIBYTES: Final = 256
_PATIENCE_SECONDS: Final = 20
"""How long to wait for a word of the child before it is taken for dead: other work may go on beside."""
_REFERENCE_SECONDS: Final = 0.15
"""What the work of `_slowness` takes of the processor on a machine of the usual speed."""
_CHILD: Final = Path(__file__).with_name("answering.py")


@dataclass(frozen=True)
class Outcome:
    """What became of a call: `answer`, the name of an error, `refused`, `crash`, `signal`, `hang`, `slow`, `large`."""

    call: Call
    kind: str
    text: str
    seconds: float = 0.0
    mebibytes: float = 0.0

    @property
    def is_bad(self) -> bool:
        """Whether it is not an answer or one error, within twice the budget on a machine of the usual speed."""
        return self.kind in ("crash", "signal", "hang", "slow", "large")

    def __str__(self) -> str:
        return f"{self.kind} {self.seconds:.1f} s {self.mebibytes:.0f} MiB: {self.call.body}\n    {self.text}"


def _import(library: str) -> str:
    return f":- use_module(library({library})).\n" if library else ""


class _Child:
    def __init__(self, reasoner: str, batches: Sequence[Sequence[tuple[int, Call]]]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(_CHILD), reasoner],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        asked = [
            {
                "prelude": PRELUDE + _import(batch[0][1].library),
                "calls": [(number, call.body) for number, call in batch],
            }
            for batch in batches
        ]
        self._lines: queue.Queue[str] = queue.Queue()
        self.errors: list[str] = []
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        threading.Thread(target=self._pump, args=(self._process.stdout,), daemon=True).start()
        threading.Thread(
            target=lambda file: self.errors.extend(file), args=(self._process.stderr,), daemon=True
        ).start()
        json.dump({"seconds": SECONDS, "mebibytes": MEBIBYTES, "batches": asked}, self._process.stdin)
        self._process.stdin.close()

    def _pump(self, file: IO[str]) -> None:
        for line in file:
            self._lines.put(line)
        self._lines.put("")

    def messages(self) -> Iterator[dict[str, Any]]:
        """Give what the child says; the last is `{"dead": why}` where it does not come to its end."""
        while True:
            try:
                line = self._lines.get(timeout=_PATIENCE_SECONDS)
            except queue.Empty:
                self._process.kill()
                self._process.wait()
                yield {"dead": "hang", "text": f"no word for {_PATIENCE_SECONDS} s"}
                return
            if not line:
                status = self._process.wait()
                yield {"dead": "signal", "text": f"status {status}: {''.join(self.errors)[-2000:]}"}
                return
            if not line.startswith("{"):
                continue
            message = json.loads(line)
            if message.get("end") == "all":
                self._process.wait()
                return
            yield message


def outcomes(reasoner: str, calls: Iterable[Call], batch: int = 20) -> Iterator[Outcome]:
    """Make all calls, and tell what became of each, as it is known."""
    numbered = dict(enumerate(calls))
    waiting = _batches(numbered, list(numbered), batch)
    while waiting:
        child = _Child(reasoner, [[(n, numbered[n]) for n in part] for part in waiting])
        left = {number for part in waiting for number in part}
        at: list[int] = []
        loading = False
        waiting = []
        for message in child.messages():
            if "begin" in message:
                at, loading = message["numbers"], message["begin"] == "load"
            elif "dead" in message:
                if len(at) == 1:
                    left.discard(at[0])
                    yield Outcome(numbered[at[0]], message["dead"], message["text"])
                elif not at:
                    raise RuntimeError(f"the child does not start: {message['text']}")
                alone = [n for n in at if n in left] if loading else []
                waiting = [[n] for n in alone]
                waiting += _batches(numbered, [n for n in sorted(left) if n not in alone], batch)
            elif message["end"] == "call" or (len(at) == 1 and message["outcome"] != "loaded"):
                left.discard(at[0])
                yield _outcome(numbered[at[0]], message)
            elif message["outcome"] == "crash":
                waiting_alone = [n for n in at if n in left]
                for number in waiting_alone:
                    left.discard(number)
                    yield from outcomes(reasoner, [numbered[number]])


def _batches(numbered: dict[int, Call], numbers: Sequence[int], size: int) -> list[list[int]]:
    """Put calls that need the same library together."""
    by_library: dict[str, list[int]] = {}
    for number in numbers:
        by_library.setdefault(numbered[number].library, []).append(number)
    return [part[i : i + size] for part in by_library.values() for i in range(0, len(part), size)]


def _slowness() -> float:
    """Give how many times as long this machine takes now: the end of a call is work, not a time."""
    began, total = time.process_time(), 0
    for number in range(2_000_000):
        total += number
    return max(1.0, (time.process_time() - began) / _REFERENCE_SECONDS)


def _outcome(call: Call, message: dict[str, Any]) -> Outcome:
    kind, seconds, mebibytes = message["outcome"], min(message["seconds"], message["cpu"]), message["mebibytes"]
    if kind != "crash" and seconds > 2 * SECONDS and seconds > 2 * SECONDS * _slowness():
        kind = "slow"
    elif kind != "crash" and mebibytes > 2 * MEBIBYTES:
        kind = "large"
    return Outcome(call, kind, f"{message['outcome']}: {message['text']}", message["seconds"], mebibytes)


def main() -> None:
    """Make calls from the command line."""
    reasoner, seed, each, *names = sys.argv[1:]
    calls = [c for c in Extremes(seed).calls(int(each)) if not names or any(name in c.body for name in names)]
    counts: Counter[str] = Counter()
    for number, outcome in enumerate(outcomes(reasoner, calls)):
        counts[outcome.kind] += 1
        if outcome.is_bad:
            print(outcome, flush=True)
        if number % 100 == 99:
            print(number + 1, "of", len(calls), dict(counts), file=sys.stderr, flush=True)
    print(dict(counts))


if __name__ == "__main__":
    main()
