"""Tokens as an editor colours them: what each of them is in the rules, not only how it is spelt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from lsprotocol import types
from lsprotocol.types import SemanticTokenModifiers, SemanticTokens, SemanticTokensLegend, SemanticTokenTypes

from pyengine.editor.diagnostics import source_of
from pyengine.editor.mentions import Mention
from pyengine.editor.navigation import parameter_starts
from pyengine.editor.server import RuleServer
from pyengine.editor.token_stream import arities
from pyengine.editor.view import View
from pyengine.language.contract import ASKED, PROVIDED
from pyengine.language.reading.tokens import Token
from pyengine.language.vocabulary import PREDICATES, Indicator

TYPES: Final = tuple(
    kind.value
    for kind in (
        *(SemanticTokenTypes.Function, SemanticTokenTypes.Variable, SemanticTokenTypes.EnumMember),
        *(SemanticTokenTypes.Number, SemanticTokenTypes.String, SemanticTokenTypes.Comment),
        *(SemanticTokenTypes.Operator, SemanticTokenTypes.Property, SemanticTokenTypes.Keyword),
    )
)
"""A predicate, a variable, an atom, a number, a text, a comment, an operator, a parameter of the game, control."""
MODIFIERS: Final = (
    *(SemanticTokenModifiers.Definition.value, SemanticTokenModifiers.Declaration.value),
    *(SemanticTokenModifiers.DefaultLibrary.value, "contract", "singleton"),
)
"""In the head of a clause, in a declaration, built in, asked for by pyengine, used only once."""
LEGEND: Final = SemanticTokensLegend(list(TYPES), list(MODIFIERS))

_CONTRACT: Final = frozenset(entry.indicator for entry in ASKED)
_PLAIN: Final = {
    **dict.fromkeys(("NAME", "FUNCTOR", "QUOTED", "TAG"), "enumMember"),
    **dict.fromkeys(("SYMBOL", "SOLO", "BAR"), "operator"),
    **dict.fromkeys(("INTEGER", "SPECIAL_INTEGER", "RADIX", "CHARACTER", "RATIONAL", "FLOAT", "NATIVE"), "number"),
    **dict.fromkeys(("STRING", "BACKQUOTED"), "string"),
    "VARIABLE": "variable",
}
_CONTROL: Final = frozenset(
    {("!", 0), ("->", 2), ("*->", 2), (";", 2), ("|", 2), ("\\+", 1), (":-", 2), (":-", 1), ("-->", 2), ("=>", 2)}
)

_NECKS: Final = frozenset({":-", "-->", "=>", "?-"})


@dataclass(frozen=True, slots=True)
class Coloured:
    """A token and what it is."""

    start: int
    end: int
    type: str
    modifiers: tuple[str, ...] = ()


def coloured(view: View, start: int, end: int) -> list[Coloured]:
    """Tell what the tokens and comments of a stretch are, in the order of the text."""
    parameters = parameter_starts(view)
    singletons = _singletons(view)
    operators = _operators(view)
    found = []
    for stretch in view.stream.stretches:
        if stretch.end < start or stretch.start > end:
            continue
        unread = {} if view.sentence_at(stretch.start) is not None else arities(stretch.tokens)
        for token in stretch.tokens:
            kind = _PLAIN.get(token.type)
            if kind is None or token.end < start or token.start > end:
                continue
            mention = view.mentions_here.get(token.start)
            if token.start in parameters:
                found.append(Coloured(token.start, token.end, "property"))
            elif kind == "variable":
                once = ("singleton",) if token.start in singletons else ()
                found.append(Coloured(token.start, token.end, kind, once))
            elif mention is not None and kind in ("enumMember", "operator"):
                found.append(_predicate(token, mention))
            elif token.text in _NECKS:
                found.append(Coloured(token.start, token.end, "keyword"))
            elif token.start in operators:
                found.append(Coloured(token.start, token.end, "operator"))
            else:
                found.append(_unread(view, token, unread.get(token.start)) or Coloured(token.start, token.end, kind))
    remarks = (remark for remark in view.stream.comments if remark.end >= start and remark.start <= end)
    found.extend(Coloured(remark.start, remark.end, "comment") for remark in remarks)
    return sorted(found, key=lambda one: one.start)


def _predicate(token: Token, mention: Mention) -> Coloured:
    if mention.indicator in _CONTROL:
        return Coloured(token.start, token.end, "keyword")
    role = () if mention.role == "call" else (mention.role,)
    kind = "operator" if mention.is_operator and mention.indicator in PREDICATES else "function"
    return Coloured(token.start, token.end, kind, (*role, *_origin(mention.indicator)))


def _origin(found: Indicator) -> Iterator[str]:
    if found in _CONTRACT:
        yield "contract"
    elif found in PREDICATES or found in PROVIDED:
        yield "defaultLibrary"


def _unread(view: View, token: Token, arity: int | None) -> Coloured | None:
    """Take a name before a bracket, in a clause that cannot be read, for a call of what is known by that name."""
    if arity is None:
        return None
    found = token.text, arity
    if found not in view.outline.definitions and found not in PREDICATES and found not in _CONTRACT:
        return None
    return Coloured(token.start, token.end, "function", tuple(_origin(found)))


def _singletons(view: View) -> set[int]:
    """Give where the variables stand that occur only once."""
    found = set()
    for finding in view.examined.findings:
        place = finding.place
        if finding.code == "singleton-variable" and place is not None and view.is_here(source_of(view, place)):
            found.add(view.source.offset(place))
    return found


def _operators(view: View) -> set[int]:
    """Give where operators stand, alphabetic ones too."""
    found = set()
    for sentence in view.sentences:
        stack = [sentence.layout]
        while stack:
            layout = stack.pop()
            if layout.parts and not view.text.startswith("(", layout.name_end) and layout.name_start < layout.name_end:
                found.add(layout.name_start)
            stack.extend(layout.parts)
    return found


def encoded(view: View, tokens: Iterable[Coloured]) -> list[int]:
    """Write tokens as the protocol has them: each line of one by itself, relative to what is before it."""
    data: list[int] = []
    last_line = last_column = 0
    for token in tokens:
        kind = TYPES.index(token.type)
        bits = sum(1 << MODIFIERS.index(modifier) for modifier in token.modifiers)
        for start, end in _by_lines(view, token.start, token.end):
            begin, stop = view.lines.position(start), view.lines.position(end)
            column = begin.character - (last_column if begin.line == last_line else 0)
            data += (begin.line - last_line, column, stop.character - begin.character, kind, bits)
            last_line, last_column = begin.line, begin.character
    return data


def _by_lines(view: View, start: int, end: int) -> Iterator[tuple[int, int]]:
    first, last = view.lines.position(start).line, view.lines.position(end).line
    for line in range(first, last + 1):
        begin = max(start, view.lines.start_of_line(line))
        stop = min(end, view.lines.end_of_line(line))
        if stop > begin:
            yield begin, stop


def register(server: RuleServer) -> None:
    """Answer editors."""

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    def full(params: types.SemanticTokensParams) -> SemanticTokens:
        view = server.view(params.text_document.uri)
        return SemanticTokens(encoded(view, coloured(view, 0, len(view.text))))

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, LEGEND)
    def part(params: types.SemanticTokensRangeParams) -> SemanticTokens:
        view = server.view(params.text_document.uri)
        return SemanticTokens(encoded(view, coloured(view, *view.lines.span(params.range))))
