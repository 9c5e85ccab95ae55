"""Rules become code as nodes: whatever they say, nothing is executed but what the compiler means."""

from __future__ import annotations

import ast
import gc
import linecache
import re
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pyengine
from pyengine.api import load
from pyengine.cli import main
from pyengine.compiler.python import compiled_rules
from pyengine.compiler.python.contract import Contract
from pyengine.compiler.python.execution import BUILT_INS, execute
from pyengine.reasoners.compilation import print_within
from pyengine.terms import Atom, write_term

from .hostile import MARKER, hostile_contract, quoted, raw, texts

NODES = (
    *(ast.FunctionDef, ast.arguments, ast.arg, ast.Return, ast.Expr, ast.Assign, ast.AugAssign, ast.Pass, ast.Raise),
    *(ast.If, ast.While, ast.For, ast.Break, ast.Continue, ast.Try, ast.ExceptHandler, ast.Yield, ast.YieldFrom),
    *(ast.Name, ast.Constant, ast.Tuple, ast.List, ast.Call, ast.Attribute, ast.Subscript, ast.Compare, ast.BoolOp),
    *(ast.UnaryOp, ast.BinOp, ast.IfExp, ast.NamedExpr, ast.Lambda, ast.expr_context, ast.boolop, ast.operator),
    *(ast.unaryop, ast.cmpop),
)
ATTRIBUTES = {"__class__", "__context__", "get", "append", "bit_count", "bit_length"}
RULES = "player(a). player(b). to_move(_, a). move(0, go, 1). utility(1, 0).\n"


@pytest.fixture
def executed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[ast.stmt], dict[str, Any]]]:
    """What is executed while a test runs: functions, and the names that they see."""
    found = []

    def record(functions: list[ast.stmt], names: dict[str, Any], *rest: Any) -> dict[str, Any]:
        found.append((functions, {**names}))
        return execute(functions, names, *rest)

    monkeypatch.setattr(compiled_rules, "execute", record)
    return found


def bound_names(function: ast.AST) -> Iterator[str]:
    """Go through the names that a function gives values to."""
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name


def check_nodes(functions: list[ast.stmt], names: dict[str, Any]) -> None:
    """Make sure that functions do nothing but what compiled rules do, with the names that they are given."""
    known = {*names, *BUILT_INS, *(function.name for function in functions if isinstance(function, ast.FunctionDef))}
    for function in functions:
        assert isinstance(function, ast.FunctionDef)
        seen = known | {*bound_names(function)}
        for node in ast.walk(function):
            assert isinstance(node, NODES), node
            if isinstance(node, ast.Name):
                assert node.id in seen
                assert re.fullmatch("[A-Za-z_][A-Za-z_0-9]*", node.id)
                assert node.id != MARKER
            elif isinstance(node, ast.Attribute):
                assert node.attr in ATTRIBUTES
            elif isinstance(node, ast.Constant):
                assert node.value is None or isinstance(node.value, str | int)


def functions_of(contract: Contract) -> list[str]:
    module = ast.parse(contract.source)
    title, *rest = module.body
    assert isinstance(title, ast.Expr)
    assert isinstance(title.value, ast.Constant)
    for statement in rest:
        assert isinstance(statement, ast.ImportFrom | ast.Assign | ast.FunctionDef)
        if isinstance(statement, ast.ImportFrom):
            assert re.fullmatch(r"pyengine\.compiler\.[a-z_.]+|fractions", statement.module or "")
    return [ast.dump(statement) for statement in rest if isinstance(statement, ast.FunctionDef)]


