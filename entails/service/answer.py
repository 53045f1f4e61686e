"""Answer a call in a worker process: parse the request, run the query, serialise the report."""

import json
import pickle
import re
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from http import HTTPStatus
from importlib import import_module
from typing import Any, Literal

from pydantic import ValidationError

from entails.models.errors import EngineFault, EntailsError, Invalid
from entails.models.fields import Value
from entails.queries import all_queries, find_query
from entails.queries.pipeline import Pipeline, pipelines
from entails.queries.query import Verdict
from entails.service.calls import CALLS
from entails.service.middleware import from_validation
from entails.solvers.engine import set_monitored
from entails.solvers.kernels.jit import KernelMissing, Mode, enable_dual_kernels
from entails.solvers.pool.limits import cap_memory, resident_memory, use_cores
from entails.solvers.pool.server import load_function

_WORN_BYTES = 900 * 1024 * 1024
_SHARE = 0.8
"""Share of the time limit of a call after which a query that has a partial report stops."""
_PRELOAD_MB = 4096
_PLAIN_SECONDS = 2.0
"""CPU seconds for which a call may run kernels as plain Python while they are being compiled."""

Tell = Callable[[Any], None]


@dataclass(frozen=True)
class TimeLimit:
    """The result of a request that reached its time limit without a partial report; the server kills its process."""

    seconds: float


@dataclass(frozen=True)
class Part:
    """A part of a report that is sent before the rest: its name and its JSON text."""

    name: str
    text: str


