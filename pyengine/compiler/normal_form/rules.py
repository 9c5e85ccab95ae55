"""From clauses as they are written to the normal form: control made explicit, parameters constants.

This is the first half; `lifting` then moves what a clause cannot hold in place into predicates of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from pyengine.compiler.builtins.registry import versions
from pyengine.compiler.normal_form import goals as nf
from pyengine.compiler.normal_form.closures import Closures
from pyengine.compiler.normal_form.lifting import Lifting
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.normal_form.unfolding import is_small, unfolded
from pyengine.compiler.runtime.dcg import translate_body
from pyengine.compiler.runtime.terms import CONS, NIL, Value, functor, list_of
from pyengine.compiler.substitutes import substitute
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.language.contract import SPLIT
from pyengine.language.vocabulary import Indicator
from pyengine.terms import STANDARD

_TWO_STEPS: Final = frozenset(entry.indicator for entry in SPLIT)
"""What is asked by itself, too: the moves without where they lead."""
_IN_PLACE: Final = frozenset({("param", 2), ("member", 2), ("between", 3)})
"""What is compiled in place, better than by its clauses."""
_DEEPEST: Final = 3
"""How many calls are unfolded inside each other."""
_LONGEST: Final = 8
"""How long lists are that maplist is unrolled for."""
_PAIR: Final = functor("-", 2)
_FOLDS: Final = frozenset({"sum", "max", "min", "bag", "set"})
_BY_OPERATORS: Final = frozenset(
    {("format", 1), ("format", 2), ("format", 3), ("sformat", 3), ("write", 1), ("print", 1), ("writeq", 1)}
    | {("writeln", 1), ("term_to_atom", 2), ("term_string", 2), ("atom_to_term", 3)}
)
"""What writes or reads terms, which it does by the standard operators."""
PARAMETERS: Final = "parameter value"
"""The name under which the values of the parameters are facts; no file can define it by accident."""


class Rules:
    """The predicates of a program in normal form, made when asked for."""

    def __init__(self, sources: Sources, parameters: Mapping[str, Value] | None) -> None:
        self.sources = sources
        self.parameters = parameters
        self._closures = Closures(sources)
        self._predicates: dict[Indicator, nf.Predicate | None] = {}
        self._counts: Counter[nf.Variable] = Counter()
        self._fresh = 0
        self._open: list[Indicator] = []
        """The predicates that are being unfolded, one inside the other."""

    def predicate(self, found: Indicator) -> nf.Predicate | None:
        """Give a predicate, None where nobody defines it in Prolog."""
        if found not in self._predicates:
            self._predicates[found] = self._normalise(found)
        return self._predicates[found]

    def add(self, predicate: nf.Predicate) -> None:
        """Take in a predicate that was made of a part of another."""
        self._predicates[predicate.name, predicate.arity] = predicate

    def _normalise(self, found: Indicator) -> nf.Predicate | None:
        if self.parameters is not None and (special := self._parameter_predicate(found)):
            return special
        clauses = self._closures.clauses(found)
        if clauses is None:
            return None
        predicate = nf.Predicate(*found, (), self._closures.origin(found), self.sources.is_tabled(found))
        lifting = Lifting(predicate, self.add)
        normal = [self._clause(clause) for clause in clauses]
        if clauses and clauses[-1].is_matching:
            normal.append(self._no_match(found))
        predicate.clauses = tuple(lifting.clause(clause) for clause in normal)
        return predicate

    def _no_match(self, found: Indicator) -> nf.NormalClause:
        """The end of a predicate of rules `Head => Body`: none of them matches."""
        args = tuple(self.fresh() for _ in range(found[1]))
        head = (functor(*found), *args) if args else found[0]
        if not self.sources.defines(found):
            head = (functor(":", 2), "lists", head)
        return nf.NormalClause(args, nf.conjunction(nf.Call("$no_matching_rule", (head,)), nf.FAILURE), None)

    def _parameter_predicate(self, found: Indicator) -> nf.Predicate | None:
        """Give param/2 and the facts behind it."""
        assert self.parameters is not None
        name, value, known = nf.Variable("Name"), nf.Variable("Value"), nf.Variable("Known")
        if found == (PARAMETERS, 2):
            facts = tuple(nf.NormalClause((n, v), nf.TRUE, None) for n, v in self.parameters.items())
            return nf.Predicate(*found, facts, "parameter/2")
        if found != ("param", 2):
            return None
        body = nf.If(
            nf.Call("var", (name,)),
            nf.Call(PARAMETERS, (name, value)),
            nf.If(
                nf.Call(PARAMETERS, (name, known)),
                nf.Call(nf.UNIFY, (value, known)),
                nf.Call("$undeclared", (name, *self.parameters)),
            ),
        )
        return nf.Predicate(*found, (nf.NormalClause((name, value), body, None),), "param/2")

    def _clause(self, clause: nf.RawClause) -> nf.NormalClause:
        counts = Counter(v for argument in clause.args for v in nf.pattern_variables(argument))
        if clause.body is None:
            return nf.NormalClause(clause.args, nf.TRUE, clause.place)
        counts.update(nf.pattern_variables(clause.body))
        outer, self._counts = self._counts, counts
        try:
            if clause.is_matching:
                return self._matching(clause)
            return nf.NormalClause(clause.args, self.goal(clause.body), clause.place)
        except UnsupportedError as error:
            raise error.at(clause.place) from None
        finally:
            self._counts = outer

    def _matching(self, clause: nf.RawClause) -> nf.NormalClause:
        """`Head => Body`: the head must not bind anything in the call."""
        given = tuple(self.fresh() for _ in clause.args)
        whole = functor("v", len(given))
        test = nf.Call("subsumes_term", ((whole, *clause.args), (whole, *given)))
        bind = nf.Call(nf.UNIFY, ((whole, *clause.args), (whole, *given)))
        return nf.NormalClause(given, nf.conjunction(test, bind, self.goal(clause.body)), clause.place)

    def fresh(self) -> nf.Variable:
        """Give a variable that stands nowhere yet."""
        self._fresh += 1
        return nf.Variable("_N", self._fresh)

    def goal(self, body: nf.Pattern) -> nf.Goal:
        """Make the control of a body explicit."""
        if body.__class__ is nf.Variable:
            return nf.Dynamic(body, ())
        if body.__class__ is str:
            return self._atom(body)
        if body.__class__ is not tuple:
            raise UnsupportedError("a goal that is not callable")
        found = (body[0].name, body[0].arity)
        try:
            return self._call(body) if self.sources.defines(found) else self._known(found, body)
        except UnsupportedError as error:
            raise error.at(None, found) from None

    def _known(self, found: Indicator, body: nf.Pattern) -> nf.Goal:
        name, args = body[0].name, body[1:]
        match found:
            case (",", 2):
                return nf.conjunction(self.goal(args[0]), self.goal(args[1]))
            case (";" | "|", 2):
                return self._alternatives(*args)
            case ("->", 2):
                return nf.If(self.goal(args[0]), self.goal(args[1]), nf.FAILURE)
            case ("*->", 2):
                return nf.conjunction(self._local(args[0]), self.goal(args[1]))
            case ("\\+" | "not", 1):
                return nf.Not(self.goal(args[0]))
            case ("call", _):
                return self._apply(args[0], args[1:])
            case ("once", 1):
                return nf.If(self.goal(args[0]), nf.TRUE, nf.FAILURE)
            case ("ignore", 1):
                return nf.If(self.goal(args[0]), nf.TRUE, nf.TRUE)
            case ("forall", 2):
                return nf.Not(nf.conjunction(self._local(args[0]), nf.Not(self.goal(args[1]))))
            case ("findall", 3):
                return nf.Findall("bag", args[0], self.goal(args[1]), args[2])
            case ("findall", 4):
                found_list = self.fresh()
                first = nf.Findall("bag", args[0], self.goal(args[1]), found_list)
                return nf.conjunction(first, nf.Call("append", (found_list, args[3], args[2])))
            case ("aggregate_all", 3):
                return self._aggregate(args[0], self.goal(args[1]), args[2])
            case ("aggregate", 3) | ("aggregate_all", 4) if _fold(args[0]) is None:
                raise UnsupportedError(f"{name}/{len(args)} with this template", hint=substitute(found))
            case ("bagof" | "setof", 3):
                return self._bagof(name, *args)
            case ("catch", 3):
                return nf.Catch(self.goal(args[0]), args[1], self.goal(args[2]))
            case ("phrase", 2 | 3):
                return self._phrase(args)
            case (":", 2) if args[0].__class__ is str:
                return self.goal(args[1])
            case ("param", 2) if self.parameters is not None and args[0] in self.parameters:
                return nf.Call(nf.UNIFY, (args[1], self.parameters[args[0]]))
        if found in _BY_OPERATORS and self.sources.program.operators != STANDARD:
            raise UnsupportedError(f"{name}/{len(args)} in a file with operators of its own")
        return self._call(body)

    def _atom(self, body: str) -> nf.Goal:
        if body == "!":
            return nf.Cut()
        if body in ("true", "otherwise") and not self.sources.defines((body, 0)):
            return nf.TRUE if body == "true" else nf.Call(body, ())
        return nf.Call("fail" if body == "false" else body, ())

    def _call(self, body: nf.Pattern) -> nf.Goal:
        if (calls := self._unrolled(body)) is not None:
            return calls
        special = self._closures.specialised(body, self._counts)
        body = body if special is None else special
        found = (body[0].name, body[0].arity)
        clauses = self._unfoldable(found)
        if clauses is None:
            return nf.Call(body[0].name, body[1:])
        self._fresh += 1
        goal = unfolded(clauses[0], body[1:], self._fresh)
        self._counts.update(nf.pattern_variables(goal))
        self._open.append(found)
        try:
            return self.goal(goal)
        finally:
            self._open.pop()

    def _unrolled(self, body: nf.Pattern) -> nf.Goal | None:
        """Give the calls that a maplist over lists of known length is: what is known of each item stays known."""
        if body[0].name != "maplist" or body[0].arity < 2 or self.sources.defines(("maplist", body[0].arity)):
            return None
        lists = [_items(argument) for argument in body[2:]]
        if any(items is None or len(items) > _LONGEST for items in lists):
            return None
        known = [items for items in lists if items is not None]
        if any(len(items) != len(known[0]) for items in known) or body[1].__class__ is nf.Variable:
            return None
        return nf.conjunction(*[self._apply(body[1], arguments) for arguments in zip(*known, strict=True)])

    def _unfoldable(self, found: Indicator) -> tuple[nf.RawClause, ...] | None:
        """Give the clauses of a predicate that can stand in the place of a call of it."""
        if len(self._open) >= _DEEPEST or found in self._open or self.sources.is_tabled(found):
            return None
        if found in _IN_PLACE or (versions(*found) and not self.sources.defines(found)):
            return None
        if self.sources.is_of_boards(found) or (self.sources.is_split and found in _TWO_STEPS):
            return None
        clauses = self._closures.clauses(found)
        return clauses if clauses and is_small(clauses, found[0].partition(":")[0]) else None

    def _alternatives(self, left: nf.Pattern, right: nf.Pattern) -> nf.Goal:
        if left.__class__ is tuple and left[0].arity == 2:
            if left[0].name == "->":
                return nf.If(self.goal(left[1]), self.goal(left[2]), self.goal(right))
            if left[0].name == "*->":
                return nf.SoftIf(self.goal(left[1]), self.goal(left[2]), self.goal(right))
        return nf.Or(self.goal(left), self.goal(right))

    def _apply(self, closure: nf.Pattern, extra: tuple[nf.Pattern, ...]) -> nf.Goal:
        if not extra:
            is_goal = closure.__class__ is tuple or closure.__class__ is str
            return self._local(closure) if is_goal else nf.Dynamic(closure, ())
        while closure.__class__ is tuple and closure[0] is functor(":", 2) and closure[1].__class__ is str:
            closure = closure[2]
        goal = self._closures.applied(closure, extra, self._counts)
        if goal is not None:
            self._counts.update(v for v in nf.pattern_variables(goal) if v.name == "_F")
        return nf.Dynamic(closure, extra) if goal is None else self.goal(goal)

    def _local(self, body: nf.Pattern) -> nf.Goal:
        """Take a goal whose cuts are local to it."""
        goal = self.goal(body)
        return nf.Scope(goal) if nf.has_cut(goal) else goal

    def _phrase(self, args: tuple[nf.Pattern, ...]) -> nf.Goal:
        rest = args[2] if len(args) == 3 else NIL
        checked = [nf.Call("$list_or_partial", (argument,)) for argument in args[1:]]
        if args[0].__class__ is nf.Variable:
            found = self.fresh()
            translated = nf.Call("$grammar_goal", (args[0], args[1], rest, found))
            return nf.conjunction(*checked, translated, nf.Dynamic(found, ()))
        before, after = self.fresh(), self.fresh()
        goal = self.goal(translate_body(args[0], before, after, self.fresh))
        bound = nf.Call(nf.UNIFY, ((_PAIR, before, after), (_PAIR, args[1], rest)))
        return nf.conjunction(*checked, bound, goal)

    def _aggregate(self, template: nf.Pattern, goal: nf.Goal, result: nf.Pattern) -> nf.Goal:
        how = _fold(template)
        if how is None:
            raise UnsupportedError("aggregate_all/3 with this template", hint=substitute(("aggregate_all", 3)))
        counted = 1 if how == "count" else template[1] if len(template) == 2 else (_PAIR, *template[1:])
        return nf.Findall(how, counted, goal, result)

    def _bagof(self, name: str, template: nf.Pattern, goal: nf.Pattern, result: nf.Pattern) -> nf.Goal:
        """Collect pairs of the free variables of the goal and the template, and group them.

        Variables that are free here may be bound or aliased when the goal is run, so the run finds out again.
        """
        bound = [template]
        while goal.__class__ is tuple and goal[0] is functor("^", 2):
            bound.append(goal[1])
            goal = goal[2]
        before: list[nf.Goal] = []
        if goal.__class__ is nf.Variable:
            more, inner = self.fresh(), self.fresh()
            before.append(nf.Call("$quantified", (goal, more, inner)))
            bound.append(more)
            goal = inner
        known = set(nf.pattern_variables(list_of(bound)))
        free = [v for v in dict.fromkeys(nf.pattern_variables(goal)) if v not in known]
        witness: nf.Pattern = "v"
        if free:
            witness = self.fresh()
            before.append(nf.Call("$free_variables", (list_of(bound), list_of(free), witness)))
        pairs = self.fresh()
        collect = nf.Findall("bag", (_PAIR, witness, template), self.goal(goal), pairs)
        return nf.conjunction(*before, collect, nf.Call(f"${name}", (witness, pairs, result)))


def _fold(template: nf.Pattern) -> str | None:
    """Tell how an aggregate folds by its template, where that is compiled."""
    if template.__class__ is not tuple:
        return "count" if template == "count" else None
    name, arity = template[0].name, template[0].arity
    if arity == 2 and name in ("max", "min"):
        return f"{name}_witness"
    return name if arity == 1 and name in _FOLDS else None


def _items(pattern: nf.Pattern) -> list[nf.Pattern] | None:
    """Give the items of a list that is written out, None for anything else."""
    items = []
    while pattern.__class__ is tuple and pattern[0] is CONS:
        items.append(pattern[1])
        pattern = pattern[2]
    return items if pattern is NIL else None
