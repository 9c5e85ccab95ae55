"""A game whose board is given, for tests of pictures alone."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as Xml

from pyengine.game import Expansion

SVG = "{http://www.w3.org/2000/svg}"


class Drawn:
    """A game with boards as its positions; what it says of pictures besides is given by name."""

    players = ("white", "black")

    def __init__(self, rows: Any, **said: Any) -> None:
        self.initial = as_state(rows)
        for name, value in said.items():
            setattr(self, name, value)

    def board(self, state: Any) -> Any:
        return state

    def expand(self, state: Any) -> Expansion[Any, Any]:
        return Expansion(0, (), (), (0, 0))


def as_state(rows: Any) -> Any:
    return tuple(tuple(row) for row in rows) if isinstance(rows, list) else rows


def parsed(text: str) -> Xml.Element:
    return Xml.fromstring(text)


def named(drawing: Xml.Element) -> list[str]:
    return [name for item in drawing.iter() if (name := item.get("data-cell")) is not None]
