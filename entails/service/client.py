"""A typed HTTP client of the service.

with Client("http://127.0.0.1:8000") as client:
    client.ask("sudoku/solve", puzzle="..4..3...2....1.").solution
"""

import json
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode

import httpx
from pydantic import TypeAdapter

from entails.service.calls import CALLS, Unfinished
from entails.service.middleware import ProblemDetails
from entails.service.routes import JobList, JobReport
from entails.service.store import ENDED


class ServiceProblem(Exception):
    """An error response of the server, with its problem document."""

    def __init__(self, problem: ProblemDetails, retry_after: float | None = None) -> None:
        super().__init__(problem.detail)
        self.problem = problem
        self.retry_after = retry_after


class Client:
    """A client of one server, for use in a `with` block."""

    def __init__(self, address: str = "http://127.0.0.1:8000", token: str | None = None, timeout: float = 30.0) -> None:
        headers = {} if token is None else {b"Authorization": f"Bearer {token}".encode()}
        encrypted = address.lower().startswith("https:")  # else certificates would be loaded for nothing
        self._http = httpx.Client(base_url=address, headers=headers, timeout=timeout, verify=encrypted)

    def ask(self, call: str, **request: Any) -> Any:
        """Return the report of a call, or `Unfinished` if a limit stopped it."""
        return _report(call, self._send("POST", f"/v1/{call}", request).json())

    def begin(self, call: str, key: str | None = None, **request: Any) -> JobReport:
        """Submit a job. Repeating the key with the same request returns the same job."""
        headers = {} if key is None else {"Idempotency-Key": key}
        response = self._send("POST", "/v1/jobs", {"call": call, "request": request}, headers)
        return JobReport.model_validate_json(response.content)

    def job(self, identity: str) -> JobReport:
        """Return the state of a job."""
        return JobReport.model_validate_json(self._send("GET", f"/v1/jobs/{identity}").content)

    def jobs(self, **filters: Any) -> Iterator[JobReport]:
        """Yield your jobs without their results, newest first. `state` and `call` filter; `most` is the page size."""
        before: str | None = None
        while True:
            parameters = {**filters, **({} if before is None else {"before": before})}
            page = JobList.model_validate_json(self._send("GET", f"/v1/jobs?{urlencode(parameters)}").content)
            yield from page.jobs
            if (before := page.next) is None:
                return

    def cancel(self, identity: str) -> JobReport:
        """Cancel a job."""
        return JobReport.model_validate_json(self._send("DELETE", f"/v1/jobs/{identity}").content)

    def events(self, identity: str) -> Iterator[JobReport]:
        """Yield the job whenever it changes, until the job or the server ends."""
        with self._http.stream("GET", f"/v1/jobs/{identity}/events", timeout=None) as response:
            if response.is_error:
                response.read()
                raise _problem(response)
            for line in response.iter_lines():
                if line.startswith("data: "):
                    yield JobReport.model_validate_json(line.removeprefix("data: "))

    def stream(self, call: str, **request: Any) -> Iterator[tuple[str, Any]]:
        """Yield each part of a report as (event, document) when it is ready, and at last ("result", report)."""
        headers = {"Accept": "text/event-stream"}
        with self._http.stream("POST", f"/v1/{call}", json=request, headers=headers) as response:
            if response.is_error:
                response.read()
                raise _problem(response)
            event = ""
            for line in response.iter_lines():
                name, _, text = line.partition(": ")
                if name == "event":
                    event = text
                elif name == "data" and event == "error":
                    raise ServiceProblem(ProblemDetails.model_validate_json(text))
                elif name == "data":
                    yield event, _report(call, json.loads(text)) if event == "result" else json.loads(text)

    def wait(self, identity: str, seconds: float = 600.0) -> JobReport:
        """Wait until a job has ended, and return it; raise TimeoutError after `seconds`."""
        deadline, pause = time.monotonic() + seconds, 0.02
        while (job := self.job(identity)).state not in ENDED:
            if time.monotonic() > deadline:
                raise TimeoutError(f"job {identity} is still {job.state}")
            time.sleep(pause)
            pause = min(0.5, pause * 1.5)
        return job

    def result(self, identity: str, seconds: float = 600.0) -> Any:
        """Wait for a job and return its report; raise ServiceProblem if it failed."""
        job = self.wait(identity, seconds)
        if job.problem is not None:
            raise ServiceProblem(ProblemDetails.model_validate(job.problem))
        return None if job.result is None else _report(job.call, job.result)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _send(
        self, method: str, path: str, body: dict[str, Any] | None = None, headers: dict[str, str] | None = None
    ) -> httpx.Response:
        response = self._http.request(method, path, json=body, headers=headers)
        if response.is_error:
            raise _problem(response)
        return response


def _problem(response: httpx.Response) -> ServiceProblem:
    try:
        problem = ProblemDetails.model_validate_json(response.content)
    except ValueError:
        problem = ProblemDetails(title="Error", status=response.status_code, detail=response.text[:200])
    wait = response.headers.get("Retry-After")
    return ServiceProblem(problem, float(wait) if wait else None)


def _report(call: str, document: Any) -> Any:
    """Parse a document as the report of a call."""
    adapter: TypeAdapter[Any] = TypeAdapter(CALLS[call].report | Unfinished)
    return adapter.validate_json(json.dumps(document))
