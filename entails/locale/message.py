"""Facts as sentences say them, in every language: "not r1c1=5" is "r1c1≠5", "line above r1c1" is "a line above r1c1".

The names of facts are for programs and stay as they are. What is not known here is said by its name.

`Sentence`: words with arguments, in every language that has them. What a person wrote passes unchanged.

Numbers as they are said in a sentence.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import Formatter
from typing import Literal, TypeAlias, Union

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")

Argument: TypeAlias = Union[str, int, "Sentence"]


@dataclass(frozen=True, slots=True)
class Message:
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

    template: Message
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
    return Sentence(Message(text.replace("{", "{{").replace("}", "}}")))


DENIED = "not "
_MOST_TOLD = 6

_AND = Message(" and ", " et ")
_ONE_MORE = Message("{few} and 1 more", "{few} et 1 autre")
_MORE = Message("{few} and {number} more", "{few} et {number} autres")
_AS_IT_IS = Message("{name}")
_NOT = Message("not {name}", "non {name}")

_BORDERS = {
    "above": Message("the edge above {cell}", "le bord au-dessus de {cell}"),
    "below": Message("the edge below {cell}", "le bord au-dessous de {cell}"),
    "left of": Message("the edge left of {cell}", "le bord à gauche de {cell}"),
    "right of": Message("the edge right of {cell}", "le bord à droite de {cell}"),
}
_BORDER = re.compile(r"(above|below|left of|right of) (\S+)")

_Ways = tuple[Message, Message]
"""How it is said that a fact holds, and that it does not."""


def _thing(en: str, fr: str, *, her: bool = False) -> _Ways:
    """Something that is somewhere, or is not."""
    article, un, aucun = "an" if en[0] in "aeiou" else "a", "une" if her else "un", "aucune" if her else "aucun"
    return (
        Message(f"{article} {en} in {{at}}", f"{un} {fr} en {{at}}"),
        Message(f"no {en} in {{at}}", f"{aucun} {fr} en {{at}}"),
    )


def _cell(en: str, fr: str) -> _Ways:
    """What a cell is, or is not."""
    return (
        Message(f"{{at}} {en}", f"{{at}} {fr}"),
        Message(f"{{at}} not {en}", f"{{at}} non {fr}"),
    )


def _line(en: str, fr: str) -> _Ways:
    return Message(f"a line {en}", f"une ligne {fr}"), Message(f"no line {en}", f"aucune ligne {fr}")


def _bridges(en: str, fr: str, not_en: str, not_fr: str) -> _Ways:
    return (
        Message(f"{en} from {{at}} to {{to}}", f"{fr} de {{at}} à {{to}}"),
        Message(f"{not_en} from {{at}} to {{to}}", f"{not_fr} de {{at}} à {{to}}"),
    )


_KNOWN: tuple[tuple[re.Pattern[str], _Ways], ...] = tuple(
    (re.compile(pattern), ways)
    for pattern, ways in (
        (r"(?P<at>r\d+c\d+)-(?P<to>r\d+c\d+)=0", _bridges("no bridge", "aucun pont", "a bridge", "un pont au moins")),
        (
            r"(?P<at>r\d+c\d+)-(?P<to>r\d+c\d+)=1",
            _bridges("one bridge", "un seul pont", "not exactly one bridge", "pas exactement un pont"),
        ),
        (
            r"(?P<at>r\d+c\d+)-(?P<to>r\d+c\d+)=2",
            _bridges("two bridges", "deux ponts", "not two bridges", "pas deux ponts"),
        ),
        (r"(?P<name>[^=]+)=(?P<value>[^=]+)", (Message("{name}={value}"), Message("{name}≠{value}"))),
        (r"black (?P<at>\S+)", _cell("black", "noire")),
        (r"white (?P<at>\S+)", _thing("triangle", "triangle")[::-1]),
        (r"water (?P<at>\S+)", (Message("{at} full", "{at} pleine"), Message("{at} empty", "{at} vide"))),
        (r"star (?P<at>\S+)", _thing("star", "étoile", her=True)),
        (r"tent (?P<at>\S+)", _thing("tent", "tente", her=True)),
        (r"mine (?P<at>\S+)", _thing("mine", "mine", her=True)),
        (r"ship (?P<at>\S+)", _thing("ship", "navire")),
        (r"\+ (?P<at>\S+)", _thing("plus", "pôle plus")),
        (r"- (?P<at>\S+)", _thing("minus", "pôle moins")),
        (r"neutral (?P<at>\S+)", _cell("neutral", "neutre")),
        (
            r"(?P<thing>\S+) at (?P<at>\d+)",
            (
                Message("{thing} at {at}", "{thing} en {at}"),
                Message("{thing} not at {at}", "{thing} ailleurs qu'en {at}"),
            ),
        ),
        (r"bulb (?P<at>\S+)", _thing("bulb", "lampe", her=True)),
        (r"queen (?P<at>\S+)", _thing("queen", "dame", her=True)),
        (
            r"(?P<shape>[◢◣◤◥]) (?P<at>\S+)",
            (Message("{shape} in {at}", "{shape} en {at}"), Message("no {shape} in {at}", "pas de {shape} en {at}")),
        ),
        (r"line above (?P<at>\S+)", _line("above {at}", "au-dessus de {at}")),
        (r"line below (?P<at>\S+)", _line("below {at}", "au-dessous de {at}")),
        (r"line left of (?P<at>\S+)", _line("left of {at}", "à gauche de {at}")),
        (r"line right of (?P<at>\S+)", _line("right of {at}", "à droite de {at}")),
        (r"line (?P<at>r\d+c\d+)-(?P<to>r\d+c\d+)", _line("from {at} to {to}", "de {at} à {to}")),
        (
            r"border (?P<at>[^\s|]+)\|(?P<to>\S+)",
            (
                Message("a border between {at} and {to}", "une frontière entre {at} et {to}"),
                Message("no border between {at} and {to}", "aucune frontière entre {at} et {to}"),
            ),
        ),
        (
            r"(?P<at>\S+) in the island of (?P<home>\S+)",
            (
                Message("{at} in the island of {home}", "{at} dans l'île de {home}"),
                Message("{at} not in the island of {home}", "{at} hors de l'île de {home}"),
            ),
        ),
        (
            r"position (?P<at>\d+) is (?P<letter>.+)",
            (
                Message("position {at} is {letter}", "la position {at} est {letter}"),
                Message("position {at} is not {letter}", "la position {at} n'est pas {letter}"),
            ),
        ),
        (
            r"there is (?P<article>an?) (?P<letter>\S+)",
            (
                Message("there is {article} {letter}", "il y a un {letter}"),
                Message("there is no {letter}", "il n'y a pas de {letter}"),
            ),
        ),
    )
)


def fact_sentence(name: str) -> Sentence:
    """A fact, or with "not " before it that it does not hold, as people say it."""
    holds = not name.startswith(DENIED)
    plain = name.removeprefix(DENIED)
    for pattern, (yes, no) in _KNOWN:
        if found := pattern.fullmatch(plain):
            return (yes if holds else no)(**found.groupdict())
    return (_AS_IT_IS if holds else _NOT)(name=plain)


def in_words(name: str, language: Language = "en") -> str:
    """The same in a language."""
    return fact_sentence(name).say(language)


def denied(name: str) -> str:
    """The name of the opposite of a fact."""
    return name.removeprefix(DENIED) if name.startswith(DENIED) else f"{DENIED}{name}"


def listed(words: Sequence[str], most: int = _MOST_TOLD, language: Language = "en") -> str:
    """Words in a sentence, not endlessly many."""
    if len(words) > most:
        more = len(words) - most
        return (_ONE_MORE if more == 1 else _MORE)(few=", ".join(words[:most]), number=more).say(language)
    return _AND.wording(language).join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def facts_listed(names: Sequence[str], language: Language = "en", most: int = _MOST_TOLD) -> str:
    """Facts in a sentence."""
    return listed([in_words(name, language) for name in names], most, language)


def place_in_words(name: str, language: Language = "en") -> str:
    """A place of a board as sentences say it: a cell by its name, an edge by the cell beside it."""
    found = _BORDER.fullmatch(name)
    return _BORDERS[found[1]](cell=found[2]).say(language) if found else name


_HALF_UP = 1e-9
"""So that 1.425 is said in one way, however it was computed."""


def spoken(value: float, language: Language) -> str:
    """With two digits, and the comma of the language."""
    text = f"{value + _HALF_UP:.2f}"
    return text.replace(".", ",") if language == "fr" else text
