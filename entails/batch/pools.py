"""Backends of a batch: this process, processes on this machine, or the workers of a Dask cluster.

Work comes in parts of a fixed number of rows; a task is as many parts as take about a second. If a worker dies,
another one runs its task again. Before the work starts, each machine compiles the kernels of the query once.
"""

from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from itertools import chain
from typing import Any, Protocol

from entails.batch.answer import BatchJob, Done, answer_part, answer_parts
from entails.batch.inputs import InputRow
from entails.models.errors import EngineFault, EngineUnavailable
from entails.solvers.pool.limits import use_cores
from entails.solvers.pool.pool import Chunks, map_jobs

Part = tuple[int, Sequence[InputRow]]
Result = tuple[list[Done], float]
_TASK_SECONDS = 1.0
_MOST_PARTS = 64
_RETRIES = 3


class BatchBackend(Protocol):
    """A function that runs tasks, any number ahead, and yields their results in any order."""

    def __call__(self, job: BatchJob, tasks: Iterator[list[Part]]) -> Iterator[Result]: ...


def answered_by(backend: BatchBackend, job: BatchJob, parts: Iterator[Part]) -> Iterator[Done]:
    """Yield the parts as they are finished."""
    tasks = Chunks(parts, _TASK_SECONDS, _MOST_PARTS)
    for done, seconds in backend(job, iter(tasks)):
        tasks.learn(done, seconds)
        yield from done


def prepare(job: BatchJob, tell: Any = None) -> None:
    """Compile or load the kernels of the query by answering it for an example of the puzzle type."""
    del tell
    example = job.kind.examples[0].text if job.kind.examples else ""
    answer_part(job, 0, [InputRow("example", 1, None, example)])


def on_this_machine(workers: int | None = None) -> BatchBackend:
    """Return a backend of `workers` processes with one core each; 1 means this process.

    Without `workers`, this process answers the query on all cores, if the query supports it.
    """

    def backend(job: BatchJob, tasks: Iterator[list[Part]]) -> Iterator[Result]:
        use_cores(None if workers is None else 1)
        try:
            yield from map_jobs(
                "entails.batch.pools:answer_on_a_core",
                ((job, task) for task in chain([[]] if workers else [], tasks)),
                workers or 1,
                lead=True,
            )
        finally:
            use_cores(None)

    return backend


def answer_on_a_core(job: BatchJob, parts: Sequence[Part], tell: Any = None) -> Result:
    """Answer the parts on one core. A task without parts compiles the kernels, so that other processes need not."""
    if tell is not None:
        use_cores(1)
    if not parts:
        prepare(job)
    return answer_parts(job, parts)


def on_cluster(address: str) -> BatchBackend:
    """Return a backend of the workers of a Dask scheduler, with enough tasks ahead to keep them busy."""
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise EngineUnavailable("a cluster needs distributed: pip install entails[cluster]") from None

    def backend(job: BatchJob, tasks: Iterator[list[Part]]) -> Iterator[Result]:
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
) -> Iterator[Result]:
    def submit(task: list[Part]) -> Any:
        return client.submit(answer_parts, job, task, pure=False, retries=_RETRIES)

    ahead = 2 * max(1, sum(client.nthreads().values()))
    begun = [submit(task) for _, task in zip(range(ahead), tasks, strict=False)]
    waiting = as_completed(begun, loop=client.loop)
    for future in waiting:
        try:
            result: Result = future.result()
        except Exception as error:
            if type(error).__module__.startswith("distributed"):
                raise EngineFault(f"a task failed on the cluster: {type(error).__name__}") from error
            raise
        future.release()
        task = next(tasks, None)
        if task is not None:
            waiting.add(submit(task))
        yield result
