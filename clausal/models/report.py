"""What `--json` prints and the service answers, one report for each question. `clausal schema` publishes their schemas.

`SCHEMA_VERSION` grows when a field changes its meaning or goes away; new fields may come without notice.
"""

from typing import Any, Literal, Self, TypedDict

from pydantic import Field

from clausal.models.outcome import Conflict, Count, EndReason, Explanation, Forced, Repair
from clausal.models.value import Value

SCHEMA_VERSION = 1

Status = Literal["satisfied", "unsatisfiable", "undecided"]


class Name(TypedDict, total=False):
    """How a report names its puzzle: by its one-line form, or by the file it came from where it has none."""

    puzzle: str
    file: str


class Report(Value):
    """The puzzle in its one-line form, or the file it came from where it has none."""

    puzzle: str | None = None
    file: str | None = None

    def absent(self) -> set[str]:
        return {key for key in ("puzzle", "file") if getattr(self, key) is None}


class SolveReport(Report):
    """`solve`. `unique` is null when it was not decided, or not asked for."""

    status: Status
    solution: str | None = None
    unique: bool | None = None
    solutions: list[str] | None = Field(default=None, description="with --all: every solution found")
    complete: bool | None = Field(default=None, description="with --all: there are no others; of the best: proven")
    objective: float | None = Field(default=None, description="what the best solution is worth, where they differ")
    reason: EndReason | None = None
    engine: str
    encoder: str
    seconds: float | None = None


class CountReport(Report):
    """`count`. Not `exact` means at least that many."""

    count: int
    exact: bool
    reason: EndReason | None = None

    @classmethod
    def of(cls, count: Count, name: Name) -> "CountReport":
        return cls(count=count.value, exact=count.exact, reason=count.reason, **name)


class ExplainReport(Report):
    """`explain`. `conflicts` and `repairs` are lists of group ids, smallest first; `texts` and `repair_texts` the
    sentences, in the same order."""

    consistent: bool | None
    conflicts: tuple[tuple[str, ...], ...] = ()
    texts: tuple[tuple[str, ...], ...] = ()
    repairs: tuple[tuple[str, ...], ...] = ()
    repair_texts: tuple[tuple[str, ...], ...] = ()
    minimal: bool = True
    complete: bool = False
    reason: EndReason | None = None

    @classmethod
    def of(cls, explanation: Explanation, name: Name, **more: Any) -> Self:
        return cls(
            **name,
            consistent=explanation.consistent,
            conflicts=_ids(explanation.conflicts),
            texts=_texts(explanation.conflicts),
            repairs=_ids(explanation.repairs),
            repair_texts=_texts(explanation.repairs),
            minimal=all(conflict.minimal for conflict in explanation.conflicts),
            complete=explanation.complete,
            reason=explanation.reason,
            **more,
        )


class CheckReport(ExplainReport):
    """`check`: is it consistent, is the answer unique, and if not consistent, why."""

    unique: bool | None = None
    solution: str | None = None


class ForcedReport(Report):
    """`forced`: the facts that hold in every solution."""

    consistent: bool | None
    forced: tuple[str, ...] = ()
    complete: bool = True
    reason: EndReason | None = None

    @classmethod
    def of(cls, forced: Forced, name: Name) -> "ForcedReport":
        return cls(
            consistent=forced.consistent,
            forced=forced.names,
            complete=forced.complete,
            reason=forced.reason,
            **name,
        )


class ExportReport(Report):
    """`export` over HTTP: the text of the file; the command line writes it as it is."""

    form: str
    text: str


class ProofReport(Report):
    """`cnf verify`: is the proof right, and if not, where does it go wrong."""

    verified: bool
    problem: str | None = None
    additions: int
    deletions: int
    rat_steps: int


class MakeUpReport(Report):
    """`cnf stats`. `density` is clauses per variable, `lengths` counts clauses by their length."""

    variables: int
    used: int
    clauses: int
    literals: int
    density: float
    lengths: dict[int, int]
    positive: int
    pure: int
    horn: int
    groups: int
    doubtable: int


class QuineReport(Report):
    """`quine`: what reasoning by disjunctions took. Lists go by depth, from 0 outside of all disjunctions.

    `exact_depth` is there when it was asked for; null means undecided, and `exact_depth_at_least` is then the bound.
    """

    status: Status
    several: bool | None
    depth: int
    disjunctions: tuple[int, ...]
    eliminations: tuple[int, ...]
    true_eliminations: tuple[int, ...]
    false_eliminations: tuple[int, ...]
    failed: tuple[int, ...]
    work: int
    longest_argument: int
    longest_chain: int
    exact_depth: int | None = None
    exact_depth_at_least: int | None = None
    heuristic: str
    reason: str | None = None
    known: str | None = None
    seconds: float
    exact_depth_asked: bool = Field(default=False, exclude=True)

    def absent(self) -> set[str]:
        unasked = {"exact_depth"} if not self.exact_depth_asked else set()
        return super().absent() | unasked | ({"exact_depth_at_least"} if self.exact_depth_at_least is None else set())


class QuineFitReport(Report):
    """`quine-fit`: one heuristic fitted to a rating, with the study's coefficients where it gives them."""

    target: str
    grids: int
    heuristic: str
    coefficients: dict[str, float | None]
    study: dict[str, float] | None
    pearson: float
    spearman: float
    cross_validated_pearson: float
    cross_validated_spearman: float
    undecided: int


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


class HealthReport(Value):
    """`doctor`: what is installed. `packages` maps each package to its version, null when it is not there; `missing`
    are those that Clausal needs."""

    clausal: str
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
    "solve": SolveReport,
    "check": CheckReport,
    "count": CountReport,
    "explain": ExplainReport,
    "forced": ForcedReport,
    "export": ExportReport,
    "verify": ProofReport,
    "stats": MakeUpReport,
    "quine": QuineReport,
    "quine-fit": QuineFitReport,
    "error": ErrorReport,
    "engines": EngineReport,
    "doctor": HealthReport,
}


def _ids(found: tuple[Conflict, ...] | tuple[Repair, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(group.id for group in one.groups) for one in found)


def _texts(found: tuple[Conflict, ...] | tuple[Repair, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(group.text for group in one.groups) for one in found)
