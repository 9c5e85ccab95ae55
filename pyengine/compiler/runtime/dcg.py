"""Grammar rules as clauses, translated as SWI-Prolog's `dcg_translate_rule/2` does."""

from __future__ import annotations

from collections.abc import Callable

from pyengine.compiler.runtime.terms import CONS, NIL, Functor, Text, Value, cells, functor, list_of
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.terms import Var as Variable

_COMMA, _UNIFY = functor(",", 2), functor("=", 2)


class _Translation:
    """One rule; it numbers the lists between its parts."""

    def __init__(self, fresh: Callable[[], Value] | None = None) -> None:
        self._count = 0
        self._fresh = fresh

    def fresh(self) -> Value:
        """Give the next list."""
        if self._fresh is not None:
            return self._fresh()
        self._count += 1
        return Variable("_S", self._count)

    def body(self, body: Value, before: Value, after: Value) -> Value:
        """Translate a body that takes the list from `before` to `after`."""
        if body.__class__ is Variable:
            return (functor("phrase", 3), body, before, after)
        if body.__class__ is Text:
            return (_UNIFY, before, list_of([ord(c) for c in body.text], after))
        if body is NIL:
            return (_UNIFY, before, after)
        if body.__class__ is str:
            if body == "!":
                return (_COMMA, "!", (_UNIFY, before, after))
            if body == "{}":
                return (_UNIFY, before, after)
            return (functor(body, 2), before, after)
        if body.__class__ is not tuple:
            raise UnsupportedError(f"the grammar body {body!r}")
        name: Functor = body[0]
        if name is CONS:
            items, end = cells(body)
            if end is not NIL:
                raise UnsupportedError("a list in a grammar body that has no known end")
            return (_UNIFY, before, list_of(items, after))
        match (name.name, name.arity):
            case (",", 2):
                middle = self.fresh()
                return (_COMMA, self.body(body[1], before, middle), self.body(body[2], middle, after))
            case (";" | "|", 2):
                return (functor(";", 2), self.body(body[1], before, after), self.body(body[2], before, after))
            case ("->" | "*->", 2):
                middle = self.fresh()
                return (name, self.body(body[1], before, middle), self.body(body[2], middle, after))
            case ("\\+", 1):
                return (_COMMA, (name, self.body(body[1], before, self.fresh())), (_UNIFY, before, after))
            case ("{}", 1):
                return (_COMMA, body[1], (_UNIFY, before, after))
            case ("call", _):
                return (functor("call", name.arity + 2), *body[1:], before, after)
        return (functor(name.name, name.arity + 2), *body[1:], before, after)


def translate_body(body: Value, before: Value, after: Value, fresh: Callable[[], Value] | None = None) -> Value:
    """Translate the body of a grammar rule, or of `phrase/2,3`, to a goal; `fresh` gives the lists between parts."""
    return _Translation(fresh).body(body, before, after)


def translate_rule(head: Value, body: Value) -> tuple[Value, Value]:
    """Translate `head --> body`, where the head may have a pushback, to the head and body of a clause."""
    translation = _Translation()
    first, last = Variable("_S", -1), Variable("_S", -2)
    pushback: Value = None
    if head.__class__ is tuple and head[0] is _COMMA:
        _, head, pushback = head
    end = last if pushback is None else translation.fresh()
    goal = translation.body(body, first, end)
    if pushback is not None:
        goal = (_COMMA, goal, translation.body(pushback, last, end))
    name, args = (head, ()) if head.__class__ is str else (head[0].name, head[1:])
    return (functor(name, len(args) + 2), *args, first, last), goal
