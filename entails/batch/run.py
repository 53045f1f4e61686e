"""A batch from its inputs to its output: planned, begun or gone on with, and finished."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from shutil import rmtree

from entails import __version__
from entails.batch.answer import BatchJob, records_of
from entails.batch.inputs import InputRow, InputRows, Reading, pyarrow_for
from entails.batch.manifest import Manifest, fingerprint
from entails.batch.pools import BatchBackend, Part, answered_by, on_this_machine
from entails.batch.tables import FORMS, columns_of, condition, join, values_of
from entails.data.files import whole_file
from entails.models.errors import Invalid, InvalidOption
from entails.queries.parse import only_one

PART_ROWS = 10_000

Watch = Callable[[int, float], None]
"""Told how many rows are done, and which share of the inputs has been read."""


@dataclass(frozen=True)
class Batch:
    """A job on some inputs. The output is a folder of parts, or one file where its name ends as one."""

    job: BatchJob
    inputs: Sequence[str]
    output: str
    column: str | None = None
    id: str | None = None
    part_rows: int = PART_ROWS

    @property
    def is_file(self) -> bool:
        return any(self.output.lower().endswith(f".{form}") for form in FORMS)

    @property
    def folder(self) -> Path:
        """Where the parts are: those of a file stand beside it until it is whole."""
        return Path(f"{self.output}.parts" if self.is_file else self.output)


@dataclass(frozen=True)
class Result:
    """The outcome of a batch.

    rows: all rows of the inputs.
    kept: rows that fulfil the condition.
    bad: rows that are invalid.
    before: rows of parts that an earlier run finished.
    remade: parts of an earlier run that were missing or damaged, and were made again.
    """

    rows: int
    kept: int
    bad: int
    before: int
    remade: int = 0


def _unseen(rows: int, share: float) -> None:
    del rows, share


def run(batch: Batch, backend: BatchBackend | None = None, watch: Watch = _unseen) -> Result:
    """Answer what is not answered yet. Ended at any point, the same call goes on."""
    job = batch.job
    _ = job.ask, job.settings  # what is wrong with them is said before any work
    _refuse(batch)
    sizes = [fingerprint(path) for path in batch.inputs]
    total, read = max(1, sum(size["bytes"] for size in sizes)), [0]

    def taken(size: int) -> None:
        read[0] += size

    plan = {
        "entails": __version__,
        "puzzle": job.puzzle,
        "question": job.verb,
        "said": dict(sorted(job.said.items())),
        "where": job.where,
        "form": job.form,
        "column": batch.column,
        "id": batch.id,
        "part_rows": batch.part_rows,
        "inputs": sizes,
    }
    manifest = Manifest(batch.folder, plan, job.form)
    with manifest.opened():
        before = sum(part["rows"] for part in manifest.parts)
        if not manifest.is_complete:
            reading = Reading(_is_puzzle(job), batch.column, batch.id, not job.kind.one_line, taken)
            rows = before
            for done in answered_by(backend or on_this_machine(), job, _parts(batch, reading, manifest)):
                manifest.add(done)
                rows += done.rows
                watch(rows, read[0] / total)
            manifest.complete()
        if batch.is_file and not Path(batch.output).exists():
            with whole_file(batch.output, binary=True) as file:
                join(job.form, (manifest.path(part["part"]) for part in manifest.parts), file)
        rows, kept, bad = (sum(part[name] for part in manifest.parts) for name in ("rows", "kept", "bad"))
    if batch.is_file:
        rmtree(batch.folder, ignore_errors=True)
    return Result(rows, kept, bad, before, manifest.damaged)


def _refuse(batch: Batch) -> None:
    """What would come to nothing after hours is said now."""
    if batch.part_rows < 1:
        raise InvalidOption(f"there are {batch.part_rows} rows in a part", where="--part-rows", expected="1 or more")
    if batch.is_file and Path(batch.output).exists():
        raise InvalidOption("there is such a file already", where=batch.output, expected="a new name")
    if batch.job.form == "parquet":
        pyarrow_for("writing Parquet", "that, or --format csv or jsonl")
    _reject_condition(batch.job)


def _reject_condition(job: BatchJob) -> None:
    """Reject a condition that no row could fulfil: an unknown name or value, or a text where there are only numbers."""
    wanted, held = condition(job.where), dict(columns_of(job.puzzle, job.verb))
    if wanted.names.keys() - held.keys() and {"map", "json"} & set(held.values()):
        held = {**_keys_of_an_example(job), **held}
    wanted.check(held, values_of(job.puzzle, job.verb))


def _keys_of_an_example(job: BatchJob) -> dict[str, str]:
    """The keys in the mappings of an answer, and what they hold, as the answer to an example of the puzzle shows; what
    is compiled for it is needed anyway."""
    columns = columns_of(job.puzzle, job.verb)
    text = next((example.text for example in job.kind.examples), "")
    records = records_of(replace(job, where=""), [InputRow("example", 1, None, text)])
    mappings = [(name, value) for record in records for name, value in record.items() if isinstance(value, dict)]
    return {key: "float" if columns.get(name) == "map" else "json" for name, value in mappings for key in value}


def _parts(batch: Batch, reading: Reading, manifest: Manifest) -> Iterator[Part]:
    """The parts that are not done: each so many rows, in order."""
    rows: Iterator[InputRow] = reading.rows(batch.inputs)
    number = 0
    while some := InputRows(islice(rows, batch.part_rows)):
        if not manifest.has(number):
            yield number, some
        number += 1


def _is_puzzle(job: BatchJob) -> Callable[[str], bool]:
    def test(text: str) -> bool:
        try:
            only_one((job.question.input.read or job.kind.read)(text.encode(errors="surrogatepass"), job.settings))
        except Invalid:
            return False
        return True

    return test
