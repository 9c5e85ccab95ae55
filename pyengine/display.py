"""What shows itself in a notebook."""

from __future__ import annotations

from collections.abc import Collection

import pyengine


class Displayed:
    """A value that notebooks show as a picture or a table, and as text where they cannot."""

    __slots__ = ()

    def _repr_mimebundle_(
        self, include: Collection[str] | None = None, exclude: Collection[str] | None = None
    ) -> dict[str, str]:
        """Give what IPython shows, by its kind; `include` and `exclude` are its own to apply."""
        return pyengine.mimebundle(self)
