"""Fits of the difficulty to human ratings, and the study Landreau 2025."""

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from entails.models.errors import at_field
from entails.models.fields import CommandArgument, Document, Option, Value
from entails.models.rating import Figure, LinearModel, Transform
from entails.models.report import Report
from entails.queries.query import Artefact, Progress, Query, QueryOptions, QueryResult, Seed, Stream, counted
from entails.queries.sudoku.steps import Techniques, chosen_techniques
from entails.solvers.kernels.jit import plain_python_first
from entails.studies.common import KINDS, require_matplotlib
from entails.studies.sudoku.calibrate import Method

if TYPE_CHECKING:
    from entails.studies.quine import FitReport
    from entails.studies.sudoku.calibrate import Calibration, Recipe
from typing import TYPE_CHECKING

from entails.models.errors import InvalidData, InvalidOption
from entails.models.rating import SudokuStudyReport
from entails.queries.query import TimedOptions
from entails.queries.sudoku.steps import NEWSPAPER_GRID

if TYPE_CHECKING:
    from entails.models.sudoku.grid import Grid

VERBS = {
    "calibrate": {
        "PANEL": "Experiments",
        "PLACE": 30,
        "text": "Fit difficulty weights to your ratings, with cross-validation.",
    },
    "quine-fit": {
        "PANEL": "Experiments",
        "PLACE": 31,
        "text": "Fit a linear model of ratings to disjunction depth and counts.\n\n"
        "The coefficients of Landreau 2025 are shown for comparison.",
    },
    "study": {
        "PANEL": "Experiments",
        "PLACE": 32,
        "text": "Rerun the experiments of a study and compare the figures.\n\n"
        "The study is landreau (Landreau 2025): visual criteria, technique counts with two linear models, "
        "modified Quine, chaos. INPUT is a file of classic grids to measure; the printed coefficients are "
        "applied to each. --ratings names a CSV file with the columns puzzle and target for the correlations and "
        "fits. Without either, a small shipped set with its ER is used.",
    },
}


_LARGEST_SEED = 2**31
_FEW_GRIDS = 30
"""Number of grids up to which measuring is faster than compiling the kernels."""
_EXAMPLE = """puzzle,rating
.....3......67..9..239.1..8.1.7.84....2...7....93.4.6.6..1.524..5..36......4.....,2.26
7..61....4.53..7.......5..82...7....5.71843.2....6...73..4.......2..75.4....31..9,1.33
8...1..47.7...4..54.23......1..43...............16..8......92.11..5...9.58..7...3,0.81
.3.....8....78......2..96.1.156......86.4.21......753.6.94..1......28....7.....4.,0.70
.83964.1...2...8....4.5..3.....16...8..5.9..1...84.....7..8.3....8...1...9.67352.,2.36
.8..5....1.98...2..539.6...6.5....7..2.4.5.9..4....6.8...6.478..1...92.4....2..3.,1.25
.4..5...6....83.4.....4.75......5.12..53.18..16.2......74.3.....5.72....9...1..6.,2.06
...2..9.....63.7.82..9.8.3.69..1....1.......9....9..75.3.8.7..28.5.63.....1..9...,1.68
.2...3....37...48.5.84........57.8...7.....6...1.92........47.5.16...29....8...1.,1.52
8.35..4...4..7.2.3.2.....8...21...3.7...8...1.1...48...7.....5.2.8.4..1...6..73.8,1.67
.7...4..8....2.9.3...759.61....43..5.........4..58....86.497...7.9.3....1..2...3.,1.04
....78.94...9...18......3.7.2..5....5..6.2..3....1..4.9.2......86...5...14.83....,2.19
"""


