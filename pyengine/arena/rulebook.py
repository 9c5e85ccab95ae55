"""A game as text that means the same in every process and on every machine: rule files go by content, not by path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, cast, get_type_hints

from pyengine.api import find_rules
from pyengine.building.build_cache import content_key
from pyengine.errors import IllegalMoveError, ParameterError, RuleFileError, TermSyntaxError, TournamentError
from pyengine.game import Game, offers
from pyengine.language.contract import declared_parameters, defined
from pyengine.language.gate import CheckedProgram, Examined, examine, examine_texts
from pyengine.language.reading.files import open_source, plain_name
from pyengine.language.reading.reader import read_term
from pyengine.language.source import Source
from pyengine.native import TWINS, twin, twin_parameters
from pyengine.native.named_class import class_parameters, named_object, open_class
from pyengine.quoting import quote_line
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.choice import load_program
from pyengine.reasoners.names import ReasonerOrTwin
from pyengine.stores.json_shapes import shaped
from pyengine.terms import Term, to_python, write_term
from pyengine.texts import is_class_name, move_text, parse_move

AnyGame = Game[Any, Any]
Settings = tuple[tuple[str, str], ...]
"""Parameters of a game: their names, and their values as Prolog text."""

MOST_TIMES: Final = 1_000_000
"""How many times the usual budget rules can be given."""

LOADED: Final = 32
"""Games that a process keeps loaded."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules that are played. `files` are the rule file and what it includes, by paths from a common folder.

    The twin that is written in Python has no files: `name` is that of the game, and `reasoner` is `native`. It is the
    same for a class, by its name, whose code must be trusted, and be there wherever it is played.

    >>> book = Rulebook.of("nim", parameters={"piles": "[1,2]"})
    >>> book.name, [path for path, _ in book.files], book.load().text(book.load().initial)
    ('nim', ['nim.pl'], 'nim(max,[1,2])')
    >>> Rulebook.from_json(book.as_json()) == book
    True
    """

    name: str
    files: tuple[tuple[str, str], ...]
    parameters: Settings = ()
    reasoner: ReasonerOrTwin = "auto"
    start: str | None = None
    trust: bool = False
    budget: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.budget <= MOST_TIMES:
            raise TournamentError(f"a budget is 1 to {MOST_TIMES} times the usual, not {self.budget}")
        names = [plain_name(name) for name, _ in self.files]
        for name in names:
            if not self.trust and (name.startswith(("/", "../")) or name in (".", "..") or "\0" in name):
                raise TournamentError(f"{name} is not the path of a rule file below another")
            if names.count(name) > 1:
                raise TournamentError(f"the rule file {name} is there twice")
        if self.reasoner == "native" and is_class_name(self.name) and not self.trust:
            raise TournamentError(f"{quote_line(self.name)} is code in Python, which must be trusted to be run")

    @classmethod
    def of(
        cls,
        game: str | Path,
        *,
        parameters: Mapping[str, str] | None = None,
        reasoner: ReasonerOrTwin = "auto",
        start: str | None = None,
        trust: bool = False,
        budget: int = 1,
    ) -> Rulebook:
        """Read a game by its name or the path of its rule file; what is wrong with the file is raised at once."""
        settings = tuple(sorted((parameters or {}).items()))
        if is_class_name(str(game)):
            return cls._of_class(str(game), settings, reasoner, start)
        if reasoner == "native":
            if start is not None:
                raise TournamentError("a twin in Python begins at its own start")
            if str(game) not in TWINS:
                twin(str(game))  # says what is wrong
            return cls(str(game), (), settings, reasoner, None, trust, budget)
        path = find_rules(game)
        source, unreadable = open_source(path)
        try:  # what is included is then called as it is seen from the rule file, wherever that is
            program = examine(replace(source, name=path.name), trust=trust, unreadable=unreadable).program
        except RuleFileError:
            program = examine(source, trust=trust, unreadable=unreadable).program  # raises it with the path as given
        texts = {plain_name(found.name): found.text for found in program.sources}
        book = cls(program.source.stem, tuple(texts.items()), settings, reasoner, start, trust, budget)
        if start is None or ("initial", 1) not in defined(program):
            return book
        # The position may be in a notation, which only the rules can read; as a term, it can be what they start from.
        rules: Any = replace(book, start=None).load()
        return replace(book, start=rules.term_text(rules.parse_state(start)))

    @classmethod
    def _of_class(cls, game: str, settings: Settings, reasoner: ReasonerOrTwin, start: str | None) -> Rulebook:
        """Name a class so that other processes find it; who names one trusts it."""
        if start is not None:
            raise TournamentError("a class in Python begins at its own start")
        if reasoner not in ("auto", "native"):
            raise TournamentError(f"a class answers for itself: leave out the reasoner {reasoner}")
        where, _, name = game.rpartition(":")
        found = f"{Path(where).resolve()}:{name}" if where.endswith(".py") else game
        named_object(found)  # says what is wrong
        return cls(found, (), settings, "native", None, True)

    @property
    def key(self) -> str:
        """A short name of the content."""
        return content_key(repr(self.as_json()))

    def as_json(self) -> dict[str, Any]:
        """Give the rulebook as JSON."""
        return {**asdict(self), "files": [list(file) for file in self.files], "parameters": dict(self.parameters)}

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Rulebook:
        """Take what `as_json` gave; ValueError or TournamentError for anything else."""
        if bool(found["files"]) is (found["reasoner"] == "native"):
            raise TournamentError("rules have at least one file, and a twin in Python has none")
        kinds = {**get_type_hints(cls), "parameters": dict[str, str]}
        given = {name: shaped(kind, found[name]) for name, kind in kinds.items()}
        return cls(**{**given, "parameters": tuple(sorted(given["parameters"].items()))})

    def declared(self) -> tuple[str, ...] | None:
        """Name the parameters of the game; None where rules would have to be run to tell what they declare."""
        if self.reasoner == "native":
            return class_parameters(self.name) if is_class_name(self.name) else twin_parameters(self.name)
        program = self._program()
        found = declared_parameters(program)
        return tuple(found) if len(found) == len(defined(program).get(("parameter", 2), ())) else None

    def _program(self) -> CheckedProgram:
        return _examined(self.files, self.trust).program

    def load(self, parameters: Settings = ()) -> AnyGame:
        """Load the game, with other parameters besides its own; a process loads each content once."""
        return _load(self, tuple(sorted({**dict(self.parameters), **dict(parameters)}.items())))


@lru_cache(maxsize=LOADED)
def _load(book: Rulebook, parameters: Settings) -> AnyGame:
    terms = {name: _term(name, text) for name, text in parameters}
    if book.reasoner == "native":
        if is_class_name(book.name):
            return open_class(book.name, terms)
        return twin(book.name, **{name: to_python(value) for name, value in terms.items()})
    program = book._program()
    start = None if book.start is None else read_term(book.start, program.operators, program.flags)
    return load_program(
        program,
        book.reasoner,
        parameters=terms,
        trust=book.trust,
        start=start,
        budget=Budget().times(book.budget),
    )


def _term(name: str, text: str) -> Term:
    try:
        return read_term(text)
    except Exception as error:
        raise ParameterError(f"the value of {name} is not a Prolog term\n{error}") from None


@lru_cache(maxsize=LOADED)
def _examined(files: tuple[tuple[str, str], ...], trust: bool) -> Examined:
    """Take rules through the gate; what they include is among the files, and nothing is read from this machine."""
    return examine_texts([Source(name, text) for name, text in files], trust=trust)


def settings_of(parameters: Mapping[str, Term]) -> dict[str, str]:
    """Write parameters that are given as terms."""
    return {name: write_term(value) for name, value in parameters.items()}


def carry(state: Any, origin: AnyGame, destination: AnyGame) -> Any:
    """Take a position to the same game with other parameters, or answered for by another reasoner."""
    if origin is destination:
        return state
    term, encode = getattr(origin, "term", None), getattr(destination, "state", None)
    return state if term is None or encode is None else cast(Any, encode)(term(state))


def move_name(game: AnyGame, move: Any, state: Any) -> str:
    """Write a move so that it can be read again: as a term, where the game's notation stands for several moves."""
    text = move_text(game, move, state)
    if getattr(game, "term", None) is None or not offers(game, "move_notation"):
        return text
    try:
        if parse_move(game, text, state) == move:
            return text
    except (IllegalMoveError, TermSyntaxError):
        pass
    return str(game.move_text(move))  # type: ignore[attr-defined]
