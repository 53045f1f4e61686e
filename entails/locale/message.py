"""`Message`: a text in English and French with placeholders; `Sentence`: a message with its arguments.

Arguments are plain data: words, numbers, sentences and lists of these (`Series`). Each is rendered in the language of
the reader. Text of users is not translated.

Facts have names for programs ("not black r1c1"). `fact_sentence` matches such a name with a pattern ("black {at}") and
returns the message for it ("r1c1 not black"). A name without a pattern is rendered unchanged.

The last part of the module has the messages about conflicts, steps and clues that all puzzles share.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import Formatter, digits
from typing import Literal, TypeAlias, Union

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")

Argument: TypeAlias = Union[str, int, float, "Message", "Sentence", "Series"]


@dataclass(frozen=True, slots=True)
class Message:
    """A text with placeholders in each language. Without French, the English text is used."""

    en: str
    fr: str = ""

    def __call__(self, **arguments: Argument) -> "Sentence":
        return Sentence(self, tuple(arguments.items()))

    def wording(self, language: Language) -> str:
        return self.fr if language == "fr" and self.fr else self.en

    def say(self, language: Language = "en", /, **arguments: Argument) -> str:
        """Return the text in a language, with these arguments in its placeholders."""
        return self(**arguments).say(language)


@dataclass(frozen=True, slots=True)
class Plural:
    """Two messages: the singular and the plural. Both may contain {count}.

    Zero takes the plural in English and the singular in French.
    """

    one: Message
    many: Message

    def __call__(self, number: int, /, **arguments: Argument) -> "Sentence":
        template = self.one if number == 1 else self.many
        if number == 0 and "{count" in self.one.fr:
            template = Message(self.many.en, self.one.fr)
        return template(**{"count": number, **arguments})

    def say(self, number: int, language: Language = "en", /, **arguments: Argument) -> str:
        """Return the message for a number in a language, singular or plural."""
        return self(number, **arguments).say(language)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message and its arguments, which may be sentences themselves ("row 3", "la ligne 3")."""

    template: Message
    arguments: tuple[tuple[str, Argument], ...] = ()

    def say(self, language: Language = "en") -> str:
        """Return the text in a language. A placeholder without an argument is kept."""
        if not self.arguments and "{" not in (wording := self.template.wording(language)) and "}" not in wording:
            return wording
        rendered = {name: _rendered(value, language) for name, value in self.arguments}
        return _FORMATTER.vformat(self.template.wording(language), (), _OpenPlaceholders(rendered))

    def having(self, **more: Argument) -> "Sentence":
        """Return the sentence with more arguments: "row 3 has one {value}" with value=7."""
        return Sentence(self.template, (*self.arguments, *more.items()))

    def __str__(self) -> str:
        return self.say()


_COMMA = Message(", ")
AND = Message(" and ", " et ")
OR = Message(" or ", " ou ")


@dataclass(frozen=True, slots=True)
class Series:
    """A list of arguments, such as "a, b and c": `between` separates the items, `last` the last two."""

    items: tuple[Argument, ...]
    between: Message = _COMMA
    last: Message | None = None

    def say(self, language: Language = "en") -> str:
        """Return the items joined into one text, in a language."""
        texts = [str(_rendered(item, language)) for item in self.items]
        between = self.between.wording(language)
        last = between if self.last is None else self.last.wording(language)
        return last.join(filter(None, [between.join(texts[:-1]), *texts[-1:]]))


def series(items: Iterable[Argument], between: Message = _COMMA) -> Series:
    """Build a series with the same separator between all items: "a, b, c"."""
    return Series(tuple(items), between)


def all_of(items: Iterable[Argument]) -> Series:
    """Build a series that reads "a, b and c"."""
    return Series(tuple(items), last=AND)


def any_of(items: Iterable[Argument]) -> Series:
    """Build a series that reads "a, b or c"."""
    return Series(tuple(items), last=OR)


class _OpenPlaceholders(Mapping[str, str | int]):
    """Arguments of a template by name; a missing name yields its own placeholder."""

    def __init__(self, rendered: dict[str, str | int]) -> None:
        self._rendered = rendered

    def __getitem__(self, name: str) -> str | int:
        return self._rendered.get(name, f"{{{name}}}")

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(self._rendered)

    def __len__(self) -> int:
        return len(self._rendered)


