"""What is wrong with a sentence that cannot be read, said once and where the author would look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyengine.language.reading.brackets import Group, Item
from pyengine.language.reading.problems import MisreadError
from pyengine.language.reading.tokens import Token
from pyengine.terms import write_atom
from pyengine.terms.characters import SYMBOLS, shape

_CLOSES: Final = {")": "(", "]": "[", "}": "{"}
_OPENS: Final = {"(": ")", "[": "]", "{": "}"}
_NECKS: Final = (":-", "-->")
_ELSEWHERE: Final = {
    "<=": "less or equal is =< in Prolog",
    "<>": "different is \\= in Prolog, and =\\= for numbers",
    "===": "identical is == in Prolog",
    "&": "and is a comma in Prolog",
    "&&": "and is a comma in Prolog",
    "<-": "a head and its body are joined by :-",
    "*/": "the comment before this is closed already; comments that nest need as many */ as /*",
}
_QUOTES: Final = {"'": "quoted atom", '"': "string", "`": "back-quoted text"}


def misfit(tokens: Sequence[Token]) -> MisreadError:
    """Find what does not fit in a sentence: something that is no token at all, or else a bracket."""
    return _misread_token(tokens) or _misfit_bracket(tokens)


def _misread_token(tokens: Sequence[Token]) -> MisreadError | None:
    for token in tokens:
        kind, text, start, end = token.type, token.text, token.start, token.end
        if kind == "UNCLOSED" and text == "/*":
            hint = "comments nest: each /* needs its own */"
            return MisreadError("unclosed-comment", "this comment is never closed", start, end, hint)
        if kind == "UNCLOSED":
            return unclosed_quote(token)
        if kind == "BAD_NUMBER":
            return MisreadError("bad-number", f"{text} is not a number", start, end, "its digits are missing or wrong")
        if kind == "QUASI_QUOTATION" and text == "||":
            return MisreadError("quasi-quotation", "|| is not an operator", start, end, "or is ; in Prolog")
        if kind == "QUASI_QUOTATION":
            hint = "rule files have none; put a space between the two characters if none is meant"
            return MisreadError("quasi-quotation", f"'{text}' belongs to quasi quotations", start, end, hint)
        if kind == "ILLEGAL":
            hint = "outside quotes and comments it has no meaning in Prolog"
            return MisreadError(
                "illegal-character", f"the character {_shown(text)} cannot stand here", start, end, hint
            )
    return None


def _misfit_bracket(tokens: Sequence[Token]) -> MisreadError:
    opened: list[Token] = []
    for token in tokens:
        text = token.text
        if text in _OPENS and token.type.startswith("OPEN"):
            opened.append(token)
        elif text in _CLOSES and token.type.startswith("CLOSE"):
            wanted = _CLOSES[text]
            if not opened:
                hint = f"remove it, or open it with '{wanted}'"
                return MisreadError("stray-bracket", f"nothing opens this '{text}'", token.start, token.end, hint)
            last = opened.pop()
            if last.text == wanted:
                continue
            if any(before.text == wanted for before in opened):
                return _unclosed(last)
            hint = f"close it with '{_OPENS[last.text]}'"
            message = f"this '{last.text}' is closed by '{text}'"
            return MisreadError("mismatched-bracket", message, last.start, last.end, hint)
    return _unclosed(opened[-1])


def unclosed_quote(token: Token) -> MisreadError:
    """Say that a quote is not closed, pointing at where it opened."""
    mark = token.text[0]
    message = f"this {_QUOTES[mark]} is never closed"
    hint = f"close it with {mark}; a {mark} inside is written twice"
    return MisreadError("unclosed-quote", message, token.start, token.start + 1, hint)


def unended(at: int) -> MisreadError:
    """Say that a clause has no full stop, pointing behind its last character."""
    return MisreadError("unended-clause", "clause does not end", at, at + 1, "every clause ends with a full stop")


def glued_stop(token: Token) -> MisreadError:
    """Say that a full stop became part of a symbol."""
    message = f"{token.text} is one symbol, not a full stop"
    return MisreadError("glued-stop", message, token.start, token.end, "put a space before the full stop")


def empty_clause(stop: Token) -> MisreadError:
    """Say that a full stop ends nothing."""
    return MisreadError("empty-clause", "no clause stands before this full stop", stop.start, stop.end, "remove it")


def missing_operand(before: Item) -> MisreadError:
    """Say that a term is missing before a comma, a bar or a closing bracket."""
    assert isinstance(before, Token)
    message = f"a term is missing before '{before.text}'"
    return MisreadError("missing-operand", message, before.start, before.end, "add the term, or remove the comma")


def missing_goal(comma: Item) -> MisreadError:
    """Say that nothing stands between a comma and the comma before it."""
    message = "a goal is missing between two commas"
    return MisreadError("missing-operand", message, comma.start, comma.end, "remove one of them")


def nothing_after(operator: str, start: int, end: int) -> MisreadError:
    """Say that an operator has nothing on its right."""
    message, hint = f"a term is missing after '{operator}'", "add the term, or remove the operator"
    if operator == ",":
        message, hint = "a goal is missing after this comma", "remove the comma, or write the goal"
    return MisreadError("missing-operand", message, start, end, hint)


def no_pair(tag: Token, item: Item) -> MisreadError:
    """Say that a dict holds something else than pairs."""
    hint = f"put a space between {tag.text} and the bracket if no dict is meant"
    return MisreadError("bad-dict", "a dict holds pairs Key:Value", item.start, item.end, hint)


def bad_key(item: Item) -> MisreadError:
    """Say that something cannot be a key of a dict."""
    return MisreadError(
        "bad-dict", "this cannot be a key of a dict", item.start, item.end, "a key is an atom or an integer"
    )


def same_key(key: Token) -> MisreadError:
    """Say that a dict has a key twice."""
    message = f"the key {key.text} stands twice in the dict"
    return MisreadError("bad-dict", message, key.start, key.end, "remove one of the two")


def two_tails(extra: Item) -> MisreadError:
    """Say that a list goes on after its tail."""
    return MisreadError("bad-list", "a list has one tail after '|'", extra.start, extra.end, "end the list with ']'")


def side_by_side(left: Item, right: Item, after: Item | None, *, is_first: bool, is_operator: bool) -> MisreadError:
    """Say that nothing joins two terms, in the words of the mistake behind it where that can be recognised.

    `is_first` tells that nothing stands before `left`, `is_operator` that `right` is an operator of another kind.
    """
    first = left.text if isinstance(left, Token) else ""
    is_symbol = right.type == "SYMBOL"
    if (
        isinstance(right, Group)
        and right.type == "CALL"
        and right.head is not None
        and shape(right.head.text[0]) in SYMBOLS
    ):
        right, is_symbol = right.head, True  # the bracket right after it is its operand, not its arguments
    second = right.text if isinstance(right, Token) else ""
    start, end = right.start, right.end
    message, hint = "two terms side by side", "an operator or a comma is missing between them"
    if any(text and text[0] in "‘’“”" for text in (first, second)):
        hint = "quotes are straight in Prolog: ' or \""
    elif right.type == "ROUND" and left.type == "VARIABLE":
        start, end = left.start, left.end
        message = f"{first} is a variable, and cannot be the name of a predicate"
        lower = f"{first[0].lower()}{first[1:]}"
        hint = f"names begin in lower case: {lower}(...)" if is_first else f"write call({first}, ...)"
    elif right.type == "ROUND" and left.type in ("NAME", "SYMBOL"):
        message, hint = f"a space stands between {first} and its bracket", f"write {first}(...)"
        end = start + 1
    elif first == "if" or second in ("then", "else"):
        message, hint = "there is no if, then and else in Prolog", "a choice is written ( Condition -> Then ; Else )"
        if first == "if":
            start, end = left.start, left.end
    elif second == "!" and isinstance(after, Token) and after.text[0] == "=" and after.start == end:
        message, hint = f"!{after.text} is not an operator", "different is \\= in Prolog, and =\\= for numbers"
        end = after.end
    elif is_symbol and not is_operator:
        message, hint = (
            f"{second} is not an operator",
            _ELSEWHERE.get(second, f"remove {second}, or declare it by op/3"),
        )
    return MisreadError("missing-operator", message, start, end, hint)


def clash(operator: str, other: str, start: int, end: int) -> MisreadError:
    """Say that an operator cannot have a term of another operator as its operand."""
    message = f"the operators {write_atom(operator)} and {write_atom(other)} clash"
    hint = "put brackets round one of the two terms"
    if "=>" in (operator, other):
        hint = "greater or equal is >= in Prolog"
    elif operator in _NECKS and other in _NECKS:
        hint = "a full stop may be missing between two clauses"
    return MisreadError("priority-clash", message, start, end, hint)


def _unclosed(token: Token) -> MisreadError:
    message = f"this '{token.text}' is never closed"
    return MisreadError("unclosed-bracket", message, token.start, token.end, f"close it with '{_OPENS[token.text]}'")


def _shown(c: str) -> str:
    return f"'{c}'" if c.isprintable() else f"U+{ord(c):04X}"
