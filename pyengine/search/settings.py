"""The options of a search as text: `table=1000`, `algorithm=pvs`, `extend=single+noisy`."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from pyengine.errors import SearchError
from pyengine.search.options import Options
from pyengine.terms import Number

KINDS: Final = get_type_hints(Options)
"""The type of each option."""

YES_OR_NO: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def read_setting(name: str, text: str) -> Any:
    """Read the value of an option; SearchError where there is no such option, or the text is no value of it.

    >>> read_setting("killers", "2"), read_setting("history", "yes"), read_setting("aspiration", "1/2")
    (2, True, Fraction(1, 2))
    """
    if name not in KINDS:
        raise SearchError(f"no option {name!r}; there are: {', '.join(KINDS)}")
    try:
        return _read(KINDS[name], text)
    except (ValueError, ZeroDivisionError):
        raise SearchError(f"{name} cannot be {text!r}; {_allowed(KINDS[name])} is needed") from None


def setting_text(value: object) -> str:
    """Write the value of an option so that it can be read again.

    >>> setting_text(True), setting_text(Fraction(1, 2)), setting_text(frozenset({"single", "noisy"}))
    ('yes', '1/2', 'noisy+single')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return "+".join(sorted(value)) or "none"
    return "none" if value is None else str(value)


def read_number(text: str) -> Number:
    """Read a whole number, a fraction or a decimal; ValueError where it is none."""
    if "/" in text:
        return Fraction(text)
    try:
        return int(text)
    except ValueError:
        return float(text)


def _read(kind: Any, text: str) -> Any:
    choices = get_args(kind)
    if kind is bool:
        if text.lower() not in YES_OR_NO:
            raise ValueError(text)
        return YES_OR_NO[text.lower()]
    if type(None) in choices and text.lower() == "none":
        return None
    if get_origin(kind) is frozenset:
        return frozenset(word for word in re.split(r"[,+]", text) if word and text.lower() != "none")
    if get_origin(kind) is Literal:
        return text
    return int(text) if kind in (int, int | None) else read_number(text)


def _allowed(kind: Any) -> str:
    if kind is bool:
        return "yes or no"
    return "a whole number" if kind in (int, int | None) else "a number"
