"""Jobs in SQLite: what was asked, how far it is, what came of it. Nothing that was accepted is ever lost: what was
running when the server died is run again when it comes back."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Literal

State = Literal["queued", "running", "succeeded", "failed", "cancelled", "interrupted"]
ENDED: tuple[State, ...] = ("succeeded", "failed", "cancelled", "interrupted")
MOST_ATTEMPTS = 3
"""A job whose server dies under it again and again may be the reason."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS jobs (
    id TEXT PRIMARY KEY,
    key TEXT UNIQUE,
    call TEXT NOT NULL,
    request TEXT NOT NULL,
    state TEXT NOT NULL,
    share REAL,
    text TEXT NOT NULL DEFAULT '',
    result TEXT,
    problem TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    created REAL NOT NULL,
    started REAL,
    ended REAL
);
CREATE INDEX IF NOT EXISTS by_state ON jobs (state, created);
"""
_COLUMNS = "id, call, request, state, share, text, result, problem, attempts, created, started, ended"


@dataclass(frozen=True)
class Job:
    """One row. `result` is the report as JSON, `problem` a problem document as JSON."""

    id: str
    call: str
    request: str
    state: State
    share: float | None
    text: str
    result: str | None
    problem: str | None
    attempts: int
    created: float
    started: float | None
    ended: float | None

    @property
    def has_ended(self) -> bool:
        return self.state in ENDED


class StoreInUse(Exception):
    """Another server keeps its jobs in this file."""


class Store:
    """The jobs of one server. Methods are short and may be called from any thread."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = Lock()
        self._database = sqlite3.connect(path, timeout=0.5, isolation_level=None, check_same_thread=False)
        try:
            self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = NORMAL")
            self._database.executescript(_SCHEMA)
        except sqlite3.Error as error:
            self._database.close()
            if "locked" in str(error):
                raise StoreInUse(str(path)) from None
            raise

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield self._database
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")

    def recover(self) -> int:
        """What was running when the last server ended is queued again, or given up after too many attempts."""
        with self._writing() as database:
            database.execute(
                "UPDATE jobs SET state = 'interrupted', ended = ? WHERE state = 'running' AND attempts >= ?",
                (time.time(), MOST_ATTEMPTS),
            )
            changed = database.execute("UPDATE jobs SET state = 'queued', share = NULL WHERE state = 'running'")
            return changed.rowcount

    def add(self, identity: str, key: str | None, call: str, request: str) -> None:
        with self._writing() as database:
            database.execute(
                "INSERT INTO jobs (id, key, call, request, state, created) VALUES (?, ?, ?, ?, 'queued', ?)",
                (identity, key, call, request, time.time()),
            )

    def get(self, identity: str) -> Job | None:
        return self._one("id = ?", identity)

    def by_key(self, key: str) -> Job | None:
        return self._one("key = ?", key)

    def count(self, state: State) -> int:
        with self._lock:
            return int(self._database.execute("SELECT count(*) FROM jobs WHERE state = ?", (state,)).fetchone()[0])

    def claim(self) -> Job | None:
        """The job that has waited longest, now running."""
        with self._writing() as database:
            row = database.execute(
                "UPDATE jobs SET state = 'running', started = ?, attempts = attempts + 1, share = NULL, text = '' "
                "WHERE id = (SELECT id FROM jobs WHERE state = 'queued' ORDER BY created, rowid LIMIT 1) "
                f"RETURNING {_COLUMNS}",
                (time.time(),),
            ).fetchone()
        return None if row is None else Job(*row)

    def release(self, identity: str) -> None:
        """Put a running job back: the server is going down in order, so the attempt does not count."""
        with self._writing() as database:
            database.execute(
                "UPDATE jobs SET state = 'queued', attempts = attempts - 1 WHERE id = ? AND state = 'running'",
                (identity,),
            )

    def progress(self, identity: str, share: float | None, text: str) -> None:
        with self._writing() as database:
            database.execute("UPDATE jobs SET share = ?, text = ? WHERE id = ?", (share, text, identity))

    def end(self, identity: str, state: State, *, result: str | None = None, problem: str | None = None) -> bool:
        """The end of a job; False when it had ended before, which stays."""
        with self._writing() as database:
            changed = database.execute(
                "UPDATE jobs SET state = ?, result = ?, problem = ?, ended = ? "
                "WHERE id = ? AND state IN ('queued', 'running')",
                (state, result, problem, time.time(), identity),
            )
            return changed.rowcount > 0

    def forget(self, before: float) -> int:
        """Remove jobs that ended before this time."""
        with self._writing() as database:
            return database.execute("DELETE FROM jobs WHERE ended < ?", (before,)).rowcount

    def close(self) -> None:
        with self._lock:
            self._database.close()

    def _one(self, condition: str, value: str) -> Job | None:
        with self._lock:
            row = self._database.execute(f"SELECT {_COLUMNS} FROM jobs WHERE {condition}", (value,)).fetchone()
        return None if row is None else Job(*row)
