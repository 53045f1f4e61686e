"""Features for operators: changing tokens, accepted hosts, protected metrics, copies of jobs, readable errors."""

import hashlib
import json
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from service.postgres import Cluster
from service.running_server import running_server
from service.stores import new_job
from service.test_service_calls import GRID
from service.test_service_jobs import until
from typer.testing import CliRunner

from entails.cli.main import app as command_line
from entails.models.errors import InvalidPuzzle
from entails.service.checkup import check_service
from entails.service.jobs import reach_database, store_of
from entails.service.metrics import Metrics
from entails.service.middleware import BadTokens, Guard, RequestRejected, is_allowed
from entails.service.postgres import PostgresStore
from entails.service.settings import ServiceSettings
from entails.service.state import Server
from entails.service.store import JobFilter, SqliteStore, StoreUnavailable

DEPLOY = Path(__file__).parents[2] / "deploy"


def line(name: str, token: str) -> str:
    return f"{name} sha256:{hashlib.sha256(token.encode()).hexdigest()}\n"


def scope_with(token: str) -> dict[str, Any]:
    return {"headers": [(b"authorization", f"Bearer {token}".encode())], "client": ("10.0.0.9", 1)}


def test_tokens_are_replaced_without_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "tokens"
    file.write_text(line("ann", "old"))
    guard = Guard.of(ServiceSettings(tokens=str(file), token="fixed"))
    now = time.monotonic()
    monkeypatch.setattr("entails.service.middleware.time.monotonic", lambda: now)
    assert guard.caller(scope_with("old")).owner == "ann"
    file.write_text(line("ann", "new") + line("bob", "other"))
    os.utime(file, ns=(1, 1))  # as after a copy that keeps an old time
    assert guard.caller(scope_with("old")).owner == "ann"  # the server checks once a second
    now += 2
    for token, owner in (("new", "ann"), ("other", "bob"), ("fixed", "token")):
        assert guard.caller(scope_with(token)).owner == owner
    with pytest.raises(RequestRejected):
        guard.caller(scope_with("old"))
    for broken in ("no token at all\n", ""):
        file.write_text(broken)
        now += 2
        assert guard.caller(scope_with("new")).owner == "ann"  # an invalid token file does not lock out clients
    file.unlink()
    now += 2
    assert guard.caller(scope_with("new")).owner == "ann"
    with pytest.raises(BadTokens):
        Guard.of(ServiceSettings(tokens=str(file)))


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("example.org", True),
        ("EXAMPLE.org:8000", True),
        ("a.b.example.net", True),
        ("example.net", False),
        ("evilexample.net", False),
        ("[::1]:8000", True),
        ("[::2]", False),
        ("", False),
        ("127.0.0.1", False),
        ("example.org.evil.com", False),
    ],
)
def test_accepted_hosts(header: str, expected: bool) -> None:
    assert is_allowed(header, ("example.org", "*.example.net", "[::1]")) is expected


