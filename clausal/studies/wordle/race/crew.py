"""Running the jobs of a race, here or on all cores; games come back as they end."""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from queue import Queue
from threading import Thread

from clausal.models.errors import EngineFault
from clausal.solvers.worker import Worker, WorkerLost
from clausal.studies.wordle.race.plan import Job, Race
from clausal.studies.wordle.race.row import Row
from clausal.studies.wordle.race.worker import Bench

_MODULE = "clausal.studies.wordle.race.worker"


def cores() -> int:
    """How many processes can really run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_race(race: Race, settings: Mapping[str, str], done: "set[tuple[str, int, int]]", workers: int) -> Iterator[Row]:
    """Play what is left of a race."""
    jobs = list(race.jobs(done, workers))
    if workers <= 1 or len(jobs) <= 1:
        yield from _run_here(race, settings, jobs)
    else:
        yield from _run_with_crew(race, settings, jobs, min(workers, len(jobs)))


def _run_here(race: Race, settings: Mapping[str, str], jobs: Iterable[Job]) -> Iterator[Row]:
    bench, length = None, 0
    for job in jobs:
        if bench is None or job.length != length:
            length = job.length
            bench = Bench(race.fields[length], race.scoring.name, race.language, settings, race.seed)
        rows: list[Row] = []
        for game in job.games:
            bench.race(Job(job.strategy, job.length, (game,)), rows.append)
            yield rows.pop()


def _run_with_crew(race: Race, settings: Mapping[str, str], jobs: list[Job], workers: int) -> Iterator[Row]:
    """A thread for each worker process takes jobs while there are any. Leaving in the middle ends the processes."""
    waiting: Queue[Job | None] = Queue()
    for job in jobs:
        waiting.put(job)
    news: Queue[Row | BaseException | None] = Queue()
    crew = [Worker() for _ in range(workers)]

    def serve(worker: Worker) -> None:
        length = 0
        try:
            while (job := waiting.get()) is not None:
                if job.length != length:
                    length = job.length
                    laid = (race.fields[length], race.scoring.name, race.language, dict(settings), race.seed)
                    _call(worker, "lay", laid, news)
                _call(worker, "run", (job,), news)
            news.put(None)
        except BaseException as error:
            news.put(error)

    for worker in crew:
        waiting.put(None)
        Thread(target=serve, args=(worker,), name="clausal-race", daemon=True).start()
    try:
        at_work = workers
        while at_work:
            item = news.get()
            if item is None:
                at_work -= 1
            elif isinstance(item, BaseException):
                raise item
            else:
                yield item
    finally:
        for worker in crew:
            with suppress(OSError):
                worker.end()


def _call(
    worker: Worker, function: str, arguments: tuple[object, ...], news: "Queue[Row | BaseException | None]"
) -> None:
    try:
        reply = worker.call(("run", (f"{_MODULE}:{function}", *arguments)), None, hear=news.put)
    except WorkerLost:
        raise EngineFault("a process of the race ended without an answer") from None
    if isinstance(reply, BaseException):
        raise reply
