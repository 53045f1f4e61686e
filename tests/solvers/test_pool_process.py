"""Worker processes: reused, replaced, killed from outside, ended by Ctrl-C, never left behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from helpers import HARD, Formula, available, grid_of, opened, solved
from native_engine import PlainSudoku

import entails
from entails.models.encoding import Clauses, Cnf, Native
from entails.models.errors import EngineFault, UnsupportedCapability
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import Satisfied, Undecided
from entails.solvers.engine import Engine
from entails.solvers.engine import engine as engine_named
from entails.solvers.pool import process as worker
from entails.solvers.pool.process import WorkerSession

EASY = Formula(2, ([1], [-1, 2]))
GRID = grid_of("1... ..3. .4.. ..2.")
LINUX = sys.platform == "linux"
TESTS = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def no_idle_workers() -> Iterator[None]:
    worker.end_idle_workers()
    yield
    worker.end_idle_workers()


@pytest.fixture
def cadical() -> Engine:
    return engine_named("cadical195")


def pid_of(session: Any) -> int:
    assert isinstance(session, WorkerSession)
    assert session._worker is not None
    return session._worker._process.pid


def running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    if LINUX:
        try:
            return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
        except OSError:
            return False
    return True


def processor_seconds() -> float:
    """Return the CPU time of ended processes; 0 where it is not counted."""
    used = os.times()
    return used.children_user + used.children_system


def soon(condition: Any, seconds: float = 60) -> bool:
    """Return whether a condition becomes true in time, however busy the machine is."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


