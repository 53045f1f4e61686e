"""Routes of the API: `POST /v1/PUZZLE/VERB` for calls, `/v1/jobs` for jobs, `/v1/puzzles` for the puzzle types.

The body of a call is passed to a worker as bytes, and the worker returns text. The event loop neither parses nor
writes JSON.
"""

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Coroutine
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import FastAPI, Header, Path, Query
from pydantic import Field, ValidationError
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from entails.models.fields import Value
from entails.puzzles import loadable, puzzle, puzzle_type_named
from entails.queries import queries_of
from entails.service.answer import CallResult
from entails.service.calls import CALLS, Unfinished
from entails.service.middleware import (
    CALLER,
    ROUTE,
    Caller,
    RequestFault,
    RequestRejected,
    documented,
    from_validation,
    serialised,
)
from entails.service.scheduler import Busy
from entails.service.state import Server
from entails.service.store import State, StoredJob
from entails.service.workers import KernelsPending, NoWorker, Overrun, WorkerCrashed

_ID = r"^[\w-]+$"
JobId = Annotated[str, Path(max_length=64, pattern=_ID)]
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        max_length=128,
        description="Repeating the key with the same request returns the same job.",
    ),
]


class JobRequest(Value):
    """A request to start a job: the name of the call and its arguments."""

    call: str = Field(max_length=80, description="Name of the call: PUZZLE/VERB.")
    request: dict[str, Any] = Field(description="Request of the call.")


class JobReport(Value):
    """A job. `result` is the report of the call; `problem` is set if the job was rejected or failed."""

    id: str
    call: str
    state: State
    owner: str = Field(default="", description="Name of the token of the request.")
    attempts: int = Field(default=0, description="Number of starts.")
    before: int | None = Field(default=None, description="Number of jobs before it in the queue.")
    progress: float | None = Field(default=None, ge=0, le=1)
    text: str = ""
    created: datetime
    started: datetime | None = None
    ended: datetime | None = None
    result: Any = None
    problem: Any = None


class JobList(Value):
    """A page of jobs without results, newest first. `next` is the value of `before` for the next page."""

    jobs: tuple[JobReport, ...]
    next: str | None = None


def add_job_routes(app: FastAPI, server: Server, guarded: list[Any]) -> None:
    """Add the routes of jobs to the application."""
    jobs = server.jobs
    common: dict[str, Any] = {"tags": ["jobs"], "dependencies": guarded}
    root = server.settings.root_path

    @app.post(
        "/v1/jobs",
        status_code=HTTPStatus.ACCEPTED,
        response_model=JobReport,
        summary="Submit a job.",
        operation_id="jobs_begin",
        responses=documented(401, 413, 422, 429, 503),
        **common,
    )
    async def begin(body: JobRequest, request: Request, key: Key = None) -> Response:
        if body.call not in CALLS:
            detail = f"unknown call; available: {', '.join(CALLS)}"
            fault = RequestFault(pointer="/call", detail=detail)
            raise RequestRejected(HTTPStatus.UNPROCESSABLE_ENTITY, f"/call: {detail}", [fault])
        try:
            call = await asyncio.to_thread(CALLS.__getitem__, body.call)  # built on first use
            wanted = call.request.model_validate(body.request)
        except ValidationError as error:
            raise from_validation(
                [{**problem, "loc": ("request", *problem["loc"])} for problem in error.errors()]
            ) from None
        job = await jobs.submit(body.call, serialised(wanted), key, _caller(request))
        return _response(job, None, HTTPStatus.ACCEPTED, {"Location": f"{root}/v1/jobs/{job.id}"})

    @app.get(
        "/v1/jobs",
        response_model=JobList,
        summary="List your jobs: those of your token, or of your address if the server has no tokens.",
        operation_id="jobs_list",
        responses=documented(401, 422, 503),
        **common,
    )
    async def listed(
        request: Request,
        state: State | None = None,
        call: Annotated[str | None, Query(max_length=80)] = None,
        most: Annotated[int, Query(ge=1, le=500)] = 50,
        before: Annotated[str | None, Query(max_length=64, pattern=_ID)] = None,
    ) -> Response:
        page = await jobs.listed(_caller(request), most + 1, state, call, before)
        shown = page[:most]
        after = json.dumps(shown[-1].id if len(page) > most else None)
        return Response(f'{{"jobs":[{",".join(map(_written, shown))}],"next":{after}}}', media_type="application/json")

    @app.get(
        "/v1/jobs/{identity}",
        response_model=JobReport,
        summary="Get the state and result of a job.",
        operation_id="jobs_look",
        responses=documented(401, 404, 422, 503),
        **common,
    )
    async def look(identity: JobId, request: Request) -> Response:
        return _response(*await jobs.seen(identity, _caller(request)))

    @app.delete(
        "/v1/jobs/{identity}",
        response_model=JobReport,
        summary="Cancel a job. A job that has ended stays as it is.",
        operation_id="jobs_cancel",
        responses=documented(401, 404, 422, 503),
        **common,
    )
    async def cancel(identity: JobId, request: Request) -> Response:
        return _response(await jobs.cancel(identity, _caller(request)))

    @app.get(
        "/v1/jobs/{identity}/events",
        summary="Watch a job as server-sent events, until it ends.",
        operation_id="jobs_events",
        response_class=StreamingResponse,
        responses={
            200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}},
            **documented(401, 404, 422, 429, 503),
        },
        **common,
    )
    async def events(identity: JobId, request: Request) -> StreamingResponse:
        await jobs.get(identity, _caller(request))
        jobs.reject_watcher()

        async def stream() -> AsyncIterator[str]:
            async for seen in jobs.watch(identity):
                if seen is None:
                    yield ": keep-alive\n\n"
                else:
                    yield f"event: {'end' if seen[0].has_ended else 'progress'}\ndata: {_written(*seen)}\n\n"

        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(stream(), media_type="text/event-stream", headers=headers)


