"""`Asset`: content that is the same for everybody. It is packed once, and not sent again to those who have it."""

import gzip
import hashlib
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response

_WORTH_PACKING = 500


@dataclass(frozen=True)
class Asset:
    """Content and its type. `tag` names exactly this content."""

    content: bytes
    media_type: str
    tag: str = field(init=False)
    packed: bytes | None = field(init=False, repr=False)

    def __post_init__(self) -> None:
        packed = gzip.compress(self.content, 9, mtime=0) if len(self.content) >= _WORTH_PACKING else None
        object.__setattr__(self, "packed", packed if packed is not None and len(packed) < len(self.content) else None)
        object.__setattr__(self, "tag", hashlib.sha256(self.content).hexdigest()[:20])

    def response(self, request: Request) -> Response:
        """The content, packed where the client can unpack it; or that it is still what the client has."""
        is_packed = self.packed is not None and _takes_gzip(request.headers.get("accept-encoding", ""))
        tag = f'"{self.tag}{"-gz" if is_packed else ""}"'
        headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        known = {one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")}
        if tag in known or "*" in known:
            return Response(status_code=304, headers=headers)
        if is_packed:
            headers["Content-Encoding"] = "gzip"
        return Response(self.packed if is_packed else self.content, media_type=self.media_type, headers=headers)


def _takes_gzip(accepted: str) -> bool:
    for one in accepted.split(","):
        name, _, quality = one.partition(";")
        if name.strip().lower() in ("gzip", "*"):
            return quality.replace(" ", "").lower() not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
