"""`entails batch QUESTION INPUT... -o OUTPUT`: a question asked of every row of some files."""

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
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What to ask: solve, check, count, rate, ...")],
    inputs: Annotated[
        list[str],
        typer.Argument(metavar="INPUT...", help="Files: CSV, Parquet, JSON Lines, or a puzzle a line; packed or not."),
    ],
    output: Annotated[str, typer.Option("--output", "-o", metavar="DIR|FILE", help="A folder of parts, or one file.")],
    puzzle: Annotated[
        str | None, typer.Option(metavar="NAME", help="The puzzle, where the name of a file does not tell.")
    ] = None,
    column: Annotated[str | None, typer.Option(metavar="NAME", help="The column that holds the puzzles.")] = None,
    id: Annotated[str | None, typer.Option("--id", metavar="NAME", help="The column that names them.")] = None,
    set: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="An option of the question or the puzzle.")
    ] = None,
    where: Annotated[
        str | None,
        typer.Option(metavar="CONDITION", help="Keep such rows only: \"band = 'medium' and uses_x_wing = 1\"."),
    ] = None,
    form: Annotated[
        str | None, typer.Option("--format", metavar="FORM", help="parquet, csv or jsonl, where no name tells.")
    ] = None,
    part_rows: Annotated[int, typer.Option(min=1, metavar="N", help="Rows in a part.")] = 10_000,
    workers: Annotated[
        int | None, typer.Option(min=1, max=MOST_WORKERS, metavar="N", help="Processes on this machine, a core each.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler, such as tcp://10.0.0.1:8786.")
    ] = None,
) -> None:
    """Ask a question of every row of some files. Ended at any point, the same command goes on."""
    from entails.batch.answer import BatchJob
    from entails.batch.pools import on_cluster, on_this_machine
    from entails.batch.run import Batch, run
    from entails.batch.tables import form_of
    from entails.cli.exit import BAD_INPUT, remark
    from entails.cli.output import say

    texts = {"--puzzle": puzzle, "--column": column, "--id": id, "--where": where, "--format": form}
    _refuse_empty({**texts, "--cluster": cluster})
    _remark_on_columns_that_no_file_has(inputs, {"--column": column, "--id": id})
    job = BatchJob(puzzle or _puzzle_of(inputs), question, _said(set or []), where or "", form_of(output, form))
    work = Batch(job, inputs, output, column, id, part_rows)
    backend = on_this_machine(workers) if cluster is None else on_cluster(cluster)
    with _blamed_on(output), _watched() as watch:
        summary = run(work, backend, watch)
    if summary.before:
        remark(f"went on after {summary.before:,} rows that were done before")
    if summary.remade:
        parts = "1 finished part was" if summary.remade == 1 else f"{summary.remade:,} finished parts were"
        remark(f"{parts} missing or damaged, and made again")
    kept = "" if not where else f", {summary.kept:,} of them kept"
    bad = "" if not summary.bad else f", {summary.bad:,} that are no puzzle of it (see error)"
    is_bad = summary.bad == summary.rows
    say(f"{output}: {summary.rows:,} {'row' if summary.rows == 1 else 'rows'}{kept}{bad}", "red" if is_bad else "green")
    if is_bad:
        raise typer.Exit(BAD_INPUT)


def _puzzle_of(inputs: list[str]) -> str:
    from entails.models.errors import InvalidOption

    for path in inputs:
        for ending in Path(path).suffixes:
            if ending.lower() in _PUZZLE_OF:
                return _PUZZLE_OF[ending.lower()]
    raise InvalidOption(
        "the names of the files do not tell which puzzle they hold", where="--puzzle", expected="its name"
    )


def _refuse_empty(values: dict[str, str | None]) -> None:
    from entails.cli.exit import nothing_said

    for flag, value in values.items():
        if value is not None and not value.strip():
            raise nothing_said(flag)


def _remark_on_columns_that_no_file_has(inputs: list[str], columns: dict[str, str | None]) -> None:
    from entails.batch.inputs import TABLES, ending_of
    from entails.cli.exit import remark

    for flag, name in columns.items():
        if name is not None and not any(ending_of(path) in TABLES for path in inputs):
            remark(f"no file has columns, so {flag} {name[:40]} says nothing")


def _said(words: list[str]) -> dict[str, str]:
    from entails.models.errors import InvalidOption

    options = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name.strip():
            raise InvalidOption(f"{word[:40]!r} is no option with its value", where="--set", expected="NAME=VALUE")
        options[name.strip().replace("-", "_")] = value
    return options


@contextmanager
def _blamed_on(output: str) -> Iterator[None]:
    """A disk that is full says so without the name of a file, which would be blamed on standard output."""
    from entails.models.errors import InvalidFile

    try:
        yield
    except OSError as error:
        if error.filename is not None or error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise
        problem = f"there is no room for more rows ({os.strerror(error.errno).lower()})"
        raise InvalidFile(problem, where=output, expected="room, then the same command, which goes on") from None


@contextmanager
def _watched() -> Iterator["Watch"]:
    """How far it has come, how fast, and how long it will take, where somebody is looking."""
    from entails.cli.output import watching

    started: list[tuple[float, int]] = []
    with watching() as progress:

        def watch(rows: int, share: float) -> None:
            if not started:
                started.append((time.monotonic(), rows))
            seconds = time.monotonic() - started[0][0]
            rate = (rows - started[0][1]) / seconds if seconds else 0.0
            left = seconds * (1 - share) / share if share else 0.0
            progress(share, f"{rows:,} rows, {rate:,.0f} a second, about {left:,.0f} s left")

        yield watch if sys.stderr is not None else lambda rows, share: None  # noqa: ARG005
