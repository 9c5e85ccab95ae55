"""The contract between a rule file and pyengine, as data."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from pyengine.errors import Place
from pyengine.language.checking.clauses import rule_of
from pyengine.language.program import Clause, Program
from pyengine.language.vocabulary import Indicator
from pyengine.terms import Compound, Term

Vocabulary = Literal["contract", "textbook", "romanian"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One predicate that pyengine asks a rule file for; `form` is how it is called, `example` how it may look."""

    form: str
    meaning: str
    needed: bool = False
    example: str = ""

    @property
    def name(self) -> str:
        """The name of the predicate."""
        return self.form.partition("(")[0]

    @property
    def arity(self) -> int:
        """The number of its arguments."""
        return self.form.count(",") + 1

    @property
    def indicator(self) -> Indicator:
        """Name and arity."""
        return self.name, self.arity


CONTRACT: Final = (
    Entry("player(P)", "the players, in order", True, "player(max). player(min)."),
    Entry("initial(S)", "the start position", True, "initial(pile(7))."),
    Entry("to_move(S, P)", "whose turn it is", True, "to_move(state(P, _), P)."),
    Entry("move(S, M, S2)", "every legal move M and where it leads", True, "move(S, M, S2) :- ..."),
    Entry("terminal(S)", "the game is over in S"),
    Entry("terminal(S, Mem)", "the game is over in S after the moves that Mem remembers"),
    Entry("utility(S, V)", "worth of a final S for the first player"),
    Entry("utility(S, P, V)", "worth of a final S for each player P"),
    Entry("staticval(S, V)", "estimate of S for the first player"),
    Entry("feature(S, Name, V)", "one feature of S, for a weighted estimate"),
    Entry("weight(Name, W)", "how much a feature counts"),
    Entry("order(S, M, Score)", "moves with a high Score are tried first"),
    Entry("noisy(S)", "do not cut the search off in S"),
    Entry("canonical(S, C)", "the representative of S under the symmetries of the game"),
    Entry("infinite(V)", "what endless play is worth"),
    Entry("memory(Mem, M, Mem2)", "what is remembered after a move"),
    Entry("outcome(S, Mem, V)", "worth of a final S for the first player, given how it was reached"),
    Entry("outcome(S, Mem, P, V)", "worth of a final S for each player P, given how it was reached"),
    Entry("parameter(Name, Default)", "a size or option of the game"),
    Entry("board(S, Rows)", "S as a list of rows, for people"),
    Entry("show(S, Text)", "S as text, for people"),
    Entry("notation(S, Text)", "S in the notation of the game's community"),
    Entry("move_notation(S, M, Text)", "M in the notation of the game's community"),
)
"""The interface of a rule file, which also needs a utility or an outcome."""

_COMMON: Final = (
    Entry("staticval(Pos, Val)", "the worth of Pos", True, "staticval(d, 4)."),
    Entry("initial(Pos)", "the start position"),
    Entry("parameter(Name, Default)", "a size or option of the game"),
)

TEXTBOOK: Final = (
    Entry("moves(Pos, PosList)", "the positions that a move leads to", True, "moves(a, [b, c])."),
    Entry("max_to_move(Pos)", "MAX moves in Pos", True, "max_to_move(a)."),
    Entry("min_to_move(Pos)", "MIN moves in Pos", True, "min_to_move(b)."),
    *_COMMON,
)
"""The textbook interface: a move is the position it leads to."""

ROMANIAN: Final = (
    Entry("mutari(Poz, ListaPoz)", "the positions that a move leads to", True, "mutari(a, [b, c])."),
    Entry("mutare_max(Poz)", "MAX moves in Poz", True, "mutare_max(a)."),
    Entry("mutare_min(Poz)", "MIN moves in Poz", True, "mutare_min(b)."),
    *_COMMON,
)
"""The same in the words of the Romanian lecture notes."""

VOCABULARIES: Final[Mapping[Vocabulary, tuple[Entry, ...]]] = {
    "contract": CONTRACT,
    "textbook": TEXTBOOK,
    "romanian": ROMANIAN,
}

PROVIDED: Final[frozenset[Indicator]] = frozenset({("param", 2), ("minimax", 3)})
"""What pyengine defines for every rule file."""


def defined(program: Program) -> Mapping[Indicator, list[Clause]]:
    """Give the clauses of each predicate, by name and arity; a grammar rule has two more arguments than are written."""
    found: dict[Indicator, list[Clause]] = {}
    for clause in program.clauses():
        rule = rule_of(clause)
        if rule.indicator and rule.module is None:
            found.setdefault(rule.indicator, []).append(clause)
    return found


def declared_parameters(program: Program) -> dict[str, Term]:
    """Give the parameters that a file declares by facts, with their defaults."""
    facts = (clause.term for clause in defined(program).get(("parameter", 2), ()))
    return {
        str(fact.args[0]): fact.args[1] for fact in facts if isinstance(fact, Compound) and fact.name == "parameter"
    }


def place_of_predicate(program: Program, indicator: str) -> Place | None:
    """Find the first clause of a predicate given as `move/3`; None where the file has none."""
    for name, clauses in defined(program).items():
        if f"{name[0]}/{name[1]}" == indicator:
            return whole_place(clauses[0])
    return None


def whole_place(clause: Clause) -> Place:
    """Give the place of a clause, from its first character to its last."""
    return clause.source.place(clause.layout.start, clause.layout.end)


def vocabulary_of(program: Program) -> Vocabulary:
    """Tell which interface a file follows; in doubt it is the contract."""
    return vocabulary_in(defined(program))


def vocabulary_in(names: Collection[Indicator]) -> Vocabulary:
    """Tell which interface a file that defines these predicates follows.

    >>> vocabulary_in({("moves", 2), ("staticval", 2)}), vocabulary_in({("moves", 3), ("staticval", 2)})
    ('textbook', 'contract')
    """
    if ("move", 3) in names:
        return "contract"
    if ("moves", 2) in names:
        return "textbook"
    if ("mutari", 2) in names:
        return "romanian"
    own = {entry.indicator for entry in CONTRACT if entry.needed} - {("initial", 1)}
    if own.isdisjoint(names):
        if {("max_to_move", 1), ("min_to_move", 1)} & set(names):
            return "textbook"
        if {("mutare_max", 1), ("mutare_min", 1)} & set(names):
            return "romanian"
    return "contract"
