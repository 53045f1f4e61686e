"""The worker's side of a call: read the request, run the query, write the report; what workers load beforehand."""

import json
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from http import HTTPStatus
from importlib import import_module
from typing import Any, Literal

from pydantic import ValidationError

from entails.models.errors import EngineFault, EntailsError, Invalid
from entails.models.fields import Value
from entails.queries import every_question, question
from entails.service.calls import CALLS
from entails.service.middleware import from_validation
from entails.solvers.engine import be_watched
from entails.solvers.pool.limits import cap_memory, resident_memory
from entails.solvers.pool.server import load_function

_WORN_BYTES = 900 * 1024 * 1024
_SHARE = 0.8
"""Of the time that a call has: what an answer may use that stops by itself."""
_PRELOAD_MB = 4096
_TOO_DEEP = "recursion limit"
"""Words of pydantic's error about JSON that is nested too deeply."""

Tell = Callable[[Any], None]


@dataclass(frozen=True)
class Granted:
    """The time limit of a request whose answer is all or nothing: the process is to be ended then."""

    seconds: float


@dataclass(frozen=True)
class CallResult:
    """What became of a call. `faults` are (pointer, sentence) pairs of a request that is not understood; `worn` says
    that the process should make place for a fresh one; `cpu` is how many seconds of a processor it took."""

    kind: Literal["report", "refused", "memory", "fault"]
    text: str
    status: int = HTTPStatus.OK
    pointer: str = ""
    worn: bool = False
    faults: tuple[tuple[str, str], ...] = ()
    cpu: float = 0.0


def answer(name: str, body: str | bytes, memory_mb: int, tell: Tell, allowed: float | None = None) -> CallResult:
    """Answer one call. `allowed` is the time of an answer that comes at once; one that has a partial report
    ends a little before, and reports what is known. A body that is no request raises pydantic's error."""
    call = CALLS[name]
    run = load_function(call.run)
    cap_memory(memory_mb)
    try:
        request = call.request.model_validate_json(body)
        if allowed is not None:
            if call.own_seconds is not None:
                seconds = call.own_seconds if request.seconds is None else request.seconds
                request = request.model_copy(update={"seconds": min(seconds, _SHARE * allowed)})
            elif request.seconds is not None:
                tell(Granted(request.seconds))
        report = run(request, lambda share, text: tell((share, text)), **call.fixed)
        return CallResult("report", _written(report), worn=resident_memory() > _WORN_BYTES)
    except EngineFault as error:
        return CallResult("refused", str(error), HTTPStatus.INTERNAL_SERVER_ERROR, worn=True)
    except EntailsError as error:
        return CallResult("refused", str(error), HTTPStatus.UNPROCESSABLE_ENTITY, _pointer(error))
    except MemoryError:
        return CallResult("memory", "", worn=True)
    finally:
        cap_memory(None)


def _pointer(error: EntailsError) -> str:
    """The part of the request that an error is about."""
    if not isinstance(error, Invalid):
        return ""
    if not error.field and error.where.startswith("--"):  # as a command line calls it
        return "/" + error.where.removeprefix("--").split()[0].replace("-", "_")
    return f"/{error.field or 'puzzle'}"


def _written(report: Value | Sequence[Value]) -> str:
    if isinstance(report, Value):
        return report.json_line()
    return f"[{','.join(part.json_line() for part in report)}]"


def answer_call(name: str, body: bytes, memory_mb: int, allowed: float | None, tell: Tell) -> CallResult:
    """Answer one call, whatever goes wrong. Runs in a worker process, whose server limits its time."""
    be_watched()
    begun = time.process_time()
    result = _answer_safely(name, body, memory_mb, allowed, tell)
    text = result.text.encode(errors="replace").decode()
    return replace(result, text=text, cpu=time.process_time() - begun)


def _answer_safely(name: str, body: bytes, memory_mb: int, allowed: float | None, tell: Tell) -> CallResult:
    try:
        return answer(name, body, memory_mb, tell, allowed)
    except ValidationError as error:
        errors = error.errors(include_url=False)
        if any(_TOO_DEEP in str(detail["msg"]) for detail in errors):
            return CallResult("refused", "the request is nested too deeply", HTTPStatus.UNPROCESSABLE_ENTITY)
        refused = from_validation(errors)
        faults = tuple((fault.pointer, fault.detail) for fault in refused.errors)
        return CallResult("refused", refused.detail, HTTPStatus.UNPROCESSABLE_ENTITY, faults=faults)
    except Exception:
        return CallResult("fault", traceback.format_exc(), HTTPStatus.INTERNAL_SERVER_ERROR, worn=True)


def preload(modules: Sequence[str], calls: Sequence[str], tell: Tell) -> None:
    """Import all queries and these modules, and answer the examples of these calls. Errors are left to the workers,
    which report them. Runs in the forkserver."""
    for name, verb in every_question():
        with suppress(Exception):
            question(name, verb)
    for module in modules:
        with suppress(Exception):
            import_module(module)
    be_watched()
    for number, call in enumerate(calls, 1):
        tell(f"the kernels are being loaded or compiled: {number} of {len(calls)}, {call}")
        for example in CALLS[call].examples.values() if call in CALLS else ():
            with suppress(Exception):
                answer(call, json.dumps(example), _PRELOAD_MB, _ignore)


def _ignore(progress: object) -> None:
    """Drop progress: nothing waits for these answers."""
