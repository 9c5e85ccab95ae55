"""A rule file as it is opened: read and checked, or found in the cache beside the library that it was compiled to."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyengine.errors import BuildError, NoCompilerError
from pyengine.language.gate import CheckedProgram, examine
from pyengine.language.reading.files import open_source
from pyengine.language.source import Source
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.choice import load_program
from pyengine.reasoners.names import Reasoner
from pyengine.reasoners.rule_game import RuleGame
from pyengine.reasoners.second_tier import patience
from pyengine.terms import Term

if TYPE_CHECKING:
    from pyengine.building.library_build import LibraryBuild


@dataclass(frozen=True)
class RuleFile:
    """A checked program, and what is kept or begun of its library where it is compiled to C."""

    program: CheckedProgram
    reasoner: Reasoner
    trust: bool
    building: LibraryBuild | None
    is_kept: bool
    """Whether the program need not be kept once it is compiled to C."""

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
        tier = getattr(game, "second_tier", None)
        if tier is not None:
            tier.keep = None if self.is_kept else self._keep
        elif game.reasoner == "c" and not self.is_kept:
            self._keep(self.program)
        return game

    def _keep(self, program: CheckedProgram) -> None:
        from pyengine.building.parsed_cache import open_parsed_cache

        cache = open_parsed_cache(trust=self.trust)
        if cache is not None:
            cache.keep(program)


@contextlib.contextmanager
def open_rule_file(path: Path, reasoner: Reasoner, *, trust: bool) -> Iterator[RuleFile]:
    """Read and check a rule file, and begin to build its library meanwhile; raises RuleFileError."""
    with contextlib.ExitStack() as stack:
        source, unreadable = open_source(path)  # once: it may be a pipe
        known = None if unreadable else _kept(source, reasoner, trust=trust)
        building = None if known or reasoner != "c" else _begin_building(stack)
        program = known or examine(source, trust=trust, unreadable=unreadable).program
        yield RuleFile(program, reasoner, trust, building, known is not None)


def _kept(source: Source, reasoner: Reasoner, *, trust: bool) -> CheckedProgram | None:
    """Find a program that was kept beside its library, where it may be that one that answers."""
    if reasoner != "c" and (reasoner != "auto" or patience() == math.inf):
        return None
    from pyengine.building.parsed_cache import find_parsed_cache, open_parsed_cache

    parsed = open_parsed_cache(trust=trust) if reasoner == "c" else find_parsed_cache(trust=trust)
    return None if parsed is None else parsed.find(source)


def _begin_building(stack: contextlib.ExitStack) -> LibraryBuild | None:
    """Begin with what does not depend on the rules; where that cannot be, whoever builds their library says so."""
    from pyengine.reasoners.c_library import head_start

    with contextlib.suppress(NoCompilerError, BuildError):
        return stack.enter_context(head_start())
    return None
