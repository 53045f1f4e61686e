"""Calls over HTTP against a real server: the same reports as the library, errors as problem documents."""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from service.openapi import openapi_text
from service.running_server import RunningServer

import entails
from entails.puzzles import own_puzzles
from entails.queries.check import CheckReport
from entails.queries.solve import SolveReport
from entails.service.calls import CALLS, Unfinished
from entails.service.client import Client, ServiceProblem

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.fixture(scope="module")
def server(open_server: RunningServer) -> RunningServer:
    return open_server


@pytest.fixture(scope="module")
def client(server: RunningServer) -> Iterator[Client]:
    with server.client() as talking:
        yield talking


def pigeons(holes: int) -> str:
    """Return a DIMACS pigeonhole formula, one pigeon more than holes: short to write, long to refute."""
    clauses = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    clauses += [
        [-(index * holes + hole + 1), -(second * holes + hole + 1)]
        for hole in range(holes)
        for index in range(holes + 1)
        for second in range(index)
    ]
    lines = [f"p cnf {holes * (holes + 1)} {len(clauses)}", *(" ".join(map(str, [*c, 0])) for c in clauses)]
    return "\n".join(lines) + "\n"


def test_solve_answers_like_the_library(client: Client) -> None:
    report = client.ask("sudoku/solve", puzzle=GRID)
    assert isinstance(report, SolveReport)
    assert report.solution == entails.solve(entails.parse("sudoku", GRID)).answer.line
    assert report.unique is True


def test_a_contradiction_is_an_answer(client: Client) -> None:
    report = client.ask("sudoku/check", puzzle="4.4..3...2....1.")
    assert isinstance(report, CheckReport)
    assert report.consistent is False
    assert report.texts[0] == ("r1c1 is 4 (given)", "r1c3 is 4 (given)")


def answered() -> Iterator[str]:
    """Yield every call to test; of puzzles that share all of their code, each has one twelfth of the calls in turn."""
    large = ("sudoku/", "wordle/", "scrabble/", "model/", "cnf/", "ortools/")
    for place, name in enumerate(sorted(CALLS)):
        shared = name.partition("/")[0] in own_puzzles() and not name.startswith(large)
        if not shared or place % 12 == 0:
            yield name


@pytest.mark.parametrize("name", [*answered()])
def test_every_example_is_answered(client: Client, name: str) -> None:
    for example in CALLS[name].examples.values():
        if CALLS[name].pace == "job":
            answer = client.result(client.begin(name, **example).id)
        else:
            answer = client.ask(name, **example)
        assert answer is not None
        assert not isinstance(answer, Unfinished)


def test_a_prior_that_is_null_is_the_usual_one(client: Client) -> None:
    query = {"puzzle": "crane:bybbg slate:bbbbg", "top": 3}
    assert client.ask("wordle/suggest", **query, prior=None) == client.ask("wordle/suggest", **query)


def test_a_request_may_ask_for_less_time(client: Client) -> None:
    report = client.ask("cnf/solve", puzzle=pigeons(12), seconds=0.2)
    assert report.status == "undecided"
    assert report.reason == "time"


def test_a_limited_call_tells_what_is_known(client: Client) -> None:
    hardest = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    report = client.ask("sudoku/rate", puzzle=hardest, seconds=0.01)
    assert not isinstance(report, Unfinished)
    assert (report.solutions, report.band) == ("one", "diabolical")


