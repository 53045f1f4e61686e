"""List the unseen tiles: neither on the board nor on your rack."""

from pydantic import Field

from entails.models.alphabet import without_accents
from entails.models.errors import bracketed
from entails.models.fields import Value
from entails.models.scrabble.position import Position
from entails.models.scrabble.tiles import Rack
from entails.queries.query import Progress, Query, QueryOptions, QueryResult
from entails.queries.scrabble.plays import MARS

PANEL = "Board"
PLACE = 13

_VOWELS = "AEIOUY"


class TilesReport(Value):
    """Result of `scrabble tiles`: the unseen tiles. `bag` is the number in the bag if all opponents have full racks."""

    unseen: str
    count: int
    counts: dict[str, int]
    vowels: int
    consonants: int
    blanks: int
    points: int
    bag: int
    tiles: str = Field(description="the name of the tile set")


def answer(position: Position, options: QueryOptions, progress: Progress) -> QueryResult[Rack]:
    """Return the unseen tiles."""
    del options, progress
    unseen = position.unseen
    full = position.rules.rack_size * max(len(position.others), 1)
    counts = {bracketed(symbol): count for symbol, count in unseen.kinds()}
    vowels = sum(count for symbol, count in counts.items() if without_accents(symbol) in _VOWELS)
    report = TilesReport(
        unseen=str(unseen),
        count=unseen.total,
        counts=counts,
        vowels=vowels,
        consonants=unseen.total - unseen.blanks - vowels,
        blanks=unseen.blanks,
        points=unseen.value(position.tile_set),
        bag=max(unseen.total - full, 0),
        tiles=position.tile_set.name,
    )
    return QueryResult(unseen, report)


QUERY = Query(
    options=QueryOptions,
    report=TilesReport,
    answer=answer,
    unused=("word", "notation"),
    examples={"an opening answered": {"puzzle": MARS}},
)
