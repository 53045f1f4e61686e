"""`Model`: a statement together with what its answers look like: which variables make up a grid."""

from dataclasses import dataclass
from functools import cached_property

from entails.models.errors import UnknownVariable, one_of
from entails.models.statement import Statement


@dataclass(frozen=True)
class Board:
    """Variables on a grid, by a name such as "r{row}c{column}"; rows and columns count from 1."""

    name: str
    rows: int
    columns: int

    @property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """What the cells are called, row by row."""
        across = range(1, self.columns + 1)
        return tuple(tuple(self.cell(row, column) for column in across) for row in range(1, self.rows + 1))

    def cell(self, row: int, column: int) -> str:
        return self.name.replace("{row}", str(row)).replace("{column}", str(column))


@dataclass(frozen=True, eq=False)
class Model:
    """A constraint problem of one's own, as a puzzle. `name` is what it is called."""

    statement: Statement
    boards: tuple[Board, ...] = ()

    @property
    def name(self) -> str:
        return self.statement.about[0] if self.statement.about else ""

    @cached_property
    def names(self) -> dict[str, int]:
        """The number of each variable that is not hidden, by its name."""
        shown = self.statement.variables[: self.statement.shown]
        return {variable.name: number for number, variable in enumerate(shown)}

    def number(self, name: str) -> int:
        if name not in self.names:
            raise UnknownVariable(f"there is no variable {name!r}", expected=one_of(self.names, name))
        return self.names[name]
