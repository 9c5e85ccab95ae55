"""The loader: a Program into a Prolog module, its text as it stands, so that Prolog's line numbers are the file's."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pyengine.errors import (
    ContractError,
    Finding,
    Place,
    RuleFileError,
    RuleLimitError,
    RuleSyntaxError,
    Severity,
    UnsafeRuleError,
)
from pyengine.language.contract import VOCABULARIES, interface, place_of_predicate, whole_place
from pyengine.language.gate import CheckedProgram
from pyengine.language.program import Clause, Program
from pyengine.language.reading.directives import goals
from pyengine.language.reading.includes import file_name, library_name
from pyengine.language.source import Source
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.error_report import ErrorReport
from pyengine.reasoners.error_terms import meaning, parameter_error
from pyengine.reasoners.question import Question
from pyengine.reasoners.swi.border import Border, PrologFaultError, take_term
from pyengine.reasoners.swi.containment import is_contained
from pyengine.terms import Atom, Compound, List, String, Term, indicator, write_term

_LOAD_FACTOR: Final = 10
_MARK: Final = re.compile(r"#game_\d+\Z")
"""What makes the name unique by which Prolog knows a rule file."""


@dataclass(frozen=True, slots=True)
class LoadedModules:
    """A game in Prolog: the module of its rules and of what was generated for it, and what it offers."""

    rules: str
    file_id: str
    offers: frozenset[str]
    players: tuple[Term, ...]
    trust: bool


def load_rules(
    here: Border, program: CheckedProgram, parameters: Mapping[str, Term], trust: bool, budget: Budget
) -> LoadedModules:
    """Load a program into a fresh module; RuleFileError where SWI-Prolog refuses it, of which nothing stays then."""
    rules = here.fresh_module()
    file_id = f"{_path(program.source)}#{rules}"
    try:
        _consult(here, rules, file_id, program, trust, budget)
        return _prepare(here, rules, file_id, program, parameters, trust, budget)
    except BaseException:
        here.unload(rules, file_id)
        raise


def _consult(here: Border, rules: str, file_id: str, program: CheckedProgram, trust: bool, budget: Budget) -> None:
    """Load the text of a program into the module of its rules."""
    operators = List(tuple(exported_operators(program)))
    arguments: list[Term | bytes] = [
        Atom(rules),
        Atom("user" if trust and not is_contained(program) else "temporary"),
        Atom(module_name(program)),
        Atom(file_id),
        String(without_module(program)),
        List(tuple(_included(program, file_id))),
        operators,
        Atom("trusted" if trust else "guarded"),
    ]
    generous = budget.times(_LOAD_FACTOR)
    load = here.predicate("load_rules", 9, "pyengine_loader")
    try:
        messages = here.ask(load, arguments, take_term, generous)
    except PrologFaultError as fault:
        raise _refused(here, fault, program) from None
    if findings := list(_findings(messages, program, file_id)):
        raise (RuleSyntaxError if any(f.code == "syntax" for f in findings) else RuleFileError)(findings)


def _prepare(
    here: Border,
    rules: str,
    file_id: str,
    program: CheckedProgram,
    parameters: Mapping[str, Term],
    trust: bool,
    budget: Budget,
) -> LoadedModules:
    """Have generated what is asked of the rules in their module."""
    given = List(tuple(Compound("-", (Atom(name), value)) for name, value in parameters.items()))
    prepare = here.predicate("prepare", 4, "pyengine_contract")
    report = ErrorReport(program, parameters, Question("player", trust=trust), budget)
    try:
        described = here.ask(prepare, [Atom(rules), budget.inferences, given], take_term, budget)
    except PrologFaultError as fault:
        raise _unprepared(here, fault, report, budget) from None
    except RuleLimitError as stopped:
        raise report.limit(stopped.reason) from None
    assert isinstance(described, Compound)
    vocabulary, indicators, players, _declared = described.args
    assert isinstance(indicators, List)
    assert isinstance(players, List)
    found = {str(indicator) for indicator in indicators}
    words = next(known for known in VOCABULARIES if known == str(vocabulary))
    offers = interface(words, lambda wanted: "/".join(map(str, wanted)) in found).offers
    return LoadedModules(rules, file_id, offers, players.items, trust)


def _included(program: Program, file_id: str) -> Iterator[Term]:
    """Go through what Prolog needs to know of includes: where they stand, by which name, and what was read for it."""
    texts = iter(program.sources[1:])
    names = {id(program.source): file_id}
    for sentence in program.directives():
        for goal, _ in goals(sentence.term, sentence.layout):
            what = goal.args[0] if goal.name == "include" and len(goal.args) == 1 else None
            if what is None or (library_name(what) or file_name(what)) is None:
                continue
            if (source := next(texts, None)) is not None:
                names[id(source)] = _path(source)
                including = Atom(names[id(sentence.source)])
                yield Compound("included", (including, what, Atom(_path(source)), String(source.text)))


def _refused(here: Border, fault: PrologFaultError, program: Program) -> Exception:
    match fault.ball:
        case Compound(
            name="error", args=(Compound(args=(_, Atom(name="unsafe"), what)), Compound(args=(int() as line,)))
        ):
            place = place_of(program, _path(program.source), line)
            message = f"a rule file that is not trusted may not have {write_term(what)} here"
            return UnsafeRuleError([Finding(Severity.ERROR, "unsafe", message, place)])
    told = meaning(fault.ball, here.said(fault.ball), program.operators)  # outside any position
    where = place_of_predicate(program, told.blamed) if told.blamed else None
    return told.kind(told.reason, place=where, file=program.source.name, hint=told.hint)


def _unprepared(here: Border, fault: PrologFaultError, report: ErrorReport, budget: Budget) -> Exception:
    program = report.program
    if wrong := parameter_error(fault.ball, program.operators):
        return wrong
    ball = fault.ball
    match ball:
        case Compound(name="pyengine", args=(Compound(name="missing", args=(predicate,)),)):
            message = f"{program.source.name} is not a game: it does not define {predicate}"
            place = Place(program.source.name, 1, 1)
            return ContractError([Finding(Severity.ERROR, "missing-predicate", message, place)])
    words = here.said(ball)
    if meaning(ball, words, program.operators).kind is RuleLimitError:
        return report.limit(budget.out_of_inferences)
    return report.thrown(ball, words, lambda: ("", None))


def _path(source: Source) -> str:
    path = os.path.abspath(source.path) if source.path else os.path.abspath(source.name)
    return os.fsencode(path).decode(errors="replace")  # SWI-Prolog has no names that are no UTF-8


def module_directive(program: Program, arity: int = 2) -> tuple[Clause | None, tuple[Term, ...]]:
    """Find `:- module(Name, Exports)` in a program, and give it with its arguments; None and none where it has none."""
    for sentence in program.directives():
        match sentence.term:
            case Compound(args=(Compound(name="module", args=args),)) if len(args) == arity:
                return sentence, args
    return None, ()


def module_name(program: Program) -> str:
    """Give the name that a program gives its module; empty where it gives none."""
    arguments = module_directive(program)[1] or module_directive(program, 1)[1]
    return arguments[0].name if arguments and isinstance(arguments[0], Atom) else ""


def without_module(program: Program) -> str:
    """Give the text with its module directive blanked out, line for line: each game gets a module of its own."""
    text = program.source.rules
    sentence, _ = module_directive(program)
    if sentence is None or sentence.source != program.source:
        return text
    start, end = sentence.layout.start, text.index(".", sentence.layout.end) + 1
    blank = "".join(c if c in "\r\n" else " " for c in text[start:end])
    return text[:start] + blank + text[end:]


def exported_operators(program: Program) -> Iterator[Term]:
    """Go through the op/3 terms that a module directive exports."""
    _, arguments = module_directive(program)
    if arguments and isinstance(arguments[1], List):
        yield from (item for item in arguments[1] if indicator(item) == ("op", 3))


def source_named(program: Program, file: str) -> Source | None:
    """Find the source that Prolog knows by a file name: the program's own, or one that it includes."""
    path = _MARK.sub("", file)
    if path == _path(program.source):
        return program.source
    for sentence in program.sentences:
        if _path(sentence.source) == path:
            return sentence.source
    return None


def place_of(program: Program, file: str, line: int, column: int = 1) -> Place:
    """Give the place that a file name and line of Prolog stand for."""
    source = source_named(program, file)
    if source is None:
        return Place(_MARK.sub("", file), line, column)
    if column == 1:
        for sentence in program.sentences:
            if sentence.source == source and (place := whole_place(sentence)).line == line:
                return place
    lines = source.text.split("\n")  # a form feed or a separator of lines ends none in a file
    text = lines[line - 1].rstrip("\r") if 0 < line <= len(lines) else ""
    return Place(source.name, line, column, text)


def _findings(messages: Term, program: Program, file_id: str) -> Iterator[Finding]:
    assert isinstance(messages, List)
    for message in messages:
        match message:
            case Compound(args=(Atom(name=kind), Atom(name=file), int(line), int(column), String(text=said))):
                text = " ".join(part.strip() for part in said.replace(file_id, program.source.name).splitlines())
                yield Finding(Severity.ERROR, kind, text, place_of(program, file, line, column))
