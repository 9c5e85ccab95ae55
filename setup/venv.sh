#!/bin/sh
# Make .venv with a Python of 3.11 or later, and put what builds the wheel into it.
# usage: setup/venv.sh PYTHON
set -eu

python=$1
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "pyengine needs Python 3.11 or later; '$python' is not. Try: make PYTHON=python3.12 $MAKECMDGOALS" >&2
    exit 1
fi
if ! "$python" -m venv .venv 2>/dev/null; then
    # Debian and Ubuntu keep the module that makes environments in a package of its own.
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "'$python -m venv' does not work: install the venv module of Python $version" >&2
        exit 1
    fi
    root=
    [ "$(id -u)" -eq 0 ] || root=sudo
    $root apt-get update -q
    $root apt-get install -q -y --no-install-recommends "python$version-venv"
    rm -rf .venv
    "$python" -m venv .venv
fi
.venv/bin/python -m pip install --quiet "hatchling>=1.25"
