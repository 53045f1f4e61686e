"""What both kinds of game at the terminal share: the board, the rack, hints, and reading what a player types."""

import sys
from dataclasses import dataclass

from clausal.cli.output import columns, draw, print_line, say
from clausal.cli.scrabble_listing import bracketed
from clausal.cli.scrabble_referee import print_board, rows_of_tiles
from clausal.cli.scrabble_speech import PHRASES, Phrases, spoken
from clausal.cli.wordle_speech import Speech
from clausal.models.errors import Invalid
from clausal.models.letters import without_accents
from clausal.models.scrabble.layout import Square
from clausal.models.scrabble.move import Exchange, Move, read_move
from clausal.models.scrabble.notation import Notation, write_place
from clausal.models.scrabble.placement import Placement
from clausal.models.scrabble.position import Position
from clausal.models.scrabble.rack import Rack
from clausal.models.scrabble.rules import legality
from clausal.models.scrabble.tiles import SYMBOLS, TileSet
from clausal.models.scrabble.words import normalised

HINT, MORE_HINT, UNSEEN = "?", "??", "*"
_HINTS = 5
_EXAMPLES = {
    ("en", "gcg"): "8E MARS across, H8 SILENT down",
    ("en", "french"): "H5 MARS across, 8H SILENT down",
    ("fr", "gcg"): "8E MARS horizontal, H8 SILENCE vertical",
    ("fr", "french"): "H5 MARS horizontal, 8H SILENCE vertical",
}


@dataclass(frozen=True)
class Table:
    """How the game is shown and spoken of."""

    notation: Notation
    speech: Speech

    @property
    def phrases(self) -> Phrases:
        return PHRASES[self.speech]

    @property
    def example(self) -> str:
        return _EXAMPLES[self.speech, self.notation]

    def written(self, placement: Placement) -> str:
        """A play as players write it: H8 (S)ILENT."""
        return f"{write_place(placement.row, placement.column, placement.across, self.notation)} {bracketed(placement)}"

    def number(self, value: float) -> str:
        return f"{value:.1f}".replace(".", self.phrases.decimal)

    def show(self, position: Position, standing: str, new: tuple[Square, ...] = ()) -> None:
        """The board, how things stand, and the rack."""
        print_line("")
        print_board(position.board, self.notation, new)
        print_line("")
        say(standing, "bold")
        if sys.stdout.isatty():
            draw(f"{self.phrases.rack}  {_tiles_markup(position.rack, position.tile_set)}")
        else:
            print_line(f"{self.phrases.rack}  {position.rack}")

    def understood(self, line: str, position: Position) -> Move | None:
        """The move that a line says, once it is one; else its reasons are told, and the player may try again."""
        try:
            move = read_move(_capitals(without_accents(line), position), position.board, self.notation)
        except Invalid as error:
            say(f"  {self.phrases.unclear.format(error=error, example=self.example)}", "yellow")
            return None
        if not isinstance(move, Placement):
            return move
        return move if self._allowed(position, move) else None

    def can_exchange(self, move: Exchange, rack: Rack, bag: int, allowed: bool) -> bool:
        """May these tiles be exchanged? Says why not."""
        phrases = self.phrases
        if not allowed:
            say(f"  {phrases.no_exchange.format(count=bag)}", "yellow")
        elif not move.tiles.total or not rack.holds(move.tiles):
            say(f"  {phrases.not_yours.format(rack=rack)}", "yellow")
        elif move.tiles.total > bag:
            say(f"  {phrases.not_so_many.format(count=bag)}", "yellow")
        else:
            return True
        return False

    def help_with(self, line: str, position: Position) -> bool:
        """Answer a line that asks for help, or is empty; tells whether it was one."""
        if line in (HINT, MORE_HINT):
            self._hint(position, many=line == MORE_HINT)
        elif line == UNSEEN:
            say(f"  {self.phrases.unseen.format(count=position.unseen.total)}", "cyan")
            for row in rows_of_tiles(position.unseen):
                print_line(f"    {row}")
        return line in ("", HINT, MORE_HINT, UNSEEN)

    def _allowed(self, position: Position, move: Placement) -> bool:
        placement = normalised(position.board, move) if not _off_board(position, move) else move
        reasons = legality(
            position.board,
            placement,
            position.rack,
            position.lexicon,
            position.tile_set,
            position.rules,
            self.notation,
        )
        if reasons:
            say(f"  {self.phrases.refused}", "yellow")
        for reason in reasons:
            small = reason.code == "not_on_rack" and any(tile.islower() for tile in placement.tiles)
            said = spoken(reason, str(position.rack.lacks(placement.used)), self.speech)
            print_line(f"    - {said} {self.phrases.blank_is_small}" if small else f"    - {said}")
        return not reasons

    def _hint(self, position: Position, *, many: bool) -> None:
        from clausal.solvers.scrabble.generator import all_placements

        found, phrases = all_placements(position), self.phrases
        best = found.best
        if best is None:
            say(f"  {phrases.hint_none}", "cyan")
        elif many:
            columns([["   ", str(score), self.written(placement)] for placement, score in found[:_HINTS]], 1)
        else:
            tiles = best.placement.used.total
            text = phrases.hint_bonus if tiles >= position.rules.bonus_tiles else phrases.hint
            say(f"  {text.format(points=best.score, tiles=tiles)}", "cyan")


def _off_board(position: Position, placement: Placement) -> bool:
    return not all(position.board.layout.holds(*square) for square in placement.squares)


def _capitals(line: str, position: Position) -> str:
    """A word typed in small letters throughout stands for capitals, unless there are as many blanks on the rack."""
    place, _, word = line.partition(" ")
    letters = sum(symbol.isalpha() for symbol in word)
    return f"{place} {word.upper()}" if word.islower() and letters > position.rack.blanks else line


def _tiles_markup(rack: Rack, tile_set: TileSet) -> str:
    """Tiles side by side with what they are worth."""
    subscripts = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
    tiles = (
        f"[bold black on rgb(240,217,160)] {SYMBOLS[tile]}{str(tile_set.values[tile]).translate(subscripts)} [/]"
        for tile in rack
    )
    return " ".join(tiles)
