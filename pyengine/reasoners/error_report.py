"""The error report of a question to the rules: how it ended, and at which goal; the same for all reasoners."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pyengine.errors import Place, RuleLimitError, RuleRuntimeError
from pyengine.language.checking.clauses import rule_of
from pyengine.language.checking.message_text import show
from pyengine.language.checking.slips import expression_in, find_source
from pyengine.language.contract import OWN, SPLIT, defined, is_split, place_of_predicate
from pyengine.language.program import Program
from pyengine.language.sizes import MOST_ARITY, MOST_BITS
from pyengine.reasoners.budget import Budget
from pyengine.reasoners.error_terms import GIVE_MORE, LIMIT_HINT, ThrownMeaning, meaning, said
from pyengine.reasoners.question import Question
from pyengine.terms import Atom, Compound, Term, write_term

if TYPE_CHECKING:
    from pyengine.reasoners.replay.blame import Blame

_BOTH: Final = 1.7
_AGAIN: Final = 0.7
_AT_LEAST: Final = 0.25
"""Parts of the seconds of a question that may be used for asking twice, for the second time, and are at least."""
_SHOWN: Final = 300
_LONGEST: Final = 1000
_WIDEST: Final = 60
_SIZES_HINT: Final = f"integers have at most {MOST_BITS:,} bits, terms {MOST_ARITY:,} arguments; no budget changes that"
_NO_PREFIX: Final = frozenset({"existence_error", "permission_error"})
Running = tuple[str, Place | None]
"""The predicate that was running, empty where it is not known, and the place of its clause."""


@dataclass(frozen=True)
class ErrorReport:
    """Makes the errors for one question."""

    program: Program
    parameters: Mapping[str, Term]
    question: Question
    budget: Budget
    """What the question had when it was asked."""
    spent_seconds: float = 0.0
    """What it took."""

    def limit(self, reason: str) -> RuleRuntimeError:
        """Make the error for a call that used too much of something, unless the rules only threw what says so."""
        blame = self._find(None)
        if blame is not None and blame.thrown is not None:
            return self._uncaught(blame, blame.thrown)
        if blame is None:
            what = self.question.what
            asker = "the rules" if what in ("expand", "moves", "expand_apart") else what
            return self._error(RuleLimitError, f"{asker} used {reason}", LIMIT_HINT)
        if blame.excess is not None:
            return self._error(
                RuleLimitError, f"in {blame.predicate}: {blame.excess}", _SIZES_HINT, blame.place, blame.called
            )
        hint = LIMIT_HINT
        if blame.hint is not None:
            hint = blame.hint if blame.is_certain else f"{blame.hint}; {GIVE_MORE}"
        return self._error(RuleLimitError, f"{blame.predicate} used {reason}", hint, blame.place, blame.called)

    def _uncaught(self, blame: Blame, ball: Term) -> RuleRuntimeError:
        """Make the error for what the rules throw themselves, in the likeness of an error of ours."""
        text = _shortened(write_term(ball, self.program.operators), _LONGEST)
        reason = f"in {blame.predicate}: uncaught exception {text}"
        return self._error(RuleRuntimeError, reason, None, blame.place, blame.called)

    def _error(
        self,
        kind: type[RuleRuntimeError],
        reason: str,
        hint: str | None,
        place: Place | None = None,
        called: str | None = None,
    ) -> RuleRuntimeError:
        file, position = self.program.source.name, self._position()
        return kind(reason, place=place, position=position, file=file, hint=hint, called=called)

    def thrown(self, ball: Term, words: str, running: Callable[[], Running]) -> RuleRuntimeError:
        """Make the error for a thrown term; `words` and `running` are what the reasoner itself knows of it."""
        ball = _unqualified(ball)
        blame = self._find(ball)
        if blame is None:
            fault = self._meaning(ball, words)
            predicate, place = running()
            if place is None and fault.blamed is not None:
                place = place_of_predicate(self.program, fault.blamed)
            told = _shortened(fault.reason, _LONGEST)
            reason = f"in {predicate}: {told}" if predicate else told
            return self._error(fault.kind, reason, fault.hint or self._uncomputed(ball), place)
        if blame.thrown is not None and _is_ours(ball):
            return self._uncaught(blame, blame.thrown)
        own = said(ball)
        fault = self._meaning(ball, words if own.startswith("Unknown error term") else own)
        reason = _shortened(fault.reason, _LONGEST)
        if fault.blamed is None:
            prefix = f"{blame.built_in}: " if blame.built_in is not None and _has_prefix(ball) else ""
            reason = f"in {blame.predicate}: {prefix}{reason}"
        hint = fault.hint or blame.hint or self._uncomputed(ball)
        return self._error(fault.kind, reason, hint, blame.place, blame.called)

    def _meaning(self, ball: Term, words: str) -> ThrownMeaning:
        """Explain a thrown term by the predicates that the file has: for moves in two steps, not move/3."""
        fault = meaning(ball, words, self.program.operators)
        move = OWN["move"].indicator
        if fault.blamed != show(move) or not is_split(defined(self.program).__contains__):
            return fault
        legal, result = (show(entry.indicator) for entry in SPLIT)
        name = legal if ball == Compound("pyengine", (Atom("no_moves"),)) else result
        return replace(fault, reason=fault.reason.replace(show(move), name, 1), blamed=name)

    def _find(self, thrown: Term | None) -> Blame | None:
        """Ask the question again, to find the goal; what is read from people may well lead nowhere."""
        if self.question.what.startswith("read_"):
            return None
        from pyengine.reasoners.replay.replay import find_blame

        return find_blame(self.program, self.parameters, self.question, thrown, self._left())

    def _left(self) -> Budget:
        """What is left for asking again: both together take less than twice the budget."""
        seconds = self.budget.seconds
        left = min(_BOTH * seconds - self.spent_seconds, _AGAIN * seconds)
        return replace(self.budget, seconds=max(left, _AT_LEAST * seconds), memory_bytes=self.budget.memory_bytes // 2)

    def _position(self) -> str | None:
        """Write the position for a message, not longer than one can take in."""
        if self.question.position is None:
            return None
        text = write_term(self.question.position, self.program.operators)
        return _shortened(text, _SHOWN)

    def _uncomputed(self, ball: Term) -> str | None:
        """Say where a term comes from that should have been computed, if there is one in the position or the answer."""
        terms = [term for term in (self.question.position, *self.question.about) if term is not None]
        if isinstance(ball, Compound) and ball.name == "pyengine" and isinstance(ball.args[0], Compound):
            terms += ball.args[0].args[1:]
        for term in terms:
            expression = expression_in(term)
            if expression is None:
                continue
            source = find_source((rule_of(clause) for clause in self.program.clauses()), expression.name)
            if source is None and expression.name == "-":
                continue  # a pair of numbers, as likely as not
            text = write_term(expression, self.program.operators)
            text = _shortened(text, _WIDEST)
            where = ""
            if source is not None:
                where = f" ({source.whole()}: {write_term(source.term, self.program.operators)})"
            return f"{text} is a term that nothing has computed{where}: `is` computes, `=` does not"
        return None


def _shortened(text: str, most: int) -> str:
    """Give the beginning of what is longer than one can take in."""
    return text if len(text) <= most else f"{text[:most]}…"


def _is_ours(ball: Term) -> bool:
    """Whether a term is what pyengine throws to say that a limit is reached or the contract broken."""
    return ball == Atom("inference_limit_exceeded") or (isinstance(ball, Compound) and ball.name == "pyengine")


def _unqualified(ball: Term) -> Term:
    """Give the error for a call that no rule `Head => Body` matches without the module, which we have made up."""
    if isinstance(ball, Compound) and ball.name == "error" and isinstance(formal := ball.args[0], Compound):
        match formal.args:
            case (Atom(name="matching_rule") as kind, Compound(name=":", args=(_, goal))):
                return Compound("error", (Compound(formal.name, (kind, goal)), *ball.args[1:]))
    return ball


def _has_prefix(ball: Term) -> bool:
    """Whether a built-in predicate complains of its arguments."""
    if not (isinstance(ball, Compound) and ball.name == "error"):
        return False
    formal = ball.args[0]
    return isinstance(formal, Atom) or (isinstance(formal, Compound) and formal.name not in _NO_PREFIX)
