"""What may come next: the contract, predicates of the rules and of SWI-Prolog, libraries, parameters, variables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from lsprotocol import types
from lsprotocol.types import (
    CompletionItem,
    CompletionItemKind,
    CompletionList,
    CompletionOptions,
    InsertTextFormat,
    Range,
    TextEdit,
)

from pyengine.editor.contract_rows import meaning, without
from pyengine.editor.mode_lines import unquoted
from pyengine.editor.server import RuleServer
from pyengine.editor.signatures import Form, form_of, open_calls
from pyengine.editor.token_stream import arities
from pyengine.editor.view import View
from pyengine.language.checking.declarations import DECLARING
from pyengine.language.contract import PROVIDED, VOCABULARIES, Entry, declared_parameters, vocabulary_of
from pyengine.language.reading.tokens import Token
from pyengine.language.shipped import libraries
from pyengine.language.vocabulary import LIBRARIES, PREDICATES
from pyengine.terms.characters import is_plain_atom
from pyengine.terms.writing import write_atom, write_term

_WORD: Final = re.compile(r"\w*\Z")
_MODE: Final = re.compile(r"^[-+?:@!]+")
_DIRECTIVES: Final = ("include", "use_module", "module", "op", "set_prolog_flag", "ensure_loaded", "style_check")
_SNIPPETS: Final = {"include": "include(library(${1:boards})).$0", "use_module": "use_module(library(${1:lists})).$0"}
_MOST_FILES: Final = 100
_MOST_LETTERS: Final = 200


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that may come next; `snippet` has places to fill in, `plain` does without."""

    label: str
    plain: str
    kind: CompletionItemKind
    rank: int
    """What comes first: the lower."""
    about: str = ""
    detail: str = ""
    snippet: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something is being written: the tokens of the clause before it, the word that is begun, what is open."""

    tokens: Sequence[Token]
    clause: Sequence[Token]
    word: str
    start: int

    @property
    def calls(self) -> list[tuple[str | None, int]]:
        """The brackets that are open, the outermost first, by the name before them, and at which argument each is."""
        return [(unquoted(name.text) if name else None, commas) for name, commas in open_calls(self.tokens)]

    @property
    def is_directive(self) -> bool:
        """Whether this is behind `:-` at the start of a sentence."""
        return bool(self.tokens) and self.tokens[0].text in (":-", "?-")

    @property
    def is_head(self) -> bool:
        """Whether a clause begins here."""
        return not self.tokens


def spot_at(view: View, offset: int) -> Spot | None:
    """Tell where an offset is; None within comments, quotes and numbers."""
    if view.stream.comment_at(offset) is not None:
        return None
    if view.stream.is_quoted(offset):
        return None
    found = _WORD.search(view.text, max(0, offset - _MOST_LETTERS), offset)
    word = "" if found is None else found.group()
    start = offset - len(word)
    if word[:1].isdigit():
        return None
    clause = view.stream.clause_at(start if word else offset)
    before = [token for token in clause if token.end <= start]
    if not word and not _goes_on(view, clause, offset):
        before, clause = [], []
    return Spot(before, clause, word, start)


def _goes_on(view: View, clause: Sequence[Token], offset: int) -> bool:
    """Tell whether a clause that has begun is still being written at an offset, and does not begin only behind it."""
    if not clause or clause[0].start > offset:
        return False
    stretch = view.stream.stretch_at(offset)
    return stretch is None or stretch.stop is None or offset <= stretch.stop.start


def offers(view: View, offset: int) -> Iterator[Offer]:
    """Go through what may come next at an offset."""
    spot = spot_at(view, offset)
    if spot is None:
        return
    calls = spot.calls
    innermost = calls[-1] if calls else (None, 0)
    if innermost[0] in ("library", "include", "use_module", "ensure_loaded"):
        yield from _files(view, [name for name, _ in calls if name is not None])
    elif innermost in (("param", 0), ("parameter", 0)):
        yield from _parameters(view)
    elif spot.word[:1].isupper() or spot.word[:1] == "_":
        yield from _variables(spot)
    elif spot.is_head:
        yield from _heads(view)
    elif spot.is_directive:
        yield from _directives(view, has_name=len(spot.tokens) > 1)
    else:
        yield from _variables(spot)
        yield from _own_head(view, spot)
        yield from _goals(view)


def _variables(spot: Spot) -> Iterator[Offer]:
    """Offer the variables of the clause, but for what is just being written."""
    names = (t.text for t in spot.clause if t.type == "VARIABLE" and t.text != "_" and t.start != spot.start)
    for name in dict.fromkeys(names):
        yield Offer(name, name, CompletionItemKind.Variable, 0)


def _parameters(view: View) -> Iterator[Offer]:
    for name, value in declared_parameters(view.program).items():
        written = write_term(value, view.program.operators)
        yield Offer(name, write_atom(name), CompletionItemKind.Property, 0, detail=written[:80])


def _files(view: View, open_names: list[str]) -> Iterator[Offer]:
    """Offer libraries, ours where clauses are taken in and SWI-Prolog's where a module is imported; and files."""
    imports = "use_module" in open_names or "ensure_loaded" in open_names
    known = sorted(LIBRARIES) if imports else libraries()
    is_inside = open_names[-1] == "library"
    for name in known:
        written = name if "/" in name or is_plain_atom(name) else write_atom(name)
        text = written if is_inside else f"library({written})"
        detail = "library of SWI-Prolog" if imports else "library of pyengine"
        yield Offer(text, text, CompletionItemKind.Module, 0, detail=detail)
    if not is_inside and not imports and view.source.path is not None:
        try:
            beside = sorted(view.source.path.parent.glob("*.pl"))[:_MOST_FILES]
        except OSError:
            beside = []
        for path in beside:
            if path.name != view.source.path.name:
                written = write_atom(path.stem)
                yield Offer(written, written, CompletionItemKind.File, 1, detail=path.name)


