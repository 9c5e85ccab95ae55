"""How long an editor waits: from a keystroke to what is wrong, for files of several lengths; and what the server holds.

python benchmarks/editor.py
python benchmarks/editor.py --edits 10000     after how many edits its memory is measured

A real client over pipes. Each keystroke puts in a character and the next one takes it out again, with a pause between
them, as people type. What is measured begins when the edit is sent and ends when the findings of that version arrive.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import statistics
import sys
import time
from pathlib import Path
from typing import Final

from lsprotocol import types
from pygls.lsp.client import LanguageClient
from rich.console import Console
from rich.table import Table as Sheet

CONSOLE: Final = Console(width=100)
RULES: Final = Path(__file__).resolve().parents[1] / "rules" / "connect_four.pl"
LENGTHS: Final = (100, 1_000, 10_000)
KEYSTROKES: Final = 30
PAUSE_SECONDS: Final = 0.15


class Editor(LanguageClient):
    """Notes when the findings of each version arrive."""

    def __init__(self) -> None:
        super().__init__("benchmark", "1")
        self.arrived: dict[int, float] = {}
        self.news = asyncio.Event()

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def arrive(params: types.PublishDiagnosticsParams) -> None:
            if params.version is not None:
                self.arrived.setdefault(params.version, time.perf_counter())
                self.news.set()

    async def wait_for(self, version: int) -> float:
        """Give when the findings of a version, or of a later one, arrived."""
        while max(self.arrived, default=0) < version:
            self.news.clear()
            await self.news.wait()
        return min(at for arrived, at in self.arrived.items() if arrived >= version)

    async def begin(self) -> None:
        """Start the server, which does not walk."""
        await self.start_io(sys.executable, "-m", "pyengine", "lsp")
        options = {"walk": False}
        await self.initialize_async(types.InitializeParams(types.ClientCapabilities(), initialization_options=options))
        self.initialized(types.InitializedParams())

    def open(self, uri: str, text: str) -> None:
        """Open a text."""
        self.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "prolog", 1, text)),
        )

    def edit(self, uri: str, version: int, line: int) -> None:
        """Put a letter in before a line, or take it out again."""
        start = types.Position(line, 0)
        end = types.Position(line, version % 2)
        change = types.TextDocumentContentChangePartial(types.Range(start, end), "" if version % 2 else "x")
        document = types.VersionedTextDocumentIdentifier(version, uri)
        self.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    def memory_megabytes(self) -> float:
        """Give how much memory the server holds."""
        server = self._server
        assert server is not None
        status = Path(f"/proc/{server.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024

    async def finish(self) -> None:
        """End the server."""
        await self.shutdown_async(None)
        self.exit(None)
        await self.stop()


def rules_of(lines: int) -> str:
    """Make a rule file of so many lines: a game, and then more and more predicates of the same kind."""
    game = RULES.read_text(encoding="utf-8").splitlines()
    whole, copy = list(game), 0
    names = sorted(set(re.findall(r"^([a-z]\w*)\(", "\n".join(game), re.MULTILINE)), key=len, reverse=True)
    while len(whole) < lines:
        copy += 1
        text = "\n".join(line for line in game if not line.startswith(":-"))
        for name in names:
            text = re.sub(rf"\b{name}\(", f"{name}_{copy}(", text)
        whole += text.splitlines()
    return "\n".join(whole[:lines]) + "\n"


async def measure(lines: int) -> tuple[float, float, float]:
    """Give the milliseconds to the first findings, and the median and the longest of some keystrokes."""
    editor = Editor()
    await editor.begin()
    uri, start = f"untitled:{lines}", time.perf_counter()
    editor.open(uri, rules_of(lines))
    opened = await editor.wait_for(1) - start
    waits = []
    for version in range(2, KEYSTROKES + 2):
        await asyncio.sleep(PAUSE_SECONDS + opened)
        start = time.perf_counter()
        editor.edit(uri, version, lines // 2)
        waits.append(await editor.wait_for(version) - start)
    await editor.finish()
    return 1000 * opened, 1000 * statistics.median(waits), 1000 * max(waits)


async def hold(lines: int, edits: int) -> tuple[float, float, float]:
    """Give what the server holds before and after many edits, one after the other, and the seconds that these took."""
    editor = Editor()
    await editor.begin()
    uri = "untitled:many"
    editor.open(uri, rules_of(lines))
    await editor.wait_for(1)
    before, start = editor.memory_megabytes(), time.perf_counter()
    for version in range(2, edits + 2):
        editor.edit(uri, version, lines // 2)
        if version % 50 == 0:
            await editor.wait_for(version)
    await editor.wait_for(edits + 1)
    seconds, after = time.perf_counter() - start, editor.memory_megabytes()
    await editor.finish()
    return before, after, seconds


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edits", type=int, default=10_000)
    asked = parser.parse_args()
    sheet = Sheet("lines", "opened, ms", "keystroke, ms", "longest, ms", title="from a keystroke to the findings")
    for lines in LENGTHS:
        opened, usual, longest = asyncio.run(measure(lines))
        sheet.add_row(f"{lines:,}", f"{opened:.0f}", f"{usual:.0f}", f"{longest:.0f}")
    CONSOLE.print(sheet)
    before, after, seconds = asyncio.run(hold(200, asked.edits))
    CONSOLE.print(
        f"{asked.edits:,} edits of 200 lines in {seconds:.0f} s: {before:.0f} MB before, {after:.0f} MB after"
    )


if __name__ == "__main__":
    main()
