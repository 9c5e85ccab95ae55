"""The predicates that goals call: clauses of the rules or of our library, or built-ins in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pyengine.compiler.builtins.registry import Version, versions
from pyengine.compiler.normal_form.sources import Sources
from pyengine.compiler.procedures.callees import Key
from pyengine.compiler.python.compiled_rules import Compiled, compile_rules
from pyengine.compiler.runtime import arithmetic
from pyengine.compiler.runtime.control import undeclared
from pyengine.compiler.runtime.errors import error, unknown_procedure
from pyengine.compiler.runtime.terms import FAIL, Value, Var, functor
from pyengine.compiler.runtime.unify import Trail, deref, is_ground, resolve, unify
from pyengine.compiler.unsupported import UnsupportedError
from pyengine.language.vocabulary import PREDICATES, Indicator
from pyengine.reasoners.replay.located_goals import CallGoal, LocatedClause
from pyengine.reasoners.replay.translation import library_clause, own_clause

Answers = Iterable[bool]
"""What a built-in gives: one item for each solution it has tried, whose bindings are made when it is taken."""
ONCE: Final = (True,)
NEVER: Final = ()


@dataclass(frozen=True, slots=True, eq=False)
class Definition:
    """A predicate by its clauses."""

    name: str
    arity: int
    clauses: tuple[LocatedClause, ...]
    is_own: bool

    def __str__(self) -> str:
        rule = self.clauses[0].rule if self.clauses else None
        return str(rule) if rule is not None else f"{self.name}/{self.arity}"


BuiltIn = Callable[[tuple[Value, ...], Trail], Answers]
"""A predicate in Python: it takes the arguments and the trail."""
Callee = Definition | BuiltIn


class Predicates:
    """Finds what goals call; a predicate is prepared when it is first called.

    `has_tables` says that tabled predicates are answered from their tables, which hide where an error in them is.
    """

    def __init__(self, sources: Sources, parameters: Mapping[str, Value] | None, trust: bool, has_tables: bool) -> None:
        self._sources = sources
        self.defines = sources.defines
        self._parameters = parameters
        self._trust = trust
        self._has_tables = has_tables
        self._known: dict[Indicator, Callee | None] = {}
        self._libraries: dict[Indicator, Definition | None] = {}
        self._compiled: dict[Key, Compiled] = {}

    def resolve(self, call: CallGoal) -> Callee:
        """Find what a goal calls; raises what the call would."""
        found = call.name, len(call.args)
        callee = self._known.get(found)
        if callee is None:
            callee = self._known[found] = self._find(found, call.in_library)
        if isinstance(callee, Definition) and not callee.is_own and call.part is not None:
            known = PREDICATES.get(found)
            parts = call.part.parts() if call.part.is_call(*found) else ()
            letters = known.meta if known is not None and known.meta else ""
            closures = enumerate(zip(letters, parts, strict=False))
            call.closures = tuple((i, part) for i, (letter, part) in closures if letter.isdigit() or letter in "^/")
        call.callee = callee
        return callee

    def _find(self, found: Indicator, in_library: bool) -> Callee:
        name, arity = found
        if self._parameters is not None and found == ("param", 2):
            return self._parameter
        if self.defines(found):
            return self._own(found)
        if found in _WRITTEN_OUT:
            return _WRITTEN_OUT[found]
        offered = PREDICATES.get(found)
        if not in_library and (
            offered is None or not (self._sources.offers(found) or offered.library == "system")
        ):  # our library has more than SWI-Prolog offers to the rules
            raise unknown_procedure(*found)
        known = versions(name, arity)
        if known:
            return lambda args, trail: self._ask_version(found, known, args, trail)
        library = self._library(found)
        if library is not None:
            return library
        if offered is None:
            raise unknown_procedure(*found)
        if offered.safe or self._trust:
            raise UnsupportedError(f"{name}/{arity}")
        raise error((functor("permission_error", 3), "call", "unsafe", (functor("/", 2), *found)))

    def _own(self, found: Indicator) -> Callee:
        if self._has_tables and self._sources.is_tabled(found):
            return lambda args, trail: self._tabled(found, args, trail)
        rules = self._sources.outline.definitions.get(found, ())
        made = () if rules else self._sources.clauses(found)  # move/3, where it is made of legal/2 and result/3
        if made:
            return Definition(*found, tuple(library_clause(clause, self.defines) for clause in made), False)
        clauses = tuple(own_clause(rule, self.defines) for rule in rules)
        return Definition(*found, clauses, True)

    def _library(self, found: Indicator) -> Definition | None:
        if found not in self._libraries:
            clauses = self._sources.clauses(found)
            made = None if clauses is None else tuple(library_clause(c, self.defines) for c in clauses)
            self._libraries[found] = None if made is None else Definition(*found, made, False)
        return self._libraries[found]

    def _tabled(self, found: Indicator, args: tuple[Value, ...], trail: Trail) -> Iterator[bool]:
        """Have a tabled predicate answered as it is compiled: without its table it need not end."""
        known = [resolve(argument) for argument in args]
        outputs = [argument for argument in known if argument.__class__ is Var]
        inputs = [argument for argument in known if argument.__class__ is not Var]
        key = Key(*found, "".join("f" if argument.__class__ is Var else "g" for argument in known), False)
        if not all(map(is_ground, inputs)):
            raise UnsupportedError("a tabled predicate called with an argument that is partly known")
        if key not in self._compiled:
            self._compiled[key] = compile_rules(self._sources.program, self._parameters, [key])
        for solution in self._compiled[key].solutions(key, *inputs):
            yield all(unify(output, value, trail) for output, value in zip(outputs, solution, strict=True))

    def _parameter(self, args: tuple[Value, ...], trail: Trail) -> Iterator[bool]:
        assert self._parameters is not None
        name = resolve(args[0])
        if name.__class__ is not Var:
            if name not in self._parameters:
                raise undeclared(name, *self._parameters)
            yield unify(args[1], self._parameters[name], trail)
            return
        for known, value in self._parameters.items():
            yield unify(name, known, trail) and unify(args[1], value, trail)

    def _ask_version(
        self, found: Indicator, known: tuple[Version, ...], args: tuple[Value, ...], trail: Trail
    ) -> Answers:
        for version in known:
            inputs = _inputs(version, args)
            if inputs is not None:
                return _answers(version, inputs, args, trail)
        library = self._library(found)
        if library is None:
            raise UnsupportedError(f"{found[0]}/{found[1]} called like this")
        raise NoVersionError(library)


class NoVersionError(Exception):
    """A built-in that has no version in Python for a call; library text has."""

    def __init__(self, definition: Definition) -> None:
        super().__init__(definition)
        self.definition = definition


def _inputs(version: Version, args: tuple[Value, ...]) -> list[Value] | None:
    """Give what a version takes of the arguments of a call, None where it does not fit."""
    inputs = []
    for place, (letter, argument) in enumerate(zip(version.pattern, args, strict=True)):
        if letter == "a":
            inputs.append(argument)
        elif letter == "g":
            if not is_ground(argument):
                return None
            inputs.append(resolve(argument))
        elif place in version.strict and deref(argument).__class__ is not Var:
            return None
    return inputs


def _answers(version: Version, inputs: list[Value], args: tuple[Value, ...], trail: Trail) -> Answers:
    """Call a version, and unify what it gives with the arguments that are its outputs."""
    answer = version.function(*inputs, trail) if version.trail else version.function(*inputs)
    if version.determinism == "test":
        return ONCE if answer else NEVER
    outputs = [argument for letter, argument in zip(version.pattern, args, strict=True) if letter == "f"]
    if version.determinism == "nondet":
        return (_are_unified(outputs, found, trail) for found in answer)
    if answer is FAIL or not _are_unified(outputs, answer, trail):
        return NEVER
    return ONCE


def _are_unified(outputs: list[Value], found: Value, trail: Trail) -> bool:
    if not outputs:
        return True
    if len(outputs) == 1:
        return unify(outputs[0], found, trail)
    return all(unify(output, value, trail) for output, value in zip(outputs, found, strict=True))


def _is(args: tuple[Value, ...], trail: Trail) -> Answers:
    return ONCE if unify(args[0], arithmetic.evaluate(args[1]), trail) else NEVER


def _comparing(compare: Callable[[Value, Value], bool]) -> BuiltIn:
    return lambda args, trail: ONCE if compare(args[0], args[1]) else NEVER


_WRITTEN_OUT: Final[Mapping[Indicator, BuiltIn]] = {
    ("=", 2): lambda args, trail: ONCE if unify(args[0], args[1], trail) else NEVER,
    ("is", 2): _is,
    ("<", 2): _comparing(arithmetic.is_less),
    (">", 2): _comparing(arithmetic.is_greater),
    ("=<", 2): _comparing(arithmetic.is_at_most),
    (">=", 2): _comparing(arithmetic.is_at_least),
    ("=:=", 2): _comparing(arithmetic.is_equal),
    ("=\\=", 2): _comparing(arithmetic.is_unequal),
    ("true", 0): lambda args, trail: ONCE,
    ("fail", 0): lambda args, trail: NEVER,
}
"""What the compiler writes out in place, and the registry does not have."""
