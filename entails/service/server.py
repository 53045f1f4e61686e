"""HTTP server: uvicorn with limits on connections and an orderly shutdown.

`Connection` adds limits that uvicorn lacks: on the time for headers and body, the size of headers, and the number of
connections. If there are too many connections, the one that has waited longest for a complete request is closed.
Connections whose request is being answered are never closed.

On SIGTERM, running requests are finished, jobs are put back into the queue, and watches of jobs end.
"""

import asyncio
import gc
import os
import socket
import sqlite3
import sys
from collections.abc import Callable
from contextlib import ExitStack
from http import HTTPStatus
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from entails.models.errors import InvalidPuzzle
from entails.service.app import create_app
from entails.service.jobs import reach_database, store_of
from entails.service.metrics import Metrics
from entails.service.middleware import MEDIA_TYPE, BadTokens, RequestRejected, log_json_lines, problem_response
from entails.service.settings import ServiceSettings
from entails.service.state import Server
from entails.service.store import StoreInUse

_OPEN_TO_ALL = (b"/healthz", b"/readyz", b"/metrics")
_RESERVED_SHARE = 10
"""Divisor of the number of connections that gives those reserved for health checks."""


_LINGER_SECONDS = 0.5


class ConnectionTable:
    """The open connections of a server.

    Attributes:
        open: Number of open connections.
        unfinished: Connections that wait for a complete request, oldest first.
    """

    def __init__(self, settings: ServiceSettings, metrics: Metrics) -> None:
        self.settings = settings
        self.metrics = metrics
        self.open = 0
        self.unfinished: dict[Connection, None] = {}

    @property
    def is_nearly_full(self) -> bool:
        most = self.settings.connections
        return self.open > most - max(2, most // _RESERVED_SHARE)

    def arrived(self, connection: "Connection") -> None:
        self.open += 1
        if self.open > self.settings.connections:
            for oldest in self.unfinished:
                oldest.reject(HTTPStatus.REQUEST_TIMEOUT, "no request received; the connection is needed", "crowded")
                return
            connection.reject(HTTPStatus.SERVICE_UNAVAILABLE, "too many connections; try again", "full")


class Connection(HttpToolsProtocol):
    """A connection with a timeout from the moment a request may arrive until the request is complete."""

    def __init__(self, table: ConnectionTable, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._table = table
        self._timeout: asyncio.TimerHandle | None = None
        self._write_timeout: asyncio.TimerHandle | None = None
        self._head_bytes = 0
        self._header_bytes = 0
        self._in_head = True
        self._rejected = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._start_timeout(self._table.settings.header_seconds)
        self._table.arrived(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._table.open -= 1
        if self._write_timeout is not None:
            self._write_timeout.cancel()
        self._stop_timeout()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._rejected:
            return
        if self._in_head:
            if not self._head_bytes:  # the first bytes of a request on an idle connection
                self._start_timeout(self._table.settings.header_seconds)
            self._head_bytes += len(data)
        super().data_received(data)
        if self._in_head and self._head_bytes > self._table.settings.header_bytes:
            most = f"the headers are larger than {self._table.settings.header_bytes:,} bytes"
            self.reject(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, most, "headers")

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._header_bytes += len(name) + len(value) + 4

    def on_message_begin(self) -> None:
        self._header_bytes = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head, self._head_bytes = False, 0
        if self._rejected:
            return
        settings = self._table.settings
        if self._header_bytes + len(self.url) > settings.header_bytes:
            most = f"the headers are larger than {settings.header_bytes:,} bytes"
            self.reject(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, most, "headers")
            return
        if self._table.is_nearly_full and not self.url.partition(b"?")[0].endswith(_OPEN_TO_ALL):
            detail = "too many connections; try again in a moment"
            self.reject(HTTPStatus.SERVICE_UNAVAILABLE, detail, "full")
            return
        self._start_timeout(settings.body_seconds)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self._rejected:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_head = True
        self._stop_timeout()
        if not self._rejected:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing() and not self.pipeline:
            self._unset_keepalive_if_required()
            self._start_timeout(self._table.settings.idle_seconds)

    def pause_writing(self) -> None:
        """Start a timeout because the client does not read; close the connection when it expires."""
        super().pause_writing()
        self._write_timeout = self.loop.call_later(self._table.settings.body_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        if self._write_timeout is not None:
            self._write_timeout.cancel()
            self._write_timeout = None
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        del msg
        if not self._rejected:
            self.reject(HTTPStatus.BAD_REQUEST, "invalid HTTP", "not HTTP")

    def reject(self, status: HTTPStatus, detail: str, why: str) -> None:
        """Send a problem document if no response has started, and close the connection."""
        self._rejected = True
        self._stop_timeout()
        self._table.metrics.connection_refused(why)
        answering = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        if not answering and not self.transport.is_closing():
            response = problem_response(RequestRejected(status, detail, headers={"Retry-After": "1"}), None)
            body = bytes(response.body)
            head = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: {MEDIA_TYPE}\r\n"
            head += f"content-length: {len(body)}\r\nretry-after: 1\r\nconnection: close\r\n\r\n"
            self.transport.write(head.encode() + body)
            if why == "headers":  # unread data would discard the response, so it is read for a while
                self.loop.call_later(_LINGER_SECONDS, self.transport.abort)
                return
        self.transport.close()

    def _start_timeout(self, seconds: float) -> None:
        """Close the connection after `seconds` unless a request is complete by then."""
        if self._timeout is not None:
            self._timeout.cancel()
        self._timeout = self.loop.call_later(seconds, self._timed_out)
        self._table.unfinished.setdefault(self)

    def _stop_timeout(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None
        self._table.unfinished.pop(self, None)

    def _timed_out(self) -> None:
        if self._in_head and not self._head_bytes:  # no request that could be answered
            self._stop_timeout()
            self._table.metrics.connection_refused("silent")
            self.transport.close()
        else:
            self.reject(HTTPStatus.REQUEST_TIMEOUT, "request timeout", "slow")


def connections(settings: ServiceSettings, metrics: Metrics) -> tuple[ConnectionTable, Callable[..., Connection]]:
    """Return the table of a server's connections, and the class that makes connections."""
    table = ConnectionTable(settings, metrics)
    return table, lambda *arguments, **named: Connection(table, *arguments, **named)


_BACKLOG = 1024
_OWN_FILES = 300
"""Number of file descriptors for workers, the job store and the log."""


class _Uvicorn(uvicorn.Server):
    """A uvicorn server that ends the watches of jobs on a signal, since their streams would delay the shutdown."""

    def __init__(self, config: uvicorn.Config, server: Server) -> None:
        super().__init__(config)
        self._server = server

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._server.jobs.stop_watching()
        super().handle_exit(sig, frame)


def run(settings: ServiceSettings, listening: Callable[[str], None]) -> int:
    """Serve until a signal; return the exit code. `listening` is called with the address."""
    raise_file_limit(settings)
    try:
        if settings.jobs_are_elsewhere:
            reach_database(store_of(settings), settings)
        app = create_app(settings)
    except BadTokens as error:
        raise InvalidPuzzle(str(error), expected="--tokens PATH") from None
    except StoreInUse as error:
        raise InvalidPuzzle(f"another server uses the job database {error}", expected="--jobs-db PATH") from None
    except ModuleNotFoundError as error:
        raise InvalidPuzzle(f"jobs in PostgreSQL need {error.name}: pip install entails[postgres]") from None
    except (OSError, sqlite3.Error) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or error
        problem = f"cannot use the job database {settings.jobs_db}: {reason}"
        raise InvalidPuzzle(problem, expected="--jobs-db PATH") from None
    gc.collect()
    gc.freeze()  # excludes loaded modules from garbage collection, which would block the event loop
    server: Server = app.state.server
    table, connection = connections(settings, server.metrics)
    server.metrics.gauge("entails_connections", "Open connections.", lambda: table.open)
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
        timeout_graceful_shutdown=int(settings.seconds + settings.queue_seconds) + 1,
        backlog=_BACKLOG,
    )
    with ExitStack() as stack:
        listener = stack.enter_context(_bound(settings.host, settings.port))
        if settings.metrics_address is not None:
            server.metrics_listener = stack.enter_context(_bound(*settings.metrics_host_and_port))
        host, port = listener.getsockname()[:2]
        shown = f"[{host}]" if ":" in host else host
        listening(f"http://{shown}:{port}/")
        log = log_json_lines()
        try:
            _Uvicorn(config, server).run(sockets=[listener])
        finally:
            log.stop()
    return 0


def raise_file_limit(settings: ServiceSettings) -> None:
    """Raise the limit on open files as far as all connections need; raise an error if the system forbids that."""
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
    """Return a listening socket; raise InvalidPuzzle if the address cannot be used."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except (OSError, UnicodeError) as error:  # UnicodeError: not a host name
        reason = (error.strerror if isinstance(error, OSError) else "invalid address") or error
        raise InvalidPuzzle(
            f"cannot listen on {host} port {port}: {reason}", expected="another --host or --port"
        ) from None
    return listener
