"""What `clausal sudoku steps`, `hint`, `rate`, `calibrate` and `generate` print with `--json`."""

from typing import Literal

from pydantic import Field

from clausal.models.rating import Band, Figure, LinearModel
from clausal.models.value import Value


class StepReport(Value):
    """`steps` prints one line a grid, a list of these. Cells are named r1c1, candidates r1c1=5."""

    technique: str
    cells: tuple[str, ...]
    digits: tuple[int, ...]
    places: tuple[str, ...]
    removes: tuple[str, ...]
    sentence: str


class HintReport(Value):
    """`hint`. Only as much is told as was asked for. `found` is false when there is no step to hint at; then the
    sentence says why."""

    puzzle: str
    strength: Literal["where", "technique", "step"]
    found: bool
    sentence: str
    technique: str | None = Field(default=None, description="not with the strength where")
    step: StepReport | None = Field(default=None, description="with the strength step")


class RateReport(Value):
    """`rate`. Only a classic grid with one solution has a difficulty; `solutions` says what keeps others from it.

    `difficulty` follows the time that people take, `difficulty_relative` time and completion, `er` estimates the rating
    of Sudoku Explainer. `exact_depth` is null when it was not found within the limits, and `exact_depth_at_least` is
    then the bound. `hardest` is the hardest technique of the path.
    """

    puzzle: str
    solutions: Literal["one", "several", "none", "unknown"]
    difficulty: float | None
    difficulty_relative: float | None
    band: Band | None
    er: float | None
    exact_depth: int | None
    exact_depth_at_least: int | None = None
    hardest: str | None
    criteria: dict[str, float]

    def absent(self) -> set[str]:
        return {"exact_depth_at_least"} if self.exact_depth_at_least is None else set()


class GenerateReport(RateReport):
    """`generate`: the rating of a new grid, its only solution, and how many attempts it took. Grids of another size
    than 9 have no rating, so these fields are null."""

    solution: str
    clues: int
    attempts: int


class CoefficientReport(Value):
    """One technique of a calibration: its weights, how often the grids use it, and how many do."""

    technique: str
    weight: float
    first_use: float | None
    uses: int
    grids: int


class AgreementReport(Value):
    """How one criterion alone agrees with the target; cross-validated, only its direction comes from other grids."""

    criterion: str
    pearson: float
    spearman: float
    cross_validated_pearson: float
    cross_validated_spearman: float


class CalibrateReport(Value):
    """`calibrate`: the fitted model, its figures, and what each criterion says alone. `correlations` are Pearson's, a
    row and a column for each of `compared`."""

    file: str
    target: str
    grids: int
    weighted: bool
    model: LinearModel
    figure: Figure
    coefficients: tuple[CoefficientReport, ...]
    criteria: tuple[AgreementReport, ...]
    compared: tuple[str, ...]
    correlations: tuple[tuple[float, ...], ...]


SUDOKU_REPORTS: dict[str, type[Value]] = {
    "steps": StepReport,
    "hint": HintReport,
    "rate": RateReport,
    "generate": GenerateReport,
    "calibrate": CalibrateReport,
}
