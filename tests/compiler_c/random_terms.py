"""Random terms as arguments of built-ins: mostly what a built-in is for, now and then anything."""

from __future__ import annotations

import math
from random import Random
from typing import Final

from pyengine.compiler.runtime.arithmetic import OPERATIONS
from pyengine.compiler.runtime.terms import NIL, Float, Text, Value, functor, list_of

_NUMBERED: Final = functor("$VAR", 1)
_MINUS: Final = functor("-", 2)
_SHAPES: Final = [functor(*s) for s in (("f", 1), ("f", 2), ("g", 3), ("-", 2), ("new", 2), ("=", 2), ("f", 0))]
_ATOMS: Final = ("a", "b", "c", "true", "f", "g", "è", "-", "<", "x1", "X", "", "[]", "new", "aè", "ab", "12", "[|]")
_FLOATS: Final = (0.0, -0.0, 1.0, 2.0, 0.5, -1.5, 3.0, 1e300, math.inf, -math.inf, math.nan, 1e18, 2.5, -0.5)
_TEXTS: Final = ("", "a", "ab", "è", "12", " 7", "-3")
_TYPES: Final = (
    *("integer", "list", "atom", "positive_integer", "nonneg", "boolean", "var", "ground", "any", "number"),
    *("callable", "compound", "atomic", "string", "float", "nonvar", "zzz"),
)
_EDGES: Final = (
    *(0, 1, -1, 2, 3, 7, 10, 47, 48, -16, -17, 60, 61, 62, 63, 64, 127, 128, 2**31, -(2**31)),
    *(2**60, -(2**60) - 1, 2**63, 2**64, 2**64 - 1, -(2**64), 2**100 + 7, -(2**119), 2**120, 3**80),
    *(2**53, 2**53 + 1, -(2**53) - 1, 2**60 - 1, -(2**60), 2**59, 2**30, 10**9, 97, 255, 256),
)
_MAKERS: Final = ("length", "numlist", "functor", "compound_name_arity", "between")
_FUNCTIONS: Final = sorted(OPERATIONS, key=str)


