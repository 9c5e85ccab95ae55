"""Texts that would act somewhere if they came there as they are, and rule files that have them in every place."""

from __future__ import annotations

from pyengine.terms import Atom, String, write_term

PWNED = "PWNED"
"""A file that appears where any of this is run."""

_PYTHON = f"__import__('os').system('touch {PWNED}')"
_SCRIPT = "<script>window.pwned=1</script><img src=x onerror=window.pwned=1>"

CONTROLS = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))]
SEPARATORS = ["\u2028", "\u2029", "\u0085", "\ufeff", "\u200b", "\u00ad", "\u061c", "\ufffe", "\uffff"]
DIRECTIONS = [chr(code) for code in (0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xE0001)]
CHARACTERS = [*CONTROLS, *SEPARATORS, *DIRECTIONS]

PHRASES = [
    # terminals
    "\x1b]52;c;cHduZWQ=\x07", "\x1b[2J\x1b[H", "\x1b]0;title\x1b\\", "\x9b31m", "\x1bP1$r\x1b\\", "a\x08b", "a\rb",
    "\x0c",
    "[bold red]x[/bold red]", "[link=http://example.invalid/]x[/link]", "[/]", "[/nothing]", ":smile:",
    "[@click=app.quit]x[/]",
    # Python and C
    f"\r{_PYTHON}#", f"\n{_PYTHON}#", f"\x0c{_PYTHON}", f"'''\n{_PYTHON}\n'''", f'"""\n{_PYTHON}\n"""',
    f"'+{_PYTHON}+'", f'"+{_PYTHON}+"',
    "\\", "\\\\", "\\'", '\\"', "\\\n", "\\N{DIGIT ONE}", "\\u0041", "\\777", "{}", "{0}", "{0.__class__}",
    "{x!r:>9}", "{{", "}", "%s", "%n", "%(x)s",
    "${x}", "$x", f"*/ system(\"touch {PWNED}\"); /*", f"// \\\nsystem(\"touch {PWNED}\");", "??/", "%>",
    "#include </etc/passwd>",
    # pages and pictures
    _SCRIPT, f"</script>{_SCRIPT}", f"</title>{_SCRIPT}", f"</style>{_SCRIPT}", f"</text>{_SCRIPT}",
    f"-->{_SCRIPT}<!--", f"]]>{_SCRIPT}<![CDATA[",
    "<!--", "<![CDATA[", "<?xml?>", "&lt;", "&#27;", "&#x202e;", "&undefined;", "&", "<", ">", "'", '"', "`",
    "' onload='window.pwned=1", '" onload="window.pwned=1',
    "javascript:window.pwned=1", "<a href='javascript:window.pwned=1'>", "<svg onload=window.pwned=1>",
    "\\N\\G\\E\\l", '"]; pwned [label="',
    # tables, plots, shells, names of files
    "=1+1", "+1+1", "-1+1", "@SUM(1)", "=cmd|' /C calc'!A0", "\t=1", "\r=1", "a;=1", "a,=1", '",=1', "＝1", "|x",
    "$x^$", "$\\frac{1}$", "$", "$$", "_hidden",
    f"$(touch {PWNED})", f"`touch {PWNED}`", f";touch {PWNED};", f"|touch {PWNED}", "-rf", "--output=x", "..",
    "../x", "~", "*", "?", "%2e", "%", "#",
]  # fmt: skip

TEXTS = list(dict.fromkeys([*(f"a{character}b" for character in CHARACTERS), *PHRASES]))
EVERYTHING = " ".join(TEXTS)


def atom(text: str) -> str:
    return write_term(Atom(text))


def string(text: str) -> str:
    return write_term(String(text))


def raw(text: str) -> str:
    """Write an atom with its characters as they are, but for what Prolog cannot have between quotes."""
    kept = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\0", "\\0\\")
    return f"'{kept}'"


def comment(text: str) -> str:
    return text.replace("*/", "* /").replace("/*", "/ *").replace("\0", "")


def hostile_rules(texts: list[str]) -> str:
    """Write a game whose title, players, parameters, positions, moves, boards and notations are such texts.

    From the start each text is a move, and leads to a position that is the text; whoever moves there wins.
    """
    every = " ".join(texts)
    moves = "\n".join(f"text({number}, {raw(text)}).  % {line(text)}" for number, text in enumerate(texts))
    return f"""/*  {comment(every)}  */
% {line(every)}
parameter({atom(every)}, {atom(every)}).
parameter(size, {string(every)}).
player({atom(every)}).
player({raw("min " + every)}).
initial({atom(every)}).
{moves}
to_move(S, P) :- initial(S), player(P), !.  /* {comment(every)} */
to_move(_, {atom("min " + every)}).
move(S, Text, Text) :- initial(S), text(_, Text), Text \\== S.
utility(Text, 1) :- text(N, Text), N mod 2 =:= 0.
utility(Text, -1) :- text(N, Text), N mod 2 =:= 1.
staticval(_, 0).
feature(S, {atom(every)}, 1) :- initial(S).
weight({atom(every)}, 1).
show(S, Text) :- atom_concat(S, {raw(" shown " + every)}, Text).
move_notation(_, M, Text) :- atom_concat({raw("do ")}, M, Text).
notation(S, Text) :- atom_concat(at_, S, Text).
hint(Text) :- atom_length({raw(every)}, N), N > 0, Text = {string(every)}.
"""


def boards(texts: list[str]) -> str:
    """Write a game with texts in the cells of its boards."""
    cells = ", ".join(raw(text) for text in texts)
    return f"""player(max). player(min).
initial(start).
to_move(_, max).
move(start, {raw(texts[0])}, end).
utility(end, 1).
board(_, [[{cells}], [{string(texts[0])}, 1]]).
"""


def line(text: str) -> str:
    return text.replace("\n", " ").replace("\0", "")


def names() -> list[bytes]:
    """Give names of files: every text that can be one, and some that are no text at all."""
    found = [text.encode() for text in TEXTS if "/" not in text and "\0" not in text]
    return [*(name[:180] for name in found if name not in (b".", b"..")), b"\xff\xfe\x9b", b"a\x80b"]
