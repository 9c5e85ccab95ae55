"""The naive translation: a position is the sorted list of the facts that are true in it.

Each relation becomes a predicate of the same clauses. Where it depends on the position, that is its first argument;
where it depends on the moves, they are the next: a list of `does(Role, Move)`. What can be read off the rules is never
used to make them faster here, so that other translations can be compared with this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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
    choosing(S, Roles),
    (   Roles = [Role|_]
    ->  true
    ;   player(Role),
        choices(S, Role, [Move]),
        Move \\== noop
    ->  true
    ;   player(Role)
    ->  true
    ).

choosing(S, Roles) :-
    findall(Role,
            ( player(Role),
              \\+ member(does(Role,_), S),
              choices(S, Role, [_,_|_]) ),
            Roles).

legal(S, Move) :-
    to_move(S, Role),
    choices(S, Role, Moves),
    member(Move, Moves).

%   The others do what they are forced to. Roles that have a choice at the
%   same time would choose one after another, where that is wanted.

result(S, Move, S2) :-
    to_move(S, Role),
    choosing(S, Roles),
    (   Roles = [Role,Other|_]
    ->  one_by_one([Role,Other]),
        sort([does(Role,Move)|S], S2)
    ;   findall(Act, acts(S, Role, Move, Act), Acts),
        sort(Acts, Does),
        findall(Fact, next(S, Does, Fact), Facts),
        sort(Facts, S2)
    ).

acts(_, Role, Move, does(Role,Move)).
acts(S, _, _, does(Other,Move)) :-
    member(does(Other,Move), S).
acts(S, Role, _, does(Other,Move)) :-
    player(Other),
    Other \\== Role,
    choices(S, Other, [Move]).

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
        own = {name: name for name in (*ROOTS, "true", "does")} | {"role": "player"}
        self.names = name_relations(arities, own)

    def sections(self) -> Iterator[Section]:
        """Go through all the clauses, in the order in which they are written."""
        for name, rules in self.definitions.items():
            if name not in self.wanted:
                continue
            if name == "role":
                yield self._players(rules)
                yield from self._contract()
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

    def _clause(self, rule: GdlRule) -> Iterator[MadeClause]:
        """Translate a rule; none where it can never hold, since it asks for what no rule defines."""
        names = VariableNames(variable.name for variable in variables_of(rule.whole))
        extra = Var(names.fresh("S")), Var(names.fresh("Does"))
        body = self._body(rule.body, (), names, extra)
        if body is not None:
            head = self._call(rule.head, names, extra).term
            assert head is not None
            yield MadeClause(head, tuple(body), rule.whole, rule.comments)

    def _body(
        self, goals: tuple[Expression, ...], bound: tuple[str, ...], names: VariableNames, extra: tuple[Var, Var]
    ) -> list[Goal] | None:
        """Translate goals that are to hold; None where one of them never does."""
        made: list[Goal] = []
        for goal in ordered(goals, bound):
            found = self._goal(goal, names, extra)
            if found is None:
                return None
            made += found
        return made

    def _goal(self, goal: Expression, names: VariableNames, extra: tuple[Var, Var]) -> list[Goal] | None:
        """Translate one goal: none where it always holds, and None where it never does."""
        if goal.name == "and":
            return self._body(goal.args, (), names, extra)
        if goal.name == "or":
            found = (self._body((part,), (), names, extra) for part in goal.args)
            branches = tuple(tuple(branch or [call("true")]) for branch in found if branch is not None)
            if len(branches) == 1:
                return list(branches[0])
            return [Goal(None, goal, "or", branches)] if branches else None
        if goal.name == "not":
            inner = self._body(goal.args, (), names, extra)
            if inner is None:
                return []
            return [Goal(None, goal, "not", (tuple(inner),))] if inner else None
        if goal.name == "distinct":
            left, right = goal.args
            return [call("\\==", names.term(left), names.term(right), origin=goal)]
        if goal.name not in self.definitions and goal.name not in ("true", "does"):
            return None
        return [self._call(goal, names, extra)]

    def _call(self, asked: Expression, names: VariableNames, extra: tuple[Var, Var]) -> Goal:
        """Ask for a relation, with the position and the moves where it depends on them."""
        args = tuple(names.term(part) for part in asked.args)
        name = asked.name
        if name == "true":
            return call("member", args[0], extra[0], origin=asked)
        if name == "does":
            return call("member", predicate("does", *args), extra[1], origin=asked)
        position = (extra[0],) if name in self.of_position else ()
        moves = (extra[1],) if name in self.of_moves else ()
        return call(self.names[name], *position, *moves, *args, origin=asked)

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
