"""What can be opened: games that come with pyengine, texts to start from, and the files of the folder."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from typing import Any

from pyengine.api import find_rules, games
from pyengine.drafts import DRAFTS, draft_text
from pyengine.errors import GameNotFoundError, RequestError
from pyengine.language.reading.files import open_source
from pyengine.quoting import show_value
from pyengine.studio.folder import StudioFolder
from pyengine.studio.protocol import Open, Other, Save
from pyengine.texts import suggestion


@dataclass(frozen=True, slots=True)
class Opened:
    """A text that is open: its name, the file that it is from, and how its game is set."""

    name: str
    file: str | None
    text: str
    parameters: dict[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Say the same to a page."""
        return {"name": self.name, "file": self.file, "text": self.text, "parameters": self.parameters}


@dataclass(frozen=True, slots=True)
class Shelf:
    """The games, texts and files of one studio; `opened` is what it was started with."""

    folder: StudioFolder
    opened: Opened | None

    def hello(self) -> dict[str, Any]:
        """Say what there is."""
        return {
            "version": version("pyengine-logic"),
            "games": [{"name": name, "title": title} for name, title in _titles()],
            "templates": [{"name": name, "title": title} for name, title in DRAFTS.items()],
            "folder": self.folder.name,
            "files": self.folder.files(),
            "opened": None if self.opened is None else self.opened.as_json(),
        }

    def answer(self, asked: Open | Save) -> dict[str, Any]:
        """Open something, or write a file."""
        if isinstance(asked, Save):
            self.folder.write(asked.file, asked.text, replace=asked.replace)
            return {"file": asked.file}
        found = self.open(asked)
        return {"name": found.name, "file": found.file, "text": found.text}

    def open(self, asked: Open) -> Opened:
        """Open a game, a text to start from, or a file."""
        if asked.game is not None:
            if asked.game not in games():
                raise GameNotFoundError(f"no game {show_value(asked.game)}; {suggestion(asked.game, games())}")
            return Opened(asked.game, None, open_source(find_rules(asked.game))[0].text)
        if asked.template is not None:
            if asked.template not in DRAFTS:
                raise GameNotFoundError(f"no template {show_value(asked.template)}; there are: {', '.join(DRAFTS)}")
            return Opened("my_game", None, draft_text(asked.template, "my_game"))
        assert asked.file is not None
        text = self.folder.read(asked.file)
        return Opened(asked.file.rsplit("/", 1)[-1].removesuffix(".pl"), asked.file, text)

    def rules(self, other: Other) -> Other:
        """Fetch the text of rules that a page names, with the place where they find what they include."""
        if other.twin or other.text is not None:
            if other.file is not None:
                raise RequestError("rules are given by their file, or as text, not both")
            return other
        if (other.game is None) == (other.file is None):
            raise RequestError("rules to compare with are a twin, a game, a file or a text")
        found = self.open(Open(game=other.game, file=other.file))
        path = None if found.file is None else str(self.folder.path(found.file))
        return Other(text=found.text, name=found.name, file=path)


@cache
def _titles() -> tuple[tuple[str, str], ...]:
    return tuple((name, open_source(find_rules(name))[0].title) for name in games())
