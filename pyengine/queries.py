"""Queries for `minimax/3`, answered by a search in place of the listing in `rules/search/minimax.pl`.

The listing looks at every line of play. A search that keeps what positions are worth finds the same value, and the same
successor as the first of the best; where a position comes back on a line, it says so, and the listing would not end.
What a search does not answer, the listing does: final positions, terms that are no positions, rules with errors.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pyengine.errors import CyclicGameError, PyengineError, RuleLimitError
from pyengine.language.contract import defined
from pyengine.language.reading.reader import read_term
from pyengine.search import PLAIN, Limit, Options, StopReason, minimax
from pyengine.search.multiplayer import solve_players
from pyengine.search.watch import Watch
from pyengine.terms import Compound, List, Number, Term, Var, is_ground, write_term

if TYPE_CHECKING:
    from pyengine.reasoners.budget import Budget
    from pyengine.reasoners.rule_game import RuleGame

Solutions = list[dict[str, Term]]

MINIMAX: Final = ("minimax", 3)


class _Asked(NamedTuple):
    """A goal taken apart: variables set to terms, a call of minimax/3, and what follows.

    `asks_start` says that the position was asked for by `initial/1`.
    """

    settings: tuple[Term, ...]
    position: Term
    best: Term
    value: Term
    rest: tuple[Term, ...]
    asks_start: bool


def shorten(game: RuleGame[Any], goal: str, budget: Budget, *, starts_elsewhere: bool) -> Solutions | str:
    """Give the solutions of a goal, or another one that has the same, where minimax/3 is what it begins with.

    A game that `starts_elsewhere` has another start than its rules, which are what minimax/3 asks. Raises
    CyclicGameError for a game with a cycle, RuleLimitError where the time is up, TermSyntaxError for what is no goal.
    """
    program = game.program
    asked = _taken_apart(read_term(goal, program.operators, program.flags))
    if asked is None or MINIMAX in defined(program) or (isinstance(asked.position, Var) and starts_elsewhere):
        return goal
    if asked.asks_start and not _has_one_start(game):
        return goal
    found = _searched(game, asked.position, budget)
    if found is None:
        return goal
    start, best, value = found
    answers = [Compound("=", pair) for pair in ((asked.best, best), (asked.value, value))]
    if isinstance(asked.position, Var):
        answers.insert(0, Compound("=", (asked.position, start)))
    goals = (*asked.settings, *answers, *asked.rest)
    solution = _settled(goals)
    if solution is not None:
        return [solution]
    return ",\n".join(f"({write_term(each, program.operators)})" for each in goals)


def _taken_apart(goal: Term) -> _Asked | None:
    """Find minimax/3 where nothing before it can fail: after variables that are set to terms without any, or to the
    start."""
    settings: list[Term] = []
    known: dict[Var, Term] = {}
    start: Var | None = None
    goals = list(_conjuncts(goal))
    for number, each in enumerate(goals):
        match each:
            case Compound(name="minimax", args=(position, best, value)):
                given = known.get(position, position) if isinstance(position, Var) else position
                if (start is None and (isinstance(given, Var) or is_ground(given))) or given == start:
                    return _Asked(tuple(settings), given, best, value, tuple(goals[number + 1 :]), start is not None)
                return None
            case Compound(name="initial", args=(Var() as variable,)) if variable not in known and start is None:
                start = variable
            case Compound(name="=", args=(Var() as variable, term)) if (
                variable not in known and variable != start and is_ground(term)
            ):
                known[variable] = term
                settings.append(each)
            case _:
                return None
    return None


def _has_one_start(game: RuleGame[Any]) -> bool:
    """Tell whether `initial/1` gives the start and nothing else: of a game with memory it gives a part of it."""
    try:
        found = game.query("initial(Start)", limit=2)
    except PyengineError:
        return False
    return [each["Start"] for each in found] == [game.term(game.initial)]


def _conjuncts(goal: Term) -> Iterator[Term]:
    waiting = [goal]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Compound) and each.name == "," and len(each.args) == 2:
            waiting.extend(reversed(each.args))
        else:
            yield each


def _settled(goals: tuple[Term, ...]) -> dict[str, Term] | None:
    """Solve goals that set a variable each, no two the same one; None where SWI-Prolog must."""
    solution: dict[Var, Term] = {}
    for goal in goals:
        match goal:
            case Compound(name="=", args=(Var() as variable, term)) if variable not in solution and is_ground(term):
                solution[variable] = term
            case _:
                return None
    return {variable.name: term for variable, term in solution.items() if not variable.name.startswith("_")}


def _searched(game: RuleGame[Any], position: Term, budget: Budget) -> tuple[Term, Term, Term] | None:
    """Give a position, the first of its best successors, and its value; None where the listing is to say."""
    try:
        state = game.initial if isinstance(position, Var) else game.state(position)
        opened = game.expand(state)
        if opened.utilities is not None or not opened.children:
            return None
        reason, worths, told = _valued(game, state, opened.mover, budget)
    except CyclicGameError:
        raise
    except PyengineError:
        return None
    if reason is StopReason.INTERRUPTED:
        raise KeyboardInterrupt
    if reason is StopReason.SECONDS:
        raise RuleLimitError(budget.out_of_time)
    if reason is not StopReason.SOLVED or len(worths) != len(opened.children):
        return None
    place = worths.index(max(worths))
    return game.term(state), game.term(opened.children[place]), told[place]


def _valued(game: RuleGame[Any], state: Any, mover: int, budget: Budget) -> tuple[StopReason, list[Number], list[Term]]:
    """Value each move of a position, for who makes it and as the listing tells it; and say how the search ended."""
    options = replace(PLAIN, table=Options().table, canonical=False)
    limit, each = Limit(seconds=budget.seconds), "utilities" in game.offers
    if len(game.players) == 2 and not each:
        found = minimax(game, state, options=options, limit=limit)
        values = [value for _, value in found.moves]
        return found.reason, values if mover == 0 else [-value for value in values], [*values]
    solved = solve_players(game, state, options, Watch(limit, time.perf_counter), prune=False)
    vectors = [vector for _, vector in solved.vectors]
    told: list[Term] = [List(vector) if each else vector[0] for vector in vectors]
    return solved.reason, [vector[mover] for vector in vectors], told
