"""must_be/2 and is_of_type/2."""

from __future__ import annotations
