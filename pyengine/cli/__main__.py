"""`python -m pyengine.cli`, for where the command is not on the path."""

import sys

from pyengine.cli import main

sys.exit(main())