@pytest.mark.parametrize(
    ("path", "body", "pointer"),
    [
        ("sudoku/solve", {}, "/puzzle"),
        ("sudoku/solve", {"puzzle": "zzz"}, "/puzzle"),
        ("sudoku/solve", {"puzzle": GRID, "colour": "red"}, "/colour"),
        ("sudoku/solve", {"puzzle": GRID, "seconds": -1}, "/seconds"),
        ("sudoku/solve", {"puzzle": GRID, "memory_mb": 9}, "/memory_mb"),
        ("sudoku/solve", {"puzzle": GRID, "all": 10**6}, "/all"),
        ("sudoku/solve", {"puzzle": GRID, "unique": True}, "/unique"),
        ("sudoku/solve", {"puzzle": GRID, "shape": "round"}, "/puzzle"),
        ("sudoku/check", {"puzzle": GRID, "coarse": True}, "/coarse"),
        ("sudoku/rate", {"puzzle": GRID, "engine": "nonsense"}, "/engine"),
        ("lexicon/search", {"pattern": "["}, "/pattern"),
        ("lexicon/check", {"words": []}, "/words"),
        ("lexicon/info", {"lexicon": "/etc/passwd"}, "/lexicon"),
        ("lexicon/info", {"name": "enable"}, "/name"),
        ("sudoku/quine", {"puzzle": GRID, "engine": "cpsat"}, "/engine"),
        ("sudoku/quine", {"puzzle": GRID, "set": ["colour=red"]}, "/set"),
        ("wordle/solve", {"puzzle": "crane:bybbg", "lexicon": "/etc/passwd"}, "/lexicon"),
        ("wordle/solve", {"puzzle": '{"lexicon": "/etc/passwd", "guesses": []}'}, "/puzzle"),
        ("wordle/study", {"name": "kalaydjian-duhem", "lang": "da"}, "/lang"),
        ("wordle/study", {"name": "huang-hu", "lang": "sv"}, "/lang"),
        ("scrabble/solve", {"puzzle": "empty", "layout": "/etc/passwd"}, "/layout"),
        ("sudoku/decode", {"formula": "p cnf 1 1\n1 0\n"}, "/answer"),
        ("sudoku/solve", {"puzzle": 5}, "/puzzle"),
        ("sudoku/hint", {"puzzle": GRID, "strength": "all"}, "/strength"),
        ("sudoku/hint", {"puzzle": GRID, "techniques": ["magic"]}, "/techniques"),
    ],
)
def test_bad_requests_point_at_the_fault(server: RunningServer, path: str, body: object, pointer: str) -> None:
    response = httpx.post(f"{server.address}v1/{path}", json=body)
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem["status"] == 422
    assert problem["detail"]
    assert problem["errors"][0]["pointer"] == pointer
    assert problem["instance"] == response.headers["x-request-id"]


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"\xff\xfe", b"null", b'{"puzzle": "\\ud800"}', b'{"puzzle": 1e999}']
)
def test_junk_is_refused_in_words(server: RunningServer, body: bytes) -> None:
    response = httpx.post(
        f"{server.address}v1/sudoku/solve", content=body, headers={"Content-Type": "application/json"}
    )
    assert response.status_code == 422
    assert response.json()["detail"]


def test_too_much_is_refused(server: RunningServer) -> None:
    response = httpx.post(f"{server.address}v1/sudoku/solve", json={"puzzle": "." * 600_000})
    assert response.status_code == 413
    assert response.headers["content-type"] == "application/problem+json"

    def pieces() -> Iterator[bytes]:
        for _ in range(700):
            yield b" " * 1000

    assert httpx.post(f"{server.address}v1/sudoku/solve", content=pieces()).status_code == 413


@pytest.mark.parametrize("name", ["takuzu/check", "sudoku/rate", "wordle/suggest", "lexicon/check", "cnf/solve"])
def test_the_answer_to_a_query_holds_the_report_of_the_type(server: RunningServer, name: str) -> None:
    """`POST /v1/QUERY` and `POST /v1/TYPE/QUERY` return the same report."""
    example = next(iter(CALLS[name].examples.values()))
    puzzle_type, query = name.split("/")
    report = httpx.post(f"{server.address}v1/{name}", json=example, timeout=60).json()
    answer = httpx.post(f"{server.address}v1/{query}", json={"type": puzzle_type, **example}, timeout=60).json()
    assert list(answer) == ["status", "engine", "confirmed_by", "result"]
    assert _untimed(answer["result"]) == _untimed(report)
    if isinstance(report, dict) and "engine" in report:
        assert answer["engine"] == report["engine"]
        assert answer["confirmed_by"] == report.get("confirmed_by")


def test_an_answer_names_the_engines_that_its_report_leaves_out(server: RunningServer) -> None:
    body = {"type": "takuzu", "puzzle": "00../.0../..1./...."}
    answer = httpx.post(f"{server.address}v1/explain", json={**body, "puzzle": "000./.0../..1./...."}).json()
    assert (answer["engine"], answer["confirmed_by"]) == ("minisat22", "mergesat3")
    assert httpx.post(f"{server.address}v1/check", json=body).json()["engine"] == "cadical195"
    assert httpx.post(f"{server.address}v1/draw", json=body).json()["engine"] is None


