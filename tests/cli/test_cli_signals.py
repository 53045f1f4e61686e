"""Ctrl-C, `kill` and a closed terminal end a run at once, with one sentence and no incomplete files."""

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest
from cli.runner import start
from helpers import HARD

from entails.formats.dimacs.read import read_dimacs

EMPTY = "." * 81
BIG = "." * 625


@pytest.fixture(scope="module")
def hard(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a formula that keeps every engine busy."""
    path = tmp_path_factory.mktemp("hard") / "hard.cnf"
    clauses = "".join(" ".join(map(str, [*clause, 0])) + "\n" for clause in HARD.clauses)
    path.write_text(f"p cnf {HARD.variables} {len(HARD.clauses)}\n{clauses}")
    return path


def busy(process: "subprocess.Popen[bytes]", seconds: float = 1.3) -> None:
    """Wait until the process and its workers have used this much CPU time, whatever the load of the machine."""
    if not children_of(process).exists():
        time.sleep(3 * seconds)
        return
    while spent_by(process) < seconds and process.poll() is None:
        time.sleep(0.02)


def children_of(process: "subprocess.Popen[bytes]") -> Path:
    return Path(f"/proc/{process.pid}/task/{process.pid}/children")


def spent_by(process: "subprocess.Popen[bytes]") -> float:
    """Return the CPU time of the process and its workers; 0 where the system does not report it."""
    with suppress(OSError):
        return sum(map(processor_seconds, [process.pid, *map(int, children_of(process).read_text().split())]))
    return 0.0


def processor_seconds(pid: int) -> float:
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def stop(process: "subprocess.Popen[bytes]", number: signal.Signals) -> tuple[bytes, bytes, float]:
    """Send a signal to the process group, as a terminal does; also return the CPU time used after it."""
    ended, spent = ended_seconds(), spent_by(process)
    os.killpg(process.pid, number)
    out, errors = process.communicate(timeout=200)
    return out, errors, ended_seconds() - ended - spent


def ended_seconds() -> float:
    """Return the CPU time of child processes that have ended."""
    used = os.times()
    return used.children_user + used.children_system


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve"],
        ["solve", "-e", "cpsat"],
        ["solve", "-e", "kissat404"],
        ["count", "--seconds", "600"],
        ["explain", "--seconds", "600"],
    ],
    ids=" ".join,
)
def test_ctrl_c_ends_long_work(arguments: list[str], hard: Path) -> None:
    with start("cnf", arguments[0], hard, *arguments[1:]) as process:
        busy(process)
        assert process.poll() is None
        out, errors, worked = stop(process, signal.SIGINT)
    assert (process.returncode, out, errors) == (130, b"", b"entails: stopped\n")
    assert worked < 10


def test_ctrl_c_among_many_grids_keeps_what_was_found(tmp_path: Path) -> None:
    path = tmp_path / "grids.sdm"
    path.write_text(("." * 80 + "1\n" + "1" + "." * 80 + "\n") * 100_000)
    with start("sudoku", "solve", path, "--json") as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(0.5)
        out, errors, worked = stop(process, signal.SIGINT)
    assert (process.returncode, errors) == (130, b"entails: stopped\n")
    *lines, _ = (first + out).splitlines()  # the last line may be cut off where the pipe was full
    assert lines
    assert [line for line in lines if not (line.startswith(b'{"line":') and line.endswith(b"}"))] == []
    assert worked < 10


def test_kill_cleans_up_too(hard: Path) -> None:
    with start("cnf", "solve", hard, "-e", "lingeling") as process:
        busy(process)
        ended, spent = ended_seconds(), spent_by(process)
        process.terminate()
        out, errors = process.communicate(timeout=200)
    assert (process.returncode, out, errors) == (143, b"", b"entails: stopped\n")
    assert ended_seconds() - ended - spent < 10


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_an_interrupted_export_keeps_the_old_file(number: signal.Signals, tmp_path: Path) -> None:
    target = tmp_path / "big.cnf"
    target.write_text("old")
    with start("sudoku", "export", BIG, "--encoder", "complete", "-o", target) as process:
        while len(list(tmp_path.iterdir())) == 1 and process.poll() is None:
            time.sleep(0.001)
        out, errors, _ = stop(process, number)
    beside = [path.name for path in tmp_path.iterdir() if path != target]
    if target.read_text() != "old":  # it was done before the signal came
        assert len(read_dimacs(target.read_bytes()).clauses) > 500_000
        assert beside == []
    elif number == signal.SIGKILL:
        assert all(name.endswith(".part") for name in beside)
    else:
        assert (out, errors) == (b"", b"entails: stopped\n")
        assert process.returncode in (128 + number, -number)  # Python may end by re-raising the signal
        assert beside == []


def test_two_exports_at_once_leave_a_whole_file(tmp_path: Path) -> None:
    target = tmp_path / "f.cnf"
    both = [
        start("sudoku", "export", grid, "--encoder", "complete", "-o", target, stdout=None, stderr=None)
        for grid in (EMPTY, "." * 80 + "5")
    ]
    assert [process.wait(60) for process in both] == [0, 0]
    assert len(read_dimacs(target.read_bytes()).clauses) in (10_530, 10_531)
    assert list(tmp_path.iterdir()) == [target]
