"""Another name for a predicate in all texts of its program, or for a variable in its clause; or why it has to stay."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Final

from lsprotocol import types
from lsprotocol.types import (
    OptionalVersionedTextDocumentIdentifier,
    PrepareRenamePlaceholder,
    RenameOptions,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)

from pyengine.editor.mentions import Mention
from pyengine.editor.mode_lines import mode_lines
from pyengine.editor.predicates import Subject, subject_at, variable_spans, variables
from pyengine.editor.protocol import Refusal
from pyengine.editor.server import RuleServer
from pyengine.editor.token_stream import NAMES, TokenStream
from pyengine.editor.view import View
from pyengine.language.checking.message_text import show
from pyengine.language.contract import ASKED, PROVIDED
from pyengine.language.source import Source
from pyengine.language.vocabulary import PREDICATES, Indicator
from pyengine.terms.characters import is_plain_atom, shape
from pyengine.terms.writing import write_atom

_VARIABLE: Final = re.compile(r"[A-Z_À][a-zA-Z0-9_Ààŉ٠\u203f]*")
_QUOTED: Final = re.compile(r"'(?:[^'\\\n]|'')*'")
_NOT_A_WORD: Final = re.compile(r"[\x00-\x1f\x7f]")
_CONTRACT: Final = frozenset(entry.indicator for entry in ASKED)
Edits = dict[str, tuple[Source, list[tuple[int, int, str]]]]
"""What is put in place of what, by the URI of the text."""


def renamable(view: View, offset: int) -> Subject:
    """Find what can be renamed at an offset; Refusal where nothing can."""
    subject = subject_at(view, offset)
    if subject is None or subject.kind not in ("predicate", "variable"):
        raise Refusal("only predicates of the rules, and variables, are renamed")
    if subject.kind == "variable":
        if subject.name == "_":
            raise Refusal("each _ is a variable of its own, and has no name")
        if subject.sentence is None:
            raise Refusal("this clause cannot be read; mend it first")
    else:
        _check_predicate(view, subject.indicator)
    return subject


def _check_predicate(view: View, found: Indicator) -> None:
    """Say why a predicate must keep its name, if it must."""
    own = [one for one in view.mentions.get(found, ()) if one.role == "definition"]
    if found in _CONTRACT and own:
        raise Refusal(f"pyengine asks for {show(found)} by this name")
    if not own:
        if found in PREDICATES or found in PROVIDED:
            raise Refusal(f"{show(found)} does not come from these rules")
        raise Refusal(f"{show(found)} is not defined")
    for one in view.mentions[found]:
        if one.source.library is not None:
            raise Refusal(f"{show(found)} comes from library({one.source.library})")
        if one.is_operator:
            raise Refusal(f"{found[0]} is written as an operator on line {_line(one)}; its declaration names it, too")
        if view.uri_of(one.source) is None:
            raise Refusal(f"{one.source.name} is in no file")
    for source in _sources(view):
        if found[0] in _unread_names(view, source):
            raise Refusal(f"{found[0]} is in a clause of {source.name} that cannot be read; mend it first")


def _line(mention: Mention) -> int:
    return mention.source.place(mention.start).line


def _sources(view: View) -> list[Source]:
    return [source for source in dict.fromkeys(view.program.sources) if source.library is None]


def _unread_names(view: View, source: Source) -> set[str]:
    """Gather the names in the parts of a text that are no sentence."""
    starts = {sentence.layout.start for sentence in view.program.sentences if sentence.source.name == source.name}
    ends = {sentence.layout.end for sentence in view.program.sentences if sentence.source.name == source.name}
    stream = view.stream if view.is_here(source) else TokenStream(source.text)
    names: set[str] = set()
    for stretch in stream.stretches:
        if stretch.tokens and (stretch.start not in starts or stretch.tokens[-1].end not in ends):
            names.update(token.text for token in stretch.tokens if token.type in NAMES)
    return names


def edits_for(view: View, subject: Subject, new_name: str) -> Edits:
    """Give what to change so that something has another name; Refusal where the name is taken, or is none."""
    if subject.kind == "variable":
        return _variable_edits(view, subject, new_name.strip())
    name = _atom(new_name.strip())
    written = write_atom(name)
    found = subject.indicator
    if name == found[0]:
        return {}
    _check_new_name(view, subject, name)
    edits: Edits = {}
    for one in view.mentions[found]:
        _put(view, edits, one.source, (one.start, one.end, written))
    for source in _sources(view):
        for line in mode_lines(source, view.stream if view.is_here(source) else TokenStream(source.text)):
            if line.indicator == found:
                _put(view, edits, source, (line.start, line.end, written))
    return edits


def with_other_games(edits: Edits, subject: Subject, new_name: str, others: Iterable[View]) -> Edits:
    """Add what changes in other games that include the text in which a predicate is defined."""
    for other in others:
        own = [one for one in other.mentions.get(subject.indicator, ()) if one.role == "definition"]
        if subject.kind != "predicate" or not any(other.uri_of(one.source) in edits for one in own):
            continue
        _check_predicate(other, subject.indicator)
        for source, made in edits_for(other, subject, new_name).values():
            for edit in made:
                _put(other, edits, source, edit)
    return edits


def _defining_paths(view: View, subject: Subject) -> set[str]:
    """Give the files in which a predicate is defined."""
    own = (one.source.path for one in view.mentions.get(subject.indicator, ()) if one.role == "definition")
    return {os.path.realpath(path) for path in own if path is not None}


def _put(view: View, edits: Edits, source: Source, edit: tuple[int, int, str]) -> None:
    known = next((uri for uri, (other, _) in edits.items() if other is source or _is_same_file(other, source)), None)
    uri = known or view.uri_of(source)
    if uri is not None:
        made = edits.setdefault(uri, (source, []))[1]
        if edit not in made:
            made.append(edit)


def _is_same_file(one: Source, other: Source) -> bool:
    """Tell whether two texts are of one file, which games may reach by different links."""
    return None not in (one.path, other.path) and os.path.realpath(str(one.path)) == os.path.realpath(str(other.path))


def _atom(text: str) -> str:
    """Read the name of a predicate as a person writes it, with or without quotes."""
    if _QUOTED.fullmatch(text) and len(text) > 2:
        return text[1:-1].replace("''", "'")
    if not text or _NOT_A_WORD.search(text) or "'" in text or "\\" in text:
        raise Refusal(f"{text!r} is not the name of a predicate")
    if _VARIABLE.match(shape(text)):
        raise Refusal(f"{text} is a variable; a predicate begins with a small letter, or stands in quotes")
    if not is_plain_atom(text) and not text[0].isalpha():
        raise Refusal(f"{text} is not the name of a predicate")
    return text


def _check_new_name(view: View, subject: Subject, name: str) -> None:
    """Refuse a name that something else has."""
    new = name, subject.arity
    written = show(new)
    if new in _CONTRACT:
        raise Refusal(f"{written} is a predicate of the contract: pyengine would ask for it")
    if new in PROVIDED or new in PREDICATES:
        raise Refusal(f"{written} is already there: it comes with {_origin(new)}")
    if new in view.mentions or view.outline.defines(new):
        raise Refusal(f"{written} is already there")
    if name in view.program.operators:
        raise Refusal(f"{name} is an operator")
    for source in _sources(view):
        if name in _unread_names(view, source):
            raise Refusal(f"{name} is in a clause of {source.name} that cannot be read; mend it first")


def _origin(found: Indicator) -> str:
    known = PREDICATES.get(found)
    if known is None:
        return "pyengine"
    return "SWI-Prolog" if known.library == "system" else f"library({known.library})"


def _variable_edits(view: View, subject: Subject, name: str) -> Edits:
    if not _VARIABLE.fullmatch(shape(name)):
        raise Refusal(f"{name or 'nothing'} is not a variable: it begins with a capital letter or _")
    spans = variable_spans(view, subject)
    if name == subject.name:
        return {}
    if name == "_" and len(spans) > 1:
        raise Refusal(f"{subject.name} occurs {len(spans)} times; each _ would be a variable of its own")
    if subject.sentence is not None and name != "_" and any(other == name for other, _ in variables(subject.sentence)):
        raise Refusal(f"{name} is another variable of this clause")
    return {view.uri: (view.source, [(start, end, name) for start, end in spans])}


def workspace_edit(view: View, edits: Edits, versions: dict[str, int | None] | None) -> WorkspaceEdit:
    """Give changes as an editor takes them: with the versions of open texts where it can tell them."""
    changes = {}
    for uri, (source, made) in edits.items():
        lines = view.lines_of(source)
        changes[uri] = [TextEdit(lines.range(start, end), text) for start, end, text in sorted(made)]
    if versions is None:
        return WorkspaceEdit(changes)
    documents = [
        TextDocumentEdit(OptionalVersionedTextDocumentIdentifier(uri, versions.get(uri)), list(made))
        for uri, made in changes.items()
    ]
    return WorkspaceEdit(document_changes=documents)


def register(server: RuleServer) -> None:
    """Answer editors."""

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: types.PrepareRenameParams) -> PrepareRenamePlaceholder:
        view = server.view(params.text_document.uri)
        subject = renamable(view, view.lines.offset(params.position))
        return PrepareRenamePlaceholder(view.lines.range(subject.start, subject.end), subject.name)

    @server.feature(types.TEXT_DOCUMENT_RENAME, RenameOptions(prepare_provider=True))
    def rename(params: types.RenameParams) -> WorkspaceEdit:
        view = server.view(params.text_document.uri)
        subject = renamable(view, view.lines.offset(params.position))
        others = [server.desk.alone(uri) for uri in server.desk.uris]
        if subject.kind == "predicate":
            others += server.desk.including(_defining_paths(view, subject))
        edits = with_other_games(edits_for(view, subject, params.new_name), subject, params.new_name, others)
        capable = server.client_capabilities.workspace
        edit = None if capable is None else capable.workspace_edit
        if edit is None or not edit.document_changes:
            return workspace_edit(view, edits, None)
        desk = server.desk
        return workspace_edit(view, edits, {uri: desk.version(uri) for uri in edits if uri in desk.uris})
