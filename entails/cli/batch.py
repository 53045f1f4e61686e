"""`entails batch COMMAND INPUT... -o OUTPUT`: a query answered for every row of input files."""

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from entails.solvers.pool.limits import MOST_WORKERS

if TYPE_CHECKING:
    from entails.batch.run import Watch

_PUZZLE_OF = {".sdm": "sudoku", ".cnf": "cnf", ".gcnf": "cnf", ".wcnf": "cnf", ".gcg": "scrabble", ".cgp": "scrabble"}


def batch(
    query: Annotated[str, typer.Argument(metavar="COMMAND", help="Command: solve, check, count, rate, ...")],
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="INPUT...", help="Files: CSV, Parquet, JSON Lines or one puzzle per line; may be compressed."
        ),
    ],
    output: Annotated[str, typer.Option("--output", "-o", metavar="DIR|FILE", help="Output folder or file.")],
    puzzle: Annotated[
        str | None, typer.Option(metavar="NAME", help="Puzzle type, if the file name does not imply it.")
    ] = None,
    column: Annotated[str | None, typer.Option(metavar="NAME", help="Column with the puzzles.")] = None,
    id: Annotated[str | None, typer.Option("--id", metavar="NAME", help="Column with the ids of the puzzles.")] = None,
    set: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="Option of the command or puzzle type (repeatable)."),
    ] = None,
    where: Annotated[
        str | None,
        typer.Option(metavar="CONDITION", help="Filter of rows: \"band = 'medium' and uses_x_wing = 1\"."),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="FORMAT", help="parquet, csv or jsonl (default: from the output name)."),
    ] = None,
    part_rows: Annotated[int, typer.Option(min=1, metavar="N", help="Rows per part.")] = 10_000,
    workers: Annotated[
        int | None, typer.Option(min=1, max=MOST_WORKERS, metavar="N", help="Number of local processes, one core each.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Dask scheduler, such as tcp://10.0.0.1:8786.")
    ] = None,
) -> None:
    """Run a command on every row of files. Rerun the command to resume."""
    from entails.batch.answer import BatchJob
    from entails.batch.run import Batch, on_cluster, on_this_machine, run
    from entails.batch.tables import form_of
    from entails.cli.exit import BAD_INPUT, remark
    from entails.cli.output import say

    texts = {"--puzzle": puzzle, "--column": column, "--id": id, "--where": where, "--format": form}
    _reject_empty({**texts, "--cluster": cluster})
    _note_unused_columns(inputs, {"--column": column, "--id": id})
    job = BatchJob(
        puzzle or _puzzle_from_names(inputs), query, _parse_options(set or []), where or "", form_of(output, form)
    )
    work = Batch(job, inputs, output, column, id, part_rows)
    backend = on_this_machine(workers) if cluster is None else on_cluster(cluster)
    with _naming_output(output), _progress_shown() as watch:
        summary = run(work, backend, watch)
    if summary.before:
        remark(f"resumed after {summary.before:,} rows of an earlier run")
    if summary.remade:
        parts = "1 finished part was" if summary.remade == 1 else f"{summary.remade:,} finished parts were"
        remark(f"{parts} missing or damaged, and computed again")
    kept = "" if not where else f", {summary.kept:,} of them kept"
    invalid_rows = f"{summary.bad:,} invalid {'row' if summary.bad == 1 else 'rows'} (see column error)"
    bad = f", {invalid_rows}" if summary.bad else ""
    is_bad = summary.bad == summary.rows
    say(f"{output}: {summary.rows:,} {'row' if summary.rows == 1 else 'rows'}{kept}{bad}", "red" if is_bad else "green")
    if is_bad:
        raise typer.Exit(BAD_INPUT)


def columns_help() -> str:
    """Describe the columns of the output for help: the common ones, and those of `rate` for Sudoku."""
    from entails.batch.tables import descriptions_of
    from entails.models.rating import CRITERIA
    from entails.solvers.sudoku.steps.technique import COUNTED, technique, without_direction

    names = dict.fromkeys(map(without_direction, COUNTED))
    return "\n\n".join(
        (
            "Columns: input, line, id, verdict; the fields of the command's report (entails schema); error, text.",
            "Columns of sudoku rate:",
            *(f"{name}: {text}" for name, text in descriptions_of("sudoku", "rate").items()),
            "Names in criteria, also for --where:",
            *(f"{name}: {text}" for name, text in CRITERIA.items()),
            *(f"uses_{name.replace('-', '_')}: uses of {technique(name).name}" for name in names),
            "first_NAME: 1 if uses_NAME is above 0",
            "quine_NAME: measures of the disjunction engine (--set quine=true)",
        )
    )


def _puzzle_from_names(inputs: list[str]) -> str:
    from entails.models.errors import InvalidOption

    for path in inputs:
        for ending in Path(path).suffixes:
            if ending.lower() in _PUZZLE_OF:
                return _PUZZLE_OF[ending.lower()]
    raise InvalidOption(
        "cannot detect the puzzle type from the file names", where="--puzzle", expected="the name of a puzzle type"
    )


def _reject_empty(values: dict[str, str | None]) -> None:
    from entails.cli.exit import empty_value

    for flag, value in values.items():
        if value is not None and not value.strip():
            raise empty_value(flag)


def _note_unused_columns(inputs: list[str], columns: dict[str, str | None]) -> None:
    from entails.batch.inputs import TABLES, ending_of
    from entails.cli.exit import remark

    for flag, name in columns.items():
        if name is not None and not any(ending_of(path) in TABLES for path in inputs):
            remark(f"no file has columns; {flag} {name[:40]} is ignored")


def _parse_options(words: list[str]) -> dict[str, str]:
    from entails.models.errors import InvalidOption

    options = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name.strip():
            raise InvalidOption(f"invalid setting {word[:40]!r}", where="--set", expected="NAME=VALUE")
        options[name.strip().replace("-", "_")] = value
    return options


@contextmanager
def _naming_output(output: str) -> Iterator[None]:
    """Add the name of the output to errors about a full disk, which the system reports without a file name."""
    from entails.models.errors import InvalidFile

    try:
        yield
    except OSError as error:
        if error.filename is not None or error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise
        problem = os.strerror(error.errno).lower()
        raise InvalidFile(problem, where=output, expected="free space; then rerun the command to resume") from None


@contextmanager
def _progress_shown() -> Iterator["Watch"]:
    """Yield a function that shows the progress, the speed and the remaining time on a terminal."""
    from entails.cli.output import watching

    started: list[tuple[float, int]] = []
    with watching() as progress:

        def watch(rows: int, share: float) -> None:
            if not started:
                started.append((time.monotonic(), rows))
            seconds = time.monotonic() - started[0][0]
            rate = (rows - started[0][1]) / seconds if seconds else 0.0
            left = seconds * (1 - share) / share if share else 0.0
            progress(share, f"{rows:,} rows, {rate:,.0f} per second, about {left:,.0f} s left")

        yield watch if sys.stderr is not None else lambda rows, share: None  # noqa: ARG005
