"""A game as text that means the same in every process and on every machine: rule files go by content, not by path."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal, cast

from pyengine.api import find_rules, read_rules
from pyengine.building.shelf import content_key
from pyengine.errors import IllegalMoveError, ParameterError, TermSyntaxError, TournamentError
from pyengine.game import Game, offers
from pyengine.language.checking.checker import raise_for
from pyengine.language.contract import declared_parameters, defined
from pyengine.language.reading.reader import open_source, read_program, read_term
from pyengine.native import TWINS, twin, twin_parameters
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.choice import load_program
from pyengine.terms import Term, to_python, write_term
from pyengine.texts import move_text, parse_move

AnyGame = Game[Any, Any]
Reasoner = Literal["auto", "c", "python", "swi", "native"]
Settings = tuple[tuple[str, str], ...]
"""Parameters of a game: their names, and their values as Prolog text."""

LOADED: Final = 32
"""Games that a process keeps loaded."""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """What is played. `files` are the rule file and what it includes, by their paths from a common folder.

    The twin that is written in Python has no files: `name` is that of the game, and `reasoner` is `native`.

    >>> book = Rulebook.of("nim", parameters={"piles": "[1,2]"})
    >>> book.name, [path for path, _ in book.files], book.load().text(book.load().initial)
    ('nim', ['nim.pl'], 'nim(max,[1,2])')
    >>> Rulebook.from_json(book.as_json()) == book
    True
    """

    name: str
    files: tuple[tuple[str, str], ...]
    parameters: Settings = ()
    reasoner: Reasoner = "auto"
    start: str | None = None
    trust: bool = False
    budget: int = 1

    @classmethod
    def of(
        cls,
        game: str | Path,
        *,
        parameters: Mapping[str, str] | None = None,
        reasoner: Reasoner = "auto",
        start: str | None = None,
        trust: bool = False,
        budget: int = 1,
    ) -> Rulebook:
        """Read a game by its name or the path of its rule file; what is wrong with the file is raised at once."""
        settings = tuple(sorted((parameters or {}).items()))
        if reasoner == "native":
            if start is not None:
                raise TournamentError("a twin in Python begins at its own start")
            if str(game) not in TWINS:
                twin(str(game))  # says what is wrong
            return cls(str(game), (), settings, reasoner, None, trust, budget)
        path = find_rules(game)
        program, findings = read_rules(path, trust=trust)
        raise_for(findings)
        paths = [os.path.abspath(source.path) for source in program.sources if source.path is not None]
        root = os.path.commonpath([os.path.dirname(found) for found in paths])
        texts = {
            Path(os.path.relpath(found, root)).as_posix(): source.text
            for found, source in zip(paths, program.sources, strict=True)
        }
        book = cls(path.stem, tuple(texts.items()), settings, reasoner, start, trust, budget)
        if start is None or ("initial", 1) not in defined(program):
            return book
        # The position may be in a notation, which only the rules can read; as a term, it can be what they start from.
        rules: Any = replace(book, start=None).load()
        return replace(book, start=rules.term_text(rules.parse_state(start)))

    @property
    def key(self) -> str:
        """A short name of the content."""
        return content_key(repr(self.as_json()))

    def as_json(self) -> dict[str, Any]:
        """Give the same as JSON."""
        return {
            "name": self.name,
            "files": [list(file) for file in self.files],
            "parameters": dict(self.parameters),
            "reasoner": self.reasoner,
            "start": self.start,
            "trust": self.trust,
            "budget": self.budget,
        }

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> Rulebook:
        """Take what `as_json` gave."""
        return cls(
            name=found["name"],
            files=tuple((path, text) for path, text in found["files"]),
            parameters=tuple(sorted(found["parameters"].items())),
            reasoner=found["reasoner"],
            start=found["start"],
            trust=found["trust"],
            budget=found["budget"],
        )

    def declared(self) -> tuple[str, ...] | None:
        """Name the parameters of the game; None where rules would have to be run to tell what they declare."""
        if self.reasoner == "native":
            return twin_parameters(self.name)
        source, _ = open_source(_written(self.files), self.files[0][0])
        program, _ = read_program(source, trust=self.trust)
        found = declared_parameters(program)
        return tuple(found) if len(found) == len(defined(program).get(("parameter", 2), ())) else None

    def load(self, parameters: Settings = ()) -> AnyGame:
        """Load the game, with other parameters besides its own; a process loads each content once."""
        return _load(self, tuple(sorted({**dict(self.parameters), **dict(parameters)}.items())))


@lru_cache(maxsize=LOADED)
def _load(book: Rulebook, parameters: Settings) -> AnyGame:
    terms = {name: _term(name, text) for name, text in parameters}
    if book.reasoner == "native":
        return twin(book.name, **{name: to_python(value) for name, value in terms.items()})
    path = _written(book.files)
    source, unreadable = open_source(path, book.files[0][0])
    program, syntax = read_program(source, trust=book.trust)
    raise_for((*unreadable, *syntax))
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
def _folder(files: tuple[tuple[str, str], ...]) -> tempfile.TemporaryDirectory[str]:
    """Write files to a folder that lasts as long as the process: SWI-Prolog reads what is included by itself."""
    folder = tempfile.TemporaryDirectory(prefix="pyengine-rules-")
    for path, text in files:
        if Path(path).is_absolute() or ".." in Path(path).parts:
            raise TournamentError(f"{path} is not the path of a rule file below another")
        place = Path(folder.name, path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8", newline="")
    return folder


def _written(files: tuple[tuple[str, str], ...]) -> Path:
    return Path(_folder(files).name, files[0][0])


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
