"""Arrays and grids of unknowns (slices, rows, columns, boxes, windows, neighbours), and their names.

Indices count from 0, as in Python; names and sentences count from 1 ("r1c1", "row 1"), as people do.
"""

import re
import reprlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import wraps
from inspect import Parameter, isfunction, signature
from types import UnionType
from typing import Any, Generic, Literal, SupportsIndex, TypeVar, Union, cast, get_args, get_origin, overload

import numpy as np
from numpy.typing import NDArray

from entails.locale.message import Message, Sentence
from entails.models.errors import EntailsError, InvalidStatement, quantity
from entails.models.expressions.core import Condition, Expression, Op, Operand, SumExpression, compared
from entails.models.expressions.operators import item

E_co = TypeVar("E_co", bound=Expression, covariant=True)
F = TypeVar("F", bound=Expression)
Place = int | slice
Chosen = list[int] | NDArray[np.integer]
"""A list of indices, as in NumPy."""

ROW = Message("row {number}", "la ligne {number}")
COLUMN = Message("column {number}", "la colonne {number}")
BOX = Message("box {number}", "le bloc {number}")
WINDOW = Message("the window at {cell}", "la fenêtre en {cell}")
FALLING = Message("the falling diagonal", "la diagonale descendante")
RISING = Message("the rising diagonal", "la diagonale montante")


class Array(Sequence[E_co], Generic[E_co]):
    """A list of expressions. `called` is its display name, such as "row 3", if it has one.

    An index may be an expression: `prices[x]` is the price at x. As in NumPy, an index may be a list of indices or of
    booleans, and `<`, `<=`, `>`, `>=` with a list or a number compare item by item: `p.add(x[:-1] < x[1:])`.
    """

    __slots__ = ("_items", "called")

    def __init__(self, items: Iterable[E_co], called: Sentence | None = None) -> None:
        self._items = tuple(items)
        self.called = called

    @overload
    def __getitem__(self, place: int) -> E_co: ...
    @overload
    def __getitem__(self, place: "slice | Chosen | NDArray[np.bool_]") -> "Array[E_co]": ...
    @overload
    def __getitem__(self, place: Expression) -> Expression: ...
    def __getitem__(self, place: Any) -> "E_co | Array[E_co] | Expression":
        if type(place) is int:
            return self._items[place]
        if isinstance(place, Expression):
            return item(self._items, place)
        if isinstance(place, slice):
            return Array(self._items[place])
        if _is_index(place):
            return self._items[int(place)]
        return Array(self._items[number] for number in _indices(place, len(self._items)))

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[E_co]:
        return iter(self._items)

    def __add__(self, other: "Array[F]") -> "Array[E_co | F]":
        return Array((*self._items, *other))

    def sum(self) -> Expression:
        """Return the sum of the items."""
        return SumExpression.of(*((1, each) for each in self._items))

    def __lt__(self, other: "Operand | Sequence[Operand]") -> "Array[Condition]":
        return self._compared("<", other)

    def __le__(self, other: "Operand | Sequence[Operand]") -> "Array[Condition]":
        return self._compared("<=", other)

    def __gt__(self, other: "Operand | Sequence[Operand]") -> "Array[Condition]":
        return self._compared(">", other)

    def __ge__(self, other: "Operand | Sequence[Operand]") -> "Array[Condition]":
        return self._compared(">=", other)

    def _compared(self, op: Op, right_side: "Operand | Sequence[Operand]") -> "Array[Condition]":
        operands = [*right_side] if isinstance(right_side, Iterable) else [right_side] * len(self)
        if len(operands) != len(self):
            raise InvalidStatement(
                f"{quantity(len(self), 'item')} compared with {len(operands)}", expected="lists of equal length"
            )
        return Array(compared(left, op, right) for left, right in zip(self._items, operands, strict=True))

    def __contains__(self, wanted: object) -> bool:
        return any(wanted is item for item in self._items)

    def index(self, item: object, start: int = 0, stop: int | None = None) -> int:
        for place, member in enumerate(self._items[start:stop], start):
            if member is item:
                return place
        raise ValueError(f"{item} is not in this row")

    def __repr__(self) -> str:
        return f"[{', '.join(map(str, self._items))}]"


