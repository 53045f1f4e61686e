"""The job store: quotas, turns, leases and endings, the same in SQLite and PostgreSQL."""

import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from service.postgres import Cluster
from service.stores import new_job

from entails.service.store import (
    MOST_ATTEMPTS,
    JobFilter,
    JobStore,
    KeyReused,
    SqliteStore,
    StoreInUse,
    StoreUnavailable,
    TooManyJobs,
)


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[JobStore]:
    if request.param == "sqlite":
        opened: JobStore = SqliteStore(tmp_path / "jobs.sqlite")
    else:
        from entails.service.postgres import PostgresStore

        running: Cluster = request.getfixturevalue("cluster")
        opened = PostgresStore(running.new_database())
    yield opened
    opened.close()


def test_quotas_count_by_client_and_in_all(store: JobStore) -> None:
    for number in range(2):
        store.add(new_job(f"a{number}", client="ann"), most=3, most_of_client=2)
    with pytest.raises(TooManyJobs) as many:
        store.add(new_job("a2", client="ann"), most=3, most_of_client=2)
    assert many.value.of_client
    store.add(new_job("b0", client="bob"), most=3, most_of_client=2)
    with pytest.raises(TooManyJobs) as many:
        store.add(new_job("c0", client="cat"), most=3, most_of_client=2)
    assert not many.value.of_client


def test_clients_take_turns(store: JobStore) -> None:
    for identity, client in (("a0", "ann"), ("a1", "ann"), ("a2", "ann"), ("b0", "bob")):
        store.add(new_job(identity, client=client), 10, 10)
    claimed = [store.claim("w", 60) for _ in range(5)]
    assert [job.id if job else None for job in claimed] == ["a0", "b0", "a1", "a2", None]


def test_a_job_that_waits_knows_how_many_come_before_it(store: JobStore) -> None:
    for identity, client in (("a0", "ann"), ("a1", "ann"), ("a2", "ann"), ("b0", "bob"), ("b1", "bob")):
        store.add(new_job(identity, client=client), 10, 10)
    while True:
        waiting = [store.seen(f"{name}") for name in ("a0", "a1", "a2", "b0", "b1")]
        report = {job.id: before for job, before in filter(None, waiting) if before is not None}
        if not report:
            break
        assert sorted(report.values()) == list(range(len(report)))
        claimed = store.claim("w", 60)
        assert claimed is not None
        assert report[claimed.id] == 0
        assert (store.seen(claimed.id) or (None, 0))[1] is None
    assert store.seen("nobody") is None


def test_a_key_is_its_owners(store: JobStore) -> None:
    first, is_new = store.add(new_job("a", owner="ann", key="k"), 9, 9)
    assert is_new
    assert store.add(new_job("b", owner="ann", key="k"), 9, 9) == (first, False)
    assert store.add(new_job("c", owner="bob", key="k"), 9, 9)[1]
    with pytest.raises(KeyReused):
        store.add(new_job("d", owner="ann", key="k", request='{"puzzle": "x"}'), 9, 9)


def test_only_the_worker_that_has_a_job_says_how_it_ended(store: JobStore) -> None:
    store.add(new_job("a"), 9, 9)
    first = store.claim("one", lease=60)
    assert first is not None
    assert store.claim("two", lease=60) is None
    second = store.claim("two", lease=-1)  # the lease has expired for the job without a heartbeat
    assert second is not None
    assert (second.id, second.worker, second.attempts) == ("a", "two", 2)
    assert store.beat("one") == set()
    assert store.beat("two") == {"a"}
    assert not store.end(first, "succeeded", result='"late"')
    store.progress(first, 0.9, "late")
    assert store.end(second, "succeeded", result='"right"')
    assert not store.end(second, "succeeded", result='"again"')
    ended = store.get("a")
    assert ended is not None
    assert (ended.state, ended.result, ended.text) == ("succeeded", '"right"', "")


def test_what_is_put_back_does_not_count_as_an_attempt(store: JobStore) -> None:
    store.add(new_job("a"), 9, 9)
    for _ in range(MOST_ATTEMPTS + 1):
        job = store.claim("one", 60)
        assert job is not None
        assert job.attempts == 1
        store.release(job)


