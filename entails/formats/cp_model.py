"""Models of OR-Tools CP-SAT, taken in as they are.

value.py        `OrToolsModel`: the model as text, which pickles, and what it holds as plain data
constraints.py  every kind of constraint as a small value
read.py         from a CpModel object, from its proto as text or binary
words.py        a constraint as people would write it: x + 2*y <= 5

CP-SAT models from outside: an object of OR-Tools, or its proto in a file, as text or binary.
"""

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
    """A model that somebody built with OR-Tools, as it is now."""
    return _valid(str(model.proto))


def read_cp_model(content: bytes) -> OrToolsModel:
    """The model that a file holds."""
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
    """The model, once OR-Tools finds nothing wrong with it."""
    model = OrToolsModel(text)
    if problem := model.build().validate():
        raise InvalidPuzzle(f"the model is not valid: {_plain(problem)}", expected="a model that CP-SAT accepts")
    return model


def _plain(words: str) -> str:
    """What OR-Tools says, on one line and not too long."""
    return shown(" ".join(words.split()), most=160)
