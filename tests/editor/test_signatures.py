"""Which argument is being written."""

from __future__ import annotations

import asyncio

import pytest
from lsprotocol import types

from pyengine.editor.signatures import signature_help
from tests.editor.conftest import serving
from tests.editor.views import cursor, view_of


@pytest.mark.parametrize(
    ("marked", "label", "argument"),
    [
        ("a :- between(‸", "between(+Low, +High, ?Value)", 0),
        ("a :- between(1, ‸2, X).\n", "between(+Low, +High, ?Value)", 1),
        ("a :- between(1, f(2, 3), ‸", "between(+Low, +High, ?Value)", 2),
        ("a :- between(1, [2, ‸", "between(+Low, +High, ?Value)", 1),
        ("move(‸", "move(S, M, S2)", 0),
        ("%! b(+In, -Out) is det.\nb(_, _).\na :- b(1, ‸", "b(+In, -Out)", 1),
        ("b(X, Y) :- c(X, Y).\na :- b(1, ‸).\n", "b(X, Y)", 1),
        ("a :- foldl(b, c, d, e, f‸", "foldl(:Goal, +List1, +List2, +V0, -V)", 4),
        ("a :- param(‸", "param(+Name, -Value)", 0),
    ],
)
def test_the_call_around_a_place(marked: str, label: str, argument: int) -> None:
    text, offset = cursor(marked)
    found = signature_help(view_of(text), offset)
    assert found is not None
    active = found.signatures[found.active_signature or 0]
    assert (active.label, found.active_parameter) == (label, argument)
    for one in active.parameters or ():
        assert isinstance(one.label, tuple)
        assert active.label[one.label[0] : one.label[1]] in active.label[1:]


@pytest.mark.parametrize("marked", ["‸", "a‸", "a :- b, ‸", "a :- nobody(‸", "a(1). ‸", "% between(‸\n"])
def test_no_call_is_around(marked: str) -> None:
    text, offset = cursor(marked)
    assert signature_help(view_of(text), offset) is None


@pytest.mark.parametrize("offsets", [True, False])
def test_an_editor_is_told_in_its_way(offsets: bool) -> None:
    known = types.ClientSignatureParameterInformationOptions(label_offset_support=offsets)
    options = types.ClientSignatureInformationOptions(parameter_information=known)
    help_ = types.SignatureHelpClientCapabilities(signature_information=options)
    capabilities = types.ClientCapabilities(text_document=types.TextDocumentClientCapabilities(signature_help=help_))

    async def look() -> None:
        async with serving(capabilities=capabilities) as editor:
            uri = editor.open("untitled:one", "b('🙂', Größe) :- b(Größe, ")
            place = types.Position(0, 27)
            asked = types.SignatureHelpParams(types.TextDocumentIdentifier(uri), place)
            found = await editor.text_document_signature_help_async(asked)
            assert found is None  # what cannot be read defines nothing
            editor.change(uri, "b('🙂', Größe) :- b(Größe, x).\n")
            found = await editor.text_document_signature_help_async(asked)
            assert found is not None
            labels = [one.label for one in found.signatures[0].parameters or ()]
            assert labels == ([(2, 6), (8, 13)] if offsets else ["Arg1", "Größe"])

    asyncio.run(look())
