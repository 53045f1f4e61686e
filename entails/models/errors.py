"""Errors are for misuse only. "No solution" and "out of time" are answers, see `entails.models.outcome`.

EntailsError
├── Invalid                something that was given is not what it should be: says where, and what was expected
│   ├── InvalidPuzzle      text or data that is not a puzzle
│   ├── InvalidStatement   a problem that cannot be stated: an empty domain, a constraint over nothing
│   │   └── UnknownVariable  a name that no variable of the problem has; a KeyError too
│   ├── InvalidMove        a move or a guess that the game does not allow
│   ├── InvalidOption      a value that an option cannot have
│   ├── InvalidData        weights, words, tiles, a board, a tree, ratings that are not such
│   ├── InvalidFile        a file that cannot be read, unpacked or written
│   └── TooLarge           what would take more memory or time than anybody has; refused before it does
├── NoAnswer               the answer was asked for where there is none, or none was found
├── UnsupportedCapability  this engine, encoding or puzzle cannot answer that question
│   └── UnsupportedPuzzle  only this very puzzle is out of reach: another of its kind may be fine
├── EngineUnavailable      the engine is unknown, not installed, or does not work on this machine
└── EngineFault            an engine's answer failed our own check; never the user's fault
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Self

from entails.models.brackets import bracketed

_MOST_SHOWN = 12
_MOST_COMPARED = 1_000


class EntailsError(Exception):
    """Base of every error that Entails raises on purpose; its text is one sentence for a person."""


class Invalid(EntailsError):
    """What was given is not what it should be. `where` names the place in it, `expected` what should stand there.
    `field` is the part of a question that is to blame, where it is known (see `blaming`)."""

    field = ""

    def __init__(self, problem: str, *, where: str = "", expected: str = "") -> None:
        self.problem = bracketed(problem)
        self.where = bracketed(where)
        self.expected = bracketed(expected)
        super().__init__(self.problem, self.where, self.expected)

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.problem, self.where, self.expected)

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        hint = f"; expected {self.expected}" if self.expected else ""
        return f"{place}{self.problem}{hint}"

    @classmethod
    def like(cls, other: "Invalid") -> Self:
        """The same sentence about something else: a bad move in the text of a game makes that a bad text."""
        return cls(other.problem, where=other.where, expected=other.expected)

    def at(self, where: str) -> Self:
        """The same error, seen from an outer place: `at("line 3")` puts "line 3, " before the place known so far."""
        place = f"{where}, {self.where}" if self.where else where
        seen = type(self)(self.problem, where=place, expected=self.expected)
        seen.field = self.field
        return seen


@contextmanager
def blaming(field: str) -> Iterator[None]:
    """What is invalid in here is the fault of this field of the question."""
    try:
        yield
    except Invalid as error:
        error.field = error.field or field
        raise


def one_of(names: Iterable[str], wanted: str = "") -> str:
    """What there is instead of an unknown name, the likeliest first: "one of S, E, N, ..."."""
    every: Sequence[str] = list(names)
    close = get_close_matches(wanted, every[:_MOST_COMPARED], n=1) if wanted else []
    rest = [name for name in every[: _MOST_SHOWN + 1] if name not in close]
    listed = [*close, *rest][:_MOST_SHOWN]
    more = ", ..." if len(every) > len(listed) else ""
    return f"one of {', '.join(listed)}{more}" if listed else ""


def _again(kind: type[Invalid], problem: str, where: str, expected: str) -> Invalid:
    """How the error comes back from another process: its arguments are keywords, which pickle does not know."""
    return kind(problem, where=where, expected=expected)


class InvalidPuzzle(Invalid):
    """Input that is not a puzzle."""


class InvalidStatement(Invalid):
    """A problem that cannot be stated."""


class UnknownVariable(InvalidStatement, KeyError):
    """A name that no variable of the problem has."""


class InvalidMove(Invalid):
    """A move or a guess that the game does not allow."""


class InvalidOption(Invalid):
    """A choice that nobody offers, or two that exclude each other."""


class InvalidData(Invalid):
    """Data beside a puzzle that cannot be what it is given for."""


class InvalidFile(Invalid):
    """A file that cannot be read, unpacked or written."""


class TooLarge(Invalid):
    """More than memory or patience can hold. It is refused before anything is spent on it."""


class NoAnswer(EntailsError):
    """The answer of an outcome that has none. Look at its `status` first where that may be."""


class UnsupportedCapability(EntailsError):
    """A question that this engine, encoding or puzzle does not answer."""


class UnsupportedPuzzle(UnsupportedCapability):
    """A puzzle that this engine or question does not take. Among many it is a bad one, not the end of the work."""


class EngineUnavailable(EntailsError):
    """An engine that does not exist or cannot run here."""


class EngineFault(EntailsError):
    """An engine gave an answer that our own check refutes."""
