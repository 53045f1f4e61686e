"""`Entry`: one place of an input, and the puzzle or the error found there."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from entails.models.errors import Invalid

P_co = TypeVar("P_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Entry(Generic[P_co]):
    """A puzzle, or else the error that says why there is none; `line` counts from 1. `notes` are remarks about it, such
    as lines of a list of words that were skipped. `id` is what a table calls it."""

    line: int
    puzzle: P_co | None
    error: Invalid | None = None
    notes: tuple[str, ...] = ()
    id: str | None = None
