"""Error terms in words, as SWI-Prolog puts them."""

from __future__ import annotations

from pyengine.terms import Term, write_term


def said(ball: Term) -> str:
    """Put a thrown term into words; a term that is not of the standard begins with "Unknown message: "."""
    return f"Unknown message: {write_term(ball)}"
