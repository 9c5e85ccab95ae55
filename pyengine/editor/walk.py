"""The walk through a game that is open in an editor: what `pyengine check` finds when the rules run."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Final

from pyengine.editor.runs import run_command
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
    found = (replace(made, message=run.named(made.message)) for made in map(Finding.from_json, told))
    placed = (replace(made, place=_real(made.place, run.paths)) for made in found)
    return tuple(finding for finding in placed if (finding.code, finding.message) not in known)


def _real(place: Place | None, paths: dict[str, str]) -> Place | None:
    return None if place is None else replace(place, file=paths.get(place.file, place.file))


def _not_walked(view: View, why: str) -> Finding:
    message = f"the game was not walked: {why}"
    return Finding(Severity.WARNING, "not-walked", message, Place(view.program.source.name, 1, 1))
