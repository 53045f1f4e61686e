"""Run of a batch from inputs to output: plan, start or resume, finish."""

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
"""A function that is called with the number of finished rows and the share of the inputs read."""


@dataclass(frozen=True)
class Batch:
    """A job on some inputs. The output is one file if its name has an extension of `FORMS`, else a folder of parts."""

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
        """The folder of the parts; those of a single output file are kept in FILE.parts until it is complete."""
        return Path(f"{self.output}.parts" if self.is_file else self.output)


@dataclass(frozen=True)
class Result:
    """The outcome of a batch.

    Attributes:
        rows: Number of rows of the inputs.
        kept: Number of rows that meet the condition.
        bad: Number of invalid rows.
        before: Number of rows of parts that an earlier run finished.
        remade: Number of parts of an earlier run that were missing or damaged and were computed again.
    """

    rows: int
    kept: int
    bad: int
    before: int
    remade: int = 0


def _unseen(rows: int, share: float) -> None:
    del rows, share


def run(batch: Batch, backend: BatchBackend | None = None, watch: Watch = _unseen) -> Result:
    """Answer the rows that no earlier run answered. After an interruption, the same call resumes the batch."""
    job = batch.job
    _ = job.query_options, job.settings  # raises errors about options before any work
    _validate(batch)
    sizes = [fingerprint(path) for path in batch.inputs]
    total, read = max(1, sum(size["bytes"] for size in sizes)), [0]

    def taken(size: int) -> None:
        read[0] += size

    plan = {
        "entails": __version__,
        "puzzle": job.puzzle,
        "question": job.verb,
        "options": dict(sorted(job.options.items())),
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


def _validate(batch: Batch) -> None:
    """Raise errors about the output and the condition before any work."""
    if batch.part_rows < 1:
        raise InvalidOption(f"invalid number {batch.part_rows}", where="--part-rows", expected="1 or more")
    if batch.is_file and Path(batch.output).exists():
        raise InvalidOption("the file exists already", where=batch.output, expected="a new name")
    if batch.job.form == "parquet":
        pyarrow_for("writing Parquet", "pyarrow, or --format csv or jsonl")
    _reject_condition(batch.job)


def _reject_condition(job: BatchJob) -> None:
    """Reject a condition that no row can meet: unknown names or values, or text compared with numbers."""
    wanted, held = condition(job.where), dict(columns_of(job.puzzle, job.verb))
    if wanted.names.keys() - held.keys() and {"map", "json"} & set(held.values()):
        held = {**_keys_of_an_example(job), **held}
    wanted.check(held, values_of(job.puzzle, job.verb))


def _keys_of_an_example(job: BatchJob) -> dict[str, str]:
    """Return the keys in the mappings of a report and the types of their values, from the report on an example."""
    columns = columns_of(job.puzzle, job.verb)
    text = next((example.text for example in job.kind.examples), "")
    records = records_of(replace(job, where=""), [InputRow("example", 1, None, text)])
    mappings = [(name, value) for record in records for name, value in record.items() if isinstance(value, dict)]
    return {key: "float" if columns.get(name) == "map" else "json" for name, value in mappings for key in value}


def _parts(batch: Batch, reading: Reading, manifest: Manifest) -> Iterator[Part]:
    """Yield the unfinished parts with their rows, in order."""
    rows: Iterator[InputRow] = reading.rows(batch.inputs)
    number = 0
    while some := InputRows(islice(rows, batch.part_rows)):
        if not manifest.has(number):
            yield number, some
        number += 1


def _is_puzzle(job: BatchJob) -> Callable[[str], bool]:
    def test(text: str) -> bool:
        try:
            only_one((job.query.input.read or job.kind.read)(text.encode(errors="surrogatepass"), job.settings))
        except Invalid:
            return False
        return True

    return test
