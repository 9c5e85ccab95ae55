"""Lists sorted in C, by keys of 64 bits or term by term: the order is that of Python, whatever is in them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

import pyengine

from ..layers import IS_HUNT

GAME: Final = """
player(max). player(min).
initial(s(0)).
to_move(s(_), max).
utility(s(_), 0).
move(s(I), N-M, s(J)) :- items(I, L), J is I + 1, sorted(N, L, M).
sorted(1, L, M) :- sort(L, M).
sorted(2, L, M) :- msort(L, M).
sorted(3, L, M) :- sort(0, @>=, L, M).
sorted(4, L, M) :- sort(0, @>, L, M).
sorted(5, L, M) :- list_to_set(L, M).
sorted(6, L, M) :- findall(X, member(X, L), Xs), sort(Xs, M).
sorted(7, L, M) :- ( setof(X, member(X, L), M) -> true ; M = none ).
sorted(8, L, M) :- findall(K-V, nth0(V, L, K), Ps), sort(1, @=<, Ps, M).
sorted(9, L, M) :- findall(K-V, nth0(V, L, K), Ps), sort(1, @>, Ps, M).
sorted(10, L, M) :- findall(K-V, nth0(V, L, K), Ps), keysort(Ps, M).
sorted(11, L, M) :- findall(A-X, ( member(X, L), atom(X), atom_concat(X, X, A) ), As), sort(As, M).
"""
ATOMS: Final = ("a", "b", "ab", "pass", "c", "zz", "x", "o", "'Q'", "[]", "'[]'")
NUMBERS: Final = ("0", "1", "-1", "2", "7", "-8", "63", "100", "1.0", "-0.0", "2.5")
EDGES: Final = tuple(str(sign * (1 << bits) + more) for bits in (6, 14, 30, 60) for sign in (1, -1) for more in (-1, 0))
FORMS: Final = (
    lambda part: part(),
    lambda part: f"-({part()}, {part()})",
    lambda part: f"m({part()}, {part()}, {part()})",
    lambda part: f"mv(p({part()}, {part()}), p({part()}, {part()}))",
    lambda part: f"[{part()}, {part()}]",
    lambda part: f"f({', '.join(part() for _ in range(9))})",
    lambda part: f"g(g(g({part()})))",
)


def lists(chance: random.Random, count: int) -> list[str]:
    """Make lists whose items have one form, or several; of few values, of large ones, or of all."""
    made = ["[]", "[1]", "[[], []]", "[foo(), foo()]"]
    for _ in range(count):
        values = chance.choice((ATOMS[:6], NUMBERS[:8], EDGES, ATOMS + NUMBERS, ("1", "2")))
        forms = chance.sample(FORMS, chance.choice((1, 1, 1, 2)))
        length = chance.choice((2, 5, 15, 16, 17, 33, 70))
        items = [chance.choice(forms)(lambda values=values: chance.choice(values)) for _ in range(length)]
        made.append(f"[{', '.join(items)}]")
    return made


def rules(tmp_path: Path, items: list[str]) -> Path:
    file = tmp_path / "sorts.pl"
    facts = "".join(f"items({number}, {text}).\n" for number, text in enumerate(items))
    file.write_text(f"{GAME}{facts}items(-1, []).\n", encoding="utf-8")
    return file


def test_lists_are_sorted_as_by_python(tmp_path: Path) -> None:
    made = lists(random.Random(4), 1000 if IS_HUNT else 60)
    file = rules(tmp_path, made)
    games = [pyengine.load(file, reasoner=reasoner) for reasoner in ("python", "c")]
    for number, text in enumerate(made):
        found = [[str(move) for move in game.actions(game.parse_state(f"s({number})"))] for game in games]
        assert found[0] == found[1], text
    assert not games[1].escapes


def test_equal_keys_keep_their_order(tmp_path: Path) -> None:
    made = [[(number * 7) % 5 for number in range(size)] for size in (2, 16, 17, 64, 65, 300)]
    game = pyengine.load(rules(tmp_path, list(map(str, made))), reasoner="c")
    for number, items in enumerate(made):
        found = game.actions(game.parse_state(f"s({number})"))
        pairs = sorted(((key, place) for place, key in enumerate(items)), key=lambda pair: pair[0])
        assert str(found[7]) == f"8-[{','.join(f'{key}-{place}' for key, place in pairs)}]"
