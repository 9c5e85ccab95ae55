"""`pyengine solve GAME`: the exact value of a position."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final, get_args

import click

from pyengine.cli.formats import json_option
from pyengine.cli.game_options import ChosenGame, ChosenPosition, game_options
from pyengine.cli.progress import watched
from pyengine.cli.results import tallies, tell_result
from pyengine.cli.search_options import limit_options, search_options, stored_option, window_option
from pyengine.search import Cycles, Limit, Options, Result, StopReason, minimax, retrograde, solve
from pyengine.terms import Number
from pyengine.texts import count_of

WHOLE: Final = 100_000
"""Positions up to which a game is valued as a whole where it is to be kept."""


def _read_alliance(context: click.Context, parameter: click.Parameter, text: str | None) -> Any:
    """Read who plays with whom: `paranoid`, players `a,b`, or teams `a,b/c,d`."""
    if text in (None, "maxn", "paranoid"):
        return text
    teams = [{player.strip() for player in team.split(",")} for team in text.split("/")]
    return teams[0] if len(teams) == 1 else teams


alliance_option = click.option(
    "--alliance",
    metavar="WHO",
    callback=_read_alliance,
    help="Who plays with whom: 'maxn' (each alone), 'paranoid' (all against the player to move), players 'a,b', or "
    "teams 'a,b/c,d'.",
)


@click.command()
@game_options
@limit_options
@click.option("--all", "all_best", is_flag=True, help="Give the value of every move, and so all the best ones.")
@click.option("--cycles", type=click.Choice(get_args(Cycles)), help="How to treat a game that can go in circles.")
@alliance_option
@window_option
@click.option("--minimax", "plainly", is_flag=True, help="Look at every line of play, as minimax is defined.")
@click.option(
    "--positions", is_flag=True, help="Value every position there is, and count them by value and plies to the end."
)
@stored_option("Keep what is worked out in this file: the same command goes on from there, or answers at once.")
@search_options
@json_option
def command(
    chosen: ChosenGame,
    limit: Limit,
    all_best: bool,
    cycles: Cycles | None,
    alliance: Any,
    window: tuple[Number, Number] | None,
    plainly: bool,
    positions: bool,
    stored: Path | None,
    options: Options,
    as_json: bool,
) -> int:
    """Solve a position: its exact value, the best move, and the line of best play.

    Games of two opponents by alpha-beta, games that can go in circles by retrograde analysis, others by max^n. Ctrl-C
    ends the search; what it knows by then is printed, and the exit status is 130.

    With --store, a game of up to 100,000 positions is valued as a whole, by retrograde analysis; so is one with cycles,
    and any with --cycles retrograde. A larger one is searched: what is known of the positions that took most work is
    kept every minute and at the end, and the same command goes on from there. 'best' and 'play' take the store, too.
    """
    if all_best and cycles == "visiting":
        raise click.UsageError("--cycles visiting values no move but the best")
    proves = options.algorithm == "proof" and (plainly or positions)
    ways = {"--minimax": plainly, "--positions": positions, "--alliance": alliance, "--cycles": cycles}
    ways["--algorithm proof"] = proves
    asked = [way for way, is_asked in ways.items() if is_asked]
    if stored is not None and (plainly or positions):
        asked.append("--store")
    if len(asked) > 1 and (plainly or positions):
        raise click.UsageError(f"{' and '.join(asked)} do not go together")
    if window is not None and (all_best or positions or cycles or alliance or stored):
        raise click.UsageError("--window is for one value: not with --all, --positions, --cycles, --alliance, --store")
    position = chosen.load()
    game, state = position.game, position.state
    store_told = tallied = None
    if stored is not None:
        if cycles == "visiting" or alliance is not None or limit.depth is not None:
            told = "--store values whole games of two: --cycles visiting, --alliance and --depth do not go with it"
            raise click.UsageError(told)
        result, store_told = _solve_into(stored, position, limit, options, whole=cycles == "retrograde")
    else:
        with watched(position, limit) as activity:
            activity.name_moves()
            how: Any = {"limit": limit, "stop": activity.signal}
            if positions:
                solution = retrograde(game, state, threads=options.threads, **how)
                result, tallied = solution.result, tallies(solution)
            else:
                how |= {"window": window, "options": options}
                wanted = {"all_best": all_best, "cycles": cycles, "alliance": alliance}
                result = minimax(game, state, **how) if plainly else solve(game, state, **wanted, **how)
    return tell_result(position, result, tallied, as_json=as_json, every_move=all_best, store=store_told)


def _solve_into(
    path: Path, position: ChosenPosition, limit: Limit, options: Options, *, whole: bool
) -> tuple[Result[Any], str]:
    """Solve a position and keep what is worked out; tell what became of the store."""
    from pyengine.stores import SolvedStore, require_kind

    require_kind(position.game)
    with SolvedStore(path, create=True) as store, watched(position, limit) as activity:
        activity.name_moves()
        before = len(store)
        asked: Any = {"game": position.game, "state": position.state, "stop": activity.signal}
        if whole or not store.searched:
            part = limit if whole else replace(limit, nodes=min(WHOLE, limit.nodes or WHOLE))
            result = store.solve(**asked, threads=options.threads, limit=part)
            if result.solved:
                return result, f"{store.path}: {count_of(len(store), 'position')}, {len(store) - before:,} of them new"
            if part == limit or result.reason is not StopReason.NODES:
                return result, f"{store.path}: nothing is kept, the search ended before it was done"
            limit = _rest_of(limit, result)
        result = store.resume(**asked, options=options, limit=limit)
        if len(store) > before:
            return result, f"{store.path}: {count_of(len(store), 'position')}, {len(store) - before:,} of them new"
        kept = f"{store.path}: what is known of {count_of(store.searched, 'position')}"
        return result, kept if result.solved else f"{kept}; the same command goes on from there"


def _rest_of(limit: Limit, result: Result[Any]) -> Limit:
    """Give what a search has left of a limit."""
    seconds = None if limit.seconds is None else max(0.0, limit.seconds - result.seconds)
    return replace(limit, seconds=seconds, nodes=None if limit.nodes is None else limit.nodes - result.nodes)
