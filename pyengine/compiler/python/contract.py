"""The contract of a rule file, answered by compiled rules as `swi/prolog/contract.pl` answers it in Prolog."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from pyengine.compiler.analysis.analysed_game import AnalysedGame
from pyengine.compiler.analysis.entries import TEXTBOOK, entries_of, input_types, state_type
from pyengine.compiler.analysis.fixpoint import Analysis
from pyengine.compiler.normal_form.parameters import parameter_values
from pyengine.compiler.normal_form.places import located
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.procedures import Key, domain
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.python.compiled_rules import Compiled, compile_rules
from pyengine.compiler.python.depth import folding
from pyengine.compiler.python.expander import MINUS, Expander
from pyengine.compiler.runtime.arithmetic import evaluate
from pyengine.compiler.runtime.breaches import broken, indicator, must_be_ground, number, rows, text
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.folding import table_key
from pyengine.compiler.runtime.terms import FAIL, Functor, Value, functor, list_of
from pyengine.compiler.runtime.unify import is_ground
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.language.contract import Vocabulary, vocabulary_of
from pyengine.language.program import Program
from pyengine.terms import Atom, Term

_PLUS: Final = functor("+", 2)
_TIMES: Final = functor("*", 2)
_PARAMETER: Final = Key("parameter", 2, "ff", False)
_INITIAL: Final = Key("initial", 1, "f", True)
_CANONICAL: Final = Key("canonical", 2, "gf", True)
_OFFERS: Final = (
    *(("initial", 1), ("staticval", 2), ("canonical", 2), ("order", 3), ("noisy", 1), ("infinite", 1), ("board", 2)),
    *(("show", 2), ("terminal", 1), ("notation", 2), ("move_notation", 3), ("memory", 3)),
)


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
    values = parameter_values(sources, parameters, lambda: _solutions(program, None, _PARAMETER))
    entries = entries_of(sources)
    vocabulary = vocabulary_of(program)
    known: list[Type] = []
    starts = [*also]
    if vocabulary == "contract" and sources.defines(("initial", 1)):
        found = next(_solutions(program, values, _INITIAL), None)
        starts += [] if found is None or not is_ground(found[0]) else [found[0]]

    def prepare(analysis: Analysis) -> dict[Key, tuple[Type, ...]]:
        while True:
            type_ = state_type(analysis, starts) if vocabulary == "contract" and starts else domain.ANY
            inputs = {key: input_types(key, type_) for key in entries}
            for key in entries:
                analysis.request(key, inputs[key], None)
            analysis.run()  # what is found on the way, such as large integers, may make the type wider
            if type_ == domain.ANY or state_type(analysis, starts) == type_:
                known.append(type_)
                return inputs

    compiled = compile_rules(program, values, entries, prepare, doubted)
    return Contract(compiled, sources, vocabulary, known[0], tuple(starts))


def _solutions(program: Program, parameters: Mapping[str, Value] | None, key: Key) -> Iterator[tuple[Value, ...]]:
    """Ask a question before the rules are compiled for the positions of the game."""
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
    ) -> None:
        super().__init__(compiled, sources, vocabulary, state_type)
        self.starts = starts
        """The positions from which on the rules were compiled."""
        self.offers = frozenset(self._offered())
        self._fold_canonical = folding(self._canonical_type())

    @property
    def analysed(self) -> AnalysedGame:
        """The game as the analysis left it, for the other targets."""
        return AnalysedGame(
            self.compiled.analysis,
            tuple(self.compiled.functions),
            self.vocabulary,
            self.state_type,
            self.starts,
            self.has_memory,
        )

    def _offered(self) -> Iterator[str]:
        yield from (name for name, arity in _OFFERS if self._has(name, arity))
        if self._has("feature", 3) and self._has("weight", 2):
            yield "features"
        if self.vocabulary != "contract":
            return
        if self._has("outcome", 4) or not (self._has("outcome", 3) or self._has("utility", 2)):
            yield "utilities"
        if self.has_memory:
            yield "outcome"
            if self._has("terminal", 2):
                yield "terminal_memory"

    # What is asked once

    def players(self) -> list[Value]:
        """List the players."""
        if self.vocabulary != "contract":
            return ["max", "min"]
        players = [player for (player,) in self._solutions("player", "f")]
        must_be_ground(list_of(players), "player", 1)
        if not players:
            raise broken("fails", indicator("player", 1))
        if len(set(table_key(tuple(players)))) < len(players):
            raise broken("twice", indicator("player", 1))
        return players

    def initial(self) -> Value:
        """Give the start position."""
        state = self._first("initial", "f")
        must_be_ground(state, "initial", 1)
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
        if self.vocabulary != "contract":  # it is the worth of final positions, and need not estimate others
            found = self._maybe("staticval", "gf", state)
            return 0 if found is FAIL else number(found, "staticval", 2)
        if self._has("staticval", 2):
            return self._number("staticval", "gf", state)
        total: Value = 0
        features = list(self._solutions("feature", "gff", state))
        for name, value in features:
            number(value, "feature", 3)
            weight = self._number("weight", "gf", name)
            if total.__class__ is weight.__class__ is value.__class__ is int:
                total += weight * value
            else:
                total = evaluate((_PLUS, total, (_TIMES, weight, value)))
        return total

    def noisy(self, position: Value) -> bool:
        """Tell whether a position is noisy."""
        return self._maybe("noisy", "g", self._parts(position)[0])  # type: ignore[no-any-return]

    def scores(self, position: Value) -> list[Value | None]:
        """Score the moves of a position that is not final; None for one without a score."""
        state, _ = self._parts(position)
        found = self.step(position)
        scores: list[Value | None] = []
        for move in () if found.__class__ is list else found[1]:
            score = self._maybe("order", "ggf", state, move)
            scores.append(None if score is FAIL else number(score, "order", 3))
        return scores

    def canonical(self, position: Value) -> Value:
        """Give the representative of a position."""
        state, memory = self._parts(position)
        found = self.position(self._first("canonical", "gf", state), memory)
        if not self._canonical_is_clean:
            must_be_ground(found, "canonical", 2)
        if found.__class__ is str:
            return Atom(found)
        if self._fold_canonical is not None:
            self._fold_canonical(positions := [found])
            return positions[0]
        return found

    def _canonical_type(self) -> Type:
        outs = self.compiled.summaries[_CANONICAL].outs if self._has("canonical", 2) else None
        is_known = outs is not None and outs[0][0] and not self.has_memory
        return outs[0][1] if outs is not None and is_known else domain.ANY

    @cached_property
    def _canonical_is_clean(self) -> bool:
        """Whether representatives are known to be ground."""
        return all(clean for clean, _ in self.compiled.summaries[_CANONICAL].outs or ())

    def answer(self, what: str, position: Value | None, about: Value | None) -> Value | None:
        """Answer a question that is not asked often; None where the rules have no answer."""
        state = None if position is None else self._parts(position)[0]
        match what:
            case "to_move":
                if self.vocabulary == "contract":
                    return self._first("to_move", "gf", state)
                return self._textbook_mover(state, *TEXTBOOK[self.vocabulary][1:])
            case "order":
                found = self._maybe("order", "ggf", state, about)
                return None if found is FAIL else number(found, "order", 3)
            case "infinite":
                return self._number("infinite", "f")
            case "board":
                return rows(self._first("board", "gf", state), "board", 2)
            case "show":
                return text(self._first("show", "gf", state), "show", 2)
            case "notation" | "move_notation":
                args = (state,) if what == "notation" else (state, about)
                pattern = "g" * len(args) + "f"
                found = self._maybe(what, pattern, *args)
                return None if found is FAIL else text(found, what, len(pattern))
            case "read_notation":
                return self._read_notation(about)
            case "read_move_notation":
                return list_of(list(self._read(about, lambda form: self._solutions(what[5:], "gfg", state, form))))
        raise AssertionError(what)

    def _read_notation(self, text: Value) -> Value | None:
        for state in self._read(text, lambda form: self._solutions("notation", "fg", form)):
            return self.position(state)
        return None

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