class Terms:
    """Makes terms from a source of chance; those it calls ground have no variables."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def _one(self, *makers: str) -> Value:
        return getattr(self, self._chance.choice(makers))()

    def small(self) -> Value:
        """An integer that is often an index."""
        return self._chance.randint(-2, 6)

    def integer(self) -> Value:
        """An integer, now and then one that C does not have."""
        bits = self._chance.choice((8, 60, 64, 118))
        return self._chance.choice(_EDGES) if self._chance.random() < 0.7 else self._chance.randint(-(2**bits), 2**bits)

    def bits(self) -> Value:
        """How far to shift."""
        return self._chance.randint(-130, 130)

    def real(self) -> Value:
        """A float."""
        return Float(self._chance.choice(_FLOATS))

    def atom(self) -> Value:
        """An atom; some are not among those that rules name."""
        return self._chance.choice(_ATOMS)

    def text(self) -> Value:
        """A string."""
        return Text(self._chance.choice(_TEXTS))

    def variable(self) -> Value:
        """A variable, one of a few."""
        return _NUMBERED, self._chance.randint(0, 4)

    def leaf(self) -> Value:
        """Something ground that is not compound."""
        return self._one("small", "small", "integer", "atom", "atom", "real", "text", "nil")

    def nil(self) -> Value:
        """The empty list."""
        return NIL

    def term(self, ground: bool, depth: int = 3) -> Value:
        """Any term."""
        roll = self._chance.random()
        if not ground and roll < 0.15:
            return self.variable()
        if depth == 0 or roll < 0.5:
            return self.leaf()
        if roll < 0.75:
            shape = self._chance.choice(_SHAPES)
            return (shape, *[self.term(ground, depth - 1) for _ in range(shape.arity)])
        return self.list(ground, depth - 1, 5)

    def list(self, ground: bool, depth: int = 1, longest: int = 20) -> Value:
        """A list of any terms, most often a proper one."""
        items = [self.term(ground, depth) for _ in range(self._chance.randint(0, longest))]
        is_proper = self._chance.random() < 0.85
        return list_of(items, NIL if is_proper else self.term(ground, 0))

    def alike(self, ground: bool, longest: int = 20) -> Value:
        """A proper list of things of one kind, with duplicates."""
        kind = self._chance.choice(("small", "atom", "integer", "leaf", "real", "pair", "term"))
        return list_of([self.item(kind, ground) for _ in range(self._chance.randint(0, longest))])

    def item(self, kind: str, ground: bool) -> Value:
        """An item of such a list."""
        if kind == "pair":
            return _MINUS, self._one("small", "atom"), self.term(ground, 1)
        return self.term(ground, 2) if kind == "term" else self._one(kind)

    def pairs(self, ground: bool) -> Value:
        """A list of pairs."""
        return list_of([self.item("pair", ground) for _ in range(self._chance.randint(0, 20))])

    def expression(self, depth: int = 2) -> Value:
        """Something to evaluate."""
        roll = self._chance.random()
        if depth == 0 or roll < 0.3:
            constants = ("pi", "e", "inf", "nan", "epsilon", "a")
            return self._one("small", "integer", "real") if roll < 0.95 else self._chance.choice(constants)
        function = self._chance.choice(_FUNCTIONS)
        if function.name in ("**", "^", "<<", ">>"):  # Python would make very large numbers
            return function, self.expression(0), self._one("small", "real", "bits")
        return (function, *[self.expression(depth - 1) for _ in range(function.arity)])

    def _of_parts(self, index: int, pattern: str) -> Value:
        """An argument of sub_atom/5 or sub_string/5, of those that are given."""
        place = [i for i, letter in enumerate(pattern) if letter == "g"][index]
        if place in (1, 2, 3):
            return self._chance.choice((0, 0, 0, 1, 1, 2))
        text = self._chance.choice(("ab", "aba", "aèb", "12") if place == 0 else ("a", "ab", "b", "è", "", "1"))
        return Text(text) if self._chance.random() < 0.5 else text

    def argument(self, label: str, index: int, letter: str) -> Value:
        """An argument of a built-in; `letter` is `g` where it must be ground."""
        ground = letter == "g"
        name = label.partition("/")[0]
        if self._chance.random() < 0.1 and name not in ("$bagof", "$setof", "$list_index"):
            return self._one("atom", "real", "text") if name in _MAKERS else self.term(ground)
        match name, index:
            case "is" | "compare numbers", _:
                return self.expression(3)
            case ("sum_list" | "sumlist", 1):
                return self.variable() if self._chance.random() < 0.7 else self.small()
            case "sum_list" | "sumlist" | "max_list" | "min_list", _:
                return list_of([self.expression(1) for _ in range(self._chance.randint(0, 6))])
            case ("$list_index", _):
                return self._one("small", "integer")
            case ("between", 1):
                return self._chance.choice((3, 5, "inf", "infinite"))
            case ("numlist" | "between", _):
                return self.small() if ground or self._chance.random() < 0.7 else self.variable()
            case ("succ" | "plus" | "divmod", _):
                return self._one("small", "integer") if ground else self._one("small", "integer", "variable")
            case ("arg", 0) if label.endswith("fgf"):
                return self.item("pair", True) if self._chance.random() < 0.5 else self.alike(True)
            case ("nth0" | "nth1" | "arg", 0) if not label.endswith("fgf"):
                return self.small() if ground or self._chance.random() < 0.5 else self.variable()
            case ("length", 0) if not label.endswith("fg"):
                return self.list(ground)
            case ("length", _):
                return self.small() if ground or self._chance.random() < 0.7 else self.variable()
            case ("sort", 0) if label.startswith("sort/4"):
                return self._chance.choice((0, 0, 1, 2))
            case ("sort", 1):
                return self._chance.choice(("@<", "@=<", "@>", "@>="))
            case ("sort", 2):
                return self.pairs(ground)
            case ("keysort", _):
                return self.pairs(ground)
            case ("compare", 0) if "faa" not in label:
                return self._chance.choice(("<", "=", ">")) if ground else self.variable()
            case ("$bagof" | "$setof", 0):
                return self._chance.choice(("v", (functor("v", 1), (_NUMBERED, 0))))
            case ("$bagof" | "$setof", 1):
                witness = functor("v", 1)
                items = [
                    (_MINUS, (witness, self.small()), self.term(True, 1)) for _ in range(self._chance.randint(0, 9))
                ]
                return list_of(items)
            case ("must_be" | "is_of_type", 0):
                between = functor("between", 2), self.small(), self.small()
                return self._chance.choice((*_TYPES, between))
            case ("append", 0) if label.startswith("append/2"):
                return list_of([self.list(ground, 0, 4) for _ in range(self._chance.randint(0, 4))])
            case ("=..", _) if index == 1 or label.endswith("fg"):
                items = [self.term(ground, 1) for _ in range(self._chance.randint(0, 3))]
                return list_of([self._one("atom", "atom", "leaf"), *items])
            case ("functor" | "compound_name_arity", _) if index or label.endswith("fgg"):
                is_name = index == (0 if label.endswith("fgg") else 1)
                return self.atom() if is_name else self.small()
            case ("functor" | "compound_name_arity" | "compound_name_arguments" | "=..", 0) if not ground:
                return self.variable() if self._chance.random() < 0.5 else self.term(False)
            case ("compound_name_arguments", 1):
                return self.atom()
            case ("sort" | "msort" | "list_to_set" | "list_to_ord_set" | "is_set" | "subtract" | "last" | "reverse", _):
                return self.alike(ground)
            case ("append" | "memberchk" | "nth0" | "nth1" | "selectchk" | "compound_name_arguments", _) if index:
                return self.alike(ground)
            case ("atomic_list_concat", 0):
                return list_of([self._one("atom", "small", "text") for _ in range(self._chance.randint(0, 5))])
            case ("sub_atom" | "sub_string", _):
                return self._of_parts(index, label[-5:])
            case ("string_code", 0):
                return self._chance.choice((0, 1, 1, 2))
            case ("string_code", 1):
                return self._one("atom", "text")
            case ("string_code", 2):
                return self._chance.choice((97, 98, 0xE8, 12))
            case ("atom_codes" | "atom_chars" | "string_codes" | "string_chars", _) if label.endswith("fg"):
                text = self._chance.choice(_ATOMS)
                return list_of([ord(c) for c in text] if self._chance.random() < 0.5 else list(text))
            case ("char_code", 0) if label.endswith("gf"):
                return self.atom()
            case ("atom_codes" | "atom_chars", 1):
                text = self._chance.choice(_ATOMS)
                items = list(text) if name == "atom_chars" or self._chance.random() < 0.2 else [ord(c) for c in text]
                return list_of(items) if self._chance.random() < 0.6 else self.variable()
            case ("char_code", _) if index or label.endswith("fg"):
                return self._chance.choice((97, 65, 0x20AC, 0xE8, 0, 0x10FFFF, 97))
            case ("char_code", 0):
                return self.variable() if self._chance.random() < 0.5 else self.atom()
            case ("atom_length" | "string_length" | "atom_number", 1):
                return self.small() if self._chance.random() < 0.5 else self.variable()
            case ("atom_concat" | "string_concat", 2) if ground:
                return self._chance.choice(("ab", "aab", "12", ""))
            case (
                "atom_length"
                | "string_length"
                | "atom_number"
                | "atom_codes"
                | "atom_chars"
                | "string_codes"
                | "string_chars"
                | "atom_concat"
                | "string_concat"
                | "atom_string"
                | "atomic_list_concat",
                _,
            ):
                is_open = not ground and self._chance.random() < 0.3
                return self.variable() if is_open else self._one("atom", "atom", "small", "text", "text")
            case ("memberchk" | "selectchk", 0):
                return self._one("small", "atom")
            case _:
                return self.term(ground)
