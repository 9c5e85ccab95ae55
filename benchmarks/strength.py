"""How strong this version plays against an earlier one, at equal time a move, as Elo with its interval.

python benchmarks/strength.py 0ec6406                   a revision of this repository, a branch or a tag
python benchmarks/strength.py v0.1 --reasoner c         both with the rules in C: search against search
python benchmarks/strength.py v0.1 --game othello --games 400 --seconds 0.02
python benchmarks/strength.py .                         this version against itself: what chance does

With `--reasoner auto`, each version plays as it does for who asks for nothing. Each has a process of its own, which
thinks while the other waits, and a cache of its own that is empty at first. Openings are random, and each is played
twice, with sides changed; so the interval goes by pairs of games, which are independent, where the two games of a pair
are not. A game in which a position comes back for the third time, or that has `--longest` plies, is a draw.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from statistics import fmean, pvariance
from typing import Any, Final

from revisions import CHECKOUT, environment, unpack
from rich.console import Console
from rich.table import Table as Sheet

from pyengine import load, winners
from pyengine.arena.schedule import openings
from pyengine.arena.statistics import Interval, Tally, elo_of, wilson
from pyengine.errors import PyengineError
from pyengine.game import expand
from pyengine.texts import parse_move

GAMES: Final = ("connect_four", "english_draughts", "othello", "breakthrough")
OPENING_PLIES: Final = 4
REPETITIONS: Final = 3
LOADING_SECONDS: Final = 300.0
GRACE_SECONDS: Final = 60.0
"""For a move beyond its time: a machine may be busy, but a player that hangs is found out."""

PLAYER: Final = Path(__file__).resolve().with_name("player.py")


class PlayerFailedError(Exception):
    """A player has died, hangs, or answers what is no legal move."""


@dataclass
class Version:
    """A version of pyengine that plays one game: its process, and what its moves took."""

    name: str
    process: subprocess.Popen[str]
    complaints: Any
    thought: list[dict[str, Any]] = field(default_factory=list)

    def ask(self, line: str | None, patience: float) -> str:
        """Send a line, and give the one that answers it within so many seconds."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        late = threading.Event()

        def give_up() -> None:
            late.set()
            self.process.kill()

        timer = threading.Timer(patience, give_up)
        timer.start()
        try:
            if line is not None:
                print(line, file=self.process.stdin, flush=True)
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        finally:
            timer.cancel()
        if not answer.endswith("\n"):
            raise PlayerFailedError(f"{self.name} {self._fate(late.is_set(), patience)}")
        return answer.strip()

    def choose(self, moves: list[str], seconds: float) -> str:
        """Let it choose a move."""
        told = self.ask(json.dumps(moves), seconds + GRACE_SECONDS)
        try:
            found = json.loads(told)
            move = found["move"]
        except (ValueError, TypeError, KeyError):
            raise PlayerFailedError(f"{self.name} answers {told!r}, which is no move") from None
        self.thought.append(found)
        return str(move)

    def mean(self, what: str) -> float:
        """Give the mean of a figure over all moves."""
        return fmean(found[what] or 0 for found in self.thought) if self.thought else 0.0

    def _fate(self, is_late: bool, patience: float) -> str:
        if is_late:
            return f"has not answered in {patience:g} seconds"
        status = self.process.wait()
        self.complaints.seek(0)
        lines = self.complaints.read().strip().splitlines()
        return f"has ended with status {status}{': ' + lines[-1] if lines else ''}"


@contextmanager
def started(name: str, checkout: Path, game: str, reasoner: str, seconds: float) -> Iterator[Version]:
    """Start a version, ready to play a game."""
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryFile("w+") as complaints:
        process = subprocess.Popen(
            [sys.executable, str(PLAYER), game, reasoner, str(seconds)],
            env=environment(checkout, cache),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
            text=True,
        )
        try:
            version = Version(name, process, complaints)
            if (told := version.ask(None, LOADING_SECONDS)) != "ready":
                raise PlayerFailedError(f"{name} says {told!r} in place of being ready")
            yield version
        finally:
            process.kill()
            process.communicate()


def play(
    referee: Any, versions: tuple[Version, Version], opening: tuple[str, ...], seconds: float, longest: int
) -> float:
    """Play a game, and give the points of the first player."""
    state, moves = referee.initial, list(opening)
    for move in opening:
        state = referee.result(state, parse_move(referee, move, state))
    seen: Counter[Any] = Counter()
    while True:
        opened = expand(referee, state)
        if opened.utilities is not None:
            return winners.points(referee, opened.utilities)
        seen[state] += 1
        if seen[state] == REPETITIONS or len(moves) >= longest:
            return 0.5
        version = versions[opened.mover]
        move = version.choose(moves, seconds)
        try:
            chosen = parse_move(referee, move, state)
        except PyengineError as error:
            raise PlayerFailedError(f"{version.name}: {error}") from None
        moves.append(move)
        state = opened.children[list(opened.moves).index(chosen)]


