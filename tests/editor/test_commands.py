"""Code lenses, and the commands behind them, by a client over pipes; also where rules never end."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from pyengine.editor import commands
from pyengine.editor.lenses import lenses
from pyengine.editor.view import read_view
from tests.editor.conftest import LONG, Editor, serving

RULES = Path(__file__).parents[2] / "rules"
PLAYERS = "player(a).\nplayer(b).\n"
REST = "to_move(_, a).\nmove(1, go, 0).\nterminal(0).\nutility(0, 1).\n"
SMALL = f"{PLAYERS}initial(1).\n{REST}staticval(S, V) :- V is S * 7.\n"
ENDLESS = f"{PLAYERS}initial(S) :- count(0, S).\ncount(N, S) :- M is (N + 1) mod 7, count(M, S).\n{REST}"
GREEDY = f"{PLAYERS}initial(S) :- grow([1], S).\ngrow(L, S) :- grow([1, 2, 3, 4|L], S).\n{REST}"


async def ask(editor: Editor, command: str, uri: str) -> dict[str, Any]:
    told = await editor.workspace_execute_command_async(types.ExecuteCommandParams(command, [{"uri": uri}]))
    assert isinstance(told, dict)
    return told


def children(editor: Editor) -> list[int]:
    """Find the processes below the server's, by looking at all there are."""
    process = editor._server
    assert process is not None
    parents: dict[int, int] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(entry.parent.name)] = int(entry.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue  # it has ended
    found = {process.pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return sorted(found - {process.pid})


async def until_children(editor: Editor, wanted: bool) -> list[int]:
    deadline = time.monotonic() + LONG
    while bool(found := children(editor)) != wanted:
        assert time.monotonic() < deadline, found
        await asyncio.sleep(0.05)
    return found


def shown(text: str) -> list[tuple[int, str, str]]:
    view = read_view("untitled:one", text, 1, lambda path: None, "utf-16")
    found = []
    for lens in lenses(view):
        assert lens.command is not None
        assert lens.command.arguments == [{"uri": "untitled:one"}]
        found.append((lens.range.start.line, lens.command.title, lens.command.command))
    return found


def test_lenses_stand_over_the_first_clause() -> None:
    assert shown(SMALL) == [
        (2, "play", "pyengine.play"),
        (2, "show", "pyengine.show"),
        (2, "solve", "pyengine.solve"),
        (2, "tree", "pyengine.tree"),
        (4, "perft", "pyengine.perft"),
        (4, "moves per second", "pyengine.bench"),
        (7, "value at the start", "pyengine.value"),
    ]
    assert [line for line, _, _ in shown("moves(a, [b]).\nmoves(b, []).\n")] == [0, 0]
    assert [line for line, _, _ in shown("result(a, b, c).\nlegal(a, b).\n")] == [1, 1]
    assert shown("") == shown("move(") == shown('move(1, 2).\n:- x.\n"a".\n') == []


def test_lenses_of_a_part_are_those_of_what_stands_in_it(tmp_path: Path) -> None:
    main, part = tmp_path / "main.pl", tmp_path / "part.pl"
    main.write_text(SMALL.replace("move(1, go, 0).\n", ":- include(part).\n"))
    part.write_text("\nmove(1, go, 0).\n")

    async def look() -> None:
        async with serving(root=tmp_path) as editor:
            for path, lines in ((main, [2, 2, 2, 2, 7]), (part, [1, 1])):
                document = types.TextDocumentIdentifier(editor.open_file(path))
                found = await editor.text_document_code_lens_async(types.CodeLensParams(document))
                assert [lens.range.start.line for lens in found or ()] == lines
            told = await ask(editor, commands.SHOW, part.as_uri())
            assert (told["title"], "position  1" in told["text"]) == ("main: the first position", True)

    asyncio.run(look())


def test_commands_tell_of_the_text_as_it_is_open() -> None:
    async def look() -> None:
        async with serving(options={"answers": True}) as editor:
            uri = editor.open("untitled:small", SMALL)
            editor.change(uri, SMALL.replace("utility(0, 1)", "utility(0, 17)"))
            told = {name: await ask(editor, name, uri) for name in commands.ASKED if name != commands.BENCH}
            assert {name: answer["title"].rpartition(": ")[2] for name, answer in told.items()} == {
                name: asked.title for name, asked in commands.ASKED.items() if name != commands.BENCH
            }
            assert "failed" not in {key for answer in told.values() for key in answer}
            assert "position  1\nto move   a\nmoves     1\n" in told[commands.SHOW]["text"]
            assert "value   17 to a (solved)" in told[commands.SOLVE]["text"]
            assert told[commands.TREE]["svg"].startswith("<svg")
            assert [line.split()[:2] for line in told[commands.PERFT]["text"].splitlines()[1:3]] == [
                ["1", "1"],
                ["2", "0"],
            ]
            assert told[commands.VALUE]["text"] == "7 at 1\n"
            assert editor.messages == []

    asyncio.run(look())


@pytest.mark.hunt
def test_speeds_are_measured_for_each_reasoner() -> None:
    async def look() -> None:
        async with serving(options={"answers": True}) as editor:
            told = await ask(editor, commands.BENCH, editor.open_file(RULES / "nim.pl"))
            assert told["text"].split()[:5] == ["per", "second", "python", "c", "swi"]

    asyncio.run(look())


def test_editors_that_show_no_answers_get_messages() -> None:
    async def look() -> None:
        async with serving() as editor:
            uri = editor.open("untitled:small", SMALL)
            told = await ask(editor, commands.TREE, uri)
            assert "svg" not in told
            assert editor.messages == [f"untitled:small: the tree of a search\n{told['text']}".rstrip()]

    asyncio.run(look())


def test_a_game_is_played_in_a_terminal_by_its_words(tmp_path: Path) -> None:
    async def look() -> None:
        async with serving(options={"answers": True}) as editor:
            told = await ask(editor, commands.PLAY, editor.open("untitled:small", SMALL))
            assert told["failed"]
            path = tmp_path / "a game.pl"
            path.write_text(SMALL)
            told = await ask(editor, commands.PLAY, editor.open_file(path))
            assert told.get("words") == [sys.executable, "-P", "-m", "pyengine", "play", str(path)]

    asyncio.run(look())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "missing"),
        ("player(a).\nmove(", "error"),
        (SMALL.replace("to_move(_, a)", "to_move(_, a) :- shell(ls)"), "shell/1"),
        (SMALL.replace("initial(1).", "initial(_) :- fail."), "initial"),
        pytest.param(GREEDY, "MiB of memory", marks=pytest.mark.hunt),
    ],
)
def test_what_cannot_be_done_is_said(text: str, why: str) -> None:
    async def look() -> None:
        async with serving(options={"answers": True}) as editor:
            uri = editor.open("untitled:bad", text)
            for name in (commands.SHOW, commands.TREE):
                told = await ask(editor, name, uri)
                assert told["failed"]
                assert why in told["text"]
                assert "pyengine-editor-" not in told["text"]
            assert children(editor) == []

    asyncio.run(look())


