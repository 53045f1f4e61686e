"""What most questions may be told: the engine, the encoding, the limits, the seed.

An `Ask` has only the fields that its question obeys; others are refused by name.
"""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from pydantic import Field

from entails.models.asking import Option
from entails.models.limits import Limits, Options
from entails.models.sentence import Language
from entails.models.value import Value

_A_YEAR = 366 * 24 * 3600.0
_MOST_COUNTED = 2**31 - 1
_MOST_MB = 2**40
_MOST_WORKERS = 256

Seconds = Annotated[
    float | None,
    Field(ge=0.001, allow_inf_nan=False, description="Spend so many seconds on each puzzle."),
    Option(metavar="S", panel="Limits"),
]
Encoder = Annotated[
    str | None,
    Field(description="Encoding to use; a wrong name lists them."),
    Option(metavar="NAME", panel="Choices"),
]
Engine = Annotated[
    str | None,
    Field(description="Engine to use; see entails engines."),
    Option("--engine", "-e", metavar="NAME", panel="Choices"),
]
Conflicts = Annotated[
    int | None,
    Field(ge=1, description="Stop after so many conflicts of the engine: the same on every machine."),
    Option(metavar="N", panel="Limits"),
]
MemoryMb = Annotated[
    int | None,
    Field(ge=1, description="Use at most so many megabytes beyond what the program itself takes."),
    Option(metavar="N", panel="Limits"),
]
Seed = Annotated[int, Field(description="Seed of every random choice."), Option(metavar="N", panel="Choices")]
Spoken = Annotated[
    Language,
    Field(description="The language of the sentences."),
    Option("--language", "--lang", metavar="LANG", panel="Choices"),
]
Unique = Annotated[
    bool,
    Field(description="Exit with 1 unless there is exactly one solution."),
    Option(command_only=True),
]


class How(TypedDict):
    """How the functions of the common questions are to answer: their keywords."""

    encoder: str | None
    engine: str | None
    limits: Limits
    options: Options
    also: tuple[str, ...]


class Chosen(TypedDict, total=False):
    """The same, any of which may be left out."""

    encoder: str | None
    engine: str | None
    limits: Limits
    options: Options
    also: Sequence[str]


class Ask(Value):
    """Everything that may be said about a question besides the puzzle."""

    @property
    def remembers(self) -> bool:
        """Does an answer depend on the puzzles before it, so that one process has to see all of them?"""
        return False


class Limited(Ask):
    """A question that keeps a limit of time."""

    seconds: Seconds = None

    @property
    def limits(self) -> Limits:
        return bounded(self.seconds)


class Engined(Limited):
    """A question that goes to an engine."""

    engine: Engine = None
    encoder: Encoder = None
    conflicts: Conflicts = None
    memory_mb: MemoryMb = None
    seed: Seed = 0
    workers: Annotated[
        int,
        Field(ge=1, description="Threads of CP-SAT."),
        Option("--threads", "--workers", metavar="N", panel="Choices"),  # where no processes are called so
    ] = 1

    @property
    def limits(self) -> Limits:
        return bounded(self.seconds, self.conflicts, self.memory_mb)

    def options(self, max_solutions: int | None = None) -> Options:
        return Options(
            seed=self.seed & _MOST_COUNTED, workers=min(self.workers, _MOST_WORKERS), max_solutions=max_solutions
        )

    @property
    def is_usual(self) -> bool:
        """Engine, encoding and limits are left to us."""
        return not any((self.engine, self.encoder, self.seconds, self.conflicts, self.memory_mb))


class Claiming(Engined):
    """A question that takes facts of one's own besides the puzzle."""

    also: Annotated[
        tuple[str, ...],
        Field(description="Say this too: a fact as `forced` names them, or not and a fact."),
        Option("--also", metavar="FACT"),
    ] = ()

    def how(self, max_solutions: int | None = None) -> How:
        """All of it, as a function takes it."""
        return {
            "encoder": self.encoder,
            "engine": self.engine,
            "limits": self.limits,
            "options": self.options(max_solutions),
            "also": self.also,
        }

    @property
    def is_usual(self) -> bool:
        return super().is_usual and not self.also


def bounded(
    seconds: float | None = None,
    conflicts: int | None = None,
    memory_mb: int | None = None,
    nodes: int | None = None,
) -> Limits:
    """Limits as people give them. Engines count with numbers of a certain size, so "no limit at all", said with a huge
    number, becomes the largest limit that all of them understand."""
    return Limits(
        seconds=None if seconds is None else min(seconds, _A_YEAR),
        conflicts=None if conflicts is None else min(conflicts, _MOST_COUNTED),
        nodes=None if nodes is None else min(nodes, _MOST_COUNTED),
        memory_mb=None if memory_mb is None else min(memory_mb, _MOST_MB),
    )
