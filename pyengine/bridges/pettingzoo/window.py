"""A window that shows positions, for the render mode `human`."""

from __future__ import annotations

from typing import Any

from pyengine.errors import LibraryMissingError


def require_window_library() -> None:
    """Say what to install where windows cannot be opened."""
    try:
        import pygame  # noqa: F401
    except ImportError:
        told = "this needs pygame: pip install 'pyengine-logic[pettingzoo]'"
        raise LibraryMissingError(told) from None


class Window:
    """One window, opened by the first picture that it shows."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._screen: Any = None

    def show(self, pixels: Any) -> None:
        """Show rows of pixels of three bytes."""
        import pygame

        size = pixels.shape[1], pixels.shape[0]
        if self._screen is None or self._screen.get_size() != size:
            pygame.display.init()
            self._screen = pygame.display.set_mode(size)
            pygame.display.set_caption(self._title)
        self._screen.blit(pygame.surfarray.make_surface(pixels.swapaxes(0, 1)), (0, 0))
        pygame.event.pump()
        pygame.display.flip()

    def close(self) -> None:
        """Close it, if it was opened."""
        import pygame

        if self._screen is not None:
            pygame.display.quit()
            self._screen = None
