"""From a game to the tree of its search: the search is run and recorded, and its branches become nodes."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Any, Final, Literal, get_args

from pyengine.errors import SearchError
from pyengine.game import Game, M, S, expand
from pyengine.pictures.recorder import Recorder, SearchBranch
from pyengine.pictures.search_tree import SearchTree
from pyengine.pictures.tree_nodes import NodeMaker
from pyengine.search import PLAIN, Limit, Options, Result, StopReason, StopSignal, minimax, solve
from pyengine.search.expansion import opposed
from pyengine.texts import position_of

Algorithm = Literal["minimax", "alphabeta", "maxn", "paranoid"]
NODES: Final = 120
"""Nodes that are drawn unless told otherwise."""
ACROSS: Final = 30
"""Nodes side by side; more than that cannot be read on a slide."""
SEARCHED: Final = Limit(nodes=50_000, seconds=20)
"""What may be searched for a picture: it shows some hundred positions in any case."""
WHOLE: Final = Limit(nodes=400, seconds=3)
"""A game that can be searched to its end within this is small."""
PLIES: Final = 3
UNSEEN: Final = 2000
"""Pruned positions that are looked up at most."""


def grow(
    game: Game[S, M],
    state: S | None = None,
    *,
    algorithm: Algorithm | None = None,
    depth: int | None = None,
    options: Options = PLAIN,
    nodes: int = NODES,
    across: int = ACROSS,
    boards: bool | None = None,
    whole: bool = False,
    limit: Limit = SEARCHED,
    stop: StopSignal | None = None,
) -> SearchTree:
    """Search a position, and give the tree of what the search did.

    Without a depth it is the whole game where that is small, and three plies where it is not. The algorithm is
    minimax where two opponents play and max^n elsewhere, unless another is named. Of the options, those of the table
    count for minimax, all but `algorithm` for alpha-beta, and the table alone for several players.
    At most about `nodes` nodes are drawn, `across` of them side by side, with gaps that say what they stand for.
    `boards` draws the boards of a game that has some; without a word, small ones. `whole` also shows what lies
    behind the branches that were pruned, as the rules have it. The search ends early where `limit` or `stop` says so,
    and the tree tells.

    >>> import pyengine
    >>> tree = grow(pyengine.load("tree_bratko"), algorithm="alphabeta")
    >>> tree.root.worth, tree.positions, tree.skipped
    ((4,), 11, 2)
    """
    root = position_of(game, state)
    chosen = algorithm or ("minimax" if opposed(game) else "maxn")
    if chosen not in get_args(Algorithm):
        raise SearchError(f"no algorithm {chosen!r} to draw; there are: {', '.join(get_args(Algorithm))}")
    for name, number in (("nodes", nodes), ("across", across)):
        if type(number) is not int or number < 1:
            raise SearchError(f"{name} must be a whole number of at least 1, not {number!r}")
    recorder = Recorder()
    if depth is None:
        # A depth that no small game reaches, not none: a game that goes in circles is then one that is not small.
        trial = replace(_half(limit), depth=WHOLE.nodes)
        result = _search(game, root, chosen, trial, replace(options, cutoff=False), recorder, stop)
        if not result.solved and result.reason is not StopReason.INTERRUPTED:
            recorder, depth = Recorder(), PLIES
            if limit.seconds is not None:
                limit = replace(limit, seconds=max(0.0, limit.seconds - result.seconds))
    if depth is not None:
        bounded = replace(limit, depth=Limit(depth=depth).depth)
        result = _search(game, root, chosen, bounded, options, recorder, stop)
    if not recorder.steps:
        if result.reason is StopReason.INTERRUPTED:
            raise KeyboardInterrupt
        raise SearchError("the search was stopped before its first position: there is nothing to draw")
    branches = recorder.finish()
    if whole:
        _complete(game, branches, depth)
    return NodeMaker(game, chosen, branches, recorder.steps, result, options, (nodes, across), boards).tree(depth)


def _half(limit: Limit) -> Limit:
    """Give what may be used to find out whether a game is small: at most half of the time that there is."""
    seconds = WHOLE.seconds if limit.seconds is None or WHOLE.seconds is None else min(WHOLE.seconds, limit.seconds / 2)
    return replace(WHOLE, seconds=seconds)


def _search(
    game: Game[S, M],
    root: S,
    algorithm: Algorithm,
    limit: Limit,
    options: Options,
    recorder: Recorder,
    stop: StopSignal | None,
) -> Result[M]:
    if algorithm == "minimax":
        return minimax(game, root, options=options, limit=limit, trace=recorder.note, stop=stop)
    if algorithm == "alphabeta":
        if not opposed(game):
            raise SearchError("alpha-beta is for two opponents: this game can be drawn by maxn or paranoid")
        how = replace(options, algorithm="alphabeta", aspiration=None)
        return solve(game, root, options=how, limit=limit, trace=recorder.note, stop=stop)
    return solve(game, root, alliance=algorithm, options=options, limit=limit, trace=recorder.note, stop=stop)


def _complete(game: Game[Any, Any], root: SearchBranch, depth: int | None) -> None:
    """Add what lies below pruned branches, level by level, to the depth of the search or until there is enough."""
    waiting = deque([(root, 0)])
    found = 0
    while waiting and found < UNSEEN:
        branch, ply = waiting.popleft()
        if branch.opened is None and (depth is None or ply < depth):
            expansion = expand(game, branch.state)
            branch.children = [SearchBranch(child, None) for child in expansion.children]
            branch.utilities = expansion.utilities
            found += len(branch.children)
        waiting.extend((child, ply + 1) for child in branch.children)
