"""Small rule files for several tests."""

from __future__ import annotations

from pathlib import Path

TURNS = """
turn(N, P) :- ( 0 is N mod 2 -> P = max ; P = min ).
"""


def write(folder: Path, rules: str) -> Path:
    """Put rules into a file of their own."""
    path = folder / "rules.pl"
    path.write_text(rules, encoding="utf-8")
    return path
