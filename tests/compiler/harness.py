"""Many small programs, each asked by SWI-Prolog and by compiled rules: solutions in order, and what ended them.

SWI-Prolog runs as one process for all programs (`oracle.pl`). Answers are compared as texts, written in the same way on
both sides. What neither side comes to an end with is not compared. Where one of them does, the other is asked again
with a much larger limit before it counts as a difference. What makes a cyclic term is not compared.
"""

from __future__ import annotations

import atexit
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from threading import Timer
from typing import Final, NamedTuple

from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.python.compiled_rules import Compiled, compile_rules
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.terms import CONS, NIL, Float, Text, Value, Var, to_value
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.errors import PyengineError, RuleLimitError
from pyengine.language.reading.reader import read_program, read_term
from pyengine.language.source import Source
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.call_limits import guard
from pyengine.terms import Atom, Compound, List, Term, is_ground, variables_of
from pyengine.terms import Var as Variable

MOST_SOLUTIONS: Final = 20
_MEMORY_BYTES: Final = 100 * 1024 * 1024
_FEW_INFERENCES: Final = 20_000
_MANY_INFERENCES: Final = 3_000_000
_SHORT: Final = Budget(seconds=2, memory_bytes=_MEMORY_BYTES)
_GLANCE: Final = Budget(seconds=0.3, memory_bytes=_MEMORY_BYTES // 5)
"""What a goal gets with which SWI-Prolog does not come to an end soon."""
_LONG: Final = Budget(seconds=30)
_ORACLE: Final = Path(__file__).with_name("oracle.pl")
_PATIENCE_SECONDS: Final = 60
LIMIT: Final = "limit"
REFUSED: Final = "refused"
CYCLIC: Final = "cyclic"


class Ask(NamedTuple):
    """A goal and how it is compiled.

    `letter` says how the variables of the goal come in: `f`, they are outputs, `a`, they are unbound variables at run
    time. With `direct` the goal is a call of a predicate of the program, compiled for these letters, one an argument.
    """

    goal: str
    letter: str = "f"
    direct: str | None = None


class Mismatch(NamedTuple):
    """Where the two differ."""

    ask: Ask
    expected: str
    found: str


@dataclass
class Tally:
    """What has been compared."""

    programs: int = 0
    compared: int = 0
    limited: int = 0
    failing: int = 0
    raising: int = 0
    solutions: int = 0


class Oracle:
    """A process of SWI-Prolog that answers one program after the other."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            ["swipl", str(_ORACLE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        atexit.register(self.close)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()

    def answers(
        self, text: str, indicators: Sequence[str], occurs_check: str = "false", inferences: int = _FEW_INFERENCES
    ) -> list[str]:
        """Give the answers of predicates of a program, each called with fresh variables."""
        quoted = text.replace("\\", "\\\\").replace('"', '\\"')
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f'program("{quoted}", [{", ".join(indicators)}], {occurs_check}, {inferences}).\n')
        self._process.stdin.flush()
        alarm = Timer(_PATIENCE_SECONDS, self._process.kill)
        alarm.start()
        lines = []
        while (line := self._process.stdout.readline()) not in ("done\n", ""):
            lines.append(line.rstrip("\n"))
        alarm.cancel()
        if not line or len(lines) != len(indicators):
            raise OracleError(f"SWI-Prolog: {lines} for\n{text}")
        return lines


class OracleError(Exception):
    """SWI-Prolog has no answer: it did not come to an end, or ended by itself."""


@cache
def _started() -> list[Oracle]:
    return [Oracle()]


def _ask_oracle(text: str, indicators: Sequence[str], inferences: int = _FEW_INFERENCES) -> list[str]:
    """Ask the process that serves all tests; one that ended is followed by another."""
    try:
        return _started()[-1].answers(text, indicators, inferences=inferences)
    except (OracleError, BrokenPipeError):
        _started()[-1].close()
        _started().append(Oracle())
        return [LIMIT] * len(indicators)


_SKIPPED: Final = (REFUSED, CYCLIC)


def mismatches(program: str, asks: Sequence[Ask], tally: Tally | None = None) -> list[Mismatch]:
    """Compare the answers to all goals. Raises UnsupportedError where the compiler refuses one of them."""
    tally = tally or Tally()
    tally.programs += 1
    goals = [_Goal.of(i, ask) for i, ask in enumerate(asks)]
    text = program + "".join(f"{goal.head} :- {goal.ask.goal}.\n" for goal in goals)
    expected = _ask_oracle(text, [goal.indicator for goal in goals])
    wanted = [(goal, answer) for goal, answer in zip(goals, expected, strict=True) if answer not in _SKIPPED]
    tally.limited += len(goals) - len(wanted)
    if not wanted:
        return []
    try:
        rules = _compiled(text, [goal.key for goal, _ in wanted])
    except (UnsupportedError, PyengineError):
        raise
    except Exception as error:
        if len(asks) == 1:
            return [Mismatch(asks[0], expected[0], f"crashed: {error!r}")]
        return [found for ask in asks for found in mismatches(program, [ask])]
    different = []
    for goal, answer in wanted:
        mine = _glance(rules, goal) if answer == LIMIT else _answer(rules, goal, _SHORT)
        if answer == LIMIT and mine != LIMIT:
            (answer,) = _ask_oracle(text, [goal.indicator], _MANY_INFERENCES)
        is_plain = mine == answer or answer == LIMIT or _is_plain(text, goal, answer, mine)
        if mine == LIMIT and answer != LIMIT and is_plain:
            mine = _answer(rules, goal, _LONG)
        if LIMIT in (mine, answer) and (mine == answer or "resource_error" in mine + answer):
            tally.limited += 1
            continue
        tally.compared += 1
        tally.failing += answer == "end"
        tally.raising += "! " in answer
        tally.solutions += answer.count(" ; ")
        if mine != answer and is_plain:
            different.append(Mismatch(goal.ask, answer, mine))
    return different


def _glance(rules: Compiled, goal: _Goal) -> str:
    """Give the answer of compiled rules if it comes at once, and without recursion that is deep for Python."""
    try:
        return guard(_GLANCE)(_shallow, rules, goal)
    except RuleLimitError:
        return LIMIT
    except UnsupportedError:
        raise
    except Exception as error:
        return f"crashed: {error!r}"


def _shallow(rules: Compiled, goal: _Goal) -> str:
    try:
        return goal.solve(rules)
    except RecursionError:
        return LIMIT


def _answer(rules: Compiled, goal: _Goal, budget: Budget) -> str:
    """Give the answer of compiled rules, `LIMIT` where they do not come to an end."""
    try:
        return guard(budget)(goal.solve, rules)
    except RuleLimitError:
        return LIMIT
    except UnsupportedError:  # known at run time only
        raise
    except Exception as error:
        return f"crashed: {error!r}"


def _is_plain(text: str, goal: _Goal, answer: str, mine: str) -> bool:
    """Tell whether SWI-Prolog answers the same with the occurs check: whether no cyclic term is made on the way."""
    checking = Oracle()  # of its own: with the occurs check, SWI-Prolog 9.0 may end in an assertion of its own
    if mine == LIMIT:  # memberchk/2 does not know of the occurs check
        text = text.replace("memberchk(", "once_member(") + "once_member(X, Xs) :- member(X, Xs), !.\n"
    try:
        return checking.answers(text, [goal.indicator], "error") == [answer]
    except OracleError:
        return False
    finally:
        checking.close()


def _compiled(text: str, keys: Sequence[Key]) -> Compiled:
    program, findings = read_program(Source("test.pl", text))
    assert not [f for f in findings if f.severity == "error"], f"{findings[0]}\n{text}"
    return compile_rules(program, {}, list(dict.fromkeys(keys)))


@dataclass(frozen=True)
class _Goal:
    ask: Ask
    name: str
    variables: tuple[Variable, ...]
    term: Term
    key: Key

    @classmethod
    def of(cls, number: int, ask: Ask) -> _Goal:
        term = read_term(ask.goal)
        variables = tuple(v for v in variables_of(term) if not v.name.startswith("_"))
        name = f"goal{number}"
        if ask.direct is None:
            key = Key(name, len(variables), ask.letter * len(variables), False)
        else:
            assert isinstance(term, Atom | Compound)
            key = Key(term.name, len(ask.direct), ask.direct, False)
        return cls(ask, name, variables, term, key)

    @property
    def head(self) -> str:
        listed = ",".join(variable.name for variable in self.variables)
        return f"{self.name}({listed})" if listed else self.name

    @property
    def indicator(self) -> str:
        return f"{self.name}/{len(self.variables)}"

    def solve(self, rules: Compiled) -> str:
        """Give the solutions of compiled rules as the text that SWI-Prolog gives."""
        texts: list[str] = []
        ending = "end"
        try:
            for values in self._solutions(rules):
                texts.append(f"{_text((self.name, values), {})} ; ")
                if len(texts) >= MOST_SOLUTIONS:
                    ending = "more"
                    break
        except PrologError as error:
            ending = f"! {_text(error.ball, {})}"
        return "".join(texts) + ending

    def _solutions(self, rules: Compiled) -> Iterator[list[Value]]:
        if self.ask.direct is None:
            variables = [Var() for _ in self.variables]
            inputs = variables if self.ask.letter == "a" else []
            for solution in rules.solutions(self.key, *inputs):
                yield variables if self.ask.letter == "a" else list(solution)
            return
        known: dict[Variable, Var] = {}
        args = self.term.args if isinstance(self.term, Compound) else ()
        values = [to_value(argument, known) for argument in args]
        inputs = [value for value, letter in zip(values, self.ask.direct, strict=True) if letter != "f"]
        for solution in rules.solutions(self.key, *inputs):
            outputs = iter(solution)
            found: dict[Variable, Value] = dict(known)
            for argument, letter in zip(args, self.ask.direct, strict=True):
                if letter == "f":
                    assert isinstance(argument, Variable)
                    found[argument] = next(outputs)
            yield [found[variable] for variable in self.variables]


def fitting(goal: str, letters: str) -> str:
    """Make letters fit the arguments of a call: `f` for a variable that stands once, `g` for what is ground."""
    term = read_term(goal)
    args = term.args if isinstance(term, Compound) else ()
    counts = {v: sum(list(_occurrences(a)).count(v) for a in args) for v in variables_of(term)}
    fitted = ""
    for argument, letter in zip(args, letters, strict=False):
        if letter == "f" and isinstance(argument, Variable) and counts[argument] == 1:
            fitted += "f"
        elif letter != "a" and is_ground(argument):
            fitted += "g"
        else:
            fitted += "a"
    return fitted


def _occurrences(term: Term) -> Iterator[Variable]:
    if isinstance(term, Variable):
        yield term
    elif isinstance(term, Compound | List):
        for argument in term.args if isinstance(term, Compound) else term.items:
            yield from _occurrences(argument)
        if isinstance(term, List) and not term.is_proper:
            yield from _occurrences(term.tail)


def _text(value: Value, numbers: dict[Var, int]) -> str:
    while value.__class__ is Var and value.ref is not None:
        value = value.ref
    match value:
        case Var():
            return f"_{numbers.setdefault(value, len(numbers) + 1)}"
        case str():
            return f"'{value}'"
        case int():
            return str(value)
        case Fraction():
            return f"{value.numerator}r{value.denominator}"
        case Float():
            return _float_text(value.value)
        case Text():
            return f'"{value.text}"'
    if value is NIL:
        return "[]"
    if isinstance(value[0], str):  # a goal and its list of values
        name, args = value
    else:
        name, args = value[0].name, value[1:]
        if value[0] is CONS:
            return _list_text(value, numbers)
    if name == "error" and len(args) == 2:
        return f"error({_text(args[0], numbers)})"
    if name == "existence_error" and args[0] == "matching_rule":
        return "existence_error(matching_rule)"  # outputs do not stand in the goal that compiled rules show
    if not args:
        return f"'{name}'" if isinstance(value[0], str) else f"'{name}'()"
    return f"'{name}'({','.join([_text(argument, numbers) for argument in args])})"


def _list_text(value: Value, numbers: dict[Var, int]) -> str:
    parts = []
    while value.__class__ is tuple and value[0] is CONS:
        parts.append(_text(value[1], numbers))
        value = value[2]
        while value.__class__ is Var and value.ref is not None:
            value = value.ref
    tail = "" if value is NIL else f"|{_text(value, numbers)}"
    return f"[{','.join(parts)}{tail}]"


def _float_text(value: float) -> str:
    if value != value:
        return "nan"
    return "infinite" if value in (float("inf"), float("-inf")) else f"{value:.16e}"


def refusal(program: str, asks: Sequence[Ask]) -> list[tuple[Ask, str]]:
    """List the goals that the compiler refuses, each with the reason."""
    refused = []
    for i, ask in enumerate(asks):
        goal = _Goal.of(i, ask)
        try:
            _compiled(f"{program}{goal.head} :- {goal.ask.goal}.\n", [goal.key])
        except UnsupportedError as error:
            refused.append((ask, str(error)))
    return refused
