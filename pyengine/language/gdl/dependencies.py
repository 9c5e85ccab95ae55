"""Which relations of a game ask for which: groups that call each other, and what is reached from where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pyengine.language.gdl.rules import GdlRule


@dataclass(frozen=True, slots=True)
class Dependencies:
    """What each relation asks for, and the group of each: those that ask for each other, by a number of the group."""

    asks: Mapping[str, frozenset[str]]
    groups: Mapping[str, int]
    recursive: frozenset[str]

    @classmethod
    def of(cls, definitions: Mapping[str, Iterable[GdlRule]]) -> Dependencies:
        """Work them out; `distinct` is no relation."""
        asks = {
            name: frozenset(
                literal.name for rule in rules for literal, _ in rule.literals() if literal.name != "distinct"
            )
            for name, rules in definitions.items()
        }
        groups = _components(asks)
        sizes: dict[int, int] = {}
        for group in groups.values():
            sizes[group] = sizes.get(group, 0) + 1
        recursive = {name for name, asked in asks.items() if sizes[groups[name]] > 1 or name in asked}
        return cls(asks, groups, frozenset(recursive))

    def asking(self, wanted: str) -> frozenset[str]:
        """Name the relations that ask for another one, directly or by way of others, and that one itself."""
        callers: dict[str, list[str]] = {}
        for name, asked in self.asks.items():
            for other in asked:
                callers.setdefault(other, []).append(name)
        return _reached([wanted], callers)

    def reached(self, names: Iterable[str]) -> frozenset[str]:
        """Name the relations that some ask for, directly or by way of others, and these themselves."""
        return _reached(names, self.asks)


def _reached(names: Iterable[str], edges: Mapping[str, Iterable[str]]) -> frozenset[str]:
    found = set(names)
    waiting = list(found)
    while waiting:
        for other in edges.get(waiting.pop(), ()):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return frozenset(found)


def _components(edges: Mapping[str, Iterable[str]]) -> dict[str, int]:
    """Number the strongly connected components (Tarjan's algorithm, with a stack of its own)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    groups: dict[str, int] = {}
    for root in edges:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        stack.append(root)
        work = [(root, iter(edges[root]))]
        while work:
            name, others = work[-1]
            for other in others:
                if other not in order:
                    order[other] = low[other] = len(order)
                    stack.append(other)
                    work.append((other, iter(edges.get(other, ()))))
                    break
                if other not in groups:
                    low[name] = min(low[name], order[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == order[name]:
                    while True:
                        member = stack.pop()
                        groups[member] = order[name]
                        if member == name:
                            break
    return groups
