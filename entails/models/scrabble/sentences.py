"""How the rules of placement are said to a player, in English and in French."""

from functools import cache

from entails.models.alphabet import LATIN, Alphabet
from entails.models.brackets import bracketed
from entails.models.scrabble.notation import Notation
from entails.models.scrabble.slots import Slot
from entails.models.scrabble.tiles import BLANK
from entails.models.sentence import Sentence, Template

ONE_LETTER = Template("every square of the word shows one letter", "chaque case du mot montre une seule lettre")
ONE_TILE = Template("every empty square takes one tile", "chaque case vide reçoit une seule lettre")

_NUMBERS = {
    "en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    "fr": ("aucun", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
}
_ROW = Template("row {name}", "la ligne {name}")
_COLUMN = Template("column {name}", "la colonne {name}")
_COUNT = Template("{number} {tile}", "{number} {tile}")
_BLANK = Template("blank", "joker")
_BLANKS = Template("blanks", "jokers")
_LETTERS = Template("{letter}s", "{letter}")
_RACK_HAS = Template("the rack has {count}", "le chevalet a {count}")
_RACK_LACKS = Template("the rack has {count}", "le chevalet n'a {count}")
_HOLDS = Template("{square} holds {letter} already", "{square} contient déjà {letter}")
_ACROSS = Template("the word across {line}", "le mot horizontal dans {line}")
_DOWN = Template("the word down {line}", "le mot vertical dans {line}")
_CROSS = Template("the cross word in {line}", "le mot perpendiculaire dans {line}")
_LISTED = Template("{what} is in the lexicon", "{what} est dans le lexique")
_SPELT = Template("{what}, {word}, is in the lexicon", "{what}, {word}, est dans le lexique")


@cache
def line_name(is_row: bool, index: int, notation: Notation) -> Sentence:
    """A whole row or column: rows have numbers and columns letters in gcg notation, the other way round in French."""
    numbered = is_row == (notation == "gcg")
    return (_ROW if is_row else _COLUMN)(name=index + 1 if numbered else chr(ord("A") + index))


def crossing_line(slot: Slot, place: int, notation: Notation) -> Sentence:
    """The line of the cross word at a place of a slot."""
    return line_name(not slot.across, place, notation)


def count_of(kind: int, count: int, alphabet: Alphabet = LATIN) -> Sentence:
    """So many tiles of a kind: "no Q", "one E", "two blanks"."""
    number = Template(*(words[count] if count < len(words) else str(count) for words in _NUMBERS.values()))
    many, symbol = count > 1, bracketed(alphabet.capitals[kind])
    if kind == BLANK:
        return _COUNT(number=number(), tile=(_BLANKS if many else _BLANK)())
    return _COUNT(number=number(), tile=_LETTERS(letter=symbol) if many else symbol)


@cache
def rack_has(kind: int, count: int, alphabet: Alphabet) -> Sentence:
    """The rack has so many tiles of a kind."""
    return (_RACK_HAS if count else _RACK_LACKS)(count=count_of(kind, count, alphabet))


def holds_already(square: str, letter: str) -> Sentence:
    """A tile lies there."""
    return _HOLDS(square=square, letter=bracketed(letter.upper()))


def main_word(across: bool, line: int, notation: Notation) -> Sentence:
    """The word along a slot."""
    return (_ACROSS if across else _DOWN)(line=line_name(across, line, notation))


def cross_word(line: Sentence) -> Sentence:
    """The word that a tile makes in a line which crosses the slot."""
    return _CROSS(line=line)


def in_lexicon(what: Sentence, word: str) -> Sentence:
    """It is a word; `word` itself where it is known."""
    return _SPELT(what=what, word=bracketed(word.upper())) if word else _LISTED(what=what)
