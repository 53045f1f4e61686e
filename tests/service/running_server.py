"""A real server in its own process, for tests over HTTP."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
from httpx._config import DEFAULT_TIMEOUT_CONFIG

from entails.service.client import Client

_START = (
    "import json, sys; from entails.service.server import run; from entails.service.settings import ServiceSettings; "
    "run(ServiceSettings(**json.loads(sys.argv[1])), lambda address: print(address, flush=True))"
)

for _phase in ("connect", "read", "write", "pool"):  # 5 seconds are too few on a busy machine
    setattr(DEFAULT_TIMEOUT_CONFIG, _phase, 120.0)


class RunningServer:
    """A process of `entails serve` with these settings; `address` is where it listens."""

    def __init__(self, folder: Path, **settings: object) -> None:
        chosen = {"port": 0, "workers": 2, "warm": False, "jobs_db": str(folder / "jobs.sqlite"), **settings}
        text = json.dumps(chosen)
        self.log = folder / "server.log"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", _START, text], stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address, self.log.read_text()

    def client(self, token: str | None = None, timeout: float = 60.0) -> Client:
        return Client(self.address, token, timeout)

    def ready(self) -> None:
        """Wait until the server's workers are ready."""
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            if httpx.get(f"{self.address}readyz").status_code == 200:
                return
            time.sleep(0.1)
        raise AssertionError(f"the server is not ready: {self.log.read_text()}")

    def kill(self) -> None:
        """Kill the server with SIGKILL."""
        self.process.kill()
        self._wait()

    def stop(self) -> int:
        """Stop the server with SIGTERM; return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._wait()

    def _wait(self) -> int:
        code = self.process.wait(timeout=60)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def children(self) -> list[int]:
        """Return all descendant processes of the server (Linux)."""
        items = [self.process.pid]
        for pid in items:
            with suppress(OSError):
                for task in Path(f"/proc/{pid}/task").iterdir():
                    items += [int(child) for child in (task / "children").read_text().split()]
        return items[1:]

    def workers(self) -> list[int]:
        """Return the server's workers, its processes without children."""
        forkserver = self.children()[:1]
        return [pid for pid in self.children() if pid not in forkserver]

    def log_lines(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.log.read_text().splitlines() if line.startswith("{")]


@contextmanager
def running_server(folder: Path, **settings: object) -> Iterator[RunningServer]:
    """Run a server during the block."""
    server = RunningServer(folder, **settings)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()
        elif server.process.stdout is not None and not server.process.stdout.closed:
            server.process.stdout.close()


def alive(pid: int) -> bool:
    """Return whether a process exists and is not a zombie."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (OSError, IndexError):
        return False
