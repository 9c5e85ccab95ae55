"""The C file of a game: its procedures, and the table `RULES` by which the kernel asks them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from pyengine.compiler.analysis.entries import AnalysedGame, key_of
from pyengine.compiler.c.admission import admission
from pyengine.compiler.c.compile_time import Solve
from pyengine.compiler.c.entry_points import EntryPoints
from pyengine.compiler.c.known_tables import with_known_tables
from pyengine.compiler.c.quoting import literal
from pyengine.compiler.c.source import CFile
from pyengine.compiler.runtime.terms import Value
from pyengine.language.contract import ASKED, OWN
from pyengine.quoting import quote_line

_SEARCHED: Final = frozenset(key_of(entry) for entry in ASKED if entry.is_searched)
"""What a search asks of rules."""


class CSource(NamedTuple):
    """The C source of a game, what its symbols are by number, and what is left to other reasoners."""

    text: str
    atoms: tuple[str, ...]
    functors: tuple[tuple[str, int], ...]
    beyond: tuple[str, ...]


def c_source_of_game(contract: AnalysedGame, players: Sequence[Value], solve: Solve) -> CSource:
    """Write the C file of a game; `solve` evaluates what is known at compile time, and may give up."""
    contract = with_known_tables(contract, solve)
    analysis = contract.analysis
    entries = [key for key in contract.entries if key in _SEARCHED]
    name = analysis.rules.sources.program.source.name
    moves = None if contract.has_memory else next((key for key in entries if key == key_of(OWN["move"])), None)
    states = () if contract.has_memory else contract.starts
    file = CFile(analysis, entries, solve, skipping=moves, states=states, state_type=contract.state_type)
    asking = EntryPoints(file.module, frozenset(entries), contract, players)
    lines = [*admission(file.module, contract), *asking.functions()]
    file.names.number_blocks()
    atoms, functors = file.names.atoms, file.names.functors
    table = [
        "static const char *const ATOMS[] = {",
        *[f"    {literal(atom)}," for atom in atoms],
        "};",
        "",
        "static const Functor FUNCTORS[] = {",
        *[f"    {{{max(file.names.atom_number(functor), 0)}, {arity}}}," for functor, arity in functors],
        "};",
        "",
    ]
    atoms = file.names.atoms
    rules = [
        '__attribute__((visibility("default"))) const Rules RULES = {',
        f"    .name = {literal(quote_line(name))},",
        f"    .players = {len(players)},",
        *[f"    .{question} = rules_{question}," for question in asking.questions],
        f"    .atom_count = {len(atoms)},",
        f"    .functor_count = {len(functors)},",
        "    .atoms = ATOMS,",
        "    .functors = FUNCTORS,",
        "    .admits = rules_admits,",
        "    .start = rules_start,",
        "};",
    ]
    text = file.text(f"Rules of {name}, as C.", [*lines, *table, *rules])
    return CSource(text, tuple(atoms), tuple(functors), tuple(file.module.beyond))
