"""What surrounds every request: an id, a limit on its body, a line in the log, headers that keep browsers careful."""

import contextvars
import json
import logging
import logging.handlers
import queue
import re
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from entails.service.guard import Caller
from entails.service.metrics import Metrics
from entails.service.problems import Refused, problem_response
from entails.service.settings import Settings

REQUEST_ID: contextvars.ContextVar[str | None] = contextvars.ContextVar("request_id", default=None)

CALLER, ROUTE = "entails.caller", "entails.route"
"""What a route says about a request, for the log and the numbers: who sent it, and by which name it goes."""
_GONE = 499
"""For the log: the client did not wait for the answer."""
_MOST_LOGGED = 10_000

_log = logging.getLogger("entails.access")
_OWN_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)
_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class _TooLarge(Exception):
    """The body goes over the limit."""


class Envelope:
    """ASGI middleware; plain, so that streams of events pass through it unharmed."""

    def __init__(self, app: ASGIApp, *, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._body_bytes = settings.body_bytes
        self._prefix = f"{settings.root_path}/" if settings.root_path else ""
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        method, path = scope["method"], scope["path"]
        if self._prefix and path.startswith(self._prefix):  # of a proxy that does not take its prefix away
            scope = {**scope, "path": path.removeprefix(self._prefix[:-1])}
        if method == "HEAD" and not scope["path"].endswith("/events"):
            scope = {**scope, "method": "GET"}  # answered like GET; whoever writes it to the wire leaves the body out
        headers = Headers(scope=scope)
        given = headers.get("x-request-id", "")
        identity = given if _OWN_ID.fullmatch(given) else secrets.token_hex(8)
        REQUEST_ID.set(identity)
        started, status, begun, taken = time.perf_counter(), 500, False, 0

        async def limited() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            return {"type": "http.disconnect"} if taken > self._body_bytes else message

        async def enveloped(message: Message) -> None:
            nonlocal status, begun
            if taken > self._body_bytes:
                return  # whatever it makes of a body that ended too early: it was too large
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
                outgoing = MutableHeaders(scope=message)
                outgoing["X-Request-ID"] = identity
                for name, value in _HEADERS.items():
                    outgoing.setdefault(name, value)
            await send(message)

        try:
            length = headers.get("content-length", "")
            if length.isdecimal() and int(length[:20]) > self._body_bytes:
                raise _TooLarge
            try:
                await self._app(scope, limited, enveloped)
            except ClientDisconnect:
                if taken <= self._body_bytes:
                    raise
            if taken > self._body_bytes:
                taken = 0
                raise _TooLarge
        except ClientDisconnect:
            status = _GONE
        except _TooLarge:
            refused = Refused(413, f"the request is larger than {self._body_bytes:,} bytes")
            await problem_response(refused, identity)(scope, receive, enveloped)
        except Exception:
            _log.exception("a request failed", extra={"request_id": identity})
            if begun:
                raise
            refused = Refused(500, "this should not have happened; the log of the server says more")
            await problem_response(refused, identity)(scope, receive, enveloped)
        finally:
            seconds = time.perf_counter() - started
            caller: Caller | None = scope.get(CALLER)
            route = str(scope.get(ROUTE) or getattr(scope.get("route"), "path", "other"))
            self._metrics.request(method, route, status, seconds)
            _log.info(
                "request",
                extra={
                    "request_id": identity,
                    "client": (scope.get("client") or ("",))[0],
                    "token": caller.owner if caller is not None else "",
                    "method": method,
                    "path": path[:200],
                    "status": status,
                    "seconds": round(seconds, 4),
                },
            )


class JsonLines(logging.Formatter):
    """Log records as JSON, one a line."""

    _USUAL = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "taskName"}

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in self._USUAL}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str, ensure_ascii=False)


class _Hurried(logging.handlers.QueueHandler):
    """Passes records on and never waits: when nobody reads the log, lines are lost and not answers."""

    def enqueue(self, record: logging.LogRecord) -> None:
        with suppress(queue.Full):
            self.queue.put_nowait(record)

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        return record


def log_as_json(level: int = logging.INFO) -> logging.handlers.QueueListener:
    """Let everything that this process logs go to standard error as JSON lines, written by a thread."""
    lines = logging.StreamHandler()
    lines.setFormatter(JsonLines())
    records: queue.Queue[Any] = queue.Queue(_MOST_LOGGED)
    root = logging.getLogger()
    root.handlers[:] = [_Hurried(records)]
    root.setLevel(level)
    listener = logging.handlers.QueueListener(records, lines)
    listener.start()
    return listener
