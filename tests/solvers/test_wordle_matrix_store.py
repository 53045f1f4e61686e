"""Feedback matrices on disk: results stay right whatever happens to the files."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from entails.models.wordle.history import COLOURS, COUNTS
from entails.solvers.wordle import feedback, suggest
from entails.solvers.wordle import feedback as patterns
from entails.solvers.wordle.feedback import matrix_of, pattern_matrix

from .wordle_lists import few_letters

MATRIX = np.arange(12, dtype=np.uint8).reshape(3, 4)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Use a new cache folder in which even tiny matrices are kept."""
    monkeypatch.setattr(feedback, "folder", lambda: tmp_path / "wordle")
    monkeypatch.setattr(patterns, "SMALLEST_KEPT", 0)
    patterns._matrix_of.cache_clear()
    return tmp_path / "wordle"


def stored(key: str = "one") -> object:
    kept = feedback.load(key, (3, 4), np.dtype(np.uint8))
    return None if kept is None else kept.tolist()


def test_what_is_saved_is_found(folder: Path) -> None:
    assert stored() is None
    feedback.save("one", MATRIX)
    assert stored() == MATRIX.tolist()
    assert [path.name for path in folder.iterdir()] == ["one.codes"]
    assert feedback.load("one", (4, 3), np.dtype(np.uint8)) is None
    assert feedback.load("one", (3, 2), np.dtype(np.uint16)) is None


@pytest.mark.parametrize("kind", ["empty", "cut", "longer", "one bit", "header", "no line", "a folder"])
def test_a_damaged_file_is_as_good_as_none(folder: Path, kind: str) -> None:
    feedback.save("one", MATRIX)
    path = folder / "one.codes"
    whole = path.read_bytes()
    spoilt = bytearray(whole)
    spoilt[-3] ^= 1
    damaged = {
        "empty": b"",
        "cut": whole[:-1],
        "longer": whole + b"\0",
        "one bit": bytes(spoilt),
        "header": whole.replace(b'"format": 1', b'"format": 2'),
        "no line": b"x" * 5000,
    }
    if kind == "a folder":
        path.unlink()
        path.mkdir()
    else:
        path.write_bytes(damaged[kind])
    assert stored() is None
    if kind != "a folder":
        feedback.save("one", MATRIX)
        assert stored() == MATRIX.tolist()


def test_a_damaged_matrix_is_made_anew(folder: Path) -> None:
    words = few_letters(5, 5)
    right = pattern_matrix(words.letters, words.secrets, COLOURS)
    for _ in range(2):
        kept = matrix_of(words, COLOURS)
        assert kept is not None
        assert (kept == right).all()
        (path,) = folder.iterdir()
        path.write_bytes(b"\xff" * len(path.read_bytes()))
        patterns._matrix_of.cache_clear()


def test_what_lies_on_disk_is_used(folder: Path) -> None:
    words = few_letters(6, 5)
    array = np.zeros((len(words), words.answers), np.uint8)
    feedback.save(f"{words.digest}-colours", array)
    assert [path.suffix for path in folder.iterdir()] == [".codes"]
    kept = matrix_of(words, COLOURS)
    assert kept is not None
    assert not kept.any()


def test_a_folder_that_cannot_be_written_to(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.parent.joinpath("file").write_text("")
    monkeypatch.setattr(feedback, "folder", lambda: folder.parent / "file" / "wordle")
    feedback.save("one", MATRIX)
    assert stored() is None

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(feedback, "folder", lambda: folder)
    monkeypatch.setattr(Path, "replace", refuse)
    feedback.save("one", MATRIX)
    assert stored() is None
    assert list(folder.iterdir()) == [], "nothing half-written stays"


def test_the_oldest_go_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    for age, key in enumerate(("old", "older", "oldest")):
        feedback.save(key, MATRIX)
        os.utime(folder / f"{key}.codes", (1000 - age, 1000 - age))
    size = (folder / "old.codes").stat().st_size
    monkeypatch.setattr(feedback, "MOST_BYTES", 2 * size + size // 2)
    feedback.save("new", MATRIX)
    assert sorted(path.stem for path in folder.iterdir()) == ["new", "old"]
    monkeypatch.setattr(feedback, "MOST_BYTES", 0)
    feedback.save("last", MATRIX)
    assert [path.stem for path in folder.iterdir()] == ["last"]


def test_first_guesses_are_remembered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = few_letters(7, 5)
    every = np.arange(words.answers, dtype=np.int32)
    fresh = suggest.suggest(words, COLOURS, every, top=5)
    assert not folder.exists()
    monkeypatch.setattr(suggest, "WORTH_KEEPING", 0)
    assert suggest.suggest(words, COLOURS, every, top=5) == fresh
    (path,) = folder.iterdir()
    assert suggest.suggest(words, COLOURS, every, top=5) == fresh
    for second in ({"strategy": "minimax"}, {"pool": "candidates"}, {"strategy": "random"}):
        suggest.suggest(words, COLOURS, every, **second)  # type: ignore[arg-type]
    suggest.suggest(words, COUNTS, every)
    suggest.suggest(replace(words, weights=np.linspace(1, 2, words.answers)), COLOURS, every)
    suggest.suggest(words, COLOURS, every[1:])
    suggest.suggest(words, COLOURS, every, history=[(words.word(0), 0)])
    assert len(list(folder.iterdir())) == 5
    path.write_bytes(b"damaged")
    assert suggest.suggest(words, COLOURS, every, top=5) == fresh


def test_two_processes_at_once(folder: Path) -> None:
    program = f"""
from pathlib import Path
import numpy as np
from entails.solvers.wordle import feedback as matrix_store
matrix_store.folder = lambda: Path({str(folder)!r})
matrix = np.arange(250_000, dtype=np.uint32).reshape(500, 500)
for _ in range(60):
    matrix_store.save("both", matrix)
    kept = matrix_store.load("both", (500, 500), matrix.dtype)
    assert kept is not None and (kept == matrix).all()
"""
    both = [subprocess.Popen([sys.executable, "-c", program]) for _ in range(2)]
    assert [process.wait(60) for process in both] == [0, 0]
    assert [path.name for path in folder.iterdir()] == ["both.codes"]
