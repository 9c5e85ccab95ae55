"""The test that every game must pass, shipped so that users can put theirs to it."""

from __future__ import annotations

import inspect
import random
import time
from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic

from pyengine.errors import Finding, ParameterError, Place, PyengineError, RuleRuntimeError, Severity
from pyengine.game import Expands, Expansion, Game, M, S, estimates, expand, is_number, offers
from pyengine.optional_checker import OptionalChecker
from pyengine.quoting import show_value

_MOST_MOVES: Final = 40

PLAYOUT_PLIES = 1_000
"""A random game is given up after this many plies: it may be endless by design."""

Locate = Callable[[str], Place | None]

_NEEDED: Final = {
    "players": ("the players, in order", "player"),
    "initial": ("the start position", "initial"),
    "to_move": ("the player whose turn it is in a state", "to_move"),
    "actions": ("the legal moves in a state", "move"),
    "result": ("the state after a move", "move"),
    "is_terminal": ("whether the game is over in a state", "terminal"),
    "utility": ("the worth of a final state for a player", "utility"),
}
"""What every game has: what it gives, and which predicate of a rule file answers for it."""

_HINTS: Final = {
    "walk-cut-short": "give the walk more seconds, or fewer positions",
    "value-not-listed": "`values` has all that a final position can be worth to the first player",
    "stuck": "let terminal hold here, or let the player pass",
    "same-move-twice": "both count, in perft too; a choice point left open is the usual cause",
    "staticval-disagrees": "an estimate should agree with utility where the game is over",
    "canonical-merges": "positions may share a representative only where they are worth the same",
    "canonical-not-idempotent": "canonical of a representative should be that representative",
    "canonical-not-symmetric": "a symmetry carries the moves of one position to those of the other",
}
_WARNINGS: Final = ("walk-cut-short", "same-move-twice", "staticval-disagrees", "canonical-not-symmetric")
"""What does not keep a game from being one."""


def check_game(
    game: Game[S, M],
    *,
    positions: int = 500,
    playouts: int = 20,
    seed: int = 0,
    locate: Locate = lambda predicate: None,
    estimates_all: bool = True,
    seconds: float = 20.0,
    clock: Callable[[], float] = time.monotonic,
    progress: Callable[[int], None] | None = None,
) -> tuple[Finding, ...]:
    """Walk a game from its start and report every way in which it is not one.

    Breadth-first over up to `positions` distinct positions, then by random games, which reach the final ones. Each
    kind of mistake is reported once, at the first position that shows it. `locate` says where a contract name is
    defined, for games that come from a file; with `estimates_all` False only final positions need a staticval.
    Whatever the game raises is a finding. After `seconds` the walk ends with a warning; a single question that never
    ends is not interrupted. `progress` is told how many positions have been looked at, after each of them.
    """
    for name, value in (("locate", locate), ("clock", clock), ("progress", progress or len)):
        if not callable(value):
            raise ParameterError(f"{name} must be a function, not {show_value(value)}")
    for name, number in (("positions", positions), ("playouts", playouts), ("seconds", seconds)):
        if not is_number(number):
            raise ParameterError(f"{name} must be a number, not {number!r}")
    walk = _ConformanceWalk(game, locate, estimates_all, seconds, clock)
    try:
        if walk.examine_shape():
            walk.examine_all(_reach(walk, positions, playouts, random.Random(seed)), progress)
    except (Exception, SystemExit) as error:  # even comparing two states may raise
        walk.report_raised(error, None, about="move")
    return tuple(sorted(walk.findings.values(), key=lambda f: f.severity is Severity.WARNING))


