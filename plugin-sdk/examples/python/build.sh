#!/bin/sh
# Writes the component: dist/acme.wasm.
set -eu
cd "$(dirname "$0")"
mkdir -p dist
componentize-py -d wit -w connector componentize app -o dist/acme.wasm
