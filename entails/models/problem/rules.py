"""Rules of a problem: conditions with sentences, and the groups they belong to."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypedDict

from entails.locale.message import Message, Sentence, own_words
from entails.models.encoding import MOST_WEIGHT, Group
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


@dataclass(frozen=True, eq=False)
class ProblemRule:
    """A condition with its sentence; other fields as in `RuleOptions`."""

    condition: Condition
    sentence: Sentence
    id: str = ""
    soft: bool | None = None
    when: Condition | None = None
    own_words: bool = True
    """Whether a person wrote the sentence."""
    weight: int | None = None

    @property
    def text(self) -> str:
        return self.sentence.say()

    @property
    def key(self) -> str:
        return self.id or self.text

    def unknowns(self) -> list[Unknown]:
        """Return the unknowns of the rule, in order of appearance."""
        every = [*self.condition.unknowns(), *(self.when.unknowns() if self.when is not None else ())]
        return list(dict.fromkeys(every))

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
    return tuple(islice((unknown.name for unknown in unknowns), _MOST_CELLS))


class GeneratedSentences:
    """Generated sentences of rules. A different condition with the same text gets a number, so that sentences differ.

    Without the number, the two rules would be one group.
    """

    def __init__(self) -> None:
        self._last: dict[str, tuple[Condition, Sentence, int]] = {}

    def distinct(self, sentence: Sentence, condition: Condition) -> Sentence:
        """Return the sentence, numbered if another condition has the same text."""
        last = self._last[sentence.say()] = self._next(sentence, condition)
        return last[1]

    def next(self, sentence: Sentence, condition: Condition) -> Sentence:
        """Preview the sentence that `distinct` would return, without recording it."""
        return self._next(sentence, condition)[1]

    def _next(self, sentence: Sentence, condition: Condition) -> tuple[Condition, Sentence, int]:
        last = self._last.get(sentence.say())
        if last is None:
            return condition, sentence, 1
        before, _, count = last
        return last if before.key == condition.key else (condition, ANOTHER(said=sentence, number=count + 1), count + 1)


class RuleGroups:
    """The groups of a statement under construction: one per id, or per sentence of rules without an id.

    If no group is marked as soft, all unmarked ones are.
    """

    def __init__(self) -> None:
        self._by_name: dict[str, tuple[Group, bool | None]] = {}
        self._numbers: dict[str, int] = {}
        self._weights: dict[str, int] = {}

    def number(
        self, id: str, sentence: Sentence, soft: bool | None, cells: tuple[str, ...], weight: int | None = None
    ) -> int:
        """Return the number of the group with this id; add it if it is new."""
        if weight is not None and (type(weight) is not int or not 1 <= weight <= MOST_WEIGHT):
            raise InvalidStatement(f"invalid weight {weight}", expected=f"a whole number from 1 to {MOST_WEIGHT:,}")
        key = id or sentence.say()
        if key not in self._by_name:
            self._numbers[key] = len(self._by_name)
            self._by_name[key] = Group(key, sentence.say(), cells=cells, sentence=sentence), soft
        else:
            group, before = self._by_name[key]
            if None not in (before, soft) and before != soft:
                raise InvalidStatement(f"{key!r} is soft in one place and hard in another")
            if None not in (self._weights.get(key), weight) and self._weights[key] != weight:
                raise InvalidStatement(f"{key!r} has two weights")
            more = tuple(dict.fromkeys((*group.cells, *cells)))[:_MOST_CELLS]
            self._by_name[key] = replace(group, cells=more), before if soft is None else soft
        if weight is not None:
            self._weights[key] = weight
        return self._numbers[key]

    def finished(self) -> tuple[Group, ...]:
        marked = any(soft for _, soft in self._by_name.values())
        return tuple(
            replace(
                group,
                soft=not marked if soft is None else soft,
                weight=self._weights.get(key, group.weight),
            )
            for key, (group, soft) in self._by_name.items()
        )


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
    """Return whether the options mark a rule as soft (True) or hard (False), or neither (None)."""
    marks = {key: mark for key, mark in options.items() if key in ("soft", "doubtable") and mark is not None}
    for key, mark in marks.items():
        if not isinstance(mark, bool):
            raise InvalidStatement(f"{key} is {mark!r}", expected="True, False or None")
    if len(set(marks.values())) > 1:
        raise InvalidStatement("soft and doubtable differ", expected="soft alone; doubtable is another name of it")
    return next((mark for mark in marks.values() if isinstance(mark, bool)), None)


def sentence_of(condition: Condition, because: str, arguments: Sequence[str] | None = None) -> Sentence:
    """Return the user's sentence with names filled in ("{0} and {1} differ"), by default the condition as text."""
    if because:
        names = [unknown.name for unknown in condition.unknowns()] if arguments is None else arguments
        return own_words(readable(_HOLE.sub(lambda hole: _argument(hole, names), because), "the sentence"))
    return _both(condition.say("en"), condition.say("fr"))


def _argument(hole: re.Match[str], names: Sequence[str]) -> str:
    place = int(hole[1])
    return names[place] if place < len(names) else hole[0]


def _both(english: str, french: str) -> Sentence:
    words = [shortened(text).replace("{", "{{").replace("}", "}}") for text in (english, french)]
    return Sentence(Message(*words))


def shortened(text: str) -> str:
    """Shorten a text that is too long for a sentence."""
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 3] + "..."
