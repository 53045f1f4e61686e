"""The words that Wordle is played with, by language and length.

English games of five letters have Wordle's own two lists; all others are played with one list for both.

Totals of first guesses that were proven once: how many guesses all secrets of a list take together.
"""

import json
import math
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from entails.data.lexicons import DEFAULT_OF_LANGUAGE, lexicon
from entails.models.alphabet import ALPHABET, LATIN, LONGEST, SHORTEST, fold
from entails.models.errors import InvalidData, InvalidOption
from entails.models.fields import Document, decoded
from entails.models.lexicon import Lexicon
from entails.models.wordle.words import Words, packed

Prior = str | Document
"""How likely each secret is: one of `PRIORS`, or a document of words and weights (see `stated_weights`)."""
PRIORS = ("uniform", "frequency")

ZIPF_OF_AN_EVEN_CHANCE = 3.0
"""Where the prior makes a word half as likely as the commonest: about one in a million words of running text."""
ZIPF_PER_STEP = 0.5
"""How fast it rises around there."""
RAREST_WEIGHT = 1e-4
"""No word of the list is impossible."""

_COUNTED = {"en": ("wordle-allowed-14855", "enable"), "fr": ("fr",), "nl": ("nl",)}
"""Lexicons that know how common words are."""
_ZIPF: dict[str, NDArray[np.float64]] = {}
_MOST_KEPT = 16
_WORDLE_ANSWERS = ("wordle-answers", "wordle-answers-2309")
OTHER_SCRIPTS = ("ru", "el")
"""Languages with words that no a to z can write."""
_MOST_CODES = 20_000


def words_for(
    language: str = "en",
    length: int = 5,
    *,
    answers: Lexicon | None = None,
    allowed: Lexicon | None = None,
    prior: Prior | None = "uniform",
) -> Words:
    """The words of a game. A list of your own takes the place of the usual one: with `answers` alone, only these can be
    guessed, unless they are Wordle's own; with `allowed` alone, the answers are the usual ones."""
    if not SHORTEST <= length <= LONGEST:
        raise InvalidOption(f"there are no words of {length} letters", expected=f"{SHORTEST} to {LONGEST}")
    secrets, guesses = lists_for(language, length, answers, allowed)
    if not secrets.counts.get(length):
        raise InvalidOption(f"{secrets.name} has no word of {length} letters", expected="another length or list")
    letters = secrets.letters(length)
    weights = _weights(prior, secrets, length)
    name = secrets.name if guesses is secrets else f"{secrets.name} + {guesses.name}"
    return Words.of(letters, guesses.letters(length), name=name, language=secrets.language, weights=weights)


def lists_for(
    language: str, length: int, answers: Lexicon | None = None, allowed: Lexicon | None = None
) -> tuple[Lexicon, Lexicon]:
    """The lexicon of the secrets and the lexicon of the guesses. Wordle is played in a to z: å is a, and ñ is n."""
    answers, allowed = folded(answers), folded(allowed)
    if answers is not None:
        return answers, allowed or (lexicon("wordle-allowed") if answers.name in _WORDLE_ANSWERS else answers)
    if language not in DEFAULT_OF_LANGUAGE or language in OTHER_SCRIPTS:
        known = " or ".join(
            ", ".join(name for name in DEFAULT_OF_LANGUAGE if name not in OTHER_SCRIPTS).rsplit(", ", 1)
        )
        raise InvalidOption(f"there is no word list for the language {language[:20]!r}", expected=known)
    if language == "en" and length == 5:
        return lexicon("wordle-answers"), allowed or lexicon("wordle-allowed")
    usual = lexicon(DEFAULT_OF_LANGUAGE[language]).spelt_in(LATIN)
    return usual, allowed or usual


def folded(words: Lexicon | None) -> Lexicon | None:
    """The same words in the letters of Wordle."""
    return None if words is None else words.spelt_in(LATIN)


def _weights(prior: Prior | None, secrets: Lexicon, length: int) -> NDArray[np.float64] | None:
    if prior is None:  # as JSON may say where it says nothing
        return None
    if isinstance(prior, Document):
        return stated_weights(prior, secrets, length)
    if prior not in PRIORS:
        raise InvalidOption(f"there is no prior {prior[:30]!r}", expected=f"{' or '.join(PRIORS)}, or a file")
    return frequency_weights(secrets, length) if prior == "frequency" else None


