"""The two games that are compared, from what people name; and the answers of each as text, which both can give."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from pyengine.api import games, load
from pyengine.errors import ParameterError, PyengineError, ReasonerError
from pyengine.game import Game, estimates, expand, offers
from pyengine.language.contract import QUESTIONS, Entry
from pyengine.native import twin
from pyengine.native.named_class import open_class, plain_parameters
from pyengine.optional_checker import examples
from pyengine.reasoners.names import REASONERS, Reasoner
from pyengine.search.retrograde import endless_worth
from pyengine.terms import Atom, Number
from pyengine.texts import drawing, is_class_name, move_text, name_of, parse_state, state_text
from pyengine.winners import tell_winners, winners

T = TypeVar("T")
_QUESTIONS: Final = {entry.name: entry for entry in QUESTIONS}


class Failure(NamedTuple):
    """What a game raised in place of an answer."""

    text: str


class PositionAnswers(NamedTuple):
    """A position as both sides can tell it: `moves[i]` is the text of the move `made[i]` to `children[i]`."""

    player: str
    moves: tuple[str, ...]
    children: tuple[Any, ...]
    utilities: tuple[Number, ...] | None
    made: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """A game under the name that the report gives it."""

    name: str
    game: Game[Any, Any]

    def start(self) -> Any:
        """Give the start position, which can be hashed."""
        start = self.game.initial
        hash(start)
        return start

    def endless(self) -> Number:
        """Give what endless play is worth to MAX."""
        return endless_worth(self.game)

    def ending(self, utilities: tuple[Number, ...]) -> str:
        """Tell who has won a game that ended so."""
        return tell_winners(winners(self.game, utilities), self.players())

    def players(self) -> tuple[str, ...]:
        """Name the players, in order."""
        return tuple(cell_text(player) for player in self.game.players)

    def answers(self, state: Any) -> PositionAnswers:
        """Expand a position."""
        expansion = expand(self.game, state)
        made = tuple(expansion.moves)
        moves = tuple(move_text(self.game, move, state) for move in made)
        children = tuple(expansion.children)
        if len(moves) != len(children):
            raise ValueError(f"expand gives {len(moves)} moves and {len(children)} positions after them")
        hash(children)
        if expansion.utilities is not None:
            return PositionAnswers("", (), (), tuple(expansion.utilities))
        return PositionAnswers(cell_text(self.game.players[expansion.mover]), moves, children, None, made)

    def offers(self, feature: str) -> bool:
        """Tell whether the game has an optional feature; a class has a notation where it reads one."""
        if feature == "staticval":
            return estimates(self.game)
        if feature == "notation" and not hasattr(self.game, "offers"):
            return getattr(self.game, "parse_state", None) is not None
        return offers(self.game, feature)

    def ask(self, feature: str, state: Any) -> Any:
        """Answer a question about a position that the game offers to answer."""
        if feature == "notation":
            return state_text(self.game, state)
        if feature == "reading":
            read = parse_state(self.game, state_text(self.game, state))
            return True if read == state else f"read as {state_text(self.game, read)}"
        if feature in _QUESTIONS and feature != "repetition":
            return self._question(_QUESTIONS[feature], state)
        answer = getattr(self.game, feature)(state)
        if feature in ("canonical", "repetition"):
            hash(answer)
        if feature == "board":
            return tuple(tuple(cell_text(cell) for cell in row) for row in answer or ())
        return answer

    def _question(self, question: Entry, state: Any) -> Any:
        """Answer a question of the contract, for each example of what is given besides; classes are told as text."""
        answers = [getattr(self.game, question.name)(state, *given) for given in examples(question)]
        told = tuple(cell_text(answer) for answer in answers) if question.wanted == "class" else tuple(answers)
        return told[0] if len(told) == 1 else told

    def tried_first(self, state: Any, answers: PositionAnswers) -> tuple[str, ...]:
        """Give the moves in the order in which a search tries them, by the game's own scores."""
        scores = [self.game.order(state, move) for move in answers.made]  # type: ignore[attr-defined]
        scored = [place for place, score in enumerate(scores) if score is not None]
        ranked = sorted(scored, key=lambda place: -scores[place])
        unscored = [place for place, score in enumerate(scores) if score is None]
        return tuple(answers.moves[place] for place in (*ranked, *unscored))

    def text(self, state: Any) -> str:
        """Write a position; one that cannot be written is no reason to lose a report."""
        found = attempt(state_text, self.game, state)
        return f"(cannot be written: {found.text})" if isinstance(found, Failure) else found

    def picture(self, state: Any) -> str | None:
        """Show a position to people, where the game can."""
        if not (self.offers("show") or self.offers("board")):
            return None
        found = attempt(drawing, self.game, state)
        return None if isinstance(found, Failure) else found


