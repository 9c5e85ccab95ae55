"""`pyengine perft GAME DEPTH`: how many lines of play there are, and whether others count as many."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import click

from pyengine.cli.formats import json_option, per_second, print_json, print_table
from pyengine.cli.game_options import ChosenGame, ChosenPosition, game_options
from pyengine.cli.games import parameters_of
from pyengine.cli.progress import watched
from pyengine.cli.results import INTERRUPTED
from pyengine.cli.terminal import report
from pyengine.errors import InvalidStateError, ParameterError, SearchError
from pyengine.search import perft
from pyengine.terms import to_python
from pyengine.texts import move_text, parse_state, state_text
from pyengine.truth import published


@dataclass(frozen=True, slots=True)
class PerftCount:
    """The lines of play of one length."""

    depth: int
    lines: int
    seconds: float


@click.command()
@game_options
@click.argument("depth", required=False, type=click.IntRange(min=1))
@click.option("--split", is_flag=True, help="Count the lines that begin with each move.")
@click.option("--published", "compared", is_flag=True, help="Compare with the figures kept beside the rule file.")
@json_option
def command(chosen: ChosenGame, depth: int | None, split: bool, compared: bool, as_json: bool) -> int:
    """Count the lines of play of exactly 1, 2, … DEPTH moves.

    With --published, next to what others have counted: to DEPTH, or as far as that is known. The exit status is 1 where
    the two differ. With --split, only the lines of DEPTH moves, by their first move.
    """
    if split and compared:
        raise click.UsageError("--split and --published do not go together")
    if depth is None and not compared:
        raise click.UsageError("Missing argument 'DEPTH'.")
    position = chosen.load()
    if split:
        assert depth is not None
        return _split(position, depth, as_json)
    known = _published(chosen, position) if compared else {}
    counts: list[PerftCount] = []
    interrupted = False
    with watched(position) as activity:
        try:
            game = activity.count(position.game)
            for now in range(1, (depth or max(known)) + 1):
                activity.tell(f"depth {now}")
                began = time.perf_counter()
                lines = perft(game, now, position.state)
                counts.append(PerftCount(now, lines, time.perf_counter() - began))
        except KeyboardInterrupt:
            interrupted = True
    _tell(position, counts, known if compared else None, as_json)
    if interrupted:
        report("interrupted; these are the depths that were done")
        return INTERRUPTED
    wrong = [count.depth for count in counts if known.get(count.depth, count.lines) != count.lines]
    if wrong:
        report(f"not what is published, at depth {', '.join(map(str, wrong))}")
    return int(bool(wrong))


def _published(chosen: ChosenGame, position: ChosenPosition) -> dict[int, int]:
    """Give what is published about this game from this position, by depth."""
    if chosen.is_class:
        raise ParameterError(f"nothing is published about perft of {chosen.game}")
    declared = parameters_of(chosen.game)

    def settings(given: Mapping[str, Any]) -> dict[str, Any]:
        return {**{name: to_python(value) for name, value in declared.items()}, **given}

    here = settings({name: to_python(value) for name, value in chosen.parameters.items()})
    found: dict[int, int] = {}
    for figure in published(chosen.game):
        if figure.kind == "perft" and settings(figure.parameters) == here and _is_at(position, figure.position):
            found |= dict(enumerate(figure.expected, start=1))
    if not found:
        raise ParameterError(f"nothing is published about perft of {chosen.game} with these parameters, from here")
    return found


def _is_at(position: ChosenPosition, text: str | None) -> bool:
    if text is None:
        return bool(position.state == position.game.initial)
    try:
        return bool(position.state == parse_state(position.game, text))
    except InvalidStateError:  # a native game need not read positions
        return False


def _tell(position: ChosenPosition, counts: list[PerftCount], known: dict[int, int] | None, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "game": position.name,
                "position": state_text(position.game, position.state),
                "counts": [
                    {"depth": count.depth, "count": count.lines, "seconds": count.seconds}
                    | ({} if known is None else {"published": known.get(count.depth)})
                    for count in counts
                ],
            }
        )
        return
    columns = (">depth", ">lines", *[">published"] * (known is not None), ">seconds", ">lines/s")
    print_table(columns, [_row(count, known) for count in counts])


def _row(count: PerftCount, known: dict[int, int] | None) -> tuple[str, ...]:
    others = [] if known is None else [f"{known[count.depth]:,}" if count.depth in known else "-"]
    rate = per_second(count.lines, count.seconds)
    return (str(count.depth), f"{count.lines:,}", *others, f"{count.seconds:.3f}", rate)


def _split(position: ChosenPosition, depth: int, as_json: bool) -> int:
    with watched(position) as activity:
        try:
            found = perft(activity.count(position.game), depth, position.state, split=True)
        except SearchError as error:
            raise click.UsageError(str(error)) from None
    named = {move_text(position.game, move, position.state): lines for move, lines in found.items()}
    if as_json:
        state = state_text(position.game, position.state)
        print_json({"game": position.name, "position": state, "depth": depth, "split": named})
    else:
        rows = [(move, f"{lines:,}") for move, lines in named.items()]
        print_table(("move", ">lines"), [*rows, ("all", f"{sum(named.values()):,}")])
    return 0
