"""The statement language: variables, constraints as values, sentences over them."""

from entails.models.objective import Objective
from entails.models.statement.constraints import (
    AllDifferent,
    Automaton,
    Bulk,
    Clause,
    Compare,
    Connected,
    Constraint,
    Count,
    Differ,
    Distance,
    Element,
    Formula,
    Linear,
    Logic,
    Loop,
    Product,
    Rows,
    Table,
)
from entails.models.statement.statement import Statement
from entails.models.statement.variable import DOMAINS, Codes, Variable, boolean, run

__all__ = [
    "DOMAINS",
    "AllDifferent",
    "Automaton",
    "Bulk",
    "Clause",
    "Codes",
    "Compare",
    "Connected",
    "Constraint",
    "Count",
    "Differ",
    "Distance",
    "Element",
    "Formula",
    "Linear",
    "Logic",
    "Loop",
    "Objective",
    "Product",
    "Rows",
    "Statement",
    "Table",
    "Variable",
    "boolean",
    "run",
]
