"""Which techniques the compiler uses: all of them, unless somebody measures what one is worth."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Techniques:
    """What is done to make rules faster; each can be left out, and the answers stay the same."""

    unrolls: bool = True
    """Loops over a few known integers, items or facts are written out, with each of these as a constant."""
    unfolds: bool = True
    """Calls whose clauses are chosen by constants become the bodies of these, recursion on a constant included."""
    splits: bool = True
    """What follows a choice by one of a few atoms is written for each of these."""
    specialises: bool = True
    """Recursive predicates that hand a constant on get a version for it."""
    inlines: bool = True
    """C puts procedures with many solutions in the place of their calls."""
    counts_apart: bool = True
    """C has code of its own that counts moves, and makes none."""
    counts_bits: bool = True
    """Moves that are the bits of an integer are counted all at once in C."""
    remembers: bool = True
    """What was found before the first choice where moves are counted is not looked for again where one is made."""
    repeats_search: bool = True
    """Moves are counted and one is made although that searches twice, where making the others costs more."""
    defers: bool = True
    """Playouts in C make the move that is chosen of what was found for it, where moves are not counted before."""
    plays: bool = True
    """Random games in C have a loop of the rules' own, which counts the moves and makes one of them."""
    chooses: bool = True
    """Where moves are counted in that loop, what makes each of them is noted, and one is made of its note."""
    drains: bool = True
    """Loops that push bits out of a set under a mask count no steps, and seldom look whether it is empty."""
    accumulates: bool = True
    """Recursion that combines by `\\/`, `xor` or `/\\` what each call has is a loop in C."""
    compares_in_place: bool = True
    """C compares terms of one functor part by part, without a call."""
    opens_terms: bool = True
    """`=../2` of a term whose functor is known takes it apart."""
    keeps_lengths: bool = True
    """Lists keep the length that they have in all positions, as far as that is certain."""
    tells_rows: bool = True
    """Predicates have a version for lists of lists, so that rows and cells have types of their own."""
    goes_down: bool = True
    """Recursion down a short list of a known length is written out, with each item in a variable of its own."""

    looks_up: bool = True
    """The first solution of `member/2`, of an item or some arguments of one, is looked up."""
    indexes_lists: bool = True
    """Lists that C looks through again and again for one question get an index."""


NAMES: Final = tuple(field.name for field in fields(Techniques))
_in_use = [Techniques()]
"""The last is in use, in all threads: rules are compiled in threads of their own."""


def techniques() -> Techniques:
    """Give the techniques that are in use."""
    return _in_use[-1]


@contextmanager
def without(*names: str) -> Iterator[None]:
    """Compile without some techniques meanwhile, in all threads; for measurements, tests, and what is told of rules."""
    _in_use.append(replace(_in_use[-1], **dict.fromkeys(names, False)))
    try:
        yield
    finally:
        _in_use.pop()
