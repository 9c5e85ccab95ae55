"""What is wrong with a sentence that cannot be read, said once and where the author would look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyengine.language.problems import SyntaxProblem
from pyengine.language.tokens import Token

_CLOSES: Final = {")": "(", "]": "[", "}": "{"}
_QUOTES: Final = {"'": "quoted atom", '"': "string", "`": "back-quoted text"}


def misread_token(tokens: Sequence[Token]) -> SyntaxProblem | None:
    """Find the first thing that is no token at all."""
    for token in tokens:
        if token.type == "UNCLOSED" and token.text == "/*":
            return SyntaxProblem(
                "unclosed-comment",
                "this comment is never closed",
                token.start,
                token.end,
                "comments nest: each /* needs its own */",
            )
        if token.type == "UNCLOSED":
            return unclosed_quote(token)
        if token.type == "BAD_NUMBER":
            return SyntaxProblem(
                "bad-number", f"{token.text} is not a number", token.start, token.end, "digits are missing"
            )
        if token.type == "QUASI_QUOTATION":
            return SyntaxProblem(
                "quasi-quotation",
                f"'{token.text}' belongs to quasi quotations, which rule files do not have",
                token.start,
                token.end,
            )
        if token.type == "ILLEGAL":
            return SyntaxProblem(
                "illegal-character",
                f"the character {_shown(token.text)} cannot stand here",
                token.start,
                token.end,
                "outside quotes and comments it has no meaning in Prolog",
            )
    return None


def unclosed_quote(token: Token) -> SyntaxProblem:
    """Say that a quote is not closed, pointing at where it opened."""
    mark = token.text[0]
    return SyntaxProblem(
        "unclosed-quote",
        f"this {_QUOTES[mark]} is never closed",
        token.start,
        token.start + 1,
        f"it needs a second {mark}",
    )


def misfit_bracket(tokens: Sequence[Token]) -> SyntaxProblem:
    """Find the bracket at fault in a sentence whose brackets do not fit."""
    opened: list[Token] = []
    for token in tokens:
        text = token.text
        if token.type.startswith("OPEN"):
            opened.append(token)
        elif token.type.startswith("CLOSE"):
            wanted = _CLOSES[text]
            if opened and opened[-1].text == wanted:
                opened.pop()
            elif not opened:
                return SyntaxProblem(
                    "stray-bracket",
                    f"nothing opens this '{text}'",
                    token.start,
                    token.end,
                    f"remove it, or add '{wanted}'",
                )
            elif any(before.text == wanted for before in opened):
                return _unclosed(opened[-1])
            else:
                return SyntaxProblem(
                    "mismatched-bracket",
                    f"this '{opened[-1].text}' is closed by '{text}'",
                    opened[-1].start,
                    opened[-1].end,
                    "brackets close as they open: ( ), [ ], { }",
                )
    return _unclosed(opened[-1])


def unended(at: int) -> SyntaxProblem:
    """Say that a clause has no full stop."""
    return SyntaxProblem("unended-clause", "clause does not end", at, at + 1, "every clause ends with a full stop")


def _unclosed(token: Token) -> SyntaxProblem:
    closing = next(close for close, opening in _CLOSES.items() if opening == token.text)
    return SyntaxProblem(
        "unclosed-bracket", f"this '{token.text}' is never closed", token.start, token.end, f"it needs a '{closing}'"
    )


def _shown(c: str) -> str:
    return f"'{c}'" if c.isprintable() else f"U+{ord(c):04X}"
