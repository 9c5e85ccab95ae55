"""Published figures about the games, kept beside their rule files, and whether a game agrees with them.

`rules/NAME.perft` and `rules/NAME.values` are Prolog facts. `source(Text)` says where the facts after it come from. The
first argument of every other fact lists the parameters, as in `[width=4, height=4]`. A figure that is not about the
start has a position as its second argument, as text in the game's own notation; moves are texts too.

    perft(Params, Counts)              move sequences of length 1, 2, 3 …
    perft_with_ends(Params, Counts)    the same, where a game that has ended before counts as one
    value(Params, Value)               for MAX, or a list with one value for each player
    states(Params, Count)              distinct positions that can be reached
    states_by_ply(Params, Counts)      after 0, 1, 2 … plies
    classes(Params, Count)             distinct positions up to symmetry
    classes_by_ply(Params, Counts)
    nodes(Params, Count)               nodes of the whole game tree, the root included
    games(Params, Count)               complete games
    games_by_value(Params, Pairs)      complete games by their worth to MAX, as [1-131184, …]
    ends(Params, Pairs)                distinct final positions by their worth to MAX
    end_classes(Params, Pairs)         the same up to symmetry
    moves(Params, Texts)               the legal moves, in any order
    move_values(Params, Pairs)         what each first move is worth, as ["1"-0, …]
    line(Params, Texts)                the principal variation
    outcomes(Params, Pairs)            distinct positions by their worth to who moves
    longest(Params, Plies)             the longest forced win of a game with cycles
    lost_classes(Params, Pairs)        positions up to symmetry that who moves loses, by plies to the end
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeGuard

from pyengine.errors import Finding, RuleFileError, Severity
from pyengine.game import Game, expand, is_number, offers
from pyengine.language.reading.files import open_source
from pyengine.language.reading.reader import read_program
from pyengine.language.shipped import shipped
from pyengine.search import count_states, perft, retrograde, solve, states
from pyengine.terms import Compound, List, Number, Term, is_ground, to_python
from pyengine.texts import line_texts, move_text, parse_state

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
    return tuple(figure for file in files if file.is_file() for figure in read_figures(name, file))


def read_figures(name: str, file: Path) -> tuple[Figure, ...]:
    """Read a file of figures about a game; RuleFileError with everything that is wrong with it."""
    source, unreadable = open_source(file)
    program, syntax = read_program(source)
    findings = [*unreadable, *syntax]
    figures = []
    origin = ""
    for clause in program.sentences:
        place = source.place(clause.layout.start)
        try:
            if _is_fact(clause.term, "source", 1):
                origin = str(to_python(clause.term.args[0]))
            else:
                figures.append(_figure(name, clause.term, origin, place.line))
        except _Malformed as error:
            findings.append(Finding(Severity.ERROR, error.code, str(error), place, error.hint))
    if findings:
        raise RuleFileError(tuple(findings))
    return tuple(figures)


class _Malformed(Exception):  # noqa: N818 - becomes a finding
    def __init__(self, code: str, message: str, hint: str | None = None) -> None:
        self.code, self.hint = code, hint
        super().__init__(message)


def _figure(game: str, term: Term, origin: str, line: int) -> Figure:
    name = term.name if isinstance(term, Compound) else str(term)
    if name not in KINDS:
        near = difflib.get_close_matches(name, KINDS, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(KINDS)}"
        raise _Malformed("unknown-figure", f"no figure is called {name}", hint)
    if not isinstance(term, Compound) or len(term.args) not in (2, 3):
        hint = f"{name}(Params, Figure), or {name}(Params, Position, Figure)"
        raise _Malformed("malformed-figure", f"{name} has two or three arguments", hint)
    if not origin:
        raise _Malformed("no-source", f"{name} comes before any source", 'say where it is from: source("...").')
    if not is_ground(term):
        raise _Malformed("malformed-figure", f"a figure has no variables: {term}", 'texts have quotes: "W:W30:B27"')
    position = to_python(term.args[1]) if len(term.args) == 3 else None
    if not isinstance(position, str | None):
        raise _Malformed("malformed-figure", f"a position is a text, not {term.args[1]}")
    expected = _plain(term.args[-1])
    shape = KINDS[name].shape
    if not SHAPES[shape](expected):
        raise _Malformed("malformed-figure", f"{name} gives {shape}, not {term.args[-1]}")
    return Figure(game, name, _parameters(term.args[0]), position, expected, origin, line)


def _parameters(term: Term) -> dict[str, object]:
    found = {}
    for pair in term.items if isinstance(term, List) else (term,):
        if not _is_fact(pair, "=", 2):
            raise _Malformed("malformed-figure", f"parameters are a list such as [width=4, height=4], not {term}")
        found[str(pair.args[0])] = to_python(pair.args[1])
    return found


def _plain(term: Term) -> Any:
    """Give lists of pairs as dicts, other lists as lists."""
    if isinstance(term, List) and term.items and all(_is_fact(item, "-", 2) for item in term.items):
        return {to_python(pair.args[0]): to_python(pair.args[1]) for pair in term.items if _is_fact(pair, "-", 2)}
    return to_python(term)


def _is_fact(term: Term, name: str, arity: int) -> TypeGuard[Compound]:
    return isinstance(term, Compound) and (term.name, len(term.args)) == (name, arity)


SHAPES: Final[Mapping[str, Callable[[Any], bool]]] = {
    "a count": lambda found: isinstance(found, int),
    "a number, or a list with one for each player": lambda found: (
        is_number(found) or (isinstance(found, list) and bool(found) and all(map(is_number, found)))
    ),
    "a list of counts": lambda found: (
        isinstance(found, list) and bool(found) and all(isinstance(count, int) for count in found)
    ),
    "a list of texts": lambda found: isinstance(found, list) and all(isinstance(text, str) for text in found),
    "a list of pairs": lambda found: isinstance(found, dict) and all(map(is_number, found.values())),
}
"""What figures say, and how to tell."""


def measure(game: Game[Any, Any], figure: Figure) -> object:
    """Compute what a figure is about, from the game itself; equal to `figure.expected` where the two agree."""
    start = game.initial if figure.position is None else parse_state(game, figure.position)
    return KINDS[figure.kind].measure(game, start, figure.expected)


# What each kind of figure asks of a game, from a position on; `expected` says how far to count.


def _perft(game: AnyGame, start: Any, expected: Any) -> list[int]:
    return [perft(game, depth, start) for depth in range(1, len(expected) + 1)]


def _perft_with_ends(game: AnyGame, start: Any, expected: Any) -> list[int]:
    ways, ended = Counter({start: 1}), 0
    counts: list[int] = []
    while len(counts) < len(expected):
        following: Counter[Any] = Counter()
        for state, number in ways.items():
            children = expand(game, state).children
            ended += 0 if children else number
            for child in children:
                following[child] += number
        ways = following
        counts.append(ended + ways.total())
    return counts


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


def _games_by_value(game: AnyGame, start: Any, expected: Any) -> dict[Number, int]:
    return dict(_fold(game, start, lambda value: Counter({value: 1}), lambda counts: sum(counts, Counter())))


def _ends(game: AnyGame, start: Any, expected: Any, symmetric: bool = False) -> dict[Number, int]:
    worth = (expand(game, state).utilities for state in states(game, start, symmetric=symmetric))
    return dict(Counter(utilities[0] for utilities in worth if utilities is not None))


def _moves(game: AnyGame, start: Any, expected: Any) -> list[str]:
    """Give the texts in the order of the figure, those that it does not have last."""
    texts = [move_text(game, move, start) for move in expand(game, start).moves]
    return sorted(texts, key=lambda text: expected.index(text) if text in expected else len(expected))


def _move_values(game: AnyGame, start: Any, expected: Any) -> dict[str, Number]:
    found = solve(game, start, all_best=True)
    return {move_text(game, move, start): value for move, value in found.moves}


def _outcomes(game: AnyGame, start: Any, expected: Any) -> dict[Number, int]:
    counts: Counter[Number] = Counter()
    for label in retrograde(game, start):
        expansion = expand(game, label.state)
        mover = expansion.mover if expansion.utilities is None else list(game.players).index(game.to_move(label.state))
        counts[label.value if mover == 0 else -label.value] += 1
    return dict(counts)


def _longest(game: AnyGame, start: Any, expected: Any) -> int:
    return max(label.distance or 0 for label in retrograde(game, start, symmetric=offers(game, "canonical")))


def _lost_classes(game: AnyGame, start: Any, expected: Any) -> dict[int, int]:
    """Count lost positions by distance; the game's representatives must be positions themselves."""
    first = game.players[0]
    return dict(
        Counter(
            distance
            for state, value, distance in retrograde(game, start, symmetric=True)
            if distance is not None and value and (value < 0) == (game.to_move(state) == first)
        )
    )


