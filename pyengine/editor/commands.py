"""Commands that an editor has run on an open text: they answer with what to show of the game.

Each runs `pyengine` in a process of its own, on the text as the editor has it, and is ended when its time is over, when
the editor cancels it, when the text is closed, and when another command is given for the same text.
"""

from __future__ import annotations

import asyncio
import json
import sys
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from pyengine.editor.runs import Run, run_command
from pyengine.editor.server import RuleServer
from pyengine.editor.view import View
from pyengine.errors import PyengineError

PLAY: Final = "pyengine.play"
SHOW: Final = "pyengine.show"
SOLVE: Final = "pyengine.solve"
TREE: Final = "pyengine.tree"
PERFT: Final = "pyengine.perft"
BENCH: Final = "pyengine.bench"
VALUE: Final = "pyengine.value"
STOP: Final = "pyengine.stop"

_TO_END: Final = 20.0
"""How many seconds longer than it is told a process may take, to begin and to end, before it is killed."""
_TO_BEGIN: Final = 3.0
_DEPTH: Final = 4
_PICTURE_END: Final = "</svg>"

Answer = dict[str, Any]
"""What a command gives back: a `title` and a `text`, which says why where it has `failed`; the picture of a tree has an
`svg`, a game to play the `words` of a command line."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One command: what is run, and how long that may take."""

    title: str
    words: tuple[str, ...]
    after: tuple[str, ...] = ()
    """What comes behind the name of the file."""
    seconds: float = 10.0


ASKED: Final[Mapping[str, Asked]] = {
    SHOW: Asked("the first position", ("show",), seconds=20.0),
    SOLVE: Asked("solved", ("solve", "--seconds", "30"), seconds=30.0),
    TREE: Asked("the tree of a search", ("tree", "--seconds", "10")),
    PERFT: Asked("lines of play", ("perft",), (str(_DEPTH),), seconds=20.0),
    BENCH: Asked("moves per second", ("bench", "--seconds", "0.2"), seconds=60.0),
    VALUE: Asked("staticval/2 at the start", ("query", "--json"), ("initial(S), staticval(S, V)",), seconds=30.0),
}


TITLES: Final = {PLAY: "play", STOP: "stopped"} | {name: asked.title for name, asked in ASKED.items()}


class CommandError(PyengineError):
    """Why a command could not be done, for the person at the editor."""


async def answer(view: View, command: str, *, picture: bool) -> Answer:
    """Run a command on a text; with a picture of a tree, or the tree as text. Raises CommandError."""
    asked = ASKED[command]
    drawn = picture and command == TREE
    words = (*asked.words, *(("--format", "svg") if drawn else ()))
    try:
        run = await run_command(
            view,
            (*words, *asked.after),
            seconds=asked.seconds + _TO_END,
            rules_at=len(words),
            ask_after=asked.seconds + _TO_BEGIN,
        )
    except TimeoutError:
        raise CommandError(f"not done within {asked.seconds + _TO_END:g} s") from None
    except OSError as error:
        raise CommandError(f"not done: {error.strerror or error}") from None
    if drawn:
        return {"text": run.named(run.errors), "svg": _picture(run)}
    if command == VALUE:
        return {"text": _value(run)}
    if not run.output:
        raise CommandError(_why(run))
    return {"text": run.named(f"{run.output}{run.errors}")}


def _why(run: Run) -> str:
    return run.named(run.errors).strip() or f"the process ended with status {run.status}"


def _picture(run: Run) -> str:
    if not run.output.rstrip().endswith(_PICTURE_END):
        raise CommandError(_why(run))
    return run.output


def _value(run: Run) -> str:
    """Say what the first position is worth at sight, by what a query has answered."""
    try:
        found = json.loads(run.output)
    except ValueError:
        raise CommandError(_why(run)) from None
    if not found:
        return "staticval/2 says nothing of it\n"
    return "".join(f"{solution['V']} at {solution['S']}\n" for solution in found)


def play(view: View) -> Answer:
    """Give the words of the command line that plays a game, which takes a terminal. Raises CommandError."""
    path = view.program.source.path
    if path is None or not path.is_file():
        raise CommandError("the game must be saved before it is played")
    words = [sys.executable, "-P", "-m", "pyengine", "play", str(path)]  # nothing of the folder is imported
    return {"text": f"in a terminal: pyengine play {path}\n", "words": words}


def register(server: RuleServer) -> None:
    """Answer for the commands."""
    for name in (PLAY, *ASKED, STOP):
        _register_command(server, name)

    @server.feature(types.SHUTDOWN)
    async def shutdown(params: None) -> None:
        for uri in list(server.runs):
            await _end(server, uri)


def _register_command(server: RuleServer, name: str) -> None:
    @server.command(name)
    async def command(*arguments: Any) -> Answer:
        uri = _uri(arguments)
        if uri is None or uri not in server.desk.uris:
            return {"title": name, "text": 'say of which open text, as in {"uri": "file:///..."}', "failed": True}
        await _end(server, uri)
        view = server.view(uri)
        title = f"{view.program.source.stem}: {TITLES[name]}"
        try:
            told = {"title": title, **await _do(server, view, name, title)}
        except CommandError as error:
            told = {"title": title, "text": str(error), "failed": True}
        except asyncio.CancelledError:
            told = {"title": title, "text": "ended before it was done", "failed": True}
        if not server.shows_answers and told["text"]:
            kind = types.MessageType.Error if "failed" in told else types.MessageType.Info
            server.window_show_message(types.ShowMessageParams(kind, f"{title}\n{told['text']}".rstrip()))
        return told


async def _end(server: RuleServer, uri: str) -> None:
    """End what runs for a text."""
    while uri in server.runs:
        server.stop(uri)
        await asyncio.wait({server.runs[uri]})


def _uri(arguments: tuple[Any, ...]) -> str | None:
    """Find of which text a command is asked: `{"uri": ...}`, or the URI alone."""
    first = arguments[0] if arguments else None
    given = first.get("uri") if isinstance(first, dict) else getattr(first, "uri", first)
    return given if isinstance(given, str) else None


async def _do(server: RuleServer, view: View, name: str, title: str) -> Answer:
    """Do what a command asks for, unless it is cancelled. Raises CommandError."""
    if name == STOP:
        return {"text": ""}
    if name == PLAY:
        return play(view)
    task = asyncio.current_task()
    assert task is not None
    # A request that the editor cancels is answered by the protocol, without an end of what works for it.
    request = getattr(server.protocol, "_request_futures", {}).get(server.protocol.msg_id)
    if request is not None:
        request.add_done_callback(lambda _: task.cancel())
    server.runs[view.uri] = task
    token = None
    try:
        token = await _begin_progress(server, title, task)
        return await answer(view, name, picture=server.shows_answers)
    finally:
        del server.runs[view.uri]
        if token is not None:
            server.protocol.progress.end(token, types.WorkDoneProgressEnd())
            server.protocol.progress.tokens.pop(token, None)


async def _begin_progress(server: RuleServer, title: str, task: asyncio.Task[Any]) -> str | None:
    """Have the editor show that something runs, and let it be cancelled, if it can do that."""
    window = server.client_capabilities.window
    if window is None or not window.work_done_progress:
        return None
    token = str(uuid.uuid4())
    progress = server.protocol.progress
    try:
        await asyncio.wait_for(progress.create_async(token), _TO_END)
    except (JsonRpcException, TimeoutError):
        return None
    progress.tokens[token].add_done_callback(lambda _: task.cancel())
    progress.begin(token, types.WorkDoneProgressBegin(title, cancellable=True))
    return token
