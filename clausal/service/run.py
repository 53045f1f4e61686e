"""Running the application: uvicorn, told how to end. On SIGTERM answers that are under way are finished, jobs are put
back into their file, and those who watch a job are let go."""

import os
import socket
import sqlite3
import sys
from collections.abc import Callable
from types import FrameType

import uvicorn

from clausal.models.errors import InvalidPuzzle
from clausal.service.app import create_app
from clausal.service.envelope import log_as_json
from clausal.service.settings import Settings
from clausal.service.state import Server
from clausal.service.store import StoreInUse

_SWITCH_SECONDS = 0.0005
"""Threads that talk to workers wake often and briefly; they should not wait long for the event loop to make room."""


class _Uvicorn(uvicorn.Server):
    """Lets watchers go at the first sign of the end, or their streams would hold the server up."""

    def __init__(self, config: uvicorn.Config, server: Server) -> None:
        super().__init__(config)
        self._server = server

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._server.jobs.stop_watching()
        super().handle_exit(sig, frame)


def run(settings: Settings, listening: Callable[[str], None]) -> int:
    """Serve until told to end. `listening` is called with the address once there is one."""
    try:
        app = create_app(settings)
    except StoreInUse as error:
        raise InvalidPuzzle(f"another server keeps its jobs in {error}", expected="--jobs-db PATH") from None
    except (OSError, sqlite3.Error) as error:
        problem = f"jobs cannot be kept in {settings.jobs_db}: {error}"
        raise InvalidPuzzle(problem, expected="--jobs-db PATH") from None
    log_as_json()
    sys.setswitchinterval(_SWITCH_SECONDS)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=int(settings.seconds) + 5,
        limit_concurrency=settings.waiting * 4,
        h11_max_incomplete_event_size=64 * 1024,
    )
    with _bound(settings.host, settings.port) as listener:
        host, port = listener.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        listening(f"http://{shown}:{port}/")
        server = _Uvicorn(config, app.state.server)
        server.run(sockets=[listener])
    return 0


def _bound(host: str, port: int) -> socket.socket:
    """A socket on this address, or a sentence that says why not."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(512)
    except OSError as error:
        raise InvalidPuzzle(
            f"cannot listen on {host} port {port}: {error.strerror or error}", expected="another --host or --port"
        ) from None
    return listener
