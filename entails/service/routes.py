"""Routes of queries and jobs: `POST /v1/QUERY`, `POST /v1/TYPE/QUERY` and `/v1/jobs`.

The body of a call is passed to a worker as bytes, and the worker returns text. The event loop parses a body
only to find the `type` of a `/v1/QUERY` request, in a thread if the body is large.
"""

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Coroutine
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Annotated, Any, TypeVar

from fastapi import FastAPI, Header, Path, Query
from pydantic import BaseModel, Field, ValidationError
from pydantic_core import PydanticSerializationError, to_json
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Match, Route

from entails.locale.errors import error_text
from entails.models.fields import Value
from entails.queries.query import Verdict
from entails.service.answer import CallResult, Part
from entails.service.calls import CALLS, Unfinished
from entails.service.middleware import (
    CALLER,
    LANGUAGE,
    REQUEST_ID,
    ROUTE,
    Caller,
    RequestFault,
    RequestRejected,
    documented,
    from_validation,
    problem_response,
    serialised,
    translated_problem,
)
from entails.service.scheduler import Busy
from entails.service.state import Server
from entails.service.store import State, StoredJob
from entails.service.workers import KernelsPending, NoWorker, Overrun, WorkerCrashed
from entails.solvers.pool.process import OnProgress

T = TypeVar("T")
_EVENTS = "text/event-stream"
_UNBUFFERED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
_KEEP_ALIVE = ": keep-alive\n\n"
_KEEP_ALIVE_SECONDS = 10.0
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


class JobRequest(Value, defer_build=False):
    """A request to start a job: the name of the call and its arguments.

    It is built at once: FastAPI suppresses a warning of pydantic about bodies while it declares a route.
    """

    call: str = Field(max_length=80, description="Name of the call: PUZZLE/VERB.")
    request: dict[str, Any] = Field(description="Request of the call.")


class JobReport(Value):
    """The state of a job. `result` is the report of the call; `problem` is set if the job was rejected or failed."""

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
            200: {"content": {_EVENTS: {"schema": {"type": "string"}}}},
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
                    yield _KEEP_ALIVE
                else:
                    yield _event("end" if seen[0].has_ended else "progress", _written(*seen))

        return StreamingResponse(stream(), media_type=_EVENTS, headers=_UNBUFFERED)


def _caller(request: Request) -> Caller:
    caller: Caller = request.scope[CALLER]
    return caller


def _response(
    job: StoredJob, before: int | None = None, status: int = HTTPStatus.OK, headers: dict[str, str] | None = None
) -> Response:
    return Response(_written(job, before), status, headers, "application/json")


def _written(job: StoredJob, before: int | None = None) -> str:
    """Return a job as JSON text; its stored result is inserted unchanged."""
    report = JobReport(
        id=job.id,
        call=job.call,
        state=job.state,
        owner=job.owner,
        attempts=job.attempts,
        before=before,
        progress=job.share,
        text=error_text(job.text, LANGUAGE.get()),
        created=_time(job.created),
        started=None if job.started is None else _time(job.started),
        ended=None if job.ended is None else _time(job.ended),
    )
    bare = report.model_dump_json(exclude={"result", "problem"})
    problem = "null" if job.problem is None else translated_problem(job.problem, LANGUAGE.get())
    return f'{bare[:-1]},"result":{job.result or "null"},"problem":{problem}}}'


