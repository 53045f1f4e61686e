"""Broken pipes, full disks and closed streams: silence or one sentence, never a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli.runner import start

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FULL = Path("/dev/full")


def shell(line: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run a shell line in which `"$@"` stands for `entails ARGUMENTS`."""
    command = ["bash", "-c", line, "bash", sys.executable, "-m", "entails", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=60)


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "grids.sdm"
    path.write_text(f"{CLASSIC}\n" * 20_000)
    before = os.times()
    with start("sudoku", "solve", path, "--json") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert b'"status":"satisfied"' in process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(200) == 0
    assert os.times().children_user - before.children_user < 30


@pytest.mark.parametrize("arguments", [["--help"], ["schema"], ["sudoku", "export", "." * 81, "--encoder", "complete"]])
def test_head_sees_enough(arguments: list[str]) -> None:
    ran = shell('"$@" | head -n 1; echo "${PIPESTATUS[0]}"', *arguments)
    assert ran.stdout.splitlines()[-1] == "0"
    assert ran.stderr == ""


@pytest.mark.parametrize("verb", ["solve", "rate", "quine"])
def test_a_pipe_without_an_end_is_answered_as_it_comes(verb: str) -> None:
    ran = shell(f'yes {CLASSIC} | "$@" | head -n 2', "sudoku", verb, "-", "--json")
    assert [json.loads(line)["line"] for line in ran.stdout.splitlines()] == [1, 2]
    assert "too much" not in ran.stderr


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", [["sudoku", "export", CLASSIC], ["--help"], ["sudoku", "solve", CLASSIC]])
def test_a_full_disk_behind_standard_output(arguments: list[str]) -> None:
    with FULL.open("w") as full, start(*arguments, stdout=full) as process:
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (2, b"entails: standard output: no space left on device\n")


@pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")
def test_a_full_disk_behind_a_name() -> None:
    ran = shell('"$@"', "sudoku", "export", CLASSIC, "-o", str(FULL))
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", "entails: /dev/full: no space left on device\n")


def test_closed_streams() -> None:
    ran = shell('"$@" <&-', "sudoku", "solve", "-")
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", "entails: standard input: closed\n")
    ran = shell('"$@" >&-', "sudoku", "solve", CLASSIC)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    ran = shell('"$@" 2>&-', "sudoku", "solve", "nonsense")
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", "")


def test_a_terminal_that_knows_ascii_only() -> None:
    ran = shell('PYTHONUTF8=0 PYTHONIOENCODING=ascii "$@"', "sudoku", "solve", "..4..3...2....1.")
    assert ran.returncode == 0
    assert "| 2 1 | 4 3 |" in ran.stdout
    assert ran.stdout.isascii()


def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/\xff.cnf"
    Path(os.fsdecode(path)).write_text("p cnf 1 1\n1 0\n")
    ran = shell('"$@"', "cnf", "solve", "--json", os.fsdecode(path))
    assert ran.returncode == 0
    assert r"\\udcff.cnf" in ran.stdout


def test_what_a_command_imports() -> None:
    """`--help` imports no engine, numpy or pydantic; solving a grid imports neither ortools nor numba."""
    heavy = ("numpy", "pydantic", "pysat", "ortools", "numba", "matplotlib")
    code = (
        "import sys\nfrom entails.cli.main import app\n"
        f"app(['--help'], standalone_mode=False)\nhelp = [name for name in {heavy} if name in sys.modules]\n"
        f"app(['sudoku', 'solve', {CLASSIC!r}], standalone_mode=False)\n"
        f"app(['sudoku', 'solve', '-', '--json'], standalone_mode=False)\n"
        f"print(help, [name for name in {heavy} if name in sys.modules], file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], input=f"{CLASSIC}\n" * 3, capture_output=True, text=True, check=True
    )
    assert ran.stderr == "[] ['numpy', 'pydantic', 'pysat']\n"


def test_a_wordle_check_imports_no_other_engine() -> None:
    """`wordle check` imports CP-SAT by its native helper, without pandas, and no other engine."""
    heavy = ("ortools.sat.python.cp_model", "pandas", "pysat", "entails.encoders.cnf.compile")
    code = (
        "import sys\nfrom entails.cli.main import app\n"
        "app(['wordle', 'check', 'crane:gbbbb', 'slate:bbybb'], standalone_mode=False)\n"
        f"print([name for name in {heavy} if name in sys.modules], file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stderr == "[]\n"


def test_lines_arrive_while_the_work_goes_on() -> None:
    """The first result of a pipe is printed before the last one is computed."""
    with start("sudoku", "solve", "-", "--json", stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{CLASSIC}\n".encode() * 20_000)
        process.stdin.close()
        assert process.stdout.readline().endswith(b"}\n")
        assert process.poll() is None
        process.kill()
