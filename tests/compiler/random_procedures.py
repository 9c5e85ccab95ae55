"""Random predicates as rules are really written: inputs that are known, outputs that are made of them.

Each variable is of a kind: an integer, a list of integers, or any ground term. A goal uses only variables that are
known, and adds new ones; now and then something is left out, so that an output stays open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from .random_goals import GoalWriter, Signature, written

_LISTS: Final = ("[1, 2, 3]", "[]", "[2, 2, 1]", "[0, 1]", "[5, 3, 4, 1]", "[1]")
_TERMS: Final = ("a", "b", "f(1)", "g(a, 2)", "[]", "f(f(b))", "1.0", '"s"', "none")
_PATTERNS: Final = {"i": ("0", "1", "2", "3"), "t": ("a", "f({})", "b", "g({}, {})", "{}-{}"), "l": ("[]",)}
_COMPARISONS: Final = ("<", ">", "=<", ">=", "=:=", "=\\=")
_OPPOSITES: Final = (">=", "=<", ">", "<", "=\\=", "=:=")
_IDENTITIES: Final = ("==", "\\==")
_ORDERS: Final = ("@<", "@>=", "\\=")
_SORTS: Final = ("msort(", "sort(", "reverse(", "sort(0, @>=, ", "list_to_set(", "permutation(")
_KINDS: Final = "ilt"
Known = dict[str, str]
"""The kind of each variable that has a value."""


class Procedure(NamedTuple):
    """A predicate with inputs first and then outputs, by their kinds."""

    name: str
    inputs: str
    outputs: str


class ProcedureWriter(GoalWriter):
    """Writes predicates whose arguments come in and go out as their kinds say."""

    procedures: list[Procedure]

    def procedure(self, name: str) -> str:
        """Write a predicate, which may call itself on something smaller."""
        inputs = "".join(self.pick(_KINDS) for _ in range(1 + self.below(2)))
        made = Procedure(name, inputs, "".join(self.pick(_KINDS) for _ in range(self.below(3))))
        clauses = [self.clause(made, base) for base in self.heads(inputs[0])]
        self.procedures.append(made)
        self.signatures.append(Signature(name, (inputs + made.outputs).replace("i", "n")))
        return "".join(clauses)

    def guarded(self, name: str) -> str:
        """Write clauses that exclude each other by comparisons, or nearly so."""
        made = Procedure(name, "ii", self.pick(_KINDS))
        left, right = self.pick((("N", "X"), ("N", "1"), ("X", "N"), ("N", "X + 1"), ("N mod 2", "0")))
        first = self.below(len(_COMPARISONS))
        clauses = []
        for operator in (_COMPARISONS[first], _OPPOSITES[first], self.pick(_COMPARISONS)):
            known: Known = {"N": "i", "X": "i"}
            self.count = 0
            goals = [f"{left} {operator} {right}"]
            goals += [self.step(known, 1) for _ in range(self.below(3))]
            if self.chance(15):
                goals.insert(0, self.test(known))
            if self.chance(20):
                goals.insert(1, "!")
            if self.chance(30):
                goals += ["N > 0", "M is N - 1", f"{name}(M, X, R)"]
                known["R"] = made.outputs
            clauses.append(f"{name}(N, X, {self.known_term(made.outputs, known)}) :- {', '.join(goals)}.\n")
        self.procedures.append(made)
        self.signatures.append(Signature(name, "nnt"))
        return "".join(clauses[: 2 + self.below(2)])

    def heads(self, kind: str) -> list[str]:
        """Choose what the first argument of each clause is; `*` stands for a variable, `+` for one to count down."""
        options = {"l": ("[]", "[H|T]", "[H, K|T]", "*"), "i": ("0", "+", "1", "*", "2")}.get(
            kind, ("a", "f(H)", "*", "g(H, K)", "H-K", "1", "[]", '"s"')
        )
        return [self.pick(options) for _ in range(1 + self.below(4))] if self.chance(40) else list(options[:2])

    def clause(self, made: Procedure, first: str) -> str:
        known: Known = {}
        smaller = None
        goals: list[str] = []
        self.count = 0
        if first in "*+":
            known["N"] = made.inputs[0]
            if first == "+":
                goals += ["N > 0", "M is N - 1"]
                smaller = known["M"] = "i"
                smaller = "M"
            args = ["N"]
        else:
            for name in ("H", "K"):
                if name in first:
                    known[name] = "i" if made.inputs[0] == "l" else "t"
            if "T" in first:
                known["T"], smaller = "l", "T"
            args = [first]
        for kind in made.inputs[1:]:
            args.append(self.input_pattern(kind, known))
        calls = [smaller] if smaller is not None and self.chance(85) else []
        for _ in range(self.below(4)):
            goals.append(self.step(known, 1))
        if calls:
            goals.append(self.recursion(made, calls[0], known))
            goals += [self.step(known, 1) for _ in range(self.below(3))]
        args += [self.known_term(kind, known) for kind in made.outputs]
        if self.chance(10):
            args[-1] = "_"
        head = written(made.name, args)
        return f"{head} :- {', '.join(goals)}.\n" if goals else f"{head}.\n"

    def input_pattern(self, kind: str, known: Known) -> str:
        if kind == "l" or not self.chance(30):
            return self.new(kind, known)
        text = self.pick(_PATTERNS[kind])
        return text.format(*[self.new("t", known) for _ in range(text.count("{}"))])

    def new(self, kind: str, known: Known) -> str:
        """Name a new variable."""
        self.count += 1
        name = f"X{self.count}"
        known[name] = kind
        return name

    def of_kind(self, kind: str, known: Known) -> str | None:
        names = [name for name, own in known.items() if own == kind]
        return names[-1 - self.below(len(names))] if names else None

    def integer(self, known: Known) -> str:
        name = self.of_kind("i", known)
        return (
            name
            if name is not None and self.chance(80)
            else self.pick(("1", "0", "2", "-1", "3", "4", "1.0", "12345678901234567890"))
        )

    def known_term(self, kind: str, known: Known, depth: int = 1) -> str:
        """Give a term of a kind, made of what is known."""
        if kind == "i":
            return self.integer(known)
        if kind == "l":
            name = self.of_kind("l", known)
            if name is None or self.chance(20):
                return self.pick(_LISTS)
            return f"[{self.integer(known)}|{name}]" if self.chance(40) else name
        if depth and known and self.chance(50):
            one, other = (self.known_term(self.pick("tti"), known, depth - 1) for _ in range(2))
            return self.pick((f"f({one})", f"g({one}, {other})", f"({one})-({other})", f"[{one}, {other}]"))
        return self.pick(tuple(known)) if known and self.chance(70) else self.pick(_TERMS)

    # Goals

    def recursion(self, made: Procedure, smaller: str, known: Known) -> str:
        rest = [self.known_term(kind, known) for kind in made.inputs[1:]]
        return written(made.name, [smaller, *rest, *[self.new(kind, known) for kind in made.outputs]])

    def step(self, known: Known, depth: int) -> str:
        """Write a goal that tests what is known, or makes more known."""
        choice = self.below(16)
        if choice < 3:
            return self.test(known)
        if choice == 3:
            return self.pick(("true", "!", "!"))
        if choice < 6 and self.procedures:
            return self.procedure_call(known)
        if choice < 10 or not depth:
            return self.definition(known)
        return self.compound_step(known, depth - 1)

    def procedure_call(self, known: Known) -> str:
        called = self.procedures[-1 - self.below(len(self.procedures))]
        inputs = [self.known_term(kind, known) for kind in called.inputs]
        if self.chance(20):  # an output that is known already
            outputs = [self.known_term(kind, known) for kind in called.outputs]
        else:
            outputs = [self.new(kind, known) for kind in called.outputs]
        return written(called.name, [*inputs, *outputs])

    def test(self, known: Known) -> str:
        i, t = (lambda: self.integer(known)), (lambda: self.known_term("t", known))
        return self.one_of(
            lambda: f"{i()} {self.pick(_COMPARISONS)} {i()}",
            lambda: f"{t()} {self.pick(_IDENTITIES)} {t()}",
            lambda: f"memberchk({i()}, {self.known_term('l', known)})",
            lambda: f"{t()} = {t()}",
            lambda: f"{t()} {self.pick(_ORDERS)} {t()}",
            lambda: f"{self.pick(('atom', 'integer', 'var', 'compound', 'is_list', 'ground', 'number'))}({t()})",
            lambda: f"{i()} mod 2 =:= {self.pick('01')}",
            lambda: f"\\+ {self.test(dict(known))}",
            lambda: f"\\+ member({i()}, {self.known_term('l', known)})",
            lambda: f"forall(member(Z, {self.known_term('l', known)}), Z {self.pick('<>')} {i()})",
        )

    def definition(self, known: Known, kind: str | None = None, name: str | None = None) -> str:
        """Write a goal that gives a variable a value."""
        kind = kind or self.pick(_KINDS)
        before = dict(known)
        target = name or self.new(kind, known)
        i, ls, t = (
            (lambda: self.integer(before)),
            (lambda: self.known_term("l", before)),
            lambda: self.known_term("t", before),
        )
        ways: dict[str, tuple[Callable[[], str], ...]] = {
            "i": (
                lambda: f"{target} is {i()} {self.pick(('+', '-', '*', 'max', 'mod', '//'))} {i()}".replace("max", "+"),
                lambda: f"member({target}, {ls()})",
                lambda: f"{target} = {i()}",
                lambda: f"between({i()}, {self.pick('1234')}, {target})",
                lambda: f"length({ls()}, {target})",
                lambda: f"sum_list({ls()}, {target})",
                lambda: f"nth{self.pick('01')}({i()}, {ls()}, {target})",
                lambda: f"nth{self.pick('01')}({target}, {ls()}, {i()})",
                lambda: (
                    f"aggregate_all({self.pick(('count', 'max(Z)', 'sum(Z)', 'min(Z)'))}, member(Z, {ls()}), {target})"
                ),
                lambda: f"foldl([Z, S0, S]>>(S is S0 + Z * {i()}), {ls()}, {i()}, {target})",
                lambda: f"aggregate_all(max(Z, {t()}), member(Z, {ls()}), max({target}, _))",
                lambda: f"last({ls()}, {target})",
                lambda: f"max_list({ls()}, {target})",
            ),
            "l": (
                lambda: f"{target} = {ls()}",
                lambda: f"append({ls()}, {ls()}, {target})",
                lambda: f"findall(Z, ( member(Z, {ls()}), Z {self.pick(('>', '=<'))} {i()} ), {target})",
                lambda: f"select({i()}, {ls()}, {target})",
                lambda: f"append({self.pick(('_', target))}, {self.pick(('_', target))}, {ls()})",
                lambda: f"maplist([Z, Y]>>(Y is Z + {i()}), {ls()}, {target})",
                lambda: f"include([Z]>>(Z > {i()}), {ls()}, {target})",
                lambda: f"{self.pick(_SORTS)}{ls()}, {target})",
                lambda: f"setof(Z, member(Z, {ls()}), {target})",
                lambda: f"numlist(1, {i()}, {target})",
                lambda: f"select({i()}, {ls()}, {i()}, {target})",
                lambda: f"predsort([O, Y, Z]>>compare(O, Z, Y), {ls()}, {target})",
                lambda: f"exclude(=:=({i()}), {ls()}, {target})",
                lambda: f"partition([Z]>>(Z < {i()}), {ls()}, {target}, _)",
                lambda: f"length({target}, {self.pick('0123')})",
                lambda: f"foldl([Z, S0, [Z|S0]]>>true, {ls()}, {ls()}, {target})",
            ),
            "t": (
                lambda: f"{target} = {t()}",
                lambda: f"member({target}, [{t()}, {t()}])",
                lambda: f"findall(Z-{t()}, member(Z, {ls()}), {target})",
                lambda: f"arg({self.pick(('1', '2', '_'))}, {t()}, {target})",
                lambda: f"{t()} = f({target})",
                lambda: f"{t()} =.. {target}",
                lambda: f"functor({t()}, {target}, _)",
                lambda: f"bagof(Z, member(Z-{target}, [1-{t()}, 2-{t()}]), _)",
                lambda: f"copy_term({t()}, {target})",
                lambda: f"catch(throw({t()}), {target}, true)",
                lambda: f"pairs_keys_values({target}, {ls()}, {ls()})",
                lambda: (
                    f"catch({target} is {t()} + {i()}, error({self.pick(('_', 'type_error(_, _)'))}, _), {target} = no)"
                ),
            ),
        }
        return self.pick(ways[kind])()

    def compound_step(self, known: Known, depth: int) -> str:
        kind = self.pick(_KINDS)
        before = dict(known)
        target = self.new(kind, known)

        def branch() -> str:
            inner = dict(before)
            goals = [self.step(inner, depth) for _ in range(self.below(2))]
            return ", ".join([*goals, self.definition(inner, kind, target)])

        def condition() -> str:
            return self.test(dict(before)) if self.chance(60) else self.step(dict(before), depth)

        def otherwise() -> str:
            return self.definition(dict(before), kind, target)

        return self.one_of(
            lambda: f"( {condition()} -> {branch()} ; {branch()} )",
            lambda: f"( {branch()} ; {branch()} )",
            lambda: f"( {condition()} -> {branch()} ; {condition()} -> {branch()} ; {branch()} )",
            lambda: f"once(( {branch()} ))",
            lambda: f"( {condition()} -> {branch()} )",
            lambda: (
                f"findall({target}, ( {branch()} ), {self.new('t', known)}), {target} = {self.known_term(kind, before)}"
            ),
            lambda: f"( {condition()}, ! ; {branch()} )",
            lambda: f"( {branch()} *-> {condition()} ; {branch()} )",
            lambda: f"ignore(( {branch()} ))",
            lambda: f"\\+ ( {branch()} ), {otherwise()}",
            lambda: f"catch(( {branch()} ), {self.pick(('_', 'a', 'error(_, _)'))}, {otherwise()})",
        )
