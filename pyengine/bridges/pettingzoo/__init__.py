"""Rule files for those who train agents: `env("game.pl")` for PettingZoo, `against("game.pl")` for Gymnasium."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pyengine.errors import LibraryMissingError


def env(game: str | Path, *, render_mode: str | None = None, longest: int | None = None, **parameters: object) -> Any:
    """Make a rule file an AEC environment of PettingZoo.

    `render_mode` is `ansi`, `rgb_array` or `human`, which opens a window; these need the extra `pictures`. A game
    ends after `longest` plies: by default what is proved, else 1000. Other keyword arguments set parameters.
    """
    _require()
    from pyengine.bridges.numbered_game import open_numbered
    from pyengine.bridges.pettingzoo.environment import GameEnvironment

    return GameEnvironment(open_numbered(game, longest, parameters), render_mode)


def against(
    game: str | Path,
    *,
    player: int = 0,
    depth: int = 1,
    render_mode: str | None = None,
    longest: int | None = None,
    **parameters: object,
) -> Any:
    """Make a rule file an environment of Gymnasium: one player, by number, against our search to some depth."""
    _require()
    from pyengine.bridges.numbered_game import open_numbered
    from pyengine.bridges.pettingzoo.opponent import OpponentEnvironment

    return OpponentEnvironment(open_numbered(game, longest, parameters), player, depth, render_mode)


def _require() -> None:
    try:
        import gymnasium  # noqa: F401
        import pettingzoo  # noqa: F401
    except ImportError:
        told = "this needs PettingZoo and Gymnasium: pip install 'pyengine-logic[pettingzoo]'"
        raise LibraryMissingError(told) from None
