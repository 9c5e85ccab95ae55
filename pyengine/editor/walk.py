"""The walk through a game that is open in an editor: what `pyengine check` finds when the rules run."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

from pyengine.editor.runs import Run, run_command
from pyengine.editor.view import View
from pyengine.errors import Finding, Place, Severity

WALK_SECONDS: Final = 10.0
"""How long the rules may be walked."""
_TO_END: Final = 20.0
"""How much longer the process may take, to begin and to end, before it is killed."""


async def walk(view: View) -> tuple[Finding, ...]:
    """Find what is wrong with rules in which nothing is wrong at sight, by running them."""
    if any(finding.severity is Severity.ERROR for finding in view.examined.findings):
        return ()
    words = ["check", "--json", "--coverage", "--seconds", str(WALK_SECONDS)]
    try:
        run = await run_command(view, words, seconds=WALK_SECONDS + _TO_END, rules_at=len(words))
    except TimeoutError:
        return (_not_walked(view, f"it did not end within {WALK_SECONDS + _TO_END:g} s"),)
    except OSError as error:
        return (_not_walked(view, error.strerror or str(error)),)
    try:
        told = json.loads(run.output)
    except ValueError:
        return (_not_walked(view, run.named(run.errors).strip() or f"the process ended with status {run.status}"),)
    known = {(finding.code, finding.message) for finding in view.examined.findings}
    found = (_real(made, run) for made in map(Finding.from_json, told))
    return tuple(finding for finding in found if (finding.code, finding.message) not in known)


def _real(made: Finding, run: Run) -> Finding:
    """Tell a finding of the texts that people have, not of those that were written for the run."""
    place = None if made.place is None else replace(made.place, file=run.paths.get(made.place.file, made.place.file))
    hint, called = (None if text is None else run.named(text) for text in (made.hint, made.called))
    return replace(made, message=run.named(made.message), place=place, hint=hint, called=called)


def _not_walked(view: View, why: str) -> Finding:
    message = f"the game was not walked: {why}"
    return Finding(Severity.WARNING, "not-walked", message, Place(view.program.source.name, 1, 1))
