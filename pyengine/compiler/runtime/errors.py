"""Exceptions of Prolog, and the error terms of the ISO standard.

`raise type_error("integer", value)` in a built-in is what `throw(error(type_error(integer, Value), _))` is in Prolog.
The context, the second argument of `error`, stays an unbound variable.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from pyengine.compiler.runtime.terms import Functor, Value, Var, functor
from pyengine.compiler.runtime.unify import copy_term

_ERROR: Final = functor("error", 2)
_SLASH: Final = functor("/", 2)
_PYENGINE: Final = functor("pyengine", 1)
_RESOURCE_ERROR: Final = functor("resource_error", 1)
_PERMISSION_ERROR: Final = functor("permission_error", 3)


class PrologError(Exception):
    """A thrown term; it is a copy, so that undoing bindings does not change it."""

    def __init__(self, ball: Value) -> None:
        super().__init__(ball)
        self.ball = copy_term(ball)

    @property
    def is_final(self) -> bool:
        """Tell whether rules may not catch it: a budget is used up, a call refused, the contract broken."""
        formal = self._formal
        is_refused = formal is not None and formal[0] is _PERMISSION_ERROR and formal[2] == "unsafe"
        return self.is_resource or is_refused or (self.ball.__class__ is tuple and self.ball[0] is _PYENGINE)

    @property
    def is_resource(self) -> bool:
        """Tell whether something was too large to be made."""
        return self._formal is not None and self._formal[0] is _RESOURCE_ERROR

    @property
    def _formal(self) -> tuple[Value, ...] | None:
        """What stands in an error of the standard, where that is a compound term."""
        ball = self.ball
        is_error = ball.__class__ is tuple and ball[0] is _ERROR and ball[1].__class__ is tuple
        return ball[1] if is_error else None


def error(formal: Value) -> PrologError:
    """Make `error(Formal, _)`."""
    return PrologError((_ERROR, formal, Var()))


def instantiation_error() -> PrologError:
    """Something is unbound that must be known."""
    return error("instantiation_error")


def _of(name: Functor, kind: str, culprit: Value) -> PrologError:
    return error((name, kind, culprit))


def _about(name: Functor, what: str) -> PrologError:
    return error((name, what))


type_error: Final = partial(_of, functor("type_error", 2))
"""Something is of the wrong type."""
domain_error: Final = partial(_of, functor("domain_error", 2))
"""Something is of the right type, but not one of the values allowed."""
existence_error: Final = partial(_of, functor("existence_error", 2))
"""Something does not exist."""
representation_error: Final = partial(_about, functor("representation_error", 1))
"""A limit of the implementation."""
evaluation_error: Final = partial(_about, functor("evaluation_error", 1))
"""Arithmetic without a result."""
resource_error: Final = partial(_about, _RESOURCE_ERROR)
"""Not enough of something, such as memory for a number."""
syntax_error: Final = partial(_about, functor("syntax_error", 1))
"""Text that does not read as what it should."""


def unknown_procedure(name: Value, arity: int) -> PrologError:
    """A goal calls what nobody defines."""
    return existence_error("procedure", (_SLASH, name, arity))
