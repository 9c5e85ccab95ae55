"""Another name: all places of a predicate or a variable, and what is refused."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.uris import to_fs_path

from pyengine.editor.lines import Lines
from pyengine.editor.predicates import subject_at
from pyengine.editor.protocol import Refusal
from pyengine.editor.renaming import edits_for, renamable
from pyengine.editor.view import View
from pyengine.language.gate import examine_file
from pyengine.terms import Atom, Compound, List, Term
from tests.editor.conftest import serving
from tests.editor.views import RULES, SMALL, cursor, view_file, view_of

NEW = "quite_new"


def _renamed(view: View, offset: int, name: str) -> dict[str, str]:
    """Give the texts in which something has another name, by URI."""
    made = edits_for(view, renamable(view, offset), name)
    texts = {}
    for uri, (source, edits) in made.items():
        text = source.text
        for start, end, new in sorted(edits, reverse=True):
            text = f"{text[:start]}{new}{text[end:]}"
        texts[uri] = text
    return texts


@pytest.mark.parametrize(
    ("marked", "name", "expected"),
    [
        (":- table b/1.\nb(1).\na :- ‸b(_).\n", "c", ":- table c/1.\nc(1).\na :- c(_).\n"),
        ("%! b(+X) is det.\n‸b(1).\nb(1, 2).\n", "c", "%! c(+X) is det.\nc(1).\nb(1, 2).\n"),
        ("a :- maplist(‸b, [1]), b.\nb(1).\nb.\n", "c", "a :- maplist(c, [1]), b.\nc(1).\nb.\n"),
        (
            "a --> ‸b(1).\nb(1) --> [].\nc :- phrase(b(1), []).\n",
            "d",
            "a --> d(1).\nd(1) --> [].\nc :- phrase(d(1), []).\n",
        ),
        ("a :- findall(X, ‸b(X), _).\nb(b).\n", "c", "a :- findall(X, c(X), _).\nc(b).\n"),
        (":- module(m, [b/1]).\n‸b(1).\n", "c", ":- module(m, [c/1]).\nc(1).\n"),
        ("‸b(1).\n", "two words", "'two words'(1).\n"),
        ("'b c'(1).\na :- ‸'b c'(_).\n", "'D'", "'D'(1).\na :- 'D'(_).\n"),
        ("a(‸X, Y) :- b(X, Y), X.\n", "Z", "a(Z, Y) :- b(Z, Y), Z.\n"),
        ("a(‸X).\n", "_", "a(_).\n"),
        ("a('🙂', ‸X) :- b(X).\n", "Größe", "a('🙂', Größe) :- b(Größe).\n"),
    ],
)
def test_names_are_put_in_all_places(marked: str, name: str, expected: str) -> None:
    text, offset = cursor(marked)
    assert _renamed(view_of(text), offset, name) == {"untitled:one": expected}


@pytest.mark.parametrize(
    ("marked", "name", "why"),
    [
        ("‸b(1).\nc(1).\n", "c", "c/1 is already there"),
        ("‸b(1, 2, 3).\n", "append", "append/3 is already there: it comes with library(lists)"),
        ("‸b(1, 2, 3).\n", "move", "move/3 is a predicate of the contract: pyengine would ask for it"),
        ("‸b(1, 2).\n", "param", "param/2 is already there: it comes with pyengine"),
        ("‸b(1).\n", "is", "is is an operator"),
        ("‸b(1).\n", "Big", "Big is a variable; a predicate begins with a small letter, or stands in quotes"),
        ("‸b(1).\n", "", "'' is not the name of a predicate"),
        ("‸b(1).\n", "1b", "1b is not the name of a predicate"),
        ("‸b(1).\n", "(x)", "(x) is not the name of a predicate"),
        ("‸move(1, 2, 3).\n", "c", "pyengine asks for move/3 by this name"),
        ("a :- ‸append([], [], _).\n", "c", "append/3 does not come from these rules"),
        ("a :- ‸b.\n", "c", "b/0 is not defined"),
        (
            ":- op(700, xfx, beats).\n1 ‸beats 2.\n",
            "c",
            "beats is written as an operator on line 2; its declaration names it, too",
        ),
        ("‸b(1).\nc(2) :- b(1.\n", "d", "b is in a clause of untitled:one that cannot be read; mend it first"),
        (
            ":- include(library(boards)).\na(X) :- ‸cells_rows([], 1, X).\n",
            "c",
            "cells_rows/3 comes from library(boards)",
        ),
        ("a(‸X, Y) :- b(X, Y).\n", "Y", "Y is another variable of this clause"),
        ("a(‸X) :- b(X).\n", "_", "X occurs 2 times; each _ would be a variable of its own"),
        ("a(‸X) :- b(X).\n", "x", "x is not a variable: it begins with a capital letter or _"),
        ("a(‸_).\n", "X", "each _ is a variable of its own, and has no name"),
        ("a(‸X :- b(X).\n", "Y", "this clause cannot be read; mend it first"),
        ("a(1‸).\n", "Y", "only predicates of the rules, and variables, are renamed"),
    ],
)
def test_what_is_refused(marked: str, name: str, why: str) -> None:
    text, offset = cursor(marked)
    with pytest.raises(Refusal) as caught:
        _renamed(view_of(text), offset, name)
    assert caught.value.message == why


def _replaced(term: Term, old: str) -> Term:
    """Give a term with another name in place of an atom, and of the name of compounds."""
    match term:
        case Atom(name=name):
            return Atom(NEW if name == old else name)
        case Compound(name=name, args=args):
            return Compound(NEW if name == old else name, tuple(_replaced(arg, old) for arg in args))
        case List(items=items, tail=tail):
            return List(tuple(_replaced(item, old) for item in items), tail and _replaced(tail, old))
    return term


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_renamed_rules_are_the_old_ones_with_the_name_replaced(path: Path, tmp_path: Path) -> None:
    view = view_file(path)
    before = examine_file(path, trust=False)
    tried = 0
    for found, rules in view.outline.definitions.items():
        head = rules[0].head
        if not view.is_here(head.clause.source):
            continue
        subject = subject_at(view, head.layout.name_start)
        assert subject is not None
        try:
            renamable(view, subject.start)
        except Refusal:
            continue
        texts = _renamed(view, subject.start, NEW)
        for uri, text in texts.items():
            real = to_fs_path(uri)
            assert real is not None
            target = tmp_path / os.path.relpath(real, path.parent)
            target.parent.mkdir(exist_ok=True)
            target.write_text(text)
        after = examine_file(tmp_path / path.name, trust=False)
        assert [f.code for f in after.findings] == [f.code for f in before.findings]
        written = [str(sentence.term) for sentence in after.read.sentences]
        for new, old in zip(written, (sentence.term for sentence in before.read.sentences), strict=True):
            # An atom of the same name that is no call stays, so each sentence is the old one, or the renamed one.
            assert new in (str(old), str(_replaced(old, found[0]))) or NEW in new
            assert new.replace(NEW, found[0]) == str(old)
        tried += 1
        if tried == 6:
            break


def test_variables_of_all_rules_are_renamed_alone() -> None:
    view = view_file(RULES[0])
    token = next(token for token in view.stream.tokens if token.type == "VARIABLE" and token.text != "_")
    (text,) = _renamed(view, token.start, "Entirely_new").values()
    after = view_of(text, view.uri)
    sentences = [(old.term, new.term) for old, new in zip(view.sentences, after.sentences, strict=True)]
    changed = [(old, new) for old, new in sentences if old != new]
    assert len(changed) == 1
    assert str(changed[0][1]).replace("Entirely_new", token.text) == str(changed[0][0])


def test_an_editor_renames_in_closed_parts(tmp_path: Path) -> None:
    main, part, other = tmp_path / "main.pl", tmp_path / "part.pl", tmp_path / "other.pl"
    main.write_text(SMALL.replace("move(1, go, 0).\n", ":- include(part).\n:- include(other).\n"))
    part.write_text("move(1, M, 0) :- 🙂(M).\n".replace("🙂", "step"))
    other.write_text("%!  step(?M) is nondet.\n\nstep('🙂').   step(go).\n")
    capabilities = types.ClientCapabilities(
        workspace=types.WorkspaceClientCapabilities(workspace_edit=types.WorkspaceEditClientCapabilities(True))
    )

    async def ask(editor: Any, uri: str, text: str, name: str) -> types.WorkspaceEdit:
        place = Lines(text).position(text.index("step"))
        document = types.TextDocumentIdentifier(uri)
        there = await editor.text_document_prepare_rename_async(types.PrepareRenameParams(document, place))
        assert there.placeholder == "step"
        found = await editor.text_document_rename_async(types.RenameParams(document, place, name))
        assert found is not None
        return found

    async def look() -> None:
        async with serving(root=tmp_path) as editor:
            uri = editor.open_file(part)
            found = await ask(editor, uri, part.read_text(), "leap")
            assert found.changes is not None
            assert {Path(to_fs_path(uri) or "").name: len(made) for uri, made in found.changes.items()} == {
                "part.pl": 1,
                "other.pl": 3,
            }
            assert [str(edit.range) for edit in found.changes[other.as_uri()]] == ["0:4-0:8", "2:0-2:4", "2:14-2:18"]
            with pytest.raises(JsonRpcException, match="terminal/1 is a predicate of the contract"):
                await ask(editor, uri, part.read_text(), "terminal")
        async with serving(root=tmp_path, capabilities=capabilities) as editor:
            uri = editor.open_file(part)
            found = await ask(editor, uri, part.read_text(), "leap")
            assert found.document_changes is not None
            versions = {change.text_document.version for change in found.document_changes}  # type: ignore[union-attr]
            assert versions == {1, None}

    asyncio.run(look())


def test_games_that_are_closed_follow(tmp_path: Path) -> None:
    folder = tmp_path / "of (1)+1"
    folder.mkdir()
    (tmp_path / "linked").symlink_to(folder)
    part = folder / "part.pl"
    part.write_text("near(1).\n")
    for name, text in {"one": "", "two": "nearest(1).\n"}.items():
        (folder / f"{name}.pl").write_text(f":- include(part).\n{SMALL}{name}(X) :- near(X).\n{text}")

    async def ask(editor: Any, uri: str, name: str) -> dict[str, int]:
        asked = types.RenameParams(types.TextDocumentIdentifier(uri), types.Position(0, 0), name)
        found = await editor.text_document_rename_async(asked)
        return {uri: len(made) for uri, made in found.changes.items()}

    async def look() -> None:
        async with serving(root=tmp_path / "linked") as editor:
            uri = editor.open(f"file://{tmp_path}/of%20(1)+1/part.pl", "near(1).\n")  # as Neovim quotes it
            changes = await ask(editor, uri, "close_by")
            assert {Path(to_fs_path(uri) or "").name for uri in changes} == {"part.pl", "one.pl", "two.pl"}
            assert (changes[uri], sum(changes.values())) == (1, 3)
            with pytest.raises(JsonRpcException, match="nearest/1 is already there"):
                await ask(editor, uri, "nearest")

    asyncio.run(look())


def test_other_games_that_are_open_follow(tmp_path: Path) -> None:
    for name in ("first", "second"):
        rules = SMALL.replace("move(1, go, 0).\n", f":- include(part).\nmove(1, {name}, 0) :- step.\n")
        (tmp_path / f"{name}.pl").write_text(rules)
    (tmp_path / "part.pl").write_text("step.\n")

    async def look() -> None:
        async with serving(root=tmp_path) as editor:
            uris = [editor.open_file(tmp_path / f"{name}.pl") for name in ("first", "second", "part")]
            document = types.TextDocumentIdentifier(uris[2])
            found = await editor.text_document_rename_async(types.RenameParams(document, types.Position(0, 0), "leap"))
            assert found is not None
            assert found.changes is not None
            assert {uri: len(made) for uri, made in found.changes.items()} == dict.fromkeys(uris, 1)

    asyncio.run(look())