@pytest.mark.parametrize(
    "settings",
    [
        {"allowed_host": ["https://example.org"]},
        {"allowed_host": ["example.org:80"]},
        {"metrics_address": "host:"},
        {"metrics_address": "70000"},
        {"jobs_backup": "copy", "jobs_db": "postgresql://db/x"},
        {"database_seconds": 0.0},
    ],
)
def test_settings_that_make_no_sense_are_rejected(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(settings))):
        ServiceSettings(**settings)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def test_a_server_with_hosts_own_metrics_and_copies(tmp_path: Path) -> None:
    port, copy = free_port(), tmp_path / "copies" / "jobs.copy"
    copy.parent.mkdir()
    choices = {"allowed_host": ["puzzles.example"], "metrics_address": str(port), "jobs_backup": str(copy)}
    with running_server(tmp_path, **choices, workers=1) as server:
        name = {"Host": "puzzles.example"}
        rebound = httpx.get(f"{server.address}v1/puzzles", headers={"Host": "evil.example"})
        assert rebound.status_code == 421
        assert rebound.headers["content-type"] == "application/problem+json"
        assert httpx.get(f"{server.address}page/main.js").status_code == 421
        assert httpx.get(f"{server.address}page/main.js", headers=name).status_code == 200
        assert httpx.get(f"{server.address}healthz").status_code == 200  # probes send an address
        assert httpx.get(f"{server.address}metrics", headers=name).status_code == 404
        metrics = httpx.get(f"http://127.0.0.1:{port}/metrics")
        assert metrics.status_code == 200
        assert "\nentails_calls_running " in metrics.text
        assert httpx.get(f"http://127.0.0.1:{port}/v1/puzzles").status_code == 404
        checks = {check.name: check for check in check_service(server.address, None).checks}
        assert (checks["tokens"].state, "--allowed-host" in checks["tokens"].text) == ("failed", True)
        until(copy.exists)
        names = alert_names()
        assert names <= set(re.findall(r"^(\w+)[ {]", metrics.text, re.M)) | documented_names()
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT count(*) FROM jobs").fetchone() == (0,)


def test_metrics_need_a_token_or_a_local_client(tmp_path: Path) -> None:
    def admitted(address: str, **settings: Any) -> int:
        server = Server(ServiceSettings(jobs_db=str(tmp_path / "jobs.sqlite"), warm=False, **settings))
        try:
            server.admit_to_metrics({"type": "http", "headers": [], "client": (address, 1)})
        except RequestRejected as refused:
            return refused.status
        finally:
            server.release()
        return 200

    assert admitted("127.0.0.1") == admitted("::1") == 200
    assert admitted("10.0.0.1") == admitted("unknown") == 403
    assert admitted("127.0.0.1", token="secret") == 401
    assert admitted("127.0.0.1", metrics_address="9100") == 404


def test_a_copy_of_the_job_database_restores_every_job(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "jobs.sqlite")
    store.add(new_job("queued", key="k"), 9, 9)
    store.add(new_job("running"), 9, 9)
    store.add(new_job("ended"), 9, 9)
    store.back_up(tmp_path / "copy.sqlite")  # while it is open and locked
    store.add(new_job("later"), 9, 9)
    claimed = store.claim("here", 15.0)
    assert claimed is not None
    store.end(claimed, "succeeded", result='{"count": 1}')
    store.back_up(tmp_path / "copy.sqlite")
    store.close()
    (tmp_path / "jobs.sqlite").unlink()
    restored = SqliteStore(tmp_path / "copy.sqlite")
    assert {job.id for job in restored.listed(JobFilter(most=9))} == {"queued", "running", "ended", "later"}
    ended = restored.get(claimed.id)
    assert ended is not None
    assert ended.result == '{"count": 1}'
    assert restored.forget(-1.0) == 1  # retention deletes what has ended, and nothing else
    assert restored.counts() == {"queued": 3}
    with pytest.raises(StoreUnavailable):
        restored.back_up(tmp_path / "missing" / "copy.sqlite")
    restored.close()


def test_a_dump_of_postgresql_restores_every_job(cluster: Cluster, tmp_path: Path) -> None:
    if shutil.which("pg_dump") is None or shutil.which("psql") is None:
        pytest.skip("pg_dump and psql are not installed")
    address, second = cluster.new_database(), cluster.new_database()
    store = PostgresStore(address)
    store.add(new_job("first", key="k"), 9, 9)
    store.add(new_job("second"), 9, 9)
    dump = tmp_path / "jobs.sql"
    subprocess.run(["pg_dump", "--no-owner", "--file", str(dump), address], check=True, stderr=subprocess.DEVNULL)
    subprocess.run(
        ["psql", "-q", "-v", "ON_ERROR_STOP=1", "-f", str(dump), second], check=True, stdout=subprocess.DEVNULL
    )
    restored = PostgresStore(second)
    assert {job.id for job in restored.listed(JobFilter(most=9))} == {"first", "second"}
    claimed = restored.claim("here", 15.0)
    assert claimed is not None
    restored.close()
    store.close()


