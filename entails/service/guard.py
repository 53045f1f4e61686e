"""Who calls: by the name of a token, or by address. Tokens are kept as hashes, and compared in constant time."""

import hashlib
import hmac
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from starlette.types import Scope

from entails.service.problems import Refused
from entails.service.settings import Settings

_LINE = re.compile(r"(?P<name>[\w.@-]{1,64})\s*[\s:=]\s*sha256:(?P<digest>[0-9a-fA-F]{64})")
_WANTED = "this server wants its token: Authorization: Bearer TOKEN"


class BadTokens(ValueError):
    """The list of tokens is not understood."""


@dataclass(frozen=True)
class Caller:
    """`client` is who counts for quotas and turns; `owner` the name of the token, empty where there are none."""

    client: str
    owner: str = ""

    def may_see(self, owner: str) -> bool:
        """Is a job with this owner its own? Where there are no tokens, knowing the id is enough."""
        return not self.owner or self.owner == owner


class Guard:
    """Lets those through who have a token, and says who they are; everybody when there are no tokens."""

    def __init__(self, digests: Mapping[str, bytes]) -> None:
        self._digests = dict(digests)

    @classmethod
    def of(cls, settings: Settings) -> "Guard":
        """The tokens of the settings: one, and those of a list. Raises BadTokens."""
        digests: dict[str, bytes] = {}
        if settings.token is not None:
            digests["token"] = hashlib.sha256(settings.token.encode()).digest()
        if settings.tokens is not None:
            text = settings.tokens
            digests |= _read(text.split(",") if "sha256:" in text else _lines_of(text))
        return cls(digests)

    def caller(self, scope: Scope) -> Caller:
        """Who sent this request. Raises Refused (401)."""
        if not self._digests:
            return Caller(_address(scope))
        given = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
        kind, _, token = given.partition(b" ")
        if kind.lower() == b"bearer" and (name := self._name(token.strip())) is not None:
            return Caller(f"token {name}", name)
        raise Refused(HTTPStatus.UNAUTHORIZED, _WANTED, headers={"WWW-Authenticate": "Bearer"})

    def _name(self, token: bytes) -> str | None:
        """The name of a token. Browsers send accents as Latin-1, most other programs as UTF-8: both are meant."""
        found = None
        for sent in {token, token.decode("latin-1").encode()}:
            digest = hashlib.sha256(sent).digest()
            for name, known in self._digests.items():
                if hmac.compare_digest(digest, known):
                    found = name
        return found


def _lines_of(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise BadTokens(f"the list of tokens {path[:200]} cannot be read: {error.strerror}") from None
    except ValueError:
        raise BadTokens(f"the list of tokens {path[:200]} is no text") from None


def _read(lines: Iterable[str]) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for number, line in enumerate(lines, 1):
        said = line.strip()
        if not said or said.startswith("#"):
            continue
        match = _LINE.fullmatch(said)
        if match is None:
            raise BadTokens(f"line {number} of the tokens is not NAME sha256:HEX")
        if match["name"] in found:
            raise BadTokens(f"line {number} of the tokens names {match['name']} again")
        found[match["name"]] = bytes.fromhex(match["digest"])
    if not found:
        raise BadTokens("the list of tokens is empty")
    return found


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "unknown"
