"""Flat sequences of items to terms, by the operators in force.

The sequence is read once from left to right, as SWI-Prolog does: operands wait in one queue and operators in another
until the priorities allow to join them. An atom that is an operator is first taken as one; where no operand follows,
it becomes an operand itself.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Mapping, Sequence
from typing import Final, NamedTuple

from pyengine.language.brackets import Group, Item
from pyengine.language.diagnosis import clash, missing_operand, nothing_after, side_by_side, two_tails
from pyengine.language.literals import number, unquote
from pyengine.language.problems import MisreadError
from pyengine.language.program import Layout
from pyengine.language.tokens import Token
from pyengine.terms import NIL, Atom, Compound, List, Operator, OperatorTable, String, Term, Var, compound

Located = tuple[Term, Layout]
Work = Generator["Work", Located, Located]

_LOOSEST: Final = 1201
_NUMBERS: Final = frozenset({"INTEGER", "FLOAT", "CHARACTER", "SPECIAL_INTEGER", "RADIX", "RATIONAL"})
_ATOMS: Final = frozenset({"NAME", "SYMBOL", "SOLO"})
_UNQUOTED: Final = re.compile(r"[^\W\d_A-Z]\w*\Z|[#$&*+\-./:<=>?@\\^~]+\Z|[!;]\Z|\[\]\Z|\{\}\Z")


class _Operand(NamedTuple):
    term: Term
    layout: Layout
    priority: int
    start: int
    end: int


class _Pending:
    """An operator that waits for its operands."""

    __slots__ = ("block", "end", "fixity", "left", "name", "priority", "right", "start")

    def __init__(self, name: str, fixity: str, operator: Operator, item: Item, block: Located | None) -> None:
        self.name = name
        self.block = block
        self.start = item.start
        self.end = item.head.end if isinstance(item, Group) and item.head is not None else item.end
        self.become(fixity, operator)

    def become(self, fixity: str, operator: Operator) -> None:
        self.fixity = fixity
        self.priority = operator.priority
        self.left = operator.left
        self.right = max(operator.right, 0)


class Resolver:
    """Makes the term of one sentence; variables of the same name are one within it."""

    def __init__(self, operators: OperatorTable, flags: Mapping[str, str]) -> None:
        self._prefix = operators.prefix
        self._infix = operators.infix
        self._postfix = operators.postfix
        self._flags = flags
        self._blocks = "[]" in operators or "{}" in operators
        self._atoms: dict[str, Atom] = {}
        self._variables: dict[str, Var] = {}
        self._anonymous = 0

    def resolve(self, items: Sequence[Item]) -> Located:
        """Give the term of a whole sentence."""
        self._variables = {}
        self._anonymous = 0
        stack: list[Work] = [self._sequence(items)]
        result: Located | None = None
        while stack:
            try:
                # A generator is started, or handed what it asked for; nesting lives on this stack, not on Python's.
                stack.append(stack[-1].send(result))  # type: ignore[arg-type]
                result = None
            except StopIteration as stop:
                stack.pop()
                result = stop.value
        assert result is not None
        return result

    # One sequence -----------------------------------------------------------------------------------------------

    def _sequence(self, items: Sequence[Item]) -> Work:
        out: list[_Operand] = []
        side: list[_Pending] = []
        after_operand = False
        held: Item | None = None
        last: Item = items[0]
        position, size = 0, len(items)
        while position < size or held is not None:
            if held is not None:
                item, held = held, None
            else:
                item = items[position]
                position += 1
            kind = item.type
            name = self._operator_name(item, after_operand)
            if name is not None:
                if not after_operand:
                    if (
                        name == "-"
                        and kind == "SYMBOL"
                        and position < size
                        and items[position].type in _NUMBERS
                        and items[position].start == item.end
                    ):
                        digits = items[position]
                        position += 1
                        assert isinstance(digits, Token)
                        layout = Layout(item.start, digits.end, item.start, digits.end)
                        out.append(_Operand(number(digits, True), layout, 0, item.start, digits.end))
                        after_operand = True
                        last = digits
                        continue
                    operator = self._prefix.get(name)
                    if operator is not None:
                        block = (yield self._simple(item)) if _is_block(item) else None
                        side.append(_Pending(name, "prefix", operator, item, block))
                        continue
                operator = self._infix.get(name)
                if operator is not None:
                    after_operand = after_operand or self._modify(out, side, operator.left)
                    if after_operand:
                        self._reduce(out, side, operator.left)
                        after_operand = False
                        block = (yield self._simple(item)) if _is_block(item) else None
                        side.append(_Pending(name, "infix", operator, item, block))
                        if isinstance(item, Group) and item.head is not None:
                            held = item.without_head()
                        continue
                operator = self._postfix.get(name)
                if operator is not None:
                    after_operand = after_operand or self._modify(out, side, operator.left)
                    if after_operand:
                        self._reduce(out, side, operator.left)
                        block = (yield self._simple(item)) if _is_block(item) else None
                        side.append(_Pending(name, "postfix", operator, item, block))
                        if isinstance(item, Group) and item.head is not None:
                            held = item.without_head()
                        continue
            if after_operand:
                raise side_by_side(last, item)
            if isinstance(item, Token):
                term, layout = self._leaf(item)
            else:
                term, layout = yield self._simple(item)
            out.append(_Operand(term, layout, 0, item.start, item.end))
            after_operand = True
            last = item
        if not after_operand:
            self._modify(out, side, _LOOSEST)
        self._reduce(out, side, _LOOSEST)
        if len(out) == 1 and not side:
            return out[0].term, out[0].layout
        if not out and len(side) == 1:
            only = side[0]
            if only.block is not None:
                return only.block
            return self._atom(only.name), Layout(only.start, only.end, only.start, only.end)
        raise nothing_after(side[-1].name, side[-1].start, side[-1].end)

    def _operator_name(self, item: Item, after_operand: bool) -> str | None:
        """Give the name by which an item could be an operator here."""
        kind = item.type
        if kind in _ATOMS:
            return item.text  # type: ignore[union-attr]
        if kind == "COMMA":
            return ","
        if kind == "BAR":
            return "|" if after_operand else None
        if kind == "QUOTED":
            assert isinstance(item, Token)
            name = unquote(item)
            # Quotes that are not needed say that this is no operator.
            return None if _UNQUOTED.match(name) else name
        if isinstance(item, Group) and item.head is not None:
            return None if not after_operand or _is_variable(item.head) else self._name(item.head)
        if self._blocks and (kind == "LIST" or kind == "CURLY"):
            return "[]" if kind == "LIST" else "{}"
        return None

    def _modify(self, out: list[_Operand], side: list[_Pending], priority: int) -> bool:
        """Turn an operator without an operand into an operand, where what follows asks for one on its left."""
        if not side or priority <= side[-1].right:
            return False
        last = side[-1]
        if last.fixity == "prefix" and last.block is None:
            side.pop()
            layout = Layout(last.start, last.end, last.start, last.end)
            out.append(_Operand(self._atom(last.name), layout, 0, last.start, last.end))
            return True
        if last.fixity == "infix" and out and last.name in self._postfix:
            last.become("postfix", self._postfix[last.name])
            side.pop()
            self._build(out, last)
            return True
        return False

    def _reduce(self, out: list[_Operand], side: list[_Pending], priority: int) -> None:
        """Join operators with their operands as long as they bind tighter than `priority`."""
        while side and out and priority >= side[-1].priority:
            last = side[-1]
            if last.fixity == "infix":
                if len(out) < 2:
                    return
                fits = last.left >= out[-2].priority and last.right >= out[-1].priority
            else:
                fits = (last.right if last.fixity == "prefix" else last.left) >= out[-1].priority
            if not fits:
                if priority == _LOOSEST:
                    at_left = last.fixity == "infix" and last.left < out[-2].priority
                    other = out[-2].term if at_left else out[-1].term
                    assert isinstance(other, Compound | List)
                    raise clash(last.name, other.name if isinstance(other, Compound) else "[|]", last.start, last.end)
                return
            side.pop()
            self._build(out, last)

    def _build(self, out: list[_Operand], operator: _Pending) -> None:
        right = out.pop()
        if operator.fixity == "infix":
            left = out.pop()
            args: tuple[Term, ...] = (left.term, right.term)
            parts: tuple[Layout, ...] = (left.layout, right.layout)
            start, end = left.start, right.end
        else:
            args, parts = (right.term,), (right.layout,)
            start, end = min(operator.start, right.start), max(operator.end, right.end)
        if operator.block is not None:
            args, parts = (operator.block[0], *args), (operator.block[1], *parts)
        layout = Layout(start, end, operator.start, operator.end, parts)
        out.append(_Operand(compound(operator.name, args), layout, operator.priority, start, end))

    # One item ---------------------------------------------------------------------------------------------------

    def _leaf(self, token: Token) -> Located:
        kind = token.type
        term: Term
        if kind == "VARIABLE":
            term = self._variable(token.text)
        elif kind in _ATOMS:
            term = self._atom(token.text)
        elif kind in _NUMBERS:
            term = number(token)
        elif kind == "QUOTED":
            term = self._atom(unquote(token))
        elif kind == "STRING":
            term = _text(unquote(token), self._flags.get("double_quotes", "codes"))
        elif kind == "BACKQUOTED":
            term = _text(unquote(token), self._flags.get("back_quotes", "codes"))
        else:
            raise missing_operand(token)
        return term, Layout(token.start, token.end, token.start, token.end)

    def _simple(self, item: Item) -> Work:
        assert isinstance(item, Group)
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
            raise missing_operand(item.close)
        return (yield self._sequence(item.items))

    def _curly(self, item: Group) -> Work:
        if not item.items:
            return self._atom("{}"), Layout(item.start, item.end, item.start, item.end)
        term, layout = yield self._sequence(item.items)
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
                    term, layout = self._leaf(segment[0])
                else:
                    term, layout = yield self._sequence(segment)
                args.append(term)
                parts.append(layout)
        name = self._name(head)
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
                    term, layout = self._leaf(segment[0])
                else:
                    term, layout = yield self._sequence(segment)
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
                raise two_tails(extra)
            if not rest:
                raise missing_operand(inner.close)
            tail, layout = yield self._sequence(rest)
            parts += _tail_parts(tail, layout)
        opening = item.opening
        return List(tuple(members), tail), Layout(item.start, item.end, opening.start, opening.end, tuple(parts))

    def _dict(self, item: Group) -> Work:
        head = item.head
        assert head is not None
        tag: Term = self._variable(head.text) if _is_variable(head) else self._atom(self._name(head))
        tag_layout = Layout(head.start, head.end, head.start, head.end)
        pairs: dict[tuple[int, int | str], tuple[Term, Layout, Term, Layout]] = {}
        for segment in _segments(item.items, item.close) if item.items else ():
            if item.type == "TAGGED" or len(segment) < 3 or segment[1].type != "SYMBOL" or segment[1].text != ":":  # type: ignore[union-attr]
                hint = f"put a space between {head.text} and the bracket if no dict is meant"
                raise MisreadError("bad-dict", "a dict holds pairs Key:Value", segment[0].start, segment[0].end, hint)
            key = segment[0]
            if not isinstance(key, Token) or key.type not in (*_ATOMS, "QUOTED", "INTEGER", "SPECIAL_INTEGER", "RADIX"):
                raise MisreadError("bad-dict", "a key of a dict is an atom or a small integer", key.start, key.end)
            key_term, key_layout = self._leaf(key)
            assert isinstance(key_term, Atom | int)
            order: tuple[int, int | str] = (1, key_term.name) if isinstance(key_term, Atom) else (0, key_term)
            if order in pairs:
                raise MisreadError("bad-dict", f"the key {key.text} stands twice in the dict", key.start, key.end)
            value, value_layout = yield self._sequence(segment[2:])
            pairs[order] = key_term, key_layout, value, value_layout
        args: list[Term] = [tag]
        parts = [tag_layout]
        for order in sorted(
            pairs, key=lambda pair: (pair[0], str(pair[1]) if pair[0] else "", pair[1] if not pair[0] else 0)
        ):
            key_term, key_layout, value, value_layout = pairs[order]
            args += [key_term, value]
            parts += [key_layout, value_layout]
        return Compound("dict", tuple(args)), Layout(item.start, item.end, head.start, head.end, tuple(parts))

    def _name(self, head: Token) -> str:
        """Give the atom that a functor or tag is."""
        text = head.text
        if text[0] == "'":
            return unquote(head)
        return text if text[0] not in "[{" else text[0] + text[-1]

    def _atom(self, name: str) -> Atom:
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


def _is_variable(head: Token) -> bool:
    return head.text[0] == "_" or head.text[0].isupper()


def _is_block(item: Item) -> bool:
    """Tell whether an operator is a bracket with something in it."""
    return isinstance(item, Group) and item.head is None and bool(item.items)


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
                raise missing_operand(item)
            out.append(items[start:index])
            start = index + 1
    if start == len(items):
        raise missing_operand(close)
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
