"""The same function called many times on all cores. Results come back as they are ready, in any order.

Each core has a process of its own (`clausal.solvers.worker`), because Python code holds its lock. Leaving in the
middle, by Ctrl-C too, ends them all.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from queue import Queue
from threading import Thread
from typing import Any

from clausal.models.errors import EngineFault
from clausal.solvers.worker import Worker, WorkerLost


def run_jobs(function: str, jobs: Sequence[tuple[Any, ...]], workers: int) -> Iterator[Any]:
    """Whatever the function `module:name` tells while it does each job: it is called with the job and with `tell`.

    With one worker everything happens here.
    """
    if workers > 1 and len(jobs) > 1:
        yield from _with_crew(function, jobs, min(workers, len(jobs)))
        return
    module, _, name = function.partition(":")
    work = getattr(import_module(module), name)
    for job in jobs:
        told: list[Any] = []
        work(*job, told.append)
        yield from told


def each_job(function: str, jobs: Iterator[tuple[Any, ...]], workers: int, tries: int = 3) -> Iterator[Any]:
    """What the function `module:name` gives for each job, in any order. Jobs are taken as they are needed, so there may
    be no end of them; one whose process dies is tried again by another. With one worker everything happens here."""
    if workers == 1:
        module, _, name = function.partition(":")
        work = getattr(import_module(module), name)
        yield from (work(*job, None) for job in jobs)
        return
    waiting: Queue[tuple[Any, ...] | None] = Queue()
    news: Queue[Any] = Queue()
    crew: list[Worker] = []

    def serve() -> None:
        try:
            worker = Worker()
            crew.append(worker)
            while (job := waiting.get()) is not None:
                for trial in range(tries):
                    try:
                        news.put(worker.call(("run", (function, *job)), None))
                        break
                    except WorkerLost:
                        if trial + 1 == tries:
                            raise
                        worker = Worker()
                        crew.append(worker)
        except WorkerLost:
            news.put(EngineFault(f"a process ended without an answer, {tries} times for the same work"))
        except BaseException as error:
            news.put(error)

    def result() -> Any:
        reply = news.get()
        if isinstance(reply, BaseException):
            raise reply
        return reply

    for _ in range(workers):
        Thread(target=serve, name="clausal-crew", daemon=True).start()
    ahead = 0
    try:
        for job in jobs:
            waiting.put(job)
            ahead += 1
            while ahead > workers:
                yield result()
                ahead -= 1
        while ahead:
            yield result()
            ahead -= 1
    finally:
        for _ in range(workers):
            waiting.put(None)
        for worker in crew:
            with suppress(OSError):
                worker.end()


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
        Thread(target=serve, args=(worker,), name="clausal-crew", daemon=True).start()
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
