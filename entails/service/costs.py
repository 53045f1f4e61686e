"""`Costs`: how many seconds of a processor a call is likely to take, learnt from those before it.

A call is known by its name and the size of its request, of this client first, of anybody else when this client has not
asked it yet. The guess decides only where a call waits; a wrong one is corrected when the call ends, or when it has
taken longer than a moment.
"""

from collections import OrderedDict

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
