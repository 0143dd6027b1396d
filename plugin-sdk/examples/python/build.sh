#!/bin/sh
# Checks the types and writes the component: dist/acme.wasm.
set -eu
cd "$(dirname "$0")"
# What the contract looks like in Python, for the check and for editors.
componentize-py --quiet -d wit -w connector bindings typings
touch typings/wit_world/py.typed
mypy
mkdir -p dist
componentize-py --quiet -d wit -w connector componentize app -o dist/acme.wasm
