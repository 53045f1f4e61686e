"""The moves of a position that are worth a closer look: those of the most score and leave together."""

from collections.abc import Iterator

from entails.models.scrabble.move import PASS, Exchange, Move
from entails.models.scrabble.position import Position
from entails.solvers.scrabble.leave import LeaveTables, Points, best_exchange
from entails.solvers.scrabble.placements import Placements


def candidates(
    position: Position, found: Placements, worths: Points, tables: LeaveTables, bag: int, count: int
) -> Iterator[Move]:
    """So many of the plays `found`, whose `worths` are known, and the best exchange where one is allowed; the pass
    where nothing can be played. `bag` is how many tiles it holds."""
    for index in (-worths).argsort(kind="stable")[:count]:
        yield found.placement(int(index))
    if bag >= max(position.rules.exchange_least, 1) and position.rack.total:
        yield Exchange(best_exchange(position, bag, tables).exchanged)
    if not len(found):
        yield PASS
