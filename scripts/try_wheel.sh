#!/bin/sh
# Builds the wheel and tests it in a new environment and folder, with an empty cache.
# PYTHON (default .venv/bin/python) builds the wheel and creates the environment.
set -eu
cd "$(dirname "$0")/.."
python=$(command -v "${PYTHON:-.venv/bin/python}")
case $python in /*) ;; *) python=$PWD/$python ;; esac
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

install() { "$place/env/bin/python" -m pip install -qq --disable-pip-version-check --no-input --no-deps --no-compile "$@"; }

"$python" -m pip wheel -qq --disable-pip-version-check --no-deps --no-build-isolation -w "$place" .
"$python" -m venv "$place/env"
sed '/^# Besides/q' requirements.lock >"$place/requirements.run"
install -r "$place/requirements.run"
install "$place"/entails-*.whl

cd "$place"
unset PYTHONPATH
XDG_CACHE_HOME=$place/cache
export XDG_CACHE_HOME
entails=$place/env/bin/entails
"$entails" --version
"$entails" sudoku solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 | tail -1
"$entails" takuzu --help >/dev/null
"$entails" lexicon list >/dev/null
"$place/env/bin/python" -c "
from entails.service.app import openapi_text
from entails.service.openapi import packaged_text
assert packaged_text([]) == openapi_text(), 'the wheel has no OpenAPI document'"
echo "wheel: works in a new environment"
