"""Positions as PettingZoo and Gymnasium show them: as text, or as an array of pixels of the drawn board."""

from __future__ import annotations

import struct
import zlib
from typing import Any, Final

import numpy as np

from pyengine.boards import draw
from pyengine.boards.images import image, require_image_library
from pyengine.bridges.numbered_game import NumberedPosition
from pyengine.bridges.pettingzoo.window import Window, require_window_library
from pyengine.errors import ParameterError

RENDER_MODES: Final = ("ansi", "human", "rgb_array")
_WIDTH: Final = 400
_LEAST_BYTES: Final = 8


def require_render_mode(mode: str | None) -> None:
    """Refuse what is no render mode, and one whose library is missing."""
    if mode is not None and mode not in RENDER_MODES:
        raise ParameterError(f"no render mode {mode!r}; there are: {', '.join(RENDER_MODES)}")
    if mode in ("rgb_array", "human"):
        require_image_library("png")
    if mode == "human":
        require_window_library()


def rendered(position: NumberedPosition, mode: str, window: Window) -> Any:
    """Give a position as text, or as an array: rows of pixels of three bytes; for `human` a window shows it."""
    if mode == "ansi":
        return f"{position}\n"
    pixels = _pixels(image(draw(position.game.game, position.state, theme="light"), "png", width=_WIDTH))
    if mode == "rgb_array":
        return pixels
    return window.show(pixels)


def _pixels(png: bytes) -> Any:
    """Read a picture that our renderer wrote: eight bits a channel, with or without one for opacity, not interlaced."""
    width = height = channels = 0
    packed = b""
    place = _LEAST_BYTES
    while place < len(png):
        (size,), kind = struct.unpack(">I", png[place : place + 4]), png[place + 4 : place + 8]
        body = png[place + 8 : place + 8 + size]
        if kind == b"IHDR":
            width, height, _, colour = struct.unpack(">IIBB", body[:10])
            channels = {2: 3, 6: 4}[colour]
        elif kind == b"IDAT":
            packed += body
        place += size + 12
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, width * channels + 1)
    return _unfiltered(rows, channels).reshape(height, width, channels)[:, :, :3].copy()


def _unfiltered(rows: Any, channels: int) -> Any:
    """Undo what PNG does to rows so that they pack well: each byte is a difference from its neighbours."""
    above = np.zeros(rows.shape[1] - 1, np.uint8)
    found = np.zeros((rows.shape[0], rows.shape[1] - 1), np.uint8)
    for number, row in enumerate(rows):
        kind, line = int(row[0]), row[1:]
        if kind == 0:
            here = line.copy()
        elif kind == 2:
            here = line + above
        elif kind == 1:
            here = np.cumsum(line.reshape(-1, channels), axis=0, dtype=np.uint8).reshape(-1)
        else:
            here = _by_neighbours(kind, line, above, channels)
        found[number] = above = here
    return found


def _by_neighbours(kind: int, line: Any, above: Any, channels: int) -> Any:
    here = [0] * len(line)
    up = above.tolist()
    for place, byte in enumerate(line.tolist()):
        left = here[place - channels] if place >= channels else 0
        corner = up[place - channels] if place >= channels else 0
        if kind == 3:
            guess = (left + up[place]) // 2
        else:
            near = left + up[place] - corner
            guess = min((left, up[place], corner), key=lambda value: abs(near - value))
        here[place] = (byte + guess) & 255
    return np.array(here, np.uint8)
