"""A shipped lexicon as a source of words: `NAME.lex` holds them, `NAME.freq` how common they are.

The two lie in two files because they have two licences.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entails.data.lexicons.store import Store
from entails.models.alphabet import LATIN, Alphabet
from entails.models.frequency import Grades
from entails.models.letters import Letters


@dataclass(frozen=True)
class Part:
    """A lexicon that is another one without a few words: it needs no file."""

    of: str
    without: frozenset[str]
    about: str


PARTS: Mapping[str, Part] = MappingProxyType(
    {
        "wordle-answers-2309": Part(
            of="wordle-answers",
            without=frozenset({"agora", "fibre", "lynch", "pupal", "slave", "wench"}),
            about="Wordle's answers from March 2022 on: six words fewer",
        )
    }
)


@dataclass(frozen=True)
class Shipped:
    """One of our lexicons. Only the name is kept when it is pickled: the other process has the same files."""

    name: str

    @property
    def _part(self) -> Part | None:
        return PARTS.get(self.name)

    @property
    def _file_name(self) -> str:
        return self._part.of if self._part else self.name

    @cached_property
    def _words(self) -> Store:
        return Store.open(files(__package__).joinpath(f"{self._file_name}.lex"))

    @cached_property
    def _frequencies(self) -> Store:
        return Store.open(files(__package__).joinpath(f"{self._file_name}.freq"))

    @property
    def language(self) -> str:
        return str(self._words.about["language"])

    @property
    def alphabet(self) -> Alphabet:
        """The letters of its words."""
        letters = self._words.about.get("letters")
        return LATIN if letters is None else Alphabet(str(letters))

    @property
    def about(self) -> str:
        """What it is, in a few words."""
        return self._part.about if self._part else str(self._words.about["about"])

    @property
    def origin(self) -> str:
        """The package and version that it was made from."""
        return str(self._words.about["source"])

    @property
    def licence(self) -> str:
        return str(self._words.about["licence"])

    @property
    def frequency_origin(self) -> str:
        """Where it is known from how common the words are."""
        return str(self._frequencies.about["source"])

    @property
    def frequency_licence(self) -> str:
        return str(self._frequencies.about["licence"])

    @cached_property
    def counts(self) -> Mapping[int, int]:
        """How many words of each length there are."""
        counts = dict(self._words.counts)
        if self._part:
            for word in self._part.without:
                counts[len(word)] -= 1
        return counts

    def letters(self, length: int) -> Letters:
        """The words of one length, sorted."""
        letters = self._words.letters(length)
        return letters[self._kept(letters)] if self._part else letters

    def grades(self, length: int) -> Grades | None:
        """How common each of them is."""
        grades = self._frequencies.numbers(length)
        return grades[self._kept(self._words.letters(length))] if self._part else grades

    @property
    def digest(self) -> str | None:
        """Told by the file."""
        return None if self._part else str(self._words.about["sha256"])

    def _kept(self, letters: Letters) -> NDArray[np.bool_]:
        without = self._part.without if self._part else frozenset()
        return np.array([word not in without for word in self.alphabet.to_words(letters)], dtype=bool)

    def __getstate__(self) -> dict[str, Any]:
        return {"name": self.name}
