"""What searches find on both sides: exact values and the nodes of alpha-beta; and how fast each is."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

from pyengine.compare.effort import Effort
from pyengine.compare.lockstep_walk import LockstepWalk, Pair, same
from pyengine.compare.sides import ComparedSide, Failure, attempt
from pyengine.search import PLAIN, Limit, Result, Solution, StopReason, perft, retrograde, search, solve
from pyengine.search.expansion import expander
from pyengine.terms import Number
from pyengine.texts import move_text

DEEPEST: Final = 30
"""Plies to which alpha-beta is asked to search at most: a game with one line may be endless."""

LARGER: Final = 20
"""How many times the nodes of the first side the second may need, where it has the moves in another order."""

WHOLE: Final = 4
"""How many times the nodes for one position a whole game may have, where no position could be solved alone."""


@dataclass(frozen=True, slots=True)
class ValueAgreement:
    """How many positions were solved on both sides and are worth the same, and how many of the sample were too large.

    Those that were solved are of the sample too, or all that were walked where the game could be labelled as a whole.
    """

    equal: int = 0
    too_large: int = 0


class NodeAgreement(NamedTuple):
    """The nodes of plain alpha-beta from the start to a depth, on both sides."""

    depth: int
    a: int
    b: int


def compare_values(walk: LockstepWalk, effort: Effort, clock: Callable[[], float]) -> ValueAgreement:
    """Solve a sample of the walked positions on both sides; raises Differ where they are not worth the same."""
    end = clock() + effort.seconds
    equal = 0
    sample = _sample(walk, effort)
    for pair in sample:
        left = end - clock()
        if left <= 0 or walk.interrupted:
            break
        limit = Limit(nodes=effort.nodes, seconds=left)
        b = attempt(solve, walk.sides[1].game, pair[1], limit=limit)
        if isinstance(b, Failure) or b.solved:  # what is too large for one need not be tried by the other
            equal += _agree(walk, pair, attempt(solve, walk.sides[0].game, pair[0], limit=limit), b)
        else:
            walk.interrupted |= b.reason is StopReason.INTERRUPTED
    if sample and not equal and not walk.interrupted:
        labelled = _compare_labels(walk, Limit(nodes=WHOLE * effort.nodes, seconds=max(end - clock(), 1.0)))
        if labelled:
            return ValueAgreement(labelled, 0)
        walk.note(
            "values",
            f"no exact values were compared: none of the {len(sample)} positions that were tried was solved "
            f"within {effort.nodes:,} nodes",
        )
    return ValueAgreement(equal, len(sample) - equal)


def _compare_labels(walk: LockstepWalk, limit: Limit) -> int:
    """Label both games as a whole and compare all positions walked; 0 where one is too large or has no labels."""
    solutions: list[Solution[Any, Any]] = []
    for side in reversed(walk.sides):
        found = attempt(retrograde, side.game, limit=limit)
        if isinstance(found, Failure) or not found.result.solved:
            return 0
        solutions.append(found)
    b, a = solutions
    for pair in walk.followers:
        ours, theirs = _labelled(a, pair[0]), _labelled(b, pair[1])
        if not same(ours, theirs):
            told = _in_words(*ours), _in_words(*theirs)
            walk.differ("value", "the exact values are not the same", *told, pair)
    return len(walk.followers)


def _labelled(solution: Solution[Any, Any], state: Any) -> tuple[Number, int | None]:
    return solution.value(state), solution.distance(state)


def _in_words(value: Number, distance: int | None) -> str:
    return f"{value}, {'endless' if distance is None else f'{distance} plies from the end'}"


def _sample(walk: LockstepWalk, effort: Effort) -> list[Pair]:
    """Take the start, some positions close to the ends of random games, and others from all over the walk."""
    chance = random.Random(effort.seed)
    start, *others = walk.followers
    late = list(dict.fromkeys(pair for pair in walk.late if pair in walk.followers))
    chosen = [start, *late[: effort.values // 2], *chance.sample(others, min(len(others), effort.values))]
    return list(dict.fromkeys(chosen))[: effort.values]


def _agree(walk: LockstepWalk, pair: Pair, a: Result[Any] | Failure, b: Result[Any] | Failure) -> bool:
    """Tell whether both solved a position, and alike; False where it was too much for one of them."""
    if isinstance(a, Failure) and isinstance(b, Failure):
        return False  # a game with cycles and memory, say, has no value that could be found
    if isinstance(a, Failure) or isinstance(b, Failure):
        message = f"{walk.names[int(isinstance(b, Failure))]} cannot be solved"
        walk.differ("raises", message, _told(a), _told(b), pair)
    walk.interrupted |= StopReason.INTERRUPTED in (a.reason, b.reason)
    if not (a.solved and b.solved):
        return False
    if not same(a.values, b.values):
        walk.differ("value", "the exact values are not the same", _told(a), _told(b), pair)
    best = tuple(
        "none" if result.best is None else move_text(side.game, result.best, state)
        for side, result, state in zip(walk.sides, (a, b), pair, strict=True)
    )
    if walk.same_order and best[0] != best[1]:
        walk.differ("best", "the best moves are not the same", best[0], best[1], pair)
    return True


def _told(result: Result[Any] | Failure) -> str:
    return result.text if isinstance(result, Failure) else ", ".join(str(value) for value in result.values or ())


def compare_nodes(walk: LockstepWalk, effort: Effort) -> NodeAgreement | None:
    """Search both sides from the start by plain alpha-beta, as deep as the effort allows on the first.

    None where there is nothing to search or it cannot be done. Where the moves come in the same order and both sides
    estimate, the numbers of nodes must be the same: raises Differ where they are not.
    """
    a, b = walk.sides
    start = next(iter(walk.followers))
    found = deepest(a, effort.nodes)
    if found is None or found.depth is None:
        return None
    other = attempt(alphabeta, b, Limit(depth=found.depth, nodes=LARGER * effort.nodes))
    if isinstance(other, Failure):
        told = (f"{found.nodes:,} nodes", other.text)
        walk.differ("raises", f"{b.name} cannot be searched to depth {found.depth}", *told, start)
    walk.interrupted |= other.reason is StopReason.INTERRUPTED
    if not other.completed:
        return None
    if found.nodes != other.nodes and walk.same_order and "only-staticval" not in walk.notes:
        told = (f"{found.nodes:,} nodes", f"{other.nodes:,} nodes")
        message = f"alpha-beta to depth {found.depth} does not enter as many positions"
        walk.differ("nodes", message, *told, start)
    return NodeAgreement(found.depth, found.nodes, other.nodes)


def deepest(side: ComparedSide, nodes: int) -> Result[Any] | None:
    """Give the deepest plain alpha-beta from the start that takes no more than a number of nodes."""
    completed: list[Result[Any]] = []
    attempt(alphabeta, side, Limit(depth=DEEPEST, nodes=nodes), completed.append)
    return completed[-1] if completed else None


def alphabeta(side: ComparedSide, limit: Limit, progress: Callable[[Result[Any]], None] | None = None) -> Result[Any]:
    """Search from the start as the textbook does, in the author's order and without a table."""
    return search(side.game, limit=limit, options=PLAIN, progress=progress)


