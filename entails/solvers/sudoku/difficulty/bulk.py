"""Ratings of batch after batch on all cores, in the order of the batches.

Threads are enough: the kernels leave Python's lock to others, and nothing has to be loaded or sent anywhere.
"""

import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from entails.models.rating import RatingWeights
from entails.models.sudoku import Grid
from entails.solvers.cores import cores
from entails.solvers.sudoku.difficulty.model import Rating, rate_many

T = TypeVar("T")
Batch = tuple[T, Sequence[Grid]]
"""Some grids, and anything that should come back with their ratings."""
_SECONDS = 0.2
_MOST = 256


class Pace:
    """How many grids make a batch that is soon done: whoever stops the work waits for those under way."""

    def __init__(self) -> None:
        self.grids = 16

    def learn(self, grids: int, seconds: float) -> None:
        self.grids = max(1, min(_MOST, 4 * self.grids, round(_SECONDS * grids / max(seconds, 1e-6))))


def rate_batches(
    batches: Iterable[Batch[T]],
    *,
    weights: RatingWeights | None = None,
    quine: bool = False,
    workers: int | None = None,
    pace: Pace | None = None,
    in_full: bool = False,
) -> Iterator[tuple[T, list[Rating]]]:
    """The ratings of each batch. Batches are taken as they are needed, so there may be no end of them. A `pace` learns
    how long they take. `in_full` also works out what else would be when it is asked for (`Rating.in_full`)."""
    threads = workers or cores()

    def rated(grids: Sequence[Grid]) -> list[Rating]:
        started = time.perf_counter()
        found = rate_many(grids, weights=weights, quine=quine)
        if in_full:
            found = [one.in_full() for one in found]
        if pace is not None and grids:
            pace.learn(len(grids), time.perf_counter() - started)
        return found

    waiting: deque[tuple[T, Future[list[Rating]]]] = deque()
    pool = ThreadPoolExecutor(threads)
    try:
        for token, grids in batches:
            waiting.append((token, pool.submit(rated, grids)))
            if len(waiting) > threads:
                first, ratings = waiting.popleft()
                yield first, ratings.result()
        while waiting:
            first, ratings = waiting.popleft()
            yield first, ratings.result()
    finally:
        pool.shutdown(cancel_futures=True)
