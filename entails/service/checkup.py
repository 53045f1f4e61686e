"""Checks of a running deployment from outside, with a few small requests: `entails doctor --service URL`."""

import time
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any, Literal

import httpx

from entails.models.fields import Value

_PUZZLE = "1.0.\n..1.\n.0.1\n...."
_CALL = "takuzu/check"
_JOB_SECONDS = 30.0
_STRANGE_HOST = "doctor.invalid"

CheckState = Literal["ok", "warning", "failed"]


class ServiceCheck(Value):
    """One check of a deployment: its name, its state, and a sentence with the observation."""

    name: str
    state: CheckState
    text: str


class ServiceCheckup(Value):
    """All checks of a deployment; `ok` means that none failed."""

    service: str
    ok: bool
    checks: tuple[ServiceCheck, ...]


def check_service(address: str, token: str | None, timeout: float = 20.0) -> ServiceCheckup:
    """Check a deployment: health, readiness, a request, a job, access and headers."""
    headers = {} if token is None else {b"Authorization": f"Bearer {token}".encode()}
    checks: list[ServiceCheck] = []
    with httpx.Client(base_url=address.rstrip("/") + "/", timeout=timeout) as http:
        for name, check in _CHECKS.items():
            try:
                state, text = check(http, headers)
            except httpx.HTTPError as error:
                state, text = "failed", f"{address} cannot be reached: {error or type(error).__name__}"
            except (ValueError, KeyError, TypeError):
                state, text = "failed", "the response is not from Entails"
            checks.append(ServiceCheck(name=name, state=state, text=text))
            if name == "healthz" and state == "failed":
                break
    return ServiceCheckup(service=address, ok=all(check.state != "failed" for check in checks), checks=tuple(checks))


Seen = tuple[CheckState, str]


def _health(http: httpx.Client, headers: Any) -> Seen:
    del headers
    response = http.get("healthz")
    is_up = response.status_code == httpx.codes.OK and response.json().get("status") == "up"
    return ("ok", "the process responds") if is_up else ("failed", f"status {response.status_code}")


def _readiness(http: httpx.Client, headers: Any) -> Seen:
    del headers
    response = http.get("readyz")
    document = response.json()
    if response.status_code == httpx.codes.OK:
        return "ok", "ready for requests and jobs"
    missing = [name for name, state in (document.get("capabilities") or {}).items() if state != "ready"]
    return "failed", document["detail"] + (f" (not ready: {', '.join(missing)})" if missing else "")


def _request(http: httpx.Client, headers: Any) -> Seen:
    begun = time.perf_counter()
    response = http.post(f"v1/{_CALL}", json={"puzzle": _PUZZLE}, headers=headers)
    if response.status_code != httpx.codes.OK:
        return "failed", _problem(response)
    taken = time.perf_counter() - begun
    is_right = response.json()["consistent"] is True
    return ("ok", f"{_CALL} answered in {taken:.2f} s") if is_right else ("failed", f"{_CALL}: wrong answer")


def _job(http: httpx.Client, headers: Any) -> Seen:
    response = http.post("v1/jobs", json={"call": _CALL, "request": {"puzzle": _PUZZLE}}, headers=headers)
    if response.status_code != httpx.codes.ACCEPTED:
        return "failed", _problem(response)
    place, begun = f"v1/jobs/{response.json()['id']}", time.perf_counter()
    while True:
        job = http.get(place, headers=headers).json()
        taken = time.perf_counter() - begun
        if job["state"] == "succeeded":
            return "ok", f"a job ended after {taken:.2f} s"
        if job["state"] in ("failed", "interrupted", "cancelled"):
            return "failed", f"a job is {job['state']}"
        if taken > _JOB_SECONDS:
            http.delete(place, headers=headers)
            return "failed", f"a job is still {job['state']} after {_JOB_SECONDS:g} s; does a worker run?"
        time.sleep(0.2)


def _tokens(http: httpx.Client, headers: Any) -> Seen:
    del headers
    status = http.get("v1/jobs").status_code
    if status == httpx.codes.UNAUTHORIZED:
        return "ok", "a token is required"
    if status == httpx.codes.MISDIRECTED_REQUEST:
        return "failed", "the server rejects this host name; check it under a name of its --allowed-host"
    return _unless_local(http, "no token is required: anyone who reaches the address can use the service")


def _metrics(http: httpx.Client, headers: Any) -> Seen:
    del headers
    status = http.get("metrics").status_code
    if status != httpx.codes.OK:
        return "ok", f"not open to everyone ({status})"
    return _unless_local(http, "/metrics is open to everyone")


def _hosts(http: httpx.Client, headers: Any) -> Seen:
    status = http.get("v1/puzzles", headers={b"Host": _STRANGE_HOST.encode(), **headers}).status_code
    if status != httpx.codes.OK:
        return "ok", f"other host names are rejected ({status})"
    return "warning", "any Host header is accepted; --allowed-host NAME protects against DNS rebinding"


def _security_headers(http: httpx.Client, headers: Any) -> Seen:
    del headers
    sent = http.get("").headers
    missing = [name for name in ("Content-Security-Policy", "X-Content-Type-Options") if name not in sent]
    return ("failed", f"missing: {', '.join(missing)}") if missing else ("ok", "the security headers arrive")


def _encryption(http: httpx.Client, headers: Any) -> Seen:
    del headers
    if http.base_url.scheme == "https":
        return "ok", "TLS"
    return _unless_local(http, "the connection is not encrypted; use a proxy with TLS")


def _unless_local(http: httpx.Client, text: str) -> Seen:
    """Return a warning if the service is on another machine."""
    host = http.base_url.host
    try:
        is_local = host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        is_local = False
    return ("ok", f"{text} (fine on this machine)") if is_local else ("warning", text)


def _problem(response: httpx.Response) -> str:
    try:
        detail = str(response.json()["detail"])
    except (ValueError, KeyError, TypeError):
        detail = response.reason_phrase
    return f"status {response.status_code}: {detail}"


_CHECKS: dict[str, Callable[[httpx.Client, Any], Seen]] = {
    "healthz": _health,
    "readyz": _readiness,
    "request": _request,
    "job": _job,
    "tokens": _tokens,
    "metrics": _metrics,
    "hosts": _hosts,
    "headers": _security_headers,
    "encryption": _encryption,
}