@pytest.mark.parametrize(
    ("call", "request_body", "event"),
    [
        ("sudoku/steps", {"puzzle": "..4..3...2....1."}, "step"),
        ("sudoku/steps", {"puzzle": "..4..3...2....1.", "ladder": "hodoku"}, "step"),
        ("takuzu/steps", {"puzzle": "1..0/..../.00./...."}, "step"),
        ("sudoku/generate", {"n": 2, "size": 4, "seed": 1}, "item"),
        ("sudoku/explain", {"puzzle": "44....3...2....1"}, "conflict"),
        ("sudoku/explain", {"puzzle": "44....3...2....1"}, "repair"),
    ],
)
def test_parts_of_a_report_are_sent_as_they_are_found(
    client: Client, call: str, request_body: dict[str, Any], event: str
) -> None:
    *parts, (last, report) = client.stream(call, **request_body)
    assert last == "result"
    assert report == client.ask(call, **request_body)
    sent = [part for name, part in parts if name == event]
    written = json.loads(report.model_dump_json())
    if event in ("conflict", "repair"):
        assert {tuple(part["ids"]) for part in sent} == {tuple(ids) for ids in written[f"{event}s"]}
    else:
        listed = written["grids" if event == "item" else "steps"]
        assert [part.items() <= whole.items() for part, whole in zip(sent, listed, strict=True)] == [True] * len(sent)


def test_a_stream_ends_with_the_answer_of_the_query(server: RunningServer) -> None:
    body = {"type": "sudoku", "puzzle": "..4..3...2....1."}
    response = httpx.post(f"{server.address}v1/solve", json=body, headers={"Accept": "text/event-stream"})
    assert response.headers["content-type"].startswith("text/event-stream")
    event, data = response.text.strip().split("\n")
    assert event == "event: result"
    answer = json.loads(data.removeprefix("data: "))
    assert (answer["status"], answer["engine"]) == ("yes", "cadical195")


def test_a_stream_that_cannot_begin_is_an_error_response(client: Client) -> None:
    with pytest.raises(ServiceProblem) as refused:
        list(client.stream("sudoku/steps", puzzle="..4"))
    assert refused.value.problem.status == 422


def _untimed(report: Any) -> Any:
    if isinstance(report, dict):
        return {key: value for key, value in report.items() if "seconds" not in key}
    return report


@pytest.mark.parametrize(
    ("query", "body", "status"),
    [
        ("check", {"type": "sudoku", "puzzle": GRID}, "yes"),
        ("check", {"type": "sudoku", "puzzle": "4.4..3...2....1."}, "no"),
        ("solve", {"type": "sudoku", "puzzle": "4.4..3...2....1."}, "no"),
        ("solve", {"type": "cnf", "puzzle": pigeons(12), "seconds": 0.2}, "undecided"),
        ("solve", {"type": "model", "variables": [{"name": "x", "domain": [1, 2]}]}, "yes"),
    ],
)
def test_the_status_of_an_answer_is_its_verdict(
    server: RunningServer, query: str, body: dict[str, Any], status: str
) -> None:
    assert httpx.post(f"{server.address}v1/{query}", json=body, timeout=60).json()["status"] == status


@pytest.mark.parametrize(
    ("query", "body", "pointer"),
    [
        ("solve", {"puzzle": GRID}, "/type"),
        ("solve", {"type": 5, "puzzle": GRID}, "/type"),
        ("solve", {"type": "nope", "puzzle": GRID}, "/type"),
        ("rate", {"type": "cnf", "puzzle": "p cnf 0 0"}, "/type"),
        ("solve", {"type": "sudoku", "puzzle": "zzz"}, "/puzzle"),
        ("solve", {"type": "sudoku", "puzzle": GRID, "all": True}, "/all"),
        ("solve", {"type": "sudoku", "puzzle": GRID, "all": "5"}, "/all"),
        ("solve", {"type": "sudoku", "puzzle": GRID, "seconds": True}, "/seconds"),
        ("solve", {"type": "sudoku", "puzzle": GRID, "statistics": 1}, "/statistics"),
        ("race", {"type": "wordle", "lengths": [True]}, "/lengths"),
        ("solve", [], ""),
    ],
)
def test_bad_requests_to_a_query_point_at_the_fault(
    server: RunningServer, query: str, body: object, pointer: str
) -> None:
    response = httpx.post(f"{server.address}v1/{query}", json=body)
    assert (response.status_code, response.headers["content-type"]) == (422, "application/problem+json")
    assert response.json()["errors"][0]["pointer"] == pointer


