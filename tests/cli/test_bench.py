"""`pyengine bench`: the speeds of reasoners and native twin side by side."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from pyengine.cli import main
from pyengine.compare.effort import Effort
from pyengine.compare.search_results import measure_speeds
from pyengine.compare.sides import ComparedSide
from pyengine.game import expand
from pyengine.native import twin

if TYPE_CHECKING:
    from conftest import Command


def test_speeds_and_plot(pyengine: Command) -> None:
    done = pyengine("bench", "nim", "--seconds", "0.03", "--plot", "nim.svg")
    rows = [line.split() for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, "")
    assert rows[0] == ["per", "second", "python", "c", "swi", "native"]
    assert [row[0].partition("(")[0] for row in rows[1:-1]] == ["expansions", "perft", "alpha-beta"]
    assert all("(1.0x)" in row for row in rows[1:-1])
    assert done.stdout.splitlines()[-1].startswith("measured in ")
    drawn = (pyengine.folder / "nim.svg").read_text(encoding="utf-8")
    assert "<svg" in drawn


def test_speeds_from_a_position_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "tictactoe", "--moves", "1 2 3 4 5", "--seconds", "0.003", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["reasoners"] == ["python", "c", "swi", "native"]
    assert [speed["measure"].partition("(")[0] for speed in found["speeds"]] == ["expansions", "perft", "alpha-beta"]
    assert set(found["seconds"]) == {"loading", "measuring"}
    assert main(["bench", "nim", "--reasoner", "native", "--seconds", "0.003", "--json"]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert all(speed["ratios"] == [1.0] for speed in alone["speeds"])


def test_the_time_is_shared_by_all_that_is_measured() -> None:
    """A clock that only work moves shows what is asked of it: no more than the rounds, and what is done at once."""
    ticks = [0.0]

    class Slow:
        """Tic-tac-toe, a thousandth of a second of that clock for each position."""

        def __init__(self) -> None:
            self._game = twin("tictactoe")

        def expand(self, state: Any) -> Any:
            ticks[0] += 0.001
            return expand(self._game, state)

        def __getattr__(self, name: str) -> Any:
            return getattr(self._game, name)

    effort = Effort(rounds=3, round_seconds=0.05)
    side = ComparedSide("slow", Slow())
    speeds = measure_speeds([side, side], [("1", "2", "3", "4")] * 9, effort, lambda: ticks[0])
    assert len(speeds) == 3
    assert ticks[0] < 5 * 3 * 2 * 3 * 0.05


def test_what_cannot_be_measured_is_told(pyengine: Command) -> None:
    rules = (
        "player(a).\nplayer(b).\ninitial(0).\nto_move(_, a).\nmove(N, on, M) :- N < 9, M is N + 1.\nutility(9, 1).\n"
    )
    (pyengine.folder / "count.pl").write_text(rules + "staticval(_, V) :- V is foo + 1.\n", encoding="utf-8")
    done = pyengine("bench", "count.pl", "--seconds", "0.003")
    assert done.returncode == 0
    assert done.stderr.startswith("pyengine: alpha-beta was not measured: count.pl:7:")
    assert "perft" in done.stdout
    over = pyengine("bench", "nim", "--moves", "take(2,2) take(2,2)", "--seconds", "0.003")
    assert "pyengine: perft was not measured: the game is over" in over.stderr


def test_a_file_that_has_no_twin(pyengine: Command) -> None:
    assert pyengine("new", "heap").returncode == 0
    found = json.loads(pyengine("bench", "heap.pl", "--seconds", "0.003", "--json").stdout)
    assert found["reasoners"] == ["python", "c", "swi"]


def test_without_a_c_compiler_that_is_said_and_c_is_left_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-cc")
    assert main(["bench", "nim", "--seconds", "0.003", "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["reasoners"] == ["python", "swi", "native"]
    assert told.err == (
        "pyengine: the rules are compiled to Python, not to C: "
        "no C compiler: $CC is 'no-such-cc', which is not a program here\n"
    )


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("--plot", "nim.gif"), 2, "--plot makes .svg, .png, .pdf; not nim.gif"),
        (("--seconds", "0"), 2, "0.0 is not in the range x>0"),
        (("--plot", "no/where.svg", "--seconds", "0.003"), 1, "no/where.svg cannot be written: No such file"),
    ],
)
def test_wrong_requests(
    arguments: tuple[str, ...], status: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "nim", "--reasoner", "native", *arguments]) == status
    assert message in capsys.readouterr().err


def test_without_matplotlib(pyengine: Command) -> None:
    code = (
        "import sys; sys.modules['matplotlib'] = None; sys.modules['matplotlib.figure'] = None; "
        "from pyengine.cli import main; sys.exit(main(['bench', 'nim', '--plot', 'nim.svg']))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=pyengine.folder, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("pyengine: --plot needs matplotlib: pip install 'pyengine-logic[plot]'")
