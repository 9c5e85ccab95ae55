"""What is wrong is told in words that act nowhere, with a caret below the right column."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from rich.cells import cell_len

from pyengine import errors
from pyengine.errors import Finding, Place, PyengineError, RuleFileError, RuleRuntimeError, Severity
from pyengine.quoting import columns_of, file_stem, is_word, json_text, quote_comment, quote_line, quote_lines
from pyengine.search import Event, EventKind, Result, StopReason

from .payloads import CHARACTERS, EVERYTHING, TEXTS
from .screen import acting


def columns(line: str) -> int:
    """Count the columns of a line as a terminal does, with stops at every eighth."""
    here = 0
    for c in line:
        here = (here // 8 + 1) * 8 if c == "\t" else here + cell_len(c)
    return here


@pytest.mark.parametrize("before", ["", "a", "\x1b[2J", "\t\t", "囲碁\t", "e\u0301", "\u202e\x9b", "\r", "♟", "\0\x7f"])
@pytest.mark.parametrize("marked", ["here", "\x1b]", "囲", "\r\r"])
def test_the_caret_stands_below_what_it_marks(before: str, marked: str) -> None:
    place = Place("x.pl", 1, len(before) + 1, f"{before}{marked} and after", len(marked))
    line, caret = place.excerpt().split("\n")
    assert acting(line) == []
    lead, signs = caret.rstrip("^"), caret.count("^")
    assert lead + "^" * signs == caret
    shown = quote_lines(before)
    assert columns(lead) == columns(f"    {shown}")
    assert signs == cell_len(quote_lines(marked))
    assert line.startswith(f"    {shown}{quote_lines(marked)}")


def test_a_caret_behind_the_end_of_a_line_is_one_sign() -> None:
    assert Place("x.pl", 1, 3, "ab").excerpt() == "    ab\n      ^"


KINDS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, PyengineError)]


@pytest.mark.parametrize("kind", KINDS)
def test_the_text_of_no_error_acts(kind: type[PyengineError]) -> None:
    if issubclass(kind, RuleFileError):
        place = Place(EVERYTHING, 1, 2, EVERYTHING, 3)
        error: PyengineError = kind([Finding(Severity.ERROR, "code", EVERYTHING, place, EVERYTHING)])
    elif issubclass(kind, RuleRuntimeError):
        error = kind(EVERYTHING, position=EVERYTHING, file=EVERYTHING, hint=EVERYTHING)
    else:
        error = kind(EVERYTHING)
    assert acting(str(error)) == []
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_results_and_events_are_told_on_their_lines() -> None:
    result = Result(value=1, values=(1, -1), best=EVERYTHING, line=(EVERYTHING,), depth=1, reason=StopReason.DEPTH)
    assert acting(str(result)) == []
    assert str(result).count("\n") == 1
    event = Event(EventKind.LEAF, 1, EVERYTHING)
    assert acting(str(event)) == []
    assert "\n" not in str(event)


@pytest.mark.parametrize("text", TEXTS)
def test_quoting_once_is_enough(text: str) -> None:
    for quote in (quote_line, quote_lines, quote_comment):
        assert quote(quote(text)) == quote(text)
        assert acting(quote(text)) == []
    assert "*/" not in quote_comment(f"{text}*/{text}/*/")
    assert "\n" not in quote_line(text)
    name = file_stem(text)
    assert Path(name).name == name
    assert name[0] not in ".-"
    assert acting(name) == []
    assert not is_word(f"{text};id")


def test_what_is_quoted_can_be_told_apart() -> None:
    assert len({quote_line(character) for character in CHARACTERS}) == len(set(CHARACTERS))


def test_text_that_is_only_unusual_stays() -> None:
    for text in ("naïve", "囲碁", "♟︎ ♔", "👩‍👩‍👧", "שלום", "नमस्ते", "a\\b", "", " "):
        assert quote_line(text) == text
    assert quote_lines("a\tb\nc") == "a\tb\nc"
    assert columns_of("♔") == 1


def test_json_is_the_same_value() -> None:
    assert json.loads(json_text(TEXTS)) == TEXTS
    assert json.loads(json_text({EVERYTHING: 1}, indent=2, ascii=True)) == {EVERYTHING: 1}
    assert acting(json_text(TEXTS, indent=2)) == []
    assert json.loads(json_text("\udc80\U000e0001")) == "\udc80\U000e0001"
