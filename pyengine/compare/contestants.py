"""From what people name to the games that are compared: rule files, classes, twins."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Mapping
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from pyengine.api import games, load
from pyengine.compare.sides import ComparedSide
from pyengine.errors import GameNotFoundError, ParameterError, PyengineError, ReasonerError
from pyengine.game import Game
from pyengine.native import twin
from pyengine.reasoners.names import REASONERS
from pyengine.terms import Term, is_term, to_python

Given = str | Path | Game[Any, Any]
"""A game, the name of one that comes with pyengine, the path of a rule file, `module:Class` or `file.py:Class`."""


def open_sides(
    a: Given, b: Given | None, parameters: Mapping[str, object], trust: bool
) -> tuple[ComparedSide, ComparedSide]:
    """Make both games, with the same parameters; without a second, the native twin of the first."""
    first = open_game(a, parameters, trust)
    if b is None and not (isinstance(a, str) and a in games()):
        raise ParameterError("compare needs a second game: only the games that come with pyengine have a twin")
    second = twin(str(a), **_plain(parameters)) if b is None else open_game(b, parameters, trust)
    names = name_of(first), name_of(second)
    if names[0] == names[1]:
        names = f"{names[0]} (1)", f"{names[1]} (2)"
    return ComparedSide(names[0], first), ComparedSide(names[1], second)


def open_game(given: Given, parameters: Mapping[str, object], trust: bool) -> Game[Any, Any]:
    """Make one game; parameters are for games that are named, not for those made already."""
    if isinstance(given, str) and ":" in given and not given.endswith(".pl"):
        return open_class(given, parameters)
    if isinstance(given, str | Path):
        return load(given, trust=trust, **parameters)  # type: ignore[arg-type]
    if parameters:
        raise ParameterError(f"{name_of(given)} is made already: parameters are for games given by name")
    return given


def open_class(given: str, parameters: Mapping[str, object]) -> Game[Any, Any]:
    """Make a native game from `module:Class` or `path/file.py:Class`."""
    where, _, name = given.rpartition(":")
    module = _import(where)
    if not hasattr(module, name):
        near = difflib.get_close_matches(name, [key for key in vars(module) if not key.startswith("_")], 1)
        raise GameNotFoundError(f"{where} has no {name!r}{f'; did you mean {near[0]!r}?' if near else ''}")
    make = getattr(module, name)
    if not callable(make):
        return open_game(make, parameters, trust=False)
    try:
        game: Game[Any, Any] = make(**_plain(parameters))
    except PyengineError:
        raise
    except (Exception, SystemExit) as error:  # code of the user's own
        given_as = ", ".join(f"{key}={value}" for key, value in _plain(parameters).items()) or "no parameters"
        raise ParameterError(f"{given} cannot be made with {given_as}: {type(error).__name__}: {error}") from None
    return game


def _import(where: str) -> ModuleType:
    try:
        if not where.endswith(".py"):
            return import_module(where)
        path = Path(where)
        if not path.is_file():
            raise GameNotFoundError(f"no file {where}")
        name = str(path.resolve())  # not its stem, which may be the name of a module that is there already
        specification = spec_from_file_location(name, path)
        assert specification is not None
        assert specification.loader is not None
        module = module_from_spec(specification)
        sys.modules[name] = module  # dataclasses look their own module up
        specification.loader.exec_module(module)
    except PyengineError:
        raise
    except (Exception, SystemExit) as error:  # code of the user's own
        raise GameNotFoundError(f"{where} cannot be imported: {type(error).__name__}: {error}") from None
    return module


def name_of(game: object) -> str:
    """Name a game for people: its rule file, or its class."""
    return f"{game.name}.pl" if hasattr(game, "program") and hasattr(game, "name") else type(game).__name__


def contestants(
    given: Given | None, side: ComparedSide, parameters: Mapping[str, object], trust: bool
) -> list[ComparedSide]:
    """Give a side once for each reasoner that can answer its rules."""
    if not hasattr(side.game, "program") or not isinstance(given, str | Path):
        return [side]
    found = []
    for reasoner in REASONERS:
        if reasoner != "auto":
            try:
                game = load(given, reasoner=reasoner, trust=trust, **parameters)  # type: ignore[arg-type]
            except ReasonerError:  # it cannot serve here
                continue
            if game.reasoner == reasoner:  # and not another one in its place
                found.append(ComparedSide(f"{side.name} ({reasoner})", game))
    return found


def _plain(parameters: Mapping[str, object]) -> dict[str, object]:
    return {name: to_python(cast(Term, value)) if is_term(value) else value for name, value in parameters.items()}
