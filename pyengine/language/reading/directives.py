"""Directives that change how the rest of a file is read: operators, declared or imported with a library, and flags."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, cast

from pyengine.language.program import Layout, is_directive
from pyengine.language.reading.includes import library_name
from pyengine.language.reading.problems import MisreadError
from pyengine.terms import Atom, Compound, List, OperatorType, Term, Var, is_operator_type, write_term
from pyengine.terms.operators import Declared

_TEXT_FLAGS: Final = {  # what the reader follows; what SWI-Prolog has besides is refused rather than misread
    "double_quotes": ("codes", "chars", "atom", "string"),
    "back_quotes": ("codes", "chars", "string"),
    "rational_syntax": ("compatibility",),
    "character_escapes": ("true",),
}
_BAR_PRIORITY: Final = 1001

Goal = tuple[Compound, Layout]


def goals(term: Term, layout: Layout) -> Iterator[Goal]:
    """Go through the compound goals of a directive `:- A, B`; nothing for any other sentence."""
    if not is_directive(term):
        return
    assert isinstance(term, Compound)
    stack = [(term.args[0], layout.parts[0])]
    while stack:
        goal, where = stack.pop()
        if isinstance(goal, Compound) and goal.name == "," and len(goal.args) == 2:
            stack += [(goal.args[1], where.parts[1]), (goal.args[0], where.parts[0])]
        elif isinstance(goal, Compound):
            yield goal, where


def declared(goal: Goal) -> list[Declared]:
    """Give the operators that a goal `op/3` declares, or `module/2` with operators in its export list."""
    term, layout = goal
    if term.name == "op" and len(term.args) == 3:
        return list(_operators(term, layout))
    found: list[Declared] = []
    if term.name == "module" and len(term.args) == 2 and isinstance(term.args[1], List):
        for export, where in zip(term.args[1].items, layout.parts[1].parts, strict=False):
            if isinstance(export, Compound) and export.name == "op" and len(export.args) == 3:
                found += _operators(export, where)
    return found


def flag(goal: Goal) -> tuple[str, str] | None:
    """Give name and value where a goal is `set_prolog_flag/2` with atoms."""
    term, layout = goal
    if term.name != "set_prolog_flag" or len(term.args) != 2:
        return None
    name, value = term.args
    if not isinstance(name, Atom) or not isinstance(value, Atom):
        return None
    allowed = _TEXT_FLAGS.get(name.name)
    if allowed is not None and value.name not in allowed:
        message, hint = f"the flag {name.name} cannot be {write_term(value)}", f"it is one of {', '.join(allowed)}"
        raise MisreadError("bad-flag", message, layout.parts[1], hint)
    return name.name, value.name


def _operators(term: Compound, layout: Layout) -> Iterator[Declared]:
    priority, type_, names = term.args
    if not isinstance(priority, int) or not 0 <= priority <= 1200:
        raise _bad(
            layout.parts[0], f"{write_term(priority)} is not an operator priority", "it is an integer from 0 to 1200"
        )
    if not isinstance(type_, Atom) or not is_operator_type(type_.name):
        raise _bad(
            layout.parts[1],
            f"{write_term(type_)} is not an operator type",
            "it is one of xfx, xfy, yfx, fy, fx, xf, yf",
        )
    where = layout.parts[2]
    if isinstance(names, Compound) and names.name == ":" and len(names.args) == 2:
        names, where = names.args[1], where.parts[1]
    if isinstance(names, List):
        pairs = list(zip(names.items, where.parts, strict=False))
        if not names.is_proper:
            raise _bad(where, f"{write_term(names)} is not a list of operators", "the list has no end")
    else:
        pairs = [(names, where)]
    for name, place in pairs:
        if isinstance(name, List) and not name.items:
            yield priority, cast(OperatorType, type_.name), "[]"
            continue
        if not isinstance(name, Atom):
            raise _bad(place, f"{write_term(name)} cannot be an operator", "the name of an operator is an atom")
        _refuse_core(name.name, priority, type_.name, place)
        if name.name != "[]":  # the atom '[]' is not the bracket, and nothing but a bracket is written []
            yield priority, cast(OperatorType, type_.name), name.name


def _refuse_core(name: str, priority: int, type: str, place: Layout) -> None:
    if name == ",":
        raise _bad(place, "the operator ',' cannot be changed", "it is part of the language")
    if name == "|" and (len(type) != 3 or 0 < priority < _BAR_PRIORITY):
        raise _bad(place, "the operator '|' cannot be changed so", "it can only be infix, of priority 1001 or more")


def _bad(place: Layout, message: str, hint: str) -> MisreadError:
    return MisreadError("bad-operator", message, place, hint)


_LOADERS: Final = frozenset({"use_module", "autoload", "reexport", "ensure_loaded"})
_EXPORTED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "chr": "1180 xfx ==>, 1180 xfx <=>, 1150 fx constraints, 1150 fx chr_constraint, 1150 fx chr_preprocessor, "
        "1150 fx handler, 1150 fx rules, 1100 xfx \\, 1200 xfx @, 1190 xfx pragma, 500 yfx #, 1150 fx chr_type, "
        "1150 fx chr_declaration, 1130 xfx --->, 1150 fx ?",
        "clpb": "300 fy ~, 500 yfx #",
        "clpfd": "760 yfx #<==>, 750 xfy #==>, 750 yfx #<==, 740 yfx #\\/, 730 yfx #\\, 720 yfx #/\\, 710 fy #\\, "
        "700 xfx #>, 700 xfx #<, 700 xfx #>=, 700 xfx #=<, 700 xfx #=, 700 xfx #\\=, 700 xfx in, 700 xfx ins, "
        "700 xfx in_set, 450 xfx ..",
        "coinduction": "1150 fx coinductive",
        "http/html_write": "1150 fx html_meta",
        "http/http_server": "1150 fx html_meta",
        "http/json_convert": "1150 fx json_object",
        "persistency": "1150 fx persistent",
        "record": "1150 fx record",
        "rewrite_term": "1200 xfx ::=",
        "semweb/rdf11": "110 xfx @, 650 xfx ^^, 1150 fx rdf_meta",
        "semweb/rdf_db": "1150 fx rdf_meta",
        "semweb/rdf_prefixes": "1150 fx rdf_meta",
        "tables": "900 fy tnot",
        "wfs": "900 fy tnot",
        "xpath": "400 fx //, 400 fx /, 200 fy @",
    }
)
"""What the export lists of SWI-Prolog's libraries say; the libraries that export no operator are not here."""


