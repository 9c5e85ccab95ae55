"""Every path that CONTRIBUTING.md, SECURITY.md, `.ci/portable` and the workflow name is there."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NAMED = re.compile(r"(?:pyengine|tests|rules|docs|benchmarks|examples|\.ci)/[\w./-]*[\w/]|\w+\.(?:md|toml)\b")
PAGES = ("CONTRIBUTING.md", "SECURITY.md", ".ci/portable", ".github/workflows/ci.yml")


@pytest.mark.parametrize("page", PAGES)
def test_every_path_is_there(page: str) -> None:
    named = set(NAMED.findall((ROOT / page).read_text(encoding="utf-8")))
    assert named
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("script", ["run", "portable"])
def test_the_scripts_can_be_run(script: str) -> None:
    assert os.access(ROOT / ".ci" / script, os.X_OK)
