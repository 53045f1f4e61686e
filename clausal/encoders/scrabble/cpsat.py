"""Scrabble for CP-SAT: the rules of placement, for one slot of the board at a time.

A slot fixes the line, the start and the length of the main word, so what is left to decide is small: a tile of the rack
for each empty square, such that the main word and every cross word are in the lexicon. The score is linear in these
tiles. A play lies in exactly one slot; the best over all slots is the best play (see `slots`, `fitting`).

This is a second opinion on the move generator and shares no code with it. With a wanted word the only slot is its own,
and every rule can be doubted, so that an explanation names the rules that forbid it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from clausal.encoders.scrabble.facts import Facts
from clausal.encoders.scrabble.fitting import fitting
from clausal.encoders.scrabble.geometry import requirements
from clausal.encoders.scrabble.rulebook import Rulebook
from clausal.encoders.scrabble.scoring import Scoring
from clausal.encoders.scrabble.slots import Slot, slots
from clausal.encoders.scrabble.words import count_of, crossing_line, line_name
from clausal.models.encoding import CpParts, CpSat
from clausal.models.letters import ALPHABET, Letters
from clausal.models.scrabble.board import EMPTY
from clausal.models.scrabble.notation import square_name
from clausal.models.scrabble.placement import Placement
from clausal.models.scrabble.position import Position
from clausal.models.scrabble.restricted import LENGTHS
from clausal.models.scrabble.tiles import BLANK, SYMBOLS

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import IntVar


class Play:
    """One slot as a model: its variables, then one method for each rule of the game."""

    def __init__(self, position: Position, slot: Slot, words: Letters, wanted: Placement | None = None) -> None:
        self.position, self.slot, self.words, self.wanted = position, slot, words, wanted
        self.book = Rulebook(doubting=wanted is not None)
        self.model = self.book.model
        self.letter: dict[int, IntVar] = {place: self._letter_variable(place) for place in slot.places}
        self.laid: dict[tuple[int, int], IntVar] = {}
        self.blank: dict[int, IntVar] = {}
        self.one_tile_on_each_empty_square()
        self.tiles_come_from_the_rack()
        self.tiles_on_the_board_stay()
        self.main_word_is_a_word()
        self.cross_words_are_words()
        self.the_word_has_its_place()
        self.score_counts()

    def _never(self) -> Any:
        return self.model.add_bool_or([False])

    def _letter_variable(self, place: int) -> "IntVar":
        """The letter at a place of the line: the tile there, the letter wanted, or one that some word has."""
        from ortools.sat.python.cp_model import Domain

        index = place - self.slot.start
        if self.wanted is not None:
            return self.model.new_constant(ALPHABET.index(self.wanted.word[index].lower()))
        found = np.unique(self.words[:, index]).tolist()
        return self.model.new_int_var_from_domain(Domain.from_values(found), "")

    def _values(self, variable: "IntVar") -> list[int]:
        bounds = list(self.model.proto.variables[variable.index].domain)
        pairs = zip(bounds[::2], bounds[1::2], strict=True)
        return [letter for low, high in pairs for letter in range(low, high + 1)]

    def one_tile_on_each_empty_square(self) -> None:
        """A letter tile that shows the letter of its square, or a blank that stands for any."""
        blanks_at_hand = self.position.rack.blanks > 0 or self.wanted is not None
        for place in self.slot.open_places:
            self.blank[place] = blank = self.model.new_int_var(0, int(blanks_at_hand), "")
            here = {letter: self.model.new_bool_var("") for letter in self._values(self.letter[place])}
            self.laid |= {(place, letter): tile for letter, tile in here.items()}
            self.model.add_exactly_one([*here.values(), blank])
            for letter, tile in here.items():
                self.model.add(self.letter[place] == letter).only_enforce_if(tile)
            if self.wanted is not None and self.wanted.tiles[place - self.slot.start].islower():
                self.model.add(blank == 1)

    def tiles_come_from_the_rack(self) -> None:
        counts = self.position.rack.counts
        for kind in sorted({letter for _, letter in self.laid}):
            laid = [tile for (_, letter), tile in self.laid.items() if letter == kind]
            self._at_most(kind, laid, counts[kind])
        self._at_most(BLANK, list(self.blank.values()), counts[BLANK])

    def _at_most(self, kind: int, laid: Sequence["IntVar"], count: int) -> None:
        if len(laid) > count:
            held = self.model.add(sum(laid) <= count)
            self.book.state(f"rack {SYMBOLS[kind]}", f"the rack has {count_of(kind, count)}", held)

    def tiles_on_the_board_stay(self) -> None:
        for place in self.slot.places:
            there, name = self.slot.tile_at(place), self._name(place)
            if there != EMPTY:
                held = self.model.add(self.letter[place] == there)
                self.book.state(f"holds {name}", f"{name} holds {ALPHABET[there].upper()} already", held)

    def main_word_is_a_word(self) -> None:
        line = line_name(self.slot.across, self.slot.line, self.position.notation)
        way = "across" if self.slot.across else "down"
        letters = [self.letter[place] for place in self.slot.places]
        self.in_lexicon("word", f"the word {way} {line}", letters, self.words)

    def cross_words_are_words(self) -> None:
        """Every word of two letters or more that the tiles make across the line."""
        for place in self.slot.crossed:
            _, pattern = self.slot.cross(place)
            letters = [self.letter[place] if there == EMPTY else there for there in pattern]
            line = crossing_line(self.slot, place, self.position.notation)
            words = fitting(self.position.lexicon, pattern)
            self.in_lexicon(f"cross {line}", f"the cross word in {line}", letters, words)

    def in_lexicon(self, name: str, what: str, letters: Sequence["IntVar | int"], words: Letters) -> None:
        """These letters spell one of the words; letters that are known already need no column in the table."""
        columns = [index for index, letter in enumerate(letters) if not isinstance(letter, int)]
        allowed = words[:, columns].tolist()
        rule = self.model.add_allowed_assignments([letters[c] for c in columns], allowed) if allowed else self._never()
        self.book.state(name, f"{what}{self._spelt(letters)} is in the lexicon", rule)

    def _spelt(self, letters: Sequence["IntVar | int"]) -> str:
        """The word itself, which a wanted play settles."""
        if self.wanted is None:
            return ""
        values = [letter if isinstance(letter, int) else self._values(letter)[0] for letter in letters]
        return f", {''.join(ALPHABET[value] for value in values).upper()},"

    def the_word_has_its_place(self) -> None:
        for rule in requirements(self.position, self.slot):
            self.book.require(rule.name, rule.text, rule.holds)

    def score_counts(self) -> None:
        """The tiles' values times what they count there, and what counts anyway."""
        if not self.slot.fits:
            return
        scoring, values = Scoring.of(self.position, self.slot), self.position.tile_set.values
        times = dict(zip(self.slot.open_places, scoring.times, strict=True))
        points = (times[place] * values[letter] * tile for (place, letter), tile in self.laid.items())
        self.model.maximize(sum(points) + scoring.fixed)

    def facts(self) -> list[tuple["IntVar", int]]:
        """What each fact of the board says in this model; letters beyond the slot's length are never there."""
        numbering = Facts(self.slot.board)
        never, always = (self.model.new_constant(0), 1), (self.model.new_constant(1), 1)
        here = numbering.place(self.slot.across, *self.slot.origin, self.slot.length)
        said = [always if fact in here else never for fact in range(1, numbering.first_letter + 1)]
        for place in self.slot.places:
            said += [(self.letter[place], letter) for letter in range(BLANK)]
            said.append((self.blank[place], 1) if place in self.blank else never)
        return said + [never] * (numbering.total - len(said))

    def _name(self, place: int) -> str:
        return square_name(*self.slot.square(place), self.position.notation)


