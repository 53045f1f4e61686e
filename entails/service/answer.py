"""A worker's side of a call: read the request, ask, write the report. Runs in a worker process only.

The life of a worker: read a call, answer it, until its server is gone. Runs in a worker process only.
"""

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from http import HTTPStatus
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, Protocol

from pydantic import ValidationError

from entails.models.errors import EngineFault, EntailsError, Invalid
from entails.models.fields import Value
from entails.service.middleware import from_validation
from entails.solvers.engine import be_watched
from entails.solvers.pool.limits import cap_memory
from entails.solvers.pool.server import ANSWER, GRANTED, NEWS, PING, end_with_parent, opened, packed, read_frame

_WORN_BYTES = 900 * 1024 * 1024
_SHARE = 0.8
"""Of the time that a call has: what an answer may use that stops by itself."""

Tell = Callable[[Any], None]


class CallProgress(Protocol):
    """How a long call tells how far it has come: a share between 0 and 1, or None when that is not known."""

    def __call__(self, share: float | None, text: str) -> None: ...


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


class BadField(Exception):
    """A part of the request that is not what it should be."""

    def __init__(self, pointer: str, error: EntailsError) -> None:
        super().__init__(str(error))
        self.pointer = pointer


@contextmanager
def reading(pointer: str) -> Iterator[None]:
    """What goes wrong in here is the fault of this part of the request."""
    try:
        yield
    except EntailsError as error:
        raise BadField(pointer, error) from error


def prepare(niceness: int) -> None:
    """Make a fresh process ready: polite to others if so wished."""
    be_watched()
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)


def answer(name: str, body: str | bytes, memory_mb: int, tell: Tell, allowed: float | None = None) -> CallResult:
    """Answer one call. `allowed` is the time of an answer that comes at once; one that has a partial report
    ends a little before, and reports what is known. A body that is no request raises pydantic's error."""
    from entails.service.calls import CALLS

    call = CALLS[name]
    module, _, function = call.run.partition(":")
    run = getattr(import_module(module), function)
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
        return CallResult("report", _written(report), worn=_worn())
    except BadField as error:
        return CallResult("refused", str(error), HTTPStatus.UNPROCESSABLE_ENTITY, error.pointer)
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
    return f"[{','.join(one.json_line() for one in report)}]"


def _worn() -> bool:
    """Has this process grown so much that a fresh one is cheaper to keep?"""
    if sys.platform != "linux":
        return False
    import resource

    resident = int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    return resident > _WORN_BYTES


_TOO_DEEP = "recursion limit"
"""How pydantic calls JSON that goes deeper than it follows."""
START = (
    "import sys; sys.path[:] = eval(sys.argv[1]);"
    " from entails.service.answer import live; live(*map(int, sys.argv[2:]))"
)


def live(calls: int, answers: int, lifeline: int, niceness: int) -> None:
    """Answer what comes on the first descriptor on the second one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    end_with_parent(lifeline)
    coming, going = os.dup(calls), os.dup(answers)
    os.dup2(2, 1)  # an engine that prints must not garble the answers
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115
    prepare(niceness)

    def send(frame: bytes) -> None:
        left = memoryview(frame)
        while left:
            left = left[os.write(going, left) :]

    while (frame := read_frame(lambda size: os.read(coming, size))) is not None:
        kind, content = frame
        if kind == PING:
            send(packed(PING, None))
            continue
        head, body = opened(content)
        begun = time.process_time()
        said = _answered(head, body, send)
        taken = replace(said, text="", cpu=time.process_time() - begun)
        send(packed(ANSWER, asdict(taken), said.text.encode(errors="replace")))


def _answered(head: dict[str, Any], body: bytes, send: Callable[[bytes], None]) -> CallResult:
    def tell(news: Any) -> None:
        send(packed(GRANTED, news.seconds) if isinstance(news, Granted) else packed(NEWS, news))

    try:
        return answer(head["call"], body, head["memory_mb"], tell, head["allowed"])
    except ValidationError as error:
        if any(_TOO_DEEP in str(one["msg"]) for one in error.errors(include_url=False)):
            return CallResult("refused", "the request is nested too deeply", HTTPStatus.UNPROCESSABLE_ENTITY)
        refused = from_validation(error.errors(include_url=False))
        faults = tuple((fault.pointer, fault.detail) for fault in refused.errors)
        return CallResult("refused", refused.detail, HTTPStatus.UNPROCESSABLE_ENTITY, faults=faults)
    except Exception:
        return CallResult("fault", traceback.format_exc(), HTTPStatus.INTERNAL_SERVER_ERROR, worn=True)