_FORMATTER = Formatter()


def _rendered(value: Argument, language: Language) -> str | int:
    """Render an argument in a language. Integers stay integers, so that a message may format them ({count:,})."""
    if isinstance(value, (Message, Sentence, Series)):
        return value.say(language)
    return decimal_text(value, language) if isinstance(value, float) else value


_HALF_UP = 1e-9
"""Added before rounding, so that 1.425 has the same text however it was computed."""


def decimal_text(value: float, language: Language) -> str:
    """Return a number with two decimals and the decimal separator of the language."""
    text = f"{value + _HALF_UP:.2f}"
    return text.replace(".", ",") if language == "fr" else text


_NUMBERS = (
    Message("no", "aucun"),
    Message("one", "un"),
    Message("two", "deux"),
    Message("three", "trois"),
    Message("four", "quatre"),
    Message("five", "cinq"),
    Message("six", "six"),
    Message("seven", "sept"),
    Message("eight", "huit"),
    Message("nine", "neuf"),
    Message("ten", "dix"),
)
_FEMININE = (Message("no", "aucune"), Message("one", "une"))


def number_word(number: int, *, feminine: bool = False) -> Argument:
    """Return a number up to ten as a word, a larger number in digits."""
    words = (*_FEMININE, *_NUMBERS[len(_FEMININE) :]) if feminine else _NUMBERS
    return words[number] if number < len(words) else number


def own_words(text: str) -> Sentence:
    """Wrap a user's text as a sentence that is the same in every language."""
    return Sentence(Message(text.replace("{", "{{").replace("}", "}}")))


_LONGEST_LIST = 6
_MORE = Plural(
    Message("{few} and 1 more", "{few} et 1 autre"), Message("{few} and {count} more", "{few} et {count} autres")
)


def listed(words: Sequence[str], most: int = _LONGEST_LIST, language: Language = "en") -> str:
    """Join words as "a, b and c"; beyond `most` words, name the first ones and the number of the rest."""
    if len(words) > most:
        return _MORE.say(len(words) - most, language, few=series(words[:most]))
    return all_of(words).say(language)


DENIED = "not "

_PLACEHOLDERS = {
    "cell": r"r\d+c\d+",
    "to": r"r\d+c\d+",
    "at": r"\S+",
    "side": r"[^\s|]+",
    "other": r"\S+",
    "name": r"[^=]+",
    "value": r"[^=]+",
    "item": r"\S+",
    "number": r"\d+",
    "shape": r"[◢◣◤◥]",
    "article": r"an?",
    "letter": r".+",
}
"""Regular expression of each placeholder in the names of facts."""


def pattern_of(text: str, placeholders: Mapping[str, str]) -> re.Pattern[str]:
    """Compile a text with placeholders, such as "line {cell}-{to}", to a regular expression.

    `placeholders` has the expression of each name. Numbered names ({text2}) have that of the name without its number.
    """
    parts = _FORMATTER.parse(text)
    return re.compile(
        "".join(
            re.escape(plain) + (f"(?P<{hole}>{placeholders[hole.rstrip(digits)]})" if hole else "")
            for plain, hole, *_ in parts
        )
    )


def _pattern(name: str) -> re.Pattern[str]:
    """Compile the pattern of a fact's name to a regular expression."""
    return pattern_of(name, _PLACEHOLDERS)


