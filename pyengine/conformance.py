"""The test that every game must pass, shipped so that users can put theirs to it."""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Generic

from pyengine.errors import Finding, Place, PyengineError, RuleRuntimeError, Severity
from pyengine.game import Expands, Expansion, Game, M, S, expand, offers

PLAYOUT_PLIES = 1_000
"""A random game is given up after this many plies: it may be endless by design."""

Locate = Callable[[str], Place | None]


def check_game(
    game: Game[S, M],
    *,
    positions: int = 500,
    playouts: int = 20,
    seed: int = 0,
    locate: Locate = lambda predicate: None,
    estimates_all: bool = True,
) -> tuple[Finding, ...]:
    """Walk a game from its start and report every way in which it is not one.

    Breadth-first over up to `positions` distinct positions, then by random games, which reach the final ones. Each
    kind of mistake is reported once, at the first position that shows it. `locate` says where a contract name is
    defined, for games that come from a file; with `estimates_all` False only final positions need a staticval.
    """
    walk = _Walk(game, locate, estimates_all)
    for state in _reach(walk, positions, playouts, random.Random(seed)):
        walk.examine(state)
    return tuple(sorted(walk.findings.values(), key=lambda f: f.severity is Severity.WARNING))


def is_number(value: object) -> bool:
    """Tell whether a value can be compared with every other number."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        return False
    return not (isinstance(value, float) and math.isnan(value))


@dataclass
class _Walk(Generic[S, M]):
    game: Game[S, M]
    locate: Locate
    estimates_all: bool
    findings: dict[str, Finding] = field(default_factory=dict)
    expansions: dict[S, Expansion[S, M] | None] = field(default_factory=dict)
    classes: dict[Hashable, tuple[S, Expansion[S, M]]] = field(default_factory=dict)

    def report(
        self, code: str, message: str, *, about: str, severity: Severity = Severity.ERROR, hint: str | None = None
    ) -> None:
        self.findings.setdefault(code, Finding(severity, code, message, self.locate(about), hint))

    def report_raised(self, error: Exception, state: S | None, *, about: str) -> None:
        if isinstance(error, RuleRuntimeError):
            self.findings.setdefault(error.code, error.finding(self.locate(about)))
        elif isinstance(error, PyengineError):
            self.report("rule-error", str(error), about=about)
        else:
            where = "" if state is None else f" in {self.text(state)}"
            self.report("raises", f"{type(error).__name__}{where}: {error}", about=about)

    def text(self, state: S) -> str:
        write = getattr(self.game, "term_text", None) or getattr(self.game, "text", None)
        return str(write(state)) if write else repr(state)

    def expand(self, state: S) -> Expansion[S, M] | None:
        """Expand a position once; one that cannot be expanded is reported and leads nowhere."""
        if state not in self.expansions:
            self.expansions[state] = self._expand(state)
        return self.expansions[state]

    def _expand(self, state: S) -> Expansion[S, M] | None:
        try:
            expansion = expand(self.game, state)
        except Exception as error:  # a game under test may raise anything
            self.report_raised(error, state, about="move")
            return None
        if len(expansion.moves) != len(expansion.children):
            self.report("uneven-expansion", f"expand gives moves without children in {self.text(state)}", about="move")
            return None
        return expansion

    def examine(self, state: S) -> None:
        expansion = self.expand(state)
        if expansion is None:
            return
        if expansion.utilities is not None:
            self._examine_final(state, expansion)
        else:
            self._examine_open(state, expansion)
        try:
            self._examine_methods(state, expansion)
            self._examine_staticval(state, expansion)
            self._examine_canonical(state, expansion)
        except Exception as error:  # a game under test may raise anything
            self.report_raised(error, state, about="staticval")

    def _examine_final(self, state: S, expansion: Expansion[S, M]) -> None:
        utilities = expansion.utilities or ()
        if expansion.children:
            self.report("final-with-moves", f"{self.text(state)} is final, yet it has moves", about="terminal")
        if len(utilities) != len(self.game.players):
            self.report(
                "utility-per-player",
                f"{self.text(state)} has {len(utilities)} values for {len(self.game.players)} players",
                about="utility",
            )
        for value in utilities:
            if not is_number(value):
                self.report("utility-not-a-number", f"the worth of {self.text(state)} is {value!r}", about="utility")

    def _examine_open(self, state: S, expansion: Expansion[S, M]) -> None:
        if not expansion.children:
            self.report(
                "stuck",
                f"{self.text(state)} is not final, yet it has no move",
                about="move",
                hint="let terminal hold here, or let the player pass",
            )
        if not 0 <= expansion.mover < len(self.game.players):
            self.report("unknown-player", f"nobody knows whose turn it is in {self.text(state)}", about="to_move")
        moves = list(expansion.moves)
        for move in moves:
            if moves.count(move) > 1:
                self.report(
                    "same-move-twice",
                    f"{move} is offered more than once in {self.text(state)}",
                    about="move",
                    severity=Severity.WARNING,
                    hint="both count, in perft too; a choice point left open is the usual cause",
                )

    def _examine_methods(self, state: S, expansion: Expansion[S, M]) -> None:
        """The fast path and the single questions must give the same answers."""
        game = self.game
        if game.is_terminal(state) != expansion.is_terminal:
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
                if game.result(state, move) != child:
                    message = f"result and expand disagree on {move} in {self.text(state)}"
                    self.report("expand-disagrees", message, about="move")
                    break

    def _examine_staticval(self, state: S, expansion: Expansion[S, M]) -> None:
        if not offers(self.game, "staticval") or not (self.estimates_all or expansion.is_terminal):
            return
        value = _ask(self.game, "staticval", state)
        if not is_number(value):
            self.report("staticval-not-a-number", f"staticval of {self.text(state)} is {value!r}", about="staticval")
        elif expansion.utilities and value != expansion.utilities[0]:
            self.report(
                "staticval-disagrees",
                f"staticval of the final position {self.text(state)} is {value}, its utility is "
                f"{expansion.utilities[0]}",
                about="staticval",
                severity=Severity.WARNING,
                hint="an estimate should agree with utility where the game is over",
            )

    def _examine_canonical(self, state: S, expansion: Expansion[S, M]) -> None:
        if not offers(self.game, "canonical"):
            return
        key = _ask(self.game, "canonical", state)
        known, other = self.classes.setdefault(key, (state, expansion))
        if other.utilities != expansion.utilities or (other.mover != expansion.mover and not other.is_terminal):
            self.report(
                "canonical-merges",
                f"{self.text(known)} and {self.text(state)} have the same representative but are not alike",
                about="canonical",
                hint="positions may share a representative only where they are worth the same",
            )
        try:
            again = _ask(self.game, "canonical", key)
        except PyengineError:
            return  # a representative may be any key, also one that is not a position
        if again != key:
            self.report(
                "canonical-not-idempotent",
                f"the representative of {self.text(state)} has another representative",
                about="canonical",
                hint="canonical of a representative should be that representative",
            )
            return
        self._examine_symmetry(state, expansion, key)

    def _examine_symmetry(self, state: S, expansion: Expansion[S, M], key: Any) -> None:
        """A position and its representative lead to the same representatives."""
        twin = self.expand(key)
        if twin is None or twin.is_terminal != expansion.is_terminal:
            return
        mine = {_ask(self.game, "canonical", child) for child in expansion.children}
        theirs = {_ask(self.game, "canonical", child) for child in twin.children}
        if mine != theirs:
            self.report(
                "canonical-not-symmetric",
                f"{self.text(state)} and its representative {self.text(key)} lead to different positions",
                about="canonical",
                severity=Severity.WARNING,
                hint="a symmetry carries the moves of one position to those of the other",
            )


def _reach(walk: _Walk[S, M], positions: int, playouts: int, chance: random.Random) -> Iterator[S]:
    """Give distinct positions, breadth-first, then those of random games."""
    try:
        start = walk.game.initial
    except PyengineError as error:
        walk.report_raised(error, None, about="initial")
        return
    seen: set[S] = {start}
    queue = deque([start])
    while queue and len(seen) <= positions:
        state = queue.popleft()
        yield state
        expansion = walk.expand(state)
        for child in expansion.children if expansion else ():
            if child not in seen:
                seen.add(child)
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
            state = chance.choice(expansion.children)
            if state not in seen:
                seen.add(state)
                yield state


def _ask(game: object, feature: str, state: object) -> Any:
    return getattr(game, feature)(state)
