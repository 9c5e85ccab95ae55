"""A rule file as a Game, answered by SWI-Prolog."""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

from pyengine.errors import (
    IllegalMoveError,
    InvalidStateError,
    ParameterError,
    PyengineError,
    QueryError,
    RuleLimitError,
    RuleRuntimeError,
)
from pyengine.game import Expansion, Player
from pyengine.language.program import Program
from pyengine.language.reader import read_program, read_term
from pyengine.language.source import Source
from pyengine.reasoners import swi
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.calls import Border, Failure, Fault, border, take_bytes, take_term
from pyengine.reasoners.crossing import CyclicTermError, Names, get_term, text_of
from pyengine.reasoners.faults import runtime_error
from pyengine.reasoners.loading import Loaded, load_rules, place_of
from pyengine.reasoners.moves import LazyMoves
from pyengine.reasoners.records import record, sharing_mark
from pyengine.reasoners.swi import PASS_EXCEPTION, Engine
from pyengine.terms import (
    Atom,
    Compound,
    List,
    Number,
    String,
    Term,
    Var,
    is_ground,
    to_term,
    variables_of,
    write_term,
)

_SEPARATOR: Final = b"\x00\xff\xfe\x00"
_QUERY_FACTOR: Final = 100
_SHARING_HABIT: Final = 64
_NOTHING: Final[Mapping[str, Term]] = {}


def load_swi(
    program: Program,
    *,
    parameters: Mapping[str, Term] = _NOTHING,
    trust: bool = False,
    start: Term | None = None,
    budget: Budget = Budget(),
) -> SwiGame:
    """Load a program into SWI-Prolog, in a module of its own.

    Raises RuleFileError for what SWI-Prolog refuses, ParameterError for a parameter that is not declared.
    """
    return SwiGame(program, parameters, trust, start, budget)


def _reload(source: Source, parameters: Mapping[str, Term], trust: bool, start: Term | None, budget: Budget) -> SwiGame:
    return SwiGame(read_program(source)[0], parameters, trust, start, budget)


