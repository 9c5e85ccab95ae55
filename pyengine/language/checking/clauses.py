"""The sentences of a program taken apart: heads, bodies, declarations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from pyengine.errors import Finding, Place, Related, Severity
from pyengine.language.checking.message_text import show
from pyengine.language.program import Clause, Layout, Program
from pyengine.language.reading.problems import TRUST
from pyengine.language.vocabulary import Indicator
from pyengine.terms import Atom, Compound, List, Term, indicator, taken_apart

Kind = Literal["fact", "rule", "grammar", "matching"]
_KINDS: Final[Mapping[str, Kind]] = {":-": "rule", "-->": "grammar", "=>": "matching"}

CLAUSE_FORMS: Final[frozenset[Indicator]] = frozenset(
    {(":-", 1), (":-", 2), ("?-", 1), ("-->", 2), ("==>", 2), ("=>", 2), ("?=>", 2), ("[|]", 2)}
)
"""What SWI-Prolog takes for a clause of some kind, a directive, or a list of them, and no clause can be about."""


@dataclass(frozen=True, slots=True)
class Part:
    """A term within a clause, and where it stands."""

    term: Term
    layout: Layout
    clause: Clause

    def place(self) -> Place:
        """Locate the name of the term: its functor, its operator, or all of what is atomic."""
        return self.clause.source.place(self.layout.name_start, self.layout.name_end)

    def whole(self) -> Place:
        """Locate all of the term."""
        return self.clause.source.place(self.layout.start, self.layout.end)

    def error(
        self, code: str, message: str, hint: str | None = None, *, whole: bool = False, related: Related = ()
    ) -> Finding:
        """Report an error at the name of the term, or at the whole of it."""
        place = self.whole() if whole else self.place()
        return Finding(Severity.ERROR, code, message, place, hint, related=related)

    def warning(
        self, code: str, message: str, hint: str | None = None, *, whole: bool = False, related: Related = ()
    ) -> Finding:
        """Report what is probably not meant."""
        place = self.whole() if whole else self.place()
        return Finding(Severity.WARNING, code, message, place, hint, related=related)

    def refusal(self, code: str, message: str, hint: str | None = None, *, whole: bool = False) -> Finding:
        """Report what rules may not do without being trusted."""
        advice = f"to allow it all the same: {TRUST}"
        return self.error(code, message, f"{hint}; {advice}" if hint else advice, whole=whole)

    def parts(self) -> tuple[Part, ...]:
        """Give the arguments, or the items of a list and the tail of a partial one."""
        made = taken_apart(self.term)
        if made is None:
            return ()
        inner = made[1]
        layouts = self.layout.parts
        if len(layouts) != len(inner):  # text in quotes that stands for a list has no parts of its own
            layouts = (self.layout,) * len(inner)
        return tuple(Part(part, layout, self.clause) for part, layout in zip(inner, layouts, strict=True))

    def is_call(self, name: str, arity: int) -> bool:
        """Tell whether the term is `name` with so many arguments."""
        return indicator(self.term) == (name, arity)

    def walk(self) -> Iterator[Part]:
        """Go through the term and all that is in it, outermost and leftmost first; of any depth."""
        stack = [self]
        while stack:
            part = stack.pop()
            yield part
            stack.extend(reversed(part.parts()))

    def conjuncts(self) -> Iterator[Part]:
        """Go through the terms that commas join, from left to right."""
        stack = [self]
        while stack:
            part = stack.pop()
            if part.is_call(",", 2):
                stack.extend(reversed(part.parts()))
            else:
                yield part


@dataclass(frozen=True, slots=True)
class Rule:
    """A clause in its parts. The body of a fact is None.

    `module` is the qualifier of a head `module:head`, which the file defines for another module.

    `guards` are the conditions of `Head, Guard => Body`; the pushback of a grammar rule is left out.
    """

    clause: Clause
    kind: Kind
    head: Part
    body: Part | None
    guards: tuple[Part, ...] = ()
    module: Part | None = None

    @property
    def indicator(self) -> Indicator | None:
        """Name and arity of what the clause defines, two more arguments for a grammar rule; None if not callable."""
        found = indicator(self.head.term) if isinstance(self.head.term, Atom | Compound) else None
        return (found[0], found[1] + 2) if found and self.kind == "grammar" else found

    def is_foreign(self, module: str | None) -> bool:
        """Tell whether the clause belongs to another module than the file's own, if it has one."""
        return self.module is not None and self.module.term != Atom(module or "")

    def __str__(self) -> str:
        return show(self.indicator or ("", 0), is_grammar=self.kind == "grammar")


def rule_of(clause: Clause) -> Rule:
    """Take a clause that is not a directive apart."""
    whole = Part(clause.term, clause.layout, clause)
    kind: Kind = "fact"
    head, body = whole, None
    if isinstance(clause.term, Compound) and len(clause.term.args) == 2 and clause.term.name in _KINDS:
        kind = _KINDS[clause.term.name]
        head, body = whole.parts()
    guards: tuple[Part, ...] = ()
    if kind in ("grammar", "matching") and head.is_call(",", 2):
        head, second = head.parts()
        guards = (second,) if kind == "matching" else ()
    module = None
    while head.is_call(":", 2):
        module, head = head.parts()
    return Rule(clause, kind, head, body, guards, module)


