"""`python -m pyengine`: the command, for where it is not on the path."""

import sys

from pyengine.cli import main

if __name__ == "__main__":
    sys.exit(main(program="python -m pyengine"))
