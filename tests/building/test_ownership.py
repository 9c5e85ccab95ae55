"""What is kept is opened again only where nobody else can have put it, and a pickle makes terms and nothing else."""

from __future__ import annotations

import io
import os
import pickle
import subprocess
from pathlib import Path
from typing import Any

import pytest

from pyengine.building import parsed_cache
from pyengine.building.build_cache import BuildCache, open_build_cache
from pyengine.building.parsed_cache import ParsedCache
from pyengine.language.gate import examine_file
from pyengine.language.reading.files import open_source
from pyengine.reasoners import c_library

GAME = "player(max). player(min). initial(s). to_move(_, max). move(s, m, t). utility(t, 1r3).\n"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = tmp_path / "outer" / "cache"
    made.mkdir(mode=0o700, parents=True)
    monkeypatch.setenv("PYENGINE_CACHE", str(made))
    return made


def test_a_folder_of_ours_is_used(cache: Path) -> None:
    assert open_build_cache().folder == cache


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702, 0o1777])
def test_a_folder_that_others_can_write_to_is_not_used(cache: Path, mode: int) -> None:
    cache.chmod(mode)
    assert open_build_cache().folder != cache


@pytest.mark.parametrize(("mode", "used"), [(0o755, True), (0o777, False), (0o775, False), (0o1777, True)])
def test_who_can_rename_a_folder_can_put_another_in_its_place(cache: Path, mode: int, used: bool) -> None:
    cache.parent.chmod(mode)
    assert (open_build_cache().folder == cache) is used


def test_links_on_the_way_are_resolved_once(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_place = tmp_path / "open"
    open_place.mkdir()
    (open_place / "link").symlink_to(cache)
    open_place.chmod(0o777)
    monkeypatch.setenv("PYENGINE_CACHE", str(open_place / "link"))
    assert open_build_cache().folder == cache  # not by way of what others can change
    cache.parent.chmod(0o777)
    assert open_build_cache().folder != cache


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give a file away")
@pytest.mark.parametrize("part", ["outer", "outer/cache"])
def test_a_folder_of_another_user_is_not_used(cache: Path, tmp_path: Path, part: str) -> None:
    os.chown(tmp_path / part, 12345, 12345)
    assert open_build_cache().folder != cache


def plant_link(path: Path) -> None:
    other = path.parent / "elsewhere"
    path.rename(other)
    path.symlink_to(other)


def plant_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize("plant", [plant_link, plant_pipe, lambda path: path.chmod(0o666), lambda p: p.chmod(0o620)])
def test_a_file_that_others_can_change_is_not_found(cache: Path, plant: Any) -> None:
    shelf = BuildCache(cache)
    before = os.umask(0)  # whatever a compiler makes
    try:
        (cache / "made").write_bytes(b"library")
        path = shelf.keep(cache / "made", "name.so")
    finally:
        os.umask(before)
    assert shelf.find("name.so") == path
    plant(path)
    assert shelf.find("name.so") is None


class Evil:
    def __reduce__(self) -> tuple[Any, ...]:
        return os.system, ("touch made_by_a_pickle",)


class Nested:
    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, (Path, "unlink")


CALLED = (Evil(), Nested(), (1, [Evil()]), print, ParsedCache, subprocess.Popen, eval, os.path.join)


@pytest.mark.parametrize("evil", CALLED)
def test_a_pickle_can_call_nothing_else(evil: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(pickle.UnpicklingError, match="is no part of a program"):
        parsed_cache._Terms(io.BytesIO(pickle.dumps(evil))).load()
    assert list(tmp_path.iterdir()) == []


def test_a_planted_pickle_is_read_as_if_it_were_not_there(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rules = tmp_path / "game.pl"
    rules.write_text(GAME, encoding="utf-8")
    shelf = BuildCache(cache)
    kept = ParsedCache(shelf, trust=False)
    program = examine_file(rules, trust=False).program
    kept.keep(program)
    assert kept.find(open_source(rules)[0]) == program
    (path,) = cache.iterdir()
    name = shelf.name_of(path)
    shelf.forget(name)
    (cache / "planted").write_bytes(pickle.dumps(Evil()))
    shelf.keep(cache / "planted", name)
    assert kept.find(open_source(rules)[0]) is None
    assert not (tmp_path / "made_by_a_pickle").exists()


def test_a_library_is_not_loaded_from_a_folder_of_everybody(cache: Path) -> None:
    assert c_library._build_cache().folder == cache
    cache.chmod(0o777)
    assert c_library._build_cache().folder != cache
