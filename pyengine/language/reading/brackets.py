"""Tokens to bracket structure, by the rules of grammar/prolog.lark."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from pyengine.language.reading.tokens import Token
from pyengine.language.shipped import shipped

if TYPE_CHECKING:
    from lark import Lark
    from lark.lexer import TerminalDef


@dataclass(slots=True, eq=False, repr=False)
class Group:
    """A bracket with what stands in it; `head` is the functor of a CALL or the tag of a DICT.

    `type` is CALL, ROUND, LIST, CURLY or DICT, beside the types of tokens; TAGGED is a tag right before `{}(...)`,
    which only makes sense where the tag is an infix operator.
    """

    type: str
    head: Token | None
    opening: Token
    items: list[Item]
    close: Token

    @property
    def start(self) -> int:
        """Where it begins."""
        return (self.head or self.opening).start

    @property
    def end(self) -> int:
        """Where it has ended."""
        return self.close.end

    def without_head(self) -> Group:
        """Give the bracket alone, for a functor that turns out to be an operator before a bracket."""
        if self.type == "TAGGED":
            (call,) = self.items
            assert isinstance(call, Group)
            return call
        return Group("ROUND" if self.type == "CALL" else "CURLY", None, self.opening, self.items, self.close)


Item: TypeAlias = Token | Group
Items: TypeAlias = list[Item]


def group(tokens: Sequence[Token]) -> list[Item] | None:
    """Give the items of a sentence, brackets as groups; None where the brackets do not fit."""
    from lark.exceptions import UnexpectedInput

    try:
        return _parser().parse(tokens)  # type: ignore[return-value]
    except UnexpectedInput:
        return None


def terminals() -> Collection[TerminalDef]:
    """Give the terminals of the grammar."""
    return _parser().terminals


def _grouping(type: str) -> Callable[[object, Items], Group]:
    """Give the action of a grammar rule: from a head, if it has one, brackets and what is between them to a group."""
    start = 1 if type in ("CALL", "DICT") else 0

    def made(_build: object, children: Items) -> Group:
        head, opening, items = children[0] if start else None, children[start], children[start + 1 : -1]
        return Group(type, head, opening, items, children[-1])  # type: ignore[arg-type]

    return made


@lru_cache(maxsize=1)
def _parser() -> Lark:
    from lark import Lark, Transformer
    from lark.lexer import Lexer

    class Given(Lexer):
        """Tokens made elsewhere."""

        def __init__(self, conf: object) -> None:
            pass

        def lex(self, tokens: Sequence[Token]) -> Iterator[Token]:  # type: ignore[override]
            return iter(tokens)

    class Build(Transformer[Token, Items]):
        """Called at each reduction, so that nesting never recurses."""

        def sentence(self, children: Items) -> Items:
            return children

        def tagged(self, children: Items) -> Group:
            head, call = children
            assert isinstance(head, Token)
            assert isinstance(call, Group)
            return Group("TAGGED", head, call.opening, [call], call.close)

        call, dict, round, list, curly = map(_grouping, ("CALL", "DICT", "ROUND", "LIST", "CURLY"))

    grammar = (shipped("grammar") / "prolog.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer=Given, start="sentence", transformer=Build(), maybe_placeholders=False)
