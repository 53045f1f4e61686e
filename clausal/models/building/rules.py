"""`Rule`: one thing that somebody said about a problem, with its sentence; and how the sentence comes about."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from clausal.models.encoding import Group
from clausal.models.expressions import Claim, Condition, Unknown, as_condition
from clausal.models.sentence import Sentence, Template, own_words

_HOLE = re.compile(r"\{(\d+)\}")
_MOST_CELLS = 100
LONGEST_TEXT = 1_000

GIVEN = Template("{name} is given as {value}", "{name} vaut {value} au départ")
GIVEN_TRUE = Template("{name} is given", "{name} est donné")
GIVEN_FALSE = Template("{name} is given as false", "{name} est donné comme faux")
EACH_ONCE = Template("{line} holds each value once", "{line} contient chaque valeur une fois")
ONE_EACH = Template("{line} holds one {value}", "{line} contient un {value}")
NO_VALUE_TWICE = Template("{line} holds no value twice", "{line} ne contient aucune valeur deux fois")


class How(TypedDict, total=False):
    """How a rule is meant. With `when`, it is claimed only where that holds. A `doubtable` rule may be named in
    explanations and given up in repairs; if no rule is marked as doubtable, all of them are. Rules with the same `id`,
    or without one the same sentence, are doubted together."""

    doubtable: bool | None
    when: Claim | None
    id: str


@dataclass(frozen=True, eq=False)
class Rule:
    """A condition under its sentence; the rest is as in `How`."""

    condition: Condition
    sentence: Sentence
    id: str = ""
    doubtable: bool | None = None
    when: Condition | None = None

    @property
    def text(self) -> str:
        return self.sentence.say()

    @property
    def key(self) -> str:
        return self.id or self.text

    def unknowns(self) -> list[Unknown]:
        """What it speaks of, in order."""
        said = [*self.condition.unknowns(), *(self.when.unknowns() if self.when is not None else ())]
        return list(dict.fromkeys(said))

    def group(self, doubtable: bool) -> Group:
        cells = tuple(unknown.name for unknown in self.unknowns()[:_MOST_CELLS])
        return Group(self.key, self.text, doubtable=doubtable, cells=cells, sentence=self.sentence)

    def __str__(self) -> str:
        return self.text


def ruled(
    condition: Condition,
    because: str,
    how: How,
    sentence: Sentence | None = None,
    arguments: Sequence[str] | None = None,
) -> Rule:
    """The rule that this is meant as; `sentence` is said where the user has no own words."""
    when = how.get("when")
    guard = None if when is None else as_condition(when)
    whole = condition if guard is None else guard.implies(condition)
    own = sentence_of(whole, because, arguments) if because or sentence is None else sentence
    return Rule(condition, own, how.get("id", ""), how.get("doubtable"), guard)


def sentence_of(condition: Condition, because: str, arguments: Sequence[str] | None = None) -> Sentence:
    """The user's own words, "{0} and {1} differ" filled with the names of what is spoken of; without such, the
    condition in words."""
    if because:
        names = [unknown.name for unknown in condition.unknowns()] if arguments is None else arguments
        return own_words(_HOLE.sub(lambda hole: _argument(hole, names), because))
    return _both(condition.say("en"), condition.say("fr"))


def _argument(hole: re.Match[str], names: Sequence[str]) -> str:
    place = int(hole[1])
    return names[place] if place < len(names) else hole[0]


def _both(english: str, french: str) -> Sentence:
    words = [shortened(text).replace("{", "{{").replace("}", "}}") for text in (english, french)]
    return Sentence(Template(*words))


def shortened(text: str) -> str:
    """A sentence that nobody would read to its end ends early."""
    return text if len(text) <= LONGEST_TEXT else text[: LONGEST_TEXT - 3] + "..."
