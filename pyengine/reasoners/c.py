"""A rule file as a Game, compiled to C: the fastest there is, where a C compiler is."""

from __future__ import annotations

import ctypes
import struct
import threading
import weakref
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from pyengine.compiler.c.packing import Packing, PackingError
from pyengine.errors import BuildError, InvalidStateError
from pyengine.game import Expansion
from pyengine.kernel.kernel import Kernel
from pyengine.language.contract import Entry
from pyengine.language.gate import CheckedProgram
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.c_library import ASKED, Facts, Library, open_library
from pyengine.reasoners.escape_report import explain_escapes, left_to_python
from pyengine.reasoners.lazy_moves import LazyMoves
from pyengine.reasoners.rule_game import ESTIMATES, NO_PARAMETERS, USUAL_BUDGET, Closed, RuleGame
from pyengine.terms import List, Number, Term

if TYPE_CHECKING:
    from pyengine.building.library_build import LibraryBuild
    from pyengine.compiler.c.game import CSource
    from pyengine.compiler.runtime.terms import Value
    from pyengine.reasoners.compiled import CompiledGame

_STEPS: Final = 20_000_000
"""Steps of one question before the rules are asked elsewhere: a fraction of a second."""
_STEPS_OF_A_SECOND: Final = 2_500_000
"""Steps for each second of the budget, where that makes fewer: a quarter of it at most, since Python begins anew."""
_SECONDS_FOR_TABLES: Final = 1.0
_MALFORMED: Final = -2
_STRANGE: Final = -3
_NOT_ASKED: Final = -4
_ENOUGH: Final = 200
"""Questions of one kind at which C stops before it is asked no more, where they are most of all."""
_MOST_RECENT: Final = 1 << 16
_OTHER_KIND: Final = "a position of another kind than the first ones"
_TOO_LARGE: Final = "a position with what C cannot hold, such as a number beyond 120 bits"
REASONS: Final = ("going", "enough", "beyond", "full", "deep", "steps", "interrupted")
"""Why a call stopped, in the order of `enum Reason`."""


def write_c(game: CompiledGame) -> CSource:
    """Write a game that is compiled to Python as C; a table that is not filled soon is left to the run.

    Raises BuildError where positions or players have parts that C does not do, or rules are nested too deep for it.
    """
    from pyengine.compiler.c.game import c_source_of_game
    from pyengine.compiler.c.names import BeyondError
    from pyengine.compiler.python.compiled_rules import solve
    from pyengine.compiler.runtime.folded_terms import is_deep
    from pyengine.compiler.runtime.terms import to_value
    from pyengine.reasoners.call_limits import guard

    players = [to_value(player) for player in game.players]
    if any(map(is_deep, players)):
        raise BuildError(f"a player of {game.name} is a term that is nested too deep for C")
    run = guard(replace(game.budget, seconds=min(game.budget.seconds, _SECONDS_FOR_TABLES)))
    try:
        return c_source_of_game(game.contract.analysed, players, partial(run, solve))
    except BeyondError as error:
        raise BuildError(f"the positions or players of {game.name} have what C does not do: {error}") from None
    except RecursionError:
        raise BuildError(f"a clause of {game.name} is nested deeper than can be written as C") from None


def compile_to_c(game: CompiledGame) -> tuple[str, Facts]:
    """Give the C source of a game that is compiled to Python, and what is kept beside its library."""
    source = write_c(game)
    packing = Packing(source.atoms, source.functors)
    players = tuple(packing.pack(player) for player in game.players)
    initial = packing.pack(game.term(game.initial))
    known = (source.atoms, source.functors, players, game.offers, initial, game.contract.has_memory)
    facts = Facts("", *known, left_to_python(source.beyond))
    return source.text, facts


