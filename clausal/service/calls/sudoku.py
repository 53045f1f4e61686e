"""Sudoku's own verbs as calls."""

from typing import Any, Literal

from pydantic import Field

from clausal.models.sudoku_report import CalibrateReport, GenerateReport, HintReport, RateReport, StepReport
from clausal.models.value import Value
from clausal.service.answer import Progress, reading
from clausal.service.call import Call, Request
from clausal.service.calls.generic import MOST_TEXT, PuzzleRequest, Seed, read_puzzle, with_settings

_HERE = "clausal.service.calls.sudoku"
_MOST_MADE = 500
_MOST_RATED = 2000
_EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_RATED = """puzzle,rating
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


class _Grid(PuzzleRequest):
    """A grid in any text form."""


class _Hint(_Grid):
    strength: Literal["where", "technique", "step"] = Field(default="where", description="How much to tell.")
    techniques: tuple[str, ...] | None = Field(default=None, max_length=60, description="Only these, in this order.")


class _Steps(_Grid):
    techniques: tuple[str, ...] | None = Field(default=None, max_length=60, description="Only these, in this order.")
    available: bool = Field(default=False, description="All steps that can be taken now, not the path.")


class _Rate(_Grid):
    chaos: bool = Field(default=False, description="The chaos criterion too: slow, so rather as a job.")
    seed: int = Seed


class GenerateRequest(Request):
    """An order for new grids."""

    n: int = Field(default=1, ge=1, le=_MOST_MADE, description="How many.")
    difficulty: str | None = Field(default=None, max_length=40, description="easy to diabolical, or 0.8..1.2")
    technique: str | None = Field(default=None, max_length=40, description="The hardest technique it needs.")
    clues: int | None = Field(default=None, ge=0, le=625)
    symmetry: Literal["rotational", "mirror", "none"] = "rotational"
    minimal: bool = Field(default=False, description="No clue can be left out.")
    size: Literal[4, 6, 9] = 9
    seed: int = Field(default=0, ge=0, le=2**31 - 1)


class GeneratedReport(Value):
    """The grids of an order; `complete` says whether all of them were found, else `reason` what ended the search."""

    grids: tuple[GenerateReport, ...]
    complete: bool
    reason: str | None = None


class RateManyRequest(Request):
    """Grids to rate, one a line or as a list."""

    puzzles: tuple[str, ...] = Field(min_length=1, max_length=_MOST_RATED, description="A grid each.")


class CalibrateRequest(Request):
    """Rated grids as the text of a table, and how to fit a sum of criteria to their ratings."""

    data: str = Field(max_length=MOST_TEXT, description="A CSV table with a column puzzle and one with ratings.")
    target: str | None = Field(default=None, max_length=80, description="The column with the ratings.")
    method: Literal["lsq", "nnls", "ridge", "anneal", "coordinate"] = "nnls"
    first_use: bool = False
    intercept: bool = False
    transform: Literal["none", "log", "root"] = "none"
    cap: float | None = Field(default=None, gt=0, le=1e12)
    repeats: int = Field(default=3, ge=1, le=20)
    seed: int = Field(default=0, ge=0, le=2**31 - 1)


class RatedReport(Value):
    """A rating for each grid, in order; null with a sentence in `errors` for what is no classic grid."""

    ratings: tuple[RateReport | None, ...]
    errors: dict[int, str] = Field(default_factory=dict)


def calls() -> list[Call]:
    """Sudoku's own calls."""

    def on_grid(verb: str, request: type[PuzzleRequest], report: Any, about: str, example: dict[str, Any]) -> Call:
        made = with_settings("sudoku", verb, request)
        return Call("sudoku", verb, made, report, f"{_HERE}:{verb}", about, {"a newspaper grid": example})

    grid: dict[str, Any] = {"puzzle": _EASY}
    return [
        on_grid(
            "hint", _Hint, HintReport, "The next step only, in three strengths.", {**grid, "strength": "technique"}
        ),
        on_grid("steps", _Steps, list[StepReport], "The whole path of a person, each step explained.", grid),
        on_grid("rate", _Rate, RateReport, "How hard it is for a person, and by every criterion.", grid),
        Call(
            "sudoku",
            "generate",
            GenerateRequest,
            GeneratedReport,
            f"{_HERE}:generate",
            "New grids to order, unique and rated.",
            {"two easy grids": {"n": 2, "difficulty": "easy", "seed": 1}},
            pace="job",
        ),
        Call(
            "sudoku",
            "rate-many",
            RateManyRequest,
            RatedReport,
            f"{_HERE}:rate_many",
            "Ratings of many grids.",
            {"one grid": {"puzzles": [_EASY]}},
            pace="job",
        ),
        Call(
            "sudoku",
            "calibrate",
            CalibrateRequest,
            CalibrateReport,
            f"{_HERE}:calibrate",
            "Fit difficulty to ratings of your own, cross-validated.",
            {"a dozen grids": {"data": _RATED, "target": "rating", "repeats": 1}},
            pace="job",
        ),
    ]


