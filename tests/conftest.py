"""What holds for every test. Timings belong to benchmarks: no property fails because the machine is busy."""

import os
import signal
import sys
from typing import Any

import pytest
from hypothesis import settings

# Hundreds of processes are started; where none may keep its bytecode, each compiles a thousand modules anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# A run in the background of a script ignores Ctrl-C, and so would the commands that tests start to interrupt them.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("clausal", deadline=None)
settings.load_profile("clausal")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: Any, log: Any) -> Any:
    """With several processes (`-n 2`), what shares a server runs in one of them."""
    if config.getvalue("dist") != "load":
        return None
    from together import Together

    return Together(config, log)
