"""The ASGI application: routes for calls, jobs, types, health and metrics, and the web interface."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path

from fastapi import Depends, FastAPI
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from entails import __version__
from entails.service.assets import Asset, add_page
from entails.service.metrics import MEDIA_TYPE
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
from entails.service.openapi import described, packaged_text, written
from entails.service.puzzle_types import add_puzzle_routes
from entails.service.routes import add_job_routes, call_routes, not_served
from entails.service.settings import ServiceSettings
from entails.service.state import Server

_ABOUT = """The commands of `entails` over HTTP, with the same reports as `--json`.

"No" and "undecided" are results (200). An invalid request is an error, reported as an RFC 9457 problem document.
Longer work is a job: see `/v1/jobs`."""


def create_app(settings: ServiceSettings | None = None) -> FastAPI:
    """Return an application with a server of its own."""
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
    app.router.routes += [*call_routes(server), _document_route(app)]
    add_page(app)
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
    """Return a dependency that identifies the caller and requires a token if the server has tokens."""

    async def guard(request: Request) -> Caller:
        caller: Caller = server.guard.caller(request.scope)
        request.scope[CALLER] = caller
        return caller

    return guard


def _document_route(app: FastAPI) -> Route:
    """Return the route of the OpenAPI document: the packaged one, else one that a thread makes on the first request."""
    cached: list[Asset] = []
    making = asyncio.Lock()

    async def document(request: Request) -> Response:
        async with making:
            if not cached:
                text = packaged_text(app.servers)
                if text is None:
                    text = await asyncio.to_thread(lambda: written(app.openapi()))
                cached.append(Asset(text.encode(), "application/json"))
        return cached[0].response(request)

    return Route("/openapi.json", document, methods=["GET"])


def _add_handlers(app: FastAPI) -> None:
    """Turn every error of a route into a problem document."""

    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestRejected)
        return problem_response(error, REQUEST_ID.get())

    async def invalid(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return problem_response(from_validation(error.errors()), REQUEST_ID.get())

    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:  # the methods of all routes of this address
            return problem_response(not_served(request), REQUEST_ID.get())
        status, detail = error.status_code, error.detail
        if status == HTTPStatus.NOT_FOUND:
            detail = "address not found"
        elif status == HTTPStatus.BAD_REQUEST:  # FastAPI's status for a body that is not text
            status, detail = HTTPStatus.UNPROCESSABLE_ENTITY, "the body is not JSON"
        return problem_response(RequestRejected(status, detail, headers=error.headers), REQUEST_ID.get())

    app.add_exception_handler(RequestRejected, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)


class ReadyReport(BaseModel):
    """Readiness: `capabilities` has the state of each: ready, compiling, waiting or failed."""

    status: str
    capabilities: dict[str, str]


def _add_health(app: FastAPI, server: Server) -> None:
    """Add the routes of health, which need no token, and the route of metrics."""

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
    async def readyz() -> ReadyReport:
        missing = await server.readiness.missing()
        if missing is None:
            return ReadyReport(status="ready", capabilities=server.readiness.capabilities())
        refused = RequestRejected(HTTPStatus.SERVICE_UNAVAILABLE, missing, headers={"Retry-After": "5"})
        refused.more = {"capabilities": server.readiness.capabilities()}
        raise refused

    @app.get(
        "/metrics",
        tags=["health"],
        summary="Metrics for Prometheus.",
        operation_id="metrics",
        response_class=Response,
        responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **documented(401, 403, 404)},
    )
    async def metrics(request: Request) -> Response:
        server.admit_to_metrics(request.scope)
        return Response(server.metrics.text(), media_type=MEDIA_TYPE)


def openapi_text() -> str:
    """Return the OpenAPI document of a server with default settings, as text."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(ServiceSettings(jobs_db=str(Path(folder, "jobs.sqlite"))))
        document = app.openapi()
        app.state.server.release()
    return written(document)