PERFT_LINES: Final = 20_000
"""Lines of play that one perft counts at most."""

PERFT_PLIES: Final = 30

SAMPLE: Final = 300
"""Positions that are expanded, from random games, at most."""

FEW: Final = 10
"""Positions that are expanded at least, and first of all, to see how long that takes."""

LEAST: Final = 200
"""Lines that one perft may count, and nodes that one search may take, however short the time is."""

Work = Callable[[], int]
"""Does something once, and gives how much it was."""


@dataclass(frozen=True, slots=True)
class Speed:
    """How many of something each contestant does in a second; the names are in `Comparison.contestants`."""

    measure: str
    per_second: tuple[float, ...]

    @property
    def ratios(self) -> tuple[float, ...]:
        """How many times as fast as the first each is."""
        return tuple(rate / self.per_second[0] for rate in self.per_second)

    def as_json(self) -> dict[str, Any]:
        """Give the speeds as JSON."""
        return {"measure": self.measure, "per_second": list(self.per_second), "ratios": list(self.ratios)}


def measure_speeds(
    contestants: Sequence[ComparedSide], lines: Sequence[tuple[str, ...]], effort: Effort, clock: Callable[[], float]
) -> tuple[Speed, ...]:
    """Measure everything on every contestant; what one of them cannot do is left out.

    `lines` are games, as texts of moves, whose positions are expanded. What is done at once is so much, where a single
    position does not take longer, that the slowest does it within a round.
    """
    found = [
        Speed("expansions", rates)
        for rates in _raced(_expansion_works(contestants, lines, effort, clock), effort, clock)
    ]
    most = max(LEAST, int(min(found[0].per_second) * effort.round_seconds)) if found else PERFT_LINES
    for measure, works in (
        *_perft_works(contestants, min(most, PERFT_LINES)),
        *_search_works(contestants, min(most, effort.nodes)),
    ):
        found.extend(Speed(measure, rates) for rates in _raced(works, effort, clock))
    return tuple(found)