def test_arguments_are_looked_at() -> None:
    async def look() -> None:
        async with serving(options={"answers": True}) as editor:
            for arguments in (None, [], [1], [{}], [{"uri": 3}], [{"uri": "file:///not/open.pl"}], ["x", "y"]):
                told = await editor.workspace_execute_command_async(
                    types.ExecuteCommandParams(commands.SHOW, arguments)
                )
                assert isinstance(told, dict)
                assert told["failed"]

    asyncio.run(look())


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="processes are looked for in /proc")
@pytest.mark.parametrize("how", ["stop", "cancel", "another", "close", "exit"])
def test_rules_that_never_end_are_ended(how: str) -> None:
    async def look() -> None:
        async with serving(options={"answers": True}) as editor:
            uri = editor.open("untitled:endless", ENDLESS)
            sent = asyncio.ensure_future(ask(editor, commands.SOLVE, uri))
            running = await until_children(editor, True)
            if how == "stop":
                await ask(editor, commands.STOP, uri)
            elif how == "cancel":
                (asked,) = editor.protocol._request_futures
                editor.cancel_request(types.CancelParams(asked))
            elif how == "another":
                editor.change(uri, SMALL)
                assert "position  1" in (await ask(editor, commands.SHOW, uri))["text"]
            elif how == "close":
                editor.close(uri)
            if how != "exit":
                assert await until_children(editor, False) == []
                if how != "cancel":
                    assert (await sent)["text"] == "ended before it was done"
                editor.open("untitled:small", SMALL)
                assert "position  1" in (await ask(editor, commands.SHOW, "untitled:small"))["text"]
            sent.cancel()
        deadline = time.monotonic() + LONG
        while any(os.path.isdir(f"/proc/{process}") for process in running):
            assert time.monotonic() < deadline
            await asyncio.sleep(0.05)

    asyncio.run(look())


@pytest.mark.hunt
def test_rules_that_never_end_are_ended_by_their_budget() -> None:
    async def look() -> None:
        async with serving(options={"answers": True}) as editor:
            told = await ask(editor, commands.SHOW, editor.open("untitled:endless", ENDLESS))
            assert told["failed"]
            assert "in one call" in told["text"]
            assert ":4:" in told["text"]

    asyncio.run(look())


def test_progress_can_be_cancelled() -> None:
    async def look() -> None:
        window = types.WindowClientCapabilities(work_done_progress=True)
        capable = types.ClientCapabilities(window=window)
        async with serving(capabilities=capable, options={"answers": True}) as editor:
            seen: list[Any] = []
            editor.feature(types.WINDOW_WORK_DONE_PROGRESS_CREATE)(lambda params: None)
            editor.feature(types.PROGRESS)(lambda params: seen.append(params))
            sent = asyncio.ensure_future(ask(editor, commands.SOLVE, editor.open("untitled:endless", ENDLESS)))
            await until_children(editor, True)
            deadline = time.monotonic() + LONG
            while not seen:
                assert time.monotonic() < deadline
                await asyncio.sleep(0.05)
            editor.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(seen[0].token))
            assert (await sent)["text"] == "ended before it was done"

    asyncio.run(look())