_FACTS = tuple(
    (_pattern(name), holds, fails)
    for name, holds, fails in (
        (
            "{cell}-{to}=0",
            Message("no bridge from {cell} to {to}", "aucun pont de {cell} à {to}"),
            Message("a bridge from {cell} to {to}", "un pont au moins de {cell} à {to}"),
        ),
        (
            "{cell}-{to}=1",
            Message("one bridge from {cell} to {to}", "un seul pont de {cell} à {to}"),
            Message("not exactly one bridge from {cell} to {to}", "pas exactement un pont de {cell} à {to}"),
        ),
        (
            "{cell}-{to}=2",
            Message("two bridges from {cell} to {to}", "deux ponts de {cell} à {to}"),
            Message("not two bridges from {cell} to {to}", "pas deux ponts de {cell} à {to}"),
        ),
        ("{name}={value}", Message("{name}={value}"), Message("{name}≠{value}")),
        ("black {at}", Message("{at} black", "{at} noire"), Message("{at} not black", "{at} non noire")),
        (
            "white {at}",
            Message("no triangle in {at}", "aucun triangle en {at}"),
            Message("a triangle in {at}", "un triangle en {at}"),
        ),
        ("water {at}", Message("{at} full", "{at} pleine"), Message("{at} empty", "{at} vide")),
        (
            "star {at}",
            Message("a star in {at}", "une étoile en {at}"),
            Message("no star in {at}", "aucune étoile en {at}"),
        ),
        (
            "tent {at}",
            Message("a tent in {at}", "une tente en {at}"),
            Message("no tent in {at}", "aucune tente en {at}"),
        ),
        ("mine {at}", Message("a mine in {at}", "une mine en {at}"), Message("no mine in {at}", "aucune mine en {at}")),
        (
            "ship {at}",
            Message("a ship in {at}", "un navire en {at}"),
            Message("no ship in {at}", "aucun navire en {at}"),
        ),
        (
            "+ {at}",
            Message("a plus in {at}", "un pôle plus en {at}"),
            Message("no plus in {at}", "aucun pôle plus en {at}"),
        ),
        (
            "- {at}",
            Message("a minus in {at}", "un pôle moins en {at}"),
            Message("no minus in {at}", "aucun pôle moins en {at}"),
        ),
        ("neutral {at}", Message("{at} neutral", "{at} neutre"), Message("{at} not neutral", "{at} non neutre")),
        (
            "{item} at {number}",
            Message("{item} at {number}", "{item} en {number}"),
            Message("{item} not at {number}", "{item} ailleurs qu'en {number}"),
        ),
        (
            "bulb {at}",
            Message("a bulb in {at}", "une lampe en {at}"),
            Message("no bulb in {at}", "aucune lampe en {at}"),
        ),
        (
            "queen {at}",
            Message("a queen in {at}", "une dame en {at}"),
            Message("no queen in {at}", "aucune dame en {at}"),
        ),
        (
            "{shape} {at}",
            Message("{shape} in {at}", "{shape} en {at}"),
            Message("no {shape} in {at}", "pas de {shape} en {at}"),
        ),
        (
            "line above {at}",
            Message("a line above {at}", "un trait au-dessus de {at}"),
            Message("no line above {at}", "aucun trait au-dessus de {at}"),
        ),
        (
            "line below {at}",
            Message("a line below {at}", "un trait au-dessous de {at}"),
            Message("no line below {at}", "aucun trait au-dessous de {at}"),
        ),
        (
            "line left of {at}",
            Message("a line left of {at}", "un trait à gauche de {at}"),
            Message("no line left of {at}", "aucun trait à gauche de {at}"),
        ),
        (
            "line right of {at}",
            Message("a line right of {at}", "un trait à droite de {at}"),
            Message("no line right of {at}", "aucun trait à droite de {at}"),
        ),
        (
            "line {cell}-{to}",
            Message("a line from {cell} to {to}", "un trait de {cell} à {to}"),
            Message("no line from {cell} to {to}", "aucun trait de {cell} à {to}"),
        ),
        (
            "border {side}|{other}",
            Message("a border between {side} and {other}", "une frontière entre {side} et {other}"),
            Message("no border between {side} and {other}", "aucune frontière entre {side} et {other}"),
        ),
        (
            "{at} in the island of {other}",
            Message("{at} in the island of {other}", "{at} dans l'île de {other}"),
            Message("{at} not in the island of {other}", "{at} hors de l'île de {other}"),
        ),
        (
            "position {number} is {letter}",
            Message("position {number} is {letter}", "la position {number} est {letter}"),
            Message("position {number} is not {letter}", "la position {number} n'est pas {letter}"),
        ),
        (
            "there is {article} {item}",
            Message("there is {article} {item}", "il y a un {item}"),
            Message("there is no {item}", "il n'y a pas de {item}"),
        ),
    )
)
"""Patterns of the names of facts, each with the messages for a true and a false fact."""
_ANY_FACT = Message("{name}")
_NOT = Message("not {name}", "non {name}")

