"""Calls of every predicate and function that untrusted rules may use, with arguments that are extreme.

A call is a body of Prolog: what makes the arguments, then the goal. Names come from the vocabulary, so that a predicate
that is allowed tomorrow is called tomorrow.

    python -m tests.extremes.calls SEED COUNT      prints some of them
"""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from pyengine.compiler.runtime.functions import OPERATIONS
from pyengine.language.vocabulary import PREDICATES, Indicator
from pyengine.terms import write_atom

PRELUDE: Final = """\
player(a). player(b). initial(0). to_move(_, a). utility(_, 0).
deep(N, T) :- deep(N, z, T).
deep(0, T, T) :- !.
deep(N, S, T) :- M is N-1, deep(M, s(S), T).
left(N, T) :- left(N, 1, T).
left(0, T, T) :- !.
left(N, S, T) :- M is N-1, left(M, S+1, T).
doubled(0, A, A) :- !.
doubled(N, A, B) :- atom_concat(A, A, C), M is N-1, doubled(M, C, B).
shared(0, T, T) :- !.
shared(N, S, T) :- M is N-1, shared(M, f(S, S), T).
nines(N, L) :- length(L, N), all_nine(L).
all_nine([]).
all_nine([0'9|T]) :- all_nine(T).
loop :- loop.
loop(_) :- loop.
loop(_, _) :- loop.
loop(_, _, _) :- loop.
down(X) :- down(X), true.
down(X, Y) :- down(X, Y), true.
down(X, Y, Z) :- down(X, Y, Z), true.
many(X) :- repeat, X = f(_).
many(_, X) :- repeat, X = f(_).
many(_, _, X) :- repeat, X = f(_).
bad(_) :- throw(oops).
bad(_, _) :- throw(oops).
bad(_, _, _) :- throw(oops).
same(X, X).
same(X, Y) :- X == impossible, Y = X.
"""
"""What every rule file of these calls begins with."""

