"""Texts that try to be code, and rule files that have them in every place where a text can stand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pyengine.compiler.python.contract import Contract, compile_game
from pyengine.language.program import Program
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.terms import Atom

MARKER = "marker"
"""What would run: as a word of code it must stand nowhere."""

BREAKS = [chr(code) for code in [*range(1, 0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, 0x202E, 0xFEFF]]
"""Every control character but NUL, which not all of C can have, and what else may end a line or turn one around."""

CODE = [
    *(
        "'",
        '"',
        '"""',
        "'''",
        "{",
        "}",
        "{marker}",
        "\\",
        "\\\n",
        "\\\\",
        "*/",
        "/*",
        "*\\\n/",
        "*/ */",
        "/*/",
        "??/\n",
    ),
    *("#", "//", "%", "%s", "$(marker)", "`marker`", "\n#define true marker\n", "\r\n", '#include "marker"'),
    *(" in ", " is ", " or ", "yield", "\N{RIGHT-TO-LEFT OVERRIDE}", "\U0001f469\u200d\U0001f680", "é", "\ufffe"),
]
"""What ends a string or a comment somewhere, begins one, or joins lines."""


def texts() -> Iterator[str]:
    """Go through texts, each of which is followed by what would be code behind a break, and by its end."""
    for text in dict.fromkeys([*BREAKS, *CODE]):
        yield f"{text}    marker(){text}"


def quoted(text: str) -> str:
    """Write an atom with escapes in place of whatever cannot stand in one."""
    return "'" + "".join(c if c.isalnum() and c.isascii() else f"\\x{ord(c):x}\\" for c in text) + "'"


def raw(text: str) -> str:
    """Write an atom with all characters as they are, as far as Prolog lets them stand there."""
    return "'" + text.replace("\\", "\\\\").replace("'", "''").replace("\n", "\\n") + "'"


def rules(text: str, atom: str) -> str:
    """Give rules with a text in comments, and as an atom, a string, a functor, a predicate, a player, a parameter."""
    line = text.replace("\n", " ")
    string = '"' + atom[1:-1].replace("''", "'").replace('"', '""') + '"'
    return (
        f"player({atom}). player(min).\n"
        f"parameter({atom}, {atom}).\n"
        f"initial(at(0, S)) :- % {line}\n  S = {string}.\n"
        f"to_move(at(N, _), P) :- ( N mod 2 =:= 0 -> P = {atom} ; P = min ). % {line}\n"
        f"move(at(N, S), {atom}(M, V), at(K, S)) :- % {line}\n"
        f"    Marker = N, __import__ = Marker, Öffnen_é٣ = __import__, Öffnen_é٣ < 3,\n"
        f"    {atom}(M), param({atom}, V), \\+ other({atom}, M), {atom}(M, {atom}), K is N + 1.\n"
        f"{atom}(X) :- member(X, [{atom}, a, f({atom})]).\n"
        f"other({atom}, {atom}). other(x, a).\n"
        f"{atom}(a, {atom}). {atom}(f({atom}), {atom}). {atom}({atom}, b).\n"
        f"utility(at(_, _), 0).\n"
    )


def hostile_program(text: str, name: str = "hostile.pl", write: object = quoted) -> Program:
    """Read rules with a text in all places."""
    assert callable(write)
    program, findings = read_program(Source(name, rules(text, write(text)), Path(name)))
    assert not findings, findings
    return program


def hostile_contract(text: str, name: str = "hostile.pl", write: object = quoted) -> Contract:
    """Compile rules with a text in all places, and as a parameter."""
    return compile_game(hostile_program(text, name, write), {text: Atom(text)})
