"""How cells look: what rules say by `look/2`, else what their texts mean by default."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from pyengine.boards.palette import COLOURS
from pyengine.errors import BoardError
from pyengine.terms import Atom, Compound, String, Term, write_term
from pyengine.texts import suggestion

CHESSMEN: Final = ("king", "queen", "rook", "bishop", "knight", "pawn")
PIECES: Final = ("disc", "crowned", "ring", "cross", "square", "diamond", "triangle", "star", "pin", *CHESSMEN)
"""What can stand on a cell, in any colour."""
LONGEST: Final = 9
"""Characters of a text in a cell; what is longer is cut short."""


@dataclass(frozen=True, slots=True)
class Look:
    """A piece in a colour, a text, or nothing: `piece` is one of PIECES, `text` or `empty`."""

    piece: str
    colour: str = "black"
    text: str = ""

    @property
    def words(self) -> str:
        """The text as it is written: on one line, and cut where it is too long."""
        words = " ".join(self.text[: 20 * LONGEST].split())
        return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"


NOTHING: Final = Look("empty")

_OWN_COLOURS: Final = {"cross": "blue", "ring": "red", "pin": "white", "star": "orange"}
"""The colours of pieces that are named without one."""
_LETTERS: Final = dict(zip("kqrbnp", CHESSMEN, strict=True))
_SIGNS: Final = {
    **{sign: Look(man, "white") for sign, man in zip("♔♕♖♗♘♙", CHESSMEN, strict=True)},
    **{sign: Look(man, "black") for sign, man in zip("♚♛♜♝♞♟", CHESSMEN, strict=True)},
    **{sign: Look("disc", "white") for sign in "○⚪⛀"},
    **{sign: Look("disc", "black") for sign in "●⚫⛂"},
    "⛁": Look("crowned", "white"),
    "⛃": Look("crowned", "black"),
    **{sign: Look("cross", "blue") for sign in "xX×✕"},
    **{sign: Look("ring", "red") for sign in "oO0"},
}
_WORDS: Final = {
    **{colour: Look("disc", colour) for colour in COLOURS},
    "w": Look("disc", "white"),
    "b": Look("disc", "black"),
    **{
        f"{short}{king}": Look("crowned", colour) for short, colour in (("w", "white"), ("b", "black")) for king in "kw"
    },
}
_SIDES: Final = (Look("disc", "blue"), Look("ring", "red"), Look("diamond", "green"), Look("triangle", "purple"))
"""The looks of cells that hold the name of a player, in the order of the players."""


def default_look(text: str, layout: str, players: Sequence[str] = ()) -> Look:
    """Guess how a cell looks from its text, whose case counts: `p` is a black pawn, `P` a white one.

    `w` and `b` are discs, and `W` and `B` on a checkered board kings of draughts; in a rack all are discs.

    >>> default_look("W", "checkered"), default_look("12", "squares").piece
    (Look(piece='crowned', colour='white', text=''), 'text')
    """
    if not text:
        return NOTHING
    if layout == "rack" and (text in "xXoO" or text in players[:2]):
        first = text in "xX" or (text in players[:1])
        return Look("disc", "red" if first else "yellow")
    if layout == "intersections" and text in "xXoO":
        return Look("disc", "black" if text in "xX" else "white")
    if layout == "checkered" and text in "WB":
        return Look("crowned", "white" if text == "W" else "black")
    if text in _SIGNS:
        return _SIGNS[text]
    if text in players and len(players) <= len(_SIDES) and not all(name in _WORDS for name in players):
        return _SIDES[list(players).index(text)]
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if text.lower() in _LETTERS:
        return Look(_LETTERS[text.lower()], "white" if text.isupper() else "black")
    if len(text) == 2 and text[0] in "wb" and text[1].lower() in _LETTERS and text[1].isupper():
        return Look(_LETTERS[text[1].lower()], "white" if text[0] == "w" else "black")
    return Look("text", "black", text)


def read_look(given: Term) -> Look:
    """Read what rules say of a look: `disc(white)`, `cross`, `empty`, `text("7")`; BoardError where it is none.

    >>> from pyengine.language.reading.reader import read_term
    >>> read_look(read_term("disc(white)"))
    Look(piece='disc', colour='white', text='')
    """
    if isinstance(given, String):
        return Look("text", "black", given.text)
    if isinstance(given, Atom) and given.name == "empty":
        return NOTHING
    if isinstance(given, Atom):
        return Look(_piece(given.name), _OWN_COLOURS.get(given.name, "black"))
    if isinstance(given, Compound) and given.name == "text" and len(given.args) == 1:
        [said] = given.args
        name = said.text if isinstance(said, String) else said.name if isinstance(said, Atom) else write_term(said)
        return Look("text", "black", name)
    if isinstance(given, Compound) and len(given.args) == 1:
        return Look(_piece(given.name), read_colour(given.args[0]))
    raise BoardError(f"{_shown(given)} is not how a cell looks; it is a piece with a colour, such as disc(white)")


def read_colour(given: Any) -> str:
    """Read the name of a colour; BoardError where there is no such colour."""
    name = given.name if isinstance(given, Atom) else given if isinstance(given, str) else None
    if name not in COLOURS:
        shown = name if name is not None else _shown(given)
        raise BoardError(f"there is no colour {shown}: {suggestion(str(shown), COLOURS)}")
    return str(name)


def _piece(name: str) -> str:
    if name not in PIECES:
        raise BoardError(f"there is no piece {name}: {suggestion(name, (*PIECES, 'text', 'empty'))}")
    return name


def _shown(given: Any) -> str:
    from pyengine.quoting import show_value

    try:
        text = write_term(given)
    except Exception:  # what is no term at all
        return show_value(given)
    return text if len(text) <= 80 else f"{text[:80]}…"
