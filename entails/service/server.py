"""`Connection`: HTTP connections with limits. A client that is silent, slow or one too many costs nobody else anything.

uvicorn reads and writes HTTP; what it has no limits for is here: how long the headers and the body of a request may
take, how large the headers may be, how many connections there are. When there are too many, the one that has been
waiting longest for a request to be complete is closed for the new one, so there is always room for somebody who has
something to say. Those whose request is being answered are never closed.

Running the application: uvicorn, told how to end. On SIGTERM answers that are under way are finished, jobs are put
back into their store, and those who watch a job are let go.
"""

import asyncio
import gc
import os
import socket
import sqlite3
import sys
from collections.abc import Callable
from http import HTTPStatus
from types import FrameType
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from entails.models.errors import InvalidPuzzle
from entails.service.app import create_app
from entails.service.metrics import Metrics
from entails.service.middleware import MEDIA_TYPE, BadTokens, RequestRefused, log_as_json, problem_response
from entails.service.settings import ServiceSettings
from entails.service.state import Server
from entails.service.store import StoreInUse

_OPEN_TO_ALL = (b"/healthz", b"/readyz", b"/metrics")
_RESERVED_SHARE = 10
"""One in so many connections is kept for questions about health."""


_LINGER_SECONDS = 0.5


class Desk:
    """What the connections of one server know of each other: in which order they wait for a complete request."""

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
                oldest.refuse(HTTPStatus.REQUEST_TIMEOUT, "others need this connection, and no request came", "crowded")
                return
            connection.refuse(HTTPStatus.SERVICE_UNAVAILABLE, "there are too many connections: try again", "full")


class Connection(HttpToolsProtocol):
    """One connection. Its clock runs from the moment it may send something until its request is complete."""

    def __init__(self, desk: Desk, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._desk = desk
        self._clock: asyncio.TimerHandle | None = None
        self._stuck: asyncio.TimerHandle | None = None
        self._head_bytes = 0
        self._named_bytes = 0
        self._in_head = True
        self._refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect(self._desk.settings.header_seconds)
        self._desk.arrived(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._desk.open -= 1
        if self._stuck is not None:
            self._stuck.cancel()
        self._nothing_expected()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        if self._in_head:
            if not self._head_bytes:  # the first bytes of a request, perhaps long after the last one
                self._expect(self._desk.settings.header_seconds)
            self._head_bytes += len(data)
        super().data_received(data)
        if self._in_head and self._head_bytes > self._desk.settings.header_bytes:
            most = f"the headers are larger than {self._desk.settings.header_bytes:,} bytes"
            self.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, most, "headers")

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._named_bytes += len(name) + len(value) + 4

    def on_message_begin(self) -> None:
        self._named_bytes = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head, self._head_bytes = False, 0
        if self._refused:
            return
        settings = self._desk.settings
        if self._named_bytes + len(self.url) > settings.header_bytes:
            most = f"the headers are larger than {settings.header_bytes:,} bytes"
            self.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, most, "headers")
            return
        if self._desk.is_nearly_full and not self.url.partition(b"?")[0].endswith(_OPEN_TO_ALL):
            detail = "there are too many connections: try again in a moment"
            self.refuse(HTTPStatus.SERVICE_UNAVAILABLE, detail, "full")
            return
        self._expect(settings.body_seconds)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._in_head = True
        self._nothing_expected()
        if not self._refused:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing() and not self.pipeline:
            self._unset_keepalive_if_required()
            self._expect(self._desk.settings.idle_seconds)

    def pause_writing(self) -> None:
        """The client does not read. It has some time for that, and then it is taken for gone."""
        super().pause_writing()
        self._stuck = self.loop.call_later(self._desk.settings.body_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        del msg
        if not self._refused:
            self.refuse(HTTPStatus.BAD_REQUEST, "this is not HTTP", "not HTTP")

    def refuse(self, status: HTTPStatus, detail: str, why: str) -> None:
        """Say why, where HTTP still allows it, and close."""
        self._refused = True
        self._nothing_expected()
        self._desk.metrics.connection_refused(why)
        answering = self.cycle is not None and self.cycle.response_started and not self.cycle.response_complete
        if not answering and not self.transport.is_closing():
            response = problem_response(RequestRefused(status, detail, headers={"Retry-After": "1"}), None)
            body = bytes(response.body)
            head = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: {MEDIA_TYPE}\r\n"
            head += f"content-length: {len(body)}\r\nretry-after: 1\r\nconnection: close\r\n\r\n"
            self.transport.write(head.encode() + body)
            if why == "headers":  # what still comes is read and forgotten, or the answer would be lost with it
                self.loop.call_later(_LINGER_SECONDS, self.transport.abort)
                return
        self.transport.close()

    def _expect(self, seconds: float) -> None:
        """A complete request should come; without it the connection is closed after so many seconds."""
        if self._clock is not None:
            self._clock.cancel()
        self._clock = self.loop.call_later(seconds, self._too_slow)
        self._desk.unfinished.setdefault(self)

    def _nothing_expected(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        self._desk.unfinished.pop(self, None)

    def _too_slow(self) -> None:
        if self._in_head and not self._head_bytes:  # silent: there is no request that could be answered
            self._nothing_expected()
            self._desk.metrics.connection_refused("silent")
            self.transport.close()
        else:
            self.refuse(HTTPStatus.REQUEST_TIMEOUT, "the request took too long to come", "slow")


def connections(settings: ServiceSettings, metrics: Metrics) -> tuple[Desk, Callable[..., Connection]]:
    """What makes the connections of a server, and what they share."""
    desk = Desk(settings, metrics)
    return desk, lambda *arguments, **named: Connection(desk, *arguments, **named)


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


def run(settings: ServiceSettings, listening: Callable[[str], None]) -> int:
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
        timeout_graceful_shutdown=int(settings.seconds + settings.queue_seconds) + 1,
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


def refuse_too_many_connections(settings: ServiceSettings) -> None:
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
