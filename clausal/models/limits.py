"""How long an engine may work, and how it should work."""

from typing import Annotated

from pydantic import Field

from clausal.models.value import Value

Positive = Annotated[int, Field(gt=0)]


class Limits(Value):
    """The budget of one question. Conflicts and nodes are deterministic; seconds and memory are not.

    `memory_mb` is counted above what the worker process uses before it begins.
    """

    seconds: Annotated[float, Field(gt=0)] | None = None
    conflicts: Positive | None = None
    nodes: Positive | None = None
    memory_mb: Positive | None = None

    @property
    def none(self) -> bool:
        """Nothing is limited."""
        return self == UNLIMITED


UNLIMITED = Limits()


class Options(Value):
    """The choices of one question: they change how an engine works, never what is true.

    `doubt` lets a session switch doubtable groups off one by one, which explanations need.
    """

    seed: int = 0
    workers: Positive = 1
    max_solutions: Positive | None = None
    proof: bool = False
    doubt: bool = False


DEFAULTS = Options()
