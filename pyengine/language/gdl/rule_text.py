"""A game in GDL as the text of a rule file, and as the program that reasoners take, with its places in the KIF."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pyengine.errors import Finding, Severity
from pyengine.language.gdl.clauses import MadeClause, plain_line
from pyengine.language.gdl.expressions import Expression
from pyengine.language.gdl.rules import Description, read_description
from pyengine.language.gdl.translation import Translation
from pyengine.language.gdl.validity import violations
from pyengine.language.program import Clause, Layout, Program, is_directive
from pyengine.language.reading.files import Bundle
from pyengine.language.reading.reader import read_program
from pyengine.language.sizes import MOST_REPORTED
from pyengine.language.source import Source
from pyengine.terms import STANDARD, Compound, Term


@dataclass(frozen=True, slots=True)
class RuleText:
    """The text of a rule file, and where each of its clauses comes from, in order."""

    text: str
    origins: tuple[MadeClause | Expression | None, ...]


def read_gdl(source: Source) -> tuple[Program, tuple[Finding, ...]]:
    """Read a game in GDL as a program in Prolog; what is wrong are findings, with their places in the KIF."""
    description, wrong = read_description(source.text)
    if not wrong:
        wrong = list(violations(description))
    if wrong:
        findings = [problem.finding(source) for problem in wrong[:MOST_REPORTED]]
        if len(wrong) > MOST_REPORTED:
            message = f"{len(wrong) - MOST_REPORTED} more errors are not listed"
            findings.append(Finding(Severity.NOTE, "more-errors", message, findings[-1].place))
        return Program(source, (), STANDARD), tuple(findings)
    written = rule_text(description, source.name)
    translated = replace(source, prolog=written.text)
    return _program(translated, written)


def rule_text(description: Description, name: str) -> RuleText:
    """Write the rules of a game as a rule file."""
    pieces = [_header(description, name)]
    origins: list[MadeClause | Expression | None] = []
    for section in Translation(description).sections():
        if section.text:
            pieces.append(section.text)
            origins += [section.origin] * len(_read(section.text).sentences)
            continue
        if section.tabled:
            pieces.append(f"\n:- table {section.tabled}.\n")
            origins.append(section.clauses[0])
        pieces.append("\n")
        for number, clause in enumerate(section.clauses):
            is_apart = number > 0 and clause.comments
            pieces.append(f"\n{clause.text()}" if is_apart else clause.text())
            origins.append(clause)
    if description.closing:
        pieces.append("\n" + _comments(description.closing))
    return RuleText("".join(pieces), tuple(origins))


def _header(description: Description, name: str) -> str:
    title = next((text for text in description.opening if text), "")
    first = plain_line(title or name).replace("*/", "* /").replace("/*", "/ *")
    rest = _comments(description.opening[description.opening.index(title) + 1 :] if title else ())
    return f"/*  {first}\n\n    Written from a game in GDL, {_base(name)}.\n*/\n" + (f"\n{rest}" if rest else "")


def _base(name: str) -> str:
    return plain_line(name.replace("\\", "/").rpartition("/")[2])[:100].replace("*/", "* /").replace("/*", "/ *")


def _comments(lines: tuple[str, ...]) -> str:
    return "".join(f"% {plain_line(line)}".rstrip() + "\n" for line in lines)


def _read(text: str) -> Program:
    return read_program(Source("rules", text), texts=Bundle(()))[0]


def _program(source: Source, written: RuleText) -> tuple[Program, tuple[Finding, ...]]:
    """Read what was written, and give its clauses the places that they come from."""
    assert source.prolog is not None
    made = Source(source.name, source.prolog)
    program, findings = read_program(made, texts=Bundle(()))
    placed = tuple(
        Clause(clause.term, _placed(clause, origin), source)
        for clause, origin in zip(program.sentences, written.origins, strict=not findings)
    )
    return Program(source, placed, program.operators, program.flags, (source,)), tuple(
        replace(finding, place=source.place(0), related=()) for finding in findings
    )


def _placed(clause: Clause, origin: MadeClause | Expression | None) -> Layout:
    """Give a clause the layout of what it comes from: each goal that of its condition, all else that of the rule."""
    if not isinstance(origin, MadeClause) or is_directive(clause.term):
        found = origin.origin if isinstance(origin, MadeClause) else origin
        return _flat(clause.layout, found)
    whole = origin.origin
    term, layout = clause.term, clause.layout
    if not origin.body or whole is None:
        return _flat(layout, whole)
    assert isinstance(term, Compound)
    head = whole.args[0] if whole.name == "<=" else whole
    calls = iter([goal.origin or whole for goal in origin.calls()])
    body = _body(term.args[1], layout.parts[1], calls, whole)
    return replace(_flat(layout, whole), parts=(_flat(layout.parts[0], head), body))


def _body(term: Term, layout: Layout, calls: Iterator[Expression], whole: Expression) -> Layout:
    if isinstance(term, Compound) and (term.name, len(term.args)) in ((",", 2), (";", 2), ("\\+", 1)):
        parts = zip(term.args, layout.parts, strict=True)
        inner = tuple(_body(part, place, calls, whole) for part, place in parts)
        return replace(_flat(layout, whole), parts=inner)
    return _flat(layout, next(calls))


def _flat(layout: Layout, origin: Expression | None) -> Layout:
    start, end = (0, 1) if origin is None else (origin.start, origin.end)
    return Layout(start, end, start, end, tuple(_flat(part, origin) for part in layout.parts))
