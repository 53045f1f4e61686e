"""How a document is refused: one sentence with the place, `constraints[3].terms[1]: there is no variable 'Q'`.

The place is put together only when something is wrong, from the inside outwards: reading stays quick.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from entails.models.errors import InvalidPuzzle

_LONGEST = 60


class Refused(Exception):
    """Something in a document is not as it should be; `path` leads to it."""

    def __init__(self, problem: str, expected: str = "") -> None:
        super().__init__(problem)
        self.problem, self.expected = problem, expected
        self.path: list[str | int] = []

    def under(self, step: str | int) -> "Refused":
        """The same, seen from one level further out."""
        self.path.insert(0, step)
        return self

    def for_people(self) -> InvalidPuzzle:
        place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path)
        return InvalidPuzzle(self.problem, where=place.removeprefix("."), expected=self.expected)


@contextmanager
def at(step: str | int) -> Iterator[None]:
    """What is refused inside is refused at this place."""
    try:
        yield
    except Refused as refused:
        raise refused.under(step) from None


def shown(value: Any) -> str:
    """A value of a document, as short as an error can bear."""
    if isinstance(value, list):
        return "a list" if value else "an empty list"
    if isinstance(value, dict):
        return "an object"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = repr(value) if isinstance(value, str) else f"{value}" if _is_short(value) else "a huge number"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def _is_short(number: int | float) -> bool:
    return isinstance(number, float) or abs(number) < 10**30
