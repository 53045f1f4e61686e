"""Functions for Wordle: candidates, suggestions, analysis of games, decision trees and their proofs.

Example:
    >>> import entails
    >>> history = entails.parse("wordle", "crane:bybbg slate:bbbbg")
    >>> entails.wordle.candidates(history)[:3]
    ('dirge', 'eerie', 'fibre')
"""

from typing import TYPE_CHECKING

# written by scripts/exports.py
if TYPE_CHECKING:
    from typing import Any, Literal

    from entails.models.fields import Document
    from entails.models.wordle.history import Wordle
    from entails.models.wordle.reports import BoardsReport, StudyReport
    from entails.queries.count import count as count
    from entails.queries.count import forced as forced
    from entails.queries.decode import Decoded
    from entails.queries.explain import explain as explain
    from entails.queries.explain import explain_stream as explain_stream
    from entails.queries.export import constraints as constraints
    from entails.queries.export import export as export
    from entails.queries.quine import exact_depth as exact_depth
    from entails.queries.quine import quine as quine
    from entails.queries.solve import solutions as solutions
    from entails.queries.solve import solve as solve
    from entails.queries.solve import solve_many as solve_many
    from entails.queries.wordle.certificate import WordleProveReport
    from entails.queries.wordle.check import WordleCheckReport
    from entails.queries.wordle.decoding import DecodeReport
    from entails.queries.wordle.evaluate import evaluate as evaluate
    from entails.queries.wordle.guesses import candidates as candidates
    from entails.queries.wordle.guesses import suggest as suggest
    from entails.queries.wordle.playing import analyse as analyse
    from entails.queries.wordle.races import GameTrace
    from entails.queries.wordle.trees import TreeReplay
    from entails.queries.wordle.trees import tree as tree
    from entails.solvers.wordle.absurdle import Win
    from entails.solvers.wordle.certificate.checker import Certified

    def absurdle(
        *,
        lang: Literal["en", "fr", "es", "nl", "pl", "sv", "da", "hu"] | None = ...,
        length: int | None = ...,
        answers: str | Document | None = ...,
        allowed: str | Document | None = ...,
        fold: bool = ...,
        feedback: Literal["colours", "counts"] | None = ...,
        survive: str | None = ...,
        sets: int = ...,
    ) -> Win: ...
    def boards(
        puzzle: Wordle | str,
        *,
        boards: int | None = ...,
        top: int = ...,
        show: int = ...,
        prior: str | Document = ...,
        allowed: str | Document | None = ...,
        feedback: str | None = ...,
        lexicon: str | Document | None = ...,
        lang: str | None = ...,
        length: str | None = ...,
        fold: bool = ...,
    ) -> BoardsReport: ...
    def check(
        puzzle: Wordle | str,
        *,
        seconds: float | None = ...,
        engine: str | None = ...,
        encoder: str | None = ...,
        conflicts: int | None = ...,
        memory_mb: int | None = ...,
        seed: int = ...,
        workers: int = ...,
        show: int | None = ...,
        most: int = ...,
        language: Literal["en", "fr"] = ...,
        feedback: str | None = ...,
        lexicon: str | Document | None = ...,
        lang: str | None = ...,
        length: str | None = ...,
        fold: bool = ...,
    ) -> WordleCheckReport: ...
    def check_proof(
        certificate: Document,
        *,
        lang: Literal["en", "fr", "es", "nl", "pl", "sv", "da", "hu"] | None = ...,
        length: int | None = ...,
        answers: str | Document | None = ...,
        allowed: str | Document | None = ...,
        fold: bool = ...,
        feedback: Literal["colours", "counts"] | None = ...,
        prior: str | Document = ...,
        workers: int | None = ...,
    ) -> Certified: ...
    def decode(
        puzzle: Wordle | str,
        *,
        answer: str | None = ...,
        show: int | None = ...,
        allowed: str | Document | None = ...,
        lexicon: str | Document | None = ...,
        lang: str | None = ...,
        fold: bool = ...,
    ) -> DecodeReport: ...
    def decode_model(formula: Document, answer: Document) -> Decoded: ...
    def openers(
        *,
        lang: Literal["en", "fr", "es", "nl", "pl", "sv", "da", "hu"] | None = ...,
        length: str = ...,
        strategy: str = ...,
        feedback: Literal["colours", "counts"] | None = ...,
        top: int = ...,
        answers: str | Document | None = ...,
        allowed: str | Document | None = ...,
        fold: bool = ...,
        shuffles: int = ...,
        seed: int = ...,
    ) -> Any: ...
    def prove(
        *,
        lang: Literal["en", "fr", "es", "nl", "pl", "sv", "da", "hu"] | None = ...,
        length: int | None = ...,
        answers: str | Document | None = ...,
        allowed: str | Document | None = ...,
        fold: bool = ...,
        feedback: Literal["colours", "counts"] | None = ...,
        hard: bool = ...,
        prior: str | Document = ...,
        total: int | None = ...,
        openers: tuple[str, ...] = ...,
        sample: int | None = ...,
        seed: int = ...,
        workers: int | None = ...,
        output: str | None = ...,
    ) -> WordleProveReport: ...
    def race(
        *,
        strategies: tuple[str, ...] = ...,
        feedback: Literal["counts", "colours"] = ...,
        lang: Literal["en", "fr", "es", "nl", "pl", "sv", "da", "hu"] | None = ...,
        lengths: tuple[int | str, ...] = ...,
        instances: int | Literal["all"] = ...,
        words: int | Literal["smallest"] | None = ...,
        settings: tuple[str, ...] = ...,
        seed: int = ...,
        workers: int | None = ...,
        answers: str | Document | None = ...,
        fold: bool = ...,
        output: str | None = ...,
        plots: bool = ...,
    ) -> Any: ...
    def strategies(name: str | None = ...) -> Any: ...
    def study(
        name: str,
        *,
        games: int | None = ...,
        strategies: tuple[str, ...] = ...,
        lengths: tuple[int | str, ...] = ...,
        lang: Literal["en", "fr", "es", "nl", "pl", "sv", "da", "hu"] | None = ...,
        answers: str | Document | None = ...,
        seed: int = ...,
        workers: int | None = ...,
    ) -> StudyReport: ...
    def trace(
        secret: str,
        *,
        strategy: str = ...,
        feedback: Literal["counts", "colours"] = ...,
        form: Literal["text", "dot", "svg"] = ...,
        limit: int = ...,
        settings: tuple[str, ...] = ...,
        seed: int = ...,
        lang: Literal["en", "fr", "es", "nl", "pl", "sv", "da", "hu"] | None = ...,
        answers: str | Document | None = ...,
        fold: bool = ...,
    ) -> GameTrace: ...
    def verify(
        tree: Document, *, answers: str | Document | None = ..., allowed: str | Document | None = ...
    ) -> TreeReplay: ...


__all__ = [
    "absurdle",
    "analyse",
    "boards",
    "candidates",
    "check",
    "check_proof",
    "constraints",
    "count",
    "decode",
    "decode_model",
    "evaluate",
    "exact_depth",
    "explain",
    "explain_stream",
    "export",
    "forced",
    "openers",
    "prove",
    "quine",
    "race",
    "solutions",
    "solve",
    "solve_many",
    "strategies",
    "study",
    "suggest",
    "trace",
    "tree",
    "verify",
]
# end

if not TYPE_CHECKING:
    from entails.listing import lazy

    __getattr__, __dir__ = lazy(__name__)
