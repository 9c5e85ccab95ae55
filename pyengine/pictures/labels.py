"""What is said in few words: positions, moves and values in a picture, a tree as a whole, a node on hover."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from pyengine.boards.picture import Picture
from pyengine.errors import PyengineError
from pyengine.language.reading.reader import read_term
from pyengine.pictures.search_tree import Board, NodeKind, SearchTree, TreeNode
from pyengine.quoting import quote_lines
from pyengine.search import Bound
from pyengine.terms import Atom, Compound, List, Number, write_term
from pyengine.texts import count_of

LONGEST: Final = 14
"""Characters of a label; what is longer is cut short."""
LONGEST_MOVE: Final = 30
SIGNS: Final = {Bound.EXACT: "", Bound.LOWER: "≥", Bound.UPPER: "≤"}


def number_text(value: Number) -> str:
    """Write a number, with typographic minus and infinity signs.

    >>> from fractions import Fraction
    >>> number_text(-3), number_text(math.inf), number_text(0.1 + 0.2), number_text(Fraction(1, 3))
    ('−3', '∞', '0.3', '1/3')
    """
    if isinstance(value, float):
        text = "∞" if value == math.inf else "−∞" if value == -math.inf else f"{value:.3g}"
    else:
        text = str(value)
    return text.replace("-", "−")


def worth_text(worth: Sequence[Number], bound: Bound = Bound.EXACT) -> str:
    """Write the value of a position, or the values for all players.

    >>> worth_text((4,), Bound.LOWER), worth_text((1, -2, 6))
    ('≥4', '(1, −2, 6)')
    """
    if len(worth) == 1:
        return SIGNS[bound] + number_text(worth[0])
    return f"({', '.join(map(number_text, worth))})"


def window_text(window: tuple[Number, Number]) -> str:
    """Write a window.

    >>> window_text((-math.inf, 4))
    '[−∞, 4]'
    """
    return f"[{number_text(window[0])}, {number_text(window[1])}]"


def shortened(text: str, players: Sequence[str], *, memory: bool = False) -> str:
    """Leave out of a position what a picture says otherwise: its functor, and whose turn it is.

    With `memory`, a position is `State-Memory`, and the state says where one is.

    >>> shortened("nim(max,[1,2,2])", ["max", "min"]), shortened("said(3,min)", ["max", "min"])
    ('1 2 2', '3')
    >>> shortened("b", ["max", "min"]), shortened("at(1,2)", ["max", "min"])
    ('b', 'at(1,2)')
    >>> shortened("pile(min,4)-[max-1]", ["max", "min"], memory=True)
    '4'
    """
    try:
        term = read_term(text)
    except (PyengineError, RecursionError):
        return text
    if memory and isinstance(term, Compound) and term.name == "-" and len(term.args) == 2:
        term = term.args[0]
        text = write_term(term)
    if isinstance(term, Compound) and len(term.args) > 1:
        rest = [part for part in term.args if not (isinstance(part, Atom) and part.name in players)]
        if len(rest) == 1 and len(rest) < len(term.args):
            [term] = rest
            text = write_term(term)
    if isinstance(term, List):
        parts = [write_term(part) for part in term]
        return (" " if all(len(part) < 4 for part in parts) else ", ").join(parts) or "[]"
    return text


def ellipsis(text: str, longest: int = LONGEST) -> str:
    """Cut a text short, and put it on one line.

    >>> ellipsis("the quick brown fox", 10), ellipsis("short")
    ('the quick…', 'short')
    """
    text = " ".join(text.split())
    return text if len(text) <= longest else text[: longest - 1] + "…"


def board_of(picture: Picture) -> Board | None:
    """Give the cells of a position's board as short texts, None where it has none."""
    if not picture.rows:
        return None
    return tuple(tuple(ellipsis(quote_lines(cell.text), 3) for cell in row) for row in picture.rows)


def board_label(board: Board) -> str:
    """Write a small board on a line, row by row.

    >>> board_label((("x", "o", ""), ("", "", "")))
    'xo·/···'
    """
    apart = "" if all(len(cell) <= 1 for row in board for cell in row) else " "
    return "/".join(apart.join(cell or "·" for cell in row) for row in board)


