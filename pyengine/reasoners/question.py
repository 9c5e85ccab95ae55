"""A question to the rules, kept so that the replay can ask it again."""

from __future__ import annotations

from dataclasses import dataclass

from pyengine.terms import Term


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked of the rules: `what` in the words of the reasoners, of which position, about what."""

    what: str
    position: Term | None = None
    about: tuple[Term, ...] = ()
    players: tuple[Term, ...] = ()
    trust: bool = False