_OTHER_EXTRAS = ("psycopg", "mcp", "pyarrow", "distributed", "matplotlib")


def test_a_server_needs_no_package_of_another_extra(tmp_path: Path) -> None:
    """A server runs with only the `service` extra installed."""
    script = (
        "import sys; sys.modules |= dict.fromkeys(sys.argv[2:]); "
        "from entails.service.app import create_app; from entails.service.server import run; "
        "from entails.service.settings import ServiceSettings; "
        "create_app(ServiceSettings(jobs_db=sys.argv[1])).state.server.release()"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "jobs.sqlite"), *_OTHER_EXTRAS]
    subprocess.run(command, check=True)


SECRET = "postgresql://entails:hunter2@127.0.0.1:{port}/secret_name"


def test_a_database_that_does_not_respond_is_reported_without_its_address() -> None:
    pytest.importorskip("psycopg")
    store = PostgresStore(SECRET.format(port=free_port()))
    with pytest.raises(StoreUnavailable) as trouble:
        store.probe()
    assert str(trouble.value) == "the database does not respond"
    store.close()


def test_serve_gives_up_on_a_database_that_it_cannot_reach(caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("psycopg")
    settings = ServiceSettings(jobs_db=SECRET.format(port=free_port()), database_seconds=1.2)
    begun = time.monotonic()
    with pytest.raises(InvalidPuzzle, match=r"does not respond for 1\.2 s") as error:
        reach_database(store_of(settings), settings)
    assert len(caplog.records) == 1  # not one for each attempt
    assert "hunter2" not in str(error.value)
    assert time.monotonic() - begun < 30


def documented_names() -> set[str]:
    """Return the documented metrics that appear with the first request, job or scrape."""
    metrics = Metrics()
    metrics.request("GET", "/", 200, 0.1)
    metrics.call("a", "answered")
    metrics.job("a", "succeeded", 1.0)
    metrics.connection_refused("full")
    return {"up", *re.findall(r"^(\w+)[ {]", metrics.text().decode(), re.M)}


def alert_names() -> set[str]:
    """Return the metrics that the alerts and the dashboard use."""
    rules = yaml.safe_load((DEPLOY / "prometheus-rules.yml").read_text(encoding="utf-8"))
    board = json.loads((DEPLOY / "grafana-dashboard.json").read_text(encoding="utf-8"))
    texts = [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    texts += [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    return set(re.findall(r"\b(?:entails|process)_\w+", " ".join(texts)))


def test_alerts_and_dashboard_are_well_formed() -> None:
    path = DEPLOY / "prometheus-rules.yml"
    for group in yaml.safe_load(path.read_text(encoding="utf-8"))["groups"]:
        assert group["name"]
        names = [rule["alert"] for rule in group["rules"]]
        assert len(names) == len(set(names))
        for rule in group["rules"]:
            assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
            assert rule["labels"]["severity"] in ("page", "ticket")
            assert rule["annotations"]["summary"]
            assert rule["expr"].count("(") == rule["expr"].count(")")


HEALTHY = {
    "up": "1x240",
    "entails_kernels_missing": "0x240",
    'entails_requests_total{status="200"}': "0+60x240",
    'entails_requests_total{status="429"}': "0+6x240",
    'entails_requests_total{status="500"}': "0+0.5x240",
    'entails_request_seconds_bucket{route="/v1/solve",le="2.5"}': "0+60x240",
    'entails_request_seconds_bucket{route="/v1/solve",le="5.0"}': "0+60x240",
    'entails_request_seconds_bucket{route="/v1/solve",le="+Inf"}': "0+60x240",
    "entails_workers_replaced": "0+1x240",
    "entails_tasks_failed": "0x240",
    "entails_jobs_queued": "3x240",
    "entails_jobs_running": "1x240",
    "entails_jobs_backup_time_seconds": "0+60x240",
}
"""A server without trouble for four hours, with a value a minute."""
TROUBLE = {
    "EntailsDown": {"up": "0x240"},
    "EntailsNotReady": {"entails_kernels_missing": "2x240"},
    "EntailsErrors": {'entails_requests_total{status="500"}': "0+3x240"},
    "EntailsBusy": {'entails_requests_total{status="429"}': "0+60x240"},
    "EntailsSlow": {'entails_request_seconds_bucket{route="/v1/solve",le="2.5"}': "0x240"},
    "EntailsWorkersDie": {"entails_workers_replaced": "0+10x240"},
    "EntailsTasksFail": {"entails_tasks_failed": "0+1x240"},
    "EntailsJobsWait": {"entails_jobs_running": "0x240"},
    "EntailsBackupOld": {"entails_jobs_backup_time_seconds": "60x240"},
}
"""The series that differ when an alert must fire."""


def promtool() -> str:
    program = shutil.which("promtool")
    if program is None:
        missing = "promtool is not installed (Debian, Ubuntu: apt install prometheus)"
        pytest.fail(missing) if os.environ.get("ENTAILS_REQUIRE_PROMETHEUS") else pytest.skip(missing)
    return program


def test_each_alert_fires_in_its_trouble_and_no_other_does(tmp_path: Path) -> None:
    """Prometheus itself evaluates the rules on series that this test makes up."""
    program, path = promtool(), DEPLOY / "prometheus-rules.yml"
    rules = {rule["alert"]: rule for group in yaml.safe_load(path.read_text())["groups"] for rule in group["rules"]}
    assert set(rules) == set(TROUBLE)
    cases = []
    for trouble, changed in [("", {}), *TROUBLE.items()]:
        series = [(name.partition("{"), values) for name, values in (HEALTHY | changed).items()]
        expected = [(name, [_alert(rules[name])] if name == trouble else []) for name in rules]
        cases.append(
            {
                "interval": "1m",
                "input_series": [
                    {
                        "series": f'{name}{{job="entails",instance="a"{"," if more else ""}{more or "}"}',
                        "values": values,
                    }
                    for (name, _, more), values in series
                ],
                "alert_rule_test": [
                    {"eval_time": "4h", "alertname": name, "exp_alerts": alerts} for name, alerts in expected
                ],
            }
        )
    file = tmp_path / "alerts.yml"
    file.write_text(yaml.safe_dump({"rule_files": [str(path)], "evaluation_interval": "1m", "tests": cases}))
    ran = subprocess.run([program, "test", "rules", str(file)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def _alert(rule: dict[str, Any]) -> dict[str, Any]:
    """The labels and annotations with which a rule fires."""
    labels = {"instance": "a", **({} if "by (instance" in rule["expr"] else {"job": "entails"}), **rule["labels"]}
    summary = rule["annotations"]["summary"].replace("{{ $labels.instance }}", "a")
    return {"exp_labels": labels, "exp_annotations": {"summary": summary}}


def test_doctor_checks_a_deployment(tmp_path: Path) -> None:
    run = CliRunner()
    with running_server(tmp_path, workers=1, token="secret") as server:
        server.ready()
        good = run.invoke(command_line, ["doctor", "--service", server.address, "--token", "secret", "--json"])
        assert good.exit_code == 0, good.output
        report = json.loads(good.stdout)
        assert report["ok"]
        assert {check["name"] for check in report["checks"]} >= {"healthz", "readyz", "request", "job", "tokens"}
        bad = run.invoke(command_line, ["doctor", "--service", server.address, "--token", "wrong"])
        assert bad.exit_code == 1
        assert "401" in bad.stdout
        client = server.client("secret")
        assert client.ask("sudoku/count", puzzle=GRID).count == 1
        client.close()
    gone = run.invoke(command_line, ["doctor", "--service", server.address])
    assert gone.exit_code == 1
    assert "cannot be reached" in gone.stdout
