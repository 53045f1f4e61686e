"""`/v1/jobs`: long work is taken in, listed, watched, fetched and cancelled.

`POST /v1/PUZZLE/VERB`: the body goes to a worker as the bytes that it is, the worker's text comes back. The event
loop neither reads nor writes JSON.

`/v1/puzzles`: which puzzles there are, what can be asked of them, and their examples. The page lists them by it.
"""

import asyncio
import json
import logging
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
from entails.puzzles import kind, loadable, puzzle
from entails.queries import questions_of
from entails.service.answer import CallResult
from entails.service.calls import CALLS, Unfinished
from entails.service.middleware import (
    CALLER,
    ROUTE,
    Caller,
    RequestFault,
    RequestRefused,
    documented,
    from_validation,
    passed_on,
)
from entails.service.scheduler import Busy
from entails.service.state import Server
from entails.service.store import State, StoredJob
from entails.service.workers import Crashed, NoWorker, Overrun

_ID = r"^[\w-]+$"
JobId = Annotated[str, Path(max_length=64, pattern=_ID)]
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        max_length=128,
        description="The same key with the same request gives the same job again.",
    ),
]


class JobRequest(Value):
    """Which call to make, and with what."""

    call: str = Field(max_length=80, description="PUZZLE/VERB, as in the address of the call.")
    request: dict[str, Any] = Field(description="The body that the call itself would take.")


class JobReport(Value):
    """A job. `result` is what the call answers; `problem` is there when it was refused or failed."""

    id: str
    call: str
    state: State
    owner: str = Field(default="", description="the name of the token that it came with")
    attempts: int = Field(default=0, description="how often it was begun")
    before: int | None = Field(default=None, description="how many jobs come before it while it waits, as things stand")
    progress: float | None = Field(default=None, ge=0, le=1)
    text: str = ""
    created: datetime
    started: datetime | None = None
    ended: datetime | None = None
    result: Any = None
    problem: Any = None


class JobList(Value):
    """A page of jobs, the newest first, without their results. `next` is the `before` of the page after it."""

    jobs: tuple[JobReport, ...]
    next: str | None = None


