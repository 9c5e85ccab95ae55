"""`pyengine play GAME`: against the engine or another person, in the terminal."""

from __future__ import annotations

import random
import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pyengine.api import find_rules
from pyengine.cli.game_options import ChosenGame, game_options
from pyengine.cli.games import describe, parameters_of
from pyengine.cli.search_options import opened_store, store_option
from pyengine.cli.terminal import ask, console, shown, tell
from pyengine.errors import ParameterError, PyengineError, SavedGameError, TermSyntaxError
from pyengine.game import offers
from pyengine.language.reading.reader import read_term
from pyengine.play.level import Level
from pyengine.play.match import GameReference, Match, SavedMatch, read_match, restore
from pyengine.play.session import Session
from pyengine.quoting import columns_of, quote_line
from pyengine.search import StopReason
from pyengine.terms import write_term
from pyengine.texts import AnyGame, board_cells, drawing

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

SEARCHING: Final = ("hint", "eval")
"""Commands that make the engine think."""

REPETITIONS: Final = 3
"""So many times on the board, and a position ends a game that only the engine plays."""

AT_ONCE: Final = Level("depth", 1)


@click.command()
@game_options
@click.option(
    "--side",
    "-s",
    metavar="PLAYER",
    help="Who you play: a player's name, 'all' for people only, 'none' for the engine alone. By default the first.",
)
@click.option(
    "--level",
    "-l",
    default="1s",
    show_default=True,
    metavar="LEVEL",
    help="How strong the engine is: '2s', 'depth 4', 'nodes 10000', 'mcts 2s' or 'random'.",
)
@click.option(
    "--load",
    "saved",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Go on with a saved game, with its parameters.",
)
@store_option
@click.option("--seed", metavar="SEED", help="What the moves of level 'random' are drawn from.")
def command(
    chosen: ChosenGame, side: str | None, level: str, saved: Path | None, stored: Path | None, seed: str | None
) -> int:
    """Play a game against the engine or another person.

    Moves are typed as the game writes them, by their number, or as terms; 'help' lists what else can be typed. Ctrl-C
    while the engine thinks makes it move at once.
    """
    if saved is not None:
        chosen = _as_saved(chosen, read_match(saved))
    position = chosen.load()
    parameters = {**parameters_of(chosen.game), **chosen.parameters}
    reference = GameReference(position.name, {name: write_term(value) for name, value in parameters.items()})
    with opened_store(stored) as store:
        if store is not None:
            store.of(position.game)  # one of another game is refused before anybody moves
        session = Session(
            game=position.game,
            people=_people(position.game, side),
            reference=reference,
            level=Level.parse(level),
            start=position.state,
            chance=random.Random(seed),
            store=store,
        )
        if saved is not None:
            session.match = restore(position.game, reference, saved)
        Conversation(session).run()
    return 0


def _as_saved(chosen: ChosenGame, kept: SavedMatch) -> ChosenGame:
    """Set the parameters and the start that a saved game had; what is said and differs is refused."""
    listing = describe(find_rules(chosen.game))
    if listing.name != kept.game:
        return chosen  # which `restore` refuses
    try:
        parameters = {name: read_term(text) for name, text in kept.parameters.items()}
    except TermSyntaxError as error:
        raise SavedGameError(f"the parameters of the saved game cannot be read: {error}") from None
    for name, value in chosen.parameters.items():
        if parameters.get(name, value) != value:
            was = quote_line(kept.parameters[name])
            raise click.UsageError(f"the saved game has {name}={was}, and --param says {name}={write_term(value)}")
    if chosen.moves is not None:
        raise click.UsageError("--load goes on where the saved game was: leave out --moves")
    if chosen.start is not None and chosen.start != kept.start:
        began = "as the rules say" if kept.start is None else f"at {quote_line(kept.start)}"
        raise click.UsageError(f"the saved game began {began}, and --from says {quote_line(chosen.start)}")
    changed = {name: value for name, value in parameters.items() if listing.parameters.get(name) != value}
    return replace(chosen, parameters={**changed, **chosen.parameters}, start=kept.start)


def _people(game: AnyGame, side: str | None) -> frozenset[int]:
    players = [str(player) for player in game.players]
    if side in players or side is None:
        return frozenset({players.index(side) if side else 0})
    if side in ("all", "none"):
        return frozenset(range(len(players)) if side == "all" else ())
    raise ParameterError(f"no player {side!r}; there are: {', '.join(players)}, all and none")


