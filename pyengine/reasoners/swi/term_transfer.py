"""Term transfer: SWI-Prolog's term references to Python values and back, of any depth, without recursion."""

from __future__ import annotations

import ctypes
import math
import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from pyengine.errors import RuleLimitError
from pyengine.reasoners.swi.foreign_interface import (
    AS_ATOM,
    AS_NUMBER,
    AS_STRING,
    AS_VARIABLE,
    AS_WRITTEN,
    ATOM,
    DICT,
    FLOAT,
    INTEGER,
    LIST_PAIR,
    NIL,
    PASS_EXCEPTION,
    RATIONAL,
    STRING,
    TERM,
    UTF8,
    VARIABLE,
    Engine,
)
from pyengine.terms import NIL as EMPTY
from pyengine.terms import Atom, Compound, List, String, Term, Var, compound, variables_of
from pyengine.terms.digits import read_digits, write_digits

_SMALL: Final = range(-(2**63), 2**63)
_LIST, _TAIL = -1, -2
_LONG: Final = 10_000
"""From so many digits on, a number comes over as bits."""
_SHOWN: Final = 1000
"""So many characters of a text or a number are shown, and so many parts of a term."""
_MORE: Final = Atom("…")
_LOOK: Final = 1024
"""After so many parts of a term, the clock is looked at."""

Names = dict[str, Var]
"""Prolog's own name for a variable (such as `_123`) to the `Var` that stands for it."""


class CyclicTermError(ValueError):
    """A cyclic term has no Python value."""


def text_of(engine: Engine, ref: int, flags: int = AS_WRITTEN) -> str:
    """Give the text of an atomic term, or with the default flags of any term, as `print` would write it."""
    library = engine.library
    # Prolog keeps the texts that it makes until it is told that they are not needed.
    mark = ctypes.c_size_t()
    library.mark_texts(ctypes.byref(mark))
    try:
        if library.get_nchars(ref, engine.at_length, engine.at_text, flags):
            return ctypes.string_at(engine.text.value or 0, engine.length.value).decode("utf-8", "surrogatepass")
        library.clear_exception()
        return "?"
    finally:
        library.release_texts(mark.value)


def get_term(engine: Engine, ref: int, names: Names | None = None) -> Term:
    """Decode the term that a reference holds; CyclicTermError where it has no end.

    RuleLimitError where that takes longer than the call might have.

    Variables get the `Var` that `names` has for them, else a new `Var("_", n)`, which is added: with the same
    `names`, a variable that two terms share is the same `Var` in both.
    """
    return _Decoder(engine, {} if names is None else names).term(ref)


def get_brief_term(engine: Engine, ref: int) -> Term:
    """Decode a term that is only to be shown: of what is long or large it has the beginning."""
    return _BriefDecoder(engine, {}).term(ref)


