"""Two games side by side: do they agree, and how fast is each?"""

from pyengine.compare.comparison_run import compare
from pyengine.compare.effort import Effort

__all__ = ["Effort", "compare"]
