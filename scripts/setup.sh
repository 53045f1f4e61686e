#!/bin/sh
# Sets up .venv: finds a Python, creates the environment, installs requirements.lock and Entails itself (editable).
# `make` runs this script before targets that need .venv. If nothing has changed, it does nothing.
#
#   setup.sh        install everything: tests, checks and all extras
#   setup.sh run    install only run-time dependencies, the first half of requirements.lock
#   PYTHON=/path/to/python3   create a new .venv with this Python
set -eu
cd "$(dirname "$0")/.."

part=${1:-all}
stamp=.venv/.ready            # checksum of a full installation; written last
running=.venv/.running        # checksum of an installation of run-time dependencies
unfinished=.venv/.unfinished  # exists while packages are being installed

say() { printf 'entails: %s\n' "$*" >&2; }
give_up() { say "$*"; exit 2; }

# Checksum of the inputs of the environment, including the folder, since a .venv cannot be moved.
wanted() { { pwd; cat pyproject.toml requirements.lock scripts/setup.sh; } | cksum; }

# answers PYTHON CONDITION: whether this interpreter runs and the condition is true in it.
answers() { "$1" -c "import sys; sys.exit(not ($2))" >/dev/null 2>&1; }

modern='sys.version_info >= (3, 11)'
locked='(3, 11) <= sys.version_info < (3, 15)' # every package of requirements.lock has a wheel
can_make_venv='__import__("venv") and __import__("ensurepip")'
healthy="$modern and __import__('pip')"

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        set -- "$PYTHON"
    else
        set -- python3 python3.14 python3.13 python3.12 python3.11
    fi
    for condition in "$locked and $can_make_venv" "$modern and $can_make_venv"; do
        for python in "$@"; do
            if answers "$python" "$condition"; then return; fi
        done
    done
    for python in "$@"; do
        if answers "$python" "$modern"; then
            give_up "$python cannot create virtual environments: install its venv package" \
                "(Debian, Ubuntu: apt install python3-venv) and run make again."
        fi
    done
    found=$("$1" --version 2>&1) || found="no $1"
    give_up "needs Python 3.11 or newer and found $found: install one" \
        "(Debian, Ubuntu: apt install python3 python3-venv), or name it with make PYTHON=/path/to/python3."
}

create() {
    find_python
    rm -rf .venv
    mkdir .venv
    : >"$unfinished"
    say "setting up .venv with $("$python" --version 2>&1); the first time takes about a minute"
    "$python" -m venv .venv || give_up "$python could not create .venv; see the lines above."
}

pip_install() {
    .venv/bin/python -m pip install -qq --disable-pip-version-check --no-input --no-deps "$@" ||
        give_up "the packages could not be installed; see the lines above. The next make starts over."
}

# done_before STAMP: whether the same files were installed before and the environment works.
done_before() { [ "$(cat "$1" 2>/dev/null)" = "$(wanted)" ] && answers .venv/bin/python "$healthy"; }

if done_before "$stamp" || { [ "$part" = run ] && done_before "$running"; }; then
    exit 0
fi
if [ -e "$unfinished" ] || ! answers .venv/bin/python "$healthy"; then
    create
else
    say "updating .venv"
fi
if [ "$part" = run ]; then
    stamp=$running
    sed '/^# Besides/q' requirements.lock >.venv/requirements.run
    lock=.venv/requirements.run
else
    lock=requirements.lock
fi
rm -f "$stamp"
: >"$unfinished"
say "installing $(grep -c == "$lock") packages"
pip_install --no-compile -r "$lock"
pip_install --no-build-isolation --editable .
wanted >"$stamp"
rm -f "$unfinished"
