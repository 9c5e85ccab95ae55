"""What an editor is told of the texts that are open in it, as they change."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import pytest
from lsprotocol.types import Position, PositionEncodingKind, Range

from pyengine.editor.walk import walk
from pyengine.language.gate import examine_file
from tests.editor.conftest import serving
from tests.editor.views import view_of

BROKEN = sorted((Path(__file__).parents[1] / "broken").glob("*.pl"))
RULES = sorted((Path(__file__).parents[2] / "rules").glob("*.pl"))
SMALL = "player(a).\nplayer(b).\ninitial(1).\nto_move(_, a).\nmove(1, go, 0).\nterminal(0).\nutility(0, 1).\n"


def test_findings_of_all_files_are_those_of_a_check() -> None:
    async def look() -> None:
        async with serving() as editor:
            for path in (*BROKEN, *RULES):
                try:
                    path.read_bytes().decode("utf-8-sig")
                except UnicodeDecodeError:
                    continue  # an editor gives text, not bytes
                uri = editor.open_file(path)
                told = await editor.findings(uri)
                expected = examine_file(path, trust=False).findings
                own = [finding for finding in expected if finding.place is None or finding.place.file == str(path)]
                assert [(d.code, d.range.start.line) for d in told] == [
                    (f.code, f.place.line - 1 if f.place else 0) for f in own
                ], path.name
                editor.close(uri)

    asyncio.run(look())


@pytest.mark.parametrize("encoding", list(PositionEncodingKind))
def test_columns_are_counted_in_the_units_of_the_editor(encoding: PositionEncodingKind) -> None:
    async def look() -> None:
        async with serving(encodings=[encoding]) as editor:
            uri = editor.open("untitled:one", SMALL + "é('🙂', Once, \t'🙂').\n")
            (found,) = await editor.findings(uri)
            start = {"utf-8": 11, "utf-16": 8, "utf-32": 7}[encoding.value]
            assert found.code == "singleton-variable"
            assert found.range == Range(Position(7, start), Position(7, start + 4))
            editor.change(uri, (Range(Position(7, start), Position(7, start + 4)), "_"))
            assert await editor.findings(uri) == []

    asyncio.run(look())


def test_a_game_is_walked_when_it_rests() -> None:
    async def look() -> None:
        async with serving(walk=True) as editor:
            uri = editor.open("file:///nowhere/stuck.pl", SMALL.replace("terminal(0).\n", "terminal(5).\n"))
            await editor.until(lambda: any(told.diagnostics for told in editor.told.get(uri, ())))
            assert [found.code for found in await editor.findings(uri)] == ["rule-error"]

    asyncio.run(look())


@pytest.mark.hunt
def test_a_walk_speaks_of_the_text_as_it_is_called_in_the_editor() -> None:
    view = view_of(SMALL.replace("initial(1)", "initial(4)").replace("move(1, go, 0).", "move(N, go, N - 1) :- N > 0."))
    (finding,) = asyncio.run(walk(view))
    assert "untitled:one:5:13" in (finding.hint or "")
    assert tempfile.gettempdir() not in str(finding)


def test_an_included_text_is_read_as_the_editor_has_it(tmp_path: Path) -> None:
    main, part = tmp_path / "main.pl", tmp_path / "part.pl"
    main.write_text(SMALL.replace("move(1, go, 0).\n", ":- include(part).\n"))
    part.write_text("move(1, go, 0).\n")

    async def look() -> None:
        async with serving(root=tmp_path) as editor:
            first = editor.open_file(main)
            assert await editor.findings(first) == []
            second = editor.open_file(part)
            assert await editor.findings(second) == []
            editor.change(second, "moev(1, go, 0).\n")
            assert [found.code for found in await editor.findings(second)] == ["missing-predicate"]
            editor.change(second, "helps(1).\n")
            assert await editor.findings(second) == []
            editor.change(first, SMALL)
            assert await editor.findings(first) == []
            await editor.until(lambda: [found.code for found in editor.told[second][-1].diagnostics] == ["not-a-game"])
            editor.close(second)
            await editor.until(lambda: not editor.told[second][-1].diagnostics)

    asyncio.run(look())


def test_a_text_that_is_opened_anew_is_read_anew(tmp_path: Path) -> None:
    main, part = tmp_path / "main.pl", tmp_path / "part.pl"
    main.write_text(f":- include(part).\n{SMALL}helps :- near.\n")
    part.write_text("near.\nfar(_).\n")

    async def look() -> None:
        async with serving(root=tmp_path) as editor:
            first, second = editor.open_file(main), editor.open_file(part)
            assert await editor.findings(second) == []
            editor.close(second)
            editor.open(second, "far.\nnear(_).\n")  # as long as before, and again the first version
            await editor.until(
                lambda: [one.code for one in editor.told[first][-1].diagnostics] == ["undefined-predicate"]
            )

    asyncio.run(look())


def test_what_is_shown_of_a_game_goes_with_the_last_of_its_texts(tmp_path: Path) -> None:
    main, part = tmp_path / "main.pl", tmp_path / "part.pl"
    main.write_text(f":- include(part).\n{SMALL}near(Once).\n")
    part.write_text("far(Once).\n")

    async def look() -> None:
        async with serving(root=tmp_path) as editor:
            first, second = main.as_uri(), editor.open_file(part)
            assert [found.code for found in await editor.findings(second)] == ["singleton-variable"]
            await editor.until(lambda: bool(editor.told[first][-1].diagnostics))
            editor.open_file(main)
            await editor.findings(first)
            editor.close(first)
            await editor.until(lambda: not editor.told[second][-1].diagnostics)
            await editor.until(lambda: bool(editor.told[second][-1].diagnostics))  # a part of it is open still
            editor.close(second)
            await editor.until(lambda: not any(editor.told[uri][-1].diagnostics for uri in (first, second)))

    asyncio.run(look())


def test_a_text_is_called_as_the_editor_calls_it(tmp_path: Path) -> None:
    folder = tmp_path / "of (1)+1"
    folder.mkdir()
    (folder / "main.pl").write_text(f":- include(part).\n{SMALL}helps :- near(1).\n")
    (folder / "part.pl").write_text("near(Once).\n")

    async def look() -> None:
        async with serving(root=tmp_path) as editor:
            first, second = (f"file://{tmp_path}/of%20(1)+1/{name}.pl" for name in ("main", "part"))  # as Neovim does
            editor.open(second, "near(Once).\n")
            editor.open(first, (folder / "main.pl").read_text())
            assert await editor.findings(first) == []
            assert [found.code for found in await editor.findings(second)] == ["singleton-variable"]
            assert editor.told.keys() <= {first, second, (folder / "main.pl").as_uri()}

    asyncio.run(look())


def test_names_that_uris_quote(tmp_path: Path) -> None:
    main, part = tmp_path / "my game é%20.pl", tmp_path / "a part.pl"
    main.write_text(SMALL.replace("move(1, go, 0).\n", ":- include('a part').\n"))
    part.write_text("move(1, go, Once).\n")

    async def look() -> None:
        async with serving(root=tmp_path) as editor:
            first = editor.open_file(main)
            assert await editor.findings(first) == []
            second = editor.open_file(part)
            assert [found.code for found in await editor.findings(second)] == ["singleton-variable"]
            editor.change(second, "move(1, go, 0).\n")
            assert await editor.findings(second) == []

    asyncio.run(look())
