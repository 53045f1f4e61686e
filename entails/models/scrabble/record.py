"""`PositionRecord`: a position as it is written down, before names become boards, tile sets and lexicons.

CGP, JSON, drawn boards and the end of a GCG game are all read into this one value; `entails.data.scrabble.positions`
makes a `Position` of it. As JSON it is our own form of a position.
"""

from typing import Annotated

from pydantic import Field, ValidationError

from entails.models.brackets import bracketed
from entails.models.errors import InvalidPuzzle
from entails.models.misfit import misfit
from entails.models.scrabble.layout import LARGEST
from entails.models.scrabble.position import Position
from entails.models.value import Value

_Row = Annotated[str, Field(pattern=r"^(?:[^\W\d_]|\.|\[[^\[\]\s]{2,3}\])*$", max_length=4 * LARGEST)]
_Name = Annotated[str, Field(max_length=200)]
_Points = Annotated[int, Field(ge=-(10**6), le=10**6)]
LONGEST_TEXT = 20_000


class PositionRecord(Value):
    """`board` has one text for each row: capitals, small letters for blanks, "." for empty squares. The player to move
    comes first in `racks` and `scores`. What is null was not said. `opcodes` are those of a CGP that say other things.
    """

    board: tuple[_Row, ...] = Field(max_length=LARGEST)
    racks: tuple[Annotated[str, Field(max_length=200)], ...] = Field(default=(), max_length=20)
    scores: tuple[_Points, ...] = Field(default=(), max_length=20)
    zeros: int = Field(default=0, ge=0, le=1000)
    layout: _Name | None = None
    tiles: _Name | None = None
    lexicon: _Name | None = None
    bonus: Annotated[int, Field(ge=0, le=10_000)] | None = None
    exchange_least: Annotated[int, Field(ge=0, le=1000)] | None = None
    zero_turns: Annotated[int, Field(ge=1, le=1000)] | None = None
    opcodes: tuple[tuple[_Name, _Name], ...] = Field(default=(), max_length=100)


def read_json(text: str) -> PositionRecord:
    """The JSON form."""
    if len(text) > LONGEST_TEXT:
        raise InvalidPuzzle("this JSON is too long for a position", expected="an object with board and racks")
    try:
        return PositionRecord.model_validate_json(text)
    except ValidationError as error:
        first = misfit(error)
        place = ", ".join(str(part)[:30] for part in first.place[:4])
        where = f"JSON, {place}" if place else "JSON"
        expected = first.expected or 'an object with "board", a list of rows, and "racks"'
        raise InvalidPuzzle(first.problem, where=where, expected=expected) from None


def write_json(record: PositionRecord) -> str:
    """The same as one line of JSON; what was not said is left out."""
    return record.model_dump_json(exclude_defaults=True)


def record_of(position: Position) -> PositionRecord:
    """The position with names for its parts. Rules that are the standard are not said."""
    rules, standard = position.rules, type(position.rules)()
    return PositionRecord(
        board=tuple(map(bracketed, position.board.rows)),
        racks=(str(position.rack), *map(str, position.others)),
        scores=position.scores,
        zeros=position.zeros,
        layout=position.board.layout.name,
        tiles=position.tile_set.name,
        lexicon=position.lexicon.name[:200],
        bonus=rules.bonus if rules.bonus != standard.bonus else None,
        exchange_least=rules.exchange_least if rules.exchange_least != standard.exchange_least else None,
        zero_turns=rules.zero_turns if rules.zero_turns != standard.zero_turns else None,
    )
