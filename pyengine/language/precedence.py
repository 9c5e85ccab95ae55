"""Flat sequences of items to terms, by the operators in force.

The sequence is read once from left to right, as SWI-Prolog does: operands wait in one queue and operators in another
until the priorities allow to join them. An atom that is an operator is first taken as one; where no operand follows,
it becomes an operand itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pyengine.language.brackets import Group, Item
from pyengine.language.diagnosis import clash, missing_goal, nothing_after, side_by_side
from pyengine.language.literals import number, unquote
from pyengine.language.operands import ATOMS, NUMBERS, Located, Operands, Work, is_variable
from pyengine.language.problems import MisreadError
from pyengine.language.program import Layout
from pyengine.language.tokens import Token
from pyengine.terms import Compound, Operator, OperatorTable, Term, compound
from pyengine.terms.characters import is_plain_atom

_LOOSEST: Final = 1201


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


class Resolver(Operands):
    """Makes the term of one sentence after another, by the operators and flags given."""

    def __init__(self, operators: OperatorTable, flags: Mapping[str, str]) -> None:
        super().__init__(flags)
        self._prefix = operators.prefix
        self._infix = operators.infix
        self._postfix = operators.postfix
        self._blocks = "[]" in operators or "{}" in operators

    def resolve(self, items: Sequence[Item]) -> Located:
        """Give the term of a whole sentence."""
        self.forget()
        stack: list[Work] = [self.sequence(items)]
        result: Located | None = None
        while stack:
            try:
                stack.append(stack[-1].send(result))  # type: ignore[arg-type]
                result = None
            except StopIteration as stop:
                stack.pop()
                result = stop.value
        assert result is not None
        return result

    def sequence(self, items: Sequence[Item]) -> Work:
        """Read a flat sequence of operands and operators."""
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
                        and items[position].type in NUMBERS
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
                        block = (yield self.bracket(item)) if isinstance(item, Group) and _is_block(item) else None
                        side.append(_Pending(name, "prefix", operator, item, block))
                        continue
                operator = self._infix.get(name)
                if operator is not None:
                    after_operand = after_operand or self._modify(out, side, operator.left)
                    if after_operand:
                        self._reduce(out, side, operator.left)
                        after_operand = False
                        block = (yield self.bracket(item)) if isinstance(item, Group) and _is_block(item) else None
                        side.append(_Pending(name, "infix", operator, item, block))
                        if isinstance(item, Group) and item.head is not None:
                            held = item.without_head()
                        continue
                operator = self._postfix.get(name)
                if operator is not None:
                    after_operand = after_operand or self._modify(out, side, operator.left)
                    if after_operand:
                        self._reduce(out, side, operator.left)
                        block = (yield self.bracket(item)) if isinstance(item, Group) and _is_block(item) else None
                        pending = _Pending(name, "postfix", operator, item, block)
                        if pending.left < out[-1].priority:
                            raise _clash(pending, out[-1])
                        self._build(out, pending)
                        last = item
                        if isinstance(item, Group) and item.head is not None:
                            held = item.without_head()
                        continue
            if after_operand:
                after = items[position] if position < size else None
                raise side_by_side(last, item, after, is_first=last is items[0], is_operator=name in self._prefix)
            if isinstance(item, Token):
                if kind == "COMMA" and side and side[-1].name == ",":
                    raise missing_goal(item)
                term, layout = self.leaf(item)
            else:
                term, layout = yield self.bracket(item)
            out.append(_Operand(term, layout, 0, item.start, item.end))
            after_operand = True
            last = item
        after_operand = after_operand or self._modify(out, side, _LOOSEST)
        if not after_operand and out:
            raise nothing_after(side[-1].name, side[-1].start, side[-1].end)
        self._reduce(out, side, _LOOSEST)
        if len(out) == 1 and not side:
            return out[0].term, out[0].layout
        if not out and len(side) == 1:
            only = side[0]
            if only.block is not None:
                return only.block
            return self.atom(only.name), Layout(only.start, only.end, only.start, only.end)
        raise nothing_after(side[-1].name, side[-1].start, side[-1].end)

    def _operator_name(self, item: Item, after_operand: bool) -> str | None:
        """Give the name by which an item could be an operator here."""
        kind = item.type
        if kind in ATOMS:
            return item.text  # type: ignore[union-attr]
        if kind == "COMMA":
            return ","
        if kind == "BAR":
            return "|" if after_operand else None
        if kind == "QUOTED":
            assert isinstance(item, Token)
            name = unquote(item)
            # Quotes that are not needed say that this is no operator.
            return None if is_plain_atom(name) else name
        if isinstance(item, Group) and item.head is not None:
            return None if not after_operand or is_variable(item.head) else self.name_of(item.head)
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
            out.append(_Operand(self.atom(last.name), layout, 0, last.start, last.end))
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
                fits = last.right >= out[-1].priority
            if not fits:
                if priority == _LOOSEST:
                    at_left = last.fixity == "infix" and last.left < out[-2].priority
                    raise _clash(last, out[-2] if at_left else out[-1])
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


def _is_block(item: Group) -> bool:
    """Tell whether an operator is a bracket with something in it."""
    return item.head is None and bool(item.items)


def _clash(operator: _Pending, operand: _Operand) -> MisreadError:
    """Point at the later of the two operators."""
    term, layout = operand.term, operand.layout
    other = term.name if isinstance(term, Compound) else "[|]"
    if layout.name_start > operator.start:
        return clash(operator.name, other, layout.name_start, layout.name_end)
    return clash(other, operator.name, operator.start, operator.end)
