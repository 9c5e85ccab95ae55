"""Who calls a predicate, and whom it calls, step by step."""

from __future__ import annotations

from lsprotocol import types
from lsprotocol.types import (
    CallHierarchyIncomingCall,
    CallHierarchyItem,
    CallHierarchyOutgoingCall,
    Range,
    SymbolKind,
)

from pyengine.editor.mentions import Mention
from pyengine.editor.navigation import Places
from pyengine.editor.predicates import subject_at
from pyengine.editor.server import RuleServer
from pyengine.editor.view import View
from pyengine.language.vocabulary import Indicator


def prepared(view: View, offset: int) -> list[CallHierarchyItem]:
    """Give the predicate at an offset, where it is defined in the program."""
    subject = subject_at(view, offset)
    if subject is None or subject.kind != "predicate":
        return []
    item = _item(view, subject.indicator)
    return [] if item is None else [item]


def incoming(view: View, found: Indicator) -> list[CallHierarchyIncomingCall]:
    """Give the predicates that call one, each with the places of its calls in the text of its first clause."""
    callers: dict[Indicator, list[Mention]] = {}
    for one in view.mentions.get(found, ()):
        if one.role == "call" and one.rule is not None and one.rule.indicator is not None:
            callers.setdefault(one.rule.indicator, []).append(one)
    calls = []
    for caller, places in callers.items():
        item = _item(view, caller)
        if item is not None:
            calls.append(CallHierarchyIncomingCall(item, _ranges(view, places, item.uri)))
    return calls


def outgoing(view: View, found: Indicator) -> list[CallHierarchyOutgoingCall]:
    """Give the predicates of the program that one calls; the places are those in the text of its first clause."""
    caller = _item(view, found)
    called: dict[Indicator, list[Mention]] = {}
    for indicator, mentions in view.mentions.items():
        for one in mentions:
            if one.role == "call" and one.rule is not None and one.rule.indicator == found:
                called.setdefault(indicator, []).append(one)
    calls = []
    for indicator, places in called.items():
        item = _item(view, indicator)
        if item is not None and caller is not None:
            calls.append(CallHierarchyOutgoingCall(item, _ranges(view, places, caller.uri)))
    return sorted(calls, key=lambda call: [(r.start.line, r.start.character) for r in call.from_ranges])


def _ranges(view: View, mentions: list[Mention], uri: str) -> list[Range]:
    places = Places(view)
    return [places.range(one.source, one.start, one.end) for one in mentions if view.uri_of(one.source) == uri]


def _item(view: View, found: Indicator) -> CallHierarchyItem | None:
    """Give a predicate of the program; None for one that it does not define."""
    rules = view.outline.definitions.get(found)
    if rules is None:
        return None
    first = rules[0]
    source = first.clause.source
    uri = view.uri_of(source)
    if uri is None:
        return None
    places = Places(view)
    last = [rule for rule in rules if rule.clause.source is source][-1]
    return CallHierarchyItem(
        str(first),
        SymbolKind.Function,
        uri,
        places.range(source, first.clause.layout.start, last.clause.layout.end + 1),
        places.range(source, first.head.layout.name_start, first.head.layout.name_end),
        detail=source.stem,
        data={"uri": view.uri, "name": found[0], "arity": found[1]},
    )


def _asked(server: RuleServer, item: CallHierarchyItem) -> tuple[View, Indicator] | None:
    """Read what an item is about; other editors than well-behaved ones may send anything."""
    match item.data:
        case {"uri": str(uri), "name": str(name), "arity": int(arity)}:
            return server.view(uri), (name, arity)
    return None


def register(server: RuleServer) -> None:
    """Answer editors."""

    @server.feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    def prepare(params: types.CallHierarchyPrepareParams) -> list[CallHierarchyItem]:
        view = server.view(params.text_document.uri)
        return prepared(view, view.lines.offset(params.position))

    @server.feature(types.CALL_HIERARCHY_INCOMING_CALLS)
    def callers(params: types.CallHierarchyIncomingCallsParams) -> list[CallHierarchyIncomingCall]:
        asked = _asked(server, params.item)
        return [] if asked is None else incoming(*asked)

    @server.feature(types.CALL_HIERARCHY_OUTGOING_CALLS)
    def callees(params: types.CallHierarchyOutgoingCallsParams) -> list[CallHierarchyOutgoingCall]:
        asked = _asked(server, params.item)
        return [] if asked is None else outgoing(*asked)
