"""What the compiler cannot compile, said so that the author of a rule file can act on it."""

from __future__ import annotations

from pyengine.errors import Place


class UnsupportedError(Exception):
    """A goal that compiled rules cannot have; `SWI-Prolog` can."""

    def __init__(self, what: str, place: Place | None = None, hint: str | None = None) -> None:
        super().__init__(f"{place}: {what}" if place else what)
        self.what = what
        self.place = place
        self.hint = hint
