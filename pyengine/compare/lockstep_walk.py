"""Walking two games in lockstep, until they differ."""

from __future__ import annotations

import math
import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, NoReturn

from pyengine.compare.differences import ComparisonNote, Difference, way
from pyengine.compare.effort import Effort
from pyengine.compare.sides import ComparedSide, Failure, PositionAnswers, attempt
from pyengine.language.contract import QUESTIONS
from pyengine.terms import Number
from pyengine.texts import rows_text

Pair = tuple[Any, Any]
Clock = Callable[[], float]

SHOWN: Final = {
    "board": "the boards are not the same",
    "notation": "the texts of the position are not the same",
}
"""What is asked about every position where both sides offer to answer, and what a difference is called."""

JUDGED: Final = {
    "staticval": "the evaluations are not the same",
    **{
        entry.name: f"the answers of {entry.name} are not the same"
        if entry.wanted
        else f"only one of them calls the position {entry.name}"
        for entry in QUESTIONS
        if entry.name != "repetition"
    },
}
"""What is asked where the game goes on: at its end, rules need not answer."""

CLASSES: Final = {"canonical": "symmetry", "repetition": "repetition"}
"""Classes of positions, named by terms that each side chooses: only which positions share one is compared. The kinds of
notes where they do not on both sides."""


LATE: Final = (2, 4, 7)
"""Positions counted from the end of one random game and the next: from there on they can often be solved."""


class Differ(Exception):  # noqa: N818 - no error: it ends a walk with what was found
    """Carries the first difference out of the walk."""

    def __init__(self, difference: Difference) -> None:
        self.difference = difference