def _is_index(place: Any) -> bool:
    """Return whether an object is an index: an int, or an integer of NumPy."""
    return isinstance(place, SupportsIndex) and not isinstance(place, np.ndarray)


def _indices(places: Any, size: int) -> Iterator[int]:
    """Iterate over the positions that a list of indices, or a list of booleans, selects."""
    chosen = np.asarray(places)
    if chosen.ndim != 1 or chosen.dtype.kind not in "iub" or (chosen.dtype.kind == "b" and len(chosen) != size):
        raise InvalidStatement("not an index", expected="a number, a slice, or a list of numbers or booleans")
    return iter(map(int, np.flatnonzero(chosen) if chosen.dtype.kind == "b" else chosen))


class VariableGrid(Generic[E_co]):
    """A grid of expressions: `cells[0, 8]`, `cells[2]`, `cells[:, 0]`, `cells[0:3, 3:6]`, `cells[[0, 2], 1]`."""

    __slots__ = ("_rows", "height", "width")

    def __init__(self, rows: Sequence[Sequence[E_co]]) -> None:
        self._rows = tuple(tuple(row) for row in rows)
        self.height = len(self._rows)
        self.width = len(self._rows[0]) if self._rows else 0

    @overload
    def __getitem__(self, place: int) -> Array[E_co]: ...
    @overload
    def __getitem__(self, place: tuple[int, int]) -> E_co: ...
    @overload
    def __getitem__(self, place: tuple[slice, int] | tuple[int, slice]) -> Array[E_co]: ...
    @overload
    def __getitem__(self, place: tuple[slice, slice] | slice) -> "VariableGrid[E_co]": ...
    @overload
    def __getitem__(
        self, place: tuple[Expression, Expression] | tuple[Expression, int] | tuple[int, Expression]
    ) -> Expression: ...
    @overload
    def __getitem__(self, place: "NDArray[np.bool_]") -> Array[E_co]: ...
    @overload
    def __getitem__(self, place: "tuple[Chosen, int] | tuple[int, Chosen] | tuple[Chosen, Chosen]") -> Array[E_co]: ...
    @overload
    def __getitem__(self, place: "Chosen | tuple[Chosen, slice] | tuple[slice, Chosen]") -> "VariableGrid[E_co]": ...
    def __getitem__(self, place: Any) -> "E_co | Array[E_co] | VariableGrid[E_co] | Expression":
        if not isinstance(place, tuple) and _is_index(place):
            return self.rows[int(place)]
        row, column = place if isinstance(place, tuple) else (place, slice(None))
        if not all(isinstance(part, slice | Expression) or _is_index(part) for part in (row, column)):
            return self._chosen(row, column)
        if isinstance(row, Expression) or isinstance(column, Expression):
            return self._unknown_place(row, column)
        if isinstance(row, slice):
            chosen = self._rows[row]
            if isinstance(column, slice):
                return VariableGrid([cells[column] for cells in chosen])
            whole = row.indices(self.height) == (0, self.height, 1)
            return self.columns[column] if whole else Array(cells[column] for cells in chosen)
        return Array(self._rows[row][column]) if isinstance(column, slice) else self._rows[row][column]

    def _chosen(self, row: Any, column: Any) -> "Array[E_co] | VariableGrid[E_co]":
        """Select cells of the grid by rows and columns, given as lists of indices or of booleans."""
        if isinstance(row, np.ndarray) and row.ndim == 2 and isinstance(column, slice):
            if row.shape != self.shape:
                raise InvalidStatement("not an index", expected=f"a table of {self.height}x{self.width}")
            return Array(self._rows[r][c] for r, c in np.argwhere(row).tolist())
        rows, columns = (_places(row, self.height), _places(column, self.width))
        if isinstance(rows, int):
            return Array(self._rows[rows][c] for c in columns) if isinstance(columns, list) else Array(())
        if isinstance(columns, int):
            return Array(self._rows[r][columns] for r in rows)
        if not isinstance(row, slice) and not isinstance(column, slice):  # pairs of indices, as in NumPy
            if len(rows) != len(columns):
                raise InvalidStatement(
                    f"{len(rows)} rows and {len(columns)} columns", expected="equal numbers of indices"
                )
            return Array(self._rows[r][c] for r, c in zip(rows, columns, strict=True))
        return VariableGrid([[self._rows[r][c] for c in columns] for r in rows])

    @property
    def shape(self) -> tuple[int, int]:
        return self.height, self.width

    def sum(self) -> Expression:
        """Return the sum of all cells."""
        return self.flat.sum()

    def _unknown_place(self, row: int | slice | Expression, column: int | slice | Expression) -> Expression:
        if isinstance(row, slice) or isinstance(column, slice):
            raise InvalidStatement("a slice beside an index that is an expression", expected="a row and a column")
        for number, size in ((row, self.height), (column, self.width)):
            low, high = number.bounds if isinstance(number, Expression) else (number, number)
            if low < 0 or high >= size:
                raise InvalidStatement(f"{number} may be outside the grid", expected=f"indices from 0 to {size - 1}")
        place = row * self.width + column
        assert isinstance(place, Expression)
        return item(tuple(self.flat), place)

    def __iter__(self) -> Iterator[Array[E_co]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return self.height

    def __repr__(self) -> str:
        return "\n".join(map(repr, self.rows))

    @property
    def flat(self) -> Array[E_co]:
        """Return all cells, row by row."""
        return Array(cell for row in self._rows for cell in row)

    @property
    def rows(self) -> tuple[Array[E_co], ...]:
        return tuple(Array(row, ROW(number=number)) for number, row in enumerate(self._rows, 1))

    @property
    def columns(self) -> tuple[Array[E_co], ...]:
        across = zip(*self._rows, strict=True)
        return tuple(Array(column, COLUMN(number=number)) for number, column in enumerate(across, 1))

    @property
    def lines(self) -> tuple[Array[E_co], ...]:
        """Return the rows, then the columns."""
        return self.rows + self.columns

    @property
    def diagonals(self) -> tuple[Array[E_co], Array[E_co]]:
        """Return the two long diagonals of a square."""
        if self.height != self.width:
            raise InvalidStatement("only a square has long diagonals", expected="as many rows as columns")
        falling = Array((row[place] for place, row in enumerate(self._rows)), FALLING())
        return falling, Array((row[-1 - place] for place, row in enumerate(self._rows)), RISING())

    def boxes(self, height: int, width: int) -> tuple[Array[E_co], ...]:
        """Divide the grid into boxes of this size."""
        if height < 1 or width < 1 or self.height % height or self.width % width:
            raise InvalidStatement(
                f"{self.height}x{self.width} cells cannot be divided into boxes of {height}x{width}",
                expected="a height and a width that divide those of the grid",
            )
        corners = [(row, column) for row in range(0, self.height, height) for column in range(0, self.width, width)]
        return tuple(
            Array(self[row : row + height, column : column + width].flat, BOX(number=number))
            for number, (row, column) in enumerate(corners, 1)
        )

    def windows(self, height: int, width: int) -> tuple[Array[E_co], ...]:
        """Return all windows of this size: every rectangle of adjacent cells."""
        corners = [(row, column) for row in range(self.height - height + 1) for column in range(self.width - width + 1)]
        return tuple(
            Array(self[row : row + height, column : column + width].flat, WINDOW(cell=str(self._rows[row][column])))
            for row, column in corners
        )

    def neighbours(self, cell: Expression, *, diagonal: bool = False) -> Array[E_co]:
        """Return the neighbours of a cell: those that share a side, with `diagonal` also those that share a corner."""
        row, column = self.place(cell)
        return Array(
            self._rows[r][c]
            for r in range(max(row - 1, 0), min(row + 2, self.height))
            for c in range(max(column - 1, 0), min(column + 2, self.width))
            if (r, c) != (row, column) and (diagonal or r == row or c == column)
        )

    def place(self, cell: Expression) -> tuple[int, int]:
        """Return the row and the column of a cell."""
        for row, cells in enumerate(self._rows):
            for column, candidate in enumerate(cells):
                if candidate is cell:
                    return row, column
        raise InvalidStatement(f"{cell} is not a cell of this grid")

    @property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Return the pairs of adjacent cells, as indices of `flat`."""
        across = [
            (r * self.width + c, r * self.width + c + 1) for r in range(self.height) for c in range(self.width - 1)
        ]
        down = [
            (r * self.width + c, (r + 1) * self.width + c) for r in range(self.height - 1) for c in range(self.width)
        ]
        return tuple(across + down)


def _places(places: Any, size: int) -> int | list[int]:
    """Convert an index to an int; a slice, a list of indices or a list of booleans to a list of ints."""
    if isinstance(places, slice):
        return list(range(size))[places]
    if _is_index(places):
        return int(places)
    return list(_indices(places, size))


_RUN = re.compile(r"(.*?)(\d+)\.\.(.*?)(\d+)$")
_MOST = 1_000_000
LONGEST = 100
LONGEST_TEXT = 1_000
C = TypeVar("C", bound=type)


def listed(names: str | Iterable[str]) -> list[str]:
    """Return the names in a list; "q1..q8" expands to eight names."""
    if not isinstance(names, str):
        return list(names)
    names_listed: list[str] = []
    for word in names.replace(",", " ").split():
        run = _RUN.match(word)
        if run is None:
            names_listed.append(word)
            continue
        stem, first, again, last = run.groups()
        if again not in ("", stem) or not 0 <= int(last) - int(first) < _MOST:
            raise InvalidStatement(f"{word!r} is not a series of names", expected="for example q1..q8")
        names_listed.extend(f"{stem}{number}" for number in range(int(first), int(last) + 1))
    return names_listed


def refused(name: object) -> str | None:
    """Return why a name is invalid for a variable, or None. Names like facts ("S=5", "!a") are invalid."""
    if not isinstance(name, str) or not name:
        return "a variable has no name"
    if len(name) > LONGEST:
        return f"the name {name[:20] + '...'!r} has {len(name):,} characters and not {LONGEST} at most"
    if not name.isprintable():
        return f"a variable cannot be called {name!r}: this name has characters that cannot be shown"
    if name[0] == "!" or "=" in name or name != name.strip():
        return f"a variable cannot be called {name!r}: a name has no =, no ! at its beginning and no space around it"
    return None


def unfit(text: str, longest: int) -> tuple[str, str] | None:
    """Return why a text cannot be displayed and what was expected; None if it can."""
    if not text.strip():
        return f"{text!r} is not a text", "words"
    if len(text) > longest:
        return f"this text has {len(text):,} characters", f"{longest:,} at most"
    if any(sign < " " or "\x7f" <= sign <= "\x9f" or "\ud800" <= sign <= "\udfff" for sign in text):
        return "this text has characters that cannot be shown", "words on one line"
    return None


def readable(text: str, where: str) -> str:
    """Return a user's text on one line; reject a text that documents cannot store."""
    line = " ".join(text.split()) if any(sign in text for sign in "\n\r\t\v\f") else text
    if problem := unfit(line, LONGEST_TEXT):
        raise InvalidStatement(problem[0], where=where, expected=problem[1])
    return line


def known_keywords(built: C) -> C:
    """Decorate a class so that its public methods reject unknown keywords with a suggestion."""
    for name, method in list(vars(built).items()):
        if isfunction(method) and not name.startswith("_"):
            setattr(built, name, _checked(method))
    return built


def _checked(method: Callable[..., Any]) -> Callable[..., Any]:
    known: list[str] = []
    for name, parameter in list(signature(method).parameters.items())[1:]:
        if parameter.kind is Parameter.VAR_KEYWORD:
            known += [key for options in get_args(parameter.annotation) for key in options.__annotations__]
        elif parameter.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY):
            known.append(name)

    @wraps(method)
    def checked(*arguments: Any, **keywords: Any) -> Any:
        for name in keywords:
            if name not in known:
                close = get_close_matches(name, known, n=1)
                hint = f"did you mean {close[0]!r}?" if close else f"expected one of {', '.join(known) or 'none'}"
                raise TypeError(f"{method.__name__}() has no keyword {name!r}; {hint}")
        try:
            return method(*arguments, **keywords)
        except (TypeError, AttributeError, ValueError, LookupError, OverflowError) as error:
            try:
                bound = signature(method).bind(*arguments, **keywords).arguments
            except TypeError:
                bound = {}
            if isinstance(error, EntailsError) or len(bound) < 2:
                raise
            raise _invalid_arguments(method, bound, error) from error

    return checked


