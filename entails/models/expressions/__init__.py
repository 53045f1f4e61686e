"""Expressions and conditions, the language of `entails.Problem`."""

from entails.models.expressions.base import Claim, Condition, Expression, Op, Operand, Reading

from entails.models.expressions.unknowns import Bool, Choice, Fact, Int, Truth, Unknown  # isort: skip
from entails.models.expressions.logic import Joined, as_condition, join  # isort: skip
from entails.models.expressions.sums import Comparison, Sum, as_expression, compared  # isort: skip
from entails.models.expressions.functions import Function, Item, applied, item  # isort: skip

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