def stated_weights(document: Document, secrets: Lexicon, length: int) -> NDArray[np.float64]:
    """Weights that somebody wrote down, a word and a number on each line; they need not add up to 1. Words of other
    lengths do not count, and a word that is not there is as unlikely as the least likely one that is."""
    weight_of: dict[int, float] = {}
    for number, line in enumerate(decoded(document.data).splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        word, *rest = re.split(r"[\s,;:=]+", line.strip())
        try:
            (weight,) = map(float, rest)
        except ValueError:
            weight = -1.0
        if not (0 < weight < math.inf):
            where, expected = f"{document.name}, line {number}", "a word and a weight above 0, such as crane 2.5"
            raise InvalidData(f"{line.strip()[:30]!r} is no word with its weight", where=where, expected=expected)
        row = secrets.index_of(word)
        if row is not None and len(fold(word)) == length:
            weight_of[row] = weight
    if not weight_of:
        expected = f"some of {secrets.name} with {length} letters"
        raise InvalidData("it names no word that can be the secret", where=document.name, expected=expected)
    weights = np.full(secrets.counts[length], min(weight_of.values()))
    weights[list(weight_of)] = list(weight_of.values())
    return np.asarray(weights / weights.sum())


def frequency_weights(secrets: Lexicon, length: int) -> NDArray[np.float64]:
    """How likely each word is to be the secret, guessing from how common it is: a sigmoid on the Zipf scale, so that
    common words are about equally likely and rare ones hardly so. Puzzles are made of words that people know."""
    zipf = secrets.zipf(length)
    if zipf is None:
        expected = f"one of {', '.join(DEFAULT_OF_LANGUAGE.values())} or Wordle's own lists"
        raise InvalidOption(f"nobody counted how common the words of {secrets.name} are", expected=expected)
    chance = RAREST_WEIGHT + 1 / (1 + np.exp((ZIPF_OF_AN_EVEN_CHANCE - zipf) / ZIPF_PER_STEP))
    weights: NDArray[np.float64] = chance / chance.sum()
    return weights


def zipf_of(words: Words) -> NDArray[np.float64] | None:
    """How common each word is, on the Zipf scale, by the lexicons of its language; 0 for words that they do not have,
    None where they have none of them."""
    names = _COUNTED.get(words.language, ())
    if not names or words.digest in _ZIPF:
        return _ZIPF.get(words.digest)
    frequencies = np.full(len(words), -1.0)
    for name in names:
        known = lexicon(name)
        zipf = known.zipf(words.length)
        if zipf is not None and len(zipf):
            listed, wanted = packed(known.letters(words.length)), packed(words.letters)
            places = np.minimum(np.searchsorted(listed, wanted), len(listed) - 1)
            frequencies = np.where(listed[places] == wanted, np.maximum(frequencies, zipf[places]), frequencies)
    if len(_ZIPF) >= _MOST_KEPT:
        _ZIPF.clear()
    if (frequencies >= 0).any():
        _ZIPF[words.digest] = np.maximum(frequencies, 0.0)
    return _ZIPF.get(words.digest)


def is_usual(words: Words, zipf: NDArray[np.float64] | None) -> NDArray[np.bool_]:
    """Which words people can be expected to know: the common ones, and answers that people chose for the game. Where
    nobody counted words, all of them."""
    if zipf is None or not zipf.any():
        return np.ones(len(words), dtype=bool)
    usual = zipf >= ZIPF_OF_AN_EVEN_CHANCE
    if words.name.partition(" + ")[0] in _WORDLE_ANSWERS:
        usual[: words.answers] = True
    return np.asarray(usual)


def mastermind(pegs: int = 4, colours: int = 6) -> Words:
    """The codes of Mastermind as words: every row of `pegs` letters out of the first `colours`. Played with counts, it
    is the board game, whose figures are known."""
    if not (SHORTEST <= pegs <= LONGEST and 1 <= colours <= len(ALPHABET)) or colours**pegs > _MOST_CODES:
        expected = f"a board such as 4x6 with at most {_MOST_CODES:,} codes"
        raise InvalidOption(f"there is no board of {pegs} pegs and {colours} colours here", expected=expected)
    codes = np.indices((colours,) * pegs, dtype=np.uint8).reshape(pegs, -1).T
    return Words.of(codes, name=f"Mastermind {pegs}x{colours}")


_FILE = Path(__file__).with_name("openers.json")


@cache
def known_totals(digest: str, feedback: str, mode: str) -> Mapping[str, int]:
    """The totals by word, for the list of this digest (see `Words.digest`); none for a list that nobody measured."""
    for entry in _entries():
        if (entry["digest"], entry["feedback"], entry["mode"]) == (digest, feedback, mode):
            return {str(word): int(total) for word, total in entry["totals"].items()}
    return {}


@cache
def _entries() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(_FILE.read_text("utf-8"))["lists"])
