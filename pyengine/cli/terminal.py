"""The terminal: what is printed, what is reported, and what is asked there. No other module writes to it.

Whatever is written, nothing but line feeds and tabs acts: escapes, bells, carriage returns and overrides of direction
that rules, names or stores hold are shown as what they are. The colours are ours, and are added after that.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from pyengine.quoting import quote_lines

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

WIDE: Final = 100_000
"""Columns of a pipe: no line is broken in one."""


def tell(text: object = "", *, end: str = "\n", flush: bool = False) -> None:
    """Print to standard output."""
    print(quote_lines(str(text)), end=end, flush=flush)


def tell_exactly(content: bytes) -> None:
    """Print text byte for byte, for who reads it from a pipe; in a terminal it is quoted as everything is."""
    if sys.stdout.isatty():
        tell(content.decode("utf-8", "backslashreplace"), end="")
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def report(text: object) -> None:
    """Tell on standard error what is wrong, or what became of the work."""
    print(quote_lines(f"pyengine: {text}"), file=sys.stderr)


def ask(prompt: str) -> str:
    """Prompt, read a line, give it without its line end."""
    return input(quote_lines(prompt))


def shown(text: str, style: str = "", *, no_wrap: bool | None = None) -> Text:
    """Give text as what `console` prints: without markup, emoji codes or highlights, so that brackets are brackets."""
    from rich.text import Text

    return Text(quote_lines(text), style, no_wrap=no_wrap, overflow="ellipsis" if no_wrap else None)


def tell_coloured(text: str, colours: Mapping[str, str], *, end: str = "\n") -> None:
    """Print text; in a terminal, what a pattern fits has the style that is given with it."""
    if not sys.stdout.isatty():
        tell(text, end=end)
        return
    coloured = shown(text)
    for pattern, style in colours.items():
        coloured.highlight_regex(pattern, style)
    console().print(coloured, end=end, soft_wrap=True)


def console(*, stderr: bool = False) -> Console:
    """Give a console on standard output: no markup, no guessed colours, and no line is broken in a pipe."""
    from collections.abc import Iterable

    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    class Plain(Console):
        """A console whose reader may go away, as that of any stream; rich would end the process by itself."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
            """Quote whatever was not made by `shown`."""
            for segment in super().render(renderable, options):
                yield segment if segment.control else Segment(quote_lines(segment.text), segment.style)

    found = Plain(markup=False, highlight=False, emoji=False, stderr=stderr)
    if not found.is_terminal:
        found.width = WIDE
    return found
