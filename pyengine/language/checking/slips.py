"""Goals and values that mean something else than they look like, reported only where that is certain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from pyengine.errors import Finding, Severity
from pyengine.language.checking.clauses import Outline, Part, Rule
from pyengine.language.checking.goals import Goal
from pyengine.language.checking.message_text import brief, show
from pyengine.language.contract import ARGUMENTS, CONTRACT, OWN
from pyengine.language.vocabulary import Indicator
from pyengine.terms import Atom, Compound, List, String, Term, Var, is_ground, parts_of, variables_of

VALUES: Final[frozenset[Indicator]] = frozenset(
    entry.indicator for entry in CONTRACT if ARGUMENTS[entry.arguments[-1]] == "number"
)
"""The predicates of the contract whose last argument is a number."""

_OPERATIONS: Final = frozenset({"+", "-", "*", "/", "//", "mod", "rem", "div", "**", "^", "min", "max", "abs"})
_COMPARING: Final = {"==": "=:=", "\\==": "=\\="}


_OLD: Final[dict[Indicator, str]] = {
    ("concat", 3): "atom_concat",
    ("concat_atom", 2): "atomic_list_concat",
    ("concat_atom", 3): "atomic_list_concat",
    ("proper_list", 1): "is_list",
    ("sumlist", 2): "sum_list",
}
"""What rules may call, and SWI-Prolog keeps for old programs alone (library(backcomp)): what it is called now."""


def slips(calls: Iterable[tuple[Rule, Goal]], outline: Outline) -> Iterator[Finding]:
    """Look for comparisons that do not compute, variables that seem to change, and names of old."""
    for _, goal in calls:
        if (found := goal.indicator) in _OLD and not outline.defines(found):
            now = show((_OLD[found], found[1]))
            message = f"{show(found)} is deprecated: SWI-Prolog keeps it for old programs"
            yield goal.part.warning("deprecated-predicate", message, f"its name is {now} now")
        if goal.extra == 0 and isinstance(goal.part.term, Compound) and len(goal.part.term.args) == 2:
            yield from _comparison(goal.part, goal.part.term)


def value_slips(found: Indicator, rules: Iterable[Rule]) -> Iterator[Finding]:
    """Look for values of the contract that are no numbers."""
    for rule in rules:
        if rule.kind == "grammar" or not isinstance(rule.head.term, Compound):
            continue
        value = rule.head.parts()[-1]
        if isinstance(value.term, Var):
            yield from _bound_to_expression(found, rule, value.term)
        elif isinstance(value.term, Compound) and is_arithmetic(value.term):
            yield _unevaluated(found, value)
        elif not isinstance(value.term, int | float | Fraction):
            yield value.error(
                "bad-value",
                f"the value of {show(found)} is a number, and {brief(value.term)} is not",
                "for instance 1 for a win, 0 for a draw, -1 for a loss" if found[0] == OWN["utility"].name else None,
                whole=True,
            )


def _bound_to_expression(found: Indicator, rule: Rule, variable: Var) -> Iterator[Finding]:
    """Find `V = A + B` among the goals that always run, for a V that is the value."""
    for part in rule.body.conjuncts() if rule.body else ():
        if part.is_call("=", 2):
            left, right = part.parts()
            if left.term == variable and isinstance(right.term, Compound) and is_arithmetic(right.term):
                yield _unevaluated(found, part, f"write `{variable.name} is {brief(right.term)}`")


def _unevaluated(found: Indicator, part: Part, hint: str = "compute it in the body with `is`") -> Finding:
    expression = part.parts()[1].term if part.is_call("=", 2) else part.term
    assert isinstance(expression, Compound)
    if all(isinstance(argument, int) for argument in expression.args) and expression.name == "-":
        plain = -expression.args[0] if len(expression.args) == 1 else None  # type: ignore[operator]
        hint = f"write {plain}, without a space after the sign" if plain is not None else hint
    return Finding(
        Severity.ERROR,
        "unevaluated-value",
        f"the value of {show(found)} is the term {brief(expression)}, which is not computed",
        part.place() if part.is_call("=", 2) else part.whole(),
        hint,
    )


def _comparison(part: Part, term: Compound) -> Iterator[Finding]:
    left, right = term.args
    if isinstance(left, Var) and isinstance(right, Compound) and _reassigns(term.name, left, right):
        yield part.warning(
            "reassigned-variable",
            f"{left.name} cannot get a new value from its old one",
            f"a variable keeps its value; use a new one: {left.name}1 is {brief(right)}",
            whole=True,
        )
        return
    if term.name in ("==", "\\=="):
        for side in (left, right):
            if isinstance(side, Compound) and is_arithmetic(side) and is_numeric(side):
                yield part.warning(
                    "uncomputed-comparison",
                    f"{term.name} does not compute {brief(side)}; it compares terms as they are",
                    f"write {_COMPARING[term.name]} to compare numbers",
                )
                return


def _reassigns(name: str, variable: Var, expression: Compound) -> bool:
    arithmetic = name == "is" or (name == "=" and is_arithmetic(expression))
    return arithmetic and variable in variables_of(expression)


def is_arithmetic(term: Compound) -> bool:
    """Whether a term can only be meant to be computed; atoms may be constants, but are mostly data as in a-b."""
    return all(
        part.name in _OPERATIONS and 1 <= len(part.args) <= 2
        if isinstance(part, Compound)
        else not isinstance(part, Atom | String | List)
        for part in parts_of(term)
    )


def is_numeric(term: Compound) -> bool:
    """Whether an expression is surely one: `A - B` is as often a pair, `A - 1` and `A + B` are not."""
    if term.name in ("+", "*", "//", "mod", "rem", "div"):
        return True
    return term.name == "-" and any(isinstance(argument, int | float) for argument in term.args)


GIVING: Final[dict[Indicator, tuple[int, ...]]] = {
    **{entry.indicator: given for entry in CONTRACT if (given := entry.giving("position", "move"))},
    ("result", 3): (2,),  # what many an author calls the second half of a move
}
"""Which arguments of the contract's predicates are moves and positions that they give."""
_COMPUTING: Final = frozenset({"is", "<", ">", "=<", ">=", "=:=", "=\\="})


