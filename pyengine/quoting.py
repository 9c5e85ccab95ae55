"""Text from outside made harmless, one function for each kind of output; nothing else writes such text there.

Rules, names of files, moves, parameters and stores may hold any character. Each function gives text that shows what
was there and cannot mean anything to the program that reads the output. HTML and SVG are written by `markup`, which
takes its text from here, and the terminal by `cli.terminal`.
"""

from __future__ import annotations

import re
import reprlib
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final

_JOINERS: Final = "\u200c\u200d"
"""Format characters that emoji and some scripts are written with."""

MOST_GIVEN: Final = 300
"""Characters of what somebody wrote that a message repeats."""
_ACTIVE: Final = ("Cc", "Cf", "Zl", "Zp", "Cs")


def _is_active(character: str) -> bool:
    """Tell whether a character acts on what shows it: controls, separators of lines, overrides of direction.

    What is no character at all counts too: no page can hold it.
    """
    if character.isprintable() or character in _JOINERS:
        return False
    code = ord(character)
    return unicodedata.category(character) in _ACTIVE or code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _quote(text: str, kept: str) -> str:
    if text.isprintable():
        return text
    return "".join(_escape(c) if _is_active(c) and c not in kept else c for c in text)


def quote_line(text: str) -> str:
    r"""Give text as one line, for a terminal, a comment, or wherever a line break or control would act.

    >>> quote_line("a\rb"), quote_line("\x1b]52;c;\x07"), quote_line("nìm ♟")
    ('a\\x0db', '\\x1b]52;c;\\x07', 'nìm ♟')
    """
    return _quote(text, "")


def quote_given(text: str) -> str:
    """Give what somebody wrote as one line of a message: blanks alone in quotes, what is long without its end.

    >>> quote_given("e9"), quote_given(" "), len(quote_given("x" * 10**6))
    ('e9', "' '", 301)
    """
    if not text.strip():
        return repr(text[:MOST_GIVEN])
    return quote_line(text if len(text) <= MOST_GIVEN else text[:MOST_GIVEN] + "…")


def show_value(value: object) -> str:
    """Give what somebody passed as a short text for a message, whatever it is: Python refuses to write huge numbers.

    >>> show_value(-1), show_value("pvs"), show_value(10**5000)
    ('-1', "'pvs'", 'an int that is too large to be shown')
    """
    try:
        return quote_line(reprlib.repr(value))
    except Exception:  # a class may raise anything here
        kind = type(value).__name__
        return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind} that is too large to be shown"


def quote_lines(text: str) -> str:
    r"""Do the same for text of several lines, such as a board: line feeds and tabs stay. Done twice it changes nothing.

    >>> quote_lines("x o\n. x\x07")
    'x o\n. x\\x07'
    """
    return "\n".join(_quote(line, "\t") for line in text.split("\n"))


def columns_of(text: str) -> int:
    """Count the columns that a line takes in a terminal: wide characters take two, combining ones none.

    >>> columns_of("nìm"), columns_of("囲碁"), columns_of("e\u0301")
    (3, 4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me") or character in _JOINERS:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def quote_comment(text: str) -> str:
    r"""Give text for a comment `/* … */` of Prolog or C, on one line: it neither ends nor begins one.

    >>> quote_comment("nim */ :- halt. /*"), quote_comment("**//")
    ('nim * / :- halt. / *', '** //')
    """
    return re.sub(r"(?<=\*)(?=/)|(?<=/)(?=\*)", " ", quote_line(text))


def quote_dot(text: str) -> str:
    r"""Quote a text for Graphviz, which also reads escapes such as `\N` and the entities of HTML in it.

    >>> print(quote_dot('say "hi"\n'), quote_dot("&lt;\\N\x07"))
    "say \"hi\"\n" "&amp;lt;\\N\\x07"
    """
    shown = quote_lines(text).replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
    return f'"{shown}"'.replace("\n", "\\n")


_FORMULA: Final = tuple("=+-@|%＝＋－＠")
_NUMBER: Final = re.compile(r"[+-]?(\d+(\.\d*)?(e[+-]?\d+)?|inf|nan|\d+/\d+)", re.ASCII | re.IGNORECASE)


def quote_cell(text: str) -> str:
    r"""Give text for a cell of a table that a spreadsheet opens: one that would be a formula gets an apostrophe.

    >>> quote_cell("=1+1"), quote_cell("-inf"), quote_cell("a\r=1"), quote_cell("\t=1")
    ("'=1+1", '-inf', 'a\\x0d=1', '\\x09=1')
    """
    shown = quote_line(text)
    return f"'{shown}" if shown.lstrip().startswith(_FORMULA) and not _NUMBER.fullmatch(shown) else shown


def csv_text(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table as comma-separated values, all text in quotes, so that a sheet that splits at semicolons does not.

    >>> print(csv_text(["name", "games"], [["=a;=b", 3], [None, 0.5]]), end="")
    "name","games"
    "'=a;=b",3
    "",0.5
    """
    import csv
    import io

    file = io.StringIO()
    writer = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    for row in (heads, *rows):
        writer.writerow([quote_cell(cell) if isinstance(cell, str) else cell for cell in row])
    return file.getvalue()


def json_text(value: object, *, indent: int | None = None, ascii: bool = False) -> str:
    r"""Write a value as JSON that any terminal can show: what acts is escaped, as JSON escapes it, and nothing is lost.

    >>> print(json_text(["\x9b1m", "\u202e", "é"]))
    ["\u009b1m","\u202e","é"]
    """
    import json

    separators = (",", ":") if indent is None else None
    text = json.dumps(value, indent=indent, ensure_ascii=ascii, separators=separators)
    escaped = text.replace("\x7f", "\\u007f")  # the only control that the library leaves as it is
    return "\n".join(
        line if line.isprintable() else "".join(json.dumps(c)[1:-1] if _is_active(c) else c for c in line)
        for line in escaped.split("\n")
    )


def script_text(value: object) -> str:
    r"""Write a value as JSON for an element `script` of a page: nothing in it can end the element, or open a comment.

    >>> print(script_text("</script><!--&"))
    "\u003c/script\u003e\u003c!--\u0026"
    """
    return re.sub("[<>&]", lambda found: f"\\u{ord(found[0]):04x}", json_text(value))


_WORD: Final = re.compile(r"[A-Za-z0-9][\w.+@-]*")


def is_word(text: str) -> bool:
    r"""Tell whether a shell takes a text for nothing but a word, wherever it stands, so that it can be completed.

    >>> is_word("size"), is_word("x;id"), is_word("$(id)"), is_word("-o"), is_word("a\nb")
    (True, False, False, False, False)
    """
    return _WORD.fullmatch(text) is not None and text.isprintable()


_LONGEST_NAME: Final = 100
_NOT_IN_NAMES: Final = re.compile(r"[^\w.+@-]+")


def file_stem(text: str) -> str:
    r"""Make the beginning of a file's name out of any text: no folder, no option, nothing hidden or for a shell.

    >>> file_stem("nim"), file_stem("../../etc/passwd"), file_stem("-rf $HOME\n"), file_stem("\x1b")
    ('nim', 'etc_passwd', 'rf_HOME_', 'game')
    """
    return _NOT_IN_NAMES.sub("_", text).lstrip("._-")[:_LONGEST_NAME] or "game"