_EDGES = tuple(
    (_pattern(name), message)
    for name, message in (
        ("above {at}", Message("the edge above {at}", "le bord au-dessus de {at}")),
        ("below {at}", Message("the edge below {at}", "le bord au-dessous de {at}")),
        ("left of {at}", Message("the edge left of {at}", "le bord à gauche de {at}")),
        ("right of {at}", Message("the edge right of {at}", "le bord à droite de {at}")),
    )
)


def fact_sentence(name: str) -> Sentence:
    """Return the sentence of a fact or of its negation, from its name: "not r1c1=5" becomes "r1c1≠5"."""
    is_denied, plain = name.startswith(DENIED), name.removeprefix(DENIED)
    for pattern, holds, fails in _FACTS:
        if match := pattern.fullmatch(plain):
            return (fails if is_denied else holds)(**match.groupdict())
    return (_NOT if is_denied else _ANY_FACT)(name=plain)


def in_words(name: str, language: Language = "en") -> str:
    """Return a fact, given by name, as text in a language."""
    return fact_sentence(name).say(language)


def denied(name: str) -> str:
    """Return the name of the negation of a fact."""
    return name.removeprefix(DENIED) if name.startswith(DENIED) else f"{DENIED}{name}"


def facts_listed(names: Sequence[str], language: Language = "en", most: int = _LONGEST_LIST) -> str:
    """Join facts, given by name, to a list in words."""
    return listed([in_words(name, language) for name in names], most, language)


def place_in_words(name: str, language: Language = "en") -> str:
    """Return the name of a place in a language: a cell by its own name, an edge by the cells next to it."""
    for pattern, message in _EDGES:
        if match := pattern.fullmatch(name):
            return message.say(language, **match.groupdict())
    return name


NO_SOLUTION = Message("no solution", "aucune solution")
STOPPED = Message("undecided: stopped by the limit on {reason}", "indécis : arrêté par la limite ({reason})")

CONSISTENT = {
    True: Message("consistent: one solution", "cohérent : une seule solution"),
    False: Message("consistent: more than one solution", "cohérent : plus d'une solution"),
    None: Message(
        "consistent: undecided whether the solution is unique",
        "cohérent : unicité de la solution indécise",
    ),
}
INCONSISTENT = Message("inconsistent: no solution", "incohérent : aucune solution")
UNDECIDED = Message("undecided within the limits", "indécis dans les limites données")
NOTHING_TO_EXPLAIN = Message("the puzzle has a solution; no conflict", "il y a une solution ; aucun conflit")

CONFLICT_HEADING = Message("These conflict{which}:", "Éléments en conflit{which} :")
AMONG_THESE = Message("These contain a conflict{which}:", "Éléments qui contiennent un conflit{which} :")
NUMBER_OF_COUNT = Message(" ({number} of {count})", " ({number} sur {count})")
THE_RULES = Message("the rules themselves", "les règles elles-mêmes")
BECAUSE_RULES = Message("  because {rules}", "  car {rules}")
AND_MORE = Message(", and {number} more", ", et {number} autres")
ONE_LONGER = Message(
    "1 longer conflict, which these explain (explain --long lists it)",
    "1 conflit plus long, que ceux-ci expliquent (explain --long le donne)",
)
LONGER = Message(
    "{count} longer conflicts, which these explain (explain --long lists them)",
    "{count} conflits plus longs, que ceux-ci expliquent (explain --long les donne)",
)
ONE_CHANGE = Message("Single changes that fix it:", "Changements uniques qui suffisent :")
REPAIRS_HEADING = Message("Repairs (remove any one line):", "Réparations (retirer l'une de ces lignes) :")
JOINED = Message(", and ", ", et ")
INSTEAD = Message(" (instead: {others})", " (à la place : {others})")
REPAIR_COST = Message(" (cost {cost})", " (coût {cost})")
MAYBE_MORE = Message("there may be more", "il y en a peut-être d'autres")
CUT = Message("stopped by the limit on {reason}", "arrêté par la limite ({reason})")
SMALLER_CONFLICT = Message("a smaller conflict", "un conflit plus petit")
SMALLER_REPAIR = Message("a smaller repair", "une réparation plus petite")
MAYBE_SMALLER = Message("; there may be {what}", " ; il y a peut-être {what}")
OR_SMALLER = Message(" or ", " ou ")

