"""A small program and a goal run by SWI-Prolog and by compiled rules: all solutions in order, and the error at the end.

The goal is compiled twice: its variables as outputs (`f`), and as variables that are only known at run time (`a`).
"""

from __future__ import annotations

from functools import cache

from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.python.compiled_rules import compile_rules
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.terms import Var, to_term
from pyengine.errors import PyengineError
from pyengine.language.reading.reader import read_program, read_term
from pyengine.language.source import Source
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.call_limits import guard
from pyengine.reasoners.swi.swi_game import SwiGame
from pyengine.terms import Atom, Compound, List, Term, variables_of
from pyengine.terms.variants import identical_but_for_names

GAME = """
player(max). player(min). initial(a). to_move(_, max). move(a, m, b). utility(_, 0).
"""
BUDGET = Budget(seconds=5)
Answers = list[Term]
"""Each solution as a list of the values of the goal's variables; an error is `error(Formal)` or `thrown(Ball)`."""


@cache
def swi_rules(text: str) -> SwiGame:
    """Load a program into SWI-Prolog, once."""
    program, findings = read_program(Source("test.pl", text + GAME))
    assert not findings, findings[0]
    return SwiGame(program)


def swi_answers(text: str, goal: str, limit: int) -> Answers:
    """Ask SWI-Prolog."""
    rules = swi_rules(text)
    names = [variable.name for variable in variables_of(read_term(goal)) if not variable.name.startswith("_")]
    listed = ", ".join(names)
    query = f"catch((({goal}), Answer_ = solution([{listed}])), Error_, Answer_ = raised(Error_))"
    found = rules.query(query, limit=limit, budget=BUDGET)
    return [_settled(solution["Answer_"]) for solution in found]


def compiled_answers(text: str, goal: str, limit: int, letter: str) -> Answers:
    """Ask compiled rules."""
    names = [variable.name for variable in variables_of(read_term(goal)) if not variable.name.startswith("_")]
    head = f"goal_('{goal.encode().hex()[:8]}'{''.join(f', {name}' for name in names)})"
    program, findings = read_program(Source("test.pl", f"{text}{GAME}\n{head} :- {goal}.\n"))
    assert not findings, findings[0]
    pattern = "a" + letter * len(names)
    key = Key("goal_", len(pattern), pattern, False)

    def solve() -> Answers:
        compiled = compile_rules(program, {}, [key])
        answers: Answers = []
        variables = [Var() for _ in names]
        inputs = variables if letter == "a" else []
        try:
            for solution in compiled.solutions(key, Var(), *inputs):
                known: dict[Var, object] = {}
                values = variables if letter == "a" else solution
                answers.append(_settled(Compound("solution", (List(tuple(to_term(v, known) for v in values)),))))  # type: ignore[arg-type]
                if len(answers) >= limit:
                    break
        except PrologError as error:
            answers.append(_settled(Compound("raised", (to_term(error.ball),))))
        return answers

    return guard(BUDGET)(solve)


def _settled(answer: Term) -> Term:
    """Leave out what may differ: the context of an error."""
    assert isinstance(answer, Compound)
    if answer.name == "raised":
        ball = answer.args[0]
        if isinstance(ball, Compound) and ball.name == "error" and len(ball.args) == 2:
            return Compound("error", (ball.args[0],))
        return Compound("thrown", (ball,))
    return answer.args[0]


def shown(answers: Answers) -> str:
    """Write answers one a line."""
    return "\n".join(f"  {answer}" for answer in answers) or "  none"


def assert_same(text: str, goal: str, limit: int = 50) -> None:
    """Check that a goal has the same solutions, in the same order, and the same error, in SWI-Prolog and compiled."""
    expected = swi_answers(text, goal, limit)
    for letter in ("f", "a"):
        try:
            found = compiled_answers(text, goal, limit, letter)
        except PyengineError as error:
            found = [Compound("stopped", (Atom(str(error)),))]
        keys = [identical_but_for_names(answer) for answer in expected], [identical_but_for_names(a) for a in found]
        assert keys[0] == keys[1], (
            f"{goal}   [{letter}]\nSWI-Prolog:\n{shown(expected)}\ncompiled:\n{shown(found)}\nprogram:\n{text}"
        )
