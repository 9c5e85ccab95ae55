"""A session of play: what a player types in, what to print out. It neither reads nor prints."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pyengine.errors import IllegalMoveError, PyengineError, TermSyntaxError
from pyengine.game import estimates
from pyengine.play.level import Level
from pyengine.play.match import GameReference, Match, restore, save
from pyengine.quoting import quote_line
from pyengine.search import Result
from pyengine.search.known import Store
from pyengine.texts import AnyGame, drawing, line_texts, move_text, parse_move, state_text
from pyengine.winners import tell_end

COMMANDS: Final = {
    "moves": "list the legal moves",
    "hint": "what the engine would play here",
    "why": "how the engine expects the game to go on, and what that is worth",
    "eval": "what the position is worth: the rules' estimate, and the engine's search",
    "undo": "take back your last move, and what was played after it",
    "level": "show or set how the engine thinks: level 2s, level depth 4, level nodes 10000, level mcts, level random",
    "swap": "change sides with the engine",
    "show": "show the position again, also as text",
    "save": "save FILE: keep the game in a file",
    "load": "load FILE: go on with a game from a file",
    "new": "start again",
    "help": "this list",
    "quit": "leave",
}
"""What can be typed besides moves; each is a method of `Session`, `_type_` before its name."""

LINE = 100
"""Characters that moves may take where they are listed on a line."""

MOST_MOVES = 60
"""Moves that are listed; a position may have hundreds."""


@dataclass
class Session:
    """A match in progress. `people` are the indices of the players who type their moves; the engine has the others."""

    game: AnyGame
    people: frozenset[int]
    reference: GameReference
    level: Level = field(default_factory=Level)
    match: Match = field(init=False)
    thought: tuple[Match, Result[Any]] | None = field(default=None, init=False)
    closed: bool = field(default=False, init=False)
    start: Any = None
    chance: random.Random = field(default_factory=random.Random)
    store: Store | None = None

    def __post_init__(self) -> None:
        self.match = Match(self.game, (self.game.initial if self.start is None else self.start,))

    @property
    def players(self) -> list[str]:
        """The players, as text."""
        return [quote_line(str(player)) for player in self.game.players]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.match.expansion.utilities is not None

    @property
    def engine_to_move(self) -> bool:
        """Whether it is the engine's turn."""
        mover = self.match.mover()
        return mover >= 0 and mover not in self.people

    def think(self, level: Level | None = None) -> str:
        """Let the engine make its move, at its own level or at another, and say which."""
        mover = self.players[self.match.mover()]
        result = (level or self.level).think(self.game, self.match.state, self.chance, self.store)
        before = self.match
        self.match = before.play(result.best)
        self.thought = (before, result)
        return f"{mover} plays {quote_line(self.match.last_text())}"

    def tell_turn(self) -> str:
        """Say whose turn it is, or how the game has ended."""
        expansion = self.match.expansion
        if expansion.utilities is not None:
            return tell_end(self.game, expansion.utilities, self.players)
        times = self.match.repeated
        again = f" (this position is on the board for the {_ordinal(times)} time)" if times > 1 else ""
        count = len(expansion.moves)
        return f"{self.players[expansion.mover]} to move, {count} move{'s' * (count != 1)}{again}"

    def enter(self, entry: str) -> str:
        """Take what a player typed: a move, its number, or a command; give what there is to say.

        A legal move wins over a command of the same name; with a colon in front it is the command. What cannot be
        understood changes nothing.
        """
        text = entry.strip()
        if not text:
            return ""
        word, _, rest = text.lstrip(":").partition(" ")
        word = "quit" if word.lower() == "exit" else word.lower()
        command: Callable[[str], str] | None = getattr(self, f"_type_{word}") if word in COMMANDS else None
        try:
            is_move = not self.over and not text.startswith(":")
            if command is not None and not (is_move and text in self._move_texts()):
                return command(rest.strip())
            if is_move and (move := self._move(text)) is not None:
                mover = self.players[self.match.mover()]
                self.match = self.match.play(move)
                return f"{mover} plays {quote_line(self.match.last_text())}"
            return self._not_understood(text)
        except PyengineError as error:
            return str(error)

    def _move(self, text: str) -> Any | None:
        """Find the move that a text names; by its number only where no move is written as a number."""
        moves = self.match.expansion.moves
        number = text.removeprefix("#").rstrip(".)")
        if number.isdecimal() and (text.startswith("#") or not self.numbered_by_name):
            if 1 <= int(number) <= len(moves):
                return moves[int(number) - 1]
            raise IllegalMoveError(f"there are moves 1 to {len(moves)}, and no {number}")
        if text[0] == "_" or text[0].isupper():  # as a term it would be a variable, which fits every move
            return self._like(text)
        try:
            return parse_move(self.game, text, self.match.state)
        except TermSyntaxError:
            return None
        except IllegalMoveError as error:
            if "fits several" in str(error):
                raise
            return self._like(text)

    def _like(self, text: str) -> Any | None:
        """Find the only move that is written so, whether in capitals or not."""
        pairs = zip(self._move_texts(), self.match.expansion.moves, strict=True)
        fitting = [move for written, move in pairs if written.casefold() == text.casefold()]
        return fitting[0] if len(set(fitting)) == 1 else None

    @property
    def numbered_by_name(self) -> bool:
        """Whether moves are written as numbers here, so that a number is a move and not its place in the list."""
        return any(text.lstrip("-").isdecimal() for text in self._move_texts())

    def _move_texts(self) -> list[str]:
        return [move_text(self.game, move, self.match.state) for move in self.match.expansion.moves]

    def _listed_moves(self) -> list[str]:
        """Give the moves as they stand in a list: each is one line, whatever its notation holds."""
        return [quote_line(text) for text in self._move_texts()]

    def few_moves(self) -> str:
        """List the legal moves on a line; nothing where there are too many for one."""
        listed = "" if self.over else "  ".join(self._listed_moves())
        return listed if len(listed) <= LINE else ""

    def _not_understood(self, text: str) -> str:
        if self.over:
            return f"the game is over, and {text!r} is no command; undo, new, save and quit are"
        texts = self._listed_moves()
        listed = ", ".join(texts[:12]) + (f" and {len(texts) - 12} more" if len(texts) > 12 else "")
        return f"{text!r} is neither a legal move nor a command\nlegal moves: {listed}\nhelp lists the commands"

    def words(self) -> tuple[str, ...]:
        """List what can be typed here, for completion."""
        return (*(() if self.over else self._move_texts()), *COMMANDS)

    # Commands

    def _type_moves(self, _: str) -> str:
        if self.over:
            return "none, the game is over"
        texts = self._listed_moves()
        if self.numbered_by_name:
            return " ".join(texts)
        shown = [f"{number:3}. {text}" for number, text in enumerate(texts[:MOST_MOVES], 1)]
        if len(texts) > MOST_MOVES:
            shown.append(f"     … and {len(texts) - MOST_MOVES} more")
        return "\n".join(shown)

    def _result(self) -> Result[Any]:
        """Search the present position; at random level, for a second."""
        level = Level() if self.level.measure == "random" else self.level
        return level.think(self.game, self.match.state, self.chance, self.store)

    def _type_hint(self, _: str) -> str:
        if self.over:
            return "the game is over"
        result = self._result()
        self.thought = (self.match, result)
        return f"{quote_line(move_text(self.game, result.best, self.match.state))} ({self._worth(result)})"

    def _type_why(self, _: str) -> str:
        if self.thought is None:
            return "the engine has not thought yet; hint makes it"
        before, result = self.thought
        if not result.line:
            return (
                "the engine played at random"
                if result.value is None
                else f"nothing more to play: {self._worth(result)}"
            )
        played = self.match.since(before)
        texts = [quote_line(text) for text in line_texts(self.game, before.state, result.line)]
        if played is None or tuple(result.line[: len(played)]) != played:
            return f"the engine expected {' '.join(texts)}, which is not what was played; hint makes it think again"
        ahead = " ".join(texts[len(played) :])
        told = f"expected: {ahead}" if ahead else "all that was expected has been played"
        return f"{told}\n{self._worth(result)}, {result.nodes:,} nodes in {result.seconds:.2f} s"

    def _worth(self, result: Result[Any]) -> str:
        if result.value is None or result.values is None:
            return "worth unknown"
        if len(self.players) > 2:
            told = ", ".join(f"{player} {value}" for player, value in zip(self.players, result.values, strict=True))
        else:
            told = f"{result.value} to {self.players[0]}"
        how = (
            "solved" if result.solved else f"depth {result.depth}" if result.depth is not None else result.reason.value
        )
        return f"worth {told}, {how}"

    def _type_eval(self, _: str) -> str:
        expansion = self.match.expansion
        if expansion.utilities is not None:
            return tell_end(self.game, expansion.utilities, self.players)
        lines = []
        if estimates(self.game):
            lines.append(f"estimate: {self.game.staticval(self.match.state)} to {self.players[0]}")  # type: ignore[attr-defined]
        lines.append(f"search: {self._worth(self._result())}")
        return "\n".join(lines)

    def _type_undo(self, _: str) -> str:
        if not self.match.moves:
            return "nothing to take back"
        plies = 1
        while self.match.mover(len(self.match.moves) - plies) not in self.people and plies < len(self.match.moves):
            plies += 1
        if self.people and self.match.mover(len(self.match.moves) - plies) not in self.people:
            return "you have not moved yet"
        self.match = self.match.back(plies)
        self.thought = None
        return f"{plies} move{'s' * (plies > 1)} taken back"

    def take_back(self) -> None:
        """Take back the last move, whoever made it."""
        self.match = self.match.back(1)
        self.thought = None

    def _type_level(self, text: str) -> str:
        if text:
            self.level = Level.parse(text)
        return f"the engine plays at {self.level}"

    def _type_swap(self, _: str) -> str:
        everyone = frozenset(range(len(self.players)))
        if self.people in (frozenset(), everyone):
            mover = max(self.match.mover(), 0)
            self.people = everyone - {mover} if self.people else frozenset({mover})
        else:
            self.people = everyone - self.people
        return self.tell_sides()

    def tell_sides(self) -> str:
        """Give the line that says who plays whom."""
        yours = " and ".join(self.players[index] for index in sorted(self.people)) or "nobody"
        others = [player for index, player in enumerate(self.players) if index not in self.people]
        engine = f", the engine {' and '.join(others)} at {self.level}" if others else ""
        return f"you play {yours}{engine}"

    def _type_show(self, _: str) -> str:
        return f"{drawing(self.game, self.match.state)}\n{state_text(self.game, self.match.state)}\n{self.tell_turn()}"

    def _type_save(self, text: str) -> str:
        if not text:
            return "save needs the name of a file"
        save(self.match, self.reference, Path(text).expanduser())
        return f"saved in {text}: {len(self.match.moves)} moves"

    def _type_load(self, text: str) -> str:
        if not text:
            return "load needs the name of a file"
        self.match = restore(self.game, self.reference, Path(text).expanduser())
        self.thought = None
        return f"loaded {text}: {len(self.match.moves)} moves"

    def _type_new(self, _: str) -> str:
        self.match = self.match.back(len(self.match.moves))
        self.thought = None
        return "a new game"

    def _type_help(self, _: str) -> str:
        numbers = "" if self.numbered_by_name else " or its number,"
        head = f"type a move as it is written,{numbers} or a command:"
        clashes = sorted(set(COMMANDS) & set(self._move_texts()))
        note = [f"{', '.join(clashes)}: also a move here; put a colon before the command"] if clashes else []
        return "\n".join([head, *(f"  {word:6} {told}" for word, told in COMMANDS.items()), *note])

    def _type_quit(self, _: str) -> str:
        self.closed = True
        return ""


def _ordinal(number: int) -> str:
    return {2: "second", 3: "third"}.get(number, f"{number}th")
