"""The disjunction engine ("Quine modifié", Landreau 2025).

It propagates unit clauses. When stuck, it splits on a variable, propagates both cases and keeps what they share.

`run.quine` follows one heuristic and returns the tree of its disjunctions. `depth.exact_depth` returns the depth that
depends on no heuristic. `run.ENGINE` offers the search as an engine. Nothing here imports numba before it is used.
"""
