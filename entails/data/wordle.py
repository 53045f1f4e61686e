"""Word lists, priors and proven totals of Wordle.

English games of five letters use Wordle's own two lists; all others use one list for secrets and guesses.
`known_totals` reads the proven totals of first guesses: the sum of guesses over all secrets of a list.
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
from entails.models.alphabet import ALPHABET, LATIN, LONGEST, SHORTEST, Alphabet, own_letters, with_own_letters
from entails.models.errors import InvalidData, InvalidOption
from entails.models.fields import Document, decoded
from entails.models.lexicon import Lexicon
from entails.models.wordle.words import Words, packed

Prior = str | Document
"""Prior probabilities of the secrets: a name of `PRIORS`, or a document of words and weights (see `stated_weights`)."""
PRIORS = ("uniform", "frequency")

ZIPF_OF_AN_EVEN_CHANCE = 3.0
"""Zipf value at which the prior makes a word half as likely as the commonest: one in a million words of text."""
ZIPF_PER_STEP = 0.5
"""Scale of the sigmoid around that value."""
RAREST_WEIGHT = 1e-4
"""Minimum weight, so that no word of the list is impossible."""

_COUNTED = {"en": ("wordle-allowed-14855", "enable"), "fr": ("fr",), "nl": ("nl",)}
"""Lexicons with word frequencies, by language."""
_ZIPF: dict[str, NDArray[np.float64]] = {}
_MOST_KEPT = 16
_LATER_ANSWERS, _LATER_ALLOWED = "wordle-answers-3158", "wordle-allowed-14855"
_ALLOWED_WITH = {
    "wordle-answers": "wordle-allowed",
    "wordle-answers-2309": "wordle-allowed",
    _LATER_ANSWERS: _LATER_ALLOWED,
}
"""Wordle's own lists of answers, with the allowed guesses of their time."""
OTHER_SCRIPTS = ("ru", "el")
"""Languages that are not written in the letters a to z."""
OWN_LETTERS_OF = {
    "es": "ñ",
    "sv": "åäö",
    "fi": "åäö",
    "da": "æøå",
    "no": "æøå",
    "de": "äöü",
    "pl": "ąćęłńóśźż",
    "hu": "áéíóöőúüű",
    "is": "áéíóúýðþæö",
    "et": "õäöüšž",
}
"""Letters that a language counts as its own, beside a to z. Other accents are folded: é is e, ß is ss."""
LANGUAGE_NAMES = {
    "english": "en",
    "french": "fr",
    "spanish": "es",
    "dutch": "nl",
    "polish": "pl",
    "swedish": "sv",
    "danish": "da",
    "hungarian": "hu",
    "german": "de",
    "norwegian": "no",
    "finnish": "fi",
    "icelandic": "is",
    "estonian": "et",
}
"""English names of languages, which `--lang` accepts beside their codes."""
_MOST_CODES = 20_000


def words_for(
    language: str = "en",
    length: int = 5,
    *,
    answers: Lexicon | None = None,
    allowed: Lexicon | None = None,
    prior: Prior | None = "uniform",
    fold: bool = False,
) -> Words:
    """Build the words of a game. `answers` and `allowed` replace the default lists.

    They are in the letters a to z and those that their language counts as its own; with `fold`, in a to z alone.
    With `answers` alone, only these can be guessed, unless they are Wordle's own. With `allowed` alone, the secrets are
    the default ones.
    """
    if not SHORTEST <= length <= LONGEST:
        raise InvalidOption(f"invalid word length {length}", expected=f"{SHORTEST} to {LONGEST}")
    secrets, guesses = lists_for(language, length, answers, allowed, fold=fold)
    if not secrets.counts.get(length):
        raise InvalidOption(f"{secrets.name} has no words of {length} letters", expected="another length or list")
    letters = secrets.letters(length)
    weights = _weights(prior, secrets, length)
    name = secrets.name if guesses is secrets else f"{secrets.name} + {guesses.name}"
    return Words.of(letters, guesses.letters(length), name=name, language=secrets.language, weights=weights)


