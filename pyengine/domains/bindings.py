"""What the variables of a clause stand for, as far as is known: terms with variables in them, and sets of terms."""

from __future__ import annotations

from collections.abc import Iterable

from pyengine.compiler.normal_form.goals import Pattern, Variable
from pyengine.compiler.runtime.terms import CONS, NIL
from pyengine.domains import shapes
from pyengine.domains.shapes import ANY, NOTHING, Shape

_DEEPEST = 300


class Bindings:
    """The variables of a clause: each is bound to a pattern, or has a set that its terms are in."""

    __slots__ = ("bound", "known")

    def __init__(self, bound: dict[Variable, Pattern] | None = None, known: dict[Variable, Shape] | None = None):
        self.bound = {} if bound is None else bound
        self.known = {} if known is None else known

    def copy(self) -> Bindings:
        """Give the same again, to go on with in another way."""
        return Bindings(dict(self.bound), dict(self.known))

    def opened(self, pattern: Pattern) -> Pattern:
        """Follow a variable to what it is bound to, or to the one that stands for it."""
        while pattern.__class__ is Variable and pattern in self.bound:
            pattern = self.bound[pattern]
        return pattern

    def resolved(self, pattern: Pattern) -> Pattern:
        """Put what variables are bound to in their place."""
        pattern = self.opened(pattern)
        if pattern.__class__ is not tuple:
            return pattern
        return (pattern[0], *[self.resolved(part) for part in pattern[1:]])

    def shape(self, pattern: Pattern, depth: int = 0) -> Shape:
        """Give the set of the terms that a pattern can be."""
        pattern = self.opened(pattern)
        if pattern.__class__ is Variable:
            return self.known.get(pattern, ANY)
        if pattern.__class__ is not tuple:
            return shapes.constant(pattern)
        if depth > _DEEPEST:
            return ANY
        return shapes.compound(pattern[0], [self.shape(part, depth + 1) for part in pattern[1:]])

    def narrow(self, pattern: Pattern, shape: Shape) -> bool:
        """Take in that a pattern is in a set; tell whether it can be."""
        waiting = [(pattern, shape)]
        while waiting:
            part, within = waiting.pop()
            if within is NOTHING:
                return False
            part = self.opened(part)
            if within is ANY:
                continue
            if part.__class__ is Variable:
                met = shapes.meet(self.known.get(part, ANY), within)
                if met is NOTHING:
                    return False
                self.known[part] = met
            elif part.__class__ is tuple:
                args = within.arguments(part[0])
                if args is None:
                    return False
                waiting.extend(zip(part[1:], args, strict=True))
            elif not shapes.contains(within, part):
                return False
        return True

    def unify(self, left: Pattern, right: Pattern) -> bool:
        """Take in that two patterns are the same term; tell whether they can be."""
        waiting = [(left, right)]
        while waiting:
            a, b = map(self.opened, waiting.pop())
            if a.__class__ is not Variable and b.__class__ is Variable:
                a, b = b, a
            if a.__class__ is Variable:
                if a is b or a == b:
                    continue
                known = self.known.get(a, ANY)
                if b.__class__ is tuple and self._is_in(a, b):
                    continue  # a term that has itself inside: nothing is said of it
                if not self.narrow(b, known):
                    return False
                self.bound[a] = b
            elif a.__class__ is tuple and b.__class__ is tuple:
                if a[0] is not b[0]:
                    return False
                waiting.extend(zip(a[1:], b[1:], strict=True))
            elif a.__class__ is not b.__class__ or a != b:
                return False
        return True

    def _is_in(self, variable: Variable, pattern: Pattern) -> bool:
        waiting = [pattern]
        while waiting:
            part = self.opened(waiting.pop())
            if part == variable and part.__class__ is Variable:
                return True
            if part.__class__ is tuple:
                waiting.extend(part[1:])
        return False

    def items(self, pattern: Pattern) -> list[Pattern] | None:
        """Give the items of a list of known length; None for any other."""
        found = []
        pattern = self.opened(pattern)
        while pattern.__class__ is tuple and pattern[0] is CONS:
            found.append(pattern[1])
            pattern = self.opened(pattern[2])
        return found if shapes.single(self.shape(pattern)) is NIL else None


def joined(ways: list[Bindings], variables: Iterable[Variable]) -> Bindings:
    """Give what is known of some variables in whichever of several ways."""
    if len(ways) == 1:
        return ways[0]
    made = Bindings()
    for variable in variables:
        shape = NOTHING
        for way in ways:
            shape = shape | way.shape(variable)
            if shape is ANY:
                break
        if shape is not ANY:
            made.known[variable] = shape
    return made
