"""Positions expanded by compiled rules: a list of worths where the game is over, else who moves, and the moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from pyengine.compiler.analysis.entries import key_of
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.python.compiled_rules import Compiled
from pyengine.compiler.python.depth import folding
from pyengine.compiler.runtime.breaches import broken, indicator, must_be_ground, number
from pyengine.compiler.runtime.folded_terms import close_atoms, closed, hashable, opened
from pyengine.compiler.runtime.terms import CONS, FAIL, NIL, Value, functor, list_of
from pyengine.compiler.runtime.unify import can_unify, is_ground, resolve
from pyengine.language.contract import OWN, Entry, Mode, Vocabulary, interface

MINUS: Final = functor("-", 2)
_MOVE, _TO_MOVE, _MEMORY = (OWN[name] for name in ("move", "to_move", "memory"))


class Expander:
    """Compiled rules that say what follows a position."""

    def __init__(self, compiled: Compiled, sources: Sources, vocabulary: Vocabulary, state_type: Type) -> None:
        self.state_type = state_type
        self.compiled = compiled
        self.interface = interface(vocabulary, sources.defines)
        self._defines = sources.defines
        self._players: dict[Value, int] = {}
        self.has_memory = self.interface.has_memory
        self.step: Callable[[Value], Any] = self._expected
        self._begin: Callable[[Value], list[Value] | None] = self._expected
        self._asked: dict[str, Callable[..., Any]] = {}

    @property
    def source(self) -> str:
        """The rules as Python for people."""
        return self.compiled.source

    def _has(self, entry: Entry) -> bool:
        return self._defines(entry.indicator)

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
        if self.interface.is_own:
            self.step, self._begin = self._contract_step(), self._contract_beginning()
        else:
            self.step = self._textbook_step()
            self._begin = lambda position: found if (found := self.step(position)).__class__ is list else None

    def step_(self, position: Value) -> Any:
        """Expand a position: a list of worths, or (mover, moves, children)."""
        return self.step(position)

    def begin(self, position: Value) -> list[Value] | None:
        """Give the worths of a final position, None where the game goes on: then one successor is made, and no more."""
        return self._begin(position)

    def _expected(self, state: Value) -> Any:
        raise AssertionError("the players come first")

    # Calls

    def _solutions(self, entry: Entry, *args: Value, mode: Mode | None = None) -> Iterator[tuple[Value, ...]]:
        return self.compiled.attempt(key_of(entry, mode), *args)

    def _maybe(self, entry: Entry, *args: Value) -> Value:
        """Give the output of the first solution, FAIL if there is none; without outputs, whether there is one."""
        asked = self._asked.get(entry.form)
        if asked is None:
            asked = self._asked[entry.form] = self._function(entry)
        return asked(*args)

    def _first(self, entry: Entry, *args: Value) -> Value:
        found = self._maybe(entry, *args)
        if found is FAIL:
            raise broken("fails", indicator(*entry.indicator))
        return found

    def _number(self, entry: Entry, *args: Value) -> Value:
        return number(self._first(entry, *args), *entry.indicator)

    # One position

    def _function(self, entry: Entry) -> Callable[..., Any]:
        """Give a compiled function that takes only the inputs; its outputs are clean where they are ground."""
        key = key_of(entry)
        function = self.compiled.functions[key]
        summary = self.compiled.summaries[key]
        clean = summary.outs is None or all(is_clean for is_clean, _ in summary.outs)
        if clean:
            return (lambda *args: function(*args, [])) if summary.uses_trail else function
        if summary.is_many or key.pattern.count("f") > 1:
            return lambda *args: self.compiled.attempt(key, *args)
        trail = summary.uses_trail
        return lambda *args: resolve(function(*args, []) if trail else function(*args))

    def _contract_step(self) -> Callable[[Value], Any]:
        """Make the function that expands a position: a list of worths, or (mover, moves, children)."""
        move, mover_of = self._function(_MOVE), self._mover()
        terminal, terminal_memory = self._terminal()
        has_terminal = self.interface.over is not None
        summary = self.compiled.summaries[key_of(_MOVE)]
        is_many, must_check = self._checks()
        has_memory, parts = self.has_memory, self._parts
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
            mover = mover_of(state)
            if not moves:
                raise broken("no_moves")
            if must_check:
                pairs = [(MINUS, a, b) for a, b in zip(moves, children, strict=True)]
                must_be_ground(list_of(pairs), *_MOVE.indicator)
            if fold_deep is not None:
                fold_deep(children)
            if has_long_moves:
                for made in moves:
                    hashable(made)
            if has_atoms:
                close_atoms(children)
            return mover, moves, children

        return step

    def _checks(self) -> tuple[bool, bool]:
        """Tell whether moves come from a generator, and whether what they lead to may hold variables."""
        summary = self.compiled.summaries[key_of(_MOVE)]
        must_check = summary.outs is not None and not all(clean for clean, _ in summary.outs)
        is_many = summary.is_many or must_check
        if self.has_memory and self._has(_MEMORY):
            remembered = self.compiled.summaries[key_of(_MEMORY)].outs
            must_check = must_check or not all(clean for clean, _ in remembered or ())
        return is_many, must_check

    def _terminal(self) -> tuple[Callable[..., Any] | None, Callable[..., Any] | None]:
        """Give what tells whether the game is over: of a state alone, and with its memory; at most one is there."""
        over = self.interface.over
        if over is None:
            return None, None
        asked = self._function(over)
        return (None, asked) if over.takes("memory") else (asked, None)

    def _mover(self) -> Callable[[Value], int]:
        """Make the function that gives the index of the player to move."""
        to_move, players = self._function(_TO_MOVE), self._players

        def mover_of(state: Value) -> int:
            player = to_move(state)
            if player is FAIL:
                raise broken("fails", indicator(*_TO_MOVE.indicator))
            try:
                return players[player if player.__class__ is not tuple else closed(player)]
            except (KeyError, TypeError):
                return _first_fitting(player, players)

        return mover_of

    def _contract_beginning(self) -> Callable[[Value], list[Value] | None]:
        """Make the function that begins to expand a position, and tells what is wrong with its first successor."""
        mover_of, (terminal, terminal_memory) = self._mover(), self._terminal()
        move, worth, has_memory, parts = self._function(_MOVE), self._worth, self.has_memory, self._parts
        is_many, must_check = self._checks()
        has_terminal, remember = self.interface.over is not None, self._remembered

        def begin(position: Value) -> list[Value] | None:
            state, memory = parts(position) if has_memory else (position, NIL)
            if terminal_memory is not None:
                if terminal_memory(state, memory):
                    return worth(state, memory)
            elif terminal is not None and terminal(state):
                return worth(state, memory)
            first: Any = next(iter(move(state)), FAIL) if is_many else move(state)
            if first is FAIL:
                if has_terminal:
                    raise broken("no_moves")
                return worth(state, memory)
            made, child = first
            if has_memory:
                child = (MINUS, child, remember(memory, made))
            mover_of(state)
            if must_check and not is_ground((MINUS, made, child)):
                self.step(position)  # which tells it with all moves
            return None

        return begin

    def _folding(self) -> Callable[[list[Value]], None] | None:
        if not self.has_memory:
            return folding(self.state_type)
        outs = None if self._has(_MEMORY) else self.compiled.summaries[key_of(_MOVE)].outs
        is_clean, move = (False, domain.ANY) if outs is None else outs[0]
        return folding(self.state_type, move if is_clean else domain.ANY)

    def _remembered(self, memory: Value, move: Value) -> Value:
        if not self._has(_MEMORY):
            return (CONS, move, memory)
        return self._first(_MEMORY, memory, move)

    def _worth(self, state: Value, memory: Value) -> list[Value]:
        worth = self.interface.worth
        given = (state, memory) if self.has_memory else (state,)
        if not self.interface.has_utilities:
            return [self._number(worth, *given)]
        return [self._number(worth, *given, player) for player in map(opened, self._players)]

    def _textbook_step(self) -> Callable[[Value], Any]:
        moves_of, worth = self.interface.moves, self.interface.worth
        fold_deep = folding(domain.ANY)
        assert fold_deep is not None

        def step(state: Value) -> Any:
            found = self._maybe(moves_of, state)
            positions = NIL if found is FAIL else found
            children = []
            rest = positions
            while rest.__class__ is tuple and rest[0] is CONS:
                children.append(rest[1])
                rest = rest[2]
            if rest is not NIL:
                raise broken("list", indicator(*moves_of.indicator), positions)
            if not children:
                return [self._number(worth, state)]
            mover = self._players[self._textbook_mover(state)]
            must_be_ground(positions, *_MOVE.indicator)
            moves = [*children]
            fold_deep(children)
            close_atoms(children)
            return mover, moves, children

        return step

    def _textbook_mover(self, state: Value) -> str:
        assert self.interface.movers is not None
        of_max, of_min = self.interface.movers
        if self._has(of_max):
            if self._maybe(of_max, state):
                return "max"
            if not self._has(of_min) or self._maybe(of_min, state):
                return "min"
            raise broken("fails", indicator(*of_max.indicator))
        return "min" if self._maybe(of_min, state) else "max"


def _first_fitting(player: Value, players: Mapping[Value, int]) -> int:
    """Find the first player that a term with variables can stand for."""
    for known, index in players.items():
        if can_unify(player, opened(known), []):
            return index
    raise broken("player", player)
