"""JIT policy: plain loops first, no trace of interrupted ones, results equal to compiled loops."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from scrabble_positions import few_words, random_positions

from entails.cli.exit import YES
from entails.models.limits import Limits
from entails.models.scrabble.tiles import NO_TILES
from entails.models.wordle.history import COLOURS, COUNTS, Scoring
from entails.solvers import engine as budgets
from entails.solvers.engine import Budget
from entails.solvers.kernels import jit, word_feedback, word_groups
from entails.solvers.kernels.jit import DualKernel, _compiled_globals, _plain_globals
from entails.solvers.kernels.word_feedback import fill_matrix
from entails.solvers.scrabble.generator import _workspace
from entails.solvers.scrabble.graph import build_graph, graph_of, reachable_words
from entails.solvers.wordle.feedback import columns_of, rows_of, values
from entails.solvers.wordle.partition import size_bits

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
BOARD = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15 EILNTUS/ 0/12 0"
COMMANDS = (
    ("sudoku", "hint", GRID, "--strength", "step"),
    ("sudoku", "steps", GRID),
    ("sudoku", "rate", GRID),
    ("sudoku", "quine", GRID, "--exact-depth"),
    ("sudoku", "solve", GRID),
    ("sudoku", "check", GRID),
    ("wordle", "check", "crane:bybbg"),
    ("wordle", "suggest", "crane:bybbg", "--strategy", "entropy"),
    ("wordle", "suggest", "crane:bybbg", "--prior", "frequency"),
    ("wordle", "suggest", "slate:bbbbb"),
    ("wordle", "suggest", "stare:1,0", "--top", "5"),
    ("wordle", "suggest", "slate:bybbb", "--hard"),
    ("wordle", "analyse", "crane", "moist", "sloth", "--secret", "sloth"),
    ("scrabble", "best", BOARD),
)
UNWANTED = ("numba", "ortools", "pandas", "matplotlib")
ASK = """
import json, sys
from entails.cli.main import app
from entails.solvers.kernels import jit as jit_policy
if sys.argv[1] == "plain":
    jit_policy.enable_dual_kernels()
    jit_policy.SHARE = jit_policy.LOADING = 1000
for command in json.loads(sys.argv[2]):
    assert app([*command, "--json"], standalone_mode=False) == 0, command
