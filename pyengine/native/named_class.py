"""A game from the name of its class, `module:Class` or `path/file.py:Class`: importing it runs its code."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import signature
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import Any, cast

from pyengine.errors import GameCodeError, GameNotFoundError, ParameterError, PyengineError
from pyengine.game import Game, require_game
from pyengine.native.openspiel import is_openspiel_name, open_openspiel
from pyengine.terms import Term, is_term, to_python
from pyengine.texts import name_of


def open_class(given: str, parameters: Mapping[str, object]) -> Game[Any, Any]:
    """Make a game of a class, or of any function that gives one; parameters are its keywords.

    A game that is there already, under the name, is taken as it is, and has no parameters.
    """
    if is_openspiel_name(given):
        return open_openspiel(given, plain_parameters(parameters))
    make = named_object(given)
    if not callable(make):
        require_game(make)
        if parameters:
            raise ParameterError(f"{name_of(make)} is made already: parameters are for games given by name")
        return make  # type: ignore[no-any-return]
    try:
        game: Game[Any, Any] = make(**plain_parameters(parameters))
    except PyengineError:
        raise
    except (Exception, SystemExit) as error:  # code of the user's own
        given_as = ", ".join(f"{key}={value}" for key, value in plain_parameters(parameters).items()) or "no parameters"
        raise ParameterError(f"{given} cannot be made with {given_as}: {type(error).__name__}: {error}") from None
    return game


def named_object(given: str) -> Any:
    """Import what a name stands for."""
    if is_openspiel_name(given):
        return partial(open_openspiel, given, {})
    where, _, name = given.rpartition(":")
    module = _import(where)
    if not hasattr(module, name):
        near = get_close_matches(name, [key for key in vars(module) if not key.startswith("_")], 1)
        raise GameNotFoundError(f"{where} has no {name!r}{f'; did you mean {near[0]!r}?' if near else ''}")
    return getattr(module, name)


def fault_of(given: str, error: BaseException) -> GameCodeError:
    """Tell what the code of a class raised, and where in its file."""
    where, _, _ = given.rpartition(":")
    module = sys.modules.get(str(Path(where).resolve()) if where.endswith(".py") else where)
    file = getattr(module, "__file__", None)
    lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == file]
    place = f", in line {lines[-1]} of {where}" if lines else ""
    raised = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return GameCodeError(f"{given} raised {raised}{place}\n('pyengine check {given}' tells what is wrong with a game)")


def class_parameters(given: str) -> tuple[str, ...] | None:
    """Name the parameters that a class takes; None where it does not tell."""
    made = named_object(given)
    try:
        return tuple(signature(made).parameters) if callable(made) else ()
    except ValueError:
        return None


def plain_parameters(parameters: Mapping[str, object]) -> dict[str, object]:
    """Give parameters as plain Python values, which a class takes."""
    return {name: to_python(cast(Term, value)) if is_term(value) else value for name, value in parameters.items()}


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
