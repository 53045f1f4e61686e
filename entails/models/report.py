"""Base of all reports, and the reports that belong to no query.

`--json` prints reports and the service returns them; `entails schema` publishes their schemas. `SCHEMA_VERSION`
increases when a field changes its meaning or is removed; new fields may be added at any time.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from pydantic import Field

from entails.models.fields import Value

SCHEMA_VERSION = 1
_JSON_STYLE: dict[str, Any] = {"ensure_ascii": False, "separators": (",", ":")}

Status = Literal["satisfied", "unsatisfiable", "undecided"]


@dataclass(frozen=True)
class OneOf:
    """Marker of a text field with a fixed set of values, which the function `values` returns."""

    values: Callable[[], Iterable[str]]


class ReportName(TypedDict, total=False):
    """Name of a puzzle in a report: its one-line form, or the name of its file if it has none."""

    puzzle: str
    file: str


class Report(Value):
    """Base of reports: it names the puzzle by its one-line form, or by its file."""

    puzzle: str | None = None
    file: str | None = None

    def absent(self) -> set[str]:
        return {key for key in ("puzzle", "file") if getattr(self, key) is None}


class Statistics(Value):
    """Size of an encoding and cost of an engine run; null for values that do not exist or are not counted."""

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
    """Position of a puzzle in a batch: its input if there are several, its line (from 1), its name in a table."""

    input: str | None = None
    line: int
    id: str | None = None

    def absent(self) -> set[str]:
        return {"input"} if self.input is None else set()

    def before(self, text: str) -> str:
        """Insert the position as the first fields of a JSON object, or of each object in a JSON list."""
        if text.startswith("["):
            return f"[{','.join(self.before(json.dumps(value, **_JSON_STYLE)) for value in json.loads(text))}]"
        return f"{self.json_line()[:-1]},{text[1:]}"


class ErrorReport(Value):
    """An error as a report. In a batch, it replaces the report of one puzzle; other puzzles are not affected."""

    line: int | None = None
    error: str

    def absent(self) -> set[str]:
        return {"line"} if self.line is None else set()


class EngineReport(Value):
    """Report of `engines`: one line per engine."""

    name: str
    summary: str
    encodings: list[str]
    capabilities: list[str]
    isolated: bool
    available: bool
    missing: str | None = None


class HealthReport(Value):
    """Report of `doctor` on the installation.

    Attributes:
        version: Version of Entails (`entails` is the same, under its former name).
        packages: Version of each package, null if it is not installed.
        missing: Required packages that are not installed.
    """

    version: str
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
"""Reports that belong to no query, by name."""
