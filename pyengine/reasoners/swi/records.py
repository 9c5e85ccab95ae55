"""States as bytes: external records, made so that equal states have equal bytes.

A record keeps what a term shares: `f(X, X)` with `X = g(a)` is recorded otherwise than `f(g(a), g(a))`, although they
are one state. A shared part shows as one opcode in the record; a record without that byte shares nothing. One with it
may (the byte may be content), and is made anew by Prolog.

States are opaque. Prolog trusts a record: bytes that are no record, or are cut off, would make it read beyond
their end, so `check_record` looks at the header first, which says how long the rest is. It does not see that bytes
inside were changed.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from pyengine.errors import InvalidStateError
from pyengine.reasoners.swi.border import GENEROUS, border, take_bytes
from pyengine.terms import Atom, Compound, List, Term


def record(state: Term | bytes) -> bytes:
    """Record a ground term, or one recorded already, in the form that all equal terms have."""
    here = border()
    return here.ask(here.predicate("unshared_string", 2, "pyengine_packing"), [state], take_bytes, GENEROUS)


@cache
def sharing_mark() -> bytes | None:
    """Find the byte that every record with shared parts contains, by looking at some; None if there is no one such."""
    here = border()
    sample = here.predicate("shared_sample", 2, "pyengine_packing")
    candidates = set(range(256))
    for kind in ("compound", "list", "deep", "many"):
        shared = here.ask(sample, [Atom(kind)], take_bytes, GENEROUS)
        candidates &= set(shared[2:]) - set(record(shared)[2:])
    return bytes(candidates) if len(candidates) == 1 else None


@dataclass(frozen=True, slots=True)
class Headers:
    """How the records of this version of SWI-Prolog begin: the first byte of a compound term, an integer, an atom.

    In a compound term the number of bytes of the rest and a second number follow, seven bits a byte; in an integer its
    length; in an atom its kind and length. `are_known` is False for a version that writes them in some other way.
    """

    compound: int
    integer: int
    atom: int
    are_known: bool


@cache
def headers() -> Headers:
    """Find how records begin, by looking at some."""
    long = Compound("f", (Atom("x" * 200), 1))
    samples: list[Term] = [Compound("f", (1,)), 1, Atom("a"), long, 2**60, Atom("λ" * 200), List(()), 2**80]
    records = [record(term) for term in samples]
    compound, integer, atom = (one[0] for one in records[:3])
    guess = Headers(compound, integer, atom, are_known=True)
    return guess if all(_is_whole(one, guess) for one in records) else Headers(compound, integer, atom, are_known=False)


def check_record(state: object) -> None:
    """Raise InvalidStateError for what does not look like the whole record of a term without variables."""
    if not isinstance(state, bytes):
        raise InvalidStateError(f"a state is bytes that the game gave, not {_brief(state)}")
    if not _is_whole(state, headers()):
        raise InvalidStateError(f"these bytes are not a state that this game and SWI-Prolog gave: {_brief(state)}")


def _brief(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."


def _is_whole(state: bytes, known: Headers) -> bool:
    if len(state) < 2 or state[0] not in (known.compound, known.integer, known.atom):
        return False
    if not known.are_known:
        return True
    if state[0] == known.integer:
        return 1 <= state[1] <= 8 and len(state) == 2 + state[1]
    if state[0] == known.atom:
        return _is_whole_atom(state)
    size, start = _number(state, 1)
    _, start = _number(state, start)
    return 0 < size == len(state) - start


_NIL, _ATOM, _WIDE_ATOM = 0x09, 0x0B, 0x0C


def _is_whole_atom(state: bytes) -> bool:
    if state[1] == _NIL:
        return len(state) == 2
    size, start = _number(state, 2)
    return len(state) == start + size and (state[1] == _ATOM or (state[1] == _WIDE_ATOM and size % 4 == 0))


def _number(state: bytes, start: int) -> tuple[int, int]:
    """Read a number, seven bits a byte, the highest first; and where it ends (beyond the bytes where it does not)."""
    value = 0
    for index in range(start, min(start + 9, len(state))):
        value = value << 7 | state[index] & 0x7F
        if not value and state[index]:
            break  # Prolog writes no leading zeros
        if state[index] < 0x80:
            return value, index + 1
    return 0, len(state) + 1
