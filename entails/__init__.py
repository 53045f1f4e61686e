"""Entails: say a puzzle as constraints, let an engine answer.

    >>> import entails
    >>> grid = entails.parse("sudoku", "..4..3...2....1.")
    >>> entails.solve(grid).answer.line
    '2143432112343412'

The front door is one function for each question, and what they are asked with. Each is imported on first use (PEP 562),
so that `import entails` costs nothing; `entails.exports` says where they are. `encoder` and `engine` may be chosen by
name; without, the puzzle knows good ones. Every command of a puzzle is also a function of the same name, and
`query("takuzu", "rate", text)` answers any of them as the command line does. Every answer is checked against the rules
of the puzzle before it is given out.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # written by scripts/exports.py
    from entails.models.content import Document as Document
    from entails.models.limits import Limits as Limits
    from entails.models.limits import Options as Options
    from entails.problem import Problem as Problem
    from entails.questions.check import check as check
    from entails.questions.count import count as count
    from entails.questions.draw import drawing as drawing
    from entails.questions.explain import explain as explain
    from entails.questions.export import export as export
    from entails.questions.forced import forced as forced
    from entails.questions.hint import hint as hint
    from entails.questions.lexicon.anagrams import anagrams as anagrams
    from entails.questions.lexicon.check import look_up as look_up
    from entails.questions.lexicon.extensions import extensions as extensions
    from entails.questions.lexicon.hooks import hooks as hooks
    from entails.questions.lexicon.info import lexicon as lexicon
    from entails.questions.lexicon.list import lexicons as lexicons
    from entails.questions.lexicon.quiz import quiz as quiz
    from entails.questions.lexicon.search import search_words as search_words
    from entails.questions.lexicon.stems import stems as stems
    from entails.questions.lexicon.subanagrams import subanagrams as subanagrams
    from entails.questions.minimal import minimal_clues as minimal_clues
    from entails.questions.quine import exact_depth as exact_depth
    from entails.questions.quine import quine as quine
    from entails.questions.rate import rate as rate
    from entails.questions.rate import reasoned_difficulty as reasoned_difficulty
    from entails.questions.reading import parse as parse
    from entails.questions.reading import parse_many as parse_many
    from entails.questions.reading import query as query
    from entails.questions.scrabble.analyse import analyse_game as analyse_game
    from entails.questions.scrabble.best import best as best
    from entails.questions.scrabble.bingo import bingo as bingo
    from entails.questions.scrabble.check import judge as judge
    from entails.questions.scrabble.endgame import endgame as endgame
    from entails.questions.scrabble.gcg import replay as replay
    from entails.questions.scrabble.mark import mark as mark
    from entails.questions.scrabble.moves import moves as moves
    from entails.questions.scrabble.selfplay import selfplay as selfplay
    from entails.questions.scrabble.squares import squares as squares
    from entails.questions.scrabble.tally import tally as tally
    from entails.questions.solve import solutions as solutions
    from entails.questions.solve import solve as solve
    from entails.questions.solve import solve_many as solve_many
    from entails.questions.steps import steps as steps
    from entails.questions.sudoku.canonical import canonical as canonical
    from entails.questions.sudoku.generate import generate as generate
    from entails.questions.sudoku.isomorphic import isomorphic as isomorphic
    from entails.questions.variant.generate import generate_variants as generate_variants
    from entails.questions.wordle.analyse import analyse as analyse
    from entails.questions.wordle.candidates import candidates as candidates
    from entails.questions.wordle.evaluate import evaluate as evaluate
    from entails.questions.wordle.suggest import suggest as suggest
    from entails.questions.wordle.tree import tree as tree
    # end

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    from importlib import import_module

    from entails.exports import exports

    if name == "__all__":
        return list(exports())
    value = None
    if name in exports():
        value = getattr(import_module(exports()[name]), name)
    elif not name.startswith("_"):
        from entails.questions import owners_of

        if owners_of(name.replace("_", "-")):
            value = import_module("entails.questions.reading").function_of(name.replace("_", "-"))
    if value is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    from entails.exports import exports

    return sorted([*globals(), *exports()])
