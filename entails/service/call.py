"""`Call`: one thing that can be asked over HTTP, described without importing what answers it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from pydantic import Field, model_validator

from entails.models.document.read import TOP
from entails.models.value import Value

Pace = Literal["now", "job"]


class Request(Value):
    """What every call may say: how long it may take. The server's own cap holds besides."""

    seconds: float | None = Field(default=None, gt=0, le=3600, description="Take no longer than this.")


class DocumentRequest(Request):
    """A request about a puzzle that is a JSON document: the document itself, with nothing around it, will do."""

    @model_validator(mode="before")
    @classmethod
    def _around(cls, body: Any) -> Any:
        if not isinstance(body, dict) or "puzzle" in body or not {"variables", "grids"} & body.keys():
            return body
        document = {key: value for key, value in body.items() if key in TOP}
        return {"puzzle": document, **{key: value for key, value in body.items() if key not in TOP}}


class Unfinished(Value):
    """The answer of a call that was stopped: by time, by memory, or by a limit of the request."""

    status: Literal["undecided"] = "undecided"
    reason: Literal["time", "memory"]


@dataclass(frozen=True)
class Call:
    """A verb of a puzzle. `run` names a function `module:name` that takes the request and gives the report; it is only
    ever imported in a worker. `pace` says whether the answer comes at once or as a job; the former may be asked for as
    a job too, which gives it more time. `own_seconds` is the limit, where the request has none, of a call that reports
    what is known when its time is over: the server makes it end a little before its own cap. It is None for a call
    that is all or nothing: the server ends its process."""

    puzzle: str
    verb: str
    request: type[Request]
    report: Any
    run: str
    summary: str
    make_examples: Callable[[], Mapping[str, Mapping[str, Any]]] = dict
    pace: Pace = "now"
    fixed: Mapping[str, Any] = field(default_factory=dict)
    own_seconds: float | None = None

    @property
    def name(self) -> str:
        return f"{self.puzzle}/{self.verb}"

    @cached_property
    def examples(self) -> Mapping[str, Mapping[str, Any]]:
        """Requests that are answered. Some take a while to make, and no answer needs them."""
        return self.make_examples()