class SwiGame:
    """A game whose rules SWI-Prolog answers. States are bytes (external records), moves are Terms.

    `offers` names the optional predicates that the rules define. In a game with memory, a position is the term
    `State-Memory`. The game pickles as what was loaded, and is loaded again where it is unpickled.
    """

    def __init__(
        self,
        program: Program,
        parameters: Mapping[str, Term],
        trust: bool,
        start: Term | None,
        budget: Budget,
    ) -> None:
        self.program = program
        self.parameters = dict(parameters)
        self.budget = budget
        self._specification = (program.source, self.parameters, trust, start, budget)
        self._trust = Atom("trusted" if trust else "guarded")
        self._border: Border = border()
        self._loaded: Loaded = load_rules(self._border, program, parameters, trust, budget)
        self.close = weakref.finalize(self, self._border.unload, self._loaded.rules, self._loaded.file_id)
        """Remove the game from Prolog; it cannot be used any more."""
        self.close.atexit = False
        self.name = program.source.path.stem if program.source.path else program.source.name.removesuffix(".pl")
        self.players: tuple[Term, ...] = self._loaded.players
        self.offers: frozenset[str] = self._loaded.offers
        self._index = {player: index for index, player in enumerate(self.players)}
        find, answers = self._border.predicate, self._loaded.answers
        self._expand = find("expand", 2, answers)
        self._staticval = find("staticval", 2, answers)
        self._canonical = find("canonical", 2, answers)
        self._ask = find("ask", 5, "pyengine_contract")
        self._mark = sharing_mark()
        self._shared = 0
        if self._mark is None:
            self._unshare()
        self._heads: dict[bytes, tuple[int, int]] = {}
        self._worths: dict[int, Expansion[bytes, Term]] = {}
        library = self._border.library
        self._c = (
            library.open_frame,
            library.new_refs,
            library.recorded_external,
            library.call_predicate,
            library.get_string,
            ctypes.string_at,
            library.discard_frame,
            swi.engine,
            self._border.watchdog,
        )
        self.initial: bytes = self._start(start)

    def __reduce__(self) -> tuple[Any, ...]:
        return _reload, self._specification

    def __repr__(self) -> str:
        given = "".join(f", {name}={value}" for name, value in self.parameters.items())
        return f"<SwiGame {self.name}{given}>"

    # The fast path

    def expand(self, state: bytes) -> Expansion[bytes, Term]:
        """Give all that a search asks of one position, in one border crossing."""
        open_frame, new_refs, recorded, call, get_string, string_at, discard, engine_of, watchdog = self._c
        engine = engine_of()
        budget = self.budget
        if engine.stack_limit != budget.memory_bytes:
            self._border.limit_stacks(engine, budget.memory_bytes)
        outer = engine.budget
        frame = open_frame()
        try:
            refs = new_refs(2)
            recorded(state, refs)
            engine.calls += 1
            engine.budget = budget
            if watchdog.is_parked:
                watchdog.wake()
            succeeded = call(None, PASS_EXCEPTION, self._expand, refs)
            engine.budget = outer
            if not succeeded or engine.alarm:
                self._failed(engine, "expand", state)
            at_text, at_length, _, _, _ = engine.refs
            if not get_string(refs + 1, at_text, at_length):
                return self._final(engine, refs + 1)
            answer = string_at(engine.text.value, engine.length.value)
        finally:
            engine.budget = outer
            discard(frame)
        parts = answer.split(_SEPARATOR)
        head = parts[0]
        count, mover = self._heads.get(head) or self._read_head(head)
        if len(parts) != count + 2:
            return self._expand_apart(state, mover)
        children = parts[2:]
        mark = self._mark
        if mark is not None and mark in answer:
            children = [self._settle(child) if mark in child else child for child in children]
        return Expansion(mover, tuple(children), LazyMoves(parts[1], count))

    def _read_head(self, head: bytes) -> tuple[int, int]:
        mover, count = map(int, head.split(b" "))
        self._heads[head] = count, mover
        return count, mover

    def _final(self, engine: Engine, ref: int) -> Expansion[bytes, Term]:
        if engine.library.get_int64(ref, engine.refs[4]):
            value = engine.integer.value
            known = self._worths.get(value)
            if known is None:
                known = Expansion(0, (), (), self._shares(value))
                if len(self._worths) < _SHARING_HABIT:
                    self._worths[value] = known
            return known
        answer = get_term(engine, ref)
        assert isinstance(answer, Compound)
        values = answer.args[0]
        assert isinstance(values, List)
        numbers: tuple[Number, ...] = values.items  # type: ignore[assignment]
        return Expansion(0, (), (), numbers if "utilities" in self.offers else self._shares(numbers[0]))

    def _shares(self, value: Number) -> tuple[Number, ...]:
        return (value, -value) if len(self.players) == 2 else (value,)

    def _expand_apart(self, state: bytes, mover: int) -> Expansion[bytes, Term]:
        """Expand where a record contains the separator by chance."""

        def take(engine: Engine, ref: int) -> list[bytes]:
            item = engine.library.new_refs(1)
            parts = []
            while engine.library.get_list(ref, item, ref):
                parts.append(take_bytes(engine, item))
            return parts

        predicate = self._border.predicate("expand_apart", 2, self._loaded.answers)
        moves, *children = self._border.ask(predicate, [state], take, self.budget)
        return Expansion(mover, tuple(children), LazyMoves(moves, len(children)))

    def _settle(self, child: bytes) -> bytes:
        self._shared += 1
        if self._shared > _SHARING_HABIT:
            self._unshare()
        return record(child)

    def _unshare(self) -> None:
        """Let Prolog unshare every successor before it is recorded, from now on."""
        self._mark = None
        self._expand = self._border.predicate("expand_unshared", 2, self._loaded.answers)

    # The names of AIMA

    def to_move(self, state: bytes) -> Term:
        """Give the player whose turn it is."""
        player = self._question("to_move", state, take_term)
        assert player is not None
        if player not in self._index:
            raise RuleRuntimeError(
                f"to_move/2 gives {player}, who is not a player\n  in the position {self.text(state)}"
            )
        return player

    def actions(self, state: bytes) -> tuple[Term, ...]:
        """List the legal moves, in the author's order; none in a final position."""
        return tuple(self.expand(state).moves)

    def result(self, state: bytes, move: Term) -> bytes:
        """Give the position after a move; IllegalMoveError, with the legal moves, where it is not one."""
        expansion = self.expand(state)
        try:
            return expansion.children[expansion.moves.index(move)]
        except ValueError:
            raise self._illegal(f"{self.move_text(move)} is not a legal move", state, expansion.moves) from None

    def is_terminal(self, state: bytes) -> bool:
        """Tell whether the game is over."""
        return self.expand(state).utilities is not None

    def utility(self, state: bytes, player: Player) -> Number:
        """Give the worth of a final position for a player."""
        utilities = self.expand(state).utilities
        if utilities is None:
            raise InvalidStateError(f"the game is not over in the position {self.text(state)}")
        if player not in self._index:
            raise InvalidStateError(f"{player} is not a player of {self.name}")
        return utilities[self._index[player]]  # type: ignore[index]

    # What the rules may offer besides

    def staticval(self, state: bytes) -> Number:
        """Estimate a position for MAX: `staticval/2`, or the weighted sum of the features."""
        if not self.offers & {"staticval", "features"}:
            raise InvalidStateError(f"{self.name} does not define staticval/2")
        return self._answer(self._staticval, "staticval", state, take_term)  # type: ignore[return-value]

    def canonical(self, state: bytes) -> bytes:
        """Give the representative of a position under the symmetries, or the position itself."""
        if "canonical" not in self.offers:
            return state
        return self._answer(self._canonical, "canonical", state, take_bytes)

    def order(self, state: bytes, move: Term) -> Number | None:
        """Score a move for trying it early; None where the rules do not."""
        if "order" not in self.offers:
            return None
        return self._question("order", state, take_term, move)  # type: ignore[return-value]

    def noisy(self, state: bytes) -> bool:
        """Tell whether the search should not be cut off here."""
        return "noisy" in self.offers and self._question("noisy", state, take_term) is not None

    @property
    def infinite(self) -> Number:
        """What endless play is worth."""
        if "infinite" not in self.offers:
            return 0
        return self._question("infinite", self.initial, take_term)  # type: ignore[return-value]

    def board(self, state: bytes) -> tuple[tuple[Term, ...], ...] | None:
        """Give the rows of cells that `board/2` shows, None where the rules have no board."""
        if "board" not in self.offers:
            return None
        rows = self._question("board", state, take_term)
        assert isinstance(rows, List)
        return tuple(tuple(row) for row in rows if isinstance(row, List))

    def show(self, state: bytes) -> str:
        """Show a position to people: by `show/2`, as a board, or as text."""
        if "show" in self.offers:
            text = self._question("show", state, take_term)
            assert isinstance(text, String)
            return text.text
        rows = self.board(state)
        if rows is None:
            return self.text(state)
        cells = [[cell.name if isinstance(cell, Atom) else self.move_text(cell) for cell in row] for row in rows]
        width = max((len(cell) for row in cells for cell in row), default=0)
        return "\n".join(" ".join(cell.ljust(width) for cell in row).rstrip() for row in cells)

    # Terms and text

    def term(self, state: bytes) -> Term:
        """Decode a position."""
        engine = swi.engine()
        frame = engine.library.open_frame()
        try:
            ref = engine.library.new_refs(1)
            engine.library.recorded_external(state, ref)
            return get_term(engine, ref)
        except CyclicTermError as error:
            raise InvalidStateError(str(error)) from None
        finally:
            engine.library.discard_frame(frame)

    def state(self, term: Term) -> bytes:
        """Encode a position; InvalidStateError where the term has variables."""
        if not is_ground(term):
            raise InvalidStateError(f"a position has no variables: {write_term(term, self.program.operators)}")
        return record(term)

    def text(self, state: bytes) -> str:
        """Write a position as Prolog, with the rule file's own operators."""
        return write_term(self.term(state), self.program.operators)

    def parse_state(self, text: str) -> bytes:
        """Read a position that `text` wrote."""
        return self.state(read_term(text, self.program.operators, self.program.flags))

    def move_text(self, move: Term) -> str:
        """Write a move as Prolog, with the rule file's own operators."""
        return write_term(move, self.program.operators)

    def parse_move(self, text: str, state: bytes | None = None) -> Term:
        """Read a legal move of a position (by default the first); variables may stand for what is not said.

        Raises IllegalMoveError, with the legal moves, where the text fits none or several.
        """
        pattern = read_term(text, self.program.operators, self.program.flags)
        here = self.initial if state is None else state
        moves = self.actions(here)
        if pattern in moves:
            return pattern
        if is_ground(pattern):
            raise self._illegal(f"{text} is not a legal move", here, moves)
        fitting = tuple(dict.fromkeys(move for move in moves if matches(pattern, move)))
        if len(fitting) == 1:
            return fitting[0]
        if not fitting:
            raise self._illegal(f"{text} fits no legal move", here, moves)
        raise self._illegal(f"{text} fits several moves", here, fitting)

    def _illegal(self, problem: str, state: bytes, moves: Sequence[Term]) -> IllegalMoveError:
        listed = ", ".join(self.move_text(move) for move in moves) or "none, the game is over"
        return IllegalMoveError(f"{problem}\n  in the position {self.text(state)}\nlegal moves: {listed}")

    # Free queries

    def query(self, goal: str, limit: int | None = None, budget: Budget | None = None) -> list[dict[str, Term]]:
        """Solve a goal in the game's module; each solution maps the goal's variables to Terms.

        A variable that stays unbound is itself; variables that two bindings share are the same `Var`. Raises
        TermSyntaxError for text that is not Prolog, QueryError for an error in Prolog.
        """
        term = read_term(goal, self.program.operators, self.program.flags)
        named = [variable for variable in variables_of(term) if not variable.name.startswith("_")]
        bindings = List(tuple(Compound("=", (Atom(v.name), v)) for v in named))
        budget = budget or self.budget.times(_QUERY_FACTOR)
        arguments: list[Term | bytes] = [
            Atom(self._loaded.rules),
            self._trust,
            Atom("none") if limit is None else limit,
            budget.inferences,
            Compound("-", (term, bindings)),
        ]
        predicate = self._border.predicate("solutions", 6, "pyengine_loader")
        try:
            return self._border.ask(predicate, arguments, _take_solutions, budget)
        except Fault as fault:
            error = runtime_error(fault.ball, self._border.said(fault.ball), "", None, self.program.operators)
            if type(error) is not RuleRuntimeError:
                raise error from None
            raise QueryError(str(error)) from None
        except CyclicTermError as error:
            raise QueryError(str(error)) from None

    # Asking, and what can go wrong

    def _start(self, start: Term | None) -> bytes:
        if start is None and "initial" not in self.offers:
            raise ParameterError(f'{self.name} does not define initial/1: say where to start, as in start="a"')
        question: Term = Atom("initial") if start is None else Compound("start", (start,))
        if start is not None and not is_ground(start):
            raise InvalidStateError(f"a position has no variables: {start}")
        term = self._question(question, None, take_term)
        assert term is not None
        return record(term)

    def _question(self, what: str | Term, state: bytes | None, take: Any, move: Term | None = None) -> Any:
        question: Term = Atom(what) if isinstance(what, str) else what
        if move is not None:
            question = Compound(str(what), (move,))
        subject: Term | bytes = Atom("none") if state is None else state
        arguments: list[Term | bytes] = [Atom(self._loaded.rules), self.budget.inferences, question, subject]
        try:
            return self._border.ask(self._ask, arguments, take, self.budget)
        except Failure:
            return None
        except (Fault, RuleLimitError) as fault:
            goal = Compound("ask", (Atom(self._loaded.rules), self.budget.inferences, question))
            raise self._error(fault, goal, "pyengine_contract", state, str(what).partition("(")[0]) from None

    def _answer(self, predicate: int, name: str, state: bytes, take: Any) -> Any:
        try:
            return self._border.ask(predicate, [state], take, self.budget)
        except (Fault, RuleLimitError) as fault:
            raise self._error(fault, Atom(name), self._loaded.answers, state, name) from None

    def _failed(self, engine: Engine, name: str, state: bytes) -> NoReturn:
        try:
            self._border.check(engine)
            raise Fault(Compound("pyengine", (Compound("fails", (Atom(name),)),)))
        except (Fault, RuleLimitError) as fault:
            raise self._error(fault, Atom(name), self._loaded.answers, state, name) from None

    def _error(
        self, fault: Fault | RuleLimitError, goal: Term, module: str, state: bytes | None, asked: str
    ) -> RuleRuntimeError:
        position = None if state is None else self.text(state)
        if isinstance(fault, RuleLimitError):
            where = f"{self.program.source.name}: "
            return RuleLimitError(
                f"{where}{asked} used {fault}" + (f"\n  in the position {position}" if position else "")
            )
        where = self._where(goal, module, state)
        return runtime_error(fault.ball, self._border.said(fault.ball), where, position, self.program.operators)

    def _where(self, goal: Term, module: str, state: bytes | None) -> str:
        """Run a goal that raised an exception again, to see which clause was running."""
        arguments: list[Term | bytes] = [
            Atom(self._loaded.rules),
            Compound(":", (Atom(module), goal)),
            Atom("none") if state is None else state,
        ]
        predicate = self._border.predicate("locate", 4, "pyengine_diagnosis")
        try:
            place = self._border.ask(predicate, arguments, take_term, self.budget)
        except (Fault, Failure, PyengineError):
            place = None
        if not isinstance(place, Compound):
            return f"{self.program.source.name}: "
        indicator, file, line = place.args
        assert isinstance(file, Atom)
        assert isinstance(line, int)
        found = place_of(self.program, file.name, line)
        return f"{found.file}:{found.line}: in {write_term(indicator)}: "


