"""The job store: request, state and result of every accepted job, none of which is lost.

`JobStore` has the SQL that SQLite and PostgreSQL share. `SqliteStore` executes it for one server; its disk errors are
reported in words and may be temporary. `PostgresStore` (postgres.py) is for several servers. Each method is one
transaction. A running job belongs to the worker and the attempt that claimed it; only they can end it, so that a job
that another worker has taken over gets one result.
"""

import logging
import os
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal

_log = logging.getLogger("entails.jobs")

State = Literal["queued", "running", "succeeded", "failed", "cancelled", "interrupted"]
ENDED: tuple[State, ...] = ("succeeded", "failed", "cancelled", "interrupted")
MOST_ATTEMPTS = 3
"""Attempts after which a job fails, because it may be the cause of the crashes."""


class StoreUnavailable(Exception):
    """The job store is unavailable, perhaps temporarily; the message gives the reason."""


class StoreInUse(Exception):
    """Another server uses the file of this job store."""


class KeyReused(Exception):
    """The Idempotency-Key was used before for another request."""


class TooManyJobs(Exception):
    """Too many jobs are queued; `of_client` means that the limit per client is reached."""

    def __init__(self, *, of_client: bool) -> None:
        super().__init__()
        self.of_client = of_client


@dataclass(frozen=True)
class StoredJob:
    """A row of the table of jobs.

    Attributes:
        owner: Name of the token of the request.
        client: Identity for quotas.
        share: Progress between 0 and 1, or None.
        text: Progress in words.
        result: The report as JSON.
        problem: A problem document as JSON.
    """

    id: str
    owner: str
    client: str
    call: str
    request: str
    state: State
    share: float | None
    text: str
    result: str | None
    problem: str | None
    attempts: int
    worker: str | None
    created: float
    started: float | None
    ended: float | None

    @property
    def has_ended(self) -> bool:
        return self.state in ENDED


@dataclass(frozen=True)
class NewJob:
    """A job to be queued."""

    id: str
    owner: str
    client: str
    key: str | None
    call: str
    request: str

    @property
    def whole_key(self) -> str | None:
        """The idempotency key, prefixed by its owner so that owners do not share keys."""
        return f"{self.owner}\x1f{self.key}" if self.key is not None and self.owner else self.key


@dataclass(frozen=True)
class JobFilter:
    """A filter of jobs to list, newest first; `before` is the id of the last job of the previous page."""

    most: int
    owner: str | None = None
    client: str | None = None
    state: State | None = None
    call: str | None = None
    before: str | None = None


COLUMNS = ", ".join(field.name for field in fields(StoredJob))
_COLUMN_TYPES: Mapping[str, str] = {
    "id": "TEXT PRIMARY KEY",
    "key": "TEXT UNIQUE",
    "call": "TEXT NOT NULL",
    "request": "TEXT NOT NULL",
    "state": "TEXT NOT NULL",
    "share": "DOUBLE PRECISION",
    "text": "TEXT NOT NULL DEFAULT ''",
    "result": "TEXT",
    "problem": "TEXT",
    "attempts": "INTEGER NOT NULL DEFAULT 0",
    "created": "DOUBLE PRECISION NOT NULL",
    "started": "DOUBLE PRECISION",
    "ended": "DOUBLE PRECISION",
    "owner": "TEXT NOT NULL DEFAULT ''",
    "client": "TEXT NOT NULL DEFAULT ''",
    "worker": "TEXT",
    "beat": "DOUBLE PRECISION",
}
"""Columns of the table, in the order in which they were added; tables of earlier versions lack the last ones."""

_BEFORE = """WITH line AS (
  SELECT id, created, row_number() OVER (PARTITION BY client ORDER BY created, id) + (
    SELECT count(*) FROM jobs AS others WHERE others.client = jobs.client AND others.state = 'running') AS turn
  FROM jobs WHERE state = 'queued')
SELECT count(*) FROM line, (SELECT id, created, turn FROM line WHERE id = ?) AS mine
WHERE (line.turn, line.created, line.id) < (mine.turn, mine.created, mine.id)"""

Execute = Callable[..., list[tuple[Any, ...]]]


