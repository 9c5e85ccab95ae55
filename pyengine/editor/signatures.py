"""How predicates are called, with the names of their arguments; and which argument is being written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from lsprotocol import types
from lsprotocol.types import ParameterInformation, SignatureHelp, SignatureHelpOptions, SignatureInformation

from pyengine.editor.builtins import about, built_ins
from pyengine.editor.contract_rows import ENTRIES, meaning
from pyengine.editor.mode_lines import unquoted
from pyengine.editor.server import RuleServer
from pyengine.editor.token_stream import CLOSING, OPENING
from pyengine.editor.view import View
from pyengine.language.reading.tokens import Token
from pyengine.language.vocabulary import PREDICATES, Indicator
from pyengine.terms import Compound, Var
from pyengine.terms.writing import write_atom

_PROVIDED: Final = {
    ("param", 2): (("+Name", "-Value"), "the value of a parameter of the game"),
    ("minimax", 3): (("+Pos", "-Best", "-Val"), "the best move in Pos and its value"),
}


@dataclass(frozen=True, slots=True)
class Form:
    """How a predicate is called, and what it is about."""

    name: str
    arguments: tuple[str, ...]
    about: str

    def __str__(self) -> str:
        name = write_atom(self.name)
        return f"{name}({', '.join(self.arguments)})" if self.arguments else name


def form_of(view: View, found: Indicator, *, is_grammar: bool = False) -> Form | None:
    """Say how a predicate is called; None for one that nobody knows."""
    name, arity = found
    modes = view.modes.get(found)
    entry = ENTRIES.get(found)
    if modes is not None and found in view.outline.definitions:
        return Form(name, modes.arguments, modes.about)
    if entry is not None:
        return Form(name, entry.arguments, meaning(entry))
    if found in view.outline.definitions:
        named = tuple(_argument_names(view, found))
        return Form(name, named[: arity - 2] if is_grammar else named, "")
    if found in _PROVIDED:
        return Form(name, *_PROVIDED[found])
    if found in built_ins():
        return Form(name, built_ins()[found].arguments, about(found) or "")
    if found in PREDICATES:
        return Form(name, tuple(f"Arg{number}" for number in range(1, arity + 1)), about(found) or "")
    return None


def _argument_names(view: View, found: Indicator) -> Iterator[str]:
    """Name arguments as the heads of the clauses do, the first that has a variable there."""
    heads = [rule.head.term for rule in view.outline.definitions[found][:20]]
    for place in range(found[1]):
        terms = (head.args[place] for head in heads if isinstance(head, Compound) and place < len(head.args))
        names = (term.name.lstrip("_") for term in terms if isinstance(term, Var))
        yield next((name for name in names if name), f"Arg{place + 1}")


def forms_named(view: View, name: str) -> list[Form]:
    """Give the ways of calling predicates of one name, fewer arguments first."""
    known = [*view.outline.definitions, *ENTRIES, *_PROVIDED, *PREDICATES]
    found = {indicator for indicator in known if indicator[0] == name and indicator[1] > 0}
    forms = (form_of(view, indicator) for indicator in sorted(found, key=lambda one: one[1]))
    return [form for form in forms if form is not None]


def open_calls(tokens: Sequence[Token]) -> list[tuple[Token | None, int]]:
    """Give the brackets that are open behind some tokens, the outermost first: the name before each, and its commas.

    The name is None for a bracket of a list, of curly brackets, or around a term.
    """
    stack: list[tuple[Token | None, int]] = []
    before: Token | None = None
    for token in tokens:
        if token.type in OPENING:
            stack.append((before if before is not None and before.type == "FUNCTOR" else None, 0))
        elif token.type in CLOSING and stack:
            stack.pop()
        elif token.type == "COMMA" and stack:
            stack[-1] = stack[-1][0], stack[-1][1] + 1
        before = token
    return stack


def signature_help(view: View, offset: int) -> SignatureHelp | None:
    """Tell how the predicate is called whose arguments are being written, and which of them is."""
    if view.stream.comment_at(offset) is not None:
        return None
    tokens = [token for token in view.stream.clause_at(offset) if token.end <= offset]
    calls = [(name, commas) for name, commas in open_calls(tokens) if name is not None]
    if not calls:
        return None
    name, commas = calls[-1]
    assert name is not None
    forms = forms_named(view, unquoted(name.text))
    if not forms:
        return None
    fitting = next((index for index, form in enumerate(forms) if len(form.arguments) > commas), len(forms) - 1)
    return SignatureHelp([_signature(form, commas) for form in forms], fitting, commas)


def _signature(form: Form, commas: int) -> SignatureInformation:
    label = str(form)
    parameters, start = [], len(write_atom(form.name)) + 1
    for argument in form.arguments:
        parameters.append(ParameterInformation((_units(label[:start]), _units(label[: start + len(argument)]))))
        start += len(argument) + 2
    active = commas if commas < len(parameters) else None  # None says that none is
    return SignatureInformation(label, form.about or None, parameters, active)


def _units(text: str) -> int:
    """Count as the protocol does here whatever editors count elsewhere: in UTF-16."""
    return len(text.encode("utf-16-le", errors="surrogatepass")) // 2


def register(server: RuleServer) -> None:
    """Answer editors."""

    @server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP, SignatureHelpOptions(["(", ","], [","]))
    def signature(params: types.SignatureHelpParams) -> SignatureHelp | None:
        view = server.view(params.text_document.uri)
        found = signature_help(view, view.lines.offset(params.position))
        capable = server.client_capabilities.text_document
        known = None if capable is None or capable.signature_help is None else capable.signature_help
        told = None if known is None or known.signature_information is None else known.signature_information
        inner = None if told is None else told.parameter_information
        if found is not None and (inner is None or not inner.label_offset_support):
            for form in found.signatures:
                units = form.label.encode("utf-16-le", errors="surrogatepass")
                for one in form.parameters or ():
                    if not isinstance(one.label, str):
                        one.label = units[2 * one.label[0] : 2 * one.label[1]].decode("utf-16-le", errors="replace")
        return found
