"""Built-ins on text, with arguments of every kind that is text or nearly so, answer as SWI-Prolog does."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest

from .random_calls import compare

ARGUMENTS = (
    "X", "[1,b]", "[a,98]", "[a,b]", "[97,98]", "[]", "'[]'", "''", '""', '"ab"', "ab", "f(a)", "[a|b]", "[a|Y]",
    "[Y,a]", "[ab]", "[-1]", "[0x110000]", "[1.5]", "12", "-3", "1.5", "1r3", "'12'", '"12"', "['1','2']",
    "[0'1,0'2]", '["a"]', "[[]]", "a+b", "10000000000000000000000", "1.0Inf", "[f(x)]", "[98,b]", "[a,bc]",
)  # fmt: skip
PAIRS = (
    "atom_string", "atom_number", "number_codes", "number_chars", "atom_codes", "atom_chars", "name",
    "string_codes", "string_chars", "char_code", "number_string", "string_to_atom", "text_to_string",
    "string_length", "atom_length", "upcase_atom", "downcase_atom", "string_upper", "string_lower", "term_to_atom",
    "term_string", "atomic_list_concat",
)  # fmt: skip
TRIPLES = (
    "atom_concat", "string_concat", "atomic_list_concat", "string_code", "get_string_code", "atomic_concat",
)  # fmt: skip
EXAMPLES = (
    "atom_string([1,b],S)",
    "atom_string([98,b],[0x110000])",
    "atom_string([[]],[1,b])",
    "string_to_atom([1,b],S)",
    "string_to_atom(S,[1,b])",
    "string_to_atom(12,12)",
    "string_to_atom(f(a),ab)",
    "string_to_atom([a|Y],'12')",
    'atom_codes(12,"12")',
    'atom_codes("","")',
    "atom_chars(12,[0'1,0'2])",
    'atom_chars("ab",[97,98])',
    'string_chars("ab",[a,98])',
    "text_to_string([a,b],[a,98])",
    "text_concat([1,b],c,S)",
    "atomic_concat([-1],Z,W)",
    'get_string_code(10000000000000000000000,"12",C)',
    'get_string_code(1.0e30,"12",C)',
)


def calls() -> list[str]:
    """Every pair of arguments, and some of more arguments, in an order that is always the same."""
    chance = Random(14)

    def some(name: str) -> str:
        return chance.choice(ARGUMENTS).replace("X", name)

    made = [f"{name}({a},{b.replace('X', 'Z')})" for name in PAIRS for a, b in product(ARGUMENTS, ARGUMENTS)]
    for _ in range(300):
        made += [f"{name}({some('X')},{some('Z')},{some('W')})" for name in TRIPLES]
        made.append(f"split_string({some('X')},{some('Z')},{some('W')},{some('V')})")
        for name in ("sub_atom", "sub_string"):
            places = f"{chance.choice('B01a')},{chance.choice('L01a')},{chance.choice('A01')}"
            made.append(f"{name}({some('X')},{places},{some('S')})")
    chance.shuffle(made)
    return made


def check(goals: list[str], folder: Path) -> None:
    tally: Counter[str] = Counter()
    wrong = [
        f"{found.goal}\n    ours {found.found}\n    swi  {found.expected}" for found in compare(goals, tally, folder)
    ]
    assert not wrong, "\n".join(wrong)
    assert tally["forms"] > len(goals)


def test_what_is_nearly_text_is_treated_as_by_swi_prolog(tmp_path: Path) -> None:
    check([*EXAMPLES, *calls()[:80]], tmp_path)


@pytest.mark.hunt
@pytest.mark.parametrize("part", range(4))
def test_every_pair_of_texts_is_treated_as_by_swi_prolog(part: int, tmp_path: Path) -> None:
    goals = calls()[part::4]
    for start in range(0, len(goals), 500):
        check(goals[start : start + 500], tmp_path)
