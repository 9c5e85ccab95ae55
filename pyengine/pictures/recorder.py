"""The recorder: the events of a search in, the branches of its tree out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pyengine.search import Event, EventKind
from pyengine.terms import Number


@dataclass(slots=True, eq=False)
class SearchBranch:
    """A position that the search came to, or one that a cut left out (`opened` is None then).

    `size` counts the positions of the branch, itself included, without those left out. `utilities` are those of a
    final position that was left out, where somebody looked it up.
    """

    state: Any
    opened: Event | None
    closed: Event | None = None
    cut: Event | None = None
    children: list[SearchBranch] = field(default_factory=list)
    utilities: tuple[Number, ...] | None = None
    size: int = field(init=False)

    def __post_init__(self) -> None:
        self.size = 0 if self.opened is None else 1

    @property
    def last(self) -> Event | None:
        """The event that tells most about the value."""
        return self.closed or self.opened


class Recorder:
    """Takes the events of a search (`Recorder.note` is the sink) and keeps the tree of its first complete pass.

    A search may look again at what it has done, to complete the line of best play or to find the first of equal moves;
    that is not recorded. One that starts over before the root is done, as another kind of search, replaces the first.
    """

    def __init__(self) -> None:
        self.root: SearchBranch | None = None
        self.steps: list[tuple[Event, SearchBranch]] = []
        self._open: list[SearchBranch] = []

    def note(self, event: Event) -> None:
        """Take one event."""
        starts = event.ply == 0 and event.kind in (EventKind.ENTER, EventKind.LEAF)
        if self._open and starts:
            self.root, self.steps, self._open = None, [], []
        if self.root is not None and not self._open:
            return
        if event.kind in (EventKind.ENTER, EventKind.LEAF, EventKind.HIT):
            branch = SearchBranch(event.state, event)
            if self._open:
                self._open[-1].children.append(branch)
            else:
                self.root = branch
            if event.kind is EventKind.ENTER:
                self._open.append(branch)
            elif self._open:
                self._open[-1].size += 1
        else:
            branch = self._open[-1]
            if event.kind is EventKind.CUT:
                branch.cut = event
                branch.children += [SearchBranch(state, None) for state in event.skipped]
            else:
                branch.closed = event
                self._close()
        self.steps.append((event, branch))

    def finish(self) -> SearchBranch:
        """Give the tree; positions that a stopped search never left stay without a value."""
        while self._open:
            self._close()
        assert self.root is not None
        return self.root

    def _close(self) -> None:
        branch = self._open.pop()
        if self._open:
            self._open[-1].size += branch.size
