"""Output on a terminal: colours, a progress bar, tables that fit; plain text with NO_COLOR."""

import fcntl
import os
import pty
import re
import struct
import termios
from collections.abc import Mapping
from pathlib import Path

import pytest
from cli.runner import entails, start

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CLASH = CLASSIC[:78] + "279"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
TERMINAL = {"TERM": "xterm-256color", "NO_COLOR": "", "FORCE_COLOR": "", "COLUMNS": ""}


def seen(
    *arguments: object, width: int = 80, env: Mapping[str, str] = {}, stdout: int | None = None
) -> tuple[str, int]:
    """Return the text shown on a terminal of this width, and the exit code; `stdout` can be redirected."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    settings = {key: value for key, value in {**TERMINAL, **env}.items() if value or key == "NO_COLOR"}
    out = theirs if stdout is None else stdout
    with start(*arguments, stdin=theirs, stdout=out, stderr=theirs, env=settings) as process:
        os.close(theirs)
        shown = b""
        try:
            while piece := os.read(ours, 65536):
                shown += piece
        except OSError:  # error by which a terminal reports that the other end is closed
            pass
    os.close(ours)
    return shown.decode().replace("\r\n", "\n"), process.returncode


@pytest.fixture(scope="module")
def grids(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("grids") / "grids.sdm"
    path.write_text(f"{CLASSIC}\n" * 99 + "nonsense\n")
    return path


def test_a_terminal_has_colours() -> None:
    shown, code = seen("sudoku", "check", CLASH)
    assert code == 1
    assert "\x1b[31minconsistent: no solution\x1b[0m" in shown
    assert "\x1b[1m5\x1b[0m" in shown
    assert ESCAPES.sub("", shown) == entails("sudoku", "check", CLASH).out


def test_no_color_means_plain() -> None:
    shown, _ = seen("sudoku", "check", CLASH, env={"NO_COLOR": "1"})
    assert shown == entails("sudoku", "check", CLASH).out


def test_a_pipe_is_plain_even_when_colours_are_forced() -> None:
    with start("sudoku", "check", CLASH, env={"FORCE_COLOR": "1", "TERM": "xterm-256color"}) as process:
        out, _ = process.communicate(timeout=60)
    assert b"\x1b" not in out


def test_many_grids_have_a_progress_bar_below_the_lines(grids: Path) -> None:
    shown, code = seen("sudoku", "solve", grids)
    assert code == 2
    plain = ESCAPES.sub("", shown)
    assert "100/100" in plain
    assert plain.count("unique solution") == 99
    assert "53467891267219534819834256785976142342685379171392485696153728428741963534528617\n" not in plain
    assert f"entails: {grids}"[:60] in plain
    assert shown.rstrip().endswith("\x1b[2K")


def test_the_bar_goes_to_the_terminal_and_the_answers_to_the_file(grids: Path, tmp_path: Path) -> None:
    target = tmp_path / "answers.jsonl"
    with target.open("wb") as file:
        shown, _ = seen("sudoku", "solve", grids, "--json", stdout=file.fileno())
    assert "100/100" in ESCAPES.sub("", shown)
    assert "puzzle" not in shown
    lines = target.read_text().splitlines()
    assert len(lines) == 100
    assert all(line.startswith("{") for line in lines)


def test_no_bar_for_programs(grids: Path) -> None:
    with start("sudoku", "solve", grids, "--json") as process:
        _, errors = process.communicate(timeout=60)
    assert errors == b""


@pytest.mark.parametrize("width", [80, 120])
def test_the_table_of_engines_fits(width: int) -> None:
    shown, _ = seen("engines", width=width)
    lines = ESCAPES.sub("", shown).splitlines()
    assert max(map(len, lines)) <= width
    assert any(line.startswith("cadical195  cnf") and "CaDiCaL 1.9.5" in line for line in lines)


def test_a_wide_grid_is_not_cut() -> None:
    shown, _ = seen("sudoku", "check", "." * 625, width=60, env={"NO_COLOR": "1"})
    assert max(map(len, shown.splitlines())) == 86


def test_help_on_a_terminal_and_in_a_pipe_says_the_same() -> None:
    shown, _ = seen("sudoku", "solve", "--help")
    assert "\x1b[" in shown
    piped, _ = start("sudoku", "solve", "--help").communicate()
    assert " ".join(ESCAPES.sub("", shown).split()) == " ".join(piped.decode().split())


@pytest.mark.parametrize(
    "arguments",
    [["puzzles"], ["encoders", "sudoku"], ["sudoku", "rate", CLASSIC], ["sudoku", "explain", CLASH], ["doctor"]],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_a_narrow_terminal_folds_between_words(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/cache")  # the home folder may have a long name
    shown, _ = seen(*arguments, width=60, env={"NO_COLOR": "1", "COLUMNS": "60"})
    assert max(map(len, shown.splitlines())) <= 60
    assert sorted(shown.split()) == sorted(entails(*arguments).out.split())


def test_a_path_longer_than_the_terminal_stays_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = "/cache" + "/long" * 20
    monkeypatch.setenv("XDG_CACHE_HOME", folder)
    shown, _ = seen("doctor", width=60, env={"NO_COLOR": "1"})
    (line,) = (line for line in shown.splitlines() if len(line) > 60)
    assert line.split()[-1] == f"{folder}/entails"
