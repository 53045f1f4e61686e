"""`entails compare` and `entails encoders`, and the same statistics beside a solution."""

import json
import time
from pathlib import Path

import pytest
from cli.runner import entails

from entails.models.errors import EngineFault
from entails.models.limits import Limits, Options
from entails.queries import compare as comparing
from entails.queries.compare import compare
from entails.queries.parse import parse
from entails.queries.pipeline import Pipeline

GRID = "..4..3...2....1."
CLASH = "44..............".replace(".", "0")
COUNTED = ("variables", "clauses", "literals", "conflicts", "propagations")


def lines(*words: object, code: int = 0) -> list[dict[str, object]]:
    ran = entails(*words, "--json")
    assert (ran.code, ran.err) == (code, "")
    return [json.loads(line) for line in ran.out.splitlines()]


def test_encoders_are_listed() -> None:
    result = {line["name"]: line for line in lines("encoders", "sudoku")}
    assert result["pruned"]["usual"] is True
    assert result["all-different"]["engines"] == ["cpsat", "portfolio"]
    assert "minisat22" in result["minimal"]["engines"]  # type: ignore[operator]
    shown = entails("encoders", "sudoku").out
    assert all(str(name) in shown for name in result)


def test_every_pair_has_a_line_with_its_size() -> None:
    result = lines(
        "compare", "sudoku", GRID, "--encoders", "complete,minimal,all-different", "--engines", "cadical195,cpsat"
    )
    pairs = [(item["encoder"], item["engine"], item["status"]) for item in result]
    assert pairs == [
        ("complete", "cadical195", "satisfied"),
        ("complete", "cpsat", "satisfied"),
        ("minimal", "cadical195", "satisfied"),
        ("minimal", "cpsat", "satisfied"),
        ("all-different", "cadical195", None),
        ("all-different", "cpsat", "satisfied"),
    ]
    complete, refused, model = result[0], result[4], result[5]
    assert all(isinstance(complete[name], int) for name in COUNTED)
    assert complete["variables"] == 64
    assert int(str(complete["clauses"])) > int(str(result[2]["clauses"]))
    assert "cadical195" in str(refused["problem"])
    assert refused["seconds"] is None
    assert model["literals"] is None
    assert int(str(model["variables"])) > 0


def test_the_sizes_are_those_of_an_export() -> None:
    result = lines("compare", "sudoku", GRID, "--encoders", "complete", "--engines", "minisat22")[0]
    exported = entails("sudoku", "export", GRID, "--encoder", "complete").out
    assert f"p cnf {result['variables']} {result['clauses']}" in exported


def test_a_contradiction_has_a_proof() -> None:
    result = lines("compare", "sudoku", CLASH, "--encoders", "complete", "--engines", "cadical195,minisat22", code=1)
    assert [item["status"] for item in result] == ["unsatisfiable"] * 2
    assert int(str(result[0]["proof_lines"])) > 0
    assert int(str(result[0]["proof_bytes"])) > int(str(result[0]["proof_lines"]))
    assert result[1]["proof_lines"] is None


def test_the_table_and_the_plot(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot = tmp_path / "pairs.svg"
    ran = entails("compare", "sudoku", GRID, "--engines", "minisat22", "--encoders", "pruned,minimal", "--plot", plot)
    assert ran.code == 0
    heading, *rows, written = ran.out.splitlines()
    assert heading.split()[:5] == ["encoder", "engine", "status", "CPU", "ms"]
    assert [row.split()[0] for row in rows] == ["pruned", "minimal"]
    assert "2 pairs drawn" in written
    assert plot.read_text().startswith("<?xml")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("compare", "sudoku", GRID, "--encoders", ","), "--encoders: value is empty"),
        (("compare", "sudoku", GRID, "--encoders", "other"), "unknown encoder 'other' of sudoku"),
        (("compare", "sudoku", GRID, "--engines", "other"), "other"),
        (("compare", "sudoku", GRID, "--plot", "pairs.txt"), "pairs.txt: unknown image format"),
        (("compare", "sudoku", GRID, "--engines", "minisat22", "--encoders", "native"), ""),
        (("compare", "chess", GRID), "unknown puzzle type 'chess'"),
        (("encoders", "chess"), "unknown puzzle type 'chess'"),
    ],
)
def test_what_cannot_be_compared_is_reported(words: tuple[str, ...], text: str) -> None:
    ran = entails(*words)
    assert ran.code in (2, 3)
    assert text in ran.err
    assert len(ran.err.splitlines()) <= 1


