"""The naive translation: a position is the sorted list of the facts that are true in it.

Each relation becomes a predicate of the same clauses. Where it depends on the position, that is its first argument;
where it depends on the moves, they are the next: a list of `does(Role, Move)`. What can be read off the rules is never
used to make them faster here, so that other translations can be compared with this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from pyengine.language.gdl.clauses import Goal, MadeClause, call, predicate
from pyengine.language.gdl.dependencies import Dependencies
from pyengine.language.gdl.descent import is_acyclic
from pyengine.language.gdl.expressions import Expression, variables_of
from pyengine.language.gdl.ordering import ordered
from pyengine.language.gdl.prolog_names import VariableNames, name_relations
from pyengine.language.gdl.rules import Description, GdlRule
from pyengine.language.gdl.zero_sum import is_zero_sum
from pyengine.terms import Compound, Var, write_term

ROOTS = ("role", "init", "legal", "next", "terminal", "goal")
"""The relations that a game is asked for; what none of them needs is left out."""

INITIAL: Final = """
%   A position is the sorted list of the facts that are true in it.

initial(S) :-
    findall(Fact, init(Fact), Facts),
    sort(Facts, S).
"""

_CHOICES: Final = """
choices(S, Role, Moves) :-
    findall(Move, legal(S, Role, Move), Found),
    sort(Found, Moves).
"""

ALONE: Final = (
    """
to_move(_, {role}).

legal(S, Move) :-
    choices(S, {role}, Moves),
    member(Move, Moves).

result(S, Move, S2) :-
    findall(Fact, next(S, [does({role},Move)], Fact), Facts),
    sort(Facts, S2).
"""
    + _CHOICES
)

IN_TURN: Final = (
    """
%   Whose turn it is: the role that has a choice. Where all moves are forced,
%   a role that does something.

to_move(S, Role) :-
    options(S, Options),
    turn(Options, Role, _, _).

legal(S, Move) :-
    options(S, Options),
    turn(Options, _, Moves, _),
    member(Move, Moves).

options(S, Options) :-
    findall(Role-Moves,
            ( player(Role),
              \\+ member(does(Role,_), S),
              choices(S, Role, Moves) ),
            Options).

turn(Options, Role, Moves, Others) :-
    findall(Choosing, member(Choosing-[_,_|_], Options), Roles),
    (   Roles = [Role|Others]
    ->  memberchk(Role-Moves, Options)
    ;   Others = [],
        member(Role-Moves, Options),
        Moves = [Move],
        Move \\== noop
    ->  true
    ;   Others = [],
        Options = [Role-Moves|_]
    ).

%   The others do what they are forced to. Roles that have a choice at the
%   same time would choose one after another, where that is wanted.

result(S, Move, S2) :-
    options(S, Options),
    turn(Options, Role, _, Others),
    (   Others = [Other|_]
    ->  one_by_one([Role,Other]),
        sort([does(Role,Move)|S], S2)
    ;   findall(Act, acts(S, Options, Role, Move, Act), Acts),
        sort(Acts, Does),
        findall(Fact, next(S, Does, Fact), Facts),
        sort(Facts, S2)
    ).

acts(_, _, Role, Move, does(Role,Move)).
acts(S, _, _, _, does(Other,Move)) :-
    member(does(Other,Move), S).
acts(_, Options, Role, _, does(Other,Move)) :-
    member(Other-[Move], Options),
    Other \\== Role.

parameter(one_by_one, false).

one_by_one(Roles) :-
    (   param(one_by_one, true)
    ->  true
    ;   domain_error(moves_in_turn, Roles)
    ).
"""
    + _CHOICES
)

ZERO_SUM: Final = """
%   What the goal of the first role is above that of the second: their sum is
%   always 100.

utility(S, Value) :-
    goal(S, {role}, Goal),
    Value is 2*Goal-100.
"""

FOR_EACH: Final = """
utility(S, Role, Value) :-
    goal(S, Role, Value).
"""

CLOSURE: Final = """
%   All facts of relations that ask for themselves: from those that are known
%   follow more, until no others do.

{all}({extra}, Facts) :-
    {more}({extra}, [], Facts).

{more}({extra}, Known, Facts) :-
    findall(Fact, {step}({extra}, Known, Fact), Found),
    sort(Found, New),
    (   New == Known
    ->  Facts = Known
    ;   {more}({extra}, New, Facts)
    ).