NAMES = {"minimax": "minimax", "alphabeta": "alpha-beta", "maxn": "maxⁿ", "paranoid": "paranoid search"}


def title(tree: SearchTree) -> str:
    """Name the game and the search."""
    return f"{tree.game}: {NAMES[tree.algorithm]} " + ("to the end" if tree.solved else f"to depth {tree.depth}")


def subtitle(tree: SearchTree) -> str:
    """Tell the result of the search, and what of it is not drawn."""
    told = []
    if tree.root.worth is not None:
        told.append(f"value {worth_text(tree.root.worth, tree.root.bound)}")
    if tree.best and not tree.stopped:
        told.append(f"best move {tree.best}")
    told.append(count_of(tree.positions, "position") + " searched")
    if tree.skipped:
        told.append(count_of(tree.skipped, "branch", "branches") + " pruned")
    if tree.hits:
        told.append(count_of(tree.hits, "table hit"))
    if tree.hidden:
        told.append(f"{tree.hidden:,} not drawn")
    if tree.stopped:
        told.append(f"stopped early: {tree.stopped}")
    return " · ".join(told)


def player_name(tree: SearchTree, number: int) -> str:
    """Name a player, as MAX or MIN too where there are these two.

    A player whose name says it already is not named twice.
    """
    name = tree.players[number]
    role = ("MAX", "MIN")[number] if tree.opposed else ""
    return f"{name} ({role})" if role and name.upper() != role else role or name


def legend(tree: SearchTree, *, ends: bool = False) -> tuple[tuple[str, str], ...]:
    """List the signs that occur in a picture, each with its meaning.

    With `ends`, every end has a sign; else those have one where it is nobody's turn.
    """
    nodes = tree.nodes()
    kinds = {node.kind for node in nodes}
    movers = sorted({node.mover for node in nodes if node.mover is not None})
    players = ((f"player{number}", f"{player_name(tree, number)} to move") for number in movers)
    signs = (
        ("over", "the end", ends and NodeKind.FINAL in kinds),
        ("none", "the end", not ends and any(node.kind is NodeKind.FINAL and node.mover is None for node in nodes)),
        ("best", "best play", any(node.best for node in nodes[1:])),
        ("pruned", "pruned", any(node.skipped for node in nodes)),
        ("bound", "only a bound", any(node.bound is not Bound.EXACT and node.worth for node in nodes)),
        ("estimate", "estimate at the depth limit", NodeKind.ESTIMATE in kinds),
        ("cutoff", "cut off by the game's own test", NodeKind.CUTOFF in kinds),
        ("hit", "value from the table", NodeKind.HIT in kinds),
    )
    return (*players, *((sign, meaning) for sign, meaning, occurs in signs if occurs))


def tooltip(node: TreeNode, tree: SearchTree) -> str:
    """Tell all about a node, for hovering over it."""
    if node.kind is NodeKind.MORE:
        return node.text
    lines = [node.text]
    if node.move:
        lines.append(f"after {node.move}")
    if node.mover is not None and node.kind is not NodeKind.FINAL:
        lines.append(f"{player_name(tree, node.mover)} to move")
    if node.kind is not NodeKind.INNER:
        lines.append(MEANINGS[node.kind] + (f": {node.ending}" if node.ending else ""))
    if node.worth is not None:
        lines.append(f"value {worth_text(node.worth, node.bound)}")
    if node.entered is not None:
        lines.append(f"window {window_text(node.entered)}")
    if node.closed is not None and node.closed != node.entered:
        lines.append(f"window at the end {window_text(node.closed)}")
    if node.skipped:
        by = f" by {'an' if node.cut == 'alpha' else 'a'} {node.cut} cut-off" if node.cut else ""
        lines.append(count_of(node.skipped, "branch", "branches") + f" pruned{by}")
    return "\n".join(lines)


MEANINGS = {
    NodeKind.FINAL: "the game is over",
    NodeKind.ESTIMATE: "estimated at the depth limit",
    NodeKind.CUTOFF: "cut off by the game's own test, and estimated",
    NodeKind.HIT: "answered by the table",
    NodeKind.PRUNED: "pruned: never looked at",
}
