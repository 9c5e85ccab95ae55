"""The contract between a rule file and pyengine: one table, from which everything that asks rules is derived.

A row says how a predicate is written and called, which of its solutions count, what it is a question of, what holds
without it, and what it means. The checker, the compiler and its targets, the reasoners, SWI-Prolog's side
(`rules/search/contract_table.pl`), the C header of the questions (`compiler/c/runtime/questions.h`) and the page about
rule files take it from here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal

from pyengine.terms import Compound, Term

if TYPE_CHECKING:
    from pyengine.errors import Place
    from pyengine.language.program import Clause, Program
    from pyengine.language.vocabulary import Indicator

Vocabulary = Literal["contract", "textbook", "romanian"]
Subject = Literal["file", "game", "position", "move", "feature", "class", "cell", "term"]
"""What a predicate is a question of: a `term` need not be a position, and is asked about apart from all searches."""

ARGUMENTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("S", "S2"), "position"),
        **dict.fromkeys(("Pos", "Poz"), "state"),
        **dict.fromkeys(("PosList", "ListaPoz"), "states"),
        **dict.fromkeys(("V", "W", "Val", "Score"), "number"),
        **dict.fromkeys(("Mem", "Mem2"), "memory"),
        "M": "move",
        "P": "player",
        "C": "key",
        "Name": "name",
        "Class": "class",
        "Depth": "depth",
        "Default": "term",
        "Rows": "rows",
        "Text": "text",
        "Cell": "cell",
        **dict.fromkeys(("Layout", "Look", "Shapes"), "drawing"),
    }
)
"""What an argument is, by the name that the table gives it; a `state` is a position whose shape is not inferred."""

ANSWERS: Final = ("", "number", "class")
"""What a question may have for an answer: that it holds or does not, a number, or any term without variables."""

_QUESTION: Final = re.compile(r"\++-?")


@dataclass(frozen=True, slots=True)
class Mode:
    """One way in which a predicate is called: `pattern` has `g` for an argument that is given, `f` for an answer."""

    pattern: str
    first: bool
    """Whether the first solution counts, or all do."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One predicate that pyengine asks a rule file for; `form` is how it is called, `example` how it may look.

    `modes` has a word for each way of calling it, with `+` for an argument that is given, `-` for one that is asked
    for, and `*` at the end where all solutions count. Entries of one `role` stand for one another (see `Interface`).
    `offer` is the name by which `Game.offers` has it; `note` completes the meaning on the page about rule files.

    >>> entry = Entry("notation(S, Text)", "+- -+*", "position", "S in a notation")
    >>> entry.indicator, entry.arguments, entry.modes[1]
    (('notation', 2), ('S', 'Text'), Mode(pattern='fg', first=False))
    """

    form: str
    called: str
    of: Subject
    meaning: str
    needed: bool = False
    example: str = ""
    role: str = ""
    default: str = ""
    note: str = ""
    offer: str = ""
    for_people: bool = False
    may_fail: bool = False
    """Whether no solution is an answer: a move without a score, a position without a notation."""
    requires: str = ""
    """Another predicate, by name, without which this one does not count."""
    since: str = "0.1.0"

    name: str = field(init=False, repr=False)
    arguments: tuple[str, ...] = field(init=False, repr=False)
    """The names of its arguments, which say what they are (`ARGUMENTS`)."""
    arity: int = field(init=False, repr=False)
    indicator: Indicator = field(init=False, repr=False)
    modes: tuple[Mode, ...] = field(init=False, repr=False)
    """The ways of calling it, that which writes before that which reads."""

    def __post_init__(self) -> None:
        name, _, arguments = self.form.rstrip(")").partition("(")
        signs = str.maketrans("+-", "gf", "*")
        set_ = partial(object.__setattr__, self)
        set_("name", name)
        set_("arguments", tuple(arguments.split(", ")))
        set_("arity", len(self.arguments))
        set_("indicator", (name, self.arity))
        set_("modes", tuple(Mode(word.translate(signs), not word.endswith("*")) for word in self.called.split()))

    @property
    def is_searched(self) -> bool:
        """Whether a search asks it, position by position."""
        return self.of not in ("file", "game") and not self.for_people

    @property
    def is_question(self) -> bool:
        """Whether it is an optional question about a position, of the kind that all reasoners ask in one way.

        The position is its first argument, one answer at most its last, and what else is given stands between them.
        """
        if self.of != "position" or self.for_people or self.role or self.offer != self.name:
            return False
        return bool(_QUESTION.fullmatch(self.called)) and self.wanted in ANSWERS

    @property
    def given(self) -> tuple[str, ...]:
        """What is given besides the position, by kind."""
        pairs = zip(self.arguments, self.modes[0].pattern, strict=True)
        kinds = (ARGUMENTS[argument] for argument, way in pairs if way == "g")
        return tuple(kind for kind in kinds if kind != "position")

    @property
    def wanted(self) -> str:
        """What its answer is, by kind; nothing where it holds or does not."""
        return ARGUMENTS[self.arguments[-1]] if self.modes[0].pattern.endswith("f") else ""

    def giving(self, *kinds: str) -> tuple[int, ...]:
        """Give the places, from 0, of the arguments of some kinds that it is asked for when it is called first."""
        pairs = zip(self.arguments, self.modes[0].pattern, strict=True)
        return tuple(i for i, (argument, way) in enumerate(pairs) if way == "f" and ARGUMENTS[argument] in kinds)

    def takes(self, kind: str) -> bool:
        """Tell whether one of its arguments is of a kind."""
        return any(ARGUMENTS[argument] == kind for argument in self.arguments)


# fmt: off
CONTRACT: Final = (
    Entry("player(P)", "-*", "game", "the players, in order", True, "player(max). player(min).",
          note="; in a two-player game the first is MAX"),
    Entry("initial(S)", "-", "game", "the start position", True, "initial(pile(7)).", offer="initial"),
    Entry("to_move(S, P)", "+-", "position", "whose turn it is", True, "to_move(state(P, _), P).",
          note="; turns need not alternate"),
    Entry("move(S, M, S2)", "+--*", "position", "every legal move M and where it leads", True, "move(S, M, S2) :- ...",
          role="moves", note=", in the author's preferred order"),
    Entry("legal(S, M)", "+-*", "position", "every legal move M", role="legal", requires="result",
          example="legal(S, M) :- ...", default="`move(S, M, S2)`",
          note=", in place of `move/3`: [only wanted successors are made](#moves-in-two-steps)"),
    Entry("result(S, M, S2)", "++-", "move", "where the legal move M leads", requires="legal",
          example="result(S, M, S2) :- ...", default="`move(S, M, S2)`", note=", with `legal/2`"),
    Entry("terminal(S)", "+", "position", "the game is over in S", role="over", offer="terminal",
          default="a position without moves is final"),
    Entry("terminal(S, Mem)", "++", "position", "the game is over in S after the moves that Mem remembers",
          role="over", offer="terminal_memory", default="`terminal(S)`"),
    Entry("utility(S, V)", "+-", "position", "worth of a final S for the first player", role="worth",
          note=" (two players, zero sum)"),
    Entry("utility(S, P, V)", "++-", "position", "worth of a final S for each player P", role="worth"),
    Entry("staticval(S, V)", "+-", "position", "estimate of S for the first player", role="estimate", offer="staticval",
          default="nothing is known", note=", where the search is cut off"),
    Entry("feature(S, Name, V)", "+--*", "position", "one feature of S, for a weighted estimate", role="estimate",
          requires="weight", offer="features", default="`staticval(S, V)`"),
    Entry("weight(Name, W)", "+-", "feature", "how much a feature counts", default="`staticval(S, V)`",
          note="; weights can be [tuned](tuning.md)"),
    Entry("category(S, Class)", "+-", "position", "the class of S, for an estimate by classes", offer="category",
          default="`feature(S, Name, V)`"),
    Entry("expected(Class, V)", "+-", "class", "what positions of a class are worth to the first player",
          role="estimate", requires="category", offer="expected", default="`feature(S, Name, V)`",
          note=", on the average; it can be [learned](tuning.md#classes-of-positions)"),
    Entry("order(S, M, Score)", "++-", "move", "moves with a high Score are tried first", offer="order",
          may_fail=True, default="the author's order"),
    Entry("noisy(S)", "+", "position", "do not cut the search off in S", offer="noisy", default="no position is noisy"),
    Entry("cutoff(S, Depth)", "++", "position", "cut the search off in S, Depth plies from its root", offer="cutoff",
          default="only the depth limit cuts off", note=": the estimate stands"),
    Entry("canonical(S, C)", "+-", "position", "the representative of S under the symmetries of the game",
          offer="canonical", default="S itself", note=", worth the same"),
    Entry("repetition(S, Class)", "+-", "position", "what comes back where S is repeated", offer="repetition",
          default="S itself", note=": positions of one class are [the same](#positions-that-come-back)"),
    Entry("infinite(V)", "-", "game", "what endless play is worth", offer="infinite", default="0"),
    Entry("draw_value(V)", "-", "game", "what a draw is worth to the first player", offer="draw_value",
          default="what [the values tell](#who-has-won)"),
    Entry("memory(Mem, M, Mem2)", "++-", "move", "what is remembered after a move", offer="memory",
          default="the moves, the last one first"),
    Entry("outcome(S, Mem, V)", "++-", "position",
          "worth of a final S for the first player, given how it was reached", role="worth"),
    Entry("outcome(S, Mem, P, V)", "+++-", "position",
          "worth of a final S for each player P, given how it was reached", role="worth"),
    Entry("parameter(Name, Default)", "--*", "file", "a size or option of the game", default="the game has none",
          note=', read as `param(Name, V)`, set as `load("nim", piles=[1, 2, 2])`'),
    Entry("board(S, Rows)", "+-", "position", "S as a list of rows, for people", offer="board", for_people=True,
          default="S as a term"),
    Entry("layout(Layout)", "-", "game", "how the cells of boards lie", offer="layout", for_people=True,
          example="layout(checkered).", default="squares", note=": [checkered, points and others](boards.md#layouts)"),
    Entry("look(Cell, Look)", "+-", "cell", "how a cell of boards looks", offer="look", for_people=True,
          may_fail=True, example="look(b, disc(black)).", default="what its [text means](boards.md#looks)"),
    Entry("shapes(S, Shapes)", "+-", "position", "S as a list of [shapes](boards.md#shapes), for people",
          offer="shapes", for_people=True, may_fail=True, default="the board"),
    Entry("show(S, Text)", "+-", "position", "S as text, for people", offer="show", for_people=True,
          default="the board"),
    Entry("notation(S, Text)", "+- -+*", "position", "S in the notation of the game's community", offer="notation",
          for_people=True, may_fail=True, default="S as a term", note=", read and written"),
    Entry("move_notation(S, M, Text)", "++- +-+*", "move", "M in the notation of the game's community",
          offer="move_notation", for_people=True, may_fail=True, default="M as a term", note=", read and written"),
    Entry("move_coordinates(S, M, Text)", "++-", "move", "M by its squares, as in e2e4", offer="move_coordinates",
          for_people=True, may_fail=True, default="`move_notation(S, M, Text)`",
          note=", for [chess interfaces](uci.md); read as well"),
    Entry("state(S)", "+", "term", "S is a position of the game", offer="state", for_people=True, may_fail=True,
          default="people may ask about any term", note="; else people [cannot write it](#what-is-a-position)"),
)
"""The interface of a rule file in words of its own; it also needs a utility or an outcome."""

_COMMON: Final = (
    Entry("staticval(Pos, Val)", "+-", "position", "the worth of Pos", True, "staticval(d, 4).", role="worth"),
    Entry("initial(Pos)", "-", "game", "the start position"),
    Entry("parameter(Name, Default)", "--*", "file", "a size or option of the game"),
)

TEXTBOOK: Final = (
    Entry("moves(Pos, PosList)", "+-", "position", "the positions that a move leads to", True, "moves(a, [b, c]).",
          role="moves"),
    Entry("max_to_move(Pos)", "+", "position", "MAX moves in Pos", True, "max_to_move(a).", role="max"),
    Entry("min_to_move(Pos)", "+", "position", "MIN moves in Pos", True, "min_to_move(b).", role="min"),
    *_COMMON,
)
"""The textbook interface: a move is the position it leads to."""

ROMANIAN: Final = (
    Entry("mutari(Poz, ListaPoz)", "+-", "position", "the positions that a move leads to", True, "mutari(a, [b, c]).",
          role="moves"),
    *(Entry(f"{name}(Poz, ListaPoz)", "+-", "position", "the same, spelt as the notes print it", role="moves")
      for name in ("mut\u0103ri", "muta\u0306ri")),  # one character, or a letter and a combining breve
    Entry("mutare_max(Poz)", "+", "position", "MAX moves in Poz", True, "mutare_max(a).", role="max"),
    Entry("mutare_min(Poz)", "+", "position", "MIN moves in Poz", True, "mutare_min(b).", role="min"),
    *_COMMON,
)
"""The same in the words of the Romanian lecture notes."""
# fmt: on

VOCABULARIES: Final[Mapping[Vocabulary, tuple[Entry, ...]]] = MappingProxyType(
    {"contract": CONTRACT, "textbook": TEXTBOOK, "romanian": ROMANIAN}
)

ASKED: Final = (*CONTRACT, *(e for e in (*TEXTBOOK, *ROMANIAN) if e.indicator not in {c.indicator for c in CONTRACT}))
"""Every predicate that is asked for, in whichever vocabulary, once."""

OWN: Final[Mapping[str, Entry]] = MappingProxyType({entry.name: entry for entry in reversed(CONTRACT)})
"""The predicates of the contract by name; of several by one name, the first."""

SPLIT: Final = (OWN["legal"], OWN["result"])
"""The two predicates that stand for move/3 where there is none: the legal moves, and where one leads."""

QUESTIONS: Final = tuple(entry for entry in CONTRACT if entry.is_question)
"""The optional questions about a position: a new one is a row, a method of `RuleGame`, and its use in a search."""

MOVERS: Final = ("max", "min")
"""The roles of the textbook predicates that say whose turn it is: a file needs one, elsewhere the other moves."""

PROVIDED: Final[frozenset[Indicator]] = frozenset({("param", 2), ("minimax", 3)})
"""What pyengine defines for every rule file."""


def is_split(defines: Callable[[Indicator], bool]) -> bool:
    """Tell whether rules that define some predicates give their moves in two steps: legal/2, then result/3.

    Where they have `move/3` too, or the moves of a textbook, that counts, and these are predicates like any other.

    >>> is_split({("legal", 2), ("result", 3)}.__contains__)
    True
    """
    others = (entry for entries in VOCABULARIES.values() for entry in entries if entry.role == "moves")
    return all(defines(entry.indicator) for entry in SPLIT) and not any(defines(entry.indicator) for entry in others)


def alternatives(role: str, vocabulary: Vocabulary = "contract") -> tuple[Entry, ...]:
    """List the predicates of a role, that which counts before the others: those that take the memory come first.

    >>> [entry.form for entry in alternatives("worth")]
    ['outcome(S, Mem, V)', 'outcome(S, Mem, P, V)', 'utility(S, V)', 'utility(S, P, V)']
    """
    found = [entry for entry in VOCABULARIES[vocabulary] if (entry.role or entry.name) == role]
    return tuple(sorted(found, key=lambda entry: not entry.takes("memory")))


@dataclass(frozen=True, slots=True)
class Interface:
    """Which of the predicates that stand for one another count in one rule file.

    `over` and `estimate` are None where there is none; `movers` are the two predicates of a textbook vocabulary that
    say whose turn it is, of which a file need not define both.
    """

    vocabulary: Vocabulary
    moves: Entry
    worth: Entry
    over: Entry | None
    estimate: Entry | None
    movers: tuple[Entry, Entry] | None
    offers: frozenset[str]
    is_own: bool
    """Whether the file uses the contract's own words."""
    has_memory: bool
    """Whether what a final position is worth depends on how the game got there."""
    has_utilities: bool
    """Whether a final position has a worth of its own for each player."""


