"""The pictures of the documentation are those that their commands draw."""

from __future__ import annotations

import importlib.util
from pathlib import Path

PICTURES = Path(__file__).parent.parent.parent / "docs" / "pictures"


def test_the_pictures_are_up_to_date(tmp_path: Path) -> None:
    specification = importlib.util.spec_from_file_location("draw", PICTURES / "draw.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    names = module.draw(tmp_path)
    assert sorted(names) == sorted(path.name for path in PICTURES.glob("*.svg"))
    for name in names:
        now, then = ((folder / name).read_text(encoding="utf-8") for folder in (tmp_path, PICTURES))
        assert now == then, f"{name} has changed: python docs/pictures/draw.py draws it again"
