"""What to write in place of a predicate that SWI-Prolog has and compiled rules have not."""

from __future__ import annotations

from typing import Final

from pyengine.language.vocabulary import PREDICATES, Indicator

_WAIT: Final = "put the goal after those that give its variables a value"
_SEARCH: Final = "go through candidates with between/3 or member/2, and test them with arithmetic"
_PAIRS: Final = "keep Key-Value pairs in a list, or in an assoc (library(assoc))"
_KEY: Final = "take the term itself as the key"
_OF_LIBRARIES: Final = {
    "clpfd": _SEARCH,
    "clpb": _SEARCH,
    "simplex": _SEARCH,
    "dicts": _PAIRS,
    "rbtrees": "library(assoc) does the same",
    "oset": "library(ordsets) does the same",
    "when": _WAIT,
}
_OF_PREDICATES: Final[dict[Indicator, str]] = {
    ("freeze", 2): _WAIT,
    ("frozen", 2): _WAIT,
    ("dif", 2): r"write X \== Y, after the goals that give X and Y a value",
    ("findnsols", 4): "write findall(X, limit(N, Goal), Xs)",
    ("findnsols", 5): "write findall(X, limit(N, Goal), Xs)",
    ("foreach", 2): "write forall/2, or foldl/4 where something is carried along",
    ("tnot", 1): r"write \+ Goal where the table of Goal does not need the predicate that asks",
    ("text_concat", 3): "write atom_concat/3 or string_concat/3",
    ("concat", 3): "write atom_concat/3",
    ("proper_list", 1): "write is_list/1",
    ("wildcard_match", 2): "write sub_atom/5, or a grammar",
    ("wildcard_match", 3): "write sub_atom/5, or a grammar",
    ("aggregate_all", 3): "write one aggregate_all/3 for each of count, sum, max, min, bag and set",
    ("aggregate_all", 4): "write one aggregate_all/4 for each of count, sum, max, min, bag and set",
    ("aggregate", 3): "write one aggregate/3 for each of count, sum, max, min, bag and set",
    ("foldr", 4): "reverse the list and write foldl/4",
    ("functor", 4): "write functor/3",
    ("setarg", 3): "make a new term: nothing that is there can be changed",
    ("nb_setarg", 3): "make a new term: nothing that is there can be changed",
    **dict.fromkeys([("term_hash", 2), ("term_hash", 4), ("variant_sha1", 2), ("variant_hash", 2)], _KEY),
    **dict.fromkeys([("get_dict", 3), ("put_dict", 4), ("dict_pairs", 3), ("is_dict", 1)], _PAIRS),
}


def substitute(found: Indicator) -> str | None:
    """Say what an author can write instead; None where nothing is known to serve.

    >>> substitute(("rb_empty", 1))
    'library(assoc) does the same'
    """
    known = PREDICATES.get(found)
    if found in _OF_PREDICATES:
        return _OF_PREDICATES[found]
    if known is None:
        return None
    if known.library in _OF_LIBRARIES:
        return _OF_LIBRARIES[known.library]
    return None if known.core else f"define {found[0]}/{found[1]} in the file"
