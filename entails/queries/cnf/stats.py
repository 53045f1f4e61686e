"""Print the size and composition of the formula."""

from dataclasses import asdict
from typing import Annotated, Any

from pydantic import Field

from entails.encoders.formula import MakeUp, make_up
from entails.models.encoding import Cnf
from entails.models.report import Report
from entails.queries.query import Input, Progress, Query, QueryOptions, QueryResult

FORMULA = Input("FILE.cnf", "A DIMACS or WCNF file (may be compressed), or - for standard input.")


class CnfStatsOptions(QueryOptions):
    """Options of `cnf stats`: none."""


class MakeUpReport(Report):
    """Report of `cnf stats`. `density` is clauses per variable; `lengths` counts clauses by length."""

    variables: int
    used: int
    clauses: int
    literals: int
    density: float
    lengths: dict[int, int]
    positive: int
    pure: int
    horn: int
    groups: int
    soft: int
    doubtable: Annotated[int, Field(description="another name of soft")]


def answer(formula: Cnf[Any], options: CnfStatsOptions, progress: Progress) -> QueryResult[MakeUp]:
    """Count variables, clauses and literals."""
    del options, progress
    statistics = make_up(formula)
    return QueryResult(statistics, MakeUpReport(**asdict(statistics)))


QUERY = Query(options=CnfStatsOptions, report=MakeUpReport, answer=answer, input=FORMULA, schema="stats")
