"""What the searches are given, looked at before they begin: a mistake is said in words, not as a missing attribute."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any, NoReturn

from pyengine.errors import SearchError
from pyengine.game import Game, is_number
from pyengine.quoting import show_value
from pyengine.search.alliances import Alliance
from pyengine.search.expansion import opposed
from pyengine.search.options import Algorithm, Options
from pyengine.search.table import Table
from pyengine.terms import Number

Window = tuple[Number, Number]
"""Alpha and beta."""


def options_of(given: object, algorithm: Algorithm | None = None) -> Options:
    """Give the options, the usual ones for None; with an algorithm, where one is named."""
    if given is None:
        given = Options()
    if not isinstance(given, Options):
        refuse("options", given, 'Options, as in Options(algorithm="pvs")')
    return given if algorithm is None else replace(given, algorithm=algorithm)


def require_table(table: object) -> None:
    """Refuse what is no table."""
    if table is not None and not isinstance(table, Table):
        refuse("table", table, "a Table, as in Table(1000)")


def require_store(store: object) -> None:
    """Refuse what is no store of solved positions."""
    if store is not None and not callable(getattr(store, "of", None)):
        refuse("store", store, "a store of solved positions, as in SolvedStore(path)")


def require_callable(**given: Any) -> None:
    """Refuse what cannot be called."""
    for name, value in given.items():
        if value is not None and (not callable(value) or isinstance(value, type)):
            refuse(name, value, "a function")


def require_flags(**given: object) -> None:
    """Refuse what is neither True nor False."""
    for name, value in given.items():
        if not isinstance(value, bool):
            refuse(name, value, "True or False")


def window_of(given: object) -> Window | None:
    """Give alpha and beta, None where everything is inside."""
    if given is None:
        return None
    wanted = "two numbers, alpha below beta, as in (-1, 1)"
    if not isinstance(given, tuple | list) or len(given) != 2 or not all(map(is_number, given)):
        refuse("window", given, wanted)
    alpha, beta = given
    if not alpha < beta:
        refuse("window", given, wanted)
    return None if (alpha, beta) == (-math.inf, math.inf) else (alpha, beta)


def require_opponents(game: Game[Any, Any], alliance: Alliance | None, window: Window | None) -> None:
    """Refuse a window for others than two opponents."""
    if window is not None and (alliance is not None or not opposed(game)):
        raise SearchError("a window is for two opponents: the values of others are several numbers each")


def refuse(name: str, value: object, wanted: str) -> NoReturn:
    """Say what an argument must be."""
    raise SearchError(f"{name} must be {wanted}, not {show_value(value)}")