def _heads(view: View) -> Iterator[Offer]:
    """Offer what a clause may be about: what the contract still asks for first, then what is there."""
    vocabulary = vocabulary_of(view.program)
    own = view.outline.definitions
    filled = {entry.role for entry in VOCABULARIES[vocabulary] if entry.role and entry.indicator in own}
    for entry in VOCABULARIES[vocabulary]:
        if entry.indicator in own:
            continue
        is_missing = (entry.needed or entry.role == "worth") and (not entry.role or entry.role not in filled)
        yield _contract_offer(entry, 0 if is_missing else 2)
    for found, rules in own.items():
        if view.is_here(rules[0].clause.source) and (form := form_of(view, found)) is not None:
            is_grammar = rules[0].kind == "grammar"
            yield _predicate_offer(form, 1, "another clause", is_grammar=is_grammar)
    for name, snippet in _SNIPPETS.items():
        yield Offer(f":- {name}", f":- {name}(library(", CompletionItemKind.Keyword, 3, snippet=f":- {snippet}")


def _contract_offer(entry: Entry, rank: int) -> Offer:
    """Offer a clause of the contract: a fact for what stands alone, a rule for what is asked about something."""
    places = ", ".join(f"${{{number}:{name}}}" for number, name in enumerate(entry.arguments, 1))
    is_fact = entry.of in ("game", "file", "feature", "class", "cell")
    if entry.arity == 1 and is_fact:
        places = "$1"
    end = ".$0" if is_fact else " :-\n    $0."
    about = f"{meaning(entry)} ({without(entry)})"
    kind = CompletionItemKind.Interface
    return Offer(entry.form, f"{entry.name}(", kind, rank, about, "contract", f"{entry.name}({places}){end}")


def _directives(view: View, *, has_name: bool) -> Iterator[Offer]:
    """Offer the names of directives, or the predicates that one may be about."""
    if not has_name:
        for name in sorted({*_DIRECTIVES, *DECLARING}):
            yield Offer(name, name, CompletionItemKind.Keyword, 0, snippet=_SNIPPETS.get(name, ""))
        return
    for found, rules in view.outline.definitions.items():
        written = str(rules[0])
        yield Offer(written, f"{write_atom(found[0])}/{found[1]}", CompletionItemKind.Reference, 1)


