"""The OpenAPI document as text: the same bytes for the same code."""

import tempfile
from pathlib import Path

from entails.service.app import create_app
from entails.service.describe import written
from entails.service.settings import Settings


def openapi_text() -> str:
    """Return the document that a server with the default settings gives at /openapi.json."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(jobs_db=str(Path(folder, "jobs.sqlite"))))
        document = app.openapi()
        app.state.server.abandon()
    return written(document)
