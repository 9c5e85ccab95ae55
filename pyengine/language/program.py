"""A rule file as terms: clauses and directives, each with the places of its parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pyengine.language.source import Source
from pyengine.terms import Compound, OperatorTable, Term


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a term stands in its source, as offsets; a tree of the same shape as the term.

    `name_start` and `name_end` span the functor or operator of a compound, the whole of anything atomic, and the
    opening bracket of a list. `parts` are the layouts of the arguments; for a list those of its items and, where it is
    partial, of its tail.
    """

    start: int
    end: int
    name_start: int
    name_end: int
    parts: tuple[Layout, ...] = ()


@dataclass(frozen=True, slots=True)
class Clause:
    """One sentence of a file as `read_term` gives it, and where it stands.

    Variables keep their names; each `_` is a `Var("_", number)` of its own, numbered within the clause. `end` of the
    layout is before the full stop.
    """

    term: Term
    layout: Layout
    source: Source


@dataclass(frozen=True, slots=True)
class Program:
    """A whole file. Clauses and directives stand in one sequence, in the order of the file, includes in place.

    `sources` are all the texts that were read for it, the file itself first; one that is included twice is there twice.
    """

    source: Source
    sentences: tuple[Clause, ...]
    operators: OperatorTable
    flags: Mapping[str, str] = field(default_factory=dict)
    sources: tuple[Source, ...] = ()

    def clauses(self) -> Iterator[Clause]:
        """Go through the sentences that are not directives."""
        return (s for s in self.sentences if not is_directive(s.term))

    def directives(self) -> Iterator[Clause]:
        """Go through the sentences `:- Goal`, as they are, with the `:-`."""
        return (s for s in self.sentences if is_directive(s.term))


def is_directive(term: Term) -> bool:
    """Tell whether a sentence is `:- Goal` or `?- Goal`."""
    return isinstance(term, Compound) and term.name in (":-", "?-") and len(term.args) == 1
