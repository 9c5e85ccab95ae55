"""Write a game as Prolog clauses. Ask Python what it is worth.

>>> import pyengine
>>> game = pyengine.load("nim", piles=[1, 2])
>>> [str(move) for move in game.actions(game.initial)]
['take(1,1)', 'take(2,1)', 'take(2,2)']

A name is imported when it is first asked for: who wants a few of them does not wait for the others. `__init__.pyi` says
which names there are.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from types import ModuleType
from typing import Final

_STUB: Final = __spec__.loader.get_data(os.path.join(__path__[0], "__init__.pyi")).decode()
_HOME: Final = {line.split()[3]: line.split()[1] for line in _STUB.splitlines() if line.startswith("from ")}
"""Which module gives which name, by lines such as `from pyengine.api import load as load`."""

_MODULES: Final = frozenset(module.split(".")[1] for module in _HOME.values())

__all__ = sorted(_HOME)


class _Facade(ModuleType):
    """This package: `search` and `compare` are functions in it, whoever imports the packages of that name."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOME and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *__all__})


def __getattr__(name: str) -> object:
    if name in _HOME:
        value = globals()[name] = getattr(import_module(_HOME[name]), name)
        return value
    if name in _MODULES:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


sys.modules[__name__].__class__ = _Facade
