"""JSON that comes from outside, taken only in the shape that it must have."""

from __future__ import annotations

import json
import math
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Final, Literal, NoReturn, Union, get_args, get_origin, get_type_hints

MISSHAPEN: Final = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
"""What comes of a text that somebody else wrote, where it is read as what it should be."""

Shape = Callable[[Any], Any]


def read_json(text: object) -> Any:
    """Read JSON; ValueError for text that is not JSON, is nested too deeply, or has numbers that JSON does not have.

    >>> read_json('{"games": 2}')
    {'games': 2}
    """
    if not isinstance(text, str):
        raise ValueError(f"JSON is text, not {type(text).__name__}")
    try:
        return json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("JSON that is nested too deeply") from None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number of JSON")


def shaped(kind: Any, value: Any) -> Any:
    """Give JSON as what a type says: a number, a text, tuples of them, a dataclass; ValueError for anything else.

    >>> shaped(tuple[int, ...], [1, 2])
    (1, 2)
    >>> shaped(int, True)
    Traceback (most recent call last):
    ValueError: True where an int should be
    """
    return _shape(kind)(value)


@cache
def _shape(kind: Any) -> Shape:
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return lambda value: value
    if origin in (Union, types.UnionType):
        return _union(kind, inner)
    if origin is Literal:
        return lambda value: value if isinstance(value, str) and value in inner else _misfit(kind, value)
    if origin is tuple:
        return _tuple(kind, inner)
    if origin in (dict, Mapping):
        names, items = map(_shape, inner)
        return lambda value: (
            {names(name): items(item) for name, item in value.items()}
            if isinstance(value, dict)
            else _misfit(kind, value)
        )
    return _dataclass(kind) if is_dataclass(kind) else _SIMPLE[kind]


def _union(kind: Any, inner: tuple[Any, ...]) -> Shape:
    """Choose the member of a union by what JSON has: a text, a number, a truth value, nothing, a list or an object."""
    choices: dict[type, Shape] = {}
    for one in inner:
        origin = get_origin(one) or one
        kept = list if origin is tuple else dict if is_dataclass(origin) or origin is Mapping else origin
        choices.setdefault(kept, _shape(one))
    if float in choices:
        choices.setdefault(int, choices[float])

    def shape(value: Any) -> Any:
        chosen = choices.get(type(value))
        return _misfit(kind, value) if chosen is None else chosen(value)

    return shape


def _tuple(kind: Any, inner: tuple[Any, ...]) -> Shape:
    shapes = [_shape(one) for one in inner if one is not Ellipsis]

    def shape(value: Any) -> Any:
        if not isinstance(value, list):
            return _misfit(kind, value)
        if inner[-1] is Ellipsis:
            item = shapes[0]
            return tuple([item(one) for one in value])
        return tuple([one(part) for one, part in zip(shapes, value, strict=True)])

    return shape


def _dataclass(kind: Any) -> Shape:
    hints = get_type_hints(kind)
    shapes = {field.name: _shape(hints[field.name]) for field in fields(kind)}
    needed = {f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING}

    def shape(value: Any) -> Any:
        if not isinstance(value, dict):
            return _misfit(kind, value)
        if value.keys() - shapes.keys() or needed - value.keys():
            raise ValueError(f"{kind.__name__} with {', '.join(value) or 'nothing'}")
        return kind(**{name: shapes[name](item) for name, item in value.items()})

    return shape


def _float(value: Any) -> Any:
    try:
        return value if type(value) in (int, float) and math.isfinite(value) else _misfit(float, value)
    except OverflowError:
        raise ValueError("a number with too many digits") from None


def _str(value: Any) -> Any:
    if not isinstance(value, str):
        return _misfit(str, value)
    value.encode()  # half a character, as JSON may have, cannot be written anywhere
    return value


_SIMPLE: Final[Mapping[Any, Shape]] = {
    int: lambda value: value if type(value) is int else _misfit(int, value),
    bool: lambda value: value if type(value) is bool else _misfit(bool, value),
    float: _float,
    str: _str,
    type(None): lambda value: None if value is None else _misfit(type(None), value),
}


def _misfit(kind: Any, value: Any) -> NoReturn:
    shown = repr(value)
    name = getattr(kind, "__name__", str(kind)) if get_origin(kind) is None else str(kind)
    article = "an" if name[:1] in "aeiou" else "a"
    raise ValueError(f"{shown if len(shown) <= 60 else f'{shown[:60]}…'} where {article} {name} should be")