def add_job_routes(app: FastAPI, server: Server, guarded: list[Any]) -> None:
    """Add the routes of jobs."""
    jobs = server.jobs
    common: dict[str, Any] = {"tags": ["jobs"], "dependencies": guarded}
    root = server.settings.root_path

    @app.post(
        "/v1/jobs",
        status_code=HTTPStatus.ACCEPTED,
        response_model=JobReport,
        summary="Begin a job.",
        operation_id="jobs_begin",
        responses=documented(401, 413, 422, 429, 503),
        **common,
    )
    async def begin(body: JobRequest, request: Request, key: Key = None) -> Response:
        if body.call not in CALLS:
            detail = f"there is no call of this name; there are {', '.join(CALLS)}"
            fault = RequestFault(pointer="/call", detail=detail)
            raise RequestRefused(HTTPStatus.UNPROCESSABLE_ENTITY, f"/call: {detail}", [fault])
        try:
            call = await asyncio.to_thread(CALLS.__getitem__, body.call)  # made when it is first asked for
            wanted = call.request.model_validate(body.request)
        except ValidationError as error:
            raise from_validation(
                [{**problem, "loc": ("request", *problem["loc"])} for problem in error.errors()]
            ) from None
        job = await jobs.submit(body.call, passed_on(wanted), key, _caller(request))
        return _response(job, None, HTTPStatus.ACCEPTED, {"Location": f"{root}/v1/jobs/{job.id}"})

    @app.get(
        "/v1/jobs",
        response_model=JobList,
        summary="Your jobs: those of your token, or without tokens those of your address.",
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
        summary="How a job gets on, and its result.",
        operation_id="jobs_look",
        responses=documented(401, 404, 422, 503),
        **common,
    )
    async def look(identity: JobId, request: Request) -> Response:
        return _response(*await jobs.seen(identity, _caller(request)))

    @app.delete(
        "/v1/jobs/{identity}",
        response_model=JobReport,
        summary="Cancel a job; one that has ended stays as it is.",
        operation_id="jobs_cancel",
        responses=documented(401, 404, 422, 503),
        **common,
    )
    async def cancel(identity: JobId, request: Request) -> Response:
        return _response(await jobs.cancel(identity, _caller(request)))

    @app.get(
        "/v1/jobs/{identity}/events",
        summary="The job as server-sent events, until it ends.",
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
        jobs.refuse_watchers()

        async def stream() -> AsyncIterator[str]:
            async for seen in jobs.watch(identity):
                if seen is None:
                    yield ": still there\n\n"
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
    """The job as JSON; its result is JSON already and is put in as it is."""
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


class _Gone(Exception):
    """The client did not wait for the answer."""


def route(server: Server) -> Route:
    """One route for every call: which one is looked up, not searched."""

    async def endpoint(request: Request) -> Response:
        name = f"{request.path_params['puzzle']}/{request.path_params['verb']}"
        if name not in CALLS:
            raise RequestRefused(HTTPStatus.NOT_FOUND, "there is nothing at this address")
        request.scope[ROUTE] = f"/v1/{name}"
        if request.method != "POST":
            raise RequestRefused(HTTPStatus.METHOD_NOT_ALLOWED, "Method Not Allowed", headers={"Allow": "POST"})
        caller = request.scope[CALLER] = server.guard.caller(request.scope)
        refuse_other_than_json(request)
        body = await request.body()
        outcome = "failed"
        try:
            outcome, response = _call_response(await _while_there(request, _asked(server, name, body, caller.client)))
        except RequestRefused as refused:
            outcome = "busy" if refused.status in _PUT_OFF else "refused" if refused.status < 500 else "failed"
            raise
        except _Gone:
            outcome, response = "gone", Response(status_code=499)
        finally:
            server.metrics.call(name, outcome)
        return response

    return Route("/v1/{puzzle}/{verb}", endpoint, methods=["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])


_PUT_OFF = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)


def refuse_other_than_json(request: Request) -> None:
    """Refuse a body that does not call itself JSON: a form on a stranger's page could send that."""
    kind = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        raise RequestRefused(HTTPStatus.UNPROCESSABLE_ENTITY, "the body must be JSON: Content-Type: application/json")


async def _asked(server: Server, name: str, body: bytes, client: str) -> CallResult:
    try:
        return await server.pool.run(name, body, client)
    except Busy:
        detail = "the server is busy: try again in a moment"
        raise RequestRefused(HTTPStatus.TOO_MANY_REQUESTS, detail, headers={"Retry-After": _BUSY_SECONDS}) from None
    except NoWorker:
        why = server.workers.starting or "no worker process can be had now"
        detail = f"{why}: try again in a moment"
        raise RequestRefused(
            HTTPStatus.SERVICE_UNAVAILABLE, detail, headers={"Retry-After": _STARTING_SECONDS}
        ) from None
    except Overrun:
        return CallResult("report", Unfinished(reason="time").json_line(), pointer="time")
    except Crashed:
        detail = "the process that answered this ended without an answer, and so did a second one"
        raise RequestRefused(HTTPStatus.INTERNAL_SERVER_ERROR, detail) from None


async def _while_there(request: Request, asking: Coroutine[Any, Any, CallResult]) -> CallResult:
    """The answer, unless the client goes away before it is there; then the work is ended."""
    here = asyncio.current_task()
    assert here is not None
    watching = asyncio.create_task(_disconnected(request))
    watching.add_done_callback(lambda watched: None if watched.cancelled() else here.cancel())
    try:
        return await asking
    except asyncio.CancelledError:
        if not watching.done():
            raise
        here.uncancel()
        raise _Gone from None
    finally:
        watching.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _call_response(answer: CallResult) -> tuple[str, Response]:
    """What became of it, in a word, and the response."""
    if answer.kind == "memory":
        return "memory", _json(Unfinished(reason="memory").json_line())
    if answer.kind == "fault":
        _log.error("a call failed", extra={"trace": answer.text})
        raise RequestRefused(
            HTTPStatus.INTERNAL_SERVER_ERROR, "this should not have happened; the log of the server says more"
        )
    if answer.kind == "refused":
        pairs = answer.faults or (((answer.pointer, answer.text),) if answer.pointer else ())
        faults = [RequestFault(pointer=pointer, detail=detail) for pointer, detail in pairs]
        raise RequestRefused(answer.status, answer.text, faults)
    return answer.pointer or "answered", _json(answer.text)


def _json(text: str) -> Response:
    return Response(text, media_type="application/json")


class ExampleReport(Value):
    """A puzzle that ships with its kind."""

    name: str
    text: str
    about: str


class PuzzleReport(Value):
    """One kind of puzzle. `drawn` says that there is a picture of it, so that a plain board can show it."""

    name: str
    summary: str
    also_called: tuple[str, ...] = ()
    questions: tuple[str, ...]
    drawn: bool
    examples: tuple[ExampleReport, ...] = ()


def add_puzzle_routes(app: FastAPI, guarded: list[Any]) -> None:
    """Add the route."""
    known = [_report(name) for name in loadable()]

    @app.get("/v1/puzzles", tags=["puzzles"], summary="Every puzzle.", dependencies=guarded, responses=documented(401))
    async def puzzles() -> list[PuzzleReport]:
        return known


def _report(name: str) -> PuzzleReport:
    about, of_kind = puzzle(name), kind(name)
    return PuzzleReport(
        name=name,
        summary=about.summary,
        also_called=about.constants.get("ALIASES", ()),
        questions=tuple(questions_of(name)),
        drawn=of_kind.is_drawn,
        examples=tuple(
            ExampleReport(name=example.name, text=example.text, about=example.about) for example in of_kind.examples
        ),
    )
