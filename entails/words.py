"""Functions for lexicons (word lists): search, anagrams, hooks, extensions, stems and quizzes.

Example:
    >>> import entails
    >>> entails.words.search("cra?e", "wordle-answers")
    ('crane', 'crate', 'crave', 'craze')
"""

from typing import TYPE_CHECKING

# written by scripts/exports.py
if TYPE_CHECKING:
    from entails.queries.lexicon.check import coverage as coverage
    from entails.queries.lexicon.check import lexicon as info
    from entails.queries.lexicon.check import lexicons as list
    from entails.queries.lexicon.check import look_up as check
    from entails.queries.lexicon.check import quiz as quiz
    from entails.queries.lexicon.finding import anagrams as anagrams
    from entails.queries.lexicon.finding import extensions as extensions
    from entails.queries.lexicon.finding import hooks as hooks
    from entails.queries.lexicon.finding import search_words as search
    from entails.queries.lexicon.finding import stems as stems
    from entails.queries.lexicon.finding import subanagrams as subanagrams

__all__ = [
    "anagrams",
    "check",
    "coverage",
    "extensions",
    "hooks",
    "info",
    "list",
    "quiz",
    "search",
    "stems",
    "subanagrams",
]
# end

if not TYPE_CHECKING:
    from entails.listing import lazy

    __getattr__, __dir__ = lazy(__name__)