def attempt(question: Callable[..., T], *about: Any, **within: Any) -> T | Failure:
    """Ask something of a game that may raise anything."""
    try:
        return question(*about, **within)
    except PyengineError as error:
        return Failure(str(error))
    except (Exception, SystemExit) as error:  # a game under test may raise anything
        return Failure(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__)


def cell_text(cell: object) -> str:
    """Write a player or the cell of a board, an atom without its quotes."""
    return cell.name if isinstance(cell, Atom) else str(cell)


Given = str | Path | Game[Any, Any]
"""A game, the name of one that comes with pyengine, the path of a rule file, `module:Class` or `file.py:Class`."""


def open_sides(
    a: Given, b: Given | None, parameters: Mapping[str, object], trust: bool
) -> tuple[ComparedSide, ComparedSide]:
    """Make both games, with the same parameters; without a second, the native twin of the first."""
    first = open_game(a, parameters, trust)
    if b is None and not (isinstance(a, str) and a in games()):
        raise ParameterError("compare needs a second game: only the games that come with pyengine have a twin")
    second = twin(str(a), **plain_parameters(parameters)) if b is None else open_game(b, parameters, trust)
    names = name_of(first), name_of(second)
    if names[0] == names[1]:
        names = f"{names[0]} (1)", f"{names[1]} (2)"
    return ComparedSide(names[0], first), ComparedSide(names[1], second)


def open_game(given: Given, parameters: Mapping[str, object], trust: bool) -> Game[Any, Any]:
    """Make one game; parameters are for games that are named, not for those made already."""
    if isinstance(given, str) and is_class_name(given):
        return open_class(given, parameters)
    if isinstance(given, str | Path):
        return load(given, trust=trust, **parameters)  # type: ignore[arg-type]
    if parameters:
        raise ParameterError(f"{name_of(given)} is made already: parameters are for games given by name")
    return given


def contestants(
    given: Given | None, side: ComparedSide, parameters: Mapping[str, object], trust: bool
) -> list[ComparedSide]:
    """Give a side once for each reasoner that can answer its rules."""
    if not hasattr(side.game, "program") or not isinstance(given, str | Path):
        return [side]
    served = by_reasoner(lambda reasoner: load(given, reasoner=reasoner, trust=trust, **parameters))  # type: ignore[arg-type]
    return [ComparedSide(f"{side.name} ({reasoner})", game) for reasoner, game in served.items()]


def by_reasoner(load: Callable[[Reasoner], T], refused: dict[str, str] | None = None) -> dict[str, T]:
    """Load a game, or a position of it, once for each reasoner that can serve it; `refused` gets why others cannot."""
    found: dict[str, T] = {}
    for reasoner in REASONERS:
        if reasoner == "auto":
            continue
        try:
            loaded = load(reasoner)
        except ReasonerError as error:  # it cannot serve here
            if refused is not None:
                refused[reasoner] = str(error)
            continue
        if getattr(getattr(loaded, "game", loaded), "reasoner", None) == reasoner:  # and not another for it
            found[reasoner] = loaded
    return found
