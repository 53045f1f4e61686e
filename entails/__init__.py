"""Entails solves constraint puzzles and explains them.

    >>> import entails
    >>> grid = entails.parse("sudoku", "..4..3...2....1.")
    >>> entails.solve(grid).answer.line
    '2143432112343412'

Functions for every puzzle type are here: `solve`, `check`, `count`, `explain`, `forced`, `hint`, `steps`, `rate`,
`generate`, `export` and others. Functions of one puzzle type are in its namespace:

    entails.sudoku    canonical forms, calibration of the difficulty model
    entails.wordle    suggest, candidates, analyse, tree, ...
    entails.scrabble  best, moves, bingo, endgame, analyse, ...
    entails.variant   generate
    entails.cnf       prove, verify, stats
    entails.words     anagrams, hooks, search, ...

A namespace also lists the common functions that its puzzle type answers. `Problem` states a custom problem.

Each function is imported on first use (PEP 562), so `import entails` is fast. `encoder` and `engine` may be chosen by
name; each puzzle type has defaults. Every solution is checked against the rules of the puzzle before it is returned.
`query("takuzu", "rate", text)` runs any query under the names of the command line.
"""

from typing import TYPE_CHECKING

# written by scripts/exports.py
if TYPE_CHECKING:
    from entails import cnf as cnf
    from entails import scrabble as scrabble
    from entails import sudoku as sudoku
    from entails import variant as variant
    from entails import wordle as wordle
    from entails import words as words
    from entails.models.fields import Document as Document
    from entails.models.limits import Limits as Limits
    from entails.models.limits import Options as Options
    from entails.problem import Problem as Problem
    from entails.problem import from_cpmpy as from_cpmpy
    from entails.queries.check import check as check
    from entails.queries.count import count as count
    from entails.queries.count import forced as forced
    from entails.queries.explain import explain as explain
    from entails.queries.explain import explain_stream as explain_stream
    from entails.queries.explain import minimal_clues as minimal_clues
    from entails.queries.export import constraints as constraints
    from entails.queries.export import drawing as drawing
    from entails.queries.export import export as export
    from entails.queries.hint import hint as hint
    from entails.queries.hint import rate as rate
    from entails.queries.hint import reasoned_difficulty as reasoned_difficulty
    from entails.queries.lexicon.check import lexicon as lexicon
    from entails.queries.lexicon.check import lexicons as lexicons
    from entails.queries.parse import parse as parse
    from entails.queries.parse import parse_many as parse_many
    from entails.queries.parse import query as query
    from entails.queries.quine import exact_depth as exact_depth
    from entails.queries.quine import quine as quine
    from entails.queries.solve import solutions as solutions
    from entails.queries.solve import solve as solve
    from entails.queries.solve import solve_many as solve_many
    from entails.queries.steps import steps as steps
    from entails.queries.sudoku.generate import generate as generate

__all__ = [
    "Document",
    "Limits",
    "Options",
    "Problem",
    "check",
    "cnf",
    "constraints",
    "count",
    "drawing",
    "exact_depth",
    "explain",
    "explain_stream",
    "export",
    "forced",
    "from_cpmpy",
    "generate",
    "hint",
    "lexicon",
    "lexicons",
    "minimal_clues",
    "parse",
    "parse_many",
    "query",
    "quine",
    "rate",
    "reasoned_difficulty",
    "scrabble",
    "solutions",
    "solve",
    "solve_many",
    "steps",
    "sudoku",
    "variant",
    "wordle",
    "words",
]
# end

__version__ = "0.2.0"


if not TYPE_CHECKING:

    def __getattr__(name):
        if name.startswith("_"):  # tools ask every module for such names
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        from entails.listing import NAMESPACES, aliases, exports

        if name in NAMESPACES:
            return import_module(f"entails.{name}")
        if home := exports().get(name) or aliases().get(name):
            value = getattr(import_module(home), name)
        else:
            queries = import_module("entails.queries")
            if not queries.owners_of(name.replace("_", "-")):
                raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
            value = import_module("entails.queries.parse").function_of(name.replace("_", "-"))
        globals()[name] = value
        return value

    def __dir__():
        from entails.listing import aliases

        return sorted({*globals(), *__all__} - {*aliases(), "TYPE_CHECKING"})
