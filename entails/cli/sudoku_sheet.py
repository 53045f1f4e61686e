"""`entails sudoku sheet`: printable sheets of grids from any files, including tables written by `batch`."""

from collections.abc import Iterator
from pathlib import PurePath
from typing import Annotated

import typer

from entails.models.errors import Invalid, InvalidOption, InvalidPuzzle
from entails.models.sudoku.grid import Grid

EXAMPLE = "Example: entails sudoku sheet grids.csv -o grids.pdf --title 'Sunday' --caption band"
_ROWS = {".csv", ".tsv", ".jsonl", ".ndjson", ".parquet"}
_MOST = 10_000
_ONE_SOLUTION = "exactly one solution, or --no-solutions"


def sheet(
    inputs: Annotated[
        list[str],
        typer.Argument(metavar="INPUT...", help="Grids, files of grids, or tables: CSV, JSON Lines, Parquet."),
    ],
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="Output file: .pdf or .svg.")],
    title: Annotated[str, typer.Option(metavar="TEXT", help="Title of each page.")] = "Sudoku",
    column: Annotated[str | None, typer.Option(metavar="NAME", help="Column with the grids.")] = None,
    caption: Annotated[str | None, typer.Option(metavar="NAME", help="Column with the captions, such as band.")] = None,
    solutions: Annotated[
        bool, typer.Option("--solutions/--no-solutions", metavar="", help="Add the solutions on the last pages.")
    ] = True,
) -> None:
    """Write a printable sheet (PDF, SVG)."""
    from entails.cli.output import say
    from entails.cli.run import write_pages
    from entails.data import sheet_fonts
    from entails.formats.sudoku.sheet import sheet_pdf, sheet_svg
    from entails.queries.query import Pages

    ending = PurePath(output).suffix.lower()
    if ending not in (".pdf", ".svg"):
        raise InvalidOption(
            "unsupported file name", where=output[:200] or "--output", expected="a name that ends in .pdf or .svg"
        )
    entries = list(_grids(inputs, column, caption))
    if len(entries) > _MOST:
        raise InvalidPuzzle(f"more than {_MOST:,} grids", where="sheet", expected="several smaller sheets")
    grids, captions = [grid for _, grid, _ in entries], [text for _, _, text in entries]
    answers = [_solved(place, grid) for place, grid, _ in entries] if solutions else None
    parts = (grids, title, answers, captions)
    drawn = sheet_pdf(*parts, sheet_fonts()) if ending == ".pdf" else Pages(sheet_svg(*parts))
    written = write_pages(drawn, output)
    say(f"{', '.join(written)}: {len(grids):,} {'grid' if len(grids) == 1 else 'grids'}", "green")


def _grids(inputs: list[str], column: str | None, caption: str | None) -> Iterator[tuple[str, Grid, str]]:
    """Yield each grid of the inputs with its place and caption; raise an error at the first invalid grid."""
    for text in inputs:
        endings = {ending.lower() for ending in PurePath(text).suffixes} if "\n" not in text else set()
        yield from _in_table(text, column, caption) if endings & _ROWS else _in_text(text)


def _in_table(path: str, column: str | None, caption: str | None) -> Iterator[tuple[str, Grid, str]]:
    from entails.batch.inputs import Reading
    from entails.formats.sudoku.read import parse_grid

    def is_grid(text: str) -> bool:
        try:
            parse_grid(text)
        except Invalid:
            return False
        return True

    for row in Reading(is_grid, column, caption).rows([path]):
        place = f"{path}, line {row.line}"
        if row.error is not None:
            raise InvalidPuzzle(row.error, where=place)
        try:
            yield place, parse_grid(row.text), row.id or ""
        except Invalid as error:
            raise error.at(place) from None


def _in_text(text: str) -> Iterator[tuple[str, Grid, str]]:
    from entails.cli.inputs import Reader, one_by_one
    from entails.puzzles import puzzle_type_named

    puzzle_type = puzzle_type_named("sudoku")
    source = Reader(puzzle_type, puzzle_type.read_options({}), puzzle_type.read).source(text)
    for entry in one_by_one(source.entries):
        if entry.error is not None:
            raise source.at(entry.error, entry.line)
        assert isinstance(entry.puzzle, Grid)  # an entry without a grid has an error
        yield source.place(entry.line), entry.puzzle, ""


def _solved(place: str, grid: Grid) -> Grid:
    import entails

    listing = entails.solutions(grid, options=entails.Options(max_solutions=2))
    answers = list(listing)
    if len(answers) != 1:
        raise InvalidPuzzle("several solutions" if answers else "no solution", where=place, expected=_ONE_SOLUTION)
    answer: Grid = answers[0]
    return answer
