"""Texts looked at as an editor's, without one."""

from __future__ import annotations

from pathlib import Path

from pyengine.editor.view import View, read_view

ROOT = Path(__file__).parents[2]
RULES = sorted((ROOT / "rules").glob("*.pl"))
BROKEN = sorted((ROOT / "tests" / "broken").glob("*.pl"))
SMALL = "player(a).\nplayer(b).\ninitial(1).\nto_move(_, a).\nmove(1, go, 0).\nterminal(0).\nutility(0, 1).\n"


def text_of(path: Path) -> str | None:
    """Give the text of a file as an editor has it; None where it is no text."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def view_of(text: str, uri: str = "untitled:one", encoding: str = "utf-16") -> View:
    """View a text that is in no file."""
    return read_view(uri, text, 1, lambda path: None, encoding)


def view_file(path: Path) -> View:
    """View a file."""
    return view_of(text_of(path) or "", path.as_uri())


def cursor(marked: str) -> tuple[str, int]:
    """Take the mark `‸` out of a text, and say where it was."""
    offset = marked.index("‸")
    return marked.replace("‸", ""), offset