def _invalid_arguments(method: Callable[..., Any], bound: dict[str, Any], error: Exception) -> InvalidStatement:
    """Return an error about the first argument that does not fit its annotation, else with Python's words."""
    for name, value in bound.items():
        parameter = signature(method).parameters[name]
        every = value if parameter.kind is Parameter.VAR_POSITIONAL else [value]
        if parameter.annotation is Parameter.empty or parameter.kind is Parameter.VAR_KEYWORD:
            continue
        for each in every:
            if not _fits(each, parameter.annotation):
                return InvalidStatement(
                    f"{name} is {' '.join(reprlib.repr(each).split())}",
                    where=f"{method.__name__}()",
                    expected=_described(parameter.annotation),
                )
    expected = ", ".join(name for name in signature(method).parameters if name not in ("self", "how"))
    return InvalidStatement(f"invalid arguments ({error})", where=f"{method.__name__}()", expected=expected)


def _described(hint: Any) -> str:
    """Return an annotation as words: `list of Unknown`."""
    arguments, kind = get_args(hint), get_origin(hint)
    if kind in (Union, UnionType):
        return " or ".join(dict.fromkeys(map(_described, arguments)))
    if kind is Literal:
        return ", ".join(map(str, arguments))
    if kind is tuple:
        return f"({', '.join(map(_described, arguments))})"
    if isinstance(kind, type) and kind.__module__ == "collections.abc" and len(arguments) == 1:
        return f"list of {_described(arguments[0])}"
    name = str(getattr(hint, "__forward_arg__", None) or getattr(hint, "__name__", hint))
    return {"SupportsIndex": "int", "NoneType": "None"}.get(name, name)


def _fits(value: Any, hint: Any) -> bool:
    """Return whether a value may be an argument with this annotation. Iterators are not consumed."""
    arguments, kind = get_args(hint), get_origin(hint)
    if kind in (Union, UnionType):
        return any(_fits(value, each) for each in arguments)
    if kind is Literal:
        return value in arguments
    if kind is tuple:
        return isinstance(value, tuple | list) and len(value) == len(arguments) and all(map(_fits, value, arguments))
    if kind is not None and isinstance(kind, type):
        if not isinstance(value, kind) or (isinstance(value, str) and arguments != (str,)):
            return False
        if isinstance(value, Iterator) or kind.__module__ != "collections.abc" or len(arguments) != 1:
            return True
        return all(_fits(each, arguments[0]) for each in cast(Iterable[Any], value))
    if hint is type(None) or hint is None:
        return value is None
    return not isinstance(hint, type) or isinstance(value, hint)
