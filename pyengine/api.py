"""The façade: from the name of a game or the path of a rule file to a game."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyengine.errors import GameNotFoundError, InvalidStateError, ParameterError, ReasonerError
from pyengine.language.gate import CheckedProgram
from pyengine.language.shipped import shipped
from pyengine.language.sizes import DEEPEST_CLAUSE
from pyengine.language.source import is_gdl
from pyengine.position import Position
from pyengine.quoting import quote_line, show_value
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.names import REASONERS, Reasoner
from pyengine.terms import Term, is_deeper, is_ground, is_term, to_term
from pyengine.texts import is_class_name, suggestion

if TYPE_CHECKING:
    from pyengine.native.openspiel import OpenSpielGame
    from pyengine.reasoners.rule_game import RuleGame


def games() -> tuple[str, ...]:
    """Name the games that come with pyengine.

    >>> "nim" in games()
    True
    """
    return tuple(sorted(path.stem for path in shipped("rules").glob("*.pl")))


def load(
    game: str | Path,
    *,
    reasoner: Reasoner = "auto",
    trust: bool = False,
    start: str | Term | Position | None = None,
    budget: Budget | None = None,
    **parameters: object,
) -> RuleGame[Any]:
    """Load a game by its name (`"nim"`) or by the path of its rule file (`"my/game.pl"`), or of a game in GDL (`.kif`).

    The file is read and checked first; what is wrong with it is raised as a `RuleFileError`, all findings at once.
    Other keyword arguments set the parameters that the file declares. `start` is the position to start from, as a
    term, its text, or a `Position` of the same rules. A rule file may not touch files, processes or the like unless
    `trust` is True. `budget` says how many inferences, how much memory and how many seconds one call into the rules
    may take.

    `"openspiel:breakthrough(rows=6)"` is a game of OpenSpiel, a native game, which answers for itself.

    `reasoner` says who answers for the rules: `"python"` compiles them to Python, `"c"` to C, which is the fastest and
    may wait for a C compiler, `"swi"` asks SWI-Prolog, and `"auto"` takes Python, or SWI-Prolog for what cannot be
    compiled; searches that take long go on in C, which answers at once where it was built before. `game.reasoner` and
    `game.why` tell which that is.
    """
    if budget is not None and not isinstance(budget, Budget):
        raise ParameterError(f"budget is a Budget, not {show_value(budget)}")
    if isinstance(game, str) and game.startswith("openspiel:"):
        return _open_openspiel(game, reasoner, start, parameters)  # type: ignore[return-value]
    if reasoner not in REASONERS:
        raise ReasonerError(f"no reasoner {show_value(reasoner)}; there are: {', '.join(REASONERS)}")
    # What it takes to run rules is imported only where they are loaded.
    from pyengine.reasoners.rule_file import open_rule_file

    with open_rule_file(find_rules(game), reasoner, trust=trust) as rules:
        held = start.term if isinstance(start, Position) else start
        position = _read_position(held, rules.program) if isinstance(held, str) else held
        if start is not None and not is_term(position):
            raise InvalidStateError(f"start is a term, its text or a Position of rules, not {show_value(start)}")
        loaded = rules.load(parameters=as_terms(parameters), start=position, budget=budget or Budget())
    if isinstance(start, Position):
        start.state_in(loaded)  # one of another game is refused by name
    loaded.shorten = _shorten
    return loaded


def _open_openspiel(name: str, reasoner: str, start: object, parameters: Mapping[str, object]) -> OpenSpielGame:
    if reasoner not in ("auto", "native") or start is not None:
        raise ParameterError("a game of OpenSpiel answers for itself, from its own start: leave out reasoner and start")
    from pyengine.native.openspiel import open_openspiel

    return open_openspiel(name, parameters)


def _shorten(loaded: RuleGame[Any], goal: str, budget: Budget, *, starts_elsewhere: bool) -> Any:
    """Answer what a search can answer in place of a query; it is imported when somebody asks."""
    from pyengine.queries import shorten

    return shorten(loaded, goal, budget, starts_elsewhere=starts_elsewhere)


def find_rules(game: str | Path) -> Path:
    """Find the rule file of a game that comes with pyengine, or of a path."""
    if not isinstance(game, str | Path):
        raise GameNotFoundError(f"a game is given by its name or the path of its rule file, not by {show_value(game)}")
    text = str(game)
    if isinstance(game, str) and not (text.endswith(".pl") or is_gdl(text)) and Path(text).name == text:
        path = shipped("rules") / f"{text}.pl"
        if path.is_file():
            return path
        _refuse_class(text)
        shown, hint = quote_line(text), suggestion(text, games())
        with contextlib.suppress(OSError, ValueError):
            if text and Path(f"{text}.pl").is_file():
                hint = f"did you mean the file {shown}.pl?"
            elif text and Path(text).is_dir():
                hint = f"{shown} is a folder: name a file in it"
        raise GameNotFoundError(f"no game {show_value(text)}; {hint} (a rule file is given by its path: {shown}.pl)")
    path = Path(game)
    if os.path.isdir(path):
        raise GameNotFoundError(f"{quote_line(text)} is a folder, not a rule file")
    with contextlib.suppress(OSError, ValueError):  # who opens the file says what is wrong with its name
        try:
            path.stat()
        except (FileNotFoundError, NotADirectoryError):
            _refuse_class(text)
            raise GameNotFoundError(f"no rule file {quote_line(text)}{_similar(path)}") from None
    return path


def _similar(path: Path) -> str:
    """Name a file beside one that is not there, or a game, which was probably meant."""
    import difflib

    if path.stem in games() and path.suffix == ".pl":
        return f"; the game that comes with pyengine is {path.stem}"
    near: list[str] = []
    with contextlib.suppress(OSError):
        near = difflib.get_close_matches(path.name, islice((file.name for file in path.parent.glob("*.pl")), 1000), 1)
    return f"; did you mean {quote_line(str(path.parent / near[0]))}?" if near else ""


def _refuse_class(text: str) -> None:
    if is_class_name(text):
        raise GameNotFoundError(f"{quote_line(text)} names a class in Python, and the rules of a game are wanted")


def _read_position(text: str, program: CheckedProgram) -> Term:
    from pyengine.language.reading.reader import read_term

    return read_term(text, program.operators, program.flags)


def as_terms(parameters: Mapping[str, object]) -> dict[str, Term]:
    """Turn parameters given from Python into terms."""
    if not isinstance(parameters, Mapping):
        shown = show_value(parameters)
        raise ParameterError(f"parameters are given by name, as in {{'piles': [1, 2]}}, not as {shown}")
    terms = {}
    for name, value in parameters.items():
        try:
            terms[name] = to_term(value)
        except TypeError as error:
            raise ParameterError(f"parameter {name}: {error}") from None
        if is_deeper(terms[name], DEEPEST_CLAUSE):
            raise ParameterError(f"parameter {name} is nested more than {DEEPEST_CLAUSE} deep")
        if not is_ground(terms[name]):
            raise ParameterError(f"parameter {name} has variables: {terms[name]}")
    return terms
