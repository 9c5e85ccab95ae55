"""All that can be said about a rule file: what is written in it, and what it does when it runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyengine.api import as_terms, find_rules
from pyengine.conformance import check_game
from pyengine.errors import (
    Finding,
    InvalidStateError,
    ParameterError,
    Place,
    PrologMissingError,
    PyengineError,
    RuleFileError,
    RuleLimitError,
    RuleRuntimeError,
    Severity,
    TermSyntaxError,
)
from pyengine.game import expand
from pyengine.language.gate import CheckedProgram, examine_file
from pyengine.language.parts import as_part
from pyengine.language.program import Program
from pyengine.language.reading.reader import read_term
from pyengine.quoting import show_value
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.choice import load_program, obstacles_to_compiling
from pyengine.reasoners.rule_game import RuleGame
from pyengine.terms import Compound, List, Term, write_term
from pyengine.texts import count_of

if TYPE_CHECKING:
    from pyengine.reasoners.swi.swi_game import SwiGame

WALK_POSITIONS = 500
"""How many positions the walk looks at before it goes on with random games."""

WALK_SECONDS = 20.0
"""How long the walk may take before the rest is left out."""

COVER_SECONDS = 3.0
"""How long random games are played to see which clauses hold."""

MOST_UNHELD = 20
"""How many clauses that never hold are told of."""

SAMPLED_POSITIONS = 60
"""How many of them are asked for further solutions, each by a query of its own."""


def check_file(
    path: str | Path,
    *,
    trust: bool = False,
    positions: int = WALK_POSITIONS,
    parameters: Mapping[str, object] | None = None,
    start: str | None = None,
    seconds: float = WALK_SECONDS,
    budget: Budget | None = None,
    coverage: bool = False,
    tell: Callable[[str], None] = lambda stage: None,
) -> tuple[Finding, ...]:
    """Report everything that is wrong with a rule file, errors first; notes say what is not compiled, or not to C.

    A file that is a part of a game is told to be one by a note, and what is wrong is what its game does not mend.

    A file without errors is then loaded and walked from its start, or from the position that `start` writes, over up to
    `positions` positions and for about `seconds`; each call into its rules has a `budget`. With `coverage`, notes tell
    of clauses that never hold in random games. `tell` gets a word about what is being done, again and again.
    """
    if budget is not None and not isinstance(budget, Budget):
        raise ParameterError(f"budget must be a Budget, such as Budget(seconds=1), not {show_value(budget)}")
    if start is not None and not isinstance(start, str):
        raise ParameterError(f"start must be the text of a position, not {show_value(start)}")
    file = find_rules(path)
    tell("reading the rules")
    examined = examine_file(file, trust=trust)
    findings = examined.findings
    unreadable = [finding for finding in findings if finding.code == "unreadable-file"]
    if unreadable:
        return tuple(unreadable)  # that nothing is defined in it need not be said
    if any(finding.severity is Severity.ERROR for finding in findings):
        part = as_part(file, examined, trust=trust)
        return findings if part is None else part
    program = examined.program
    walked = _walked(program, trust, positions, parameters or {}, start, seconds, budget or Budget(), tell)
    findings = tuple(sorted((*findings, *walked), key=lambda finding: finding.severity is Severity.WARNING))
    if any(finding.severity is Severity.ERROR for finding in findings):
        return findings
    tell("compiling the rules")
    obstacles = obstacles_to_compiling(
        program,
        parameters=as_terms(parameters or {}),
        trust=trust,
        start=None if start is None else _start_term(program, start),
        budget=budget or Budget(),
    )
    unheld = _unheld(program, as_terms(parameters or {})) if coverage and start is None else ()
    return (*findings, *obstacles, *unheld)


def _walked(
    program: CheckedProgram,
    trust: bool,
    positions: int,
    parameters: Mapping[str, object],
    start: str | None,
    seconds: float,
    budget: Budget,
    tell: Callable[[str], None],
) -> tuple[Finding, ...]:
    """Load a game and walk it; what keeps it from being loaded is a finding as well."""
    locate = _locator(program)
    try:
        return _walk(program, trust, positions, as_terms(parameters), start, seconds, budget, tell)
    except RuleFileError as error:
        return error.findings
    except PrologMissingError as error:
        return (Finding(Severity.WARNING, "not-walked", f"the game was not walked: {error}"),)
    except RuleRuntimeError as error:
        return (error.finding(locate("initial")),)
    except (TermSyntaxError, InvalidStateError) as error:
        return (
            Finding(
                Severity.ERROR, "bad-start", f"the start is not a position\n{error}", Place(program.source.name, 1, 1)
            ),
        )
    except ParameterError as error:
        return (Finding(Severity.ERROR, "bad-parameter", str(error), Place(program.source.name, 1, 1)),)
    except PyengineError as error:
        return (Finding(Severity.ERROR, "rule-error", str(error), locate("initial")),)


def _unheld(program: CheckedProgram, parameters: Mapping[str, Term]) -> Iterator[Finding]:
    """Note the clauses that never hold in random games, the first ones of those in the file itself."""
    from pyengine.reasoners.replay.coverage import cover

    covered = cover(program, parameters, seconds=COVER_SECONDS)
    own = () if covered is None else [rule for rule in covered.unheld if rule.clause.source is program.source]
    for rule in sorted(own, key=lambda rule: rule.clause.layout.start)[:MOST_UNHELD]:
        assert covered is not None
        played = f"{covered.games} random games ({covered.positions} positions)"
        message = f"this clause of {rule} did not hold once in {played}"
        hint = "a condition may be too strict, or a clause before it may take its place"
        yield Finding(Severity.NOTE, "never-held", message, rule.head.place(), hint)


def _walk(
    program: CheckedProgram,
    trust: bool,
    positions: int,
    parameters: Mapping[str, Term],
    start: str | None,
    seconds: float,
    budget: Budget,
    tell: Callable[[str], None],
) -> tuple[Finding, ...]:
    from pyengine.language.contract import vocabulary_of
    from pyengine.reasoners.swi.swi_game import SwiGame  # SWI-Prolog is started only where it is needed

    locate = _locator(program)

    def load_from(position: Term | None) -> RuleGame[Any]:
        try:
            return SwiGame(program, parameters=parameters, trust=trust, start=position, budget=budget)
        except PrologMissingError:
            return load_program(program, "auto", parameters=parameters, trust=trust, start=position, budget=budget)

    try:
        game = load_from(None if start is None else _start_term(program, start, load_from))
    except ParameterError:
        # Either a parameter is wrong, and then it is wrong with any start, or there is no start.
        if start is not None or "initial" in load_from(List(())).offers:
            raise
        message = "not walked: the file has no initial/1; give a start with --from"
        return (Finding(Severity.WARNING, "not-walked", message, Place(program.source.name, 1, 1)),)
    allowed = _Time(seconds)
    # In the textbook vocabulary staticval is first of all the worth of final positions.
    estimates_all = vocabulary_of(program) == "contract"
    findings = check_game(
        game,
        positions=positions,
        locate=locate,
        estimates_all=estimates_all,
        seconds=seconds,
        progress=lambda walked: tell(f"walked {count_of(walked, 'position')}"),
    )
    if any(finding.severity is Severity.ERROR or finding.code == "walk-cut-short" for finding in findings):
        return findings
    if not isinstance(game, SwiGame):  # SWI-Prolog is not there to be asked
        return findings
    tell("looking for further solutions")
    return (*findings, *_FurtherSolutions(game, locate, allowed).look())


def _start_term(program: Program, start: str, load_from: Callable[[None], RuleGame[Any]] | None = None) -> Term | None:
    """Read a start: in the notation that the rules read where they can be loaded without it, else as a term.

    Without a way to load them, None stands for what is no term.
    """
    from pyengine.language.contract import OWN, defined

    known = defined(program)
    if load_from is not None and OWN["notation"].indicator in known and OWN["initial"].indicator in known:
        game = load_from(None)
        if "outcome" not in game.offers:  # with a memory, a position is more than what a game starts from
            return game.read_position(start)
    try:
        return read_term(start, program.operators, program.flags)
    except TermSyntaxError:
        if load_from is not None:
            raise
        return None


@dataclass(frozen=True)
class _Time:
    """How long one walk may take, from now on."""

    seconds: float
    started: float = field(default_factory=time.monotonic)

    def left(self) -> float:
        return self.started + self.seconds - time.monotonic()


def _locator(program: Program) -> Callable[[str], Place | None]:
    """Find the first clause of a contract predicate by its name, whatever its arity."""
    from pyengine.language.contract import ROMANIAN, TEXTBOOK, alternatives, defined

    places: dict[str, Place] = {}
    for (name, _arity), clauses in defined(program).items():
        first = clauses[0]
        places.setdefault(name, first.source.place(first.layout.start, first.layout.end))
    for entry in (*TEXTBOOK, *ROMANIAN):
        if entry.role and entry.name in places:
            for own in alternatives(entry.role):
                places.setdefault(own.name, places[entry.name])
    if "legal" in places:
        places.setdefault("move", places["legal"])
    return lambda name: places.get(name, Place(program.source.name, 1, 1))


@dataclass
class _FurtherSolutions:
    """Warns, once a predicate, where only the first of several different solutions counts."""

    game: SwiGame
    locate: Callable[[str], Place | None]
    allowed: _Time
    warned: set[str] = field(default_factory=set)

    def look(self) -> Iterator[Finding]:
        """Ask the positions that are reached first."""
        from pyengine.language.contract import QUESTIONS, defined

        game = self.game
        valued = ["staticval", *(question.name for question in QUESTIONS if question.called == "+-")]
        known, movers = defined(game.program), _movers(game.program)
        in_two_steps = ("result", 3) in known and ("move", 3) not in known
        for name in ("initial", "infinite", "draw_value", "layout"):
            if (name, 1) in known:
                yield from self._compare(name, f"{name}(Answer)", "")
        state = game.initial
        queue, seen, asked_of = [state], {state}, 0
        while queue and len(seen) < SAMPLED_POSITIONS:
            if self.allowed.left() <= 0:
                message = f"asked {asked_of} positions for further solutions in {self.allowed.seconds:g} s; "
                message += "the rest was not looked at"
                yield Finding(Severity.WARNING, "walk-cut-short", message, self.locate("initial"))
                return
            asked_of += 1
            state = queue.pop()
            expansion = expand(game, state)
            text = write_term(_without_memory(game, game.term(state)), game.program.operators)
            for name in (*valued, *(["utility"] if expansion.is_terminal else ["to_move", "canonical"])):
                if (name, 2) in known:
                    yield from self._compare(name, f"{name}(({text}), Answer)", f" in {text}")
            if in_two_steps:
                yield from self._results(text, expansion.moves)
            if not expansion.is_terminal and movers is not None:
                yield from self._both_movers(*movers, text)
            fresh = [child for child in expansion.children if child not in seen]
            seen.update(fresh)
            queue.extend(fresh)

    def _ask(self, name: str, goal: str, limit: int) -> list[dict[str, Term]]:
        """Ask for so many solutions, and no more of a predicate that takes too long.

        A game asks for the first solution, which was found; what comes after it need not end.
        """
        left = self.allowed.left()
        if name in self.warned or left <= 0:
            return []
        budget = replace(self.game.budget, seconds=min(self.game.budget.seconds, left))
        try:
            return self.game.query(goal, limit=limit, budget=budget)
        except RuleLimitError:
            self.warned.add(name)
            return []

    def _warn(self, name: str, message: str, hint: str) -> Finding:
        self.warned.add(name)
        return Finding(Severity.WARNING, "several-answers", message, self.locate(name), hint)

    def _compare(self, name: str, goal: str, where: str) -> Iterator[Finding]:
        answers = list(dict.fromkeys(answer["Answer"] for answer in self._ask(name, goal, 8)))
        if len(answers) > 1:
            listed = " and ".join(write_term(answer, self.game.program.operators) for answer in answers[:2])
            message = f"{name} has several answers{where}: {listed}"
            yield self._warn(name, message, f"only the first counts; make the clauses of {name} exclude each other")

    def _results(self, text: str, moves: Sequence[Term]) -> Iterator[Finding]:
        """Warn where a move, in two steps, leads to several positions."""
        for move in moves:
            told = write_term(move, self.game.program.operators)
            yield from self._compare("result", f"result(({text}), ({told}), Answer)", f" for {told} in {text}")

    def _both_movers(self, of_max: str, of_min: str, text: str) -> Iterator[Finding]:
        """Warn where it is both players' turn."""
        if self._ask(of_max, f"{of_max}(({text})), {of_min}(({text}))", 1):
            hint = f"it is taken to be MAX's turn; make {of_max} and {of_min} exclude each other"
            yield self._warn(of_max, f"{of_max} and {of_min} both hold in {text}", hint)


def _movers(program: Program) -> tuple[str, str] | None:
    """Give the predicates that say whose turn it is, where a file defines one for each player."""
    from pyengine.language.contract import defined, interface, vocabulary_of

    known = defined(program)
    movers = interface(vocabulary_of(program), known.__contains__).movers
    if movers is None:
        return None
    of_max, of_min = movers
    return (of_max.name, of_min.name) if {of_max.indicator, of_min.indicator} <= set(known) else None


def _without_memory(game: SwiGame, position: Term) -> Term:
    """Give what the rules know as the state: in a game with memory, a position is `State-Memory`."""
    return position.args[0] if "outcome" in game.offers and isinstance(position, Compound) else position
