"""Reader and writer of OR-Tools CP-SAT models (a CpModel object, or its proto as text or binary); reader of solutions.

The name of a written model describes it, one remark per line, like the comments of a DIMACS file. The text format has
`#` comments with the sentences of hard constraints. A soft constraint has its sentence as its name.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from entails.formats.detect import CP_MODEL, is_binary, renamed
from entails.formats.dimacs.answer import Status
from entails.formats.dimacs.read import reject_data, shown
from entails.models.cp_model import OrToolsModel
from entails.models.encoding import PlainParts
from entails.models.errors import Invalid, InvalidData, InvalidPuzzle, quantity

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

__all__ = [
    "CpAnswer",
    "OrToolsModel",
    "from_object",
    "read_cp_answer",
    "read_cp_model",
    "write_binary_cp_model",
    "write_cp_model",
]

_A_MODEL = "a CpModelProto as CpModel.export_to_file writes it, as text (.txt) or binary"
_EXACT_LIMIT = 1 << 18
"""Maximum length in characters for the slow parser, which reports where the text is invalid."""


def from_object(model: "CpModel") -> OrToolsModel:
    """Convert a CpModel object of OR-Tools, in its current state."""
    return _valid(str(model.proto))


def read_cp_model(content: bytes) -> OrToolsModel:
    """Read a CP-SAT model from the content of a file."""
    try:
        if not content.strip():
            raise InvalidPuzzle("the file is empty", expected=_A_MODEL)
        return _valid(_text_of_binary(content) if is_binary(content) else _text(content))
    except Invalid as error:
        raise renamed(error, content, CP_MODEL) from None


def _text(content: bytes) -> str:
    from ortools.sat.python.cp_model_helper import CpModelProto

    text = content.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    if len(text) <= _EXACT_LIMIT or not CpModelProto().parse_text_format(text):
        _reject_bad_text(text)
    return text


def _reject_bad_text(text: str) -> None:
    from google.protobuf import text_format

    try:
        text_format.Parse(text, _empty_proto())
    except text_format.ParseError as error:
        line = error.GetLine()
        reason = str(error).rpartition(" : ")[2].removesuffix(".")
        where = f"line {line}" if line else ""
        raise InvalidPuzzle(f"the content cannot be read: {_plain(reason)}", where=where, expected=_A_MODEL) from None
    except (ValueError, RecursionError):
        raise InvalidPuzzle("the content cannot be read", expected=_A_MODEL) from None


def _text_of_binary(content: bytes) -> str:
    from google.protobuf import text_format
    from google.protobuf.message import DecodeError

    proto = _empty_proto()
    try:
        proto.ParseFromString(content)
    except DecodeError:
        raise InvalidPuzzle("neither text nor a binary proto", expected=_A_MODEL) from None
    return str(text_format.MessageToString(proto, as_one_line=True))


def _empty_proto() -> Any:
    from ortools.sat.cp_model_pb2 import CpModelProto

    return CpModelProto()


def _valid(text: str) -> OrToolsModel:
    """Build a model from its text; reject it if OR-Tools finds it invalid."""
    model = OrToolsModel(text)
    if problem := model.build().validate():
        raise InvalidPuzzle(f"invalid model: {_plain(problem)}", expected="a model that CP-SAT accepts")
    return model


def _plain(words: str) -> str:
    """Shorten an error message of OR-Tools to one line."""
    return shown(" ".join(words.split()), most=160)


_DEFINITION = "definition of an auxiliary variable"


def write_cp_model(parts: PlainParts, about: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a model as text, with comments above variables and constraints."""
    comments = {
        "variables {": [parts.remarks.get(place, "") for place in range(len(parts.model.proto.variables))],
        "constraints {": [
            "" if constraint.name else parts.sentences.get(place, _DEFINITION)
            for place, constraint in enumerate(parts.model.proto.constraints)
        ],
    }
    upcoming = {opening: iter(texts) for opening, texts in comments.items()}
    last = ""
    for line in _named(parts, about).splitlines():
        comment = next(upcoming[line]) if line in upcoming else last
        if comment not in ("", last):
            yield f"# {' '.join(comment.split())}\n"
        last = comment
        yield f"{line}\n"


def write_binary_cp_model(parts: PlainParts, about: Sequence[str]) -> bytes:
    """Return a model as a binary proto."""
    from google.protobuf import text_format

    proto = text_format.Parse(_named(parts, about), _empty_proto())
    return bytes(proto.SerializeToString(deterministic=True))


def _named(parts: PlainParts, about: Sequence[str]) -> str:
    proto = parts.model.proto
    proto.name = "\n".join(about)
    return str(proto)


