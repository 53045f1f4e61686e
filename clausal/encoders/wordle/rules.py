"""What every encoding of Wordle shares: the facts, the groups, and the way back to a word.

Fact 26·position + letter + 1 says "position 3 is A"; after them, one fact for each letter says "there is an A". The
letters of the secret decide them all.
"""

from collections.abc import Sequence
from functools import cache

from clausal.encoders.wordle.claims import Claim, claims, has_text
from clausal.models.encoding import Group
from clausal.models.letters import ALPHABET
from clausal.models.wordle import Wordle
from clausal.models.wordle.text import write_wordle

LETTERS = len(ALPHABET)
RULES = Group("letters", "every position holds one letter")


def at(position: int, letter: str) -> int:
    """The fact that this letter stands at this position."""
    return position * LETTERS + ALPHABET.index(letter) + 1


def has(length: int, letter: str) -> int:
    """The fact that this letter is in the word."""
    return at(length, letter)


@cache
def fact_names(length: int) -> tuple[str, ...]:
    """position 1 is A, position 1 is B, ..., there is an A, ... in the order of the facts."""
    places = [f"position {position} is {letter.upper()}" for position in range(1, length + 1) for letter in ALPHABET]
    return (*places, *map(has_text, ALPHABET))


def word_of(length: int, true: Sequence[int]) -> str:
    """The word of the facts that hold; an underscore where they do not tell the letter."""
    letters = ["_"] * length
    for fact in true:
        position, letter = divmod(fact - 1, LETTERS)
        if position < length:
            letters[position] = ALPHABET[letter]
    return "".join(letters)


def facts_of(word: str) -> tuple[int, ...]:
    """The facts that hold when this is the word, in order."""
    length = len(word)
    places = [at(position, letter) for position, letter in enumerate(word)]
    return (*places, *sorted(has(length, letter) for letter in set(word)))


def statements(puzzle: Wordle) -> tuple[tuple[Group, Claim | None], ...]:
    """The groups of a puzzle in order, each with the claim it holds: the rules, then for each guess a heading and its
    claims. The lexicon comes last, where there is one."""
    history, found = puzzle.history, list[tuple[Group, Claim | None]]([(RULES, None)])
    for number, guess in enumerate(history, 1):
        heading = f"guess {number}"
        tiles = history.kind.tiles(guess.code, history.length)
        found.append((Group(heading, f"{heading}: {guess.word.upper()} {tiles}"), None))
        for claim in claims(history, guess):
            text = f"{heading} says {claim.text}"
            found.append((Group(f"{heading}: {claim.text}", text, parent=heading, doubtable=True), claim))
    if puzzle.lexicon is not None:
        found.append((lexicon_group(puzzle), None))
    return tuple(found)


def lexicon_group(puzzle: Wordle) -> Group:
    """The claim that the secret is a word."""
    assert puzzle.lexicon is not None
    count = puzzle.lexicon.counts.get(puzzle.length, 0)
    text = f"the secret is one of the {count:,} words of {puzzle.length} letters in {puzzle.lexicon.name}"
    return Group("lexicon", text, doubtable=True)


def about(puzzle: Wordle, encoder: str) -> tuple[str, ...]:
    return (f"puzzle wordle {write_wordle(puzzle)}", f"encoder {encoder}")
