"""What the tests of the compiler share."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("hunt", derandomize=False, database=None, deadline=None)