class _OwnAsker(threading.local):
    """The asker of each thread, made when it first asks."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self.asker = make()


@dataclass(slots=True)
class _Tried:
    """How often C was asked one kind of question, and how often it stopped."""

    asked: int = 0
    stopped: int = 0
    is_over: bool = False
    """Whether C is not asked any more."""

    def stop(self) -> bool:
        """Note that C stopped; tell whether it should not be asked any more."""
        self.stopped += 1
        self.is_over = self.stopped >= _ENOUGH and 2 * self.stopped > self.asked
        return self.is_over


class CGame(RuleGame[bytes]):
    """A game whose rules are compiled to C. States are bytes (`compiler.c.packing`), moves are Terms.

    What C does not do, an error among others, is asked of the same rules compiled to Python, position by position:
    `escapes` counts why, and `why` says what C stopped at. Where C stops at most questions of a kind, these are asked
    of Python alone from then on: they are counted as "often". The game pickles as what was loaded.

    Raises UnsupportedError and ParameterError as `CompiledGame` does, and NoCompilerError or BuildError.
    """

    reasoner = "c"
    _why = ""
    _kept = ("shorten", "may_ask_swi", "adopts")

    def __init__(
        self,
        program: CheckedProgram,
        parameters: Mapping[str, Term] = NO_PARAMETERS,
        trust: bool = False,
        start: Term | None = None,
        budget: Budget = USUAL_BUDGET,
        building: LibraryBuild | None = None,
        library: Library | None = None,
        analysed: Callable[[], CompiledGame | None] = lambda: None,
    ) -> None:
        self._building = building
        self._kept_library = library
        self._analysed = analysed
        super().__init__(program, parameters, trust, start, budget)

    def _load(self) -> None:
        self._steps = max(1, int(min(_STEPS, self.budget.seconds * _STEPS_OF_A_SECOND)))
        self.escapes: Counter[str] = Counter()
        self._stops: Counter[str] = Counter()
        """What C stopped at, for people."""
        self._compiled: CompiledGame | None = None
        self.may_ask_swi = False
        """Whether SWI-Prolog stands in where the rules in Python meet what only it can do."""
        self.adopts = False
        """Whether positions of the same rules in Python are taken: another process may have begun there."""
        self._library = self._kept_library or open_library(
            self.program,
            self.given_parameters,
            self._start,
            lambda: compile_to_c(self._rehearsed()),
            self._building,
        )
        self._kept_library = None  # a game that is closed lets go of it
        facts, self._packing = self._library.facts, self._library.packing
        self.initial = facts.initial
        self._own = _OwnAsker(self._open_asker)
        self._tried = {question: _Tried() for question in ASKED}
        self._recent: dict[bytes, Value] = {}
        """What Python has for positions that it led to, where C is not asked any more."""
        self.kernel = Kernel(self._library.handle, self._own.asker.contents.context)
        """Searches this game without asking Python about each position."""
        self._know(facts.offers, tuple(self._packing.unpack(player) for player in facts.players))
        self.expand, self._expand_by = self._fast_path()
        """Give all that a search asks of one position."""

    @property
    def _other(self) -> CompiledGame:
        """The same rules compiled to Python, which answer what C does not."""
        if self._compiled is None:
            from pyengine.reasoners.compiled import CompiledGame

            self._compiled = CompiledGame(self.program, **self._specification)
        self._compiled.may_ask_swi = self.may_ask_swi
        return self._compiled

    def _rehearsed(self) -> CompiledGame:
        """Give the rules in Python that C is written from, when they have shown what they do."""
        from pyengine.reasoners.rehearsal import is_hopeful, rehearsed

        game = self._analysed()
        return game if game is not None and not is_hopeful(game) else rehearsed(self._other)

    def _open_asker(self) -> Any:
        handle = self._library.handle
        asker = handle.open_asker(self.budget.memory_bytes)
        if not asker:
            raise BuildError("there is no memory for rules compiled to C")
        weakref.finalize(asker, handle.close_asker, ctypes.cast(asker, ctypes.c_void_p).value).atexit = False
        return asker

    def _fast_path(self) -> tuple[Callable[[bytes], Expansion[bytes, Term]], Callable[[Any], None]]:
        """Make `expand`; the second function gives it other askers, since there may be those who hold it."""
        ask, own, build = self._library.handle.ask_expand, self._own, tuple.__new__
        copy, unpack, escape = ctypes.string_at, partial(_unpack_all, self._packing), self._expand_elsewhere
        tried, steps = self._tried["ask_expand"], self._steps
        utilities = struct.Struct("<" + "dq" * len(self.players))

        def expand(state: bytes) -> Expansion[bytes, Term]:
            asker = own.asker
            if state.__class__ is not bytes:
                state = self.adopt(state)
            answer = asker.contents
            if tried.is_over:
                return escape(state, _NOT_ASKED, answer)
            tried.asked += 1
            count = ask(asker, state, len(state), steps)
            if count > 0:
                blob = copy(answer.bytes, answer.size)
                head = memoryview(blob)[: 8 + 8 * count].cast("I").tolist()
                children = tuple([blob[a:b] for a, b in pairwise(head[1 : count + 2])])
                moves = LazyMoves(unpack, (blob, head[count + 1 :]), count)
                return build(Expansion, (head[0], children, moves, None))
            if count == 0:
                found = utilities.unpack(copy(answer.bytes, answer.size))
                worths = tuple(
                    [value if is_float else int(value) for value, is_float in zip(found[::2], found[1::2], strict=True)]
                )
                return build(Expansion, (0, (), (), worths))
            return escape(state, count, answer)

        def expand_by(other: Any) -> None:
            nonlocal own
            own = other

        return expand, expand_by

    # Elsewhere

    @property
    def why(self) -> str:
        """Why this reasoner answers; and what part of the answers is Python's, and what C stopped at."""
        tried: dict[str, _Tried] | None = self.__dict__.get("_tried")
        if tried is None:
            return self._why
        over = [name.removeprefix("ask_") for name, one in tried.items() if one.is_over]
        asked = sum(one.asked for one in tried.values()) + self.escapes["often"]
        stops, left = self._stops + self._given_up(), self._library.facts.beyond
        return explain_escapes(self._why, asked, self.escapes, stops, left, over)

    @why.setter
    def why(self, why: str) -> None:
        self._why = why

    @property
    def is_escaping(self) -> bool:
        """Whether Python has answered for something that was asked of C."""
        return bool(self.escapes or self._given_up())

    def _given_up(self) -> Counter[str]:
        """Count what searches in C were given up at."""
        return Counter() if isinstance(self.kernel, Closed) else self.kernel.escapes

    def _elsewhere(self, question: str, state: bytes, count: int, answer: Any) -> Value:
        """Give a position to the rules in Python, and note why; InvalidStateError for what is no position."""
        if count == _NOT_ASKED:
            self.escapes["often"] += 1
            known = self._recent.get(state)
            if known is not None:
                return known
        else:
            if count == _MALFORMED:
                self._check(state)
            why = "strange" if count == _STRANGE else REASONS[answer.reason] if count > _MALFORMED else "beyond"
            self.escapes[why] += 1
            if why == "strange" or count == _MALFORMED:
                told = _OTHER_KIND if why == "strange" else _TOO_LARGE
            else:
                told = self._library.handle.kernel_what(answer.context).decode()
            self._stops[told] += 1
            self._tried[question].stop()
        return self._other.state(self.term(state))

    def _expand_elsewhere(self, state: bytes, count: int, answer: Any) -> Expansion[bytes, Term]:
        found: Expansion[Any, Term] = self._other.expand(self._elsewhere("ask_expand", state, count, answer))
        if not found.children:
            return found
        from pyengine.compiler.c.packing import pack_value
        from pyengine.compiler.runtime.folded_terms import opened

        packing = self._packing
        children = tuple([pack_value(packing, opened(child)) for child in found.children])
        if count == _NOT_ASKED:
            if len(self._recent) > _MOST_RECENT:
                self._recent.clear()
            self._recent.update(zip(children, found.children, strict=True))
        return Expansion(found.mover, children, found.moves, None)

    def _question(self, question: str, state: bytes) -> tuple[int, Any]:
        asker, tried = self._own.asker, self._tried[question]
        if tried.is_over:
            return _NOT_ASKED, asker.contents
        tried.asked += 1
        return getattr(self._library.handle, question)(asker, state, len(state), self._steps), asker.contents

    def _ask(self, what: str, state: bytes | None, *about: Term) -> Term | None:
        other = self._other
        return other._ask(what, None if state is None else other.state(self.term(state)), *about)

    # What a search asks besides

    def is_terminal(self, state: bytes) -> bool:
        """Tell whether the game is over; where it is not, only the first successor is made."""
        state = self.adopt(state)
        last = self._last
        if last is not None and last[0] == state:
            return last[1].utilities is not None
        count, answer = self._question("ask_is_terminal", state)
        if count >= 0:
            return count == 1
        return self._other.is_terminal(self._elsewhere("ask_is_terminal", state, count, answer))

    def staticval(self, state: bytes) -> Number:
        """Estimate a position for MAX: `staticval/2`, the weighted sum of the features, or by its class."""
        state = self.adopt(state)
        if not self.offers & ESTIMATES:
            raise InvalidStateError(f"{self.name} does not define staticval/2")
        count, answer = self._question("ask_staticval", state)
        if count == 1:
            return _number(answer)
        return self._other.staticval(self._elsewhere("ask_staticval", state, count, answer))

    def score_moves(self, state: bytes) -> tuple[Number | None, ...]:
        """Score every move of a position that is not final, in the author's order."""
        state = self.adopt(state)
        if "order" not in self.offers:
            return (None,) * len(self.expand(state).moves)
        count, answer = self._question("ask_scores", state)
        if count < 0:
            return self._other.score_moves(self._elsewhere("ask_scores", state, count, answer))
        scores = struct.iter_unpack("<dq", ctypes.string_at(answer.bytes, answer.size) if count else b"")
        return tuple(None if flag < 0 else value if flag else int(value) for value, flag in scores)

    def _asker(self, question: Entry) -> Callable[..., Any]:
        name, steps = question.name, self._steps
        asked = f"ask_{name}"
        function, tried, take = getattr(self._library.handle, asked), self._tried[asked], self._taker(question.wanted)

        def ask(state: bytes, *given: Term) -> Any:
            asker = self._own.asker
            if state.__class__ is not bytes:
                state = self.adopt(state)
            besides = self._packing.pack(List(given)) if given else b""
            count = _NOT_ASKED
            if not tried.is_over:
                tried.asked += 1
                count = function(asker, state, len(state), steps, besides, len(besides))
                if count >= 0:
                    return count == 1 if take is None else take(asker.contents)
            other = self._elsewhere(asked, state, count, asker.contents)
            return getattr(self._other, name)(other, *given)

        return ask

    def _taker(self, wanted: str) -> Callable[[Any], Any] | None:
        """Give what takes an answer of a kind from an asker; None where it is the call's own."""
        if wanted == "number":
            return _number
        return (lambda answer: self._packing.unpack(ctypes.string_at(answer.bytes, answer.size))) if wanted else None

    def canonical(self, state: bytes) -> bytes:
        """Give the representative of a position under the symmetries, or the position itself."""
        state = self.adopt(state)
        if "canonical" not in self.offers:
            return state
        count, answer = self._question("ask_canonical", state)
        if count == 1:
            return ctypes.string_at(answer.bytes, answer.size)
        other = self._other
        return self._packing.pack(other.term(other.canonical(self._elsewhere("ask_canonical", state, count, answer))))

    def without_memory(self, state: bytes) -> bytes:
        """Give the state in a position of a game with memory."""
        if not self._library.facts.has_memory:
            return state
        term: Any = self.term(state)
        return self._packing.pack(term.args[0])

    # Terms

    def adopt(self, state: Any) -> bytes:
        """Give a position as this game has it: it may be one of the same rules in Python, where either might answer."""
        if state.__class__ is bytes:
            return state
        if self.adopts and state.__class__ is not str:
            from pyengine.compiler.runtime.folded_terms import opened
            from pyengine.compiler.runtime.terms import is_value, to_term

            value = opened(state)
            if is_value(value):
                return self._packing.pack(to_term(value))
        raise self._no_position(state)

    def _check(self, state: bytes) -> None:
        self.term(state)

    def term(self, state: bytes) -> Term:
        """Decode a position."""
        state = self.adopt(state)
        try:
            return self._packing.unpack(state)
        except PackingError as error:
            raise InvalidStateError(f"{state[:40]!r} is not a position of {self.name}: {error}") from None

    def is_position(self, term: Term) -> bool:
        """Tell whether the rules take a term for a position, as they do in Python."""
        return "state" not in self.offers or self._other.is_position(term)

    def _encode(self, term: Term) -> bytes:
        return self._packing.pack(term)

    def query(self, goal: str, limit: int | None = None, budget: Budget | None = None) -> list[dict[str, Term]]:
        """Solve a goal as `SwiGame.query` does: SWI-Prolog is asked, which must be there."""
        found = self._shortened(goal, limit, budget)
        return found if isinstance(found, list) else self._other.query(found, limit, budget)

    def close(self) -> None:
        """Let go of the rules; the game cannot be used any more."""
        closed: Any = Closed(self.name)
        if self._compiled is not None and not isinstance(self._compiled, Closed):
            self._compiled.close()
        self._compiled = self._library = self._own = self._packing = self.kernel = closed
        self.adopt = closed.expand  # type: ignore[method-assign]
        self._questions = dict.fromkeys(self._questions, closed.expand)  # they hold the library
        self._expand_by(closed)
        self._recent.clear()
        self._last = None


def _number(answer: Any) -> Number:
    """Take a number from an asker."""
    return answer.value if answer.is_float else int(answer.value)


def _unpack_all(packing: Packing, packed: tuple[bytes, list[int]]) -> tuple[Term, ...]:
    blob, offsets = packed
    unpack = packing.unpack
    return tuple([unpack(blob[a:b]) for a, b in pairwise(offsets)])