class _Decoder:
    """One pass over a term. What is unfinished stands on a stack: name, values so far, number wanted, reference."""

    most: float = math.inf
    """So many parts of a term are decoded; the others are left out."""

    def __init__(self, engine: Engine, names: Names) -> None:
        self.engine = engine
        self.names = names
        self.atoms: dict[int, Atom] = {}

    def term(self, ref: int) -> Term:
        library = self.engine.library
        if not library.is_acyclic(ref):
            raise CyclicTermError("a cyclic term has no value outside Prolog")
        get_arg, get_list, put_term, term_type = library.get_arg, library.get_list, library.put_term, library.term_type
        stack: list[tuple[str, list[Term], int, int]] = []
        cursor = library.new_refs(1)
        put_term(cursor, ref)
        parts, most, until = 0, self.most, time.monotonic() + self.engine.patience
        while True:
            parts += 1
            if not parts % _LOOK and time.monotonic() > until:  # shared parts may make it as large as 2**60
                raise RuleLimitError("a term that is too large to leave Prolog")
            kind = term_type(cursor)
            value: Term
            if kind == LIST_PAIR and parts < most:
                rest = library.new_refs(1)
                get_list(cursor, cursor, rest)
                stack.append(("", [], _LIST, rest))
                continue
            if kind in (TERM, DICT) and parts < most:
                name, arity = self.functor(cursor)
                if arity:
                    own = library.new_refs(1)
                    put_term(own, cursor)
                    stack.append((name, [], arity, own))
                    get_arg(1, own, cursor)
                    continue
                value = Compound(name, ())
            else:
                value = self.atomic(cursor, kind)
            while stack:
                name, values, wanted, own = stack[-1]
                values.append(value)
                if wanted == _LIST:
                    if parts < most and get_list(own, cursor, own):
                        break
                    if term_type(own) != NIL:
                        stack[-1] = (name, values, _TAIL, own)
                        put_term(cursor, own)
                        break
                    value = List(tuple(values))
                elif wanted == _TAIL:
                    value = List(tuple(values[:-1]), values[-1])
                elif len(values) < wanted and parts < most:
                    get_arg(len(values) + 1, own, cursor)
                    break
                else:
                    value = compound(name, (*values, *[_MORE] * (wanted - len(values) if wanted < most else 0)))
                stack.pop()
                library.reset_refs(own)
            else:
                library.reset_refs(cursor)
                return value

    def functor(self, ref: int) -> tuple[str, int]:
        engine = self.engine
        engine.library.get_name_arity(ref, engine.refs[2], engine.refs[3])
        handle, arity = engine.name.value, engine.arity.value
        known = self.atoms.get(handle)
        if known is None:
            scratch = engine.library.new_refs(1)
            engine.library.put_atom(scratch, handle)
            known = self.atoms[handle] = Atom(text_of(engine, scratch, AS_ATOM))
            engine.library.reset_refs(scratch)
        return known.name, arity

    def atomic(self, ref: int, kind: int) -> Term:
        engine = self.engine
        library = engine.library
        if kind == ATOM:
            library.get_atom(ref, engine.refs[2])
            handle = engine.name.value
            known = self.atoms.get(handle)
            if known is None:
                known = self.atoms[handle] = Atom(text_of(engine, ref, AS_ATOM))
            return known
        if kind == INTEGER:
            if library.get_int64(ref, engine.refs[4]):
                return engine.integer.value
            digits = text_of(engine, ref, AS_NUMBER)
            return read_digits(digits) if len(digits) < _LONG else self.parts(ref)[0]
        if kind == NIL:
            return EMPTY
        if kind == STRING:
            return String(text_of(engine, ref, AS_STRING))
        if kind == FLOAT:
            library.get_float(ref, ctypes.byref(engine.real))
            return engine.real.value
        if kind == RATIONAL:
            return in_lowest_terms(*self.parts(ref))
        if kind == VARIABLE:
            own = text_of(engine, ref, AS_VARIABLE)
            return self.names.setdefault(own, Var("_", len(self.names) + 1))
        return Atom(text_of(engine, ref))  # a blob, such as a stream, is shown

    def parts(self, ref: int) -> tuple[int, int]:
        """Give the numerator and the denominator of a number, by way of bits: decimal digits take quadratic time."""
        library = self.engine.library
        refs = library.new_refs(2)
        library.put_term(refs, ref)
        library.call_predicate(None, PASS_EXCEPTION, library.predicate(b"hexadecimal", 2, b"pyengine_packing"), refs)
        numerator, denominator = text_of(self.engine, refs + 1, AS_STRING).split()
        library.reset_refs(refs)
        return int(numerator, 16), int(denominator, 16)


class _BriefDecoder(_Decoder):
    most = _SHOWN

    def atomic(self, ref: int, kind: int) -> Term:
        if kind in (LIST_PAIR, TERM, DICT):
            return _MORE
        if kind in (INTEGER, RATIONAL) and len(digits := text_of(self.engine, ref, AS_NUMBER)) > _SHOWN:
            return Atom(f"{digits[:20]}… ({len(digits):,} characters)")
        value = super().atomic(ref, kind)
        if isinstance(value, Atom) and len(value.name) > _SHOWN:
            return Atom(f"{value.name[:_SHOWN]}…")
        if isinstance(value, String) and len(value.text) > _SHOWN:
            return String(f"{value.text[:_SHOWN]}…")
        return value


