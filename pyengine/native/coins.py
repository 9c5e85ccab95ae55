"""Strings and coins: what is left of Dots and Boxes as a graph, and the same key for all graphs that are isomorphic.

A box with an open side is a coin; the open side ties it to the box beyond, or to the ground. The order of the boxes in
a key depends on the graph alone, as B. D. McKay has it (Practical graph isomorphism, 1981).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

Part = tuple[str, int] | tuple[str, tuple[int, ...]]
"""A chain or a loop of so many boxes, or any other graph as a code for each box."""


class Coin(NamedTuple):
    """A box as a bit, how many strings tie it to the ground, and the boxes that others tie it to."""

    bit: int
    ground: int
    tied: int


def parts_left(coins: Sequence[Coin]) -> tuple[Part, ...]:
    """Give the parts that hang together; the same if and only if the graphs are isomorphic."""
    left, parts = list(coins), []
    while left:
        reached, before = left[0].bit | left[0].tied, 0
        while reached != before:
            before = reached
            for coin in left:
                if coin.bit & reached:
                    reached |= coin.tied
        parts.append(_part([coin for coin in left if coin.bit & reached]))
        left = [coin for coin in left if not coin.bit & reached]
    return tuple(sorted(parts))


def _part(coins: list[Coin]) -> Part:
    if all(coin.ground + coin.tied.bit_count() == 2 for coin in coins):
        return ("chain" if any(coin.ground for coin in coins) else "loop"), len(coins)
    return "graph", _least_code(coins, _cells((coin.ground, coin.bit) for coin in coins))


def _cells(keyed: Iterator[tuple[int, int]]) -> list[int]:
    """Put boxes with one key in one cell, which is a set of boxes, in the order of the keys."""
    return [sum(bit for _, bit in group) for _, group in groupby(sorted(keyed), key=lambda pair: pair[0])]


def _least_code(coins: list[Coin], cells: list[int]) -> tuple[int, ...]:
    """Split cells as far as the graph does; of the first that still has several, try each before the others."""
    while True:
        finer = [part for cell in cells for part in _split(coins, cells, cell)]
        if len(finer) == len(cells):
            break
        cells = finer
    wide = next((place for place, cell in enumerate(cells) if cell.bit_count() > 1), None)
    if wide is None:
        by_bit = {coin.bit: coin for coin in coins}
        return tuple(_code(by_bit[bit], cells) for bit in cells)
    cell = cells[wide]
    ones = [coin.bit for coin in coins if coin.bit & cell]
    return min(_least_code(coins, [*cells[:wide], bit, cell & ~bit, *cells[wide + 1 :]]) for bit in ones)


def _split(coins: list[Coin], cells: list[int], cell: int) -> list[int]:
    if cell.bit_count() == 1:
        return [cell]
    return _cells((_key(coin, cells), coin.bit) for coin in coins if coin.bit & cell)


def _key(coin: Coin, cells: list[int]) -> int:
    key = 0
    for cell in cells:
        key = key << 3 | (coin.tied & cell).bit_count()
    return key


def _code(coin: Coin, order: list[int]) -> int:
    code = coin.ground
    for bit in order:
        code = code << 1 | bool(coin.tied & bit)
    return code
