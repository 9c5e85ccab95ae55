"""Charts, solved games, searches step by step, comparisons, measurements, tournaments, tunings, as pages get them."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import Served, ToldError, run

START: dict[str, Any] = {"start": None, "moves": []}
COINS = """
player(max).
player(min).
parameter(count, 9).
initial(s(max, N)) :- param(count, N).
to_move(s(P, _), P).
terminal(s(_, 0)).
move(s(P, N), K, s(Q, M)) :- between(1, 3, K), K =< N, M is N - K, other(P, Q).
utility(s(max, 0), -1).
utility(s(min, 0), 1).
other(max, min).
other(min, max).
"""


def at(*moves: str) -> dict[str, Any]:
    return {"start": None, "moves": list(moves)}


def test_a_chart_finds_the_move_that_threw_a_win_away(served: Served) -> None:
    async def ask() -> None:
        async with served.page() as page:
            await page.ask("load", text=COINS, name="coins", file=None, parameters={})
            told = await page.ask("chart", place=at("1", "1", "2", "2", "3"), seconds=20)
            assert told["done"]
            assert [each["ply"] for each in told["values"]] == [0, 1, 2, 3, 4, 5]
            assert [each["value"] for each in told["values"]] == [1, 1, 1, -1, 1, 1]
            blunders = {each["ply"]: (each["played"], each["best"]) for each in told["values"] if each["isBlunder"]}
            assert blunders == {2: ("2", "3"), 3: ("2", "1")}

    run(ask())


def test_a_chart_of_a_large_game_is_told_as_it_grows(served: Served) -> None:
    async def ask() -> None:
        async with served.page() as page:
            await page.load("connect_four")
            ticket = await page.send("chart", place=at("4", "1", "4", "1", "4", "7", "4"), seconds=2)
            news = await page.told_of("chart", ticket)
            assert len(news["values"]) == 8
            told = await page.answer(ticket)
            assert told["values"][-1]["solved"]
            assert told["values"][-1]["value"] == 1
            assert told["values"][5]["isBlunder"]  # the column is left open

    run(ask())


@pytest.mark.parametrize(("game", "value"), [("tictactoe", 0), ("hexapawn", -1), ("mu_torere", 0), ("tree_bratko", 4)])
def test_a_small_game_is_solved_with_distances(served: Served, game: str, value: int) -> None:
    async def ask() -> None:
        async with served.page() as page:
            await page.load(game)
            told = await page.ask("analyse", place=START, seconds=60)
            assert told["solved"]
            best, *others = told["moves"]
            assert best["value"] == value
            if value:
                kept = [move["distance"] for move in others if move["value"] == value]
                assert best["distance"] == (min if value > 0 else max)([best["distance"], *kept])

    run(ask())


def test_a_large_game_is_told_not_to_be_solved(served: Served) -> None:
    async def ask() -> None:
        async with served.page() as page:
            await page.load("english_draughts")
            told = await page.ask("analyse", place=START, seconds=0.5)
            assert not told["solved"]
            assert {move["distance"] for move in told["moves"]} == {None}

    run(ask())


@pytest.mark.parametrize(
    ("game", "algorithm"),
    [
        ("tree_bratko", "minimax"),
        ("tree_aima", "alphabeta"),
        ("nim_three_players", "maxn"),
        ("tree_three_players", "paranoid"),
    ],
)
def test_a_search_is_stepped_through_with_its_code(served: Served, game: str, algorithm: str) -> None:
    async def ask() -> None:
        async with served.page() as page:
            await page.load(game)
            told = await page.ask("trace", place=START, algorithm=algorithm, depth=3, options={}, nodes=60)
            assert told["svg"].startswith("<svg")
            assert told["algorithm"] == algorithm
            assert len(told["steps"]) > 3
            assert all(0 <= line < len(told["code"]) for step in told["steps"] for line in step["lines"])
            assert all(step["code"] is not None for step in told["steps"])
            assert all(step["node"] < len(told["parents"]) for step in told["steps"])
            cut = [step for step in told["steps"] if "cut-off" in step["words"]]
            assert all("leave out" in told["code"][step["code"]] for step in cut)

    run(ask())


def test_what_cannot_be_traced_is_told(served: Served) -> None:
    async def ask() -> None:
        async with served.page() as page:
            await page.load("nim")
            for params in (
                {"algorithm": "magic"},
                {"algorithm": "minimax", "options": {"killers": "many"}},
                {"algorithm": "minimax", "options": {"nothing": "1"}},
                {"algorithm": "minimax", "nodes": 10**9},
                {"algorithm": "minimax", "depth": -1},
            ):
                with pytest.raises(ToldError) as told:
                    await page.ask("trace", place=START, **params)
                assert told.value.kind == "SearchError"

    run(ask())


def test_rules_agree_with_their_twin(served: Served) -> None:
    async def ask() -> None:
        async with served.page() as page:
            await page.load("nim")
            told = await page.ask("compare", other={"twin": True}, seconds=5)
            assert told["agree"]
            assert told["first"] is None
            assert "agree" in told["report"]

    run(ask())


def test_the_first_difference_is_shown_on_two_boards(served: Served) -> None:
    (served.folder / "other.pl").write_text(COINS.replace("utility(s(max, 0), -1)", "utility(s(max, 0), -2)"))

    async def ask() -> None:
        async with served.page() as page:
            await page.ask("load", text=COINS, name="coins", file=None, parameters={})
            for other in ({"file": "other.pl"}, {"text": (served.folder / "other.pl").read_text(), "name": "other"}):
                told = await page.ask("compare", other=other, seconds=5)
                assert not told["agree"]
                first = told["first"]
                assert first["path"]
                assert first["left"]["text"] == first["right"]["text"]
                assert first["left"]["svg"].startswith("<svg")
                assert first["left"]["utilities"] != first["right"]["utilities"]
            for wrong in ({}, {"file": "../x.pl"}, {"game": "nothing"}, {"text": "x", "file": "/etc/passwd"}):
                with pytest.raises(ToldError):
                    await page.ask("compare", other=wrong, seconds=1)

    run(ask())


@pytest.mark.hunt
def test_reasoners_are_measured(served: Served) -> None:
    async def ask() -> None:
        async with served.page() as page:
            await page.load("nim")
            told = await page.ask("measure", seconds=1)
            assert {"python", "native"} <= set(told["reasoners"])
            assert all(len(speed["per_second"]) == len(told["reasoners"]) for speed in told["speeds"])

    run(ask())


def test_a_tournament_tells_its_cross_table(served: Served) -> None:
    async def ask() -> None:
        async with served.page() as page:
            await page.load("tictactoe")
            ticket = await page.send("tournament", players=["alphabeta:depth=2", "first", "random"], games=4)
            told = await page.answer(ticket)
            assert told["played"] == told["total"] == 12
            assert sum(each["wins"] for each in told["players"]) == sum(each["losses"] for each in told["players"])
            assert told["cross"]["heads"][0] == "player"
            assert (await page.told_of("tournament", ticket))["total"] == 12
            for wrong in (["first"], ["first", "nobody"]):
                with pytest.raises(ToldError):
                    await page.ask("tournament", players=wrong, games=2)

    run(ask())


@pytest.mark.hunt
def test_weights_move_while_they_are_tuned(served: Served) -> None:
    async def ask() -> None:
        async with served.page() as page:
            await page.load("english_draughts")
            ticket = await page.send("tune", games=4, proof=2, generations=1, player="alphabeta:depth=1")
            news = await page.told_of("tune", ticket)
            assert news["weights"]
            told = await page.answer(ticket)
            assert told["done"]
            assert len(told["steps"]) >= 1

    run(ask())


def test_what_has_no_weights_is_not_tuned(served: Served) -> None:
    async def ask() -> None:
        async with served.page() as page:
            await page.load("nim")
            with pytest.raises(ToldError) as told:
                await page.ask("tune")
            assert told.value.kind == "TuningError"

    run(ask())
