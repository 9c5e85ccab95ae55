"""`pyengine lsp`: the language server, for editors."""

from __future__ import annotations

import logging
from functools import partial

import click

from pyengine.cli.terminal import report
from pyengine.errors import LibraryMissingError, ReasonerError
from pyengine.quoting import quote_line


@click.command()
@click.option("--stdio", is_flag=True, help="Speak over standard input and output; so it is unless told otherwise.")
@click.option("--tcp", is_flag=True, help="Wait for an editor at --host and --port.")
@click.option("--websocket", is_flag=True, help="The same, for a browser.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to wait.")
@click.option("--port", type=click.IntRange(0, 65535), default=2087, show_default=True, help="Where to wait.")
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="ORIGIN",
    help="With --websocket, serve pages of this origin, too, such as https://example.org; pages of this machine are.",
)
@click.option("--no-files", is_flag=True, help="Look at no files: what is open is all that there is.")
def command(
    stdio: bool, tcp: bool, websocket: bool, host: str, port: int, origins: tuple[str, ...], no_files: bool
) -> int:
    """Serve an editor by the language server protocol.

    Editors start it themselves: docs/editors.md has what to tell each of them. Rules that are open in an editor are
    never trusted.
    """
    if stdio + tcp + websocket > 1:
        raise click.UsageError("--stdio, --tcp and --websocket exclude each other")
    try:
        from pyengine.editor.connections import serve_pipes, serve_port, serve_sockets
        from pyengine.editor.features import make_server
    except ImportError as error:
        raise LibraryMissingError(
            f"the language server needs {error.name}: pip install 'pyengine-logic[editor]'"
        ) from None
    _log_briefly()
    make = partial(make_server, uses_files=not no_files)
    if not tcp and not websocket:
        return serve_pipes(make)
    try:
        return serve_port(make, host, port) if tcp else serve_sockets(make, host, port, origins)
    except OSError as error:
        raise ReasonerError(f"nobody can be served at {host}, port {port}: {error.strerror or error}") from None


def _log_briefly() -> None:
    """Let what goes wrong between an editor and the server be told in a line each, where editors show their logs."""
    logging.basicConfig(level=logging.ERROR, handlers=[_BriefHandler()])


class _BriefHandler(logging.Handler):
    """One line for each record: what it says, and the error that it is about."""

    def emit(self, record: logging.LogRecord) -> None:
        """Tell a record as one line."""
        error = record.exc_info[1] if record.exc_info else None
        told = record.getMessage() if error is None else f"{record.getMessage()}: {type(error).__name__}: {error}"
        report(quote_line(told))
