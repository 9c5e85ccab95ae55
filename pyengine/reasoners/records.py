"""States as bytes: external records, made so that equal states have equal bytes.

A record keeps what a term shares: `f(X, X)` with `X = g(a)` is recorded otherwise than `f(g(a), g(a))`, although they
are one state. A shared part shows as one opcode in the record; a record without that byte shares nothing. One with it
may (the byte may be content), and is made anew by Prolog.
"""

from __future__ import annotations

from functools import cache

from pyengine.reasoners.calls import GENEROUS, border, take_bytes
from pyengine.terms import Atom, Term


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
