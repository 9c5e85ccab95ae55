"""How large the values that rules make may become: the same in all three reasoners.

Inside one step of Prolog, Python or C nothing can be stopped, so the size of a result is looked at before it is made.
What would be larger is an error of resources, which ends in `RuleLimitError`.
"""

from __future__ import annotations

from typing import Final

MOST_BITS: Final = 2**22
"""Of an integer, or of either part of a rational number."""

LONGEST_WORK: Final = 2**41
"""The product of the sizes in bits of what takes part in an operation whose time grows with it: a second or two."""

MOST_ARITY: Final = 10_000_000
"""Arguments of a compound term."""

MOST_ITEMS: Final = 50_000_000
"""Items of a list that one call makes."""

MOST_REPEATED: Final = 1_000_000
"""Parts of a position in which some stand more than once, each counted as often as it stands there."""

MOST_CHARACTERS: Final = 10_000_000
"""Characters that one directive of `format/2`, or one `tab/1`, may fill."""

MOST_DIGITS: Final = 200_000
"""Digits of a number that SWI-Prolog reads from a text, in quadratic time."""

DEEPEST_WRITTEN: Final = 5_000
"""How deep a term may be nested that SWI-Prolog writes, which takes the process's stack for it.

Also how many brackets a text may have that it reads as a term at run time.
"""

MOST_RULE_BYTES: Final = 2**23
"""Of a rule file with all that it includes, or of the rules in a store: 8 MiB, far more than any game takes."""

MOST_REPORTED: Final = 100
"""Findings of one kind that are listed for a rule file; of the others the number is told."""

MOST_NUMERAL: Final = 20_000
"""Digits of a number in the text of rules, which SWI-Prolog reads in quadratic time and nothing can stop."""

MOST_NESTING: Final = 1_000
"""Brackets inside each other in the text of rules: SWI-Prolog takes half a kilobyte of stack to read each."""

DEEPEST_CLAUSE: Final = 5_000
"""Levels of a term in the text of rules, as `1+1+1` has two; goals one after the other, and items of a list, have one.

SWI-Prolog compiles each with the process's stack, and takes time that grows with the square for alternatives.
"""

MOST_GOALS: Final = 100_000
"""Goals one after the other in the text of rules."""
