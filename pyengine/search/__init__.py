"""The search driver: what a position of any game is worth, and what to play in it."""

from pyengine.search.alliances import Alliance
from pyengine.search.cycles import Cycles
from pyengine.search.driver import minimax, search, solve
from pyengine.search.limits import Limit, MatchClock, StopSignal
from pyengine.search.multiplayer import PlayersResult
from pyengine.search.options import PLAIN, Options
from pyengine.search.perft import count_states, perft, states
from pyengine.search.playouts import Playout, Playouts, playout, playouts
from pyengine.search.result import Bound, Result, StopReason
from pyengine.search.retrograde import retrograde
from pyengine.search.solution import Solution
from pyengine.search.table import Table
from pyengine.search.trace import Event, EventKind, Sink

__all__ = [
    "PLAIN",
    "Alliance",
    "Bound",
    "Cycles",
    "Event",
    "EventKind",
    "Limit",
    "MatchClock",
    "Options",
    "PlayersResult",
    "Playout",
    "Playouts",
    "Result",
    "Sink",
    "Solution",
    "StopReason",
    "StopSignal",
    "Table",
    "count_states",
    "minimax",
    "perft",
    "playout",
    "playouts",
    "retrograde",
    "search",
    "solve",
    "states",
]
