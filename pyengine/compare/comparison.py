"""What a comparison found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from pyengine.compare.differences import ComparisonNote, Difference
from pyengine.compare.search_results import NodeAgreement, Speed, ValueAgreement
from pyengine.display import Displayed
from pyengine.quoting import quote_lines
from pyengine.texts import count_of
from pyengine.winners import tell_winners


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(Displayed):
    """Two games, walked in lockstep.

    `positions` were walked, and are all there are where `complete` is True; `distinct` says how many of them each side
    tells apart. `same_order` says whether both list their moves in the same order everywhere. `nodes` is None where
    the start was not searched, `ends` says who has won at how many of the positions, `values` counts the sampled ones
    that were solved. Speeds are those of the `contestants`: both sides, and rules once for every reasoner. After Ctrl-C
    there is what was done until then.
    """

    names: tuple[str, str]
    difference: Difference | None
    positions: int
    distinct: tuple[int, int]
    complete: bool
    games: int
    seed: int
    same_order: bool
    values: ValueAgreement
    nodes: NodeAgreement | None
    notes: tuple[ComparisonNote, ...]
    ends: Mapping[str, int] = field(default_factory=dict)
    contestants: tuple[str, ...] = ()
    speeds: tuple[Speed, ...] = ()
    interrupted: bool = False

    @property
    def agree(self) -> bool:
        """Whether no difference was found."""
        return self.difference is None

    def __str__(self) -> str:
        return quote_lines("\n".join((self.headline, *self.details, *self.speed_table)))

    @property
    def headline(self) -> str:
        """The answer in a line."""
        if not self._anything:
            return f"{self.names[0]} and {self.names[1]} were not compared: interrupted before the first position"
        verb = "agree" if self.agree else "differ"
        return f"{self.names[0]} and {self.names[1]} {verb}{', as far as they were walked' * self.interrupted}"

    @property
    def _anything(self) -> bool:
        """Whether there is anything to tell; not where Ctrl-C came first."""
        return bool(self.positions) or self.difference is not None

    @property
    def details(self) -> tuple[str, ...]:
        """What was looked at and found, as lines."""
        if not self._anything:
            return ()
        lines = [f"  walked      {self._walked()}"]
        if self.difference is not None:
            lines += ["", *str(self.difference).split("\n")]
        else:
            lines.append(f"  moves       the same, {'' if self.same_order else 'not '}in the same order")
            if won := self._won():
                lines.append(f"  ends        {won}")
            if self.values != ValueAgreement():
                solved = count_of(self.values.equal, "position") if self.values.equal else "none"
                rest = f", {self.values.too_large} too large to solve" if self.values.too_large else ""
                lines.append(f"  values      {solved} solved and equal{rest}")
            if self.nodes is not None:
                depth, a, b = self.nodes
                nodes = f"{count_of(a, 'node')} on both sides" if a == b else f"{a:,} and {b:,} nodes"
                lines.append(f"  alpha-beta  to depth {depth}: {nodes}")
        if self.notes:
            lines += ["", *(f"note: {note}" for note in self.notes)]
        return tuple(lines)

    def _walked(self) -> str:
        walked = count_of(self.positions, "position")
        if self.difference is not None:
            walked += " without a difference"
        elif self.complete:
            walked += ", all there are"
        if self.games and not self.complete:
            walked += f", {count_of(self.games, 'random game')} (seed {self.seed}) included"
        a, b = self.distinct
        return walked if a == b else f"{walked}; {self.names[0]} tells {a:,} apart, {self.names[1]} {b:,}"

    def _won(self) -> str:
        """Tell how the games that were walked to their end were won; nothing where nobody says what a win is."""
        if not self.ends.keys() - {tell_winners(None, ())}:
            return ""
        told = (f"{ending} {count:,}x" for ending, count in sorted(self.ends.items()))
        return f"{count_of(sum(self.ends.values()), 'position')}: {', '.join(told)}"

    @property
    def speed_table(self) -> tuple[str, ...]:
        """The speeds as lines of text, none where they were not measured."""
        if not self.speeds:
            return ()
        rows = [self.table_head, *self.table_rows]
        first, *others = ([len(cell) for cell in column] for column in zip(*rows, strict=True))
        widths = [max(column) for column in others]
        return (
            "",
            *(
                "  ".join(["", row[0].ljust(max(first)), *map(str.rjust, row[1:], widths)])  # numbers end alike
                for row in rows
            ),
        )

    @property
    def table_head(self) -> tuple[str, ...]:
        """The columns of the speeds: one for each contestant."""
        return ("per second", *self.contestants)

    @property
    def table_rows(self) -> tuple[tuple[str, ...], ...]:
        """The speeds as cells of text, each with how many times as fast as the first it is."""
        return tuple(
            (
                speed.measure,
                *(f"{rate:,.0f} ({ratio:.2f}x)" for rate, ratio in zip(speed.per_second, speed.ratios, strict=True)),
            )
            for speed in self.speeds
        )

    def as_json(self) -> dict[str, Any]:
        """Give the comparison as JSON."""
        return {
            "a": self.names[0],
            "b": self.names[1],
            "agree": self.agree if self._anything else None,
            "difference": None if self.difference is None else self.difference.as_json(),
            "positions": self.positions,
            "ends": dict(sorted(self.ends.items())),
            "distinct": {"a": self.distinct[0], "b": self.distinct[1]},
            **{name: getattr(self, name) for name in ("complete", "games", "seed")},
            "same_order": self.same_order if self._anything else None,
            "values": asdict(self.values),
            "nodes": None if self.nodes is None else self.nodes._asdict(),
            "notes": [asdict(note) for note in self.notes],
            "contestants": list(self.contestants),
            "speeds": [speed.as_json() for speed in self.speeds],
            "interrupted": self.interrupted,
        }
