"""Rules of a problem: conditions with sentences, and the groups they belong to."""

import gc
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypedDict

from entails.locale.message import Language, Message, Sentence, own_words
from entails.models.encoding import MOST_WEIGHT, Group, LazySequence
from entails.models.errors import InvalidStatement
from entails.models.expressions.core import Claim, Condition, Unknown, as_condition
from entails.models.problem.arrays import LONGEST_TEXT, readable

_HOLE = re.compile(r"\{(\d+)\}")
_MOST_CELLS = 100

GIVEN = Message("{name} is {value} (given)", "{name} vaut {value} (donné)")
GIVEN_TRUE = Message("{name} is true (given)", "{name} est vrai (donné)")
GIVEN_FALSE = Message("{name} is false (given)", "{name} est faux (donné)")
EACH_ONCE = Message("{line} has each value once", "{line} contient chaque valeur une fois")
ONE_EACH = Message("{line} has one {value}", "{line} contient un seul {value}")
NO_VALUE_TWICE = Message("{line} has no value twice", "{line} ne contient aucune valeur deux fois")
ANOTHER = Message("{said} ({number})", "{said} ({number})")


Literals = tuple[int, ...]


class RuleOptions(TypedDict, total=False):
    """Options of a rule.

    Attributes:
        soft: Whether a conflict may name it and a repair may remove it; if no rule is marked True, unmarked rules are
            soft.
        weight: Cost of removing it in a repair, 1 by default.
        when: Condition under which it applies.
        id: Short name. Rules with the same id, or without one the same sentence, are kept or removed together.
        doubtable: Another name of `soft`.
    """

    soft: bool | None
    weight: int | None
    when: Claim | None
    id: str
    doubtable: bool | None


@dataclass(frozen=True, eq=False, slots=True)
class ProblemRule:
    """A condition with its sentence; other fields as in `RuleOptions`."""

    condition: Condition
    words: Sentence | None
    """The sentence; None if the condition is worded when the sentence is read."""
    id: str = ""
    soft: bool | None = None
    when: Condition | None = None
    own_words: bool = True
    """Whether a person wrote the sentence."""
    weight: int | None = None
    clause: Literals = ()
    """The literals of a clause of booleans without a sentence, numbered as if all variables were booleans."""

    @property
    def sentence(self) -> Sentence:
        return GeneratedSentence(self.condition) if self.words is None else self.words

    @property
    def text(self) -> str:
        return self.sentence.say()

    @property
    def key(self) -> str:
        return self.id or self.text

    def unknowns(self) -> list[Unknown]:
        """Return the unknowns of the rule, in order of appearance."""
        if self.when is None:
            return [*self.condition.unknowns()]
        return list(dict.fromkeys([*self.condition.unknowns(), *self.when.unknowns()]))

    @property
    def whole(self) -> Condition:
        """Return the condition, including `when`."""
        return self.condition if self.when is None else self.when.implies(self.condition)

    @property
    def cells(self) -> tuple[str, ...]:
        """Return the names of the variables that a display of the rule highlights."""
        return cells_of(self.unknowns())

    def __str__(self) -> str:
        return self.text


def cells_of(unknowns: Iterable[Unknown]) -> tuple[str, ...]:
    """Return the names of unknowns to highlight, up to a maximum."""
    return tuple([unknown.name for unknown in islice(unknowns, _MOST_CELLS)])


class GeneratedSentence(Sentence):
    """A condition as a sentence, worded when it is shown, since most of many are never shown."""

    __slots__ = ("_condition", "_text")
    _condition: Condition
    _text: str

    def __init__(self, condition: Condition) -> None:
        object.__setattr__(self, "_condition", condition)
        object.__setattr__(self, "_text", shortened(condition.say()))
        object.__setattr__(self, "arguments", ())

    @property
    def template(self) -> Message:
        """The wording in both languages."""
        words = (self.say(), self.say("fr"))
        return Message(*(text.replace("{", "{{").replace("}", "}}") for text in words))

    def say(self, language: Language = "en") -> str:
        return self._text if language == "en" else shortened(self._condition.say(language))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and (self.template, ()) == (other.template, other.arguments)

    def __hash__(self) -> int:
        return hash((self.template, ()))

    def __reduce__(self) -> tuple[object, ...]:
        return Sentence, (self.template,)


class GeneratedSentences:
    """Generated sentences of rules. A different condition with the same text gets a number, so that sentences differ.

    Without the number, the two rules would be one group.
    """

    def __init__(self) -> None:
        self._last: dict[str, Condition] = {}
        self._count: dict[str, int] = {}
        """Number of different conditions with a text, if there are several."""

    def distinct(self, sentence: Sentence, condition: Condition) -> Sentence:
        """Return the sentence, with a number if another condition has it."""
        text = sentence.say()
        distinct, count = self._next(text, sentence, condition)
        self._last[text] = condition
        if count > 1:
            self._count[text] = count
        return distinct

    def next(self, sentence: Sentence, condition: Condition) -> Sentence:
        """Return the sentence that `distinct` would return, without recording it."""
        return self._next(sentence.say(), sentence, condition)[0]

    def _next(self, text: str, sentence: Sentence, condition: Condition) -> tuple[Sentence, int]:
        before = self._last.get(text)
        if before is None:
            return sentence, 1
        count = self._count.get(text, 1) + (before.key != condition.key)
        return (sentence if count == 1 else ANOTHER(said=sentence, number=count)), count


