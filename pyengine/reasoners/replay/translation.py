"""Clauses, and goals that only the run knows, turned into goals that know their places."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from pyengine.compiler.normal_form.goals import Pattern, RawClause, to_pattern
from pyengine.compiler.runtime.dcg import translate_body, translate_rule
from pyengine.compiler.runtime.errors import instantiation_error
from pyengine.compiler.runtime.terms import NIL, Functor, Value, Var, functor
from pyengine.compiler.runtime.unify import deref, resolve
from pyengine.language.checking.clauses import Part, Rule
from pyengine.language.vocabulary import Indicator
from pyengine.reasoners.replay.located_goals import (
    AT,
    CUT,
    FAILURE,
    TRUE,
    ApplyGoal,
    CallGoal,
    CatchGoal,
    CollectGoal,
    ConjGoal,
    GroupGoal,
    IfGoal,
    LocatedClause,
    LocatedGoal,
    OrGoal,
    PhraseGoal,
    ScopeGoal,
)
from pyengine.reasoners.replay.patterns import Slot, Struct
from pyengine.terms import Var as Variable

_COMMA, _CURLY, _AT_IN_GRAMMAR = functor(",", 2), functor("{}", 1), functor("$at", 4)
_CONDITIONS: Final = ("->", "*->")
_GRAMMAR_CONTROL: Final = frozenset({(name, 2) for name in (",", ";", "|", *_CONDITIONS)} | {("\\+", 1)})

Defines = Callable[[Indicator], bool]
"""Tells whether the rules have a predicate of their own."""


class GoalTranslation:
    """Turns one clause, or a goal that only the run knows, into goals.

    `defines` tells whether the rules have a predicate of their own.
    """

    def __init__(self, defines: Defines, in_library: bool, *, is_static: bool = False) -> None:
        self._defines = defines
        self._in_library = in_library
        self._is_static = is_static
        self._slots: dict[Variable, Slot] = {}
        self._lists = 0

    @property
    def size(self) -> int:
        """How many slots there are."""
        return len(self._slots)

    def pattern(self, pattern: Pattern) -> Pattern:
        """Put slots in the place of variables; a value of the run stays as it is."""
        if not self._is_static:
            return pattern
        if pattern.__class__ is Variable:
            slot = self._slots.get(pattern)
            if slot is None:
                slot = self._slots[pattern] = Slot(len(self._slots))
            return slot
        if pattern.__class__ is not tuple:
            return pattern
        spine = []
        while pattern.__class__ is tuple:
            spine.append((pattern, [self.pattern(argument) for argument in pattern[1:-1]]))
            pattern = pattern[-1] if len(pattern) > 1 else None
        made = None if pattern is None else self.pattern(pattern)
        for whole, firsts in reversed(spine):
            args = (*firsts, made) if len(whole) > 1 else ()
            has_slots = any(argument.__class__ is Slot or argument.__class__ is Struct for argument in args)
            made = Struct(whole[0], args) if has_slots else whole
        return made

    def patterns(self, patterns: Iterable[Pattern]) -> tuple[Pattern, ...]:
        """Put slots in the place of variables in several terms."""
        return tuple([self.pattern(pattern) for pattern in patterns])

    def goal(self, goal: Pattern, part: Part | None) -> LocatedGoal:
        """Make a goal of a term; where the term is not what stands at `part`, all of it has that place."""
        goal = deref(goal)
        while goal.__class__ is tuple and (goal[0] is AT or goal[0] is _AT_IN_GRAMMAR):
            part, inner = goal[1:3]
            goal = deref(inner) if goal[0] is AT else translate_body(inner, goal[3], goal[4], self.fresh)
        if goal.__class__ is str:
            if goal == "!":
                return CUT
            if not self._defines((goal, 0)):
                if goal == "true":
                    return TRUE
                goal = "fail" if goal == "false" else goal
            return CallGoal(goal, (), self._in_library, part=part)
        if goal.__class__ is not tuple:
            return ApplyGoal(self.pattern(goal), part, (), self._in_library, part=part)
        name: Functor = goal[0]
        if not self._defines((name.name, name.arity)):
            made = self._control(name.name, goal[1:], self._parts(part, name), part)
            if made is not None:
                return made
        return CallGoal(name.name, self.patterns(goal[1:]), self._in_library, part=part)

    def _parts(self, part: Part | None, name: Functor) -> tuple[Part | None, ...]:
        """Give the parts of a goal that stands as it is at a place."""
        if part is not None and part.is_call(name.name, name.arity):
            return part.parts()
        return (part,) * name.arity

    def _control(
        self, name: str, args: tuple[Pattern, ...], parts: tuple[Part | None, ...], part: Part | None
    ) -> LocatedGoal | None:
        match name, len(args):
            case (",", 2):
                return self._conjunction(args, parts)
            case (";" | "|", 2):
                return self._alternatives(args, parts)
            case ("->" | "*->", 2):
                return IfGoal(self.goal(args[0], parts[0]), self.goal(args[1], parts[1]), FAILURE, name == "*->")
            case ("\\+" | "not", 1):
                return IfGoal(self.goal(args[0], parts[0]), FAILURE, TRUE)
            case ("call", arity) if arity:
                extra = self.patterns(args[1:])
                return ApplyGoal(self.pattern(args[0]), parts[0], extra, self._in_library, part=part)
            case ("once", 1):
                return IfGoal(self.goal(args[0], parts[0]), TRUE, FAILURE)
            case ("ignore", 1):
                return IfGoal(self.goal(args[0], parts[0]), TRUE, TRUE)
            case ("forall", 2):
                action = IfGoal(self.goal(args[1], parts[1]), FAILURE, TRUE)
                return IfGoal(ConjGoal((ScopeGoal(self.goal(args[0], parts[0])), action)), FAILURE, TRUE)
            case ("findall" | "aggregate_all", 3) | ("findall", 4):
                rest = self.pattern(args[3]) if len(args) == 4 else NIL
                goal = self.goal(args[1], parts[1])
                result = self.pattern(args[2])
                return CollectGoal(self.pattern(args[0]), goal, result, rest, name == "aggregate_all", part=part)
            case ("bagof" | "setof", 3):
                template, goal, result = self.patterns(args)
                return GroupGoal(goal, parts[1], (template, result), self._in_library, name, part=part)
            case ("catch", 3):
                recovery = self.goal(args[2], parts[2])
                return CatchGoal(self.goal(args[0], parts[0]), self.pattern(args[1]), recovery, part=part)
            case ("phrase", 2 | 3):
                body, *lists = self.patterns((*args, NIL)[:3])
                return PhraseGoal(body, parts[0], tuple(lists), self._in_library, part=part)
            case (":", 2):
                return self.goal(args[1], parts[1])
        return None

    def _conjunction(self, args: tuple[Pattern, ...], parts: tuple[Part | None, ...]) -> LocatedGoal:
        goals = [self.goal(args[0], parts[0])]
        last, last_part = deref(args[1]), parts[1]
        while last.__class__ is tuple and last[0] is _COMMA:
            first_part, rest_part = self._parts(last_part, _COMMA)
            goals.append(self.goal(last[1], first_part))
            last, last_part = deref(last[2]), rest_part
        return ConjGoal((*goals, self.goal(last, last_part)))

    def _alternatives(self, args: tuple[Pattern, ...], parts: tuple[Part | None, ...]) -> LocatedGoal:
        left = deref(args[0])
        otherwise = self.goal(args[1], parts[1])
        if left.__class__ is tuple and left[0].arity == 2 and left[0].name in _CONDITIONS:
            inner = self._parts(parts[0], left[0])
            condition, then = self.goal(left[1], inner[0]), self.goal(left[2], inner[1])
            return IfGoal(condition, then, otherwise, left[0].name == "*->")
        return OrGoal(self.goal(left, parts[0]), otherwise)

    # Grammars

    def fresh(self) -> Value:
        """Give a list between two parts of a grammar body."""
        if not self._is_static:
            return Var()
        self._lists += 1
        return Variable("_List", self._lists)

    def grammar(self, body: Pattern, part: Part | None, before: Pattern, after: Pattern) -> LocatedGoal:
        """Make a goal of a grammar body that takes the list from `before` to `after`."""
        return self.goal(translate_body(self.located(body, part), before, after, self.fresh), part)

    def located(self, body: Pattern, part: Part | None) -> Pattern:
        """Put a grammar body, and each that it is made of, into a nonterminal `$at(Part, Body)`.

        That becomes a goal `$at(Part, Body, Before, After)`, of which a goal with its place is made in the end.
        """
        body = deref(body)
        while body.__class__ is tuple and body[0] is AT:
            part, body = body[1], deref(body[2])
        if body.__class__ is Var:
            raise instantiation_error()
        if body.__class__ is tuple and (body[0].name, body[0].arity) in _GRAMMAR_CONTROL:
            inner = zip(body[1:], self._parts(part, body[0]), strict=True)
            body = (body[0], *[self.located(piece, place) for piece, place in inner])
            if body[0].name in _CONDITIONS:  # it must be seen inside alternatives
                return body
        elif body.__class__ is tuple and body[0] is _CURLY:
            body = (_CURLY, (AT, self._parts(part, _CURLY)[0], body[1]))
        return (AT, part, body if self._is_static else resolve(body))


def own_clause(rule: Rule, defines: Defines) -> LocatedClause:
    """Make a clause of one that stands in the rules."""
    translation = GoalTranslation(defines, False, is_static=True)
    if rule.kind == "grammar":
        return _grammar_clause(rule, translation)
    head = to_pattern(rule.head.term)
    args = translation.patterns(head[1:] if head.__class__ is tuple else ())
    body: LocatedGoal = TRUE
    if rule.body is not None:
        body = translation.goal(to_pattern(rule.body.term), rule.body)
    if rule.kind == "matching":
        guards = [translation.goal(to_pattern(guard.term), guard) for guard in rule.guards]
        body = ConjGoal((*guards, CUT, body))
    return LocatedClause(args, body, translation.size, rule, rule.kind == "matching")


def _grammar_clause(rule: Rule, translation: GoalTranslation) -> LocatedClause:
    _, head, body = to_pattern(rule.clause.term)
    if head.__class__ is tuple and head[0] is _COMMA:
        head = (_COMMA, head[1], translation.located(head[2], rule.head))  # a pushback
    head, goal = translate_rule(head, translation.located(body, rule.body))
    made = translation.goal(goal, rule.body)
    return LocatedClause(translation.patterns(head[1:]), made, translation.size, rule, False)


def library_clause(clause: RawClause, defines: Defines) -> LocatedClause:
    """Make a clause of one of our library."""
    translation = GoalTranslation(defines, True, is_static=True)
    args = translation.patterns(clause.args)
    body = TRUE if clause.body is None else translation.goal(clause.body, None)
    return LocatedClause(args, body, translation.size, None, clause.is_matching)
