"""Moves and positions of any game as text: as the game writes and reads them, else as Python does."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from pyengine.errors import IllegalMoveError, InvalidStateError, TermSyntaxError
from pyengine.game import Game, expand, offers, require_game
from pyengine.quoting import quote_line, show_value
from pyengine.terms import Atom, String, is_term

AnyGame = Game[Any, Any]


def move_text(game: AnyGame, move: Any, state: Any) -> str:
    """Write a move of a position.

    >>> from pyengine.native import twin
    >>> nim = twin("nim")
    >>> move_text(nim, nim.actions(nim.initial)[0], nim.initial)
    'take(1,1)'
    """
    write = getattr(game, "move_text", None)
    return str(write(move, state) if write else move)


def state_text(game: AnyGame, state: Any) -> str:
    """Write a position on a line."""
    write = getattr(game, "text", None)
    return str(write(state) if write else state)


def line_texts(game: AnyGame, state: Any, line: Sequence[Any]) -> tuple[str, ...]:
    """Write the moves of a line that starts in a position."""
    texts = []
    for move in line:
        texts.append(move_text(game, move, state))
        state = game.result(state, move)
    return tuple(texts)


def parse_move(game: AnyGame, text: str, state: Any) -> Any:
    """Read a legal move; IllegalMoveError, with the legal moves, where the text fits none or several."""
    read = getattr(game, "parse_move", None)
    if read is not None:
        return read(text, state)
    moves = expand(game, state).moves
    fitting = [move for move in moves if move_text(game, move, state) == text.strip()]
    if len(set(fitting)) == 1:
        return fitting[0]
    listed = ", ".join(quote_line(move_text(game, move, state)) for move in moves) or "none, the game is over"
    here = quote_line(state_text(game, state))
    raise IllegalMoveError(f"{text} is not a legal move\n  in the position {here}\nlegal: {listed}")


def parse_state(game: AnyGame, text: str) -> Any:
    """Read a position; InvalidStateError where the game does not read any."""
    read = getattr(game, "parse_state", None)
    if read is None:
        raise InvalidStateError("this game does not read positions (it has no parse_state)")
    return read(text)


def name_of(game: object) -> str:
    """Name a game for people: its rule file, or its class."""
    return f"{game.name}.pl" if hasattr(game, "program") and hasattr(game, "name") else type(game).__name__


def is_class_name(game: object) -> bool:
    """Tell whether the name of a game is that of a class.

    >>> is_class_name("games.py:Nim"), is_class_name("nim"), is_class_name("C:/rules/nim.pl")
    (True, False, False)
    """
    return isinstance(game, str) and ":" in game and not game.endswith(".pl")


def position_of(game: AnyGame, given: Any) -> Any:
    """Give the state that is asked about: the first for None, and what a `Position`, text or a term stands for.

    Text is read as the game reads it, unless the game's own states are text; a term stands for a state of a game that
    encodes them. Anything else is taken for a state. Raises InvalidStateError for text that cannot be read, and for a
    `Position` of another game.

    >>> from pyengine.native import twin
    >>> position_of(twin("nim"), None) == twin("nim").initial
    True
    """
    require_game(game)
    if given is None:
        return game.initial
    held = getattr(given, "state_in", None)  # a Position, which stands above this module
    if held is not None:
        return held(game)
    if isinstance(given, str):
        if isinstance(game.initial, str):
            return given
        try:
            return parse_state(game, given)
        except TermSyntaxError as error:
            raise InvalidStateError(f"the text {given!r} cannot be read as a position: {error}") from None
    try:
        hash(given)
    except TypeError:
        raise InvalidStateError(f"a position can be hashed, and {show_value(given)} cannot") from None
    encode = getattr(game, "state", None) if hasattr(game, "term") else None
    if callable(encode) and is_term(given):
        return encode(given)
    adopt = getattr(game, "adopt", None)  # of a game whose positions another one may have made
    return given if adopt is None else adopt(given)


def drawing(game: AnyGame, state: Any) -> str:
    """Show a position to people: by the game's own `show`, as the rows of its board, or as text."""
    if getattr(game, "show", None) is not None:
        return str(game.show(state))  # type: ignore[attr-defined]
    cells = board_cells(game, state)
    return state_text(game, state) if cells is None else rows_text(cells)


def rows_text(rows: Sequence[Sequence[str]]) -> str:
    """Put the cells of a board under each other."""
    width = max((len(cell) for row in rows for cell in row), default=0)
    return "\n".join(" ".join(cell.ljust(width) for cell in row).rstrip() for row in rows)


def board_cells(game: AnyGame, state: Any) -> list[list[str]] | None:
    """Give the board of a position as rows of texts, atoms without their quotes; None where there is no board."""
    rows = game.board(state) if offers(game, "board") else None  # type: ignore[attr-defined]
    return None if rows is None else [[_cell_text(cell) for cell in row] for row in rows]


def _cell_text(cell: Any) -> str:
    if isinstance(cell, Atom):
        return cell.name
    return cell.text if isinstance(cell, String) else str(cell)


def count_of(number: int, thing: str, things: str | None = None) -> str:
    """Write a number and its noun, in the singular or plural.

    >>> count_of(1, "move"), count_of(1200, "node"), count_of(2, "leaf", "leaves")
    ('1 move', '1,200 nodes', '2 leaves')
    """
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"


def suggestion(word: str, known: Iterable[str]) -> str:
    """Give the hint for an unknown name: the closest known one, else all of them.

    >>> suggestion("nimm", ["nim", "kayles"]), suggestion("chess", ["nim", "kayles"])
    ("did you mean 'nim'?", 'there are: nim, kayles')
    """
    names = list(known)
    near = difflib.get_close_matches(word, names, 1)
    return f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(names)}"


def split_outside_brackets(text: str, is_separator: Callable[[str], bool]) -> Iterator[str]:
    """Give the parts of a text between separators; those inside brackets and quotes belong to a part.

    Where a bracket or a quote is open, all behind it is the last part.

    >>> list(split_outside_brackets("eval=4,piles=[1,2],plain", lambda c: c == ","))
    ['eval=4', 'piles=[1,2]', 'plain']
    """
    part, depth, quote = "", 0, ""
    for c in text:
        if quote:
            quote = "" if c == quote else quote
        elif c in "'\"":
            quote = c
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        elif is_separator(c) and depth <= 0:
            yield part
            part = ""
            continue
        part += c
    yield part