@dataclass
class _ConformanceWalk(Generic[S, M]):
    game: Game[S, M]
    locate: Locate
    estimates_all: bool
    seconds: float
    clock: Callable[[], float]
    findings: dict[str, Finding] = field(default_factory=dict)
    expansions: dict[S, Expansion[S, M] | None] = field(default_factory=dict)
    classes: dict[Hashable, tuple[S, Expansion[S, M]]] = field(default_factory=dict)
    representatives: dict[S, Any] = field(default_factory=dict)

    ways: dict[S, tuple[S, M]] = field(default_factory=dict)
    """How the walk came to each position: from which one, by which move."""
    walked: int = 0
    optional: OptionalChecker | None = None

    def __post_init__(self) -> None:
        self.started = self.clock()
        self.asked: Any = self.game  # what a game may have besides, no protocol says

    def is_late(self) -> bool:
        return self.clock() - self.started >= self.seconds

    def report(
        self, code: str, message: str, *, about: str, severity: Severity | None = None, hint: str | None = None
    ) -> None:
        severity = severity or (Severity.WARNING if code in _WARNINGS else Severity.ERROR)
        finding = Finding(severity, code, message, self.locate(about), hint or _HINTS.get(code))
        self.findings.setdefault(code, finding)

    def report_raised(self, error: BaseException, state: S | None, *, about: str) -> None:
        if isinstance(error, RuleRuntimeError):
            found = error.finding(self.locate(about))
            if found.hint is None and state is not None and (moves := self.moves_to(state)):
                found = replace(found, hint=f"the position is reached by {moves}")
            self.findings.setdefault(f"{error.code} {about}", found)
        elif isinstance(error, PyengineError):
            self.report("rule-error", str(error), about=about)
        else:
            where = "" if state is None else f" in {self.text(state)}"
            self.report("raises", f"{type(error).__name__}{where}: {error}", about=about)

    def moves_to(self, state: S) -> str:
        """Name the moves by which the walk came to a position; of very many, the last."""
        moves: list[str] = []
        while state in self.ways:
            state, move = self.ways[state]
            moves.append(str(move))
        told = moves[:_MOST_MOVES][::-1]
        return ", ".join(told if len(moves) <= _MOST_MOVES else ["…", *told])

    def text(self, state: S) -> str:
        try:
            write = getattr(self.game, "term_text", None) or getattr(self.game, "text", None)
            return str(write(state)) if write else repr(state)
        except Exception:  # a finding about a state must not fail because the state cannot be shown
            return f"a state of type {type(state).__name__}"

    def examine_shape(self) -> bool:
        """Report what the game lacks; tell whether it can be walked."""
        for name, (gives, about) in _NEEDED.items():
            problem = _lack(self.game, name)
            if problem:
                message = f"{problem}; {name} gives {gives}"
                self.findings[name] = Finding(Severity.ERROR, "missing-method", message, self.locate(about))
        return not self.findings and self._examine_players()

    def _examine_players(self) -> bool:
        try:
            players: object = self.game.players
        except (Exception, SystemExit) as error:  # a game under test may raise anything
            self.report_raised(error, None, about="player")
            return False
        if not isinstance(players, Sequence):
            self.report("players-not-a-sequence", f"players is {players!r}, not a sequence", about="player")
            return False
        if not players:
            self.report("no-players", "players is empty: a game has at least one player", about="player")
            return False
        if not self.are_hashable(players, "player"):
            return False
        for player in players:
            if players.count(player) > 1:
                self.report("same-player-twice", f"{player!r} is listed more than once in players", about="player")
        return True

    def are_hashable(self, values: Iterable[object], kind: str) -> bool:
        for value in values:
            try:
                hash(value)
            except (Exception, SystemExit) as error:  # __hash__ is code of the game under test, too
                about = "initial" if kind == "start" else "player" if kind == "player" else "move"
                message = f"the {kind} {value!r} cannot be hashed: {error}"
                hint = "use tuples, frozensets or frozen dataclasses instead of lists, sets and dicts"
                self.report(f"unhashable-{'state' if kind == 'start' else kind}", message, about=about, hint=hint)
                return False
        return True

    def examine_all(self, states: Iterable[S], progress: Callable[[int], None] | None) -> None:
        self.optional = OptionalChecker(self.game, self)
        for state in states:
            if self.is_late():
                self._report_cut()
                return
            self.examine(state)
            self.walked += 1
            if progress is not None:
                progress(self.walked)

    def _report_cut(self) -> None:
        walked = f"walked {self.walked} position{'s' * (self.walked != 1)} in {self.seconds:g} s"
        self.report("walk-cut-short", f"{walked}; the rest was not looked at", about="initial")

    def expand(self, state: S) -> Expansion[S, M] | None:
        """Expand a position once; one that cannot be expanded is reported and leads nowhere."""
        if state not in self.expansions:
            self.expansions[state] = self._expand(state)
        return self.expansions[state]

    def _expand(self, state: S) -> Expansion[S, M] | None:
        try:
            expansion = expand(self.game, state)
            if not isinstance(expansion, Expansion):
                self.report("not-an-expansion", f"expand gives {expansion!r} in {self.text(state)}", about="move")
                return None
            uneven = len(expansion.moves) != len(expansion.children)
        except (Exception, SystemExit) as error:  # a game under test may raise anything
            if not (isinstance(error, ValueError) and self._has_unknown_mover(state)):
                self.report_raised(error, state, about="move")
            return None
        if uneven:
            self.report("uneven-expansion", f"expand gives moves without children in {self.text(state)}", about="move")
            return None
        hashable = self.are_hashable(expansion.children, "state") and self.are_hashable(expansion.moves, "move")
        return expansion if hashable else None

    def _has_unknown_mover(self, state: S) -> bool:
        """Report a player to move who is none; the expansion of a native game fails where it looks the player up."""
        try:
            mover = self.game.to_move(state)
        except Exception:  # then it is not this mistake
            return False
        if mover in self.game.players:
            return False
        message = f"to_move gives {mover!r}, who is not one of the players, in {self.text(state)}"
        self.report("unknown-player", message, about="to_move")
        return True

    def examine(self, state: S) -> None:
        expansion = self.expand(state)
        if expansion is None:
            return
        about = "move" if expansion.utilities is None else "utility"
        try:
            if expansion.utilities is not None:
                self._examine_final(state, expansion)
            else:
                self._examine_open(state, expansion)
            self._examine_methods(state, expansion)
            about = "staticval"
            self._examine_staticval(state, expansion)
            about = "canonical"
            self._examine_canonical(state, expansion)
            about = "board"
            if self.optional is not None:
                self.optional.examine(state, expansion)
        except (Exception, SystemExit) as error:  # a game under test may raise anything
            self.report_raised(error, state, about=about)

    def _examine_final(self, state: S, expansion: Expansion[S, M]) -> None:
        utilities = expansion.utilities or ()
        if expansion.children:
            self.report("final-with-moves", f"{self.text(state)} is final, yet it has moves", about="terminal")
        if len(utilities) != len(self.game.players):
            message = f"{self.text(state)} has {len(utilities)} values for {len(self.game.players)} players"
            self.report("utility-per-player", message, about="utility")
        for value in utilities:
            if not is_number(value):
                self.report("utility-not-a-number", f"the worth of {self.text(state)} is {value!r}", about="utility")
        values = getattr(self.game, "values", None)
        if isinstance(values, Collection) and values and utilities[:1] and utilities[0] not in values:
            message = f"the worth of {self.text(state)} is {utilities[0]!r}, which is none of the game's values"
            self.report("value-not-listed", message, about="utility")

    def _examine_open(self, state: S, expansion: Expansion[S, M]) -> None:
        if not expansion.children:
            moves = self.moves_to(state)
            hint = f"{_HINTS['stuck']}; it is reached by {moves}" if moves else None
            self.report("stuck", f"{self.text(state)} is not final, yet it has no move", about="move", hint=hint)
        if not 0 <= expansion.mover < len(self.game.players):
            self.report("unknown-player", f"nobody knows whose turn it is in {self.text(state)}", about="to_move")
        offered: set[M] = set()
        for move in expansion.moves:
            if move in offered:
                self.report("same-move-twice", f"{move} is offered more than once in {self.text(state)}", about="move")
            offered.add(move)

    def _examine_methods(self, state: S, expansion: Expansion[S, M]) -> None:
        """The fast path and the single questions must give the same answers."""
        game = self.game
        if bool(game.is_terminal(state)) != expansion.is_terminal:
            self.report("expand-disagrees", f"is_terminal and expand disagree on {self.text(state)}", about="terminal")
            return
        if expansion.utilities is not None:
            asked = tuple(game.utility(state, player) for player in game.players)
            if asked != tuple(expansion.utilities):
                self.report("expand-disagrees", f"utility and expand disagree on {self.text(state)}", about="utility")
            return
        if isinstance(game, Expands) and list(game.actions(state)) != list(expansion.moves):
            self.report("expand-disagrees", f"actions and expand disagree on {self.text(state)}", about="move")
        elif len(set(expansion.moves)) == len(expansion.moves):
            for move, child in zip(expansion.moves, expansion.children, strict=True):
                if self.is_late():  # a position may have very many moves
                    self._report_cut()
                    break
                if game.result(state, move) != child:
                    message = f"result and expand disagree on {move} in {self.text(state)}"
                    self.report("expand-disagrees", message, about="move")
                    break

    def _examine_staticval(self, state: S, expansion: Expansion[S, M]) -> None:
        if not estimates(self.game) or not (self.estimates_all or expansion.is_terminal):
            return
        if expansion.is_terminal and not offers(self.game, "staticval"):
            return  # what the features of a final position come to is never asked
        value = self.asked.staticval(state)
        if not is_number(value):
            self.report("staticval-not-a-number", f"staticval of {self.text(state)} is {value!r}", about="staticval")
        elif expansion.utilities and value != expansion.utilities[0]:
            message = f"staticval of the final position {self.text(state)} is {value}, its utility is "
            self.report("staticval-disagrees", f"{message}{expansion.utilities[0]}", about="staticval")

    def _examine_canonical(self, state: S, expansion: Expansion[S, M]) -> None:
        if not offers(self.game, "canonical"):
            return
        key = self._representative(state)
        known, other = self.classes.setdefault(key, (state, expansion))
        if other.utilities != expansion.utilities or (other.mover != expansion.mover and not other.is_terminal):
            message = f"{self.text(known)} and {self.text(state)} have the same representative but are not alike"
            self.report("canonical-merges", message, about="canonical")
        try:
            again = self._representative(key)
        except PyengineError:
            return  # a representative may be any key, also one that is not a position
        if again != key:
            message = f"the representative of {self.text(state)} has another representative"
            self.report("canonical-not-idempotent", message, about="canonical")
            return
        self._examine_symmetry(state, expansion, key)

    def _representative(self, state: S) -> Any:
        """Ask for the representative of a position once: many positions lead to it."""
        if state not in self.representatives:
            self.representatives[state] = self.asked.canonical(state)
        return self.representatives[state]

    def _examine_symmetry(self, state: S, expansion: Expansion[S, M], key: Any) -> None:
        """A position and its representative lead to the same representatives."""
        if key == state:
            return
        twin = self.expand(key)
        if twin is None or twin.is_terminal != expansion.is_terminal:
            return
        mine = {self._representative(child) for child in expansion.children}
        theirs = {self._representative(child) for child in twin.children}
        if mine != theirs:
            message = f"{self.text(state)} and its representative {self.text(key)} lead to different positions"
            self.report("canonical-not-symmetric", message, about="canonical")


