#!/bin/sh
# Install Chromium with the system's package manager, unless it is there already: the tests open pages in it.
set -eu

command -v chromium >/dev/null 2>&1 && exit 0

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        sudo "$@"
    else
        echo "the tests need Chromium: run 'apt-get install chromium' as root" >&2
        exit 1
    fi
}

if command -v apt-get >/dev/null 2>&1; then
    echo "installing Chromium with apt-get"
    as_root apt-get update -q
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends chromium fonts-liberation fonts-dejavu-core
else
    echo "the tests need Chromium: install it so that 'chromium' is on your PATH" >&2
    exit 1
fi

if ! command -v chromium >/dev/null 2>&1; then
    echo "Chromium was installed, but 'chromium' is not on your PATH" >&2
    exit 1
fi