_A_VALUE = re.compile(r"(?P<name>\S.*?)\s*=\s*(?P<value>-?[0-9]{1,19}|true|false)", re.IGNORECASE)
_OF_A_RESPONSE = re.compile(r"^\s*(status|solution)\s*:", re.MULTILINE)
_A_CP_ANSWER = 'a JSON object such as {"x": 1}, lines "x = 1", or a CpSolverResponse as text'
_STATUS: dict[str, Status] = {
    "OPTIMAL": "satisfied",
    "FEASIBLE": "satisfied",
    "INFEASIBLE": "unsatisfiable",
    "no solution": "unsatisfiable",
    "UNKNOWN": "unknown",
}
_OURS: dict[str, Status] = {"unsatisfiable": "unsatisfiable", "undecided": "unknown"}


@dataclass(frozen=True)
class CpAnswer:
    """A solver's verdict on a CP-SAT model; `values` has the solution by the indices of variables."""

    status: Status
    values: Mapping[int, int]


def read_cp_answer(text: str, model: OrToolsModel) -> CpAnswer:
    """Read a solver's result: a JSON object, lines "name = value", a CpSolverResponse, or a status such as OPTIMAL."""
    text = text.removeprefix("\ufeff").strip()
    if not text:
        raise InvalidData("the answer is empty", expected=_A_CP_ANSWER)
    if text in _STATUS and _STATUS[text] != "satisfied":
        return CpAnswer(_STATUS[text], {})
    if text.startswith("{"):
        return _of_object(text, model)
    return _of_response(text, model) if _OF_A_RESPONSE.search(text) else _of_lines(text, model)


def _of_object(text: str, model: OrToolsModel) -> CpAnswer:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidData("invalid JSON", expected=_A_CP_ANSWER) from None
    if not isinstance(values, dict):
        raise InvalidData("not a JSON object", expected=_A_CP_ANSWER)
    if isinstance(status := values.get("status"), str) and "status" not in model.names.values():
        if isinstance(values.get("solution"), str):  # the report of `entails ortools solve --json`
            return _of_object(values["solution"], model)
        if status in _OURS:
            return CpAnswer(_OURS[status], {})
    return CpAnswer("satisfied", _by_index([(name, value, "") for name, value in values.items()], model))


def _of_lines(text: str, model: OrToolsModel) -> CpAnswer:
    rows: list[tuple[str, Any, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _A_VALUE.fullmatch(line.strip())
        if match is None and len(rows) >= len(model.names) and "=" not in line:
            continue  # the verdict that `entails ortools solve` prints below the values
        if match is None:
            reject_data(f'"{shown(line.strip())}" is not "name = value"', number, _A_CP_ANSWER)
        rows.append((match["name"], json.loads(match["value"].lower()), f"line {number}"))
    return CpAnswer("satisfied", _by_index(rows, model))


def _by_index(rows: Sequence[tuple[str, Any, str]], model: OrToolsModel) -> dict[int, int]:
    """Return the values by variable index; reject unknown and repeated names."""
    number = {name: index for index, name in model.names.items()}
    values: dict[int, int] = {}
    for name, value, place in rows:
        if name not in number:
            raise InvalidData(
                f"unknown variable {shown(name)!r}", where=place, expected=f"a name such as {next(iter(number), 'x')}"
            )
        if not isinstance(value, int):
            raise InvalidData(f"{shown(name)}: {shown(str(value))!r} is not a whole number", where=place)
        if values.setdefault(number[name], int(value)) != int(value):
            raise InvalidData(f"{shown(name)} has two values", where=place, expected="one value for each variable")
    missing = next((name for name, index in number.items() if index not in values), None)
    if missing is not None:
        raise InvalidData(f"{shown(missing)} has no value", expected="a value for each named variable")
    return values


def _of_response(text: str, model: OrToolsModel) -> CpAnswer:
    from google.protobuf import text_format
    from ortools.sat.cp_model_pb2 import CpSolverResponse, CpSolverStatus

    try:
        response = text_format.Parse(text, CpSolverResponse())
    except (text_format.ParseError, ValueError, RecursionError) as error:
        reason = str(error).rpartition(" : ")[2].removesuffix(".")
        raise InvalidData(f"the content cannot be read: {_plain(reason)}", expected=_A_CP_ANSWER) from None
    name = CpSolverStatus.Name(response.status)
    values = list(response.solution)
    if name not in _STATUS:
        raise InvalidData(f"the status is {name}", expected="a solution, or the status INFEASIBLE or UNKNOWN")
    if values or _STATUS[name] == "satisfied":
        count = len(model.contents.variables)
        if len(values) != count:
            raise InvalidData(f"{quantity(len(values), 'value')}; expected {count}, one for each variable of the model")
        return CpAnswer("satisfied", dict(enumerate(values)))
    return CpAnswer(_STATUS[name], {})
