#!/bin/sh
# Install Visual Studio Code as a server, which the tests open in a browser: code-server.sh FOLDER
# Its own script of installation wants programs that the tests do without, so only what they need is built.
set -eu
export npm_config_yes=true npm_config_build_from_source=true
folder=$1 version=4.100.3
mkdir -p "$folder"
cd "$folder"
exec 9>.lock
if command -v flock >/dev/null 2>&1; then flock 9; fi  # tests that run side by side install it once
[ -e ".$version" ] && exit 0

quietly() {
    "$@" >install.log 2>&1 || { cat install.log >&2; exit 1; }
}

echo '{"private": true}' >package.json
quietly npm install --ignore-scripts --no-audit --no-fund "code-server@$version"
quietly npm rebuild argon2
inner=node_modules/code-server/lib/vscode
quietly npm --prefix "$inner" install --omit=dev --ignore-scripts --no-audit --no-fund
quietly npm --prefix "$inner" rebuild node-pty native-watchdog @vscode/spdlog @parcel/watcher
touch ".$version"
