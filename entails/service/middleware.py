"""What surrounds every request: an id, a limit on its body, a line in the log, headers that keep browsers careful.

Errors as RFC 9457 problem documents: one sentence for a person, a pointer into the request for a program.

Who calls: by the name of a token, or by address. Tokens are kept as hashes, and compared in constant time.
"""

import contextvars
import hashlib
import hmac
import json
import logging
import logging.handlers
import queue
import re
import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field
from pydantic_core import PydanticSerializationError
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from entails.models.errors import misfits
from entails.service.metrics import Metrics
from entails.service.settings import ServiceSettings

MEDIA_TYPE = "application/problem+json"


class RequestFault(BaseModel):
    """One thing that is wrong with the request; `pointer` is a JSON pointer into its body."""

    pointer: str
    detail: str


class ProblemDetails(BaseModel):
    """What went wrong. `type` is about:blank: the status and the sentences say it all."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    instance: str | None = Field(default=None, description="the id of the request, as in the logs")
    errors: list[RequestFault] = []


class RequestRefused(Exception):
    """Ends a request with a problem document."""

    def __init__(
        self, status: int, detail: str, errors: Sequence[RequestFault] = (), headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.errors = list(errors)
        self.headers = dict(headers or {})


def passed_on(request: BaseModel) -> str:
    """A request as the workers get it. JSON is read deeper than it is written."""
    try:
        return request.model_dump_json(exclude_unset=True)
    except PydanticSerializationError:
        raise RequestRefused(HTTPStatus.UNPROCESSABLE_ENTITY, "the request is nested too deeply") from None


def problem_response(refused: RequestRefused, instance: str | None) -> Response:
    """The document as a response."""
    title = HTTPStatus(refused.status).phrase
    problem = ProblemDetails(title=title, status=refused.status, detail=refused.detail, errors=refused.errors)
    content = problem.model_copy(update={"instance": instance}).model_dump_json(exclude_none=True)
    return Response(content, refused.status, refused.headers, MEDIA_TYPE)


def from_validation(errors: Sequence[Mapping[str, Any]]) -> RequestRefused:
    """What pydantic found wrong with a body, as pointers into it."""
    faults = [RequestFault(pointer=_pointer(fault.place), detail=str(fault)) for fault in misfits(errors[:20])]
    first = faults[0] if faults else RequestFault(pointer="", detail="the request is not understood")
    where = f"{first.pointer}: " if first.pointer else ""
    return RequestRefused(HTTPStatus.UNPROCESSABLE_ENTITY, where + first.detail, faults)


def _pointer(location: Sequence[str | int]) -> str:
    parts = [str(part) for part in location if part != "body"]
    if location and location[0] == "body" and len(parts) == 1 and parts[0].isdigit():  # a place in broken JSON
        return ""
    return "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in parts)


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route for these statuses, for the OpenAPI document."""
    schema = {"$ref": "#/components/schemas/ProblemDetails"}
    return {
        status: {"description": HTTPStatus(status).phrase, "content": {MEDIA_TYPE: {"schema": schema}}}
        for status in statuses
    }


_LINE = re.compile(r"(?P<name>[\w.@-]{1,64})\s*[\s:=]\s*sha256:(?P<digest>[0-9a-fA-F]{64})")
_WANTED = "this server wants its token: Authorization: Bearer TOKEN"


class BadTokens(ValueError):
    """The list of tokens is not understood."""


@dataclass(frozen=True)
class Caller:
    """`client` is who counts for quotas and turns; `owner` the name of the token, empty where there are none."""

    client: str
    owner: str = ""

    def may_see(self, owner: str) -> bool:
        """Is a job with this owner its own? Where there are no tokens, knowing the id is enough."""
        return not self.owner or self.owner == owner


class Guard:
    """Lets those through who have a token, and says who they are; everybody when there are no tokens."""

    def __init__(self, digests: Mapping[str, bytes]) -> None:
        self._digests = dict(digests)

    @classmethod
    def of(cls, settings: ServiceSettings) -> "Guard":
        """The tokens of the settings: one, and those of a list. Raises BadTokens."""
        digests: dict[str, bytes] = {}
        if settings.token is not None:
            digests["token"] = hashlib.sha256(settings.token.encode()).digest()
        if settings.tokens is not None:
            text = settings.tokens
            digests |= _read(text.split(",") if "sha256:" in text else _lines_of(text))
        return cls(digests)

    def caller(self, scope: Scope) -> Caller:
        """Who sent this request. Raises Refused (401)."""
        if not self._digests:
            return Caller(_address(scope))
        header = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
        kind, _, token = header.partition(b" ")
        if kind.lower() == b"bearer" and (name := self._name(token.strip())) is not None:
            return Caller(f"token {name}", name)
        raise RequestRefused(HTTPStatus.UNAUTHORIZED, _WANTED, headers={"WWW-Authenticate": "Bearer"})

    def _name(self, token: bytes) -> str | None:
        """The name of a token. Browsers send accents as Latin-1, most other programs as UTF-8: both are meant."""
        holder = None
        for sent in {token, token.decode("latin-1").encode()}:
            digest = hashlib.sha256(sent).digest()
            for name, known in self._digests.items():
                if hmac.compare_digest(digest, known):
                    holder = name
        return holder


def _lines_of(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise BadTokens(f"the list of tokens {path[:200]} cannot be read: {error.strerror}") from None
    except ValueError:
        raise BadTokens(f"the list of tokens {path[:200]} is no text") from None


def _read(lines: Iterable[str]) -> dict[str, bytes]:
    tokens: dict[str, bytes] = {}
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        match = _LINE.fullmatch(text)
        if match is None:
            raise BadTokens(f"line {number} of the tokens is not NAME sha256:HEX")
        if match["name"] in tokens:
            raise BadTokens(f"line {number} of the tokens names {match['name']} again")
        tokens[match["name"]] = bytes.fromhex(match["digest"])
    if not tokens:
        raise BadTokens("the list of tokens is empty")
    return tokens


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


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

    def __init__(self, app: ASGIApp, *, settings: ServiceSettings, metrics: Metrics) -> None:
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
        requested = headers.get("x-request-id", "")
        identity = requested if _OWN_ID.fullmatch(requested) else secrets.token_hex(8)
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
            refused = RequestRefused(413, f"the request is larger than {self._body_bytes:,} bytes")
            await problem_response(refused, identity)(scope, receive, enveloped)
        except Exception:
            _log.exception("a request failed", extra={"request_id": identity})
            if begun:
                raise
            refused = RequestRefused(500, "this should not have happened; the log of the server says more")
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
