"""A move chosen in one go: the moves are counted, and what makes each of them is noted until one is chosen.

The function counts the solutions of `move/3` as its `_count` does. For each that it counts it notes which piece of code
makes it, and the variables of a round that this code needs. Then it draws a number, and goes on there: nothing is
looked for again. Solutions that are the bits of an integer are noted all at once, and those that are made by the same
code are told apart by their variables alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pyengine.compiler.c.locals import Locals

ROOM: Final = 64
"""How many notes there are at most where loops make them; where there are more, moves are counted and made apart."""
_WORDS: Final = 3
"""How many variables a note has."""


COUNTED: Final = "countedNo0"
"""The label of what follows when all solutions are counted."""


class NotChosenError(Exception):
    """Moves of these rules are not chosen in one go."""


@dataclass
class _Maker:
    """Code that makes a solution: with the names of its own variables replaced, and as it is."""

    normal: tuple[str, ...]
    lines: list[str]


@dataclass
class Choice:
    """What is written of the notes."""

    is_grouped: bool = True
    """Whether notes are written so that one may stand for several solutions, or none."""
    has_groups: bool = False
    """Whether any does."""
    has_loops: bool = False
    notes: int = 0
    """How many places there are that write one."""
    makers: list[_Maker] = field(default_factory=list)
    makes: bool = False
    """Whether what is written now makes a solution."""
    _rounds: list[frozenset[str]] = field(default_factory=list)
    """The variables that were there before each loop around what is written now."""
    _alternatives: list[frozenset[str]] = field(default_factory=list)
    """The same of alternatives."""

    @contextmanager
    def loop(self, variables: Locals, item: str) -> Iterator[None]:
        """Write a loop: what is assigned in it is kept with each note, as is its item."""
        self.has_loops = True
        self._rounds.append(variables.names() - {item})
        yield
        self._rounds.pop()

    @contextmanager
    def alternative(self, variables: Locals) -> Iterator[None]:
        """Write an alternative."""
        self._alternatives.append(variables.names())
        yield
        self._alternatives.pop()

    def kept(self, needed: frozenset[str], before: frozenset[str]) -> list[str]:
        """Give the variables that a note must have: what is needed and was assigned in this round, or alternative."""
        in_round = needed & before - self._rounds[0] if self._rounds else frozenset()
        if self._alternatives:
            found = in_round | (needed & before - self._alternatives[-1])
            if len(found) <= _WORDS:
                return sorted(found)
        if len(in_round) > _WORDS:
            raise NotChosenError
        return sorted(in_round)

    def maker(self, lines: list[str], kept: list[tuple[str, str]], own: frozenset[str]) -> int:
        """Give the number of the code that makes a solution: the same for code that differs in its variables' names."""
        loaded = [f"        {text} = ({type_})note_->words[{index}];" for index, (text, type_) in enumerate(kept)]
        whole = [*loaded, *lines]
        names: dict[str, str] = {}
        variables = own | {text for text, _ in kept}

        def normal(match: re.Match[str]) -> str:
            return names.setdefault(match[0], f"v{len(names)}") if match[0] in variables else match[0]

        text = tuple(re.sub(r"(?<![\w>.])\w+", normal, line) for line in whole if "/*" not in line)
        for number, maker in enumerate(self.makers):
            if maker.normal == text:
                return number
        self.makers.append(_Maker(text, whole))
        return len(self.makers) - 1

    def note(self, maker: int, kept: list[tuple[str, str]], bits: str | None, test: str | None = None) -> list[str]:
        """Write a note: of one solution, or of as many as there are bits.

        One that a `test` decides on is written without a branch, and the next one takes its place where the test fails.
        """
        self.notes += 1
        self.has_groups = self.has_groups or bits is not None
        lines = [f"if (noted_ == {ROOM})", "    return c->counted = MANY, true;"] * self.has_loops
        if test is not None:
            assert not self.is_grouped
            lines += ["note_ = &notes_[counted_];", f"counted_ += {test};"]
        elif not self.is_grouped:
            lines += ["note_ = &notes_[counted_++];"]
        elif bits is None:
            lines += ["note_ = &notes_[noted_++];", "note_->end = ++counted_;"]
        else:
            lines += ["note_ = &notes_[noted_++];", f"note_->bits = {bits};"]
            lines += ["note_->end = counted_ += (uint32_t)count_bits(note_->bits);"]
        lines += [f"note_->maker = {maker};"]
        return lines + [f"note_->words[{index}] = (Word){text};" for index, (text, _) in enumerate(kept)]

    def declarations(self) -> list[str]:
        """Declare the notes, and what counts them."""
        room = ROOM if self.has_loops else max(self.notes, 1)
        return [f"    struct Note notes_[{room}], *note_;", "    uint32_t counted_ = 0, noted_ = 0, index_;"]

    def chosen(self) -> list[str]:
        """Write how one of the solutions is chosen, and made."""
        lines = [f"{COUNTED}:;", "    (void)noted_;", "    c->counted = counted_;"]
        lines += ["    if (counted_ == 0)", "        return true;", "    index_ = number_below(chance, counted_);"]
        if self.is_grouped:
            lines += ["    note_ = notes_;", "    while (index_ >= note_->end)", "        note_++;"]
            lines += ["    if (note_ > notes_)", "        index_ -= note_[-1].end;"]
        else:
            lines += ["    note_ = &notes_[index_];"]
        lines += ["    switch (note_->maker) {"]
        for number, maker in enumerate(self.makers):
            is_last = number == len(self.makers) - 1
            lines += [f"    {'default' if is_last else f'case {number}'}: {{", *maker.lines, "    }"]
        return [*lines, "    }"]
