"""Conditions as constraints of a statement.

What has a constraint of its own is said by it; the rest by hidden variables that are exactly determined: a comparison
inside logic is a hidden boolean with two constraints, one for when it holds and one for when it does not; a product
inside a sum is a hidden number with a table. They are numbered behind all that people see, and what defines them stands
in a group that nobody doubts.
"""

from entails.models.expressions.lowering.conditions import Lowering

__all__ = ["Lowering"]
