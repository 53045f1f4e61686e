"""The rules of a game: its host, rejected guesses, and `turn`, which replays all guesses.

An honest host knows the secret. The adversary is the host of Absurdle: it has no secret, and always gives the feedback
that leaves most words, without looking ahead. An honest host is an adversary with one word left.

No game is stored. The terminal and the web interface pass every guess so far and get the whole game.

A shared grid shows the colours without the words; `words_of_rows` lists the words that fit each row. In hard mode the
rows depend on each other. Feedback shows every letter that a guess shares with the secret. So each guess must have at
least as many copies of each letter of the secret as the guess before it, and must be green wherever that one was.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from entails.data.lexicons import NAMES, lexicon
from entails.formats.wordle.share import ShareText, write_share
from entails.locale.message import Language
from entails.locale.wordle import GAME_OVER, HARD_LETTER, HARD_PLACE, NOT_A_WORD, NOT_IN_LIST, ULTRA
from entails.models.alphabet import Letters, to_words
from entails.models.errors import InvalidOption, InvalidPuzzle
from entails.models.lexicon import Lexicon
from entails.models.wordle.history import COLOURS, COUNTS, GREEN, GREY, MOST_GUESSES, YELLOW, Scoring, checked_word
from entails.models.wordle.words import Words
from entails.solvers.wordle.feedback import Mode, Rows, as_letters, pattern_matrix, pattern_row

COMMON_ZIPF = 3.5
"""Zipf value from which words are secrets: three in a million words of running text."""
FEWEST_ASKED = 500
"""Minimum number of secrets: the commonest words, even if fewer reach COMMON_ZIPF."""
CHOSEN_BY_PEOPLE = frozenset({"wordle-answers", "wordle-answers-2309", "wordle-answers-3158"})
"""Lists whose words were chosen for players."""


@dataclass(frozen=True, eq=False)
class Host:
    """Host of a game. `secrets` are the words that it can still claim: one, unless the host is adversarial."""

    scoring: Scoring
    secrets: Letters

    def reply(self, word: str) -> "tuple[int, Host]":
        """Return the feedback to a guess, and the host after it.

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
        """The secret; for the adversarial host, the first word that it can still claim."""
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
        return Host(scoring, as_letters(words.alphabet.fold(secret), words.length)[None])
    secrets = with_common_answers(words).secrets
    if adversary:
        return Host(scoring, secrets)
    chosen = int.from_bytes(sha256(f"clausal wordle {game}".encode()).digest()[:8]) % len(secrets)
    return Host(scoring, secrets[chosen : chosen + 1])