@dataclass
class LockstepWalk:
    """The positions that two games have in common so far, each as a pair of states, and how to get there."""

    sides: tuple[ComparedSide, ComparedSide]
    came: dict[Pair, tuple[Pair, str] | None] = field(default_factory=dict)
    followers: dict[Pair, tuple[tuple[str, Pair], ...]] = field(default_factory=dict)
    lines: list[tuple[str, ...]] = field(default_factory=list)
    late: list[Pair] = field(default_factory=list)
    notes: dict[str, ComparisonNote] = field(default_factory=dict)
    ends: Counter[str] = field(default_factory=Counter)
    complete: bool = False
    interrupted: bool = False
    same_order: bool = True

    def __post_init__(self) -> None:
        self.names = (self.sides[0].name, self.sides[1].name)
        self._matches: tuple[dict[Any, Pair], dict[Any, Pair]] = ({}, {})
        self._classes: dict[tuple[str, int, Any], tuple[Any, Pair]] = {}

    def path(self, pair: Pair) -> tuple[str, ...]:
        """Give the moves that lead to a position from the start."""
        moves = []
        step = self.came.get(pair)
        while step is not None:
            pair, text = step
            moves.append(text)
            step = self.came[pair]
        return tuple(reversed(moves))

    def distinct(self) -> tuple[int, int]:
        """Count the positions that each side tells apart."""
        return len(self._matches[0]), len(self._matches[1])

    def go(self, effort: Effort, clock: Clock, tell: Callable[[str], None] = lambda doing: None) -> None:
        """Walk breadth-first, then play games at random; raises Differ at the first difference.

        Each may take half of the time: only games played to their end see how it ends.
        """
        start = self._start()
        parts = {
            "breadth-first": self._breadth_first(start, effort.positions),
            "at random": self._games(start, effort),
        }
        seconds = effort.seconds / len(parts)
        for how, part in parts.items():
            end = clock() + seconds
            for _ in part:
                tell(f"walking: {len(self.followers):,} positions, {len(self.lines)} games")
                if clock() > end:
                    self.note(f"time {how}", f"walked {how} for {seconds:g} s, and no further: the time was up")
                    break

    def _games(self, start: Pair, effort: Effort) -> Iterator[None]:
        chance = random.Random(effort.seed)
        for _ in range(effort.games):
            yield from self._play(start, effort.plies, chance)

    def _start(self) -> Pair:
        a, b = self.sides
        self._compare("players", "the players are not the same", attempt(a.players), attempt(b.players), None)
        if a.offers("infinite") or b.offers("infinite"):
            worth = attempt(a.endless), attempt(b.endless)
            self._compare("infinite", "endless play is not worth the same", *worth, None)
        for feature in (*JUDGED, *CLASSES, "order"):
            if a.offers(feature) != b.offers(feature):
                self.note(f"only-{feature}", f"only {(a if a.offers(feature) else b).name} offers {feature}")
        pair = attempt(a.start), attempt(b.start)
        if isinstance(pair[0], Failure) or isinstance(pair[1], Failure):
            self.differ(
                "raises", f"{self._who_raises(*pair)} (the start position)", _told(pair[0]), _told(pair[1]), None
            )
        self.came[pair] = None
        return pair

    def _both(self, feature: str) -> bool:
        return all(side.offers(feature) for side in self.sides)

    def _breadth_first(self, start: Pair, positions: int) -> Iterator[None]:
        queue = deque([start])
        met = {start}
        while queue and len(self.followers) < positions:
            for _, child in self.follow(queue.popleft()):
                if child not in met:
                    met.add(child)
                    queue.append(child)
            yield
        self.complete = not queue

    def _play(self, start: Pair, plies: int, chance: random.Random) -> Iterator[None]:
        line: list[str] = []
        passed = [start]
        while len(line) < plies:
            followers = self.follow(passed[-1])
            yield
            if not followers:
                break
            text, pair = chance.choice(followers)
            line.append(text)
            passed.append(pair)
        self.lines.append(tuple(line))
        self.late.append(passed[-min(len(passed), LATE[len(self.late) % len(LATE)])])

    def follow(self, pair: Pair) -> tuple[tuple[str, Pair], ...]:
        """Examine a position once; give the moves that both sides have, and the positions after them."""
        known = self.followers.get(pair)
        if known is None:
            try:
                known = self._examine(pair)
            except Differ:
                raise
            except (Exception, SystemExit) as error:  # even comparing two answers may raise
                told = f"{type(error).__name__}: {error}"
                self.differ("raises", "the answers cannot be compared", told, told, pair)
            self.followers[pair] = known
            for text, child in known:
                self.came.setdefault(child, (pair, text))
        return known

    def _examine(self, pair: Pair) -> tuple[tuple[str, Pair], ...]:
        a, b = attempt(self.sides[0].answers, pair[0]), attempt(self.sides[1].answers, pair[1])
        if isinstance(a, Failure) or isinstance(b, Failure):
            self.differ("raises", self._who_raises(a, b), _told(a), _told(b), pair)
        if (a.utilities is None) != (b.utilities is None):
            self.differ("end", "the game is over on one side only", _told(a), _told(b), pair)
        if a.utilities is not None:
            self._compare("utilities", "the game is over, and not worth the same", a.utilities, b.utilities, pair)
            self._compare_ends(a.utilities, pair)
        else:
            self._compare("player", "another player is to move", a.player, b.player, pair)
            self._compare_moves(a, b, pair)
            self._compare_optional(JUDGED, pair)
            if self._both("order"):
                self._compare_scores(a, b, pair)
        self._compare_optional(SHOWN, pair)
        if self._both("notation"):
            self._compare_reading(pair)
        if self._both("show"):
            self._compare_show(pair)
        self._match_states(pair)
        for feature, kind in CLASSES.items():
            if self._both(feature):
                self._match_classes(feature, kind, pair)
        return _pairs_of_children(a, b)

    def _ask(self, feature: str, pair: Pair) -> tuple[Any, Any]:
        a, b = self.sides
        return attempt(a.ask, feature, pair[0]), attempt(b.ask, feature, pair[1])

    def _who_raises(self, a: object, b: object) -> str:
        raising = [name for name, found in zip(self.names, (a, b), strict=True) if isinstance(found, Failure)]
        return f"{' and '.join(raising)} cannot answer"

    def _compare_moves(self, a: PositionAnswers, b: PositionAnswers, pair: Pair) -> None:
        if a.moves == b.moves:
            if len(set(a.moves)) < len(a.moves):
                self._note_twice(a.moves, pair)
            return
        ours, theirs = Counter(a.moves), Counter(b.moves)
        if ours != theirs:
            only = [
                f"only {name}: {listed(tuple(extra.elements()))}"
                for name, extra in zip(self.names, (ours - theirs, theirs - ours), strict=True)
                if extra
            ]
            if not ours & theirs:
                only.append("moves are the same where their texts are, which move_text gives, or else str")
            told = listed(a.moves), listed(b.moves)
            self.differ("moves", "the legal moves are not the same", *told, pair, "\n  ".join(only))
        if len(ours) < len(a.moves):
            self._note_twice(a.moves, pair)
        self.same_order = False
        self.note(
            "order",
            f"the moves are the same, but not in the same order: {way(self.path(pair))}, "
            f"{self.names[0]} has {listed(a.moves)} and {self.names[1]} has {listed(b.moves)}",
        )

    def _note_twice(self, moves: tuple[str, ...], pair: Pair) -> None:
        twice = next(text for text, number in Counter(moves).items() if number > 1)
        self.note(
            "ambiguous",
            f"{twice} is the text of several moves {way(self.path(pair))}; such moves are matched in the order given",
        )

    def _compare_optional(self, features: Mapping[str, str], pair: Pair) -> None:
        for feature, message in features.items():
            if self._both(feature):
                a, b = self._ask(feature, pair)
                if isinstance(a, Failure) and isinstance(b, Failure):
                    continue  # rules need not answer everywhere: some estimate the positions of one ply alone
                self._compare(feature, message, a, b, pair)

    def _compare_reading(self, pair: Pair) -> None:
        a, b = self._ask("reading", pair)
        if a is not True or b is not True:
            ours, theirs = ("read as the position" if found is True else _told(found) for found in (a, b))
            self.differ("reading", "the text of the position is not read as the position", ours, theirs, pair)

    def _compare_show(self, pair: Pair) -> None:
        a, b = self._ask("show", pair)
        if a != b:
            self.note("show", f"positions are shown to people in different ways: {_told(a)!r} and {_told(b)!r}")

    def _compare_scores(self, a: PositionAnswers, b: PositionAnswers, pair: Pair) -> None:
        ours = attempt(self.sides[0].tried_first, pair[0], a)
        theirs = attempt(self.sides[1].tried_first, pair[1], b)
        if ours != theirs:
            told = f"{self.names[0]} {_told(ours)}; {self.names[1]} {_told(theirs)}"
            self.note("scores", f"a search tries the moves in another order {way(self.path(pair))}: {told}")

    def _match_states(self, pair: Pair) -> None:
        """One position of a side should be one of the other."""
        for mine, theirs in ((0, 1), (1, 0)):
            known = self._matches[mine].setdefault(pair[mine], pair)
            if known[theirs] != pair[theirs]:
                texts = self.sides[theirs].text(known[theirs]), self.sides[theirs].text(pair[theirs])
                one = self.sides[mine].text(pair[mine])
                self.note(
                    f"merged-{'ab'[mine]}",
                    f"{self.names[mine]} has one position, {one}, where {self.names[theirs]} has two, "
                    f"{texts[0]} and {texts[1]}",
                )

    def _match_classes(self, feature: str, kind: str, pair: Pair) -> None:
        """Positions that are of one class on one side should be so on the other."""
        keys = self._ask(feature, pair)
        if isinstance(keys[0], Failure) or isinstance(keys[1], Failure):
            a, b = (key.text if isinstance(key, Failure) else "a representative" for key in keys)
            self.differ(feature, f"{self._who_raises(*keys)} ({feature})", a, b, pair)
        for mine, theirs in ((0, 1), (1, 0)):
            key, other = self._classes.setdefault((feature, mine, keys[mine]), (keys[theirs], pair))
            if key != keys[theirs]:
                texts = self.sides[mine].text(other[mine]), self.sides[mine].text(pair[mine])
                told = f"{self.names[mine]} takes {texts[0]} and {texts[1]} for alike ({feature})"
                self.note(f"{kind}-{'ab'[mine]}", f"{told}, {self.names[theirs]} does not")

    def _compare_ends(self, utilities: tuple[Number, ...], pair: Pair) -> None:
        """Count who has won; a game in Python that does not say what a draw is worth may be meant all the same."""
        a, b = (attempt(side.ending, utilities) for side in self.sides)
        if isinstance(a, Failure) or isinstance(b, Failure):
            self.differ("raises", f"{self._who_raises(a, b)} (draw_value)", _told(a), _told(b), pair)
        if a == b:
            self.ends[a] += 1
        else:
            told = f"{self.names[0]} says {a}, {self.names[1]} {b}"
            self.note("winners", f"worth {_told(utilities)} at the end, {told}: draw_value would tell them")

    def note(self, kind: str, text: str) -> None:
        """Keep the first note of each kind."""
        self.notes.setdefault(kind, ComparisonNote(kind, text))

    def _compare(self, kind: str, message: str, a: object, b: object, pair: Pair | None) -> None:
        if isinstance(a, Failure) or isinstance(b, Failure):
            self.differ("raises", f"{self._who_raises(a, b)} ({kind})", _told(a), _told(b), pair)
        if not same(a, b):
            self.differ(kind, message, _told(a), _told(b), pair)

    def differ(self, kind: str, message: str, a: str, b: str, pair: Pair | None, hint: str | None = None) -> NoReturn:
        """End the walk with a difference at a position, or about the games as a whole."""
        found = Difference(kind=kind, message=message, names=self.names, answers=(a, b), hint=hint)
        if pair is not None:
            one, other = self.sides
            positions = one.text(pair[0]), other.text(pair[1])
            board = one.picture(pair[0]) or other.picture(pair[1])
            found = replace(found, positions=positions, path=self.path(pair), board=board)
        raise Differ(found)


