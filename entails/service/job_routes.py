"""`/v1/jobs`: long work is taken in, listed, watched, fetched and cancelled."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import FastAPI, Header, Path, Query, Request
from pydantic import Field, ValidationError
from starlette.responses import Response, StreamingResponse

from entails.models.value import Value
from entails.service.calls import CALLS
from entails.service.envelope import CALLER
from entails.service.guard import Caller
from entails.service.problems import Fault, Refused, documented, from_validation, passed_on
from entails.service.state import Server
from entails.service.store import Job, State

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


def add(app: FastAPI, server: Server, guarded: list[Any]) -> None:
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
            fault = Fault(pointer="/call", detail=detail)
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, f"/call: {detail}", [fault])
        try:
            call = await asyncio.to_thread(CALLS.__getitem__, body.call)  # made when it is first asked for
            wanted = call.request.model_validate(body.request)
        except ValidationError as error:
            raise from_validation([{**one, "loc": ("request", *one["loc"])} for one in error.errors()]) from None
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
        found = await jobs.listed(_caller(request), most + 1, state, call, before)
        shown = found[:most]
        after = json.dumps(shown[-1].id if len(found) > most else None)
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
    job: Job, before: int | None = None, status: int = HTTPStatus.OK, headers: dict[str, str] | None = None
) -> Response:
    return Response(_written(job, before), status, headers, "application/json")


def _written(job: Job, before: int | None = None) -> str:
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
