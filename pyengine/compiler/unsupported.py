"""What the compiler cannot compile, said so that the author of a rule file can act on it."""

from __future__ import annotations

from pyengine.errors import Place


class UnsupportedError(Exception):
    """A goal that compiled rules cannot have; SWI-Prolog can.

    `place` is that of its clause, or its own; `goal` is the name and the number of arguments that it has in the file.
    """

    def __init__(
        self, what: str, place: Place | None = None, hint: str | None = None, goal: tuple[str, int] | None = None
    ) -> None:
        super().__init__(f"{place}: {what}" if place else what)
        self.what = what
        self.place = place
        self.hint = hint
        self.goal = goal

    def at(self, place: Place | None, goal: tuple[str, int] | None = None) -> UnsupportedError:
        """Say the same of a place, and of a goal, where no other is known."""
        return UnsupportedError(self.what, self.place or place, self.hint, self.goal or goal)
