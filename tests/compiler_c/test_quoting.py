"""Text of rules in C: strings and comments hold it whatever it is, and the rest of the source has none of it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from pyengine import load
from pyengine.building.build_cache import VARIABLE, open_build_cache
from pyengine.building.library_build import TranslationUnit
from pyengine.building.single_file import single_file
from pyengine.building.toolchain import find_toolchain
from pyengine.compiler.c.game import c_source_of_game
from pyengine.compiler.c.quoting import comment, literal
from pyengine.compiler.python.compiled_rules import solve
from pyengine.errors import NoCompilerError
from pyengine.language.reading.reader import read_program
from pyengine.language.source import Source
from pyengine.reasoners.c import CGame, compile_to_c
from pyengine.reasoners.c_parts import standalone_source
from pyengine.reasoners.compiled import CompiledGame
from tests.compiler.hostile import MARKER, hostile_contract, quoted, texts
from tests.layers import hunted_but

TEXTS = len([*texts()])
TRIGRAPHS = dict(zip("=/'()!<>-", "#\\^[]|{}~", strict=True))
ESCAPE = re.compile(r"\\([0-7]{1,3}|.)", re.DOTALL)


def residue(text: str, has_trigraphs: bool) -> tuple[str, list[str]]:
    """Take strings, characters and comments out of C, as a compiler does at first; gives the strings, too."""
    if has_trigraphs:
        text = re.sub(r"\?\?([=/'()!<>-])", lambda found: TRIGRAPHS[found[1]], text)
    text = re.sub(r"\r\n?", "\n", text)
    text = re.sub(r"\\[ \t]*\n", "", text)
    left, strings, i = [], [], 0
    while i < len(text):
        if text.startswith("/*", i):
            end = text.index("*/", i + 2) + 2
        elif text.startswith("//", i):
            end = text.index("\n", i)
        elif text[i] in "\"'":
            end = i + 1
            while text[end] != text[i]:
                assert text[end] != "\n", text[i:end]
                end += 1 + (text[end] == "\\")
            if text[i] == '"':
                strings.append(text[i + 1 : end])
            end += 1
        else:
            left.append(text[i])
            i += 1
            continue
        left.append(" ")
        i = end
    return "".join(left), strings


def read(string: str) -> bytes:
    """Read what stands in a C string."""
    found = ESCAPE.sub(lambda e: chr(int(e[1], 8)) if e[1].isdigit() else e[1], string)
    return found.encode("latin-1")


def check(text: str, wanted: str) -> None:
    """Make sure that no text of rules is code, and that it stands in a string."""
    for has_trigraphs in (False, True):
        left, strings = residue(text, has_trigraphs)
        assert re.fullmatch(r"[\n -~]*", left)
        assert not re.search(rf"\b{MARKER}\b", left)
        assert wanted.encode("utf-8", "surrogatepass") in map(read, strings)


def test_strings_and_comments_hold_any_text() -> None:
    for text in [*texts(), "\0", "\0001", "\ud800", "a\\", "?" * 5, *map(chr, range(0x20, 0x7F))]:
        left, [string] = residue(f"{comment(text)} {literal(text)} {comment(text)}", True)
        assert left.strip() == ""
        assert read(string).decode("utf-8", "surrogatepass") == text
        assert "\n" not in comment(text)


@pytest.mark.parametrize("number", hunted_but(range(0, TEXTS, 12).__contains__, range(TEXTS)))
def test_no_text_of_rules_is_c(number: int) -> None:
    text = [*texts()][number]
    contract = hostile_contract(text, f"{text}.pl")
    check(c_source_of_game(contract.analysed, contract.players(), solve).text, text)


def test_c_answers_for_rules_with_any_text(tmp_path: Path) -> None:
    listed = [*texts()]
    clauses = [f"move(0, M, {n}) :- {quoted(t)}(M). % {t.replace(chr(10), ' ')}\n" for n, t in enumerate(listed, 1)]
    facts = [f"{quoted(t)}(f({quoted(t)}, {n})).\n{quoted(t)}({quoted(t)}).\n" for n, t in enumerate(listed)]
    head = "player(a). player(b). initial(0). to_move(_, a). utility(_, 0).\n:- discontiguous move/3.\n"
    source = Source('x*/\r\n"marker"\\', head + "".join([*clauses, *facts]))
    program, findings = read_program(source)
    assert not findings
    game, python = CGame(program), CompiledGame(program)
    assert game.reasoner == "c"
    asked, known = game.expand(game.initial), python.expand(python.initial)
    assert [*map(game.term, asked.children)] == [*map(python.term, known.children)]
    assert [*asked.moves] == [*known.moves]
    assert len(asked.moves) == 2 * len(listed)
    text, facts_of_game = compile_to_c(python)
    check(text, listed[0])
    alone = tmp_path / "alone.c"
    alone.write_text(standalone_source(text, facts_of_game.initial), encoding="utf-8")
    check(alone.read_text(encoding="utf-8"), listed[-1])
    for mode in ("-std=gnu11", "-trigraphs"):
        command = ["cc", "-fsyntax-only", "-w", mode, str(alone)]
        subprocess.run(command, check=True, timeout=300)
    game.close()


def test_names_in_strings_and_comments_are_not_told_apart() -> None:
    one = 'static int put;\nconst char *a = "put \\"put"; /* put */ char b = \'"\', c = put; // put\nint put_2;\n'
    together = single_file([TranslationUnit("a.c", one), TranslationUnit("b.c", "static int put;\n")])
    assert 'static int put_of_a;\nconst char *a = "put \\"put"; /* put */' in together
    assert "c = put_of_a; // put\nint put_2;\n" in together


@pytest.mark.parametrize("name", ["$CC", "x; marker", "$(marker)", "`marker`"])
def test_a_compiler_is_called_without_a_shell(name: str) -> None:
    with pytest.raises(NoCompilerError):
        find_toolchain({"CC": f"'{name}'", "PATH": "/usr/bin"})


def test_a_folder_is_no_option_of_a_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("-x", "@x", 'x"*/'):
        monkeypatch.setenv(VARIABLE, name)
        assert open_build_cache().folder == tmp_path / name


TAKEN = (
    "Answers Context Expansion Functor Gathering Large Next Number Rows Rules Word FOUND FAILED STOP ARG NIL INT_WORD"
)
"""Names of types, constants and macros that the code of rules is written with."""


def test_variables_are_named_as_rules_like(tmp_path: Path) -> None:
    """Each is an argument of a predicate that many moves are asked of, on the stack and in frames, large and small."""
    names = TAKEN.split()
    given = ", ".join(f"{name} is 0xfffffffffffff000 \\/ S+{number}" for number, name in enumerate(names))
    text = f"""
        player(a). player(b). initial(0). to_move(S, P) :- P0 is S mod 2, nth0(P0, [a, b], P).
        move(S, M, S1) :- S < 20, {given}, given({", ".join(names)}, M), S1 is S + (M /\\ 7) + 1.
        given({", ".join(names)}, M) :-
            ( M is {" xor ".join(names)}
            ; member(M0, [{", ".join(names)}]), M is M0 mod 5
            ; FOUND > 0, ARG > NIL, M is (Large + Word) mod 3, \\+ ( Next = Rows, STOP > 0 ) ).
        utility(S, S)."""
    rules = tmp_path / "taken.pl"
    rules.write_text(text, encoding="utf-8")
    fast, slow = load(rules, reasoner="c"), load(rules, reasoner="python")
    assert isinstance(fast, CGame), fast.why
    here, there = fast.initial, slow.initial
    while not fast.is_terminal(here):
        assert [*map(str, fast.actions(here))] == [*map(str, slow.actions(there))]
        here, there = fast.expand(here).children[-1], slow.expand(there).children[-1]
    assert slow.is_terminal(there)
    assert not fast.escapes
