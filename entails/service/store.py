"""Where jobs are kept: what was asked, how far it is, what came of it. Nothing that was accepted is ever lost.

`Store` says everything in SQL that SQLite and PostgreSQL share; `SqliteStore` and `PostgresStore` say how it is
executed. Each method is one transaction. A job that runs belongs to the worker that claimed it, and to that attempt:
whoever else says how it ended is not heard, so that a job taken over is answered once.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal

State = Literal["queued", "running", "succeeded", "failed", "cancelled", "interrupted"]
ENDED: tuple[State, ...] = ("succeeded", "failed", "cancelled", "interrupted")
MOST_ATTEMPTS = 3
"""A job whose server dies under it again and again may be the reason."""


class StoreTrouble(Exception):
    """Jobs cannot be kept now; the sentence says why. It may pass."""


class StoreInUse(Exception):
    """Another server keeps its jobs in this file."""


class KeyReused(Exception):
    """This key came with another request before."""


class TooManyJobs(Exception):
    """Too many jobs wait; `of_client` says whether too many of this client."""

    def __init__(self, *, of_client: bool) -> None:
        super().__init__()
        self.of_client = of_client


@dataclass(frozen=True)
class StoredJob:
    """One row. `result` is the report as JSON, `problem` a problem document as JSON. `owner` is the name of the token
    that it came with, `client` who counts for its quota."""

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
    """A job that somebody wants."""

    id: str
    owner: str
    client: str
    key: str | None
    call: str
    request: str

    @property
    def whole_key(self) -> str | None:
        """Keys of one owner are no business of another."""
        return f"{self.owner}\x1f{self.key}" if self.key is not None and self.owner else self.key


@dataclass(frozen=True)
class Wanted:
    """Which jobs to list, the newest first; `before` is the id of the last one of the page before."""

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
"""In the order in which they came: a table of an older Entails lacks the last ones."""

_BEFORE = """WITH line AS (
  SELECT id, created, row_number() OVER (PARTITION BY client ORDER BY created, id) + (
    SELECT count(*) FROM jobs AS others WHERE others.client = jobs.client AND others.state = 'running') AS turn
  FROM jobs WHERE state = 'queued')
SELECT count(*) FROM line, (SELECT id, created, turn FROM line WHERE id = ?) AS mine
WHERE (line.turn, line.created, line.id) < (mine.turn, mine.created, mine.id)"""

Execute = Callable[..., list[tuple[Any, ...]]]


class JobStore(ABC):
    """Jobs. Methods take a short time and are called from one thread; all raise StoreTrouble."""

    now = "?"
    """The clock of the store, in SQL: seconds since 1970."""
    skip_locked = ""

    @abstractmethod
    def transaction(self, work: Callable[[Execute], Any]) -> Any:
        """Run `work` as one transaction. It gets a function that executes a statement with `?` for its parameters and
        gives the rows; a statement that changes rows should return them."""

    def tell(self, execute: Execute, news: str) -> None:  # noqa: B027
        """Tell other machines that a job has changed, or that there is a new one."""

    def listen(self, hear: Callable[[str], None], stopped: Callable[[], bool]) -> None:  # noqa: B027
        """Hear what other machines tell, until stopped. Called from a thread of its own."""

    @abstractmethod
    def close(self) -> None:
        """Let it go; the next method opens it again."""

    def prepare(self, execute: Execute, known: Sequence[str]) -> None:
        """Make the table, or add the columns that it lacks."""
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
        """What was running when the only server ended is queued again, or given up after too many attempts."""

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
        """The job, and whether it is new: the same key with the same request gives the job it gave before."""

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
        """A job, and while it waits how many come before it as things stand: in the order in which `claim` would take
        them if nothing that runs ended."""

        def work(execute: Execute) -> tuple[StoredJob, int | None] | None:
            rows = execute(f"SELECT {COLUMNS} FROM jobs WHERE id = ?", identity)
            if not rows:
                return None
            job = StoredJob(*rows[0])
            return job, int(execute(_BEFORE, identity)[0][0]) if job.state == "queued" else None

        seen: tuple[StoredJob, int | None] | None = self.transaction(work)
        return seen

    def listed(self, wanted: Wanted) -> list[StoredJob]:
        """Jobs without their requests and results, which may be long."""
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

    def claim(self, worker: str, lease: float) -> StoredJob | None:
        """A job, now running by this worker: of the client with the fewest running ones that which has waited longest;
        or one whose worker has not been heard of for the time of a lease."""

        def work(execute: Execute) -> list[tuple[Any, ...]]:
            silent = f"state = 'running' AND beat < {self.now} - ?"
            self._give_up(execute, silent, lease)
            return execute(
                f"UPDATE jobs SET state = 'running', started = {self.now}, beat = {self.now}, worker = ?, "
                "attempts = attempts + 1, share = NULL, text = '' WHERE id = ("
                f"SELECT id FROM jobs WHERE state = 'queued' OR ({silent}) ORDER BY "
                "(SELECT count(*) FROM jobs AS others WHERE others.client = jobs.client AND others.state = 'running'), "
                f"created, id LIMIT 1{self.skip_locked}) RETURNING {COLUMNS}",
                worker,
                lease,
            )

        rows = self.transaction(work)
        return StoredJob(*rows[0]) if rows else None

    def beat(self, worker: str) -> set[str]:
        """Say that this worker lives. Gives the ids of the jobs that are still its own."""
        sql = f"UPDATE jobs SET beat = {self.now} WHERE worker = ? AND state = 'running' RETURNING id"
        return {row[0] for row in self.transaction(lambda execute: execute(sql, worker))}

    def release(self, job: StoredJob) -> None:
        """Put a running job back: the server is going down in order, so the attempt does not count."""

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
        """What its worker says came of a job; False when it is no longer its own, and then nothing changes."""
        mine = "state = 'running' AND worker = ? AND attempts = ?"
        return self._end(job.id, state, result, problem, mine, job.worker, job.attempts)

    def cancel(self, identity: str) -> bool:
        """End a job that has not ended; False when it had."""
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
        """Remove jobs that ended so long ago."""
        sql = f"DELETE FROM jobs WHERE ended < {self.now} - ? RETURNING id"
        return len(self.transaction(lambda execute: execute(sql, seconds)))

    def probe(self) -> None:
        """Show that a job could be kept now, by keeping something of its size."""
        sql = "INSERT INTO probes (id, filler) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET filler = excluded.filler"
        self.transaction(lambda execute: execute(sql, "." * 20_000))
