"""Limits and options of an engine run."""

from typing import Annotated, Any

from pydantic import Field, model_validator

from entails.models.fields import CheckedValue

Positive = Annotated[int, Field(gt=0)]
Countable = Annotated[int, Field(gt=0, lt=2**31)]
"""A positive number that fits into the 32 bits of some engines."""
Seconds = Annotated[float, Field(gt=0, le=1e9, allow_inf_nan=False)]
Megabytes = Annotated[int, Field(gt=0, le=2**40)]


class Limits(CheckedValue):
    """Limits of one query. Conflicts and nodes are reproducible; seconds and memory are not.

    `memory_mb` does not include the memory that the worker process uses before it starts.
    """

    seconds: Seconds | None = None
    conflicts: Countable | None = None
    nodes: Countable | None = None
    memory_mb: Megabytes | None = None


UNLIMITED = Limits()


class Options(CheckedValue):
    """Options of an engine run: they change how an engine works, never its result.

    `soft_groups` lets a session switch soft groups off one by one, which explanations need (`doubt` is an alias).
    """

    seed: int = 0
    workers: Positive = 1
    max_solutions: Positive | None = None
    proof: bool = False
    soft_groups: bool = False

    @model_validator(mode="before")
    @classmethod
    def _accept_doubt(cls, values: Any) -> Any:
        if not isinstance(values, dict) or "doubt" not in values:
            return values
        return {"soft_groups": values["doubt"]} | {name: value for name, value in values.items() if name != "doubt"}


DEFAULTS = Options()
