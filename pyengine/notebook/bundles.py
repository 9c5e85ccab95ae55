"""From a value to what a notebook shows of it: a picture or a table, and text where it cannot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from pyengine import boards
from pyengine.arena.report import cross_table, faults, match_table, notes, player_table
from pyengine.arena.standings import Standing
from pyengine.compare.comparison import Comparison
from pyengine.errors import PyengineError
from pyengine.markup import Element
from pyengine.notebook.html import fields, heading, image, lines, paragraph, shown, table
from pyengine.pictures.labels import title
from pyengine.pictures.search_tree import SearchTree
from pyengine.pictures.svg import svg as tree_svg
from pyengine.position import Position
from pyengine.quoting import quote_line, quote_lines
from pyengine.search.result import SHOWN, Result
from pyengine.search.solution import Solution
from pyengine.texts import count_of, name_of, state_text

Bundle = dict[str, str]
"""What is shown, by the name of its format."""

WIDTH: Final = 260.0
"""Pixels of a board."""


def mimebundle(value: object) -> Bundle:
    """Give what a notebook shows of a value, by the names of formats; text alone for what it has no picture of.

    >>> import pyengine
    >>> sorted(mimebundle(pyengine.load("nim").start))
    ['image/svg+xml', 'text/plain']
    """
    for kind, show in _SHOWN.items():
        if isinstance(value, kind):
            return show(value)
    return {"text/plain": quote_lines(repr(value))}


def show_position(position: Position) -> Bundle:
    """Draw the board, and mark what the last move changed."""
    text = {"text/plain": quote_lines(_words(position))}
    previous = None if position.before is None else position.before.state
    try:
        return {"image/svg+xml": boards.svg(position.game, position.state, previous=previous, width=WIDTH), **text}
    except PyengineError:  # what the rules say of their board cannot be drawn: check tells why
        return text


def _words(position: Position) -> str:
    """Show a position as text; one that its rules cannot show is named."""
    try:
        return str(position)
    except PyengineError:
        return repr(position)


def show_tree(tree: SearchTree) -> Bundle:
    """Draw a tree."""
    return {"text/html": shown([image(tree_svg(tree), title(tree))]), "text/plain": quote_lines(str(tree))}


def show_result(result: Result[Any]) -> Bundle:
    """Tell what a search found, and what each move is worth where that was asked for."""
    worth = "unknown" if result.value is None else str(result.value)
    told = {"value": f"{worth if result.bound.value == 'exact' else f'{result.bound.value} {worth}'} ({result.ending})"}
    if result.values is not None and len(result.values) > 2:
        told["values"] = ", ".join(map(str, result.values))
    if result.best is not None:
        told["best"] = str(result.best)
    if result.line:
        rest = f" … ({count_of(len(result.line), 'ply', 'plies')})" if len(result.line) > SHOWN else ""
        told["line"] = " ".join(quote_line(str(move)) for move in result.line[:SHOWN]) + rest
    told["search"] = (
        f"{count_of(result.nodes, 'node')}, {count_of(result.leaves, 'leaf', 'leaves')}, "
        f"{count_of(result.cutoffs, 'cutoff')}, {count_of(result.hits, 'table hit')}, {result.seconds:.3f} s"
    )
    parts = [fields(told)]
    if result.moves:
        rows = [(str(move), str(value), "best" if move in result.all_best else "") for move, value in result.moves]
        parts.append(table(["<move", ">value", ""], rows))
    return {"text/html": shown(parts), "text/plain": str(result)}


def show_solution(solution: Solution[Any, Any]) -> Bundle:
    """Draw where it begins, and count its positions by what they are worth."""
    counts = solution.counts
    game, root = solution.game, solution.root
    first = game.players[0]
    worth = [(f"better for {first}", counts.wins), ("a draw", counts.draws), (f"worse for {first}", counts.losses)]
    headline = f"{name_of(game)}: {count_of(len(solution), 'position')}"
    rows = [(words, f"{count:,}") for words, count in worth]
    told = f"{headline}, {', '.join(f'{count} {words}' for words, count in rows)}\n{solution.result}"
    parts = [heading(headline), *_board(game, root), table(["<worth", ">positions"], rows)]
    if solution.result.value is not None:
        distance = solution.distance(root)
        ends = "" if distance is None else f", over in {count_of(distance, 'ply', 'plies')} of best play"
        parts.append(paragraph(f"the start is worth {solution.result.value} to {first}{ends}"))
    return {"text/html": shown(parts), "text/plain": quote_lines(told)}


def _board(game: Any, state: Any) -> Iterator[Element]:
    try:
        yield image(boards.svg(game, state, width=WIDTH), state_text(game, state))
    except PyengineError:
        yield lines(state_text(game, state))


def show_comparison(comparison: Comparison) -> Bundle:
    """Tell whether two games agree, in what they first differ, and how fast each is."""
    parts = [heading(comparison.headline)]
    if comparison.details:
        parts.append(lines("\n".join(comparison.details)))
    if comparison.speeds:
        first, *others = comparison.table_head
        parts.append(table([first, *(f">{name}" for name in others)], comparison.table_rows))
    return {"text/html": shown(parts), "text/plain": str(comparison)}


def show_standing(standing: Standing) -> Bundle:
    """Show the tables of a tournament."""
    name = standing.plan.rules.name
    headline = f"{name}: {standing.played} of {count_of(standing.total, 'game')} played"
    tables = [match_table(standing), player_table(standing)]
    if len(standing.plan.players) > 2:
        tables.insert(0, cross_table(standing))
    remarks = [*(f"note: {note}" for note in notes(standing)), *faults(standing)]
    parts = [heading(headline), *(table(*each) for each in tables), *map(paragraph, remarks)]
    texts = [headline, *("\n".join(_as_text(each.heads, each.rows)) for each in tables), *remarks]
    return {"text/html": shown(parts), "text/plain": quote_lines("\n\n".join(texts))}


def _as_text(heads: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> Iterator[str]:
    whole = [tuple(head[1:] if head[:1] in ("<", ">") else head for head in heads), *rows]
    widths = [max(len(quote_line(cell)) for cell in column) for column in zip(*whole, strict=True)]
    for row in whole:
        cells = zip(map(quote_line, row), widths, heads, strict=True)
        yield "  ".join(
            cell.rjust(width) if head.startswith(">") else cell.ljust(width) for cell, width, head in cells
        ).rstrip()


_SHOWN: Final[dict[type[Any], Callable[[Any], Bundle]]] = {
    Position: show_position,
    SearchTree: show_tree,
    Result: show_result,
    Solution: show_solution,
    Comparison: show_comparison,
    Standing: show_standing,
}
