"""Integers of any size become digits and come back."""

from __future__ import annotations

from random import Random

from pyengine.language.reading.reader import read_term
from pyengine.terms import write_term
from pyengine.terms.digits import read_digits, write_digits


def test_digits_are_those_that_python_gives() -> None:
    random = Random(1)
    for _ in range(100):
        value = random.getrandbits(random.randrange(1, 12_000)) * random.choice((1, -1))
        assert write_digits(value) == str(value)
        assert read_digits(str(value)) == value


def test_many_digits_are_written_and_read() -> None:
    text = write_digits(7**400_000)  # Python's own way would refuse it
    assert len(text) == 338_040
    assert read_digits(text) == 7**400_000


def test_long_numbers_of_any_base_are_read() -> None:
    assert read_term("36'" + "z" * 5000) == 36**5000 - 1
    assert read_term("7'" + "6" * 9000) == 7**9000 - 1
    assert read_term(write_term(10**9000)) == 10**9000
