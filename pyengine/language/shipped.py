"""Where the files that ship with pyengine are: the grammar and the rule files."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal


@cache
def shipped(kind: Literal["rules", "grammar"]) -> Path:
    """Give the folder of the shipped rules or grammar: inside an installed wheel, or at the top of a checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "_data" / kind
    return installed if installed.is_dir() else package.parent / kind
