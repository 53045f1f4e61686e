"""What `--json` prints and the service answers: the base of all reports, and those that belong to no question.

The others stand beside their questions. `entails schema` publishes the schemas of all of them.

`SCHEMA_VERSION` grows when a field changes its meaning or goes away; new fields may come without notice.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from pydantic import Field

from entails.models.fields import Value

SCHEMA_VERSION = 1
_AS_WE_DO: dict[str, Any] = {"ensure_ascii": False, "separators": (",", ":")}

Status = Literal["satisfied", "unsatisfiable", "undecided"]


@dataclass(frozen=True)
class OneOf:
    """Mark on a text field whose values are all known; `values` returns them."""

    values: Callable[[], Iterable[str]]


class ReportName(TypedDict, total=False):
    """How a report names its puzzle: by its one-line form, or by the file it came from where it has none."""

    puzzle: str
    file: str


class Report(Value):
    """The puzzle in its one-line form, or the file it came from where it has none."""

    puzzle: str | None = None
    file: str | None = None

    def absent(self) -> set[str]:
        return {key for key in ("puzzle", "file") if getattr(self, key) is None}


class Statistics(Value):
    """What a way of saying a puzzle is made of, and what an engine spent on it. Null is what does not exist (the
    literals of a CP-SAT model), what an engine does not count, and the size of a proof that there is no need for."""

    encoder: str
    engine: str
    variables: int | None = None
    clauses: int | None = Field(default=None, description="clauses, or constraints of a CP-SAT model")
    literals: int | None = None
    encode_seconds: float | None = None
    seconds: float | None = Field(default=None, description="time by the clock")
    cpu_seconds: float | None = Field(default=None, description="processor time; null where a limit ended the process")
    conflicts: int | None = None
    decisions: int | None = None
    propagations: int | None = None
    proof_lines: int | None = Field(default=None, description="the length of a proof that there is no solution")
    proof_bytes: int | None = None


class Place(Value):
    """Where a puzzle stands among many, which their lines of JSON begin with: the input, where there are several, the
    line from 1, and what a table calls it."""

    input: str | None = None
    line: int
    id: str | None = None

    def absent(self) -> set[str]:
        return {"input"} if self.input is None else set()

    def before(self, text: str) -> str:
        """A line of JSON with the place before all else; of a list, in each of its objects."""
        if text.startswith("["):
            return f"[{','.join(self.before(json.dumps(value, **_AS_WE_DO)) for value in json.loads(text))}]"
        return f"{self.json_line()[:-1]},{text[1:]}"


class ErrorReport(Value):
    """What is wrong. Of many puzzles, the one in this line is none, and the work goes on with the next."""

    line: int | None = None
    error: str

    def absent(self) -> set[str]:
        return {"line"} if self.line is None else set()


class EngineReport(Value):
    """`engines`: one line per engine."""

    name: str
    summary: str
    encodings: list[str]
    capabilities: list[str]
    isolated: bool
    available: bool
    missing: str | None = None


class HealthReport(Value):
    """`doctor`: what is installed. `packages` maps each package to its version, null when it is not there; `missing`
    are those that Entails needs."""

    entails: str
    python: str
    platform: str
    packages: dict[str, str | None]
    optional: tuple[str, ...]
    missing: tuple[str, ...]
    engines: int
    missing_engines: dict[str, str]
    cache: str
    cache_exists: bool
    outside_solvers: dict[str, str | None]


COMMON_REPORTS: dict[str, type[Value]] = {
    "error": ErrorReport,
    "engines": EngineReport,
    "doctor": HealthReport,
}
"""Those that no question holds."""
