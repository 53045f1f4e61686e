"""Printed results of the queries about CNF formulas."""

from typing import TYPE_CHECKING

from entails.cli.output import columns, say

if TYPE_CHECKING:
    from entails.cli.run import QueryRun

WRITTEN = {"prove.output": ("no solution: proof of {report.steps} steps written to {files}", "green")}

_LABELS = {
    "variables": "variables",
    "used": "variables in a clause",
    "pure": "variables of one sign only",
    "clauses": "clauses",
    "horn": "Horn clauses",
    "literals": "literals",
    "positive": "positive literals",
    "density": "clauses per variable",
    "groups": "groups",
    "soft": "soft groups",
}


def stats(run: "QueryRun") -> None:
    for result in run:
        report = result.report
        rows = [(words, f"{getattr(report, name):,}") for name, words in _LABELS.items()]
        rows += [(f"clauses of length {length}", f"{number:,}") for length, number in report.lengths.items()]
        columns(rows, right=1)


def verify(run: "QueryRun") -> None:
    for result in run:
        report = result.report
        if report.verified:
            rat = f", {report.rat_steps} of them RAT" if report.rat_steps else ""
            derived = "1 clause" if report.additions == 1 else f"{report.additions:,} clauses"
            say(f"verified: the formula has no solution ({derived} derived{rat})", "green")
        else:
            say(f"not verified: {report.problem}", "red")