def same(a: object, b: object) -> bool:
    """Tell whether two answers are equal, floats but for rounding.

    >>> same(0.1 + 0.2, 0.3), same((1, 0), (1.0, 0)), same((1, 0), (1,))
    (True, True, False)
    """
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, float) or isinstance(b, float):
        numbers = isinstance(a, int | float | Fraction) and isinstance(b, int | float | Fraction)
        return a == b or (numbers and math.isclose(a, b, rel_tol=ROUNDING))  # type: ignore[arg-type]
    return bool(a == b)


ROUNDING: Final = 1e-9


def listed(moves: tuple[str, ...]) -> str:
    """List moves as text; of very many, the first."""
    more = f" … ({len(moves)} moves)" if len(moves) > SHOWN_MOVES else ""
    return ", ".join(moves[:SHOWN_MOVES]) + more if moves else "none"


SHOWN_MOVES: Final = 60


def _told(answer: object) -> str:
    """Write an answer of any kind."""
    if isinstance(answer, Failure):
        return answer.text
    if isinstance(answer, PositionAnswers):
        if answer.utilities is not None:
            return f"over, worth {_told(answer.utilities)}"
        return f"{answer.player} to move: {listed(answer.moves)}"
    if isinstance(answer, tuple) and answer and isinstance(answer[0], tuple):
        return rows_text(answer)
    if isinstance(answer, tuple):
        return ", ".join(str(part) for part in answer)
    return str(answer)


def _pairs_of_children(a: PositionAnswers, b: PositionAnswers) -> tuple[tuple[str, Pair], ...]:
    """Match the moves of both sides by their text, those of one text in the order given."""
    places: dict[str, deque[Any]] = {}
    for text, child in zip(b.moves, b.children, strict=True):
        places.setdefault(text, deque()).append(child)
    return tuple((text, (child, places[text].popleft())) for text, child in zip(a.moves, a.children, strict=True))
