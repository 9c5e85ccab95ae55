"""The contract of a rule file, answered by compiled rules as `reasoners/prolog/contract.pl` answers it in Prolog."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from pyengine.compiler.analysis.fixpoint import Analysis
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.procedures import Key, domain
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.python.compiling import Compiled, compile_rules
from pyengine.compiler.runtime.arithmetic import evaluate
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.terms import FAIL, NIL, Float, Text, Value, functor, list_of, to_value
from pyengine.compiler.runtime.texts import text_of
from pyengine.compiler.runtime.unify import is_ground, resolve
from pyengine.errors import ParameterError
from pyengine.language.contract import Vocabulary, vocabulary_of
from pyengine.language.program import Program
from pyengine.terms import Term, write_atom

_MINUS: Final = functor("-", 2)
_SLASH: Final = functor("/", 2)
_PLUS: Final = functor("+", 2)
_TIMES: Final = functor("*", 2)
_ENTRIES: Final = (
    *(
        "player:f",
        "initial:f!",
        "to_move:gf!",
        "move:gff",
        "terminal:g!",
        "terminal:gg!",
        "utility:gf!",
        "utility:ggf!",
    ),
    *("staticval:gf!", "feature:gff", "weight:gf!", "order:ggf!", "noisy:g!", "canonical:gf!", "infinite:f!"),
    *("memory:ggf!", "outcome:ggf!", "outcome:gggf!", "board:gf!", "show:gf!", "notation:gf!", "notation:fg"),
    *("move_notation:ggf!", "move_notation:gfg", "moves:gf!", "max_to_move:g!", "min_to_move:g!"),
    *("mutari:gf!", "mutare_max:g!", "mutare_min:g!"),
)
"""What is asked of rules: predicate, call pattern, and `!` where only the first solution counts."""
_OFFERS: Final = (
    *(("initial", 1), ("staticval", 2), ("canonical", 2), ("order", 3), ("noisy", 1), ("infinite", 1), ("board", 2)),
    *(("show", 2), ("terminal", 1), ("notation", 2), ("move_notation", 3), ("memory", 3)),
)
_TEXTBOOK: Final[Mapping[Vocabulary, tuple[str, str, str]]] = {
    "textbook": ("moves", "max_to_move", "min_to_move"),
    "romanian": ("mutari", "mutare_max", "mutare_min"),
}


def entries_of(sources: Sources) -> list[Key]:
    """List what is asked of the rules of a file."""
    found = []
    for entry in _ENTRIES:
        name, _, pattern = entry.partition(":")
        key = Key(name, len(pattern.rstrip("!")), pattern.rstrip("!"), pattern.endswith("!"))
        if sources.defines((name, key.arity)):
            found.append(key)
    return found


def parameter_values(program: Program, given: Mapping[str, Term]) -> dict[str, Value] | None:
    """Give the values of the parameters; None where a file has none and defines param/2 itself."""
    sources = Sources(program)
    declared: dict[str, Value] = {}
    if sources.defines(("parameter", 2)):
        clauses = sources.clauses(("parameter", 2)) or ()
        if all(clause.body is None and is_ground_pattern(clause.args) for clause in clauses):
            declared = {clause.args[0]: clause.args[1] for clause in reversed(clauses)}
            declared = dict(reversed(declared.items()))
        else:
            key = Key("parameter", 2, "ff", False)
            for name, value in compile_rules(program, None, [key]).solutions(key):
                _must_be_ground((_MINUS, name, value), "parameter", 2)
                declared.setdefault(name, value)
    for name in given:
        if name not in declared:
            listed = ", ".join(write_atom(name) for name in declared) or "none"
            raise ParameterError(f"no parameter {write_atom(name)} is declared; declared: {listed}")
    if not declared and sources.defines(("param", 2)):
        return None
    return {name: to_value(given[name]) if name in given else value for name, value in declared.items()}


def is_ground_pattern(args: tuple[Value, ...]) -> bool:
    """Tell whether patterns have no variables."""
    from pyengine.compiler.normal_form.goals import pattern_variables

    return all(next(pattern_variables(argument), None) is None for argument in args)


def compile_game(
    program: Program,
    parameters: Mapping[str, Term],
    also: Sequence[Value] = (),
    doubted: frozenset[str] | None = frozenset(),
) -> Contract:
    """Compile all that the contract asks of a program.

    The code is made for the positions that moves lead to from the start, and from those given as `also`.
    """
    values = parameter_values(program, parameters)
    sources = Sources(program)
    entries = entries_of(sources)
    vocabulary = vocabulary_of(program)
    known: list[Type] = []
    starts = [*also]
    if vocabulary == "contract" and sources.defines(("initial", 1)):
        key = Key("initial", 1, "f", True)
        found = next(iter(compile_rules(program, values, [key]).solutions(key)), None)
        starts += [] if found is None or not is_ground(found[0]) else [found[0]]

    def prepare(analysis: Analysis) -> dict[Key, tuple[Type, ...]]:
        type_ = _state_type(analysis, starts) if vocabulary == "contract" and starts else domain.ANY
        known.append(type_)
        return {key: _input_types(key, type_) for key in entries}

    compiled = compile_rules(program, values, entries, prepare, doubted)
    return Contract(compiled, sources, vocabulary, known[0])


def _state_type(analysis: Analysis, starts: Sequence[Value]) -> Type:
    """Find the type of the positions that moves lead to."""
    type_ = domain.NOTHING
    for start in starts:
        type_ = domain.join(type_, domain.of_value(start))
    key = Key("move", 3, "gff", False)
    while True:
        analysis.request(key, (type_,), None)
        analysis.run()
        outs = analysis.summary(key).outs
        if outs is None:
            return type_
        is_clean, child = outs[1]
        wider = domain.join(type_, child) if is_clean else domain.ANY
        if wider == type_:
            return type_
        type_ = wider


_OF_STATES: Final = frozenset(
    {"to_move", "move", "terminal", "utility", "staticval", "feature", "order", "noisy"}
    | {"canonical", "outcome", "board", "show", "move_notation"}
)
"""What takes a position first."""


def _input_types(key: Key, state: Type) -> tuple[Type, ...]:
    """Give what is known of the inputs of an entry: the first one is a position, the others may be anything."""
    inputs = [domain.ANY for letter in key.pattern if letter != "f"]
    if key.name in _OF_STATES or (key.name == "notation" and key.pattern == "gf"):
        inputs[0] = state
    return tuple(inputs)


def _broken(kind: str, *args: Value) -> PrologError:
    return PrologError((functor("pyengine", 1), (functor(kind, len(args)), *args) if args else kind))


def _must_be_ground(value: Value, name: str, arity: int) -> None:
    if not is_ground(value):
        raise _broken("nonground", (_SLASH, name, arity), value)


class Contract:
    """Compiled rules that answer what a game asks."""

    def __init__(self, compiled: Compiled, sources: Sources, vocabulary: Vocabulary, state_type: Type) -> None:
        self.state_type = state_type
        self.compiled = compiled
        self._vocabulary = vocabulary
        self._defines = sources.defines
        self._players: dict[Value, int] = {}
        self.source = compiled.source
        self.has_memory = vocabulary == "contract" and (self._has("outcome", 3) or self._has("outcome", 4))
        self.offers = frozenset(self._offered())
        self.step: Callable[[Value], Any] = self._expected
        self._asked: dict[tuple[str, str], Callable[..., Any]] = {}

    def _has(self, name: str, arity: int) -> bool:
        return self._defines((name, arity))

    def _offered(self) -> Iterator[str]:
        yield from (name for name, arity in _OFFERS if self._has(name, arity))
        if self._has("feature", 3) and self._has("weight", 2):
            yield "features"
        if self._vocabulary != "contract":
            return
        if self._has("outcome", 4) or not (self._has("outcome", 3) or self._has("utility", 2)):
            yield "utilities"
        if self.has_memory:
            yield "outcome"
            if self._has("terminal", 2):
                yield "terminal_memory"

    def _expected(self, state: Value) -> Any:
        raise AssertionError("the players come first")

    # What is asked once

    def players(self) -> list[Value]:
        """List the players."""
        if self._vocabulary != "contract":
            return ["max", "min"]
        players = [player for (player,) in self._solutions("player", "f")]
        _must_be_ground(list_of(players), "player", 1)
        if not players:
            raise _broken("fails", (_SLASH, "player", 1))
        if len(set(players)) < len(players):
            raise _broken("twice", (_SLASH, "player", 1))
        return players

    def set_players(self, players: Sequence[Value]) -> None:
        """Say who plays, in order, and get ready to expand positions."""
        self._players = {player: index for index, player in enumerate(players)}
        self.step = self._contract_step() if self._vocabulary == "contract" else self._textbook_step()

    def step_(self, position: Value) -> Any:
        """Expand a position: a list of worths, or (mover, moves, children)."""
        return self.step(position)

    def initial(self) -> Value:
        """Give the start position."""
        state = self._first("initial", "f")
        _must_be_ground(state, "initial", 1)
        return self.position(state)

    def position(self, state: Value, memory: Value = NIL) -> Value:
        """Give what stands for a state: in a game with memory, the state with what is remembered."""
        return (_MINUS, state, memory) if self.has_memory else state

    def admits(self, position: Value) -> bool:
        """Tell whether the code was made for such a position; what is not even one is not asked about it."""
        if self.has_memory and not (position.__class__ is tuple and position[0] is _MINUS):
            return True
        return domain.contains(self.state_type, self._parts(position)[0])

    def state_of(self, position: Value) -> Value:
        """Give the state in a position."""
        return self._parts(position)[0]

    def _parts(self, position: Value) -> tuple[Value, Value]:
        if not self.has_memory:
            return position, NIL
        if position.__class__ is tuple and position[0] is _MINUS:
            return position[1], position[2]
        raise _broken("fails", "expand")

    # Calls

    def _key(self, name: str, pattern: str, first: bool) -> Key:
        return Key(name, len(pattern), pattern, first)

    def _solutions(self, name: str, pattern: str, *args: Value) -> Iterator[tuple[Value, ...]]:
        return self.compiled.attempt(self._key(name, pattern, False), *args)

    def _maybe(self, name: str, pattern: str, *args: Value) -> Value:
        """Give the output of the first solution, FAIL if there is none; without outputs, whether there is one."""
        asked = self._asked.get((name, pattern))
        if asked is None:
            asked = self._asked[name, pattern] = self._function(name, pattern, True)
        return asked(*args)

    def _first(self, name: str, pattern: str, *args: Value) -> Value:
        found = self._maybe(name, pattern, *args)
        if found is FAIL:
            raise _broken("fails", (_SLASH, name, len(pattern)))
        return found

    def _number(self, name: str, pattern: str, *args: Value) -> Value:
        return self._checked(self._first(name, pattern, *args), name, len(pattern))

    def _checked(self, value: Value, name: str, arity: int) -> Value:
        if value.__class__ is not int and not _is_number(value):
            raise _broken("value", (_SLASH, name, arity), value)
        return value

    # One position

    def _function(self, name: str, pattern: str, first: bool) -> Callable[..., Any]:
        """Give a compiled function that takes only the inputs; its outputs are clean where they are ground."""
        key = self._key(name, pattern, first)
        function = self.compiled.functions[key]
        summary = self.compiled.summaries[key]
        clean = summary.outs is None or all(is_clean for is_clean, _ in summary.outs)
        if clean:
            return (lambda *args: function(*args, [])) if summary.uses_trail else function
        if summary.is_many or pattern.count("f") > 1:
            return lambda *args: self.compiled.attempt(key, *args)
        trail = summary.uses_trail
        return lambda *args: resolve(function(*args, []) if trail else function(*args))

    def _contract_step(self) -> Callable[[Value], Any]:
        """Make the function that expands a position: a list of worths, or (mover, moves, children)."""
        move, to_move = self._function("move", "gff", False), self._function("to_move", "gf", True)
        terminal = self._function("terminal", "g", True) if self._has("terminal", 1) else None
        with_memory = self.has_memory and self._has("terminal", 2)
        terminal_memory = self._function("terminal", "gg", True) if with_memory else None
        has_terminal = terminal is not None or terminal_memory is not None
        key = self._key("move", "gff", False)
        summary = self.compiled.summaries[key]
        must_check = summary.outs is not None and not all(clean for clean, _ in summary.outs)
        is_many = summary.is_many or must_check
        has_memory, players, parts = self.has_memory, self._players, self._parts
        worth, remember = self._worth, self._remembered

        def step(position: Value) -> Any:
            state, memory = parts(position) if has_memory else (position, NIL)
            if terminal_memory is not None:
                if terminal_memory(state, memory):
                    return worth(state, memory)
            elif terminal is not None and terminal(state):
                return worth(state, memory)
            moves, children = [], []
            if is_many:
                for made, child in move(state):
                    moves.append(made)
                    children.append(child)
            elif (found := move(state)) is not FAIL:
                moves, children = [found[0]], [found[1]]
            if has_memory:
                children = [
                    (_MINUS, child, remember(memory, made)) for made, child in zip(moves, children, strict=True)
                ]
            if not moves and not has_terminal:
                return worth(state, memory)
            player = to_move(state)
            if player is FAIL:
                raise _broken("fails", (_SLASH, "to_move", 2))
            try:
                mover = players[player]
            except (KeyError, TypeError):
                raise _broken("player", player) from None
            if not moves:
                raise _broken("no_moves")
            if must_check:
                pairs = [(_MINUS, a, b) for a, b in zip(moves, children, strict=True)]
                _must_be_ground(list_of(pairs), "move", 3)
            return mover, moves, children

        return step

    def _remembered(self, memory: Value, move: Value) -> Value:
        if not self._has("memory", 3):
            return (functor("[|]", 2), move, memory)
        return self._first("memory", "ggf", memory, move)

    def _worth(self, state: Value, memory: Value) -> list[Value]:
        if self._has("outcome", 3) and self.has_memory:
            return [self._number("outcome", "ggf", state, memory)]
        if self._has("utility", 2) and not self._has("outcome", 4):
            return [self._number("utility", "gf", state)]
        if self._has("outcome", 4):
            return [self._number("outcome", "gggf", state, memory, player) for player in self._players]
        return [self._number("utility", "ggf", state, player) for player in self._players]

    def _textbook_step(self) -> Callable[[Value], Any]:
        moves_name, max_name, min_name = _TEXTBOOK[self._vocabulary]

        def step(state: Value) -> Any:
            found = self._maybe(moves_name, "gf", state)
            positions = NIL if found is FAIL else found
            children = []
            rest = positions
            while rest.__class__ is tuple and rest[0] is functor("[|]", 2):
                children.append(rest[1])
                rest = rest[2]
            if rest is not NIL:
                raise _broken("list", (_SLASH, moves_name, 2), positions)
            if not children:
                return [self._number("staticval", "gf", state)]
            mover = self._players[self._textbook_mover(state, max_name, min_name)]
            _must_be_ground(positions, "move", 3)
            return mover, children, children

        return step

    def _textbook_mover(self, state: Value, max_name: str, min_name: str) -> str:
        if self._has(max_name, 1):
            if self._maybe(max_name, "g", state):
                return "max"
            if not self._has(min_name, 1) or self._maybe(min_name, "g", state):
                return "min"
            raise _broken("fails", (_SLASH, max_name, 1))
        return "min" if self._maybe(min_name, "g", state) else "max"

    # What is asked besides

    def staticval(self, position: Value) -> Value:
        """Estimate a position."""
        state, _ = self._parts(position)
        if self._vocabulary != "contract":  # it is the worth of final positions, and need not estimate others
            found = self._maybe("staticval", "gf", state)
            return 0 if found is FAIL else self._checked(found, "staticval", 2)
        if self._has("staticval", 2):
            return self._number("staticval", "gf", state)
        total: Value = 0
        features = list(self._solutions("feature", "gff", state))
        for name, value in features:
            self._checked(value, "feature", 3)
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
            scores.append(None if score is FAIL else self._checked(score, "order", 3))
        return scores

    def canonical(self, position: Value) -> Value:
        """Give the representative of a position."""
        state, memory = self._parts(position)
        found = self.position(self._first("canonical", "gf", state), memory)
        if not self._is_clean("canonical", "gf"):
            _must_be_ground(found, "canonical", 2)
        return found

    def _is_clean(self, name: str, pattern: str) -> bool:
        """Tell whether the outputs of an entry are known to be ground."""
        outs = self.compiled.summaries[self._key(name, pattern, True)].outs
        return all(clean for clean, _ in outs or ())

    def answer(self, what: str, position: Value | None, about: Value | None) -> Value | None:
        """Answer a question that is not asked often; None where the rules have no answer."""
        state = None if position is None else self._parts(position)[0]
        match what:
            case "to_move":
                if self._vocabulary == "contract":
                    return self._first("to_move", "gf", state)
                return self._textbook_mover(state, *_TEXTBOOK[self._vocabulary][1:])
            case "order":
                found = self._maybe("order", "ggf", state, about)
                return None if found is FAIL else self._checked(found, "order", 3)
            case "infinite":
                return self._number("infinite", "f")
            case "board":
                rows = self._first("board", "gf", state)
                if not _is_list(rows) or not all(_is_list(row) for row in _items(rows)):
                    raise _broken("list", (_SLASH, "board", 2), rows)
                return rows
            case "show":
                return _text(self._first("show", "gf", state), "show", 2)
            case "notation" | "move_notation":
                args = (state,) if what == "notation" else (state, about)
                pattern = "g" * len(args) + "f"
                found = self._maybe(what, pattern, *args)
                return None if found is FAIL else _text(found, what, len(pattern))
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


def _is_number(value: Value) -> bool:
    return value.__class__ is Float or (value.__class__.__name__ == "Fraction")


def _is_list(value: Value) -> bool:
    while value.__class__ is tuple and value[0] is functor("[|]", 2):
        value = value[2]
    return value is NIL


def _items(value: Value) -> list[Value]:
    items = []
    while value is not NIL:
        items.append(value[1])
        value = value[2]
    return items


def _text(value: Value, name: str, arity: int) -> Value:
    text = text_of(value)
    if text is None:
        raise _broken("text", (_SLASH, name, arity), value)
    return Text(text)
