"""The terms of a clause before it is called, and what they stand for in one call.

Terms here are patterns: values as at run time, in which a `Slot` stands for a variable of the clause, and a `Struct`
for a compound term with slots in it. A goal that only the run knows is made of a value in the same way, without slots.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from pyengine.compiler.normal_form.goals import Pattern
from pyengine.compiler.runtime.terms import Functor, Value, Var
from pyengine.compiler.runtime.unify import Trail, bind, deref, unify

Env: TypeAlias = list[Any]
"""The values of the slots of one call of a clause; None where there is none yet."""


@dataclass(slots=True, eq=False)
class Slot:
    """A variable of a clause."""

    index: int


@dataclass(slots=True, eq=False)
class Struct:
    """A compound term with slots in it."""

    functor: Functor
    args: tuple[Pattern, ...]


def key_of(value: Value) -> Any:
    """Give what tells apart which heads a first argument can match; None for a variable."""
    if value.__class__ is tuple:
        return value[0]
    return None if value.__class__ is Var else value


def build(pattern: Pattern, env: Env) -> Value:
    """Make the value that a pattern stands for in one call of its clause."""
    kind = pattern.__class__
    if kind is Slot:
        value = env[pattern.index]
        if value is None:
            value = env[pattern.index] = Var()
        return value
    if kind is not Struct:
        return pattern
    if pattern.args[-1].__class__ is not Struct:
        return (pattern.functor, *[build(argument, env) for argument in pattern.args])
    spine = []
    while pattern.__class__ is Struct:  # lists are long: their tails are no recursion
        spine.append((pattern.functor, [build(argument, env) for argument in pattern.args[:-1]]))
        pattern = pattern.args[-1]
    value = build(pattern, env)
    for name, firsts in reversed(spine):
        value = (name, *firsts, value)
    return value


def match(patterns: tuple[Pattern, ...], args: tuple[Value, ...], env: Env, trail: Trail) -> bool:
    """Unify the head of a clause with the arguments of a call."""
    stack = list(zip(patterns, args, strict=True))
    stack.reverse()
    while stack:
        pattern, value = stack.pop()
        if pattern.__class__ is Slot:
            known = env[pattern.index]
            if known is None:
                env[pattern.index] = value
            elif not unify(known, value, trail):
                return False
        elif pattern.__class__ is Struct:
            value = deref(value)
            if value.__class__ is Var:
                bind(value, build(pattern, env), trail)
            elif value.__class__ is tuple and value[0] is pattern.functor:
                stack.extend(zip(pattern.args[::-1], value[:0:-1], strict=True))
            else:
                return False
        elif not unify(pattern, value, trail):
            return False
    return True
