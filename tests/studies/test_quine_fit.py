"""The study's experiment and the table of measures on small data, and errors for invalid data."""

from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entails.models.errors import InvalidData, InvalidPuzzle, UnsupportedCapability
from entails.models.fields import Document
from entails.solvers.quine.options import HEURISTICS, QuineOptions
from entails.solvers.quine.run import METRICS
from entails.studies.common import folds, least_squares, pearson, predicted_out_of_fold, ranks, spearman
from entails.studies.quine import COEFFICIENTS, STUDY, Ratings, metric_table, plot, quine_fit, read_ratings

ROWS = """\
puzzle,ER,source
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79,1.5,a
.................1..2..3.4......5.3..6.......71..........16...2..58.......9.7...6,2.0,b
................12..3..4.........3....5...6...7..18......7..49..8.......21.5.....,4.5,c
.89.2.......5..4...........16...7......4...89.......2.7.....3..3..6.........9....,7.1,d
"""


@pytest.fixture
def ratings() -> Ratings:
    return read_ratings(Document(ROWS.encode(), "rated.csv"), "ER")


def test_ratings_are_read(ratings: Ratings) -> None:
    assert ratings.values.tolist() == [1.5, 2.0, 4.5, 7.1]
    assert [grid.line[:5] for grid in ratings.grids] == ["53..7", ".....", ".....", ".89.2"]
    assert len(read_ratings(Document(ROWS.encode()), "ER", limit=2).grids) == 2


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "missing column 'puzzle'"),
        ("puzzle\n123\n", "missing column 'ER'"),
        ("puzzle,ER\n", "no rows"),
        ("puzzle,ER\nabc,1\n", "line 2"),
        (ROWS + "53..7,1\n", "line 6"),
        (ROWS.replace("4.5", "hard"), "line 4, column ER: invalid number 'hard'"),
        (ROWS.replace("4.5", "nan"), "line 4, column ER: invalid number 'nan'"),
        ("puzzle,ER\n1\n", "line 2: 1 column;"),
        ("puzzle,ER\n" + "1" * 1_000_000 + ",1\n", "line 2"),
    ],
)
def test_bad_data_gets_one_sentence(text: str, problem: str) -> None:
    with pytest.raises((InvalidData, InvalidPuzzle)) as refused:
        read_ratings(Document(text.encode()), "ER")
    assert problem in str(refused.value)
    assert len(str(refused.value)) < 500


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: f"puzzle,ER\n{text}".encode()))
@settings(max_examples=80, deadline=None)
def test_junk_is_refused_or_read(junk: bytes) -> None:
    try:
        problem = str(len(read_ratings(Document(junk), "ER").grids))
    except (InvalidData, InvalidPuzzle) as refused:
        problem = str(refused)
    assert 0 < len(problem) < 500


def test_the_experiment(ratings: Ratings) -> None:
    report = quine_fit(ratings, cap=60)
    assert [fit.heuristic for fit in report.fits] == list(HEURISTICS)
    rows = report.rows()
    assert all(len(row) == len(report.header) for row in rows)
    assert sum(row[0] == "  the study" for row in rows) == len(STUDY)
    for fit in report.fits:
        assert -1 <= fit.cross_validated_spearman <= 1
        assert fit.coefficients[0] is not None, "two grids have depth 0"
        assert set(fit.as_json()["coefficients"]) == set(COEFFICIENTS)
    assert report.options == QuineOptions.of("program")


def test_a_plot_needs_matplotlib(ratings: Ratings) -> None:
    report = quine_fit(ratings, cap=10, heuristics=["min"])
    if find_spec("matplotlib") is None:
        with pytest.raises(UnsupportedCapability, match=r"entails\[plots\]"):
            plot(report, "svg")
    else:
        assert plot(report, "svg").startswith(b"<?xml")


def test_the_table_of_measures(ratings: Ratings) -> None:
    table = metric_table(ratings.grids, ratings.values)
    assert table.names == (*METRICS, "exact depth")
    assert table.values.shape == (4, len(table.names))
    assert {score.name for score in table.scores} == {*table.names, "linear fit of all"}
    strengths = [abs(score.cross_validated) for score in table.scores]
    assert strengths == sorted(strengths, reverse=True)
    depth = table.values[:, table.names.index("exact depth")]
    assert depth.tolist() == [0, 0, 1, 1]
    longest = table.values[:, table.names.index("longest argument")]
    assert longest[3] > longest[2] > longest[0] == 0


def test_statistics() -> None:
    values = np.array([3.0, 1.0, 3.0, 2.0])
    assert ranks(values).tolist() == [3.5, 1.0, 3.5, 2.0]
    assert spearman(values, np.exp(values)) == pytest.approx(1)
    assert pearson(values, np.ones(4)) == 0.0
    line = np.column_stack([np.arange(30.0), np.ones(30)])
    target = 2 * np.arange(30.0) + 1
    assert least_squares(line, target) == pytest.approx([2, 1])
    assert predicted_out_of_fold(line, target) == pytest.approx(target)
    held_out = list(folds(25))
    assert sum(part.sum() for part in held_out) == 25
    assert np.array(held_out).sum(axis=0).tolist() == [1] * 25
    assert len(list(folds(1))) == 1
