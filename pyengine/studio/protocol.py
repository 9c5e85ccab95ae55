"""What pages may ask, in one table: each method with its parameters, whose work it is, and how long that may take.

A request is taken only in the shape that its parameters have; whatever else comes is a `RequestError`, and the page
goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from pyengine.errors import PyengineError, RequestError, RuleFileError, RuleRuntimeError
from pyengine.language.sizes import MOST_RULE_BYTES
from pyengine.quoting import show_value
from pyengine.stores.json_shapes import read_json, shaped

MOST_FRAME: Final = MOST_RULE_BYTES + (2 << 20)
"""Characters of a request: a rule file of the largest size, and what is around it."""
MOST_MESSAGE: Final = 4000
"""Characters of what a page is told about a mistake."""
MOST_MOVES: Final = 5000
"""Moves of a line."""
MOST_SECONDS: Final = 3600.0
"""How long a page may have something searched."""
MOST_PLAYERS: Final = 12
MOST_GAMES: Final = 1000
"""Of a tournament on a page."""

Role = Literal["server", "rules", "engine", "analysis", "chart", "study"]
"""Whose work a method is: that of the server itself, or of one of the processes that work for a page."""


@dataclass(frozen=True, slots=True)
class GamePlace:
    """A position of the game that was loaded last: where to start, as text, and the moves from there."""

    start: str | None = None
    moves: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.moves) > MOST_MOVES:
            raise ValueError(f"more than {MOST_MOVES} moves")


@dataclass(frozen=True, slots=True)
class Nothing:
    """No parameters."""


@dataclass(frozen=True, slots=True)
class Open:
    """What to open: a game that comes with pyengine, a file of the folder, or a text to start from."""

    game: str | None = None
    file: str | None = None
    template: str | None = None

    def __post_init__(self) -> None:
        if [self.game, self.file, self.template].count(None) != 2:
            raise ValueError("one of game, file and template is opened")


@dataclass(frozen=True, slots=True)
class Save:
    """A file to write, and whether one that is there may go."""

    file: str
    text: str
    replace: bool = False


@dataclass(frozen=True, slots=True)
class Load:
    """Rules as they stand on a page; `file` is where they were opened, `start` for rules that do not say themselves."""

    text: str
    name: str
    file: str | None = None
    parameters: dict[str, str] = field(default_factory=dict)
    start: str | None = None


@dataclass(frozen=True, slots=True)
class AtPlace:
    """A position."""

    place: GamePlace


@dataclass(frozen=True, slots=True)
class Read:
    """Text that may be a position, or a game that was played."""

    text: str


@dataclass(frozen=True, slots=True)
class Arrange:
    """A position to set up by hand: from another one, with something else on some cells, or with somebody's turn."""

    place: GamePlace
    cells: dict[str, str] = field(default_factory=dict)
    mover: int | None = None


@dataclass(frozen=True, slots=True)
class Choose:
    """A position in which the engine is to move, and how strong it is."""

    place: GamePlace
    level: str = "1s"


@dataclass(frozen=True, slots=True)
class Timed:
    """A position to look into for so long."""

    place: GamePlace
    seconds: float = 10.0
    lines: int | None = None

    def __post_init__(self) -> None:
        _require_seconds(self.seconds)


@dataclass(frozen=True, slots=True)
class Trace:
    """A search to step through: how, how deep, and how many nodes are drawn; options are written as text."""

    place: GamePlace
    algorithm: str | None = None
    depth: int | None = None
    options: dict[str, str] = field(default_factory=dict)
    nodes: int = 120


@dataclass(frozen=True, slots=True)
class Other:
    """Rules to compare with: the twin in Python, a game that comes with pyengine, a file of the folder, or text."""

    twin: bool = False
    game: str | None = None
    file: str | None = None
    text: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Compare:
    """What the rules of the page are compared with; without parameters, the other side has the same."""

    other: Other
    parameters: dict[str, str] | None = None
    seconds: float = 10.0

    def __post_init__(self) -> None:
        _require_seconds(self.seconds)


@dataclass(frozen=True, slots=True)
class Measure:
    """How long all measurements together take."""

    seconds: float = 3.0

    def __post_init__(self) -> None:
        _require_seconds(self.seconds)


@dataclass(frozen=True, slots=True)
class Tournament:
    """Who plays, as for `pyengine arena`, and how many games each pair."""

    players: tuple[str, ...]
    games: int = 10
    openings: int = 2
    seed: int = 0
    seconds: float = MOST_SECONDS

    def __post_init__(self) -> None:
        _require_seconds(self.seconds)
        if not 2 <= len(self.players) <= MOST_PLAYERS or not 2 <= self.games <= MOST_GAMES:
            raise ValueError(f"a tournament has 2 to {MOST_PLAYERS} players and 2 to {MOST_GAMES} games a pair")


