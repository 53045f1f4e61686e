"""`POST /v1/PUZZLE/VERB`: the body goes to a worker as the bytes that it is, the worker's text comes back. The event
loop neither reads nor writes JSON."""

import asyncio
import logging
from collections.abc import Coroutine
from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from entails.service.answer import Answer
from entails.service.call import Unfinished
from entails.service.calls import CALLS
from entails.service.crew import Crashed, NoWorker
from entails.service.envelope import CALLER, ROUTE
from entails.service.pool import Busy
from entails.service.problems import Fault, Refused
from entails.service.state import Server
from entails.service.worker import Overrun

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
            raise Refused(HTTPStatus.NOT_FOUND, "there is nothing at this address")
        request.scope[ROUTE] = f"/v1/{name}"
        if request.method != "POST":
            raise Refused(HTTPStatus.METHOD_NOT_ALLOWED, "Method Not Allowed", headers={"Allow": "POST"})
        caller = request.scope[CALLER] = server.guard.caller(request.scope)
        refuse_other_than_json(request)
        body = await request.body()
        outcome = "failed"
        try:
            outcome, response = _response(await _while_there(request, _asked(server, name, body, caller.client)))
        except Refused as refused:
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
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "the body must be JSON: Content-Type: application/json")


async def _asked(server: Server, name: str, body: bytes, client: str) -> Answer:
    try:
        return await server.pool.run(name, body, client)
    except Busy:
        detail = "the server is busy: try again in a moment"
        raise Refused(HTTPStatus.TOO_MANY_REQUESTS, detail, headers={"Retry-After": _BUSY_SECONDS}) from None
    except NoWorker:
        why = server.crew.starting or "no worker process can be had now"
        detail = f"{why}: try again in a moment"
        raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, detail, headers={"Retry-After": _STARTING_SECONDS}) from None
    except Overrun:
        return Answer("report", Unfinished(reason="time").json_line(), pointer="time")
    except Crashed:
        detail = "the process that answered this ended without an answer, and so did a second one"
        raise Refused(HTTPStatus.INTERNAL_SERVER_ERROR, detail) from None


async def _while_there(request: Request, asking: Coroutine[Any, Any, Answer]) -> Answer:
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


def _response(answer: Answer) -> tuple[str, Response]:
    """What became of it, in a word, and the response."""
    if answer.kind == "memory":
        return "memory", _json(Unfinished(reason="memory").json_line())
    if answer.kind == "fault":
        _log.error("a call failed", extra={"trace": answer.text})
        raise Refused(
            HTTPStatus.INTERNAL_SERVER_ERROR, "this should not have happened; the log of the server says more"
        )
    if answer.kind == "refused":
        pairs = answer.faults or (((answer.pointer, answer.text),) if answer.pointer else ())
        faults = [Fault(pointer=pointer, detail=detail) for pointer, detail in pairs]
        raise Refused(answer.status, answer.text, faults)
    return answer.pointer or "answered", _json(answer.text)


def _json(text: str) -> Response:
    return Response(text, media_type="application/json")