class _PartSender:
    """Sender of the progress of a streamed call: its share, and parts of its report."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def __call__(self, share: float | None, text: str) -> None:
        self._tell((share, text))

    def part(self, name: str, report: Any) -> None:
        self._tell(Part(name, _written(report)))


@dataclass(frozen=True)
class PlainLoop:
    """The call runs a kernel as plain Python, because the kernel is not compiled yet."""


@dataclass(frozen=True)
class CallResult:
    """The outcome of a call as a worker sends it to the server.

    Attributes:
        kind: Whether there is a report, the request was rejected, memory was exhausted, or the server failed.
        text: The report, the problem or the traceback.
        pointer: JSON pointer to the field that is invalid.
        worn: Whether the process should be replaced.
        faults: Pairs (pointer, sentence) for an invalid request.
        cpu: CPU time in seconds.
        verdict: The verdict of the report.
        engine: The engine of the report.
        confirmed_by: The engine that confirmed it.
        kernel: A kernel that must be compiled first: its module, its name and the pickled types of its arguments.
    """

    kind: Literal["report", "refused", "memory", "fault", "pending"]
    text: str
    status: int = HTTPStatus.OK
    pointer: str = ""
    worn: bool = False
    faults: tuple[tuple[str, str], ...] = ()
    cpu: float = 0.0
    verdict: Verdict = "undecided"
    engine: str | None = None
    confirmed_by: str | None = None
    kernel: tuple[str, str, bytes] | None = None


def answer(
    name: str, body: str | bytes, memory_mb: int, tell: Tell, allowed: float | None = None, streams: bool = False
) -> CallResult:
    """Answer one call in this process. Raises pydantic's ValidationError for an invalid body.

    `allowed` is the time limit of a request that is answered at once, None for a job. A query with a partial report
    stops a little before the limit. If the call `streams`, parts of the report are sent as they are found.
    """
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
                tell(TimeLimit(request.seconds))
        verdicts: list[Verdict] = []
        progress = _PartSender(tell) if streams else lambda share, text: tell((share, text))
        with pipelines() as built:
            report = run(request, progress, settle=verdicts.append, **call.fixed)
            engine, confirmed_by = _engines(report, built)
        return CallResult(
            "report",
            _written(report),
            worn=resident_memory() > _WORN_BYTES,
            verdict=verdicts[-1] if verdicts else "undecided",
            engine=engine,
            confirmed_by=confirmed_by,
        )
    except EngineFault as error:
        return CallResult("refused", str(error), HTTPStatus.INTERNAL_SERVER_ERROR, worn=True)
    except EntailsError as error:
        return CallResult("refused", _for_clients(error), HTTPStatus.UNPROCESSABLE_ENTITY, _pointer(error))
    except MemoryError:
        return CallResult("memory", "", worn=True)
    finally:
        cap_memory(None)


def _engines(report: Any, built: Sequence[Pipeline]) -> tuple[str | None, str | None]:
    """Return the engine of a report and the engine that confirmed it, by the report or by the engines that were run."""
    engine, confirmed_by = getattr(report, "engine", None), getattr(report, "confirmed_by", None)
    if not built:
        return engine, confirmed_by
    if confirmed_by is None and getattr(report, "verified", False) is True:
        confirmed_by = built[-1].verifier.name
    return engine or built[0].engine.name, confirmed_by


def _pointer(error: EntailsError) -> str:
    """Return a JSON pointer to the field of the request that an error is about."""
    if not isinstance(error, Invalid):
        return ""
    if not error.field and error.where.startswith("--"):  # the name of an option
        return "/" + error.where.removeprefix("--").split()[0].replace("-", "_")
    return f"/{error.field or 'puzzle'}"


_OPTION = re.compile(r"(?<![\w'-])--([a-z][a-z-]*)")


def _for_clients(error: EntailsError) -> str:
    """Return an error with the names of request fields in place of command options: "layout", not "--layout"."""
    return _OPTION.sub(lambda option: option[1].replace("-", "_"), str(error))


def _written(report: Value | Sequence[Value]) -> str:
    if isinstance(report, Value):
        return report.json_line()
    return f"[{','.join(part.json_line() for part in report)}]"


def answer_call(name: str, body: bytes, memory_mb: int, allowed: float | None, streams: bool, tell: Tell) -> CallResult:
    """Answer one call on one core; return every error as a result.

    Runs in a worker process, whose server limits its time. The other cores are those of the other workers.
    """
    set_monitored()
    use_cores(1)
    Mode.spent.clear()
    if Mode.plain_seconds is not None:
        Mode.on_plain = _once(lambda: tell(PlainLoop()))
    begun = time.process_time()
    result = _answer_safely(name, body, memory_mb, allowed, streams, tell)
    text = result.text.encode(errors="replace").decode()
    return replace(result, text=text, cpu=time.process_time() - begun)


def _once(work: Callable[[], None]) -> Callable[[], None]:
    """Return a function that calls `work` on its first call and does nothing later."""
    waiting = [work]
    return lambda: waiting.pop()() if waiting else None


def _answer_safely(
    name: str, body: bytes, memory_mb: int, allowed: float | None, streams: bool, tell: Tell
) -> CallResult:
    try:
        return answer(name, body, memory_mb, tell, allowed, streams)
    except ValidationError as error:
        refused = from_validation(error.errors(include_url=False))
        faults = tuple((fault.pointer, fault.detail) for fault in refused.errors)
        return CallResult("refused", refused.detail, HTTPStatus.UNPROCESSABLE_ENTITY, faults=faults)
    except KernelMissing as missing:
        kernel = missing.module, missing.name, pickle.dumps(missing.signature)
        return CallResult("pending", str(missing), worn=True, kernel=kernel)
    except Exception:
        return CallResult("fault", traceback.format_exc(), HTTPStatus.INTERNAL_SERVER_ERROR, worn=True)


def preload(modules: Sequence[str], calls: Sequence[str], compiles: bool, is_cold: bool, tell: Tell) -> Iterator[None]:
    """Import all queries; return the steps that import further modules and answer the examples of the calls.

    Runs in the forkserver, which takes these steps while it has nothing else to do: they load engines and machine code
    that a worker would otherwise load itself. Errors are ignored, because the workers will report them.

    Args:
        compiles: Whether this process and its workers compile kernels that are not in the cache.
        is_cold: Whether kernels are not all compiled yet: those that are not run as plain Python for a while.
    """
    del tell
    Mode.compiles = compiles
    if is_cold:
        enable_dual_kernels()
        Mode.plain, Mode.plain_seconds = True, _PLAIN_SECONDS
    for name, verb in all_queries():
        with suppress(Exception, KernelMissing):
            find_query(name, verb)
    set_monitored()
    return _load(modules, calls)


def _load(modules: Sequence[str], calls: Sequence[str]) -> Iterator[None]:
    for module in modules:
        with suppress(Exception):
            import_module(module)
        yield
    for call in calls:
        for example in CALLS[call].examples.values() if call in CALLS else ():
            with suppress(Exception, KernelMissing):
                answer(call, json.dumps(example), _PRELOAD_MB, _ignore)
            yield


def _ignore(progress: object) -> None:
    """Drop progress messages."""
