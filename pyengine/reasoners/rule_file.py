"""A rule file as it is opened: read and checked, or found in the cache beside the library that it was compiled to."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyengine.errors import BuildError, NoCompilerError
from pyengine.language.gate import CheckedProgram, examine
from pyengine.language.reading.files import open_source
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.choice import load_program
from pyengine.reasoners.names import Reasoner
from pyengine.reasoners.rule_game import RuleGame
from pyengine.terms import Term

if TYPE_CHECKING:
    from pyengine.building.library_build import LibraryBuild
    from pyengine.building.parsed_cache import ParsedCache


@dataclass(frozen=True)
class RuleFile:
    """A checked program, and what is kept or begun of its library where it is compiled to C."""

    program: CheckedProgram
    reasoner: Reasoner
    trust: bool
    building: LibraryBuild | None
    unkept: ParsedCache | None
    """Where the program is to be kept once it is compiled to C; None where it need not be."""

    def load(self, *, parameters: Mapping[str, Term], start: Term | None, budget: Budget) -> RuleGame[Any]:
        """Load the program as a game."""
        game = load_program(
            self.program,
            self.reasoner,
            parameters=parameters,
            trust=self.trust,
            start=start,
            budget=budget,
            building=self.building,
        )
        if self.unkept is not None and game.reasoner == "c":
            self.unkept.keep(self.program)
        return game


@contextlib.contextmanager
def open_rule_file(path: Path, reasoner: Reasoner, *, trust: bool) -> Iterator[RuleFile]:
    """Read and check a rule file, and begin to build its library meanwhile; raises RuleFileError."""
    with contextlib.ExitStack() as stack:
        parsed: ParsedCache | None = None
        if reasoner == "c":
            from pyengine.building.parsed_cache import open_parsed_cache  # kept beside the libraries of games

            parsed = open_parsed_cache(trust=trust)
        source, unreadable = open_source(path)  # once: it may be a pipe
        known = None if parsed is None or unreadable else parsed.find(source)
        building = None if known or reasoner != "c" else _begin_building(stack)
        program = known or examine(source, trust=trust, unreadable=unreadable).program
        yield RuleFile(program, reasoner, trust, building, None if known else parsed)


def _begin_building(stack: contextlib.ExitStack) -> LibraryBuild | None:
    """Begin with what does not depend on the rules; where that cannot be, whoever builds their library says so."""
    from pyengine.reasoners.c_library import head_start

    with contextlib.suppress(NoCompilerError, BuildError):
        return stack.enter_context(head_start())
    return None
