"""The built-in predicates that the C run time has: which function serves which version of the registry."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from pyengine.compiler.builtins.registry import Version


class CFunction(NamedTuple):
    """A function of the run time. `inputs` and `outputs` have one letter for each: `w` a word, `i` an integer of C.

    Its C signature is `bool name(Context *, inputs…, outputs *…)`; with many solutions it is
    `bool name(Context *, inputs…, bool (*next)(Context *, void *, outputs…), void *frame)`.
    """

    name: str
    kind: Literal["test", "det", "semidet", "nondet"]
    inputs: str
    outputs: str
    header: str
    can_stop: bool = True


BUILT_INS: Final[dict[tuple[str, int, str], tuple[CFunction, ...]]] = {
    ("memberchk", 2, "gg"): (CFunction("is_member", "test", "ww", "", "emitted.h"),),
    ("=..", 2, "fg"): (CFunction("term_of_list", "semidet", "w", "w", "emitted.h"),),
}
"""By name, arity and pattern of the version; of several functions, the first is taken whose `i` inputs are integers."""


def built_in(version: Version, are_integers: tuple[bool, ...]) -> CFunction | None:
    """Find the function for a version called with such arguments; None where C has none."""
    for function in BUILT_INS.get((version.name, version.arity, version.pattern), ()):
        if all(is_int or letter == "w" for is_int, letter in zip(are_integers, function.inputs, strict=True)):
            return function
    return None
