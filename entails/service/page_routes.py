"""The page: files of one folder of this package, listed once at the start; no part of a request names a file."""

import json
from importlib.resources import files
from mimetypes import guess_type

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from entails.service.assets import Asset

_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_ADDRESSES = {"index.html": "/", "offline.js": "/offline.js"}
"""Files that stand above the others: what works offline may only look after what lies below itself."""

_STYLE, _FIRST_STYLE = "/page/style.css", "frame.css"
"""All styles come as one file: nothing is painted before they are there, and every request takes a phone its time."""


def add(app: Starlette) -> None:
    """Add a route for each file of the page."""
    folder = files("entails.service").joinpath("page")
    if not folder.is_dir():
        return
    assets: dict[str, Asset] = {}
    styles: list[bytes] = []
    for file in sorted(folder.iterdir(), key=lambda one: (one.name != _FIRST_STYLE, one.name)):
        if file.name.endswith(".css"):
            styles.append(file.read_bytes())
        elif file.is_file() and not file.name.startswith("."):
            address = _ADDRESSES.get(file.name, f"/page/{file.name}")
            assets[address] = Asset(file.read_bytes(), _type(file.name))
    assets[_STYLE] = Asset(b"\n".join(styles), _type(_STYLE))
    listing = {f".{address}": asset.tag for address, asset in assets.items()}
    assets["/page/files.json"] = Asset(json.dumps(listing).encode(), "application/json")
    app.router.routes += [_route(address, asset) for address, asset in assets.items()]


def _type(name: str) -> str:
    suffix = name[name.rfind(".") :]
    kind = _TYPES.get(suffix) or guess_type(name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


def _route(address: str, asset: Asset) -> Route:
    async def file(request: Request) -> Response:
        return asset.response(request)

    return Route(address, file, methods=["GET"])
