"""Values and results of searches, for people and for tools; moves are named as the game names them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from pyengine.cli.formats import per_second, print_fields, print_json, print_table
from pyengine.cli.game_options import ChosenPosition
from pyengine.cli.terminal import report, tell
from pyengine.errors import RuleRuntimeError
from pyengine.game import Game, estimates
from pyengine.search import Bound, PlayersResult, Result, Solution, StopReason
from pyengine.search.expansion import valuation
from pyengine.search.result import number_as_json
from pyengine.terms import Number
from pyengine.texts import count_of, line_texts, move_text, state_text


def sight_value(game: Game[Any, Any], state: Any) -> Number | None:
    """Give what a position is worth to the first player without a search; None where the game has no estimate of it.

    What is over is worth its utility, whether there are estimates or not.
    """
    if game.is_terminal(state):
        return game.utility(state, game.players[0])
    if not estimates(game) or _is_unknown(game, state):
        return None
    try:
        return valuation(game)(state)
    except RuleRuntimeError as error:
        if not error.reason.endswith("has no solution"):
            raise
        return None  # the rules estimate only where their search is cut off


def _is_unknown(game: Any, state: Any) -> bool:
    """Tell whether a search would count a position as 0 because a textbook file says nothing about it."""
    from pyengine.language.contract import vocabulary_of

    if not hasattr(game, "program") or vocabulary_of(game.program) == "contract":
        return False
    return not game.query(f"staticval(({game.term_text(state)}), _)", 1)


def worth(game: Game[Any, Any], values: Sequence[Number]) -> str:
    """Tell what something is worth to each player.

    >>> from pyengine.native import twin
    >>> worth(twin("nim"), (1, -1))
    '1 to max, -1 to min'
    """
    return ", ".join(f"{number_text(value)} to {player}" for player, value in zip(game.players, values, strict=True))


def number_text(value: Number) -> str:
    """Write a value for people: of a float six digits are enough.

    >>> number_text(0.07142857142857142), number_text(10**20), number_text(2.0)
    ('0.0714286', '100000000000000000000', '2.0')
    """
    if not isinstance(value, float):
        return str(value)
    short = f"{value:.6g}"
    return short if float(short) != value else str(value)


SHOWN_MOVES: Final = 60
"""Moves of a line that are shown to people."""

SHOWN_TRIES: Final = 4
"""Moves of which people are told how often they were tried."""

INTERRUPTED: Final = 130
"""The exit status of what was interrupted."""


class ValueCount(NamedTuple):
    """The positions of one value; `plies` to the end at the most, None where some of them have no end."""

    value: Number
    positions: int
    plies: int | None


def tallies(solution: Solution[Any, Any]) -> list[ValueCount]:
    """Count positions by value, the best for the first player first."""
    counts: Counter[Number] = Counter()
    plies: dict[Number, float] = {}
    for _, value, distance in solution:
        counts[value] += 1
        plies[value] = max(plies.get(value, 0), math.inf if distance is None else distance)
    longest = {value: None if most == math.inf else int(most) for value, most in plies.items()}
    return [ValueCount(value, counts[value], longest[value]) for value in sorted(counts, reverse=True)]


def tell_result(
    position: ChosenPosition,
    result: Result[Any],
    tallied: list[ValueCount] | None = None,
    *,
    as_json: bool,
    every_move: bool = False,
    store: str | None = None,
) -> int:
    """Print a result, with the value of every move if asked, and give the exit status: 130 where it was interrupted.

    `tallied` are all positions of a game that was solved as a whole; `store` is what became of the store in which
    they are kept.
    """
    kept = {} if store is None else {"store": store}
    if as_json:
        told = _as_json(position, result) | kept
        if tallied is not None:
            told["positions"] = [{**tally._asdict(), "value": number_as_json(tally.value)} for tally in tallied]
        print_json(told)
    else:
        print_fields(_fields(position, result) | kept)
        if every_move and result.moves:
            tell()
            _print_moves(position, result)
        if tallied:
            tell()
            columns = (f">to {position.game.players[0]}", ">positions", ">plies to the end, at most")
            print_table(
                columns,
                [
                    (number_text(value), f"{count:,}", "endless" if plies is None else f"{plies:,}")
                    for value, count, plies in tallied
                ],
            )
    if result.reason is not StopReason.INTERRUPTED:
        return 0
    known = "nothing is known yet" if result.value is None and not result.line else "this is the best so far"
    report(f"interrupted; {known}")
    return INTERRUPTED


def _fields(position: ChosenPosition, result: Result[Any]) -> dict[str, str]:
    fields = {"value": f"{_worth(position, result)} ({result.ending})"}
    if position.game.is_terminal(position.state):
        fields["game over"] = "there is no move"
    elif result.best is None:
        fields["best"] = "unknown: depth 0 looks at no move"
    else:
        fields["best"] = move_text(position.game, result.best, position.state)
        if not result.line:
            fields["best"] += " (the first legal move)"
    if result.line:
        shown = " ".join(line_texts(position.game, position.state, result.line[:SHOWN_MOVES]))
        fields["line"] = shown if len(result.line) <= SHOWN_MOVES else f"{shown} … ({len(result.line)} plies)"
    if any(result.tried):
        fields["tried"] = _tries(position, result)
    counts = (
        count_of(result.nodes, "node"),
        count_of(result.leaves, "leaf", "leaves"),
        count_of(result.cutoffs, "cutoff"),
        count_of(result.hits, "table hit"),
    )
    rate = per_second(result.nodes, result.seconds)
    fields["search"] = f"{', '.join(counts)}, {result.seconds:.3f} s, {rate} nodes/s"
    return fields


def _tries(position: ChosenPosition, result: Result[Any]) -> str:
    """Tell which root moves were tried most, and what they came to for the first player."""
    entries = [entry for entry in zip(result.tried, result.moves, strict=True) if entry[0]]
    entries.sort(key=lambda entry: -entry[0])
    told = [
        f"{move_text(position.game, move, position.state)} {tried:,} times ({number_text(value)})"
        for tried, (move, value) in entries[:SHOWN_TRIES]
    ]
    return ", ".join(told) + ", …" * (len(entries) > SHOWN_TRIES)


def _worth(position: ChosenPosition, result: Result[Any]) -> str:
    """Tell the value to the first player alone where the other loses what it wins."""
    if result.value is None or result.values is None:
        return "unknown"
    if isinstance(result, PlayersResult) or result.values != (result.value, -result.value):
        return worth(position.game, result.values)
    bound = "" if result.bound is Bound.EXACT else f"{result.bound.value} "
    return f"{bound}{number_text(result.value)} to {position.game.players[0]}"


def _print_moves(position: ChosenPosition, result: Result[Any]) -> None:
    players = [str(player) for player in position.game.players]
    if isinstance(result, PlayersResult):
        columns = [f">to {player}" for player in players]
        values = {move: [number_text(value) for value in vector] for move, vector in result.vectors}
    else:
        columns = [f">to {players[0]}"]
        values = {move: [number_text(value)] for move, value in result.moves}
    best = set(result.all_best)
    rows = [
        (move_text(position.game, move, position.state), *texts, "best" if move in best else "")
        for move, texts in values.items()
    ]
    print_table(("move", *columns, " "), rows)


def _as_json(position: ChosenPosition, result: Result[Any]) -> dict[str, Any]:
    game, state = position.game, position.state
    found: dict[str, Any] = {
        "game": position.name,
        "players": [str(player) for player in game.players],
        "position": state_text(game, state),
        **result.as_json(),
        "best": None if result.best is None else move_text(game, result.best, state),
        "line": list(line_texts(game, state, result.line)),
    }
    for entry, (move, _) in zip(found["moves"], result.moves, strict=True):
        entry["move"] = move_text(game, move, state)
    return found