def interface(vocabulary: Vocabulary, defines: Callable[[Indicator], bool]) -> Interface:
    """Tell which predicates count in rules that define some of them.

    >>> found = interface("contract", {("utility", 2), ("outcome", 4), ("terminal", 1)}.__contains__)
    >>> found.worth.form, found.over.form, sorted(found.offers)
    ('outcome(S, Mem, P, V)', 'terminal(S)', ['outcome', 'terminal', 'utilities'])
    """

    def is_there(entry: Entry) -> bool:
        return defines(entry.indicator) and (not entry.requires or defines(OWN[entry.requires].indicator))

    def first(role: str) -> Entry | None:
        return next((entry for entry in alternatives(role, vocabulary) if is_there(entry)), None)

    worth = first("worth") or alternatives("worth", vocabulary)[-1]
    has_memory = worth.takes("memory")
    over = [entry for entry in alternatives("over") if is_there(entry) and (has_memory or not entry.takes("memory"))]
    offers = {e.offer for e in CONTRACT if e.offer and is_there(e) and (e.role != "over" or e in over)}
    offers |= {"utilities"} if worth.takes("player") else set()
    offers |= {"outcome"} if has_memory else set()
    is_own = vocabulary == "contract"
    return Interface(
        vocabulary,
        first("moves") or alternatives("moves", vocabulary)[0],
        worth,
        over[0] if over and is_own else None,
        next((entry for entry in alternatives("estimate") if is_there(entry)), None) if is_own else worth,
        None if is_own else (alternatives(MOVERS[0], vocabulary)[0], alternatives(MOVERS[1], vocabulary)[0]),
        frozenset(offers),
        is_own,
        has_memory,
        worth.takes("player"),
    )


