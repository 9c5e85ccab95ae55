"""The other places that findings speak of, and what is shown faded, as an editor is told over the pipe."""

from __future__ import annotations

import asyncio
from pathlib import Path

from lsprotocol.types import Diagnostic, DiagnosticTag

from tests.editor.conftest import serving

SMALL = "player(a).\nplayer(b).\ninitial(1).\nto_move(_, a).\nmove(1, go, 0).\nutility(0, 1).\n"
CASES = {
    "scattered-clauses": (
        "near(1).\nfar(1).\nnear(2).\ntop(2).\nnear(3).\nnear(4).\n",
        [(6, "others end here"), (10, "others begin here")],
    ),
    "repeated-clause": ("near(1, X) :- X = 1.\nnear(1, Y) :- Y = 1.\n", [(6, "the same clause")]),
    "unreachable-clause": ("near(_, Y) :-\n    !,\n    Y = 1.\nnear(1, 2).\n", [(7, "this cut comes first")]),
    "both-utilities": ("utility(0, a, 1).\nutility(0, b, -1).\n", [(5, "utility/2")]),
    "bad-parameter": ("parameter(size, 1).\nparameter(size, 2).\n", [(6, "the first one")]),
    "two-weights": (
        "feature(_, one, 1).\nweight(one, 1).\nweight(one, 2).\n",
        [(7, "the first one")],
    ),
    "unused-feature": ("staticval(_, 0).\nfeature(_, one, 1).\nweight(one, 1).\n", [(6, "staticval/2")]),
    "redefined-import": (
        ":- use_module(library(lists), [last/2]).\nlast(1, 2).\n",
        [(6, "imported here")],
    ),
    "reused-variable": ("near(_Cell) :-\n    _Cell = 1.\n", [(6, "it occurs here too")]),
    "undefined-predicate": ("near(1).\nnearer :- near(1, 2).\n", [(6, "near/1")]),
    "mismatched-bracket": ("near([1,\n      2}).\n", [(7, "it is closed here")]),
    "priority-clash": ("near(X) :-\n    X = 1\n    :- X.\n", [(6, "the other operator")]),
}  # fmt: skip
UNUSED = {
    "singleton-variable": "near(Cell).\n",
    "misspelt-predicate": "terminl(0).\n",
    "wrong-arity": "order(1, 2).\n",
    "unused-memory": "memory(Mem, M, [M|Mem]).\n",
    "unused-classes": "staticval(_, 0).\ncategory(_, c).\nexpected(c, 1).\n",
}


def told(found: Diagnostic) -> list[tuple[int, str]]:
    return [(place.location.range.start.line, place.message) for place in found.related_information or ()]


def test_findings_lead_to_the_other_places_that_they_speak_of() -> None:
    async def look() -> None:
        async with serving() as editor:
            for code, (text, expected) in CASES.items():
                uri = editor.open(f"untitled:{code}", SMALL + text)
                (found,) = [found for found in await editor.findings(uri) if found.code == code]
                assert told(found) == expected, code
                assert {place.location.uri for place in found.related_information or ()} == {uri}

    asyncio.run(look())


def test_a_circle_of_includes_is_shown_in_all_its_files(tmp_path: Path) -> None:
    main, part = tmp_path / "main.pl", tmp_path / "part.pl"
    main.write_text(SMALL + "\n:- include(part).\n")
    part.write_text("near(1).\n:- include(main).\n")

    async def look() -> None:
        async with serving(root=tmp_path) as editor:
            editor.open_file(main)
            uri = part.as_uri()
            await editor.until(lambda: any(told.diagnostics for told in editor.told.get(uri, ())))
            (found,) = editor.told[uri][-1].diagnostics
            assert (found.code, found.range.start.line) == ("circular-include", 1)
            (place,) = found.related_information or ()
            assert place.location.uri == main.as_uri()
            assert place.location.range.start.line == 7

    asyncio.run(look())


def test_what_does_nothing_is_faded() -> None:
    async def look() -> None:
        async with serving() as editor:
            for code, text in UNUSED.items():
                uri = editor.open(f"untitled:{code}", SMALL + text)
                (found,) = await editor.findings(uri)
                assert (found.code, list(found.tags or ())) == (code, [DiagnosticTag.Unnecessary])
            uri = editor.open("untitled:old", SMALL + "total(S, N) :- sumlist(S, N).\n")
            (found,) = await editor.findings(uri)
            assert (found.code, list(found.tags or ())) == ("deprecated-predicate", [DiagnosticTag.Deprecated])
            uri = editor.open("untitled:used", SMALL + "near :- nearer.\n")
            (found,) = await editor.findings(uri)
            assert found.tags is None

    asyncio.run(look())
