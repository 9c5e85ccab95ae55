"""The run of a comparison: two games in, a `Comparison` out, by a walk, searches and a race."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Final

from pyengine.compare.comparison import Comparison
from pyengine.compare.differences import Difference
from pyengine.compare.effort import Effort
from pyengine.compare.lockstep_walk import Differ, LockstepWalk
from pyengine.compare.search_results import Speed, ValueAgreement, compare_nodes, compare_values, measure_speeds
from pyengine.compare.sides import ComparedSide, Given, contestants, open_sides
from pyengine.conformance import check_game

SHAPELESS: Final = ("missing-method", "no-players", "players-not-a-sequence", "unhashable-state", "unhashable-player")
"""Findings about a game that cannot be walked at all."""


USUAL: Final = Effort()


def compare(
    a: Given,
    b: Given | None = None,
    *,
    effort: Effort = USUAL,
    speed: bool = True,
    trust: bool = False,
    progress: Callable[[str], None] | None = None,
    **parameters: object,
) -> Comparison:
    """Walk two games in lockstep and tell the first thing in which they differ; then measure how fast each is.

    A game is given as it is, by the name of one that comes with pyengine, by the path of a rule file, or as
    `module:Class` or `file.py:Class`; a name alone is compared with its native twin. Moves, players and cells
    are the same where their texts are. `progress` is told now and then what is being done. Other keyword arguments are
    parameters of both games.

    Whatever a game raises is a difference. Rules that do not end are stopped by their budget; a native game
    that hangs is not interrupted. Ctrl-C gives what was done until then.

    >>> found = compare("nim", speed=False, piles=[1, 2, 3])
    >>> found.agree, found.same_order, found.positions
    (True, True, 21)
    """
    tell = progress or (lambda doing: None)
    sides = open_sides(a, b, parameters, trust)
    walk = LockstepWalk(sides)
    values, nodes, difference = ValueAgreement(), None, None
    racing: list[ComparedSide] = []
    speeds: tuple[Speed, ...] = ()
    try:
        difference = _shape(sides)
        if difference is None:
            walk.go(effort, perf_counter, tell)
            tell("solving positions")
            values = compare_values(walk, effort, perf_counter)
            tell("searching")
            nodes = None if walk.interrupted else compare_nodes(walk, effort)
            if speed and not walk.interrupted:
                pairs = zip((a, b), sides, strict=True)
                racing = [each for pair in pairs for each in contestants(*pair, parameters, trust)]
                tell("measuring speed")
                speeds = measure_speeds(racing, walk.lines, effort, perf_counter)
    except Differ as found:
        difference = found.difference
    except KeyboardInterrupt:
        walk.interrupted = True
    return Comparison(
        names=walk.names,
        difference=difference,
        positions=len(walk.followers),
        distinct=walk.distinct(),
        complete=walk.complete,
        games=len(walk.lines),
        seed=effort.seed,
        same_order=walk.same_order,
        values=values,
        nodes=nodes,
        notes=tuple(walk.notes.values()),
        ends=walk.ends,
        contestants=tuple(side.name for side in racing) if speeds else (),
        speeds=speeds,
        interrupted=walk.interrupted,
    )


def _shape(sides: tuple[ComparedSide, ComparedSide]) -> Difference | None:
    """Tell what keeps one of them from being a game at all."""
    found = [
        "\n".join(
            finding.message for finding in check_game(side.game, positions=1, playouts=0) if finding.code in SHAPELESS
        )
        for side in sides
    ]
    if not any(found):
        return None
    names = sides[0].name, sides[1].name
    broken = " and ".join(name for name, message in zip(names, found, strict=True) if message)
    answers = found[0] or "a game", found[1] or "a game"
    return Difference(kind="shape", message=f"{broken} is not a game", names=names, answers=answers)