NUMBERS: Final = (
    "0", "1", "-1", "2", "9223372036854775807", "4611686018427387904", "4611686018427387903", "18446744073709551616",
    "-9223372036854775808", "-4611686018427387905", "2147483648", "1114112", "55296", "1000000007", "0.0", "-0.0",
    "1.0e308", "-1.0e308", "5.0e-324", "1.0Inf", "-1.0Inf", "1.5NaN", "0.5", "1r3", "-7r2", "1r9223372036854775809",
)  # fmt: skip
_MADE: Final = (
    "V is 10**1000", "V is -(10**1000)", "V is 10**200000", "V is -(7**150000)", "V is 2**4194000",
    "V is 1 << 4000000", "V is 1 rdiv (10**1000)", "V is (10**100000+1) rdiv (7**100000)", "V is 10.0**300",
    "doubled(20, a, V)", "doubled(20, a, V0), atom_string(V0, V)", "doubled(19, '9', V)", "doubled(16, '(', V)",
    "doubled(16, 'f(', V)", "doubled(17, 'a,', V)", "doubled(17, '\\u0001\\u1F600', V)", "doubled(18, '~a', V)",
    "nines(200000, V0), number_codes(V, V0)", "nines(100000, V)", "numlist(1, 100000, V)", "length(V, 100000)",
    "findall(a, between(1, 200000, _), V)", "findall(K-K, between(1, 50000, K), V)",
    "numlist(1, 50000, V0), append(V0, _, V)", "findall([a], between(1, 30000, _), V)",
    "length(V0, 2000), same(V0, V)", "V = f(V)", "V = [a|V]", "V = [V]", "V = f(V, V, _)", "V = s(W), W = t(V, W)",
    "V = [1, 2|V]", "V = 1+V", "V = -V", "V = [a-V|V]", "V = [[a|V]|V]", "V = (true, V)", "V = (V ; V)",
    "V = (a :- V)", "deep(100000, V)", "deep(1000000, V)", "left(100000, V)",
    "deep(50000, V0), deep(50000, V1), V = f(V0, V1, _)", "shared(30, z, V)", "shared(60, _, V)",
    "shared(40, z, V0), V = [V0]", "functor(V, f, 100000)", "functor(V, f, 2000000)",
    "length(V0, 50000), V =.. [f|V0]", "nines(50000, V0), atom_codes(V, V0)", "atom_codes(V, [0, 0, 97, 0])",
    "string_codes(V, [97, 0, 98])", "char_code(V, 0)", "char_code(V, 0x10ffff)",
)  # fmt: skip
_TERMS: Final = (
    "V", "_", "X", "f(X, Y)", "f(X, X)", "[]", "''", "\"\"", "a", "'[]'", "{}", "foo(bar)", "[a|X]", "[X|Y]", "[a|b]",
    "[a, b, c]", "[1, 2, 3]", "[0'a, 0'b]", "[-1]", "[1114112]", "[55296]", "[1.5]", "[a, X, f(X)]", "[a-1, b-2]",
    "[[a], [b]]", "\"abc\"", "'hello world'", "'\\x0\\'", "'a\\x0\\b'", "\"a\\x0\\b\"", "'\\xD800\\'", "f()", "a:b",
    "1+2", "3**(10**9)", "9^9^9", "9**9**9**9", "2**(2**70)", "1 << (1 << 40)", "1/0", "foo+1", "7**7**7",
    "msb(2**(10**8))", "'$VAR'(1)", "'$VAR'(9223372036854775807)", "'$VAR'(-1)", "<", "@>=", "=", "inf", "max(X, Y)",
    "count", "bag(X)", "lex", "t", "t(k, v, <, t, t)", "heap(t(1, a, []), 1)", "heap(t, -1)", "integer",
    "list(integer)", "list_or_partial", "between(1, 3)", "oneof([a])", "code", "digit(X)", "to_lower(X)",
    "'foo(X, Y, X)'", "'X is 3**(10**9)'", "[_|_]", "X^Y", "#", "_{a: 1}",
)  # fmt: skip
_CLOSURES: Final = (
    "loop", "down", "many", "bad", "true", "fail", "3", "\"text\"", "1.5", "G", "f(X)", "no_such_thing", "[]",
    "[X]>>loop", "[X, Y]>>(Y = f(X))", "[X]>>X", "X^Y^loop", "\\X^loop", "halt", "shell(ls)", "assertz(a)",
    "format(x)", "foo:bar", "(loop, fail)", "(true ; loop)", "(fail -> loop ; loop)", "=", "==", "append", "length",
    "succ", "between(1, inf)", "repeat", "!", "(a :- b)", "throw(_)", "catch(loop, _, true)", "\\+ loop",
    "findall(X, repeat, _)", "foldl(many, [1], 0, X)", "same", "atom_length(abc)",
)  # fmt: skip
_MADE_CLOSURES: Final = (
    "atom_codes(V, \"halt\")", "atom_codes(V0, \"shell\"), V =.. [V0, ls]", "V = call(V)", "V = (loop, V)", "V = f(V)",
    "deep(100000, V)", "left(1000, V)", "numlist(1, 1000, V0), V =.. [loop|V0]", "doubled(20, a, V)",
    "functor(V, f, 100000)", "atom_codes(V, \"loop\")", "V = [V]>>V",
    "atom_codes(V0, \"open\"), V =.. [V0, '/etc/passwd', read]", "V = call(call, V)",
)  # fmt: skip
_FORMATS: Final = (
    "~999999999f", "~0e", "~100000e", "~999999999g", "~9999999d", "~D", "~*c", "~999999999c", "~a", "~w", "~q", "~p",
    "~s", "~i~w", "~*i", "~r", "~8r", "~37r", "~99999999r", "~8R", "~e", "~1000000000|", "~`-999999999t~999999999|",
    "~t~w~10||~w~t~10+", "~99999999999999999999d", "~`", "~", "~~", "~z", "~c", "~w~n~30|x", "~t~t~999999999+", "~+~+",
    "~2d", "~:d", "~ic~w", "~99999999n",
)  # fmt: skip
_OUTPUTS: Final = (
    "write({0})", "writeq({0})", "print({0})", "writeln({0})", "write_canonical({0})", "tab({0})", "put_char({0})",
    "nl", "format({0})", "format({0}, {1})", "(write({0}), loop)",
)  # fmt: skip
_SINKS: Final = ("atom(Out)", "string(Out)", "codes(Out)", "chars(Out)", "codes(Out, Rest)", "foo(Out)", "Out")
_CONTROL: Final = frozenset({("!", 0), ("repeat", 0), ("->", 2), ("*->", 2), (",", 2), (";", 2)})
_SWI_FUNCTIONS: Final = (
    ("cmpflags", 0), ("cot", 1), ("acot", 1), ("cmpflags", 1), ("trig", 1), ("nexttoward", 2), ("trunc", 1),
    ("truncate", 1), ("roundtoward", 2), ("maxr", 2), ("minr", 2), ("tdiv", 2), ("acoth", 1), ("coth", 1), ("trig", 0),
    ("succ", 1), ("plus", 2), ("cmpflags", 2), ("rationalize", 1), ("random_float", 0), ("max_tagged_integer", 0),
    ("nan", 0), ("epsilon", 0),
)  # fmt: skip
"""Functions that are not compiled, and some that there are not."""


