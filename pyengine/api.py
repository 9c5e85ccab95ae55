"""The façade: from the name of a game or the path of a rule file to a game."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyengine.errors import GameNotFoundError, InvalidStateError, ParameterError, ReasonerError
from pyengine.language.gate import CheckedProgram
from pyengine.language.shipped import shipped
from pyengine.language.sizes import DEEPEST_CLAUSE
from pyengine.quoting import quote_line, show_value
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.names import REASONERS, Reasoner
from pyengine.terms import Term, is_deeper, is_ground, is_term, to_term
from pyengine.texts import suggestion

if TYPE_CHECKING:
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
    start: str | Term | None = None,
    budget: Budget | None = None,
    **parameters: object,
) -> RuleGame[Any]:
    """Load a game by its name (`"nim"`) or by the path of its rule file (`"my/game.pl"`).

    The file is read and checked first; what is wrong with it is raised as a `RuleFileError`, all findings at once.
    Other keyword arguments set the parameters that the file declares. `start` is the position to start from, as a
    term or its text. A rule file may not touch files, processes or the like unless `trust` is True. `budget` says how
    many inferences, how much memory and how many seconds one call into the rules may take.

    `reasoner` says who answers for the rules: `"python"` compiles them to Python, `"c"` to C, which is the fastest and
    may wait for a C compiler, `"swi"` asks SWI-Prolog, and `"auto"` takes Python, or SWI-Prolog for what cannot be
    compiled; searches that take long go on in C, which answers at once where it was built before. `game.reasoner` and
    `game.why` tell which that is.
    """
    if budget is not None and not isinstance(budget, Budget):
        raise ParameterError(f"budget is a Budget, not {show_value(budget)}")
    if reasoner not in REASONERS:
        raise ReasonerError(f"no reasoner {show_value(reasoner)}; there are: {', '.join(REASONERS)}")
    # What it takes to run rules is imported only where they are loaded.
    from pyengine.reasoners.rule_file import open_rule_file

    with open_rule_file(find_rules(game), reasoner, trust=trust) as rules:
        position = _read_position(start, rules.program) if isinstance(start, str) else start
        if position is not None and not is_term(position):
            raise InvalidStateError(f"start is a term or its text, not {show_value(start)}")
        loaded = rules.load(parameters=as_terms(parameters), start=position, budget=budget or Budget())
    loaded.shorten = _shorten
    return loaded


def _shorten(loaded: RuleGame[Any], goal: str, budget: Budget, *, starts_elsewhere: bool) -> Any:
    """Answer what a search can answer in place of a query; it is imported when somebody asks."""
    from pyengine.queries import shorten

    return shorten(loaded, goal, budget, starts_elsewhere=starts_elsewhere)


def find_rules(game: str | Path) -> Path:
    """Find the rule file of a game that comes with pyengine, or of a path."""
    if not isinstance(game, str | Path):
        raise GameNotFoundError(f"a game is given by its name or the path of its rule file, not by {show_value(game)}")
    text = str(game)
    if isinstance(game, str) and not text.endswith(".pl") and Path(text).name == text:
        path = shipped("rules") / f"{text}.pl"
        if path.is_file():
            return path
        shown, hint = quote_line(text), suggestion(text, games())
        raise GameNotFoundError(f"no game {show_value(text)}; {hint} (a rule file is given by its path: {shown}.pl)")
    path = Path(game)
    if os.path.isdir(path):
        raise GameNotFoundError(f"{quote_line(text)} is a folder, not a rule file")
    with contextlib.suppress(OSError, ValueError):  # who opens the file says what is wrong with its name
        try:
            path.stat()
        except (FileNotFoundError, NotADirectoryError):
            raise GameNotFoundError(f"no rule file {quote_line(text)}") from None
    return path


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
