"""Who answers the guesses of a game. The host knows the secret, or, as the adversary, only which words it can still be.

The adversary is the host of Absurdle: it has no secret, and always gives the feedback that leaves most words. It does
not look ahead. An honest host is an adversary with one word left.
"""

from dataclasses import dataclass, replace
from hashlib import sha256

import numpy as np

from entails.data.lexicons import NAMES, lexicon
from entails.models.errors import InvalidOption
from entails.models.letters import Letters, to_words
from entails.models.lexicon import Lexicon
from entails.models.wordle.scoring import COLOURS, COUNTS, GREEN, YELLOW, Scoring
from entails.models.wordle.words import Words
from entails.solvers.wordle.candidates import as_letters
from entails.solvers.wordle.patterns import pattern_row

COMMON_ZIPF = 3.5
"""Words as common as that (three in a million words of running text) are asked."""
FEWEST_ASKED = 500
"""So many are asked, the commonest, even where fewer are as common."""
CHOSEN_BY_PEOPLE = frozenset({"wordle-answers", "wordle-answers-2309"})
"""Lists that already are words for players."""


@dataclass(frozen=True, eq=False)
class Host:
    """Answers guesses. `secrets` are the words it has not yet given up: one, unless it is the adversary."""

    scoring: Scoring
    secrets: Letters

    def reply(self, word: str) -> "tuple[int, Host]":
        """The feedback, and the host who has given it.

        Of the feedbacks that leave most words: the one with the fewest green (well placed) letters, then with the
        fewest yellow (misplaced) ones, then the one whose first letters tell least.
        """
        length = self.secrets.shape[1]
        codes = pattern_row(as_letters(word, length), self.secrets, self.scoring)
        found, sizes = np.unique(codes, return_counts=True)
        parts = zip(found.tolist(), sizes.tolist(), strict=True)
        code: int = min(parts, key=lambda part: (-part[1], hits(self.scoring, part[0], length), part[0]))[0]
        return code, replace(self, secrets=self.secrets[codes == code])

    @property
    def secret(self) -> str:
        """The secret; of the adversary, the first of the words that it could still claim."""
        return to_words(self.secrets[:1])[0]


def host_for(words: Words, scoring: Scoring, *, game: int = 0, secret: str | None = None, adversary: bool) -> Host:
    """The host of a game. Without a `secret`, the number of the game chooses one of the words that are asked (see
    `with_common_answers`): the same number, the same word. The adversary claims any of them."""
    if secret is not None:
        if adversary:
            raise InvalidOption("the adversary has no secret", expected="one of the two")
        if words.row_of(secret) is None:
            shown = f"{secret.strip()[:30]!r} is not among the words that can be guessed"
            raise InvalidOption(shown, where="the secret", expected=f"a word of {words.length} letters of {words.name}")
        return Host(scoring, as_letters(secret, words.length)[None])
    asked = with_common_answers(words).secrets
    if adversary:
        return Host(scoring, asked)
    chosen = int.from_bytes(sha256(f"clausal wordle {game}".encode()).digest()[:8]) % len(asked)
    return Host(scoring, asked[chosen : chosen + 1])


def with_common_answers(words: Words) -> Words:
    """The same game with secrets that people know.

    A lexicon of every form of every word would have players look for rare conjugations. Where it is known how common
    its words are, only common ones are asked; all of them may still be guessed. Lists that people chose stay as they
    are.
    """
    known = next((one for one in map(lexicon, NAMES) if _has_the_answers_of(one, words)), None)
    zipf = None if known is None or known.name in CHOSEN_BY_PEOPLE else known.zipf(words.length)
    if known is None or zipf is None:
        return words
    threshold = min(COMMON_ZIPF, float(np.sort(zipf)[-min(FEWEST_ASKED, len(zipf))]))
    common = words.secrets[zipf >= threshold]
    return Words.of(common, words.letters, name=f"common {words.name}", language=words.language)


def _has_the_answers_of(known: Lexicon, words: Words) -> bool:
    """Whatever the list is called: a file may hold a lexicon of ours."""
    same_number = known.counts.get(words.length) == words.answers
    return same_number and np.array_equal(known.letters(words.length), words.secrets)


def hits(scoring: Scoring, code: int, length: int) -> tuple[int, int]:
    """How many letters of a feedback are green (or well placed), and how many yellow (or misplaced)."""
    if scoring is COLOURS:
        colours = COLOURS.colours(code, length)
        return colours.count(GREEN), colours.count(YELLOW)
    return COUNTS.counts(code, length)