class SudokuCalibrateOptions(QueryOptions):
    """Options of `sudoku calibrate`."""

    data: Annotated[
        Document, Field(description="CSV file with the columns puzzle and target."), CommandArgument("DATA.csv")
    ]
    target: Annotated[
        str | None,
        Field(description="Rating column (default: rating, time or D_TO)."),
        Option(metavar="COLUMN"),
    ] = None
    method: Annotated[
        Method,
        Field(description="Fitting method: lsq or anneal (as in the study), nnls, ridge or coordinate."),
        Option(metavar="METHOD"),
    ] = "ridge"
    first_use: Annotated[bool, Field(description="Add a weight for the first use of each technique.")] = False
    intercept: Annotated[bool, Field(description="Add a constant term.")] = False
    transform: Annotated[
        Transform, Field(description="Transform of the target: none, log or root."), Option(metavar="T")
    ] = "none"
    cap: Annotated[
        float | None,
        Field(gt=0, allow_inf_nan=False, description="Upper bound of the ratings."),
        Option(metavar="X"),
    ] = None
    limit: Annotated[
        int | None, Field(ge=1, description="Number of rows to use."), Option("--rows", "--limit", metavar="N")
    ] = None
    criteria: Annotated[
        tuple[str, ...],
        Field(description="Criteria to fit instead of technique counts."),
        Option(metavar="A,B,C", commas=True),
    ] = ()
    techniques: Techniques = None
    repeats: Annotated[
        int, Field(ge=1, le=1000, description="Repeats of the cross-validation."), Option(metavar="N")
    ] = 10
    seed: Annotated[Seed, Field(ge=0)] = 0

    @property
    def recipe(self) -> "Recipe":
        from entails.studies.sudoku.calibrate import Recipe

        names = tuple(dict.fromkeys(filter(None, map(str.strip, self.criteria))))
        seed = min(self.seed, _LARGEST_SEED)
        return Recipe(self.method, names, self.first_use, self.intercept, self.transform, self.cap, self.repeats, seed)


class CoefficientReport(Value):
    """A technique in a calibration: its weights, its uses, and the number of grids that use it."""

    technique: str
    weight: float
    first_use: float | None
    uses: int
    grids: int


class AgreementReport(Value):
    """The correlation of one criterion with the ratings.

    In the cross-validated figures, only the sign of the criterion is learnt from other grids.
    """

    criterion: str
    pearson: float
    spearman: float
    cross_validated_pearson: float
    cross_validated_spearman: float


class CalibrateReport(Value):
    """Report of `sudoku calibrate`: the model, its accuracy, and the correlation of each criterion.

    `correlations` are Pearson's, with a row and a column for each name in `compared`.
    """

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


def _calibrate_answer(nothing: None, options: SudokuCalibrateOptions, progress: Progress) -> "QueryResult[Calibration]":
    """Read the ratings, measure the grids and fit the model."""
    from entails.solvers.sudoku.difficulty.criteria import criteria as measured
    from entails.solvers.sudoku.steps.technique import COUNTED
    from entails.studies.sudoku.calibrate import PARTS, calibrate
    from entails.studies.sudoku.human import read_rated

    del nothing
    recipe, order = options.recipe, COUNTED if options.techniques is None else chosen_techniques(options.techniques)
    with at_field("data"), options.data.naming_errors():
        rated = read_rated(options.data, options.target, options.limit)
        quine = any(name.startswith("quine_") for name in recipe.criteria)
        each = counted(progress, len(rated.grids), "measuring")
        with plain_python_first(len(rated.grids) <= _FEW_GRIDS):
            table = measured(rated.grids, techniques=order, quine=quine, each=each)
        calibration = calibrate(rated, table, recipe, counted(progress, PARTS * recipe.repeats, "validating"))
    return QueryResult(calibration, lambda: _report(calibration, options.data.name))


def _report(calibration: "Calibration", file: str) -> CalibrateReport:
    """Return the report on a calibration; `file` is the name of the data."""
    return CalibrateReport(
        file=file,
        target=calibration.rated.target,
        grids=len(calibration.rated.grids),
        weighted=calibration.rated.is_weighted,
        model=calibration.model,
        figure=calibration.figure,
        coefficients=tuple(
            CoefficientReport(
                technique=coefficient.technique,
                weight=coefficient.weight,
                first_use=coefficient.first_use,
                uses=coefficient.uses,
                grids=coefficient.grids,
            )
            for coefficient in calibration.coefficients
        ),
        criteria=tuple(
            AgreementReport(
                criterion=score.name,
                pearson=round(score.pearson, 4),
                spearman=round(score.spearman, 4),
                cross_validated_pearson=round(score.cross_validated_pearson, 4),
                cross_validated_spearman=round(score.cross_validated, 4),
            )
            for score in calibration.scores
        ),
        compared=calibration.compared,
        correlations=tuple(tuple(round(value, 4) for value in row) for row in calibration.correlations.tolist()),
    )