def test_errors_offer_no_file(server: RunningServer) -> None:
    body = {"puzzle": "crane:bybbg", "lexicon": "words.txt"}
    detail = httpx.post(f"{server.address}v1/wordle/candidates", json=body).json()["detail"]
    assert detail.endswith('or {"text": ...} with a custom lexicon')
    assert "file" not in detail


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "v1/solve", "POST"),
        ("TRACE", "v1/sudoku/solve", "POST"),
        ("PUT", "v1/jobs", "GET, HEAD, POST"),
        ("PUT", "v1/jobs/abc", "DELETE, GET, HEAD"),
        ("POST", "v1/jobs/abc/events", "GET"),
        ("POST", "v1/types", "GET, HEAD"),
        ("POST", "v1/types/takuzu", "GET, HEAD"),
        ("POST", "healthz", "GET, HEAD"),
        ("DELETE", "openapi.json", "GET, HEAD"),
        ("POST", "", "GET, HEAD"),
    ],
)
def test_another_method_is_answered_with_all_that_are_allowed(
    server: RunningServer, method: str, path: str, allowed: str
) -> None:
    response = httpx.request(method, f"{server.address}{path}")
    assert (response.status_code, response.headers["allow"]) == (405, allowed)


def test_types_are_listed_and_described(server: RunningServer) -> None:
    listed = {entry["name"]: entry for entry in httpx.get(f"{server.address}v1/types").json()}
    assert set(listed) == {name.partition("/")[0] for name in CALLS}
    assert listed["takuzu"]["also_called"] == ["binairo"]
    response = httpx.get(f"{server.address}v1/types/takuzu", timeout=60)
    assert [query["name"] for query in response.json()["queries"]] == listed["takuzu"]["queries"]
    again = httpx.get(f"{server.address}v1/types/takuzu", headers={"If-None-Match": response.headers["etag"]})
    assert again.status_code == 304
    assert httpx.get(f"{server.address}v1/types/nope").status_code == 404


def test_unknown_addresses_and_methods(server: RunningServer) -> None:
    assert httpx.get(f"{server.address}v1/sudoku/paint").status_code == 404
    wrong = httpx.get(f"{server.address}v1/sudoku/solve")
    assert wrong.status_code == 405
    assert wrong.headers["content-type"] == "application/problem+json"
    assert httpx.get(f"{server.address}page/..%2Fapp.py").status_code == 404


def test_engines_and_encoders_by_name(client: Client) -> None:
    assert client.ask("sudoku/solve", puzzle=GRID, engine="cpsat").engine == "cpsat"
    with pytest.raises(ServiceProblem, match="unknown engine") as refused:
        client.ask("sudoku/solve", puzzle=GRID, engine="abacus")
    assert refused.value.problem.status == 422


def test_headers_keep_browsers_careful(server: RunningServer) -> None:
    response = httpx.get(server.address)
    assert response.status_code == 200
    assert "default-src 'none'" in response.headers["content-security-policy"]
    assert "unsafe" not in response.headers["content-security-policy"]
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in httpx.get(server.address, headers={"Origin": "http://evil"}).headers


def test_health_metrics_and_logs(server: RunningServer, client: Client) -> None:
    client.ask("sudoku/count", puzzle=GRID)
    assert httpx.get(f"{server.address}healthz").json() == {"status": "up"}
    assert httpx.get(f"{server.address}readyz").status_code == 200
    metrics = httpx.get(f"{server.address}metrics").text
    assert 'entails_calls_total{call="sudoku/count",outcome="answered"}' in metrics
    assert 'route="/v1/{type}/count"' in metrics  # not one series for each type
    assert 'route="/v1/sudoku/' not in metrics
    httpx.get(f"{server.address}healthz", headers={"X-Request-ID": "mine-1"})
    deadline = time.monotonic() + 120
    while not (mine := [line for line in server.log_lines() if line.get("request_id") == "mine-1"]):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert mine[0]["status"] == 200


