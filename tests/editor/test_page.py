"""The page on editors: what it tells to put into settings can be read, and its tables are whole."""

from __future__ import annotations

import json
import tomllib

from pyengine.editor import commands
from tests.editor.editors import PAGE
from tests.pages import blocks

TEXT = PAGE.read_text(encoding="utf-8")
SERVER = ["pyengine", "lsp"]


def test_settings_of_helix_and_kate_start_the_server() -> None:
    (helix,) = [tomllib.loads(text) for language, text in blocks(PAGE) if language == "toml"]
    (kate,) = [json.loads(text) for language, text in blocks(PAGE) if language == "json"]
    server = helix["language-server"]["pyengine"]
    assert [server["command"], *server["args"]] == SERVER
    assert helix["language"][0]["language-servers"] == ["pyengine"]
    assert kate["servers"]["prolog"]["command"] == SERVER


def test_the_page_names_every_command() -> None:
    assert [name for name in commands.TITLES if f"`{name}`" not in TEXT] == []