@dataclass(frozen=True)
class Match:
    """What a match came to, for this version: the points of both games of each pair."""

    pairs: tuple[tuple[float, float], ...]

    @property
    def tally(self) -> Tally:
        """Wins, draws and losses."""
        return sum((Tally.of(points) for pair in self.pairs for points in pair), Tally())

    def interval(self) -> Interval:
        """Give the range of the true score, by pairs of games."""
        means = [fmean(pair) for pair in self.pairs]
        return wilson(fmean(means), pvariance(means), len(means)) if means else Interval(0.0, 1.0)


def hold(name: str, versions: tuple[Version, Version], games: int, seconds: float, longest: int, seed: int) -> Match:
    """Play a match of the first version against the second."""
    referee = load(name)
    drawn = list(islice(openings(referee, OPENING_PLIES, seed), games // 2))
    pairs = []
    for number in range(games // 2):
        opening = drawn[number % len(drawn)]
        first = play(referee, versions, opening, seconds, longest)
        second = 1 - play(referee, (versions[1], versions[0]), opening, seconds, longest)
        pairs.append((first, second))
        tally = Match(tuple(pairs)).tally
        told = f"{tally.games} of {games} games, +{tally.wins} ={tally.draws} -{tally.losses}"
        print(f"\r{name}: {told}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return Match(tuple(pairs))


def add_rows(matches: Sheet, moves: Sheet, name: str, match: Match, versions: tuple[Version, Version]) -> None:
    """Add a match to both tables."""
    tally, score = match.tally, match.interval()
    matches.add_row(
        name,
        str(tally.games),
        f"+{tally.wins} ={tally.draws} -{tally.losses}",
        f"{tally.score:.1%}",
        f"{tally.elo:+.0f}",
        f"{elo_of(score.low):+.0f} to {elo_of(score.high):+.0f}",
    )
    for version in versions:
        slowest = max((found["seconds"] for found in version.thought), default=0.0)
        figures = (f"{len(version.thought):,}", f"{version.mean('nodes'):,.0f}", f"{version.mean('depth'):.1f}")
        moves.add_row(name, version.name, *figures, f"{version.mean('seconds'):.4f}", f"{slowest:.3f}")


def arguments() -> argparse.Namespace:
    """Read what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision", help="what to play against; . is this version itself")
    parser.add_argument("--game", action="append", help=f"one game, or several; {', '.join(GAMES)} if none is named")
    parser.add_argument("--games", type=int, default=100, help="of each match, an even number")
    parser.add_argument("--seconds", type=float, default=0.05, help="for a move")
    parser.add_argument("--reasoner", default="auto", help="auto, python or c")
    parser.add_argument("--longest", type=int, default=300, help="plies of a game")
    parser.add_argument("--seed", type=int, default=0, help="what openings are drawn from")
    asked = parser.parse_args()
    if asked.games < 2 or asked.games % 2:
        parser.error("games must be an even number: each opening is played twice")
    if not asked.seconds > 0:
        parser.error("seconds must be above 0")
    return asked


def main() -> int:
    """Print what each match came to; status 1 where a player fails."""
    asked = arguments()
    title = f"this version against {asked.revision}, {asked.seconds:g} s a move, reasoner {asked.reasoner}"
    matches = Sheet("game", "games", "result", "score", "Elo", "95 %", title=title, title_justify="left")
    moves = Sheet("game", "version", "moves", "nodes/move", "depth", "s/move", "slowest")
    with tempfile.TemporaryDirectory() as folder:
        other = CHECKOUT if asked.revision == "." else Path(folder)
        if other != CHECKOUT:
            unpack(asked.revision, other)
        for name in asked.game or GAMES:
            try:
                with ExitStack() as stack:
                    how = name, asked.reasoner, asked.seconds
                    now = stack.enter_context(started("this version", CHECKOUT, *how))
                    then = stack.enter_context(started(asked.revision, other, *how))
                    match = hold(name, (now, then), asked.games, asked.seconds, asked.longest, asked.seed)
            except PlayerFailedError as error:
                print(f"\n{name}: {error}", file=sys.stderr)
                return 1
            add_rows(matches, moves, name, match, (now, then))
    console = Console(width=100)
    console.print(matches)
    console.print(moves)
    return 0


if __name__ == "__main__":
    sys.exit(main())
