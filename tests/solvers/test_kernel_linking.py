"""Linked kernels give the results of plain Python, and each part is translated once."""

import gc
import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.core.compiler import Flags
from numba.core.runtime import _nrt_python, rtsys
from numba.np import arrayobj
from numpy.typing import NDArray

from entails.solvers.kernels import jit, linking
from entails.solvers.kernels.linking import Kernel, QuickFlags, with_large_stack, without_collection

pytestmark = pytest.mark.skipif(not jit.is_linked(), reason="this version of numba compiles kernels by njit")

I32 = NDArray[np.int32]


def _twice(number: int, more: int = 1) -> int:
    if number < 0:
        raise ValueError("below nothing")
    return 2 * number + more


def _copied(into: I32, values: I32) -> None:
    into[:] = values


def _sum_of(values: I32) -> int:
    total = 0
    for value in values[::1]:
        total += value
    return total


def _filled(size: int) -> I32:
    return np.full(size, 3, np.int32)


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the functions of this module kernels, so that they find each other."""
    for function in (_twice, _copied, _sum_of, _filled):
        monkeypatch.setitem(globals(), function.__name__, Kernel(function, None, cached=False))


@pytest.mark.usefixtures("names")
def test_one_part_serves_every_integer() -> None:
    def of_all(values: I32, number: int) -> int:
        total = _twice(3) + _twice(4, 2) + _twice(number) + _twice(number, more=7)
        for value in values:
            total += _twice(value)
        return total

    values = np.arange(5, dtype=np.int32)
    whole = Kernel(of_all, None, cached=False)
    assert whole(values, 9) == 7 + 10 + 19 + 25 + 25
    part: linking.LinkedPart = _twice.part  # type: ignore[attr-defined]
    assert len(part.overloads) == 2, "with the default and without"
    assert not _twice.overloads, "nothing was made for Python to call"  # type: ignore[attr-defined]
    assert _twice(21) == 43
    with pytest.raises(ValueError, match="below nothing"):
        whole(-values, 9)


@pytest.mark.usefixtures("names")
def test_shapes_that_do_not_fit_are_refused() -> None:
    def through_a_part(into: I32, values: I32) -> int:
        _copied(into, values)
        return into[0]

    usual = arrayobj.raise_with_shape_context
    whole = Kernel(through_a_part, None, cached=False)
    assert whole(np.zeros(2, np.int32), np.full(2, 4, np.int32)) == 4
    with pytest.raises(ValueError, match="do not match"):
        whole(np.zeros(2, np.int32), np.zeros(3, np.int32))
    assert arrayobj.raise_with_shape_context is usual


@pytest.mark.usefixtures("names")
def test_arrays_are_freed_and_borrowed_ones_are_not() -> None:
    """Allocated arrays are freed and borrowed ones are not: only parts that allocate count references."""

    def of_both(values: I32) -> int:
        total = 0
        for size in range(1, 4):
            total += _sum_of(_filled(size)) + _sum_of(values[:size])
        return total

    values = np.arange(5, dtype=np.int32)
    whole = Kernel(of_both, None, cached=False)
    assert whole(values) == 3 * (1 + 2 + 3) + 0 + 1 + 3
    _nrt_python.memsys_enable_stats()
    held, before = sys.getrefcount(values), rtsys.get_allocation_stats()
    for _ in range(3):
        whole(values)
    now = rtsys.get_allocation_stats()
    _nrt_python.memsys_disable_stats()
    assert sys.getrefcount(values) == held
    assert now.mi_alloc - before.mi_alloc == now.mi_free - before.mi_free >= 9
    [borrower] = _sum_of.part.overloads.values()  # type: ignore[attr-defined]
    assert "NRT_incref" not in str(borrower.library._final_module)


def test_a_kernel_may_call_itself() -> None:
    def sum_to(number: int) -> int:
        return 0 if number == 0 else number + sum_to(number - 1)

    sum_to = Kernel(sum_to, numba.int64(numba.int64), cached=False)
    assert sum_to(10) == 55


_MADE = """
import numba
from entails.solvers.kernels.linking import Kernel

def twice(number):
    return 2 * number

twice = Kernel(twice, None, cached=True)

def sum_to(number):
    return 0 if number == 0 else number + sum_to(number - 1)

sum_to = Kernel(sum_to, numba.int64(numba.int64), cached=True, thorough=True)

def whole(number):
    return twice(number) + sum_to(number)

whole = Kernel(whole, None, cached=True)
"""


def test_a_kernel_from_the_cache_brings_no_code_but_what_others_link(tmp_path: Path) -> None:
    """Cached kernels contain no code but what others link: one process compiles, the next loads and links."""
    (tmp_path / "made.py").write_text(_MADE)
    script = (
        "import made; print(made.whole(10), *(sum(dispatcher.stats.cache_hits.values()) "
        "for dispatcher in (made.whole, made.sum_to)), sum(len(library._get_module_for_linking().as_bitcode()) "
        "for library in [made.whole.overloads[made.whole.signatures[0]].library]) < 4000)"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}

    def run() -> str:
        return subprocess.run(
            [sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE, text=True, check=True
        ).stdout.strip()

    assert run() == "75 0 0 False"
    assert run() == "75 1 1 True"
    for cached in (tmp_path / "cache").rglob("made.whole-*"):
        cached.unlink()
    assert run() == "75 0 1 False"


def test_quick_flags_are_what_they_were_made_of() -> None:
    """Quick flags compare like the flags they replace, so numba finds earlier compilations."""
    usual, checked = Flags(), Flags()
    usual.nrt = checked.nrt = True
    checked.boundscheck = True
    for quick in (QuickFlags(usual), QuickFlags(usual).copy()):
        assert type(quick) is QuickFlags
        assert quick == usual
        assert usual == quick
        assert hash(quick) == hash(usual)
        assert quick != checked
        assert quick != QuickFlags(checked)
    usual.boundscheck = False
    assert QuickFlags(usual) == Flags(usual)
    unsaid = Flags()
    unsaid.nrt = True
    assert QuickFlags(usual) == unsaid, "what is said to be as it is anyway makes no difference"


def test_garbage_is_collected_again_afterwards() -> None:
    assert gc.isenabled()
    seen: list[bool] = []

    def fail() -> None:
        with without_collection():
            seen.append(gc.isenabled())
            raise ValueError("stop")

    with pytest.raises(ValueError, match="stop"):
        fail()
    assert seen == [False]
    assert gc.isenabled()
    gc.disable()
    try:
        with without_collection():
            pass
        assert not gc.isenabled(), "who has turned it off wants it off"
    finally:
        gc.enable()


def test_deep_calls_below_a_spacious_one() -> None:
    def depth(left: int) -> int:
        return 0 if left == 0 else 1 + depth(left - 1)

    assert with_large_stack(depth, 500) == 500
    assert with_large_stack(lambda left: with_large_stack(depth, left), 500) == 500
