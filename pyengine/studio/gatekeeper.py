"""Who may talk to the studio: pages that it gave out itself, to whoever has its token.

Other pages in the same browser can send requests to any address of this machine, and can have a name of their own
stand for it. So the names of the host and of the page's origin are compared with those of the studio, and what only
the person who started it can know, the token, with what a request brings along, in constant time.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import parse_qs

NAMES: Final = ("127.0.0.1", "localhost", "[::1]")
"""What the loopback is called."""
TOKEN_BYTES: Final = 32

Header = Callable[[str], str | None]
"""Gives a header by its name in small letters; None where it is not there, or is there twice."""


@dataclass(frozen=True, slots=True)
class Gatekeeper:
    """The door of a studio at one port.

    >>> door = Gatekeeper(8737, "secret")
    >>> door.is_own_host("localhost:8737"), door.is_own_host("evil.example:8737"), door.is_own_host(None)
    (True, False, False)
    >>> door.is_own_origin("http://127.0.0.1:8737"), door.is_own_origin("null"), door.is_own_origin(None)
    (True, False, False)
    """

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(TOKEN_BYTES), repr=False)

    @property
    def link(self) -> str:
        """What the person who started the studio opens."""
        return f"http://{NAMES[0]}:{self.port}/?token={self.token}"

    @property
    def cookie(self) -> str:
        """The name of the cookie: ports of one host share cookies, and each has a studio of its own."""
        return f"pyengine-studio-{self.port}"

    @property
    def cookie_text(self) -> str:
        """The header that sets the cookie: no script can read it, and other sites' requests do not bring it along."""
        return f"{self.cookie}={self.token}; Path=/; HttpOnly; SameSite=Strict"

    def is_own_host(self, host: str | None) -> bool:
        """Tell whether a request was meant for the loopback, by whatever name it came here."""
        return host is not None and host.lower() in {f"{name}:{self.port}" for name in NAMES}

    def is_own_origin(self, origin: str | None) -> bool:
        """Tell whether a page of the studio itself is asking."""
        return origin is not None and origin.startswith("http://") and self.is_own_host(origin.removeprefix("http://"))

    def is_token(self, told: str | None) -> bool:
        """Tell whether somebody knows the token; how long that takes says nothing about it."""
        return told is not None and secrets.compare_digest(told.encode(errors="replace"), self.token.encode())

    def has_token(self, query: str) -> bool:
        """Tell whether the token is in the query of an address."""
        try:
            told = parse_qs(query, max_num_fields=16).get("token", [])
        except ValueError:
            return False
        return len(told) == 1 and self.is_token(told[0])

    def has_cookie(self, header: str | None) -> bool:
        """Tell whether a request brings the token along as a cookie.

        Other servers of this machine may have cookies of any shape beside it: each is looked at by itself.
        """
        pairs = (cookie.strip().partition("=") for cookie in (header or "").split(";"))
        told = [value for name, _, value in pairs if name == self.cookie]
        return len(told) == 1 and self.is_token(told[0])

    def admits_page(self, header: Header) -> bool:
        """Tell whether a web socket is one of a page that the studio gave out."""
        return (
            self.is_own_host(header("host"))
            and self.is_own_origin(header("origin"))
            and self.has_cookie(header("cookie"))
        )
