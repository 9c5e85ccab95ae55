"""Proof-number search, depth first (df-pn): whether a position is worth as much as a question asks, by least work.

A position has a proof number and a disproof number: about how many positions must still be valued to show that it is
worth that much to MAX, or that it is not. The search goes where the smaller number is, and comes back once it has
become larger than that of another. What is decided rests on final positions alone, each found before it was made use
of, whatever the numbers are: these only say where to look next.

It is `kernel/proof.c` function by function, under the same names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from pyengine.errors import CyclicGameError, RuleRuntimeError, SearchError
from pyengine.game import Expansion, Game, offers
from pyengine.search.expansion import CHECKED, ask, expander, range_of, remembered, same_sum
from pyengine.search.faults import cyclic, out_of_range, stuck
from pyengine.search.memory import path_of
from pyengine.search.options import Options
from pyengine.search.proof_table import Numbers, ProofTable
from pyengine.search.result import StopReason
from pyengine.search.watch import Stopped, Watch
from pyengine.terms import Number

INFINITE: Final = (1 << 29) - 1
"""The number of what cannot be shown: the other number of that position is 0."""
LARGEST: Final = INFINITE - 1
EAGERNESS: Final = 4
"""A successor may become harder than the next best by a quarter before that one is tried: fewer ways to and fro."""
HOLDS: Final = (0, INFINITE)
FAILS: Final = (INFINITE, 0)


@dataclass(frozen=True, slots=True)
class Question:
    """Whether a position is worth at least, or where `strict` more than, a goal to MAX."""

    goal: Number
    strict: bool = False

    def holds(self, worth: Number) -> bool:
        """Answer it for a final position."""
        return worth > self.goal if self.strict else worth >= self.goal


@dataclass(frozen=True, slots=True)
class Answer:
    """What one run found; `choice` is the successor that decides the root for who moves there, if one does.

    `lowest` is the least worth met that the question holds for, `highest` the largest that it does not; None where
    there was none. After a stop `holds` is None.
    """

    holds: bool | None
    opened: Expansion[Any, Any] | None = None
    choice: Any = None
    lowest: Number | None = None
    highest: Number | None = None
    stopped: StopReason | None = None


class ProofFrame:
    """A position that has been opened: the numbers of its successors, and how large its own may become.

    `mine` are those that its mover makes small by one good move (to MAX the proof numbers), `theirs` the others.
    """

    __slots__ = (
        "best", "entered", "hardest", "is_max", "key", "keys", "least", "mine", "most_mine", "most_theirs", "opened",
        "state", "theirs",
    )  # fmt: skip

    state: Any
    key: Any
    opened: Expansion[Any, Any]
    is_max: bool
    keys: list[Any]
    mine: list[int]
    theirs: list[int]
    most_mine: int
    most_theirs: int
    best: int
    least: int
    hardest: int
    entered: int


class ProofSearch:
    """The proof-number searches of one game."""

    def __init__(self, game: Game[Any, Any], options: Options, watch: Watch) -> None:
        self.game, self.options, self.watch = game, options, watch
        self.expand, self.is_terminal, self.utility = expander(game), game.is_terminal, game.utility
        self.max_player, self.min_player = game.players
        self.value_range = range_of(game) if options.value_range else None
        self.finals = options.finals
        self.canonical = None
        if options.canonical and offers(game, "canonical"):
            self.canonical = remembered(ask(game, "canonical"))
        self.total: Number | None = None  # the worth of a final position to both players together
        self.begin_run(Question(0), None)

    def make_table(self, capacity: int) -> ProofTable | None:
        """Make a table for the numbers of one question; None where there is no room for any."""
        return ProofTable(capacity) if capacity else None

    def begin_run(self, question: Question, table: ProofTable | None) -> None:
        """Forget the last run."""
        self.question, self.table = question, table
        self.path = path_of(self.game)
        self.frames: list[ProofFrame] = []  # from the root to the current one
        self.lowest: Number | None = None
        self.highest: Number | None = None

    def run(self, root: Any, question: Question, table: ProofTable | None) -> Answer:
        """Answer a question about a position; the table is that of the question, and is left filled."""
        self.begin_run(question, table)
        try:
            numbers = self.prove_position(root, self.table_key(root), INFINITE, INFINITE) or self.search_frame()
        except Stopped as stopped:
            return Answer(None, stopped=stopped.reason)
        except KeyboardInterrupt:
            return Answer(None, stopped=StopReason.INTERRUPTED)
        holds = numbers == HOLDS
        if not self.frames:
            return Answer(holds, None, None, self.lowest, self.highest)
        frame = self.frames[0]
        choice = frame.opened.children[frame.best] if holds == frame.is_max else None
        return Answer(holds, frame.opened, choice, self.lowest, self.highest)

    def table_key(self, state: Any) -> Any:
        """Give the key under which the table has a position."""
        return state if self.canonical is None or self.table is None else self.canonical(state)

    def search_frame(self) -> Numbers:
        """Go where the numbers point, until the root is decided.

        A successor that has successors itself is the next frame, where C calls itself; when it is left its numbers
        are taken to the frame before.
        """
        frames = self.frames
        while True:
            frame = frames[-1]
            limits = self.choose_child(frame)
            if limits is None:
                numbers = self.leave_frame(frame)
                if len(frames) == 1:
                    return numbers
                frames.pop()
                self.take_numbers(frames[-1], numbers)
                continue
            best = frame.best
            found = self.prove_position(frame.opened.children[best], frame.keys[best], *limits)
            if found is not None:
                self.take_numbers(frame, found)

    def prove_position(self, state: Any, key: Any, most_proof: int, most_disproof: int) -> Numbers | None:
        """Enter a position: give its numbers where it is final; None where its frame is the last now."""
        self.watch.enter_node()
        opened = self.expand(state)
        if opened.utilities is not None:
            value, other = opened.utilities
            if other != -value or self.total != 0:
                self.total = same_sum(self.total, value, other)
            return self.decide_leaf(key, value)
        if not opened.children:
            raise RuleRuntimeError(stuck(self.game, state))
        if state in self.path:
            raise CyclicGameError(cyclic(self.game, state))
        self.path.add(state)
        frame = ProofFrame()
        frame.state, frame.key, frame.opened, frame.is_max = state, key, opened, opened.mover == 0
        frame.most_mine, frame.most_theirs = most_proof, most_disproof
        if not frame.is_max:
            frame.most_mine, frame.most_theirs = most_disproof, most_proof
        frame.entered, frame.best = self.watch.nodes, 0
        self.frames.append(frame)
        self.open_frame(frame)
        return None

    def open_frame(self, frame: ProofFrame) -> None:
        """Take what the table has of the successors; at the first visit, value those that are final."""
        children = frame.opened.children
        frame.mine, frame.theirs = [1] * len(children), [1] * len(children)
        frame.keys = [*map(self.table_key, children)]
        self.look_up_children(frame)
        is_known = self.table is not None and frame.key in self.table.entries
        if self.finals and not is_known and 0 not in frame.mine:
            self.value_finals(frame)

    def value_finals(self, frame: ProofFrame) -> None:
        """Value the successors that are final, until one decides the position."""
        for place, child in enumerate(frame.opened.children):
            if frame.mine[place] != 1 or not frame.theirs[place] or not self.is_terminal(child):
                continue
            self.watch.enter_node()
            value = self.utility(child, self.max_player)
            if self.watch.leaves < CHECKED:
                self.total = same_sum(self.total, value, self.utility(child, self.min_player))
            if self.put_numbers(frame, place, self.decide_leaf(frame.keys[place], value)):
                return

    def look_up_children(self, frame: ProofFrame) -> None:
        """Take what the table has of the successors that are not decided: numbers never become smaller in a frame."""
        if self.table is None:
            return
        entries, mine, theirs = self.table.entries, frame.mine, frame.theirs
        first, second = (0, 1) if frame.is_max else (1, 0)
        for place, key in enumerate(frame.keys):
            if theirs[place] and mine[place] and (entry := entries.get(key)) is not None:
                if not entry[0] or not entry[1]:
                    mine[place], theirs[place] = entry[first], entry[second]
                    self.watch.hits += 1
                else:
                    mine[place], theirs[place] = max(mine[place], entry[first]), max(theirs[place], entry[second])

    def put_numbers(self, frame: ProofFrame, place: int, numbers: Numbers) -> bool:
        """Take the numbers of a successor; tell whether it decides the position for who moves there."""
        frame.mine[place], frame.theirs[place] = numbers if frame.is_max else numbers[::-1]
        return not frame.mine[place]

    def take_numbers(self, frame: ProofFrame, numbers: Numbers) -> None:
        """Take the numbers of the successor that was visited, and what else has been found out meanwhile."""
        mine, theirs, best = frame.mine, frame.theirs, frame.best
        old = mine[best], theirs[best]
        if self.put_numbers(frame, best, numbers):
            return
        if theirs[best]:
            mine[best], theirs[best] = max(mine[best], old[0]), max(theirs[best], old[1])
        self.look_up_children(frame)

    def decide_leaf(self, key: Any, value: Number) -> Numbers:
        """Answer the question for a final position."""
        if self.value_range is not None and not self.value_range[0] <= value <= self.value_range[1]:
            raise SearchError(out_of_range(value, *self.value_range))
        self.watch.leaves += 1
        if self.question.holds(value):
            self.lowest = value if self.lowest is None else min(self.lowest, value)
            numbers = HOLDS
        else:
            self.highest = value if self.highest is None else max(self.highest, value)
            numbers = FAILS
        if self.table is not None:
            self.table.store(key, numbers, 0)
        return numbers

    def choose_child(self, frame: ProofFrame) -> Numbers | None:
        """Choose the successor to visit next; give how large its numbers may become, None where the frame is left.

        The other side needs an answer to every move. Where positions are reached in several ways a sum would count
        them again and again, so the hardest one counts, and one for each of the others (weak proof numbers).
        """
        mine, theirs = frame.mine, frame.theirs
        least, best = min(mine), 0
        best = frame.best = mine.index(least)
        others = len(theirs) - theirs.count(0) - 1
        hardest = max(theirs)
        frame.least, frame.hardest = least, min(LARGEST, hardest + others) if 0 < hardest < INFINITE else hardest
        if not least or not hardest or least >= frame.most_mine or frame.hardest >= frame.most_theirs:
            return None
        mine[best] = INFINITE
        second = min(mine)
        mine[best] = least
        first = min(frame.most_mine, second + 1 + second // EAGERNESS)
        rest = INFINITE if frame.most_theirs == INFINITE else frame.most_theirs - others
        return (first, rest) if frame.is_max else (rest, first)

    def leave_frame(self, frame: ProofFrame) -> Numbers:
        """Keep the numbers of a position, and come back from it."""
        least, hardest = frame.least, frame.hardest
        self.path.discard(frame.state)
        if not least and len(frame.mine) > frame.theirs.count(0) + frame.mine.count(0):
            self.watch.cutoffs += 1
        numbers = (least, hardest) if frame.is_max else (hardest, least)
        if self.table is not None:
            self.table.store(frame.key, numbers, (self.watch.nodes - frame.entered).bit_length())
        return numbers