class FigureKind(NamedTuple):
    """How figures of one kind are measured, and which of `SHAPES` they have."""

    measure: Callable[[Any, Any, Any], object]
    shape: str


KINDS: Final[Mapping[str, FigureKind]] = {
    "perft": FigureKind(_perft, "a list of counts"),
    "perft_with_ends": FigureKind(_perft_with_ends, "a list of counts"),
    "value": FigureKind(_value, "a number, or a list with one for each player"),
    "states": FigureKind(lambda game, start, expected: count_states(game, start), "a count"),
    "states_by_ply": FigureKind(_states_by_ply, "a list of counts"),
    "classes": FigureKind(lambda game, start, expected: count_states(game, start, symmetric=True), "a count"),
    "classes_by_ply": FigureKind(
        lambda game, start, expected: _states_by_ply(game, start, expected, game.canonical), "a list of counts"
    ),
    "nodes": FigureKind(lambda game, start, _: _fold(game, start, lambda _: 1, lambda of: 1 + sum(of)), "a count"),
    "games": FigureKind(lambda game, start, _: _fold(game, start, lambda _: 1, sum), "a count"),
    "games_by_value": FigureKind(_games_by_value, "a list of pairs"),
    "ends": FigureKind(_ends, "a list of pairs"),
    "end_classes": FigureKind(partial(_ends, symmetric=True), "a list of pairs"),
    "moves": FigureKind(_moves, "a list of texts"),
    "move_values": FigureKind(_move_values, "a list of pairs"),
    "line": FigureKind(
        lambda game, start, _: list(line_texts(game, start, solve(game, start).line)), "a list of texts"
    ),
    "outcomes": FigureKind(_outcomes, "a list of pairs"),
    "longest": FigureKind(_longest, "a count"),
    "lost_classes": FigureKind(_lost_classes, "a list of pairs"),
}
