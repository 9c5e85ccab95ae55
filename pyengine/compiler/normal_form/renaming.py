"""Clauses with other patterns in the place of their variables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyengine.compiler.normal_form import goals as nf


def substituted(goal: nf.Goal, bindings: Mapping[nf.Variable, nf.Pattern]) -> nf.Goal:
    """Give a goal with patterns in the place of variables."""
    parts: dict[str, Any] = {name: getattr(goal, name) for name in goal.__slots__}
    for name, part in parts.items():
        if isinstance(part, nf.Goal):
            parts[name] = substituted(part, bindings)
        elif name == "goals":
            parts[name] = tuple(substituted(inner, bindings) for inner in part)
        elif name in ("args", "extra"):
            parts[name] = tuple(nf.substitute(argument, bindings) for argument in part)
        elif name not in ("name", "how"):
            parts[name] = nf.substitute(part, bindings)
    return goal if goal is nf.TRUE else type(goal)(**parts)


def variables(clause: nf.NormalClause) -> dict[nf.Variable, None]:
    """Give the variables of a clause, in the order in which they stand there."""
    inside = dict.fromkeys(v for argument in clause.args for v in nf.pattern_variables(argument))
    inside.update(dict.fromkeys(nf.goal_variables(clause.body)))
    return inside


def renamed(clause: nf.NormalClause, bindings: Mapping[nf.Variable, nf.Pattern]) -> nf.NormalClause:
    """Give a clause with patterns in the place of variables."""
    args = tuple(nf.substitute(argument, bindings) for argument in clause.args)
    return nf.NormalClause(args, substituted(clause.body, bindings), clause.place)


def calls(goal: nf.Goal) -> list[nf.Call]:
    """List the calls in a goal."""
    found: list[nf.Call] = []
    stack: list[object] = [goal]
    while stack:
        part = stack.pop()
        if isinstance(part, nf.Call):
            found.append(part)
        elif isinstance(part, tuple):
            stack.extend(part)
        elif isinstance(part, nf.Goal):
            stack.extend(getattr(part, name) for name in part.__slots__)
    return found
