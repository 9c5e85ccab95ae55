"""What rules, names and stores hold does not act on the terminal."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pyengine.cli import main

from .payloads import EVERYTHING, PWNED, TEXTS, hostile_rules, names
from .screen import acting, in_terminal

WANTED = [
    "\x1b]52;c;cHduZWQ=\x07",
    "\x9b31m",
    "a\rb",
    "a\x08b",
    "a\u202eb",
    "[bold red]x[/bold red]",
    ":smile:",
    "a\nb",
]
SHOWN = ["\\x1b]52;c;cHduZWQ=\\x07", "\\x9b31m", "a\\x0db", "a\\x08b", "a\\u202eb", "[bold red]x[/bold red]", ":smile:"]
"""What must be read of that in the output of a command that shows all."""

GAME = "h\x1b]0;x\x07\r\u202e.pl"
BROKEN = "player(max).\r\x1b[2J\t囲碁 \u202e p(]."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("f\x1b[31m \n {} 'x")
    (folder / GAME).write_text(hostile_rules(TEXTS), encoding="utf-8", newline="")
    (folder / "few.pl").write_text(hostile_rules(WANTED), encoding="utf-8", newline="")
    (folder / "[").mkdir()
    (folder / "[" / "nothing].pl").write_text(hostile_rules(WANTED[:2]), encoding="utf-8", newline="")
    (folder / "broken.pl").write_text(BROKEN, encoding="utf-8", newline="")
    (folder / "k\x1b[2J.kif").write_text("; \x1b[2J */\n(role \x1b[31m)\n(<= (legal ?\x1b[2J a))", encoding="utf-8")
    return folder


COMMANDS = [
    ["check", GAME, "--positions", "3"],
    ["check", "broken.pl", "nowhere\x1b[2J.pl"],
    ["show", "few.pl"],
    ["moves", GAME],
    ["solve", "few.pl", "--all"],
    ["solve", "few.pl", "--positions"],
    ["best", "few.pl", "--depth", "1"],
    ["perft", "few.pl", "1", "--split"],
    ["tree", "few.pl", "--windows"],
    ["tree", "few.pl", "--format", "svg"],
    ["tree", "few.pl", "--step", "--output", "t\x1b]0;x\x07.html"],
    ["query", "few.pl", "player(P)"],
    ["query", "few.pl", "text(N, T)"],
    ["query", "few.pl", f"X = '{BROKEN}"],
    ["play", "few.pl", "--side", "none", "--level", "random"],
    ["uci", GAME, "--param", "x\x1b[2J=1"],
    ["play", "few.pl", "--side", EVERYTHING],
    ["compare", "few.pl", "few.pl", "--no-speed", "--values", "0"],
    ["compare", "[/nothing].pl", "few.pl", "--no-speed", "--values", "0"],
    ["show", "few.pl", "--reasoner", "swi"],
    ["solve", "few.pl", "--reasoner", "swi"],
    ["query", "few.pl", "--reasoner", "swi", "atom_length(X, \x1b[2J)"],
    ["query", "few.pl", "--reasoner", "swi", "throw('\x1b[2J')"],
    ["compile", "few.pl", "--explain"],
    ["compile", "few.pl"],
    ["compile", "few.pl", "--to", "c"],
    ["show", "few.pl", EVERYTHING],
    ["show", "few.pl", "--param", f"{EVERYTHING}=1"],
    ["show", "few.pl", "--param", "size='\x1b[2J"],
    ["show", "few.pl", "--moves", EVERYTHING],
    ["show", "few.pl", f"--{EVERYTHING}"],
    [EVERYTHING],
    ["studio", "nowhere\x1b[2J.pl", "--no-browser"],
    ["studio", "few.pl", "--no-browser", "--param", f"{EVERYTHING}=1", "--port", "1\x1b[2J"],
    ["arena", "few.pl", f"{EVERYTHING}", "first"],
    ["arena", "few.pl", "[bold]:smile:=first", "random", "--games", "2", "--openings", "0", "--jobs", "1",
     "--store", "s\x1b]0;x\x07.db", "--csv", "c\x1b[2J.csv", "--plot", "p\x1b[2J.svg"],
    ["arena", "--store", "s\x1b]0;x\x07.db", "--replay", "1"],
    ["arena", "--store", "s\x1b]0;x\x07.db", "--replay", "list"],
    ["solve", "few.pl", "--store", "k\x1b]0;x\x07.db"],
    ["best", "tictactoe", "--store", "k\x1b]0;x\x07.db"],
    ["import", "k\x1b[2J.kif"],
    ["new", "n\x1b]0;x\x07\r */ $x {0}"],
    ["new", "n\x1b]0;x\x07\r */ $x {0}"],
    ["check", "n\x1b]0;x\x07\r */ $x {0}.pl", "--positions", "3"],
]  # fmt: skip


def test_no_command_lets_anything_act_on_the_terminal(folder: Path) -> None:
    found = in_terminal(folder, COMMANDS)
    assert len(found) == len(COMMANDS)
    for words, written in zip(COMMANDS, found, strict=True):
        assert written.strip(), words
        assert "Traceback" not in written, written[-3000:]
        assert acting(written) == [], (words[:2], written[-500:])
    for words, written in zip(COMMANDS, found, strict=True):
        if words[0] in ("show", "query") and len(words) == 2:
            assert [text for text in SHOWN if text not in written] == [], words
    assert not list(folder.rglob(PWNED))


def test_a_saved_game_and_a_prompt_do_not_act(folder: Path) -> None:
    saved = {"format": 1, "game": EVERYTHING, "parameters": {EVERYTHING: EVERYTHING}, "moves": [EVERYTHING]}
    (folder / "saved.json").write_text(json.dumps(saved), encoding="utf-8")
    typed = "moves\nload saved.json\nhint\nwhy\neval\nshow\nnonsense\n1\nsave again.json\nquit\n"
    [written] = in_terminal(folder, [["play", "few.pl", "--side", "all"]], typed)
    assert acting(written) == [], written[-2000:]
    assert "this is another" in written


def test_what_interfaces_are_told_does_not_act(folder: Path) -> None:
    wrong = "".join(text.replace("\n", " ") for text in WANTED)
    typed = f"uci\ngo depth 1\n{wrong}\nposition fen {wrong}\nposition startpos moves {wrong}\ngo depth 1\nquit\n"
    [written] = in_terminal(folder, [["uci", GAME]], typed)
    assert acting(written) == [], written[-2000:]
    assert written.count("bestmove ") == 2


def test_names_of_files_do_not_act(folder: Path) -> None:
    below = folder / "names"
    below.mkdir()
    given = []
    for name in names():
        path = os.path.join(os.fsencode(below), name + b".pl")
        with open(path, "wb") as file:
            file.write(b"player(")
        given.append(os.fsdecode(os.path.join(b"names", name + b".pl")))
    [written] = in_terminal(folder, [["check", *given]])
    assert acting(written) == []
    heads = [line for line in written.split("\n") if ": error: " in line]
    assert len({line.partition(".pl:1")[0] for line in heads}) == len(given), "each name is on one line, and told apart"


def test_json_holds_the_texts_as_they_are(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["moves", str(folder / GAME), "--json"])
    written = capsys.readouterr().out
    assert acting(written) == []
    moves = [each["move"] for each in json.loads(written)]
    assert set(moves) == {f"do {text}" for text in TEXTS}
    for words in (["solve", str(folder / GAME)], ["show", str(folder / GAME)], ["check", str(folder / "broken.pl")]):
        main([*words, "--json"])
        written = capsys.readouterr().out
        assert acting(written) == []
        json.loads(written)


def test_parameters_that_a_shell_would_run_are_not_completed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "complete.pl").write_text(
        "parameter(size, 1). parameter('$(touch PWNED)', 1). parameter('s;id', 1). parameter('s\\nid', 1).\n"
    )
    monkeypatch.chdir(folder)
    monkeypatch.setenv("_PYENGINE_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "pyengine show complete.pl --param ")
    monkeypatch.setenv("COMP_CWORD", "4")
    main([])
    assert capsys.readouterr().out == "plain,size=\n"
