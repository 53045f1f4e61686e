"""Studies run again: few games, figures beside ours, and rejected input."""

import pytest
from helpers import outside_data

from entails.models.errors import InvalidOption
from entails.models.wordle.history import COUNTS
from entails.models.wordle.reports import StudyReport
from entails.queries.wordle.study import STUDY, WordleStudyOptions
from entails.studies.wordle.experiments import STUDY_HUANG_HU as HUANG_HU
from entails.studies.wordle.experiments import measured


def rerun(**text: object) -> StudyReport:
    report = STUDY.run(None, WordleStudyOptions.model_validate({"workers": 1, **text})).report
    assert isinstance(report, StudyReport)
    return report


def test_a_figure_stands_beside_ours() -> None:
    report = rerun(name="loi-thomas", games=12, strategies=["forward"], lengths=[4])
    (figure,) = report.figures
    assert (figure.algorithm, figure.length, figure.words, figure.games) == ("forward", 4, 2294, 12)
    assert (figure.study, figure.program) == (21.7, 23.1)
    assert (figure.low or 0) < (figure.mean or 0) < (figure.high or 0)
    assert not report.own_list
    (again,) = rerun(name="loi-thomas", games=12, strategies=["forward"], lengths=[4]).figures
    assert (again.mean, again.low, again.max) == (figure.mean, figure.low, figure.max)


def test_tries_of_the_genetic_algorithm_leave_out_the_secret_and_keep_lost_games() -> None:
    report = rerun(name="huang-hu", games=4, strategies=["genetic-cheating"], lengths=[2, 3])
    two, three = report.figures
    assert (two.quantity, two.games, two.solved) == ("tries", 4, 4)
    assert two.running == two.mean
    assert three.running == pytest.approx(((two.mean or 0) + (three.mean or 0)) / 2)


def test_equal_lists_have_one_size() -> None:
    report = rerun(name="huang-hu", games=2, strategies=["a2"], lengths=[5])
    assert [figure.words for figure in report.figures] == [4266, 4266, 2294]
    assert [figure.experiment for figure in report.figures] == ["whole lists", "four algorithms", "equal lists"]


def test_a_printed_figure_agrees_when_chance_explains_it() -> None:
    report = {"experiment": "e", "algorithm": "a", "length": 4, "words": 9}
    report |= {"games": 100, "solved": 100, "quantity": "guesses"}
    games = [10.0, 20.0] * 50
    assert measured(games, printed=16.0, printed_games=20, program=None, **report).agrees
    assert not measured(games, printed=16.5, printed_games=2000, program=None, **report).agrees
    assert measured([], printed=16.0, printed_games=20, program=None, **report).mean is None


@pytest.mark.parametrize(
    "text",
    [
        {"name": "nobody"},
        {"name": "huang-hu", "strategies": ["forward"]},
        {"name": "loi-thomas", "lengths": [15]},
        {"name": "loi-thomas", "lang": "fr"},
        {"name": "kalaydjian-duhem", "lengths": [9]},
    ],
)
def test_what_a_study_does_not_have(text: dict[str, object]) -> None:
    with pytest.raises(InvalidOption):
        rerun(**text)


@pytest.mark.parametrize("name", ["a1", "a2", "probabilistic", "triche"])
def test_a_re_run_meets_the_program_on_its_list(name: str) -> None:
    """A re-run of 200 four-letter games is within three standard errors of the long run."""
    from entails.models.alphabet import to_letters
    from entails.models.wordle.words import Words
    from entails.studies.wordle.experiments import figures, games_of, race_of

    path = outside_data("wordle/loi_thomas_dico.txt")
    words = Words.of(to_letters([w for w in path.read_text("ascii").split() if len(w) == 4], 4), name="dico")
    assert words.answers == 2294
    from dataclasses import replace

    experiment = replace(HUANG_HU.experiments[1], strategies=(name,), lengths=(4,))
    race = race_of(experiment, {4: words}, 200, 1)
    assert race.scoring is COUNTS
    (figure,) = figures(experiment, list(games_of(race, 1)))
    mean, spare = figure.mean or 0.0, (figure.high or 0.0) - (figure.mean or 0.0)
    assert abs(mean - (figure.program or 0.0)) < 1.6 * spare
