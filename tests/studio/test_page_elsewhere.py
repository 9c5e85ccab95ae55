"""A page of another server on this machine, in a browser that has the cookie of the studio."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from .browsing import browsed
from .conftest import Served

TRIES = """async (studio) => {
    const socket = (path) => new Promise((done) => {
        const opened = new WebSocket(studio.replace("http", "ws") + path);
        opened.onopen = () => done("opened");
        opened.onerror = () => done("refused");
    });
    const asked = (path, how) => fetch(studio + path, {credentials: "include", ...how})
        .then((answer) => answer.type === "opaque" ? "opaque" : answer.text(), () => "refused");
    const framed = new Promise((done) => {
        const frame = document.createElement("iframe");
        frame.src = studio + "/";
        frame.onload = () => { try { done(frame.contentDocument.title || "nothing"); } catch { done("kept apart"); } };
        document.body.append(frame);
    });
    return {
        session: await socket("/session"),
        language: await socket("/language"),
        page: await asked("/"),
        form: await asked("/", {method: "POST", mode: "no-cors", body: "x"}),
        frame: await framed,
    };
}"""


class Elsewhere(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!DOCTYPE html><title>elsewhere</title><body>")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.hunt
def test_a_page_of_another_server_gets_nothing_of_the_studio(served: Served, elsewhere: str) -> None:
    """Ports of one host are one site to a browser, which sends the cookie along: where a page comes from decides."""
    with browsed(served) as page:
        page.locator(".board-pane").first.wait_for()
        other = page.context.new_page()
        other.goto(elsewhere)
        found = other.evaluate(TRIES, served.origin)
        assert {name: found[name] for name in ("session", "language", "page")} == dict.fromkeys(
            ("session", "language", "page"), "refused"
        )
        assert found["form"] in ("opaque", "refused")
        assert found["frame"] in ("kept apart", "nothing")
        assert other.title() == "elsewhere"
