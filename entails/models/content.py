"""`Document`: what somebody hands over besides a puzzle. It is content, never a path.

A command line turns the name of a file into one, a request carries its text; so nothing below them ever opens a file
that a stranger named.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import PydanticCustomError, core_schema

from entails.models.errors import Invalid
from entails.models.text import decoded

REQUEST = "request"
"""The name of a document that came without one."""


@dataclass(frozen=True)
class Document:
    """Some bytes, and the name under which messages and reports speak of them."""

    data: bytes
    name: str = REQUEST

    @classmethod
    def of_file(cls, path: str | Path) -> "Document":
        """What a file of one's own holds."""
        return cls(Path(path).read_bytes(), str(path))

    @property
    def text(self) -> str:
        """The bytes as text."""
        return decoded(self.data)

    @contextmanager
    def to_blame(self) -> Iterator[None]:
        """What is invalid in here is said with the name of this document, where it has one."""
        try:
            yield
        except Invalid as error:
            if self.name == REQUEST or error.where.startswith(self.name):
                raise
            raise error.at(self.name) from None

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        del source, handler
        return core_schema.no_info_plain_validator_function(
            cls._of,
            serialization=core_schema.plain_serializer_function_ser_schema(cls._written),
        )

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        del schema, handler
        return {"type": "string", "description": "The document itself, as text."}

    @classmethod
    def _of(cls, said: Any) -> "Document":
        if isinstance(said, Document):
            return said
        if isinstance(said, str):
            return cls(said.encode("utf-8", "surrogatepass"))
        raise PydanticCustomError("document", "this is not the text of a document")

    def _written(self) -> str:
        return self.data.decode("utf-8", "replace")


@dataclass(frozen=True)
class Named:
    """Marks a field of type `str | Document`: the name of something that ships with Entails, or one's own as content.

    On a command line a word that is no such name is a file. In JSON a name is a string and content is an object with
    `text`. `one` says in the singular what it is, `own` what one's own looks like.
    """

    one: str
    names: Callable[[], Sequence[str]]
    own: str = "a document of your own"

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        del source, handler
        return core_schema.no_info_plain_validator_function(
            self._checked, serialization=core_schema.plain_serializer_function_ser_schema(_as_json)
        )

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        del schema, handler
        content = {
            "type": "object",
            "properties": {"text": {"type": "string"}},
            "required": ["text"],
            "additionalProperties": False,
        }
        return {"anyOf": [{"type": "string", "enum": list(self.names())}, content, {"type": "null"}]}

    @property
    def expected(self) -> str:
        """The choices in words."""
        return f"{', '.join(self.names())}, or {self.own}"

    def _checked(self, said: Any) -> str | Document | None:
        if said is None or isinstance(said, Document):
            return said
        if isinstance(said, str) and said in self.names():
            return said
        if isinstance(said, dict) and said.keys() == {"text"} and isinstance(said["text"], str):
            return Document(said["text"].encode("utf-8", "surrogatepass"))
        problem = f"there is no {self.one} {said[:40]!r}" if isinstance(said, str) else f"this is no {self.one}"
        raise PydanticCustomError(
            "named", "{problem}; expected {expected}", {"problem": problem, "expected": self.expected}
        )


def _as_json(said: str | Document | None) -> Any:
    return {"text": said._written()} if isinstance(said, Document) else said
