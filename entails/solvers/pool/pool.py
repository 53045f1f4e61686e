"""Parallel map: calls of one function for many jobs, on all cores.

Each core has a process (`entails.solvers.pool.process`), because Python code holds the GIL. If the caller stops early,
also by Ctrl-C, all processes end. With one worker everything runs in this process.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from math import inf
from queue import Queue
from threading import Event, Lock, Thread
from typing import Any, Generic, Self, TypeVar

from entails.models.errors import EngineFault
from entails.solvers.pool.process import Worker, WorkerLost
from entails.solvers.pool.server import load_function

T = TypeVar("T")
Job = tuple[Any, ...]
_AHEAD, _AHEAD_IN_ORDER = 2, 4
"""Number of jobs per worker that are queued before their results are taken; more if results are wanted in order."""


def stream(function: str, jobs: Sequence[Job], workers: int) -> Iterator[Any]:
    """Yield the items that the function `module:name` reports while it runs the jobs.

    The function is called with each job and a function that takes an item to report.
    """
    if workers == 1 or len(jobs) <= 1:
        work = load_function(function)
        for job in jobs:
            items: list[Any] = []
            work(*job, items.append)
            yield from items
        return
    with _JobWorkers(function, workers, tries=1) as job_workers:
        for position, job in enumerate(jobs):
            job_workers.add(position, job)
        unfinished = len(jobs)
        while unfinished:
            number, item = job_workers.events.get()
            if number is None:
                yield item
            else:
                _raise_error(item)
                unfinished -= 1


def map_jobs(
    function: str, jobs: Iterator[Job], workers: int, tries: int = 3, *, lead: bool = False, in_order: bool = False
) -> Iterator[Any]:
    """Yield the result of the function `module:name` for each job, as completed or in the order of the jobs.

    Jobs are read as needed, so there may be infinitely many. A job whose process dies is tried again by another. With
    `lead`, the first job is done before others begin: it compiles the kernels that the others load.
    """
    if workers == 1:
        work = load_function(function)
        yield from (work(*job, None) for job in jobs)
        return
    early: dict[int, Any] = {}

    def result(wanted: int) -> Any:
        """Return the next result; if results are in order, the one with this number."""
        while wanted not in early:
            number, reply = job_workers.events.get()
            if number is not None:
                early[number if in_order else wanted] = reply
        reply = early.pop(wanted)
        _raise_error(reply)
        return reply

    started = finished = 0
    ahead = workers * (_AHEAD_IN_ORDER if in_order else _AHEAD)
    with _JobWorkers(function, workers, tries, lead) as job_workers:
        for job in jobs:
            job_workers.add(started, job)
            started += 1
            while started - finished > ahead:
                yield result(finished)
                finished += 1
        while finished < started:
            yield result(finished)
            finished += 1


class Chunks(Generic[T]):
    """Lists of items that take about `seconds` each, once the time per item is known.

    `size` returns the size of an item. The size of a list is at most `most`, and at most `growth` times that of the
    last.
    """

    def __init__(
        self,
        items: Iterable[T],
        seconds: float,
        most: int,
        growth: float = inf,
        size: Callable[[T], int] = lambda _: 1,
    ) -> None:
        self._items, self._seconds, self._most, self._growth, self._size = items, seconds, most, growth, size
        self._target: float = 1

    def learn(self, chunk: Iterable[Any], seconds: float) -> None:
        """Adapt the size of later chunks to the time that `chunk` took."""
        fitting = round(self._seconds * sum(map(self._size, chunk)) / max(seconds, 1e-6))
        self._target = max(1, min(fitting, self._target * self._growth, self._most))

    def __iter__(self) -> Iterator[list[T]]:
        chunk: list[T] = []
        size = 0
        for item in self._items:
            chunk.append(item)
            size += self._size(item)
            if size >= self._target:
                yield chunk
                chunk, size = [], 0
        if chunk:
            yield chunk


def _raise_error(reply: Any) -> None:
    if isinstance(reply, BaseException):
        raise reply


class _JobWorkers:
    """Worker processes that run jobs, at most one per job, each with a thread that waits for it.

    `events` holds (number of a job, its result or error), and (None, item) for items that jobs report.
    """

    def __init__(self, function: str, most: int, tries: int, lead: bool = False) -> None:
        self._function, self._most, self._tries, self._lead = function, most, tries, lead
        self._jobs: Queue[tuple[int, Job] | None] = Queue()
        self.events: Queue[tuple[int | None, Any]] = Queue()
        self._first_done = Event()
        self._threads = 0
        self._workers: list[Worker] = []
        self._lock = Lock()
        self._is_over = False

    def add(self, number: int, job: Job) -> None:
        """Queue a job under its number."""
        self._jobs.put((number, job))
        if self._threads < self._most:
            waits = self._lead and self._threads > 0
            Thread(target=self._work, args=(waits,), name="entails-pool", daemon=True).start()
            self._threads += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._first_done.set()
        for _ in range(self._threads):
            self._jobs.put(None)
        with self._lock:
            self._is_over = True
            for worker in self._workers:
                with suppress(OSError):
                    worker.end()

    def _start(self) -> Worker:
        """Start a worker process; if the pool has already ended, end it at once."""
        worker = Worker()
        with self._lock:
            self._workers.append(worker)
            if not self._is_over:
                return worker
        worker.end()
        raise WorkerLost(None)

    def _work(self, waits: bool) -> None:
        number = 0
        try:
            worker = self._start()
            if waits:
                self._first_done.wait()
            while (numbered := self._jobs.get()) is not None:
                number, job = numbered
                for trial in range(self._tries):
                    try:
                        reply = worker.call("run", (self._function, *job), on_progress=self._report)
                        break
                    except WorkerLost:
                        if trial + 1 == self._tries:
                            raise
                        worker = self._start()
                self.events.put((number, reply))
                self._first_done.set()
        except WorkerLost:
            often = f", {self._tries} times for the same job" if self._tries > 1 else ""
            self.events.put((number, EngineFault(f"a worker process ended without a reply{often}")))
        except BaseException as error:
            self.events.put((number, error))
        finally:
            self._first_done.set()

    def _report(self, item: Any) -> None:
        self.events.put((None, item))
