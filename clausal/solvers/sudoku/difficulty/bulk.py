"""Ratings of batch after batch on all cores, in the order of the batches.

Threads are enough: the kernels leave Python's lock to others, and nothing has to be loaded or sent anywhere.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from clausal.models.rating import RatingWeights
from clausal.models.sudoku import Grid
from clausal.solvers.cores import cores
from clausal.solvers.sudoku.difficulty.model import Rating, rate_many

T = TypeVar("T")
Batch = tuple[T, Sequence[Grid]]
"""Some grids, and anything that should come back with their ratings."""


def rate_batches(
    batches: Iterable[Batch[T]],
    *,
    weights: RatingWeights | None = None,
    quine: bool = False,
    workers: int | None = None,
) -> Iterator[tuple[T, list[Rating]]]:
    """The ratings of each batch. Batches are taken as they are needed, so there may be no end of them."""
    threads = workers or cores()
    waiting: deque[tuple[T, Future[list[Rating]]]] = deque()
    pool = ThreadPoolExecutor(threads)
    try:
        for token, grids in batches:
            waiting.append((token, pool.submit(rate_many, grids, weights=weights, quine=quine)))
            if len(waiting) > threads:
                first, ratings = waiting.popleft()
                yield first, ratings.result()
        while waiting:
            first, ratings = waiting.popleft()
            yield first, ratings.result()
    finally:
        pool.shutdown(cancel_futures=True)