def _caller(request: Request) -> Caller:
    caller: Caller = request.scope[CALLER]
    return caller


def _response(
    job: StoredJob, before: int | None = None, status: int = HTTPStatus.OK, headers: dict[str, str] | None = None
) -> Response:
    return Response(_written(job, before), status, headers, "application/json")


def _written(job: StoredJob, before: int | None = None) -> str:
    """Return a job as JSON; its result is JSON already and is inserted as it is."""
    report = JobReport(
        id=job.id,
        call=job.call,
        state=job.state,
        owner=job.owner,
        attempts=job.attempts,
        before=before,
        progress=job.share,
        text=job.text,
        created=_time(job.created),
        started=None if job.started is None else _time(job.started),
        ended=None if job.ended is None else _time(job.ended),
    )
    bare = report.model_dump_json(exclude={"result", "problem"})
    return f'{bare[:-1]},"result":{job.result or "null"},"problem":{job.problem or "null"}}}'


def _time(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


_log = logging.getLogger("entails.service")
_BUSY_SECONDS = "2"
_STARTING_SECONDS = "10"
_COMPILING_SECONDS = "5"


class _ClientGone(Exception):
    """The client closed the connection."""


def route(server: Server) -> Route:
    """Return the route of all calls, which looks the call up by name."""

    async def endpoint(request: Request) -> Response:
        name = f"{request.path_params['puzzle']}/{request.path_params['verb']}"
        if name not in CALLS:
            raise RequestRejected(HTTPStatus.NOT_FOUND, "address not found")
        request.scope[ROUTE] = f"/v1/{name}"
        if request.method != "POST":
            raise RequestRejected(HTTPStatus.METHOD_NOT_ALLOWED, "Method Not Allowed", headers={"Allow": "POST"})
        caller = request.scope[CALLER] = server.guard.caller(request.scope)
        reject_non_json(request)
        body = await request.body()
        outcome = "failed"
        try:
            wait = preferred_wait(request.headers.get("prefer", ""))
            running = _run_call(server, name, body, caller.client, wait)
            outcome, response = _call_response(await _while_connected(request, running))
            if wait:
                response.headers["Preference-Applied"] = f"wait={wait:g}"
        except RequestRejected as refused:
            outcome = "busy" if refused.status in _PUT_OFF else "refused" if refused.status < 500 else "failed"
            raise
        except _ClientGone:
            outcome, response = "gone", Response(status_code=499)
        finally:
            server.metrics.call(name, outcome)
        return response

    return Route("/v1/{puzzle}/{verb}", endpoint, methods=["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])


_PUT_OFF = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)


def reject_non_json(request: Request) -> None:
    """Reject a body whose type is not JSON, since a form of another website could send it."""
    kind = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        raise RequestRejected(HTTPStatus.UNPROCESSABLE_ENTITY, "the body must be JSON: Content-Type: application/json")


_WAIT = re.compile(r"(?:^|[,;\s])wait\s*=\s*\"?(\d{1,9})(?!\d)")
_LONGEST_WAIT = 600.0


def preferred_wait(header: str) -> float:
    """Return how many seconds the client waits for kernels to be compiled: `Prefer: wait=N` (RFC 7240)."""
    match = _WAIT.search(header.lower()[:1000])
    return min(float(match[1]), _LONGEST_WAIT) if match else 0.0


async def _run_call(server: Server, name: str, body: bytes, client: str, wait: float = 0.0) -> CallResult:
    try:
        return await server.pool.run(name, body, client, wait)
    except Busy:
        detail = "the server is busy; try again in a moment"
        raise RequestRejected(HTTPStatus.TOO_MANY_REQUESTS, detail, headers={"Retry-After": _BUSY_SECONDS}) from None
    except KernelsPending:
        kernels = server.workers.kernels
        progress = (kernels.missing if kernels is not None else None) or "one more kernel is being compiled"
        detail = f"this request needs a kernel that is not compiled yet ({progress}); try again in a moment"
        raise RequestRejected(
            HTTPStatus.SERVICE_UNAVAILABLE, detail, headers={"Retry-After": _COMPILING_SECONDS}
        ) from None
    except NoWorker:
        reason = server.workers.starting or "no worker process is available"
        detail = f"{reason}; try again in a moment"
        raise RequestRejected(
            HTTPStatus.SERVICE_UNAVAILABLE, detail, headers={"Retry-After": _STARTING_SECONDS}
        ) from None
    except Overrun:
        return CallResult("report", Unfinished(reason="time").json_line(), pointer="time")
    except WorkerCrashed:
        detail = "two worker processes crashed on this request"
        raise RequestRejected(HTTPStatus.INTERNAL_SERVER_ERROR, detail) from None


async def _while_connected(request: Request, call: Coroutine[Any, Any, CallResult]) -> CallResult:
    """Return the result of a call; if the client disconnects, end the call and raise _ClientGone."""
    here = asyncio.current_task()
    assert here is not None
    watching = asyncio.create_task(_disconnected(request))
    watching.add_done_callback(lambda watched: None if watched.cancelled() else here.cancel())
    try:
        return await call
    except asyncio.CancelledError:
        if not watching.done():
            raise
        here.uncancel()
        raise _ClientGone from None
    finally:
        watching.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _call_response(answer: CallResult) -> tuple[str, Response]:
    """Return the outcome of a call for the metrics, and the response."""
    if answer.kind == "memory":
        return "memory", _json(Unfinished(reason="memory").json_line())
    if answer.kind == "fault":
        _log.error("a call failed", extra={"trace": answer.text})
        raise RequestRejected(HTTPStatus.INTERNAL_SERVER_ERROR, "internal error; see the log of the server")
    if answer.kind == "refused":
        pairs = answer.faults or (((answer.pointer, answer.text),) if answer.pointer else ())
        faults = [RequestFault(pointer=pointer, detail=detail) for pointer, detail in pairs]
        raise RequestRejected(answer.status, answer.text, faults)
    return answer.pointer or "answered", _json(answer.text)


def _json(text: str) -> Response:
    return Response(text, media_type="application/json")


class ExampleReport(Value):
    """An example of a puzzle type."""

    name: str
    text: str
    about: str


class PuzzleReport(Value):
    """A puzzle type. `drawn` says whether it can be drawn, so that the web interface can show it."""

    name: str
    summary: str
    also_called: tuple[str, ...] = ()
    questions: tuple[str, ...]
    drawn: bool
    examples: tuple[ExampleReport, ...] = ()


def add_puzzle_routes(app: FastAPI, guarded: list[Any]) -> None:
    """Add the route of the puzzle types to the application."""
    known: list[PuzzleReport] = []
    loading = asyncio.Lock()

    @app.get(
        "/v1/puzzles",
        tags=["puzzles"],
        summary="List the puzzle types.",
        dependencies=guarded,
        responses=documented(401),
    )
    async def puzzles() -> list[PuzzleReport]:
        async with loading:
            if not known:  # loaded on first use: this imports every puzzle type
                known.extend(await asyncio.to_thread(lambda: [_report(name) for name in loadable()]))
        return known


def _report(name: str) -> PuzzleReport:
    about, puzzle_type = puzzle(name), puzzle_type_named(name)
    return PuzzleReport(
        name=name,
        summary=about.summary,
        also_called=about.constants.get("ALIASES", ()),
        questions=tuple(queries_of(name)),
        drawn=puzzle_type.is_drawn,
        examples=tuple(
            ExampleReport(name=example.name, text=example.text, about=example.about) for example in puzzle_type.examples
        ),
    )
