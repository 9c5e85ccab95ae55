"""must_be/2 and is_of_type/2."""

from __future__ import annotations

from pyengine.compiler.builtins.registry import det
from pyengine.compiler.runtime.terms import Value


@det("must_be/2", "aa")
def must_be(kind: Value, value: Value) -> None:
    """Raise an error unless a value is of a type."""