def test_engines_that_contradict_each_other_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = comparing._timed

    def lying(report: comparing.CompareReport, *others: object) -> comparing.CompareReport:
        result = usual(report, *others)  # type: ignore[arg-type]
        return result.model_copy(update={"status": "unsatisfiable"}) if result.engine == "minisat22" else result

    monkeypatch.setattr(comparing, "_timed", lying)
    with pytest.raises(EngineFault, match="pruned with cadical195 finds a solution; pruned with minisat22 finds none"):
        list(compare(parse("sudoku", GRID), ["pruned"], ["cadical195", "minisat22"]))


class Clock(comparing.Budget):
    """A clock on which a budget of 9 seconds is over after two pairs."""

    looked = 0

    @property
    def seconds(self) -> float:
        type(self).looked += 1
        return 9.0 if type(self).looked <= 5 else 0.0


def test_pairs_after_the_total_limit_are_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparing, "Budget", Clock)
    monkeypatch.setattr(Clock, "looked", 0)
    numbers: list[float | None] = []
    usual = comparing._timed

    def timed(
        report: comparing.CompareReport, pipeline: Pipeline, limits: Limits, options: Options
    ) -> comparing.CompareReport:
        numbers.append(limits.seconds)
        return usual(report, pipeline, limits, options)

    monkeypatch.setattr(comparing, "_timed", timed)
    ran = entails("compare", "sudoku", GRID, "--engines", "minisat22,cadical195", "--encoders", "pruned,minimal,listed")
    assert ran.code == 0
    words = [line.split() for line in ran.out.splitlines()[1:7]]
    statuses = ["satisfied", "satisfied", *["undecided"] * 4]
    assert [row[2] for row in words] == statuses
    assert [row[3] == "-" for row in words] == [status == "undecided" for status in statuses]
    assert "total time limit" in ran.out
    assert numbers == [9.0, 9.0], "a pair has its own limit of 10 seconds, and not more than is left of the total"


def test_the_limits_have_defaults_that_help_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    items: list[tuple[float | None, object]] = []

    def empty(*_: object, limits: Limits, total: float | None, seed: int) -> list[comparing.CompareReport]:
        assert seed == 0
        items.append((limits.seconds, total))
        return []

    monkeypatch.setattr(comparing, "compare", empty)
    assert entails("compare", "sudoku", GRID, "--json").code == 3
    assert entails("compare", "sudoku", GRID, "--json", "--seconds", 2, "--total", 5).code == 3
    assert items == [(10.0, 120.0), (2.0, 5.0)]
    report = " ".join(entails("compare", "--help").out.split())
    assert "[default: 10.0]" in report
    assert "[default: 120.0]" in report
    assert entails("compare", "sudoku", GRID, "--total", "inf").code == 2


@pytest.mark.parametrize("engine", ["minisat22", "cadical195"])
def test_the_time_is_that_of_the_processor(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reported times are CPU times, in this process and in a worker, by a fake clock that stands still here."""
    monkeypatch.setattr(time, "process_time", lambda: 7.0)
    result = lines("compare", "sudoku", GRID, "--encoders", "complete", "--engines", engine)[0]
    assert float(str(result["seconds"])) > 0
    assert (float(str(result["cpu_seconds"])) == 0) is (engine == "minisat22")


def test_solve_tells_the_same_statistics() -> None:
    compared = lines("compare", "sudoku", GRID, "--encoders", "minimal", "--engines", "minisat22")[0]
    solved = lines("sudoku", "solve", GRID, "--encoder", "minimal", "--engine", "minisat22", "--statistics")[0]
    report = solved["statistics"]
    assert isinstance(report, dict)
    assert {name: report[name] for name in COUNTED} == {name: compared[name] for name in COUNTED}
    assert "statistics" not in lines("sudoku", "solve", GRID)[0]
