"""The single change that mends a history in which no word is left: one square of another colour, or another count.

A slip of the finger is the usual cause, and "make square 4 of guess 2 yellow" is what a player wants to hear.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from entails.models.letters import to_letters, to_words
from entails.models.limits import Limits
from entails.models.sentence import Sentence, Template
from entails.models.wordle import COLOURS, Guess, History, Wordle
from entails.models.wordle.scoring import GREEN, GREY, YELLOW

_MOST_GUESSES = 30
"""Nobody mends a longer history by one square; without a lexicon, a third of that."""
_MOST_TOLD = 5
_SECONDS = 0.2
"""Time for each change that is tried by an engine, where there is no lexicon to look at."""

_COLOURS = {
    GREEN: Template("green", "verte"),
    YELLOW: Template("yellow", "jaune"),
    GREY: Template("grey", "grise"),
}
_SQUARE = Template(
    "make square {place} of guess {number} ({word}) {colour}",
    "rendez {colour} la case {place} de l'essai {number} ({word})",
)
_COUNT = Template(
    "make the counts of guess {number} ({word}) {counts}", "donnez à l'essai {number} ({word}) les comptes {counts}"
)
_LEFT = Template("{change}: {count} words are left", "{change} : il reste {count} mots")
_ONE_LEFT = Template("{change}: then it is {word}", "{change} : c'est alors {word}")

_Change = tuple[int, int]
"""The place of a guess, and the code that it would have instead."""


def mends(puzzle: Wordle) -> tuple[Sentence, ...]:
    """Single changes after which words are left, those that leave most first. A change of a square is one of a colour,
    whatever else of the guess follows from it."""
    history = puzzle.history
    if not history.guesses or len(history) > _MOST_GUESSES:
        return ()
    if puzzle.lexicon is None:
        return tuple(_said(history, change) for change in _by_engine(history))
    found, one_word = _by_words(puzzle)
    told = sorted(found, key=lambda change: (-found[change], change))[:_MOST_TOLD]
    return tuple(
        _ONE_LEFT(change=_said(history, change), word=one_word[change].upper())
        if found[change] == 1
        else _LEFT(change=_said(history, change), count=f"{found[change]:,}")
        for change in told
    )


def _by_words(puzzle: Wordle) -> tuple[Counter[_Change], dict[_Change, str]]:
    """For each change how many words it leaves, and one of them: words that a single guess excludes, by one square."""
    from entails.solvers.wordle.patterns import pattern_row

    history = puzzle.history
    secrets = puzzle.letters
    rows = to_letters([guess.word for guess in history], history.length)
    codes = np.array([pattern_row(row, secrets, history.kind) for row in rows], np.int64)
    differs = codes != np.array([guess.code for guess in history])[:, None]
    near = np.flatnonzero(differs.sum(axis=0) == 1)
    found: Counter[_Change] = Counter()
    one_word: dict[_Change, str] = {}
    for word in near.tolist():
        place = int(differs[:, word].argmax())
        change = place, int(codes[place, word])
        if _is_single(history, change):
            found[change] += 1
            one_word.setdefault(change, to_words(secrets[word : word + 1])[0])
    return found, one_word


def _by_engine(history: History) -> Iterator[_Change]:
    """The same for strings of letters: every change is tried."""
    from entails.solvers.wordle.check import what_is_left

    told = 0
    for place, guess in enumerate(history if 3 * len(history) <= _MOST_GUESSES else ()):
        for code in _near(history, guess.code):
            if told < _MOST_TOLD and history.kind.problem(guess.word, code) is None:
                changed = (*history.guesses[:place], Guess(guess.word, code), *history.guesses[place + 1 :])
                left = what_is_left(Wordle(replace(history, guesses=changed)), Limits(seconds=_SECONDS), 1)
                if left.consistent:
                    told += 1
                    yield place, code


def _near(history: History, code: int) -> Iterator[int]:
    """The codes that differ in one square, or in one of the two counts."""
    marks = _marks(history, code)
    colours = history.scoring == COLOURS.name
    base = 3 if colours else history.length + 1
    for at, mark in enumerate(marks):
        for other in range(base):
            if other != mark:
                yield code + (other - mark) * base ** (len(marks) - 1 - at)


def _is_single(history: History, change: _Change) -> bool:
    """Is it one square, or one of the two counts, that is another?"""
    place, code = change
    before, after = (_marks(history, one) for one in (history.guesses[place].code, code))
    return sum(one != other for one, other in zip(before, after, strict=True)) == 1


def _marks(history: History, code: int) -> tuple[int, ...]:
    if history.scoring == COLOURS.name:
        return tuple(COLOURS.colours(code, history.length))
    return divmod(code, history.length + 1)


def _said(history: History, change: _Change) -> Sentence:
    place, code = change
    guess = history.guesses[place]
    if history.scoring != COLOURS.name:
        counts = history.kind.write(code, history.length)
        return _COUNT(number=place + 1, word=guess.word.upper(), counts=counts)
    before, after = _marks(history, guess.code), _marks(history, code)
    square = next(at for at, (one, other) in enumerate(zip(before, after, strict=True)) if one != other)
    colour = _COLOURS[after[square]]()
    return _SQUARE(place=square + 1, number=place + 1, word=guess.word.upper(), colour=colour)
