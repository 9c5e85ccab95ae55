"""The transposition table: bounded, exact, and as choosy as it was told to be."""

from __future__ import annotations

import pytest

from pyengine.errors import SearchError
from pyengine.search import Limit, Options, Table, search, solve
from pyengine.search.table import EXACT, Entry, footprint

from .positions import Dots, TicTacToe


def entry(depth: int = 1, used: int = 0) -> Entry:
    return [depth, EXACT, 0, None, True, used]


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 17])
@pytest.mark.parametrize("replacement", ["depth", "recency", "use"])
def test_a_table_never_holds_more_than_it_may(size: int, replacement: str) -> None:
    table = Table(size, replacement=replacement)  # type: ignore[arg-type]
    for key in range(100):
        table.store(key % 37, entry(key % 5, key))
        assert len(table) <= size
        assert key % 37 in table.entries
    assert len(table) == size


def test_a_deep_entry_outlives_shallow_ones() -> None:
    table = Table(4, replacement="depth")
    table.store("deep", entry(9))
    for key in range(50):
        table.store(key, entry(1))
    assert "deep" in table.entries


def test_an_entry_in_use_outlives_others() -> None:
    table = Table(4, replacement="recency")
    for key in range(50):
        table.store(key, entry(used=key))
        table.touch(table.entries[0], key)
        assert 0 in table.entries


def test_an_entry_used_often_outlives_others_until_it_is_not() -> None:
    table = Table(4, replacement="use")
    table.store("often", entry())
    for _ in range(8):
        table.touch(table.entries["often"], 0)
    for key in range(3):
        table.store(key, entry())
    for key in range(3, 6):
        table.store(key, entry())
        assert "often" in table.entries
    for key in range(100, 200):
        table.store(key, entry(used=1))
    assert "often" not in table.entries


def test_a_table_of_bytes_fits_its_keys() -> None:
    small, large = Table(bytes=1_000_000), Table(bytes=1_000_000)
    for number in range(10_000):
        small.store(number, entry())
        large.store((number, "x" * 1000), entry())
    assert 1500 < len(small) < 3500
    assert 500 < len(large) < 1000
    tiny = Table(bytes=1)
    for number in range(100):
        tiny.store(number, entry())
        assert len(tiny) == 1


def test_keys_are_weighed_with_all_they_hold() -> None:
    deep: tuple[object, ...] = ()
    for _ in range(100_000):
        deep = (deep,)
    assert footprint(deep) > 4_000_000
    assert footprint(("x" * 1000,)) > 1000


def test_a_table_must_have_room() -> None:
    for make in (lambda: Table(0), lambda: Table(), lambda: Table(5, bytes=5), lambda: Table(bytes=0)):
        with pytest.raises(SearchError):
            make()


@pytest.mark.parametrize("replacement", ["depth", "recency", "use"])
def test_the_smaller_the_table_the_more_nodes(replacement: str) -> None:
    nodes = []
    for size in (100_000, 1_000, 100):
        result = solve(Dots(), (1, 0, 1), options=Options(table=size, replacement=replacement))  # type: ignore[arg-type]
        assert result.value == 2
        nodes.append(result.nodes)
    assert nodes == sorted(nodes)


def test_a_table_kept_answers_the_next_move() -> None:
    game, table = TicTacToe(), Table(100_000)
    first = solve(game, table=table)
    assert first.best is not None
    second = solve(game, game.result(game.initial, first.best), table=table)
    afresh = solve(game, game.result(game.initial, first.best))
    assert second.value == afresh.value
    assert second.nodes < afresh.nodes / 10


def test_a_table_is_not_shared_by_two_games_or_meanings() -> None:
    table = Table(100_000)
    solve(Dots(1, 2), table=table)
    assert solve(Dots(2, 1), table=table).value == 0
    assert solve(Dots(2, 2), table=table).value == 2
    game = Dots(2, 2)
    limit = Limit(depth=4)
    for options in (Options(), Options(quiescence=4), Options(extensions=2), Options(unknown=3)):
        assert (
            search(game, limit=limit, options=options, table=table).value
            == search(game, limit=limit, options=options).value
        )
