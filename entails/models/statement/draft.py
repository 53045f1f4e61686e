"""`Draft`: a statement in the making. Rules are said in sentences; those of the same sentence are one group."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from entails.models.encoding import Group
from entails.models.sentence import Sentence
from entails.models.statement.constraints import Constraint
from entails.models.statement.statement import Statement
from entails.models.statement.variable import Variable


class Draft:
    """What is said goes behind what a `frame` says already: the rules of the game, which many puzzles share."""

    def __init__(self, variables: Iterable[Variable] = (), frame: Statement | None = None) -> None:
        self._bare = Statement(tuple(variables) if frame is None else frame.variables, frame=frame)
        self._groups: dict[Group, int] = {}
        self._first = 0 if frame is None else len(frame.every_group)
        self._said: list[Constraint] = []

    def fact(self, variable: int, value: int = 1) -> int:
        """The literal that says "this variable has this value"."""
        return self._bare.fact(variable, value)

    def facts(self, variables: Iterable[int], value: int = 1) -> tuple[int, ...]:
        """The same of several variables."""
        return tuple(self._bare.fact(variable, value) for variable in variables)

    def rule(self, sentence: Sentence, *constraints: Constraint, at: Sequence[int | str] = ()) -> int:
        """A rule of the game, and the variables or names of places to point `at`. Nobody doubts it. The number of its
        group is for constraints that say it in part."""
        text = sentence.say()
        return self._say(Group(text, text, cells=self._names(at), sentence=sentence), constraints)

    def given(self, name: str, sentence: Sentence, *constraints: Constraint, at: Sequence[int | str] = ()) -> None:
        """What this puzzle states, under a short name. It may be doubted."""
        text = sentence.say()
        group = Group(f"given {name}", text, doubtable=True, cells=self._names(at), sentence=sentence)
        self._say(group, constraints)

    def statement(self, about: Sequence[str] = ()) -> Statement:
        """What was said so far."""
        return replace(self._bare, groups=tuple(self._groups), constraints=tuple(self._said), about=tuple(about))

    def _names(self, places: Sequence[int | str]) -> tuple[str, ...]:
        return tuple(place if isinstance(place, str) else self._bare.variables[place].name for place in places)

    def _say(self, group: Group, constraints: Iterable[Constraint]) -> int:
        number = self._groups.setdefault(group, self._first + len(self._groups))
        self._said += (replace(constraint, group=number) for constraint in constraints)
        return number
