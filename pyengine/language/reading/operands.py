"""Single items to terms: tokens by their value, brackets by what stands in them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping, Sequence
from math import inf
from typing import Final

from pyengine.language.program import Layout
from pyengine.language.reading.brackets import Group, Item
from pyengine.language.reading.diagnosis import mistake
from pyengine.language.reading.literals import native_number, number, unquote
from pyengine.language.reading.tokens import Token
from pyengine.terms import NIL, Atom, Compound, List, String, Term, Var, compound

Located = tuple[Term, Layout]
Work = Generator["Work", Located, Located]
"""Reading that yields the readings it depends on: nesting lives on a stack of the resolver, not on Python's."""

NUMBERS: Final = frozenset({"INTEGER", "FLOAT", "CHARACTER", "SPECIAL_INTEGER", "RADIX", "RATIONAL"})
ATOMS: Final = frozenset({"NAME", "SYMBOL", "SOLO"})


class Operands(ABC):
    """Reads everything but operators; variables of the same name are one until `forget`."""

    def __init__(self, flags: Mapping[str, str]) -> None:
        self._flags = flags
        self._atoms: dict[str, Atom] = {}
        self._variables: dict[str, Var] = {}
        self._anonymous = 0

    @abstractmethod
    def sequence(self, items: Sequence[Item]) -> Work:
        """Read a flat sequence of operands and operators."""

    def forget(self) -> None:
        """Begin a new sentence."""
        self._variables = {}
        self._anonymous = 0

    def leaf(self, token: Token) -> Located:
        """Read a single token as an operand."""
        kind = token.type
        term: Term
        if kind == "VARIABLE":
            term = self._variable(token.text)
        elif kind in ATOMS:
            term = self.atom(token.text)
        elif kind in NUMBERS:
            term = number(token)
        elif kind == "NATIVE":
            term = native_number(token)
        elif kind == "QUOTED":
            term = self.atom(unquote(token))
        elif kind == "STRING":
            term = _text(unquote(token), self._flags.get("double_quotes", "codes"))
        elif kind == "BACKQUOTED":
            term = _text(unquote(token), self._flags.get("back_quotes", "codes"))
        else:
            raise mistake("missing operand", token, token.text)
        return term, Layout(token.start, token.end, token.start, token.end)

    def bracket(self, item: Group) -> Work:
        """Read a bracket and what stands in it."""
        kind = item.type
        if kind == "CALL":
            return self._call(item)
        if kind == "LIST":
            return self._list(item)
        if kind == "ROUND":
            return self._round(item)
        if kind == "CURLY":
            return self._curly(item)
        return self._dict(item)

    def _round(self, item: Group) -> Work:
        if not item.items:
            raise mistake("missing operand", item.close, item.close.text)
        return (yield self.sequence(item.items))

    def _curly(self, item: Group) -> Work:
        if not item.items:
            return self.atom("{}"), Layout(item.start, item.end, item.start, item.end)
        term, layout = yield self.sequence(item.items)
        opening = item.opening
        return Compound("{}", (term,)), Layout(item.start, item.end, opening.start, opening.end, (layout,))

    def _call(self, item: Group) -> Work:
        head = item.head
        assert head is not None
        args: list[Term] = []
        parts: list[Layout] = []
        if item.items:
            for segment in _segments(item.items, item.close):
                if len(segment) == 1 and isinstance(segment[0], Token):
                    term, layout = self.leaf(segment[0])
                else:
                    term, layout = yield self.sequence(segment)
                args.append(term)
                parts.append(layout)
        name = self.name_of(head)
        if name == "[|]" and len(args) == 2:
            parts = [parts[0], *_tail_parts(args[1], parts[1])]
        layout = Layout(item.start, item.end, head.start, head.end, tuple(parts))
        return compound(name, tuple(args)), layout

    def _list(self, item: Group) -> Work:
        if not item.items:
            return NIL, Layout(item.start, item.end, item.start, item.end)
        members: list[Term] = []
        parts: list[Layout] = []
        inner = item
        while True:
            items = inner.items
            bar = next((i for i, one in enumerate(items) if one.type == "BAR"), len(items))
            for segment in _segments(items[:bar], items[bar] if bar < len(items) else inner.close):
                if len(segment) == 1 and isinstance(segment[0], Token):
                    term, layout = self.leaf(segment[0])
                else:
                    term, layout = yield self.sequence(segment)
                members.append(term)
                parts.append(layout)
            rest = items[bar + 1 :]
            if len(rest) == 1 and rest[0].type == "LIST" and isinstance(rest[0], Group) and rest[0].items:
                inner = rest[0]  # [a|[b|...]] is one list, whose tail needs no term of its own
                continue
            break
        tail: Term = NIL
        if bar < len(items):
            extra = next((one for one in rest if one.type in ("COMMA", "BAR")), None)
            if extra is not None:
                raise mistake("two tails", extra)
            if not rest:
                raise mistake("missing operand", inner.close, inner.close.text)
            tail, layout = yield self.sequence(rest)
            parts += _tail_parts(tail, layout)
        opening = item.opening
        return List(tuple(members), tail), Layout(item.start, item.end, opening.start, opening.end, tuple(parts))

    def _dict(self, item: Group) -> Work:
        head = item.head
        assert head is not None
        tag: Term = self._variable(head.text) if is_variable(head) else self.atom(self.name_of(head))
        tag_layout = Layout(head.start, head.end, head.start, head.end)
        pairs: dict[tuple[float, str], tuple[Term, Layout, Term, Layout]] = {}
        for segment in _segments(item.items, item.close) if item.items else ():
            mark = segment[1] if len(segment) > 2 else None
            if item.type == "TAGGED" or not isinstance(mark, Token) or mark.type != "SYMBOL" or mark.text != ":":
                raise mistake("no pair", segment[0], head.text)
            key = segment[0]
            if not isinstance(key, Token) or key.type not in (*ATOMS, "QUOTED", "INTEGER", "SPECIAL_INTEGER", "RADIX"):
                raise mistake("bad key", key)
            key_term, key_layout = self.leaf(key)
            assert isinstance(key_term, Atom | int)
            order = (inf, key_term.name) if isinstance(key_term, Atom) else (key_term, "")  # numbers before atoms
            if order in pairs:
                raise mistake("same key", key, key.text)
            value, value_layout = yield self.sequence(segment[2:])
            pairs[order] = key_term, key_layout, value, value_layout
        args: list[Term] = [tag]
        parts = [tag_layout]
        for order in sorted(pairs):
            key_term, key_layout, value, value_layout = pairs[order]
            args += [key_term, value]
            parts += [key_layout, value_layout]
        return Compound("dict", tuple(args)), Layout(item.start, item.end, head.start, head.end, tuple(parts))

    def name_of(self, head: Token) -> str:
        """Give the atom that a functor or tag is."""
        text = head.text
        if text[0] == "'":
            return unquote(head)
        return text if text[0] not in "[{" else text[0] + text[-1]

    def atom(self, name: str) -> Atom:
        """Give the atom of a name, always the same one."""
        found = self._atoms.get(name)
        if found is None:
            found = self._atoms[name] = Atom(name)
        return found

    def _variable(self, name: str) -> Var:
        if name == "_":
            self._anonymous += 1
            return Var("_", self._anonymous)
        found = self._variables.get(name)
        if found is None:
            found = self._variables[name] = Var(name)
        return found


def is_variable(head: Token) -> bool:
    """Tell whether the tag of a dict is a variable."""
    return head.text[0] == "_" or head.text[0].isupper()


def _tail_parts(tail: Term, layout: Layout) -> tuple[Layout, ...]:
    """Give what the tail of a list adds to the list's parts: its own items where it is a list again."""
    return layout.parts if isinstance(tail, List) else (layout,)


def _segments(items: Sequence[Item], close: Item) -> list[Sequence[Item]]:
    """Cut arguments at their commas."""
    out: list[Sequence[Item]] = []
    start = 0
    for index, item in enumerate(items):
        if item.type == "COMMA":
            if index == start:
                raise mistake("missing goal" if index else "missing operand", item, ",")
            out.append(items[start:index])
            start = index + 1
    if start == len(items):
        assert isinstance(close, Token)
        raise mistake("missing operand", close, close.text)
    out.append(items[start:])
    return out


def _text(text: str, kind: str) -> Term:
    """Give a double- or back-quoted text as the flags say."""
    if kind == "string":
        return String(text)
    if kind == "atom":
        return Atom(text)
    if kind == "chars":
        return List(tuple(Atom(c) for c in text))
    return List(tuple(ord(c) for c in text))