class JobStore(ABC):
    """Base class of job stores. Methods are short and called from one thread; all raise StoreUnavailable."""

    now = "?"
    """SQL expression of the current time in seconds since 1970."""
    skip_locked = ""

    @abstractmethod
    def transaction(self, work: Callable[[Execute], Any]) -> Any:
        """Run `work` as one transaction and return its result.

        `work` gets a function that executes a statement with `?` for parameters and returns the rows.
        """

    def tell(self, execute: Execute, news: str) -> None:  # noqa: B027
        """Notify other machines. `news` is the id of a changed job, or "queued"."""

    def listen(self, hear: Callable[[str], None], stopped: Callable[[], bool]) -> None:  # noqa: B027
        """Call `hear` with each notification from another machine until `stopped`. Runs in its own thread."""

    def back_up(self, path: Path) -> None:
        """Write a copy of the whole store. Raises StoreUnavailable."""
        raise StoreUnavailable(f"this store makes no copies ({path.name})")

    def reach(self, seconds: float) -> None:  # noqa: B027
        """Wait until the store responds; raise StoreUnavailable if it takes longer than `seconds`."""

    @abstractmethod
    def close(self) -> None:
        """Close the connection; the next call of a method opens it again."""

    def prepare(self, execute: Execute, known: Sequence[str]) -> None:
        """Create the table, or add missing columns."""
        if not known:
            columns = ", ".join(f"{name} {kind}" for name, kind in _COLUMN_TYPES.items())
            execute(f"CREATE TABLE IF NOT EXISTS jobs ({columns})")
        for name in _COLUMN_TYPES:
            if known and name not in known:
                execute(f"ALTER TABLE jobs ADD COLUMN {name} {_COLUMN_TYPES[name]}")
        execute("CREATE INDEX IF NOT EXISTS by_state ON jobs (state, created)")
        execute("CREATE INDEX IF NOT EXISTS by_client ON jobs (client, state)")
        execute("CREATE TABLE IF NOT EXISTS probes (id INTEGER PRIMARY KEY, filler TEXT NOT NULL)")

    def recover(self) -> int:
        """Put jobs that were running when the only server ended back into the queue; return their number."""

        def work(execute: Execute) -> int:
            self._give_up(execute, "state = 'running'")
            rows = execute("UPDATE jobs SET state = 'queued', share = NULL WHERE state = 'running' RETURNING id")
            return len(rows)

        return int(self.transaction(work))

    def _give_up(self, execute: Execute, condition: str, *values: Any) -> None:
        execute(
            f"UPDATE jobs SET state = 'interrupted', ended = {self.now} WHERE {condition} AND attempts >= ?",
            *values,
            MOST_ATTEMPTS,
        )

    def add(self, job: NewJob, most: int, most_of_client: int) -> tuple[StoredJob, bool]:
        """Queue a job; return it and whether it is new. The same key and request return the earlier job."""

        def work(execute: Execute) -> tuple[StoredJob, bool]:
            if job.key is not None:
                rows = execute(f"SELECT {COLUMNS} FROM jobs WHERE key = ?", job.whole_key)
                if rows:
                    known = StoredJob(*rows[0])
                    if (known.call, known.request) != (job.call, job.request):
                        raise KeyReused
                    return known, False
            queued = execute(
                "SELECT count(*), coalesce(sum(CASE WHEN client = ? THEN 1 ELSE 0 END), 0) FROM jobs "
                "WHERE state = 'queued'",
                job.client,
            )[0]
            if queued[1] >= most_of_client or queued[0] >= most:
                raise TooManyJobs(of_client=queued[1] >= most_of_client)
            rows = execute(
                "INSERT INTO jobs (id, key, owner, client, call, request, state, created) "
                f"VALUES (?, ?, ?, ?, ?, ?, 'queued', {self.now}) RETURNING {COLUMNS}",
                job.id,
                job.whole_key,
                job.owner,
                job.client,
                job.call,
                job.request,
            )
            self.tell(execute, "queued")
            return StoredJob(*rows[0]), True

        added: tuple[StoredJob, bool] = self.transaction(work)
        return added

    def get(self, identity: str) -> StoredJob | None:
        rows = self.transaction(lambda execute: execute(f"SELECT {COLUMNS} FROM jobs WHERE id = ?", identity))
        return StoredJob(*rows[0]) if rows else None

    def seen(self, identity: str) -> tuple[StoredJob, int | None] | None:
        """Return a job, and the number of jobs before it in the queue."""

        def work(execute: Execute) -> tuple[StoredJob, int | None] | None:
            rows = execute(f"SELECT {COLUMNS} FROM jobs WHERE id = ?", identity)
            if not rows:
                return None
            job = StoredJob(*rows[0])
            return job, int(execute(_BEFORE, identity)[0][0]) if job.state == "queued" else None

        seen: tuple[StoredJob, int | None] | None = self.transaction(work)
        return seen

    def listed(self, wanted: JobFilter) -> list[StoredJob]:
        """Return jobs that match a filter, without requests and results."""
        conditions, values = ["1 = 1"], []
        for column in ("owner", "client", "state", "call"):
            if (value := getattr(wanted, column)) is not None:
                conditions.append(f"{column} = ?")
                values.append(value)
        if wanted.before is not None:
            conditions.append("(created, id) < (SELECT created, id FROM jobs WHERE id = ?)")
            values.append(wanted.before)
        columns = COLUMNS.replace(", request,", ", '',").replace(", result,", ", NULL,")
        rows = self.transaction(
            lambda execute: execute(
                f"SELECT {columns} FROM jobs WHERE {' AND '.join(conditions)} ORDER BY created DESC, id DESC LIMIT ?",
                *values,
                wanted.most,
            )
        )
        return [StoredJob(*row) for row in rows]

    def counts(self) -> dict[State, int]:
        rows = self.transaction(lambda execute: execute("SELECT state, count(*) FROM jobs GROUP BY state"))
        return {state: int(number) for state, number in rows}

    def claim(self, worker: str, lease: float, without: Collection[str] = ()) -> StoredJob | None:
        """Mark the next job as running and return it, or None if there is none.

        That is the oldest job of the client with the fewest running jobs; jobs whose worker sent no heartbeat for the
        duration of a lease count as queued.
        """

        others = f" AND call NOT IN ({', '.join('?' * len(without))})" if without else ""

        def work(execute: Execute) -> list[tuple[Any, ...]]:
            silent = f"state = 'running' AND beat < {self.now} - ?"
            self._give_up(execute, silent, lease)
            return execute(
                f"UPDATE jobs SET state = 'running', started = {self.now}, beat = {self.now}, worker = ?, "
                "attempts = attempts + 1, share = NULL, text = '' WHERE id = ("
                f"SELECT id FROM jobs WHERE (state = 'queued' OR ({silent})){others} ORDER BY "
                "(SELECT count(*) FROM jobs AS others WHERE others.client = jobs.client AND others.state = 'running'), "
                f"created, id LIMIT 1{self.skip_locked}) RETURNING {COLUMNS}",
                worker,
                lease,
                *without,
            )

        rows = self.transaction(work)
        return StoredJob(*rows[0]) if rows else None

    def beat(self, worker: str) -> set[str]:
        """Record a heartbeat of a worker; return the ids of the jobs that the worker still owns."""
        sql = f"UPDATE jobs SET beat = {self.now} WHERE worker = ? AND state = 'running' RETURNING id"
        return {row[0] for row in self.transaction(lambda execute: execute(sql, worker))}

    def release(self, job: StoredJob) -> None:
        """Put a running job back into the queue at shutdown, without counting the attempt."""

        def work(execute: Execute) -> None:
            execute(
                "UPDATE jobs SET state = 'queued', attempts = attempts - 1, worker = NULL "
                "WHERE id = ? AND state = 'running' AND worker = ? AND attempts = ?",
                job.id,
                job.worker,
                job.attempts,
            )
            self.tell(execute, "queued")

        self.transaction(work)

    def progress(self, job: StoredJob, share: float | None, text: str) -> None:
        def work(execute: Execute) -> None:
            execute(
                "UPDATE jobs SET share = ?, text = ? "
                "WHERE id = ? AND state = 'running' AND worker = ? AND attempts = ?",
                share,
                text,
                job.id,
                job.worker,
                job.attempts,
            )
            self.tell(execute, job.id)

        self.transaction(work)

    def end(self, job: StoredJob, state: State, *, result: str | None = None, problem: str | None = None) -> bool:
        """Record the outcome of a job; if its worker no longer owns it, change nothing and return False."""
        mine = "state = 'running' AND worker = ? AND attempts = ?"
        return self._end(job.id, state, result, problem, mine, job.worker, job.attempts)

    def cancel(self, identity: str) -> bool:
        """Cancel a job; return False if it has ended already."""
        return self._end(identity, "cancelled", None, None, "state IN ('queued', 'running')")

    def _end(
        self, identity: str, state: State, result: str | None, problem: str | None, condition: str, *values: Any
    ) -> bool:
        def work(execute: Execute) -> bool:
            rows = execute(
                f"UPDATE jobs SET state = ?, result = ?, problem = ?, ended = {self.now} "
                f"WHERE id = ? AND {condition} RETURNING id",
                state,
                result,
                problem,
                identity,
                *values,
            )
            self.tell(execute, identity)
            return bool(rows)

        return bool(self.transaction(work))

    def forget(self, seconds: float) -> int:
        """Delete jobs that ended more than `seconds` ago; return their number."""
        sql = f"DELETE FROM jobs WHERE ended < {self.now} - ? RETURNING id"
        return len(self.transaction(lambda execute: execute(sql, seconds)))

    def probe(self) -> None:
        """Check that a job can be stored now, by writing a record of its size."""
        sql = "INSERT INTO probes (id, filler) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET filler = excluded.filler"
        self.transaction(lambda execute: execute(sql, "." * 20_000))


