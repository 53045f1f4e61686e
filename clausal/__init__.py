"""Clausal: say a puzzle as constraints, let an engine answer.

    >>> import clausal
    >>> grid = clausal.parse("sudoku", "..4..3...2....1.")
    >>> clausal.solve(grid).answer.line
    '2143432112343412'

The front door is one function for each question, and what they are asked with. Each is imported on first use (PEP 562),
so that `import clausal` costs nothing; `clausal.exports` says where they are. `encoder` and `engine` may be chosen by
name; without, the puzzle knows good ones. Every command of a puzzle is also a function of the same name, and
`query("takuzu", "rate", text)` answers any of them as the command line does. Every answer is checked against the rules
of the puzzle before it is given out.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # written by scripts/exports.py
    from clausal.models.content import Document as Document
    from clausal.models.limits import Limits as Limits
    from clausal.models.limits import Options as Options
    from clausal.problem import Problem as Problem
    from clausal.questions.check import check as check
    from clausal.questions.count import count as count
    from clausal.questions.draw import drawing as drawing
    from clausal.questions.explain import explain as explain
    from clausal.questions.export import export as export
    from clausal.questions.forced import forced as forced
    from clausal.questions.hint import hint as hint
    from clausal.questions.lexicon.anagrams import anagrams as anagrams
    from clausal.questions.lexicon.check import look_up as look_up
    from clausal.questions.lexicon.extensions import extensions as extensions
    from clausal.questions.lexicon.hooks import hooks as hooks
    from clausal.questions.lexicon.info import lexicon as lexicon
    from clausal.questions.lexicon.list import lexicons as lexicons
    from clausal.questions.lexicon.quiz import quiz as quiz
    from clausal.questions.lexicon.search import search_words as search_words
    from clausal.questions.lexicon.stems import stems as stems
    from clausal.questions.lexicon.subanagrams import subanagrams as subanagrams
    from clausal.questions.minimal import minimal_clues as minimal_clues
    from clausal.questions.quine import exact_depth as exact_depth
    from clausal.questions.quine import quine as quine
    from clausal.questions.rate import rate as rate
    from clausal.questions.rate import reasoned_difficulty as reasoned_difficulty
    from clausal.questions.reading import parse as parse
    from clausal.questions.reading import parse_many as parse_many
    from clausal.questions.reading import query as query
    from clausal.questions.scrabble.analyse import analyse_game as analyse_game
    from clausal.questions.scrabble.best import best as best
    from clausal.questions.scrabble.bingo import bingo as bingo
    from clausal.questions.scrabble.check import judge as judge
    from clausal.questions.scrabble.endgame import endgame as endgame
    from clausal.questions.scrabble.gcg import replay as replay
    from clausal.questions.scrabble.mark import mark as mark
    from clausal.questions.scrabble.moves import moves as moves
    from clausal.questions.scrabble.selfplay import selfplay as selfplay
    from clausal.questions.scrabble.squares import squares as squares
    from clausal.questions.scrabble.tally import tally as tally
    from clausal.questions.solve import solutions as solutions
    from clausal.questions.solve import solve as solve
    from clausal.questions.solve import solve_many as solve_many
    from clausal.questions.steps import steps as steps
    from clausal.questions.sudoku.canonical import canonical as canonical
    from clausal.questions.sudoku.generate import generate as generate
    from clausal.questions.sudoku.isomorphic import isomorphic as isomorphic
    from clausal.questions.variant.generate import generate_variants as generate_variants
    from clausal.questions.wordle.analyse import analyse as analyse
    from clausal.questions.wordle.candidates import candidates as candidates
    from clausal.questions.wordle.evaluate import evaluate as evaluate
    from clausal.questions.wordle.suggest import suggest as suggest
    from clausal.questions.wordle.tree import tree as tree
    # end

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    from importlib import import_module

    from clausal.exports import exports

    if name == "__all__":
        return list(exports())
    value = None
    if name in exports():
        value = getattr(import_module(exports()[name]), name)
    elif not name.startswith("_"):
        from clausal.questions import owners_of

        if owners_of(name.replace("_", "-")):
            value = import_module("clausal.questions.reading").function_of(name.replace("_", "-"))
    if value is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    from clausal.exports import exports

    return sorted([*globals(), *exports()])
