"""A player as a value: how it searches, what it goes by, and how long it may think; written as text."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal, NamedTuple, get_args

from pyengine.arena.rulebook import AnyGame, Settings
from pyengine.errors import PlayerError, SearchError, TermSyntaxError
from pyengine.game import expand
from pyengine.language.reading.reader import read_term
from pyengine.search import PLAIN, Limit, Options, Result, StopReason, minimax, search
from pyengine.search.options import KINDS, YES_OR_NO, read_number, read_setting, setting_text
from pyengine.search.watch import NO_LIMIT, ONE_SECOND
from pyengine.terms import Number, write_term
from pyengine.texts import split_outside_brackets, suggestion

Kind = Literal["alphabeta", "pvs", "mtdf", "mcts", "minimax", "random", "first"]
SEARCHES: Final = ("alphabeta", "pvs", "mtdf", "mcts", "minimax")
LIMITS: Final = ("seconds", "depth", "nodes")
ORDERS: Final = {"T1": "static_order", "T2": "previous_order", "own": "order"}
"""What moves are ordered by: static values, those of the previous iteration, and the game's own order."""

USUAL: Final = Options()


class ChosenMove(NamedTuple):
    """A move, and what it took to find it; `value` is for MAX, None where nothing is known of it."""

    move: Any
    value: Number | None = None
    depth: int | None = None
    nodes: int = 0
    seconds: float = 0.0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """A player: chooses moves. `parameters` are those of the game that this player goes by: its evaluation, its order.

    They may not change the rules: whoever plays by other ones is found out. A search without a limit has one second.

    >>> player = Player.parse("C4T1=alphabeta:eval=4,order=T1,quiescence=2,seconds=1")
    >>> player.label, dict(player.parameters), player.options.static_order, player.limit.seconds
    ('C4T1', {'eval': '4'}, True, 1)
    >>> str(player), Player.parse(str(player)) == player
    ('C4T1=alphabeta:eval=4,order=T1,seconds=1', True)
    """

    kind: Kind
    parameters: Settings = ()
    options: Options = USUAL
    limit: Limit = NO_LIMIT
    name: str = ""

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise PlayerError(f"no kind of player {self.kind!r}; {suggestion(self.kind, get_args(Kind))}")
        if set(self.name) & set("=:,") or self.name != self.name.strip() or not self.name.isprintable():
            raise PlayerError(f"{self.name!r} cannot be the name of a player")
        if self.kind not in SEARCHES:
            if self.limit != NO_LIMIT or self.options != USUAL or self.parameters:
                raise PlayerError(f"the player {self.kind} does not search, and takes no settings")
            return
        if self.limit == NO_LIMIT:
            object.__setattr__(self, "limit", ONE_SECOND)
        if self.limit.depth == 0:
            raise PlayerError("a player searches at least 1 ply deep, not 0")
        if self.kind == "mcts" and self.limit.depth is not None:
            raise PlayerError("mcts plays every line to its end: it is limited by seconds or nodes, not by depth")
        algorithm = _usual(self.kind).algorithm
        if self.options.algorithm != algorithm:
            object.__setattr__(self, "options", replace(self.options, algorithm=algorithm))
        object.__setattr__(self, "parameters", tuple(sorted(self.parameters)))

    @property
    def label(self) -> str:
        """How tables call the player."""
        return self.name or str(self)

    @classmethod
    def parse(cls, text: str) -> Player:
        """Read a player: `NAME=KIND:SETTING,SETTING…`; the name and the settings may be left out.

        A setting is a limit (`seconds=`, `depth=`, `nodes=`), an option of the search (`killers=2`), an order
        (`order=T1`, `T2`, `own`, several as `T2+own`, or `none`), `plain` for alpha-beta as in the textbook, or else
        a parameter of the game, with a Prolog term.
        """
        head, colon, rest = text.partition(":")
        name, equals, kind = head.rpartition("=")
        if equals and not name.strip():
            raise PlayerError(f"{text!r} has an empty name before the =")
        if kind.strip() not in get_args(Kind):
            raise PlayerError(
                f"no kind of player {kind.strip()!r} in {text!r}; {suggestion(kind.strip(), get_args(Kind))}"
            )
        try:
            return _with_settings(name.strip(), kind.strip(), list(_settings(rest)) if colon else [])
        except (PlayerError, SearchError, TermSyntaxError) as error:
            raise PlayerError(f"the player {text}: {error}") from None

    def __str__(self) -> str:
        settings = [f"{name}={value}" for name, value in self.parameters]
        usual = _usual(self.kind)
        if order := _order_text(self.options, usual):
            settings.append(f"order={order}")
        for field in fields(Options):
            value = getattr(self.options, field.name)
            if field.name not in ("algorithm", *ORDERS.values()) and value != getattr(usual, field.name):
                settings.append(f"{field.name}={setting_text(value)}")
        settings += [f"{name}={getattr(self.limit, name)}" for name in LIMITS if getattr(self.limit, name) is not None]
        head = f"{self.name}={self.kind}" if self.name else self.kind
        return f"{head}:{','.join(settings)}" if settings else head

    def choose(self, game: AnyGame, state: Any, chance: random.Random) -> ChosenMove:
        """Choose a move in a position that is not final. `game` has the player's own parameters.

        Ctrl-C comes through: what it left of a search is no move of this player's.
        """
        began = time.perf_counter()
        if self.kind in ("random", "first"):
            moves = list(dict.fromkeys(expand(game, state).moves))  # one that is offered twice is one move
            move = chance.choice(moves) if self.kind == "random" else moves[0]
            return ChosenMove(move, seconds=time.perf_counter() - began)
        found: Result[Any]
        if self.kind == "minimax":
            found = minimax(game, state, limit=self.limit, options=self.options)
        else:
            found = search(game, state, limit=self.limit, options=self.options)
        if found.reason is StopReason.INTERRUPTED:
            raise KeyboardInterrupt
        seconds = time.perf_counter() - began
        return ChosenMove(found.best, found.value, found.depth, found.nodes, seconds, found.reason.value)