_LEAST_FREE = 64 * 1024
"""Free disk space, in bytes, that a job and the log of SQLite need."""
_WORDS = (
    ("full", "the disk is full"),
    ("readonly", "the file is read-only"),
    ("locked", "another program has locked the file"),
    ("malformed", "the file is damaged"),
    ("not a database", "the file is damaged"),
    ("unable to open", "the file cannot be opened"),
    ("disk I/O", "disk I/O error"),
)


class SqliteStore(JobStore):
    """Job store in an SQLite file. The file is opened again after an error, so a repaired disk needs no restart."""

    now = "now()"

    def __init__(self, path: Path) -> None:
        self._path = path
        self._database: sqlite3.Connection | None = None
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._opened()
        except sqlite3.Error as error:
            if "locked" in str(error):
                raise StoreInUse(str(path)) from None
            raise

    def _opened(self) -> sqlite3.Connection:
        if self._database is not None:
            return self._database
        database = sqlite3.connect(self._path, timeout=0.5, isolation_level=None, check_same_thread=False)
        try:
            database.create_function("now", 0, time.time)
            database.execute("PRAGMA locking_mode = EXCLUSIVE")
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
            known = [row[1] for row in database.execute("PRAGMA table_info(jobs)")]
            database.execute("BEGIN IMMEDIATE")
            self.prepare(lambda statement, *values: database.execute(statement, values).fetchall(), known)
            database.execute("COMMIT")
        except BaseException:
            database.close()
            raise
        self._database = database
        return database

    def transaction(self, work: Callable[[Any], Any]) -> Any:
        try:
            database = self._opened()
            database.execute("BEGIN IMMEDIATE")
            try:
                done = work(lambda statement, *values: database.execute(statement, values).fetchall())
                database.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # some errors have rolled it back already
                    database.execute("ROLLBACK")
                raise
            return done
        except sqlite3.Error as error:
            message = str(error)
            if "full" not in message:
                self.close()
            raise StoreUnavailable(self._in_words(message)) from None

    def _in_words(self, message: str) -> str:
        if hasattr(os, "statvfs") and os.statvfs(self._path.parent).f_flag & os.ST_RDONLY:
            return "the disk is read-only"
        known = next((words for part, words in _WORDS if part in message), None)
        if known is None:
            _log.warning("database error: %s", message)
        return known or "database error"

    def back_up(self, path: Path) -> None:
        beside = path.with_name(f"{path.name}.new")
        try:
            with closing(sqlite3.connect(beside)) as copy:
                self._opened().backup(copy)
            beside.replace(path)
        except (OSError, sqlite3.Error) as error:
            raise StoreUnavailable(f"the copy was not written: {error}") from None

    def probe(self) -> None:
        if hasattr(os, "statvfs"):
            disk = os.statvfs(self._path.parent)
            if disk.f_bavail * disk.f_frsize < _LEAST_FREE:
                raise StoreUnavailable("the disk is full")
        super().probe()

    def close(self) -> None:
        if self._database is not None:
            with suppress(sqlite3.Error):
                self._database.close()
            self._database = None