def _time(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


_log = logging.getLogger("entails.service")
_BUSY_SECONDS = "2"
_STARTING_SECONDS = "10"
_COMPILING_SECONDS = "5"


class _ClientGone(Exception):
    """The client has closed the connection."""


_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"]


class Answer(Value):
    """The response to a query. `result` is the report of the query, or `Unfinished` if a limit stopped it."""

    status: Verdict = Field(description="yes, no or undecided: the exit codes 0, 1 and 3 of the command.")
    engine: str | None = Field(default=None, description="Engine of the result; null if the query runs none.")
    confirmed_by: str | None = Field(default=None, description="Engine that came to the same result independently.")
    result: Any


def call_routes(server: Server) -> list[Route]:
    """Return the routes of all queries: `/v1/QUERY`, where the body names the type, and `/v1/TYPE/QUERY`."""
    queries = {name.partition("/")[2] for name in CALLS}

    async def of_query(request: Request) -> Response:
        query = request.path_params["query"]
        if query not in queries:
            raise not_served(request)
        request.scope[ROUTE] = f"/v1/{query}"
        caller, body = await _admitted(server, request)
        large = len(body) > _LARGE
        name, rest = await asyncio.to_thread(_addressed, query, body) if large else _addressed(query, body)
        return await _answered(server, request, name, rest, caller, True)

    async def of_type(request: Request) -> Response:
        query = request.path_params["query"]
        name = f"{request.path_params['type']}/{query}"
        if name not in CALLS:
            raise not_served(request)
        request.scope[ROUTE] = f"/v1/{{type}}/{query}"  # the calls have a metric of their own
        caller, body = await _admitted(server, request)
        return await _answered(server, request, name, body, caller, False)

    addresses = (("/v1/{query}", of_query), ("/v1/{type}/{query}", of_type))
    return [Route(address, endpoint, methods=_METHODS, name=CALL_ROUTE) for address, endpoint in addresses]


CALL_ROUTE = "call"
"""Name of the routes of calls, which match every method and answer 405 themselves."""
_LARGE = 20_000
"""Length from which a body is parsed outside the event loop."""


class _Addressed(BaseModel, extra="allow"):
    """A request body that names its puzzle type; a worker parses the other fields."""

    type: str


def not_served(request: Request) -> RequestRejected:
    """Return 405 with the allowed methods of an address, or 404 if the address is unknown."""
    methods = set[str]()
    for listed in request.app.router.routes:
        if isinstance(listed, Route) and listed.name != CALL_ROUTE and listed.matches(request.scope)[0] != Match.NONE:
            methods |= listed.methods or set()
    if not methods:
        return RequestRejected(HTTPStatus.NOT_FOUND, "address not found")
    if "GET" in methods and not request.url.path.endswith("/events"):
        methods.add("HEAD")
    return _wrong_method(*sorted(methods))


def _wrong_method(*methods: str) -> RequestRejected:
    allowed = ", ".join(methods)
    detail = f"unsupported method; expected {allowed}"
    return RequestRejected(HTTPStatus.METHOD_NOT_ALLOWED, detail, headers={"Allow": allowed})


async def _admitted(server: Server, request: Request) -> tuple[Caller, bytes]:
    """Return the caller and body of a request; reject a wrong method, a missing token or a body other than JSON."""
    if request.method != "POST":
        raise _wrong_method("POST")
    caller = request.scope[CALLER] = server.guard.caller(request.scope)
    reject_non_json(request)
    return caller, await request.body()


def _addressed(query: str, body: bytes) -> tuple[str, bytes]:
    """Return the call that a body with a `type` is for, and the body without `type`."""
    try:
        addressed = _Addressed.model_validate_json(body)
        rest = to_json(addressed.model_extra, inf_nan_mode="constants")
    except ValidationError as error:
        raise from_validation(error.errors(include_url=False)) from None
    except PydanticSerializationError:
        raise RequestRejected(HTTPStatus.UNPROCESSABLE_ENTITY, "the request is nested too deeply") from None
    if (name := f"{addressed.type}/{query}") in CALLS:
        return name, rest
    types = ", ".join(call.partition("/")[0] for call in CALLS if call.partition("/")[2] == query)
    detail = f"unknown puzzle type {addressed.type[:40]!r} for {query}; expected {types}"
    raise RequestRejected(
        HTTPStatus.UNPROCESSABLE_ENTITY, f"/type: {detail}", [RequestFault(pointer="/type", detail=detail)]
    )


async def _answered(
    server: Server, request: Request, name: str, body: bytes, caller: Caller, is_enveloped: bool
) -> Response:
    outcome = "failed"
    response: Response
    try:
        wait = preferred_wait(request.headers.get("prefer", ""))
        if _EVENTS in request.headers.get("accept", ""):
            stream = _CallStream(server, name, body, caller.client, wait)
            await _while_connected(request, stream.begin())
            outcome, response = "streamed", stream.response(is_enveloped)
        else:
            running = _run_call(server, name, body, caller.client, wait)
            outcome, text = _content(await _while_connected(request, running), is_enveloped)
            response = Response(text, media_type="application/json")
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


_PUT_OFF = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)


def reject_non_json(request: Request) -> None:
    """Reject a body whose content type is not JSON, since a form on another website could send one."""
    kind = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        raise RequestRejected(HTTPStatus.UNPROCESSABLE_ENTITY, "the body must be JSON: Content-Type: application/json")


_WAIT = re.compile(r"(?:^|[,;\s])wait\s*=\s*\"?(\d{1,9})(?!\d)")
_LONGEST_WAIT = 600.0


def preferred_wait(header: str) -> float:
    """Return how many seconds the client is willing to wait for kernels: `Prefer: wait=N` (RFC 7240)."""
    match = _WAIT.search(header.lower()[:1000])
    return min(float(match[1]), _LONGEST_WAIT) if match else 0.0


