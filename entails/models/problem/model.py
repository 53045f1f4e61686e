"""`ProblemModel`: a statement with its grids. `Solution`: the value of every variable of a solution."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any, overload

from entails.models.errors import InvalidStatement, UnknownVariable, one_of
from entails.models.expressions.core import Condition, Expression, Unknown, WordVariable
from entails.models.problem.arrays import Array, VariableGrid
from entails.models.statement import Statement


@dataclass(frozen=True)
class GridShape:
    """A grid of variables, named by a pattern such as "r{row}c{column}"; rows and columns are counted from 1."""

    name: str
    rows: int
    columns: int

    @property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """Return the names of the cells, row by row."""
        across = range(1, self.columns + 1)
        return tuple(tuple(self.cell(row, column) for column in across) for row in range(1, self.rows + 1))

    def cell(self, row: int, column: int) -> str:
        return self.name.replace("{row}", str(row)).replace("{column}", str(column))


@dataclass(frozen=True, eq=False)
class ProblemModel:
    """A custom constraint problem as a puzzle."""

    statement: Statement
    boards: tuple[GridShape, ...] = ()

    @property
    def name(self) -> str:
        return self.statement.about[0] if self.statement.about else ""

    @cached_property
    def names(self) -> dict[str, int]:
        """Return the number of each shown variable by its name."""
        shown = self.statement.variables[: self.statement.shown]
        return {variable.name: number for number, variable in enumerate(shown)}

    def number(self, name: str) -> int:
        if name not in self.names:
            raise UnknownVariable(f"unknown variable {name!r}", expected=one_of(self.names, name))
        return self.names[name]


Value = int | str
"""A value in a solution: a number, True or False, or a word if the values of the variable are words."""


class Solution(Mapping[str, Value]):
    """A solution: `answer["S"]`, `answer.S`, `answer[S]`, `answer[S + E > 10]`, `answer[cells]`.

    None is an open value, which occurs only if not all facts are known.
    """

    __slots__ = ("_model", "_values")

    def __init__(self, model: ProblemModel, values: tuple[int | None, ...]) -> None:
        self._model, self._values = model, values

    @property
    def values_in_order(self) -> tuple[int | None, ...]:
        """Return the value of each variable, in order of declaration."""
        return self._values

    @overload
    def __getitem__(self, what: str) -> Value: ...
    @overload
    def __getitem__(self, what: WordVariable) -> str: ...  # type: ignore[overload-overlap]
    @overload
    def __getitem__(self, what: Condition) -> bool: ...
    @overload
    def __getitem__(self, what: Expression) -> int: ...
    @overload
    def __getitem__(self, what: Array[WordVariable]) -> list[str]: ...  # type: ignore[overload-overlap]
    @overload
    def __getitem__(self, what: Array[Condition]) -> list[bool]: ...
    @overload
    def __getitem__(self, what: Array[Expression]) -> list[int]: ...
    @overload
    def __getitem__(self, what: VariableGrid[WordVariable]) -> list[list[str]]: ...  # type: ignore[overload-overlap]
    @overload
    def __getitem__(self, what: VariableGrid[Condition]) -> list[list[bool]]: ...
    @overload
    def __getitem__(self, what: VariableGrid[Expression]) -> list[list[int]]: ...
    def __getitem__(self, what: Any) -> Any:
        if isinstance(what, str):
            return self._shown(self._model.number(what))
        if isinstance(what, Array | VariableGrid):
            return [self[item] for item in what]
        if isinstance(what, Unknown):
            return self._shown(self._number(what))
        if isinstance(what, Expression):
            value = what.value(lambda unknown: self._values[self._number(unknown)] or 0)
            return bool(value) if isinstance(what, Condition) else value
        raise UnknownVariable(f"{what!r} has no value in a solution", expected="a name, a variable or an expression")

    def _number(self, unknown: Unknown) -> int:
        if self._model.names.get(unknown.name) != unknown.number:
            raise InvalidStatement(f"{unknown} is not a variable of this problem")
        return unknown.number

    def _shown(self, number: int) -> Value | None:
        variable, value = self._model.statement.variables[number], self._values[number]
        if value is None:
            return None
        if variable.boolean:
            return bool(value)
        return variable.word(variable.values.index(value)) if variable.labels else value

    def __getattr__(self, name: str) -> Value:
        if not name.startswith("_") and name in self._model.names:
            return self[name]
        raise AttributeError(f"unknown variable {name!r}; expected {one_of(self._model.names, name)}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._model.names)

    def __len__(self) -> int:
        return len(self._model.names)

    def __eq__(self, other: object) -> bool:
        return dict(self) == dict(other) if isinstance(other, Mapping) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._values)

    def __reduce__(self) -> tuple[object, ...]:
        return Solution, (self._model, self._values)

    def __str__(self) -> str:
        """Return grids as rows of text, other variables as `name = value`."""
        boards = ["\n".join(map(" ".join, self._words(board))) for board in self._model.boards]
        return "\n\n".join([*boards, *([", ".join(self._others())] if self._others() else [])])

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        tables = [_table(self._words(board)) for board in self._model.boards]
        others = [text.split(" = ", 1) for text in self._others()]
        return "".join([*tables, *([_table(others)] if others else [])])

    def _others(self) -> list[str]:
        placed = {name for board in self._model.boards for row in board.names for name in row}
        return [f"{name} = {self._word(name)}" for name in self if name not in placed]

    def _words(self, board: GridShape) -> list[list[str]]:
        words = [[self._word(name) for name in row] for row in board.names]
        width = max((len(word) for row in words for word in row), default=0)
        return [[word.rjust(width) for word in row] for row in words]

    def _word(self, name: str) -> str:
        value = self._shown(self._model.number(name))
        if isinstance(value, bool):
            return "yes" if value else "no"
        return "?" if value is None else str(value)


def _table(rows: list[list[str]]) -> str:
    cells = "".join(f"<tr>{''.join(f'<td>{escape(word.strip())}</td>' for word in row)}</tr>" for row in rows)
    return f"<table>{cells}</table>"
