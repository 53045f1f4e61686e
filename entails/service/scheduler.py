"""Scheduler of calls on worker processes: a fast and a slow lane, and a fair queue.

Most calls take milliseconds, a few take seconds. So there are two lanes (`Pool`). A call is queued for the slow lane,
at a lower priority, if similar calls took longer than FAST_SECONDS; all others are queued for the fast lane. A call
that turns out slow moves from the fast to the slow lane; if that is full and a fast call waits, it is stopped and
starts again later. So a fast call never waits long. In both lanes, clients take turns (`FairQueue`).

`Costs` predicts the CPU time of a call from its name and the size of its request: from earlier calls of the same
client, else of all clients. The prediction only selects the queue; an error is corrected when the call ends or
exceeds FAST_SECONDS.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from entails.service.answer import CallResult
from entails.service.settings import ServiceSettings
from entails.service.workers import SLOW_NICENESS, AsyncWorker, KernelsPending, Overrun, WorkerPool
from entails.solvers.pool.process import OnProgress

Key = tuple[str, str, int]
_MOST_KEYS = 20_000
_WEIGHT = 0.3
"""Weight of the latest call in the mean."""


class Costs:
    """Exponentially weighted means of CPU times, by call."""

    def __init__(self) -> None:
        self._own: OrderedDict[object, float] = OrderedDict()
        self._common: OrderedDict[object, float] = OrderedDict()

    @staticmethod
    def key(client: str, call: str, size: int) -> Key:
        return client, call, size.bit_length()

    def expected(self, key: Key) -> float:
        """Return the expected CPU time in seconds; 0 for an unknown call."""
        return self._own.get(key, self._common.get(key[1:], 0.0))

    def learn(self, key: Key, seconds: float) -> None:
        for book, name in ((self._own, key), (self._common, key[1:])):
            before = book.pop(name, seconds)
            book[name] = before + _WEIGHT * (seconds - before)
            if len(book) > _MOST_KEYS:
                book.popitem(last=False)


T = TypeVar("T")


class FairQueue(Generic[T]):
    """A queue per client. Clients take turns, so that a client with a thousand calls delays others by one call only."""

    def __init__(self) -> None:
        self._queues: OrderedDict[str, deque[T]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._queues)

    def has(self, wanted: Callable[[T], bool]) -> bool:
        """Return whether a queued item satisfies `wanted`."""
        return any(wanted(item) for queue in self._queues.values() for item in queue)

    def push(self, client: str, item: T, *, first: bool = False) -> None:
        queue = self._queues.setdefault(client, deque())
        (queue.appendleft if first else queue.append)(item)

    def pop(self, may: Callable[[str], bool] = lambda _: True) -> T | None:
        """Remove and return the next item whose client satisfies `may`, or None."""
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


FAST_SECONDS = 0.3
_FEW_PERIODS, _MOST_PERIODS = 2, 10
"""Multiples of FAST_SECONDS of wall-clock time after which a call is slow: if it delays others, and in any case."""
_LONGEST_LEARNT = 1.0
"""Maximum CPU time in seconds that is recorded for one call, so that a very slow call is forgotten soon."""
Lane = Literal["fast", "slow"]


class Busy(Exception):
    """The queue is full, for this client or for all, or the call has waited too long."""


class _Preempted(Exception):
    """The call was stopped to free its slot, and will start again later."""


@dataclass(eq=False)
class _WaitingCall:
    """A queued call; its future `granted` resolves to its slot."""

    key: Key
    granted: "asyncio.Future[_Slot]"

    @property
    def client(self) -> str:
        return self.key[0]


@dataclass(eq=False)
class _Slot:
    """A slot in a lane, held by a call."""

    key: Key
    lane: Lane
    worker: AsyncWorker | None = None
    begun: float = 0.0
    cpu_before: float | None = None
    timer: asyncio.TimerHandle | None = field(default=None, repr=False)


class Pool:
    """Slots for calls that clients wait for, in a fast and a slow lane.

    Attributes:
        running: Number of calls with a slot.
        waiting: Number of queued calls.
        waiting_bytes: Total size of queued requests.
        preempted: Number of calls that were stopped and queued again.
        patient: Number of calls that wait for a kernel to be compiled.
        last_answer: Loop time of the latest result.
    """

    def __init__(self, workers: WorkerPool, settings: ServiceSettings) -> None:
        self.running = 0
        self.waiting = 0
        self.waiting_bytes = 0
        self.preempted = 0
        self.patient = 0
        self.last_answer = 0.0
        self._workers = workers
        self._settings = settings
        self._free: dict[Lane, int] = {"fast": settings.workers, "slow": settings.slow_workers}
        self._fast_queue: FairQueue[_WaitingCall] = FairQueue()
        self._slow_queue: FairQueue[_WaitingCall] = FairQueue()
        self._waiting_by_client: Counter[str] = Counter()
        self._slow_by_client: Counter[str] = Counter()
        self._overdue: dict[_Slot, None] = {}
        self._costs = Costs()

    async def run(
        self, call: str, body: bytes, client: str, wait: float = 0.0, on_progress: OnProgress | None = None
    ) -> CallResult:
        """Answer a call within the limits of the settings. Cancelling this coroutine ends the call.

        If the call needs a kernel that is being compiled, wait up to `wait` seconds for it. `on_progress` takes the
        parts of a report that is streamed, and None whenever the call starts, which may be more than once. Raises
        Busy, and the exceptions of `WorkerPool.run_call`.
        """
        kernels, loop = self._workers.kernels, asyncio.get_running_loop()
        patient_until = loop.time() + wait
        while True:
            known = 0 if kernels is None else kernels.compiled
            try:
                return await self._run_once(call, body, client, on_progress)
            except KernelsPending:
                left = patient_until - loop.time()
                if kernels is None or left <= 0 or self.patient >= self._settings.waiting:
                    raise
                self.patient += 1
                try:
                    if not await kernels.changed(known, left):
                        raise
                finally:
                    self.patient -= 1

    async def _run_once(self, call: str, body: bytes, client: str, on_progress: OnProgress | None) -> CallResult:
        loop = asyncio.get_running_loop()
        key = self._costs.key(client, call, len(body))
        deadline = loop.time() + self._settings.queue_seconds
        again = False
        while True:
            slot = await self._granted_slot(key, len(body), deadline, again)
            try:
                answer = await self._answered(slot, call, body, deadline, on_progress)
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
                self._release(slot)

    async def _answered(
        self, slot: _Slot, call: str, body: bytes, deadline: float, on_progress: OnProgress | None
    ) -> CallResult:
        loop = asyncio.get_running_loop()

        def begun(worker: AsyncWorker) -> None:
            slot.worker = worker
            if on_progress is not None:
                on_progress(None)
            if slot.timer is not None:  # the worker before this one died
                slot.timer.cancel()
            slot.begun, slot.cpu_before = loop.time(), worker.cpu_seconds()
            if slot.lane == "fast":
                slot.timer = loop.call_later(FAST_SECONDS, self._check_time, slot)

        niceness = SLOW_NICENESS if slot.lane == "slow" else 0
        queue_seconds = max(0.5, deadline - loop.time())
        answer = await self._workers.run_call(
            call,
            body,
            self._settings.seconds,
            niceness=niceness,
            queue_seconds=queue_seconds,
            on_progress=on_progress,
            begun=begun,
        )
        self.last_answer = loop.time()
        return answer

    async def _granted_slot(self, key: Key, size: int, deadline: float, again: bool) -> _Slot:
        """Queue a call and wait for its slot. Raises Busy."""
        client, settings = key[0], self._settings
        if not again and (
            self.waiting >= settings.waiting
            or self._waiting_by_client[client] >= settings.client_waiting
            or self.waiting_bytes + size > settings.waiting_bytes
        ):
            raise Busy
        loop = asyncio.get_running_loop()
        waiting = _WaitingCall(key, loop.create_future())
        self._queue(waiting, first=again)
        self.waiting += 1
        self.waiting_bytes += size
        self._waiting_by_client[client] += 1
        timer = loop.call_at(deadline, _expire, waiting.granted)
        try:
            self._dispatch()
            return await waiting.granted
        except asyncio.CancelledError:
            if waiting.granted.done() and not waiting.granted.cancelled() and waiting.granted.exception() is None:
                self._release(waiting.granted.result())
            raise
        finally:
            timer.cancel()
            self.waiting -= 1
            self.waiting_bytes -= size
            self._waiting_by_client[client] -= 1
            if not self._waiting_by_client[client]:
                del self._waiting_by_client[client]

    def _queue(self, waiting: _WaitingCall, *, first: bool = False) -> None:
        is_slow = first or self._costs.expected(waiting.key) > FAST_SECONDS
        (self._slow_queue if is_slow else self._fast_queue).push(waiting.client, waiting, first=first)

    def _dispatch(self) -> None:
        """Grant free slots. If a fast call still waits, move a slow call out of the fast lane or preempt one."""
        while self._free["fast"] and (waiting := self._next_fast()) is not None:
            self._grant(waiting, "fast")
        while self._free["slow"] and (waiting := self._next_slow()) is not None:
            self._grant(waiting, "slow")
        for slot in list(self._overdue):
            if self._free["slow"] and self._may_run_slow(slot.key[0]):
                self._move_to_slow_lane(slot)
                if (waiting := self._next_fast()) is not None:
                    self._grant(waiting, "fast")
            elif self._fast_queue and slot.worker is not None:
                del self._overdue[slot]
                slot.worker.fail(_Preempted())
                break  # `_release` will dispatch again

    def _next_fast(self) -> _WaitingCall | None:
        while (waiting := self._fast_queue.pop()) is not None:
            if waiting.granted.done():
                continue
            if self._costs.expected(waiting.key) <= FAST_SECONDS:
                return waiting
            self._slow_queue.push(waiting.client, waiting)  # similar calls have turned out slow
        return None

    def _next_slow(self) -> _WaitingCall | None:
        while (waiting := self._slow_queue.pop(self._may_run_slow)) is not None:
            if not waiting.granted.done():
                return waiting
        return None

    def _may_run_slow(self, client: str) -> bool:
        return self._slow_by_client[client] < self._settings.client_slow

    def _grant(self, waiting: _WaitingCall, lane: Lane) -> None:
        self._free[lane] -= 1
        self.running += 1
        if lane == "slow":
            self._slow_by_client[waiting.client] += 1
        waiting.granted.set_result(_Slot(waiting.key, lane))

    def _check_time(self, slot: _Slot) -> None:
        """Mark a call in the fast lane as slow once its CPU time exceeds FAST_SECONDS.

        Wall-clock time counts only after several periods, because all calls are slow on a busy machine.
        """
        loop = asyncio.get_running_loop()
        cpu = None if slot.worker is None else slot.worker.cpu_seconds()
        is_starved = cpu is not None and slot.cpu_before is not None and cpu - slot.cpu_before < FAST_SECONDS
        delays_others = self._fast_queue.has(lambda waiting: waiting.key != slot.key and not waiting.granted.done())
        periods = _FEW_PERIODS if delays_others else _MOST_PERIODS
        if is_starved and loop.time() - slot.begun < periods * FAST_SECONDS:
            slot.timer = loop.call_later(FAST_SECONDS, self._check_time, slot)
            return
        self._costs.learn(slot.key, 2 * FAST_SECONDS)
        self._overdue[slot] = None
        self._dispatch()

    def _move_to_slow_lane(self, slot: _Slot) -> None:
        """Move a running call to the slow lane and lower its priority."""
        self._overdue.pop(slot, None)
        self._free["fast"] += 1
        self._free["slow"] -= 1
        self._slow_by_client[slot.key[0]] += 1
        slot.lane = "slow"
        if slot.worker is not None:
            slot.worker.lower_priority()

    def _release(self, slot: _Slot) -> None:
        if slot.timer is not None:
            slot.timer.cancel()
        self._overdue.pop(slot, None)
        self._free[slot.lane] += 1
        self.running -= 1
        if slot.lane == "slow":
            self._slow_by_client[slot.key[0]] -= 1
            if not self._slow_by_client[slot.key[0]]:
                del self._slow_by_client[slot.key[0]]
        self._dispatch()


def _expire(granted: "asyncio.Future[_Slot]") -> None:
    if not granted.done():
        granted.set_exception(Busy())