def generator() -> str:
    """Return openapi-python-client, the client generator, which has its own environment."""
    result = os.environ.get("ENTAILS_OPENAPI_CLIENT") or shutil.which("openapi-python-client")
    if result is None:
        pytest.skip("no openapi-python-client here: no client is generated (pipx install openapi-python-client)")
    return result


_CALLING = """
import importlib, json, sys
sys.path.insert(0, sys.argv[1])
from entails_client import Client
client = Client(base_url=sys.argv[2], timeout=120)
models = importlib.import_module("entails_client.models")
job = ""
for tag, name, title, arguments, body in json.load(open(sys.argv[3])):
    module = importlib.import_module(f"entails_client.api.{tag}.{name}")
    arguments = {key: job if value == "JOB" else value for key, value in arguments.items()}
    if "query" in arguments:
        kind = "OtherQueryOtherQuery" if name == "other_query" else "QueryOfTypeQuery"
        arguments["query"] = getattr(models, kind)(arguments["query"])
    if "type_" in arguments and name == "query_of_type":
        arguments["type_"] = models.PuzzleTypeName(arguments["type_"])
    if body is not None:
        arguments["body"] = getattr(models, title).from_dict(body)
    answer = module.sync_detailed(client=client, **arguments)
    if name == "jobs_begin":
        job = answer.parsed.id
    print(name, int(answer.status_code), type(answer.parsed).__name__, flush=True)
"""
_PATH_ARGUMENTS: dict[str, dict[str, str]] = {
    "other_query": {"query": "suggest"},
    "query_of_type": {"type_": "sudoku", "query": "solve"},
    "types_describe": {"type_": "takuzu"},
    "jobs_look": {"identity": "JOB"},
    "jobs_events": {"identity": "JOB"},
    "jobs_cancel": {"identity": "JOB"},
}
_BODIES: dict[str, dict[str, Any]] = {
    "query_of_type": {"puzzle": GRID},
    "jobs_begin": {"call": "sudoku/solve", "request": {"puzzle": GRID}},
}


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, str, dict[str, str], dict[str, Any] | None]]:
    """Yield every operation: tag, id, model of its body, arguments, and a body; jobs are started first."""
    every = [operation for methods in document["paths"].values() for operation in methods.values()]
    for operation in sorted(every, key=lambda operation: operation["operationId"] != "jobs_begin"):
        name, title, body = operation["operationId"], "", None
        arguments = _PATH_ARGUMENTS.get(name, {})
        if content := operation.get("requestBody", {}).get("content", {}).get("application/json"):
            titles = {"other_query": "OtherQueryBody", "query_of_type": "QueryOfTypeBody"}
            title = titles.get(name) or content["schema"]["$ref"].rpartition("/")[2]
            if (body := _BODIES.get(name)) is None:
                examples = content["examples"]
                body = examples.get(arguments.get("query"), next(iter(examples.values())))["value"]
        yield operation["tags"][0], name, title, arguments, body


def test_a_generated_client_calls_every_operation(server: RunningServer, tmp_path: Path) -> None:
    program, document = generator(), tmp_path / "openapi.json"
    document.write_text(openapi_text(), "utf-8")
    words = ["generate", "--path", str(document), "--meta", "none", "--output-path", str(tmp_path / "entails_client")]
    finished = subprocess.run([program, *words], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert finished.returncode == 0, finished.stderr
    assert "WARNING" not in finished.stdout + finished.stderr
    assert "Unable" not in finished.stdout + finished.stderr
    files = [path for path in (tmp_path / "entails_client").rglob("*") if path.is_file() and ".ruff" not in str(path)]
    assert len(files) < 200
    wanted = [*operations(json.loads(openapi_text()))]
    (tmp_path / "calls.json").write_text(json.dumps(wanted), encoding="utf-8")
    script = [str(Path(program).parent / "python"), "-c", _CALLING, str(tmp_path), server.address.rstrip("/")]
    ran = subprocess.run([*script, str(tmp_path / "calls.json")], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]
    answered = {line.split()[0]: line.split()[1:] for line in ran.stdout.splitlines()}
    assert set(answered) == {name for _, name, *_ in wanted}
    assert {name: status for name, (status, _) in answered.items() if status not in ("200", "202")} == {}
    parsed = {name for name, (_, kind) in answered.items() if kind in ("NoneType", "Unfinished", "ProblemDetails")}
    assert parsed <= {"jobs_events", "metrics", "query_of_type"}  # text, and any JSON
