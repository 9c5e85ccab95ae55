"""The forms that values have in C: a word, or an integer: of 61 bits in an int64_t, of 64 bits and not negative in a
uint64_t, larger in 128 bits."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from pyengine.compiler.c.integers import MOST_UNSIGNED
from pyengine.compiler.c.names import LEAST_INT, MOST_INT
from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.domain import Type

Bounds: TypeAlias = tuple[int, int]
"""The least and the largest value of an integer."""
Form: TypeAlias = Literal["w", "i", "u", "l"]
C_TYPES: Final[dict[str, str]] = {"w": "Word", "i": "int64_t", "u": "uint64_t", "l": "Large"}


def form_of(type_: Type, bounds: Bounds | None = None) -> Form:
    """Give the form in which values of a type are kept, where their integers have these bounds.

    >>> form_of(domain.LARGE), form_of(domain.LARGE, (0, 1 << 63)), form_of(domain.LARGE, (0, 255))
    ('l', 'u', 'i')
    """
    if type_ == domain.INTEGER:
        return "i"
    if type_ != domain.LARGE:
        return "w"
    if bounds is None:
        return "l"
    low, high = bounds
    if low >= LEAST_INT and high <= MOST_INT:
        return "i"
    return "u" if low >= 0 and high <= MOST_UNSIGNED else "l"


def converted(text: str, have: str, want: str) -> str:
    """Write a value in another form; where it does not have that, the code stops.

    >>> converted("A", "i", "w"), converted("A", "l", "l")
    ('INT_WORD(A)', 'A')
    """
    if have == want:
        return text
    return {
        "iw": f"INT_WORD({text})",
        "uw": f"UNSIGNED_WORD({text})",
        "lw": f"LARGE_WORD({text})",
        "wi": f"INT_OF({text})",
        "wu": f"UNSIGNED_OF({text})",
        "wl": f"LARGE_OF({text})",
        "il": text,
        "ul": text,
        "iu": f"(uint64_t){text}",
        "lu": f"(uint64_t){text}",
        "li": f"SMALL({text})",
        "ui": f"SMALL_UNSIGNED({text})",
    }[have + want]


def known_part(text: str, form: Form, bounds: Bounds) -> str:
    """Write a part of a term in the form that is expected of it; the integers in its place have these bounds."""
    if form == "i" and (bounds[0] < LEAST_INT or bounds[1] > MOST_INT):
        return f"SMALL_PART({text})"
    return {"w": text, "i": f"INT_VALUE({text})", "u": f"unsigned_value({text})", "l": f"large_value({text})"}[form]
