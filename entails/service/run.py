"""Running the application: uvicorn, told how to end. On SIGTERM answers that are under way are finished, jobs are put
back into their store, and those who watch a job are let go."""

import gc
import os
import socket
import sqlite3
import sys
from collections.abc import Callable
from types import FrameType

import uvicorn

from entails.models.errors import InvalidPuzzle
from entails.service.app import create_app
from entails.service.connection import connections
from entails.service.envelope import log_as_json
from entails.service.guard import BadTokens
from entails.service.settings import Settings
from entails.service.state import Server
from entails.service.store import StoreInUse

_BACKLOG = 1024
_OWN_FILES = 300
"""Descriptors that are not connections: of workers, the store, the log."""


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
    refuse_too_many_connections(settings)
    try:
        app = create_app(settings)
    except BadTokens as error:
        raise InvalidPuzzle(str(error), expected="--tokens PATH") from None
    except StoreInUse as error:
        raise InvalidPuzzle(f"another server keeps its jobs in {error}", expected="--jobs-db PATH") from None
    except ModuleNotFoundError as error:
        raise InvalidPuzzle(f"keeping jobs in PostgreSQL needs {error.name}: pip install entails[postgres]") from None
    except (OSError, sqlite3.Error) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or error
        problem = f"jobs cannot be kept in {settings.jobs_db}: {why}"
        raise InvalidPuzzle(problem, expected="--jobs-db PATH") from None
    gc.collect()
    gc.freeze()  # what is loaded by now stays: looking for garbage in it would hold everybody up
    server: Server = app.state.server
    desk, connection = connections(settings, server.metrics)
    server.metrics.gauge("entails_connections", "Connections that are open.", lambda: desk.open)
    config = uvicorn.Config(
        app,
        http=connection,  # type: ignore[arg-type]
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies,
        timeout_keep_alive=int(settings.idle_seconds) + 1,
        timeout_graceful_shutdown=int(settings.seconds + settings.patience) + 1,
        backlog=_BACKLOG,
    )
    with _bound(settings.host, settings.port) as listener:
        host, port = listener.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        listening(f"http://{shown}:{port}/")
        log = log_as_json()
        try:
            _Uvicorn(config, server).run(sockets=[listener])
        finally:
            log.stop()
    return 0


def refuse_too_many_connections(settings: Settings) -> None:
    """Let this process open as many files as it may; refuse to promise more connections than that."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.connections + _OWN_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        if hard != resource.RLIM_INFINITY and hard < wanted:
            problem = f"this process may open {hard} files, too few for {settings.connections} connections"
            raise InvalidPuzzle(problem, expected="a smaller --connections, or a higher `ulimit -n`")
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


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
        listener.listen(_BACKLOG)
    except (OSError, UnicodeError) as error:  # the latter for what cannot be the name of a machine
        why = (error.strerror if isinstance(error, OSError) else "this is no address") or error
        raise InvalidPuzzle(
            f"cannot listen on {host} port {port}: {why}", expected="another --host or --port"
        ) from None
    return listener
