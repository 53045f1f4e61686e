"""`Variable`: something unknown with finitely many values. Each value is a fact, and facts are what engines speak of.

A variable of d values owns d facts, "r1c1=1" to "r1c1=9", of which exactly one holds. A boolean one owns a single fact:
it holds when the variable is 1.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from entails.models.encoding import Group

DOMAINS = Group("domains", "every variable has one value")
_USUAL = "{name}={value}"


@dataclass(frozen=True, slots=True)
class Variable:
    """`holds` is the group of "exactly one value": variables that share it are doubted, or not, together.

    `says` names a fact ("{name}={value}", or "{label}" for a value's word in `labels`); a boolean's fact has its name,
    or what `says` makes of it ("star {name}").
    A `defined` variable follows from the others, so answers do not differ in it alone; a `hidden` one is an auxiliary
    that nobody is told about, and comes after all that are not. Where the values are `words`, they are codes of the
    words in `labels`: equal words have equal codes in the whole statement, and a code is never shown.
    """

    name: str
    values: range | tuple[int, ...]
    holds: Group = DOMAINS
    says: str = _USUAL
    labels: tuple[str, ...] = ()
    boolean: bool = False
    defined: bool = False
    hidden: bool = False
    words: bool = False

    @property
    def facts(self) -> int:
        """How many facts it owns."""
        return 1 if self.boolean else len(self.values)

    def fact_names(self) -> Iterator[str]:
        """What its facts are called, in the order of its values."""
        if self.boolean:
            yield self.name if self.says == _USUAL else self.says.format(name=self.name)
            return
        for place, value in enumerate(self.values):
            yield self.says.format(name=self.name, value=value, label=self.word(place))

    def word(self, place: int) -> str:
        """How the value at this place is written."""
        return self.labels[place] if self.labels else str(self.values[place])

    def shown(self, value: int) -> int | str:
        """The value as sentences name it: the word where values are words, else the number."""
        return self.labels[self.values.index(value)] if self.words else value


def run(values: Iterable[int]) -> range | tuple[int, ...]:
    """These numbers in order, each once; as a range where none is missing."""
    found = tuple(sorted(set(values)))
    whole = bool(found) and len(found) == found[-1] - found[0] + 1
    return range(found[0], found[-1] + 1) if whole else found


class Codes(dict[str, int]):
    """The words of a problem and their codes, numbered in the order in which they come up."""

    def domain(self, words: Sequence[str]) -> tuple[range | tuple[int, ...], tuple[str, ...]]:
        """The codes of these words, in order, and the words in the order of their codes."""
        codes = {self.setdefault(word, len(self)): word for word in words}
        return run(codes), tuple(codes[code] for code in sorted(codes))


def boolean(name: str, *, says: str = "{name}", defined: bool = False, hidden: bool = False) -> Variable:
    """A variable that is true or false: one fact."""
    return Variable(name, range(2), says=says, boolean=True, defined=defined, hidden=hidden)
