"""Random Wordle histories: both feedback types, both languages, all lengths, consistent and inconsistent."""

from collections.abc import Iterator
from random import Random

from entails.data.lexicons import lexicon
from entails.models.lexicon import Lexicon
from entails.models.wordle.history import SCORINGS, History, Wordle

LISTS = {"en": "enable", "fr": "fr"}


def some_words(language: str, length: int, size: int, random: Random) -> list[str]:
    """Sample words of a lexicon, half of them similar, so that histories leave several words."""
    words = lexicon(LISTS[language]).words(length)
    start = random.randrange(len(words))
    close = words[start : start + size // 2]
    return [*close, *random.sample(words, min(len(words), size - len(close)))]


def random_history(random: Random, words: list[str], length: int, scoring: str) -> History:
    """Build guesses for one secret, occasionally with feedback for another secret or a guess outside the lexicon."""
    kind, history, secret = SCORINGS[scoring], History(length, scoring), random.choice(words)
    for _ in range(random.choice((0, 1, 1, 2, 2, 3, 4))):
        guess = random.choice(words)
        if random.random() < 0.2:
            guess = "".join(random.choice(guess + "ae") for _ in range(length))
        told_by = random.choice(words) if random.random() < 0.25 else secret
        history = history.plus(guess, kind.score(guess, told_by))
    return history


def random_puzzles(language: str, length: int, scoring: str, count: int, size: int = 60) -> Iterator[Wordle]:
    """Yield histories over small lists, ten per list."""
    random = Random(f"{language} {length} {scoring}")
    for number in range(count):
        if number % 10 == 0:
            words = some_words(language, length, size, random)
            few = Lexicon.of(words, f"sample {number}", language)
        yield Wordle(random_history(random, words, length, scoring), few)
