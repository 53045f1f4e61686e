"""The ASGI application: routes for calls, jobs, health and metrics, and the web interface.

Static files (`Asset`) are compressed once and sent with an ETag. The files of the web interface are listed once at the
start, so that no part of a request is used as a file name.

FastAPI writes the OpenAPI document of jobs and health; the calls are added here. The name of a schema depends only on
its class: `SolveReport`, or `WordleTurnReport` for a class of one puzzle type. So new classes do not change the names
of others.
"""

import asyncio
import gzip
import hashlib
import json
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from fastapi import Depends, FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from entails import __version__
from entails.puzzles import puzzles
from entails.queries import subjects
from entails.service import routes
from entails.service.calls import CALLS, Call, Unfinished
from entails.service.metrics import MEDIA_TYPE
from entails.service.middleware import (
    CALLER,
    REQUEST_ID,
    Caller,
    ProblemDetails,
    RequestMiddleware,
    RequestRejected,
    documented,
    from_validation,
    problem_response,
)
from entails.service.routes import add_job_routes, add_puzzle_routes
from entails.service.settings import ServiceSettings
from entails.service.state import Server

_REFERENCE = "#/components/schemas/"
_CLASS = "x-class"
_SECURITY = "token"


class _Marked(GenerateJsonSchema):
    """A schema generator that records the class of each model."""

    def model_schema(self, schema: Any) -> Any:
        marked = super().model_schema(schema)
        owner = schema["cls"]
        return {**marked, _CLASS: f"{owner.__module__}.{owner.__name__}"} if "$ref" not in marked else marked


def described(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document of an application."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title,
            version=app.version,
            description=app.description,
            routes=app.routes,
            servers=app.servers or None,
        )
        components = document.setdefault("components", {})
        schemas = components.setdefault("schemas", {})
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        of_calls, paths = _calls()
        schemas |= of_calls
        document["paths"] |= paths
        schemas["JobReport"]["properties"]["problem"] = {
            "anyOf": [{"$ref": f"{_REFERENCE}ProblemDetails"}, {"type": "null"}]
        }
        schemas["JobReport"] |= {"allOf": [_typed_result(call, paths) for call in CALLS.values()]}
        components["securitySchemes"] = {
            _SECURITY: {
                "type": "http",
                "scheme": "bearer",
                "description": "Required if the server has tokens.",
            }
        }
        for path, methods in document["paths"].items():
            for operation in methods.values() if path.startswith("/v1/") else ():
                operation["security"] = [{}, {_SECURITY: []}]
        app.openapi_schema = document
    return app.openapi_schema


def written(document: dict[str, Any]) -> str:
    """Return the document as text; equal documents give equal text."""
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _calls() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schemas and paths of all calls."""
    wanted: list[tuple[tuple[str, str], Any, TypeAdapter[Any]]] = [
        (("", "problem"), "validation", TypeAdapter(ProblemDetails)),
        (("", "unfinished"), "validation", TypeAdapter(Unfinished)),
    ]
    for call in CALLS.values():
        wanted.append(((call.name, "request"), "validation", TypeAdapter(call.request)))
        wanted.append(((call.name, "report"), "validation", TypeAdapter(call.report)))
    by_call, definitions = TypeAdapter.json_schemas(
        wanted,
        ref_template=_REFERENCE + "{model}",
        schema_generator=_Marked,
    )
    schemas, names = _renamed(definitions.get("$defs", {}))
    places = {key[0]: _with_names(schema, names) for key, schema in by_call.items()}
    paths = {f"/v1/{call.name}": {"post": _operation(call, places)} for call in CALLS.values()}
    return schemas, paths


def _operation(call: Call, places: dict[Any, Any]) -> dict[str, Any]:
    examples = {name: {"summary": name, "value": value} for name, value in call.examples.items()}
    content: dict[str, Any] = {"schema": places[call.name, "request"]}
    if examples:
        content["examples"] = examples
    unfinished = {"$ref": f"{_REFERENCE}Unfinished"}
    report = {"anyOf": [places[call.name, "report"], unfinished]}
    return {
        "operationId": call.name.replace("/", "_").replace("-", "_"),
        "summary": call.summary,
        "tags": [call.puzzle],
        "requestBody": {"required": True, "content": {"application/json": content}},
        "responses": {
            "200": {"description": "The report", "content": {"application/json": {"schema": report}}},
            **{str(status): response for status, response in documented(401, 413, 422, 429, 500, 503).items()},
        },
    }


def _typed_result(call: Call, paths: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of the result of a job of this call."""
    response = paths[f"/v1/{call.name}"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    return {
        "if": {"properties": {"call": {"const": call.name}}},
        "then": {"properties": {"result": {"anyOf": [*response["anyOf"], {"type": "null"}]}}},
    }


def _renamed(definitions: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the schemas by new name, and the new names by old name."""
    names: dict[str, str] = {}
    for known, schema in definitions.items():
        is_model = _CLASS in schema
        name = _name(schema.pop(_CLASS, f".{schema.get('title', known)}"))
        if is_model:
            schema["title"] = name
        if name in names.values():
            raise ValueError(f"two schemas are called {name}; rename one of the classes")
        names[known] = name
    return {names[known]: _with_names(schema, names) for known, schema in definitions.items()}, names


def _name(place: str) -> str:
    """Return the name of a schema: that of the class, prefixed by the puzzle type whose folder it is in."""
    *folders, name = place.split(".")
    for puzzle in _of_puzzles():
        if puzzle.replace("-", "_") in folders:
            prefix = "".join(map(str.capitalize, puzzle.split("-")))
            return name if name.startswith(prefix) else prefix + name
    return name


def _of_puzzles() -> Iterator[str]:
    yield from puzzles()
    yield from subjects()


def _with_names(schema: Any, names: dict[str, str]) -> Any:
    """Return the schema with its references renamed."""
    if isinstance(schema, dict):
        return {
            key: _REFERENCE + names[value.removeprefix(_REFERENCE)]
            if key == "$ref" and isinstance(value, str) and value.startswith(_REFERENCE)
            else {tag: _REFERENCE + names[ref.removeprefix(_REFERENCE)] for tag, ref in value.items()}
            if key == "mapping"
            else _with_names(value, names)
            for key, value in schema.items()
            if key != _CLASS
        }
    return [_with_names(part, names) for part in schema] if isinstance(schema, list) else schema


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


class ReadyReport(BaseModel):
    """Readiness: `capabilities` has the state of each: ready, compiling, waiting or failed."""

    status: str
    capabilities: dict[str, str]


def _add_health(app: FastAPI, server: Server) -> None:
    """Add the routes of health, which need no token, and of metrics."""

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
    """Return the OpenAPI document of a server with default settings."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(ServiceSettings(jobs_db=str(Path(folder, "jobs.sqlite"))))
        document = app.openapi()
        app.state.server.release()
    return written(document)