def in_lowest_terms(numerator: int, denominator: int) -> Fraction:
    """Make a fraction of numbers without a common divisor, which Python would take long to find out."""
    fraction = Fraction.__new__(Fraction)
    fraction._numerator, fraction._denominator = numerator, denominator  # type: ignore[attr-defined]
    return fraction


def put_term(engine: Engine, ref: int, term: Term, variables: dict[Var, int] | None = None) -> None:
    """Build a term in a reference; `variables` collects the reference of each of its variables."""
    known = {} if variables is None else variables
    for variable in variables_of(term):
        if variable not in known:
            known[variable] = engine.library.new_refs(1)
    building = [_build(engine, ref, term, known)]
    while building:
        part = next(building[-1], None)
        if part is None:
            building.pop()
        else:
            building.append(_build(engine, *part, known))


def _build(engine: Engine, ref: int, term: Term, variables: dict[Var, int]) -> Iterator[tuple[int, Term]]:
    """Build one term, asking for each of its parts that has parts itself to be built first."""
    library = engine.library
    if isinstance(term, Compound):
        atom = _new_atom(engine, term.name)
        functor = library.new_functor(atom, len(term.args))
        library.unregister_atom(atom)
        if not term.args:
            library.put_variable(ref)
            library.unify_compound(ref, functor)
            return
        refs = library.new_refs(len(term.args))
        for offset, part in enumerate(term.args):
            if isinstance(part, Compound | List):
                yield refs + offset, part
            else:
                _put_atomic(engine, refs + offset, part, variables)
        library.cons_functor(ref, functor, refs)
        library.reset_refs(refs)
    elif isinstance(term, List):
        item = library.new_refs(2)
        rest = item + 1
        if term.is_proper:
            library.put_nil(rest)
        else:
            yield rest, term.tail
        for part in reversed(term.items):
            if isinstance(part, Compound | List):
                yield item, part
            else:
                _put_atomic(engine, item, part, variables)
            library.cons_list(rest, item, rest)
        library.put_term(ref, rest)
        library.reset_refs(item)
    else:
        _put_atomic(engine, ref, term, variables)


def _put_atomic(engine: Engine, ref: int, term: Term, variables: dict[Var, int]) -> None:
    library = engine.library
    if isinstance(term, Atom):
        atom = _new_atom(engine, term.name)
        library.put_atom(ref, atom)
        library.unregister_atom(atom)
    elif isinstance(term, int):
        if term in _SMALL:
            library.put_int64(ref, term)
        else:
            _put_written(engine, ref, f"0x{term:x}" if term >= 0 else f"-0x{-term:x}")
    elif isinstance(term, String):
        encoded = term.text.encode("utf-8", "surrogatepass")
        library.put_chars(ref, STRING | UTF8, len(encoded), encoded)
    elif isinstance(term, float):
        library.put_float(ref, term)
    elif isinstance(term, Var):
        library.put_term(ref, variables[term])
    else:
        assert isinstance(term, Fraction)
        sign = "-" if term < 0 else ""
        top, bottom = write_digits(abs(term.numerator)), write_digits(term.denominator)
        _put_written(engine, ref, f"{sign}{top}r{bottom}")


def _put_written(engine: Engine, ref: int, digits: str) -> None:
    encoded = digits.encode("ascii")
    engine.library.put_term_from_chars(ref, UTF8, len(encoded), encoded)


def _new_atom(engine: Engine, name: str) -> int:
    encoded = name.encode("utf-8", "surrogatepass")
    atom: int = engine.library.new_atom(UTF8, len(encoded), encoded)
    return atom
