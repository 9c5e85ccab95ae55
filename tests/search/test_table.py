"""The transposition table: bounded, exact, and as choosy as it was told to be."""

from __future__ import annotations

import pytest

from pyengine.errors import SearchError
from pyengine.search import Limit, Options, Table, search, solve
from pyengine.search.table import EXACT, Entry, footprint

from .positions import Dots, TicTacToe


def entry(work: int = 0) -> Entry:
    return (1, EXACT, 0, None, True, work)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 17])
@pytest.mark.parametrize("replacement", ["work", "recency", "use"])
def test_a_table_never_holds_more_than_it_may(size: int, replacement: str) -> None:
    table = Table(size, replacement=replacement)  # type: ignore[arg-type]
    for key in range(100):
        table.store(key % 37, entry(key % 5))
        assert len(table) <= size
        assert key % 37 in table.entries


def test_what_took_much_work_outlives_the_rest_for_a_while() -> None:
    table = Table(4)
    table.store("much", entry(9))
    lasting = 0
    for key in range(100):
        table.store(key, entry(1))
        lasting += "much" in table.entries
    assert 12 < lasting < 100


def test_an_entry_in_use_outlives_others() -> None:
    table = Table(64, replacement="recency")
    table.store("used", entry())
    for key in range(1000):
        table.store(key, entry())
        table.touch(table.entries["used"])
        assert "used" in table.entries


def test_an_entry_used_often_outlives_others_until_it_is_not() -> None:
    table = Table(4, replacement="use")
    table.store("often", entry())
    for _ in range(8):
        table.touch(table.entries["often"])
    for key in range(6):
        table.store(key, entry())
        assert "often" in table.entries
    for key in range(100, 200):
        table.store(key, entry())
        table.touch(table.entries[key])
    assert "often" not in table.entries


def test_half_of_a_full_table_goes_at_least_and_not_all_where_some_rank_higher() -> None:
    table = Table(8)
    for key in range(8):
        table.store(key, entry(key // 2))
    table.store("new", entry(5))
    assert set(table.entries) == {4, 5, 6, 7, "new"}
    alike = Table(8)
    for key in range(9):
        alike.store(key, entry(3))
    assert set(alike.entries) == {8}
    one_above = Table(4)
    for key, work in enumerate((1, 1, 1, 7, 1)):
        one_above.store(key, entry(work))
    assert set(one_above.entries) == {3, 4}


def test_a_table_of_bytes_fits_its_keys() -> None:
    small, large = Table(bytes=1_000_000), Table(bytes=1_000_000)
    for number in range(10_000):
        small.store(number, entry())
        large.store((number, "x" * 1000), entry())
    assert 1500 < small.capacity < 3500
    assert 500 < large.capacity < 1000
    assert len(large) <= large.capacity
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


@pytest.mark.parametrize("replacement", ["work", "recency", "use"])
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
