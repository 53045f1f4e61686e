"""Printed results of the queries about constraint models."""

from typing import TYPE_CHECKING

from entails.cli.output import draw, print_line, say
from entails.cli.show import common

if TYPE_CHECKING:
    from entails.cli.run import QueryRun
    from entails.queries.model.solve import ModelSolveReport


def solve(run: "QueryRun") -> None:
    for result in run:
        report, words = result.report, common.solved(run, result.report)
        if report.objective is not None:
            words = _objective(report)
        if not run.is_one:
            print_line(f"{result.puzzle_type.format(result.puzzle)}  {words[0]}")
            continue
        for number, answer in enumerate(result.value, 1):
            if len(result.value) > 1:
                say(f"solution {number}", "dim")
            draw(result.puzzle_type.markup(result.puzzle, answer))
        say(*words)


def _objective(report: "ModelSolveReport") -> tuple[str, str]:
    """Return a sentence with the objective value and whether it is proven optimal, and its colour."""
    worth = ", then ".join(f"{value:.15g}" for value in report.objectives or [report.objective or 0.0])
    if report.optimal:
        return f"objective {worth}: optimal", "green"
    known = "" if report.bound is None else f", bound {report.bound:.15g}"
    return f"objective {worth}: best within the time limit{known}", "yellow"