@pytest.mark.parametrize("write", [quoted, raw])
def test_only_what_the_compiler_means_is_executed(write: Any, executed: list[Any]) -> None:
    for text in [*texts(), *["\0 marker()"] * (write is quoted)]:
        executed.clear()
        name = f"{text}.pl".replace("\0", "")
        contract = hostile_contract(text, name, write)
        for functions, names in executed:
            check_nodes(functions, names)
        functions, names = executed[-1]
        assert functions_of(contract) == [ast.dump(function) for function in functions], text
        namespace: dict[str, Any] = {}
        exec(compile(contract.source, "printed", "exec"), namespace)
        assert {name: namespace[name] for name in names} == names
        assert list(namespace["player_f"]()) == [text, "min"]
        contract.set_players([text, "min"])
        mover, moves, children = contract.step(contract.initial())
        assert mover == 0
        assert {move[0].name for move in moves} == {text}
        assert [move[1:] for move in moves] == [("a", text), (moves[1][1], text)]
        assert moves[1][1][1] == text
        assert children[0] == (children[0][0], 1, contract.initial()[2])


@pytest.mark.parametrize("command", ["check", "show", "solve", "compile"])
def test_rules_that_would_run_python(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code = "__import__('builtins').open('PWNED', 'w')"
    (tmp_path / "min.pl").write_text(
        f"player(max). player(min).\ninitial(0) :- %\r    {code.replace(chr(39), chr(34))}#\n  true.\n"
        "to_move(_, max). move(0, a, 1). utility(1, 0).\n",
        newline="",
    )
    atom = f"x\r    {code}#".replace("'", "''")
    (tmp_path / "atom.pl").write_text(f"{RULES}initial(S) :- S = 0, '{atom}' \\== S.\n", newline="")
    for end in ("\r", "\n", '"""\n'):
        name = f'x{end}__import__("builtins").open("PWNED", "w"){end}.pl'
        (tmp_path / name).write_text(f"{RULES}initial(0) :- true.\n")
    files = [str(file) for file in tmp_path.iterdir()]
    assert len(files) == 5
    for file in files:
        assert main([command, file]) == 0
        assert main(["solve", file, "--reasoner", "python"]) == 0
    assert not (tmp_path / "PWNED").exists()


def test_what_is_executed_sees_few_functions_of_python() -> None:
    definition = ast.parse("def f():\n    return open").body
    namespace = execute(definition, {}, "<test>")
    with pytest.raises(NameError):
        namespace["f"]()


def test_compiled_rules_leave_nothing_behind() -> None:
    before = len(linecache.cache)
    game = load("tictactoe", reasoner="python")
    function = weakref.ref(next(iter(game.contract.compiled.functions.values())))
    game.close()
    del game
    gc.collect()
    assert function() is None
    assert len(linecache.cache) == before


def test_errors_name_predicates_however_they_are_called(tmp_path: Path) -> None:
    for name in ("x\ry with/3", "yield", "part of"):
        clauses = f"{raw(name)}(0, X) :- X is foo + 1.\n{raw(name)}(N, X) :- N > 0, M is N - 1, {raw(name)}(M, X).\n"
        with pytest.raises(pyengine.RuleRuntimeError) as caught:
            compiled_moves(tmp_path, f"move(0, M, 1) :- member(N, [3, 2]), {raw(name)}(N, M).\n{clauses}")
        assert "rules.pl:3:" in str(caught.value)
        assert caught.value.place is not None
        assert caught.value.place.text[caught.value.place.column - 1 :].startswith("X is foo + 1")
        assert f"in {write_term(Atom(name))}/2: " in str(caught.value)


def test_text_is_executed_nowhere() -> None:
    executing, executed = re.compile(r"\b(exec|eval|compile|__import__|linecache|runpy|ast\.parse)\b"), []
    for file in Path(pyengine.__file__).parent.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if executing.search(text) else ():
            match node:
                case ast.Call(func=ast.Name(id="exec" | "eval" | "compile" | "__import__" as name)):
                    executed.append((file.name, name, ast.unparse(node.args[0])))
                case ast.Attribute(value=ast.Name(id="builtins" | "ast"), attr="exec" | "eval" | "compile" | "parse"):
                    pytest.fail(f"{file}: {ast.unparse(node)}")
                case ast.Import(names=names) if any(alias.name in {"linecache", "code", "runpy"} for alias in names):
                    pytest.fail(f"{file}: {ast.unparse(node)}")
    assert sorted(executed) == [
        ("execution.py", "compile", "ast.Module(list(functions), [])"),
        ("execution.py", "exec", "code"),
    ]


def compiled_moves(tmp_path: Path, text: str) -> list[str]:
    file = tmp_path / "rules.pl"
    file.write_text(f"player(a). player(b). initial(0). to_move(_, a). utility(_, 0).\n{text}", encoding="utf-8")
    game = load(str(file), reasoner="python")
    return [str(move) for move in game.expand(game.initial).moves]


def test_words_of_python_in_atoms_are_no_words_of_python(tmp_path: Path) -> None:
    facts = "known('a in b', x). known('a in b', z). known(c, y).\n"
    assert compiled_moves(tmp_path, f"move(0, M, 1) :- member(M, [x, y]), known('a in b', M).\n{facts}") == ["x"]
    assert compiled_moves(tmp_path, f"move(0, M, 1) :- member(M, [x, y]), \\+ known('a in b', M).\n{facts}") == ["y"]


def test_a_clause_with_many_choices_is_refused_with_its_place(tmp_path: Path) -> None:
    goals = ", ".join(f"s(X{i}, X{i + 1})" for i in range(30))
    with pytest.raises(pyengine.ReasonerError, match=r"rules.pl:2:1: .* more than 20 goals with several solutions"):
        compiled_moves(tmp_path, f"move(0, go, X30) :- X0 = 0, {goals}.\ns(X, X). s(X, Y) :- Y is X + 1, X < 0.\n")


def test_long_lists_and_long_conditions_are_compiled(tmp_path: Path) -> None:
    items = ", ".join(["X"] * 1000)
    assert (
        compiled_moves(tmp_path, f"move(0, M, 1) :- member(X, [1, 2]), L = [{items}|X], M = L.\n")[1][:8] == "[2,2,2,2"
    )
    cases = " ; ".join(f"X = {i} -> M = {7 * i}" for i in range(150))
    assert compiled_moves(tmp_path, f"move(0, M, 1) :- member(X, [1, 149]), ( {cases} ; M = no ).\n") == ["7", "1043"]


def test_terms_with_variables_nested_very_deeply_are_refused(tmp_path: Path) -> None:
    nested = f"{'f(' * 400}X{')' * 400}"
    with pytest.raises(pyengine.ReasonerError, match=r"rules.pl:2:1: .* nested more than 190 deep"):
        compiled_moves(tmp_path, f"move(0, M, 1) :- between(1, 100, X), M = {nested}.\n")


def test_deep_and_large_constants_can_be_printed(tmp_path: Path) -> None:
    nested = f"{'f(' * 300}1{')' * 300}"
    file = tmp_path / "rules.pl"
    file.write_text(
        "player(a). player(b). initial(0). to_move(_, a). utility(_, 0).\n"
        f"move(0, M, 1) :- M = {nested}.\nmove(0, M, 1) :- M = f({'9' * 6000}, 1.5, 1r3, -7).\n",
        encoding="utf-8",
    )
    game = load(str(file), reasoner="python")
    namespace: dict[str, Any] = {}
    exec(compile(print_within(game.budget, game.contract), "printed", "exec"), namespace)
    printed = [move for move, _ in namespace["move_gff"](0)]
    assert printed[1][1:] == (10**6000 - 1, printed[1][2], printed[1][3], -7)
    depth, term = 0, printed[0]
    while term != 1:
        depth, term = depth + 1, term[1]
    assert depth == 300


def test_conditions_inside_each_other_are_compiled_and_printed(tmp_path: Path) -> None:
    goal = "M = 1"
    for level in range(150):
        goal = f"( X > {-level} -> {goal} ; M = {level} )"
    assert compiled_moves(tmp_path, f"move(0, M, 1) :- member(X, [1, -8]), {goal}.\n") == ["1", "8"]
    game = load(str(tmp_path / "rules.pl"), reasoner="python")
    assert print_within(game.budget, game.contract).count(" > -") >= 149
