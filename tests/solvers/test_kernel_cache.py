"""Versions of the kernel cache, removal of old ones, and reports of compilation."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from entails.solvers.kernels import jit

TELLING = """
import numpy as np
from entails.solvers.kernels import jit
jit.listeners.append(lambda what, seconds: print(what, seconds > 0))
from entails.solvers.kernels.sudoku_generate import first_wrong
empty = np.zeros((1, 81), np.uint8)
for _ in range(2):
    assert first_wrong(empty, empty, np.zeros(1, np.int64)) == -1
"""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    if jit.cache_of_kernels() != tmp_path / "entails" / "kernels":
        pytest.skip("this system keeps its caches elsewhere")
    return tmp_path / "entails" / "kernels"


def test_what_is_done_is_noted(cache: Path) -> None:
    assert not jit.is_warm("demo hint")
    jit.note_warm("demo hint")
    assert jit.is_warm("demo hint")
    assert not jit.is_warm("demo other")
    assert [path.name for path in cache.glob("ready-*/*")] == ["demo-hint"]


def test_where_nothing_can_be_kept_nothing_is(cache: Path) -> None:
    cache.parent.parent.joinpath("entails").write_text("a file")
    jit.note_warm("demo hint")
    assert not jit.is_warm("demo hint")


def test_old_versions_go(cache: Path) -> None:
    names = [f"cnf-{number:016}" for number in range(6)]
    for number, name in enumerate([*names, "cnf_other-0000000000000000", "ready-0000000000000000"]):
        (cache / name).mkdir(parents=True)
        os.utime(cache / name, (number, number))
    jit.forget_old_versions("cnf")
    assert sorted(path.name for path in cache.iterdir()) == sorted(
        [*names[3:], "cnf_other-0000000000000000", "ready-0000000000000000"]
    )


def test_compiling_is_reported_and_loading_is_not(cache: Path) -> None:
    runs = [
        subprocess.run(
            [sys.executable, "-c", TELLING], capture_output=True, text=True, check=True, env=dict(os.environ)
        )
        for _ in range(2)
    ]
    assert [run.stdout for run in runs] == ["sudoku generate True\n", ""]
    assert len(list(cache.glob("sudoku_generate-*"))) == 1


def test_stamps_depend_on_the_kernels_and_the_compiler(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernels = cache.parent / "sources"
    kernels.mkdir(parents=True)
    (kernels / "cnf.py").write_text("first = 1\n")
    monkeypatch.setattr(jit, "_KERNEL_FOLDER", kernels)
    monkeypatch.setenv("ENTAILS_NJIT", "0")
    versions = []
    for content, njit in (("first = 1\n", "0"), ("second = 2\n", "0"), ("second = 2\n", "1")):
        (kernels / "cnf.py").write_text(content)
        monkeypatch.setenv("ENTAILS_NJIT", njit)
        jit._version.cache_clear()
        versions.append(jit._version())
    jit._version.cache_clear()
    assert len(set(versions)) == len(versions)


def test_the_kernels_of_the_package_are_hashed() -> None:
    assert Path(jit._KERNEL_FOLDER, "sudoku_bits.py").is_file()
