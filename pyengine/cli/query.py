"""`pyengine query GAME GOAL`: any question to the rules of a game."""

from __future__ import annotations

from typing import Any, Final

import click

from pyengine.cli.formats import json_option, print_json, print_table
from pyengine.cli.game_options import ChosenGame, game_options
from pyengine.cli.progress import watched
from pyengine.cli.search_options import Seconds
from pyengine.cli.terminal import report, tell
from pyengine.errors import QueryError, RuleLimitError
from pyengine.reasoners.budget import Budget
from pyengine.search import Limit
from pyengine.terms import Term, write_term
from pyengine.texts import count_of

UNCOUNTED: Final = 10**15
"""Inferences that no time is enough for."""


@click.command()
@game_options
@click.argument("goal")
@click.option("--limit", type=click.IntRange(min=1), default=100, show_default=True, help="Solutions to show at most.")
@click.option(
    "--seconds",
    "-s",
    type=Seconds(min=0, min_open=True),
    help=f"Give up after this long; {Budget().for_queries().seconds:g} unless told otherwise.",
)
@json_option
def command(chosen: ChosenGame, goal: str, limit: int, seconds: float | None, as_json: bool) -> None:
    """Solve GOAL, a Prolog goal, with the rules of a game.

    Prints the values of its variables, a solution a line, or true or false where it has none. 'minimax(S, Best, Value)'
    can be asked of every game. With --from or --moves, the variable State of the goal is the position that they name.
    """
    position = chosen.load_rules()
    game: Any = position.game
    if not hasattr(game, "query"):
        told = f"{chosen.game} is a class in Python" if chosen.is_class else "leave out --reasoner native"
        raise QueryError(f"a native game has no rules to ask: {told}")
    named = chosen.start is not None or chosen.moves is not None
    if named:
        goal = f"State = {game.term_text(position.state)},\n({goal.rstrip().removesuffix('.')}\n)"
    budget = None if seconds is None else Budget(inferences=UNCOUNTED, seconds=seconds)
    try:
        with watched(position, Limit(seconds=seconds)) as activity:
            activity.tell("asking the rules")
            found = game.query(goal, limit + 1, budget)
    except RuleLimitError as error:
        raise RuleLimitError(error.reason, hint="it may never end; --seconds gives it more time") from None
    solutions = [
        {name: value for name, value in each.items() if not (named and name == "State")} for each in found[:limit]
    ]

    def text(value: Term) -> str:
        return write_term(value, game.program.operators)

    if as_json:
        print_json([{name: text(value) for name, value in solution.items()} for solution in solutions])
    elif not solutions or not solutions[0]:
        tell("true" if solutions else "false")
    else:
        print_table(list(solutions[0]), [[text(value) for value in solution.values()] for solution in solutions])
    if len(found) > limit:
        report(f"there are more than {count_of(limit, 'solution')} (--limit)")
