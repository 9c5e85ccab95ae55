"""What holds for the command as a whole: its list of commands, its start, its completion."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import click
import pytest

from pyengine.cli import COMMANDS, main, module_of

if TYPE_CHECKING:
    from conftest import Command

HEAVY = (
    "rich",
    "pyswip",
    "difflib",
    "pyengine.errors",
    "pyengine.terms",
    "pyengine.search",
    "pyengine.rulecheck",
    *map(module_of, COMMANDS),
)


def test_help_imports_no_command(pyengine: Command) -> None:
    code = (
        "import sys; from pyengine.cli import main; status = main(['--help']); "
        "print(status, [name for name in sys.argv[1:] if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code, *HEAVY], cwd=pyengine.folder, capture_output=True, text=True)
    assert done.stdout.endswith("0 []\n")
    assert all(f"  {name} " in done.stdout for name in COMMANDS)


INTERRUPTED_IMPORT = """
import os, runpy, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "click.core":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
runpy.run_module("pyengine.cli", run_name="__main__")
"""


def test_an_interrupt_while_the_command_starts(pyengine: Command) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_IMPORT], cwd=pyengine.folder, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "pyengine: interrupted\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_help_page(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert isinstance(import_module(module_of(name)).command, click.Command)
    assert main([name, "--help"]) == 0
    page = capsys.readouterr().out
    assert page.startswith(f"Usage: pyengine {name} ")
    assert page.splitlines()[2].startswith("  "), "a command says what it does"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("slove",), "no command 'slove'; did you mean 'solve'?"),
        (("xyzzy",), "no command 'xyzzy'; there are: games, new, import, check"),
        (("show",), "missing argument 'GAME'"),
        (("show", "nim", "--form", "x"), "--from"),
        (("show", "nim", "a", "--from", "b"), "the position is given twice, as STATE and by --from"),
        (("show", "nim", "--reasoner", "oracle"), "'oracle' is not one of 'auto', 'python', 'c', 'swi', 'native'"),
        (("best", "nim", "--seconds", "-1"), "-1.0 is not in the range x>=0"),
        (("best", "nim", "--seconds", "nan"), "nan is not a number of seconds"),
        (("solve", "nim", "--seconds", "inf"), "inf is not a number of seconds"),
        (("tree", "nim", "--seconds", "nan"), "nan is not a number of seconds"),
        (("bench", "nim", "--seconds", "nan"), "nan is not a number of seconds"),
        (("query", "nim", "true", "--seconds", "0"), "0.0 is not in the range x>0"),
        (("query", "nim", "true", "--seconds", "soon"), "soon is not a number of seconds"),
        (("solve", "nim", "--piles", "3"), "(a parameter of the game is set by --param piles=VALUE)"),
        (("show", "nim", "--budget", "0"), "0 is not in the range x>=1"),
        (("best", "nim", "--depth", "-1"), "-1 is not in the range x>=0"),
        (("best", "nim", "--nodes", "0"), "0 is not in the range x>=1"),
        (("best", "nim", "--option", "tabel=1"), "no option 'tabel'; there are: algorithm, "),
        (("best", "nim", "--option", "order=maybe"), "order cannot be 'maybe'; yes or no is needed"),
        (("best", "nim", "--option", "killers=few"), "killers cannot be 'few'; a whole number is needed"),
        (("best", "nim", "--option", "unknown=1/0"), "unknown cannot be '1/0'; a number is needed"),
        (("best", "nim", "--option", "reuse=never"), "no reuse 'never'; there are: equal, deeper"),
        (("best", "nim", "--option", "table=-3"), "table must be a whole number from 0, not -3"),
        (("solve", "nim", "--all", "--cycles", "visiting"), "--cycles visiting values no move but the best"),
        (("perft", "nim"), "missing argument 'DEPTH'"),
        (("perft", "nim", "0"), "0 is not in the range x>=1"),
        (("perft", "nim", "2", "--split", "--published"), "--split and --published do not go together"),
        (("query", "nim", "true", "--limit", "0"), "0 is not in the range x>=1"),
        (("new", ""), "the name is empty"),
        (("show", "nim", "-p", "pils=[3]"), "no parameter pils is declared; declared: piles, misere"),
        (("show", "nim", "-p", "pils=[3]", "-r", "native"), "the native nim does not take these parameters"),
        (("show", "nim", "-p", "piles=[3,x]", "-r", "native"), "a whole number"),
        (("show", "nim", "-p", "piles=[3,x]"), "the game does not start with piles=[3,x]"),
        (("show", "nim", "-p", "piles=foo"), "the game does not start with piles=foo"),
        (("show", "nim", "-p", "trust=yes"), "no parameter can be called trust"),
        (("show", "nim", "-p", "name=yes", "-r", "native"), "does not take these parameters"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("pyengine: ")
    assert message in told.err.splitlines()[0]
    assert "Usage: pyengine" in told.err


def complete(pyengine: Command, *words: str) -> list[str]:
    """Ask as the script for bash does."""
    line = " ".join(("pyengine", *words))
    done = pyengine(_PYENGINE_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD=str(len(words)))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


def test_a_shell_completes_what_is_named(pyengine: Command) -> None:
    assert complete(pyengine, "so") == ["plain,solve"]
    assert complete(pyengine, "show", "tict") == ["plain,tictactoe"]
    assert complete(pyengine, "show", "nim", "--param", "mi") == ["plain,misere="]
    assert complete(pyengine, "best", "nim", "--option", "table_m") == ["plain,table_move="]


def test_a_completion_script_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    for shell in ("bash", "zsh", "fish"):
        assert main(["completion", shell]) == 0
        assert "_PYENGINE_COMPLETE" in capsys.readouterr().out


def test_bash_completes(pyengine: Command) -> None:
    own = pyengine.folder / "pyengine"
    own.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pyengine.cli "$@"\n', encoding="utf-8")
    own.chmod(0o755)
    code = (
        f'PATH="{pyengine.folder}:$PATH"; eval "$(pyengine completion bash)"; '
        'COMP_WORDS=(pyengine show tict); COMP_CWORD=2; _pyengine_completion pyengine; echo "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", code], cwd=pyengine.folder, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("tictactoe\n", "")
