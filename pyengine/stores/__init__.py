"""Solved positions kept in a file, for later searches."""

from pyengine.stores.store import SolvedStore

__all__ = ["SolvedStore"]
