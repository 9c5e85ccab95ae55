"""`pyengine new NAME`: a rule file to start from."""

from __future__ import annotations

import shlex
from pathlib import Path
from string import Template

import click

from pyengine.cli.formats import json_option, print_json
from pyengine.cli.terminal import tell
from pyengine.errors import NotWrittenError
from pyengine.quoting import quote_comment, quote_line

SKELETON = Path(__file__).parent / "skeleton.pl"


@click.command()
@click.argument("name")
@json_option
def command(name: str, as_json: bool) -> None:
    """Write NAME.pl: a small game that works, with a comment on every predicate.

    A file that exists is left alone.
    """
    path = Path(name if name.endswith(".pl") else f"{name}.pl")
    if path.name == ".pl" or name.endswith("/"):
        raise click.UsageError("the name is empty", click.get_current_context())
    title = quote_comment(path.stem.replace("_", " ").capitalize())
    text = Template(SKELETON.read_text(encoding="utf-8")).substitute(title=title)
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
    if as_json:
        print_json({"file": str(path), "title": title})
        return
    word = quote_line(shlex.quote(str(path)))
    tell(f"{quote_line(str(path))} is a game: take matches from a heap. Now:")
    tell(f"  pyengine check {word}    tells what is wrong with it, after every change")
    tell(f"  pyengine show {word}     shows its first position")
    tell(f"  pyengine solve {word}    tells what it is worth")
