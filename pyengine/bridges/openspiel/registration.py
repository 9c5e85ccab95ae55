"""Making a rule file known to OpenSpiel."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from pyengine.api import as_terms, find_rules
from pyengine.errors import ParameterError
from pyengine.native.openspiel import require_openspiel
from pyengine.quoting import show_value
from pyengine.reasoners.names import Reasoner

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def register(
    game: str | Path,
    name: str | None = None,
    *,
    reasoner: Reasoner = "auto",
    longest: int | None = None,
    **parameters: object,
) -> Any:
    """Make a rule file a game of OpenSpiel, and give it: `pyspiel.load_game(name)` gives it again.

    It is called `pyengine_` and the name of the file unless told otherwise. `longest` is the number of plies after
    which a game ends: by default what is proved, else 1000. Other keyword arguments set the defaults of parameters of
    the file, which OpenSpiel can set as well, with `;` for commas: `load_game("pyengine_nim(piles=[1;2])")`.
    """
    spiel = require_openspiel()
    path = find_rules(game)
    name = f"pyengine_{re.sub(r'[^A-Za-z0-9_]', '_', path.stem)}" if name is None else name
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ParameterError(f"a name for OpenSpiel is letters, digits and _, not {show_value(name)}")
    from pyengine.bridges.openspiel.game import RuleSpielGame, enter
    from pyengine.bridges.openspiel.parameters import RuleParameters

    given = RuleParameters(str(path), reasoner, longest, tuple(as_terms(parameters).items()))
    if name in spiel.registered_names():
        known = spiel.load_game(name)
        if not isinstance(known, RuleSpielGame) or known.parameters != given:
            raise ParameterError(f"OpenSpiel has another game {name} already: give this one a name of its own")
        return known
    enter(name, path.stem, given)
    return spiel.load_game(name)