def _reach(walk: _ConformanceWalk[S, M], positions: int, playouts: int, chance: random.Random) -> Iterator[S]:
    """Give distinct positions, breadth-first, then those of random games."""
    try:
        start = walk.game.initial
    except (Exception, SystemExit) as error:  # a game under test may raise anything
        walk.report_raised(error, None, about="initial")
        return
    if not walk.are_hashable([start], "start"):
        return
    seen: set[S] = {start}
    queue = deque([start])
    while queue and len(seen) <= positions:
        state = queue.popleft()
        yield state
        expansion = walk.expand(state)
        for move, child in zip(expansion.moves, expansion.children, strict=True) if expansion else ():
            if child not in seen:
                seen.add(child)
                walk.ways[child] = state, move
                queue.append(child)
    if not queue:
        return  # all of the game has been seen
    yield from queue
    for _ in range(playouts):
        state = start
        for _ply in range(PLAYOUT_PLIES):
            expansion = walk.expand(state)
            if not expansion or not expansion.children:
                break
            number = chance.randrange(len(expansion.children))
            before, state = state, expansion.children[number]
            if state not in seen:
                seen.add(state)
                walk.ways[state] = before, expansion.moves[number]
                yield state


def _lack(game: object, name: str) -> str | None:
    """Say how a game lacks a name of the protocol; a property that raises is there."""
    nothing = object()
    if inspect.getattr_static(game, name, nothing) is nothing:
        try:
            getattr(game, name)  # a wrapper may hand on what it does not have itself
        except Exception:
            return f"{type(game).__name__} has no {name}"
    if name in ("players", "initial") or callable(getattr(game, name, None)):
        return None
    return f"{name} of {type(game).__name__} is not a method"
