"""The options that choose a game and a position, and the one place that loads them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from inspect import signature
from typing import TYPE_CHECKING, Any, Final

import click

from pyengine.cli.terminal import report
from pyengine.errors import (
    IllegalMoveError,
    InvalidStateError,
    ParameterError,
    PyengineError,
    RuleLimitError,
    RuleRuntimeError,
    TermSyntaxError,
)
from pyengine.game import expand
from pyengine.quoting import is_word, quote_line
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.names import REASONERS_AND_TWIN
from pyengine.terms import Term, write_term
from pyengine.texts import is_class_name, parse_move, parse_state, split_outside_brackets, state_text

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from pyengine.game import Game

Decorator = Callable[[Any], Any]

NOWHERE: Final = "[]"
"""The start of rules that have none, where nobody asks for it."""


def gathered(name: str, make: Callable[..., Any], *options: Decorator) -> Decorator:
    """Make options that a command gets as one argument: what is made of them, by the names that `make` takes."""
    taken = tuple(signature(make).parameters)

    def decorate(function: Callable[..., Any]) -> Any:
        @functools.wraps(function)
        def command(*args: Any, **given: Any) -> Any:
            made = make(**{option: given.pop(option) for option in taken})
            with getattr(made, "blaming", nullcontext)():
                return function(*args, **{name: made}, **given)

        return functools.reduce(lambda wrapped, option: option(wrapped), reversed(options), command)

    return decorate


@dataclass(frozen=True, slots=True)
class ChosenPosition:
    """A loaded game and a position in it; `previous` is that before the last move, None where none was made."""

    game: Game[Any, Any]
    state: Any
    name: str
    previous: Any = None


@dataclass(frozen=True, slots=True)
class ChosenGame:
    """What the options name, not loaded yet."""

    game: str
    parameters: Mapping[str, Term]
    reasoner: str
    start: str | None
    moves: str | None
    trust: bool
    budget: int

    @property
    def is_class(self) -> bool:
        """Whether the game is a class in Python, which answers for itself."""
        return is_class_name(self.game)

    @contextmanager
    def blaming(self) -> Iterator[None]:
        """Tell of a class what its code raises, whatever that is: it is the user's own."""
        try:
            yield
        except (PyengineError, click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except (Exception, SystemExit) as error:
            if not self.is_class:
                raise
            from pyengine.native.named_class import fault_of

            raise fault_of(self.game, error) from None

    def starting(self, state: str | None) -> ChosenGame:
        """Take a position that was given as an argument for the start."""
        if state is None:
            return self
        if self.start is not None:
            raise click.UsageError("the position is given twice, as STATE and by --from")
        return replace(self, start=state)

    def load(self, reasoner: str | None = None) -> ChosenPosition:
        """Load the game and play the moves; a reasoner given here counts before the one of the options."""
        try:
            game = self._load_game(reasoner or self.reasoner, self.start)
            state = game.initial if self.start is None else parse_state(game, self.start)
        except ParameterError as error:
            raise click.UsageError(str(error)) from None
        except (InvalidStateError, TermSyntaxError) as error:
            if self.start is None or "is not a position" in str(error):
                raise
            raise type(error)(f"{quote_line(self.start)} is not a position\n{error}") from None
        if self.start is not None:
            self._ask_about(game, state, self.start)
        previous = None
        for number, text in enumerate(split_moves(self.moves or ""), start=1):
            try:
                previous, state = state, game.result(state, parse_move(game, text, state))
            except (IllegalMoveError, TermSyntaxError) as error:
                raise type(error)(f"--moves, number {number}: {error}") from None
        return ChosenPosition(game, state, getattr(game, "name", self.game), previous)

    def load_rules(self) -> ChosenPosition:
        """Load the game for a question that may name its positions itself: rules without a start need none for it."""
        from pyengine.api import find_rules
        from pyengine.cli.games import describe

        named = self.start is not None or self.moves is not None
        if named or self.is_class or self.reasoner == "native" or describe(find_rules(self.game)).has_start:
            return self.load()
        try:
            game = self._load_game(self.reasoner, NOWHERE)
        except ParameterError as error:
            raise click.UsageError(str(error)) from None
        return ChosenPosition(game, game.initial, getattr(game, "name", self.game))

    def _ask_about(self, game: Game[Any, Any], state: Any, text: str) -> None:
        """Ask the rules about a position that was read: any term can be one, whatever it says."""
        try:
            expand(game, state)
        except RuleLimitError:
            raise
        except RuleRuntimeError as error:
            told = f"{quote_line(text)} is not a position of {getattr(game, 'name', self.game)}: {error.reason}"
            example = state_text(game, game.initial)
            raise InvalidStateError(
                f"{told}\n(an example: {quote_line(example)})" if example != text else told
            ) from None

    def _load_game(self, reasoner: str, start: str | None) -> Game[Any, Any]:
        if self.is_class:
            return self._open_class(reasoner)
        if reasoner == "native":
            from pyengine.native import twin
            from pyengine.terms import to_python

            return twin(self.game, **{name: to_python(value) for name, value in self.parameters.items()})
        from pyengine.api import find_rules, load
        from pyengine.cli.games import describe

        # Rules without a start need one to be loaded; others may have a notation, which only they can read.
        start = None if start is None or describe(find_rules(self.game)).has_start else start
        settings: dict[str, Any] = {
            "game": self.game,
            "reasoner": reasoner,
            "trust": self.trust,
            "start": start,
            "budget": Budget().times(self.budget),
        }
        if taken := settings.keys() & self.parameters.keys():
            raise ParameterError(f"no parameter can be called {min(taken)}: load() has a keyword of that name")
        try:
            loaded = load(**settings, **dict[str, Any](self.parameters))
            if reasoner not in ("auto", loaded.reasoner):
                report(loaded.why)
            return loaded
        except RuleRuntimeError as error:
            if not self.parameters:
                raise
            given = " ".join(f"{name}={write_term(value)}" for name, value in self.parameters.items())
            raise ParameterError(f"the game does not start with {given}\n{error}") from None

    def _open_class(self, reasoner: str) -> Game[Any, Any]:
        """Make the game of a class that was named, and refuse what is none."""
        from pyengine.game import require_game
        from pyengine.native.named_class import open_class

        if reasoner not in ("auto", "native"):
            raise ParameterError(f"a class answers for itself: leave out --reasoner {reasoner}")
        game = open_class(self.game, self.parameters)
        require_game(game)
        return game


def split_moves(text: str) -> list[str]:
    """Split moves at blanks and slashes between them; those inside brackets and quotes belong to a move.

    >>> split_moves("d3 c5 / take(2, 1) 'a b'")
    ['d3', 'c5', 'take(2, 1)', "'a b'"]
    """
    return [move for move in split_outside_brackets(text, str.isspace) if move not in ("", "/")]


class GameName(click.ParamType):  # type: ignore[type-arg]
    """The name of a game, or a path."""

    name = "game"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Offer the games that come with pyengine, and files."""
        from click.shell_completion import CompletionItem

        from pyengine.api import games

        named = [CompletionItem(game) for game in games() if game.startswith(incomplete)]
        return named or [CompletionItem(incomplete, type="file")]


class ParameterSetting(click.ParamType):  # type: ignore[type-arg]
    """`NAME=VALUE`, where the value is a Prolog term."""

    name = "NAME=VALUE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, Term]:
        """Read the term."""
        from pyengine.language.reading.reader import read_term

        name, equals, text = value.partition("=")
        if not (name and equals):
            self.fail(f"NAME=VALUE is needed, as in size=3, not {value!r}", param, ctx)
        try:
            return name, read_term(text)
        except TermSyntaxError as error:
            self.fail(f"the value of {name} is not a Prolog term\n{error}", param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Offer the parameters that the game declares."""
        from click.shell_completion import CompletionItem

        from pyengine.cli.games import parameters_of

        game = ctx.params.get("game") or next(iter(ctx.args), "")  # an option without its value stops the parser
        try:
            declared = parameters_of(game)
        except PyengineError:
            return []
        return [CompletionItem(f"{name}=") for name in declared if name.startswith(incomplete) and is_word(name)]


parameter_option = click.option(
    "--param",
    "-p",
    "parameters",
    type=ParameterSetting(),
    multiple=True,
    metavar="NAME=VALUE",
    callback=lambda context, parameter, pairs: dict(pairs),
    help="Set a parameter that the game declares to a Prolog term; may be repeated.",
)
budget_option = click.option(
    "--budget",
    type=click.IntRange(min=1),
    default=1,
    metavar="TIMES",
    help="Let each call into the rules use this many times the usual inferences and seconds.",
)
trust_option = click.option("--trust", is_flag=True, help="Allow files, processes, loading code and the like.")


game_options = gathered(
    "chosen",
    ChosenGame,
    click.argument("game", type=GameName()),
    parameter_option,
    click.option(
        "--reasoner",
        "-r",
        type=click.Choice(REASONERS_AND_TWIN),
        default="auto",
        help="Who answers: the rules compiled to 'python' or 'c', the rules in SWI-Prolog ('swi'), the 'native' twin.",
    ),
    click.option(
        "--from", "start", metavar="STATE", help="Begin at this position, in the game's notation or as a term."
    ),
    click.option(
        "--moves", "-m", metavar="MOVES", help="Play these moves first, as in 'd3 c5' or 'take(2,1) take(1,1)'."
    ),
    trust_option,
    budget_option,
)
"""The argument GAME and the options that choose a position, as one `chosen`."""
