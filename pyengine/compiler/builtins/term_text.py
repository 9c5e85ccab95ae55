"""Terms as text, and text read as terms by the standard operators."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pyengine.compiler.builtins.registry import named, semidet
from pyengine.compiler.builtins.type_checks import list_or_partial
from pyengine.compiler.runtime.term_writer import written_to_atom
from pyengine.compiler.runtime.terms import FAIL, Text, Value, Var, functor, list_of, to_value
from pyengine.compiler.runtime.texts import text_argument
from pyengine.compiler.runtime.unify import Trail, deref, unify
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.errors import TermSyntaxError
from pyengine.language.reading.reader import read_term
from pyengine.terms import Var as Variable


def _read(text: str) -> tuple[Value, dict[Variable, Var]]:
    variables: dict[Variable, Var] = {}
    if not text.strip():
        return "end_of_file", variables
    try:
        return to_value(read_term(text), variables), variables
    except TermSyntaxError as problem:
        raise UnsupportedError(f"text that is no term: {problem}") from None


def _term_and_text(made: Callable[[str], Value], x: Value, text: Value, trail: Trail) -> Value:
    """A term and the atom, or string, it is written as; text that is known is read."""
    if deref(text).__class__ is not Var:
        return None if unify(x, _read(text_argument(text))[0], trail) else FAIL
    return None if unify(text, made(written_to_atom(x)), trail) else FAIL


for _name, _made in (("term_to_atom", str), ("term_string", Text)):
    semidet(f"{_name}/2", "aa", trail=True)(named(partial(_term_and_text, _made), _name, globals()))


@semidet("atom_to_term/3", "aaa", trail=True)
def atom_to_term(text: Value, x: Value, names: Value, trail: Trail) -> Value:
    """The term that an atom reads as, and the names of its variables."""
    value, variables = _read(text_argument(text))
    list_or_partial(names)
    named = [(functor("=", 2), v.name, variable) for v, variable in variables.items() if v.name != "_"]
    return None if unify(x, value, trail) and unify(names, list_of(named), trail) else FAIL
