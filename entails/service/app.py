"""The application: a route for every call, jobs, health, and the page."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.routing import Route

from entails import __version__
from entails.service import call_routes, job_routes, page_routes, puzzle_routes
from entails.service.assets import Asset
from entails.service.describe import described, written
from entails.service.envelope import CALLER, REQUEST_ID, Envelope
from entails.service.guard import Caller
from entails.service.problems import Refused, documented, from_validation, problem_response
from entails.service.settings import Settings
from entails.service.state import Server

_ABOUT = """The verbs of the `entails` command over HTTP, with the same answers as its `--json`.

"No" and "not decided in time" are answers (200); only a request that is not understood is an error, told as an
RFC 9457 problem document. Longer work is a job: see `/v1/jobs`."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application, with a server of its own."""
    server = Server(settings or Settings())

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
    job_routes.add(app, server, guarded)
    puzzle_routes.add(app, guarded)
    app.router.routes.append(call_routes.route(server))
    app.router.routes.append(_document_route(app))
    page_routes.add(app)
    app.add_middleware(Envelope, settings=server.settings, metrics=server.metrics)
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
    """A guard that lets only those with a token through; everybody when there are none."""

    async def guard(request: Request) -> Caller:
        caller: Caller = server.guard.caller(request.scope)
        request.scope[CALLER] = caller
        return caller

    return guard


def _document_route(app: FastAPI) -> Route:
    """The OpenAPI document: made when somebody first asks, by a thread, since that takes a while."""
    made: list[Asset] = []
    making = asyncio.Lock()

    async def document(request: Request) -> Response:
        async with making:
            if not made:
                text = await asyncio.to_thread(lambda: written(app.openapi()))
                made.append(Asset(text.encode(), "application/json"))
        return made[0].response(request)

    return Route("/openapi.json", document, methods=["GET"])


def _add_handlers(app: FastAPI) -> None:
    """Every error becomes a problem document."""

    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return problem_response(error, REQUEST_ID.get())

    async def invalid(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return problem_response(from_validation(error.errors()), REQUEST_ID.get())

    async def http(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        status, detail = error.status_code, error.detail
        if status == HTTPStatus.NOT_FOUND:
            detail = "there is nothing at this address"
        elif status == HTTPStatus.BAD_REQUEST:  # how FastAPI calls a body that is no text at all
            status, detail = HTTPStatus.UNPROCESSABLE_ENTITY, "the body is not JSON"
        return problem_response(Refused(status, detail, headers=error.headers), REQUEST_ID.get())

    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, http)


def _add_health(app: FastAPI, server: Server) -> None:
    """Is it up, is it ready, and its numbers. Open to everybody: they tell nothing about puzzles."""

    @app.get("/healthz", tags=["health"], summary="Is the process up?", operation_id="healthz")
    async def healthz() -> dict[str, str]:
        return {"status": "up"}

    @app.get(
        "/readyz",
        tags=["health"],
        summary="Can a call and a job run now?",
        operation_id="readyz",
        responses=documented(503),
    )
    async def readyz() -> dict[str, str]:
        if (missing := await server.readiness.missing()) is not None:
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, missing, headers={"Retry-After": "5"})
        return {"status": "ready"}

    @app.get(
        "/metrics",
        tags=["health"],
        summary="Numbers for Prometheus.",
        operation_id="metrics",
        response_class=Response,
        responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    )
    async def metrics() -> Response:
        return Response(server.metrics.text(), media_type="text/plain; version=0.0.4")
