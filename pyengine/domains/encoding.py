"""Positions as numbers, for those who learn: one for each constant, bit and kind of term that can stand in a place.

>>> import pyengine
>>> from pyengine.domains.game_domains import domains
>>> found = domains(pyengine.load("tictactoe"))
>>> Encoding(found.positions).size  # whose turn it is, and three signs for each of nine cells
29
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from pyengine.compiler.runtime.terms import Value
from pyengine.domains import integer_sets
from pyengine.domains.shapes import Shape
from pyengine.errors import DomainError


class Encoding:
    """How the terms of a set are written as numbers, each 0 or 1; DomainError where no bound is known of a part.

    A constant in a place where there may be several has a number of its own, and so has each kind of compound term. An
    integer of many has its bits, those that it may have. The parts of a term follow it; those of another kind are 0.
    """

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        if shape.is_any or shape.constants is None or shape.items is not None:
            raise DomainError("no bound is known of what a position may hold, as a list of any length or any term")
        listed = shape.integers if isinstance(shape.integers, frozenset) else frozenset()
        kinds: list[Value] = [*sorted(shape.constants, key=repr), *sorted(listed)]
        if shape.integers is not None and not listed:
            kinds.append(None)  # an integer of many
        kinds += [functor for functor, _ in shape.compounds]
        self._places = {kind: place for place, kind in enumerate(kinds)} if len(kinds) > 1 else {}
        self._bits: list[int] = []
        self._low = 0
        if shape.integers is not None and not listed:
            self._bits = self._bits_of(shape.integers)
        self._parts = {functor: [Encoding(arg) for arg in args] for functor, args in shape.compounds}

    def _bits_of(self, numbers: integer_sets.Integers) -> list[int]:
        if isinstance(numbers, integer_sets.Bits):
            return [bit for bit in range(numbers.mask.bit_length()) if numbers.mask >> bit & 1]
        low, high = integer_sets.interval(numbers)
        if low is None or high is None:
            raise DomainError("no bound is known of an integer that a position may hold")
        self._low = low
        return list(range((high - low).bit_length()))

    @cached_property
    def size(self) -> int:
        """How many numbers there are."""
        inner = sum(part.size for parts in self._parts.values() for part in parts)
        return len(self._places) + len(self._bits) + inner

    def numbers(self, value: Value) -> list[float]:
        """Write a term of the set."""
        written = [0.0] * self.size
        self._write(value, written, 0)
        return written

    def _write(self, value: Value, written: list[float], start: int) -> None:
        kind = value[0] if value.__class__ is tuple else value
        if self._places:
            place = self._places.get(None if self._bits and value.__class__ is int else kind)
            if place is None:
                raise DomainError(f"{value!r} is not among what was inferred of positions")
            written[start + place] = 1.0
        start += len(self._places)
        if self._bits and value.__class__ is int:
            for place, bit in enumerate(self._bits, start):
                written[place] = float(value - self._low >> bit & 1)
        start += len(self._bits)
        for functor, parts in self._parts.items():
            if functor is kind:
                self._write_parts(parts, value[1:], written, start)
            start += sum(part.size for part in parts)

    @staticmethod
    def _write_parts(parts: Sequence[Encoding], values: Sequence[Value], written: list[float], start: int) -> None:
        for part, value in zip(parts, values, strict=True):
            part._write(value, written, start)
            start += part.size
