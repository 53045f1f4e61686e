"""A temporary PostgreSQL cluster on loopback. Without PostgreSQL, tests are skipped; with ENTAILS_REQUIRE_POSTGRES=1,
as in CI, they fail.
"""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

_USER = "postgres"


def programs() -> Path:
    """Return the folder of initdb and postgres."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda item: int(item.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    for folder in [*folders, *([Path(on_path).parent] if on_path else [])]:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    return _without("there is no PostgreSQL here (Debian, Ubuntu: apt install postgresql)")


def _without(how: str) -> Path:
    if os.environ.get("ENTAILS_REQUIRE_POSTGRES"):
        pytest.fail(how)
    pytest.skip(how)


class Cluster:
    """A running PostgreSQL cluster. As it refuses to run as root, root uses the user of Debian's package."""

    def __init__(self, folder: Path) -> None:
        self._programs = programs()
        self._user = _USER if os.geteuid() == 0 else None
        self._data = folder / "data"
        self._numbers = count(1)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        if self._user is not None:
            folder.chmod(0o777)
        data = str(self._data)
        self._run("initdb", "-D", data, "-U", _USER, "-A", "trust", "-N", "-E", "UTF8", "--locale=C")
        options = f"-p {self.port} -h 127.0.0.1 -k {folder} -c fsync=off -c max_connections=40"
        self._starting = ("-D", data, "-o", options, "-l", str(folder / "log"), "-w", "start")
        self.start()

    def new_database(self) -> str:
        """Create an empty database and return its address."""
        import psycopg

        name = f"jobs{next(self._numbers)}"
        with psycopg.connect(self._address("postgres"), autocommit=True) as built:
            built.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]
        return self._address(name)

    def _address(self, name: str) -> str:
        return f"postgresql://{_USER}@127.0.0.1:{self.port}/{name}"

    def start(self) -> None:
        self._run("pg_ctl", *self._starting)

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self._data), "-m", "immediate", "-w", "stop")

    def _run(self, program: str, *words: str) -> None:
        subprocess.run(
            [str(self._programs / program), *words],
            user=self._user,
            extra_groups=() if self._user else None,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
        )


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    pytest.importorskip("psycopg") if not os.environ.get("ENTAILS_REQUIRE_POSTGRES") else __import__("psycopg")
    programs()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # a path that is short enough for a socket
        running = Cluster(Path(folder))
        yield running
        running.stop()
