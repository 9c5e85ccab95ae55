"""The names of reasoners, as they are chosen from Python, on the command line and for tournaments."""

from __future__ import annotations

from typing import Final, Literal, get_args

Reasoner = Literal["auto", "python", "c", "swi"]
"""Who answers for a rule file; `auto` takes the fastest that can at once, and C for searches that take long."""

ReasonerOrTwin = Literal[Reasoner, "native"]
"""Who answers for a game by name: a reasoner, or the twin that is written by hand in Python."""

REASONERS: Final[tuple[Reasoner, ...]] = get_args(Reasoner)
REASONERS_AND_TWIN: Final[tuple[ReasonerOrTwin, ...]] = get_args(ReasonerOrTwin)
