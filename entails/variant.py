"""Functions for Sudoku variants: puzzle generation, beside the common functions."""

from typing import TYPE_CHECKING

# written by scripts/exports.py
if TYPE_CHECKING:
    from entails.models.fields import Document
    from entails.queries.check import check as check
    from entails.queries.count import count as count
    from entails.queries.count import forced as forced
    from entails.queries.decode import Decoded
    from entails.queries.explain import explain as explain
    from entails.queries.explain import explain_stream as explain_stream
    from entails.queries.explain import minimal_clues as minimal_clues
    from entails.queries.export import constraints as constraints
    from entails.queries.export import drawing as drawing
    from entails.queries.export import export as export
    from entails.queries.hint import hint as hint
    from entails.queries.hint import rate as rate
    from entails.queries.hint import reasoned_difficulty as reasoned_difficulty
    from entails.queries.quine import exact_depth as exact_depth
    from entails.queries.quine import quine as quine
    from entails.queries.solve import solutions as solutions
    from entails.queries.solve import solve as solve
    from entails.queries.solve import solve_many as solve_many
    from entails.queries.steps import steps as steps
    from entails.queries.variant.generate import generate_variants as generate

    def decode(formula: Document, answer: Document) -> Decoded: ...


__all__ = [
    "check",
    "constraints",
    "count",
    "decode",
    "drawing",
    "exact_depth",
    "explain",
    "explain_stream",
    "export",
    "forced",
    "generate",
    "hint",
    "minimal_clues",
    "quine",
    "rate",
    "reasoned_difficulty",
    "solutions",
    "solve",
    "solve_many",
    "steps",
]
# end

if not TYPE_CHECKING:
    from entails.listing import lazy

    __getattr__, __dir__ = lazy(__name__)
