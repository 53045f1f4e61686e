"""Entails: say a puzzle as constraints, let an engine answer.

    >>> import entails
    >>> grid = entails.parse("sudoku", "..4..3...2....1.")
    >>> entails.solve(grid).answer.line
    '2143432112343412'

The front door is one function for each question, and what they are asked with. Each is imported on first use (PEP 562),
so that `import entails` costs nothing; `entails.listing` says where they are. `encoder` and `engine` may be chosen by
name; without, the puzzle knows good ones. Every command of a puzzle is also a function of the same name, and
`query("takuzu", "rate", text)` answers any of them as the command line does. Every answer is checked against the rules
of the puzzle before it is given out.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # written by scripts/exports.py
    from entails.models.fields import Document as Document
    from entails.models.limits import Limits as Limits
    from entails.models.limits import Options as Options
    from entails.problem import Problem as Problem
    from entails.queries.check import check as check
    from entails.queries.constraints import constraints as constraints
    from entails.queries.count import count as count
    from entails.queries.draw import drawing as drawing
    from entails.queries.explain import explain as explain
    from entails.queries.export import export as export
    from entails.queries.forced import forced as forced
    from entails.queries.hint import hint as hint
    from entails.queries.lexicon.anagrams import anagrams as anagrams
    from entails.queries.lexicon.check import look_up as look_up
    from entails.queries.lexicon.extensions import extensions as extensions
    from entails.queries.lexicon.hooks import hooks as hooks
    from entails.queries.lexicon.info import lexicon as lexicon
    from entails.queries.lexicon.list import lexicons as lexicons
    from entails.queries.lexicon.quiz import quiz as quiz
    from entails.queries.lexicon.search import search_words as search_words
    from entails.queries.lexicon.stems import stems as stems
    from entails.queries.lexicon.subanagrams import subanagrams as subanagrams
    from entails.queries.minimal import minimal_clues as minimal_clues
    from entails.queries.parse import parse as parse
    from entails.queries.parse import parse_many as parse_many
    from entails.queries.parse import query as query
    from entails.queries.quine import exact_depth as exact_depth
    from entails.queries.quine import quine as quine
    from entails.queries.rate import rate as rate
    from entails.queries.rate import reasoned_difficulty as reasoned_difficulty
    from entails.queries.scrabble.analyse import analyse_game as analyse_game
    from entails.queries.scrabble.best import best as best
    from entails.queries.scrabble.bingo import bingo as bingo
    from entails.queries.scrabble.check import judge as judge
    from entails.queries.scrabble.endgame import endgame as endgame
    from entails.queries.scrabble.gcg import replay as replay
    from entails.queries.scrabble.mark import mark as mark
    from entails.queries.scrabble.moves import moves as moves
    from entails.queries.scrabble.selfplay import selfplay as selfplay
    from entails.queries.scrabble.squares import squares as squares
    from entails.queries.scrabble.tally import tally as tally
    from entails.queries.solve import solutions as solutions
    from entails.queries.solve import solve as solve
    from entails.queries.solve import solve_many as solve_many
    from entails.queries.steps import steps as steps
    from entails.queries.sudoku.canonical import canonical as canonical
    from entails.queries.sudoku.generate import generate as generate
    from entails.queries.sudoku.isomorphic import isomorphic as isomorphic
    from entails.queries.variant.generate import generate_variants as generate_variants
    from entails.queries.wordle.analyse import analyse as analyse
    from entails.queries.wordle.candidates import candidates as candidates
    from entails.queries.wordle.evaluate import evaluate as evaluate
    from entails.queries.wordle.suggest import suggest as suggest
    from entails.queries.wordle.tree import tree as tree
    # end

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    from importlib import import_module

    from entails.listing import exports

    if name == "__all__":
        return list(exports())
    value = None
    if name in exports():
        value = getattr(import_module(exports()[name]), name)
    elif not name.startswith("_"):
        from entails.queries import owners_of

        if owners_of(name.replace("_", "-")):
            value = import_module("entails.queries.parse").function_of(name.replace("_", "-"))
    if value is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    from entails.listing import exports

    return sorted([*globals(), *exports()])
