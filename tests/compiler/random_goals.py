"""Random terms and goals, written from random choices.

What is simplest stands first in each choice, because that is where a program goes whose choices have run out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

T = TypeVar("T")
POOL: Final = ("A", "B", "C", "D", "E")
_CONSTANTS: Final = ("a", "0", "1", "2", "b", "[]", "3", "c", "-1", "f", "1.0", '"s"', "0.5", "12345678901234567890")
_TYPE_TESTS: Final = (
    *("var", "nonvar", "atom", "integer", "number", "atomic", "compound"),
    *("callable", "is_list", "ground", "float", "string"),
)
_SMALL: Final = ("0", "1", "2", "3", "4")
MOST_DEPTH: Final = 2


@dataclass(frozen=True)
class Signature:
    """A predicate that may be called: `roles` says what each argument is good for (`l` list, `n` number, `t` term)."""

    name: str
    roles: str


class GoalWriter:
    """Writes the parts of one program; each byte makes one choice, and those that are missing choose the simplest."""

    def __init__(self, choices: Iterable[int]) -> None:
        self._choices = iter(choices)
        self.signatures: list[Signature] = []
        self.pool: Sequence[str] = POOL
        self.fresh = 0

    def below(self, count: int) -> int:
        """Choose a number from 0 on."""
        return next(self._choices, 0) % count

    def pick(self, options: Sequence[T]) -> T:
        """Choose one of some."""
        return options[self.below(len(options))]

    def chance(self, percent: int) -> bool:
        """Decide; no is the simpler answer."""
        return self.below(100) >= 100 - percent

    # Terms

    def variable(self) -> str:
        return self.pick(self.pool)

    def constant(self) -> str:
        return self.pick(_CONSTANTS)

    def term(self, depth: int = MOST_DEPTH) -> str:
        choice = self.below(20)
        if choice < 10 and self.pool:
            return self.variable()
        if choice < 14 or depth == 0:
            return self.constant()
        if choice < 15:
            return "_"
        inner = depth - 1
        if choice == 15:
            return f"f({self.term(inner)})"
        if choice == 16:
            return f"g({self.term(inner)}, {self.term(inner)})"
        if choice == 17:
            return f"{self.operand(inner)}-{self.operand(inner)}"
        return self.list(inner)

    def operand(self, depth: int) -> str:
        text = self.term(depth)
        return f"({text})" if "-" in text else text

    def list(self, depth: int = 1) -> str:
        items = [self.term(depth) for _ in range(self.below(4))]
        if items and self.pool and self.chance(25):
            return f"[{', '.join(items)}|{self.variable()}]"
        return f"[{', '.join(items)}]"

    def ground(self, depth: int = 1) -> str:
        outer, self.pool = self.pool, ()
        text = self.term(depth).replace("_", "a")
        self.pool = outer
        return text

    def list_or_variable(self) -> str:
        return self.list() if self.chance(60) else self.term()

    def number(self) -> str:
        return self.pick(_SMALL) if self.chance(50) else self.variable()

    def expression(self, depth: int = 2) -> str:
        choice = self.below(12)
        if choice < 4:
            return self.variable()
        if choice < 8 or depth == 0:
            return self.pick(("1", "2", "0", "3", "-1", "7", "1.5", "10000000000000000000", "a", "2r3", '"1"', "[1]"))
        left, right = self.expression(depth - 1), self.expression(depth - 1)
        if choice < 10:
            operator = self.pick(("+", "-", "*", "//", "mod", "/", "rem", "div", ">>", "/\\", "xor"))
            return f"({left} {operator} {right})"
        if choice == 10:
            return f"{self.pick(('- ', 'abs', 'sign', 'truncate', 'sqrt', 'integer', 'msb', 'float'))}({left})"
        small = self.pick(("2", "0", "3", "-1", "0.5"))
        return self.pick(
            (f"max({left}, {right})", f"min({left}, {right})", f"({left} ** {small})", f"({left} ^ {small})")
        )

    def argument(self, role: str) -> str:
        if self.chance(25):
            return self.term()
        if role == "l":
            return self.list_or_variable()
        if role == "n":
            return self.number()
        return self.term()

    # Goals

    def call(self) -> str:
        if not self.signatures:
            return self.unification()
        signature = self.signatures[-1 - self.below(len(self.signatures))]
        return written(signature.name, [self.argument(role) for role in signature.roles])

    def unification(self) -> str:
        one, other = self.two_terms()
        return f"{one} = {other}"

    def two_terms(self) -> tuple[str, str]:
        """Give two terms, neither of which is a variable that the other contains: no cyclic terms."""
        one, other = self.term(), self.term()
        if one != other and ((one in POOL and one in other) or (other in POOL and other in one)):
            return one, self.constant()
        return one, other

    def arithmetic(self) -> str:
        if self.chance(50):
            return f"{self.variable()} is {self.expression()}"
        operator = self.pick(("<", ">", "=<", ">=", "=:=", "=\\="))
        return f"{self.expression(1)} {operator} {self.expression(1)}"

    def comparison(self) -> str:
        if self.chance(50):
            operator = self.pick(("==", "\\==", "\\=", "=@="))
            return f"{self.term()} {operator} {self.term()}"
        one, other = self.term(), self.ground()  # the order of two variables is not laid down
        if self.chance(50):
            one, other = other, one
        if self.chance(30):
            return f"compare({self.pick((self.variable(), '<', '=', '>'))}, {one}, {other})"
        return f"{one} {self.pick(('@<', '@>', '@=<', '@>='))} {other}"

    def type_test(self) -> str:
        return f"{self.pick(_TYPE_TESTS)}({self.term()})"

    def structure(self) -> str:
        t, n, ls = self.term, self.number, self.list_or_variable
        return self.one_of(
            lambda: f"arg({n()}, {t()}, {t()})",
            lambda: f"functor({t()}, {self.pick((self.variable(), 'f', 'a', '1'))}, {n()})",
            lambda: f"{t()} =.. {ls()}",
            lambda: f"copy_term({', '.join(self.two_terms())})",
            lambda: f"term_variables({t()}, {t()})",
            lambda: f"succ({n()}, {n()})",
            lambda: f"plus({n()}, {n()}, {n()})",
        )

    def list_goal(self) -> str:
        t, n, ls = self.term, self.number, self.list_or_variable
        order, sl = ("@<", "@=<", "@>", "@>="), self.sortable
        return self.one_of(
            lambda: f"member({t()}, {ls()})",
            lambda: f"append({ls()}, {ls()}, {ls()})",
            lambda: f"memberchk({t()}, {ls()})",
            lambda: f"between({n()}, {n()}, {n()})",
            lambda: f"length({ls()}, {n()})",
            lambda: f"select({t()}, {ls()}, {ls()})",
            lambda: f"nth0({n()}, {ls()}, {t()})",
            lambda: f"nth1({n()}, {ls()}, {t()})",
            lambda: f"reverse({ls()}, {ls()})",
            lambda: f"last({ls()}, {t()})",
            lambda: f"msort({sl()}, {t()})",
            lambda: f"sort({sl()}, {t()})",
            lambda: f"sort({self.pick('01')}, {self.pick(order)}, {sl()}, {t()})",
            lambda: f"sum_list({ls()}, {n()})",
            lambda: f"max_list([1, {n()}, 3], {n()})",
            lambda: f"numlist({n()}, {n()}, {t()})",
            lambda: f"nth1({n()}, {ls()}, {t()}, {t()})",
            lambda: f"select({t()}, {ls()}, {t()}, {ls()})",
            lambda: f"selectchk({t()}, {ls()}, {t()})",
            lambda: f"exclude(==({t()}), {ls()}, {t()})",
            lambda: f"delete({ls()}, {t()}, {t()})",
            lambda: f"subtract([{t()}, a, {t()}], [{self.ground()}, b], {t()})",
            lambda: f"list_to_set({ls()}, {t()})",
            lambda: f"permutation({ls()}, {ls()})",
            lambda: f"keysort([{self.key()}-{self.operand(0)}, {self.key()}-{self.operand(0)}], {t()})",
            lambda: f"max_member({t()}, [{self.key()}, 2])",
            lambda: f"exclude(var, {ls()}, {t()})",
        )

    def sortable(self) -> str:
        """A list with at most one variable: the order of two is not laid down."""
        if self.chance(20):
            return self.variable()
        items = [self.ground() for _ in range(self.below(5))]
        return f"[{', '.join([self.variable(), *items] if self.chance(30) else items)}]"

    def key(self) -> str:
        return self.pick(("1", "a", "b", "f(1)"))

    def one_of(self, *options: Callable[[], str]) -> str:
        return self.pick(options)()

    def higher(self) -> str:
        """A goal that calls another one, given by name."""
        c, t, ls = self.closure, self.term, self.list_or_variable
        made = ("X", "X-X", "f(X)", self.term(0))
        return self.one_of(
            lambda: f"maplist({c(1)}, {ls()})",
            lambda: f"maplist({c(2)}, {ls()}, {ls()})",
            lambda: f"call({c(1)}, {t()})",
            lambda: f"foldl({c(3)}, {ls()}, {t()}, {t()})",
            lambda: f"include({c(1)}, {ls()}, {t()})",
            self.called_variable,
            lambda: f"maplist([X, Y]>>(Y = {self.pick(made)}), {ls()}, {t()})",
            lambda: f"maplist([X]>>( {self.simple()} ), {ls()})",
            lambda: f"maplist({{{self.variable()}}}/[X, Y]>>( {self.simple()} ), {ls()}, {ls()})",
            lambda: f"foldl([X, Y, Z]>>( {self.simple()}, Z = Y-X ), {ls()}, {t()}, {t()})",
            lambda: f"maplist({self.variable()}, {ls()})",
            lambda: f"{self.variable()} = [X]>>( {self.simple()} ), maplist({self.variable()}, {ls()})",
            lambda: f"call([X]>>( {self.simple()} ), {t()})",
            lambda: f"maplist({c(3)}, {ls()}, {ls()}, {ls()})",
            lambda: f"partition({c(1)}, {ls()}, {t()}, {t()})",
            lambda: f"foldl({c(4)}, {ls()}, {ls()}, {t()}, {t()})",
            lambda: f"call({c(2)}, {t()}, {t()})",
        )

    def called_variable(self) -> str:
        variable = self.variable()
        return f"{variable} = ({self.simple()}), call({variable})"

    def closure(self, missing: int) -> str:
        fitting_ = [s for s in self.signatures if len(s.roles) >= missing]
        if not fitting_ or self.chance(20):
            if missing == 1:
                return self.pick(
                    ("var", "integer", f"=({self.term(0)})", f"<({self.number()})", f"member({self.term(0)})")
                )
            if missing == 2:
                return self.pick(("=", "<", "copy_term", f"plus({self.number()})", "succ", "length"))
            return self.pick(("plus", "append", "compare", f"foldl(plus, {self.list()})"))
        signature = self.pick(fitting_)
        args = [self.argument(role) for role in signature.roles[: len(signature.roles) - missing]]
        return written(signature.name, args)

    def simple(self) -> str:
        choice = self.below(24)
        if choice < 7:
            return self.call()
        if choice < 11:
            return self.unification()
        if choice < 14:
            return self.arithmetic()
        if choice < 16:
            return self.comparison()
        if choice < 17:
            return self.type_test()
        if choice < 19:
            return self.structure()
        if choice < 23:
            return self.list_goal()
        return self.higher()

    def goal(self, depth: int) -> str:
        choice = self.below(20)
        if choice < 12 or depth == 0:
            return self.simple()
        if choice < 14:
            return "!"
        if choice == 14:
            return self.pick(("true", "fail", f"throw({self.term()})", "fail"))
        return self.control(depth - 1)

    def control(self, depth: int) -> str:
        b = self.body
        return self.one_of(
            lambda: f"( {b(depth)} ; {b(depth)} )",
            lambda: f"( {b(depth)} -> {b(depth)} ; {b(depth)} )",
            lambda: f"\\+ ( {b(depth)} )",
            lambda: f"( {b(depth)} -> {b(depth)} )",
            lambda: f"( {b(depth)} *-> {b(depth)} ; {b(depth)} )",
            lambda: f"once(( {b(depth)} ))",
            lambda: f"forall(( {b(depth)} ), ( {b(depth)} ))",
            lambda: f"findall({self.term()}, ( {b(depth)} ), {self.result()})",
            lambda: f"ignore(( {b(depth)} ))",
            lambda: f"call(( {b(depth)} ))",
            self.aggregate,
            lambda: f"catch(( {b(depth)} ), {self.ball()}, ( {b(depth)} ))",
            self.bagof,
            lambda: f"( {b(depth)} -> {b(depth)} ; {b(depth)} -> {b(depth)} ; {b(depth)} )",
            lambda: f"( {b(depth)} *-> {b(depth)} ; {b(depth)} -> {b(depth)} ; {b(depth)} )",
            lambda: f"( {b(depth)} ; {b(depth)} ; {b(depth)} )",
            lambda: f"( \\+ ( {b(depth)} ) -> {b(depth)} ; {b(depth)} )",
            lambda: f"findall({self.term()}, ( {b(depth)} ), {self.result()}, {self.term()})",
            lambda: f"( {b(depth)} *-> {b(depth)} )",
        )

    def result(self) -> str:
        return self.variable() if self.chance(70) else self.list_or_variable()

    def aggregate(self) -> str:
        how = self.pick(("count", "max", "sum", "bag", "min", "set", "max2", "min2"))
        spec = f"{how[:3]}({self.term()}, {self.term()})" if how.endswith("2") else f"{how}({self.term()})"
        return f"aggregate_all({'count' if how == 'count' else spec}, ( {self.body(0)} ), {self.result()})"

    def bagof(self) -> str:
        name = self.pick(("bagof", "setof"))
        if self.chance(50):
            bound = "".join(f"{self.variable()}^" for _ in range(self.below(3)))
            return f"{name}({self.term(1)}, {bound}( {self.body(1)} ), {self.result()})"
        bound = f"{self.variable()}^" if self.chance(40) else ""
        items = [f"{self.key()}-{self.pick(('x', 'y', '1', 'f(2)'))}" for _ in range(self.below(5))]
        goal = f"member({self.operand(0)}-{self.operand(0)}, [{', '.join(items)}])"
        return f"{name}({self.term(1)}, {bound}{goal}, {self.result()})"

    def ball(self) -> str:
        return self.pick((self.variable(), f"error({self.variable()}, _)", self.term(), "error(type_error(T_, _), _)"))

    def body(self, depth: int) -> str:
        return ", ".join(self.goal(depth) for _ in range(1 + self.below(3)))


def written(name: str, args: Sequence[str]) -> str:
    return f"{name}({', '.join(args)})" if args else name