def _weights(calibration: "Calibration", options: SudokuCalibrateOptions, ending: str) -> str:
    from entails.data.sudoku import weights
    from entails.studies.sudoku.calibrate import as_weights

    del ending
    own = as_weights(calibration, weights(), chosen_techniques(options.techniques) if options.techniques else ())
    return own.model_dump_json(indent=1) + "\n"


def _plot(calibration: "Calibration", options: SudokuCalibrateOptions, ending: str) -> bytes:
    from entails.studies.sudoku.calibrate import plot

    del options
    return plot(calibration, ending)


CALIBRATE = Query(
    options=SudokuCalibrateOptions,
    report=CalibrateReport,
    answer=_calibrate_answer,
    takes="nothing",
    pace="job",
    artefacts={
        "weights": Artefact(_weights, "Write the weights for rate --weights.", Option(metavar="OUT.json")),
        "plot": Artefact(
            _plot,
            "Write a plot: .png, .svg or .pdf.",
            Option(metavar="OUT.png"),
            endings=KINDS,
            what="picture",
            ready=require_matplotlib,
        ),
    },
    examples={"a dozen grids": {"data": _EXAMPLE, "target": "rating", "repeats": 1}},
    schema="calibrate",
)


class SudokuQuineFitOptions(QueryOptions):
    """Options of `sudoku quine-fit`."""

    data: Annotated[
        Document, Field(description="CSV file with the columns puzzle and target."), CommandArgument("DATA.csv")
    ]
    target: Annotated[str, Field(description="Rating column."), Option(metavar="COLUMN")]
    cap: Annotated[int, Field(ge=1, description="Disjunction limit per grid.")] = 1000
    limit: Annotated[
        int | None, Field(ge=1, description="Number of rows to use."), Option("--rows", "--limit", metavar="N")
    ] = None
    preset: Annotated[
        str,
        Field(description="Engine settings: default, or those of Landreau 2025 (annex, program)."),
        Option(metavar="NAME"),
    ] = "program"
    heuristic: Annotated[
        tuple[str, ...],
        Field(description="Heuristic to fit (repeatable; default: all)."),
        Option("--heuristic", metavar="NAME"),
    ] = ()


class QuineFitReport(Report):
    """Report of `sudoku quine-fit` on one heuristic, with the study's coefficients if it publishes them."""

    target: str
    grids: int
    heuristic: str
    coefficients: dict[str, float | None]
    study: dict[str, float | None] | None
    pearson: float
    spearman: float
    cross_validated_pearson: float
    cross_validated_spearman: float
    undecided: int


class QuineFitsReport(Value):
    """The fits of all heuristics."""

    fits: tuple[QuineFitReport, ...]


def _quine_fit_answer(nothing: None, query_options: SudokuQuineFitOptions, progress: Progress) -> Stream:
    """Yield the fit of each heuristic, on the same grids."""
    from entails.solvers.quine.options import HEURISTICS, QuineOptions
    from entails.studies.quine import quine_fit, read_ratings

    del nothing
    with at_field("data"), query_options.data.naming_errors():
        ratings = read_ratings(query_options.data, query_options.target, query_options.limit)
    chosen = query_options.heuristic or tuple(HEURISTICS)
    fitted = counted(progress, len(chosen) * len(ratings.grids), "fitting")
    fits = quine_fit(ratings, QuineOptions.of(query_options.preset), query_options.cap, chosen, fitted)
    reports = tuple(
        QuineFitReport(
            file=query_options.data.name, target=query_options.target, grids=len(ratings.grids), **fit.as_json()
        )
        for fit in fits.fits
    )
    for fit, report in zip(fits.fits, reports, strict=True):
        yield QueryResult(fit, report)
    return QueryResult(fits, QuineFitsReport(fits=reports))


def _quine_fit_plot(fits: "FitReport", options: SudokuQuineFitOptions, ending: str) -> bytes:
    from entails.studies.quine import plot

    del options
    return plot(fits, ending)