def test_a_job_that_kills_its_worker_is_given_up(store: JobStore) -> None:
    store.add(new_job("a"), 9, 9)
    for attempt in range(MOST_ATTEMPTS):
        job = store.claim(f"worker {attempt}", lease=-1)
        assert job is not None
    assert store.claim("last", lease=-1) is None
    given_up = store.get("a")
    assert given_up is not None
    assert given_up.state == "interrupted"


def test_jobs_are_listed_in_pages(store: JobStore) -> None:
    for number in range(5):
        store.add(new_job(f"j{number}", client="ann", owner="ann"), 9, 9)
    store.add(new_job("other", client="bob", owner="bob"), 9, 9)
    store.cancel("j1")
    whole = [job.id for job in store.listed(JobFilter(most=9, owner="ann"))]
    assert whole == ["j4", "j3", "j2", "j1", "j0"]
    assert [job.id for job in store.listed(JobFilter(most=2, owner="ann", before="j3"))] == ["j2", "j1"]
    assert [job.id for job in store.listed(JobFilter(most=9, state="cancelled"))] == ["j1"]
    assert [job.id for job in store.listed(JobFilter(most=9, client="bob", call="sudoku/count"))] == ["other"]
    assert store.listed(JobFilter(most=9, call="sudoku/solve")) == []
    assert store.counts() == {"queued": 5, "cancelled": 1}


def test_results_are_kept_for_their_time(store: JobStore) -> None:
    store.add(new_job("a"), 9, 9)
    assert store.forget(-10) == 0
    job = store.claim("w", 60)
    assert job is not None
    assert store.end(job, "succeeded", result="{}")
    assert not store.cancel("a")
    assert store.forget(10) == 0
    assert store.forget(-10) == 1
    assert store.get("a") is None


def test_many_claim_at_once_and_each_job_goes_to_one(cluster: Cluster) -> None:
    from entails.service.postgres import PostgresStore

    address = cluster.new_database()
    store = PostgresStore(address)
    for number in range(40):
        store.add(new_job(f"j{number}"), 99, 99)
    store.close()
    texts: list[str] = []

    def claim(name: str) -> None:
        own = PostgresStore(address)
        while (job := own.claim(name, 60)) is not None:
            texts.append(job.id)
        own.close()

    threads = [threading.Thread(target=claim, args=(f"w{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(texts) == sorted(f"j{number}" for number in range(40))


def test_two_servers_do_not_share_a_file(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "jobs.sqlite")
    store.add(new_job("a"), 9, 9)
    with pytest.raises(StoreInUse):
        SqliteStore(tmp_path / "jobs.sqlite")
    store.close()
    again = SqliteStore(tmp_path / "jobs.sqlite")
    assert again.counts() == {"queued": 1}
    again.close()


def test_the_file_of_an_older_entails_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "jobs.sqlite"
    with sqlite3.connect(path) as old:
        old.execute(
            "CREATE TABLE jobs (id TEXT PRIMARY KEY, key TEXT UNIQUE, call TEXT NOT NULL, request TEXT NOT NULL, "
            "state TEXT NOT NULL, share REAL, text TEXT NOT NULL DEFAULT '', result TEXT, problem TEXT, "
            "attempts INTEGER NOT NULL DEFAULT 0, created REAL NOT NULL, started REAL, ended REAL)"
        )
        old.execute("INSERT INTO jobs (id, key, call, request, state, created) VALUES ('a','k','c','{}','running',1)")
    old.close()
    store = SqliteStore(path)
    assert store.recover() == 1
    job = store.claim("w", 60)
    assert job is not None
    assert (job.id, job.owner, job.worker) == ("a", "", "w")
    store.close()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "jobs.sqlite"
    path.write_bytes(b"not a database" * 1000)
    with pytest.raises(sqlite3.DatabaseError):
        SqliteStore(path)


def test_a_file_that_is_damaged_and_mended_is_used_again(tmp_path: Path) -> None:
    path = tmp_path / "jobs.sqlite"
    store = SqliteStore(path)
    store.add(new_job("a"), 9, 9)
    store.close()
    good = path.read_bytes()
    path.write_bytes(b"not a database" * 1000)
    with pytest.raises(StoreUnavailable, match="damaged"):
        store.get("a")
    path.write_bytes(good)
    assert store.get("a") is not None
    blocker = sqlite3.connect(path)
    store.close()
    blocker.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreUnavailable, match="locked"):
        store.get("a")
    blocker.rollback()
    blocker.close()
    assert store.get("a") is not None
    store.close()