def with_common_answers(words: Words) -> Words:
    """Return the words with only common ones as answers.

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
    """Return whether the answers are those of a shipped lexicon, under any name."""
    same_number = known.counts.get(words.length) == words.answers
    return same_number and np.array_equal(known.letters(words.length), words.secrets)


def hits(scoring: Scoring, code: int, length: int) -> tuple[int, int]:
    """Return the numbers of green (well placed) and yellow (misplaced) letters in a feedback."""
    if scoring is COLOURS:
        colours = COLOURS.colours(code, length)
        return colours.count(GREEN), colours.count(YELLOW)
    return COUNTS.counts(code, length)


def refusal(
    words: Words, word: str, facts: Sequence[tuple[str, int]], *, hard: bool, speech: Language = "en"
) -> str | None:
    """Return why a folded word may not be guessed after a history; None if it may."""
    if len(word) != words.length or not words.alphabet.is_word(word):
        return NOT_A_WORD.say(speech, word=repr(word[:30]), length=words.length)
    if words.row_of(word) is None:
        return NOT_IN_LIST.say(speech, word=word.upper())
    return unused_hint(word, facts, COLOURS, "hard" if hard else "normal", speech)


def unused_hint(
    word: str, facts: Sequence[tuple[str, int]], scoring: Scoring, mode: Mode, speech: Language = "en"
) -> str | None:
    """Return the hint that the mode requires but a word does not use; None if it may be guessed."""
    if mode == "ultra":
        denied = (guess for guess, code in facts if scoring.score(guess, word) != code)
        return next((ULTRA.say(speech, guess=guess.upper()) for guess in denied), None)
    hints = (hidden_hint(word, *fact, speech) for fact in facts) if mode == "hard" else ()
    return next((hint for hint in hints if hint), None)


def hidden_hint(word: str, guess: str, code: int, speech: Language = "en") -> str | None:
    """Return the hard-mode rule that a word breaks: a green letter in place, or a revealed letter."""
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
    """State of a game after some guesses: each word with its feedback as text.

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
    """Replay guesses from the start of a game. Messages are in the language `speech`.

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
        word = words.alphabet.fold(guess.strip())
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
    """Return the share text of a game: rows of coloured tiles or, for counts, pegs in a fixed order."""
    if scoring is COLOURS:
        return write_share(share)
    heading = write_share(ShareText((), share.length, share.limit, share.turns, share.hard, share.number, share.name))
    counts = [hits(scoring, code, share.length) for code in share.rows]
    rows = [_PEGS[2] * well + _PEGS[1] * near + _PEGS[0] * (share.length - well - near) for well, near in counts]
    return "\n".join([heading, *rows])


_PAIRS_AT_ONCE = 50_000_000


def refuse_rows_after_the_win(share: ShareText) -> None:
    """Raise an error if a row follows the winning row."""
    win = COLOURS.win(share.length)
    for number, code in enumerate(share.rows[:-1], 1):
        if code == win:
            problem = "other rows follow the winning row"
            raise InvalidPuzzle(problem, where=f"row {number} of the grid", expected="no further row")


def refuse_a_lone_yellow(share: ShareText) -> None:
    """Raise an error if a row has one yellow tile and only green ones beside it, which is impossible."""
    for number, code in enumerate(share.rows, 1):
        colours = list(COLOURS.colours(code, share.length))
        if colours.count(GREEN) == share.length - 1 and YELLOW in colours:
            problem = "impossible row: the yellow letter has no other position"
            raise InvalidPuzzle(problem, where=f"row {number} of the grid", expected="grey, or another yellow")


def words_of_rows(words: Words, share: ShareText, answer: str) -> list[Rows]:
    """Return, for each row of the share text, the words that can have produced it, given the answer.

    In hard mode the words must fit together into whole games. If a row is impossible, its list is empty.
    """
    refuse_rows_after_the_win(share)
    refuse_a_lone_yellow(share)
    secret = as_letters(checked_word(answer, share.length, words.alphabet), words.length)
    codes = pattern_matrix(words.letters, secret[None], COLOURS)[:, 0]
    words_by_row = [np.flatnonzero(codes == code).astype(np.int32) for code in share.rows]
    return (
        _in_hard_mode(words, share, secret.tolist(), words_by_row)
        if share.hard and all(map(len, words_by_row))
        else words_by_row
    )


def _in_hard_mode(words: Words, share: ShareText, secret: list[int], words_by_row: list[Rows]) -> list[Rows]:
    """Keep the words that occur in some whole game in hard mode, filtered forwards and then backwards.

    The filter stops at the first row that no game reaches; that row has no word.
    """
    broken = green_row_that_breaks(share)
    known = [_letters_of_the_secret(words, rows, secret) for rows in words_by_row]
    keep = [np.ones(len(rows), dtype=bool) for rows in words_by_row]
    steps = list(pairwise(range(len(words_by_row))))
    for before, after in steps:
        keep[after] &= _some_below(known[after], known[before][keep[before]])
        if after + 1 == broken:
            keep[after][:] = False
        if not keep[after].any():
            return [rows[kept] for rows, kept in zip(words_by_row, keep, strict=True)]
    for before, after in reversed(steps):
        keep[before] &= _some_below(-known[before], -known[after][keep[after]])
    return [rows[kept] for rows, kept in zip(words_by_row, keep, strict=True)]


def green_row_that_breaks(share: ShareText) -> int | None:
    """Return the first row (from 1) that lacks a green of the previous row; None if there is none."""
    colours = [COLOURS.colours(code, share.length) for code in share.rows]
    for number, (before, after) in enumerate(pairwise(colours), 2):
        if any(earlier == GREEN != later for earlier, later in zip(before, after, strict=True)):
            return number
    return None


def _letters_of_the_secret(words: Words, rows: Rows, secret: list[int]) -> NDArray[np.int64]:
    """Return how often each word has each letter of the secret, up to the number of copies in the secret."""
    letters = words.letters[rows]
    counts = [np.minimum((letters == letter).sum(axis=1), secret.count(letter)) for letter in sorted(set(secret))]
    return np.stack(counts, axis=1)


def _some_below(these: NDArray[np.int64], those: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which rows of `these` are at least some row of `those` in every column."""
    below = np.zeros(len(these), dtype=bool)
    for bound in np.unique(those, axis=0):  # few: as many as the secret has sets of letters
        below |= (these >= bound).all(axis=1)
    return below


def possible_answers(words: Words, share: ShareText) -> Rows:
    """Return the answers for which every row of the share text has a word, ignoring hard mode."""
    refuse_rows_after_the_win(share)
    refuse_a_lone_yellow(share)
    codes: Sequence[int] = sorted(set(share.rows))
    possible = np.zeros((len(codes), words.answers), dtype=bool)
    step = max(1, _PAIRS_AT_ONCE // words.answers)
    for start in range(0, len(words), step):
        patterns = pattern_matrix(words.letters[start : start + step], words.secrets, COLOURS)
        for number, code in enumerate(codes):
            possible[number] |= (patterns == code).any(axis=0)
    return np.flatnonzero(possible.all(axis=0)).astype(np.int32)
