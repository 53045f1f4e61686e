"""The rules of a game: its host, the guesses that it rejects, and `turn`, which replays all guesses.

An honest host knows the secret. The adversary is the host of Absurdle: it has no secret, and always gives the feedback
that leaves most words, without looking ahead. An honest host is an adversary with one word left.

No game is stored. The terminal and the web interface pass every guess so far and get the whole game.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

import numpy as np

from entails.data.lexicons import NAMES, lexicon
from entails.formats.wordle.share import ShareText, write_share
from entails.locale.message import Language
from entails.locale.wordle import GAME_OVER, HARD_LETTER, HARD_PLACE, NOT_A_WORD, NOT_IN_LIST, ULTRA
from entails.models.alphabet import Letters, fold, is_word, to_words
from entails.models.errors import InvalidOption
from entails.models.lexicon import Lexicon
from entails.models.wordle.history import COLOURS, COUNTS, GREEN, GREY, MOST_GUESSES, YELLOW, Scoring
from entails.models.wordle.words import Words
from entails.solvers.wordle.feedback import Mode, as_letters, pattern_row

COMMON_ZIPF = 3.5
"""Zipf value from which words are secrets: three in a million words of running text."""
FEWEST_ASKED = 500
"""Number of secrets at least: the commonest words, even if fewer reach COMMON_ZIPF."""
CHOSEN_BY_PEOPLE = frozenset({"wordle-answers", "wordle-answers-2309"})
"""Lists whose words were chosen for players."""


@dataclass(frozen=True, eq=False)
class Host:
    """Host of a game. `secrets` are the words that it has not excluded: one, unless it is the adversary."""

    scoring: Scoring
    secrets: Letters

    def reply(self, word: str) -> "tuple[int, Host]":
        """Return the feedback, and the host after it.

        Among the feedbacks that leave most words, the host takes the one with the fewest green (well placed) letters,
        then the fewest yellow (misplaced) ones, then the lowest code.
        """
        length = self.secrets.shape[1]
        codes = pattern_row(as_letters(word, length), self.secrets, self.scoring)
        replies, sizes = np.unique(codes, return_counts=True)
        parts = zip(replies.tolist(), sizes.tolist(), strict=True)
        code: int = min(parts, key=lambda part: (-part[1], hits(self.scoring, part[0], length), part[0]))[0]
        return code, replace(self, secrets=self.secrets[codes == code])

    @property
    def secret(self) -> str:
        """The secret; for the adversary, the first word that it could still claim."""
        return to_words(self.secrets[:1])[0]


def host_for(words: Words, scoring: Scoring, *, game: int = 0, secret: str | None = None, adversary: bool) -> Host:
    """Return the host of a game.

    Without a `secret`, the number of the game selects one of the common answers (see `with_common_answers`): the same
    number gives the same word. The adversary may claim any of them.
    """
    if secret is not None:
        if adversary:
            raise InvalidOption("the adversary has no secret", expected="an adversary or a secret, not both")
        if words.row_of(secret) is None:
            shown = f"{secret.strip()[:30]!r} is not an allowed guess"
            raise InvalidOption(shown, where="the secret", expected=f"a word of {words.length} letters of {words.name}")
        return Host(scoring, as_letters(secret, words.length)[None])
    secrets = with_common_answers(words).secrets
    if adversary:
        return Host(scoring, secrets)
    chosen = int.from_bytes(sha256(f"clausal wordle {game}".encode()).digest()[:8]) % len(secrets)
    return Host(scoring, secrets[chosen : chosen + 1])


def with_common_answers(words: Words) -> Words:
    """Return the same words with only common ones as answers.

    A lexicon with every inflected form would make players look for rare conjugations. If word frequencies are known,
    only common words are answers; all words can still be guessed. Lists chosen by people stay unchanged.
    """
    known = next((candidate for candidate in map(lexicon, NAMES) if _has_the_answers_of(candidate, words)), None)
    zipf = None if known is None or known.name in CHOSEN_BY_PEOPLE else known.zipf(words.length)
    if known is None or zipf is None:
        return words
    threshold = min(COMMON_ZIPF, float(np.sort(zipf)[-min(FEWEST_ASKED, len(zipf))]))
    common = words.secrets[zipf >= threshold]
    return Words.of(common, words.letters, name=f"common {words.name}", language=words.language)


def _has_the_answers_of(known: Lexicon, words: Words) -> bool:
    """Return whether the answers equal those of a shipped lexicon, under any name."""
    same_number = known.counts.get(words.length) == words.answers
    return same_number and np.array_equal(known.letters(words.length), words.secrets)


def hits(scoring: Scoring, code: int, length: int) -> tuple[int, int]:
    """Return the numbers of green (well placed) and of yellow (misplaced) letters of a feedback."""
    if scoring is COLOURS:
        colours = COLOURS.colours(code, length)
        return colours.count(GREEN), colours.count(YELLOW)
    return COUNTS.counts(code, length)


def refusal(
    words: Words, word: str, facts: Sequence[tuple[str, int]], *, hard: bool, speech: Language = "en"
) -> str | None:
    """Return why this folded word may not be guessed after these guesses and codes, None if it may."""
    if len(word) != words.length or not is_word(word):
        return NOT_A_WORD.say(speech, word=repr(word[:30]), length=words.length)
    if words.row_of(word) is None:
        return NOT_IN_LIST.say(speech, word=word.upper())
    return unused_hint(word, facts, COLOURS, "hard" if hard else "normal", speech)


def unused_hint(
    word: str, facts: Sequence[tuple[str, int]], scoring: Scoring, mode: Mode, speech: Language = "en"
) -> str | None:
    """Return the hint that the mode requires and the word does not use, None if the word may be guessed."""
    if mode == "ultra":
        denied = (guess for guess, code in facts if scoring.score(guess, word) != code)
        return next((ULTRA.say(speech, guess=guess.upper()) for guess in denied), None)
    hints = (hidden_hint(word, *fact, speech) for fact in facts) if mode == "hard" else ()
    return next((hint for hint in hints if hint), None)


def hidden_hint(word: str, guess: str, code: int, speech: Language = "en") -> str | None:
    """Return what hard mode misses in the word: a green letter in its position, or a letter that was revealed."""
    colours = COLOURS.colours(code, len(guess))
    for place, (letter, colour) in enumerate(zip(guess, colours, strict=True)):
        if colour == GREEN and word[place] != letter:
            return HARD_PLACE.say(speech, place=place + 1, letter=letter.upper())
    shown = Counter(letter for letter, colour in zip(guess, colours, strict=True) if colour != GREY)
    for letter, copies in shown.items():
        if word.count(letter) < copies:
            return HARD_LETTER.say(copies, speech, letter=letter.upper())
    return None


NO_LIMIT = 0
"""Number of turns that means no limit."""
USUAL_TURNS = 6
_PEGS = ("⚫", "🟡", "🟢")


@dataclass(frozen=True, slots=True)
class WordleTurn:
    """A game after some guesses: each word with its feedback, as `Scoring.write` writes it.

    Attributes:
        refused: Why the first guess after these rows was rejected; None if all were accepted. Later guesses are
            ignored.
        secret: The secret, once the game is over.
        share: The text to share, once the game is over.
    """

    rows: tuple[tuple[str, str], ...]
    refused: str | None = None
    over: bool = False
    won: bool = False
    secret: str | None = None
    share: str | None = None


def turn(
    words: Words,
    scoring: Scoring,
    guesses: Sequence[str],
    *,
    game: int = 0,
    secret: str | None = None,
    adversary: bool = False,
    hard: bool = False,
    turns: int = USUAL_TURNS,
    speech: Language = "en",
) -> WordleTurn:
    """Play these guesses from the start. Messages are in the language `speech`.

    The secret is `secret`, or the word of the number `game` (see `host_for`); the `adversary` has none. `turns` 0 means
    no limit.
    """
    if hard and scoring is not COLOURS:
        raise InvalidOption("hard mode needs colours as feedback", expected="a game without hard mode")
    if not 0 <= turns <= MOST_GUESSES or len(guesses) > MOST_GUESSES:
        raise InvalidOption("the game is too long", expected=f"at most {MOST_GUESSES:,} turns")
    host = host_for(words, scoring, game=game, secret=secret, adversary=adversary)
    facts: list[tuple[str, int]] = []
    won, refused = False, None
    for guess in guesses:
        over = won or len(facts) == (turns or MOST_GUESSES)
        word = fold(guess.strip())
        refused = GAME_OVER.say(speech) if over else refusal(words, word, facts, hard=hard, speech=speech)
        if refused:
            break
        code, host = host.reply(word)
        facts.append((word, code))
        won = code == scoring.win(words.length)
    rows = tuple((word, scoring.write(code, words.length)) for word, code in facts)
    if not won and len(facts) < (turns or MOST_GUESSES):
        return WordleTurn(rows, refused)
    number = None if adversary or secret is not None else game
    name = "Entails Absurdle" if adversary else "Entails"
    codes = tuple(code for _, code in facts)
    share = ShareText(codes, words.length, turns or len(codes), len(codes) if won else None, hard, number, name)
    return WordleTurn(rows, refused, True, won, host.secret, share_text(share, scoring))


def share_text(share: ShareText, scoring: Scoring) -> str:
    """Return the text to share: rows of tiles, or of pegs in no order for counts."""
    if scoring is COLOURS:
        return write_share(share)
    heading = write_share(ShareText((), share.length, share.limit, share.turns, share.hard, share.number, share.name))
    counts = [hits(scoring, code, share.length) for code in share.rows]
    rows = [_PEGS[2] * well + _PEGS[1] * near + _PEGS[0] * (share.length - well - near) for well, near in counts]
    return "\n".join([heading, *rows])
