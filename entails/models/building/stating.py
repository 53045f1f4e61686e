"""What is said about the variables of a problem in the making."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Unpack

from entails.models.building.arrays import Grid
from entails.models.building.declarations import Declarations
from entails.models.building.names import known_keywords
from entails.models.building.rules import GIVEN, GIVEN_FALSE, GIVEN_TRUE, How, MadeWords, Rule, ruled, sentence_of
from entails.models.errors import InvalidStatement
from entails.models.expressions import Bool, Claim, Int, Unknown, as_condition, join
from entails.models.expressions.base import few

_EMPTY = ("", "0", ".", "_", "*", " ", "?")


@known_keywords
class Stating(Declarations):
    """Everything that is said is kept as it was said, under a sentence: the user's own, where there is one, else one
    made from what was said."""

    def __init__(self, name: str = "") -> None:
        super().__init__(name)
        self._rules: list[Rule] = []
        self._words = MadeWords()

    @property
    def rules(self) -> tuple[Rule, ...]:
        """What was said so far."""
        return tuple(self._rules)

    def add(self, *said: Claim | str, because: str = "", **how: Unpack[How]) -> Rule:
        """All of these conditions hold: `p.add(x > y, "x is larger")`. A text among them is their sentence; in it, {0}
        is the name of the first variable that they speak of."""
        return self.state(self.meant(*said, because=because, **how))

    def meant(self, *said: Claim | str, because: str = "", **how: Unpack[How]) -> Rule:
        """The rule that `add` would state."""
        texts = [one for one in (*said, because) if isinstance(one, str) and one]
        claims = [as_condition(one) for one in said if not isinstance(one, str)]
        if not claims or len(texts) > 1:
            raise InvalidStatement("nothing is said" if not claims else "there are two sentences for one rule")
        return ruled(join("and", *claims), "".join(texts), how)

    def given(
        self,
        unknown: Unknown,
        value: int | str | bool = True,
        *,
        doubtable: bool = True,
        because: str = "",
        weight: int | None = None,
    ) -> Rule:
        """A value that is known from the start. It may be doubted, unless it is said that it may not."""
        condition = unknown == value
        if because:
            sentence = sentence_of(condition, because)
        elif isinstance(unknown, Bool):
            sentence = (GIVEN_TRUE if value else GIVEN_FALSE)(name=unknown.name)
        else:
            sentence = GIVEN(name=unknown.name, value=value)
        fact = unknown.name if isinstance(unknown, Bool) else f"{unknown.name}={value}"
        denied = "!" if isinstance(unknown, Bool) and not value else ""
        return self.state(Rule(condition, sentence, f"given {denied}{fact}", doubtable, weight=weight))

    def givens(self, cells: Grid[Int], values: str | Iterable[Iterable[int | str | None]]) -> None:
        """The given values of a whole grid, as text or as rows of numbers; None, 0 and . leave a cell open."""
        rows = _rows(values, cells.width)
        if len(rows) != cells.height or any(len(row) != cells.width for row in rows):
            raise InvalidStatement("these are not the values of this grid", expected=f"{cells.height}x{cells.width}")
        for row, line in zip(rows, cells, strict=True):
            for value, cell in zip(row, line, strict=True):
                if value is not None and str(value) not in _EMPTY:
                    self.given(cell, int(value))

    def state(self, rule: Rule) -> Rule:
        """Keep a rule, once it is sure that it can hold at all."""
        self.refuse(rule)
        if not rule.own_words:
            rule = replace(rule, sentence=self._words.distinct(rule.sentence, rule.whole))
        self._rules.append(rule)
        self._made = None
        return rule

    def refuse(self, rule: Rule) -> None:
        """Refuse a rule about another problem, and one that can never hold."""
        for unknown in rule.unknowns():
            if unknown.owner is not self:
                raise InvalidStatement(f"{unknown} is a variable of another problem", where=rule.text)
        if rule.condition.known is False and rule.when is None:
            raise InvalidStatement(f"{rule.condition} can never hold", expected=_domains(rule.unknowns()))

    def retract(self, rule: Rule) -> None:
        """Take back what was said."""
        if rule not in self._rules:
            raise InvalidStatement(f"{rule.text!r} is not among the rules of this problem")
        self._rules.remove(rule)
        self._made = None


def _domains(unknowns: Sequence[Unknown]) -> str:
    """What the values of these are, for an error."""
    shown = [
        f"{one} among {few(one.labels)}" if one.labels else f"{one} from {one.bounds[0]} to {one.bounds[1]}"
        for one in unknowns[:4]
    ]
    return f"something that is possible with {', '.join(shown)}" if shown else "something that is possible"


def _rows(values: str | Iterable[Iterable[int | str | None]], width: int) -> list[list[int | str | None]]:
    if not isinstance(values, str):
        return [list(row) for row in values]
    signs = "".join(values.split())
    return [list(signs[start : start + width]) for start in range(0, len(signs), width)]
