"""`sudoku study landreau`: printed figures beside ours, on shipped grids, own grids and rated files."""

import re
from pathlib import Path

import numpy as np
import pytest
from cli.runner import entails

from entails.models.errors import InvalidData, InvalidOption, UnsupportedPuzzle
from entails.models.fields import Document
from entails.models.rating import PrintedFigure, SudokuStudyReport
from entails.queries.sudoku.fitting import CALIBRATE as CALIBRATE
from entails.queries.sudoku.fitting import STUDY
from entails.studies.common import standard_errors
from entails.studies.sudoku.landreau import PRINTED_TECHNIQUES, read_base, shipped_ratings

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
_CALIBRATE_ROWS = str(CALIBRATE.examples_of(None)["a dozen grids"]["data"])


def rerun(**options: object) -> SudokuStudyReport:
    report = STUDY.run(None, STUDY.parse_options({"name": "landreau", "chaos": 0, **options})).report
    assert isinstance(report, SudokuStudyReport)
    return report


def named(report: SudokuStudyReport, section: str, name: str) -> PrintedFigure:
    (figure,) = (figure for figure in report.figures if (figure.section, figure.name) == (section, name))
    return figure


@pytest.fixture(scope="module")
def shipped() -> SudokuStudyReport:
    return rerun()


def test_the_worked_examples_are_reproduced(shipped: SudokuStudyReport) -> None:
    examples = [figure for figure in shipped.figures if figure.section == "worked examples"]
    assert [figure.printed for figure in examples] == [14, 5, 7, 9, 0.74, 1.36]
    assert [figure.ours for figure in examples] == [14, 5, 7, 9, 0.737, 1.3699]
    assert {figure.outcome for figure in examples} == {"reproduced"}


def test_the_coefficients_are_as_printed() -> None:
    assert [technique.weight for technique in PRINTED_TECHNIQUES] == [
        *(-0.01, 0.06, 0.07, 0.08, 0.2, -0.04, 0.87, 2.5, 1.7, 0.9, -0.1, 6, 0.7),
    ]
    assert [technique.use for technique in PRINTED_TECHNIQUES] == [
        *(0.05, 0.08, -0.04, 0.05, 0.1, -0.04, 0.02, 8, 0.4, -2.7, -9, 0.1, -3),
    ]
    assert [technique.first_use for technique in PRINTED_TECHNIQUES] == [
        *(-0.7, -0.7, 0.5, -0.06, -0.03, 0.7, 1.5, 7, 0.4, -2.7, 13, 0.1, 10),
    ]


def test_the_shipped_grids_have_every_section(shipped: SudokuStudyReport) -> None:
    assert (shipped.rated, shipped.target, shipped.base) == (65, "ER", None)
    sections = dict.fromkeys(figure.section for figure in shipped.figures)
    heuristics = [f"modified Quine, {name}" for name in ("random", "min", "max", "max-program")]
    assert list(sections) == [
        *("worked examples", "visual criteria", "techniques", "techniques and first uses", "technique models"),
        *(*heuristics, "chaos"),
    ]
    assert named(shipped, "visual criteria", "candidates").outcome == "other data"
    assert named(shipped, "technique models", "techniques and first uses, in sample").printed == 0.83
    assert named(shipped, "modified Quine, min", "alpha(2)").printed == 2.2
    assert not shipped.out_of_time


def test_the_fits_are_those_of_least_squares(shipped: SudokuStudyReport) -> None:
    uses = np.array([list(grid.techniques.values()) for grid in shipped.grids], float)
    ratings = read_base(shipped_ratings()).values
    weights = np.linalg.lstsq(uses, ratings, rcond=None)[0]
    assert [grid.fitted for grid in shipped.grids] == pytest.approx((uses @ weights).tolist(), abs=1e-3)
    assert named(shipped, "techniques", "Hidden Single").ours == pytest.approx(weights[1], abs=1e-4)