QUINE_FIT = Query(
    options=SudokuQuineFitOptions,
    report=QuineFitReport,
    whole=QuineFitsReport,
    answer=_quine_fit_answer,
    takes="nothing",
    pace="job",
    stream=True,
    artefacts={
        "plot": Artefact(
            _quine_fit_plot,
            "Write a plot of rating against fit: .png, .svg or .pdf.",
            endings=KINDS,
            what="picture",
            ready=require_matplotlib,
        )
    },
    examples={
        "three grids": {
            "data": "puzzle,ER\n"
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,1.2\n"
            ".....3......67..9..239.1..8.1.7.84....2...7....93.4.6.6..1.524..5..36......4.....,4.5\n"
            "8...1..47.7...4..54.23......1..43...............16..8......92.11..5...9.58..7...3,1.5\n",
            "target": "ER",
            "heuristic": ["min"],
        }
    },
    schema="quine-fit",
)


_STUDIES = ("landreau",)
_MOST_GRIDS = 100_000


class SudokuStudyOptions(TimedOptions):
    """Options of `sudoku study`."""

    name: Annotated[str, CommandArgument("NAME", "Study: landreau.")]
    data: Annotated[
        Document | None,
        Field(description="File of classic grids to measure (default: the rated grids)."),
        CommandArgument("INPUT"),
    ] = None
    ratings: Annotated[
        Document | None,
        Field(description="CSV file with the columns puzzle and target, for correlations and fits."),
        Option(metavar="FILE"),
    ] = None
    target: Annotated[
        str | None,
        Field(description="Rating column (default: rating, time or D_TO)."),
        Option(metavar="COLUMN"),
    ] = None
    limit: Annotated[
        int | None, Field(ge=1, description="Number of rated rows to read."), Option("--rows", metavar="N")
    ] = None
    chaos: Annotated[
        int, Field(ge=0, le=10_000, description="Number of grids whose chaos is measured."), Option(metavar="N")
    ] = 3
    seconds: Annotated[
        float,
        Field(ge=0.001, allow_inf_nan=False, description="Time limit of modified Quine and chaos, in seconds."),
        Option(metavar="S", panel="Limits"),
    ] = 60.0
    seed: Annotated[Seed, Field(ge=0)] = 0


def _study_answer(nothing: None, options: SudokuStudyOptions, progress: Progress) -> QueryResult[SudokuStudyReport]:
    """Measure the grids, and compare the study's figures with those on the rated grids."""
    from entails.studies.sudoku import landreau

    del nothing
    with at_field("name"):
        if options.name not in _STUDIES:
            raise InvalidOption(f"unknown study {options.name[:30]!r}", where="NAME", expected=", ".join(_STUDIES))
    with at_field("target"):
        if options.ratings is None and options.target is not None:
            raise InvalidOption("a target needs ratings", where="--target", expected="--ratings FILE")
    grids, rated = None, None
    if options.data is not None:
        with at_field("data"), options.data.naming_errors():
            grids = _grids(options.data)
    if options.ratings is not None or grids is None:
        table = options.ratings or landreau.shipped_ratings()
        with at_field("ratings"), table.naming_errors():
            rated = landreau.read_base(table, options.target, options.limit)
            _require_classic(rated.grids)
        grids = rated.grids if grids is None else grids
    each = counted(progress, landreau.parts(grids, rated), "disjunctions")
    seed = options.seed % 2**31
    report = landreau.rerun(grids, rated, limits=options.limits, chaos=options.chaos, seed=seed, each=each)
    return QueryResult(report, report)


def _grids(document: Document) -> "tuple[Grid, ...]":
    """Return the grids of a file; raise the error of the first invalid one."""
    from entails.formats.sudoku.read import read_grids

    grids = []
    for entry in read_grids(document.text):
        if entry.error is not None:
            raise entry.error.at(f"line {entry.line}")
        if entry.puzzle is not None:
            grids.append(entry.puzzle)
        if len(grids) > _MOST_GRIDS:
            raise InvalidData(f"more than {_MOST_GRIDS:,} grids", expected="a smaller file")
    _require_classic(grids)
    return tuple(grids)


def _require_classic(grids: "tuple[Grid, ...] | list[Grid]") -> None:
    from entails.solvers.sudoku.steps.position import require_classic

    if not grids:
        raise InvalidData("no grids", expected="classic 9x9 grids")
    for grid in grids:
        require_classic(grid)


STUDY = Query(
    options=SudokuStudyOptions,
    report=SudokuStudyReport,
    answer=_study_answer,
    takes="nothing",
    pace="job",
    examples={"one grid": {"name": "landreau", "data": f"{NEWSPAPER_GRID}\n", "chaos": 0}},
)
