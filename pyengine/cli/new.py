"""`pyengine new NAME`: a rule file to start from."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pyengine.api import find_rules, games
from pyengine.cli.formats import json_option, print_json, print_table
from pyengine.cli.games import title_of
from pyengine.cli.terminal import tell
from pyengine.drafts import DRAFTS, draft_text, draft_title
from pyengine.errors import GameNotFoundError, NotWrittenError
from pyengine.language.reading.files import open_source
from pyengine.quoting import quote_line
from pyengine.texts import suggestion

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


@dataclass(frozen=True, slots=True)
class _Draft:
    """What a new rule file says, what it is called, and what people are told of it."""

    text: str
    title: str
    about: str
    is_small: bool


def _complete(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(game) for game in games() if game.startswith(incomplete)]


@click.command()
@click.argument("name", required=False)
@click.option(
    "--from", "copied", metavar="GAME", shell_complete=_complete, help="Copy a game that comes with pyengine."
)
@click.option("--textbook", is_flag=True, help="Use the words of textbooks: moves/2, staticval/2, max_to_move/1.")
@click.option("--list", "listed", is_flag=True, help="List what there is to start from, and write nothing.")
@json_option
def command(name: str | None, copied: str | None, textbook: bool, listed: bool, as_json: bool) -> None:
    """Write NAME.pl: a small game that works, with a comment on every predicate, or a copy of a game.

    A file that exists is left alone.
    """
    if listed:
        _list(as_json)
        return
    if name is None:
        raise click.UsageError("missing argument 'NAME'")
    if copied is not None and textbook:
        raise click.UsageError("--from copies a game in its own words: leave out --textbook")
    path = Path(name if name.endswith(".pl") else f"{name}.pl")
    if path.name == ".pl" or name.endswith("/"):
        raise click.UsageError("the name is empty")
    draft = _skeleton(path, "textbook" if textbook else "skeleton") if copied is None else _copy(copied)
    _write(name, path, draft.text)
    if as_json:
        print_json({"file": str(path), "title": draft.title})
        return
    program = click.get_current_context().find_root().info_name
    word = quote_line(shlex.quote(str(path)))
    tell(f"{quote_line(str(path))} is {draft.about}. Now:")
    tell(f"  {program} check {word}    tells what is wrong with it, after every change")
    tell(f"  {program} show {word}     shows its first position")
    if draft.is_small:
        tell(f"  {program} solve {word}    tells what it is worth")
    else:
        tell(f"  {program} play {word}     plays it with you")


def _skeleton(path: Path, draft: str) -> _Draft:
    text, title = draft_text(draft, path.stem), draft_title(path.stem)
    return _Draft(text, title, "a game: take matches from a heap", is_small=True)


def _copy(game: str) -> _Draft:
    if game not in games():
        raise GameNotFoundError(f"no game {game!r} to copy; {suggestion(game.removesuffix('.pl'), games())}")
    source, _ = open_source(find_rules(game))
    return _Draft(source.text, title_of(source), f"a copy of {game}", is_small=False)


def _write(name: str, path: Path, text: str) -> None:
    try:
        name.encode("utf-8")  # a name may not be text at all; then no file is left behind
        with path.open("xb") as file:
            file.write(text.encode("utf-8"))
    except FileExistsError:
        raise NotWrittenError(f"{quote_line(str(path))} exists already, and is left as it is") from None
    except (OSError, ValueError) as error:
        raise NotWrittenError(
            f"{quote_line(str(path))} cannot be written: {getattr(error, 'strerror', None) or error}"
        ) from None


def _list(as_json: bool) -> None:
    titles = {game: title_of(open_source(find_rules(game))[0]) for game in games()}
    if as_json:
        print_json([{"name": game, "title": title} for game, title in titles.items()])
        return
    rows = [
        ("NAME", DRAFTS["skeleton"]),
        ("NAME --textbook", DRAFTS["textbook"]),
        *((f"NAME --from {game}", title) for game, title in titles.items()),
    ]
    print_table(("pyengine new", "~title"), rows)
