"""What holds for every test. Timings belong to benchmarks: no property fails because the machine is busy."""

from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("clausal", deadline=None)
settings.load_profile("clausal")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: Any, log: Any) -> Any:
    """With several processes (`-n 2`), what shares a server runs in one of them."""
    if config.getvalue("dist") != "load":
        return None
    from together import Together

    return Together(config, log)