def defined(program: Program) -> Mapping[Indicator, list[Clause]]:
    """Give the clauses of each predicate, by name and arity; a grammar rule has two more arguments than are written."""
    from pyengine.language.checking.clauses import rule_of  # a game that was kept needs the table, and reads no rules

    found: dict[Indicator, list[Clause]] = {}
    for clause in program.clauses():
        rule = rule_of(clause)
        if rule.indicator and rule.module is None:
            found.setdefault(rule.indicator, []).append(clause)
    return found


def declared_parameters(program: Program) -> dict[str, Term]:
    """Give the parameters that a file declares by facts, with their defaults."""
    facts = (clause.term for clause in defined(program).get(OWN["parameter"].indicator, ()))
    return {
        str(fact.args[0]): fact.args[1]
        for fact in facts
        if isinstance(fact, Compound) and fact.name == OWN["parameter"].name
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
    for vocabulary in VOCABULARIES:
        if any(entry.indicator in names for entry in alternatives("moves", vocabulary)):
            return vocabulary
    own = {entry.indicator for entry in CONTRACT if entry.needed and entry is not OWN["initial"]}
    if own.isdisjoint(names):
        for vocabulary, entries in VOCABULARIES.items():
            if any(entry.role in MOVERS and entry.indicator in names for entry in entries):
                return vocabulary
    return "contract"
