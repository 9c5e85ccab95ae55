"""The board as a widget of Jupyter: what both sides know of each other, and what happens when it changes."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from pyengine.errors import PyengineError
from pyengine.notebook.widget import FOLDER, LONGEST, act, described_moves, fallback, picture, told, turn_text
from pyengine.position import Position


class BoardWidget(anywidget.AnyWidget):
    """A board to click. What is synced is what is seen: pictures and text; games and positions stay in Python."""

    _esm = (FOLDER / "widget.js").read_text(encoding="utf-8")
    _css = (FOLDER / "widget.css").read_text(encoding="utf-8")

    position = traitlets.Instance(Position)
    board = traitlets.Unicode("").tag(sync=True)
    turn = traitlets.Unicode("").tag(sync=True)
    text = traitlets.Unicode("").tag(sync=True)
    moves = traitlets.List(traitlets.Dict()).tag(sync=True)
    line = traitlets.List(traitlets.Unicode()).tag(sync=True)
    over = traitlets.Bool(False).tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    message = traitlets.Unicode("").tag(sync=True)
    seconds = traitlets.Float(1.0, min=0.0, max=LONGEST).tag(sync=True)
    analysing = traitlets.Bool(False).tag(sync=True)

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._show()
        self.observe(lambda _: self._show(), ["position", "analysing"])
        self.on_msg(lambda _, content, buffers: self.ask(content))

    def ask(self, content: object) -> None:
        """Do what was asked for on the board: `{"action": "play", "move": "5"}`, `undo`, `restart` or `reply`."""
        self.busy, self.message = True, ""
        try:
            self._put(act(self.position, content, self.seconds))
        except PyengineError as error:
            self.message = told(error)
        finally:
            self.busy = False

    def _put(self, position: Position) -> None:
        """Put a position on the board; an equal one, to which another line led, would not be noticed by itself."""
        is_equal = self.position == position
        self.position = position
        if is_equal:
            self._show()

    def _show(self) -> None:
        """Tell the page what is on the board; then, where that is asked for, what each move is worth."""
        position = self.position
        try:
            with self.hold_sync():
                self.board, self.turn, self.text = picture(position), turn_text(position), str(position)
                self.line, self.over = [str(move) for move in position.line], position.is_over
                self.moves = described_moves(position, None)
            if self.analysing and not position.is_over:
                was_busy, self.busy = self.busy, True
                self.moves = described_moves(position, self.seconds)
                self.busy = was_busy
        except PyengineError as error:
            self.message, self.busy = told(error), False

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Add the picture of the board, for where there are no widgets."""
        found = super()._repr_mimebundle_(**options)
        if found is None:
            return fallback(self.position)
        data, metadata = found if isinstance(found, tuple) else (found, {})
        return {**data, **fallback(self.position)}, metadata
