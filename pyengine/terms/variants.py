"""Terms compared up to the names of their variables."""

from __future__ import annotations

from pyengine.terms.values import Compound, List, Term, Var, identical, parts_of, taken_apart


def identical_but_for_names(term: Term) -> tuple[object, ...]:
    """Give a key that two terms share where one is the other with its variables renamed.

    >>> a, b = (Compound("f", (Var(x), Var(y))) for x, y in ("XY", "AB"))
    >>> identical_but_for_names(a) == identical_but_for_names(b)
    True
    """
    numbers: dict[Var, int] = {}
    key: list[object] = []
    for part in parts_of(term):
        if isinstance(part, Var):
            key.append(numbers.setdefault(part, len(numbers)))
        else:
            made = taken_apart(part)
            key.append((type(part), part if made is None else made[0]))
    return tuple(key)


def subsumes(general: Term, special: Term) -> bool:
    """Tell whether the variables of one term can be bound so that it becomes the other.

    >>> subsumes(Compound("p", (Var("X"), Var("Y"))), Compound("p", (1, Var("Z"))))
    True
    """
    bound: dict[Var, Term] = {}
    stack = [(general, special)]
    while stack:
        g, s = stack.pop()
        if isinstance(g, Var):
            if g not in bound:
                bound[g] = s
            elif not identical(bound[g], s):
                return False
        elif isinstance(g, Compound):
            if not isinstance(s, Compound) or g.name != s.name or len(g.args) != len(s.args):
                return False
            stack.extend(zip(g.args, s.args, strict=True))
        elif isinstance(g, List) and g.items:
            if not isinstance(s, List) or len(s.items) < len(g.items):
                return False
            stack.extend(zip(g.items, s.items, strict=False))
            stack.append((g.tail, _rest(s, len(g.items))))
        elif type(g) is not type(s) or not identical(g, s):
            return False
    return True


def _rest(whole: List, start: int) -> Term:
    items = whole.items[start:]
    if items:
        return List(items, None if whole.is_proper else whole.tail)
    return List(()) if whole.is_proper else whole.tail
