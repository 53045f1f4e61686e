"""Wordle as itself, for the engine that filters words."""

from dataclasses import dataclass
from typing import Literal

from clausal.models.encoding import Native
from clausal.models.wordle import Wordle


@dataclass(frozen=True)
class WordleNative:
    """The puzzle as it stands. Its facts are numbered as in the other encodings."""

    name: str = "native"
    kind: Literal["native"] = "native"
    explains: bool = False
    summary: str = "the history itself, for the engine that filters words"

    def encode(self, puzzle: Wordle) -> Native[str]:
        return Native(puzzle)
