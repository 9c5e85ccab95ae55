"""Every example in a docstring and in the README is run."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import pyengine

MODULES = ["pyengine"] + [
    module.name
    for module in pkgutil.walk_packages(pyengine.__path__, "pyengine.")
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert failed == 0
