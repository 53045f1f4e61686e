"""Constraint problems, for people."""

from typing import TYPE_CHECKING

from entails.cli.output import draw, print_line, say
from entails.cli.show import common

if TYPE_CHECKING:
    from entails.cli.run import QueryRun
    from entails.queries.model.solve import ModelSolveReport


def solve(asked: "QueryRun") -> None:
    for found in asked:
        report, words = found.report, common.solved(asked, found.report)
        if report.objective is not None:
            words = _worth(report)
        if not asked.is_one:
            print_line(f"{found.kind.format(found.puzzle)}  {words[0]}")
            continue
        for number, answer in enumerate(found.value, 1):
            if len(found.value) > 1:
                say(f"solution {number}", "dim")
            draw(found.kind.markup(found.puzzle, answer))
        say(*words)


def _worth(report: "ModelSolveReport") -> tuple[str, str]:
    """What the best solution is worth, and whether there may be a better one."""
    if report.optimal:
        return f"objective {report.objective:.15g}: none is better", "green"
    known = "" if report.bound is None else f", and none beyond {report.bound:.15g}"
    return f"objective {report.objective:.15g}: the best found in time{known}", "yellow"