class RuleGroups:
    """The groups of a statement under construction: one per id, or per sentence of rules without an id.

    If no group is marked as soft, all unmarked ones are. A clause of booleans is known by its literals, so that its
    sentence need not be made; `clause_in` returns the literals of the clause that has this sentence, () if none has.
    """

    def __init__(self, clause_in: Callable[[str], Literals] = lambda _: ()) -> None:
        self._groups: list[Group | Condition] = []
        self._clause_in = clause_in
        self._clauses: dict[Literals, int] = {}
        self._numbers: dict[str, int] = {}
        self._marks: dict[str, bool] = {}
        self._weights: dict[str, int] = {}

    def clause(self, condition: Condition, literals: Literals) -> int:
        """Return the number of the group of an unmarked clause; add it if it is new."""
        number = self._clauses.get(literals)
        if number is None:
            number = self._clauses[literals] = len(self._groups)
            self._groups.append(condition)
        elif isinstance(self._groups[number], Group):
            self.number("", GeneratedSentence(condition), None, cells_of(condition.unknowns()))
        return number

    def number(
        self, id: str, sentence: Sentence, soft: bool | None, cells: tuple[str, ...], weight: int | None = None
    ) -> int:
        """Return the number of the group with this id; add it if it is new."""
        if weight is not None and (type(weight) is not int or not 1 <= weight <= MOST_WEIGHT):
            raise InvalidStatement(f"invalid weight {weight}", expected=f"a whole number from 1 to {MOST_WEIGHT:,}")
        text = sentence.say()
        key = id or text
        number = self._numbers.get(key)
        if number is None and (literals := self._clause_in(key)):
            number = self._clauses.get(literals)
            if number is None:
                self._clauses[literals] = len(self._groups)
            else:
                self._numbers[key] = number
        if number is None:
            number = self._numbers[key] = len(self._groups)
            self._groups.append(Group(key, text, None, soft is not False, cells, sentence=sentence))
        else:
            if None not in (self._marks.get(key), soft) and self._marks[key] != soft:
                raise InvalidStatement(f"{key!r} is soft in one place and hard in another")
            if None not in (self._weights.get(key), weight) and self._weights[key] != weight:
                raise InvalidStatement(f"{key!r} has two weights")
            group = _worded(self._groups[number], soft=True)
            more = tuple(dict.fromkeys((*group.cells, *cells)))[:_MOST_CELLS]
            self._groups[number] = replace(group, cells=more, soft=group.soft if soft is None else soft)
        if soft is not None:
            self._marks[key] = soft
        if weight is not None:
            self._weights[key] = weight
        return number

    def finished(self) -> Sequence[Group]:
        """Return the groups in the order of their numbers."""
        for key, weight in self._weights.items():
            number = self._numbers[key]
            self._groups[number] = replace(_worded(self._groups[number], soft=True), weight=weight)
        unmarked_soft = not any(self._marks.values())
        groups = [
            replace(group, soft=False)
            if not unmarked_soft and isinstance(group, Group) and group.id not in self._marks
            else group
            for group in self._groups
        ]

        def worded() -> tuple[Group, ...]:
            with without_collection():
                return tuple([_worded(group, soft=unmarked_soft) for group in groups])

        return LazySequence(len(groups), worded) if self._clauses else worded()


def _worded(group: Group | Condition, *, soft: bool) -> Group:
    """Return a group; for a condition, its own group."""
    if isinstance(group, Group):
        return group
    sentence = GeneratedSentence(group)
    text = sentence.say()
    return Group(text, text, None, soft, cells_of(group.unknowns()), sentence=sentence)


@contextmanager
def without_collection() -> Iterator[None]:
    """Collect no garbage inside the block, which makes many objects and drops few."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def ruled(
    condition: Condition,
    because: str,
    how: RuleOptions,
    sentence: Sentence | None = None,
    arguments: Sequence[str] | None = None,
) -> ProblemRule:
    """Build a rule from a condition and options; `sentence` is the default sentence."""
    when = how.get("when")
    guard = None if when is None else as_condition(when)
    whole = condition if guard is None else guard.implies(condition)
    words = sentence_of(whole, because, arguments) if because or sentence is None else sentence
    return ProblemRule(
        condition,
        words,
        readable(how["id"], "id") if how.get("id") else "",
        _mark(how),
        guard,
        own_words=bool(because),
        weight=how.get("weight"),
    )


def _mark(options: RuleOptions) -> bool | None:
    """Return whether a rule is marked as soft (True) or hard (False); None if it is not marked."""
    if not options:
        return None
    marks = {key: mark for key, mark in options.items() if key in ("soft", "doubtable") and mark is not None}
    for key, mark in marks.items():
        if not isinstance(mark, bool):
            raise InvalidStatement(f"{key} is {mark!r}", expected="True, False or None")
    if len(set(marks.values())) > 1:
        raise InvalidStatement("soft and doubtable differ", expected="only soft; doubtable is an alias")
    return next((mark for mark in marks.values() if isinstance(mark, bool)), None)


def sentence_of(condition: Condition, because: str, arguments: Sequence[str] | None = None) -> Sentence:
    """Return the user's sentence with names filled in ("{0} and {1} differ"), by default the condition as text."""
    if because:
        names = [unknown.name for unknown in condition.unknowns()] if arguments is None else arguments
        return own_words(readable(_HOLE.sub(lambda hole: _argument(hole, names), because), "the sentence"))
    return GeneratedSentence(condition)


def _argument(hole: re.Match[str], names: Sequence[str]) -> str:
    place = int(hole[1])
    return names[place] if place < len(names) else hole[0]


def shortened(text: str) -> str:
    """Shorten a text that is too long for a sentence."""
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 3] + "..."