def lists_for(
    language: str,
    length: int,
    answers: Lexicon | None = None,
    allowed: Lexicon | None = None,
    *,
    fold: bool = False,
) -> tuple[Lexicon, Lexicon]:
    """Return the lexicons of the secrets and of the guesses, both in the letters of the secrets.

    With `fold` these are a to z: å is a, ñ is n.
    """
    answers = None if answers is None else answers.spelt_in(letters_of_words(answers, fold=fold))
    if allowed is not None:
        alphabet = letters_of_game(language, fold=fold) if answers is None else answers.alphabet
        allowed = allowed.spelt_in(alphabet)
    if answers is not None:
        return answers, allowed or (lexicon(_ALLOWED_WITH[answers.name]) if answers.name in _ALLOWED_WITH else answers)
    if language not in DEFAULT_OF_LANGUAGE or language in OTHER_SCRIPTS:
        codes = ", ".join(code for code in DEFAULT_OF_LANGUAGE if code not in OTHER_SCRIPTS)
        raise InvalidOption(f"no word list for language {language[:20]!r}", expected=" or ".join(codes.rsplit(", ", 1)))
    if language == "en" and length == 5:
        return lexicon("wordle-answers"), allowed or lexicon("wordle-allowed")
    usual = lexicon(DEFAULT_OF_LANGUAGE[language])
    usual = usual.spelt_in(letters_of_words(usual, fold=fold))
    return usual, allowed or usual


def letters_of_words(words: Lexicon, *, fold: bool = False) -> Alphabet:
    """Return the letters for a game with these words: a to z, and the language's own unless `fold`."""
    return LATIN if fold else with_own_letters(own_letters(words.alphabet))


def letters_of_game(language: str | None, *, fold: bool = False) -> Alphabet:
    """Return the letters for a game in this language: a to z, and the language's own unless `fold`."""
    return LATIN if fold else with_own_letters(OWN_LETTERS_OF.get(language or "", ""))


def _weights(prior: Prior | None, secrets: Lexicon, length: int) -> NDArray[np.float64] | None:
    if prior is None:  # JSON may have "prior": null
        return None
    if isinstance(prior, Document):
        return stated_weights(prior, secrets, length)
    if prior not in PRIORS:
        raise InvalidOption(f"unknown prior {prior[:30]!r}", expected=f"{' or '.join(PRIORS)}, or a file")
    return frequency_weights(secrets, length) if prior == "frequency" else None


def stated_weights(document: Document, secrets: Lexicon, length: int) -> NDArray[np.float64]:
    """Read weights from a document: a word and a positive number per line. They need not add up to 1.

    Words of other lengths are ignored. A secret without a weight gets the smallest weight of the document.
    """
    by_row: dict[int, float] = {}
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
            raise InvalidData(f"invalid line {line.strip()[:30]!r}", where=where, expected=expected)
        row = secrets.index_of(word)
        if row is not None and len(secrets.alphabet.fold(word)) == length:
            by_row[row] = weight
    if not by_row:
        expected = f"words of {secrets.name} with {length} letters"
        raise InvalidData("no word of the file can be the secret", where=document.name, expected=expected)
    weights = np.full(secrets.counts[length], min(by_row.values()))
    weights[list(by_row)] = list(by_row.values())
    return np.asarray(weights / weights.sum())


def frequency_weights(secrets: Lexicon, length: int) -> NDArray[np.float64]:
    """Return the probability that each word is the secret, estimated from its frequency in text.

    It is a sigmoid of the Zipf value: common words are about equally likely, rare words unlikely. Puzzles use words
    that people know.
    """
    zipf = secrets.zipf(length)
    if zipf is None:
        expected = f"one of {', '.join(DEFAULT_OF_LANGUAGE.values())} or Wordle's own lists"
        raise InvalidOption(f"{secrets.name} has no word frequencies", expected=expected)
    chance = RAREST_WEIGHT + 1 / (1 + np.exp((ZIPF_OF_AN_EVEN_CHANCE - zipf) / ZIPF_PER_STEP))
    weights: NDArray[np.float64] = chance / chance.sum()
    return weights


