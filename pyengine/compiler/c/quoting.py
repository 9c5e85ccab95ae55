"""Text in C source: one function for strings, one for comments, and nothing else writes text of rules there.

Names are made by `identifier`, which leaves letters and digits of ASCII.
"""

from __future__ import annotations

from typing import Final

from pyengine.quoting import quote_line

_ESCAPED: Final = {'"': '\\"', "\\": "\\\\"}


def literal(text: str) -> str:
    r"""Write a C string in UTF-8; an octal escape ends after three digits, whatever follows it.

    >>> literal('a"b'), literal("no ??/ trigraph\n1")
    ('"a\\"b"', '"no \\077\\077/ trigraph\\0121"')
    """
    return f'"{"".join(map(_written, text.encode("utf-8", "surrogatepass")))}"'


def _written(byte: int) -> str:
    character = chr(byte)
    if character in _ESCAPED:
        return _ESCAPED[character]
    return character if 32 <= byte < 127 and character != "?" else f"\\{byte:03o}"


def comment(text: str) -> str:
    r"""Write a comment, on one line.

    >>> comment("a */ b /* c\r\n")
    '/* a * / b / * c\\x0d\\x0a */'
    """
    plain = quote_line(text).replace("*/", "* /").replace("/*", "/ *")
    return f"/* {plain} */"
