"""What can be wrong with a play: a stable code for programs, and a sentence for a person in each language."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from entails.models.brackets import bracketed
from entails.models.scrabble.notation import Notation, square_name, write_place
from entails.models.scrabble.words import FormedWord
from entails.models.sentence import Argument, Language, Sentence, Template

Fault = Literal[
    "off_board",
    "nothing_laid",
    "occupied",
    "gap",
    "incomplete",
    "too_short",
    "start",
    "not_connected",
    "not_on_rack",
    "not_in_set",
    "not_a_word",
    "cross_word",
    "completes_a_word",
    "second_word",
    "length",
]

_SAID: dict[Fault, Template] = {
    "off_board": Template(
        "{word} does not fit: the board ends after {rows} rows and {columns} columns",
        "{word} ne tient pas : la grille a {rows} lignes et {columns} colonnes",
    ),
    "nothing_laid": Template("no tile is laid", "aucune lettre n'est posée"),
    "occupied": Template(
        "{square} holds {there} already, so {tile} cannot be laid there",
        "{square} contient déjà {there} : {tile} ne peut pas y être posé",
    ),
    "gap": Template("{square} is empty, so the word has a gap there", "{square} est vide : le mot y est interrompu"),
    "incomplete": Template(
        "{touching} touches the word: the whole word is {place} {word}",
        "{touching} touche le mot : le mot entier est {place} {word}",
    ),
    "too_short": Template(
        "the first word needs two letters or more", "le premier mot doit avoir au moins deux lettres"
    ),
    "start": Template(
        "the first word does not cover the start, {squares}", "le premier mot ne couvre pas le départ, {squares}"
    ),
    "not_connected": Template("{word} touches no tile on the board", "{word} ne touche aucune lettre de la grille"),
    "not_on_rack": Template(
        "the rack has {held}, the play needs {needed}{hint}",
        "sur le chevalet : {held} ; le coup en demande {needed}{hint}",
    ),
    "not_in_set": Template(
        "the {set} set has {held} left, the play needs {needed}{hint}",
        "reste du jeu {set} : {held} ; le coup en demande {needed}{hint}",
    ),
    "not_a_word": Template("{word} is not a word of {lexicon}", "{word} n'est pas un mot du lexique {lexicon}"),
    "cross_word": Template(
        "the cross word {place} {word} is not a word of {lexicon}",
        "le mot perpendiculaire {place} {word} n'est pas un mot du lexique {lexicon}",
    ),
    "completes_a_word": Template(
        "{word} uses more than one tile of the board", "{word} utilise plus d'une lettre de la grille"
    ),
    "second_word": Template("it makes a second word, {place} {word}", "il forme un deuxième mot, {place} {word}"),
    "length": Template("{word} has {letters} letters, not {lengths}", "{word} a {letters} lettres, et non {lengths}"),
}
AND, OR = Template("{one} and {other}", "{one} et {other}"), Template("{one} or {other}", "{one} ou {other}")
NO_TILE, TILES = Template("no {tile}", "aucun {tile}"), Template("{count} {tile}")
BLANK, BLANKS = Template("blank", "joker"), Template("blanks", "jokers")
SMALL_IS_BLANK = Template(" (a small letter is a blank)", " (une minuscule est un joker)")


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that is wrong with a play: a stable code, the sentence for a person, and the word it is about."""

    code: Fault
    text: str
    word: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", bracketed(self.text))
        object.__setattr__(self, "word", bracketed(self.word))

    def __str__(self) -> str:
        return self.text


class Voice(NamedTuple):
    """How reasons are told: the notation of places, and the language."""

    notation: Notation = "gcg"
    language: Language = "en"

    def reason(self, code: Fault, about: str = "", **arguments: Argument) -> Reason:
        """The sentence of this fault, with its holes filled; `about` is the word or tile that it is about."""
        return Reason(code, _SAID[code](**arguments).say(self.language), about)

    def square(self, row: int, column: int) -> str:
        return square_name(row, column, self.notation)

    def place(self, word: FormedWord) -> str:
        return write_place(word.row, word.column, word.across, self.notation)


def joined(names: list[str], by: Template) -> Sentence | str:
    """Names in one: "A and B"."""
    found: Sentence | str = names[0]
    for name in names[1:]:
        found = by(one=found, other=name)
    return found