@dataclass(frozen=True, slots=True)
class Tune:
    """How weights are tuned, as for `pyengine tune`."""

    player: str = "alphabeta:depth=2"
    generations: int = 4
    games: int = 40
    proof: int = 40
    openings: int = 4
    seed: int = 0
    flat: bool = False
    seconds: float = MOST_SECONDS

    def __post_init__(self) -> None:
        _require_seconds(self.seconds)
        if not all(2 <= games <= MOST_GAMES for games in (self.games, self.proof)) or self.generations > MOST_GAMES:
            raise ValueError(f"a match has 2 to {MOST_GAMES} games")


@dataclass(frozen=True, slots=True)
class Cancel:
    """A request whose work is to end; it is answered with what is known by then."""

    ticket: int


def _require_seconds(seconds: float) -> None:
    if not 0 < seconds <= MOST_SECONDS:
        raise ValueError(f"seconds are more than 0 and at most {MOST_SECONDS:g}")


@dataclass(frozen=True, slots=True)
class Method:
    """What a page can ask: the shape of the parameters, who answers, and whether a new request ends the one before."""

    params: type
    role: Role
    replaces: bool = False


METHODS: Final[Mapping[str, Method]] = {
    "hello": Method(Nothing, "server"),
    "open": Method(Open, "server"),
    "save": Method(Save, "server"),
    "cancel": Method(Cancel, "server"),
    "load": Method(Load, "rules"),
    "position": Method(AtPlace, "rules"),
    "read": Method(Read, "rules"),
    "setup": Method(Arrange, "rules"),
    "choose": Method(Choose, "engine"),
    "analyse": Method(Timed, "analysis", replaces=True),
    "chart": Method(Timed, "chart", replaces=True),
    "trace": Method(Trace, "study"),
    "compare": Method(Compare, "study"),
    "measure": Method(Measure, "study"),
    "tournament": Method(Tournament, "study"),
    "tune": Method(Tune, "study"),
}


@dataclass(frozen=True, slots=True)
class Request:
    """A request that can be answered: the number that the page has given it, the method, and its parameters."""

    id: int
    name: str
    method: Method
    params: Any
    raw: Mapping[str, Any]


class UnansweredError(Exception):
    """A request with which something is wrong, and the number under which the page is told, if it has one."""

    def __init__(self, id: int | None, error: PyengineError) -> None:
        super().__init__(str(error))
        self.id, self.error = id, error


def read_request(frame: str) -> Request:
    """Read a request; UnansweredError where it is none.

    >>> read_request('{"id": 1, "method": "open", "params": {"game": "nim"}}').params
    Open(game='nim', file=None, template=None)
    """
    ticket: int | None = None
    try:
        if len(frame) > MOST_FRAME:
            raise RequestError(f"a request has at most {MOST_FRAME >> 20} MiB")
        try:
            told = read_json(frame)
        except ValueError:
            raise RequestError("that is not JSON") from None
        if not isinstance(told, dict):
            raise RequestError("a request is an object with id, method and params")
        number = told.get("id")
        ticket = number if type(number) is int and abs(number) < 1 << 53 else None
        name, params = told.get("method"), told.get("params", {})
        if ticket is None or not isinstance(name, str) or not isinstance(params, dict):
            raise RequestError("a request has an id, which is a whole number, a method and params")
        method = METHODS.get(name)
        if method is None:
            raise RequestError(f"no method {show_value(name)}; there are: {', '.join(METHODS)}")
        return Request(ticket, name, method, _shaped(name, method.params, params), params)
    except RequestError as error:
        raise UnansweredError(ticket, error) from None


def _shaped(name: str, kind: type, params: Mapping[str, Any]) -> Any:
    try:
        return shaped(kind, params)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise RequestError(f"the parameters of {name} are wrong: {error}") from None


def error_as_json(error: BaseException) -> dict[str, Any]:
    """Say what is wrong as pages are told: the kind of mistake, the message, and the findings about a rule file."""
    message = str(error)
    if len(message) > MOST_MESSAGE:  # it quotes a text that is a mistake as a whole
        message = f"{message[: MOST_MESSAGE // 2]} … {message[-MOST_MESSAGE // 2 :]}"
    told: dict[str, Any] = {"kind": type(error).__name__, "message": message}
    if isinstance(error, RuleFileError):
        told["findings"] = [finding.as_json() for finding in error.findings]
    elif isinstance(error, RuleRuntimeError):
        told["findings"] = [error.finding().as_json()]
    return told
