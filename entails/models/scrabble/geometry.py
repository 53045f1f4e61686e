"""The rules of placement that ask about squares only, not about letters: each with the sentence a player would say.

A slot that breaks one of them is not stated; a wanted word that breaks one is told so in these words.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.models.scrabble.board import EMPTY
from entails.models.scrabble.notation import square_name
from entails.models.scrabble.position import Position
from entails.models.scrabble.restricted import LENGTHS
from entails.models.scrabble.sentences import crossing_line
from entails.models.scrabble.slots import Slot
from entails.models.sentence import LANGUAGES, Sentence, Template

_EDGE = Template("the word ends before the edge of the board", "le mot se termine avant le bord du plateau")()
_BEFORE = Template("the square before the word, {square}, is empty", "la case avant le mot, {square}, est vide")
_AFTER = Template("the square after the word, {square}, is empty", "la case après le mot, {square}, est vide")
_A_TILE = Template("at least one tile is laid", "au moins une lettre est posée")()
_TWO_LETTERS = Template("a word has two letters or more", "un mot a au moins deux lettres")()
_START = Template("the first word covers the start, {squares}", "le premier mot couvre le départ, {squares}")
_TOUCH = Template("the word touches a tile on the board", "le mot touche une lettre du plateau")()
_OR = Template(" or ", " ou ")
_LENGTHS = Template(
    "in the restricted game a word has {lengths} letters", "dans le jeu restreint un mot a {lengths} lettres"
)
_ONE_TILE = Template(
    "in the restricted game a word goes through one tile and completes no other",
    "dans le jeu restreint un mot passe par une seule lettre et n'en complète pas d'autre",
)()
_NO_SECOND = Template(
    "in the restricted game no second word is made in {line}",
    "dans le jeu restreint aucun second mot n'est formé dans {line}",
)


@dataclass(frozen=True, slots=True)
class Requirement:
    """A rule under a short name, and whether the slot keeps it."""

    name: str
    sentence: Sentence
    holds: bool


def requirements(position: Position, slot: Slot) -> Iterator[Requirement]:
    """The word lies on the board, from end to end, lays a tile, and touches another or covers the start."""
    yield Requirement("edge", _EDGE, slot.fits)
    for name, template, place in (("before", _BEFORE, slot.start - 1), ("after", _AFTER, slot.start + slot.length)):
        square = slot.square(place)
        if slot.board.layout.holds(*square):
            said = template(square=square_name(*square, position.notation))
            yield Requirement(name, said, slot.tile_at(place) == EMPTY)
    yield Requirement("tiles", _A_TILE, bool(slot.open_places))
    yield Requirement("letters", _TWO_LETTERS, slot.length > 1)
    if slot.board.is_empty:
        yield Requirement("start", _START(squares=_starts(position)), slot.is_connected)
    else:
        yield Requirement("touch", _TOUCH, slot.is_connected)
    if position.rules.restricted:
        yield from _hypotheses(position, slot)


def _starts(position: Position) -> Sentence:
    names = [square_name(*square, position.notation) for square in position.board.layout.start]
    return Template(*(_OR.wording(language).join(names) for language in LANGUAGES))()


def _hypotheses(position: Position, slot: Slot) -> Iterator[Requirement]:
    """The restricted game of Guzniczak 2018."""
    yield Requirement("length", _LENGTHS(lengths=", ".join(map(str, sorted(LENGTHS)))), slot.length in LENGTHS)
    yield Requirement("one tile", _ONE_TILE, slot.length - len(slot.open_places) <= 1)
    for place in slot.crossed:
        line = crossing_line(slot, place, position.notation)
        yield Requirement(f"second {line}", _NO_SECOND(line=line), False)
