"""Middleware of requests, problem documents, tokens and logging.

Errors are RFC 9457 problem documents, with a sentence for people and JSON pointers for programs. Callers are
identified by the name of their token, or by address. Tokens are stored as hashes and compared in constant time.
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
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from entails.locale.errors import error_text
from entails.locale.message import LANGUAGES, Language
from entails.models.errors import validation_messages
from entails.service.metrics import Metrics
from entails.service.settings import ServiceSettings

MEDIA_TYPE = "application/problem+json"
_DEEP = "the request is nested too deeply"
_TOO_DEEP = "recursion limit"
"""Part of pydantic's error about JSON that is nested too deeply."""


class RequestFault(BaseModel):
    """An error in a request; `pointer` is a JSON pointer into its body."""

    pointer: str
    detail: str


class ProblemDetails(BaseModel):
    """A problem document (RFC 9457); `type` is about:blank, since the status and sentences suffice."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    instance: str | None = Field(default=None, description="Id of the request, as in the log.")
    errors: list[RequestFault] = []
    capabilities: dict[str, str] | None = Field(default=None, description="State of each capability (/readyz).")


class RequestRejected(Exception):
    """An exception that ends a request with a problem document."""

    def __init__(
        self, status: int, detail: str, errors: Sequence[RequestFault] = (), headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.errors = list(errors)
        self.headers = dict(headers or {})
        self.more: dict[str, Any] = {}


def serialised(request: BaseModel) -> str:
    """Return a request as JSON for a worker; reject a request that is nested too deeply."""
    try:
        return request.model_dump_json(exclude_unset=True)
    except PydanticSerializationError:
        raise RequestRejected(HTTPStatus.UNPROCESSABLE_ENTITY, _DEEP) from None


def problem_response(refused: RequestRejected, instance: str | None, language: Language | None = None) -> Response:
    """Return a rejection as a problem document, in a language: by default that of the request."""
    language = language or LANGUAGE.get()
    problem = ProblemDetails(
        title=HTTPStatus(refused.status).phrase,
        status=refused.status,
        detail=error_text(refused.detail, language),
        errors=[
            RequestFault(pointer=fault.pointer, detail=error_text(fault.detail, language)) for fault in refused.errors
        ],
    )
    content = problem.model_copy(update={"instance": instance, **refused.more}).model_dump_json(exclude_none=True)
    headers = {"Content-Language": language, "Vary": "Accept-Language", **refused.headers}
    return Response(content, refused.status, headers, MEDIA_TYPE)


_LANGUAGE_RANGE = re.compile(
    r"\s*([a-z]{1,8}|\*)(?:-[a-z0-9-]*)?\s*(?:;\s*q\s*=\s*([01](?:\.\d*)?)\s*)?", re.IGNORECASE
)
_MOST_RANGES = 20


def accepted_language(header: str) -> Language:
    """Return the language of an Accept-Language header for sentences; English unless French is preferred."""
    weights = dict.fromkeys(LANGUAGES, 0.0)
    for part in header.split(",")[:_MOST_RANGES]:
        if (match := _LANGUAGE_RANGE.fullmatch(part)) is None:
            continue
        for language in LANGUAGES:
            if match[1].lower() == language:
                weights[language] = max(weights[language], float(match[2] or 1))
    return max(LANGUAGES, key=weights.__getitem__)


def translated_problem(problem: str, language: Language) -> str:
    """Return a stored problem document, which is in English, in a language."""
    if language == "en":
        return problem
    document = ProblemDetails.model_validate_json(problem)
    faults = [
        RequestFault(pointer=fault.pointer, detail=error_text(fault.detail, language)) for fault in document.errors
    ]
    texts = {"detail": error_text(document.detail, language), "errors": faults}
    return document.model_copy(update=texts).model_dump_json(exclude_none=True)


def from_validation(errors: Sequence[Mapping[str, Any]]) -> RequestRejected:
    """Return pydantic's errors about a body as a rejection with JSON pointers."""
    if any(_TOO_DEEP in str(error["msg"]) for error in errors):
        return RequestRejected(HTTPStatus.UNPROCESSABLE_ENTITY, _DEEP)
    messages = validation_messages([_without_files(error) for error in errors[:20]])
    faults = [RequestFault(pointer=_pointer(fault.place), detail=str(fault)) for fault in messages]
    first = faults[0] if faults else RequestFault(pointer="", detail="invalid request")
    where = f"{first.pointer}: " if first.pointer else ""
    return RequestRejected(HTTPStatus.UNPROCESSABLE_ENTITY, where + first.detail, faults)


