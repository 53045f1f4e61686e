"""`Race`: what is raced. The words, the secrets and all random choices follow from it and its seed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from entails.models.errors import InvalidOption
from entails.models.wordle.scoring import Scoring
from entails.models.wordle.words import Words
from entails.studies.wordle.strategies.base import Strategy

_LARGEST_CHUNK = 25
MOST_LENGTHS = 14


@dataclass(frozen=True)
class Job:
    """Some games of one strategy at one length: (instance, secret) each."""

    strategy: str
    length: int
    games: tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Race:
    """`fields` holds the words of each length, cut already; `instances` None plays every secret. Secrets may come
    `again`, as in the studies, or each at most once."""

    strategies: tuple[Strategy[Any], ...]
    scoring: Scoring
    language: str
    fields: Mapping[int, Words] = field(repr=False)
    instances: int | None = 20
    seed: int = 0
    again: bool = False

    def secrets(self, length: int) -> list[str]:
        """The secrets of one length: the same for every strategy. More of them begin like fewer, so that a race can be
        made longer."""
        words = self.fields[length]
        if self.again and self.instances is not None:
            drawn = np.random.default_rng([self.seed, length]).integers(words.answers, size=self.instances)
            return words.words(drawn)
        order = np.random.default_rng([self.seed, length]).permutation(words.answers)
        return words.words(order[: self.instances])

    @property
    def games(self) -> int:
        return len(self.strategies) * sum(len(self.secrets(length)) for length in self.fields)

    @property
    def keys(self) -> set[tuple[str, int, int]]:
        """Strategy, length and instance of every game."""
        return {
            (strategy.label, length, instance)
            for length in self.fields
            for instance in range(len(self.secrets(length)))
            for strategy in self.strategies
        }

    def jobs(self, done: "set[tuple[str, int, int]]", workers: int) -> Iterator[Job]:
        """What is left to do: by length first, so that a worker can forget the words of other lengths. Who works alone
        tells of each game as it ends, so he gets them one by one."""
        chunk = _LARGEST_CHUNK if workers > 1 else 1
        for length in self.fields:
            secrets = self.secrets(length)
            for strategy in self.strategies:
                left = [
                    (instance, secret)
                    for instance, secret in enumerate(secrets)
                    if (strategy.label, length, instance) not in done
                ]
                size = max(1, min(chunk, -(-len(left) // max(1, 2 * workers))))
                for start in range(0, len(left), size):
                    yield Job(strategy.label, length, tuple(left[start : start + size]))


def cut(fields: Mapping[int, Words], size: "int | Literal['smallest'] | None", seed: int) -> dict[int, Words]:
    """The same fields with lists of one size, drawn at random: `smallest` is the size of the shortest list, as in Huang
    & Hu 2022. A list that is cut is guessed from and drawn from alike."""
    if size is None:
        return dict(fields)
    wanted = min(words.answers for words in fields.values()) if size == "smallest" else size
    smaller = {}
    for length, words in fields.items():
        if wanted > words.answers:
            expected = f"at most {words.answers:,}, or smallest"
            raise InvalidOption(
                f"there are not {wanted:,} words of {length} letters", where="--words", expected=expected
            )
        rows = np.random.default_rng([seed, length, wanted]).permutation(words.answers)[:wanted]
        name = f"{wanted} of {words.name}"
        smaller[length] = Words.of(words.secrets[np.sort(rows)], name=name, language=words.language)
    return smaller


def read_lengths(text: str) -> list[int]:
    """`4-9`, `5` or `4,6,8`."""
    found: list[int] = []
    for part in text.split(",")[: MOST_LENGTHS + 1]:
        low, dash, high = (piece.strip() for piece in part.partition("-"))
        numbers = (low, high) if dash else (low, low)
        if not all(one.isascii() and one.isdigit() and len(one) <= 2 for one in numbers):
            raise InvalidOption(f"{part[:20]!r} is no length", where="--lengths", expected="such as 5, 4-9 or 4,6,8")
        found += range(int(numbers[0]), int(numbers[1]) + 1)
    lengths = sorted(set(found))
    if not lengths or lengths[0] < 2 or lengths[-1] > 15:
        raise InvalidOption("these lengths cannot be raced", where="--lengths", expected="from 2 to 15, low to high")
    return lengths


def read_names(texts: Sequence[str]) -> list[str]:
    """Names with commas between them, each once."""
    return list(dict.fromkeys(name.strip() for text in texts for name in text.split(",") if name.strip()))