def setting_names() -> tuple[str, ...]:
    """Name all that can be set of a player that searches, but for the parameters of its game."""
    return (*LIMITS, "order", "plain", *(word for word in KINDS if word != "algorithm"))


def _usual(kind: str) -> Options:
    """Give the options that a kind of player has where nothing else is said."""
    if kind == "minimax":
        return PLAIN
    return replace(USUAL, algorithm=kind) if kind in SEARCHES else USUAL  # type: ignore[arg-type]


def _settings(text: str) -> Iterator[tuple[str, str]]:
    """Split settings at commas; those inside brackets and quotes belong to a value.

    >>> list(_settings("eval=4,piles=[1,2],plain"))
    [('eval', '4'), ('piles', '[1,2]'), ('plain', '')]
    """
    *words, rest = split_outside_brackets(f"{text},", lambda c: c == ",")
    for word in words:
        name, _, value = word.partition("=")
        if not name.strip():
            raise PlayerError("a setting without a name")
        yield name.strip(), value.strip()
    if rest:
        raise PlayerError(f"{rest.rstrip(',')!r} does not end: a bracket or a quote is open")


def _with_settings(name: str, kind: str, settings: list[tuple[str, str]]) -> Player:
    given = dict(settings)
    if len(given) < len(settings):
        twice = next(word for word, _ in settings if [other for other, _ in settings].count(word) > 1)
        raise PlayerError(f"{twice} is set twice")
    options = PLAIN if _read_plain(given.pop("plain", "no")) else _usual(kind)
    if "algorithm" in given:
        raise PlayerError("the algorithm is the kind of player, as in pvs:depth=4")
    chosen: dict[str, Any] = _read_order(given.pop("order")) if "order" in given else {}
    limits: dict[str, Any] = {limit: _read_limit(limit, given.pop(limit)) for limit in LIMITS if limit in given}
    for option in [word for word in given if word in KINDS]:
        chosen[option] = read_setting(option, given.pop(option) or "yes")
    parameters = tuple((word, _parameter(word, text)) for word, text in given.items())
    return Player(kind, parameters, replace(options, **chosen), Limit(**limits), name)  # type: ignore[arg-type]


def _read_plain(text: str) -> bool:
    if text and text not in YES_OR_NO:
        raise PlayerError(f"plain cannot be {text!r}: it is yes or no")
    return not text or YES_OR_NO[text]


def _parameter(name: str, text: str) -> str:
    if not text:
        raise PlayerError(f"{name} is no option of a search; as a parameter of the game it needs a value: {name}=…")
    return write_term(read_term(text))


def _read_limit(name: str, text: str) -> Number:
    try:
        return read_number(text) if name == "seconds" else int(text)
    except (ValueError, ZeroDivisionError):
        raise PlayerError(f"{name} cannot be {text!r}") from None


def _read_order(text: str) -> dict[str, bool]:
    words = [] if text == "none" else text.split("+")
    if unknown := [word for word in words if word not in ORDERS]:
        raise PlayerError(f"no order {unknown[0]!r}; there are: {', '.join(ORDERS)} and none")
    return {option: word in words for word, option in ORDERS.items()}


def _order_text(options: Options, usual: Options) -> str:
    """Write what moves are ordered by, in the order in which it counts; nothing where it is the usual."""
    named = {word: getattr(options, option) for word, option in ORDERS.items()}
    if all(value == getattr(usual, ORDERS[word]) for word, value in named.items()):
        return ""
    return "+".join(word for word in ("T2", "T1", "own") if named[word]) or "none"
