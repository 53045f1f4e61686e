"""The same function called many times on all cores. Results come back as they are ready, in any order.

Each core has a process of its own (`entails.solvers.pool.process`), because Python code holds its lock. Leaving in the
middle, by Ctrl-C too, ends them all.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from queue import Queue
from threading import Event, Lock, Thread
from typing import Any

from entails.models.errors import EngineFault
from entails.solvers.pool.process import Worker, WorkerLost

_AHEAD, _AHEAD_IN_ORDER = 2, 4
"""Jobs for each worker that are given out before their results are taken; more where a slow one keeps all waiting."""


def run_jobs(function: str, jobs: Sequence[tuple[Any, ...]], workers: int) -> Iterator[Any]:
    """Whatever the function `module:name` tells while it does each job: it is called with the job and with `tell`.

    With one worker everything happens here.
    """
    if workers > 1 and len(jobs) > 1:
        yield from _with_crew(function, jobs, min(workers, len(jobs)))
        return
    work = _loaded(function)
    for job in jobs:
        told: list[Any] = []
        work(*job, told.append)
        yield from told


def each_job(
    function: str,
    jobs: Iterator[tuple[Any, ...]],
    workers: int,
    tries: int = 3,
    *,
    lead: bool = False,
    in_order: bool = False,
) -> Iterator[Any]:
    """What the function `module:name` gives for each job, in any order unless it is to be theirs. Jobs are taken as
    they are needed, so there may be no end of them; one whose process dies is tried again by another. With `lead`, the
    first is done before others begin: it compiles what all of them then load. With one worker everything happens
    here."""
    if workers == 1:
        work = _loaded(function)
        yield from (work(*job, None) for job in jobs)
        return
    waiting: Queue[tuple[int, tuple[Any, ...]] | None] = Queue()
    news: Queue[tuple[int, Any]] = Queue()
    crew = _Crew()
    begin = Event()

    def serve(leads: bool) -> None:
        number = 0
        try:
            worker = crew.hire()
            if not leads:
                begin.wait()
            while (one := waiting.get()) is not None:
                number, job = one
                for trial in range(tries):
                    try:
                        news.put((number, worker.call(("run", (function, *job)), None)))
                        begin.set()
                        break
                    except WorkerLost:
                        if trial + 1 == tries:
                            raise
                        worker = crew.hire()
        except WorkerLost:
            news.put((number, EngineFault(f"a process ended without an answer, {tries} times for the same work")))
        except BaseException as error:
            news.put((number, error))
        finally:
            begin.set()

    early: dict[int, Any] = {}

    def result(wanted: int) -> Any:
        """The next result; where the order counts, the one that is wanted."""
        while wanted not in early:
            number, reply = news.get()
            early[number if in_order else wanted] = reply
        reply = early.pop(wanted)
        if isinstance(reply, BaseException):
            raise reply
        return reply

    begun = given = hired = 0
    ahead = workers * (_AHEAD_IN_ORDER if in_order else _AHEAD)
    try:
        for job in jobs:
            waiting.put((begun, job))
            begun += 1
            if hired < workers:  # no more processes than there are jobs
                Thread(target=serve, args=(not lead or hired == 0,), name="entails-crew", daemon=True).start()
                hired += 1
            while begun - given > ahead:
                yield result(given)
                given += 1
        while given < begun:
            yield result(given)
            given += 1
    finally:
        begin.set()
        for _ in range(hired):
            waiting.put(None)
        crew.end()


class _Crew:
    """The processes of some work. One that is hired after the end, by a thread that does not know of it, ends too."""

    def __init__(self) -> None:
        self._workers: list[Worker] = []
        self._lock = Lock()
        self._is_over = False

    def hire(self) -> Worker:
        worker = Worker()
        with self._lock:
            self._workers.append(worker)
            if not self._is_over:
                return worker
        worker.end()
        raise WorkerLost(None)

    def end(self) -> None:
        with self._lock:
            self._is_over = True
            for worker in self._workers:
                with suppress(OSError):
                    worker.end()


def _loaded(function: str) -> Callable[..., Any]:
    module, _, name = function.partition(":")
    work: Callable[..., Any] = getattr(import_module(module), name)
    return work


def _with_crew(function: str, jobs: Sequence[tuple[Any, ...]], workers: int) -> Iterator[Any]:
    waiting: Queue[tuple[Any, ...] | None] = Queue()
    news: Queue[tuple[str, Any]] = Queue()
    for job in [*jobs, *[None] * workers]:
        waiting.put(job)
    crew = [Worker() for _ in range(workers)]

    def serve(worker: Worker) -> None:
        try:
            while (job := waiting.get()) is not None:
                call = ("run", (function, *job))
                reply = worker.call(call, None, hear=lambda item: news.put(("told", item)))
                if isinstance(reply, BaseException):
                    raise reply
            news.put(("done", None))
        except WorkerLost:
            news.put(("failed", EngineFault("a process ended without an answer")))
        except BaseException as error:
            news.put(("failed", error))

    for worker in crew:
        Thread(target=serve, args=(worker,), name="entails-crew", daemon=True).start()
    try:
        at_work = workers
        while at_work:
            kind, item = news.get()
            if kind == "failed":
                raise item
            if kind == "told":
                yield item
            else:
                at_work -= 1
    finally:
        for worker in crew:
            with suppress(OSError):
                worker.end()