class TestKeeping:
    def test_a_worker_that_did_well_is_kept(self, cadical: Engine) -> None:
        pids = []
        for _ in range(3):
            with opened(cadical, EASY, limits=Limits(seconds=20)) as session:
                assert isinstance(session.solve(), Satisfied)
                pids.append(pid_of(session))
        assert len(set(pids)) == 1

    def test_two_sessions_have_two_workers(self, cadical: Engine) -> None:
        with (
            opened(cadical, EASY, limits=Limits(seconds=20)) as item,
            opened(cadical, Formula(1, ([-1],)), limits=Limits(seconds=20)) as another,
        ):
            assert pid_of(item) != pid_of(another)
            first, second = item.solve(), another.solve()
        assert isinstance(first, Satisfied)
        assert isinstance(second, Satisfied)
        assert (first.answer, second.answer) == ((1, 2), ())
        assert len(worker._idle) == 2

    def test_few_workers_stay_idle(self, cadical: Engine) -> None:
        with ExitStack() as sessions:
            pids = [
                pid_of(sessions.enter_context(opened(cadical, EASY, limits=Limits(seconds=20))))
                for _ in range(worker.MOST_IDLE + 1)
            ]
        assert len(worker._idle) == worker.MOST_IDLE
        assert sum(map(running, pids)) == worker.MOST_IDLE

    def test_an_ended_worker_is_replaced(self, cadical: Engine) -> None:
        with opened(cadical, HARD, limits=Limits(seconds=0.2)) as session:
            late = pid_of(session)
            outcome = session.solve()
        assert isinstance(outcome, Undecided)
        assert outcome.reason == "time"
        assert not running(late)
        with opened(cadical, EASY, limits=Limits(seconds=20)) as session:
            assert pid_of(session) != late
            assert isinstance(session.solve(), Satisfied)

    def test_an_idle_worker_that_died_is_replaced(self, cadical: Engine) -> None:
        with opened(cadical, EASY, limits=Limits(seconds=20)) as session:
            pid = pid_of(session)
        os.kill(pid, signal.SIGKILL)
        assert soon(lambda: not running(pid))
        assert isinstance(solved(cadical, EASY, limits=Limits(seconds=20)), Satisfied)

    def test_a_session_that_cannot_be_opened_leaves_no_worker(self, monkeypatch: pytest.MonkeyPatch) -> None:
        started = []
        monkeypatch.setattr(worker, "acquire", lambda: started.append(worker.Worker()) or started[-1])
        with pytest.raises(UnsupportedCapability, match="not a grid"):
            PlainSudoku().open(Native("a word"), Limits(seconds=20), Options())
        assert [it._process.poll() is None for it in started] == [False]

    def test_what_cannot_travel_needs_no_worker(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(worker, "acquire", lambda: pytest.fail("no worker is needed"))
        encoding: Native[Any] = Native(lambda: None)
        with pytest.raises(EngineFault, match="cannot be sent to a worker process"):
            PlainSudoku().open(encoding, Limits(seconds=20), Options())

    def test_starting_counts_for_no_limit(self) -> None:
        """Loading counts for no limit, even if it takes longer than the limit."""
        with PlainSudoku(loading=1.2).open(Native(GRID), Limits(seconds=1), Options()) as session:
            assert isinstance(session, WorkerSession)
            assert isinstance(session.solve(), Satisfied)


class TestWhatTravels:
    def test_decode_may_be_a_closure(self, cadical: Engine) -> None:
        seen = []
        encoding: Cnf[str] = Cnf(
            2, ("a", "b"), (), lambda true: seen.append(true) or f"true: {list(true)}", Clauses.of([[1], [-2]])
        )
        with cadical.open(encoding, Limits(seconds=20), Options()) as session:
            assert isinstance(session, WorkerSession)
            outcome = session.solve()
        assert isinstance(outcome, Satisfied)
        assert (outcome.answer, seen) == ("true: [1]", [(1,)])

    def test_an_engine_that_prints(self, capfd: pytest.CaptureFixture[str]) -> None:
        with PlainSudoku(chatty=True).open(Native(GRID), Limits(seconds=20), Options()) as session:
            for _ in range(3):
                assert isinstance(session.solve(), Satisfied)
        assert capfd.readouterr().out == ""

    def test_errors_come_back_as_they_are(self) -> None:
        with PlainSudoku().open(Native(GRID), Limits(seconds=20), Options()) as session:
            with pytest.raises(UnsupportedCapability, match="engine plain-sudoku cannot assume"):
                session.solve([1])
            assert isinstance(session.solve(), Satisfied)


class TestKilledFromOutside:
    def test_without_a_memory_limit_it_is_a_fault(self, cadical: Engine) -> None:
        with opened(cadical, EASY, limits=Limits(seconds=20)) as session:
            os.kill(pid_of(session), signal.SIGKILL)
            with pytest.raises(EngineFault, match="cadical195 ended its process without a reply"):
                session.solve()
            assert isinstance(session.solve(), Undecided), "a lost session stays lost, without another error"

    def test_with_a_memory_limit_that_is_the_reason(self, cadical: Engine) -> None:
        with opened(cadical, EASY, limits=Limits(memory_mb=500)) as session:
            os.kill(pid_of(session), signal.SIGKILL)
            outcome = session.solve()
        assert isinstance(outcome, Undecided)
        assert outcome.reason == "memory"
        assert session.propagate() == (True, ())


HARD_SOLVE = """
import sys
from helpers import HARD, opened
from entails.models.limits import Limits
from entails.solvers.engine import engine

if __name__ == "__main__":
    name, seconds = sys.argv[1], float(sys.argv[2]) or None
    with opened(engine(name), HARD, limits=Limits(seconds=seconds)) as session:
        process = getattr(session, "_worker", None)
        print(process._process.pid if process else 0, flush=True)
        session.solve()
"""


def start(code: str, *arguments: str, **more: Any) -> subprocess.Popen[str]:
    path = os.pathsep.join([str(TESTS), str(TESTS.parent), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
        **more,
    )


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, process.stderr.read() if process.stderr else ""
    return line.strip()


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
class TestInterrupted:
    @pytest.mark.parametrize(
        ("name", "seconds"),
        [("cadical195", 0), ("cadical195", 60), ("glucose421", 0), ("glucose421", 60), ("cpsat", 0), ("kissat404", 0)],
    )
    def test_ctrl_c(self, name: str, seconds: int) -> None:
        """Ctrl-C raises KeyboardInterrupt within moments wherever the search runs, and ends the worker."""
        with start(HARD_SOLVE, name, str(seconds)) as process:
            pid = int(first_line(process))
            assert bool(pid) == engine_named(name).needs_worker(Limits(seconds=seconds or None))
            time.sleep(0.4)
            process.send_signal(signal.SIGINT)
            before = processor_seconds()
            _, errors = process.communicate(timeout=100)
            assert processor_seconds() - before < 10  # CPU seconds since its start
        assert errors.rstrip().endswith("KeyboardInterrupt")
        assert process.returncode in (-signal.SIGINT, 130)
        assert not pid or soon(lambda: not running(pid))

    @pytest.mark.skipif(not LINUX, reason="the kernel's help is asked for on Linux only")
    @pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM], ids=["kill", "term"])
    def test_a_killed_parent_takes_its_worker_along(self, how: signal.Signals) -> None:
        with start(HARD_SOLVE, "cadical195", "60") as process:
            pid = int(first_line(process))
            time.sleep(0.4)
            assert running(pid)
            process.send_signal(how)
            process.communicate(timeout=100)
        assert soon(lambda: not running(pid))

    def test_second_ctrl_c_while_stopping(self) -> None:
        with start(HARD_SOLVE, "glucose421", "60") as process:
            first_line(process)
            time.sleep(0.3)
            for _ in range(5):
                process.send_signal(signal.SIGINT)
                time.sleep(0.002)
            _, errors = process.communicate(timeout=100)
        assert "KeyboardInterrupt" in errors
        assert process.returncode in (-signal.SIGINT, 130)


