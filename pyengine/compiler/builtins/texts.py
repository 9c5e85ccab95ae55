"""Atoms and strings: taken apart, put together, written and formatted."""

from __future__ import annotations
