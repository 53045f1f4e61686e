"""`Pool`: who gets a process, and when.

Most calls take milliseconds, a few take seconds. There are two rows of places. A call whose like took longer than a
moment waits for the second row, at a lower priority; every other call waits for the first. One that turns out long
there moves to the second row; when that is full and somebody waits, it makes room and begins anew when its turn comes.
So a quick call never waits for more than a few moments, whatever else is asked. In both rows clients take turns.

`Costs`: how many seconds of a processor a call is likely to take, learnt from those before it.

A call is known by its name and the size of its request, of this client first, of anybody else when this client has not
asked it yet. The guess decides only where a call waits; a wrong one is corrected when the call ends, or when it has
taken longer than a moment.

`FairQueue`: those who wait take turns by client, so that one with a thousand calls delays another by one call.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from entails.service.answer import CallResult
from entails.service.settings import ServiceSettings
from entails.service.workers import SLOW_NICENESS, AsyncWorker, Overrun, WorkerPool

Key = tuple[str, str, int]
_MOST_KEPT = 20_000
_WEIGHT = 0.3
"""Of the last call against all before it."""


class Costs:
    """Means of seconds that forget: the last calls count most."""

    def __init__(self) -> None:
        self._own: OrderedDict[object, float] = OrderedDict()
        self._common: OrderedDict[object, float] = OrderedDict()

    @staticmethod
    def key(client: str, call: str, size: int) -> Key:
        return client, call, size.bit_length()

    def expected(self, key: Key) -> float:
        """Seconds; 0 for what nobody has asked yet."""
        return self._own.get(key, self._common.get(key[1:], 0.0))

    def learn(self, key: Key, seconds: float) -> None:
        for book, name in ((self._own, key), (self._common, key[1:])):
            before = book.pop(name, seconds)
            book[name] = before + _WEIGHT * (seconds - before)
            if len(book) > _MOST_KEPT:
                book.popitem(last=False)


T = TypeVar("T")


class FairQueue(Generic[T]):
    """A queue for each client, served one after the other."""

    def __init__(self) -> None:
        self._queues: OrderedDict[str, deque[T]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._queues)

    def has(self, wanted: Callable[[T], bool]) -> bool:
        """Does one like this wait?"""
        return any(wanted(item) for queue in self._queues.values() for item in queue)

    def push(self, client: str, item: T, *, first: bool = False) -> None:
        queue = self._queues.setdefault(client, deque())
        (queue.appendleft if first else queue.append)(item)

    def pop(self, may: Callable[[str], bool] = lambda _: True) -> T | None:
        """The next one, of a client that may have its turn now."""
        for client in self._queues:
            if may(client):
                break
        else:
            return None
        queue = self._queues[client]
        item = queue.popleft()
        if queue:
            self._queues.move_to_end(client)
        else:
            del self._queues[client]
        return item


MOMENT = 0.3
_FEW_MOMENTS, _MOST_MOMENTS = 2, 10
"""After so many a call is long, whatever the processor says: when others wait that are not like it; in any case."""
_LONGEST_LEARNT = 1.0
"""Seconds: one very long call does not make its like long for long."""
Row = Literal["first", "second"]


class Busy(Exception):
    """There is no place for this call: of this client too many wait, or too many at all, or it has waited too long."""


class _Preempted(Exception):
    """The call had to make room."""


@dataclass(eq=False)
class _Waiting:
    """A call that wants a place."""

    key: Key
    placed: "asyncio.Future[_Place]"

    @property
    def client(self) -> str:
        return self.key[0]


@dataclass(eq=False)
class _Place:
    """A place in a row, held by a call."""

    key: Key
    row: Row
    worker: AsyncWorker | None = None
    begun: float = 0.0
    cpu_before: float | None = None
    timer: asyncio.TimerHandle | None = field(default=None, repr=False)


class Pool:
    """Places for calls that are answered at once."""

    def __init__(self, workers: WorkerPool, settings: ServiceSettings) -> None:
        self.running = 0
        self.waiting = 0
        self.waiting_bytes = 0
        self.preempted = 0
        self.last_answer = 0.0
        self._workers = workers
        self._settings = settings
        self._free: dict[Row, int] = {"first": settings.workers, "second": settings.slow_workers}
        self._quick: FairQueue[_Waiting] = FairQueue()
        self._long: FairQueue[_Waiting] = FairQueue()
        self._waiting_of: Counter[str] = Counter()
        self._long_of: Counter[str] = Counter()
        self._overstaying: dict[_Place, None] = {}
        self._costs = Costs()

    async def run(self, call: str, body: bytes, client: str) -> CallResult:
        """Return the answer to a call, within the settings. Raises Busy, or what `WorkerPool.ask` raises; cancelling
        this ends the call."""
        loop = asyncio.get_running_loop()
        key = self._costs.key(client, call, len(body))
        deadline = loop.time() + self._settings.queue_seconds
        again = False
        while True:
            place = await self._placed(key, len(body), deadline, again)
            try:
                answer = await self._answered(place, call, body, deadline)
            except _Preempted:
                self.preempted += 1
                again = True
            except Overrun:
                self._costs.learn(key, _LONGEST_LEARNT)
                raise
            else:
                self._costs.learn(key, min(answer.cpu, _LONGEST_LEARNT))
                return answer
            finally:
                self._leave(place)

    async def _answered(self, place: _Place, call: str, body: bytes, deadline: float) -> CallResult:
        loop = asyncio.get_running_loop()

        def begun(worker: AsyncWorker) -> None:
            place.worker = worker
            if place.timer is not None:  # the worker before this one died
                place.timer.cancel()
            place.begun, place.cpu_before = loop.time(), worker.cpu_seconds()
            if place.row == "first":
                place.timer = loop.call_later(MOMENT, self._look_at, place)

        niceness = SLOW_NICENESS if place.row == "second" else 0
        patience = max(0.5, deadline - loop.time())
        answer = await self._workers.ask(
            call, body, self._settings.seconds, niceness=niceness, patience=patience, begun=begun
        )
        self.last_answer = loop.time()
        return answer

    async def _placed(self, key: Key, size: int, deadline: float, again: bool) -> _Place:
        """Wait for a place."""
        client, settings = key[0], self._settings
        if not again and (
            self.waiting >= settings.waiting
            or self._waiting_of[client] >= settings.client_waiting
            or self.waiting_bytes + size > settings.waiting_bytes
        ):
            raise Busy
        loop = asyncio.get_running_loop()
        waiting = _Waiting(key, loop.create_future())
        self._queue(waiting, first=again)
        self.waiting += 1
        self.waiting_bytes += size
        self._waiting_of[client] += 1
        timer = loop.call_at(deadline, _give_up, waiting.placed)
        try:
            self._dispatch()
            return await waiting.placed
        except asyncio.CancelledError:
            if waiting.placed.done() and not waiting.placed.cancelled() and waiting.placed.exception() is None:
                self._leave(waiting.placed.result())
            raise
        finally:
            timer.cancel()
            self.waiting -= 1
            self.waiting_bytes -= size
            self._waiting_of[client] -= 1
            if not self._waiting_of[client]:
                del self._waiting_of[client]

    def _queue(self, waiting: _Waiting, *, first: bool = False) -> None:
        is_long = first or self._costs.expected(waiting.key) > MOMENT
        (self._long if is_long else self._quick).push(waiting.client, waiting, first=first)

    def _dispatch(self) -> None:
        """Give the free places away; let long calls out of the first row when somebody waits for it."""
        while self._free["first"] and (waiting := self._next_quick()) is not None:
            self._give(waiting, "first")
        while self._free["second"] and (waiting := self._next_long()) is not None:
            self._give(waiting, "second")
        for place in list(self._overstaying):
            if self._free["second"] and self._may_be_long(place.key[0]):
                self._move_back(place)
                if (waiting := self._next_quick()) is not None:
                    self._give(waiting, "first")
            elif self._quick and place.worker is not None:
                del self._overstaying[place]
                place.worker.fail(_Preempted())
                break  # it leaves in a moment, and then we are here again

    def _next_quick(self) -> _Waiting | None:
        while (waiting := self._quick.pop()) is not None:
            if waiting.placed.done():
                continue
            if self._costs.expected(waiting.key) <= MOMENT:
                return waiting
            self._long.push(waiting.client, waiting)  # its like has turned out long meanwhile
        return None

    def _next_long(self) -> _Waiting | None:
        while (waiting := self._long.pop(self._may_be_long)) is not None:
            if not waiting.placed.done():
                return waiting
        return None

    def _may_be_long(self, client: str) -> bool:
        return self._long_of[client] < self._settings.client_slow

    def _give(self, waiting: _Waiting, row: Row) -> None:
        self._free[row] -= 1
        self.running += 1
        if row == "second":
            self._long_of[waiting.client] += 1
        waiting.placed.set_result(_Place(waiting.key, row))

    def _look_at(self, place: _Place) -> None:
        """Has the call taken longer than a moment? By the clock of the processor: on a busy machine all calls take
        long, which makes none of them a long one."""
        loop = asyncio.get_running_loop()
        cpu = None if place.worker is None else place.worker.cpu_seconds()
        is_starved = cpu is not None and place.cpu_before is not None and cpu - place.cpu_before < MOMENT
        in_the_way = self._quick.has(lambda waiting: waiting.key != place.key and not waiting.placed.done())
        moments = _FEW_MOMENTS if in_the_way else _MOST_MOMENTS
        if is_starved and loop.time() - place.begun < moments * MOMENT:
            place.timer = loop.call_later(MOMENT, self._look_at, place)
            return
        self._costs.learn(place.key, 2 * MOMENT)
        self._overstaying[place] = None
        self._dispatch()

    def _move_back(self, place: _Place) -> None:
        """From the first row to the second."""
        self._overstaying.pop(place, None)
        self._free["first"] += 1
        self._free["second"] -= 1
        self._long_of[place.key[0]] += 1
        place.row = "second"
        if place.worker is not None:
            place.worker.step_back()

    def _leave(self, place: _Place) -> None:
        if place.timer is not None:
            place.timer.cancel()
        self._overstaying.pop(place, None)
        self._free[place.row] += 1
        self.running -= 1
        if place.row == "second":
            self._long_of[place.key[0]] -= 1
            if not self._long_of[place.key[0]]:
                del self._long_of[place.key[0]]
        self._dispatch()


def _give_up(placed: "asyncio.Future[_Place]") -> None:
    if not placed.done():
        placed.set_exception(Busy())
