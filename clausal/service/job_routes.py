"""`/v1/jobs`: long work is taken in, watched, fetched and cancelled."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import FastAPI, Header, Path
from pydantic import Field, ValidationError
from starlette.responses import Response, StreamingResponse

from clausal.models.value import Value
from clausal.service.calls import CALLS
from clausal.service.problems import Refused, documented, from_validation, passed_on
from clausal.service.state import Server
from clausal.service.store import Job, State

JobId = Annotated[str, Path(max_length=64, pattern=r"^[\w-]+$")]
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
    progress: float | None = Field(default=None, ge=0, le=1)
    text: str = ""
    created: datetime
    started: datetime | None = None
    ended: datetime | None = None
    result: Any = None
    problem: Any = None


def add(app: FastAPI, server: Server, guarded: list[Any]) -> None:
    """Add the routes of jobs."""
    jobs = server.jobs
    common: dict[str, Any] = {"tags": ["jobs"], "dependencies": guarded}

    @app.post(
        "/v1/jobs",
        status_code=HTTPStatus.ACCEPTED,
        response_model=JobReport,
        summary="Begin a job.",
        responses=documented(401, 413, 422, 429),
        **common,
    )
    async def begin(body: JobRequest, key: Key = None) -> Response:
        call = CALLS.get(body.call)
        if call is None:
            known = ", ".join(CALLS)
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, f"/call: there is no call of this name; there are {known}")
        try:
            request = call.request.model_validate(body.request)
        except ValidationError as error:
            raise from_validation([{**one, "loc": ("request", *one["loc"])} for one in error.errors()]) from None
        job, _ = await jobs.submit(body.call, passed_on(request), key)
        return _response(job, HTTPStatus.ACCEPTED, {"Location": f"/v1/jobs/{job.id}"})

    @app.get(
        "/v1/jobs/{identity}",
        response_model=JobReport,
        summary="How a job gets on, and its result.",
        responses=documented(401, 404, 422),
        **common,
    )
    async def look(identity: JobId) -> Response:
        return _response(jobs.get(identity))

    @app.delete(
        "/v1/jobs/{identity}",
        response_model=JobReport,
        summary="Cancel a job; one that has ended stays as it is.",
        responses=documented(401, 404, 422),
        **common,
    )
    async def cancel(identity: JobId) -> Response:
        return _response(jobs.cancel(identity))

    @app.get(
        "/v1/jobs/{identity}/events",
        summary="The job as server-sent events, until it ends.",
        response_class=StreamingResponse,
        responses={200: {"content": {"text/event-stream": {}}}, **documented(401, 404, 422)},
        **common,
    )
    async def events(identity: JobId) -> StreamingResponse:
        jobs.get(identity)

        async def stream() -> AsyncIterator[str]:
            async for job in jobs.watch(identity):
                name = "end" if job.has_ended else "progress"
                yield f"event: {name}\ndata: {_written(job)}\n\n"

        return StreamingResponse(stream(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})


def _response(job: Job, status: int = HTTPStatus.OK, headers: dict[str, str] | None = None) -> Response:
    return Response(_written(job), status, headers, "application/json")


def _written(job: Job) -> str:
    """The job as JSON; its result is JSON already and is put in as it is."""
    report = JobReport(
        id=job.id,
        call=job.call,
        state=job.state,
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
