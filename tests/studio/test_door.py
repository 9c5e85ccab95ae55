"""Who gets in: pages of the studio itself, opened by who has its token, and nobody else."""

from __future__ import annotations

import http.client
import json
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from .conftest import LONG, Served, run


def get(served: Served, path: str, **headers: str) -> tuple[int, dict[str, str], str]:
    line = http.client.HTTPConnection("127.0.0.1", served.port, timeout=LONG)
    line.request("GET", path, headers={"Host": f"127.0.0.1:{served.port}", **headers})
    answer = line.getresponse()
    found = answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read().decode()
    line.close()
    return found


def test_the_link_sets_a_cookie_that_no_script_reads_and_leaves_no_token_in_the_address(served: Served) -> None:
    status, headers, _ = get(served, f"/?token={served.token}")
    assert (status, headers["location"]) == (303, "/")
    assert headers["set-cookie"] == f"{served.cookie}; Path=/; HttpOnly; SameSite=Strict"
    assert headers["cache-control"] == "no-store"


def test_the_page_is_for_who_has_the_cookie(served: Served) -> None:
    for path in ("/", "/?lang=de", "/?token=of-another-day"):
        assert get(served, path, Cookie=served.cookie)[0] == 200
    for cookies in ({}, {"Cookie": f"pyengine-studio-{served.port}=guess"}, {"Cookie": f"other={served.token}"}):
        status, _, text = get(served, "/", **cookies)
        assert status == 403
        assert "pyengine studio" in text
        assert served.token not in text


@pytest.mark.parametrize("other", ['settings={"a":1}', "two words", "=", "a=b=c", "x=\u00fc"])
def test_cookies_of_other_servers_on_this_machine_keep_nobody_out(served: Served, other: str) -> None:
    """Ports of one host share their cookies, and a browser sends them as they were set."""
    for cookies in (f"{other}; {served.cookie}", f"{served.cookie}; {other}"):
        assert get(served, "/", Cookie=cookies)[0] == 200
    assert get(served, "/", Cookie=f"{other}; {served.cookie}x")[0] == 403
    assert get(served, "/", Cookie=f"{served.cookie}; {served.cookie}x")[0] == 403


def test_a_name_longer_than_any_file_has_is_that_of_nothing(served: Served) -> None:
    assert get(served, f"/{'a' * 300}.js")[0] == 404


@pytest.mark.parametrize("query", ["token=", "token=guess", "token=%00", "x=1", "token=a&token=b", "&" * 500])
def test_a_wrong_token_gets_nothing(served: Served, query: str) -> None:
    status, headers, text = get(served, f"/?{query}")
    assert status == 403
    assert "set-cookie" not in headers
    assert served.token not in text


@pytest.mark.parametrize("path", ["/", "/app.js", "/index.html", "/nothing", "/session"])
@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil:1", ""]
)
def test_a_name_that_was_made_to_stand_for_this_machine_gets_nothing(served: Served, path: str, host: str) -> None:
    status, _, _ = get(served, path, Host=host.format(port=served.port), Cookie=served.cookie)
    assert status in (400, 421)


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_the_loopback_has_several_names(served: Served, name: str) -> None:
    assert get(served, "/", Host=f"{name}:{served.port}", Cookie=served.cookie)[0] == 200


def test_every_answer_says_what_a_page_may_do(served: Served) -> None:
    for path in ("/", "/app.js", "/nothing"):
        _, headers, _ = get(served, path, Cookie=served.cookie)
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "script-src 'self';" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize(
    "path",
    [
        "/../server.py",
        "/%2e%2e/server.py",
        "/..%2fserver.py",
        "//etc/passwd",
        "/%00",
        "/app.js%00.png",
        "/..\\server.py",
    ],
)
def test_only_files_of_the_page_are_served(served: Served, path: str) -> None:
    assert get(served, path, Cookie=served.cookie)[0] in (400, 404)


@pytest.mark.parametrize(
    "changed",
    [
        {"origin": None},
        {"origin": "null"},
        {"origin": "http://evil.example"},
        {"origin": "https://127.0.0.1:{port}"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "http://127.0.0.1:{port}.evil.example"},
        {"headers": {}},
        {"headers": {"Cookie": "pyengine-studio-{port}=guess"}},
        {"headers": {"Cookie": "pyengine-studio-{port}="}},
        {"headers": {"Authorization": "Bearer {token}"}},
    ],
    ids=str,
)
@pytest.mark.parametrize("path", ["/session", "/language", "/session?token={token}"])
def test_a_web_socket_of_another_page_is_closed_before_it_is_open(
    served: Served, path: str, changed: dict[str, Any]
) -> None:
    known = {"port": served.port, "token": served.token}
    told = json.loads(json.dumps(changed).replace("{port}", str(served.port)).replace("{token}", served.token))

    async def knock() -> None:
        async with served.connect(path.format(**known), **told):
            pass

    with pytest.raises(InvalidStatus) as refused:
        run(knock())
    assert refused.value.response.status_code == 403


def test_a_rebound_name_opens_no_web_socket(served: Served) -> None:
    line = http.client.HTTPConnection("127.0.0.1", served.port, timeout=LONG)
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Cookie": served.cookie,
    }
    evil = f"evil.example:{served.port}"
    line.request("GET", "/session", headers={**upgrade, "Host": evil, "Origin": f"http://{evil}"})
    assert line.getresponse().status == 403
    line.close()


def test_nothing_is_posted(served: Served) -> None:
    line = http.client.HTTPConnection("127.0.0.1", served.port, timeout=LONG)
    line.request("POST", "/", body="x", headers={"Cookie": served.cookie})
    assert line.getresponse().status == 405
    line.close()
