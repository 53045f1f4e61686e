"""A Wordle history as a statement: a letter for each position, the words as a table, each claim of a guess in words.

Fact 26·position + letter + 1 says "position 3 is A"; after them, one fact for each letter says "there is an A". The
letters of the secret decide them all.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from entails.models.encoding import Group
from entails.models.letters import ALPHABET
from entails.models.lexicon import Lexicon
from entails.models.sentence import Template
from entails.models.statement import Clause, Constraint, Count, Rows, Statement, Table, Variable, boolean
from entails.models.wordle import Wordle
from entails.models.wordle.claims import AtLeast, AtMost, Claim, InCommon, Is, IsNot, WellPlaced, claims, has_text
from entails.models.wordle.history import Guess, History
from entails.models.wordle.text import write_wordle

LETTERS = len(ALPHABET)
_KEPT_LISTS = 8
"""Lists of words whose tables stay in memory."""
_KEPT_GUESSES = 1_000
"""Guesses whose claims stay in words."""

_ONE_LETTER = Template("every position holds one letter", "chaque position contient une seule lettre")
_SAYS = Template("{guess} says {claim}", "{guess} : {claim}")
_GUESS = Template("guess {number}", "l'essai {number}")
_IN_LEXICON = Template(
    "the secret is one of the {count} words of {length} letters in {name}",
    "le secret est l'un des {count} mots de {length} lettres de {name}",
)
RULES = Group("letters", _ONE_LETTER().say(), sentence=_ONE_LETTER())

Repeated = frozenset[tuple[str, int]]
"""Letters of which a claim asks whether there are so many copies, from two on."""


def at(position: int, letter: str) -> int:
    """The fact that this letter stands at this position."""
    return position * LETTERS + ALPHABET.index(letter) + 1


def has(length: int, letter: str) -> int:
    """The fact that this letter is in the word."""
    return at(length, letter)


@cache
def fact_names(length: int) -> tuple[str, ...]:
    """position 1 is A, position 1 is B, ..., there is an A, ... in the order of the facts."""
    return tuple(rules(length).names)


def answer(puzzle: Wordle, true: Sequence[int]) -> str:
    """The word of the facts that hold; an underscore where they do not tell the letter."""
    letters = ["_"] * puzzle.length
    for fact in true:
        position, letter = divmod(fact - 1, LETTERS)
        if position < puzzle.length:
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
        found += _guessed(number, guess, history.scoring)
    if puzzle.lexicon is not None:
        found.append((_lexicon_group(puzzle), None))
    return tuple(found)


@lru_cache(_KEPT_GUESSES)
def _guessed(number: int, guess: Guess, scoring: str) -> tuple[tuple[Group, Claim | None], ...]:
    """The heading of a guess and what it claims. A game asks about the same guesses again and again."""
    alone, heading = History(len(guess.word), scoring, (guess,)), f"guess {number}"
    tiles = alone.kind.tiles(guess.code, alone.length)
    found: list[tuple[Group, Claim | None]] = [(Group(heading, f"{heading}: {guess.word.upper()} {tiles}"), None)]
    for claim in claims(alone, guess):
        said = claim.text
        sentence = _SAYS(guess=_GUESS(number=number), claim=claim.sentence)
        id_, text = f"{heading}: {said}", f"{heading} says {said}"
        found.append((Group(id_, text, heading, True, sentence=sentence), claim))
    return tuple(found)


def _lexicon_group(puzzle: Wordle) -> Group:
    """The claim that the secret is a word."""
    assert puzzle.lexicon is not None
    count = puzzle.lexicon.counts.get(puzzle.length, 0)
    said = _IN_LEXICON(count=f"{count:,}", length=puzzle.length, name=puzzle.lexicon.name)
    return Group("lexicon", said.say(), doubtable=True, sentence=said)


def state(puzzle: Wordle, words: Lexicon | None = None) -> Statement:
    """What the guesses claim and what words there are. `words` stand for the puzzle's own where they are enough."""
    said = statements(puzzle)
    lexicon = words or puzzle.lexicon
    board = rules(puzzle.length, lexicon, _repeated(claim for _, claim in said if claim is not None))
    constraints: list[Constraint] = []
    for number, (group, claim) in enumerate(said):
        if claim is not None:
            constraints.append(_constraint(claim, board, puzzle.length, number))
        elif group.id == "lexicon":
            constraints.append(Clause((board.firsts[-2],), group=number))  # `listed`, the last variable
    groups = tuple(group for group, _ in said[1:])
    about = (f"puzzle wordle {write_wordle(puzzle)}",)
    return Statement(board.variables, groups, tuple(constraints), frame=board, about=about)


