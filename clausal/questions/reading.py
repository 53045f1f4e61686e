"""Puzzles from text, for the front door."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, overload

from clausal.models.entry import Entry
from clausal.models.errors import InvalidPuzzle
from clausal.puzzles import kind

if TYPE_CHECKING:
    from clausal.models.encoding import Cnf
    from clausal.models.scrabble.position import Position
    from clausal.models.sudoku import Grid
    from clausal.models.wordle import Wordle

__all__ = ["parse", "parse_many"]


@overload
def parse(kind_name: Literal["sudoku"], text: str, **settings: Any) -> "Grid": ...
@overload
def parse(kind_name: Literal["wordle"], text: str, **settings: Any) -> "Wordle": ...
@overload
def parse(kind_name: Literal["scrabble"], text: str, **settings: Any) -> "Position": ...
@overload
def parse(kind_name: Literal["cnf"], text: str, **settings: Any) -> "Cnf[Any]": ...
@overload
def parse(kind_name: str, text: str, **settings: Any) -> Any: ...


def parse(kind_name: str, text: str, **settings: Any) -> Any:
    """The one puzzle that this text holds.

    >>> parse("sudoku", "..4..3...2....1.").line
    '..4..3...2....1.'
    """
    return only_one(parse_many(kind_name, text, **settings))


def only_one(entries: Iterable[Entry[Any]]) -> Any:
    """The puzzle of the only entry there is."""
    found = list(entries)
    if len(found) != 1:
        raise InvalidPuzzle(f"there are {len(found)} puzzles", expected="exactly one")
    if found[0].error is not None:
        raise found[0].error
    return found[0].puzzle


def parse_many(kind_name: str, text: str, **settings: Any) -> Iterator[Entry[Any]]:
    """Every puzzle of a text; a bad one becomes an entry with an error."""
    of_kind = kind(kind_name)
    return of_kind.read(text.encode(errors="surrogatepass"), of_kind.told(settings))
