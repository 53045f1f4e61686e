"""What `--json` prints and the service answers, one report for each question. `clausal schema` publishes their schemas.

`SCHEMA_VERSION` grows when a field changes its meaning or goes away; new fields may come without notice.
"""

from typing import Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from clausal.models.outcome import Conflict, Count, EndReason, Explanation, Forced, Repair
from clausal.models.value import Value

SCHEMA_VERSION = 1

Status = Literal["satisfied", "unsatisfiable", "undecided"]


class Report(Value):
    """The puzzle in its one-line form, or the file it came from where it has none."""

    puzzle: str | None = None
    file: str | None = None

    @model_serializer(mode="wrap")
    def _without_the_absent_name(self, serialise: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields: dict[str, Any] = serialise(self)
        return {key: value for key, value in fields.items() if value is not None or key not in ("puzzle", "file")}


class SolveReport(Report):
    """`solve`. `unique` is null when it was not decided, or not asked for."""

    status: Status
    solution: str | None = None
    unique: bool | None = None
    solutions: list[str] | None = Field(default=None, description="with --all: every solution found")
    complete: bool | None = Field(default=None, description="with --all: there are no others")
    objective: float | None = None
    reason: EndReason | None = None
    engine: str
    encoder: str
    seconds: float


class CountReport(Report):
    """`count`. Not `exact` means at least that many."""

    count: int
    exact: bool
    reason: EndReason | None = None

    @classmethod
    def of(cls, count: Count, **name: str | None) -> "CountReport":
        return cls(count=count.value, exact=count.exact, reason=count.reason, **name)


class ExplainReport(Report):
    """`explain`. `conflicts` and `repairs` are lists of group ids, smallest first; `texts` and `repair_texts` the
    sentences, in the same order."""

    consistent: bool | None
    conflicts: list[list[str]] = []
    texts: list[list[str]] = []
    repairs: list[list[str]] = []
    repair_texts: list[list[str]] = []
    minimal: bool = True
    complete: bool = False
    reason: EndReason | None = None

    @classmethod
    def of(cls, explanation: Explanation, **name: str | None) -> "ExplainReport":
        return cls(**cls.fields_of(explanation), **name)

    @staticmethod
    def fields_of(explanation: Explanation) -> dict[str, Any]:
        return {
            "consistent": explanation.consistent,
            "conflicts": _ids(explanation.conflicts),
            "texts": _texts(explanation.conflicts),
            "repairs": _ids(explanation.repairs),
            "repair_texts": _texts(explanation.repairs),
            "minimal": all(conflict.minimal for conflict in explanation.conflicts),
            "complete": explanation.complete,
            "reason": explanation.reason,
        }


class CheckReport(ExplainReport):
    """`check`: is it consistent, is the answer unique, and if not consistent, why."""

    unique: bool | None = None
    solution: str | None = None


class ForcedReport(Report):
    """`forced`: the facts that hold in every solution."""

    consistent: bool | None
    forced: list[str] = []
    complete: bool = True
    reason: EndReason | None = None

    @classmethod
    def of(cls, forced: Forced, **name: str | None) -> "ForcedReport":
        return cls(
            consistent=forced.consistent,
            forced=list(forced.names),
            complete=forced.complete,
            reason=forced.reason,
            **name,
        )


class ErrorReport(Value):
    """A line of many that is not a puzzle; the work goes on with the next."""

    line: int
    error: str


class EngineReport(Value):
    """`engines`: one line per engine."""

    name: str
    summary: str
    encodings: list[str]
    capabilities: list[str]
    isolated: bool
    available: bool
    missing: str | None = None


REPORTS: dict[str, type[Value]] = {
    "solve": SolveReport,
    "check": CheckReport,
    "count": CountReport,
    "explain": ExplainReport,
    "forced": ForcedReport,
    "error": ErrorReport,
    "engines": EngineReport,
}


def _ids(found: tuple[Conflict, ...] | tuple[Repair, ...]) -> list[list[str]]:
    return [[group.id for group in one.groups] for one in found]


def _texts(found: tuple[Conflict, ...] | tuple[Repair, ...]) -> list[list[str]]:
    return [[group.text for group in one.groups] for one in found]
