"""Jobs in PostgreSQL, for several servers and workers (`pip install entails[postgres]`).

A worker locks the row of the job it claims, and others skip it. Changes are announced by NOTIFY. Times come from the
database, so that the clocks of the machines need not agree.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import psycopg

from entails.service.store import JobStore, StoreUnavailable

_log = logging.getLogger("entails.jobs")
_CHANNEL = "entails_jobs"
_ONE_AT_A_TIME = 7_227_001
"""Advisory lock for creating the table."""
_COLLISIONS = (
    psycopg.errors.UniqueViolation,
    psycopg.errors.SerializationFailure,
    psycopg.errors.DeadlockDetected,
)
_CONNECT_SECONDS = 3
_LISTEN_SECONDS = 1.0
_REACH_PAUSE = 0.5


class PostgresStore(JobStore):
    """Job store in PostgreSQL. It connects on first use, and again after the connection was lost."""

    now = "extract(epoch FROM clock_timestamp())::double precision"
    skip_locked = " FOR UPDATE SKIP LOCKED"

    def __init__(self, address: str) -> None:
        self._address = address
        self._database: psycopg.Connection[Any] | None = None
        self._trouble = ""

    def _connected(self) -> psycopg.Connection[Any]:
        return psycopg.connect(
            self._address,
            autocommit=True,
            connect_timeout=_CONNECT_SECONDS,
            application_name="entails",
            options="-c statement_timeout=10000 -c idle_in_transaction_session_timeout=10000",
            keepalives_idle=10,
        )

    def _opened(self) -> psycopg.Connection[Any]:
        if self._database is None or self._database.closed:
            self._database = self._connected()
            with self._database.transaction():
                self._database.execute("SELECT pg_advisory_xact_lock(%s)", (_ONE_AT_A_TIME,))
                execute = _executing(self._database)
                rows = execute(
                    "SELECT column_name FROM information_schema.columns "
                    "WHERE table_name = 'jobs' AND table_schema = current_schema()"
                )
                self.prepare(execute, [row[0] for row in rows])
        return self._database

    def transaction(self, work: Callable[[Any], Any]) -> Any:
        try:
            try:
                result = self._tried(work)
            except _COLLISIONS:  # another process did the same at the same time
                result = self._tried(work)
        except psycopg.Error as error:
            if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
                self.close()
            self._log_once(str(error).strip() or type(error).__name__)
            raise StoreUnavailable(_database_words(error)) from None
        self._trouble = ""
        return result

    def _log_once(self, trouble: str) -> None:
        """Log an error, unless the last transaction had the same."""
        if trouble != self._trouble:
            _log.warning("database error: %s", trouble)
        self._trouble = trouble

    def reach(self, seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while True:
            try:
                self.probe()
                return
            except StoreUnavailable as trouble:
                if time.monotonic() + _REACH_PAUSE > deadline:
                    raise StoreUnavailable(f"{trouble} for {seconds:g} s") from None
            time.sleep(_REACH_PAUSE)

    def _tried(self, work: Callable[[Any], Any]) -> Any:
        database = self._opened()
        with database.transaction():
            return work(_executing(database))

    def tell(self, execute: Any, news: str) -> None:
        execute("SELECT pg_notify(?, ?)", _CHANNEL, news)

    def listen(self, hear: Callable[[str], None], stopped: Callable[[], bool]) -> None:
        with suppress(psycopg.Error), self._connected() as database:
            database.execute(f"LISTEN {_CHANNEL}")
            hear("queued")  # jobs may have been queued before
            while not stopped():
                for note in database.notifies(timeout=_LISTEN_SECONDS):
                    hear(note.payload)

    def close(self) -> None:
        if self._database is not None:
            with suppress(psycopg.Error):
                self._database.close()
            self._database = None


def _database_words(error: psycopg.Error) -> str:
    """Return a database error in words for clients, without addresses, names and paths; the log has all details."""
    if error.sqlstate is not None:
        return f"database error {error.sqlstate}"
    if isinstance(error, psycopg.OperationalError):
        return "the database does not respond"
    return "database error"


def _executing(database: "psycopg.Connection[Any]") -> Callable[..., list[tuple[Any, ...]]]:
    def execute(statement: str, *values: Any) -> list[tuple[Any, ...]]:
        done = database.execute(statement.replace("?", "%s"), values or None)
        return done.fetchall() if done.description else []

    return execute