def hint(request: Any, progress: Progress) -> HintReport:
    from clausal.solvers.sudoku.steps.ask import hint as hint_at

    del progress
    grid, name = read_puzzle(request, "sudoku")
    found = hint_at(grid, request.strength, _techniques(request))
    step = found.step
    return HintReport(
        puzzle=name.get("puzzle", ""),
        strength=request.strength,
        found=step is not None,
        sentence=found.sentence,
        technique=step.technique if step is not None and request.strength != "where" else None,
        step=StepReport(**step.as_json()) if step is not None and request.strength == "step" else None,
    )


def steps(request: Any, progress: Progress) -> list[StepReport]:
    from clausal.solvers.sudoku.steps import ask

    del progress
    grid, _ = read_puzzle(request, "sudoku")
    names = _techniques(request)
    found = ask.steps_now(grid, names) if request.available else ask.steps(grid, names).steps
    return [StepReport(**step.as_json()) for step in found]


def rate(request: Any, progress: Progress) -> RateReport:
    from clausal.solvers.sudoku.difficulty.model import rate as rating_of

    del progress
    grid, name = read_puzzle(request, "sudoku")
    rating = rating_of(grid, chaos=request.chaos, seed=request.seed)
    return RateReport(**{**rating.as_json(), **name})


def generate(request: GenerateRequest, progress: Progress) -> GeneratedReport:
    from clausal.models.limits import Limits
    from clausal.solvers.sudoku.orders import generate as order

    with reading(""):
        orders = order(
            request.n,
            size=request.size,
            difficulty=request.difficulty,
            technique=request.technique,
            clues=request.clues,
            symmetry=request.symmetry,
            minimal=request.minimal,
            seed=request.seed,
            limits=Limits(nodes=100_000, seconds=request.seconds),
        )
        made: list[GenerateReport] = []
        for one in orders:
            made.append(_made_report(one))
            progress(len(made) / request.n, f"{len(made)} / {request.n}")
    return GeneratedReport(grids=tuple(made), complete=orders.complete, reason=orders.reason)


def _made_report(made: Any) -> GenerateReport:
    from clausal.puzzles import kind

    clues = sum(1 for cell in made.puzzle.cells if cell)
    common = {"solution": made.solution.line, "clues": clues, "attempts": made.attempts}
    if made.rating is not None:
        return GenerateReport(**{**made.rating.as_json(), "puzzle": made.puzzle.line}, **common)
    return GenerateReport(
        puzzle=kind("sudoku").write(made.puzzle),
        solutions="one",
        difficulty=None,
        difficulty_relative=None,
        band=None,
        er=None,
        exact_depth=None,
        hardest=None,
        criteria={},
        **common,
    )


def rate_many(request: RateManyRequest, progress: Progress) -> RatedReport:
    from clausal.models.errors import ClausalError
    from clausal.questions.reading import parse
    from clausal.solvers.sudoku.difficulty.model import rate as rating_of

    ratings: list[RateReport | None] = []
    errors: dict[int, str] = {}
    for index, text in enumerate(request.puzzles):
        try:
            grid = parse("sudoku", text)
            ratings.append(RateReport(**{**rating_of(grid).as_json(), "puzzle": grid.line}))
        except ClausalError as error:
            ratings.append(None)
            errors[index] = str(error)
        progress((index + 1) / len(request.puzzles), f"{index + 1} / {len(request.puzzles)}")
    return RatedReport(ratings=tuple(ratings), errors=errors)


def _techniques(request: Any) -> tuple[str, ...]:
    from clausal.solvers.sudoku.steps.technique import DEFAULT, chosen

    if request.techniques is None:
        return DEFAULT
    with reading("/techniques"):
        return tuple(one.id for one in chosen(request.techniques))


def calibrate(request: CalibrateRequest, progress: Progress) -> CalibrateReport:
    import tempfile

    from clausal.solvers.sudoku.difficulty.criteria import criteria as measured
    from clausal.studies.sudoku.calibrate import PARTS, Recipe
    from clausal.studies.sudoku.calibrate import calibrate as fitted
    from clausal.studies.sudoku.rated import read_rated
    from clausal.studies.sudoku.report import calibrate_report

    recipe = Recipe(
        request.method,
        (),
        request.first_use,
        request.intercept,
        request.transform,
        request.cap,
        request.repeats,
        request.seed,
    )
    done = 0

    def one_more() -> None:
        nonlocal done
        done += 1
        progress(done / (PARTS * request.repeats), "validating")

    with reading("/data"), tempfile.NamedTemporaryFile("w", suffix=".csv", encoding="utf-8") as file:
        file.write(request.data)
        file.flush()
        rated = read_rated(file.name, request.target)
        progress(None, f"measuring {len(rated.grids)} grids")
        found = fitted(rated, measured(rated.grids), recipe, one_more)
    return calibrate_report(found, "request")
