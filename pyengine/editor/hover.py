"""What an editor shows of what the cursor is on: what it means, where it comes from, what was inferred of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from lsprotocol import types
from lsprotocol.types import Hover, MarkupContent, MarkupKind

from pyengine.editor.builtins import about, manual_page
from pyengine.editor.contract_rows import ENTRIES, meaning, without
from pyengine.editor.inference import Way, Ways
from pyengine.editor.mode_lines import comment_above
from pyengine.editor.positions import WrittenPosition, position_at
from pyengine.editor.predicates import Subject, subject_at, variable_spans
from pyengine.editor.server import RuleServer
from pyengine.editor.signatures import form_of
from pyengine.editor.view import View
from pyengine.language.checking.message_text import show
from pyengine.language.contract import PROVIDED, Entry, declared_parameters
from pyengine.language.shipped import offered
from pyengine.language.vocabulary import PREDICATES
from pyengine.quoting import quote_line, quote_lines
from pyengine.terms.writing import write_term

_MOST_CALLERS: Final = 6
_MOST_WAYS: Final = 4
_MOST_LETTERS: Final = 1000
_TICKS: Final = re.compile("`+")


def fenced(text: str, language: str = "prolog") -> str:
    """Give text of the rules as a block of code: nothing in it is a link, an image or HTML for an editor.

    >>> print(fenced("a(`b`)."))
    ```prolog
    a(`b`).
    ```
    """
    longest = max((len(ticks) for ticks in _TICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{quote_lines(text)}\n{fence}"


def code(text: str) -> str:
    """Give a name of the rules as code within a line."""
    line = quote_line(text)
    return f"`{line}`" if "`" not in line else f"`` {line} ``" if "``" not in line else "`…`"


def told_at(view: View, offset: int, ways: Ways | None) -> tuple[str, int, int] | None:
    """Say what stands at an offset, and from where to where; None where there is nothing to say."""
    subject = subject_at(view, offset)
    if subject is None:
        return None
    lines = {
        "predicate": lambda: _predicate(view, subject, ways),
        "variable": lambda: _variable(view, subject),
        "parameter": lambda: _parameter(view, subject),
        "file": lambda: _file(subject),
    }[subject.kind]()
    text = "\n\n".join(lines)
    return (text, subject.start, subject.end) if text else None


def _predicate(view: View, subject: Subject, ways: Ways | None) -> Iterator[str]:
    found = subject.indicator
    is_own = view.outline.defines(found)
    entry = ENTRIES.get(found)
    if entry is not None:
        yield from _contract(entry)
    if is_own:
        yield from _own(view, subject, ways)
    elif entry is None:
        yield from _known(view, subject)


def _contract(entry: Entry) -> Iterator[str]:
    """Give the row of the contract."""
    yield fenced(entry.form)
    yield f"{meaning(entry)} (contract; {without(entry)})"


def _own(view: View, subject: Subject, ways: Ways | None) -> Iterator[str]:
    found = subject.indicator
    modes = view.modes.get(found)
    rules = view.outline.definitions.get(found, ())
    if modes is not None:
        yield fenced(f"%! {modes.text}")
        if modes.about:
            yield fenced(modes.about[:_MOST_LETTERS], "text")
    elif rules:
        form = form_of(view, found, is_grammar=subject.is_grammar)
        if form is not None and found not in ENTRIES:
            yield fenced(str(form))
        comment = comment_above(rules[0].clause.source, rules[0].clause.layout.start)
        if comment:
            yield fenced(comment[:_MOST_LETTERS], "text")
    if ways is not None and ways.get(found):
        known = ways[found]
        more = f"\n… {len(known) - _MOST_WAYS} more ways" if len(known) > _MOST_WAYS else ""
        yield fenced("\n".join(_way(found[0], way) for way in known[:_MOST_WAYS]) + more, "text")
    yield _counted(view, subject)


def _way(name: str, way: Way) -> str:
    """Write what was inferred, as in `move(in s(x), out integer) is nondet`."""
    arguments = (mode if type_ is None else f"{mode} {type_}" for mode, type_ in zip(way.modes, way.types, strict=True))
    verb = " is" if way.solutions in ("det", "semidet", "nondet") else ","
    return f"{name}({', '.join(arguments)}){verb} {way.solutions}" if way.modes else f"{name}{verb} {way.solutions}"


def _counted(view: View, subject: Subject) -> str:
    """Say how many clauses a predicate has, from where, and who calls it."""
    found = subject.indicator
    rules = view.outline.definitions.get(found, ())
    count = len(rules)
    parts = [f"{count} clause{'' if count == 1 else 's'}"]
    source = rules[0].clause.source if rules else view.source
    if source.library is not None:
        parts.append(f"of {code(f'library({source.library})')}")
    elif not view.is_here(source):
        parts.append(f"in {code(source.stem)}")
    callers = dict.fromkeys(
        str(one.rule) for one in view.mentions.get(found, ()) if one.role == "call" and one.rule is not None
    )
    if callers:
        names = ", ".join(code(caller) for caller in list(callers)[:_MOST_CALLERS])
        more = f" and {len(callers) - _MOST_CALLERS} more" if len(callers) > _MOST_CALLERS else ""
        parts.append(f"called by {names}{more}")
    elif found in ENTRIES:
        parts.append("asked by pyengine")
    else:
        parts.append("called by nobody")
    return "; ".join(parts)


def _known(view: View, subject: Subject) -> Iterator[str]:
    """Say what is known of a predicate that the rules do not define."""
    found = subject.indicator
    form = form_of(view, found)
    if found in PROVIDED and form is not None:
        yield fenced(str(form))
        yield f"{form.about} (pyengine has it for every rule file)"
    elif found in PREDICATES and form is not None:
        yield fenced(str(form))
        yield f"{about(found)}. [Manual of SWI-Prolog]({manual_page(found)})"
    elif found in offered():
        yield f"{code(show(found))} comes with {code(f'library({offered()[found]})')}, which is not included"
    elif subject.start >= 0:
        yield f"{code(show(found, is_grammar=subject.is_grammar))} is not defined"


def _variable(view: View, subject: Subject) -> Iterator[str]:
    count = len(variable_spans(view, subject))
    if subject.name == "_":
        yield "any value: each `_` is a variable of its own"
    else:
        yield f"{code(subject.name)} occurs {'once' if count == 1 else f'{count} times'} in its clause"


def _parameter(view: View, subject: Subject) -> Iterator[str]:
    value = declared_parameters(view.program).get(subject.name)
    if value is None:
        yield f"{code(subject.name)} is not a parameter of this game"
    else:
        written = write_term(value, view.program.operators)
        yield fenced(f"parameter({subject.name}, {written[:_MOST_LETTERS]}).")


def _file(subject: Subject) -> Iterator[str]:
    if subject.source is not None:
        title = next((line.strip("/*% \t") for line in subject.source.text.split("\n") if line.strip("/*% \t")), "")
        yield fenced(title, "text")
        yield f"{len(subject.source.text.splitlines())} lines, {code(subject.source.name)}"


def _content(server: RuleServer, text: str) -> MarkupContent:
    """Give text in the format that the editor knows."""
    capable = server.client_capabilities.text_document
    known = None if capable is None else capable.hover
    formats = None if known is None else known.content_format
    if formats is None or MarkupKind.Markdown in formats:
        return MarkupContent(MarkupKind.Markdown, text)
    lines = (line for line in text.split("\n") if not re.fullmatch("`{3,}[a-z]*", line))
    plain = re.sub(r"\[([^\]]*)\]\((https[^)]*)\)", r"\1: \2", "\n".join(lines))
    return MarkupContent(MarkupKind.PlainText, plain.replace("`", "").replace("*", ""))


async def hover_at(server: RuleServer, view: View, offset: int) -> Hover | None:
    """Say what an editor shows at an offset; a board is waited for, what is inferred is not."""
    subject_told = told_at(view, offset, server.inference.of(view))
    written: WrittenPosition | None = position_at(view, offset)
    board = None if written is None else await server.boards.of(view, written.state)
    if board is not None and written is not None:
        return Hover(_content(server, fenced(board, "text")), view.lines.range(written.start, written.end))
    if subject_told is None:
        return None
    text, start, end = subject_told
    return Hover(_content(server, text), view.lines.range(start, end))


def register(server: RuleServer) -> None:
    """Answer editors."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> Hover | None:
        view = server.view(params.text_document.uri)
        return await hover_at(server, view, view.lines.offset(params.position))
