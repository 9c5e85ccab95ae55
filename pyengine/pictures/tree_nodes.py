"""From the branches of a search to the nodes of its picture: what there is room for is put into words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Final

from pyengine.boards.changes import changes
from pyengine.boards.picture import Picture, picture_of
from pyengine.game import Game, expand, offers
from pyengine.pictures.labels import LONGEST, LONGEST_MOVE, board_label, board_of, ellipsis, shortened
from pyengine.pictures.recorder import SearchBranch
from pyengine.pictures.search_tree import TWO_OPPONENTS, NodeKind, SearchTree, TreeNode, TreeStep, Window, liking
from pyengine.quoting import quote_line, quote_lines
from pyengine.search import Bound, Event, EventKind, Options, Result
from pyengine.search.memory import has_memory
from pyengine.terms import Number
from pyengine.texts import move_text, state_text
from pyengine.winners import tell_winners, winners

DEEPEST: Final = 60
"""Levels that are drawn at most."""
NARROWEST: Final = 3
"""Successors of one position that are drawn rather than yet another level."""
GHOSTS: Final = 2
"""Pruned successors of one position that are drawn where there are many."""


@dataclass(frozen=True, slots=True)
class Gap:
    """Neighbouring branches that are not drawn: searched, or left out by a cut."""

    branches: tuple[SearchBranch, ...]
    pruned: bool

    @property
    def positions(self) -> int:
        """The positions of all branches together."""
        return sum(branch.size for branch in self.branches)


@dataclass(frozen=True, slots=True)
class Shape:
    """How much is drawn: at most `width` successors of a position, and `depth` levels below the root."""

    width: int
    depth: int

    def items(self, branch: SearchBranch, ply: int, line: Collection[SearchBranch]) -> list[SearchBranch | Gap]:
        """List what is drawn below a branch: successors, and gaps where some are left out.

        The first successors are kept, and one on the line of best play wherever it comes. Those that were pruned come
        last, and a few stand for all.
        """
        if ply >= self.depth:
            return _gaps(branch.children) if branch.children else []
        shown: list[SearchBranch | Gap] = []
        run: list[SearchBranch] = []
        fits = len(branch.children) <= self.width
        pruned = sum(child.opened is None for child in branch.children)
        ghosts = len(branch.children) - pruned + (pruned if pruned <= GHOSTS + 1 else GHOSTS)
        for place, child in enumerate(branch.children):
            if (fits or place < self.width - 1 or child in line) and place < ghosts:
                shown += [*_gaps(run), child]
                run = []
            else:
                run.append(child)
        return [*shown, *_gaps(run)]


def _gaps(run: list[SearchBranch]) -> list[SearchBranch | Gap]:
    """Make gaps of a run of branches; what was searched and what was left out are two things.

    A single position takes no more room than a gap, so it is drawn.
    """
    found: list[SearchBranch | Gap] = []
    for pruned in (False, True):
        part = [branch for branch in run if (branch.opened is None) == pruned]
        if len(part) == 1 and not part[0].children:
            found.append(part[0])
        elif part:
            found.append(Gap(tuple(part), pruned))
    return found


def fit(root: SearchBranch, line: Collection[SearchBranch], most: int, across: int) -> Shape:
    """Find the shape that shows most: all levels if possible, then as wide as possible.

    It has no more than `most` nodes, and `across` of them side by side.

    >>> fit(SearchBranch("a", None), (), 100, 100)
    Shape(width=1, depth=0)
    """
    depth = width = 0
    level = [root]
    while level and depth <= DEEPEST:
        width = max(width, *(len(branch.children) for branch in level))
        level = [child for branch in level for child in branch.children]
        depth += bool(level)
    depth = min(depth, DEEPEST)
    width = max(1, width)
    narrow = min(width, NARROWEST)
    for levels in range(depth, 0, -1):
        wider = bisect_left(
            range(narrow, width + 1), True, key=lambda wide: not _fits(root, Shape(wide, levels), line, most, across)
        )
        if wider:
            return Shape(narrow + wider - 1, levels)
    return Shape(width, 0)


def _fits(root: SearchBranch, shape: Shape, line: Collection[SearchBranch], most: int, across: int) -> bool:
    """Tell whether a shape draws no more nodes than there is room for, without looking at many more."""
    count = 1
    level = [root]
    ply = 0
    while level:
        below: list[SearchBranch] = []
        wide = 0
        for branch in level:
            items = shape.items(branch, ply, line)
            wide += len(items)
            if wide > across or count + wide > most:
                return False
            below += [item for item in items if isinstance(item, SearchBranch)]
        count += wide
        level = below
        ply += 1
    return True


SMALL_BOARD: Final = 20
"""Cells of a board that is drawn without being asked for."""
LARGEST_BOARD: Final = 400
"""Cells of a board that is drawn at all."""
COUNTED: Final = ("piles", "plain", "pits")
"""The layouts of boards that say no more than a short text does."""


class NodeMaker:
    """Makes nodes of the branches that there is room for, and steps of their events."""

    def __init__(
        self,
        game: Game[Any, Any],
        algorithm: str,
        root: SearchBranch,
        steps: Sequence[tuple[Event, SearchBranch]],
        result: Result[Any],
        options: Options,
        room: tuple[int, int],
        boards: bool | None,
    ) -> None:
        self.game = game
        self.result = result
        self.players = tuple(quote_line(str(player)) for player in game.players)
        self.algorithm = algorithm
        self.steps = steps
        self.root = root
        self.line = frozenset(self._line())
        self.shape: Shape = fit(self.root, self.line, *room)
        self.numbers: dict[SearchBranch, int] = {}
        # Of the branches not drawn, the gap and whose choice it was.
        self.gaps: dict[SearchBranch, tuple[int, int]] = {}
        self.count = count()
        # A game whose positions are too long to be read gets none: the moves say where one is.
        self.memory = has_memory(game)
        self.labels = len(self._short(state_text(game, self.root.state))) <= LONGEST
        self.alike = options.table != 0 and options.canonical and offers(game, "canonical")
        self.boards = self._has_small_board() if boards is None else boards

    def tree(self, depth: int | None) -> SearchTree:
        """Put the tree together."""
        root = self._node(self.root, 0, "", None)
        origins = self._origins()
        drawn = sum(branch.opened is not None for branch in self.numbers)
        result = self.result
        return SearchTree(
            root=_linked(root, origins),
            steps=tuple(self._drawn_steps()),
            game=quote_line(str(getattr(self.game, "name", type(self.game).__name__))),
            players=self.players,
            algorithm=self.algorithm,
            depth=depth,
            solved=result.solved,
            best="" if result.best is None else self._move(result.best, self.root.state),
            positions=result.nodes,
            leaves=result.leaves,
            cutoffs=result.cutoffs,
            hits=result.hits,
            skipped=sum(len(event.skipped) for event, _ in self.steps),
            alpha_cuts=sum(self._cut(event) == "alpha" for event, _ in self.steps),
            beta_cuts=sum(self._cut(event) == "beta" for event, _ in self.steps),
            hidden=self.root.size - drawn,
            stopped="" if result.completed else result.reason.value,
        )

    def _line(self) -> Iterator[SearchBranch]:
        """Follow the line of best play down the branches."""
        here = self.root
        yield here
        for move in self.result.line if self.result.completed else ():
            expansion = expand(self.game, here.state)
            child = expansion.children[list(expansion.moves).index(move)]
            below = (branch for branch in here.children if branch.opened is not None and branch.state == child)
            found = next(below, None)
            if found is None:
                return
            here = found
            yield here

    def _move(self, move: Hashable, state: Hashable) -> str:
        return ellipsis(quote_lines(move_text(self.game, move, state)), LONGEST_MOVE)

    def _short(self, text: str) -> str:
        return shortened(text, self.players, memory=self.memory)

    def _has_small_board(self) -> bool:
        picture = picture_of(self.game, self.root.state) if offers(self.game, "board") else None
        return picture is not None and picture.size <= SMALL_BOARD and picture.layout.kind not in COUNTED

    def _node(self, branch: SearchBranch, ply: int, move: str, above: Picture | None) -> TreeNode:
        number = self.numbers[branch] = next(self.count)
        state, event = branch.state, branch.last
        picture = self._picture(state)
        items = self.shape.items(branch, ply, self.line)
        moves = self._moves(branch) if items else {}
        children = []
        for item in items:
            if isinstance(item, Gap):
                children.append(self._gap(item, branch))
            else:
                children.append(self._node(item, ply + 1, moves[id(item)], picture))
        text = quote_lines(state_text(self.game, state))
        board = None if picture is None else board_of(picture)
        label = board_label(board) if board is not None else ellipsis(self._short(text)) if self.labels else ""
        kind = self._kind(branch)
        return TreeNode(
            number=number,
            kind=kind,
            label=label,
            text=text,
            move="" if move in (label, text) else move,
            mover=self._mover(branch),
            board=board,
            scene=None if picture is None else picture.scene(),
            changed=() if picture is None or above is None else changes(above, picture)[0],
            worth=self._lookup(branch) if event is None else _worth(event),
            bound=(event and event.bound) or Bound.EXACT,
            entered=_window(branch.opened),
            closed=_window(branch.closed),
            best=branch in self.line,
            skipped=0 if branch.cut is None else len(branch.cut.skipped),
            cut=self._cut(branch.cut),
            ending=self._ending(state) if kind is NodeKind.FINAL else "",
            children=tuple(children),
        )

    def _picture(self, state: Hashable) -> Picture | None:
        """Give what is drawn of a position, None where that is its text alone."""
        if not self.boards:
            return None
        picture = picture_of(self.game, state)
        return picture if picture.is_board and picture.size <= LARGEST_BOARD else None

    def _gap(self, gap: Gap, parent: SearchBranch) -> TreeNode:
        number = next(self.count)
        if gap.pruned:
            label = f"{len(gap.branches):,} more pruned"
            return TreeNode(number, NodeKind.MORE, label, f"… {label}", skipped=len(gap.branches))
        assert parent.opened is not None
        self.gaps |= dict.fromkeys(gap.branches, (number, parent.opened.mover or 0))
        label = f"{gap.positions:,} more node{'s' * (gap.positions != 1)}"
        return TreeNode(number, NodeKind.MORE, label, f"… {label}", hidden=gap.positions)

    def _kind(self, branch: SearchBranch) -> NodeKind:
        if branch.opened is None:
            return NodeKind.PRUNED
        if branch.opened.kind is EventKind.HIT:
            return NodeKind.HIT
        if branch.opened.kind is EventKind.ENTER:
            return NodeKind.INNER
        if branch.opened.cut_off:
            return NodeKind.CUTOFF
        return NodeKind.FINAL if self.game.is_terminal(branch.state) else NodeKind.ESTIMATE

    def _cut(self, event: Event | None) -> str:
        """Tell alpha from beta cut-offs, which only two opponents have."""
        return event.cut if event is not None and self.algorithm in TWO_OPPONENTS else ""

    def _ending(self, state: Hashable) -> str:
        won = winners(self.game, expand(self.game, state).utilities or ())
        return "" if won is None else tell_winners(won, self.players)

    def _mover(self, branch: SearchBranch) -> int | None:
        """Ask whose turn it is; a game need not know it of a final position."""
        if branch.opened is not None and branch.opened.mover is not None:
            return branch.opened.mover
        try:
            return list(self.game.players).index(self.game.to_move(branch.state))
        except Exception:  # whatever a game raises when it is asked what it need not answer
            return None

    def _lookup(self, branch: SearchBranch) -> tuple[Number, ...] | None:
        """Give the worth of a final position that was pruned, as the others of the picture are given."""
        if branch.utilities is None:
            return None
        return branch.utilities[:1] if self.algorithm in TWO_OPPONENTS else branch.utilities

    def _moves(self, branch: SearchBranch) -> dict[int, str]:
        """Name the moves to the successors; where two moves lead to one position, each names one of its branches."""
        expansion = expand(self.game, branch.state)
        moves: dict[Hashable, list[Any]] = {}
        for move, child in zip(expansion.moves, expansion.children, strict=True):
            moves.setdefault(child, []).append(move)
        named = {}
        for child in branch.children:
            of_child = moves[child.state]
            move = of_child.pop(0) if len(of_child) > 1 else of_child[0]
            named[id(child)] = self._move(move, branch.state)
        return named

    def _origins(self) -> dict[int, int]:
        """Find, for each drawn position that the table answered, the last one before it that is drawn and the same."""
        origins: dict[int, int] = {}
        known: dict[Hashable, int] = {}
        for event, branch in self.steps:
            number = self.numbers.get(branch)
            if number is None or event.kind in (EventKind.ENTER, EventKind.CUT):
                continue
            key = self.game.canonical(branch.state) if self.alike else branch.state  # type: ignore[attr-defined]
            if offers(self.game, "cutoff"):  # the table tells positions apart by their distance from the root
                key = key, event.ply
            if event.kind is not EventKind.HIT:
                known[key] = number
            elif key in known:
                origins[number] = known[key]
        return origins

    def _drawn_steps(self) -> Iterator[TreeStep]:
        """Give the events at drawn nodes; those of a gap become one, with the best that was found there."""
        gap: TreeStep | None = None
        first = self.root.opened.mover if self.root.opened is not None else None
        for event, branch in self.steps:
            worth = _worth(event)
            if branch in self.numbers:
                if gap is not None:
                    yield gap
                    gap = None
                number, skipped = self.numbers[branch], len(event.skipped)
                bound = event.bound or Bound.EXACT
                yield TreeStep(event.kind, number, _window(event), worth, bound, skipped, self._cut(event))
            elif branch in self.gaps and worth is not None and event.kind is not EventKind.CUT:
                number, mover = self.gaps[branch]
                like = liking(self.algorithm, mover, first or 0)
                if gap is not None and gap.node != number:
                    yield gap
                    gap = None
                if gap is None or gap.worth is None or like(worth) > like(gap.worth):
                    gap = TreeStep(EventKind.LEAVE, number, None, worth, event.bound or Bound.EXACT)
        if gap is not None:
            yield gap


def _linked(node: TreeNode, origins: dict[int, int]) -> TreeNode:
    children = tuple(_linked(child, origins) for child in node.children)
    return replace(node, same_as=origins.get(node.number), children=children)


def _worth(event: Event) -> tuple[Number, ...] | None:
    values: tuple[Number, ...] | None = getattr(event, "values", None)
    return values if values is not None else None if event.value is None else (event.value,)


def _window(event: Event | None) -> Window | None:
    return None if event is None or event.alpha is None or event.beta is None else (event.alpha, event.beta)
