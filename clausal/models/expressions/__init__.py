"""Expressions and conditions, the language of `clausal.Problem`."""

from clausal.models.expressions.base import Claim, Condition, Expression, Op, Operand, Reading

from clausal.models.expressions.unknowns import Bool, Choice, Fact, Int, Truth, Unknown  # isort: skip
from clausal.models.expressions.logic import Joined, as_condition, join  # isort: skip
from clausal.models.expressions.sums import Comparison, Sum, as_expression, compared  # isort: skip
from clausal.models.expressions.functions import Function, Item, applied, item  # isort: skip

__all__ = [
    "Bool",
    "Choice",
    "Claim",
    "Comparison",
    "Condition",
    "Expression",
    "Fact",
    "Function",
    "Int",
    "Item",
    "Joined",
    "Op",
    "Operand",
    "Reading",
    "Sum",
    "Truth",
    "Unknown",
    "applied",
    "as_condition",
    "as_expression",
    "compared",
    "item",
    "join",
]
