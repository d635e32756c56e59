#!/bin/sh
# Installs jsonata-js 2.0.6 into a folder of its own and measures it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=${TMPDIR:-/tmp}/sfnrun-jsonata-peers
mkdir -p "$folder"
cd "$folder"
[ -d node_modules/jsonata ] || npm install --no-save --silent jsonata@2.0.6
node "$here/peers.mjs"
