#!/bin/sh
# Runs the steps of deploy/Containerfile in a new folder, for machines without a container builder: installs, checks that
# no test tool is there, starts the service and sends requests. Kernels are not compiled: what needs none must work.
set -eu
cd "$(dirname "$0")/.."
place=$(mktemp -d)
server=
end() {
    if [ -n "$server" ]; then
        kill "$server" 2>/dev/null || true
        wait "$server" || true # it writes into the folder until it ends
    fi
    rm -rf "$place"
}
trap end EXIT
mkdir "$place/src"
cp -r pyproject.toml setup.py README.md LICENSE requirements.lock deploy entails "$place/src/"
sh deploy/install.sh "$place/src" "$place/venv"
rm -rf "$place/src"
for tool in pytest mypy ruff hypothesis playwright schemathesis pip; do
    if "$place/venv/bin/python" -c "import $tool" 2>/dev/null; then
        echo "try_image: $tool is installed" >&2
        exit 1
    fi
done
cd "$place"
"$place/venv/bin/python" -c "from entails.service.openapi import packaged_text; assert packaged_text([]), 'no OpenAPI document'"
HOME=$place XDG_CACHE_HOME=$place/cache PATH=$place/venv/bin:$PATH \
    entails serve --port 0 --jobs-db "$place/jobs.sqlite" >"$place/out" 2>"$place/log" &
server=$!
"$place/venv/bin/python" - "$place/out" <<'PYTHON'
import json, re, sys, time, urllib.request

deadline = time.monotonic() + 120
while not (match := re.search(r"http://\S+", open(sys.argv[1]).read())):
    assert time.monotonic() < deadline, "the server does not start"
    time.sleep(0.2)
body = json.dumps({"puzzle": "1.0.\n..1.\n.0.1\n...."}).encode()
request = urllib.request.Request(match[0] + "v1/takuzu/check", body, {"Content-Type": "application/json"})
while True:
    try:
        report = json.load(urllib.request.urlopen(request, timeout=30))
        break
    except OSError as error:
        assert time.monotonic() < deadline, error
        time.sleep(0.5)
assert report["consistent"] is True, report
print("try_image: installed without test tools; the service answers")
PYTHON
