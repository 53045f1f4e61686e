"""Bad input: one sentence with the place and what was expected, exit code 2, nothing written, never a traceback."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli.runner import clausal
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SCRIPT = [sys.executable, "-m", "clausal"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve", "53..7"], "5 characters, and there is no file of this name; expected"),
        (["solve", CLASSIC + "x"], "82 characters; expected"),
        (["solve", "x" + CLASSIC[1:]], "r1c1"),
        (["solve", "9" + "." * 15], "r1c1"),
        (["solve", ""], "empty"),
        (["solve", "no/such/file.txt"], "no such file"),
        (["solve", CLASSIC, "--engine", "nonesuch"], "no engine 'nonesuch'"),
        (["solve", CLASSIC, "--encoder", "nonesuch"], "no encoder 'nonesuch'"),
        (["solve", CLASSIC, "--shape", "round"], "not the name of a shape"),
        (["explain", CLASSIC, "--encoder", "pruned"], "choose another"),
        (["export", CLASSIC, "--to", "nonesuch"], "no form 'nonesuch'"),
        (["export", CLASSIC, "--encoder", "all-different"], "cpsat"),
        (["solve", CLASSIC, "--seconds", "0"], "--seconds"),
        (["solve", CLASSIC, "--all", "0"], "--all"),
        (["solve", CLASSIC, "--conflicts", "5", "--engine", "lingeling"], "cannot keep a limit on conflicts"),
        (["quine", CLASSIC, "--heuristic", "nonesuch"], "heuristic"),
        (["quine", CLASSIC, "--preset", "nonesuch"], "no preset"),
        (["solve"], "INPUT"),
        (["nonesuch"], "nonesuch"),
    ],
)
def test_sudoku_says_what_is_wrong(arguments: list[str], sentence: str) -> None:
    ran = clausal("sudoku", *arguments)
    assert ran.code == 2
    assert sentence in ran.err
    assert ran.out == ""
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "empty"),
        (b"\n\n", "empty"),
        (b"\x00\x01\x02" * 50, "binary"),
        (b"1" * 10_000_000, "10,000,000 characters"),
        (b"{" * 100_000, "100,000 characters"),
    ],
    ids=["empty", "blank", "binary", "ten megabytes", "braces"],
)
def test_files_that_are_no_grids(content: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "grid.txt"
    path.write_bytes(content)
    ran = clausal("sudoku", "solve", path)
    assert ran.code == 2
    assert sentence in ran.err
    assert "grid.txt" in ran.err
    assert len(ran.err) < 400 + len(str(path))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "empty"),
        (b"p cnf 2 3\n1 2 0\n", "announces 3 clauses, but 1"),
        (b"p cnf 2 1\n1 3 0\n", "3"),
        (b"p cnf 2 1\n1 99999999999999999999 0\n", "line 2"),
        (b"p cnf 2 1\n1 x 0\n", "line 2"),
        (b"1 2 0\n", "header"),
        (b"p cnf 2 1\n1 2\n", "0"),
        (b"\x00\xff" * 99, "not a text file"),
    ],
)
def test_files_that_are_no_formulas(content: bytes, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "f.cnf"
    path.write_bytes(content)
    for verb in ("solve", "stats", "prove", "explain"):
        ran = clausal("cnf", verb, path)
        assert ran.code == 2
        assert sentence in ran.err
        assert "f.cnf" in ran.err
        assert ran.out == ""


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=100).filter(lambda text: "\0" not in text and not text.startswith("-")))
def test_junk_is_a_puzzle_or_refused(text: str) -> None:
    ran = clausal("sudoku", "check", text, "--seconds", 5)
    assert ran.code in (0, 1, 2)
    assert (ran.code == 2) == (ran.out == "")


def test_nothing_is_written_where_it_cannot_be(tmp_path: Path) -> None:
    assert clausal("sudoku", "export", CLASSIC, "-o", tmp_path / "none" / "f.cnf").code == 2
    assert clausal("sudoku", "export", CLASSIC, "-o", tmp_path).code == 2
    kept = tmp_path / "f.cnf"
    kept.write_text("old")
    assert clausal("sudoku", "export", "nonsense", "-o", kept).code == 2
    assert kept.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["f.cnf"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_one_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [*SCRIPT, "sudoku", "export", CLASSIC], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert ran.returncode == 2
    assert "no space left" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "grids.sdm"
    path.write_text((CLASSIC + "\n") * 3000)
    with subprocess.Popen(
        [*SCRIPT, "sudoku", "solve", str(path), "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_export_leaves_no_half_file(number: signal.Signals, tmp_path: Path) -> None:
    target = tmp_path / "big.cnf"
    with subprocess.Popen(
        [*SCRIPT, "sudoku", "export", "." * 625, "--encoder", "complete", "-o", str(target)], stderr=subprocess.PIPE
    ) as process:
        while not list(tmp_path.iterdir()) and process.poll() is None:
            time.sleep(0.002)
        process.send_signal(number)
        _, errors = process.communicate(timeout=60)
    assert b"Traceback" not in errors
    if target.exists():  # it was done before the signal came
        assert target.read_text().endswith(" 0\n")
    elif number != signal.SIGKILL:
        assert list(tmp_path.iterdir()) == []


def test_ctrl_c_ends_a_long_count_at_once() -> None:
    with subprocess.Popen(
        [*SCRIPT, "sudoku", "count", "." * 81, "--max", "100000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    ) as process:
        time.sleep(2.0)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert errors.strip() == b"clausal: stopped"
    assert out == b""


def test_two_exports_at_once_leave_a_whole_file(tmp_path: Path) -> None:
    target = tmp_path / "f.cnf"
    command = [*SCRIPT, "sudoku", "export", CLASSIC, "--encoder", "complete", "-o", str(target)]
    both = [subprocess.Popen(command) for _ in range(2)]
    assert [process.wait(60) for process in both] == [0, 0]
    text = target.read_text()
    assert text.count("p cnf") == 1
    assert text.endswith(" 0\n")
    assert [path.name for path in tmp_path.iterdir()] == ["f.cnf"]