class _CallStream:
    """A call answered as a stream of server-sent events: the parts of its report, then the report."""

    def __init__(self, server: Server, name: str, body: bytes, client: str, wait: float) -> None:
        self._events: asyncio.Queue[str] = asyncio.Queue()
        self._sent = False
        self._call = asyncio.create_task(_run_call(server, name, body, client, wait, self._take))
        self._call.add_done_callback(lambda _: self._events.put_nowait(""))

    def _take(self, progress: Part | tuple[float | None, str] | None) -> None:
        if progress is None:  # the call starts; perhaps not for the first time
            if self._sent:
                self._events.put_nowait(_event("restart", "{}"))
            return
        self._sent = True
        if isinstance(progress, Part):
            self._events.put_nowait(_event(progress.name, progress.text))
        else:
            share, text = progress
            self._events.put_nowait(
                _event("progress", json.dumps({"share": share, "text": error_text(text, LANGUAGE.get())}))
            )

    async def begin(self) -> None:
        """Wait for the first part. An error before it is raised, so that the response has an error status."""
        try:
            self._first = await self._events.get()
        except asyncio.CancelledError:
            self._call.cancel()
            raise
        if not self._first and not self._sent:
            _content(self._call.result(), False)

    def response(self, is_enveloped: bool) -> StreamingResponse:
        return StreamingResponse(self._written(is_enveloped), media_type=_EVENTS, headers=_UNBUFFERED)

    async def _written(self, is_enveloped: bool) -> AsyncIterator[str]:
        try:
            event = self._first
            while event:
                yield event
                try:
                    async with asyncio.timeout(_KEEP_ALIVE_SECONDS):
                        event = await self._events.get()
                except TimeoutError:
                    event = _KEEP_ALIVE
            try:
                yield _event("result", _content(self._call.result(), is_enveloped)[1])
            except RequestRejected as refused:
                yield _event("error", bytes(problem_response(refused, REQUEST_ID.get()).body).decode())
        finally:
            self._call.cancel()


def _event(name: str, text: str) -> str:
    return f"event: {name}\ndata: {text}\n\n"


async def _run_call(
    server: Server, name: str, body: bytes, client: str, wait: float = 0.0, on_progress: OnProgress | None = None
) -> CallResult:
    try:
        return await server.pool.run(name, body, client, wait, on_progress)
    except Busy:
        detail = "the server is busy; try again in a moment"
        raise RequestRejected(HTTPStatus.TOO_MANY_REQUESTS, detail, headers={"Retry-After": _BUSY_SECONDS}) from None
    except KernelsPending:
        kernels = server.workers.kernels
        progress = (kernels.missing if kernels is not None else None) or "one more kernel is being compiled"
        detail = f"the code for this request is still being compiled ({progress}); try again in a moment"
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


_UNWATCHED_SECONDS = 0.05
"""Time after which a call watches whether its client is still there. Most calls end sooner, without the cost of it."""


async def _while_connected(request: Request, call: Coroutine[Any, Any, T]) -> T:
    """Return the result of a call; if the client disconnects, stop the call and raise _ClientGone."""
    here, loop = asyncio.current_task(), asyncio.get_running_loop()
    assert here is not None
    watching: list[asyncio.Task[None]] = []

    def watch() -> None:
        task = loop.create_task(_disconnected(request))
        task.add_done_callback(lambda watched: None if watched.cancelled() else here.cancel())
        watching.append(task)

    timer = loop.call_later(_UNWATCHED_SECONDS, watch)
    try:
        return await call
    except asyncio.CancelledError:
        if not any(task.done() for task in watching):
            raise
        here.uncancel()
        raise _ClientGone from None
    finally:
        timer.cancel()
        for task in watching:
            task.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _content(answer: CallResult, is_enveloped: bool) -> tuple[str, str]:
    """Return the outcome of a call for the metrics, and the response as JSON text."""
    if answer.kind == "fault":
        _log.error("a call failed", extra={"trace": answer.text})
        raise RequestRejected(HTTPStatus.INTERNAL_SERVER_ERROR, "internal error; see the log of the server")
    if answer.kind == "refused":
        pairs = answer.faults or (((answer.pointer, answer.text),) if answer.pointer else ())
        faults = [RequestFault(pointer=pointer, detail=detail) for pointer, detail in pairs]
        raise RequestRejected(answer.status, answer.text, faults)
    is_full = answer.kind == "memory"
    text = Unfinished(reason="memory").json_line() if is_full else answer.text
    content = enveloped(answer, text) if is_enveloped else text
    return "memory" if is_full else answer.pointer or "answered", content


def enveloped(answer: CallResult, report: str) -> str:
    """Return the JSON text of a report as the result of an `Answer`."""
    head = Answer(status=answer.verdict, engine=answer.engine, confirmed_by=answer.confirmed_by, result=None)
    return f'{head.model_dump_json(exclude={"result"})[:-1]},"result":{report}}}'
