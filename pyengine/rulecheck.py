"""All that can be said about a rule file: what is written in it, and what it does when it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from pyengine.api import as_terms, find_rules, read_rules
from pyengine.conformance import check_game
from pyengine.errors import Finding, Place, PrologMissingError, PyengineError, RuleFileError, RuleRuntimeError, Severity
from pyengine.game import expand
from pyengine.language.program import Program
from pyengine.terms import Compound, Term, write_term

if TYPE_CHECKING:
    from pyengine.reasoners.logic_game import SwiGame

WALK_POSITIONS = 500
"""How many positions the walk looks at before it goes on with random games."""

SAMPLED_POSITIONS = 60
"""How many of them are asked for further solutions, each by a query of its own."""


def check_file(
    path: str | Path,
    *,
    trust: bool = False,
    positions: int = WALK_POSITIONS,
    parameters: Mapping[str, object] | None = None,
) -> tuple[Finding, ...]:
    """Report everything that is wrong with a rule file, errors first.

    A file without errors is then loaded and walked from its start, over up to `positions` positions.
    """
    program, findings = read_rules(find_rules(path), trust=trust)
    if any(finding.severity is Severity.ERROR for finding in findings):
        return findings
    try:
        walked = _walk(program, trust, positions, as_terms(parameters or {}))
    except RuleFileError as error:
        walked = error.findings
    except PrologMissingError as error:
        walked = (Finding(Severity.WARNING, "not-walked", f"the game was not walked: {error}"),)
    except RuleRuntimeError as error:
        walked = (error.finding(_locator(program)("initial")),)
    except PyengineError as error:
        walked = (Finding(Severity.ERROR, "rule-error", str(error), _locator(program)("initial")),)
    return tuple(sorted((*findings, *walked), key=lambda finding: finding.severity is Severity.WARNING))


def _walk(program: Program, trust: bool, positions: int, parameters: Mapping[str, Term]) -> tuple[Finding, ...]:
    from pyengine.language.contract import vocabulary_of
    from pyengine.reasoners.logic_game import load_swi  # SWI-Prolog is started only where it is needed

    locate = _locator(program)
    game = load_swi(program, parameters=parameters, trust=trust)
    # In the textbook vocabulary staticval is first of all the worth of final positions.
    estimates_all = vocabulary_of(program) == "contract"
    findings = check_game(game, positions=positions, locate=locate, estimates_all=estimates_all)
    if any(finding.severity is Severity.ERROR for finding in findings):
        return findings
    return (*findings, *_further_solutions(game, locate))


def _locator(program: Program) -> Callable[[str], Place | None]:
    """Find the first clause of a contract predicate by its name, whatever its arity."""
    from pyengine.language.contract import defined

    places: dict[str, Place] = {}
    for (name, _arity), clauses in defined(program).items():
        first = clauses[0]
        places.setdefault(name, first.source.place(first.layout.start, first.layout.end))
    for contract, textbook in (("move", "moves"), ("move", "mutari"), ("utility", "staticval")):
        if contract not in places and textbook in places:
            places[contract] = places[textbook]
    return places.get


def _further_solutions(game: SwiGame, locate: Callable[[str], Place | None]) -> Iterator[Finding]:
    """Warn, once a predicate, where only the first of several different solutions counts."""
    from pyengine.language.contract import defined

    known = defined(game.program)
    warned: set[str] = set()
    if ("initial", 1) in known:
        yield from _compare(game, "initial", "initial(Answer)", "", locate, warned)
    state = game.initial
    queue, seen = [state], {state}
    while queue and len(seen) < SAMPLED_POSITIONS:
        state = queue.pop()
        expansion = expand(game, state)
        text = write_term(_without_memory(game, game.term(state)), game.program.operators)
        asked = ["to_move", "staticval", "canonical"] if not expansion.is_terminal else ["utility", "staticval"]
        for name in asked:
            if (name, 2) in known:
                yield from _compare(game, name, f"{name}(({text}), Answer)", f" in {text}", locate, warned)
        fresh = [child for child in expansion.children if child not in seen]
        seen.update(fresh)
        queue.extend(fresh)


def _without_memory(game: SwiGame, position: Term) -> Term:
    """Give what the rules know as the state: in a game with memory, a position is `State-Memory`."""
    return position.args[0] if "outcome" in game.offers and isinstance(position, Compound) else position


def _compare(
    game: SwiGame, name: str, goal: str, where: str, locate: Callable[[str], Place | None], warned: set[str]
) -> Iterator[Finding]:
    if name in warned:
        return
    answers = list(dict.fromkeys(answer["Answer"] for answer in game.query(goal, limit=8)))
    if len(answers) > 1:
        warned.add(name)
        listed = " and ".join(write_term(answer, game.program.operators) for answer in answers[:2])
        message = f"{name} has several answers{where}: {listed}"
        hint = f"only the first counts; make the clauses of {name} exclude each other"
        yield Finding(Severity.WARNING, "several-answers", message, locate(name), hint)
