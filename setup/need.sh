#!/bin/sh
# Install a program with the system's package manager, unless it is there already:
#   need.sh COMMAND NAME "PACKAGES FOR APT" ["PACKAGES FOR BREW"]
set -eu
command=$1 name=$2 apt=$3 brew=${4:-}

command -v "$command" >/dev/null 2>&1 && exit 0

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        sudo "$@"
    else
        echo "$name is needed: run 'apt-get install $apt' as root" >&2
        exit 1
    fi
}

# The lists of packages are split into words on purpose.
if command -v apt-get >/dev/null 2>&1; then
    echo "installing $name with apt-get"
    as_root apt-get update -q
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $apt
elif [ -n "$brew" ] && command -v brew >/dev/null 2>&1; then
    echo "installing $name with brew"
    brew install $brew
else
    echo "$name is needed: install it so that '$command' is on your PATH" >&2
    exit 1
fi

if ! command -v "$command" >/dev/null 2>&1; then
    echo "$name was installed, but '$command' is not on your PATH" >&2
    exit 1
fi