def test_the_printed_coefficients_apply_to_any_grid() -> None:
    report = rerun(data=f"{GRID}\n{HARD}\n")
    easy, hard = report.grids
    assert report.ratings is None
    assert easy.puzzle == GRID
    assert list(easy.techniques) == [technique.name for technique in PRINTED_TECHNIQUES]
    assert sum(easy.techniques.values()) == 51  # singles alone: one step for each empty cell
    assert easy.printed == pytest.approx(sum(t.weight * easy.techniques[t.name] for t in PRINTED_TECHNIQUES))
    first = sum(t.first_use for t in PRINTED_TECHNIQUES if easy.techniques[t.name])
    uses = sum(t.use * easy.techniques[t.name] for t in PRINTED_TECHNIQUES)
    assert easy.printed_first_use == pytest.approx(uses + first)
    assert hard.techniques["Backtracking"] > 0
    run = easy.disjunctions["min"]
    assert (run.depth, run.disjunctions) == (0, 0)
    assert run.printed == pytest.approx(1.3, abs=1e-3)
    assert named(report, "visual criteria", "candidates").outcome == "not measured"


def test_human_ratings_are_compared_with_base_1() -> None:
    report = rerun(ratings=_CALIBRATE_ROWS.replace("rating", "D_TO", 1))
    assert (report.base, report.rated) == (1, 12)
    assert named(report, "visual criteria", "candidates").outcome in ("reproduced", "not reproduced", "undetermined")
    assert named(report, "technique models", "techniques, in sample").printed is None
    assert named(report, "modified Quine, min", "beta").outcome in ("other data", "not measured")


def test_base_2_keeps_ratings_below_10() -> None:
    rows = [f"x,{GRID},,{rating}" for rating in (3, 12, 0, 9)]
    rated = read_base(Document("\n".join(["source,puzzle,answer,rating", *rows]).encode()))
    assert rated.values.tolist() == [3, 0, 9]
    report = rerun(ratings=_CALIBRATE_ROWS, data=f"{GRID}\n")
    assert (report.base, len(report.grids)) == (2, 1)
    assert named(report, "technique models", "techniques, in sample").printed == 0.63
    assert report.grids[0].fitted is not None


def test_the_time_limit_stops_the_long_parts() -> None:
    report = rerun(seconds=0.001, chaos=3)
    assert report.out_of_time
    assert named(report, "modified Quine, max", "fit").why == "the time limit was reached"
    assert named(report, "chaos", "eta").outcome == "not measured"
    assert named(report, "techniques", "Hidden Single").ours is not None


def test_chaos_of_an_easy_grid() -> None:
    report = rerun(data=f"{GRID}\n", chaos=1)
    assert report.grids[0].chaos_eta == pytest.approx(0.8, abs=0.4)
    assert report.grids[0].chaos_bound is False


def test_a_coefficient_of_two_equal_columns_is_not_determined() -> None:
    column = np.arange(6.0)
    features = np.column_stack([column, column, np.ones(6)])
    target = column + np.array([0, 0.1, 0, -0.1, 0, 0])
    errors = standard_errors(features, target, np.array([0.5, 0.5, 0.0]))
    assert np.isinf(errors).tolist() == [True, True, False]


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"name": "nobody"}, InvalidOption),
        ({"target": "ER"}, InvalidOption),
        ({"chaos": -1}, InvalidOption),
        ({"data": "...4.4...23.13.2\n"}, UnsupportedPuzzle),
        ({"ratings": "puzzle,difficulty\n"}, InvalidData),
        ({"ratings": f"puzzle,rating\n{GRID},99\n"}, InvalidData),
    ],
)
def test_invalid_input(options: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        rerun(**options)


def test_the_command_prints_tables() -> None:
    ran = entails("sudoku", "study", "landreau", "--chaos", 0)
    assert ran.code == 0
    assert re.search(r"candidates of the 4x4 grid +14 +14 +reproduced", ran.out)
    assert re.search(r"Swordfish +6 ", ran.out)
    assert "and 55 more grids (--json lists all)" in ran.out


def test_the_command_rejects_invalid_input(tmp_path: Path) -> None:
    path = tmp_path / "grids.csv"
    path.write_text("puzzle,rating\n53..7,1\n")
    missing = tmp_path / "missing.csv"
    for arguments in (("landreau", "--ratings", path), ("landreau", path), ("landreau", missing), ("other",), ()):
        assert entails("sudoku", "study", *arguments).code == 2
    assert "line 2" in entails("sudoku", "study", "landreau", "--ratings", path).err
