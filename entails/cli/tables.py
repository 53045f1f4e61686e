"""Puzzles in tables: CSV, JSON Lines and Parquet files, read as `entails batch` reads them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from entails.models.entry import AT_LEAST, Block, Entry, InBlocks
from entails.models.errors import Invalid
from entails.queries.parse import only_one

if TYPE_CHECKING:
    from entails.batch.inputs import InputRow


class Columns(NamedTuple):
    """Names of the columns of a table with the puzzles and their ids; None means detected."""

    puzzle: str | None = None
    id: str | None = None


NO_COLUMNS = Columns()

_AT_ONCE = 8192
_HEAD = 1 << 16


Read = Callable[[str], Any]
"""Parse one puzzle; raise `Invalid` if the text is not a puzzle."""


def is_table(path: str, read: Read) -> bool:
    """Return whether a file is a table with a heading; a .csv file may also hold one puzzle per line."""
    from entails.batch.inputs import TABLES, ending_of
    from entails.data.files import file_pieces, joined, unpacked_pieces

    ending = ending_of(path)
    if ending not in TABLES or ending == ".parquet":
        return ending == ".parquet"
    with joined(unpacked_pieces(file_pieces(path))) as file:
        first = file.peek(_HEAD)[:_HEAD].lstrip().partition(b"\n")[0].decode("utf-8-sig", "replace").strip()
    return not any(_is_puzzle(text, read) for text in (first, first.partition(TABLES[ending])[0]))


def table_entries(
    path: str, columns: Columns, read: Read, in_blocks: InBlocks[Any] | None
) -> Iterator[Entry[Any] | Block[Any]]:
    """Yield the entries of a table; in blocks if `in_blocks` is set and there are enough rows."""
    from entails.batch.inputs import Reading

    rows = Reading(lambda text: _is_puzzle(text, read), columns.puzzle, columns.id).rows([path])
    if in_blocks is None:
        yield from (_entry(row, read) for row in rows)
        return
    while some := list(islice(rows, _AT_ONCE)):
        if len(some) < AT_LEAST:
            yield from (_entry(row, read) for row in some)
        else:
            yield from _stretches(some, read, in_blocks)


def _stretches(rows: list["InputRow"], read: Read, in_blocks: InBlocks[Any]) -> Iterator[Entry[Any] | Block[Any]]:
    """Yield runs of plain rows as blocks and other rows as entries."""
    block = in_blocks.of_texts(["" if row.error else row.text.strip() for row in rows])
    at = {int(line) - 1: place for place, line in enumerate(block.lines)}
    for is_plain, numbers in groupby(range(len(rows)), at.__contains__):
        some = list(numbers)
        if is_plain:
            yield replace(
                block,
                rows=block.rows[at[some[0]] : at[some[-1]] + 1],
                lines=[rows[number].line for number in some],
                ids=[rows[number].id for number in some],
            )
        else:
            yield from (_entry(rows[number], read) for number in some)


def _entry(row: "InputRow", read: Read) -> Entry[Any]:
    if row.error is not None:
        return Entry(row.line, None, Invalid(row.error), id=row.id)
    try:
        return Entry(row.line, read(row.text), id=row.id)
    except Invalid as error:
        return Entry(row.line, None, error, id=row.id)


def _is_puzzle(text: str, read: Read) -> bool:
    try:
        read(text)
    except Invalid:
        return False
    return True


def reading_one(read: Callable[[bytes, Any], Iterable[Entry[Any]]], settings: Any) -> Read:
    """Return a function that parses one puzzle under the read options `settings`."""
    return lambda text: only_one(read(text.encode(errors="surrogatepass"), settings))
