"""Patterns: terms with variables that stand for what is not said."""

from __future__ import annotations

from pyengine.terms import Compound, List, Term, Var, identical


def matches(pattern: Term, term: Term) -> bool:
    """Tell whether a term with variables fits a ground one; the same variable stands for the same thing.

    >>> matches(Compound("take", (1, Var("N"))), Compound("take", (1, 2)))
    True
    """
    bound: dict[Var, Term] = {}
    stack = [(pattern, term)]
    while stack:
        p, t = stack.pop()
        if isinstance(p, Var):
            if not identical(bound.setdefault(p, t), t):
                return False
        elif isinstance(p, Compound):
            if not isinstance(t, Compound) or p.name != t.name or len(p.args) != len(t.args):
                return False
            stack.extend(zip(p.args, t.args, strict=True))
        elif isinstance(p, List) and p.items:
            if not isinstance(t, List) or len(t.items) < len(p.items):
                return False
            stack.extend(zip(p.items, t.items[: len(p.items)], strict=True))
            rest = t.items[len(p.items) :]
            stack.append((p.tail, List(rest, t.tail) if rest else t.tail))
        elif not identical(p, t):
            return False
    return True
