"""What a page can ask, and what it is told; and whatever else it sends, it gets one error and goes on."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

import pyengine

from .conftest import LONG, Page, Served, ToldError, run

START: dict[str, Any] = {"start": None, "moves": []}


def at(*moves: str) -> dict[str, Any]:
    return {"start": None, "moves": list(moves)}


def test_hello_tells_what_there_is(served: Served) -> None:
    (served.folder / "mine.pl").write_text("player(a).\n")

    async def greet() -> None:
        async with served.page() as page:
            told = await page.ask("hello")
            assert [game["name"] for game in told["games"]] == list(pyengine.games())
            assert all(game["title"] for game in told["games"])
            assert [template["name"] for template in told["templates"]] == ["skeleton", "textbook"]
            assert told["folder"] == served.folder.name
            assert "mine.pl" in told["files"]
            assert told["opened"] is None
            assert served.token not in json.dumps(told)
            assert str(served.folder) not in json.dumps(told)

    run(greet())


@pytest.mark.parametrize("template", ["skeleton", "textbook"])
def test_a_template_is_a_game(served: Served, template: str) -> None:
    async def load() -> None:
        async with served.page() as page:
            opened = await page.ask("open", template=template)
            told = await page.ask("load", text=opened["text"], name=opened["name"], file=None, parameters={})
            assert told["game"]["players"] == ["max", "min"]
            assert told["position"]["moves"]

    run(load())


@pytest.mark.parametrize("game", pyengine.games())
def test_every_game_is_loaded_and_played_to_the_end_of_ten_moves(served: Served, game: str) -> None:
    async def play() -> None:
        async with served.page() as page:
            told = await page.load(game)
            assert told["game"]["name"] == game
            position, moves = told["position"], []
            while position["moves"] and len(moves) < 10:
                moves.append(position["moves"][len(moves) % len(position["moves"])]["text"])
                position = await page.ask("position", place=at(*moves))
                assert position["place"] == at(*moves)
                assert position["svg"].startswith("<svg")
                assert position["described"]
                assert position["over"] == (position["mover"] is None) == (position["ending"] is not None)
                read = await page.ask("read", text=" ".join(moves))
                assert read["position"]["text"] == position["text"]

    run(play())


def test_a_position_is_read_from_text_or_from_a_saved_game(served: Served) -> None:
    async def read() -> None:
        async with served.page() as page:
            await page.load("connect_four")
            after = (await page.ask("position", place=at("4", "4")))["text"]
            told = await page.ask("read", text=after)
            assert told["place"] == {"start": after, "moves": []}
            assert told["position"]["text"] == after
            saved = {"format": 1, "game": "connect_four", "parameters": {}, "start": None, "moves": ["4", "4"]}
            told = await page.ask("read", text=json.dumps(saved))
            assert told["place"] == at("4", "4")
            for text in ("nothing of the sort", "{", '{"moves": 3}', "4 4 9", ""):
                with pytest.raises(ToldError):
                    await page.ask("read", text=text)

    run(read())


def test_what_is_told_of_a_long_text_is_short(served: Served) -> None:
    async def read() -> None:
        async with served.page() as page:
            await page.load("tictactoe")
            for text in ("x" * 200_000, "1 " * 4000):
                with pytest.raises(ToldError) as told:
                    await page.ask("read", text=text)
                assert 10 < len(told.value.message) < 5000

    run(read())


@pytest.mark.parametrize(
    ("game", "cells", "pieces"),
    [
        ("tictactoe", {"r1c1": "x", "r2c2": "o", "r3c3": "x"}, {"", "x", "o"}),
        ("connect_four", {"r6c1": "x", "r5c1": "x", "r6c7": "o"}, {"x", "o"}),
        ("othello", {"r1c1": "X", "r4c4": ""}, {"", "X", "O"}),
        ("hexapawn", {"r1c1": "", "r2c2": "p"}, {"", "P", "p"}),
        ("breakthrough", {"r4c4": "p", "r5c5": "P", "r1c1": ""}, {"", "P", "p"}),
        ("english_draughts", {"r4c1": "W", "r1c2": ""}, {"", "w", "W", "b", "B"}),
        ("nim", {"r1c2": "1"}, {"0", "1", "2"}),
    ],
)
def test_a_position_is_set_up_by_hand(served: Served, game: str, cells: dict[str, str], pieces: set[str]) -> None:
    async def arrange() -> None:
        async with served.page() as page:
            loaded = await page.load(game)
            mover = None if game == "connect_four" else 1  # whose turn it is follows from the board
            told = await page.ask("setup", place=START, cells=cells, mover=mover)
            assert told["position"]["mover"] == 1
            assert pieces <= set(told["pieces"])
            assert told["place"]["start"] != loaded["position"]["text"]
            again = await page.ask("setup", place=told["place"], cells=cells)
            assert again["place"] == told["place"]
            assert (await page.ask("position", place=told["place"]))["text"] == told["position"]["text"]
            for wrong in ({"nowhere": "x"}, {next(iter(cells)): "nothing"}):
                with pytest.raises(ToldError) as error:
                    await page.ask("setup", place=START, cells=wrong)
                assert error.value.kind == "InvalidStateError"

    run(arrange())


def test_a_disc_does_not_hang_in_the_air(served: Served) -> None:
    async def arrange() -> None:
        async with served.page() as page:
            await page.load("connect_four")
            with pytest.raises(ToldError):
                await page.ask("setup", place=START, cells={"r1c1": "x"})

    run(arrange())


def test_rules_that_do_not_check_are_told_with_their_findings(served: Served) -> None:
    async def load() -> None:
        async with served.page() as page:
            with pytest.raises(ToldError) as told:
                await page.ask("load", text="player(a).\nmove(S, M", name="new", file=None, parameters={})
            assert told.value.kind == "RuleSyntaxError"
            assert (2, "error") in [(each["line"], each["severity"]) for each in told.value.findings]
            with pytest.raises(ToldError) as told:
                await page.ask("position", place=START)
            assert told.value.kind == "RequestError"

    run(load())


def test_the_game_before_stays_while_rules_are_being_written(served: Served) -> None:
    async def load() -> None:
        async with served.page() as page:
            await page.load("nim")
            with pytest.raises(ToldError):
                await page.ask("load", text="player(a", name="new", file=None, parameters={})
            assert (await page.ask("position", place=at("take(1,1)")))["moves"]

    run(load())


def test_parameters_are_set_and_told(served: Served) -> None:
    async def load() -> None:
        async with served.page() as page:
            told = await page.load("nim", piles="[1,2]")
            assert told["game"]["parameters"][0] == {"name": "piles", "default": "[1,2,2]", "value": "[1,2]"}
            assert len(told["position"]["moves"]) == 3
            for wrong in ({"piles": "[1,"}, {"heaps": "3"}, {"piles": "no"}):
                with pytest.raises(ToldError):
                    await page.load("nim", **wrong)

    run(load())


def test_the_engine_chooses_a_move_at_a_level(served: Served) -> None:
    async def choose() -> None:
        async with served.page() as page:
            await page.load("tictactoe")
            for level in ("depth 9", "0.2s", "nodes 500", "mcts nodes 50", "random"):
                told = await page.ask("choose", place=at("1", "5"), level=level)
                assert (await page.ask("position", place=at("1", "5", told["move"])))["mover"] == 1
            with pytest.raises(ToldError) as error:
                await page.ask("choose", place=START, level="strong")
            assert error.value.kind == "ParameterError"

    run(choose())


@pytest.mark.parametrize(
    ("game", "values"),
    [("nim", {"take(1,1)": 1}), ("tree_bratko", {"b": 4, "c": 1}), ("nim_three_players", None), ("mu_torere", None)],
)
def test_an_analysis_has_every_move_and_solves_small_games(
    served: Served, game: str, values: dict[str, int] | None
) -> None:
    async def analyse() -> None:
        async with served.page() as page:
            loaded = await page.load(game)
            told = await page.ask("analyse", place=START, seconds=20)
            assert told["done"]
            assert told["solved"]
            found = {each["move"]: each["value"] for each in told["moves"]}
            assert set(found) == {move["text"] for move in loaded["position"]["moves"]}
            assert values is None or values.items() <= found.items()
            assert all(each["bound"] == "exact" and each["line"][0] == each["move"] for each in told["moves"])

    run(analyse())


def test_an_analysis_tells_how_far_it_is_and_is_answered_when_it_is_cancelled(served: Served) -> None:
    async def analyse() -> None:
        async with served.page() as page:
            await page.load("connect_four")
            ticket = await page.send("analyse", place=START, seconds=600)
            news = await page.told_of("analysis", ticket)
            assert len(news["moves"]) == 7
            assert not news["done"]
            await page.ask("position", place=at("4"))
            await page.ask("cancel", ticket=ticket)
            told = await page.answer(ticket)
            assert told["done"]
            assert not told["solved"]
            assert len(told["moves"]) == 7

    run(analyse())


def test_a_new_analysis_ends_the_one_before(served: Served) -> None:
    async def analyse() -> None:
        async with served.page() as page:
            await page.load("connect_four")
            first = await page.send("analyse", place=START, seconds=600)
            await page.told_of("analysis", first)
            second = await page.send("analyse", place=at("4"), seconds=600)
            assert (await page.answer(first))["done"]
            await page.told_of("analysis", second)
            third = await page.send("load", text="player(a", name="broken")
            assert (await page.answer(second))["done"]
            with pytest.raises(ToldError):
                await page.answer(third)

    run(analyse())


HOSTILE: list[Any] = [
    "",
    "{",
    "[]",
    "null",
    "1e999",
    "NaN",
    '"text"',
    "{}",
    '{"id": 1}',
    '{"id": null, "method": "hello"}',
    '{"id": "1", "method": "hello"}',
    '{"id": true, "method": "hello"}',
    '{"id": 1.5, "method": "hello"}',
    '{"id": 1e400, "method": "hello"}',
    '{"id": 1, "method": "__class__"}',
    '{"id": 1, "method": ["hello"]}',
    '{"id": 1, "method": "hello", "params": []}',
    '{"id": 1, "method": "hello", "params": {"more": 1}}',
    '{"id": 1, "method": "open", "params": {}}',
    '{"id": 1, "method": "open", "params": {"game": "nim", "file": "a.pl"}}',
    '{"id": 1, "method": "open", "params": {"game": 3}}',
    '{"id": 1, "method": "open", "params": {"game": "../nim"}}',
    '{"id": 1, "method": "open", "params": {"template": "../games"}}',
    '{"id": 1, "method": "load", "params": {"text": 1, "name": "x"}}',
    '{"id": 1, "method": "load", "params": {"text": "\\ud800", "name": "x"}}',
    '{"id": 1, "method": "position", "params": {"place": {"start": 1, "moves": []}}}',
    '{"id": 1, "method": "position", "params": {"place": {"start": null, "moves": "44"}}}',
    '{"id": 1, "method": "analyse", "params": {"place": {}, "seconds": -1}}',
    '{"id": 1, "method": "analyse", "params": {"place": {}, "seconds": 1e9}}',
    '{"id": 1, "method": "analyse", "params": {"place": {}, "seconds": "1"}}',
    f'{{"id": 1, "method": "analyse", "params": {{"place": {{}}, "seconds": 1{"0" * 400}}}}}',
    '{"id": 1, "method": "cancel", "params": {"ticket": "all"}}',
    "[" * 100_000,
    '{"a":' * 100_000,
    b"\xff\xfe bytes",
]


def test_whatever_a_page_sends_it_gets_one_error_and_goes_on(served: Served) -> None:
    async def send() -> None:
        async with served.connect(open_timeout=LONG) as socket:
            for frame in HOSTILE:
                await socket.send(frame)
                told = json.loads(await asyncio.wait_for(socket.recv(), LONG))
                assert told["id"] in (None, 1), frame
                assert told["error"]["kind"] in ("RequestError", "GameNotFoundError"), frame
                assert told["error"]["message"]
            await socket.send('{"id": 2, "method": "hello"}')
            assert json.loads(await asyncio.wait_for(socket.recv(), LONG))["result"]["version"]

    run(send())


def test_a_request_that_is_too_long_gets_one_error_and_the_page_goes_on(served: Served) -> None:
    async def send() -> None:
        async with served.connect(open_timeout=LONG) as socket:
            text = "x" * (11 << 20)
            await socket.send(json.dumps({"id": 1, "method": "load", "params": {"text": text, "name": "x"}}))
            told = json.loads(await asyncio.wait_for(socket.recv(), LONG))
            assert told["error"]["kind"] == "RequestError"
            await socket.send('{"id": 2, "method": "hello"}')
            assert json.loads(await asyncio.wait_for(socket.recv(), LONG))["result"]["version"]

    run(send())


def test_a_number_that_is_in_use_is_refused(served: Served) -> None:
    async def send() -> None:
        async with served.connect(open_timeout=LONG) as socket:
            page = Page(socket)
            listening = asyncio.create_task(page.listen())
            await page.load("connect_four")
            ticket = await page.send("analyse", place=START, seconds=600)
            await page.told_of("analysis", ticket)
            await socket.send(json.dumps({"id": ticket, "method": "hello", "params": {}}))
            with pytest.raises(ToldError):
                await page.answer(ticket)
            listening.cancel()

    run(send())