def _raced(works: Sequence[Work | Failure], effort: Effort, clock: Callable[[], float]) -> Iterator[tuple[float, ...]]:
    """Give the speeds of some work, if everybody can do it."""
    rates = attempt(_race, works, effort, clock)
    if not isinstance(rates, Failure) and rates:
        yield rates


def _race(works: Sequence[Work | Failure], effort: Effort, clock: Callable[[], float]) -> tuple[float, ...]:
    """Let all work in turn, in several short rounds; the best round of each counts."""
    ready = [work for work in works if not isinstance(work, Failure)]
    if len(ready) < len(works):
        return ()
    best = [0.0] * len(ready)
    for _ in range(effort.rounds):
        for place, work in enumerate(ready):
            best[place] = max(best[place], _rate(work, effort.round_seconds, clock))
    return tuple(best) if all(best) else ()


def _rate(work: Work, seconds: float, clock: Callable[[], float]) -> float:
    done = 0
    began = clock()
    while True:
        done += work()
        taken = clock() - began
        if taken >= seconds:
            return done / taken


def _expansion_works(
    contestants: Sequence[ComparedSide],
    lines: Sequence[tuple[str, ...]],
    effort: Effort,
    clock: Callable[[], float],
) -> list[Work | Failure]:
    """Make the work of expanding positions, the same for all: as many as the slowest expands in a round."""
    few = [attempt(_expansions, side, lines, FEW) for side in contestants]
    slowest = min((_rate(work, 0, clock) for work in few if not isinstance(work, Failure)), default=0.0)
    sample = max(FEW, min(SAMPLE, int(slowest * effort.round_seconds)))
    return [attempt(_expansions, side, lines, sample) for side in contestants]


def _expansions(side: ComparedSide, lines: Iterable[tuple[str, ...]], sample: int) -> Work:
    return partial(_expand_all, expander(side.game), along(side, lines, sample))


def _expand_all(opener: Callable[[Any], Any], states: Sequence[Any]) -> int:
    for state in states:
        opener(state)
    return len(states)


def along(side: ComparedSide, lines: Iterable[tuple[str, ...]], most: int = SAMPLE) -> list[Any]:
    """Give the positions that games pass, so many at most."""
    states = [side.game.initial]
    for line in lines:
        state = side.game.initial
        for text in line:
            if len(states) >= most:
                return states
            answers = side.answers(state)
            state = answers.children[answers.moves.index(text)]
            states.append(state)
    return states


def _perft_works(contestants: Sequence[ComparedSide], most: int) -> list[tuple[str, list[Work | Failure]]]:
    counts = attempt(_perft_counts, contestants[0], most)
    if isinstance(counts, Failure) or not counts:
        return []
    return [(f"perft({len(counts)}) positions", [partial(_perft, side, counts) for side in contestants])]


def _perft(side: ComparedSide, counts: Sequence[int]) -> int:
    perft(side.game, len(counts), merge=False)
    return sum(counts)


def _perft_counts(side: ComparedSide, most: int) -> list[int]:
    """Count the lines of one ply, of two and so on, as far as that is no more than a number."""
    counts: list[int] = []
    while len(counts) < PERFT_PLIES and 0 < (lines := perft(side.game, len(counts) + 1)) <= (most if counts else lines):
        counts.append(lines)
    return counts


def _search_works(contestants: Sequence[ComparedSide], nodes: int) -> list[tuple[str, list[Work | Failure]]]:
    found = deepest(contestants[0], nodes)
    if found is None or found.depth is None:
        return []
    limit = Limit(depth=found.depth)
    return [(f"alpha-beta({found.depth}) nodes", [partial(_search, side, limit) for side in contestants])]


def _search(side: ComparedSide, limit: Limit) -> int:
    found = alphabeta(side, limit)
    if found.reason is StopReason.INTERRUPTED:  # the search keeps Ctrl-C to itself
        raise KeyboardInterrupt
    return found.nodes
