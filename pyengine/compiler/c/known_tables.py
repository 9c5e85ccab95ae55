"""Tabled predicates of a few solutions, worked out before the rules are analysed for C, so that these are constants.

`line(Line), marked(Line, Board, Player)` is then written for each of the lines, with the numbers of its cells.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pyengine.compiler.analysis.entries import AnalysedGame, settle
from pyengine.compiler.analysis.fixpoint import Analysis
from pyengine.compiler.c.compile_time import Evaluation, Solve
from pyengine.compiler.normal_form import goals as nf
from pyengine.compiler.normal_form.rules import Rules
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.techniques import techniques

_MOST_ROWS: Final = 8


def with_known_tables(contract: AnalysedGame, solve: Solve) -> AnalysedGame:
    """Give a game analysed again, with facts in place of its tabled predicates, where that makes a difference."""
    known = _facts(contract.analysis, solve) if techniques().unrolls else []
    if not known:
        return contract
    before = contract.analysis
    rules = Rules(before.rules.sources, before.rules.parameters)
    for predicate in known:
        rules.add(predicate)
    analysis = Analysis(rules, before.doubted)
    type_, _ = settle(analysis, contract.entries, contract.starts if contract.interface.is_own else ())
    return replace(contract, analysis=analysis, state_type=type_)


def _facts(analysis: Analysis, solve: Solve) -> list[nf.Predicate]:
    """Work those tabled predicates out that are only asked for all their solutions."""
    keys = [key for key, procedure in analysis.procedures.items() if procedure.is_tabled]
    evaluation, found = Evaluation(analysis, solve), []
    for key in keys:
        if key.first or set(key.pattern) != {"f"} or any(_is_other(key, other) for other in analysis.procedures):
            continue
        table = evaluation.table(key)
        if table is not None and 1 < len(table.rows) <= _MOST_ROWS:
            clauses = tuple(nf.NormalClause(row, nf.TRUE, None) for row in table.rows)
            found.append(nf.Predicate(key.name, key.arity, clauses, analysis.origin(key)))
    return found


def _is_other(key: Key, other: Key) -> bool:
    """Tell whether the same predicate is asked in another way, too: its solutions may come in another order then."""
    return other[:2] == key[:2] and other != key
