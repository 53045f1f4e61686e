"""The OpenAPI document, generated once per test run, and a variant with a path for each call."""

import atexit
import fcntl
import os
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from entails.service import app
from entails.service.calls import CALLS, Unfinished
from entails.service.middleware import ProblemDetails, documented


@cache
def openapi_text() -> str:
    """Return the OpenAPI document. The first process of a run generates it, others wait for its file."""
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


def detailed_document(names: Iterable[str]) -> dict[str, Any]:
    """Build an OpenAPI document of these calls with the exact schemas of `/v1/types/TYPE`."""
    calls = [CALLS[name] for name in names]
    parts: list[tuple[tuple[str, str], Any, TypeAdapter[Any]]] = [
        (("", "problem"), "validation", TypeAdapter(ProblemDetails)),
        (("", "unfinished"), "validation", TypeAdapter(Unfinished)),
    ]
    for call in calls:
        parts.append(((call.name, "request"), "validation", TypeAdapter(call.request)))
        parts.append(((call.name, "report"), "validation", TypeAdapter(call.report)))
    places, definitions = TypeAdapter.json_schemas(parts, ref_template="#/components/schemas/{model}")
    schemas = {key[0]: schema for key, schema in places.items()}

    def content(schema: dict[str, Any]) -> dict[str, Any]:
        return {"application/json": {"schema": schema}}

    paths: dict[str, Any] = {}
    for call in calls:
        report = {"anyOf": [schemas[call.name, "report"], schemas["", "unfinished"]]}
        body = content(schemas[call.name, "request"])
        body["application/json"]["examples"] = {name: {"value": value} for name, value in call.examples.items()}
        responses = {str(status): response for status, response in documented(401, 413, 422, 429, 500, 503).items()}
        operation = {
            "operationId": call.name,
            "requestBody": {"required": True, "content": body},
            "responses": {"200": {"description": "The report", "content": content(report)}, **responses},
        }
        paths[f"/v1/{call.name}"] = {"post": operation}
    info = {"title": "Calls", "version": "1"}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": definitions["$defs"]}}
