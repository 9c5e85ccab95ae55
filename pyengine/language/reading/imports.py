"""The operators that a file gets by importing one of SWI-Prolog's libraries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final, cast

from pyengine.language.reading.includes import library_name
from pyengine.terms import Atom, Compound, List, OperatorType, Term, Var
from pyengine.terms.operators import Declared

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
