"""The outline of a text: its predicates with their clauses; and predicates of the whole workspace, by name."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from lsprotocol import types
from lsprotocol.types import DocumentSymbol, Location, SymbolInformation, SymbolKind, WorkspaceSymbol

from pyengine.editor.navigation import Places
from pyengine.editor.server import RuleServer
from pyengine.editor.view import View
from pyengine.language.checking.clauses import Rule, rule_of
from pyengine.language.program import is_directive

_MOST_LETTERS: Final = 60
_MOST_FOUND: Final = 500
_SECONDS: Final = 5.0
"""How long files that are not open are read for one question."""
_BLANKS: Final = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Clauses of one predicate that no other sentence comes between."""

    rules: tuple[Rule, ...]

    @property
    def title(self) -> str:
        """The predicate, as name and arity."""
        return str(self.rules[0])


def stretches(view: View) -> Iterator[Stretch]:
    """Go through the clauses of a text, predicate by predicate."""
    rules: list[Rule] = []
    for sentence in view.sentences:
        rule = None if is_directive(sentence.term) else rule_of(sentence)
        if rule is not None and rule.indicator is None:
            rule = None
        if rules and (rule is None or rule.indicator != rules[0].indicator):
            yield Stretch(tuple(rules))
            rules = []
        if rule is not None:
            rules.append(rule)
    if rules:
        yield Stretch(tuple(rules))


def document_symbols(view: View) -> list[DocumentSymbol]:
    """Give the predicates of a text, each with its clauses."""
    found = []
    for stretch in stretches(view):
        first, last = stretch.rules[0], stretch.rules[-1]
        clauses = [_clause(view, rule) for rule in stretch.rules]
        count = len(stretch.rules)
        found.append(
            DocumentSymbol(
                stretch.title,
                SymbolKind.Function,
                view.lines.range(first.clause.layout.start, last.clause.layout.end + 1),
                view.lines.range(first.head.layout.name_start, first.head.layout.name_end),
                None if count == 1 else f"{count} clauses",
                children=clauses if count > 1 else None,
            )
        )
    return found


def _clause(view: View, rule: Rule) -> DocumentSymbol:
    layout, head = rule.clause.layout, rule.head.layout
    return DocumentSymbol(
        shortened(view.text[head.start : head.end]),
        SymbolKind.Constant if rule.body is None else SymbolKind.Method,
        view.lines.range(layout.start, layout.end + 1),
        view.lines.range(head.name_start, head.name_end),
    )


def shortened(text: str) -> str:
    """Give a term as written on one line, and not all of it where it is long."""
    line = _BLANKS.sub(" ", text[: 4 * _MOST_LETTERS])
    return line if len(line) <= _MOST_LETTERS else f"{line[: _MOST_LETTERS - 1]}…"


def flat_symbols(view: View) -> list[SymbolInformation]:
    """Give the predicates of a text for an editor that knows no symbols inside others."""
    return [
        SymbolInformation(Location(view.uri, symbol.selection_range), symbol.name, symbol.kind)
        for symbol in document_symbols(view)
    ]


def matches(wanted: str, name: str) -> bool:
    """Tell whether the letters of a question occur in a name, in their order.

    >>> matches("tmv", "to_move/2"), matches("vm", "to_move/2")
    (True, False)
    """
    letters = iter(name.casefold())
    return all(letter in letters for letter in wanted.casefold() if not letter.isspace())


def symbols_of(view: View, wanted: str) -> Iterator[tuple[tuple[str, str], WorkspaceSymbol]]:
    """Go through the predicates of a program whose names match, each with what tells it from others."""
    places = Places(view)
    for found, rules in view.outline.definitions.items():
        head = rules[0].head
        source = head.clause.source
        if not matches(wanted, f"{found[0]}/{found[1]}"):
            continue
        location = places.location(source, head.layout.name_start, head.layout.name_end)
        if location is not None:
            kind = SymbolKind.Function
            yield (
                (location.uri, str(rules[0])),
                WorkspaceSymbol(location, str(rules[0]), kind, container_name=source.stem),
            )


def register(server: RuleServer) -> None:
    """Answer editors."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[DocumentSymbol] | list[SymbolInformation]:
        view = server.view(params.text_document.uri)
        capable = server.client_capabilities.text_document
        known = None if capable is None else capable.document_symbol
        if known is not None and known.hierarchical_document_symbol_support:
            return document_symbols(view)
        return flat_symbols(view)

    @server.feature(types.WORKSPACE_SYMBOL)
    async def workspace_symbols(params: types.WorkspaceSymbolParams) -> list[WorkspaceSymbol]:
        found: dict[tuple[str, str], WorkspaceSymbol] = {}
        until = time.monotonic() + _SECONDS
        desk = server.desk
        for uri in (*desk.uris, *desk.closed_files()):
            found.update(symbols_of(desk.alone(uri), params.query))
            if len(found) >= _MOST_FOUND or time.monotonic() > until:
                break
            await asyncio.sleep(0)
        return list(found.values())[:_MOST_FOUND]