"""

_ALL, _MORE, _STEP = "all {}", "more {}", "step {}"
"""What the predicates of a group are called after: with a blank, which no relation has."""


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """What a clause has at hand: the position, the moves, and what is known of a group of relations."""

    state: Var
    does: Var
    known: Var | None = None
    group: int | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """Clauses that stand together; `tabled` names their predicate where it is to be tabled.

    Or the `text` of clauses that are the same for all games, which are there for the sake of the rule at `origin`.
    """

    clauses: tuple[MadeClause, ...] = ()
    tabled: str = ""
    text: str = ""
    origin: Expression | None = None


class Translation:
    """A description on its way to clauses."""

    def __init__(self, description: Description) -> None:
        self.description = description
        self.definitions = description.definitions()
        self.dependencies = Dependencies.of(self.definitions)
        self.of_position = self.dependencies.asking("true") | {"legal", "goal", "terminal", "next"}
        self.of_moves = self.dependencies.asking("does") | {"next"}
        self.wanted = self.dependencies.reached(ROOTS)
        arities = {
            name: len(rules[0].head.args) + (name in self.of_position) + (name in self.of_moves)
            for name, rules in self.definitions.items()
            if name in self.wanted
        }
        self.closed = self._closed()
        arities |= {kind.format(self._first(name)): 0 for name in self.closed for kind in (_ALL, _MORE, _STEP)}
        own = {name: name for name in (*ROOTS, "true", "does")} | {"role": "player"}
        self.names = name_relations(arities, own)

    def _closed(self) -> frozenset[str]:
        """Name the relations that ask for themselves in a position and may go in circles: all their facts are found."""
        return frozenset(
            name
            for name in self.dependencies.recursive & self.wanted
            if name in self.of_position | self.of_moves
            and name not in ROOTS
            and not is_acyclic(name, self.definitions, self.dependencies)
        )

    def sections(self) -> Iterator[Section]:
        """Go through all the clauses, in the order in which they are written."""
        for name, rules in self.definitions.items():
            if name not in self.wanted:
                continue
            if name == "role":
                yield self._players(rules)
                yield from self._contract()
                continue
            if name in self.closed:
                yield from self._closure(name)
                continue
            clauses = tuple(clause for rule in rules for clause in self._clause(rule))
            if clauses:
                yield Section(clauses, tabled=self._table(name, clauses))
            else:
                yield Section((self._never(name, len(rules[0].head.args)),))

    def _players(self, rules: list[GdlRule]) -> Section:
        roles = dict.fromkeys(self.description.roles)
        first = {rule.head.args[0]: rule for rule in reversed(rules)}
        names = VariableNames(())
        return Section(
            tuple(
                MadeClause(predicate("player", names.term(role)), (), first[role].whole, first[role].comments)
                for role in roles
            )
        )

    def _table(self, name: str, clauses: tuple[MadeClause, ...]) -> str:
        if name not in self.dependencies.recursive or is_acyclic(name, self.definitions, self.dependencies):
            return ""
        head = clauses[0].head
        return f"{self.names[name]}/{len(head.args) if isinstance(head, Compound) else 0}"

    def _first(self, name: str) -> str:
        """Name the first relation of a group, by which that is called."""
        group = self.dependencies.groups[name]
        return next(other for other in self.definitions if self.dependencies.groups[other] == group)

    def _closure(self, name: str) -> Iterator[Section]:
        """Collect all facts of a group of relations, round by round, and look in them."""
        first, rules = self._first(name), self.definitions[name]
        whole, more, step = (self.names[kind.format(first)] for kind in (_ALL, _MORE, _STEP))
        given = self._given(name, _Surroundings(Var("S"), Var("Does")))
        if name == first:
            extra = ", ".join(each.name for each in given)
            yield Section(text=CLOSURE.format(all=whole, more=more, step=step, extra=extra), origin=rules[0].whole)
            group = self.dependencies.groups[name]
            members = [rule for rule in self.description.rules if self.dependencies.groups[rule.head.name] == group]
            clauses = tuple(clause for rule in members for clause in self._clause(rule, step))
            nothing = MadeClause(predicate(step, *given, Var("Known"), Var("Fact")), (call("fail"),), None)
            yield Section(clauses or (nothing,))
        args = tuple(Var(f"V{number}") for number in range(len(rules[0].head.args)))
        asked = call(whole, *given, Var("Facts"))
        looked = call("member", predicate(self.names[name], *args), Var("Facts"))
        yield Section((MadeClause(predicate(self.names[name], *given, *args), (asked, looked), rules[0].whole),))

    def _clause(self, rule: GdlRule, step: str = "") -> Iterator[MadeClause]:
        """Translate a rule; none where it can never hold, since it asks for what no rule defines.

        As a `step` of a group of relations, it gives a new fact from those that are known of the group.
        """
        names = VariableNames(variable.name for variable in variables_of(rule.whole))
        around = _Surroundings(Var(names.fresh("S")), Var(names.fresh("Does")))
        if step:
            around = replace(around, known=Var(names.fresh("Known")), group=self.dependencies.groups[rule.head.name])
        body = self._body(rule.body, (), names, around)
        if body is not None:
            args = tuple(names.term(part) for part in rule.head.args)
            made = predicate(self.names[rule.head.name], *args)
            given = self._given(rule.head.name, around)
            if around.known is not None:
                head = predicate(step, *given, around.known, made)
            else:
                head = predicate(self.names[rule.head.name], *given, *args)
            yield MadeClause(head, tuple(body), rule.whole, rule.comments)

    def _given(self, name: str, around: _Surroundings) -> tuple[Var, ...]:
        """Give the arguments that a relation gets besides its own: the position and the moves, if it asks for them."""
        state = (around.state,) if name in self.of_position else ()
        return (*state, around.does) if name in self.of_moves else state

    def _body(
        self, goals: tuple[Expression, ...], bound: tuple[str, ...], names: VariableNames, around: _Surroundings
    ) -> list[Goal] | None:
        """Translate goals that are to hold; None where one of them never does."""
        made: list[Goal] = []
        for goal in ordered(goals, bound):
            found = self._goal(goal, names, around)
            if found is None:
                return None
            made += found
        return made

    def _goal(self, goal: Expression, names: VariableNames, around: _Surroundings) -> list[Goal] | None:
        """Translate one goal: none where it always holds, and None where it never does."""
        if goal.name == "and":
            return self._body(goal.args, (), names, around)
        if goal.name == "or":
            found = (self._body((part,), (), names, around) for part in goal.args)
            branches = tuple(tuple(branch or [call("true")]) for branch in found if branch is not None)
            if len(branches) == 1:
                return list(branches[0])
            return [Goal(None, goal, "or", branches)] if branches else None
        if goal.name == "not":
            inner = self._body(goal.args, (), names, around)
            if inner is None:
                return []
            return [Goal(None, goal, "not", (tuple(inner),))] if inner else None
        if goal.name == "distinct":
            left, right = goal.args
            return [call("\\==", names.term(left), names.term(right), origin=goal)]
        if goal.name not in self.definitions and goal.name not in ("true", "does"):
            return None
        return [self._call(goal, names, around)]

    def _call(self, asked: Expression, names: VariableNames, around: _Surroundings) -> Goal:
        """Ask for a relation, with the position and the moves where it depends on them."""
        args = tuple(names.term(part) for part in asked.args)
        if asked.name == "true":
            return call("member", args[0], around.state, origin=asked)
        if asked.name == "does":
            return call("member", predicate("does", *args), around.does, origin=asked)
        name = self.names[asked.name]
        if around.known is not None and self.dependencies.groups.get(asked.name) == around.group:
            return call("member", predicate(name, *args), around.known, origin=asked)
        return call(name, *self._given(asked.name, around), *args, origin=asked)

    def _never(self, name: str, arity: int) -> MadeClause:
        more = (name in self.of_position) + (name in self.of_moves)
        args = [Var(f"V{number}") for number in range(arity + more)]
        return MadeClause(predicate(self.names[name], *args), (call("fail"),), None)

    def _contract(self) -> Iterator[Section]:
        """Give the predicates of the contract, which ask for the relations of the game."""
        origin = {name: rules[0].whole for name, rules in self.definitions.items()}
        roles = self.description.roles
        yield Section(text=INITIAL if "init" in self.names_defined else "initial([]).\n", origin=origin["role"])
        if len(roles) == 1:
            mover = _argument(roles[0])
            yield Section(text=ALONE.format(role=mover), origin=origin["legal"])
        else:
            yield Section(text=IN_TURN, origin=origin["legal"])
        if is_zero_sum(self.description):
            first = _argument(roles[0])
            yield Section(text=ZERO_SUM.format(role=first), origin=origin["goal"])
        else:
            yield Section(text=FOR_EACH, origin=origin["goal"])

    @property
    def names_defined(self) -> frozenset[str]:
        """The relations that some rule defines."""
        return frozenset(self.definitions)


def _argument(expression: Expression) -> str:
    """Write an expression without variables as an argument, with brackets where it needs them."""
    return write_term(Compound("x", (VariableNames(()).term(expression),)))[2:-1]
