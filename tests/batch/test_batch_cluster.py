"""A batch on a Dask cluster: a scheduler and two worker processes, one of which is killed."""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from entails.batch.answer import BatchJob
from entails.batch.run import Batch, on_cluster, run
from entails.puzzles import puzzle_type_named

pytest.importorskip("distributed")
TEXT = puzzle_type_named("takuzu").examples[0].text


@contextmanager
def started(*command: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def wait_for(port: int) -> None:
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError(port)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.mark.filterwarnings("default")
def test_a_worker_is_killed_and_the_bytes_are_the_same(tmp_path: Path) -> None:
    path, port = tmp_path / "a.txt", free_port()
    path.write_text("\n".join([TEXT, "junk", TEXT] * 20))
    job = BatchJob("takuzu", "forced", form="jsonl")
    run(Batch(job, [str(path)], str(tmp_path / "alone"), part_rows=1))
    address = f"tcp://127.0.0.1:{port}"
    with ExitStack() as stack:
        stack.enter_context(
            started("distributed.cli.dask_scheduler", f"--host=127.0.0.1:{port}", "--no-dashboard", "--no-show")
        )
        wait_for(port)
        worker = ("distributed.cli.dask_worker", address, "--no-nanny", "--nthreads=1", "--no-dashboard")
        workers = [
            stack.enter_context(started(*worker, f"--local-directory={tmp_path}/w{number}", f"--name=w{number}"))
            for number in range(2)
        ]
        backend = on_cluster(address)
        killed = []

        def kill_one(rows: int, share: float) -> None:
            del share
            if rows > 5 and not killed:
                workers[0].send_signal(signal.SIGKILL)
                killed.append(rows)

        finished = run(Batch(job, [str(path)], str(tmp_path / "cluster"), part_rows=1), backend, kill_one)
    assert killed
    assert (finished.rows, finished.bad) == (60, 20)
    alone, spread = (
        {item.name: item.read_bytes() for item in (tmp_path / name).iterdir()} for name in ("alone", "cluster")
    )
    assert alone == spread
