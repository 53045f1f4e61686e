"""The application: a route for every call, jobs, health, and the page."""

import asyncio
import hmac
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import JSONResponse, Response

from clausal import __version__
from clausal.service import job_routes, page_routes, puzzle_routes
from clausal.service.call import Call, Unfinished
from clausal.service.calls import CALLS
from clausal.service.envelope import REQUEST_ID, Envelope
from clausal.service.pool import Busy, Crashed, Overrun
from clausal.service.problems import Fault, Problem, Refused, documented, from_validation, passed_on, problem_response
from clausal.service.settings import Settings
from clausal.service.state import Server

_log = logging.getLogger("clausal.service")
_bearer = HTTPBearer(auto_error=False, description="Only where the server was started with a token.")
_Credentials = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]
_SHARE = 0.8
"""Of the time that a call has: what an answer may use that stops by itself."""
_ABOUT = """The verbs of the `clausal` command over HTTP, with the same answers as its `--json`.

"No" and "not decided in time" are answers (200); only a request that is not understood is an error, told as an
RFC 9457 problem document. Longer work is a job: see `/v1/jobs`."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application, with a server of its own."""
    server = Server(settings or Settings())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        opening = asyncio.create_task(server.open())
        opening.add_done_callback(_report_failure)
        try:
            yield
        finally:
            opening.cancel()
            with suppress(asyncio.CancelledError):
                await opening
            await server.close()

    app = FastAPI(
        title="Clausal",
        version=__version__,
        description=_ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        separate_input_output_schemas=False,
    )
    app.state.server = server
    app.openapi = lambda: described(app)  # type: ignore[method-assign]
    _add_handlers(app)
    guarded = [Depends(_authorise(server.settings.token))]
    for call in CALLS.values():
        _add_call(app, server, call, guarded)
    puzzle_routes.add(app, guarded)
    job_routes.add(app, server, guarded)
    _add_health(app, server)
    page_routes.add(app)
    app.add_middleware(Envelope, body_bytes=server.settings.body_bytes, metrics=server.metrics)
    if server.settings.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(server.settings.cors_origins),
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["Authorization", "Content-Type", "Idempotency-Key"],
        )
    return app


def described(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, with the problem documents that our own handlers send."""
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        schemas = document["components"]["schemas"]
        problem = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
        schemas |= problem.pop("$defs") | {"Problem": problem}
        app.openapi_schema = document
    return app.openapi_schema


def _report_failure(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("the workers could not be made ready", exc_info=error)


def _authorise(token: str | None) -> Callable[..., None]:
    """A guard that lets only those with the token through; everybody when there is none."""

    def guard(credentials: _Credentials = None) -> None:
        given = credentials.credentials if credentials is not None else ""
        if token is not None and not hmac.compare_digest(given.encode(), token.encode()):
            detail = "this server wants its token: Authorization: Bearer TOKEN"
            raise Refused(HTTPStatus.UNAUTHORIZED, detail, headers={"WWW-Authenticate": "Bearer"})

    return guard


def _add_call(app: FastAPI, server: Server, call: Call, guarded: list[Any]) -> None:
    """A route for one call. The body is checked here and answered in a worker, which sends the report as text."""

    async def endpoint(body: Any) -> Response:
        allowed = min(server.settings.seconds, body.seconds or server.settings.seconds)
        if call.own_seconds is not None and body.seconds is None:
            body = body.model_copy(update={"seconds": min(call.own_seconds, _SHARE * allowed)})
        outcome, response = await _answer(server, call, passed_on(body), allowed)
        server.metrics.call(call.name, outcome)
        return response

    endpoint.__annotations__["body"] = call.request
    examples = {name: {"summary": name, "value": value} for name, value in call.examples.items()}
    app.add_api_route(
        f"/v1/{call.name}",
        endpoint,
        methods=["POST"],
        name=call.name,
        summary=call.summary,
        operation_id=call.name.replace("/", "_").replace("-", "_"),
        tags=[call.puzzle],
        response_model=call.report | Unfinished,
        responses=documented(401, 413, 422, 429),
        dependencies=guarded,
        openapi_extra={"requestBody": {"content": {"application/json": {"examples": examples}}}} if examples else None,
    )


async def _answer(server: Server, call: Call, body: str, seconds: float) -> tuple[str, Response]:
    """What became of it, in a word, and the response."""
    try:
        answer = await server.pool.run(call.name, body, seconds)
    except Busy:
        detail = "the server is busy: try again in a moment"
        raise Refused(HTTPStatus.TOO_MANY_REQUESTS, detail, headers={"Retry-After": "2"}) from None
    except Overrun:
        return "time", _json(Unfinished(reason="time").json_line())
    except Crashed:
        return "memory", _json(Unfinished(reason="memory").json_line())
    if answer.kind == "memory":
        return "memory", _json(Unfinished(reason="memory").json_line())
    if answer.kind == "refused":
        server.metrics.call(call.name, "refused")
        faults = [Fault(pointer=answer.pointer, detail=answer.text)] if answer.pointer else []
        raise Refused(answer.status, answer.text, faults)
    return "answered", _json(answer.text)


def _json(text: str) -> Response:
    return Response(text, media_type="application/json")


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

    @app.get("/healthz", tags=["health"], summary="Is the process up?")
    async def healthz() -> dict[str, str]:
        return {"status": "up"}

    @app.get("/readyz", tags=["health"], summary="Are the workers ready?", responses=documented(503))
    async def readyz() -> JSONResponse:
        if not server.ready:
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, "the workers are starting", headers={"Retry-After": "5"})
        return JSONResponse({"status": "ready"})

    @app.get("/metrics", tags=["health"], summary="Numbers for Prometheus.", response_class=Response)
    async def metrics() -> Response:
        return Response(server.metrics.text(), media_type="text/plain; version=0.0.4")
