"""How long an engine may work, and how it should work."""

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field, ValidationError

from entails.models.errors import InvalidOption, misfit, one_of
from entails.models.fields import Value

Positive = Annotated[int, Field(gt=0)]
Countable = Annotated[int, Field(gt=0, lt=2**31)]
"""What engines count in 32 bits."""
Seconds = Annotated[float, Field(gt=0, le=1e9, allow_inf_nan=False)]
Megabytes = Annotated[int, Field(gt=0, le=2**40)]


class _Chosen(Value):
    """Numbers that a user chooses: a wrong one is told in one sentence."""

    if not TYPE_CHECKING:  # a type checker sees the fields

        def __init__(self, **chosen: Any) -> None:
            try:
                super().__init__(**chosen)
            except ValidationError as error:
                wrong = misfit(error)
                name, known = wrong.name, type(self).model_fields
                problem = f"{type(self).__name__} has no field {name!r}" if wrong.unknown else wrong.problem
                expected = one_of(known, name) if wrong.unknown else wrong.expected
                where = "" if wrong.unknown else f"{type(self).__name__}.{name}"
                raise InvalidOption(problem, where=where, expected=expected) from None


class Limits(_Chosen):
    """The budget of one question. Conflicts and nodes are deterministic; seconds and memory are not.

    `memory_mb` is counted above what the worker process uses before it begins.
    """

    seconds: Seconds | None = None
    conflicts: Countable | None = None
    nodes: Countable | None = None
    memory_mb: Megabytes | None = None


UNLIMITED = Limits()


class Options(_Chosen):
    """The choices of one question: they change how an engine works, never what is true.

    `doubt` lets a session switch doubtable groups off one by one, which explanations need.
    """

    seed: int = 0
    workers: Positive = 1
    max_solutions: Positive | None = None
    proof: bool = False
    doubt: bool = False


DEFAULTS = Options()
