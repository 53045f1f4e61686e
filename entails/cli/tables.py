"""Puzzles out of tables: files of CSV, JSON Lines and Parquet, read as `entails batch` reads them.

What the columns of a table are called, where somebody said so.
"""

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
    """Which columns of a table hold the puzzles and their names, where somebody said so."""

    puzzle: str | None = None
    id: str | None = None


NO_COLUMNS = Columns()

_AT_ONCE = 8192
_HEAD = 1 << 16


Read = Callable[[str], Any]
"""The puzzle that a text is; refuses what is none."""


def is_table(path: str, read: Read) -> bool:
    """Is this a table with names for its columns? A file of lines may be called one: its first line is a puzzle."""
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
    """The places of a table, in blocks where there are many and what is asked can be answered so."""
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
    """Stretches of plain rows as blocks, the others as entries."""
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
    """How one text is read under what was said about its kind."""
    return lambda text: only_one(read(text.encode(errors="surrogatepass"), settings))
