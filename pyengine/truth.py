"""Published figures about the games, kept beside their rule files, and whether a game agrees with them.

`rules/NAME.perft` and `rules/NAME.values` are Prolog facts. `source(Text)` says where the facts after it come from. The
first argument of every other fact lists the parameters, as in `[width=4, height=4]`; a position is given in the
game's own notation, as text, and moves are texts too.

    perft(Params, Counts)              move sequences of length 1, 2, 3 …
    perft(Params, Position, Counts)
    value(Params, Value)               for MAX, or a list with one value for each player
    value(Params, Position, Value)
    states(Params, Count)              distinct positions that can be reached
    states_by_ply(Params, Counts)      after 0, 1, 2 … plies
    classes(Params, Count)             distinct positions up to symmetry
    classes_by_ply(Params, Counts)
    nodes(Params, Count)               nodes of the whole game tree, the root included
    nodes(Params, Position, Count)
    games(Params, Count)               complete games
    games_by_value(Params, Pairs)      complete games by their worth to MAX, as [1-131184, …]
    ends(Params, Pairs)                distinct final positions by their worth to MAX
    moves(Params, Position, Texts)     the legal moves, in any order
    move_values(Params, Pairs)         what each first move is worth, as ["1"-0, …]
    line(Params, Texts)                the principal variation
    outcomes(Params, Pairs)            positions of a game with cycles by their worth to who moves
    longest(Params, Plies)             the longest forced win in it
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pyengine.errors import Finding, RuleFileError, Severity
from pyengine.game import Game, expand
from pyengine.language.reading.reader import open_source, read_program
from pyengine.language.shipped import shipped
from pyengine.search import count_states, perft, retrograde, solve, states
from pyengine.terms import Compound, List, Number, Term, to_python
from pyengine.texts import line_texts, move_text

AnyGame = Game[Any, Any]


@dataclass(frozen=True, slots=True)
class Figure:
    """One published fact: what it says, for which parameters, and who says so.

    `position` is None where it is about the start. `expected` is a number, a text, a tuple, or a dict for pairs.
    """

    game: str
    kind: str
    parameters: Mapping[str, object]
    position: str | None
    expected: Any
    source: str
    line: int

    def __str__(self) -> str:
        given = ", ".join(f"{name}={value}" for name, value in self.parameters.items())
        where = f" from {self.position}" if self.position is not None else ""
        return f"{self.kind} of {self.game}{f' ({given})' if given else ''}{where}"


def published(name: str) -> tuple[Figure, ...]:
    """Read the published figures about a game that comes with pyengine; none where there is no such file.

    >>> [figure.expected for figure in published("nim") if figure.kind == "value"][0]
    1
    """
    files = (shipped("rules") / f"{name}.{ending}" for ending in ("perft", "values"))
    return tuple(figure for file in files if file.is_file() for figure in _read(name, file))


def _read(name: str, file: Path) -> Iterator[Figure]:
    source, unreadable = open_source(file)
    program, syntax = read_program(source)
    findings = [*unreadable, *syntax]
    origin = ""
    for clause in program.sentences:
        term = clause.term
        place = source.place(clause.layout.start)
        if isinstance(term, Compound) and term.name == "source" and len(term.args) == 1:
            origin = str(to_python(term.args[0]))
        elif isinstance(term, Compound) and (term.name in CHECKS) and len(term.args) in (2, 3):
            position = str(to_python(term.args[1])) if len(term.args) == 3 else None
            expected = _plain(term.args[-1])
            yield Figure(name, term.name, _parameters(term.args[0]), position, expected, origin, place.line)
        else:
            findings.append(Finding(Severity.ERROR, "unknown-figure", f"no figure is called so: {term}", place))
    if findings:
        raise RuleFileError(tuple(findings))


def measure(game: Game[Any, Any], figure: Figure) -> object:
    """Compute what a figure is about, from the game itself; equal to `figure.expected` where the two agree."""
    start = game.initial if figure.position is None else game.parse_state(figure.position)  # type: ignore[attr-defined]
    return CHECKS[figure.kind](game, start, figure.expected)


def _parameters(term: Term) -> dict[str, object]:
    return {str(pair.args[0]): to_python(pair.args[1]) for pair in term}  # type: ignore[union-attr]


def _plain(term: Term) -> Any:
    """Give lists of pairs as dicts, other lists as lists."""
    if isinstance(term, List) and term.items and all(isinstance(item, Compound) for item in term.items):
        return {to_python(pair.args[0]): to_python(pair.args[1]) for pair in term.items}  # type: ignore[union-attr]
    return to_python(term)


# What each kind of figure asks of a game, from a position on; `expected` says how far to count.


def _perft(game: AnyGame, start: Any, expected: Any) -> list[int]:
    return [perft(game, depth, start) for depth in range(1, len(expected) + 1)]


def _value(game: AnyGame, start: Any, expected: Any) -> Number | list[Number] | None:
    found = solve(game, start)
    return list(found.values or ()) if isinstance(expected, list) else found.value


def _states_by_ply(
    game: AnyGame, start: Any, expected: Any, key: Callable[[Any], Any] = lambda state: state
) -> list[int]:
    """Count ply by ply; right where a position is always reached after the same number of plies."""
    ply = {key(start): start}
    counts = [1]
    while len(counts) < len(expected):
        ply = {key(child): child for state in ply.values() for child in expand(game, state).children}
        counts.append(len(ply))
    return counts


def _classes_by_ply(game: AnyGame, start: Any, expected: Any) -> list[int]:
    return _states_by_ply(game, start, expected, game.canonical)  # type: ignore[attr-defined]


def _fold(game: AnyGame, start: Any, leaf: Callable[[Any], Any], join: Callable[[list[Any]], Any]) -> Any:
    """Work out something of a whole game without cycles, from the ends back; each position once."""
    known: dict[Any, Any] = {}
    children: dict[Any, tuple[Any, ...]] = {}
    stack = [start]
    while stack:
        state = stack[-1]
        if state in known:
            stack.pop()
        elif state in children:
            known[state] = join([known[child] for child in children.pop(state)])
        else:
            expansion = expand(game, state)
            if expansion.utilities is not None:
                known[state] = leaf(expansion.utilities[0])
            else:
                children[state] = expansion.children
                stack.extend(child for child in expansion.children if child not in known)
    return known[start]


def _nodes(game: AnyGame, start: Any, expected: Any) -> Any:
    return _fold(game, start, lambda _: 1, lambda counts: 1 + sum(counts))


def _games(game: AnyGame, start: Any, expected: Any) -> Any:
    return _fold(game, start, lambda _: 1, sum)


def _games_by_value(game: AnyGame, start: Any, expected: Any) -> dict[Number, int]:
    return dict(_fold(game, start, lambda value: Counter({value: 1}), lambda counts: sum(counts, Counter())))


def _ends(game: AnyGame, start: Any, expected: Any) -> dict[Number, int]:
    worth = (expand(game, state).utilities for state in states(game, start))
    return dict(Counter(utilities[0] for utilities in worth if utilities is not None))


def _moves(game: AnyGame, start: Any, expected: Any) -> list[str]:
    """Give the texts in the order of the figure, those that it does not have last."""
    texts = [move_text(game, move, start) for move in expand(game, start).moves]
    return sorted(texts, key=lambda text: expected.index(text) if text in expected else len(expected))


def _move_values(game: AnyGame, start: Any, expected: Any) -> dict[str, Number]:
    found = solve(game, start, all_best=True)
    return {move_text(game, move, start): value for move, value in found.moves}


def _line(game: AnyGame, start: Any, expected: Any) -> list[str]:
    return list(line_texts(game, start, solve(game, start).line))


def _outcomes(game: AnyGame, start: Any, expected: Any) -> dict[Number, int]:
    counts: Counter[Number] = Counter()
    for label in retrograde(game, start):
        expansion = expand(game, label.state)
        mover = expansion.mover if expansion.utilities is None else list(game.players).index(game.to_move(label.state))
        counts[label.value if mover == 0 else -label.value] += 1
    return dict(counts)


def _longest(game: AnyGame, start: Any, expected: Any) -> int:
    return max(label.distance or 0 for label in retrograde(game, start))


CHECKS: Final[Mapping[str, Callable[[AnyGame, Any, Any], object]]] = {
    "perft": _perft,
    "value": _value,
    "states": lambda game, start, expected: count_states(game, start),
    "states_by_ply": _states_by_ply,
    "classes": lambda game, start, expected: count_states(game, start, symmetric=True),
    "classes_by_ply": _classes_by_ply,
    "nodes": _nodes,
    "games": _games,
    "games_by_value": _games_by_value,
    "ends": _ends,
    "moves": _moves,
    "move_values": _move_values,
    "line": _line,
    "outcomes": _outcomes,
    "longest": _longest,
}