print([name for name in json.loads(sys.argv[3]) if name in sys.modules])
"""


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(jit.Mode, "dual", True)
    monkeypatch.setattr(jit.Mode, "spent", {})
    with jit.plain_python_first():
        yield


def kernel_of(function: Callable[..., object], compiled: Callable[..., object], cost: float | None) -> object:
    return DualKernel(function, lambda _: compiled, lambda _: cost)


@pytest.mark.usefixtures("plain")
def test_a_loop_that_is_quick_is_not_compiled() -> None:
    counts = np.zeros(2, np.int64)

    def count(into: np.ndarray, by: int) -> int:
        into[0] += by
        return by

    quick = kernel_of(count, lambda *_: pytest.fail("it was compiled"), None)
    assert quick(counts, 3) == 3  # type: ignore[operator]
    assert counts.tolist() == [3, 0]


@pytest.mark.usefixtures("plain")
def test_what_was_begun_in_vain_leaves_no_trace() -> None:
    def never(array: np.ndarray, others: tuple[np.ndarray, ...]) -> str:
        while True:
            array += 1
            others[0][1] -= 1

    def at_once(array: np.ndarray, others: tuple[np.ndarray, ...]) -> str:
        array += 7
        return f"{array.tolist()} {others[0].tolist()}"

    slow = kernel_of(never, at_once, 0.05)
    arrays = np.zeros(1, np.int64), (np.array([4, 5]), np.zeros(3))
    began = time.process_time()
    assert slow(*arrays) == "[7] [4, 5]"  # type: ignore[operator]
    assert slow(*arrays) == "[14] [4, 5]"  # type: ignore[operator]  # the second time it is not tried
    assert time.process_time() - began < 5


def test_only_requested_kernels_are_plain() -> None:
    def never() -> None:
        pytest.fail("it ran as plain Python")

    compiled = kernel_of(never, lambda: "compiled", None)
    assert compiled() == "compiled"  # type: ignore[operator]


@pytest.mark.usefixtures("plain")
def test_each_way_calls_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("two_kernels")
    monkeypatch.setitem(sys.modules, "two_kernels", module)
    code = "def part(n):\n    return n + 1\ndef whole(n):\n    return part(part(n))\n"
    exec(code, vars(module))
    seen: list[str] = []

    def compile_it(function: Callable[..., object]) -> Callable[..., object]:
        seen.append(function.__name__)
        return lambda *arguments: ("compiled", function(*arguments) if function.__name__ == "whole" else arguments[0])

    for name in ("part", "whole"):
        vars(module)[name].__module__ = "two_kernels"
        vars(module)[name] = DualKernel(vars(module)[name], compile_it, lambda _: None)
    assert vars(module)["whole"](1) == 3
    assert not seen
    with jit.plain_python_first(False):
        assert vars(module)["whole"](1) == ("compiled", ("compiled", ("compiled", 1)))
    assert sorted(seen) == ["part", "whole"]
    for views in (_plain_globals, _compiled_globals):
        views.pop("two_kernels")


@pytest.mark.parametrize("form", ["plain", "compiled"])
def test_threads_that_want_a_kernel_at_once_see_all_its_names(monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    """A kernel is published only when all names it uses exist, even while another thread calls it."""
    module = ModuleType("slow_to_make")
    monkeypatch.setitem(sys.modules, "slow_to_make", module)
    exec("def whole(n):\n    return part(n)\ndef part(n):\n    return n + 1\n", vars(module))
    others: list[Future[object]] = []

    def create_slowly(self: DualKernel[Any, Any], wanted: str, names: dict[str, Any]) -> Callable[..., object]:
        if self.__name__ == "part":
            others.extend(threads.submit(call) for _ in range(3))
            time.sleep(0.05)
        return create(self, wanted, names)

    def call() -> object:
        return getattr(vars(module)["whole"], form)(1)

    create = DualKernel.create
    monkeypatch.setattr(DualKernel, "create", create_slowly)
    for name in ("whole", "part"):
        vars(module)[name].__module__ = "slow_to_make"
        vars(module)[name] = DualKernel(vars(module)[name], lambda function: function, lambda _: None)
    with ThreadPoolExecutor(3) as threads:
        assert call() == 2
        assert [second.result() for second in others] == [2, 2, 2]
    for views in (_plain_globals, _compiled_globals):
        views.pop("slow_to_make", None)


@pytest.mark.parametrize("scoring", [COLOURS, COUNTS], ids=lambda scoring: scoring.name)
@pytest.mark.parametrize("length", [3, 5, 7])
def test_arrays_say_what_the_loops_say(scoring: Scoring, length: int) -> None:
    dice = np.random.default_rng(length)
    guesses = rows_of(dice.integers(0, 4, (60, length)).astype(np.uint8))  # few letters, so many are repeated
    columns = columns_of(dice.integers(0, 4, (40, length)).astype(np.uint8))
    green, yellow = values(scoring, length)
    codes = [np.zeros((60, 40), green.dtype) for _ in range(2)]
    fill_matrix(guesses, columns, green, yellow, codes[0])
    word_feedback.fill_matrix_in_arrays(guesses, columns, green, yellow, codes[1])
    assert (codes[0] == codes[1]).all()
    row = np.zeros(40, green.dtype)
    word_feedback.fill_codes_in_arrays(guesses[0], columns, green, yellow, np.empty(1, np.uint8), row)
    assert (row == codes[0][0]).all()
    members, kinds = np.arange(40, dtype=np.int32), scoring.codes(length)
    chances = dice.random(40)
    chances[:5] = 0
    chances /= chances.sum()
    measured = []
    for way in (word_groups, word_feedback):
        sizes, bits, weighed = np.zeros((60, 3), np.int64), np.zeros(60), np.zeros((60, 2))
        counts, masses = np.zeros(kinds, np.int32), np.zeros(kinds)
        way.measure_words(guesses, columns, green, yellow, members, counts, size_bits(40), sizes, bits)
        way.weigh_words(guesses, columns, green, yellow, members, chances, counts, masses, weighed)
        measured.append((sizes, bits, weighed))
    assert (measured[0][0] == measured[1][0]).all()
    assert np.allclose(measured[0][1], measured[1][1], atol=1e-9)
    assert np.allclose(measured[0][2], measured[1][2], atol=1e-9)


@pytest.mark.parametrize("blanks", [0, 1, 2])
def test_the_words_in_reach_give_every_play(blanks: int) -> None:
    words = few_words()
    whole = build_graph(words)
    for position in random_positions(12, 3 + blanks, blanks=blanks):
        near = reachable_words(position)
        assert sum(map(len, near)) < len(words)
        workspace = _workspace(position)
        every = dict(workspace.all_placements(position, whole, True))
        assert dict(workspace.all_placements(position, graph_of(near), True)) == every


def test_no_tiles_reach_no_words() -> None:
    position = next(random_positions(1, Random(1).randint(1, 9)))
    stripped = replace(position, rack=NO_TILES)
    assert sum(map(len, reachable_words(stripped))) == 0


def test_single_answers_compile_nothing_and_are_the_same(tmp_path: Path) -> None:
    """Single commands with an empty cache compile no kernel and import no large package, and print the same as with
    compiled loops.
    """
    empty = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    lines = {way: _reports(way, empty if way == "plain" else dict(os.environ)) for way in ("plain", "compiled")}
    assert lines["plain"].pop() == "['ortools']"  # Wordle is checked by CP-SAT
    lines["compiled"].pop()
    assert not list(tmp_path.rglob("*.nb?"))
    for plain, compiled in zip(lines["plain"], lines["compiled"], strict=True):
        assert _timeless(plain) == _timeless(compiled)
    assert len(lines["plain"]) >= len(COMMANDS)


def test_a_query_imports_no_other_puzzle() -> None:
    """A query imports only the modules of its own puzzle."""
    code = "import sys; from entails.solvers.kernels.jit import enable_dual_kernels; enable_dual_kernels(); "
    code += f"from entails.cli.main import app; app(['sudoku', 'check', {GRID!r}], standalone_mode=False); "
    code += "print(*sys.modules, file=sys.stderr)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    imported = run.stderr.split()
    others = ("models.wordle", "models.scrabble", "models.problem", "formats.dimacs", "solvers.proof", "solvers.quine")
    unwanted = (*UNWANTED, *(f"entails.{name}" for name in others))
    assert [name for name in imported if name.startswith(unwanted)] == []


def _reports(way: str, environment: dict[str, str]) -> list[str]:
    run = subprocess.run(
        [sys.executable, "-c", ASK, way, json.dumps(COMMANDS), json.dumps(UNWANTED)],
        capture_output=True,
        text=True,
        env=environment,
        timeout=120,
        check=False,
    )
    assert (run.returncode, run.stderr) == (YES, "")
    return run.stdout.splitlines()


def _timeless(line: str) -> object:
    report = json.loads(line)
    return {key: value for key, value in report.items() if key != "seconds"} if isinstance(report, dict) else report


class FakeTime:
    """A clock set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now

    process_time = monotonic


