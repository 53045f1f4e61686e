"""FlatZinc, the language that MiniZinc compiles to: its parser, and a model as a value.

A value is a number, a truth value, a set, a string, a list, a name or a call. Float and set variables are rejected by
name. `FlatZincModel` is a constraint problem, and which variables its solutions show.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from entails.models.errors import InvalidPuzzle
from entails.models.fields import decoded
from entails.models.problem.model import ProblemModel
from entails.models.statement import Statement

MOST_BYTES = 50_000_000
_TOKEN = re.compile(
    r"""
    (?P<space>(?:\s|%[^\n]*)+)
    |(?P<float>-?[0-9]+(?:\.[0-9]+(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+))
    |(?P<number>-?[0-9]+)
    |(?P<name>[A-Za-z_][A-Za-z0-9_]*)
    |(?P<string>"(?:[^"\\\n]|\\.)*")
    |(?P<sign>\.\.|::|[][(){},;:=])
    """,
    re.VERBOSE,
)
_WORDS = {"true": True, "false": False}


@dataclass(frozen=True)
class Name:
    """A name of a variable, an array or an annotation."""

    text: str


@dataclass(frozen=True)
class FlatZincCall:
    """An annotation or predicate with arguments, or an access to an array, written `name[place]`."""

    name: str
    arguments: tuple[Any, ...]
    access: bool = False


@dataclass(frozen=True)
class Declaration:
    """A declared variable or array; `domain` is a range or a set of values, None for any number."""

    name: str
    boolean: bool
    domain: range | frozenset[int] | None
    value: Any
    annotations: tuple[Any, ...]
    is_array: bool = False
    is_variable: bool = False


@dataclass(frozen=True)
class Posted:
    """A constraint of a FlatZinc file: its call, its annotations and its line."""

    call: FlatZincCall
    annotations: tuple[Any, ...]
    line: int


@dataclass
class Items:
    """The parsed items of a FlatZinc file. `sense` is None for a satisfaction problem."""

    declarations: dict[str, Declaration] = field(default_factory=dict)
    constraints: list[Posted] = field(default_factory=list)
    sense: str | None = None
    objective: Any = None
    solved: bool = False


def parse(content: bytes) -> Items:
    """Parse a FlatZinc file."""
    if len(content) > MOST_BYTES:
        raise InvalidPuzzle(f"the file has {len(content):,} bytes", expected=f"{MOST_BYTES:,} at most")
    try:
        return _Parser(decoded(content)).items()
    except RecursionError:
        raise InvalidPuzzle("nested too deeply", expected="FlatZinc as MiniZinc writes it") from None


class _Parser:
    """A recursive-descent parser over the tokens of a text."""

    def __init__(self, text: str) -> None:
        self._tokens = list(self._tokenised(text))
        self._place = 0

    def _tokenised(self, text: str) -> Iterator[tuple[str, str, int]]:
        place, line = 0, 1
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None:
                raise InvalidPuzzle(f"unexpected {text[place : place + 20]!r}", where=f"line {line}")
            kind = str(match.lastgroup)
            if kind != "space":
                yield kind, match[0], line
            line += match[0].count("\n")
            place = match.end()
        yield "end", "", line

    @property
    def line(self) -> int:
        return self._tokens[self._place][2]

    def _next(self) -> tuple[str, str]:
        kind, text, _ = self._tokens[self._place]
        self._place += kind != "end"
        return kind, text

    def _peek(self) -> str:
        return self._tokens[self._place][1]

    def _take(self, text: str) -> bool:
        if self._peek() == text and self._tokens[self._place][0] != "string":
            self._place += 1
            return True
        return False

    def _want(self, text: str) -> None:
        if not self._take(text):
            self.fail(text)

    def fail(self, expected: str) -> NoReturn:
        shown = self._peek()[:40] or "the end of the file"
        raise InvalidPuzzle(f"unexpected {shown!r}", where=f"line {self.line}", expected=expected)

    def items(self) -> Items:
        items = Items()
        while self._tokens[self._place][0] != "end":
            line = self.line
            if self._take("predicate"):
                while not self._take(";"):
                    if self._next()[0] == "end":
                        self.fail(";")
                continue
            if self._take("constraint"):
                call = self._value()
                if not isinstance(call, FlatZincCall) or call.access:
                    self.fail("a predicate with arguments")
                items.constraints.append(Posted(call, self._annotations(), line))
            elif self._take("solve"):
                self._annotations()
                items.solved = True
                sense = self._next()[1]
                if sense not in ("satisfy", "minimize", "maximize"):
                    self.fail("satisfy, minimize or maximize")
                if sense != "satisfy":
                    items.sense, items.objective = sense, self._value()
            else:
                self._declaration(items)
            self._want(";")
        if not items.solved:
            raise InvalidPuzzle("missing solve item", expected="solve satisfy, minimize or maximize")
        return items

    def _declaration(self, items: Items) -> None:
        is_array = False
        if self._take("array"):
            is_array = True
            self._want("[")
            self._value()
            self._want("]")
            self._want("of")
        is_variable = self._take("var")
        boolean, domain = self._type(is_variable)
        self._want(":")
        kind, name = self._next()
        if kind != "name":
            self.fail("a name")
        annotations = self._annotations()
        value = self._value() if self._take("=") else None
        if name in items.declarations:
            raise InvalidPuzzle(f"{name} is declared twice", where=f"line {self.line}", expected="another name")
        items.declarations[name] = Declaration(name, boolean, domain, value, annotations, is_array, is_variable)

    def _type(self, is_variable: bool) -> tuple[bool, range | frozenset[int] | None]:
        """Parse a type: bool, int, a range or a set; parameters may also have sets and floats, which are skipped."""
        if self._take("bool"):
            return True, None
        if self._take("int"):
            return False, None
        if self._take("set"):
            self._want("of")
            if is_variable:
                raise InvalidPuzzle("set variables are not supported", where=f"line {self.line}", expected="var int")
            return self._type(False)
        kind, text, line = self._tokens[self._place]
        if text == "float" or kind == "float":
            if is_variable:
                raise InvalidPuzzle("float variables are not supported", where=f"line {line}", expected="var int")
            self._next()
            if self._take(".."):
                self._next()
            return False, None
        domain = self._value()
        if not isinstance(domain, range | frozenset):
            self.fail("a type such as bool, int, 1..9 or {1,3}")
        return False, domain

    def _annotations(self) -> tuple[Any, ...]:
        annotations: list[Any] = []
        while self._take("::"):
            annotations.append(self._value())
        return tuple(annotations)

    def _value(self) -> Any:
        kind, text = self._next()
        if kind == "number":
            if len(text) > 20:
                self.fail("a number of 64 bits")
            if self._take(".."):
                last, high = self._next()
                if last != "number" or len(high) > 20:
                    self.fail("a number")
                return range(int(text), int(high) + 1)
            return int(text)
        if kind == "string":
            return text[1:-1].replace('\\"', '"').replace("\\\\", "\\")
        if kind == "float":
            if self._take(".."):
                self._next()
            return float(text)
        if kind == "name":
            if text in _WORDS:
                return _WORDS[text]
            if self._take("("):
                return FlatZincCall(text, self._until(")"))
            if self._take("["):
                return FlatZincCall(text, self._until("]"), access=True)
            return Name(text)
        if text == "[":
            return list(self._until("]"))
        if text == "{":
            return frozenset(self._until("}"))
        self._place -= kind != "end"
        return self.fail("a value")

    def _until(self, end: str) -> tuple[Any, ...]:
        values: list[Any] = []
        while not self._take(end):
            if values:
                self._want(",")
                if self._take(end):
                    break
            values.append(self._value())
        return tuple(values)


def annotation(annotations: Sequence[Any], name: str) -> FlatZincCall | None:
    """Return the first annotation with this name; one without parentheses has no arguments."""
    for each in annotations:
        if isinstance(each, Name) and each.text == name:
            return FlatZincCall(name, ())
        if isinstance(each, FlatZincCall) and each.name == name:
            return each
    return None


_LOOP = re.compile(r"\w+=-?\w+")


def place_of(path: str) -> str:
    """Return the source place in a path of the MiniZinc compiler, such as "shop.mzn:10 (j=2)"."""
    segments = [segment.split("|") for segment in path.split(";") if segment.count("|") >= 4]
    if not segments:
        return ""
    first = segments[0]
    loops = [part[5] for part in segments if len(part) > 5 and part[0] == first[0] and _LOOP.fullmatch(part[5])]
    place = f"{first[0].replace(chr(92), '/').rpartition('/')[2]}:{first[1]}"
    return f"{place} ({', '.join(dict.fromkeys(loops))})" if loops else place


@dataclass(frozen=True)
class OutputItem:
    """A variable or an array that solutions show.

    Attributes:
        members: Names of variables, or constants as text.
        indices: Index sets of an array, as (first, last); None for a single variable.
    """

    name: str
    members: tuple[str, ...]
    indices: tuple[tuple[int, int], ...] | None = None


@dataclass(frozen=True, eq=False)
class FlatZincModel:
    """A FlatZinc model. Introduced variables are hidden; `outputs` are shown in this order."""

    problem: ProblemModel
    outputs: tuple[OutputItem, ...] = ()

    @property
    def statement(self) -> Statement:
        return self.problem.statement

    def solution_text(self, values: Mapping[str, int | str | bool]) -> str:
        """Return a solution as FlatZinc solvers print it, without the final line of dashes."""

        def shown(member: str) -> str:
            value = values.get(member, member)
            return str(value).lower() if isinstance(value, bool) else str(value)

        lines = []
        for item in self.outputs:
            if item.indices is None:
                lines.append(f"{item.name} = {shown(item.members[0])};")
            else:
                sets = "".join(f"{low}..{high}," for low, high in item.indices)
                members = ",".join(map(shown, item.members))
                lines.append(f"{item.name} = array{len(item.indices)}d({sets}[{members}]);")
        return "\n".join(lines)