def _own_head(view: View, spot: Spot) -> Iterator[Offer]:
    """Offer the predicate that is being written, which may be the first to call itself."""
    first = spot.clause[0]
    found = unquoted(first.text), arities(spot.clause).get(first.start, 0)
    if first.type in ("FUNCTOR", "NAME", "QUOTED") and found not in view.outline.definitions:
        form = form_of(view, found) or Form(found[0], tuple(f"Arg{number}" for number in range(1, found[1] + 1)), "")
        yield _predicate_offer(form, 1, "")


def _goals(view: View) -> Iterator[Offer]:
    """Offer what can be called."""
    own = view.outline.definitions
    for found, rules in own.items():
        is_grammar = rules[0].kind == "grammar"
        form = form_of(view, found, is_grammar=is_grammar)
        if form is not None:
            yield _predicate_offer(form, 1, "", is_grammar=is_grammar)
    for found in PROVIDED:
        if found not in own and (form := form_of(view, found)) is not None:
            yield _predicate_offer(form, 2, "pyengine")
    for found, known in PREDICATES.items():
        usable = known.safe and (known.autoload or known.library in view.outline.imports)
        if usable and found not in own and is_plain_atom(found[0]) and found[0][:1].isalpha():
            form = form_of(view, found)
            if form is not None:
                yield _predicate_offer(form, 3, known.library if known.library != "system" else "built in")


def _predicate_offer(form: Form, rank: int, detail: str, *, is_grammar: bool = False) -> Offer:
    name = write_atom(form.name)
    named = (_MODE.sub("", argument).replace("\\", "").replace("$", "").replace("}", "") for argument in form.arguments)
    places = ", ".join(f"${{{number}:{argument}}}" for number, argument in enumerate(named, 1))
    escaped = name.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")
    snippet = f"{escaped}({places})$0" if places else ""
    plain = f"{name}(" if places else name
    about = "a nonterminal" if is_grammar and not form.about else form.about
    return Offer(str(form), plain, CompletionItemKind.Function, rank, about, detail, snippet)


def items(view: View, offset: int, *, snippets: bool) -> list[CompletionItem]:
    """Give what may come next as an editor shows it, each to be put in place of the word that is begun."""
    spot = spot_at(view, offset)
    if spot is None:
        return []
    there = view.lines.range(spot.start, offset)
    has_bracket = view.text.startswith("(", offset)
    return list(_items(offers(view, offset), there, snippets=snippets, has_bracket=has_bracket))


def _items(found: Iterable[Offer], there: Range, *, snippets: bool, has_bracket: bool) -> Iterator[CompletionItem]:
    """Make items of offers; where a bracket follows already, of their names alone."""
    for number, offer in enumerate(found):
        is_snippet = snippets and bool(offer.snippet) and not has_bracket
        plain = offer.plain.rstrip("(") if has_bracket else offer.plain
        yield CompletionItem(
            offer.label,
            kind=offer.kind,
            detail=offer.detail or None,
            documentation=offer.about or None,
            sort_text=f"{offer.rank}{number:05}",
            filter_text=offer.plain.rstrip("("),
            insert_text_format=InsertTextFormat.Snippet if is_snippet else InsertTextFormat.PlainText,
            text_edit=TextEdit(there, offer.snippet if is_snippet else plain),
        )


def register(server: RuleServer) -> None:
    """Answer editors."""

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, CompletionOptions(trigger_characters=["("]))
    def complete(params: types.CompletionParams) -> CompletionList:
        view = server.view(params.text_document.uri)
        capable = server.client_capabilities.text_document
        known = None if capable is None or capable.completion is None else capable.completion.completion_item
        snippets = known is not None and bool(known.snippet_support)
        return CompletionList(False, items(view, view.lines.offset(params.position), snippets=snippets))
