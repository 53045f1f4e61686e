"""The ASGI application: routes for calls, jobs, health and metrics, and the web interface.

Static files (`Asset`) are compressed once and sent with an ETag. The files of the web interface are listed once at the
start, so that no part of a request is used as a file name.
"""

import asyncio
import gzip
import hashlib
import json
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path

from fastapi import Depends, FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from entails import __version__
from entails.service import routes
from entails.service.middleware import (
    CALLER,
    REQUEST_ID,
    Caller,
    RequestMiddleware,
    RequestRejected,
    documented,
    from_validation,
    problem_response,
)
from entails.service.openapi import described, written
from entails.service.routes import add_job_routes, add_puzzle_routes
from entails.service.settings import ServiceSettings
from entails.service.state import Server

_WORTH_PACKING = 500


@dataclass(frozen=True)
class Asset:
    """A static file; `tag` identifies its content, `packed` is the gzip-compressed content if that is shorter."""

    content: bytes
    media_type: str
    tag: str = field(init=False)
    packed: bytes | None = field(init=False, repr=False)

    def __post_init__(self) -> None:
        packed = gzip.compress(self.content, 9, mtime=0) if len(self.content) >= _WORTH_PACKING else None
        object.__setattr__(self, "packed", packed if packed is not None and len(packed) < len(self.content) else None)
        object.__setattr__(self, "tag", hashlib.sha256(self.content).hexdigest()[:20])

    def response(self, request: Request) -> Response:
        """Return the content, compressed if the client accepts gzip; 304 if the client has it already."""
        is_packed = self.packed is not None and _takes_gzip(request.headers.get("accept-encoding", ""))
        tag = f'"{self.tag}{"-gz" if is_packed else ""}"'
        headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        known = {text.strip().removeprefix("W/") for text in request.headers.get("if-none-match", "").split(",")}
        if tag in known or "*" in known:
            return Response(status_code=304, headers=headers)
        if is_packed:
            headers["Content-Encoding"] = "gzip"
        return Response(self.packed if is_packed else self.content, media_type=self.media_type, headers=headers)


def _takes_gzip(accepted: str) -> bool:
    for coding in accepted.split(","):
        name, _, quality = coding.partition(";")
        if name.strip().lower() in ("gzip", "*"):
            return quality.replace(" ", "").lower() not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_ADDRESSES = {"index.html": "/", "offline.js": "/offline.js"}
"""Files served at the root: a service worker controls only addresses below its own."""

_STYLE, _FIRST_STYLE = "/page/style.css", "frame.css"
"""Address of all style sheets joined into one, and the one that comes first: rendering waits for a single request."""


def add(app: Starlette) -> None:
    """Add a route for each file of the web interface."""
    folder = files("entails.service").joinpath("page")
    if not folder.is_dir():
        return
    assets: dict[str, Asset] = {}
    styles: list[bytes] = []
    for file in sorted(folder.iterdir(), key=lambda path: (path.name != _FIRST_STYLE, path.name)):
        if file.name.endswith(".css"):
            styles.append(file.read_bytes())
        elif file.is_file() and not file.name.startswith("."):
            address = _ADDRESSES.get(file.name, f"/page/{file.name}")
            assets[address] = Asset(file.read_bytes(), _type(file.name))
    assets[_STYLE] = Asset(b"\n".join(styles), _type(_STYLE))
    listing = {f".{address}": asset.tag for address, asset in assets.items()}
    assets["/page/files.json"] = Asset(json.dumps(listing).encode(), "application/json")
    app.router.routes += [_route(address, asset) for address, asset in assets.items()]


