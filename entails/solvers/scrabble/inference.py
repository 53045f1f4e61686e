"""Inference of the opponent's rack from the opponent's last play.

    RackInference.of(position, "H8 .ILENT", tables)

After a play, the opponent keeps a leave and draws. A leave with which the play was far from the best move is unlikely.
Racks are drawn at random and accepted with probability exp(-loss / `TOLERANCE`), where the loss is the difference in
equity between the best move with the play's tiles and that leave, and the play. Accepted racks are equally likely. If a
bad play leaves none, one of the racks drawn is taken, with a probability proportional to its likelihood.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import exp
from random import Random

from entails.models.errors import InvalidMove
from entails.models.scrabble.board import THROUGH, Board, Placement, read_place, read_played_word, square_name
from entails.models.scrabble.game import Game
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import score
from entails.models.scrabble.tiles import Bag, Rack
from entails.solvers.scrabble.leave import LeaveTables, equity_of
from entails.solvers.scrabble.placements import Scored
from entails.solvers.scrabble.playing import best_equities

TOLERANCE = 5.0
"""Points of equity by which a play falls short of the best move when its probability is divided by e."""
_BRACKETS = re.compile(r"\(([^()]*)\)")
_MOST_TRIES = 60
"""Racks drawn until one of them is taken by its likelihood."""


@dataclass
class RackInference:
    """The opponent's last play, and the likelihood of racks after it.

    Attributes:
        before: The position of the opponent before the play; its rack is that of the play alone.
        play: The play.
        drawn_racks: Number of racks drawn so far.
        accepted_racks: Number of racks accepted so far.
    """

    before: Position
    play: Placement
    points: int
    tables: LeaveTables
    drawn_racks: int = 0
    accepted_racks: int = 0
    _likelihoods: dict[tuple[int, ...], float] = field(default_factory=dict)

    @classmethod
    def of(cls, position: Position, text: str, tables: LeaveTables) -> "RackInference":
        """Read the opponent's last play, which is on the board; squares that it did not fill are dots."""
        board, play = _taken_back(position, text)
        before = replace(position, board=board, rack=play.used, others=(), scores=())
        return cls(before, play, score(board, play, position.tile_set, position.rules).total, tables)

    def drawn(self, known: Rack, hidden: Sequence[int], random: Random) -> Rack:
        """Draw a rack for the opponent: the known tiles and hidden ones, by their probability after the play."""
        size = self.before.rules.rack_size
        kept = max(size - self.play.used.total, 0)
        racks, likelihoods = [], []
        for _ in range(_MOST_TRIES):
            rack = known + Rack.of(random.sample(hidden, min(len(hidden), size - known.total)))
            leave = Rack.of(random.sample(list(rack), min(kept, rack.total)))
            likelihood = self.likelihood(leave)
            self.drawn_racks += 1
            if random.random() < likelihood:
                self.accepted_racks += 1
                return rack
            racks.append(rack)
            likelihoods.append(likelihood)
        return random.choices(racks, likelihoods if any(likelihoods) else None)[0]

    def likelihood(self, leave: Rack) -> float:
        """Return the likelihood of the play given its leave: 1 if no move was better."""
        if leave.counts not in self._likelihoods:
            rack = Rack((self.play.used + leave).counts, self.before.rack.alphabet)
            before = replace(self.before, rack=rack)
            achieved = equity_of(before, Scored(self.play, self.points), self.tables)
            best = float(best_equities(_game(before), [rack], self.tables)[0])
            self._likelihoods[leave.counts] = exp(-max(best - achieved, 0.0) / TOLERANCE)
        return self._likelihoods[leave.counts]


def _game(position: Position) -> Game:
    """Build a game in which the position's player is to move and every tile off the rack is unseen."""
    hidden, size = list(position.unseen), position.rules.rack_size
    return Game(
        ("1", "2"),
        position.tile_set,
        position.lexicon,
        position.rules,
        position.board,
        Bag(Rack.of(hidden[size:], position.rack.alphabet)),
        (position.rack, Rack.of(hidden[:size], position.rack.alphabet)),
        (0, 0),
    )


def _taken_back(position: Position, text: str) -> tuple[Board, Placement]:
    """Return the board before the last play, and the play itself."""
    board, expected = position.board, "the last play, such as H8 .ILENT (dots for tiles that lay there before)"
    place, _, word = text.strip().partition(" ")
    row, column, across = read_place(place, position.notation, board.layout)
    letters, blanks = board.letters.copy(), board.blanks.copy()
    dots = _BRACKETS.sub(lambda old: THROUGH * len(board.alphabet.cased(old[1])), word.strip())
    played = read_played_word(dots, board.alphabet)
    laid = 0
    for offset, symbol in enumerate(played):
        square = (row, column + offset) if across else (row + offset, column)
        if symbol == THROUGH:
            continue
        if not board.has_tile(*square) or board.tile(*square).upper() != symbol.upper():
            name = square_name(*square, position.notation)
            raise InvalidMove(f"the board does not have {symbol.upper()} on {name}", where=text[:30], expected=expected)
        letters[square], blanks[square] = -1, False
        laid += 1
    if not 0 < laid <= position.rules.rack_size:
        raise InvalidMove(f"the play lays {laid} tiles", where=text[:30], expected=expected)
    before = Board(board.layout, letters, blanks, board.alphabet)
    shown = "".join(board.tile(row, column + n) if across else board.tile(row + n, column) for n in range(len(played)))
    return before, Placement.on(before, row, column, across, shown)
