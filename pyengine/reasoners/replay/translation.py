"""Clauses, and goals that only the run knows, turned into goals that know their places."""

from __future__ import annotations

from collections.abc import Callable, Iterable

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
    Slot,
    Struct,
)
from pyengine.terms import Var as Variable

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
        while goal.__class__ is tuple and goal[0] is AT:
            part, goal = goal[1], deref(goal[2])
        if goal.__class__ is str:
            if goal == "!":
                return CUT
            return self._atom(goal, part)
        if goal.__class__ is not tuple:
            return ApplyGoal(self.pattern(goal), part, (), part, self._in_library)
        name: Functor = goal[0]
        if not self._defines((name.name, name.arity)):
            made = self._control(name.name, goal[1:], self._parts(part, name), part)
            if made is not None:
                return made
        return CallGoal(name.name, self.patterns(goal[1:]), part, self._in_library)

    def _atom(self, name: str, part: Part | None) -> LocatedGoal:
        if not self._defines((name, 0)):
            if name == "true":
                return TRUE
            if name in ("fail", "false"):
                return CallGoal("fail", (), part, self._in_library)
        return CallGoal(name, (), part, self._in_library)

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
            case ("call", 1):
                return ApplyGoal(self.pattern(args[0]), parts[0], (), part, self._in_library)
            case ("call", arity) if arity:
                extra = self.patterns(args[1:])
                return ApplyGoal(self.pattern(args[0]), parts[0], extra, part, self._in_library)
            case ("once", 1):
                return IfGoal(self.goal(args[0], parts[0]), TRUE, FAILURE)
            case ("ignore", 1):
                return IfGoal(self.goal(args[0], parts[0]), TRUE, TRUE)
            case ("forall", 2):
                action = IfGoal(self.goal(args[1], parts[1]), FAILURE, TRUE)
                return IfGoal(ConjGoal(ScopeGoal(self.goal(args[0], parts[0])), action), FAILURE, TRUE)
            case ("findall" | "aggregate_all", 3) | ("findall", 4):
                rest = self.pattern(args[3]) if len(args) == 4 else NIL
                goal = self.goal(args[1], parts[1])
                result = self.pattern(args[2])
                return CollectGoal(self.pattern(args[0]), goal, result, part, rest, name == "aggregate_all")
            case ("bagof" | "setof", 3):
                return GroupGoal(name, self.patterns(args), parts[1], part, self._in_library)
            case ("catch", 3):
                recovery = self.goal(args[2], parts[2])
                return CatchGoal(self.goal(args[0], parts[0]), self.pattern(args[1]), recovery, part)
            case ("phrase", 2 | 3):
                return PhraseGoal(self.patterns(args), parts[0], part, self._in_library)
            case (":", 2):
                return self.goal(args[1], parts[1])
        return None

    def _conjunction(self, args: tuple[Pattern, ...], parts: tuple[Part | None, ...]) -> LocatedGoal:
        goals = [self.goal(args[0], parts[0])]
        comma = functor(",", 2)
        last, last_part = deref(args[1]), parts[1]
        while last.__class__ is tuple and last[0] is comma:
            first_part, rest_part = self._parts(last_part, comma)
            goals.append(self.goal(last[1], first_part))
            last, last_part = deref(last[2]), rest_part
        return ConjGoal(*goals, self.goal(last, last_part))

    def _alternatives(self, args: tuple[Pattern, ...], parts: tuple[Part | None, ...]) -> LocatedGoal:
        left = deref(args[0])
        otherwise = self.goal(args[1], parts[1])
        if left.__class__ is tuple and left[0].arity == 2 and left[0].name in ("->", "*->"):
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
        body = deref(body)
        while body.__class__ is tuple and body[0] is AT:
            part, body = body[1], deref(body[2])
        if body.__class__ is Var:
            raise instantiation_error()
        if body.__class__ is tuple:
            parts, here = self._parts(part, body[0]), (body[0].name, body[0].arity)
            match here:
                case (",", 2):
                    middle = self.fresh()
                    first = self.grammar(body[1], parts[0], before, middle)
                    return ConjGoal(first, self.grammar(body[2], parts[1], middle, after))
                case (";" | "|", 2):
                    return self._grammar_alternatives(body, parts, before, after)
                case ("->" | "*->", 2):
                    return self._grammar_condition(body, parts, before, after, FAILURE)
                case ("\\+", 1):
                    refused = IfGoal(self.grammar(body[1], parts[0], before, self.fresh()), FAILURE, TRUE)
                    return ConjGoal(refused, self._same(before, after, part))
                case ("{}", 1):
                    return ConjGoal(self.goal(body[1], parts[0]), self._same(before, after, part))
        if body == "!":
            return ConjGoal(CUT, self._same(before, after, part))
        leaf = body if self._is_static else resolve(body)
        return self.goal(translate_body(leaf, before, after), part)

    def _same(self, before: Pattern, after: Pattern, part: Part | None) -> LocatedGoal:
        return CallGoal("=", self.patterns((before, after)), part, self._in_library)

    def _grammar_alternatives(
        self, body: Pattern, parts: tuple[Part | None, ...], before: Pattern, after: Pattern
    ) -> LocatedGoal:
        left = deref(body[1])
        otherwise = self.grammar(body[2], parts[1], before, after)
        if left.__class__ is tuple and left[0].arity == 2 and left[0].name in ("->", "*->"):
            return self._grammar_condition(left, self._parts(parts[0], left[0]), before, after, otherwise)
        return OrGoal(self.grammar(left, parts[0], before, after), otherwise)

    def _grammar_condition(
        self, body: Pattern, parts: tuple[Part | None, ...], before: Pattern, after: Pattern, otherwise: LocatedGoal
    ) -> LocatedGoal:
        middle = self.fresh()
        condition = self.grammar(body[1], parts[0], before, middle)
        then = self.grammar(body[2], parts[1], middle, after)
        return IfGoal(condition, then, otherwise, body[0].name == "*->")


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
        body = ConjGoal(*guards, CUT, body)
    return LocatedClause(args, body, translation.size, rule, rule.kind == "matching")


def _grammar_clause(rule: Rule, translation: GoalTranslation) -> LocatedClause:
    whole = to_pattern(rule.clause.term)
    head, _ = translate_rule(whole[1], NIL)
    first, last = head[-2:]
    pushback = whole[1][2] if whole[1].__class__ is tuple and whole[1][0] is functor(",", 2) else None
    end = last if pushback is None else translation.fresh()
    assert rule.body is not None
    body = translation.grammar(whole[2], rule.body, first, end)
    if pushback is not None:
        body = ConjGoal(body, translation.grammar(pushback, rule.head, last, end))
    return LocatedClause(translation.patterns(head[1:]), body, translation.size, rule, False)


def library_clause(clause: RawClause, defines: Defines) -> LocatedClause:
    """Make a clause of one of our library."""
    translation = GoalTranslation(defines, True, is_static=True)
    args = translation.patterns(clause.args)
    body = TRUE if clause.body is None else translation.goal(clause.body, None)
    return LocatedClause(args, body, translation.size, None, clause.is_matching)
