"""`pyengine new NAME`: a rule file to start from."""

from __future__ import annotations

import shlex
from pathlib import Path
from string import Template

import click

from pyengine.cli.printing import json_option, print_json
from pyengine.errors import NotWrittenError

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
    title = path.stem.replace("_", " ").capitalize().replace("*/", "")
    text = Template(SKELETON.read_text(encoding="utf-8")).substitute(title=title)
    try:
        written = text.encode("utf-8")  # a name may not be text at all; then no file is left behind
        with path.open("xb") as file:
            file.write(written)
    except FileExistsError:
        raise NotWrittenError(f"{path} exists already, and is left as it is") from None
    except (OSError, ValueError) as error:
        raise NotWrittenError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}") from None
    if as_json:
        print_json({"file": str(path), "title": title})
        return
    word = shlex.quote(str(path))
    print(f"{path} is a game: take matches from a heap. Now:")
    print(f"  pyengine check {word}    tells what is wrong with it, after every change")
    print(f"  pyengine show {word}     shows its first position")
    print(f"  pyengine solve {word}    tells what it is worth")