def uncomputed(found: Indicator, rules: Iterable[Rule]) -> Iterator[Finding]:
    """Look for positions and moves with expressions in them that nothing computes."""
    for rule in rules:
        if found not in GIVING or rule.kind == "grammar" or not isinstance(rule.head.term, Compound):
            continue
        parts = rule.head.parts()
        given = [parts[index] for index in GIVING[found]]
        inputs = [part for index, part in enumerate(parts) if index not in GIVING[found]]
        taken = {v for part in inputs for v in variables_of(part.term)}
        kept = [inner.term for part in inputs for inner in part.walk() if isinstance(inner.term, Compound)]
        computed = _computed(rule)
        for part in given:
            sure = (inner for inner in part.walk() if _is_sure(inner.term) and inner.term not in kept)
            for inner in sure:
                yield _uncomputed(found, inner, inner, f"compute it in the body: V is {brief(inner.term)}")
        names = {v for part in given for v in variables_of(part.term)} - taken - computed
        for equation in equations(rule):
            variable, expression = equation.parts()
            if variable.term in names:
                hint = f"= does not compute; write `{variable.term} is {brief(expression.term)}`"
                yield _uncomputed(found, equation, expression, hint)


def equations(rule: Rule) -> Iterator[Part]:
    """Go through the goals `V = A + B` of a clause whose right side is an expression that is surely one."""
    for part in rule.body.walk() if rule.body else ():
        if part.is_call("=", 2):
            left, right = part.parts()
            if isinstance(left.term, Var) and _is_sure(right.term):
                yield part


def find_source(rules: Iterable[Rule], operator: str) -> Part | None:
    """Find what puts an expression with an operator into a term: a goal `V = A + B`, or `A + B` in a head."""
    known = [rule for rule in rules if rule.kind != "grammar"]
    for rule in known:
        for equation in equations(rule):
            expression = equation.parts()[1].term
            if isinstance(expression, Compound) and expression.name == operator:
                return equation
    for rule in known:
        for part in rule.head.walk():
            if isinstance(part.term, Compound) and part.term.name == operator and _is_sure(part.term):
                return part
    return None


def expression_in(term: Term) -> Compound | None:
    """Find the outermost expression of numbers in a term, such as 0+1+2 in said(0+1+2, max)."""
    inner = (part for part in parts_of(term) if isinstance(part, Compound))
    return next((part for part in inner if is_arithmetic(part) and is_ground(part)), None)


def _uncomputed(found: Indicator, at: Part, expression: Part, hint: str) -> Finding:
    message = f"what {show(found)} gives has the term {brief(expression.term)} in it, which is not computed"
    return at.warning("uncomputed-expression", message, hint, whole=True)


def _is_sure(term: Term) -> bool:
    """Whether a term is an expression with a variable that can only be meant to be computed."""
    return isinstance(term, Compound) and is_numeric(term) and is_arithmetic(term) and bool(variables_of(term))


def _computed(rule: Rule) -> set[Var]:
    """Give the variables that the clause computes with somewhere: what is kept as an expression there is meant so."""
    found: set[Var] = set()
    for part in rule.body.walk() if rule.body else ():
        if isinstance(part.term, Compound) and len(part.term.args) == 2 and part.term.name in _COMPUTING:
            expressions = part.term.args[1:] if part.term.name == "is" else part.term.args
            found.update(v for expression in expressions for v in variables_of(expression))
    return found
