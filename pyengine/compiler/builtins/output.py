"""Text written into terms: format/3, with_output_to/2 and what writes inside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from pyengine.compiler.builtins.registry import det, named, semidet
from pyengine.compiler.runtime import capture
from pyengine.compiler.runtime.arguments import known
from pyengine.compiler.runtime.arithmetic import evaluate
from pyengine.compiler.runtime.errors import existence_error, resource_error, type_error
from pyengine.compiler.runtime.formats import formatted
from pyengine.compiler.runtime.term_writer import written
from pyengine.compiler.runtime.terms import FAIL, NIL, Text, Value, list_of
from pyengine.compiler.runtime.texts import chars_of, codes_of, text_argument, text_of
from pyengine.compiler.runtime.unify import Trail, resolve, unify
from pyengine.language.sizes import MOST_CHARACTERS

_SINKS: Final[Mapping[str, Callable[[str], Value]]] = {
    "atom": str,
    "string": Text,
    "codes": codes_of,
    "chars": chars_of,
}
"""What text becomes for each kind of sink."""


def _form(x: Value) -> str:
    text = text_of(known(x))
    if text is None:
        raise type_error("text", resolve(x))
    return text


def _put_into(sink: Value, text: str, trail: Trail) -> bool:
    """Give text to a sink such as `atom(A)`."""
    sink = known(sink)
    if sink.__class__ is tuple and len(sink) == 2 and sink[0].name in _SINKS:
        return unify(sink[1], _SINKS[sink[0].name](text), trail)
    if sink.__class__ is tuple and len(sink) == 3 and sink[0].name in ("codes", "chars"):
        items = [ord(c) for c in text] if sink[0].name == "codes" else list(text)
        return unify(sink[1], list_of(items, sink[2]), trail)
    raise type_error("output", resolve(sink))


@semidet("format/3", "aaa", trail=True)
def format_to(sink: Value, form: Value, args: Value, trail: Trail) -> Value:
    """Text made after a format."""
    check_sink(sink)
    return None if _put_into(sink, formatted(_form(form), args), trail) else FAIL


@det("format/2", "aa")
@det("format/1", "a")
def format_out(form: Value, args: Value = NIL) -> None:
    """The same, into what captures output."""
    capture.put(formatted(_form(form), args, capture.column()))


@semidet("sformat/3", "faa", types="string")
def sformat(form: Value, args: Value) -> Value:
    """Text made after a format, as a string."""
    return Text(formatted(_form(form), args))


@det("$capture/1", "f", types="integer")
def begin_capture() -> Value:
    """Begin to capture output."""
    return capture.begin()


@det("$captured/2", "af", types="string")
def end_capture(depth: Value) -> Value:
    """End that, and give what was written."""
    return Text(capture.end(known(depth)))


@det("$check_sink/1", "a")
def check_sink(sink: Value) -> None:
    """Refuse what no text can be given to, before anything is written."""
    sink = known(sink)
    is_sink = sink.__class__ is tuple and sink[0].name in _SINKS
    if not is_sink or sink[0].arity not in ((1, 2) if sink[0].name in ("codes", "chars") else (1,)):
        is_name = sink.__class__ is str or sink is NIL
        raise existence_error("stream", sink) if is_name else type_error("output", resolve(sink))


@semidet("$sink/2", "aa", trail=True)
def give_to_sink(sink: Value, text: Value, trail: Trail) -> Value:
    """Give text to a sink."""
    return None if _put_into(sink, known(text).text, trail) else FAIL


def _write(end: str, quoted: bool, operators: bool, x: Value) -> None:
    """Write a term; only without operators is '$VAR'(1) written as it is."""
    capture.put(written(x, quoted, operators, operators) + end)


for _name, _end, _quoted in (("write", "", False), ("writeln", "\n", False), ("print", "", True), ("writeq", "", True)):
    det(f"{_name}/1", "a")(named(partial(_write, _end, _quoted, True), _name, globals()))
det("write_canonical/1", "g")(named(partial(_write, "", True, False), "write_canonical", globals()))


@det("nl/0", "")
def newline() -> None:
    """End the line."""
    capture.put("\n")


@det("tab/1", "a")
def tab(count: Value) -> None:
    """Write spaces."""
    number = evaluate(count)
    if number.__class__ is not int:
        raise type_error("integer", number)
    if number > MOST_CHARACTERS:
        raise resource_error("memory")
    capture.put(" " * number)


@det("put_char/1", "a")
def put_char(x: Value) -> None:
    """Write a character, or the one of a code."""
    char = known(x)
    if char.__class__ is int and 0 <= char < 0x110000:
        char = chr(char)
    if char.__class__ is not str or len(char) != 1:
        raise type_error("character", resolve(char))
    capture.put(char)


@semidet("normalize_space/2", "aa", trail=True)
def normalize_space(sink: Value, x: Value, trail: Trail) -> Value:
    """Text with single spaces between its words."""
    check_sink(sink)
    return None if _put_into(sink, " ".join(text_argument(x, "atomic").split()), trail) else FAIL
