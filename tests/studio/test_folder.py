"""What is read and written: files of the folder, and nothing else, whatever a page calls it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pyengine.errors import FileExistsAlreadyError, NotWrittenError, OutsideFolderError
from pyengine.language.sizes import MOST_RULE_BYTES
from pyengine.studio.folder import MOST_FILES, StudioFolder

from .conftest import Served, ToldError, run

OUTSIDE = [
    "",
    ".",
    "..",
    "../out.pl",
    "sub/../../out.pl",
    "sub/../in.pl",
    "./in.pl",
    "/etc/passwd",
    "/tmp/out.pl",
    "//host/out.pl",
    "~/out.pl/../x",
    "in.pl\0",
    "in.pl\0.txt",
    "sub\\..\\out.pl",
    "C:\\out.pl",
    "C:out.pl",
    "in.pl:stream.pl",
    "con.pl",
    "NUL.pl",
    "aux.txt",
    "com1.pl",
    "in.pl.",
    "in.pl ",
    " in.pl",
    ".hidden.pl",
    ".git/config.txt",
    "sub/.pl",
    ".pl",
    "in.py",
    "in",
    "in.pl/",
    "in\n.pl",
    "in\x1b[2J.pl",
    "\u202ein.pl",
    "a" * 300 + ".pl",
    "/".join(["a"] * 600) + ".pl",
    "\ud800.pl",
]


@pytest.fixture
def folder(tmp_path: Path) -> StudioFolder:
    inside = tmp_path / "inside"
    (inside / "sub").mkdir(parents=True)
    (inside / "in.pl").write_text("in")
    (tmp_path / "out.pl").write_text("out")
    return StudioFolder.at(inside)


@pytest.mark.parametrize("name", OUTSIDE, ids=[repr(name)[:30] for name in OUTSIDE])
def test_no_name_leads_out(folder: StudioFolder, name: str) -> None:
    with pytest.raises(OutsideFolderError):
        folder.read(name)
    with pytest.raises(OutsideFolderError):
        folder.write(name, "x", replace=True)
    assert (folder.root.parent / "out.pl").read_text() == "out"
    assert sorted(path.name for path in folder.root.iterdir()) == ["in.pl", "sub"]


def test_no_link_leads_out(folder: StudioFolder) -> None:
    out = folder.root.parent
    (folder.root / "link.pl").symlink_to(out / "out.pl")
    (folder.root / "dangling.pl").symlink_to(out / "new.pl")
    (folder.root / "loop.pl").symlink_to(folder.root / "loop.pl")
    (folder.root / "up").symlink_to(out)
    (folder.root / "disguised.pl").symlink_to(folder.root / "secret.key")
    (folder.root / "secret.key").write_text("key")
    for name in ("link.pl", "dangling.pl", "loop.pl", "up/out.pl", "disguised.pl"):
        with pytest.raises((OutsideFolderError, NotWrittenError)):
            folder.read(name)
        with pytest.raises((OutsideFolderError, NotWrittenError)):
            folder.write(name, "x", replace=True)
    assert (out / "out.pl").read_text() == "out"
    assert not (out / "new.pl").exists()
    assert folder.files() == ["in.pl"]


def test_files_of_the_folder_itself_are_listed_before_the_many_of_another(tmp_path: Path) -> None:
    for name in ("archive", "zoo"):
        (tmp_path / name).mkdir()
        for number in range(MOST_FILES):
            (tmp_path / name / f"{number}.txt").touch()
    (tmp_path / "mine.pl").touch()
    files = StudioFolder.at(tmp_path).files()
    assert (files[0], len(files)) == ("mine.pl", MOST_FILES)


def test_a_link_that_stays_inside_is_followed(folder: StudioFolder) -> None:
    (folder.root / "link.pl").symlink_to(folder.root / "in.pl")
    assert folder.read("link.pl") == "in"
    folder.write("link.pl", "new", replace=True)
    assert (folder.root / "in.pl").read_text() == "new"
    assert (folder.root / "link.pl").is_symlink()


def test_a_folder_that_is_a_link_is_taken_where_it_leads(tmp_path: Path, folder: StudioFolder) -> None:
    (tmp_path / "alias").symlink_to(folder.root)
    assert StudioFolder.at(tmp_path / "alias").read("in.pl") == "in"


def test_a_file_is_replaced_only_where_that_is_meant(folder: StudioFolder) -> None:
    with pytest.raises(FileExistsAlreadyError):
        folder.write("in.pl", "other", replace=False)
    assert folder.read("in.pl") == "in"
    folder.write("in.pl", "öther\n", replace=True)
    assert (folder.root / "in.pl").read_bytes() == "öther\n".encode()
    folder.write("sub/new.game.json", "{}", replace=False)
    assert folder.files() == ["in.pl", "sub/new.game.json"]
    assert sorted(path.name for path in folder.root.iterdir()) == ["in.pl", "sub"]


def test_what_is_no_file_is_left_alone(folder: StudioFolder) -> None:
    (folder.root / "folder.pl").mkdir()
    os.mkfifo(folder.root / "pipe.pl")
    for name in ("folder.pl", "pipe.pl"):
        with pytest.raises(OutsideFolderError):
            folder.read(name)
        with pytest.raises(NotWrittenError):
            folder.write(name, "x", replace=True)
    with pytest.raises(NotWrittenError):
        folder.write("nowhere/new.pl", "x", replace=True)


def test_a_file_keeps_who_may_read_it(folder: StudioFolder) -> None:
    (folder.root / "in.pl").chmod(0o600)
    folder.write("in.pl", "new", replace=True)
    assert (folder.root / "in.pl").stat().st_mode & 0o777 == 0o600


def test_huge_files_are_neither_read_nor_written(folder: StudioFolder) -> None:
    with (folder.root / "huge.pl").open("wb") as file:
        file.truncate(MOST_RULE_BYTES + 1)
    with pytest.raises(OutsideFolderError):
        folder.read("huge.pl")
    with pytest.raises(NotWrittenError):
        folder.write("in.pl", "x" * (MOST_RULE_BYTES + 1), replace=True)
    assert folder.read("in.pl") == "in"


def test_bytes_that_are_no_text_are_shown_as_what_they_may_mean(folder: StudioFolder) -> None:
    (folder.root / "latin.pl").write_bytes("é.\n".encode("latin-1"))
    assert folder.read("latin.pl") == "é.\n"


def test_pages_read_and_write_by_the_same_rules(served: Served) -> None:
    (served.folder.parent / "secret.pl").write_text("secret")
    (served.folder / "link.pl").symlink_to(served.folder.parent / "secret.pl")

    async def ask() -> None:
        async with served.page() as page:
            assert await page.ask("save", file="new.pl", text="a.\n") == {"file": "new.pl"}
            assert await page.ask("open", file="new.pl") == {"name": "new", "file": "new.pl", "text": "a.\n"}
            with pytest.raises(ToldError) as told:
                await page.ask("save", file="new.pl", text="b.\n", replace=False)
            assert told.value.kind == "FileExistsAlreadyError"
            for name in ("../secret.pl", "link.pl", "/etc/passwd", "new.py"):
                for method, more in (("open", {}), ("save", {"text": "x", "replace": True})):
                    with pytest.raises(ToldError) as told:
                        await page.ask(method, file=name, **more)
                    assert told.value.kind == "OutsideFolderError"
                with pytest.raises(ToldError) as told:
                    await page.ask("load", text="a.", name="a", file=name, parameters={})
                assert told.value.kind == "OutsideFolderError"

    run(ask())
    assert (served.folder.parent / "secret.pl").read_text() == "secret"


def test_rules_include_what_is_beside_them_and_nothing_else(served: Served) -> None:
    (served.folder / "part.pl").write_text("player(max).\nplayer(min).\n")
    (served.folder.parent / "outside.pl").write_text("player(secret).\n")
    (served.folder / "sneaky.pl").symlink_to(served.folder.parent / "outside.pl")
    rest = "initial(a).\nto_move(_, max).\nmove(a, b, c).\nterminal(c).\nutility(c, 1).\n"

    async def ask() -> None:
        async with served.page() as page:
            told = await page.ask("load", text=f":- include(part).\n{rest}", name="main", file="main.pl", parameters={})
            assert told["game"]["players"] == ["max", "min"]
            for name in ("'../outside'", "sneaky", "'/etc/passwd'"):
                with pytest.raises(ToldError) as error:
                    await page.ask("load", text=f":- include({name}).\n{rest}", name="main", file="main.pl")
                assert "secret" not in error.value.message
                assert "root:" not in error.value.message

    run(ask())
