"""The processes of pages: rules that never end, workers that are killed, pages that are closed, the end of it all."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyengine.studio.app import MOST_PAGES

from .conftest import LONG, Served, ToldError, is_running, run, stop

Begin = Callable[..., Served]
START: dict[str, Any] = {"start": None, "moves": []}
ENDLESS = """
player(max).
player(min).
initial(0).
to_move(_, max).
move(N, step, M) :- M is N + 1, loop(M).
loop(1) :- !.
loop(_) :- loop(2).
terminal(5).
utility(_, 0).
"""
HUNGRY = ENDLESS.replace("loop(_) :- loop(2).", "loop(N) :- length(L, 100000000), L = [N|_].")


def at(*moves: str) -> dict[str, Any]:
    return {"start": None, "moves": list(moves)}


def processes_of(page_pids: set[int]) -> set[int]:
    return {pid for pid in page_pids if is_running(pid)}


@pytest.mark.parametrize("rules", [ENDLESS, HUNGRY], ids=["endless", "hungry"])
def test_rules_that_never_end_are_ended_and_the_page_goes_on(served: Served, rules: str) -> None:
    async def ask() -> None:
        async with served.page() as page:
            told = await page.ask("load", text=rules, name="endless", file=None, parameters={})
            assert [move["text"] for move in told["position"]["moves"]] == ["step"]
            with pytest.raises(ToldError) as error:
                await page.ask("position", place=at("step"))
            assert error.value.kind in ("RuleLimitError", "WorkerEndedError", "RuleRuntimeError")
            await page.load("nim")
            assert (await page.ask("position", place=START))["moves"]

    run(ask())


@pytest.mark.hunt
@pytest.mark.parametrize("method", ["choose", "analyse", "chart", "trace", "compare", "tournament"])
def test_rules_that_never_end_are_ended_whatever_is_asked(served: Served, method: str) -> None:
    asked: dict[str, Any] = {
        "choose": {"level": "0.2s"},
        "trace": {"algorithm": "minimax", "depth": 3},
        "compare": {"other": {"text": ENDLESS, "name": "other"}, "seconds": 1},
        "tournament": {"players": ["first", "random"], "games": 2, "openings": 0},
    }

    async def ask() -> None:
        async with served.page() as page:
            await page.ask("load", text=ENDLESS, name="endless", file=None, parameters={})
            place = {} if method in ("compare", "tournament") else {"place": START}
            more = asked.get(method, {"seconds": 0.2})
            if method in ("compare", "tournament"):
                told = await page.ask(method, **place, **more)
                assert told.get("difference") or told.get("faults")
            else:
                with pytest.raises(ToldError):
                    await page.ask(method, **place, **more)
            assert (await page.ask("position", place=START))["moves"]

    run(ask())


async def analysing(served: Served, page: Any) -> tuple[int, set[int]]:
    """Begin an analysis that would take long; give its ticket, and the processes that it has started."""
    before = served.working()
    await page.load("connect_four")
    ticket = await page.send("analyse", place=START, seconds=3000)
    await page.told_of("analysis", ticket)
    return ticket, served.working() - before


def test_a_killed_worker_costs_one_request_and_comes_back(served: Served) -> None:
    async def ask() -> None:
        async with served.page() as page:
            ticket, pids = await analysing(served, page)
            for pid in pids:
                os.kill(pid, signal.SIGKILL)
            with pytest.raises(ToldError) as error:
                await page.answer(ticket)
            assert error.value.kind == "WorkerEndedError"
            told = await page.ask("position", place=at("4"))
            assert len(told["moves"]) == 7
            again = await page.send("analyse", place=at("4"), seconds=3000)
            await page.told_of("analysis", again)
            await page.ask("cancel", ticket=again)
            assert (await page.answer(again))["done"]

    run(ask())


def test_a_killed_nursery_comes_back(tmp_path: Path, begin: Begin) -> None:
    served = begin(tmp_path)

    async def ask() -> None:
        async with served.page() as page:
            await page.load("nim")
            os.kill(served.nursery(), signal.SIGKILL)
            assert (await page.ask("position", place=START))["moves"]  # its worker is still there
            assert (await page.ask("choose", place=START, level="depth 2"))["move"]

    run(ask())


def test_a_closed_page_ends_its_work_at_once(served: Served) -> None:
    async def ask() -> None:
        async with served.page() as other:
            await other.load("nim")
            before = served.working()
            async with served.page() as page:
                _, pids = await analysing(served, page)
                assert len(pids) >= 2
            async with asyncio.timeout(LONG):
                while processes_of(pids):
                    await asyncio.sleep(0.02)
            assert before <= served.working()
            assert (await other.ask("position", place=START))["moves"]
        await served.rest()

    run(ask())


def test_a_page_that_vanishes_ends_its_work(served: Served) -> None:
    async def ask() -> None:
        async with served.page() as page:
            await analysing(served, page)
            page.socket.transport.abort()
            await served.rest()

    run(ask())


def test_two_pages_do_not_disturb_each_other(served: Served) -> None:
    async def ask() -> None:
        async with served.page() as one, served.page() as other:
            await one.load("nim")
            await other.load("tictactoe")
            ticket, _ = await analysing(served, one)
            assert (await other.ask("position", place=at("5")))["mover"] == 1
            with pytest.raises(ToldError):
                await other.ask("load", text="a", name="a")
            await other.ask("cancel", ticket=ticket)  # a ticket of the other page means nothing here
            assert (await other.ask("position", place=at("5")))["mover"] == 1
            assert len((await one.ask("position", place=at("4")))["moves"]) == 7
            await one.ask("cancel", ticket=ticket)
            assert (await one.answer(ticket))["done"]

    run(ask())


@pytest.mark.parametrize("how", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.hunt)])
def test_the_end_of_the_studio_is_the_end_of_all_its_processes(
    tmp_path: Path, begin: Begin, how: signal.Signals
) -> None:
    served = begin(tmp_path, "nim")

    async def ask() -> set[int]:
        async with served.page() as page:
            _, pids = await analysing(served, page)
            async with served.connect("/language", open_timeout=LONG) as socket:
                await socket.send(json.dumps(INITIALIZE))
                await asyncio.wait_for(socket.recv(), LONG)
                everything = served.descendants()
                served.process.send_signal(how)
                await asyncio.to_thread(served.process.wait, LONG)
                return pids | everything

    pids = run(ask())
    gone_by = time.monotonic() + LONG
    while any(map(is_running, pids)) and time.monotonic() < gone_by:
        time.sleep(0.02)
    assert not processes_of(pids)
    assert served.process.returncode == (0 if how is signal.SIGINT else served.process.returncode)


def test_a_studio_that_is_killed_leaves_no_processes(tmp_path: Path, begin: Begin) -> None:
    served = begin(tmp_path)

    async def ask() -> set[int]:
        async with served.page() as page:
            await analysing(served, page)
            everything = served.descendants()
            served.process.kill()
            return everything

    pids = run(ask())
    gone_by = time.monotonic() + LONG
    while any(map(is_running, pids)) and time.monotonic() < gone_by:
        time.sleep(0.02)
    assert not processes_of(pids)


INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {"processId": None, "rootUri": "file:///studio/", "capabilities": {}},
}


@pytest.mark.hunt
def test_no_compiler_outlives_the_page_that_it_was_started_for(tmp_path: Path, begin: Begin) -> None:
    served = begin(tmp_path, PYENGINE_C_AFTER="0", PYENGINE_CACHE=str(tmp_path / "cache"))

    async def ask() -> None:
        async with served.page() as page:
            await page.load("english_draughts")
            before = served.working()
            await page.send("analyse", place=START, seconds=3000)
            async with asyncio.timeout(LONG):
                while len(served.working() - before) < 3:  # the worker, and compilers
                    await asyncio.sleep(0.005)
        await served.rest()

    run(ask())
    assert stop(served) == 0


@pytest.mark.hunt
def test_fifty_pages_at_once(tmp_path: Path, begin: Begin) -> None:
    served = begin(tmp_path)

    async def visit(number: int) -> None:
        game = ("nim", "tictactoe", "hexapawn", "connect_four")[number % 4]
        async with served.page() as page:
            await page.ask("hello")
            loaded = await page.load(game)
            moves: list[str] = []
            position = loaded["position"]
            while position["moves"] and len(moves) < 6:
                moves.append(position["moves"][number % len(position["moves"])]["text"])
                position = await page.ask("position", place=at(*moves))
                assert position["place"]["moves"] == moves
            told = await page.ask("analyse", place=START, seconds=1)
            assert len(told["moves"]) == len(loaded["position"]["moves"])

    async def ask() -> None:
        await asyncio.gather(*(visit(number) for number in range(50)))
        await served.rest()

    run(ask())
    assert stop(served) == 0


@pytest.mark.hunt
def test_one_page_too_many_is_told_so(tmp_path: Path, begin: Begin) -> None:
    served = begin(tmp_path)

    async def ask() -> None:
        sockets = [await served.connect(open_timeout=LONG) for _ in range(MOST_PAGES)]
        async with served.connect(open_timeout=LONG) as refused:
            told = json.loads(await asyncio.wait_for(refused.recv(), LONG))
            assert told["method"] == "refused"
            assert str(MOST_PAGES) in told["params"]["message"]
            await asyncio.wait_for(refused.wait_closed(), LONG)
            assert refused.close_code == 1013
        await sockets[0].close()
        async with asyncio.timeout(LONG):
            while True:
                async with served.connect(open_timeout=LONG) as admitted:
                    await admitted.send('{"id": 1, "method": "hello"}')
                    if "result" in json.loads(await asyncio.wait_for(admitted.recv(), LONG)):
                        break
        for socket in sockets[1:]:
            await socket.close()

    run(ask())
    assert stop(served) == 0


@pytest.mark.hunt
def test_a_hundred_megabytes_get_one_error(tmp_path: Path, begin: Begin) -> None:
    served = begin(tmp_path)

    async def ask() -> None:
        async with served.connect(open_timeout=LONG) as socket:
            await socket.send("x" * 100_000_000)
            told = json.loads(await asyncio.wait_for(socket.recv(), LONG))
            assert told["error"]["kind"] == "RequestError"
            await socket.send('{"id": 2, "method": "hello"}')
            assert json.loads(await asyncio.wait_for(socket.recv(), LONG))["result"]["version"]

    run(ask())
    assert stop(served) == 0
