"""Where there is little memory, a command does its work or says in one message that it cannot."""

from __future__ import annotations

import subprocess
import sys

import pytest

resource = pytest.importorskip("resource")

COMMANDS = ("solve tictactoe", "perft tictactoe 3", "show nim", "moves nim", "best nim --depth 2")
_KIB = 1024


def run(command: str, limit_kib: int) -> subprocess.CompletedProcess[str]:
    """Run a command with so many addresses, as `ulimit -v` gives them."""
    limit = limit_kib * _KIB
    return subprocess.run(
        [sys.executable, "-m", "pyengine.cli", *command.split()],
        capture_output=True,
        text=True,
        timeout=300,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
        check=False,
    )


def tell(command: str, limit_kib: int) -> str:
    """Run a command that must end well or with one message, and give what it told."""
    done = run(command, limit_kib)
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == 0 or done.stderr.startswith("pyengine: ")
    return done.stdout + done.stderr


@pytest.mark.parametrize("limit_kib", [150_000, 300_000, 600_000])
def test_rules_in_c_are_searched_with_little_memory(limit_kib: int) -> None:
    assert "value   0 to x" in tell("solve tictactoe -r c", limit_kib)


@pytest.mark.parametrize("reasoner", ["python", "swi"])
def test_other_reasoners_do_with_little_memory(reasoner: str) -> None:
    assert "value   0 to x" in tell(f"solve tictactoe -r {reasoner}", 300_000)


def test_moves_are_counted_in_c_with_little_memory() -> None:
    assert "504" in tell("perft tictactoe 3 -r c", 300_000).replace(",", "")


@pytest.mark.hunt
@pytest.mark.parametrize("limit_kib", [120_000, 150_000, 200_000, 300_000, 450_000, 700_000, 1_000_000])
@pytest.mark.parametrize("reasoner", ["python", "c", "swi"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_answers_or_tells(command: str, reasoner: str, limit_kib: int) -> None:
    assert tell(f"{command} -r {reasoner}", limit_kib)
