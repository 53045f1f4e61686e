"""FlatZinc, the language that MiniZinc compiles to: its parser, and a model as a value.

A value is a number, a truth value, a set, a string, a list, a name or a call. Float and set variables are rejected by
name. `FlatZincModel` is a constraint problem, and which variables its solutions show.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NoReturn

from entails.models.errors import InvalidPuzzle, TooLarge
from entails.models.fields import decoded
from entails.models.problem.model import ProblemModel
from entails.models.statement import Statement

MOST_BYTES = 50_000_000
MOST_ITEMS = 250_000
MOST_VALUES = 1_000_000
"""The most values of one item, such as an array or a constraint."""
_ITEM = re.compile(r"""(?:[^;"%]++|"(?:[^"\\\n]++|\\.)*+"|%[^\n]*+)*+;?""")
_TOKEN = re.compile(
    r"""
    \s+|%[^\n]*
    |(-?[0-9]+(?:\.[0-9]+(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)?
    |[A-Za-z_][A-Za-z0-9_]*
    |"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"
    |\.\.|::
    |\S)
    """,
    re.VERBOSE,
)
_NAME = re.compile(r"[A-Za-z_]")
_NUMBER = re.compile(r"-?[0-9]+")
_FLOAT = re.compile(r"-?[0-9]+[.eE]")
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
    """A recursive-descent parser over the tokens of one item after another; the last token of an item is empty."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._item, self._first_line, self._end = "", 1, 0
        self._tokens = [""]
        self._place = 0

    def _load(self) -> bool:
        """Load the tokens of the next item; return False at the end of the text."""
        start = self._end
        match = _ITEM.match(self._text, start)
        self._end = match.end() if match is not None else start
        self._first_line += self._item.count("\n")
        self._item = self._text[start : self._end]
        if self._end < len(self._text) and not self._item.endswith(";"):
            line = self._first_line + self._item.count("\n")
            raise InvalidPuzzle(f"unexpected {self._text[self._end : self._end + 20]!r}", where=f"line {line}")
        if self._item.count(",") > MOST_VALUES:
            blank = len(self._item) - len(self._item.lstrip())
            line = self._first_line + self._item.count("\n", 0, blank)
            raise TooLarge("too many values", where=f"line {line}", expected=f"{MOST_VALUES:,} at most")
        self._tokens = [*filter(None, _TOKEN.findall(self._item)), ""]
        self._place = 0
        return len(self._tokens) > 1

    @property
    def line(self) -> int:
        """The line of the next token."""
        tokens = (match.start() for match in _TOKEN.finditer(self._item) if match[1])
        return self._first_line + self._item.count("\n", 0, next(islice(tokens, self._place, None), None))

    def _next(self) -> str:
        token = self._tokens[self._place]
        self._place += token != ""
        return token

    def _take(self, token: str) -> bool:
        if self._tokens[self._place] == token:
            self._place += 1
            return True
        return False

    def _want(self, token: str) -> None:
        if not self._take(token):
            self.fail(token)

    def fail(self, expected: str) -> NoReturn:
        shown = self._tokens[self._place][:40] or "the end of the file"
        raise InvalidPuzzle(f"unexpected {shown!r}", where=f"line {self.line}", expected=expected)

    def items(self) -> Items:
        items = Items()
        while self._load():
            if self._take("predicate"):
                self._place = len(self._tokens) - (2 if self._tokens[-2] == ";" else 1)
            elif self._take("constraint"):
                self._place = 0
                line = self.line
                self._place = 1
                call = self._value()
                if not isinstance(call, FlatZincCall) or call.access:
                    self.fail("a predicate with arguments")
                items.constraints.append(Posted(call, self._annotations(), line))
            elif self._take("solve"):
                self._annotations()
                items.solved = True
                sense = self._next()
                if sense not in ("satisfy", "minimize", "maximize"):
                    self.fail("satisfy, minimize or maximize")
                if sense != "satisfy":
                    items.sense, items.objective = sense, self._value()
            else:
                self._declaration(items)
            self._want(";")
            if len(items.constraints) + len(items.declarations) > MOST_ITEMS:
                raise TooLarge("the file has too many constraints and variables", expected=f"{MOST_ITEMS:,} at most")
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
        name = self._next()
        if not _NAME.match(name):
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
        token = self._tokens[self._place]
        if token == "float" or _FLOAT.match(token):
            if is_variable:
                raise InvalidPuzzle("float variables are not supported", where=f"line {self.line}", expected="var int")
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
        token = self._next()
        if _NAME.match(token):
            if token in _WORDS:
                return _WORDS[token]
            if self._take("("):
                return FlatZincCall(token, self._until(")"))
            if self._take("["):
                return FlatZincCall(token, self._until("]"), access=True)
            return Name(token)
        if _NUMBER.match(token):
            return self._number(token)
        if token[:1] == '"':
            return token[1:-1].replace('\\"', '"').replace("\\\\", "\\")
        if token == "[":
            return list(self._until("]"))
        if token == "{":
            return frozenset(self._until("}"))
        self._place -= token != ""
        return self.fail("a value")

    def _number(self, token: str) -> int | float | range:
        if _FLOAT.match(token):
            if self._take(".."):
                self._next()
            return float(token)
        if len(token) > 20:
            self.fail("a number of 64 bits")
        if not self._take(".."):
            return int(token)
        high = self._tokens[self._place]
        if len(high) > 20 or not _NUMBER.fullmatch(high):
            self.fail("a number")
        self._place += 1
        return range(int(token), int(high) + 1)

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
    """A FlatZinc model.

    Attributes:
        problem: Its variables and constraints; introduced variables are hidden.
        outputs: What solutions show, in this order.
        predicates: The number of constraints of each predicate, the largest first.
        named: The names and places of constraints.
    """

    problem: ProblemModel
    outputs: tuple[OutputItem, ...] = ()
    predicates: Mapping[str, int] = field(default_factory=dict)
    named: tuple[str, ...] = ()

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
