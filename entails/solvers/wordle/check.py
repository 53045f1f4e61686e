"""Is a history consistent; which words are left and what do they share; and if none is left, why.

The words left come from the compiled filter, which has them at once. Only a contradiction needs more: the CNF finds the
smallest sets of claims that cannot all hold, and the smallest sets of guesses to doubt.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from entails.encoders.clauses import compile_cnf
from entails.models.encoding import Cnf
from entails.models.letters import ALPHABET, Letters, to_words
from entails.models.lexicon import Lexicon
from entails.models.limits import DEFAULTS, Limits, Options
from entails.models.outcome import Conflict, EndReason, Explanation, Repair
from entails.models.sentence import Language
from entails.models.wordle import Wordle
from entails.models.wordle.claims import Is, has_text
from entails.models.wordle.statement import answer, state
from entails.solvers.explain import Grain, explain
from entails.solvers.forced import forced
from entails.solvers.registry import engine
from entails.solvers.wordle.engine import remaining
from entails.solvers.wordle.relevant import words_that_matter

EXPLAINER, REFEREE = "minisat22", "maplechrono"
EXPLAIN_SECONDS = 3.0
"""How long each of the two explanations may take where nobody sets a limit."""

FEWEST_DOUBTS = 5
"""A guess to doubt is a short line: so many are listed even where one contradiction is enough."""

Blame = Literal["letters", "lexicon"]
Explainer = Callable[[Wordle, Limits, int, Grain], Explanation]


@dataclass(frozen=True)
class WhatIsLeft:
    """The words left. Not `exact` means that there are more than `count`; `words` has no more than were asked for."""

    count: int
    exact: bool
    words: tuple[str, ...]
    forced: tuple[str, ...]
    consistent: bool | None = True
    reason: EndReason | None = None


@dataclass(frozen=True)
class WhyNothing:
    """Why no word is left. `blame` is None when the limits came first."""

    blame: Blame | None
    conflicts: tuple[Conflict, ...]
    repairs: tuple[Repair, ...]
    complete: bool
    reason: EndReason | None


def formula(puzzle: Wordle, words: Lexicon | None = None) -> Cnf[str]:
    """The history in clauses; `words` stand for the whole lexicon where they are enough."""
    return compile_cnf(state(puzzle, words), decode=partial(answer, puzzle))


def what_is_left(puzzle: Wordle, limits: Limits, most: int | None = None, language: Language = "en") -> WhatIsLeft:
    """Up to `most` of the words that agree with the history, how many there are, and what they share. Strings of
    letters, where there is no lexicon, are spoken of in English only."""
    if puzzle.lexicon is None:
        return _strings_left(puzzle, limits, most)
    left = remaining(puzzle)
    return WhatIsLeft(len(left), True, tuple(to_words(left[:most])), shared_facts(left, language), len(left) > 0)


def _strings_left(puzzle: Wordle, limits: Limits, most: int | None) -> WhatIsLeft:
    """The same for strings of letters: there may be millions, so they are counted to `most` only."""
    from entails.solvers.enumerate import solutions

    encoding, solver = formula(puzzle), engine("cadical195")
    listing = solutions(solver, encoding, limits, Options(max_solutions=most))
    found = tuple(sorted(listing))
    if not found:
        return WhatIsLeft(0, True, (), (), False if listing.complete else None, listing.reason)
    facts = forced(solver, encoding, limits, DEFAULTS)
    reason = None if listing.reason == "maximum" else listing.reason
    return WhatIsLeft(len(found), listing.complete, found, without_echoes(facts.names), True, reason)


def shared_facts(letters: Letters, language: Language = "en") -> tuple[str, ...]:
    """What all of these words have in common: letters at positions, and letters that are somewhere."""
    if not len(letters):
        return ()
    first = to_words(letters[:1])[0]
    same = (letters == letters[0]).all(axis=0)
    placed = [Is(position, letter) for position, letter in enumerate(first) if same[position]]
    there = [letter for value, letter in enumerate(ALPHABET) if (letters == value).any(axis=1).all()]
    settled = {claim.letter for claim in placed}
    somewhere = [has_text(letter, language) for letter in there if letter not in settled]
    return (*(claim.sentence.say(language) for claim in placed), *somewhere)


def without_echoes(names: Sequence[str]) -> tuple[str, ...]:
    """Facts without "there is an A" where a position is known to be A."""
    settled = {has_text(name[-1].lower()) for name in names if name.startswith("position")}
    return tuple(name for name in names if name not in settled)


def why_nothing(puzzle: Wordle, limits: Limits, most: int, explained: "Explainer | None" = None) -> WhyNothing:
    """The smallest contradictions, up to `most`, and the fewest guesses to doubt, as `explained` by an engine that
    somebody chose, or by the usual one.

    The letters alone are asked first: a contradiction there needs no lexicon, and says more.
    """
    explained = explained or _explained
    bounded = limits.model_copy(update={"seconds": limits.seconds or EXPLAIN_SECONDS})
    blame: Blame | None = "letters"
    why = explained(Wordle(puzzle.history), bounded, most, "fine")
    if why.consistent:
        blame, why = "lexicon", explained(puzzle, bounded, most, "fine")
    elif why.consistent is None:
        blame = None
    doubts = explained(puzzle, bounded, max(most, FEWEST_DOUBTS), "coarse")
    reasons = [_cut(why, len(why.conflicts) < most), _cut(doubts, len(doubts.repairs) < max(most, FEWEST_DOUBTS))]
    reason = next((reason for reason in reasons if reason), None)
    return WhyNothing(blame, why.conflicts, doubts.repairs, reason is None, reason)


def _cut(explanation: Explanation, short: bool) -> EndReason | None:
    """What ended the list that is used of an explanation: one that is short of the maximum has not reached it."""
    return None if short and explanation.reason == "maximum" else explanation.reason


def _explained(puzzle: Wordle, limits: Limits, most: int, grain: Grain) -> Explanation:
    """By the words that matter, in the words of the whole lexicon."""
    encoding = formula(puzzle, words_that_matter(puzzle))
    return explain(engine(EXPLAINER), encoding, limits, DEFAULTS, most=most, grain=grain, referee=engine(REFEREE))
