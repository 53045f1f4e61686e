"""The OpenAPI document, generated once for all processes of a run of tests: that takes seconds."""

import atexit
import fcntl
import os
import tempfile
from functools import cache
from pathlib import Path

from entails.service import app


@cache
def openapi_text() -> str:
    """Return the document. The first process of a run generates it, the others wait for its file."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    if run is None:
        return app.openapi_text()
    path = Path(tempfile.gettempdir(), f"entails-openapi-{run}.json")
    with path.open("a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        text = file.read()
        if not text:
            text = app.openapi_text()
            file.write(text)
            atexit.register(path.unlink, missing_ok=True)
    return text
