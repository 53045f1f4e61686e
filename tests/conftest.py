"""What holds for every test. Timings belong to benchmarks: no property fails because the machine is busy."""

import signal
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("clausal", deadline=None)
settings.load_profile("clausal")

# Tests that run in the background of a script (`make test &`, nohup) inherit that Ctrl-C and a closed terminal are
# ignored, and would hand that on to the commands which they are about to interrupt.
for _number in (signal.SIGINT, signal.SIGHUP):
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(_number, signal.default_int_handler if _number == signal.SIGINT else signal.SIG_DFL)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: Any, log: Any) -> Any:
    """With several processes (`-n 2`), what shares a server runs in one of them."""
    if config.getvalue("dist") != "load":
        return None
    from together import Together

    return Together(config, log)