SOLVED = Message("solved", "résolu")
SEVERAL = Message(
    "nothing more is forced: there are several solutions", "rien d'autre n'est forcé : il y a plusieurs solutions"
)
PATH = Message(
    "{ending}: {steps}; the largest uses {statements}", "{ending} : {steps} ; la plus grande utilise {statements}"
)
STEPS = Message("{count} steps", "{count} étapes")
ONE_STEP = Message("1 step", "1 étape")
CONSTRAINTS_COUNT = Message("{count} constraints", "{count} contraintes")
ONE_CONSTRAINT = Message("1 constraint", "1 contrainte")
CROSSED_OUT = Message("crossed out: {facts}, because {rules}.", "barré : {facts}, car {rules}.")

REDUNDANT_HEADING = Message("Each of these alone is redundant:", "Chacun de ceux-ci, pris isolément, est redondant :")
ENOUGH = Message("Sufficient clues:", "Indices suffisants :")
NOT_UNIQUE = {
    "several": Message("there are several solutions", "il y a plusieurs solutions"),
    "none": Message("there is no solution", "il n'y a pas de solution"),
}
ALL_NEEDED = Message("each of the {count} clues is necessary", "chacun des {count} indices est nécessaire")
SOME_NEEDED = Message(
    "{kept} of {count} clues are sufficient: {claim}{cut}", "{kept} indices sur {count} suffisent : {claim}{cut}"
)
NO_FEWER = Message("fewer are not sufficient", "moins ne suffit pas")
NONE_REDUNDANT = Message("none of these is redundant", "aucun de ceux-ci n'est redondant")
MAYBE_FEWER = Message("fewer may be sufficient", "moins suffit peut-être")
CUT_SHORT = Message(" (stopped by the limit on {reason})", " (arrêté par la limite : {reason})")

SUDOKU_ONE_STEP = Message("1 step", "1 étape")
SUDOKU_STEPS = Message("{count} steps", "{count} étapes")
NO_STEP = Message("no step", "aucune étape")
ONE_NOW = Message("1 step can be taken now: {what}", "1 étape est possible maintenant : {what}")
NOW = Message("{count} steps can be taken now: {what}", "{count} étapes sont possibles maintenant : {what}")
NONE_NOW = {
    "contradiction": Message("none: {why}", "aucune : {why}"),
    "solved": Message("the grid is full", "la grille est pleine"),
    "several": Message(
        "none: there is more than one solution, so nothing more is forced",
        "aucune : il y a plus d'une solution, donc rien de plus n'est forcé",
    ),
    "stuck": Message("none of these techniques finds a step here", "aucune de ces techniques ne trouve d'étape ici"),
}
SUDOKU_SOLVED = Message("solved in {steps}", "résolu en {steps}")
SUDOKU_NO_SOLUTION = Message("no solution: after {steps}, {why}", "aucune solution : après {steps}, {why}")
SUDOKU_SEVERAL = Message(
    "stuck after {steps}: there is more than one solution", "bloqué après {steps} : il y a plus d'une solution"
)
STUCK = Message(
    "stuck after {steps}: none of these techniques finds a further step{rest}",
    "bloqué après {steps} : aucune de ces techniques ne trouve d'autre étape{rest}",
)
GUESSES = Message("; {count} guesses solve it", " ; {count} essais la résolvent")
MORE = Message("{count} more", "{count} autres")
LADDER = Message("Ladder {name}: {parts}", "Échelle {name} : {parts}")
LADDER_HARDEST = Message("hardest step {name}", "étape la plus dure : {name}")
LADDER_SCORE = Message("score {score}", "score {score}")
LADDER_LEVEL = Message("level {level}", "niveau {level}")
LADDER_STUCK = Message("not solved", "non résolue")
