"""SWI-Prolog as the judge of the reader: its terms, and ours, in one comparable notation."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from pyengine.terms import Atom, Compound, List, String, Term, Var

_PROGRAM = Path(__file__).with_name("oracle.pl")
_SENTENCE, _JOB = "\x1e.\n", "\x1d.\n"


def ask(kind: str, jobs: Sequence[str]) -> list[list[str]]:
    """Let SWI-Prolog read files (`kind` "file") or texts ("text"); a list of records for each."""
    given = "".join(f"{kind} {len(job)}\n{job}" for job in jobs)
    done = subprocess.run(
        ["swipl", "-q", "--stack-limit=4g", str(_PROGRAM)],
        input=given.encode(),
        capture_output=True,
        check=False,
    )
    answers = done.stdout.decode().split(_JOB)
    assert len(answers) == len(jobs) + 1, done.stderr.decode()[-2000:]
    return [answer.split(_SENTENCE)[:-1] for answer in answers[:-1]]


def notation(term: Term) -> str:
    """Write a term as oracle.pl does."""
    out: list[str] = []
    numbers: dict[Var, int] = {}
    stack: list[Term] = [term]
    while stack:
        t = stack.pop()
        if isinstance(t, Var):
            out.append(f"v{numbers.setdefault(t, len(numbers) + 1)}")
        elif isinstance(t, Atom):
            out.append(f"a{len(t.name)}:{t.name}")
        elif isinstance(t, Compound):
            out.append(f"c{len(t.args)}:{len(t.name)}:{t.name}")
            stack.extend(reversed(t.args))
        elif isinstance(t, List):
            if not t.items:
                out.append("n")
                continue
            out.append(f"l{len(t.items)}:")
            stack.append(t.tail)
            stack.extend(reversed(t.items))
        elif isinstance(t, String):
            out.append(f"s{len(t.text)}:{t.text}")
        elif isinstance(t, float):
            out.append(f"f{t:.16e};")
        elif isinstance(t, Fraction):
            out.append(f"r{t.numerator}r{t.denominator};")
        else:
            out.append(f"i{t};")
    return "".join(out)
