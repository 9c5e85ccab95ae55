"""Kate, without a screen, set up as docs/editors.md says."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.editor.editors import GAME, SECONDS, settings

BETWEEN = """#!/bin/sh
tee -a "$TOLD/editor" | "$SERVER" -m pyengine "$@" | tee -a "$TOLD/server"
"""
RC = """[Kate Plugins]
lspclientplugin=true

[lspclient]
AllowedServerCommandLines={command} lsp
"""
"""What a person's yes is noted as, when Kate asks whether it may start the server."""


def has_told(folder: Path, who: str, *words: str) -> bool:
    path = folder / who
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return all(word in text for word in words)


@pytest.mark.hunt
def test_kate(tmp_path: Path) -> None:
    programs, config, runtime = tmp_path / "bin", tmp_path / "home" / "config", tmp_path / "runtime"
    for folder in (programs, config / "kate" / "lspclient", runtime):
        folder.mkdir(parents=True)
    runtime.chmod(0o700)
    (command := programs / "pyengine").write_text(BETWEEN)
    command.chmod(0o755)
    settings("json", "settings.json", config / "kate" / "lspclient")
    (config / "katerc").write_text(RC.format(command=command))
    (tmp_path / "game.pl").write_text("% kate: syntax Prolog;\n" + GAME)
    homes = {"HOME": str(tmp_path / "home"), "XDG_CONFIG_HOME": str(config), "XDG_RUNTIME_DIR": str(runtime)}
    found = {"PATH": os.pathsep.join([str(programs), os.environ["PATH"]]), "QT_QPA_PLATFORM": "offscreen"}
    logged = {"TOLD": str(tmp_path), "SERVER": sys.executable}
    kate = subprocess.Popen(
        ["kate", "--startanon", "--new", "game.pl"],
        cwd=tmp_path,
        env={**os.environ, **homes, **found, **logged},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            asked = has_told(tmp_path, "editor", "textDocument/didOpen", "textDocument/documentSymbol")
            if asked and has_told(tmp_path, "server", "publishDiagnostics", "singleton-variable", "amount/1"):
                return
            time.sleep(0.1)
    finally:
        kate.kill()
        kate.wait()
    pytest.fail("Kate was told nothing of the rules")