class Conversation:
    """Reads what a player types and prints what the session answers, until somebody leaves."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.console: Console = console()
        self.shown: Match | None = None
        self.alone = not session.people
        self.held = False
        """Whether the engine waits for the player, because something went wrong."""
        self.at_terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
        if self.at_terminal:
            _complete_words(session)

    def run(self) -> None:
        """Play until the player leaves; the engine alone plays to the end of the game, or until it goes in circles."""
        self._print(f"{self.session.tell_sides()}; 'help' lists what you can type")
        going = True
        while going and not self.session.closed:
            try:
                going = self._take_turn()
            except KeyboardInterrupt:
                if not self.at_terminal or self.alone:
                    raise
                self._print("\ninterrupted; the game goes on ('quit' leaves)")
                self.held = True
            except PyengineError as error:
                if not self.session.match.moves:
                    raise
                self.session.take_back()
                self._print(f"{error}\nthe last move is taken back")
                self.held = True

    def _take_turn(self) -> bool:
        """Show the position, and let whose turn it is move; False where there is nothing more to do."""
        session = self.session
        self._show()
        if session.engine_to_move and not self.held:
            return self._let_engine_move()
        if self.alone and (session.over or self.held):
            return False
        entry = self._read()
        if entry is None:
            return False
        self.held = False
        with self._thinking() if entry.strip().lower().lstrip(":") in SEARCHING else nullcontext():
            reply = session.enter(entry)
        if reply:
            self._print(reply)
        return True

    def _let_engine_move(self) -> bool:
        """Make the engine's move; False where a game that nobody else plays was stopped, or goes in circles."""
        before = self.session.match
        try:
            with self._thinking():
                told = self.session.think()
        except (
            KeyboardInterrupt
        ):  # before the search begins, or when it is over; one that is under way sees to it itself
            if self.alone or self.session.match is not before:
                raise
            told = self.session.think(AT_ONCE)
        self._print(told, style="bold cyan")
        if not self.alone:
            return True
        if self.session.match.repeated >= REPETITIONS:
            self._show()
            self._print("nobody makes progress: the game is broken off")
            return False
        thought = self.session.thought
        return thought is None or thought[1].reason is not StopReason.INTERRUPTED

    def _thinking(self) -> AbstractContextManager[object]:
        return self.console.status("thinking …") if self.at_terminal else nullcontext()

    def _read(self) -> str | None:
        """Read an entry; None where there are no more."""
        mover = self.session.match.mover()
        prompt = f"{quote_line(self.session.players[mover]) if mover >= 0 else 'over'}> "
        if sys.stdin is None:  # closed by whoever started the command
            return None
        while True:
            try:
                return ask(prompt if self.at_terminal else "")
            except EOFError:
                if self.at_terminal:
                    tell()
                return None
            except KeyboardInterrupt:
                if not self.at_terminal:
                    raise
                tell("\n('quit' leaves, 'save FILE' keeps the game)")
            except UnicodeDecodeError:
                tell("that is not text")

    def _show(self) -> None:
        """Draw the position where it is a new one, and say whose turn it is; in a terminal also what can be played."""
        match = self.session.match
        if match is self.shown:
            return
        before = match.states[-2] if match.moves else None
        self._print("")
        self.console.print(_drawn(match.game, match.state, before), soft_wrap=True)
        self._print(self.session.tell_turn(), style="bold")
        if self.at_terminal and not self.session.engine_to_move and (moves := self.session.few_moves()):
            self._print(moves, style="dim")
        self.shown = match

    def _print(self, text: str, style: str = "") -> None:
        self.console.print(shown(text, style), soft_wrap=True)


def _drawn(game: AnyGame, state: Any, before: Any) -> Text:
    """Draw a position, the cells of the board that the last move changed in reverse."""
    rows = None if offers(game, "show") or before is None else board_cells(game, state)
    old = None if rows is None else board_cells(game, before)
    if rows is None or old is None or [len(row) for row in rows] != [len(row) for row in old]:
        return shown(drawing(game, state))
    cells = [[quote_line(cell) for cell in row] for row in rows]
    width = max((columns_of(cell) for row in cells for cell in row), default=0)
    text = shown("")
    for number, (row, now, was) in enumerate(zip(cells, rows, old, strict=True)):
        text.append("\n" if number else "")
        for place, (cell, here, then) in enumerate(zip(row, now, was, strict=True), start=1):
            text.append(cell, style="reverse" if here != then else "")
            text.append(" " * (width - columns_of(cell) + 1 if place < len(row) else 0))
    return text


def _complete_words(session: Session) -> None:
    """Let the tab key complete moves and commands, where the terminal has line editing."""
    try:
        import readline
    except ImportError:
        return
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")

    def nth_word(text: str, number: int) -> str | None:
        fitting = [word for word in session.words() if word.startswith(text) and quote_line(word) == word]
        return fitting[number] if number < len(fitting) else None

    readline.set_completer(nth_word)
