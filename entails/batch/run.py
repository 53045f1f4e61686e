"""Run a batch from inputs to output: plan, start or resume, finish.

A backend is this process, processes on this machine, or the workers of a Dask cluster. Work comes in parts of a fixed
number of rows; a task is as many parts as take about a second. If a worker dies, another one runs its task again.
Before the work starts, each machine compiles the kernels of the query once.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from shutil import rmtree
from typing import Any, Protocol

from entails import __version__
from entails.batch.answer import BatchJob, Done, answer_part, answer_parts, records_of
from entails.batch.inputs import InputRow, InputRows, Reading, pyarrow_for
from entails.batch.manifest import Manifest, fingerprint
from entails.batch.tables import FORMS, columns_of, condition, join, values_of
from entails.data.files import whole_file
from entails.models.entry import only_one
from entails.models.errors import EngineFault, EngineUnavailable, Invalid, InvalidOption
from entails.solvers.pool.limits import use_cores
from entails.solvers.pool.pool import Chunks, map_jobs

Part = tuple[int, Sequence[InputRow]]
PoolsResult = tuple[list[Done], float]
_TASK_SECONDS = 1.0
_MOST_PARTS = 64
_RETRIES = 3


class BatchBackend(Protocol):
    """A function that runs tasks and yields their results in any order; it may read many tasks ahead."""

    def __call__(self, job: BatchJob, tasks: Iterator[list[Part]]) -> Iterator[PoolsResult]: ...


def answered_by(backend: BatchBackend, job: BatchJob, parts: Iterator[Part]) -> Iterator[Done]:
    """Yield the parts of a batch as they are finished."""
    tasks = Chunks(parts, _TASK_SECONDS, _MOST_PARTS)
    for done, seconds in backend(job, iter(tasks)):
        tasks.learn(done, seconds)
        yield from done


def prepare(job: BatchJob, tell: Any = None) -> None:
    """Compile or load the kernels of a query by answering it for an example of the puzzle type."""
    del tell
    example = job.puzzle_type.examples[0].text if job.puzzle_type.examples else ""
    answer_part(job, 0, [InputRow("example", 1, None, example)])


def on_this_machine(workers: int | None = None) -> BatchBackend:
    """Return a backend of `workers` processes with one core each; 1 means this process.

    Without `workers`, this process answers the query on all cores, if the query supports it.
    """

    def backend(job: BatchJob, tasks: Iterator[list[Part]]) -> Iterator[PoolsResult]:
        use_cores(None if workers is None else 1)
        try:
            yield from map_jobs(
                "entails.batch.run:answer_on_a_core",
                ((job, task) for task in chain([[]] if workers else [], tasks)),
                workers or 1,
                lead=True,
            )
        finally:
            use_cores(None)

    return backend


def answer_on_a_core(job: BatchJob, parts: Sequence[Part], tell: Any = None) -> PoolsResult:
    """Answer the parts on one core. Without parts, compile the kernels for the other processes."""
    if tell is not None:
        use_cores(1)
    if not parts:
        prepare(job)
    return answer_parts(job, parts)


def on_cluster(address: str) -> BatchBackend:
    """Return a backend of the workers of a Dask cluster, with enough queued tasks to keep them busy."""
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise EngineUnavailable("a cluster needs distributed: pip install entails[cluster]") from None

    def backend(job: BatchJob, tasks: Iterator[list[Part]]) -> Iterator[PoolsResult]:
        try:
            client = dask.Client(address, timeout=10, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise EngineUnavailable(f"no scheduler answers at {address}: {error}") from None
        with client:
            _prepare_machines(client, job)
            yield from _from_cluster(client, dask.as_completed, job, tasks)

    return backend


def _prepare_machines(client: Any, job: BatchJob) -> None:
    client.wait_for_workers(1, timeout=60)
    hosts = {about["host"]: address for address, about in client.scheduler_info(n_workers=-1)["workers"].items()}
    client.run(prepare, job, workers=list(hosts.values()))


def _from_cluster(
    client: Any, as_completed: Callable[..., Any], job: BatchJob, tasks: Iterator[list[Part]]
) -> Iterator[PoolsResult]:
    def submit(task: list[Part]) -> Any:
        return client.submit(answer_parts, job, task, pure=False, retries=_RETRIES)

    ahead = 2 * max(1, sum(client.nthreads().values()))
    begun = [submit(task) for _, task in zip(range(ahead), tasks, strict=False)]
    waiting = as_completed(begun, loop=client.loop)
    for future in waiting:
        try:
            result: PoolsResult = future.result()
        except Exception as error:
            if type(error).__module__.startswith("distributed"):
                raise EngineFault(f"a task failed on the cluster: {type(error).__name__}") from error
            raise
        future.release()
        task = next(tasks, None)
        if task is not None:
            waiting.add(submit(task))
        yield result


PART_ROWS = 10_000

Watch = Callable[[int, float], None]
"""A function that is called with the number of finished rows and the share of the inputs read."""


@dataclass(frozen=True)
class Batch:
    """A query for all rows of some inputs. The output is a file if it has a table extension, else a folder."""

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
        """The folder of the parts; for an output file it is FILE.parts, until the file is complete."""
        return Path(f"{self.output}.parts" if self.is_file else self.output)


@dataclass(frozen=True)
class Result:
    """The outcome of a batch: the number of rows and how they were answered.

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
            reading = Reading(_is_puzzle(job), batch.column, batch.id, not job.puzzle_type.one_line, taken)
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
    """Reject a condition that no row can meet: one with unknown names or values, or that compares text with numbers."""
    wanted, held = condition(job.where), dict(columns_of(job.puzzle, job.verb))
    if wanted.names.keys() - held.keys() and {"map", "json"} & set(held.values()):
        held = {**_keys_of_an_example(job), **held}
    wanted.check(held, values_of(job.puzzle, job.verb))


def _keys_of_an_example(job: BatchJob) -> dict[str, str]:
    """Return the keys in the mappings of a report, and the types of their values, from the report on an example."""
    columns = columns_of(job.puzzle, job.verb)
    text = next((example.text for example in job.puzzle_type.examples), "")
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
            only_one((job.query.input.read or job.puzzle_type.read)(text.encode(errors="surrogatepass"), job.settings))
        except Invalid:
            return False
        return True

    return test
