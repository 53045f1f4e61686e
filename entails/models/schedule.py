"""Schedules: when tasks take place, on which resources, and where these are overloaded."""

from dataclasses import dataclass

from entails.locale.message import Sentence


@dataclass(frozen=True)
class Bar:
    """A task on a resource, from `start` to `end`; `clashes` marks one that takes part in an overload."""

    resource: str
    task: str
    start: int
    end: int
    clashes: bool = False


@dataclass(frozen=True)
class Clash:
    """An interval in which a resource is overloaded, with a sentence."""

    resource: str
    start: int
    end: int
    sentence: Sentence

    def __str__(self) -> str:
        return self.sentence.say()


@dataclass(frozen=True)
class Schedule:
    """The tasks of a solution.

    Attributes:
        bars: The tasks, by resource and time.
        clashes: Where they clash; empty if the problem has a solution.
        removed: Sentences of the constraints that this schedule does without, if the problem has no solution.
    """

    bars: tuple[Bar, ...]
    clashes: tuple[Clash, ...] = ()
    removed: tuple[str, ...] = ()

    def __str__(self) -> str:
        lines = [f"{bar.resource or '-'}: {bar.task} from {bar.start} to {bar.end}" for bar in self.bars]
        return "\n".join([*lines, *map(str, self.clashes)])
