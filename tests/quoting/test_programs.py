"""What rules, names and stores hold is nothing but constants in the programs that they become."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import pyengine
from pyengine.arena.crew import HereCrew
from pyengine.arena.game_store import GameStore
from pyengine.arena.players import Player
from pyengine.arena.rulebook import Rulebook
from pyengine.arena.schedule import Plan
from pyengine.arena.tournament import hold
from pyengine.cli import main
from pyengine.errors import PyengineError

from .payloads import EVERYTHING, PWNED, TEXTS, hostile_rules, names
from .screen import acting, in_terminal

SIMPLE = "player(max). player(min).\ninitial(0).\nto_move(_, max).\nmove(0, a, 1).\nutility(1, 0).\n"
REPRODUCED = (
    'player(max). player(min).\ninitial(0) :- %\r    __import__("os").system("touch PWNED")#\n  true.\n'
    "to_move(_, max). move(0, a, 1). utility(1, 0).\n"
)
ATTACKS = [
    name
    for name in names()
    if any(sign in name for sign in (b"\r", b"\n", b'"""', b"'''", b"*/", b"\\", b"\x0c", b"\xff", b"{", b"%"))
]
FOR_C = [text for text in TEXTS if "\0" not in text]
"""C leaves that character to Python."""
RUNS = re.compile(r"\b(__import__|touch|PWNED|pwned|system|passwd)\b")
"""Words of the attacks; as part of a longer name they are none."""
C_PARTS = re.compile(r"""/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""", re.DOTALL)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    assert not list(tmp_path.rglob(PWNED)), "text was run"


def is_code(text: str) -> bool:
    """Tell whether anything of the attacks stands outside of constants of a Python program."""
    names = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
    attributes = {node.attr for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)}
    return bool((names | attributes) & {"__import__", "system", "touch", PWNED})


def rest_of_c(text: str) -> str:
    return C_PARTS.sub(" ", text)


