"""A position as a page shows it: its board, what can be played there and by which clicks, and how it ended."""

from __future__ import annotations

from typing import Any

from pyengine import boards
from pyengine.arena.rulebook import move_name
from pyengine.boards.changes import changes
from pyengine.boards.picture import Picture, picture_of
from pyengine.errors import BoardError, IllegalMoveError, PyengineError, SavedGameError, TermSyntaxError
from pyengine.game import Game, expand
from pyengine.stores.json_shapes import MISSHAPEN, read_json, shaped
from pyengine.studio.loaded_game import LoadedGame
from pyengine.studio.protocol import GamePlace
from pyengine.texts import drawing, parse_move, split_outside_brackets, state_text
from pyengine.winners import tell_end, winners


def position_as_json(loaded: LoadedGame, place: GamePlace) -> dict[str, Any]:
    """Say all about a position that a page shows."""
    previous = loaded.state(GamePlace(place.start, place.moves[:-1])) if place.moves else None
    told = state_as_json(loaded.game, loaded.state(place), previous)
    return {"place": {"start": place.start, "moves": list(place.moves)}, **told}


def state_as_json(game: Game[Any, Any], state: Any, previous: Any = None) -> dict[str, Any]:
    """Say the same of a position of any game; `previous` is the one before the last move."""
    expansion = expand(game, state)
    utilities = expansion.utilities
    players = [str(player) for player in game.players]
    told = {
        "text": state_text(game, state),
        "mover": None if utilities is not None else expansion.mover,
        "over": utilities is not None,
        "utilities": None if utilities is None else [str(value) for value in utilities],
        "ending": None if utilities is None else tell_end(game, utilities, players),
        "winners": None if utilities is None else winners(game, utilities),
    }
    names = [move_name(game, move, state) for move in expansion.moves]
    try:
        here = picture_of(game, state)
        return {
            **told,
            "moves": [_move_as_json(game, name, here, at) for name, at in zip(names, expansion.children, strict=True)],
            "svg": boards.svg(game, state, previous=previous),
            "described": boards.describe(game, state),
            "contents": boards.cells(game, state),
            "last": [] if previous is None else list(changes(picture_of(game, previous), here)[0]),
            "problem": None,
        }
    except BoardError as error:  # it can be played without its picture
        moves: list[dict[str, Any]] = [{"text": name, "cells": [], "from": None, "to": None} for name in names]
        shown = drawing(game, state)
        return {
            **told,
            "moves": moves,
            "svg": "",
            "described": shown,
            "contents": {},
            "last": [],
            "problem": str(error),
        }


def _move_as_json(game: Game[Any, Any], name: str, here: Picture, child: Any) -> dict[str, Any]:
    changed, (origin, target) = changes(here, picture_of(game, child))
    return {"text": name, "cells": list(changed), "from": origin, "to": target}


def read_place(loaded: LoadedGame, text: str) -> GamePlace:
    """Find the place that a pasted text stands for: a game that was saved, moves from the start, or a position."""
    text = text.strip()
    place = _recorded(text) if text.startswith("{") else _played(loaded, text) or GamePlace(text)
    loaded.state(place)
    return place


def _recorded(text: str) -> GamePlace:
    try:
        told = read_json(text)
        return GamePlace(shaped(str | None, told.get("start")), shaped(tuple[str, ...], told["moves"]))
    except MISSHAPEN:
        raise SavedGameError("that is not a game that was saved") from None


def _played(loaded: LoadedGame, text: str) -> GamePlace | None:
    """Take text for moves that are played from the start; None where they cannot be."""
    game, state = loaded.game, loaded.game.initial
    moves: list[str] = []
    try:
        for word in split_outside_brackets(text, str.isspace):
            if word:
                move = parse_move(game, word, state)
                moves.append(move_name(game, move, state))
                state = game.result(state, move)
    except (IllegalMoveError, TermSyntaxError):
        return None
    except PyengineError:
        if not moves:
            return None
        raise
    return GamePlace(None, tuple(moves)) if moves else None