def _without_files(error: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an error about a named document in words for clients, who send content, never files."""
    if error["type"] != "named":
        return error
    sentence = '{problem}; expected {names}, or {{"text": ...}} with a custom {noun}'
    return {**error, "msg": sentence.format(**error["ctx"])}


def _pointer(location: Sequence[str | int]) -> str:
    parts = [str(part) for part in location if part != "body"]
    if location and location[0] == "body" and len(parts) == 1 and parts[0].isdigit():  # an offset in invalid JSON
        return ""
    return "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in parts)


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the `responses` of a route for error statuses, as the OpenAPI document shows them."""
    schema = {"$ref": "#/components/schemas/ProblemDetails"}
    return {
        status: {"description": HTTPStatus(status).phrase, "content": {MEDIA_TYPE: {"schema": schema}}}
        for status in statuses
    }


_LINE = re.compile(r"(?P<name>[\w.@-]{1,64})\s*[\s:=]\s*sha256:(?P<digest>[0-9a-fA-F]{64})")
_LOOK_SECONDS = 1.0
_WANTED = "access token required: Authorization: Bearer TOKEN"


class BadTokens(ValueError):
    """The file of tokens is invalid."""


@dataclass(frozen=True)
class Caller:
    """The sender of a request.

    Attributes:
        client: Identity for quotas and fair queueing.
        owner: Name of the token, empty if the server has no tokens.
    """

    client: str
    owner: str = ""

    def may_read(self, owner: str) -> bool:
        """Return whether the caller may read a job of this owner. Without tokens, knowing the job's id suffices."""
        return not self.owner or self.owner == owner


class Guard:
    """Check of tokens, by which callers are identified; without tokens everyone is admitted.

    A file of tokens is read again when it changes, so that tokens can be replaced without a restart. If the new file is
    invalid, the tokens stay as they are.
    """

    def __init__(self, digests: Mapping[str, bytes], path: Path | None = None) -> None:
        self._fixed = dict(digests)
        self._path = path
        self._seen = None if path is None else _signature(path)
        self._digests = {**self._fixed, **({} if path is None else _read(_lines_of(path)))}
        self._next_look = 0.0

    @classmethod
    def of(cls, settings: ServiceSettings) -> "Guard":
        """Return a guard with the tokens of the settings. Raises BadTokens."""
        digests: dict[str, bytes] = {}
        if settings.token is not None:
            digests["token"] = hashlib.sha256(settings.token.encode()).digest()
        if settings.tokens is not None and "sha256:" not in settings.tokens:
            return cls(digests, Path(settings.tokens))
        if settings.tokens is not None:
            digests |= _read(settings.tokens.split(","))
        return cls(digests)

    @property
    def has_tokens(self) -> bool:
        return bool(self._digests)

    def _reread(self) -> None:
        """Read the file of tokens again if it has changed; check at most once a second."""
        if self._path is None or time.monotonic() < self._next_look:
            return
        self._next_look = time.monotonic() + _LOOK_SECONDS
        seen = _signature(self._path)
        if seen == self._seen:
            return
        self._seen = seen
        try:
            self._digests = {**self._fixed, **_read(_lines_of(self._path))}
            _log.info("the tokens were read again", extra={"tokens": len(self._digests)})
        except BadTokens as error:
            _log.error("the tokens stay as they were: %s", error)

    def caller(self, scope: Scope) -> Caller:
        """Return the sender of a request. Raises RequestRejected (401)."""
        self._reread()
        if not self._digests:
            return Caller(_address(scope))
        header = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
        kind, _, token = header.partition(b" ")
        if kind.lower() == b"bearer" and (name := self._name(token.strip())) is not None:
            return Caller(f"token {name}", name)
        raise RequestRejected(HTTPStatus.UNAUTHORIZED, _WANTED, headers={"WWW-Authenticate": "Bearer"})

    def _name(self, token: bytes) -> str | None:
        """Return the name of a token, or None. Browsers send accents as Latin-1, other programs as UTF-8."""
        holder = None
        for sent in {token, token.decode("latin-1").encode()}:
            digest = hashlib.sha256(sent).digest()
            for name, known in self._digests.items():
                if hmac.compare_digest(digest, known):
                    holder = name
        return holder


def _signature(path: Path) -> tuple[int, int, int] | None:
    """Return a value that changes with the content of a file; None if there is no file."""
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_mtime_ns, state.st_size, state.st_ino


def _lines_of(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise BadTokens(f"cannot read the list of tokens {str(path)[:200]}: {error.strerror}") from None
    except ValueError:
        raise BadTokens(f"the list of tokens {str(path)[:200]} is not text") from None


def _read(lines: Iterable[str]) -> dict[str, bytes]:
    tokens: dict[str, bytes] = {}
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        match = _LINE.fullmatch(text)
        if match is None:
            raise BadTokens(f"line {number} of the list of tokens is invalid; expected NAME sha256:HEX")
        if match["name"] in tokens:
            raise BadTokens(f"line {number} of the list of tokens repeats the name {match['name']}")
        tokens[match["name"]] = bytes.fromhex(match["digest"])
    if not tokens:
        raise BadTokens("the list of tokens is empty")
    return tokens


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


REQUEST_ID: contextvars.ContextVar[str | None] = contextvars.ContextVar("request_id", default=None)
LANGUAGE: contextvars.ContextVar[Language] = contextvars.ContextVar("language", default="en")
"""Language of the sentences of a response, by the Accept-Language of the request."""

CALLER, ROUTE = "entails.caller", "entails.route"
"""Keys of the ASGI scope, for log and metrics: the caller, and the name of the route."""
_GONE = 499
"""Status in the log: the client closed the connection."""
_MOST_LOGGED = 10_000

_log = logging.getLogger("entails.access")
_OWN_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)
_SECURITY: Mapping[str, str] = {
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
_HEADERS = [(name.lower().encode(), value.encode()) for name, value in _SECURITY.items()]


class _TooLarge(Exception):
    """The body of a request exceeds the limit."""


class _WrongHost(Exception):
    """The Host header of a request is not accepted."""


_PROBES = ("/healthz", "/readyz")
"""Paths that answer for any host name: the probes of a container platform send an address."""


WRONG_HOST = "the server does not accept this host name"


def is_allowed(header: str, allowed: Sequence[str]) -> bool:
    """Return whether a Host header is accepted; prevents DNS rebinding by websites."""
    host = header.lower()
    name = host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]
    return any(name == known or (known.startswith("*.") and name.endswith(known[1:])) for known in allowed)


class RequestMiddleware:
    """ASGI middleware: request ids, accepted hosts, body limit, security headers, problem documents, log, metrics."""

    def __init__(self, app: ASGIApp, *, settings: ServiceSettings, metrics: Metrics) -> None:
        self._app = app
        self._body_bytes = settings.body_bytes
        self._hosts = settings.allowed_host
        self._prefix = f"{settings.root_path}/" if settings.root_path else ""
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        method, path = scope["method"], scope["path"]
        if self._prefix and path.startswith(self._prefix):  # the proxy does not strip its prefix
            scope = {**scope, "path": path.removeprefix(self._prefix[:-1])}
        if method == "HEAD" and not scope["path"].endswith("/events"):
            scope = {**scope, "method": "GET"}  # uvicorn omits the body
        headers = Headers(scope=scope)
        requested = headers.get("x-request-id", "")
        identity = requested if _OWN_ID.fullmatch(requested) else secrets.token_hex(8)
        REQUEST_ID.set(identity)
        LANGUAGE.set(accepted_language(headers.get("accept-language", "")))
        started, status, begun, taken = time.perf_counter(), 500, False, 0

        async def limited() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            return {"type": "http.disconnect"} if taken > self._body_bytes else message

        async def enveloped(message: Message) -> None:
            nonlocal status, begun
            if taken > self._body_bytes:
                return  # the response to a truncated body is replaced by 413
            if message["type"] == "http.response.start":
                status, begun = message["status"], True
                sent = message["headers"]
                names = {name for name, _ in sent}
                added = [header for header in _HEADERS if header[0] not in names]
                message = {**message, "headers": [*sent, (b"x-request-id", identity.encode()), *added]}
            await send(message)

        try:
            if self._hosts and not is_allowed(headers.get("host", ""), self._hosts) and path not in _PROBES:
                raise _WrongHost
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
        except _WrongHost:
            refused = RequestRejected(HTTPStatus.MISDIRECTED_REQUEST, WRONG_HOST)
            await problem_response(refused, identity)(scope, receive, enveloped)
        except _TooLarge:
            refused = RequestRejected(413, f"the request is larger than {self._body_bytes:,} bytes")
            await problem_response(refused, identity)(scope, receive, enveloped)
        except Exception:
            _log.exception("a request failed", extra={"request_id": identity})
            if begun:
                raise
            refused = RequestRejected(500, "internal error; see the log of the server")
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
    """Formatter of log records as JSON Lines."""

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


class _DroppingQueueHandler(logging.handlers.QueueHandler):
    """A queue handler that drops records instead of waiting, so that a blocked log does not block responses."""

    def enqueue(self, record: logging.LogRecord) -> None:
        with suppress(queue.Full):
            self.queue.put_nowait(record)

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        return record


def log_json_lines(level: int = logging.INFO) -> logging.handlers.QueueListener:
    """Log to standard error as JSON Lines, written by a thread."""
    lines = logging.StreamHandler()
    lines.setFormatter(JsonLines())
    records: queue.Queue[Any] = queue.Queue(_MOST_LOGGED)
    root = logging.getLogger()
    root.handlers[:] = [_DroppingQueueHandler(records)]
    root.setLevel(level)
    listener = logging.handlers.QueueListener(records, lines)
    listener.start()
    return listener
