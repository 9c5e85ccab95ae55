"""What is wrong with a sentence that cannot be read, said once and where the author would look."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from pyengine.language.reading.brackets import Group, Item
from pyengine.language.reading.problems import MisreadError, Span, Stretch
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
        kind, text = token.type, token.text
        if kind == "UNCLOSED" and text != "/*":
            return unclosed_quote(token)
        if kind in ("UNCLOSED", "BAD_NUMBER", "ILLEGAL", "QUASI_QUOTATION"):
            return mistake("||" if text == "||" else kind, token, _shown(text) if kind == "ILLEGAL" else text)
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
                return mistake("stray bracket", token, text, wanted)
            last = opened.pop()
            if last.text == wanted:
                continue
            if any(before.text == wanted for before in opened):
                return mistake("unclosed bracket", last, last.text, _OPENS[last.text])
            found = mistake("mismatched bracket", last, last.text, text, _OPENS[last.text])
            found.related = ((token, "it is closed here"),)
            return found
    return mistake("unclosed bracket", opened[-1], opened[-1].text, _OPENS[opened[-1].text])


def unclosed_quote(token: Token) -> MisreadError:
    """Say that a quote is not closed, pointing at where it opened."""
    mark = token.text[0]
    return mistake("unclosed quote", Span(token.start, token.start + 1), _QUOTES[mark], mark)


def unended(at: int) -> MisreadError:
    """Say that a clause has no full stop, pointing behind its last character."""
    return mistake("unended", Span(at, at + 1))


_MISTAKES: Final = {
    "UNCLOSED": ("unclosed-comment", "this comment is never closed", "comments nest: each /* needs its own */"),
    "BAD_NUMBER": ("bad-number", "{0} is not a number", "its digits are missing or wrong"),
    "||": ("quasi-quotation", "|| is not an operator", "or is ; in Prolog"),
    "QUASI_QUOTATION": (
        "quasi-quotation",
        "'{0}' belongs to quasi quotations",
        "rule files have none; put a space between the two characters if none is meant",
    ),
    "ILLEGAL": (
        "illegal-character",
        "the character {0} cannot stand here",
        "outside quotes and comments it has no meaning in Prolog",
    ),
    "stray bracket": ("stray-bracket", "nothing opens this '{0}'", "remove it, or open it with '{1}'"),
    "mismatched bracket": ("mismatched-bracket", "this '{0}' is closed by '{1}'", "close it with '{2}'"),
    "unclosed bracket": ("unclosed-bracket", "this '{0}' is never closed", "close it with '{1}'"),
    "unclosed quote": (
        "unclosed-quote",
        "this {0} is never closed",
        "close it with {1}; a {1} inside is written twice",
    ),
    "unended": ("unended-clause", "clause does not end", "every clause ends with a full stop"),
    "glued stop": ("glued-stop", "{0} is one symbol, not a full stop", "put a space before the full stop"),
    "empty clause": ("empty-clause", "no clause stands before this full stop", "remove it"),
    "missing operand": ("missing-operand", "a term is missing before '{0}'", "add the term, or remove the comma"),
    "missing goal": ("missing-operand", "a goal is missing between two commas", "remove one of them"),
    "nothing after": ("missing-operand", "a term is missing after '{0}'", "add the term, or remove the operator"),
    "nothing after comma": (
        "missing-operand",
        "a goal is missing after this comma",
        "remove the comma, or write the goal",
    ),
    "no pair": (
        "bad-dict",
        "a dict holds pairs Key:Value",
        "put a space between {0} and the bracket if no dict is meant",
    ),
    "bad key": ("bad-dict", "this cannot be a key of a dict", "a key is an atom or an integer"),
    "same key": ("bad-dict", "the key {0} stands twice in the dict", "remove one of the two"),
    "two tails": ("bad-list", "a list has one tail after '|'", "end the list with ']'"),
}
"""The code, the message and the hint of each mistake that a place alone tells."""


def mistake(kind: str, at: Stretch, *given: str) -> MisreadError:
    """Say what is wrong somewhere; `given` is what the words of such a mistake name."""
    code, message, hint = _MISTAKES[kind]
    return MisreadError(code, message.format(*given), at, hint.format(*given))


def side_by_side(
    left: Item, right: Item, after: Item | None, *, is_first: bool, infix: Collection[str], prefix: Collection[str]
) -> MisreadError:
    """Say that nothing joins two terms, in the words of the mistake behind it where that can be recognised.

    `is_first` tells that nothing stands before `left`; `infix` and `prefix` are the operators that there are.
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
    elif is_symbol and second not in prefix:
        message = f"{second} is not an operator"
        hint = (
            _apart(second, after, infix, prefix) or _ELSEWHERE.get(second) or f"remove {second}, or declare it by op/3"
        )
    elif left.type == "SYMBOL" and first not in prefix and (apart := _apart(first, right, prefix, prefix)):
        start, end = left.start, left.end
        message, hint = f"{first} is not an operator", apart
    return MisreadError("missing-operator", message, Span(start, end), hint)


def _apart(symbol: str, after: Item | None, first: Collection[str], others: Collection[str]) -> str | None:
    """Say where a space is missing in operators that stand together without one; None if they are none.

    `after` is what stands behind them; an arrow that other languages have is only taken for two operators before a
    number.
    """
    follows = after.text if isinstance(after, Token) and after.text[0].isdecimal() else ""
    if symbol in _ELSEWHERE and not follows:
        return None
    for place in range(len(symbol) - 1, 0, -1):
        head, rest = symbol[:place], symbol[place:]
        if head in first and rest in others:
            return f"it is read as one symbol; write {head} {rest}{follows}"
    return None


def clash(operator: str, other: str, at: Stretch, first: Stretch) -> MisreadError:
    """Say that an operator cannot have a term of another operator as its operand; `first` is where one of them is."""
    message = f"the operators {write_atom(operator)} and {write_atom(other)} clash"
    hint = "put brackets round one of the two terms"
    if "=>" in (operator, other):
        hint = "greater or equal is >= in Prolog"
    elif operator in _NECKS and other in _NECKS:
        hint = "a full stop may be missing between two clauses"
    return MisreadError("priority-clash", message, at, hint, [(first, "the other operator")])


def _shown(c: str) -> str:
    return f"'{c}'" if c.isprintable() else f"U+{ord(c):04X}"
