"""`FairQueue`: those who wait take turns by client, so that one with a thousand calls delays another by one call."""

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """A queue for each client, served one after the other."""

    def __init__(self) -> None:
        self._queues: OrderedDict[str, deque[T]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._queues)

    def has(self, wanted: Callable[[T], bool]) -> bool:
        """Does one like this wait?"""
        return any(wanted(one) for queue in self._queues.values() for one in queue)

    def push(self, client: str, one: T, *, first: bool = False) -> None:
        queue = self._queues.setdefault(client, deque())
        (queue.appendleft if first else queue.append)(one)

    def pop(self, may: Callable[[str], bool] = lambda _: True) -> T | None:
        """The next one, of a client that may have its turn now."""
        for client in self._queues:
            if may(client):
                break
        else:
            return None
        queue = self._queues[client]
        one = queue.popleft()
        if queue:
            self._queues.move_to_end(client)
        else:
            del self._queues[client]
        return one
