"""Flat sequences of items to terms, by the operators in force.

The sequence is read once from left to right, as SWI-Prolog does: operands wait in one queue and operators in another
until the priorities allow to join them. An atom that is an operator is first taken as one; where no operand follows,
it becomes an operand itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pyengine.language.program import Layout
from pyengine.language.reading.brackets import Group, Item
from pyengine.language.reading.diagnosis import clash, mistake, side_by_side
from pyengine.language.reading.literals import number, unquote
from pyengine.language.reading.operands import ATOMS, NUMBERS, Located, Operands, Work, is_variable
from pyengine.language.reading.problems import MisreadError, Span
from pyengine.language.reading.tokens import Token
from pyengine.terms import Compound, Operator, OperatorTable, Term, compound
from pyengine.terms.characters import is_plain_atom

_LOOSEST: Final = 1201


class _Operand(NamedTuple):
    term: Term
    layout: Layout
    priority: int
    start: int
    end: int


class _Pending(NamedTuple):
    """An operator that waits for its operands; `block` is what a bracket that is one has in it."""

    name: str
    fixity: str
    operator: Operator
    start: int
    end: int
    block: Located | None


class _Queues:
    """The operands and operators of one sequence that are not joined yet.

    `is_complete` tells that the last of them can be followed by an operator but not by an operand.
    """

    __slots__ = ("_owner", "is_complete", "operands", "operators")

    def __init__(self, owner: Resolver) -> None:
        self._owner = owner
        self.operands: list[_Operand] = []
        self.operators: list[_Pending] = []
        self.is_complete = False

    def add_operand(self, term: Term, layout: Layout, start: int, end: int) -> None:
        self.operands.append(_Operand(term, layout, 0, start, end))
        self.is_complete = True

    def add_operator(self, operator: _Pending) -> None:
        """Take in an operator; a postfix one has all it needs and is joined at once."""
        if operator.fixity != "postfix":
            self.operators.append(operator)
            self.is_complete = False
            return
        if not self._fits(operator):
            raise _clash(operator, self.operands[-1])
        self._build(operator)

    def accepts(self, priority: int) -> bool:
        """Tell whether an operator may follow with this priority on its left, and join what binds tighter.

        An operator before it that has no operand becomes one itself, or a postfix operator if it is one too.
        """
        if not self.is_complete and self.operators and priority > self.operators[-1].operator.right:
            last = self.operators[-1]
            if last.fixity == "prefix" and last.block is None:
                self.operators.pop()
                layout = Layout(last.start, last.end, last.start, last.end)
                self.add_operand(self._owner.atom(last.name), layout, last.start, last.end)
            elif last.fixity == "infix" and (postfix := self._owner.postfix.get(last.name)) is not None:
                self.operators.pop()
                self._build(last._replace(fixity="postfix", operator=postfix))
        if self.is_complete:
            self._reduce(priority)
        return self.is_complete

    def _reduce(self, priority: int) -> None:
        """Join operators with their operands as long as they bind at least as tight as `priority`."""
        while self.operators and priority >= self.operators[-1].operator.priority:
            last = self.operators[-1]
            if not self._fits(last):
                if priority < _LOOSEST:
                    return
                at_left = last.fixity == "infix" and last.operator.left < self.operands[-2].priority
                raise _clash(last, self.operands[-2 if at_left else -1])
            self.operators.pop()
            self._build(last)

    def _fits(self, operator: _Pending) -> bool:
        """Tell whether the last operands have priorities that an operator takes."""
        right, sides = self.operands[-1].priority, operator.operator
        if operator.fixity == "infix":
            return sides.left >= self.operands[-2].priority and sides.right >= right
        return (sides.right if operator.fixity == "prefix" else sides.left) >= right

    def _build(self, operator: _Pending) -> None:
        right = self.operands.pop()
        if operator.fixity == "infix":
            left = self.operands.pop()
            args: tuple[Term, ...] = (left.term, right.term)
            parts: tuple[Layout, ...] = (left.layout, right.layout)
            start, end = left.start, right.end
        else:
            args, parts = (right.term,), (right.layout,)
            start, end = min(operator.start, right.start), max(operator.end, right.end)
        if operator.block is not None:
            args, parts = (operator.block[0], *args), (operator.block[1], *parts)
        layout = Layout(start, end, operator.start, operator.end, parts)
        self.operands.append(_Operand(compound(operator.name, args), layout, operator.operator.priority, start, end))
        self.is_complete = True

    def result(self) -> Located:
        """Join everything at the end of the sequence."""
        if self.accepts(_LOOSEST):
            (only,) = self.operands
            return only.term, only.layout
        last = self.operators[-1]
        if self.operands or len(self.operators) > 1:
            raise mistake("nothing after comma" if last.name == "," else "nothing after", last, last.name)
        assert last.block is not None  # any other prefix operator has become an operand
        return last.block


class Resolver(Operands):
    """Makes the term of one sentence after another, by the operators and flags given."""

    def __init__(self, operators: OperatorTable, flags: Mapping[str, str]) -> None:
        super().__init__(flags)
        self.postfix = operators.postfix
        self._prefix = operators.prefix
        self._infix = operators.infix
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
        queues = _Queues(self)
        held: Item | None = None
        last: Item = items[0]
        position, size = 0, len(items)
        while position < size or held is not None:
            if held is not None:
                item, held = held, None
            else:
                item = items[position]
                position += 1
            after = items[position] if position < size else None
            name = self._operator_name(item, queues.is_complete)
            if name is not None:
                if name == "-" and not queues.is_complete and _is_sign(item, after):
                    assert isinstance(after, Token)
                    layout = Layout(item.start, after.end, item.start, after.end)
                    queues.add_operand(number(after, True), layout, item.start, after.end)
                    position += 1
                    last = after
                    continue
                found = self._operator(name, queues)
                if found is not None:
                    block = None
                    if isinstance(item, Group) and item.head is None and item.items:
                        block = yield self.bracket(item)
                    end = item.head.end if isinstance(item, Group) and item.head is not None else item.end
                    queues.add_operator(_Pending(name, *found, item.start, end, block))
                    if isinstance(item, Group) and item.head is not None:
                        held = item.without_head()
                    last = item
                    continue
            if queues.is_complete:
                first = last is items[0]
                raise side_by_side(last, item, after, is_first=first, infix=self._infix, prefix=self._prefix)
            if isinstance(item, Group):
                term, layout = yield self.bracket(item)
            elif item.type == "COMMA" and queues.operators and queues.operators[-1].name == ",":
                raise mistake("missing goal", item)
            else:
                term, layout = self.leaf(item)
            queues.add_operand(term, layout, item.start, item.end)
            last = item
        return queues.result()

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

    def _operator(self, name: str, queues: _Queues) -> tuple[str, Operator] | None:
        """Give which operator a name is at this point, if any."""
        if not queues.is_complete and (operator := self._prefix.get(name)) is not None:
            return "prefix", operator
        if (operator := self._infix.get(name)) is not None and queues.accepts(operator.left):
            return "infix", operator
        if (operator := self.postfix.get(name)) is not None and queues.accepts(operator.left):
            return "postfix", operator
        return None


def _is_sign(item: Item, after: Item | None) -> bool:
    """Tell whether a `-` belongs to the number right after it."""
    return item.type == "SYMBOL" and after is not None and after.type in NUMBERS and after.start == item.end


def _clash(operator: _Pending, operand: _Operand) -> MisreadError:
    """Point at the later of the two operators."""
    term, layout = operand.term, operand.layout
    other = term.name if isinstance(term, Compound) else "[|]"
    inner = Span(layout.name_start, layout.name_end)
    if inner.start > operator.start:
        return clash(operator.name, other, inner, operator)
    return clash(other, operator.name, operator, inner)
