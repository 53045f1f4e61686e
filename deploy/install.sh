#!/bin/sh
# Install Entails with the packages that the service needs, without those of tests and checks:
#   deploy/install.sh SOURCE VENV
# SOURCE is a checkout, VENV the environment to create. Used by deploy/Containerfile, and without a builder by
# scripts/try_image.sh. Set PYTHON for another interpreter.
set -eu
source=$1
venv=$2
needed=$(mktemp)
trap 'rm -f "$needed"' EXIT
sed '/^# Besides/q' "$source/requirements.lock" >"$needed"      # the first half: packages of the service
sed -n '/^psycopg/,/[^\\]$/p' "$source/requirements.lock" >>"$needed"         # jobs in PostgreSQL
"${PYTHON:-python3}" -m venv "$venv"
"$venv/bin/python" -m pip install -q --no-input --no-deps -r "$needed"
"$venv/bin/python" -m pip install -q --no-input --no-deps --no-build-isolation "$source"
"$venv/bin/python" -m pip uninstall -q -y setuptools wheel pip # the image installs nothing more
