"""How much of two games is looked at."""

from __future__ import annotations

from dataclasses import dataclass, fields

from pyengine.errors import ParameterError
from pyengine.quoting import show_value


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """How far a comparison goes.

    | field | meaning |
    | --- | --- |
    | `positions` | positions walked breadth-first from the start |
    | `games`, `plies` | then games played at random, and their greatest length |
    | `seed` | of the random games and samples |
    | `seconds` | for the walk, and again for the exact values |
    | `values` | positions whose exact values are compared |
    | `nodes` | a position that takes more nodes to solve is left out |
    | `rounds`, `round_seconds` | of every measurement of speed, the best counts |

    >>> Effort(positions=0)
    Traceback (most recent call last):
    ...
    pyengine.errors.ParameterError: positions must be above 0, not 0
    """

    positions: int = 2_000
    games: int = 20
    plies: int = 300
    seed: int = 0
    seconds: float = 20.0
    values: int = 12
    nodes: int = 5_000
    rounds: int = 3
    round_seconds: float = 0.1

    def __post_init__(self) -> None:
        for setting in fields(self):
            name, value = setting.name, getattr(self, setting.name)
            kind = float if name.endswith("seconds") else int
            if isinstance(value, bool) or not isinstance(value, (int, float) if kind is float else int):
                raise ParameterError(
                    f"{name} must be a {'number' if kind is float else 'whole number'}, not {show_value(value)}"
                )
            least = {"seed": None, "games": 0, "values": 0}.get(name, 1)
            if least == 1 and not value > 0:
                raise ParameterError(f"{name} must be above 0, not {show_value(value)}")
            if least == 0 and value < 0:
                raise ParameterError(f"{name} must be at least 0, not {show_value(value)}")
