"""Why a guess is not taken, in the language of the player."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from entails.models.letters import is_word
from entails.models.wordle.scoring import COLOURS, GREEN, GREY, Scoring
from entails.models.wordle.words import Words
from entails.solvers.wordle.pool import Mode

Speech = Literal["en", "fr"]

_SENTENCES: dict[str, dict[Speech, str]] = {
    "no word": {"en": "{word} is not a word of {length} letters", "fr": "{word} n'est pas un mot de {length} lettres"},
    "unknown": {"en": "{word} is not in the word list", "fr": "{word} n'est pas dans la liste des mots"},
    "place": {
        "en": "hard mode: letter {place} must be {letter}",
        "fr": "mode difficile : la lettre {place} doit être {letter}",
    },
    "letter": {"en": "hard mode: the word must have {letter}", "fr": "mode difficile : le mot doit avoir {letter}"},
    "letters": {
        "en": "hard mode: the word must have {letter} {copies} times",
        "fr": "mode difficile : le mot doit avoir {copies} fois {letter}",
    },
    "ultra": {
        "en": "ultra mode: the word must fit the feedback of {guess}",
        "fr": "mode ultra : le mot doit convenir à la réponse reçue par {guess}",
    },
    "over": {"en": "the game is over", "fr": "la partie est finie"},
}


def sentence(key: str, speech: Speech, **parts: object) -> str:
    """One of the sentences, its parts filled in."""
    return _SENTENCES[key][speech].format(**parts)


def refusal(
    words: Words, word: str, facts: Sequence[tuple[str, int]], *, hard: bool, speech: Speech = "en"
) -> str | None:
    """Why this folded word may not be guessed after these guesses and codes; None when it may."""
    if len(word) != words.length or not is_word(word):
        return sentence("no word", speech, word=repr(word[:30]), length=words.length)
    if words.row_of(word) is None:
        return sentence("unknown", speech, word=word.upper())
    return unused_hint(word, facts, COLOURS, "hard" if hard else "normal", speech)


def unused_hint(
    word: str, facts: Sequence[tuple[str, int]], scoring: Scoring, mode: Mode, speech: Speech = "en"
) -> str | None:
    """The hint of these guesses and codes that the mode asks for and the word does not use; None when it may be
    guessed."""
    if mode == "ultra":
        denied = (guess for guess, code in facts if scoring.score(guess, word) != code)
        return next((sentence("ultra", speech, guess=guess.upper()) for guess in denied), None)
    hints = (hidden_hint(word, *fact, speech) for fact in facts) if mode == "hard" else ()
    return next((hint for hint in hints if hint), None)


def hidden_hint(word: str, guess: str, code: int, speech: Speech = "en") -> str | None:
    """What hard mode finds missing: a letter that was green here, or one that was shown to be in the secret."""
    colours = COLOURS.colours(code, len(guess))
    for place, (letter, colour) in enumerate(zip(guess, colours, strict=True)):
        if colour == GREEN and word[place] != letter:
            return sentence("place", speech, place=place + 1, letter=letter.upper())
    shown = Counter(letter for letter, colour in zip(guess, colours, strict=True) if colour != GREY)
    for letter, copies in shown.items():
        if word.count(letter) < copies:
            key = "letter" if copies == 1 else "letters"
            return sentence(key, speech, letter=letter.upper(), copies=copies)
    return None
