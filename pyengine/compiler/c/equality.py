"""Equality of clean values in C: part by part where the types of both say what there is to compare.

Most terms that are compared are small and of one functor (`X-Y`, `cell(X, Y, Mark)`): to compare their words in place
takes a few instructions, and no call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from pyengine.compiler.procedures import domain
from pyengine.compiler.procedures.domain import Type
from pyengine.compiler.runtime.terms import CONS, Functor
from pyengine.compiler.techniques import techniques

_DEEPEST: Final = 2
"""How many terms in one another are compared in place."""
_WIDEST: Final = 6
"""How many arguments are."""


class Equality(NamedTuple):
    """Writes tests of equality: how the header of a functor is named, and in which places integers are small."""

    header: Callable[[Functor], str]
    is_small: Callable[[Functor, int], bool]

    def same(self, left: str, right: str, types: tuple[Type, Type]) -> str:
        """Write the test whether two words of some types are equal terms."""
        if any(map(_is_plain, types)):
            return f"{left} == {right}"
        if not techniques().compares_in_place:
            return f"same_ground({left}, {right})"
        return self._same(left, right, types, 0)

    def words(self, name: str, types: tuple[Type, Type], places: tuple[int, ...] | None = None) -> list[str] | None:
        """Write words of a term that tell it from others of some types; None where it has parts of any kind.

        Where there are places, only these arguments count.
        """
        functor = domain.only(types[0])
        if functor is None or functor is CONS or functor is not domain.only(types[1]) or functor.arity > _WIDEST:
            return None
        found: list[str] = []
        fields = [domain.field_types(type_, functor) for type_ in types]
        for index, (left, right) in enumerate(zip(*fields, strict=True), 1):
            if places is not None and index not in places:
                continue
            part = f"ARG({name}, {index})"
            if any(self._is_plain_part(type_, functor, index) for type_ in (left, right)):
                found.append(part)
            elif _is_atomic(left) or _is_atomic(right):
                found.append(f"UNBOXED({part})")
            else:
                inner = self.words(part, (left, right)) if name.count("ARG") < _DEEPEST else None
                if inner is None:
                    return None
                found += inner
        return found

    def _same(self, left: str, right: str, types: tuple[Type, Type], depth: int) -> str:
        if any(map(self._is_row, types)):
            return f"same_row({left}, {right})"
        functor = next((found for found in map(_functor, types) if found is not None), None)
        if functor is None or depth > _DEEPEST:
            return f"same_ground({left}, {right})"
        names = f"a{depth}_", f"b{depth}_"
        tests = [
            f"IS_FUNCTOR({name}, {self.header(functor)})"
            for name, type_ in zip(names, types, strict=True)
            if not domain.must_be_functor(type_, functor)
        ]
        tests += self._parts(names, types, functor, depth)
        known = f"Word {names[0]} = {left}, {names[1]} = {right};"
        return f"({{ {known} {names[0]} == {names[1]} || ({' && '.join(tests)}); }})"

    def _parts(self, names: tuple[str, str], types: tuple[Type, Type], functor: Functor, depth: int) -> list[str]:
        """Write the tests of the arguments, those of one instruction first."""
        fields = [domain.field_types(type_, functor) for type_ in types]
        plain, others = [], []
        for index, pair in enumerate(zip(*fields, strict=True), 1):
            if any(self._is_plain_part(type_, functor, index) for type_ in pair):
                plain.append(self.part(names, pair, functor, index, depth))
            else:
                others.append(self.part(names, pair, functor, index, depth))
        return [*plain, *others]

    def part(
        self, names: tuple[str, str], pair: tuple[Type, Type], functor: Functor, index: int, depth: int = 0
    ) -> str:
        """Write the test of one argument of two terms."""
        left, right = (f"ARG({name}, {index})" for name in names)
        if any(self._is_plain_part(type_, functor, index) for type_ in pair):
            return f"{left} == {right}"
        if any(map(_is_atomic, pair)):
            return f"SAME_ATOMIC({left}, {right})"
        return self._same(left, right, pair, depth + 1)

    def _is_plain_part(self, type_: Type, functor: Functor, index: int) -> bool:
        """Tell the same of a part of a term, where an integer may be larger than its type says."""
        return _is_plain(type_) and (not type_.integers or self.is_small(functor, index))

    def _is_row(self, type_: Type) -> bool:
        """Tell whether all values of a type are atoms and lists of plain words."""
        if type_.integers or type_.others or type_.structs is None:
            return False
        if any(functor is not CONS or not domain.is_list(args[1]) for functor, args in type_.structs):
            return False
        has_lists = type_.items is not None or bool(type_.structs)
        return has_lists and self._is_plain_part(domain.items_type(type_), CONS, 1)


def _is_plain(type_: Type) -> bool:
    """Tell whether values of a type are words that are equal only if they are the same."""
    return not type_.others and not type_.large and type_.structs == () and type_.items in (None, domain.NOTHING)


def _is_atomic(type_: Type) -> bool:
    """Tell whether values of a type are atomic: those that are no words are in boxes."""
    return type_.structs == () and type_.items in (None, domain.NOTHING)


def _functor(type_: Type) -> Functor | None:
    """Give the only functor that values of a type have, unless they have many arguments."""
    if type_.structs is None or len(type_.structs) != 1:
        return None
    functor = type_.structs[0][0]
    is_only = functor is not CONS and domain.must_be_functor(type_, functor)
    return functor if is_only and 0 < functor.arity <= _WIDEST else None