def compiled(path: str, target: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Print a program, and write it: both are the same, since nothing in it acts."""
    main(["compile", path, "--to", target])
    printed = capsys.readouterr().out
    main(["compile", path, "--to", target, "--output", "written"])
    assert Path("written").read_text(encoding="utf-8") == printed
    assert printed
    assert acting(printed) == []
    return printed


def test_the_attack_that_got_through_does_not(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "min.pl").write_text(REPRODUCED, encoding="utf-8", newline="")
    assert main(["check", "min.pl"]) == 0
    for reasoner in ("python", "swi"):
        assert pyengine.solve(pyengine.load("min.pl", reasoner=reasoner)).value == 0  # type: ignore[arg-type]
    main(["compile", "min.pl"])
    printed = capsys.readouterr().out
    assert not is_code(printed.partition("nothing found\n")[2])


def test_programs_hold_texts_as_constants_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "h.pl").write_text(hostile_rules(TEXTS), encoding="utf-8", newline="")
    game = pyengine.load("h.pl", reasoner="python")
    assert {str(move) for move in game.actions(game.initial)}
    printed = compiled("h.pl", "python", capsys)
    assert not is_code(printed)
    constants = {
        part
        for node in ast.walk(ast.parse(printed))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for part in (node.value,)
    }
    assert [text for text in TEXTS if text not in constants] == [], "each text is one constant"
    (folder / "c.pl").write_text(hostile_rules(FOR_C), encoding="utf-8", newline="")
    left = rest_of_c(compiled("c.pl", "c", capsys))
    assert not RUNS.search(left)
    assert left.isascii()


def test_names_of_files_are_no_code(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in [*ATTACKS[:12], b"\xff.pl"]:
        path = os.fsdecode(name[:100] + b".pl")
        Path(path).write_text(SIMPLE, encoding="utf-8")
        assert pyengine.solve(pyengine.load(path, reasoner="python")).value == 0
        assert not is_code(compiled(path, "python", capsys))
        assert not RUNS.search(rest_of_c(compiled(path, "c", capsys)))


def test_c_and_swi_load_what_has_such_names_and_texts(folder: Path) -> None:
    path = folder / ("x\r*/\n" + '"""\\ {0} %s.pl')
    path.parent.mkdir()
    texts = FOR_C[::7]
    path.write_text(hostile_rules(texts), encoding="utf-8", newline="")
    found = {}
    for reasoner in ("c", "swi", "python"):
        game = pyengine.load(path, reasoner=reasoner)  # type: ignore[arg-type]
        assert game.reasoner == reasoner
        found[reasoner] = [game.move_text(move, game.initial) for move in game.actions(game.initial)]
    assert found["c"] == found["swi"] == found["python"] == [f"do {text}" for text in texts]


def test_names_of_variables_that_look_alike_are_told_apart(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Python takes the first two for one name, and the others for words of its own, if they come to it as they are."""
    (folder / "v.pl").write_text(
        "player(max). player(min). initial(0). to_move(_, max).\n"
        "move(0, Ａb-Ab, t(Ａb, Ab)) :- between(1, 3, Ａb), between(4, 6, Ab), Ａb + Ab =:= 9,\n"
        "    If = Ａb, None = Ab, Import = If, If < None, Import < None.\n"
        "utility(t(3,6), 1).\n",
        encoding="utf-8",
    )
    for reasoner in ("python", "c", "swi"):
        assert pyengine.solve(pyengine.load("v.pl", reasoner=reasoner)).value == 1  # type: ignore[arg-type]
    ast.parse(compiled("v.pl", "python", capsys))


def played(path: Path) -> None:
    """Keep a small tournament in a file."""
    Path("few.pl").write_text(SIMPLE, encoding="utf-8")
    plan = Plan(
        Rulebook.of("few.pl", reasoner="python"),
        (Player.parse("first"), Player.parse("random")),
        games=2,
        opening_plies=0,
    )
    with GameStore(path) as store, HereCrew() as crew:
        store.hold(plan)
        hold(plan, crew, store)


def test_a_store_that_was_tampered_with_runs_nothing_and_does_not_act(folder: Path) -> None:
    played(folder / "0.db")
    with closing(sqlite3.connect("0.db")) as held:
        [(text,)] = held.execute("select plan from tournament")
        records = held.execute("select identifier, record from games").fetchall()
    plan = json.loads(text)
    rules = plan["rules"]
    changes = [
        {"rules": {**rules, "name": EVERYTHING}},
        {"rules": {**rules, "files": [["few.pl", REPRODUCED]]}},
        {"rules": {**rules, "files": [['x"""\r\n.pl', SIMPLE]]}},
        {"rules": {**rules, "start": REPRODUCED}},
        {"rules": {**rules, "parameters": {EVERYTHING: EVERYTHING}}},
        {"players": [f"{EVERYTHING}=first", "random"]},
        {"players": ["first", f"first:{EVERYTHING}"]},
        {},
    ]
    commands = []
    for number, change in enumerate(changes, start=1):
        shutil.copy("0.db", f"{number}.db")
        with closing(sqlite3.connect(f"{number}.db", isolation_level=None)) as held:
            held.execute("update tournament set plan = ?", (json.dumps({**plan, **change}),))
            for identifier, record in records if not change else ():
                hostile = json.dumps(_replaced(json.loads(record)))
                held.execute("update games set record = ? where identifier = ?", (hostile, identifier))
        for doing in (["--replay", "1"], ["--replay", "list"] if number > 2 else ["--resume", "--jobs", "1"]):
            commands.append(["arena", "--store", f"{number}.db", *doing])
    for words, written in zip(commands, in_terminal(folder, commands), strict=True):
        assert "Traceback" not in written, written[-2000:]
        assert acting(written) == [], words


def _replaced(value: object) -> object:
    """Put an attack in the place of every text of a record but those that say what kind it is."""
    if isinstance(value, dict):
        return {
            name: inner if name in ("ending", "identifier", "players") else _replaced(inner)
            for name, inner in value.items()
        }
    if isinstance(value, list):
        return [_replaced(inner) for inner in value]
    return EVERYTHING if isinstance(value, str) else value


@pytest.mark.hunt
@pytest.mark.parametrize("first", range(0, len(TEXTS), 12))
def test_every_text_in_every_place_with_every_reasoner(folder: Path, first: int) -> None:
    commands = []
    for number, text in enumerate(TEXTS[first : first + 12], start=first):
        name = text.replace("/", "_").replace("\0", "")
        below = folder / f"{number}{name}"
        below.mkdir()
        path = below / f"{name[:60]}{number}.pl"
        path.write_text(hostile_rules([text, f"{text}{text}", "z"]), encoding="utf-8", newline="")
        for reasoner in ("python", "c", "swi"):
            game = pyengine.load(path, reasoner=reasoner)  # type: ignore[arg-type]
            assert game.move_text(game.actions(game.initial)[0], game.initial) == f"do {text}"
            assert pyengine.solve(game).value is not None
            with pytest.raises(PyengineError) as caught:
                game.parse_state(f"p(\x1b {text}")
            assert acting(str(caught.value)) == []
        commands += [[word, str(path)] for word in ("check", "show", "moves", "solve", "tree", "compile")]
    for words, written in zip(commands, in_terminal(folder, commands), strict=True):
        assert "Traceback" not in written, words
        assert acting(written) == [], words
