"""The checker of the methods that a game may have besides: what people see, read and write, and what searches may ask.

A search may never ask for a board, nor a person for the order of moves, and so a mistake in them would show late.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import Any, Final, Protocol

from pyengine.boards.layouts import NAMES as LAYOUTS
from pyengine.boards.looks import PIECES
from pyengine.boards.palette import COLOURS
from pyengine.boards.picture import layout_of, looks_of, named_rows, said
from pyengine.boards.shapes import SHAPES, read_shapes
from pyengine.errors import BoardError, InvalidStateError, Severity, TermSyntaxError
from pyengine.game import Expansion, is_number, offers
from pyengine.language.contract import QUESTIONS, Entry
from pyengine.terms import is_ground, is_term

FIRST: Final = 60
"""Positions of a walk that are all asked about; later ones now and then, since each costs several questions."""
EVERY: Final = 50
FINAL: Final = 40
"""Final positions that are asked about, however late they come."""
SHOWN: Final = 100


_OF_THE_GAME: Final = ("infinite", "draw_value")
_LAYOUTS: Final = f"layouts: {', '.join(LAYOUTS)}"
_LOOKS: Final = f"pieces: {', '.join(PIECES)}; colours: {', '.join(COLOURS)}"
_SHAPES: Final = f"shapes: {', '.join(SHAPES)}; each may have a list of properties, as in [fill(red), cell(a1)]"
_KINDS: Final = {"": "True or False", "number": "a number", "class": "a value that can be compared and hashed"}
_EXAMPLES: Final[dict[str, tuple[Any, ...]]] = {"depth": (1, 2, 5, 20)}


def examples(question: Entry) -> Iterator[tuple[Any, ...]]:
    """Give examples of what a question is given besides the position."""
    return product(*(_EXAMPLES[kind] for kind in question.given))


def is_answer(question: Entry, answer: Any) -> bool:
    """Tell whether a game may give such an answer to a question."""
    if answer is None:
        return question.may_fail
    if not question.wanted:
        return hasattr(answer, "__bool__") and bool(answer) in (True, False)
    if question.wanted == "number":
        return is_number(answer)
    return isinstance(answer, Hashable) and (not is_term(answer) or is_ground(answer))  # type: ignore[arg-type]


class FindingSink(Protocol):
    """Where findings go."""

    def report(
        self, code: str, message: str, *, about: str, severity: Severity | None = None, hint: str | None = None
    ) -> None:
        """Note a finding, once for each code."""

    def report_raised(self, error: BaseException, state: Any, *, about: str) -> None:
        """Note what the game raised."""

    def text(self, state: Any) -> str:
        """Write a position for a message."""


@dataclass
class OptionalChecker:
    """Asks one game, position by position; what has gone wrong once is not asked any more."""

    game: Any
    report: FindingSink
    met: int = 0
    finals: int = 0
    _over: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        named = getattr(self.game, "offers", None)  # rules say what they define; a native game has methods
        asked: dict[str, Callable[[Any, Expansion[Any, Any]], None]] = {"board": self._board, "show": self._show}
        asked["shapes"] = self._shapes
        asked |= {entry.name: partial(self._question, entry) for entry in QUESTIONS}
        self._questions = {name: ask for name, ask in asked.items() if offers(self.game, name)}
        if offers(self.game, "order"):
            self._questions["order"] = self._order
        if "notation" in named if named is not None else getattr(self.game, "parse_state", None):
            self._questions["notation"] = self._notation
        if "move_notation" in named if named is not None else hasattr(self.game, "move_text"):
            self._questions["move_notation"] = partial(self._move_texts, "move_notation", self.game.move_text)
        if offers(self.game, "move_coordinates"):
            write = self.game.move_coordinates
            self._questions["move_coordinates"] = partial(self._move_texts, "move_coordinates", write)
        if named is not None and "state" in named:  # in a native game, a state may be anything
            self._questions["state"] = self._state
        for name in _OF_THE_GAME:
            if offers(self.game, name):
                self._ask(name, partial(self._worth, name), None)
        if offers(self.game, "layout"):
            self._ask("layout", self._layout, None)

    def examine(self, state: Any, expansion: Expansion[Any, Any]) -> None:
        """Ask about a position, if it is one of those that are asked about."""
        self.met += 1
        self.finals += expansion.is_terminal
        if self.met > FIRST and self.met % EVERY and not (expansion.is_terminal and self.finals <= FINAL):
            return
        for name, question in self._questions.items():
            self._ask(name, lambda question=question: question(state, expansion), state)  # type: ignore[misc]

    def _ask(self, name: str, question: Callable[[], None], state: Any) -> None:
        if name in self._over:
            return
        try:
            question()
        except (Exception, SystemExit) as error:  # a game under test may raise anything
            self._over.add(name)
            self.report.report_raised(error, state, about=name)

    def _wrong(self, name: str, code: str, message: str, hint: str, severity: Severity = Severity.WARNING) -> None:
        self._over.add(name)
        self.report.report(code, message, about=name, severity=severity, hint=hint)

    def _wrong_answer(self, name: str, code: str, answer: Any, state: Any, hint: str) -> None:
        message = f"{name} gives {answer!r} for {self.report.text(state)}"
        self._wrong(name, code, message, hint, Severity.ERROR)

    def _board(self, state: Any, expansion: Expansion[Any, Any]) -> None:
        rows = self.game.board(state)
        if rows is None or any(isinstance(row, str) or not hasattr(row, "__iter__") for row in rows):
            self._wrong_answer("board", "no-board", rows, state, "a board is a list of rows, each a list of cells")
        elif "layout" not in self._over and "look" not in self._over:
            self._picture(state)

    def _layout(self) -> None:
        """The layout is one that boards have."""
        try:
            layout_of(self.game)
        except BoardError as error:
            self._wrong("layout", "wrong-layout", str(error), _LAYOUTS, Severity.ERROR)

    def _picture(self, state: Any) -> None:
        """The cells of a board have looks, and a layout with places for them."""
        try:
            layout = layout_of(self.game)
            rows = named_rows(self.game, state, layout)
        except BoardError as error:
            message = f"{error}, in {self.report.text(state)}"
            self._wrong("layout", "wrong-layout", message, _LAYOUTS, Severity.ERROR)
            return
        if rows is None or not offers(self.game, "look"):
            return
        try:
            looks_of(self.game, rows, layout)
        except BoardError as error:
            message = f"{error}, in {self.report.text(state)}"
            self._wrong("look", "wrong-look", message, _LOOKS, Severity.ERROR)

    def _shapes(self, state: Any, expansion: Expansion[Any, Any]) -> None:
        """Shapes are such as can be drawn."""
        try:
            given = said(self.game, "shapes", state)
            if given is not None:
                read_shapes(given)
        except BoardError as error:
            message = f"{error}, in {self.report.text(state)}"
            self._wrong("shapes", "wrong-shape", message, _SHAPES, Severity.ERROR)

    def _show(self, state: Any, expansion: Expansion[Any, Any]) -> None:
        text = self.game.show(state)
        if not isinstance(text, str):
            self._wrong_answer("show", "no-text", text, state, "show gives text")

    def _state(self, state: Any, expansion: Expansion[Any, Any]) -> None:
        """What play leads to is a position."""
        if not self.game.is_position(self.game.term(state)):
            message = f"play leads to {self.report.text(state)}, and state/1 does not hold of it"
            self._wrong("state", "not-a-state", message, "let state(S) hold of all positions that can come up")

    def _question(self, entry: Entry, state: Any, expansion: Expansion[Any, Any]) -> None:
        """What the contract's table says of a question: what it is given, and what its answer is."""
        for given in examples(entry):
            answer = getattr(self.game, entry.name)(state, *given)
            if not is_answer(entry, answer):
                hint = f"it gives {_KINDS[entry.wanted]}"
                self._wrong_answer(entry.name, f"wrong-{entry.name}", answer, state, hint)
                return

    def _worth(self, name: str) -> None:
        worth = getattr(self.game, name)
        value = worth() if callable(worth) else worth
        if value is not None or name != "draw_value":  # a game need not know what a draw is
            self._number(value, name, name)

    def _order(self, state: Any, expansion: Expansion[Any, Any]) -> None:
        score_all = getattr(self.game, "score_moves", None)
        if score_all is not None:
            scores = score_all(state)
        else:
            scores = [self.game.order(state, move) for move in expansion.moves]
        for move, score in zip(expansion.moves, scores, strict=False):
            if score is not None:
                self._number(score, "order", f"order of {move} in {self.report.text(state)}")

    def _number(self, value: Any, name: str, what: str) -> None:
        if not is_number(value):
            hint = "a score is a number, or None where there is none"
            self._wrong(name, f"{name}-not-a-number", f"{what} is {value!r}", hint, Severity.ERROR)

    def _notation(self, state: Any, expansion: Expansion[Any, Any]) -> None:
        """What was written is read again, as the same position."""
        text = self.game.text(state)
        try:
            read = self.game.parse_state(text)
        except (InvalidStateError, TermSyntaxError):
            message = f"the notation of {self.report.text(state)} is {_short(text)}, which cannot be read again"
            hint = "let notation give the state for a text, too: then people can set up positions"
            self._wrong("notation", "notation-not-read", message, hint)
            return
        if read != state:
            message = f"the notation of {self.report.text(state)} is {_short(text)}, which is read as "
            hint = "a notation says all that a position is made of, and different positions differ in it"
            self._wrong(
                "notation", "notation-of-another", message + self.report.text(read), hint, severity=Severity.ERROR
            )

    def _move_texts(
        self, name: str, write: Callable[[Any, Any], Any], state: Any, expansion: Expansion[Any, Any]
    ) -> None:
        """No two moves of a position are called alike, so that each can be named."""
        written: dict[str, Any] = {}
        for move in dict.fromkeys(expansion.moves):
            if (answer := write(move, state)) is None:
                continue
            text = str(answer)
            if text in written:
                message = f"{written[text]} and {move} are both called {_short(text)} in {self.report.text(state)}"
                hint = "moves of one position need different texts, or people cannot choose"
                self._wrong(name, "moves-called-alike", message, hint)
                return
            written[text] = move


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
