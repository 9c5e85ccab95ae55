"""Whether rules that are trusted keep to their module, so that all of it can be forgotten when the game is closed.

Rules that nobody vouches for always do. Those that are trusted may leave something elsewhere that refers to their
predicates: a clause in another module, a thread, a signal handler; Prolog must not forget what that calls. So a trusted
file counts as contained only where no name in it is one of Prolog's that could do so. Rules that make up such a name
while they run are not seen through: whoever trusts a file vouches for that, as for what else it does to the process.
"""

from __future__ import annotations

from typing import Final

from pyengine.language.program import Program
from pyengine.language.reading.directives import goals
from pyengine.language.reading.includes import library_name
from pyengine.language.vocabulary import LIBRARIES, PREDICATES
from pyengine.terms import Atom, Compound, List, Term, parts_of

_TAME: Final = frozenset(
    {"assert", "asserta", "assertz", "retract", "retractall", "dynamic", "discontiguous", "table", "op", "style_check"}
    | {"random", "random_between", "random_member", "random_permutation", "get_time", "statistics", "set_random"}
)
_DATA: Final = frozenset(
    {"does input or output", "keeps data outside the position", "reaches the file system"}
    | {"looks into the program or the system"}
)
"""Of what the vocabulary refuses to others, this stays in the module of the rules, or holds data and no predicates."""
_REACHING: Final = frozenset({":", "@", "term_expansion", "goal_expansion", "format_predicate"}) | {
    name
    for (name, _), known in PREDICATES.items()
    if known.autoload and not known.safe and known.reason not in _DATA and name not in _TAME
}
"""Names by which rules can reach out of their module."""
_IMPORTING: Final = frozenset({"use_module", "ensure_loaded", "autoload"})
_READING: Final = frozenset({"module", "set_prolog_flag", "include"})
"""Directives that concern how the file is read, and in which module."""


def is_contained(program: Program) -> bool:
    """Tell whether a program has no name by which it could reach out of its module."""
    for sentence in program.sentences:
        term = sentence.term
        directives = [goal for goal, _ in goals(term, sentence.layout)]
        if not (all(map(_is_plain_directive, directives)) if directives else is_tame(term)):
            return False
    return True


def is_tame(term: Term) -> bool:
    """Tell whether nothing in a term is a name by which rules can reach out of their module."""
    names = (part.name for part in parts_of(term) if isinstance(part, Atom | Compound))
    return not any(name in _REACHING or name.startswith("$") for name in names)


def _is_plain_directive(goal: Term) -> bool:
    assert isinstance(goal, Compound)
    if goal.name in _IMPORTING and goal.args:
        files = goal.args[0].items if isinstance(goal.args[0], List) else (goal.args[0],)
        return all(library_name(file) in LIBRARIES for file in files)
    return goal.name in _READING or is_tame(goal)
