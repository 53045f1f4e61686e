"""Servers shared by many tests, each started once; tests that share one run in one process (`tests/together.py`). A
test that changes what others see starts its own server.
"""

import hashlib
from collections.abc import Iterator

import pytest
from service.postgres import cluster  # noqa: F401  (a fixture)
from service.running_server import RunningServer, running_server

TOKENS = {"ann": "clé à molette", "bob": "b" * 40}


@pytest.fixture(scope="session")
def open_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Start a server for all tests. Its processes may be killed, since it must recover."""
    rows = {"workers": 2, "slow_workers": 2, "client_slow": 2, "job_workers": 1, "client_jobs": 3}
    limits = {"seconds": 60.0, "body_bytes": 500_000}
    with running_server(tmp_path_factory.mktemp("open"), **rows, **limits, warm=True) as running:
        running.ready()
        yield running


@pytest.fixture(scope="session")
def strict_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Start a server with short time limits and few connections."""
    limits = {"connections": 100, "header_bytes": 8192, "header_seconds": 2.0, "body_seconds": 2.0, "idle_seconds": 2.0}
    rows = {"workers": 2, "slow_workers": 2, "client_slow": 1, "seconds": 3.0, "queue_seconds": 6.0}
    with running_server(tmp_path_factory.mktemp("strict"), **limits, **rows) as running:
        running.ready()
        yield running


@pytest.fixture(scope="session")
def guarded_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """Start a server with a path prefix, tokens and an allowed foreign origin."""
    folder = tmp_path_factory.mktemp("guarded")
    tokens = folder / "tokens"
    lines = [f"{name} sha256:{hashlib.sha256(token.encode()).hexdigest()}" for name, token in TOKENS.items()]
    tokens.write_text("# who may ask\n" + "\n".join(lines) + "\n", encoding="utf-8")
    choices = {"tokens": str(tokens), "root_path": "/entails", "cors": ["https://friend.example"], "client_jobs": 3}
    with running_server(folder, **choices, token="open sesame", workers=1) as running:
        running.ready()
        yield running
