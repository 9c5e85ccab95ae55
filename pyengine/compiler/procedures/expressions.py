"""Expressions of the intermediate language: they give a value, and have no choice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pyengine.compiler.runtime.terms import Functor, Value


@dataclass(frozen=True, slots=True)
class Const:
    """A clean value known when rules are compiled."""

    value: Value


@dataclass(frozen=True, slots=True)
class Local:
    """A local variable of the procedure."""

    name: str


@dataclass(frozen=True, slots=True)
class Build:
    """A compound term made of its parts."""

    functor: Functor
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """An argument of a compound term, from 1; `functor` is the one that the term has."""

    base: Local
    index: int
    functor: Functor


@dataclass(frozen=True, slots=True)
class NewVar:
    """A new unbound variable."""


@dataclass(frozen=True, slots=True)
class IntOp:
    """Arithmetic on operands that are integers, with an integer for a result and no error."""

    op: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Evaluate:
    """General arithmetic on a term."""

    term: Expr


Expr: TypeAlias = Const | Local | Build | Field | NewVar | IntOp | Evaluate
