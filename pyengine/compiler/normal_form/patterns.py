"""Patterns written out for people."""

from __future__ import annotations

from pyengine.compiler.normal_form.goals import Pattern
from pyengine.compiler.normal_form.goals import Variable as Variable_
from pyengine.compiler.runtime.terms import CONS, to_term
from pyengine.terms import List, Term, compound


def pattern_term(pattern: Pattern) -> Term:
    """Turn a pattern back into a Term."""
    if pattern.__class__ is Variable_:
        return pattern
    if pattern.__class__ is tuple:
        if pattern[0] is CONS:
            items = []
            while pattern.__class__ is tuple and pattern[0] is CONS:
                items.append(pattern_term(pattern[1]))
                pattern = pattern[2]
            return List(tuple(items), pattern_term(pattern))
        return compound(pattern[0].name, tuple(pattern_term(argument) for argument in pattern[1:]))
    return to_term(pattern)
