"""Expressions that become part of positions as they are, where the author surely wants their values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from pyengine.errors import Finding
from pyengine.language.checking.clauses import Part, Rule
from pyengine.language.checking.message_text import brief, show
from pyengine.language.checking.slips import is_arithmetic, is_numeric
from pyengine.language.contract import CONTRACT
from pyengine.language.vocabulary import Indicator
from pyengine.terms import Compound, Term, Var, is_ground, parts_of, variables_of

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
            yield from (_in_head(found, inner) for inner in sure)
        names = {v for part in given for v in variables_of(part.term)} - taken - computed
        for equation in equations(rule):
            variable, expression = equation.parts()
            if variable.term in names:
                hint = f"= does not compute; write `{variable.term} is {brief(expression.term)}`"
                message = f"what {show(found)} gives has the term {brief(expression.term)} in it, which is not computed"
                yield equation.warning("uncomputed-expression", message, hint, whole=True)


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


def _in_head(found: Indicator, part: Part) -> Finding:
    message = f"what {show(found)} gives has the term {brief(part.term)} in it, which is not computed"
    hint = f"compute it in the body: V is {brief(part.term)}"
    return part.warning("uncomputed-expression", message, hint, whole=True)


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
