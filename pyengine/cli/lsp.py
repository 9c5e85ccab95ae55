"""`pyengine lsp`: the language server, for editors."""

from __future__ import annotations

import logging

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
def command(stdio: bool, tcp: bool, websocket: bool, host: str, port: int) -> None:
    """Serve an editor by the language server protocol.

    Editors start it themselves: docs/editors.md has what to tell each of them. Rules that are open in an editor are
    never trusted.
    """
    if stdio + tcp + websocket > 1:
        raise click.UsageError("--stdio, --tcp and --websocket exclude each other")
    try:
        from pyengine.editor.features import make_server
    except ImportError as error:
        raise LibraryMissingError(
            f"the language server needs {error.name}: pip install 'pyengine-logic[editor]'"
        ) from None
    _log_briefly()
    server = make_server()
    if not tcp and not websocket:
        server.start_io()
        return
    try:
        (server.start_tcp if tcp else server.start_ws)(host, port)
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
