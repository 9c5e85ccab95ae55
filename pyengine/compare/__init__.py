"""Two games side by side: do they agree, and how fast is each?"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from pyengine.compare.effort import Effort

if TYPE_CHECKING:
    from pyengine.compare.comparison import Comparison
    from pyengine.compare.contestants import Given

__all__ = ["Effort", "compare"]

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
    from pyengine.compare.comparison_run import compare_games  # most who import pyengine compare nothing

    return compare_games(a, b, parameters, effort=effort, speed=speed, trust=trust, progress=progress)
