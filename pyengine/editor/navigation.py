"""Ways through rules: where something is defined, declared and used, and the other places of what the cursor is on."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types
from lsprotocol.types import DocumentHighlight, DocumentHighlightKind, Location, Range

from pyengine.editor.lines import Lines
from pyengine.editor.mentions import Mention
from pyengine.editor.predicates import Subject, subject_at, variable_spans
from pyengine.editor.server import RuleServer
from pyengine.editor.view import View
from pyengine.language.contract import OWN
from pyengine.language.source import Source
from pyengine.terms import Atom


class Places:
    """Places of a program as locations of an editor; the lines of each text are counted once."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._lines: dict[str, Lines] = {}

    def location(self, source: Source, start: int, end: int) -> Location | None:
        """Give a stretch of a text; None for text that no editor can open."""
        uri = self._view.uri_of(source)
        return None if uri is None else Location(uri, self.range(source, start, end))

    def range(self, source: Source, start: int, end: int) -> Range:
        """Give a stretch of a text as a range in it."""
        if source.name not in self._lines:
            self._lines[source.name] = self._view.lines_of(source)
        return self._lines[source.name].range(start, end)

    def of_mentions(self, mentions: Iterable[Mention]) -> list[Location]:
        """Give where predicates are named."""
        found = (self.location(one.source, one.start, one.end) for one in mentions)
        return [location for location in found if location is not None]


def definitions(view: View, offset: int) -> list[Location]:
    """Find where what stands at an offset is defined; of a predicate, the first clause of each stretch of clauses."""
    subject = subject_at(view, offset)
    if subject is None:
        return []
    places = Places(view)
    if subject.kind == "variable":
        return _variable_locations(view, subject)[:1]
    if subject.kind == "parameter":
        return places.of_mentions(_parameter_facts(view, subject.name))
    if subject.kind == "file" and subject.source is not None:
        found = places.location(subject.source, 0, 0)
        return [] if found is None else [found]
    return places.of_mentions(_first_clauses(view, subject))


def declarations(view: View, offset: int) -> list[Location]:
    """Find where a predicate is declared, tabled for example; without a declaration, where it is defined."""
    subject = subject_at(view, offset)
    if subject is not None and subject.kind == "predicate":
        mentions = view.mentions.get(subject.indicator, ())
        declared = Places(view).of_mentions(one for one in mentions if one.role == "declaration")
        if declared:
            return declared
    return definitions(view, offset)


def references(view: View, offset: int, *, with_definition: bool) -> list[Location]:
    """Find where what stands at an offset is used, in all texts of the program."""
    subject = subject_at(view, offset)
    if subject is None:
        return []
    if subject.kind == "variable":
        found = _variable_locations(view, subject)
        return found if with_definition else found[1:]
    places = Places(view)
    if subject.kind == "parameter":
        facts = _parameter_facts(view, subject.name) if with_definition else []
        return places.of_mentions([*facts, *_parameter_uses(view, subject.name)])
    mentions = view.mentions.get(subject.indicator, ()) if subject.kind == "predicate" else ()
    return places.of_mentions(one for one in mentions if with_definition or one.role == "call")


def highlights(view: View, offset: int) -> list[DocumentHighlight]:
    """Find the other places in the text of what stands at an offset."""
    subject = subject_at(view, offset)
    if subject is None:
        return []
    if subject.kind == "variable":
        return [DocumentHighlight(view.lines.range(*span)) for span in variable_spans(view, subject)]
    if subject.kind == "parameter":
        facts = [(one, DocumentHighlightKind.Write) for one in _parameter_facts(view, subject.name)]
        uses = [(one, DocumentHighlightKind.Read) for one in _parameter_uses(view, subject.name)]
        return _highlighted(view, [*facts, *uses])
    if subject.kind == "predicate":
        kinds = {"definition": DocumentHighlightKind.Write, "call": DocumentHighlightKind.Read}
        mentions = view.mentions.get(subject.indicator, ())
        return _highlighted(view, [(one, kinds.get(one.role, DocumentHighlightKind.Text)) for one in mentions])
    return []


def _highlighted(view: View, found: list[tuple[Mention, DocumentHighlightKind]]) -> list[DocumentHighlight]:
    here = [(one, kind) for one, kind in found if view.is_here(one.source)]
    return [DocumentHighlight(view.lines.range(one.start, one.end), kind) for one, kind in here]


def _variable_locations(view: View, subject: Subject) -> list[Location]:
    return [Location(view.uri, view.lines.range(*span)) for span in variable_spans(view, subject)]


def _first_clauses(view: View, subject: Subject) -> list[Mention]:
    """Give the first clause of each stretch of clauses that no other predicate comes between."""
    own = [one for one in view.mentions.get(subject.indicator, ()) if one.role == "definition"]
    order = {id(rule): number for number, rule in enumerate(view.outline.rules)}
    numbers = [order.get(id(one.rule), -2) for one in own]
    return [one for index, one in enumerate(own) if index == 0 or numbers[index] != numbers[index - 1] + 1]


def _parameter_facts(view: View, name: str) -> list[Mention]:
    """Find the facts that declare a parameter, as mentions of its name."""
    return _named_first(view.mentions.get(OWN["parameter"].indicator, ()), name, "definition")


def _parameter_uses(view: View, name: str) -> list[Mention]:
    return _named_first(view.mentions.get(("param", 2), ()), name, "call")


def parameter_starts(view: View) -> set[int]:
    """Give where the names of parameters begin in the text."""
    known = (*view.mentions.get(OWN["parameter"].indicator, ()), *view.mentions.get(("param", 2), ()))
    firsts = (one.part.parts()[:1] for one in known if view.is_here(one.source))
    return {part.layout.start for parts in firsts for part in parts if isinstance(part.term, Atom)}


def _named_first(mentions: Iterable[Mention], name: str, role: str) -> list[Mention]:
    """Give the first arguments that are an atom, as mentions of it."""
    found = []
    for one in mentions:
        parts = one.part.parts()
        if one.role == role and parts and parts[0].term == Atom(name):
            layout = parts[0].layout
            found.append(Mention(one.indicator, one.role, one.source, layout.start, layout.end, one.rule, parts[0]))
    return found


def register(server: RuleServer) -> None:
    """Answer editors."""

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> list[Location]:
        view = server.view(params.text_document.uri)
        return definitions(view, view.lines.offset(params.position))

    @server.feature(types.TEXT_DOCUMENT_DECLARATION)
    def declaration(params: types.DeclarationParams) -> list[Location]:
        view = server.view(params.text_document.uri)
        return declarations(view, view.lines.offset(params.position))

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def found_references(params: types.ReferenceParams) -> list[Location]:
        view = server.view(params.text_document.uri)
        with_definition = params.context.include_declaration
        return references(view, view.lines.offset(params.position), with_definition=with_definition)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: types.DocumentHighlightParams) -> list[DocumentHighlight]:
        view = server.view(params.text_document.uri)
        return highlights(view, view.lines.offset(params.position))
