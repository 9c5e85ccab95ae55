"""Small rule files for several tests."""

from __future__ import annotations

from pathlib import Path

TURNS = """
turn(N, P) :- ( 0 is N mod 2 -> P = max ; P = min ).
"""

TREE = """
parameter(tree, []).
player(max). player(min).
initial(s(max, Tree)) :- param(tree, Tree).
to_move(s(P, _), P).
move(s(P, Trees), I, s(O, Tree)) :- nth1(I, Trees, Tree), other(P, O).
other(max, min). other(min, max).
terminal(s(_, N)) :- number(N).
utility(s(_, N), N).
"""
"""A tree given as nested lists; MAX moves at its root."""


def write(folder: Path, rules: str) -> Path:
    """Put rules into a file of their own."""
    path = folder / "rules.pl"
    path.write_text(rules, encoding="utf-8")
    return path
