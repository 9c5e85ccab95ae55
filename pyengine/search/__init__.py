"""The search driver: what a position of any game is worth, and what to play in it."""

from pyengine.search.driver import minimax, search, solve
from pyengine.search.limits import Limit, MatchClock, StopSignal
from pyengine.search.options import PLAIN, Options
from pyengine.search.result import Bound, Result, StopReason
from pyengine.search.table import Table
from pyengine.search.trace import Event, EventKind

__all__ = [
    "PLAIN",
    "Bound",
    "Event",
    "EventKind",
    "Limit",
    "MatchClock",
    "Options",
    "Result",
    "StopReason",
    "StopSignal",
    "Table",
    "minimax",
    "search",
    "solve",
]
