"""Built-in predicates that are compiled in place: unification, comparison, arithmetic, type tests."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

from pyengine.compiler.analysis.unification import Assigned, Context, KnownPattern, Unification
from pyengine.compiler.builtins.registry import versions
from pyengine.compiler.normal_form.goals import Pattern, Variable
from pyengine.compiler.normal_form.lifting import TYPE_TESTS
from pyengine.compiler.procedures import domain, ir
from pyengine.compiler.procedures.domain import INTEGER, LARGE, NUMBER, Type
from pyengine.compiler.runtime.arithmetic import evaluate
from pyengine.compiler.runtime.errors import PrologError
from pyengine.compiler.runtime.terms import list_of

if TYPE_CHECKING:
    from pyengine.compiler.analysis.fixpoint import Analysis

COMPARISONS: Final = frozenset({"<", ">", "=<", ">=", "=:=", "=\\="})
_BINARY: Final = frozenset({"+", "-", "*", "min", "max", "/\\", "\\/", "xor"})
_UNARY: Final = frozenset({"-", "+", "abs", "sign", "\\"})
_LARGEST_EXPONENT: Final = 1000
_LARGEST: Final = 2**4096
_SHORT: Final = 16
"""How many items a list may have that are looked at one by one."""
_ROUNDING: Final = frozenset((name, 1) for name in ("truncate", "integer", "round", "ceiling", "floor"))
"""What gives an integer, but for floats that are not finite: they stay."""
_INTEGRAL: Final = frozenset(
    {(name, 2) for name in ("//", "mod", "rem", "div", "<<", ">>", "gcd", "getbit")}
    | {(name, 1) for name in ("msb", "lsb", "popcount")}
    | _ROUNDING
)
"""What gives an integer for integers, or raises an error."""
_LARGE_SHIFT: Final = 50
"""What is shifted so far is large."""
_CUTTING: Final = frozenset({"msb", "lsb", "popcount", "sign", "getbit"})
"""What gives a small integer, however large its operand is."""


class Inline:
    """Compiles goals in place; each method gives False where the goal cannot succeed."""

    def __init__(self, unification: Unification, analysis: Analysis) -> None:
        self._unification = unification
        self._analysis = analysis

    def goal(self, ctx: Context, name: str, args: tuple[Pattern, ...]) -> bool | None:
        """Compile a goal; None where it is not one of these."""
        unification = self._unification
        if len(args) == 2:
            if name == "=":
                return unification.unify(ctx, *args)
            if name in ("==", "\\=="):
                return self._identity(ctx, name, args)
            if name == "is":
                return self._is(ctx, *args)
            if name in COMPARISONS:
                return self._check(ctx, self._comparison(ctx, name, *args))
            if name == "copy_term" and unification.is_clean(ctx, args[0]):
                return unification.unify(ctx, args[1], args[0])
            if name == "\\=" and unification.is_clean(ctx, args[0]) and unification.is_clean(ctx, args[1]):
                return self._check(ctx, ir.Negated(unification.same(ctx, *args)))
            if name == "memberchk" and self._analysis.techniques.goes_down:
                return self._is_among(ctx, *args)
        if name == "arg" and len(args) == 3:
            return self._argument(ctx, *args)
        if len(args) == 1 and name in TYPE_TESTS:
            return self._type_test(ctx, name, args[0])
        if not args and name in ("true", "fail"):
            return True if name == "true" else unification.fail(ctx)
        return None

    def _check(self, ctx: Context, condition: ir.Condition) -> bool:
        ctx.out.append(ir.Check(condition, ctx.is_final))
        return True

    def _identity(self, ctx: Context, name: str, args: tuple[Pattern, ...]) -> bool:
        unification = self._unification
        left, right = unification.walk(ctx, args[0]), unification.walk(ctx, args[1])
        condition: ir.Condition
        if left.__class__ is Variable and left == right:
            return True if name == "==" else unification.fail(ctx)
        if unification.is_clean(ctx, left) and unification.is_clean(ctx, right):
            a, b = unification.value(ctx, left), unification.value(ctx, right)
            if isinstance(a, ir.Const) and isinstance(b, ir.Const):
                is_same = a.value.__class__ is b.value.__class__ and a.value == b.value
                return True if is_same == (name == "==") else unification.fail(ctx)
            condition = unification.same(ctx, left, right)
            self._check(ctx, condition if name == "==" else ir.Negated(condition))
            for one, other in ((left, right), (right, left)):
                if name == "==" and one.__class__ is Variable and other.__class__ is str:
                    ctx.env[one] = KnownPattern(other)
            return True
        version = versions(name, 2)[-1]
        return self._check(ctx, ir.Holds(version, (unification.value(ctx, left), unification.value(ctx, right))))

    def _is_among(self, ctx: Context, item: Pattern, whole: Pattern) -> bool | None:
        """`memberchk/2` of a known item in a short list of a known length."""
        unification = self._unification
        if not unification.is_clean(ctx, item) or not unification.is_clean(ctx, whole):
            return None
        length = domain.length_of(unification.type_of(ctx, whole))
        if length is None or not 0 < length <= _SHORT:
            return None
        if unification.walk(ctx, item).__class__ is not str:
            return None
        items = [self._analysis.rules.fresh() for _ in range(length)]
        unification.unify(ctx, list_of(items), whole)
        return self._check(ctx, ir.Negated(ir.All(tuple(ir.Negated(unification.same(ctx, i, item)) for i in items))))

    def _argument(self, ctx: Context, index: Pattern, term: Pattern, result: Pattern) -> bool | None:
        """`arg/3` with a number and a term that are known."""
        unification = self._unification
        index, term = unification.walk(ctx, index), unification.walk(ctx, term)
        if not unification.is_integer(ctx, index):
            return None
        if term.__class__ is tuple and index.__class__ is int and 0 < index < len(term):
            return unification.unify(ctx, result, term[index])
        if not unification.is_clean(ctx, term) or term.__class__ is not Variable:
            return None
        walked = unification.walk(ctx, result)
        name = unification.names.local(walked.name if unification.is_unseen(ctx, walked) else "part")
        type_ = domain.argument_type(unification.type_of(ctx, term), index if index.__class__ is int else None)
        ctx.out.append(ir.Argument(name, unification.value(ctx, index), unification.value(ctx, term), ctx.is_final))
        return unification.unify_state(ctx, unification.names.assigned(name, True, type_), result)

    def _type_test(self, ctx: Context, name: str, pattern: Pattern) -> bool:
        unification = self._unification
        walked = unification.walk(ctx, pattern)
        if unification.is_unseen(ctx, walked):
            return True if name == "var" else unification.fail(ctx)
        verdict = self._verdict(ctx, name, walked)
        if verdict is not None:
            return True if verdict else unification.fail(ctx)
        expr = unification.value(ctx, walked)
        if unification.is_clean(ctx, walked):
            if name == "integer" and walked.__class__ is Variable:
                ctx.out.append(ir.Check(ir.HasType(name, expr), ctx.is_final))
                state = ctx.env[walked]
                assert isinstance(state, Assigned)
                ctx.env[walked] = Assigned(state.expr, True, LARGE if state.type.large else INTEGER)
                return True
            return self._check(ctx, ir.HasType(name, expr))
        return self._check(ctx, ir.Holds(versions(name, 1)[-1], (expr,)))

    def _verdict(self, ctx: Context, name: str, walked: Pattern) -> bool | None:
        """Decide a type test where that is possible."""
        unification = self._unification
        if walked.__class__ is tuple:
            if name in ("compound", "callable", "nonvar"):
                return True
            if name in ("var", "atomic", "integer", "float", "number", "rational", "atom", "string"):
                return False
        elif walked.__class__ is not Variable:
            return bool(versions(name, 1)[-1].function(walked))
        if not unification.is_clean(ctx, walked):
            return None
        if name in ("nonvar", "ground", "var"):
            return name != "var"
        type_ = unification.type_of(ctx, walked)
        if name in ("integer", "number", "rational", "atomic") and domain.is_integer(type_):
            return True
        if name == "integer" and not type_.integers:
            return False
        if name == "is_list" and type_ == domain.Type(items=type_.items, length=type_.length):
            return type_.items is not None
        return None

    # Arithmetic

    def _is(self, ctx: Context, result: Pattern, term: Pattern) -> bool:
        unification = self._unification
        integers: list[ir.Expr] = []
        fast = self._integer(ctx, term, integers)
        walked = unification.walk(ctx, result)
        name = unification.names.local(walked.name if unification.is_unseen(ctx, walked) else "value")
        if fast is not None and not integers:
            if isinstance(fast, ir.Const):
                return unification.unify(ctx, result, fast.value)
            ctx.out.append(ir.Assign(name, fast))
            return unification.unify_state(ctx, unification.names.assigned(name, True, self._sized(ctx, term)), result)
        general = ir.Assign(name, ir.Evaluate(unification.value(ctx, term)))
        if fast is None:
            ctx.out.append(general)
        else:
            ctx.out.append(
                ir.Branch(ir.AreIntegers(tuple(dict.fromkeys(integers))), [ir.Assign(name, fast)], [general])
            )
        return unification.unify_state(
            ctx, unification.names.assigned(name, True, self._result_type(ctx, term)), result
        )

    def evaluated(self, ctx: Context, term: Pattern) -> Pattern:
        """Compile the evaluation of an expression, and give what stands for its value."""
        value = next(v for i in itertools.count(1) if (v := Variable("Value", -i)) not in ctx.env)
        self._is(ctx, value, term)
        return value

    def _result_type(self, ctx: Context, term: Pattern) -> Type:
        """Give the type of the value of an expression."""
        term = self._unification.walk(ctx, term)
        if term.__class__ is int:
            return domain.of_value(term)
        if term.__class__ is Variable:
            return self._sized(ctx, term) if self._unification.is_integer(ctx, term) else NUMBER
        if term.__class__ is not tuple:
            return NUMBER
        op = term[0].name, term[0].arity
        if op in _ROUNDING and not domain.is_integer(self._result_type(ctx, term[1])):
            return NUMBER
        if op in _INTEGRAL or op in (("/\\", 2), ("\\/", 2), ("xor", 2), ("\\", 1)):
            return self._sized(ctx, term)
        if op[0] in (_BINARY if op[1] == 2 else _UNARY):
            is_integer = all(domain.is_integer(self._result_type(ctx, argument)) for argument in term[1:])
            return self._sized(ctx, term) if is_integer else NUMBER
        return NUMBER

    def _sized(self, ctx: Context, term: Pattern) -> Type:
        """Give the type of an integer that is computed: large where an operand is, unless the operation cuts it."""
        return LARGE if self._is_large(ctx, term) else INTEGER

    def _is_large(self, ctx: Context, term: Pattern) -> bool:
        term = self._unification.walk(ctx, term)
        if term.__class__ is int or term.__class__ is Variable:
            type_ = self._unification.type_of(ctx, term) if self._unification.is_clean(ctx, term) else domain.ANY
            self._analysis.meets_large |= type_.large
            return type_.large or (type_.others and self._analysis.meets_large)
        if term.__class__ is not tuple or term[0].name in _CUTTING:
            return False
        if term[0].name in ("mod", "rem"):
            return self._is_large(ctx, term[-1])
        parts = [self._is_large(ctx, argument) for argument in term[1:]]
        if term[0].name == "/\\" and any(p.__class__ is int and not domain.is_large(p) and p >= 0 for p in term[1:]):
            return False
        if term[0].name == "<<":
            by = self._unification.walk(ctx, term[2])
            return parts[0] or (by > _LARGE_SHIFT if by.__class__ is int else self._analysis.meets_large)
        return parts[0] if term[0].name == ">>" else any(parts)

    def _comparison(self, ctx: Context, name: str, left: Pattern, right: Pattern) -> ir.Condition:
        integers: list[ir.Expr] = []
        a, b = self._integer(ctx, left, integers), self._integer(ctx, right, integers)
        fast = None if a is None or b is None else ir.IntCompare(name, a, b)
        if fast is not None and not integers:
            return fast
        values = self._unification.value(ctx, left), self._unification.value(ctx, right)
        return ir.Compare(name, *values, tuple(dict.fromkeys(integers)), fast)

    def _integer(self, ctx: Context, term: Pattern, integers: list[ir.Expr]) -> ir.Expr | None:
        """Give an expression for arithmetic on integers, which holds if `integers` are; None where there is none."""
        unification = self._unification
        term = unification.walk(ctx, term)
        if term.__class__ is int:
            return ir.Const(term)
        if term.__class__ is Variable:
            state = ctx.env.get(term)
            if not isinstance(state, Assigned) or (state.is_clean and not state.type.integers):
                return None
            if not (state.is_clean and domain.is_integer(state.type)):
                integers.append(state.expr)
            return state.expr
        if term.__class__ is not tuple:
            return None
        op, args = term[0].name, term[1:]
        parts = [self._integer(ctx, argument, integers) for argument in args]
        if any(part is None for part in parts):
            return None
        exprs = tuple(part for part in parts if part is not None)
        if all(isinstance(part, ir.Const) for part in exprs):
            folded = _folded((term[0], *[part.value for part in exprs if isinstance(part, ir.Const)]))
            if folded is not None:
                return ir.Const(folded)
        is_plain = (op in _UNARY and len(args) == 1) or (op in _BINARY and len(args) == 2)
        return ir.IntOp(op, exprs) if is_plain or (op, len(args)) in _INTEGRAL else None


def _folded(term: Pattern) -> int | None:
    """Evaluate an expression of constants, where that gives an integer of a reasonable size."""
    if term[0].name in ("**", "^", "<<") and abs(term[2]) > _LARGEST_EXPONENT:
        return None
    try:
        value = evaluate(term)
    except PrologError:
        return None
    return value if value.__class__ is int and abs(value) < _LARGEST else None