def _type(name: str) -> str:
    suffix = name[name.rfind(".") :]
    kind = _TYPES.get(suffix) or guess_type(name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


def _route(address: str, asset: Asset) -> Route:
    async def file(request: Request) -> Response:
        return asset.response(request)

    return Route(address, file, methods=["GET"])


_ABOUT = """The commands of `entails` over HTTP, with the same reports as `--json`.

"No" and "undecided" are results (200). An invalid request is an error, reported as an RFC 9457 problem document.
Longer work is a job: see `/v1/jobs`."""


def create_app(settings: ServiceSettings | None = None) -> FastAPI:
    """Return an application with its own server."""
    server = Server(settings or ServiceSettings())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await server.open()
        try:
            yield
        finally:
            await server.close()

    app = FastAPI(
        title="Entails",
        version=__version__,
        description=_ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        servers=[{"url": server.settings.root_path}] if server.settings.root_path else None,
        separate_input_output_schemas=False,
    )
    app.state.server = server
    app.openapi = lambda: described(app)  # type: ignore[method-assign]
    _add_handlers(app)
    guarded = [Depends(_guard(server))]
    _add_health(app, server)
    add_job_routes(app, server, guarded)
    add_puzzle_routes(app, guarded)
    app.router.routes.append(routes.route(server))
    app.router.routes.append(_document_route(app))
    add(app)
    app.add_middleware(RequestMiddleware, settings=server.settings, metrics=server.metrics)
    if server.settings.cors:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(server.settings.cors),
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["Authorization", "Content-Type", "Idempotency-Key"],
            expose_headers=["Location", "Retry-After", "X-Request-ID"],
        )
    return app


def _guard(server: Server) -> Callable[[Request], Awaitable[Caller]]:
    """Return a dependency that requires a token, if the server has tokens, and identifies the caller."""

    async def guard(request: Request) -> Caller:
        caller: Caller = server.guard.caller(request.scope)
        request.scope[CALLER] = caller
        return caller

    return guard


def _document_route(app: FastAPI) -> Route:
    """Return the route of the OpenAPI document, which a thread builds on the first request."""
    cached: list[Asset] = []
    making = asyncio.Lock()

    async def document(request: Request) -> Response:
        async with making:
            if not cached:
                text = await asyncio.to_thread(lambda: written(app.openapi()))
                cached.append(Asset(text.encode(), "application/json"))
        return cached[0].response(request)

    return Route("/openapi.json", document, methods=["GET"])


def _add_handlers(app: FastAPI) -> None:
    """Turn every error into a problem document."""

    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestRejected)
        return problem_response(error, REQUEST_ID.get())

    async def invalid(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return problem_response(from_validation(error.errors()), REQUEST_ID.get())

    async def http(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        status, detail = error.status_code, error.detail
        if status == HTTPStatus.NOT_FOUND:
            detail = "address not found"
        elif status == HTTPStatus.BAD_REQUEST:  # FastAPI's status for a body that is not text
            status, detail = HTTPStatus.UNPROCESSABLE_ENTITY, "the body is not JSON"
        return problem_response(RequestRejected(status, detail, headers=error.headers), REQUEST_ID.get())

    app.add_exception_handler(RequestRejected, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)


def _add_health(app: FastAPI, server: Server) -> None:
    """Add the routes of health and metrics, which need no token."""

    @app.get("/healthz", tags=["health"], summary="Liveness of the process.", operation_id="healthz")
    async def healthz() -> dict[str, str]:
        return {"status": "up"}

    @app.get(
        "/readyz",
        tags=["health"],
        summary="Readiness for requests and jobs.",
        operation_id="readyz",
        responses=documented(503),
    )
    async def readyz() -> dict[str, str]:
        if (missing := await server.readiness.missing()) is not None:
            raise RequestRejected(HTTPStatus.SERVICE_UNAVAILABLE, missing, headers={"Retry-After": "5"})
        return {"status": "ready"}

    @app.get(
        "/metrics",
        tags=["health"],
        summary="Metrics for Prometheus.",
        operation_id="metrics",
        response_class=Response,
        responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    )
    async def metrics() -> Response:
        return Response(server.metrics.text(), media_type="text/plain; version=0.0.4")


def openapi_text() -> str:
    """Return the OpenAPI document of a server with default settings."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(ServiceSettings(jobs_db=str(Path(folder, "jobs.sqlite"))))
        document = app.openapi()
        app.state.server.release()
    return written(document)