def matches(pattern: Term, move: Term) -> bool:
    """Tell whether a term with variables fits a ground one."""
    bound: dict[Var, Term] = {}
    stack = [(pattern, move)]
    while stack:
        p, m = stack.pop()
        if isinstance(p, Var):
            if bound.setdefault(p, m) != m:
                return False
        elif isinstance(p, Compound):
            if not isinstance(m, Compound) or p.name != m.name or len(p.args) != len(m.args):
                return False
            stack.extend(zip(p.args, m.args, strict=True))
        elif isinstance(p, List) and p.items:
            if not isinstance(m, List) or len(m.items) < len(p.items):
                return False
            stack.extend(zip(p.items, m.items[: len(p.items)], strict=True))
            rest = m.items[len(p.items) :]
            stack.append((p.tail, List(rest, m.tail) if rest else m.tail))
        elif to_term(p) != m or type(p) is not type(m):
            return False
    return True


def _take_solutions(engine: Engine, ref: int) -> list[dict[str, Term]]:
    library = engine.library
    found: list[dict[str, Term]] = []
    solution, binding, part = (library.new_refs(1) for _ in range(3))
    while library.get_list(ref, solution, ref):
        values: list[tuple[str, int]] = []
        names: Names = {}
        first = 0
        while library.get_list(solution, binding, solution):
            library.get_arg(1, binding, part)
            name = text_of(engine, part, swi.AS_ATOM)
            value = library.new_refs(1)
            first = first or value
            library.get_arg(2, binding, value)
            if library.term_type(value) == swi.VARIABLE:
                names.setdefault(text_of(engine, value, swi.AS_VARIABLE), Var(name))
            values.append((name, value))
        found.append({name: get_term(engine, value, names) for name, value in values})
        if first:
            library.reset_refs(first)
    return found
