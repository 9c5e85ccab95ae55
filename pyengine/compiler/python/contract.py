"""The contract of a rule file, answered by compiled rules as `swi/prolog/contract.pl` answers it in Prolog."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Final

from pyengine.compiler.analysis.entries import AnalysedGame, entries_of, key_of, settle
from pyengine.compiler.analysis.fixpoint import Analysis
from pyengine.compiler.normal_form.parameters import parameter_values
from pyengine.compiler.normal_form.places import located
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.python.compiled_rules import Compiled, compile_rules
from pyengine.compiler.python.depth import folding
from pyengine.compiler.python.expander import MINUS, Expander
from pyengine.compiler.runtime.arithmetic import evaluate
from pyengine.compiler.runtime.breaches import broken, ground, indicator, must_be_ground, number, rows, text
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.folded_terms import table_key
from pyengine.compiler.runtime.terms import FAIL, Functor, Value, functor, list_of
from pyengine.compiler.runtime.unify import is_ground
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.language.contract import OWN, Entry, Vocabulary, vocabulary_of
from pyengine.language.program import Program
from pyengine.terms import Atom, Term

_PLUS: Final = functor("+", 2)
_TIMES: Final = functor("*", 2)
_STATICVAL, _FEATURE, _WEIGHT, _ORDER = (OWN[name] for name in ("staticval", "feature", "weight", "order"))
_CATEGORY, _EXPECTED = OWN["category"], OWN["expected"]
_CANONICAL, _PLAYER, _INITIAL, _STATE = (OWN[name] for name in ("canonical", "player", "initial", "state"))
READING: Final = "read_"
"""What stands before the name of a notation where it is read and not written."""
_CHECKS: Final = {"number": number, "rows": rows, "text": text, "class": ground, "drawing": ground}
"""Insists that an answer is of a kind."""


def compile_game(
    program: Program,
    parameters: Mapping[str, Term],
    also: Sequence[Value] = (),
    doubted: frozenset[str] | None = frozenset(),
) -> Contract:
    """Compile all that the contract asks of a program; raises UnsupportedError, with the place of the goal.

    The code is made for the positions that moves lead to from the start, and from those given as `also`.
    """
    try:
        return _compile(program, parameters, also, doubted)
    except UnsupportedError as error:
        raise located(error, program) from None


def _compile(
    program: Program, parameters: Mapping[str, Term], also: Sequence[Value], doubted: frozenset[str] | None
) -> Contract:
    sources = Sources(program)
    values = parameter_values(sources, parameters, lambda: _solutions(program, None, OWN["parameter"]))
    entries = entries_of(sources)
    vocabulary = vocabulary_of(program)
    known: list[Type] = []
    starts = [*also]
    if vocabulary == "contract" and sources.defines(_INITIAL.indicator):
        found = next(_solutions(program, values, _INITIAL), None)
        starts += [] if found is None or not is_ground(found[0]) else [found[0]]

    def prepare(analysis: Analysis) -> dict[Key, tuple[Type, ...]]:
        type_, inputs = settle(analysis, entries, starts if vocabulary == "contract" else [])
        known.append(type_)
        return inputs

    compiled = compile_rules(program, values, entries, prepare, doubted)
    return Contract(compiled, sources, vocabulary, known[0], tuple(starts), partial(_test, program, values, _STATE))


def _test(program: Program, parameters: Mapping[str, Value] | None, entry: Entry) -> Callable[..., bool]:
    """Compile a test of any term by itself: what is found out about positions does not hold for it, nor the reverse."""
    key = key_of(entry)
    rules = compile_rules(program, parameters, [key], doubted=None)
    return lambda term: next(rules.solutions(key, term), None) is not None


def _solutions(program: Program, parameters: Mapping[str, Value] | None, entry: Entry) -> Iterator[tuple[Value, ...]]:
    """Ask a question before the rules are compiled for the positions of the game."""
    key = key_of(entry)
    return compile_rules(program, parameters, [key]).solutions(key)


class Contract(Expander):
    """Compiled rules that answer what a game asks."""

    def __init__(
        self,
        compiled: Compiled,
        sources: Sources,
        vocabulary: Vocabulary,
        state_type: Type,
        starts: tuple[Value, ...],
        compile_test: Callable[[], Callable[..., bool]] | None = None,
    ) -> None:
        super().__init__(compiled, sources, vocabulary, state_type)
        self._compile_test = compile_test
        self.starts = starts
        """The positions from which on the rules were compiled."""
        self.offers = self.interface.offers
        self._fold_canonical = folding(self._canonical_type())

    @property
    def analysed(self) -> AnalysedGame:
        """The game as the analysis left it, for the other targets."""
        return AnalysedGame(
            self.compiled.analysis,
            tuple(self.compiled.functions),
            self.state_type,
            self.starts,
            self.interface,
            self.has_memory,
        )

    # What is asked once

    def players(self) -> list[Value]:
        """List the players."""
        if not self.interface.is_own:
            return ["max", "min"]
        players = [player for (player,) in self._solutions(_PLAYER)]
        must_be_ground(list_of(players), *_PLAYER.indicator)
        if not players:
            raise broken("fails", indicator(*_PLAYER.indicator))
        if len(set(table_key(tuple(players)))) < len(players):
            raise broken("twice", indicator(*_PLAYER.indicator))
        return players

    def initial(self) -> Value:
        """Give the start position."""
        state = self._first(_INITIAL)
        must_be_ground(state, *_INITIAL.indicator)
        return self.position(state)

    def admits(self, position: Value) -> bool:
        """Tell whether the code was made for such a position; what is not even one is not asked about it."""
        if self.has_memory and not (position.__class__ is tuple and position[0] is MINUS):
            return True
        return domain.contains(self.state_type, self._parts(position)[0])

    @property
    def functors(self) -> frozenset[Functor]:
        """The functors of the compound terms among the positions that the code was made for."""
        return frozenset((MINUS,)) if self.has_memory else frozenset(f for f, _ in self.state_type.structs or ())

    @property
    def functor(self) -> Functor | None:
        """The functor of all positions that the code was made for, None where they have several or none."""
        functors = self.functors
        return next(iter(functors)) if len(functors) == 1 else None

    def state_of(self, position: Value) -> Value:
        """Give the state in a position."""
        return self._parts(position)[0]

    # What is asked besides

    def staticval(self, position: Value) -> Value:
        """Estimate a position."""
        state, _ = self._parts(position)
        if not self.interface.is_own:  # it is the worth of final positions, and need not estimate others
            found = self._maybe(_STATICVAL, state)
            return 0 if found is FAIL else number(found, *_STATICVAL.indicator)
        if self.interface.estimate is _EXPECTED:
            return self._number(_EXPECTED, self._checked(_CATEGORY, self._maybe(_CATEGORY, state)))
        if self.interface.estimate is not _FEATURE:
            return self._number(_STATICVAL, state)
        total: Value = 0
        features = list(self._solutions(_FEATURE, state))
        for name, value in features:
            number(value, *_FEATURE.indicator)
            weight = self._number(_WEIGHT, name)
            if total.__class__ is weight.__class__ is value.__class__ is int:
                total += weight * value
            else:
                total = evaluate((_PLUS, total, (_TIMES, weight, value)))
        return total

    def question(self, name: str, position: Value, *given: Value) -> Any:
        """Answer one of the contract's questions: whether it holds, or its answer, None where it may have none."""
        entry = OWN[name]
        found = self._maybe(entry, self._parts(position)[0], *given)
        return self._checked(entry, found) if entry.wanted else found

    def is_position(self, position: Value) -> bool:
        """Tell whether state/1 holds of what may be a position, or any other term."""
        if self.has_memory:
            if not (position.__class__ is tuple and position[0] is MINUS):
                return False
            position = self._parts(position)[0]
        return self._holds(position)

    @cached_property
    def _holds(self) -> Callable[..., bool]:
        return partial(self._maybe, _STATE) if self._compile_test is None else self._compile_test()

    def scores(self, position: Value) -> list[Value | None]:
        """Score the moves of a position that is not final; None for one without a score."""
        state, _ = self._parts(position)
        found = self.step(position)
        scores: list[Value | None] = []
        for move in () if found.__class__ is list else found[1]:
            score = self._maybe(_ORDER, state, move)
            scores.append(None if score is FAIL else number(score, *_ORDER.indicator))
        return scores

    def canonical(self, position: Value) -> Value:
        """Give the representative of a position."""
        state, memory = self._parts(position)
        found = self.position(self._first(_CANONICAL, state), memory)
        if not self._canonical_is_clean:
            must_be_ground(found, *_CANONICAL.indicator)
        if found.__class__ is str:
            return Atom(found)
        if self._fold_canonical is not None:
            self._fold_canonical(positions := [found])
            return positions[0]
        return found

    def _canonical_type(self) -> Type:
        outs = self.compiled.summaries[key_of(_CANONICAL)].outs if self._has(_CANONICAL) else None
        is_known = outs is not None and outs[0][0] and not self.has_memory
        return outs[0][1] if outs is not None and is_known else domain.ANY

    @cached_property
    def _canonical_is_clean(self) -> bool:
        """Whether representatives are known to be ground."""
        return all(clean for clean, _ in self.compiled.summaries[key_of(_CANONICAL)].outs or ())

    def answer(self, what: str, position: Value | None, *about: Value) -> Value | None:
        """Answer a question that is not asked often; None where the rules have no answer."""
        state = None if position is None else self._parts(position)[0]
        if what.startswith(READING):
            return self._read_answer(OWN[what.removeprefix(READING)], state, *about)
        entry = OWN[what]
        if entry is OWN["to_move"]:
            return self._first(entry, state) if self.interface.is_own else self._textbook_mover(state)
        return self._checked(entry, self._maybe(entry, *(() if state is None else (state,)), *about))

    def _checked(self, entry: Entry, found: Value) -> Value | None:
        """Insist that an answer is what it should be; None where there is none and need not be."""
        if found is FAIL:
            if entry.may_fail:
                return None
            raise broken("fails", indicator(*entry.indicator))
        return _CHECKS[entry.wanted](found, *entry.indicator)

    def _read_answer(self, entry: Entry, state: Value | None, text: Value) -> Value | None:
        """Give what a notation stands for: the first position, or all moves."""
        given = () if state is None else (state,)
        found = self._read(text, lambda form: self._solutions(entry, *given, form, mode=entry.modes[1]))
        if entry.of == "position":
            return next(map(self.position, found), None)
        return list_of(list(found))

    def _read(self, text: Value, solve: Callable[[Value], Iterator[tuple[Value, ...]]]) -> Iterator[Value]:
        """Go through what the rules read from a text, as an atom and as a string; errors are no answer."""
        for form in (text.text, text):
            try:
                for (found,) in solve(form):
                    if is_ground(found):
                        yield found
            except PrologError as error:
                if error.ball.__class__ is tuple and error.ball[0].name == "pyengine":
                    raise
