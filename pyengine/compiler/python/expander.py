"""Positions expanded by compiled rules: a list of worths where the game is over, else who moves, and the moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from pyengine.compiler.analysis.entries import TEXTBOOK
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.procedures import Key, domain
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.python.compiled_rules import Compiled
from pyengine.compiler.python.depth import folding
from pyengine.compiler.runtime.breaches import broken, indicator, must_be_ground, number
from pyengine.compiler.runtime.folding import close_atoms, closed, hashable, opened
from pyengine.compiler.runtime.terms import CONS, FAIL, NIL, Value, Var, functor, list_of
from pyengine.compiler.runtime.unify import resolve, undo, unify
from pyengine.language.contract import Vocabulary

MINUS: Final = functor("-", 2)


class Expander:
    """Compiled rules that say what follows a position."""

    def __init__(self, compiled: Compiled, sources: Sources, vocabulary: Vocabulary, state_type: Type) -> None:
        self.state_type = state_type
        self.compiled = compiled
        self.vocabulary = vocabulary
        self._defines = sources.defines
        self._players: dict[Value, int] = {}
        self.has_memory = vocabulary == "contract" and (self._has("outcome", 3) or self._has("outcome", 4))
        self.step: Callable[[Value], Any] = self._expected
        self._asked: dict[tuple[str, str], Callable[..., Any]] = {}

    @property
    def source(self) -> str:
        """The rules as Python for people."""
        return self.compiled.source

    def _has(self, name: str, arity: int) -> bool:
        return self._defines((name, arity))

    def position(self, state: Value, memory: Value = NIL) -> Value:
        """Give what stands for a state: in a game with memory, the state with what is remembered."""
        return (MINUS, state, memory) if self.has_memory else state

    def _parts(self, position: Value) -> tuple[Value, Value]:
        if not self.has_memory:
            return position, NIL
        if position.__class__ is tuple and position[0] is MINUS:
            return position[1], position[2]
        raise broken("fails", "expand")

    def set_players(self, players: Sequence[Value]) -> None:
        """Say who plays, in order, and get ready to expand positions."""
        # An atom stays the text that it is in the rules, which is looked up at once.
        self._players = {p if p.__class__ is str else closed(p): index for index, p in enumerate(players)}
        self.step = self._contract_step() if self.vocabulary == "contract" else self._textbook_step()

    def step_(self, position: Value) -> Any:
        """Expand a position: a list of worths, or (mover, moves, children)."""
        return self.step(position)

    def _expected(self, state: Value) -> Any:
        raise AssertionError("the players come first")

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
            raise broken("fails", indicator(name, len(pattern)))
        return found

    def _number(self, name: str, pattern: str, *args: Value) -> Value:
        return number(self._first(name, pattern, *args), name, len(pattern))

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
        if self.has_memory and self._has("memory", 3):
            remembered = self.compiled.summaries[self._key("memory", "ggf", True)].outs
            must_check = must_check or not all(clean for clean, _ in remembered or ())
        has_memory, players, parts = self.has_memory, self._players, self._parts
        worth, remember = self._worth, self._remembered
        fold_deep = self._folding()
        has_long_moves = any(domain.may_branch(type_) for _, type_ in (summary.outs or ())[:1])
        has_atoms = not has_memory and self.state_type.atoms != frozenset()

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
                children = [(MINUS, child, remember(memory, made)) for made, child in zip(moves, children, strict=True)]
            if not moves and not has_terminal:
                return worth(state, memory)
            player = to_move(state)
            if player is FAIL:
                raise broken("fails", indicator("to_move", 2))
            try:
                mover = players[player if player.__class__ is not tuple else closed(player)]
            except (KeyError, TypeError):
                mover = _first_fitting(player, players)
            if not moves:
                raise broken("no_moves")
            if must_check:
                pairs = [(MINUS, a, b) for a, b in zip(moves, children, strict=True)]
                must_be_ground(list_of(pairs), "move", 3)
            if fold_deep is not None:
                fold_deep(children)
            if has_long_moves:
                for made in moves:
                    hashable(made)
            if has_atoms:
                close_atoms(children)
            return mover, moves, children

        return step

    def _folding(self) -> Callable[[list[Value]], None] | None:
        if not self.has_memory:
            return folding(self.state_type)
        outs = None if self._has("memory", 3) else self.compiled.summaries[self._key("move", "gff", False)].outs
        is_clean, move = (False, domain.ANY) if outs is None else outs[0]
        return folding(self.state_type, move if is_clean else domain.ANY)

    def _remembered(self, memory: Value, move: Value) -> Value:
        if not self._has("memory", 3):
            return (CONS, move, memory)
        return self._first("memory", "ggf", memory, move)

    def _worth(self, state: Value, memory: Value) -> list[Value]:
        if self._has("outcome", 3) and self.has_memory:
            return [self._number("outcome", "ggf", state, memory)]
        if self._has("utility", 2) and not self._has("outcome", 4):
            return [self._number("utility", "gf", state)]
        if self._has("outcome", 4):
            return [self._number("outcome", "gggf", state, memory, player) for player in map(opened, self._players)]
        return [self._number("utility", "ggf", state, player) for player in map(opened, self._players)]

    def _textbook_step(self) -> Callable[[Value], Any]:
        moves_name, max_name, min_name = TEXTBOOK[self.vocabulary]
        fold_deep = folding(domain.ANY)
        assert fold_deep is not None

        def step(state: Value) -> Any:
            found = self._maybe(moves_name, "gf", state)
            positions = NIL if found is FAIL else found
            children = []
            rest = positions
            while rest.__class__ is tuple and rest[0] is CONS:
                children.append(rest[1])
                rest = rest[2]
            if rest is not NIL:
                raise broken("list", indicator(moves_name, 2), positions)
            if not children:
                return [self._number("staticval", "gf", state)]
            mover = self._players[self._textbook_mover(state, max_name, min_name)]
            must_be_ground(positions, "move", 3)
            moves = [*children]
            fold_deep(children)
            close_atoms(children)
            return mover, moves, children

        return step

    def _textbook_mover(self, state: Value, max_name: str, min_name: str) -> str:
        if self._has(max_name, 1):
            if self._maybe(max_name, "g", state):
                return "max"
            if not self._has(min_name, 1) or self._maybe(min_name, "g", state):
                return "min"
            raise broken("fails", indicator(max_name, 1))
        return "min" if self._maybe(min_name, "g", state) else "max"


def _first_fitting(player: Value, players: Mapping[Value, int]) -> int:
    """Find the first player that a term with variables can stand for."""
    for known, index in players.items():
        trail: list[Var] = []
        fits = unify(player, opened(known), trail)
        undo(trail, 0)
        if fits:
            return index
    raise broken("player", player)