def zipf_of(words: Words) -> NDArray[np.float64] | None:
    """Return the Zipf value of each word from the lexicons of its language; 0 for words that they lack.

    The result is None if they contain none of the words.
    """
    names = _COUNTED.get(words.language, ())
    if not names or words.digest in _ZIPF:
        return _ZIPF.get(words.digest)
    values = np.full(len(words), -1.0)
    for name in names:
        known = lexicon(name)
        zipf = known.zipf(words.length)
        if zipf is not None and len(zipf):
            listed, wanted = packed(known.letters(words.length)), packed(words.letters)
            places = np.minimum(np.searchsorted(listed, wanted), len(listed) - 1)
            values = np.where(listed[places] == wanted, np.maximum(values, zipf[places]), values)
    if len(_ZIPF) >= _MOST_KEPT:
        _ZIPF.clear()
    if (values >= 0).any():
        _ZIPF[words.digest] = np.maximum(values, 0.0)
    return _ZIPF.get(words.digest)


def is_usual(words: Words, zipf: NDArray[np.float64] | None) -> NDArray[np.bool_]:
    """Return, for each word, whether most people know it: common words, and answers chosen for the game.

    If frequencies are unknown, all words count as known.
    """
    if zipf is None or not zipf.any():
        return np.ones(len(words), dtype=bool)
    usual = zipf >= ZIPF_OF_AN_EVEN_CHANCE
    if _lists_of(words)[0] in _ALLOWED_WITH:
        usual[: words.answers] = True
        usual |= is_later_answer(words)
    return np.asarray(usual)


def with_later_words(words: Words) -> Words:
    """Add the guesses that Wordle has allowed since 2022; return the words of other games unchanged.

    The answers keep their rows.
    """
    answers, allowed = _lists_of(words)
    if answers not in _ALLOWED_WITH or allowed not in _ALLOWED_WITH.values():
        return words
    more = np.concatenate([words.letters, lexicon(_LATER_ALLOWED).letters(words.length)])
    return Words.of(words.secrets, more, name=words.name, language=words.language, weights=words.weights)


def is_later_answer(words: Words) -> NDArray[np.bool_]:
    """Return, for each word, whether it is an answer of Wordle as of July 2023; all false for other games."""
    is_later = np.zeros(len(words), dtype=bool)
    if _lists_of(words)[0] not in _ALLOWED_WITH:
        return is_later
    wanted = packed(lexicon(_LATER_ANSWERS).letters(words.length))
    for start, end in ((0, words.answers), (words.answers, len(words))):  # both parts are sorted
        listed = packed(words.letters[start:end])
        if len(listed):
            places = np.minimum(np.searchsorted(listed, wanted), len(listed) - 1)
            is_later[start + places[listed[places] == wanted]] = True
    return is_later


def _lists_of(words: Words) -> tuple[str, str]:
    """Return the names of the lists of answers and of allowed guesses."""
    answers, _, allowed = words.name.partition(" + ")
    return answers, allowed or answers


def mastermind(pegs: int = 4, colours: int = 6) -> Words:
    """Return the codes of Mastermind as words: every sequence of `pegs` of the first `colours` letters.

    Played with counts, this is the board game, whose optimal figures are published.
    """
    if not (SHORTEST <= pegs <= LONGEST and 1 <= colours <= len(ALPHABET)) or colours**pegs > _MOST_CODES:
        expected = f"at most {_MOST_CODES:,} codes, such as 4x6"
        raise InvalidOption(f"{pegs} pegs and {colours} colours are not supported", expected=expected)
    codes = np.indices((colours,) * pegs, dtype=np.uint8).reshape(pegs, -1).T
    return Words.of(codes, name=f"Mastermind {pegs}x{colours}")


_FILE = Path(__file__).with_name("openers.json")


@cache
def known_totals(digest: str, feedback: str, mode: str) -> Mapping[str, int]:
    """Return the proven totals by first guess for a list, given its digest (see `Words.digest`); empty if unknown."""
    for entry in _entries():
        if (entry["digest"], entry["feedback"], entry["mode"]) == (digest, feedback, mode):
            return {str(word): int(total) for word, total in entry["totals"].items()}
    return {}


@cache
def _entries() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(_FILE.read_text("utf-8"))["lists"])
