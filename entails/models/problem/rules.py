"""`Rule`: one thing that somebody said about a problem, with its sentence; and how the sentence comes about."""

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

GIVEN = Message("{name} is given as {value}", "{name} vaut {value} au départ")
GIVEN_TRUE = Message("{name} is given", "{name} est donné")
GIVEN_FALSE = Message("{name} is given as false", "{name} est donné comme faux")
EACH_ONCE = Message("{line} holds each value once", "{line} contient chaque valeur une fois")
ONE_EACH = Message("{line} holds one {value}", "{line} contient un {value}")
NO_VALUE_TWICE = Message("{line} holds no value twice", "{line} ne contient aucune valeur deux fois")
ANOTHER = Message("{said} ({number})", "{said} ({number})")


class RuleOptions(TypedDict, total=False):
    """How a rule is meant. With `when`, it is claimed only where that holds. A `doubtable` rule may be named in
    explanations and given up in repairs; if no rule is marked as doubtable, all of them are. Rules with the same `id`,
    or without one the same sentence, are doubted together. A repair costs the `weight` of all that it gives up, 1 each
    where nothing is said, so a rule that is light is doubted before one that is heavy."""

    soft: bool | None
    weight: int | None
    when: Claim | None
    id: str
    doubtable: bool | None


@dataclass(frozen=True, eq=False)
class ProblemRule:
    """A condition under its sentence; the rest is as in `How`."""

    condition: Condition
    sentence: Sentence
    id: str = ""
    doubtable: bool | None = None
    when: Condition | None = None
    own_words: bool = True
    """Whether a person wrote the sentence, and not we."""
    weight: int | None = None

    @property
    def text(self) -> str:
        return self.sentence.say()

    @property
    def key(self) -> str:
        return self.id or self.text

    def unknowns(self) -> list[Unknown]:
        """What it speaks of, in order."""
        every = [*self.condition.unknowns(), *(self.when.unknowns() if self.when is not None else ())]
        return list(dict.fromkeys(every))

    @property
    def whole(self) -> Condition:
        """What it says, with the condition under which it says so."""
        return self.condition if self.when is None else self.when.implies(self.condition)

    @property
    def cells(self) -> tuple[str, ...]:
        """What to point at."""
        return cells_of(self.unknowns())

    def __str__(self) -> str:
        return self.text


def cells_of(unknowns: Iterable[Unknown]) -> tuple[str, ...]:
    """The names to point at, not endlessly many."""
    return tuple(islice((unknown.name for unknown in unknowns), _MOST_CELLS))


class MadeWords:
    """Sentences that were made from what is said. Where two different things read the same ("x, y make one of 2 rows"),
    the second gets a number: rules of one sentence would stand and fall together, and nobody said that."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[Condition, Sentence, int]] = {}

    def distinct(self, sentence: Sentence, condition: Condition) -> Sentence:
        """The sentence, or the same with a number behind it."""
        last = self._last[sentence.say()] = self._next(sentence, condition)
        return last[1]

    def next(self, sentence: Sentence, condition: Condition) -> Sentence:
        """What `distinct` would give."""
        return self._next(sentence, condition)[1]

    def _next(self, sentence: Sentence, condition: Condition) -> tuple[Condition, Sentence, int]:
        last = self._last.get(sentence.say())
        if last is None:
            return condition, sentence, 1
        before, _, count = last
        return last if before.key == condition.key else (condition, ANOTHER(said=sentence, number=count + 1), count + 1)


class RuleGroups:
    """The groups of a statement in the making: one for each id, or for each sentence where there is no id.

    If nobody marked what may be doubted, everything may.
    """

    def __init__(self) -> None:
        self._found: dict[str, tuple[Group, bool | None]] = {}
        self._numbers: dict[str, int] = {}
        self._weights: dict[str, int] = {}

    def number(
        self, id: str, sentence: Sentence, doubtable: bool | None, cells: tuple[str, ...], weight: int | None = None
    ) -> int:
        """The number of the group of this id, made where it is new."""
        if weight is not None and (type(weight) is not int or not 1 <= weight <= MOST_WEIGHT):
            raise InvalidStatement(f"invalid weight {weight}", expected=f"a whole number from 1 to {MOST_WEIGHT:,}")
        key = id or sentence.say()
        if key not in self._found:
            self._numbers[key] = len(self._found)
            self._found[key] = Group(key, sentence.say(), cells=cells, sentence=sentence), doubtable
        else:
            group, before = self._found[key]
            if None not in (before, doubtable) and before != doubtable:
                raise InvalidStatement(f"{key!r} is soft in one place and hard in another")
            if None not in (self._weights.get(key), weight) and self._weights[key] != weight:
                raise InvalidStatement(f"{key!r} has two weights")
            more = tuple(dict.fromkeys((*group.cells, *cells)))[:_MOST_CELLS]
            self._found[key] = replace(group, cells=more), before if doubtable is None else doubtable
        if weight is not None:
            self._weights[key] = weight
        return self._numbers[key]

    def finished(self) -> tuple[Group, ...]:
        marked = any(doubtable for _, doubtable in self._found.values())
        return tuple(
            replace(
                group,
                doubtable=not marked if doubtable is None else doubtable,
                weight=self._weights.get(key, group.weight),
            )
            for key, (group, doubtable) in self._found.items()
        )


def ruled(
    condition: Condition,
    because: str,
    how: RuleOptions,
    sentence: Sentence | None = None,
    arguments: Sequence[str] | None = None,
) -> ProblemRule:
    """The rule that this is meant as; `sentence` is said where the user has no own words."""
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
    """Return whether a rule is soft; None where it is not marked."""
    marks = {key: mark for key, mark in options.items() if key in ("soft", "doubtable") and mark is not None}
    for key, mark in marks.items():
        if not isinstance(mark, bool):
            raise InvalidStatement(f"{key} is {mark!r}", expected="True, False or None")
    if len(set(marks.values())) > 1:
        raise InvalidStatement("soft and doubtable differ", expected="soft alone; doubtable is another name of it")
    return next((mark for mark in marks.values() if isinstance(mark, bool)), None)


def sentence_of(condition: Condition, because: str, arguments: Sequence[str] | None = None) -> Sentence:
    """The user's own words, "{0} and {1} differ" filled with the names of what is spoken of; without such, the
    condition in words."""
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
    """A sentence that nobody would read to its end ends early."""
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 3] + "..."
