"""What `include/1` names: a file seen from the one that includes it, or a library that comes with pyengine."""

from __future__ import annotations

from pathlib import PurePath

from pyengine.language.reading.problems import MisreadError, Stretch
from pyengine.language.shipped import libraries
from pyengine.terms import Atom, Compound, String, Term


def library_name(what: Term) -> str | None:
    """Give the name in `library(boards)`; None for anything else.

    >>> library_name(Compound("library", (Atom("boards"),)))
    'boards'
    """
    match what:
        case Compound(name="library", args=(inner,)):
            return file_name(inner)
    return None


def file_name(what: Term) -> str | None:
    """Give a relative path for `boards`, 'boards.pl', "boards" or lib/boards."""
    parts: list[str] = []
    while True:
        last = what
        if isinstance(what, Compound) and what.name == "/" and len(what.args) == 2:
            what, last = what.args
        if isinstance(last, Atom):
            parts.append(last.name)
        elif isinstance(last, String):
            parts.append(last.text)
        else:
            return None
        if last is what:
            return "/".join(reversed(parts))


def missing_file(relative: str, at: Stretch, reason: str) -> MisreadError:
    """Say that there is no file; one with the name of a library may be meant to be that."""
    name = PurePath(relative).name.removesuffix(".pl")
    if name in libraries():
        reason = f"{reason}; the one that comes with pyengine is included by `:- include(library({name})).`"
    return MisreadError("missing-include", f"there is no file {relative} to include", at, reason)


def misnamed_library(name: str, at: Stretch, reason: str) -> MisreadError:
    """Say that there is no library to include, and what was probably meant."""
    import difflib  # slow to import, and seldom needed

    from pyengine.language.vocabulary import LIBRARIES

    near = difflib.get_close_matches(name, libraries(), 1)
    if name.removeprefix("clp/") in LIBRARIES:
        reason = f"a library of SWI-Prolog is imported: write `:- use_module(library({name})).`"
    elif near:
        reason = f"did you mean library({near[0]})?"
    return MisreadError("bad-include", f"there is no library({name}) to include", at, reason)