@pytest.fixture
def fake_time(monkeypatch: pytest.MonkeyPatch) -> FakeTime:
    fake = FakeTime()
    monkeypatch.setattr(jit, "time", fake)
    monkeypatch.setattr(jit._Stopped, "state", (0, 0.0, 0.0))
    return fake


class TestClock:
    """Time limits exclude the compilation of kernels."""

    def test_it_stands_still(self, fake_time: FakeTime) -> None:
        began = jit.clock()
        fake_time.now += 1
        with jit.stopped_clock(), jit.stopped_clock():
            fake_time.now += 10
            assert jit.clock() - began == 1
        assert jit.clock() - began == 1
        fake_time.now += 2
        assert jit.clock() - began == 3

    def test_a_budget_is_not_spent_on_compiling(self, fake_time: FakeTime) -> None:
        budget = Budget(Limits(seconds=5))
        with jit.stopped_clock():
            fake_time.now += 1000
        assert (budget.seconds, budget.out_of_time) == (5, False)
        fake_time.now += 6
        assert budget.out_of_time

    @pytest.mark.parametrize("plain_python_first", [False, True])
    def test_a_loop_is_stopped_when_its_own_time_is_over(
        self, fake_time: FakeTime, monkeypatch: pytest.MonkeyPatch, plain_python_first: bool
    ) -> None:
        monkeypatch.setattr(budgets, "runs_plain_python", lambda: plain_python_first)
        stopped = threading.Event()

        def compile_and_run() -> bool:
            with jit.stopped_clock():
                fake_time.now += 1000
                early = stopped.wait(0.05)
            fake_time.now += 1000
            assert stopped.wait(60)
            return early

        assert budgets.run_loop(compile_and_run, stopped.set, 5) is False

    def test_compiling_a_kernel_with_an_empty_cache_takes_nothing_of_a_limit(self, tmp_path: Path) -> None:
        script = """
import time
import numpy as np
from entails.models.limits import Limits
from entails.solvers.engine import Budget
from entails.solvers.kernels.sudoku_generate import first_wrong
none = np.zeros((0, 81), np.uint8)
budget, began = Budget(Limits(seconds=10_000)), time.monotonic()
first_wrong(none, none, np.zeros(0, np.int64))
print(10_000 - budget.seconds, time.monotonic() - began)
"""
        env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
        ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env, check=False)
        assert ran.returncode == 0, ran.stderr
        counted, passed = map(float, ran.stdout.split())
        assert counted < passed / 4

    def test_a_plain_loop_that_is_begun_anew_takes_nothing_of_a_limit(self, fake_time: FakeTime) -> None:
        """A plain loop that is restarted as compiled code has its whole time limit again."""

        def slow(numbers: "np.ndarray[Any, Any]") -> float:
            del numbers
            fake_time.now += 1000
            raise jit.PlainTooSlow

        began = jit.clock()
        loop = DualKernel(slow, lambda _: lambda _: jit.clock() - began, lambda _: None)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(jit, "runs_plain_python", lambda: True)
            patch.setattr(jit, "plain_allowance", lambda *_: ("", 1.0))
            patch.setattr(jit, "run_with_timer", lambda work, *_: work())
            assert loop(np.zeros(1)) == 0
