#!/bin/sh
# Install SWI-Prolog with the system's package manager, unless it is there already.
set -eu

command -v swipl >/dev/null 2>&1 && exit 0

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        sudo "$@"
    else
        echo "pyengine needs SWI-Prolog: run 'apt-get install swi-prolog-nox' as root" >&2
        exit 1
    fi
}

if command -v apt-get >/dev/null 2>&1; then
    echo "installing SWI-Prolog with apt-get"
    as_root apt-get update -q
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends swi-prolog-nox
elif command -v brew >/dev/null 2>&1; then
    echo "installing SWI-Prolog with brew"
    brew install swi-prolog
else
    echo "pyengine needs SWI-Prolog: install it (package swi-prolog, or from www.swi-prolog.org) so that 'swipl' is on your PATH" >&2
    exit 1
fi

if ! command -v swipl >/dev/null 2>&1; then
    echo "SWI-Prolog was installed, but 'swipl' is not on your PATH" >&2
    exit 1
fi
