"""Random programs and goals, for Hypothesis.

A program has a few predicates, each of which calls only earlier ones, or itself on a shorter list or a smaller number:
what it computes comes to an end unless a list is partial.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from hypothesis import strategies as st

from .harness import Ask, fitting
from .random_goals import MOST_DEPTH, POOL, Signature, written
from .random_procedures import ProcedureWriter

_CHOICES: Final = 600


class Program(NamedTuple):
    """A program and what is asked of it."""

    text: str
    asks: tuple[Ask, ...]

    def __repr__(self) -> str:
        letters = [ask.letter if ask.direct is None else f"call {ask.direct}" for ask in self.asks]
        asked = "".join(f"?- {ask.goal}.   % {how}\n" for ask, how in zip(self.asks, letters, strict=True))
        return f"\n{self.text}{asked}"


class Writer(ProcedureWriter):
    """Writes the predicates of one program, and what is asked of them."""

    def predicate(self, number: int) -> str:
        kinds: tuple[Callable[[str], str], ...] = (
            *(self.facts, self.rules, self.rules, self.over_list, self.counted),
            *(self.procedure, self.procedure, self.procedure, self.guarded, self.grammar, self.tabled, self.mutual),
        )
        return self.pick(kinds)(f"p{number}")

    def facts(self, name: str) -> str:
        arity = 1 + self.below(3)
        clauses = []
        for _ in range(1 + self.below(5)):
            args = [self.ground() if self.chance(80) else self.term() for _ in range(arity)]
            clauses += [f"{written(name, args)}.\n"] * (1 + self.chance(10))
        self.signatures.append(Signature(name, "t" * arity))
        return "".join(clauses)

    def rules(self, name: str) -> str:
        roles = "".join(self.pick("tln") for _ in range(self.below(4)))
        clauses = []
        for _ in range(1 + self.below(3)):
            head = written(name, [self.term() for _ in roles])
            clauses.append(f"{head} :- {self.body(MOST_DEPTH)}.\n" if self.chance(85) else f"{head}.\n")
        self.signatures.append(Signature(name, roles))
        return "".join(clauses)

    def over_list(self, name: str) -> str:
        return self.recursive(name, "l", "[]", lambda: "[H|T]", "T", ())

    def counted(self, name: str) -> str:
        return self.recursive(name, "n", "0", lambda: "N", "M", ("N > 0", "M is N-1"))

    def recursive(
        self, name: str, role: str, end: str, step: Callable[[], str], smaller: str, guards: tuple[str, ...]
    ) -> str:
        """Write a predicate that calls itself with something smaller in one argument."""
        others = self.below(3)
        place = self.below(others + 1)

        def head(what: str) -> str:
            args = [self.term() for _ in range(others)]
            args.insert(place, what)
            return written(name, args)

        base = [f"{head(end)}.\n" if self.chance(60) else f"{head(end)} :- {self.body(1)}.\n"]
        self.pool = (*POOL[:3], "H") if role == "l" else (*POOL[:3], "N")
        rest = []
        for _ in range(1 + self.below(2)):
            goals = list(guards)
            goals += [self.goal(1) for _ in range(self.below(3))]
            goals.append(head(smaller))
            goals += [self.goal(1) for _ in range(self.below(3))]
            rest.append(f"{head(step())} :- {', '.join(goals)}.\n")
        self.pool = POOL
        roles = ["t"] * others
        roles.insert(place, role)
        self.signatures.append(Signature(name, "".join(roles)))
        return "".join(rest + base if self.chance(25) else base + rest)

    def grammar(self, name: str) -> str:
        """Write rules that read a list."""
        count = self.below(2)

        def part() -> str:
            return self.one_of(
                lambda: f"[{self.term(0)}]",
                lambda: f"[{self.term(0)}, {self.term(0)}]",
                lambda: f"{{ {self.simple()} }}",
                lambda: "!",
                lambda: f"( {part()} ; {part()} )",
                lambda: f"( {part()} -> {part()} ; {part()} )",
                lambda: f"\\+ {part()}",
                lambda: "[]",
                lambda: "call([X, Y]>>( X = [_|Y] ))",
                lambda: f"call(append({self.list()}))",
                lambda: '"ab"',
                lambda: f"( {part()}, {part()} )",
            )

        clauses = []
        for i in range(1 + self.below(3)):
            head = written(name, [self.term() for _ in range(count)])
            pushback = f", [{self.term(0)}]" if self.chance(15) else ""
            parts = [part() for _ in range(1 + self.below(3))]
            if i == 0 and self.chance(40):
                parts.append(written(name, [self.term() for _ in range(count)]))
                parts.insert(0, f"[{self.term(0)}]")
            clauses.append(f"{head}{pushback} --> {', '.join(parts)}.\n")
        self.signatures.append(Signature(name, "t" * count + "ll"))
        self.signatures.append(Signature(name, "t" * count + "ll"))
        return "".join(clauses)

    def tabled(self, name: str) -> str:
        """Write a graph and its paths; in what order they come is not laid down, so they are sorted."""
        facts = "".join(f"{name}e({self.pick('abcd')}, {self.pick('abcd')}).\n" for _ in range(2 + self.below(5)))
        step = self.pick(
            (f"{name}t(X, Y), {name}e(Y, Z)", f"{name}e(X, Y), {name}t(Y, Z)", f"{name}t(X, Y), {name}t(Y, Z)")
        )
        self.signatures.append(Signature(name, "tt"))
        return (
            f":- table {name}t/2.\n{facts}{name}t(X, Z) :- {step}.\n{name}t(X, Y) :- {name}e(X, Y).\n"
            f"{name}(V, Ys) :- member(X, [a, b, c]), X = V, findall(Y, {name}t(X, Y), Zs), sort(Zs, Ys).\n"
        )

    def mutual(self, name: str) -> str:
        """Write two predicates that call each other on a shorter list or a smaller number."""
        self.pool = (*POOL[:2], "H")
        clauses = []
        for own, other in ((name, f"{name}o"), (f"{name}o", name)):
            clauses.append(f"{own}([], {self.term()}){self.pick(('', ' :- !'))}.\n")
            before, after = (self.goal(1) if self.chance(50) else "true" for _ in range(2))
            clauses.append(f"{own}([H|T], {self.term()}) :- {before}, {other}(T, {self.term()}), {after}.\n")
        self.pool = POOL
        self.signatures.append(Signature(name, "lt"))
        return "".join(clauses)

    def ask(self) -> Ask:
        if self.procedures and self.chance(50):
            self.count = 0
            return Ask(self.procedure_call({}), self.pick("fa"))
        if self.chance(30) and self.signatures:
            goal = self.call()
            letters = "".join(self.pick("fga") for _ in range(4))
            return Ask(goal, direct=fitting(goal, letters))
        goals = [self.call() if self.chance(60) else self.goal(1) for _ in range(1 + self.below(3))]
        return Ask(", ".join(goals), self.pick("fa"))


def programs() -> st.SearchStrategy[Program]:
    """Programs of a few predicates, with goals; the choices come from some hundred random bytes."""
    return st.binary(min_size=_CHOICES, max_size=_CHOICES).map(_program)


def _program(choices: bytes) -> Program:
    writer = Writer(choices)
    writer.procedures = []
    text = "".join(writer.predicate(number) for number in range(writer.pick((1, 1, 2, 1, 3))))
    return Program(text, tuple(writer.ask() for _ in range(1 + writer.below(3))))


def read_kept(text: str) -> Program:
    """Read a program as it is shown: clauses, and a line `?- Goal.   % Letters` for each goal."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("%")]
    asks = []
    for line in lines:
        if line.startswith("?- "):
            goal, _, letters = line.removeprefix("?- ").rpartition(".   % ")
            is_call = letters.startswith("call ")
            asks.append(Ask(goal, direct=letters.removeprefix("call ")) if is_call else Ask(goal, letters))
    return Program("".join(f"{line}\n" for line in lines if not line.startswith("?- ")), tuple(asks))
