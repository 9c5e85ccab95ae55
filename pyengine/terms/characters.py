"""The classes of characters by which Prolog text falls into tokens."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_BEYOND_ASCII: Final = re.compile(r"[^\x00-\x7f]")
SYMBOLS: Final = frozenset("#$&*+-./:<=>?@^~\\§\u203f")
"""The shapes of characters that make names of their own, such as `=..`."""
_PLAIN_ATOM: Final = re.compile(r"[a-zà][a-zA-Z0-9_Ààŉ٠\u203f]*|[#$&*+\-./:<=>?@\\^~§\u203f]+|[!;²ŉ]|\{\}")


def shape(text: str) -> str:
    """Give a text of the same length in which each character beyond ASCII is one that stands for its class.

    The classes are SWI-Prolog's: À for an upper case letter, à for any other letter, ٠ for a digit, ŉ for what else
    may only go on a name, § for a symbol, ² for a name of its own, U+203F for a symbol that may go on a name, U+00A0
    for layout, U+0378 for what cannot stand outside quotes.

    >>> shape("Ω ≤ ωx")
    'À § àx'
    """
    return text if text.isascii() else _BEYOND_ASCII.sub(_class_of, text)


def is_plain_atom(name: str) -> bool:
    """Tell whether an atom is written without quotes.

    >>> [is_plain_atom(name) for name in ("take", "≤", "Take", "/*", "")]
    [True, True, False, False, False]
    """
    return _PLAIN_ATOM.fullmatch(shape(name)) is not None and name != "." and not name.startswith("/*")


def _class_of(found: re.Match[str]) -> str:
    c = found.group()
    if c.isspace() and c != "\x85":
        return "\u00a0"
    if c.isidentifier():
        return "À" if c.isupper() else "à"
    category = unicodedata.category(c)
    if f"a{c}".isidentifier() and c != "\u00b7":
        return {"Pc": "\u203f", "Nd": "٠"}.get(category, "ŉ")
    if category[0] in "SP":
        return "§"
    if category in ("No", "Me", "Cf"):
        return "²"
    return "\u0378"
