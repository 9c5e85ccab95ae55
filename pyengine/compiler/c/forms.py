"""The forms that values have in C: a word, an integer of 61 bits in an int64_t, or a larger one in 128 bits."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.domain import Type

Form: TypeAlias = Literal["w", "i", "l"]
C_TYPES: Final[dict[str, str]] = {"w": "Word", "i": "int64_t", "l": "Large"}


def form_of(type_: Type) -> Form:
    """Give the form in which values of a type are kept."""
    if type_ == domain.INTEGER:
        return "i"
    return "l" if type_ == domain.LARGE else "w"


def converted(text: str, have: str, want: str) -> str:
    """Write a value in another form; where it does not have that, the code stops.

    >>> converted("A", "i", "w"), converted("A", "l", "l")
    ('INT_WORD(A)', 'A')
    """
    if have == want:
        return text
    return {
        "iw": f"INT_WORD({text})",
        "lw": f"LARGE_WORD({text})",
        "wi": f"INT_OF({text})",
        "wl": f"LARGE_OF({text})",
        "il": text,
        "li": f"SMALL({text})",
    }[have + want]
