"""The record of a game: every move with its clock, how it ended, with what it was played. It crosses as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from pyengine.stores.json_shapes import read_json, shaped

Ending = Literal["over", "repetition", "length", "fault"]
"""By the rules; a position that came back; too many plies; something went wrong."""


@dataclass(frozen=True, slots=True)
class Played:
    """One move. `mover` is 0 for MAX, 1 for MIN; `value` is for MAX, as JSON. An opening's move took nothing."""

    move: str
    mover: int
    seconds: float = 0.0
    nodes: int = 0
    depth: int | None = None
    value: int | float | str | None = None
    overran: bool = False


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong. `player` is 0 or 1 where it is that one's, None where it is nobody's; `kind` is a class."""

    kind: str
    message: str
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One game. `points` are those of MAX: 1, 0.5 or 0, and None where a fault ended the game.

    The first `opening` of the `moves` are the opening's. `setting` says who played where: the versions, the reasoners
    of the rules and of both players, the machine, the time.
    """

    identifier: str
    players: tuple[str, str]
    opening: int
    seed: str
    moves: tuple[Played, ...]
    ending: Ending
    points: float | None
    utilities: tuple[int | float | str, ...] = ()
    fault: Fault | None = None
    setting: Mapping[str, Any] | None = None

    def to_text(self) -> str:
        """Write the record as JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_text(cls, text: object) -> Record:
        """Read what `to_text` wrote; ValueError for anything else."""
        record: Record = shaped(cls, read_json(text))
        return record
