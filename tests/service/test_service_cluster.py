"""Several machines: two servers and two workers share jobs in PostgreSQL, and some are killed during jobs."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import psycopg
import pytest
from service.postgres import Cluster
from service.running_server import RunningServer, running_server
from service.test_service_calls import GRID, pigeons
from service.test_service_jobs import until

_WORK = (
    "import json, sys; from entails.service.jobs import work; from entails.service.settings import ServiceSettings; "
    "work(ServiceSettings(**json.loads(sys.argv[1])), lambda name: print(name, flush=True))"
)
LEASE = 3.0
MOST = 12


class Worker:
    """A process of `entails worker`; `name` is its name in the database."""

    def __init__(self, address: str, folder: Path) -> None:
        text = {"jobs_db": address, "job_workers": 1, "lease": LEASE, "warm": False}
        with (folder / "worker.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", _WORK, json.dumps(text)], stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self.process.stdout is not None
        self.name = self.process.stdout.readline().strip()

    def end(self, how: signal.Signals) -> None:
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(timeout=60)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="module")
def address(cluster: Cluster) -> str:
    return cluster.new_database()


@pytest.fixture(scope="module")
def parts(address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[list[RunningServer], list[Worker]]]:
    with ExitStack() as stack:
        servers, workers = [], []
        for name in ("one", "two"):
            folder = tmp_path_factory.mktemp(name)
            choices = {"jobs_db": address, "job_workers": 0, "lease": LEASE, "workers": 1}
            servers.append(stack.enter_context(running_server(folder, **choices)))
            workers.append(Worker(address, folder))
            stack.callback(workers[-1].end, signal.SIGKILL)
        yield servers, workers


def test_watching_and_cancelling_reach_another_machine(
    parts: tuple[list[RunningServer], list[Worker]],
    cluster: Cluster,
) -> None:
    first, second = parts[0]
    first.ready()
    second.ready()
    with first.client() as client, second.client() as elsewhere:
        job = client.begin("cnf/solve", puzzle=pigeons(13))
        until(lambda: elsewhere.job(job.id).state == "running")
        assert elsewhere.cancel(job.id).state == "cancelled"
        assert [event.state for event in client.events(job.id)][-1] == "cancelled"
        quick = client.begin("sudoku/count", puzzle=GRID)  # a worker is free again
        assert [event.state for event in elsewhere.events(quick.id)][-1] == "succeeded"
        cluster.stop()
        try:
            response = httpx.post(
                f"{first.address}v1/jobs", json={"call": "sudoku/count", "request": {"puzzle": GRID}}, timeout=60
            )
            assert response.status_code == 503
            assert "the job store is unavailable" in response.json()["detail"]
            assert httpx.get(f"{first.address}readyz", timeout=60).status_code == 503
            assert client.ask("sudoku/count", puzzle=GRID).count == 1
        finally:
            cluster.start()
        first.ready()
        until(lambda: _begun(first) is not None)
        assert client.job(quick.id).state == "succeeded"


def _begun(server: RunningServer) -> str | None:
    body = {"call": "sudoku/count", "request": {"puzzle": GRID}}
    response = httpx.post(f"{server.address}v1/jobs", json=body, timeout=60)
    return response.json()["id"] if response.status_code == 202 else None


def test_nothing_is_lost_and_nothing_is_answered_twice(
    parts: tuple[list[RunningServer], list[Worker]], address: str
) -> None:
    (first, second), (doomed, another) = parts
    first.ready()
    second.ready()
    with psycopg.connect(address, autocommit=True) as database:
        database.execute("CREATE TABLE endings (id text, state text)")
        database.execute(
            "CREATE FUNCTION note() RETURNS trigger AS $$ BEGIN INSERT INTO endings VALUES (NEW.id, NEW.state); "
            "RETURN NEW; END $$ LANGUAGE plpgsql"
        )
        database.execute(
            "CREATE TRIGGER noting AFTER UPDATE ON jobs FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state "
            "AND NEW.state NOT IN ('queued', 'running')) EXECUTE FUNCTION note()"
        )
        jobs = []
        for number in range(MOST):
            body = {"call": "cnf/solve", "request": {"puzzle": pigeons(9 if number % 3 else 6), "seconds": 1}}
            server = (first, second)[number % 2]
            headers = {"Idempotency-Key": f"order {number}"}
            jobs.append(httpx.post(f"{server.address}v1/jobs", json=body, headers=headers).json()["id"])

        def running_by(worker: Worker) -> int:
            text = "SELECT count(*) FROM jobs WHERE state = 'running' AND worker = %s"
            outcome = database.execute(text, (worker.name,)).fetchone()
            assert outcome is not None
            return int(outcome[0])

        until(lambda: running_by(doomed) == 1)
        doomed.end(signal.SIGKILL)
        first.kill()
        # the same key gives the same job on the second server
        again = httpx.post(
            f"{second.address}v1/jobs",
            json={"call": "cnf/solve", "request": {"puzzle": pigeons(6), "seconds": 1}},
            headers={"Idempotency-Key": "order 0"},
        )
        assert again.json()["id"] == jobs[0]
        with second.client() as client:
            states = [client.wait(identity, 300).state for identity in jobs]
        assert states == ["succeeded"] * MOST
        result = database.execute("SELECT id FROM endings WHERE id = ANY(%s)", (jobs,)).fetchall()
        assert sorted(row[0] for row in result) == sorted(jobs)  # each ended once
        attempts = dict(database.execute("SELECT id, attempts FROM jobs WHERE id = ANY(%s)", (jobs,)).fetchall())
        assert sum(attempts.values()) == MOST + 1  # the job of the killed worker was started twice
        another.end(signal.SIGTERM)


def test_a_worker_without_a_database_is_refused() -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "entails", "worker", "--jobs-db", "/tmp/jobs.sqlite"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ},
    )
    assert finished.returncode == 2
    assert "postgresql://" in finished.stderr
    assert "Traceback" not in finished.stderr
