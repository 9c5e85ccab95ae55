"""Solved positions kept in a file, for later searches."""

from pyengine.stores.solved_store import SolvedStore, require_kind

__all__ = ["SolvedStore", "require_kind"]
