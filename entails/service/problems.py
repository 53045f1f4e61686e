"""Errors as RFC 9457 problem documents: one sentence for a person, a pointer into the request for a program."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from pydantic import BaseModel, Field
from pydantic_core import PydanticSerializationError
from starlette.responses import Response

from entails.models.misfit import misfits

MEDIA_TYPE = "application/problem+json"


class Fault(BaseModel):
    """One thing that is wrong with the request; `pointer` is a JSON pointer into its body."""

    pointer: str
    detail: str


class Problem(BaseModel):
    """What went wrong. `type` is about:blank: the status and the sentences say it all."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    instance: str | None = Field(default=None, description="the id of the request, as in the logs")
    errors: list[Fault] = []


class Refused(Exception):
    """Ends a request with a problem document."""

    def __init__(
        self, status: int, detail: str, errors: Sequence[Fault] = (), headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.errors = list(errors)
        self.headers = dict(headers or {})


def passed_on(request: BaseModel) -> str:
    """A request as the workers get it. JSON is read deeper than it is written."""
    try:
        return request.model_dump_json(exclude_unset=True)
    except PydanticSerializationError:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, "the request is nested too deeply") from None


def problem_response(refused: Refused, instance: str | None) -> Response:
    """The document as a response."""
    title = HTTPStatus(refused.status).phrase
    problem = Problem(title=title, status=refused.status, detail=refused.detail, errors=refused.errors)
    content = problem.model_copy(update={"instance": instance}).model_dump_json(exclude_none=True)
    return Response(content, refused.status, refused.headers, MEDIA_TYPE)


def from_validation(errors: Sequence[Mapping[str, Any]]) -> Refused:
    """What pydantic found wrong with a body, as pointers into it."""
    faults = [Fault(pointer=_pointer(one.place), detail=str(one)) for one in misfits(errors[:20])]
    first = faults[0] if faults else Fault(pointer="", detail="the request is not understood")
    where = f"{first.pointer}: " if first.pointer else ""
    return Refused(HTTPStatus.UNPROCESSABLE_ENTITY, where + first.detail, faults)


def _pointer(location: Sequence[str | int]) -> str:
    parts = [str(part) for part in location if part != "body"]
    if location and location[0] == "body" and len(parts) == 1 and parts[0].isdigit():  # a place in broken JSON
        return ""
    return "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in parts)


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route for these statuses, for the OpenAPI document."""
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        status: {"description": HTTPStatus(status).phrase, "content": {MEDIA_TYPE: {"schema": schema}}}
        for status in statuses
    }