def build(position: Position, slot: Slot, words: Letters, wanted: Placement | None = None) -> CpParts:
    """The model of one slot; `words` are those of its length that line and rack allow."""
    play = Play(position, slot, words, wanted)
    return CpParts(play.model, play.facts(), play.book.switches)


def most_points(position: Position, slot: Slot, words: Letters, wanted: Placement | None = None) -> float:
    """More than this no play in the slot can score."""
    del words, wanted
    return Scoring.of(position, slot).most(position)


@dataclass(frozen=True)
class ScrabbleCpSat:
    """The model of placement as an encoder."""

    name: str = "placement"
    kind: Literal["cpsat"] = "cpsat"
    explains: bool = True
    summary: str = "a tile for each empty square of a line, every word in the lexicon, one model per slot (CP-SAT)"

    def encode(self, puzzle: Position) -> CpSat[Placement]:
        numbering = Facts(puzzle.board)
        parts = _wanted_part(puzzle, puzzle.wanted) if puzzle.wanted else tuple(_parts(puzzle))
        if puzzle.rules.restricted and not puzzle.wanted:
            parts = _of_first_length(parts)
        return CpSat(
            build=build,
            parts=parts,
            names=numbering.names,
            groups=tuple(Play(*parts[0]).book.groups) if puzzle.wanted else (),
            decode=numbering.decode,
            bound=None if puzzle.wanted else most_points,
            about=(f"scrabble, rack {puzzle.rack}",),
        )


Part = tuple[Position, Slot, Letters, Placement | None]


def _parts(position: Position) -> Iterator[Part]:
    """The slots that some word of the lexicon fits as far as their line and the rack go; cross words are not asked."""
    found: dict[tuple[int, ...], Letters] = {}
    for slot in slots(position.board, position.rack.total):
        if not all(rule.holds for rule in requirements(position, slot)):
            continue
        if slot.pattern not in found:
            found[slot.pattern] = fitting(position.lexicon, slot.pattern, position.rack)
        if len(found[slot.pattern]):
            yield position, slot, found[slot.pattern], None


def _of_first_length(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The restricted game tries one length after the other, and the first that gives a play ends the search. No second
    word is made there, so a word that fits its line and the rack is a play."""
    by_length = ([part for part in parts if part[1].length == length] for length in LENGTHS)
    return tuple(next(filter(None, by_length), ()))


def _wanted_part(position: Position, wanted: Placement) -> tuple[Part]:
    """The slot of the wanted word, and the word itself if it is one."""
    row, column = wanted.row, wanted.column
    line, start = (row, column) if wanted.across else (column, row)
    slot = Slot(position.board, wanted.across, line, start, len(wanted.word))
    spelt = tuple(ALPHABET.index(letter.lower()) for letter in wanted.word)
    return ((position, slot, fitting(position.lexicon, spelt), wanted),)
