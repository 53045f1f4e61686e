"""The Quine/disjunction engine: propagate, and when stuck reason by cases and keep what both cases share.

`search.quine` follows one heuristic and gives the tree of its disjunctions (Landreau 2025); `depth.exact_depth` gives
the depth that does not depend on any heuristic; `engine.ENGINE` lets it answer like every other engine. Nothing here
imports numba before it is used.
"""
