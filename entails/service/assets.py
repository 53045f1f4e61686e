"""Static files: compressed once, sent with an ETag.

The files of the web interface are listed once at the start, so that no part of a request is used as a file name.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from mimetypes import guess_type

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

_WORTH_PACKING = 500


@dataclass(frozen=True)
class Asset:
    """A static file; `tag` identifies its content, `packed` is the gzip-compressed content if that is shorter."""

    content: bytes
    media_type: str
    tag: str = field(init=False)
    packed: bytes | None = field(init=False, repr=False)

    def __post_init__(self) -> None:
        packed = gzip.compress(self.content, 9, mtime=0) if len(self.content) >= _WORTH_PACKING else None
        object.__setattr__(self, "packed", packed if packed is not None and len(packed) < len(self.content) else None)
        object.__setattr__(self, "tag", hashlib.sha256(self.content).hexdigest()[:20])

    def response(self, request: Request) -> Response:
        """Return the content, compressed if the client accepts gzip; 304 if the client has it already."""
        is_packed = self.packed is not None and _takes_gzip(request.headers.get("accept-encoding", ""))
        tag = f'"{self.tag}{"-gz" if is_packed else ""}"'
        headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        known = {text.strip().removeprefix("W/") for text in request.headers.get("if-none-match", "").split(",")}
        if tag in known or "*" in known:
            return Response(status_code=304, headers=headers)
        if is_packed:
            headers["Content-Encoding"] = "gzip"
        return Response(self.packed if is_packed else self.content, media_type=self.media_type, headers=headers)


def _takes_gzip(accepted: str) -> bool:
    for coding in accepted.split(","):
        name, _, quality = coding.partition(";")
        if name.strip().lower() in ("gzip", "*"):
            return quality.replace(" ", "").lower() not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
_ADDRESSES = {"index.html": "/", "offline.js": "/offline.js", "reference.html": "/docs"}
"""Files served at the root: a service worker controls only addresses below its own."""

_STYLE, _FIRST_STYLE, _LAST_STYLE = "/page/style.css", "frame.css", "phone.css"
"""Address of all style sheets joined into one, and the first and the last of these sheets: narrow screens override.

Rendering waits for a single request.
"""


_NO_MODULES = b"{ /* filled in by the server */ }"
_IMPORTED, _VIEW = re.compile(rb"""(?:from|import) "\./(\w+\.js)\""""), re.compile(rb"""import\("\./(\w+\.js)"\)""")


def modules_of_views(modules: Mapping[str, bytes]) -> dict[str, list[str]]:
    """Return the modules that each view needs besides the common ones; the page requests them all at once."""

    def needed(name: str) -> list[str]:
        names = [name]
        for known in names:
            names += [each.decode() for each in _IMPORTED.findall(modules[known]) if each.decode() not in names]
        return names

    always = needed("main.js")
    views = [view.decode() for view in _VIEW.findall(modules["main.js"])]
    return {view: [name for name in dict.fromkeys(needed(view)) if name not in always] for view in views}


def add_page(app: Starlette) -> None:
    """Add a route for each file of the web interface."""
    folder = files("entails.service").joinpath("page")
    if not folder.is_dir():
        return
    assets: dict[str, Asset] = {}
    styles: list[bytes] = []
    order = {_FIRST_STYLE: 0, _LAST_STYLE: 2}
    for file in sorted(folder.iterdir(), key=lambda path: (order.get(path.name, 1), path.name)):
        if file.name.endswith(".css"):
            styles.append(file.read_bytes())
        elif file.is_file() and not file.name.startswith("."):
            address = _ADDRESSES.get(file.name, f"/page/{file.name}")
            assets[address] = Asset(file.read_bytes(), _type(file.name))
    assets[_STYLE] = Asset(b"\n".join(styles), _type(_STYLE))
    modules = {address.rpartition("/")[2]: asset.content for address, asset in assets.items()}
    early = modules["early.js"].replace(_NO_MODULES, json.dumps(modules_of_views(modules)).encode())
    assets["/page/early.js"] = Asset(early, _type("early.js"))
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
