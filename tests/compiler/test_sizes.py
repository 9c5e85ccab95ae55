"""What would be larger than rules may make is refused at once by compiled rules, too, with the goal."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyengine import RuleLimitError, load

GOALS = (
    "functor(_, a, 9223372036854775807)",
    "compound_name_arity(_, a, 9223372036854775807)",
    "length(_, 4611686018427387904)",
    "N = 4611686018427387904, length([a|_], N)",
    "numlist(1, 4611686018427387904, _)",
    "_ is 3**(10**9)",
    "_ is powm(3, 10**200000, 10**200000+7)",
    'format(atom(_), "~999999999f", [1.5])',
    "with_output_to(string(_), tab(10000000000))",
)
RULES = "player(max). player(min). to_move(_, max). initial(0). terminal(end).\nutility(end, 0).\n"


@pytest.mark.parametrize("reasoner", ["python", "c", "swi"])
def test_it_is_refused_and_used_nothing(tmp_path: Path, reasoner: str) -> None:
    path = tmp_path / "sizes.pl"
    moves = [f"move({number}, go, end) :- {goal}.\n" for number, goal in enumerate(GOALS)]
    path.write_text(RULES + "".join(moves))
    for number, goal in enumerate(GOALS):
        game = load(path, reasoner=reasoner, start=str(number))  # type: ignore[arg-type]
        with pytest.raises(RuleLimitError, match="would make is larger than rules may have") as caught:
            game.expand(game.initial)
        place = caught.value.place
        assert place is not None, goal
        assert place.text[place.column - 1 :].split("(")[0] in goal
        game.close()
