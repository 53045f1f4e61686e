"""Functions for CNF formulas: proofs (DRAT), their verification and statistics, beside the common functions.

Example:
    >>> import entails
    >>> entails.cnf.stats("p cnf 2 2\\n1 2 0\\n-1 0\\n").clauses
    2
"""

from typing import TYPE_CHECKING

# written by scripts/exports.py
if TYPE_CHECKING:
    from typing import Any

    from entails.encoders.formula import MakeUp
    from entails.models.encoding import Cnf
    from entails.models.fields import Document
    from entails.models.outcome import Satisfied, Undecided, Unsatisfiable
    from entails.queries.count import count as count
    from entails.queries.count import forced as forced
    from entails.queries.explain import explain as explain
    from entails.queries.explain import explain_stream as explain_stream
    from entails.queries.export import export as export
    from entails.queries.quine import exact_depth as exact_depth
    from entails.queries.quine import quine as quine
    from entails.queries.solve import solutions as solutions
    from entails.queries.solve import solve as solve
    from entails.queries.solve import solve_many as solve_many
    from entails.solvers.proof import ProofCheck

    def prove(
        puzzle: Cnf[Any] | str,
        *,
        seconds: float | None = ...,
        engine: str | None = ...,
        conflicts: int | None = ...,
        memory_mb: int | None = ...,
        check: bool = ...,
        lenient: bool = ...,
    ) -> Satisfied[Any] | Unsatisfiable | Undecided: ...
    def stats(puzzle: Cnf[Any] | str, *, lenient: bool = ...) -> MakeUp: ...
    def verify(puzzle: Cnf[Any] | str, proof: Document, *, lenient: bool = ...) -> ProofCheck: ...


__all__ = [
    "count",
    "exact_depth",
    "explain",
    "explain_stream",
    "export",
    "forced",
    "prove",
    "quine",
    "solutions",
    "solve",
    "solve_many",
    "stats",
    "verify",
]
# end

if not TYPE_CHECKING:
    from entails.listing import lazy

    __getattr__, __dir__ = lazy(__name__)