@dataclass(frozen=True, slots=True)
class Outline:
    """What a program defines and declares, gathered once for all checks.

    `unread` holds the words in the parts of the text that could not be read, and in clauses with two heads: what is
    named there may well be defined.
    """

    program: Program
    rules: tuple[Rule, ...]
    definitions: Mapping[Indicator, tuple[Rule, ...]]
    directives: tuple[Part, ...]
    declared: Mapping[str, frozenset[Indicator]]
    metas: Mapping[Indicator, str]
    module: str | None
    imports: frozenset[str]
    unread: frozenset[str]

    def defines(self, found: Indicator) -> bool:
        """Tell whether there are clauses for a predicate, or it is declared dynamic."""
        return found in self.definitions or found in self.declared.get("dynamic", ())

    def head(self, found: Indicator) -> Part:
        """Give the head of the first clause of a predicate that is defined."""
        return self.definitions[found][0].head

    def arities(self, name: str) -> list[int]:
        """List the arities with which a name is defined."""
        return sorted(arity for other, arity in self.definitions if other == name)


def outline(program: Program, *, broken: bool = False) -> Outline:
    """Gather what a program defines and declares; `broken` means that parts of its text could not be read."""
    rules = tuple(rule_of(clause) for clause in program.clauses())
    definitions: dict[Indicator, list[Rule]] = {}
    wholes = (Part(clause.term, clause.layout, clause) for clause in program.directives())
    directives = tuple(goal for whole in wholes for goal in whole.parts()[0].conjuncts())
    module = _module(directives)
    for rule in rules:
        if rule.indicator and not rule.is_foreign(module):
            definitions.setdefault(rule.indicator, []).append(rule)
    declared: dict[str, set[Indicator]] = {}
    metas: dict[Indicator, str] = {}
    imports: set[str] = set()
    for goal in directives:
        match goal.term:
            case Compound(name="dynamic" | "discontiguous" | "table" | "multifile" as name, args=(_,)):
                declared.setdefault(name, set()).update(found for found, _ in indicators(goal.parts()[0]))
            case Compound(name="meta_predicate", args=(_,)):
                for found, part in indicators(goal.parts()[0]):
                    if isinstance(part.term, Compound):
                        metas[found] = "".join(_mode(argument) for argument in part.term.args)
            case Compound(name="use_module" | "ensure_loaded", args=(_, *_)):
                imports.update(name for name, _ in libraries(goal.parts()[0]) if name)
    joined = (part for rule in rules if rule.indicator == (",", 2) for part in rule.head.conjuncts())
    two_heads = frozenset(named[0] for head in joined if (named := indicator(head.term)))
    return Outline(
        program,
        rules,
        {found: tuple(own) for found, own in definitions.items()},
        directives,
        {name: frozenset(found) for name, found in declared.items()},
        metas,
        module,
        frozenset(imports),
        (_unread(program) if broken else frozenset()) | two_heads,
    )


def indicators(listing: Part) -> list[tuple[Indicator, Part]]:
    """Read `a/1, b/2`, `[a/1, b//2]`, `a/1 as subsumptive` or a moded `path(_, min)`."""
    found: list[tuple[Indicator, Part]] = []
    stack = [listing]
    while stack:
        part = stack.pop()
        match part.term:
            case Compound(name=",", args=(_, _)) | List():
                stack.extend(reversed(part.parts()))
            case Compound(name="as" | ":", args=(_, _)):
                stack.append(part.parts()[0 if part.is_call("as", 2) else 1])
            case Compound(name="/" | "//" as slash, args=(Atom(name=name), int(arity))):
                found.append(((name, arity + (2 if slash == "//" else 0)), part))
            case Atom(name=name):
                found.append(((name, 0), part))
            case Compound(name=name, args=args):
                found.append(((name, len(args)), part))
    return found


def libraries(spec: Part) -> list[tuple[str | None, Part]]:
    """Read what an import names: the library as it stands in `library(...)`, or None for a file."""
    found: list[tuple[str | None, Part]] = []
    for part in spec.parts() if isinstance(spec.term, List) else (spec,):
        match part.term:
            case Compound(name="library", args=(Atom(name=name),)):
                found.append((name, part))
            case Compound(name="library", args=(Compound(name="/", args=(Atom(name=folder), Atom(name=name))),)):
                found.append((f"{folder}/{name}".removeprefix("clp/"), part))
            case _:
                found.append((None, part))
    return found


def _module(directives: tuple[Part, ...]) -> str | None:
    for goal in directives:
        match goal.term:
            case Compound(name="module", args=(Atom(name=name), *_)):
                return name
    return None


def _mode(argument: Term) -> str:
    if isinstance(argument, int) and 0 <= argument <= 9:
        return str(argument)
    return argument.name[0] if isinstance(argument, Atom) and argument.name in ("^", "//", ":", "+", "-") else "?"


def _unread(program: Program) -> frozenset[str]:
    spans: dict[int, list[tuple[int, int]]] = {id(program.source): []}
    texts = {id(program.source): program.source.text}
    for sentence in program.sentences:
        texts[id(sentence.source)] = sentence.source.text
        spans.setdefault(id(sentence.source), []).append((sentence.layout.start, sentence.layout.end))
    words: set[str] = set()
    for key, text in texts.items():
        position = 0
        for start, end in (*sorted(spans[key]), (len(text), len(text))):
            words.update(re.findall(r"\w+", text[position:start]))
            position = max(position, end)
    return frozenset(words)
