"""Printed results of the queries about FlatZinc models, as FlatZinc solvers print them."""

from typing import TYPE_CHECKING

from entails.cli.output import print_line

if TYPE_CHECKING:
    from entails.cli.run import QueryRun

ENDS = {"satisfied": "", "unsatisfiable": "=====UNSATISFIABLE=====", "undecided": "=====UNKNOWN====="}
"""The line for each outcome without a solution."""


def solve(run: "QueryRun") -> None:
    for result in run:
        report = result.report
        for answer in result.value:
            print_line("\n".join(filter(None, (result.puzzle.solution_text(answer), "----------"))))
        if not result.value:
            print_line(ENDS[report.status])
        elif report.complete or (report.complete is None and report.unique):
            print_line("==========")
