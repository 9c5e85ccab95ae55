"""How much of Prolog the reader reads as SWI-Prolog does, and how quickly.

Compared with the `read_term/3` of the installed SWI-Prolog, sentence by sentence (tests/language/oracle.pl says exactly
what): the rule files, SWI-Prolog's library, and the ISO conformity table. Speed is the reader's alone, on one core.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "language"))

from oracle import Verdict, judge_files, judge_texts, library_files, syntax_cases

from pyengine.language.reading.files import open_source
from pyengine.language.reading.reader import read_program
from pyengine.language.shipped import shipped


def main() -> None:
    """Print the shares read identically, and sentences a second."""
    speed_lines()
    files_line("rule files", sorted(shipped("rules").rglob("*.pl")))
    files_line("library of SWI-Prolog", library_files())
    table_line()


def files_line(title: str, paths: Sequence[Path]) -> None:
    """Print the share of files, and of their sentences, that are read identically; name the others."""
    verdicts = list(judge_files(paths))
    readable = [verdict for verdict in verdicts if not verdict.has_error]
    same = [verdict for verdict in readable if verdict.ours == verdict.theirs]
    total = sum(len(verdict.theirs) for verdict in readable)
    right = sum(matching(verdict) for verdict in readable)
    share = f"{len(same)} of {len(readable)} files ({percent(len(same), len(readable))})"
    print(f"{title}: {share}, {right} of {total} sentences ({percent(right, total)}) read identically")
    for verdict in verdicts:
        if verdict.has_error:
            print(f"  not counted, SWI-Prolog itself reports an error: {verdict.name}")
        elif verdict.ours != verdict.theirs:
            print(f"  different: {verdict.name}")


def matching(verdict: Verdict) -> int:
    """Count the sentences that are the same, in order."""
    return sum(ours == theirs for ours, theirs in zip(verdict.ours, verdict.theirs, strict=False))


def table_line() -> None:
    """Print the agreement on the conformity table, with SWI-Prolog as it runs here and as it was measured."""
    cases = syntax_cases()
    verdicts = list(judge_texts([case["text"] for case in cases]))
    agreed = sum(verdict.agrees for verdict in verdicts)
    share = f"{agreed} of {len(cases)} cases ({percent(agreed, len(cases))})"
    print(f"conformity table: {share} accepted and refused, and read, as by SWI-Prolog here")
    plain = [(case, verdict) for case, verdict in zip(cases, verdicts, strict=True) if case["premise"] is None]
    expected = {True: "reads", False: "syntax_error"}
    stored = sum(case["swi_9_0_4"] == expected[verdict.is_accepted_here] for case, verdict in plain)
    print(f"  with standard operators, as measured: {stored} of {len(plain)} ({percent(stored, len(plain))})")


def speed_lines() -> None:
    """Print how quickly files are read, after the first one."""
    start = time.perf_counter()
    nim, _ = open_source(shipped("rules") / "nim.pl")
    read_program(nim)
    print(f"first file, with loading the grammar: {time.perf_counter() - start:.2f} s")
    sources = [open_source(path)[0] for path in library_files()]
    start = time.perf_counter()
    sentences = sum(len(read_program(source)[0].sentences) for source in sources)
    seconds = time.perf_counter() - start
    lines = sum(source.text.count("\n") for source in sources)
    print(f"speed: {sentences / seconds:,.0f} sentences, {lines / seconds:,.0f} lines a second")


def percent(part: int, whole: int) -> str:
    """Write a share so that 100% means all."""
    return "100%" if part == whole else f"{min(99.99, 100 * part / whole):.2f}%"


if __name__ == "__main__":
    main()
