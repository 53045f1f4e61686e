"""Reader of OPB files: pseudo-Boolean constraints, sums of 0-1 variables.

    * #variable= 3 #constraint= 2        a comment
    min: +2 x1 -3 x3 ;                   the objective (or "max:")
    +1 x1 +2 ~x2 >= 2 ;                  ~x2 is 1 if x2 is 0
    +1 x1 +1 x3 = 1 ;

Products of variables (non-linear files) and soft constraints (WBO) are rejected with their names.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, NoReturn, cast

from entails.formats.detect import OPB, renamed
from entails.formats.dimacs.read import refuse, shown
from entails.models.constraints import Linear, Op
from entails.models.encoding import Group, Objective
from entails.models.errors import Invalid, InvalidPuzzle, TooLarge
from entails.models.statement import Statement, boolean

MOST_NUMBER = (1 << 53) - 1
MOST_TERMS = 5_000_000
_SHOWN_TERMS = 8
_OPERATORS = (">=", "<=", "=", ">", "<", "!=")
_A_CONSTRAINT = 'a constraint such as "+1 x1 +2 ~x2 >= 2 ;"'
_TOKEN = re.compile(
    r"(?P<blank>\s+|^\*.*$)|(?P<number>[+-]?\s*[0-9]+)|(?P<name>~?[A-Za-z_][A-Za-z0-9_\[\](){}^]*)"
    r"|(?P<operator>>=|<=|!=|=|>|<)|(?P<mark>[;:])|(?P<strange>\S)",
    re.MULTILINE,
)


class _Token(NamedTuple):
    kind: str
    text: str
    place: int


def read_opb(content: bytes) -> Statement:
    """Read a problem over boolean variables; every constraint is soft."""
    try:
        if not content or content.isspace():
            raise InvalidPuzzle("the file is empty", expected=_A_CONSTRAINT)
        return _OpbReader(content.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")).statement()
    except Invalid as error:
        raise renamed(error, content, OPB) from None


@dataclass(frozen=True)
class _Sum:
    """Coefficients with names; a name after ~ is negated."""

    terms: tuple[tuple[int, str], ...]

    def __str__(self) -> str:
        parts = [f"{coefficient:+d} {name}" for coefficient, name in self.terms[:_SHOWN_TERMS]]
        text = " ".join(parts).removeprefix("+") or "0"
        return text if len(self.terms) <= _SHOWN_TERMS else f"{text} … ({len(self.terms)} terms)"


class _OpbReader:
    """A parser with one pass over the tokens. Variables are numbered at the end, in natural order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = self._tokenised()
        self._names: dict[str, None] = {}
        self._count = 0

    def statement(self) -> Statement:
        objective: tuple[str, _Sum] | None = None
        rows: list[tuple[_Sum, str, int]] = []
        for token in self._tokens:
            if token.kind == "name" and token.text in ("min", "max", "soft") and not rows:
                self._expect(":", "a colon behind it")
                if token.text == "soft":
                    self._refuse("soft constraints are not read (WBO)", token)
                if objective is not None:
                    self._refuse("this is a second objective", token)
                objective = token.text, self._sum(next(self._tokens, None))[0]
            else:
                total, operator = self._sum(token)
                rows.append((total, operator.text, self._right_side(operator)))
        return self._stated(objective, rows)

    def _stated(self, objective: tuple[str, _Sum] | None, rows: list[tuple[_Sum, str, int]]) -> Statement:
        names = sorted(self._names, key=_as_people_count)
        number = {name: place for place, name in enumerate(names, 1)} | {
            f"~{name}": -place for place, name in enumerate(names, 1)
        }
        groups = tuple(
            Group(f"constraint {k}", f"constraint {k}: {total} {operator} {value}", soft=True)
            for k, (total, operator, value) in enumerate(rows, 1)
        )
        constraints = tuple(
            Linear((), cast(Op, operator), value, tuple((c, number[name]) for c, name in total.terms), group=k)
            for k, (total, operator, value) in enumerate(rows)
        )
        goal = None
        if objective is not None:
            facts = tuple((c, number[name]) for c, name in objective[1].terms)
            goal = Objective("minimise" if objective[0] == "min" else "maximise", (), facts)
        return Statement(tuple(map(boolean, names)), groups, constraints, goal)

    def _sum(self, token: _Token | None) -> tuple[_Sum, _Token]:
        """Parse terms up to an operator or a semicolon."""
        terms: list[tuple[int, str]] = []
        coefficient: int | None = None
        after_a_name = False
        while token is not None:
            if token.kind == "number" and coefficient is None:
                coefficient = self._number(token)
            elif token.kind == "name" and after_a_name and coefficient is None:
                self._refuse("products of variables are not read (non-linear OPB)", token)
            elif token.kind == "name":
                terms.append((1 if coefficient is None else coefficient, token.text))
                self._names.setdefault(token.text.removeprefix("~"))
                self._count += 1
                coefficient = None
            elif coefficient is None and (token.kind == "operator" or token.text == ";"):
                if self._count > MOST_TERMS:
                    raise TooLarge(f"there are more than {MOST_TERMS:,} terms", expected="a smaller file")
                return _Sum(tuple(terms)), token
            else:
                self._refuse(f'"{shown(token.text)}" does not belong here', token)
            after_a_name = token.kind == "name"
            token = next(self._tokens, None)
        return refuse("the last constraint is cut short", self._text.count("\n") + 1, _A_CONSTRAINT)

    def _right_side(self, operator: _Token) -> int:
        if operator.kind != "operator":
            self._refuse("a sum is compared with nothing", operator)
        token = next(self._tokens, None)
        if token is None or token.kind != "number":
            self._refuse("a sum is not compared with a number", token or operator)
        value = self._number(token)
        self._expect(";", _A_CONSTRAINT)
        return value

    def _expect(self, mark: str, expected: str) -> None:
        token = next(self._tokens, None)
        if token is None:
            refuse("the last constraint is cut short", self._text.count("\n") + 1, expected)
        if token.text != mark:
            refuse(f'"{shown(token.text)}" does not belong here', self._line(token), expected)

    def _number(self, token: _Token) -> int:
        digits = "".join(token.text.split())
        if len(digits) > 17 or abs(int(digits)) > MOST_NUMBER:
            refuse(f"{shown(digits)} is too large", self._line(token), f"numbers up to {MOST_NUMBER}")
        return int(digits)

    def _refuse(self, problem: str, token: _Token) -> NoReturn:
        refuse(problem, self._line(token), _A_CONSTRAINT)

    def _line(self, token: _Token) -> int:
        return self._text.count("\n", 0, token.place) + 1

    def _tokenised(self) -> Iterator[_Token]:
        for match in _TOKEN.finditer(self._text):
            kind = cast(str, match.lastgroup)
            if kind != "blank":
                yield _Token(kind, match.group(), match.start())


def _as_people_count(name: str) -> tuple[str, int, str]:
    """Return a sort key in natural order: x2 before x10."""
    letters = name.rstrip("0123456789")
    digits = name[len(letters) :]
    return letters, int(digits[:18]) if digits else -1, name
