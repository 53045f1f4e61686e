"""Reader of OR-Tools CP-SAT models: a CpModel object, or its proto as text or binary."""

from typing import TYPE_CHECKING, Any

from entails.formats.detect import CP_MODEL, is_binary, renamed
from entails.formats.dimacs.read import shown
from entails.models.cp_model import OrToolsModel
from entails.models.errors import Invalid, InvalidPuzzle

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel

__all__ = ["OrToolsModel", "from_object", "read_cp_model"]

_A_MODEL = "a CpModelProto as CpModel.export_to_file writes it, as text (.txt) or binary"
_TOLD_EXACTLY = 1 << 18
"""Up to so many characters the text is read by the slow reader that says where it is wrong."""


def from_object(model: "CpModel") -> OrToolsModel:
    """Convert a CpModel object in its present state."""
    return _valid(str(model.proto))


def read_cp_model(content: bytes) -> OrToolsModel:
    """Read a model from the content of a file."""
    try:
        if not content.strip():
            raise InvalidPuzzle("the file is empty", expected=_A_MODEL)
        return _valid(_text_of_binary(content) if is_binary(content) else _text(content))
    except Invalid as error:
        raise renamed(error, content, CP_MODEL) from None


def _text(content: bytes) -> str:
    from ortools.sat.python.cp_model_helper import CpModelProto

    text = content.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    if len(text) <= _TOLD_EXACTLY or not CpModelProto().parse_text_format(text):
        _refuse_bad_text(text)
    return text


def _refuse_bad_text(text: str) -> None:
    from google.protobuf import text_format

    try:
        text_format.Parse(text, _empty_proto())
    except text_format.ParseError as error:
        line = error.GetLine()
        reason = str(error).rpartition(" : ")[2].removesuffix(".")
        where = f"line {line}" if line else ""
        raise InvalidPuzzle(f"this cannot be read: {_plain(reason)}", where=where, expected=_A_MODEL) from None
    except (ValueError, RecursionError):
        raise InvalidPuzzle("this cannot be read", expected=_A_MODEL) from None


def _text_of_binary(content: bytes) -> str:
    from google.protobuf import text_format
    from google.protobuf.message import DecodeError

    proto = _empty_proto()
    try:
        proto.ParseFromString(content)
    except DecodeError:
        raise InvalidPuzzle("this is neither text nor a binary proto", expected=_A_MODEL) from None
    return str(text_format.MessageToString(proto, as_one_line=True))


def _empty_proto() -> Any:
    from ortools.sat.cp_model_pb2 import CpModelProto

    return CpModelProto()


def _valid(text: str) -> OrToolsModel:
    """Return the model if OR-Tools finds it valid."""
    model = OrToolsModel(text)
    if problem := model.build().validate():
        raise InvalidPuzzle(f"the model is not valid: {_plain(problem)}", expected="a model that CP-SAT accepts")
    return model


def _plain(words: str) -> str:
    """Return a message of OR-Tools on one line, shortened."""
    return shown(" ".join(words.split()), most=160)