@lru_cache(_KEPT_LISTS)
def rules(length: int, lexicon: Lexicon | None = None, repeated: Repeated = frozenset()) -> Statement:
    """Each position holds one letter, a letter is there when a position holds it; and what it means to be listed.

    Whether the secret is listed stays open here: that is what a puzzle claims.
    """
    names = tuple(letter.upper() for letter in ALPHABET)
    variables = [
        Variable(f"position {place}", range(LETTERS), RULES, "{name} is {label}", names)
        for place in range(1, length + 1)
    ]
    variables += [boolean(has_text(letter), defined=True) for letter in ALPHABET]
    copies = sorted(repeated)
    variables += [boolean(f"{number} {letter}", hidden=True) for letter, number in copies]
    constraints: list[Constraint] = []
    for letter in ALPHABET:
        there, places = has(length, letter), _places(length, letter)
        constraints += [Clause((-there, *places)), *(Clause((-place, there)) for place in places)]
    for fact, (letter, number) in enumerate(copies, has(length, ALPHABET[-1]) + 1):
        places = _places(length, letter)
        constraints += [Count(places, ">=", number, when=(fact,)), Count(places, "<=", number - 1, when=(-fact,))]
    if lexicon is not None:
        listed = has(length, ALPHABET[-1]) + len(copies) + 1
        variables.append(boolean("listed", hidden=True))
        constraints.append(Table(tuple(range(length)), Rows(lexicon.letters(length), length), when=(listed,)))
    return Statement(tuple(variables), (RULES,), tuple(constraints))


def _places(length: int, letter: str) -> tuple[int, ...]:
    return tuple(at(position, letter) for position in range(length))


def _repeated(said: Iterator[Claim]) -> Repeated:
    words = {claim.word for claim in said if isinstance(claim, InCommon)}
    return frozenset(
        (letter, number) for word in words for letter in set(word) for number in range(2, word.count(letter) + 1)
    )


def _constraint(claim: Claim, board: Statement, length: int, group: int) -> Constraint:
    match claim:
        case Is(position, letter):
            return Clause((at(position, letter),), group=group)
        case IsNot(position, letter):
            return Clause((-at(position, letter),), group=group)
        case AtLeast(letter, 1):
            return Clause((has(length, letter),), group=group)
        case AtMost(letter, 0):
            return Clause((-has(length, letter),), group=group)
        case AtLeast(letter, copies):
            return Count(_places(length, letter), ">=", copies, group=group)
        case AtMost(letter, copies):
            return Count(_places(length, letter), "<=", copies, group=group)
        case WellPlaced(word, count):
            return Count(tuple(at(place, letter) for place, letter in enumerate(word)), "=", count, group=group)
        case InCommon(word, count):
            shared = [
                _copies(letter, word[: place + 1].count(letter), board, length) for place, letter in enumerate(word)
            ]
            return Count(tuple(shared), "=", count, group=group)
    raise NotImplementedError(type(claim).__name__)


def _copies(letter: str, number: int, board: Statement, length: int) -> int:
    """The fact that there are so many copies of a letter."""
    if number == 1:
        return has(length, letter)
    hidden = [variable.name for variable in board.variables[length + LETTERS :]]
    return has(length, ALPHABET[-1]) + 1 + hidden.index(f"{number} {letter}")
