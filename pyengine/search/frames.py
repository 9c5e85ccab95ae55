"""The frame of a position in alpha-beta."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

from pyengine.search.horizon import Draft
from pyengine.search.outcome import Line
from pyengine.search.table import EXACT, LOWER, UPPER
from pyengine.search.windows import above, below
from pyengine.terms import Number

LEAST: Final = -math.inf
MOST: Final = math.inf
LARGE: Final = 1 << 53


class Frame:
    """A position that has been opened, and how far its search has come.

    `successors` are those to come; `rest` is the source of that iterator, and knows how many are left. `origin` is the
    side of the window that the position moves, as it was at first. `left` is the draft of the successors, `mark` how
    many estimates at the depth limit, `cut_mark` how many elsewhere there were before. `reduced` says that
    the position is searched less deep than others beside it. `taught` says that a move that
    cuts off teaches the ordering nothing: it does so at sight. `finals` are final successors that the table
    does not keep, `is_long` says that the search was long when it came here, `by_history` that history decides the
    order, `is_trial` that it counts how well that does, `alike` that successors are looked for
    under those that are alike. `line` is None until the first successor is valued.
    """

    __slots__ = (
        "alike", "alpha", "best", "beta", "bound", "by_history", "cut_mark", "draft", "entered", "finals", "is_long",
        "is_max", "is_trial", "key", "left", "line", "mark", "opened", "order", "origin", "ply", "reduced", "rest",
        "scouted", "state", "successors", "taught", "tried",
    )  # fmt: skip

    state: Any
    key: Any
    opened: Any
    order: Any
    successors: Iterator[Any]
    rest: Iterator[Any]
    is_max: bool
    alpha: Number
    beta: Number
    origin: Number
    best: Number
    bound: int
    line: Line
    draft: Draft
    left: Draft
    entered: int
    alike: bool
    finals: list[Any]
    is_long: bool
    by_history: bool
    is_trial: bool
    mark: int
    cut_mark: int
    reduced: bool
    scouted: bool
    taught: bool
    tried: list[Any]
    ply: int


def bound_of(frame: Frame, least: Number, most: Number) -> int:
    """Say how the best value stands to the true one: a MAX node moves alpha only, a MIN node beta only.

    No value is less than `least` or more than `most`, so that these are exact.
    """
    best, origin = frame.best, frame.origin
    if frame.is_max:
        bound = UPPER if best <= origin and origin > LEAST else LOWER if best >= frame.beta else EXACT
    else:
        bound = LOWER if best >= origin and origin < MOST else UPPER if best <= frame.alpha else EXACT
    return EXACT if bound != EXACT and best == (most if bound == LOWER else least) else bound


def scout(parent: Frame, frame: Frame) -> None:
    """Ask only whether a move is better than the best so far; then, perhaps, by how much.

    Not around a large number: a double, which a kernel has in its place, may have no number just above it.
    """
    if parent.is_max:
        if LEAST < frame.alpha < LARGE and (narrow := above(frame.alpha)) < frame.beta:
            frame.beta, frame.scouted = narrow, True
    elif -LARGE < frame.beta < MOST and (narrow := below(frame.beta)) > frame.alpha:
        frame.alpha, frame.scouted = narrow, True
