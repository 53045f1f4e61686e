"""OPB files: pseudo-Boolean constraints, sums of 0-1 variables.

    * #variable= 3 #constraint= 2        a comment
    min: +2 x1 -3 x3 ;                   the objective (or "max:")
    +1 x1 +2 ~x2 >= 2 ;                  ~x2 is 1 if x2 is 0
    +1 x1 x3 = 1 ;                       a product: x1 and x3

In WBO files, `soft: 7 ;` comes first, and `[3] +1 x1 >= 1 ;` may be violated at cost 3; the total must stay below 7.

A formula is written with one constraint per clause: `x1 or not x2` is `+1 x1 -1 x2 >= 0`. Comments have the content of
those of a DIMACS file: `* var 1 r1c1=1` names a variable, `* group 0 ...` opens a group. `read_opb_formula` restores
the formula.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from typing import Any, NamedTuple, NoReturn, cast

from entails.formats.detect import OPB, renamed
from entails.formats.dimacs.answer import SolverOutput, Status
from entails.formats.dimacs.read import refuse, reject_data, shown
from entails.formats.dimacs.write import (
    about_lines,
    about_text,
    assignment,
    file_names,
    group_line,
    group_opened,
    variable_line,
    variable_name,
)
from entails.models.constraints import Constraint, Formula, Linear, Logic, Op
from entails.models.encoding import Clauses, Cnf, Group, Objective
from entails.models.errors import Invalid, InvalidData, InvalidPuzzle, TooLarge, quantity
from entails.models.expressions.core import OPPOSITE
from entails.models.expressions.linearize import MEANINGS
from entails.models.statement import Statement, boolean

MOST_NUMBER = (1 << 53) - 1
MOST_TERMS = 5_000_000
_SHOWN_TERMS = 8
_OPERATORS = (">=", "<=", "=", ">", "<", "!=")
_A_CONSTRAINT = 'a constraint such as "+1 x1 +2 ~x2 >= 2 ;"'
_TOKEN = re.compile(
    r"(?P<blank>\s+|^\*.*$)|(?P<weight>\[\s*[0-9]+\s*\])|(?P<number>[+-]?\s*[0-9]+)|(?P<name>~?[A-Za-z_][A-Za-z0-9_\[\](){}^]*)"
    r"|(?P<operator>>=|<=|!=|=|>|<)|(?P<mark>[;:])|(?P<strange>\S)",
    re.MULTILINE,
)


class _Token(NamedTuple):
    kind: str
    text: str
    place: int


def read_opb(content: bytes) -> Statement:
    """Read a problem over boolean variables; explanations name every constraint, except those that have a cost."""
    try:
        if not content or content.isspace():
            raise InvalidPuzzle("the file is empty", expected=_A_CONSTRAINT)
        return _OpbReader(content.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")).statement()
    except Invalid as error:
        raise renamed(error, content, OPB) from None


_CARDINALITY_HEADER = re.compile(r"p\s+(?:knf|cnf\+)\s+([0-9]{1,7})\s+[0-9]+$")
_CARDINALITY_LINE = re.compile(r"(?:k\s+(-?[0-9]+)\s+)?((?:-?[1-9][0-9]*\s+)*)(?:0|(<=|>=)\s*(-?[0-9]+))$")


def read_cardinalities(content: bytes) -> Statement:
    """Read clauses and cardinality constraints over numbered variables: KNF or CNF+.

    `k 2 1 -2 3 0` (KNF) and `1 -2 3 >= 2` (CNF+) state that at least 2 of the literals are true.
    """
    names: dict[str, None] | None = None
    lines: list[str] = []
    for number, text in enumerate(content.decode("utf-8", "replace").split("\n"), 1):
        line = text.strip()
        lines.append("")
        if not line or line == "c" or line.startswith("c "):
            continue
        if names is None:
            header = _CARDINALITY_HEADER.match(line)
            if header is None:
                refuse("invalid header", number, '"p knf 3 2" or "p cnf+ 3 2" before the clauses')
            names = {f"x{variable}": None for variable in range(1, int(header[1]) + 1)}
            continue
        parts = _CARDINALITY_LINE.match(line)
        if parts is None or (parts[1] and parts[3]):
            refuse(f'"{shown(line)}" is not a clause', number, "a line such as 1 -2 0, k 2 1 2 3 0 or 1 2 3 <= 2")
        terms = [f"+1 {'~' * (literal[0] == '-')}x{literal.lstrip('-')}" for literal in parts[2].split()]
        if beyond := [term for term in terms if term.removeprefix("+1 ").removeprefix("~") not in names]:
            refuse(f"variable {beyond[0].rpartition('x')[2]} is not in the header", number, f"1 to {len(names)}")
        lines[-1] = f"{' '.join(terms)} {parts[3] or '>='} {parts[4] or parts[1] or 1} ;"
    return _OpbReader("\n".join(lines), names).statement()


@dataclass(frozen=True)
class _Sum:
    """A sum: coefficients with names; ~ before a name negates it. Names with spaces between them are a product."""

    terms: tuple[tuple[int, str], ...]

    def __str__(self) -> str:
        parts = [f"{coefficient:+d} {name}" for coefficient, name in self.terms[:_SHOWN_TERMS]]
        text = " ".join(parts).removeprefix("+") or "0"
        return text if len(self.terms) <= _SHOWN_TERMS else f"{text} … ({len(self.terms)} terms)"


class _Constraint(NamedTuple):
    """A constraint, and the cost of violating it; None if it must hold."""

    total: _Sum
    op: Op
    value: int
    cost: int | None = None


class _OpbReader:
    """A single-pass parser of OPB tokens. Variables are numbered at the end, in natural order."""

    def __init__(self, text: str, names: dict[str, None] | None = None) -> None:
        self._text = text
        self._tokens = self._tokenised()
        self._names = {} if names is None else names
        self._count = 0
        self._most_cost: int | None = None

    def statement(self) -> Statement:
        objective: tuple[str, _Sum] | None = None
        rows: list[_Constraint] = []
        for token in self._tokens:
            if token.kind == "name" and token.text in ("min", "max", "soft") and not rows:
                self._expect(":", "a colon behind it")
                if objective is not None:
                    self._refuse("more than one objective", token)
                total = _Sum(()) if token.text == "soft" else self._sum(next(self._tokens, None))[0]
                if token.text == "soft":
                    self._read_most_cost()
                objective = token.text, total
            else:
                rows.append(self._row(token, has_costs=objective is not None and objective[0] == "soft"))
        return self._stated(objective, rows)

    def _read_most_cost(self) -> None:
        """Parse the cost of all violated constraints that must not be reached, if there is one."""
        token = next(self._tokens, None)
        if token is not None and token.kind == "number":
            self._most_cost = self._number(token) - 1
            self._expect(";", _A_CONSTRAINT)
        elif token is None or token.text != ";":
            refuse("the line of soft is truncated", 1, '"soft: 7 ;" or "soft: ;"')

    def _row(self, token: _Token, *, has_costs: bool) -> _Constraint:
        cost: int | None = None
        following: _Token | None = token
        if token.kind == "weight" and has_costs:
            cost = self._number(token._replace(text=token.text.strip("[] \t")))
            following = next(self._tokens, None)
        total, operator = self._sum(following)
        return _Constraint(total, cast(Op, operator.text), self._right_side(operator), cost)

    def _stated(self, objective: tuple[str, _Sum] | None, rows: list[_Constraint]) -> Statement:
        """Return the statement. A product and a violated constraint are hidden booleans, defined by their meanings."""
        names = sorted(self._names, key=_as_people_count)
        number = {name: place for place, name in enumerate(names, 1)} | {
            f"~{name}": -place for place, name in enumerate(names, 1)
        }
        sums = [row.total for row in rows] + ([] if objective is None else [objective[1]])
        products = dict.fromkeys(name for total in sums for _, name in total.terms if " " in name)
        number |= {name: place for place, name in enumerate(products, len(names) + 1)}
        meanings = len(rows)
        constraints: list[Constraint] = [
            Logic(cast(Formula, ("iff", number[name], ("and", *map(number.__getitem__, name.split())))), group=meanings)
            for name in products
        ]
        groups = [
            Group(f"constraint {k}", f"constraint {k}: {row.total} {row.op} {row.value}", soft=row.cost is None)
            for k, row in enumerate(rows, 1)
        ]
        costs: list[tuple[int, int]] = []
        for k, (total, op, value, cost) in enumerate(rows):
            facts = tuple((c, number[name]) for c, name in total.terms)
            if cost is None:
                constraints.append(Linear((), op, value, facts, group=k))
                continue
            costs.append((cost, violated := len(names) + len(products) + len(costs) + 1))
            constraints.append(Linear((), op, value, facts, group=k, when=(-violated,)))
            constraints.append(Linear((), OPPOSITE[op], value, facts, group=meanings, when=(violated,)))
        goal = None
        if objective is not None and objective[0] == "soft":
            goal = Objective("minimise", (), tuple(costs)) if costs else None
            if self._most_cost is not None:
                constraints.append(Linear((), "<=", self._most_cost, tuple(costs), group=meanings))
        elif objective is not None:
            facts = tuple((c, number[name]) for c, name in objective[1].terms)
            goal = Objective("minimise" if objective[0] == "min" else "maximise", (), facts)
        unused = (name for place in count(1) if (name := f"_{place}") not in self._names)
        hidden = [boolean(name, hidden=True) for name in islice(unused, len(products) + len(costs))]
        if hidden or self._most_cost is not None:
            groups.append(MEANINGS)
        return Statement((*map(boolean, names), *hidden), tuple(groups), tuple(constraints), goal)

    def _sum(self, token: _Token | None) -> tuple[_Sum, _Token]:
        """Parse the terms of a sum up to an operator or a semicolon."""
        terms: list[tuple[int, str]] = []
        coefficient: int | None = None
        after_a_name = False
        while token is not None:
            if token.kind == "number" and coefficient is None:
                coefficient = self._number(token)
            elif token.kind == "name" and after_a_name and coefficient is None:
                terms[-1] = terms[-1][0], f"{terms[-1][1]} {token.text}"
                self._names.setdefault(token.text.removeprefix("~"))
                self._count += 1
            elif token.kind == "name":
                terms.append((1 if coefficient is None else coefficient, token.text))
                self._names.setdefault(token.text.removeprefix("~"))
                self._count += 1
                coefficient = None
            elif coefficient is None and (token.kind == "operator" or token.text == ";"):
                if self._count > MOST_TERMS:
                    raise TooLarge(f"more than {MOST_TERMS:,} terms", expected="a smaller file")
                return _Sum(tuple(terms)), token
            else:
                self._refuse(f'unexpected "{shown(token.text)}"', token)
            after_a_name = token.kind == "name"
            token = next(self._tokens, None)
        return refuse("the last constraint is truncated", self._text.count("\n") + 1, _A_CONSTRAINT)

    def _right_side(self, operator: _Token) -> int:
        if operator.kind != "operator":
            self._refuse("a sum without a comparison", operator)
        token = next(self._tokens, None)
        if token is None or token.kind != "number":
            self._refuse("missing number after a comparison", token or operator)
        value = self._number(token)
        self._expect(";", _A_CONSTRAINT)
        return value

    def _expect(self, mark: str, expected: str) -> None:
        token = next(self._tokens, None)
        if token is None:
            refuse("the last constraint is truncated", self._text.count("\n") + 1, expected)
        if token.text != mark:
            refuse(f'unexpected "{shown(token.text)}"', self._line(token), expected)

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
    """Return a sort key for natural order of names: x2 before x10."""
    letters = name.rstrip("0123456789")
    digits = name[len(letters) :]
    return letters, int(digits[:18]) if digits else -1, name


def write_opb(cnf: Cnf[Any]) -> Iterator[str]:
    """Yield the lines of a formula as an OPB file, with comments that let `read_opb_formula` restore its names."""
    clauses = cnf.clauses
    yield f"* #variable= {max(cnf.variables, 1)} #constraint= {len(clauses)}\n"
    yield from (_comment(line) for line in about_lines(cnf.about))
    yield from (_comment(variable_line(number, name)) for number, name in enumerate(cnf.names, 1))
    if cnf.objective is not None:
        yield from _objective_lines(cnf.objective)
    by_group: dict[int, list[list[int]]] = {}
    for clause, group in zip(clauses, clauses.group_of.tolist(), strict=True):
        by_group.setdefault(group, []).append(clause)
    for index in range(max(len(cnf.groups), max(by_group, default=-1) + 1)):
        if index < len(cnf.groups):
            yield _comment(group_line(index, cnf.groups[index]))
        for clause in by_group.get(index, ()):
            yield f"{_weighted([(1, literal) for literal in clause])[0]} >= {1 - sum(lit < 0 for lit in clause)} ;\n"


def _comment(line: str) -> str:
    return f"*{line[1:]}"


def _weighted(terms: list[tuple[int, int]]) -> tuple[str, int]:
    """Convert a sum over literals to a sum over variables; also return the constant that this removes."""
    text = " ".join(f"{weight if lit > 0 else -weight:+d} x{abs(lit)}" for weight, lit in terms)
    return text or "+0 x1", sum(weight for weight, lit in terms if lit < 0)


def _objective_lines(objective: Objective) -> Iterator[str]:
    """Yield the objective to minimise; its constant is in a comment, because OPB has no place for it."""
    sign = 1 if objective.sense == "minimise" else -1
    text, constant = _weighted([(sign * weight, lit) for weight, lit in objective.facts])
    if sign < 0:
        yield "* maximised: the objective is negated\n"
    if constant + sign * objective.fixed:
        yield f"* constant of the objective: {constant + sign * objective.fixed}\n"
    yield f"min: {text} ;\n"


_AN_EXPORT = "an OPB file that entails wrote, with a clause per line"


def read_opb_formula(content: bytes) -> Cnf[tuple[int, ...]]:
    """Read a formula that `write_opb` wrote, with its names and groups. The objective is not read."""
    statement = read_opb(content)
    number = [_number(variable.name) for variable in statement.variables]
    clauses = [_clause(cast(Linear, row), number, place) for place, row in enumerate(statement.constraints, 1)]
    about, names, groups, group_of = _remarks(content.decode("utf-8", "replace"))
    if len(group_of) != len(clauses):
        raise InvalidPuzzle(
            f"{quantity(len(clauses), 'constraint')} on {quantity(len(group_of), 'line')}", expected=_AN_EXPORT
        )
    variables = max([*number, *names], default=0)
    listed = file_names(variables, names)
    return Cnf(
        variables=variables,
        names=listed,
        groups=groups,
        decode=partial(assignment, len(listed)),
        added=Clauses.of(clauses, group_of),
        about=about,
    )


def _number(name: str) -> int:
    digits = name.removeprefix("x")
    if not name.startswith("x") or not (digits.isascii() and digits.isdigit()) or not 0 < int(digits[:11]) < 2**31:
        raise InvalidPuzzle(f"variable {shown(name)} has no number", expected=_AN_EXPORT)
    return int(digits)


def _clause(row: Linear, number: list[int], place: int) -> list[int]:
    terms = [(weight, fact) for weight, fact in row.facts if weight]
    negative = sum(weight < 0 for weight, _ in terms)
    fits = all(abs(weight) == 1 and fact > 0 for weight, fact in terms)
    if not fits or row.op != ">=" or row.value != 1 - negative:
        raise InvalidPuzzle("not a clause", where=f"constraint {place}", expected=_AN_EXPORT)
    return [weight * number[fact - 1] for weight, fact in terms]


def _remarks(text: str) -> tuple[tuple[str, ...], dict[int, str], tuple[Group, ...], list[int]]:
    """Parse the comments: lines about the file, names, groups, and the group of each constraint."""
    about: list[str] = []
    names: dict[int, str] = {}
    groups: list[Group] = []
    group_of: list[int] = []
    for line in text.removeprefix("\ufeff").split("\n"):
        line = line.rstrip("\r")
        comment = f"c{line[1:]}"
        if not line.startswith("*"):
            if line.strip() and not line.startswith(("min:", "max:")):
                groups = groups or [Group("file", "the constraints of the file")]
                group_of.append(len(groups) - 1)
        elif name := variable_name(comment):
            names[name[0]] = name[1]
        elif opened := group_opened(comment):
            groups.append(opened[1])
        elif not group_of:
            about.append(about_text(comment))
    return tuple(about), names, tuple(groups), group_of


_VERDICTS: dict[str, Status] = {
    "SATISFIABLE": "satisfied",
    "OPTIMUM FOUND": "satisfied",
    "UNSATISFIABLE": "unsatisfiable",
    "UNKNOWN": "unknown",
    "UNSUPPORTED": "unknown",
}
_A_LITERAL = re.compile(r"([-~]?)x([1-9][0-9]{0,9})", re.ASCII)
_A_PB_ANSWER = 'a line "s SATISFIABLE" and the model on "v" lines, such as "v x1 -x2"'


def read_opb_answer(text: str, variables: int) -> SolverOutput:
    """Read the output of a pseudo-Boolean solver for a formula with this number of variables."""
    status: Status | None = None
    signs: dict[int, int] = {}
    begun = False
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        word, _, rest = line.strip().partition(" ")
        if word == "s" and status is None and rest.strip() in _VERDICTS:
            status = _VERDICTS[rest.strip()]
        elif word == "v":
            begun = True
            for literal in rest.split():
                match = _A_LITERAL.fullmatch(literal)
                if match is None or int(match[2]) > variables:
                    reject_data(f'"{shown(literal)}" is not a literal', number, f"x1 to x{variables}, negated as -x1")
                value = -int(match[2]) if match[1] else int(match[2])
                if signs.setdefault(abs(value), value) != value:
                    reject_data(f"x{abs(value)} is both true and false", number, "one value for each variable")
        elif word and word not in ("c", "o", "d"):
            problem = "more than one verdict" if word == "s" and status else f'"{shown(line.strip())}" is invalid'
            reject_data(problem, number, _A_PB_ANSWER)
    if status is None or (status == "satisfied") != begun:
        problem = "the verdict is missing" if status is None else "verdict and model do not fit together"
        raise InvalidData(problem, expected=_A_PB_ANSWER)
    return SolverOutput(status, tuple(signs[variable] for variable in sorted(signs)))
