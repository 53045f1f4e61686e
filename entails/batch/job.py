"""`Job`: what is asked of every row, as plain data that travels to whoever does the work."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from entails.models.errors import InvalidOption, UnsupportedCapability
from entails.puzzles import kind
from entails.puzzles.base import AnyKind
from entails.questions import question, questions_of
from entails.questions.base import Question

_FROM_CLOCK = ("seconds", "deadline")
"""Limits that stop at another place each time, so that no two runs would give the same bytes."""
_FOR_EVER = 1e9


@dataclass(frozen=True)
class Job:
    """A question about puzzles of one kind. `said` are options of the question and settings of the puzzle, by name, as
    text; `where` is what rows that are kept fulfil; `form` is how they are written."""

    puzzle: str
    verb: str
    said: Mapping[str, str] = field(default_factory=dict)
    where: str = ""
    form: str = "parquet"

    def __reduce__(self) -> tuple[object, ...]:
        """Only what was said travels, not what was made of it here."""
        return Job, (self.puzzle, self.verb, dict(self.said), self.where, self.form)

    @cached_property
    def kind(self) -> AnyKind:
        return kind(self.puzzle)

    @cached_property
    def question(self) -> Question:
        known = questions_of(self.puzzle)
        asked = question(self.puzzle, self.verb) if self.verb in known else None
        if asked is None or asked.takes not in ("puzzle", "many"):
            offered = ", ".join(verb for verb in known if question(self.puzzle, verb).takes in ("puzzle", "many"))
            raise UnsupportedCapability(f"{self.puzzle} does not answer {self.verb!r} row by row; it answers {offered}")
        return asked

    @cached_property
    def ask(self) -> Any:
        """What the question is told."""
        for name in _FROM_CLOCK:
            if name in self.said:
                raise InvalidOption(
                    "a limit of time stops at another place in each run",
                    where=name,
                    expected="conflicts or nodes, where the question has them",
                )
        ask = self.question.ask_of({name: value for name, value in self.said.items() if name not in self._settings})
        if ask.remembers:
            told = f"without a batch: entails {self.puzzle} {self.verb} FILE"
            raise InvalidOption("this needs all rows in one process", where=", ".join(self.said), expected=told)
        return ask

    @cached_property
    def timeless(self) -> Any:
        """The same without a clock of the question's own: explanations look for a few seconds, if nobody says how long,
        and would find more on a faster machine."""
        if "seconds" not in self.question.ask.model_fields:
            return self.ask
        return self.ask.model_copy(update={"seconds": _FOR_EVER})

    @cached_property
    def settings(self) -> Any:
        """What the reader of puzzles is told."""
        return self.kind.told({name: value for name, value in self.said.items() if name in self._settings})

    @property
    def _settings(self) -> set[str]:
        """A name that both know belongs to the question."""
        return set(self.kind.settings.model_fields) - set(self.question.ask.model_fields)