def imported(goal: Compound) -> Iterator[Declared]:
    """Give the operators that a goal such as `use_module(library(clpfd))` brings in; other goals bring none.

    An import list brings in only the operators that it names, as in `[record/1, op(_, _, record)]`.

    >>> goal = Compound("use_module", (Compound("library", (Atom("tables"),)),))
    >>> list(imported(goal))
    [(900, 'fy', 'tnot')]
    """
    if goal.name not in _LOADERS or not 1 <= len(goal.args) <= 2:
        return
    files = goal.args[0].items if isinstance(goal.args[0], List) else (goal.args[0],)
    wanted = goal.args[1] if len(goal.args) == 2 else None
    for file in files:
        for entry in _EXPORTED.get((library_name(file) or "").removeprefix("clp/"), "").split(", "):
            if not entry:
                continue
            priority, type_, name = entry.split(" ")
            if _is_wanted(int(priority), type_, name, wanted):
                yield int(priority), cast(OperatorType, type_), name


def _is_wanted(priority: int, type_: str, name: str, wanted: Term | None) -> bool:
    if not isinstance(wanted, List):
        return True
    given: tuple[Term, ...] = (priority, Atom(type_), Atom(name))
    return any(
        isinstance(one, Compound)
        and one.name == "op"
        and len(one.args) == 3
        and all(isinstance(asked, Var) or asked == have for asked, have in zip(one.args, given, strict=True))
        for one in wanted.items
    )
