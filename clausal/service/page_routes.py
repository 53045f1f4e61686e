"""The page: files of one folder of this package, listed once at the start; no part of a request names a file."""

from importlib.resources import files
from mimetypes import guess_type

from fastapi import FastAPI
from starlette.responses import Response

_TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}


def add(app: FastAPI) -> None:
    """Add a route for each file of the page."""
    folder = files("clausal.service").joinpath("page")
    if not folder.is_dir():
        return
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if file.is_file() and not file.name.startswith("."):
            address = "/" if file.name == "index.html" else f"/page/{file.name}"
            _add_file(app, address, file.read_bytes(), _type(file.name))


def _type(name: str) -> str:
    suffix = name[name.rfind(".") :]
    kind = _TYPES.get(suffix) or guess_type(name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


def _add_file(app: FastAPI, address: str, content: bytes, media_type: str) -> None:
    async def file() -> Response:
        return Response(content, media_type=media_type, headers={"Cache-Control": "no-cache"})

    app.add_api_route(address, file, methods=["GET"], include_in_schema=False)
