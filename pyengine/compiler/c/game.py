"""The C file of a game: its procedures, and the table `RULES` by which the kernel asks them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pyengine.compiler.analysis.analysed_game import AnalysedGame
from pyengine.compiler.c.admission import admission
from pyengine.compiler.c.compile_time import Solve
from pyengine.compiler.c.entry_points import EntryPoints
from pyengine.compiler.c.quoting import literal
from pyengine.compiler.c.source import CFile
from pyengine.compiler.runtime.terms import Value
from pyengine.quoting import quote_line


class CSource(NamedTuple):
    """The C source of a game, what its symbols are by number, and what is left to other reasoners."""

    text: str
    atoms: tuple[str, ...]
    functors: tuple[tuple[str, int], ...]
    beyond: tuple[str, ...]


_HOT = (
    *("to_move:gf", "move:gff", "terminal:g", "terminal:gg", "utility:gf", "utility:ggf", "staticval:gf"),
    *("feature:gff", "weight:gf", "order:ggf", "noisy:g", "canonical:gf", "memory:ggf", "outcome:ggf"),
    *("outcome:gggf", "moves:gf", "max_to_move:g", "min_to_move:g", "mutari:gf", "mutare_max:g", "mutare_min:g"),
)
"""What a search asks of rules."""


def c_source_of_game(contract: AnalysedGame, players: Sequence[Value], solve: Solve) -> CSource:
    """Write the C file of a game; `solve` evaluates what is known at compile time, and may give up."""
    hot = {tuple(entry.split(":")) for entry in _HOT}
    analysis = contract.analysis
    entries = [key for key in contract.entries if (key.name, key.pattern) in hot]
    name = analysis.rules.sources.program.source.name
    moves = None if contract.has_memory else next((key for key in entries if key.name == "move"), None)
    states = () if contract.has_memory else contract.starts
    file = CFile(analysis, entries, solve, skipping=moves, states=states, state_type=contract.state_type)
    asking = EntryPoints(file.module, {key[:3]: key for key in entries}, contract, players)
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
