"""Expressions and conditions, the language of `entails.Problem`."""

from entails.models.expressions import operators, text  # they set what the methods of expressions call

__all__ = ["operators", "text"]
