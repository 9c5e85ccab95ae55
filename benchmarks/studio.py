"""How long a page of the studio waits: for its game, and for a click while an analysis runs.

usage: python benchmarks/studio.py [GAME] [--clicks N]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

LINK = re.compile(r"http://(127\.0\.0\.1:(\d+))/\?token=(\S+)")


async def answered(socket: ClientConnection, ticket: int, method: str, **params: Any) -> tuple[float, Any]:
    """Ask, and give how long the answer took; news on the way is left out."""
    began = time.perf_counter()
    await socket.send(json.dumps({"id": ticket, "method": method, "params": params}))
    while (told := json.loads(await socket.recv())).get("id") != ticket:
        pass
    return time.perf_counter() - began, told["result"]


async def measure(game: str, clicks: int, link: re.Match[str]) -> None:
    """Load a game, begin an analysis, and click."""
    cookie = f"pyengine-studio-{link[2]}={link[3]}"
    address, origin = f"ws://{link[1]}/session", f"http://{link[1]}"
    async with connect(address, origin=origin, additional_headers={"Cookie": cookie}, proxy=None) as socket:  # type: ignore[arg-type]
        _, opened = await answered(socket, 1, "open", game=game)
        loading, loaded = await answered(socket, 2, "load", text=opened["text"], name=game)
        print(f"{game}: loaded in {1000 * loading:.0f} ms")
        start = {"start": None, "moves": []}
        await socket.send(json.dumps({"id": 3, "method": "analyse", "params": {"place": start, "seconds": 600}}))
        while json.loads(await socket.recv()).get("method") != "analysis":
            pass
        first = [move["text"] for move in loaded["position"]["moves"]]
        waited = []
        for click in range(clicks):
            await asyncio.sleep(0.05)
            place = {"start": None, "moves": [first[click % len(first)]]}
            waited.append(1000 * (await answered(socket, 4 + click, "position", place=place))[0])
        print(f"a click while an analysis runs: {statistics.median(waited):.1f} ms, at most {max(waited):.1f} ms")


def main() -> None:
    """Start a studio, and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", nargs="?", default="connect_four")
    parser.add_argument("--clicks", type=int, default=100)
    asked = parser.parse_args()
    command = [sys.executable, "-m", "pyengine", "studio", "--no-browser", "--port", "0"]
    with tempfile.TemporaryDirectory() as folder:
        studio = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
        assert studio.stdout is not None
        try:
            link = LINK.search(studio.stdout.readline())
            assert link is not None
            asyncio.run(measure(asked.game, asked.clicks, link))
        finally:
            studio.send_signal(signal.SIGINT)
            studio.wait()


if __name__ == "__main__":
    main()