class TestScripts:
    def test_no_guard_is_needed_and_nothing_stays(self) -> None:
        """A script without a `__main__` guard runs once, and its idle worker ends with it."""
        script = """
import entails
from entails.solvers.pool import process as worker
print("once", flush=True)
grid = entails.parse("sudoku", "1.....3..4....2.")
print(entails.solve(grid, engine="cadical195", limits=entails.Limits(seconds=5)).answer.line)
print(*(idle._process.pid for idle in worker._idle))
"""
        process = start(script)
        output, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (0, "")
        once, line, *pids = output.split()
        assert (once, line) == ("once", entails.solve(entails.parse("sudoku", "1.....3..4....2.")).answer.line)
        assert len(pids) == 1
        assert soon(lambda: not running(int(pids[0])))

    @pytest.mark.parametrize("engine", ["cpsat", "cadical195"])
    def test_a_list_left_hanging_does_not_keep_the_program(self, engine: str) -> None:
        script = f"""
import entails
grid = entails.parse("sudoku", "." * 81)
hanging = iter(entails.solutions(grid, engine={engine!r}))
print(next(hanging).is_full)
"""
        process = start(script)
        output, errors = process.communicate(timeout=60)
        assert (output.strip(), errors, process.returncode) == ("True", "", 0)

    @pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
    def test_a_forked_process_starts_its_own(self) -> None:
        """A forked process starts its own worker, since two processes on one worker would mix up replies; the fork is
        made from a program with one thread.
        """
        script = """
import os
from helpers import Formula, solved
from entails.models.limits import Limits
from entails.solvers.pool import process as worker
from entails.solvers.engine import engine

def ask(unit):
    return solved(engine("cadical195"), Formula(2, ([unit], [-1, 2])), limits=Limits(seconds=20)).facts

print(ask(1), flush=True)  # a buffer that is not empty would be copied to the forked process
(idle,) = worker._idle
if child := os.fork():
    os.waitpid(child, 0)
    print(idle._process.poll(), ask(1))
else:
    print(ask(1), idle._process.pid in [other._process.pid for other in worker._idle], flush=True)
    os._exit(0)
"""
        output, errors = start(script).communicate(timeout=60)
        assert errors == ""
        assert output.splitlines() == ["(1, 2)", "(1, 2) False", "None (1, 2)"]

    def test_a_recipe_of_the_script_itself_is_refused_with_a_sentence(self) -> None:
        """A recipe defined in the script itself is rejected with a sentence: the worker has another `__main__`."""
        script = """
from entails.models.encoding import CpParts, CpSat
from entails.models.limits import Limits, Options
from entails.solvers.engine import engine

def build(number):
    raise AssertionError("never called")

try:
    engine("cpsat").open(CpSat(build, ((1,),), [], (), tuple), Limits(memory_mb=500), Options())
except Exception as error:
    print(type(error).__name__, error)
"""
        output, errors = start(script).communicate(timeout=60)
        assert errors == ""
        assert output.startswith("EngineFault a worker process cannot import this")


def test_only_what_needs_a_worker_gets_one() -> None:
    assert engine_named("portfolio").needs_worker(UNLIMITED)  # each engine of a race runs in a worker
    for engine in available():
        if engine.name == "portfolio":
            continue
        assert engine.needs_worker(UNLIMITED) == engine.isolated
        assert engine.needs_worker(Limits(memory_mb=100))
        assert engine.needs_worker(Limits(conflicts=100)) == engine.isolated
        assert engine.needs_worker(Limits(seconds=1)) == (engine.isolated or "interrupt" not in engine.capabilities)
