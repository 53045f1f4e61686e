"""Configuration of all tests. Timings belong to benchmarks: no test fails because the machine is busy."""

import gc
import os
import signal
import sys
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest
from hypothesis import settings

# What a shell exports must not decide whether a test passes. Without bytecode, each of hundreds of processes would also
# compile a thousand modules again.
for exported in ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR"):
    os.environ.pop(exported, None)
sys.dont_write_bytecode = False
# A background job of a script ignores Ctrl-C, and so would the commands that tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

gc.disable()  # until all tests are collected: they and their modules stay in memory

EXAMPLES = int(os.environ.get("ENTAILS_EXAMPLES", "40"))
"""Default number of examples per property. Every run draws new ones, so a few suffice."""
settings.register_profile("entails", deadline=None, max_examples=EXAMPLES)
settings.load_profile("entails")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Exclude the collected tests and modules from garbage collection, and reject two tests of the same name, one of
    which pytest-xdist would skip silently.
    """
    gc.freeze()
    gc.enable()
    twice = [name for name, times in Counter(item.nodeid for item in session.items).items() if times > 1]
    if twice:
        raise pytest.UsageError(f"several tests are called {', '.join(twice)}")


@pytest.hookimpl(optionalhook=True, wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Use one process more than there are cores, since tests of servers and of the page wait half of their time."""
    cores = yield
    return cores if os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS") else cores + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: Any, log: Any) -> Any:
    """Keep tests that share a server in one process when there are several (`-n 2`)."""
    if config.getvalue("dist") != "load":
        return None
    from together import Together

    return Together(config, log)
