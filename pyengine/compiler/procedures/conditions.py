"""Conditions of the intermediate language: they hold or do not hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pyengine.compiler.procedures.expressions import Expr
from pyengine.compiler.procedures.targets import Target
from pyengine.compiler.runtime.terms import Functor, Value


@dataclass(frozen=True, slots=True)
class IsValue:
    """A value is this atomic one."""

    value: Expr
    other: Value


@dataclass(frozen=True, slots=True)
class IsFunctor:
    """A value is a compound term of this functor."""

    value: Expr
    functor: Functor
    is_compound: bool = False


@dataclass(frozen=True, slots=True)
class Same:
    """Two clean values are equal; it may take long to see where both may share parts."""

    left: Expr
    right: Expr
    is_long: bool = False


@dataclass(frozen=True, slots=True)
class IntCompare:
    """A comparison of integers."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare:
    """An arithmetic comparison of terms that may be anything; if `integers` are, `fast` says the same."""

    op: str
    left: Expr
    right: Expr
    integers: tuple[Expr, ...] = ()
    fast: IntCompare | None = None


@dataclass(frozen=True, slots=True)
class AreIntegers:
    """Some values are all integers."""

    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class HasType:
    """A type test of a clean value; `kind` is the name of the predicate."""

    kind: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Holds:
    """A built-in test, or a procedure without outputs."""

    target: Target
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Unifies:
    """General unification succeeds, and leaves its bindings."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Negated:
    """A condition does not hold."""

    inner: Condition


@dataclass(frozen=True, slots=True)
class All:
    """Some conditions hold, looked at from left to right."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Flag:
    """A truth value in a local variable."""

    name: str


Condition: TypeAlias = (
    IsValue | IsFunctor | Same | IntCompare | Compare | AreIntegers | HasType | Holds | Unifies | Negated | All | Flag
)
