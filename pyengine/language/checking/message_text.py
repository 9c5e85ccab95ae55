"""Names and terms as messages show them, and the name that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Final

from pyengine.language.vocabulary import Indicator
from pyengine.terms import Term, write_atom, write_term

_ALIKE: Final = 0.75
_SAME_ARITY: Final = 0.1
_LONG: Final = 60


def nearest(
    wanted: Indicator, candidates: Iterable[Indicator], *, arity: bool = False, alike: float = _ALIKE
) -> Indicator | None:
    """Give the candidate whose name is most like the one wanted, None if none is; `arity` asks for the same one.

    The same name with another arity comes first; else names that are alike count more where the arity fits.

    >>> nearest(("move", 3), [("moves", 3), ("movie", 2), ("take", 3)])
    ('moves', 3)
    """
    name, size = wanted
    best: tuple[float, Indicator] | None = None
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(name)
    for candidate in candidates:
        other, other_size = candidate
        if candidate == wanted or (arity and other_size != size) or abs(len(other) - len(name)) > 3:
            continue
        matcher.set_seq1(other)
        if matcher.real_quick_ratio() < alike or matcher.quick_ratio() < alike:
            continue
        likeness = _likeness(name, other, matcher)
        if likeness < alike:
            continue
        score = likeness + (_SAME_ARITY if other_size == size else 0.0)
        if best is None or score > best[0]:
            best = score, candidate
    return best[1] if best else None


def show(found: Indicator, *, is_grammar: bool = False) -> str:
    """Write name and arity, with quotes where the name needs them; of a grammar, as in `digits//1` for digits/3.

    >>> show(("move", 3)), show((",", 2))
    ('move/3', "(',')/2")
    """
    name = write_atom(found[0])
    name = name if name[0].isalpha() or (name[0] == "'" and found[0] != ",") else f"({name})"
    return f"{name}//{found[1] - 2}" if is_grammar else f"{name}/{found[1]}"


def brief(term: Term) -> str:
    """Write a term, only its beginning where it is long.

    >>> len(brief(10**100))
    60
    """
    text = write_term(term)
    return text if len(text) <= _LONG else f"{text[: _LONG - 3]}..."


def listed(names: Iterable[str], word: str = "and") -> str:
    """Join names as a sentence does.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    *most, last = names
    return f"{', '.join(most)} {word} {last}" if most else last


def _likeness(a: str, b: str, matcher: SequenceMatcher[str]) -> float:
    """Compare two names; two letters that changed places, or differ in case, weigh little."""
    if a.lower().replace("_", "") == b.lower().replace("_", ""):
        return 1.0
    if sorted(a) == sorted(b) and sum(x != y for x, y in zip(a, b, strict=True)) == 2:
        return 0.95
    return matcher.ratio()
