"""`Sentence`: words with arguments, in every language that has them. What a person wrote passes unchanged."""

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Literal, TypeAlias, Union

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")

Argument: TypeAlias = Union[str, int, "Sentence"]


@dataclass(frozen=True, slots=True)
class Template:
    """A sentence with holes, one wording for each language. Without French it is said in English."""

    en: str
    fr: str = ""

    def __call__(self, **arguments: Argument) -> "Sentence":
        return Sentence(self, tuple(arguments.items()))

    def wording(self, language: Language) -> str:
        return self.fr if language == "fr" and self.fr else self.en


@dataclass(frozen=True, slots=True)
class Sentence:
    """A template and what fills its holes; an argument may be a sentence itself ("row 3", "ligne 3")."""

    template: Template
    arguments: tuple[tuple[str, Argument], ...] = ()

    def say(self, language: Language = "en") -> str:
        """The words. A hole without an argument stays as it is written."""
        said = {name: _said(value, language) for name, value in self.arguments}
        return _FORMATTER.vformat(self.template.wording(language), (), _OpenHoles(said))

    def having(self, **more: Argument) -> "Sentence":
        """The same with further holes filled: "row 3 holds one {value}" with value=7."""
        return Sentence(self.template, (*self.arguments, *more.items()))

    def __str__(self) -> str:
        return self.say()


class _OpenHoles(Mapping[str, str]):
    """Arguments by name; a name without one stands for its own hole."""

    def __init__(self, said: dict[str, str]) -> None:
        self._said = said

    def __getitem__(self, name: str) -> str:
        return self._said.get(name, f"{{{name}}}")

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(self._said)

    def __len__(self) -> int:
        return len(self._said)


_FORMATTER = Formatter()


def _said(value: Argument, language: Language) -> str:
    return value.say(language) if isinstance(value, Sentence) else str(value)


def own_words(text: str) -> Sentence:
    """What a person wrote, as a sentence: the same in every language, braces and all."""
    return Sentence(Template(text.replace("{", "{{").replace("}", "}}")))