class Call(NamedTuple):
    """A body of a clause, and the library that it needs besides what is there by itself."""

    body: str
    library: str = ""


class Extremes:
    """A source of calls, the same for the same seed."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed)
        self._numbers = itertools.count(1)

    def calls(self, each: int) -> Iterator[Call]:
        """Give some calls of everything."""
        for found, known in PREDICATES.items():
            if known.safe and not known.newer and found not in _CONTROL:
                for _ in range(each if found[1] else 1):
                    yield self._call(found, known.meta or "?" * found[1])
        for name, arity in dict.fromkeys((*((f.name, f.arity) for f in OPERATIONS), *_SWI_FUNCTIONS)):
            for _ in range(each if arity else 1):
                yield self._function(name, arity)
        for _ in range(5 * each):
            yield self._format()
            yield self._output()

    def _call(self, found: Indicator, meta: str) -> Call:
        made: list[str] = []
        args = [self._argument(kind, made) for kind in meta]
        name, arity = found
        goal = f"{write_atom(name)}({', '.join(args)})" if arity else write_atom(name)
        known = PREDICATES[found]
        return Call(", ".join([*made, self._around(goal)]), "" if known.autoload else known.library)

    def _function(self, name: str, arity: int) -> Call:
        made: list[str] = []
        args = [self._number(made) for _ in range(arity)]
        term = f"{write_atom(name)}({', '.join(args)})" if arity else write_atom(name)
        goal = self._random.choice(("Is is {0}", "Is is {0}", "{0} < 3", "{0} =:= {0}", "E = {0}, same(E, F), Is is F"))
        return Call(", ".join([*made, goal.format(term)]))

    def _format(self) -> Call:
        made: list[str] = []
        text = self._random.choice(_FORMATS)
        directives = f'"{text}"' if self._random.random() < 0.8 else self._argument("?", made)
        args = ", ".join(self._argument("?", made) for _ in range(self._random.choice((0, 1, 1, 1, 2, 2, 3))))
        listed = self._argument("?", made) if self._random.random() < 0.1 else f"[{args}]"
        return Call(", ".join([*made, f"format({self._random.choice(_SINKS)}, {directives}, {listed})"]))

    def _output(self) -> Call:
        made: list[str] = []
        goal = self._random.choice(_OUTPUTS).format(self._argument("?", made), self._argument("?", made))
        return Call(", ".join([*made, f"with_output_to({self._random.choice(_SINKS)}, {goal})"]))

    def _around(self, goal: str) -> str:
        """Give the goal alone, or what asks for all its solutions, or for what it leaves."""
        return self._random.choice(
            (goal, goal, goal, f"once({goal})", f"findall(S, {goal}, _)", f"\\+ {goal}", f"catch({goal}, _, fail)")
        )

    def _argument(self, kind: str, made: list[str]) -> str:
        random = self._random
        if kind in "0123456789^/" and random.random() < 0.75:
            if random.random() < 0.25:
                return self._variable(random.choice(_MADE_CLOSURES), made)
            return random.choice(_CLOSURES)
        where = random.random()
        if where < 0.35:
            return self._variable(random.choice(_MADE), made)
        if where < 0.55:
            return self._hidden(random.choice(NUMBERS), made)
        return self._hidden(random.choice(_TERMS), made)

    def _number(self, made: list[str]) -> str:
        random = self._random
        where = random.random()
        if where < 0.45:
            return self._hidden(random.choice(NUMBERS), made)
        if where < 0.8:
            return self._variable(random.choice(_MADE[:9]), made)
        if where < 0.9:
            return self._variable(random.choice(_MADE), made)
        return random.choice(_TERMS)

    def _hidden(self, term: str, made: list[str]) -> str:
        """Give a term that the compiler knows, or a variable of which it does not know what it will be."""
        if self._random.random() < 0.7:
            return term
        variable = f"H{next(self._numbers)}"
        made.append(f"same({term}, {variable})")
        return variable

    def _variable(self, goals: str, made: list[str]) -> str:
        """Give a variable that the goals bind; they speak of it as V, of others as V0, V1, W, K."""
        number = next(self._numbers)
        made.append(re.sub(r"\b(V|V0|V1|W|K)\b", rf"\1_{number}", goals))
        return f"V_{number}"


if __name__ == "__main__":
    seed, count = sys.argv[1:]
    for call in itertools.islice(Extremes(seed).calls(1), int(count)):
        print(call)
