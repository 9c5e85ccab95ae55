"""What is found while moves are counted, and need not be found again where one of them is made.

Between the two nothing else is asked, and both go the same way up to the first choice. So what takes long before
it (calls with recursion in them, collections) leaves its outcome in the context (`found` in `terms.h`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from pyengine.compiler.c.module import Module
from pyengine.compiler.procedures import ir
from pyengine.compiler.procedures.callees import Key

_ROOM: Final = 8
"""How many words there are for it."""

_TESTS: Final = (ir.Comment, ir.Assign, ir.Check, ir.Fail)
"""What a condition is made of."""


def remembered(module: Module, skipping: Collection[Key], entry: Key, calls: dict[Key, list[Key]]) -> dict[int, int]:
    """Give the place of the outcome of each statement of some procedures that is remembered, by its identity."""
    recursive = {key for key in calls if key in reached(calls[key], calls)}
    slow = {key for key in calls if not recursive.isdisjoint(reached([key], calls))}
    places: dict[int, int] = {}
    room = 0
    seen: set[Key] = set()
    todo = [entry]
    while todo:
        key = todo.pop()
        if key in seen or key not in skipping or key in recursive:
            continue
        seen.add(key)
        procedure = module.procedure(key)
        for statement in _before_choices(procedure.body):
            match statement:
                case ir.Loop(callee=Key() as callee, body=[ir.Succeed()]):
                    todo.append(callee)
                case ir.Invoke(callee=callee, outs=outs, can_fail=False) if module.resolve(callee) in slow:
                    names = [name for name in outs if name is not None]
                case ir.Collect(result=result, can_fail=False):
                    names = [result]
                case _:
                    continue
            if isinstance(statement, ir.Loop) or not all(
                name in procedure.types and module.form(procedure, name) != "l" for name in names
            ):
                continue
            if room + len(names) <= _ROOM:
                places[id(statement)] = room
                room += len(names)
    return places


def _before_choices(statements: list[ir.Statement]) -> Iterator[ir.Statement]:
    """Go through what is done at most once, and is not taken back: all before the first choice."""
    for statement in statements:
        yield statement
        match statement:
            case ir.Branch() | ir.Switch():
                for body in ir.bodies(statement):
                    yield from _before_choices(body)
            case ir.Comment() | ir.Assign() | ir.Check() | ir.Invoke() | ir.Collect():
                continue
            case ir.Block(body=body) if all(isinstance(inner, _TESTS) for inner in body):
                continue
        return


def reached(entries: Iterable[Key], calls: dict[Key, list[Key]]) -> set[Key]:
    """Give what is called from some procedures on, and themselves."""
    found, todo = set(entries), list(entries)
    while todo:
        for callee in calls[todo.pop()]:
            if callee not in found:
                found.add(callee)
                todo.append(callee)
    return found
