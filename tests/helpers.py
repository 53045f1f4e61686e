"""Helpers of the tests: small formulas with brute force, hard formulas, grids and a plain solver."""

import os
import shutil
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random

import pytest

from entails.models.encoding import AtMostK, Clauses, Cnf, CnfPlus, CpParts, CpSat, Encoding, Group, Kind
from entails.models.limits import DEFAULTS, UNLIMITED, Limits, Options
from entails.models.outcome import EndReason, Outcome
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.solvers.engine import Engine, Session, engines

Clause = list[int]
Model = tuple[int, ...]

RULES = Group("rules", "the rules")


def program(name: str, package: str, switch: str) -> str:
    """Return the path of a program of this machine; without it, skip the test, or fail if the switch is set."""
    result = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    if result is None:
        how = f"no {name} here (Debian: apt install {package})"
        if os.environ.get(f"ENTAILS_REQUIRE_{switch}"):
            pytest.fail(how)
        pytest.skip(how)
    return result


def outside_data(name: str) -> Path:
    """Return a file outside the project, below ENTAILS_DATA; without that folder, skip the test."""
    folder = os.environ.get("ENTAILS_DATA")
    if not folder:
        pytest.skip(f"no reference data here: set ENTAILS_DATA to the folder that holds {name}")
    path = Path(folder, name)
    assert path.is_file(), f"ENTAILS_DATA is set, but there is no {path}"
    return path


@dataclass(frozen=True)
class Formula:
    """A small formula; `group_of` assigns a group to each clause, and the first group is the rules."""

    variables: int
    clauses: tuple[Clause, ...]
    groups: tuple[Group, ...] = (RULES,)
    group_of: tuple[int, ...] | None = None

    def models(self, held: Collection[int] | None = None) -> set[Model]:
        """Return all models by brute force; `held` are the soft groups to enforce."""
        text = [clause for clause, counts in zip(self.clauses, self._counting(held), strict=True) if counts]
        return set(brute_force(self.variables, text))

    def _counting(self, held: Collection[int] | None) -> list[bool]:
        group_of = self.group_of or (0,) * len(self.clauses)
        return [held is None or not self.groups[group].soft or group in held for group in group_of]

    def encoding(self, kind: Kind = "cnf") -> Encoding[Model]:
        names = [f"x{variable}" for variable in range(1, self.variables + 1)]
        if kind == "cpsat":
            return CpSat(build_formula, ((self,),), names, self.groups, tuple)
        if kind == "cnf+":
            return self._with_cardinalities(names)
        return Cnf(self.variables, names, self.groups, tuple, Clauses.of(self.clauses, self.group_of))

    def _with_cardinalities(self, names: Sequence[str]) -> CnfPlus[Model]:
        """Return the formula with its long clauses as cardinality constraints: not all of the negations hold."""
        group_of = self.group_of or (0,) * len(self.clauses)
        is_long = [len(clause) > 2 and len({*map(abs, clause)}) == len(clause) for clause in self.clauses]
        at_most, clauses, groups = [], [], []
        for clause, group, is_count in zip(self.clauses, group_of, is_long, strict=True):
            if is_count:
                at_most.append(AtMostK(tuple(-lit for lit in clause), len(clause) - 1, group))
            else:
                clauses.append(clause)
                groups.append(group)
        cnf = Cnf(self.variables, names, self.groups, tuple, Clauses.of(clauses, groups))
        return CnfPlus(cnf, tuple(at_most), tuple)


def build_formula(formula: Formula) -> CpParts:
    """Build a formula as a CP-SAT model, the recipe of `Formula.encoding("cpsat")`."""
    from ortools.sat.python.cp_model import CpModel

    model = CpModel()
    variables = [model.new_bool_var("") for _ in range(formula.variables)]
    switches = {index: model.new_bool_var("") for index, group in enumerate(formula.groups) if group.soft}
    group_of = formula.group_of or (0,) * len(formula.clauses)
    for clause, group in zip(formula.clauses, group_of, strict=True):
        text = model.add_bool_or([variables[lit - 1] if lit > 0 else ~variables[-lit - 1] for lit in clause])
        if group in switches:
            text.only_enforce_if(switches[group])
    return CpParts(model, [(variable, 1) for variable in variables], switches)


def brute_force(variables: int, clauses: Sequence[Sequence[int]]) -> Iterator[Model]:
    for values in product((False, True), repeat=variables):
        if all(any(values[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses):
            yield tuple(variable if value else -variable for variable, value in enumerate(values, 1))


def true_facts(models: Collection[Model]) -> list[Model]:
    """Convert models to the solutions of `Formula.encoding`: their true facts, in order."""
    return sorted(tuple(lit for lit in model if lit > 0) for model in models)


BANK = {
    "nothing at all": Formula(0, ()),
    "the empty clause": Formula(0, ([],)),
    "variables in no clause": Formula(3, ()),
    "a variable in no clause": Formula(3, ([1, -3],)),
    "the empty clause among others": Formula(2, ([1, 2], [], [-1])),
    "one unit": Formula(1, ([-1],)),
    "units that clash": Formula(2, ([1], [2], [-1])),
    "a literal twice": Formula(2, ([1, 1], [-1, -1, 2], [-2, -2, 1])),
    "a literal twice, no answer": Formula(1, ([1, 1], [-1, -1])),
    "tautologies": Formula(3, ([1, -1], [2, -2, 3], [3, 1, -3])),
    "a clause twice": Formula(2, ([1, 2], [1, 2], [-1, -2], [-1, -2])),
    "all of two": Formula(2, ([1, 2], [1, -2], [-1, 2], [-1, -2])),
    "exactly one of three": Formula(3, ([1, 2, 3], [-1, -2], [-1, -3], [-2, -3])),
    "parity of three": Formula(3, ([1, 2, 3], [1, -2, -3], [-1, 2, -3], [-1, -2, 3])),
    "equal": Formula(3, ([-1, 2], [-2, 3], [-3, 1])),
}


def random_formula(seed: int, soft: int = 0) -> Formula:
    """Build a random formula with up to six variables: repeated and opposite literals, sometimes an empty clause."""
    random = Random(seed)
    variables = random.randint(1, 6)
    clauses = tuple(
        [random.randint(1, variables) * random.choice((1, -1)) for _ in range(random.choice((1, 2, 2, 3, 3, 3, 4)))]
        if random.random() > 0.01
        else []
        for _ in range(random.randint(0, int(variables * 4.5)))
    )
    groups = (RULES, *(Group(f"claim {n}", f"the claim {n}", soft=True) for n in range(1, soft + 1)))
    return Formula(variables, clauses, groups, tuple(random.randint(0, soft) for _ in clauses))


def random_literals(random: Random, variables: int) -> list[int]:
    """Choose some variables, each once, as positive or negative literals."""
    return [
        variable * random.choice((1, -1))
        for variable in random.sample(range(1, variables + 1), random.randint(0, variables))
    ]


def pigeonhole(holes: int) -> Formula:
    """Build the pigeonhole formula, one pigeon more than holes: unsatisfiable, with exponential resolution proofs."""
    pigeons = range(holes + 1)
    at = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in pigeons]
    alone = [
        [-at[pigeon][hole], -at[two][hole]] for hole in range(holes) for pigeon in pigeons for two in range(pigeon)
    ]
    return Formula(holes * (holes + 1), (*at, *alone))


def random_3sat(variables: int, clauses: int, seed: int = 1) -> Formula:
    """Build a random 3-SAT formula; near 4.3 clauses per variable it is hard."""
    random = Random(seed)
    return Formula(
        variables,
        tuple([v * random.choice((1, -1)) for v in random.sample(range(1, variables + 1), 3)] for _ in range(clauses)),
    )


HARD = random_3sat(400, 1750)
"""A formula that takes every engine many seconds."""


def available(kind: Kind | None = None) -> list[Engine]:
    """Return the engines that can run here and accept a type of encoding, by default any."""
    return [engine for engine in engines().values() if not engine.missing() and (not kind or kind in engine.accepts)]


SUBJECTS: list[tuple[Engine, Kind]] = [
    (engine, kind)
    for engine in available()
    for kind in sorted(engine.accepts - {"native"})
    if (engine.name, kind) != ("portfolio", "cpsat")
]
"""Every engine with every type of encoding for formulas; without clauses, a portfolio is CP-SAT alone."""


def subject_id(value: object) -> str:
    """Return the name of an engine, or of an engine with an encoding, in a test id."""
    if isinstance(value, tuple):
        return "-".join(map(subject_id, value))
    return value.name if isinstance(value, Engine) else str(value)


def opened(
    engine: Engine,
    formula: Formula,
    kind: Kind = "cnf",
    limits: Limits = UNLIMITED,
    options: Options = DEFAULTS,
) -> Session[Model]:
    return engine.open(formula.encoding(kind), limits, options)


def solved(
    engine: Engine, formula: Formula, kind: Kind = "cnf", limits: Limits = UNLIMITED, options: Options = DEFAULTS
) -> Outcome[Model]:
    with opened(engine, formula, kind, limits, options) as session:
        return session.solve()


def listed(session: Session[Model], most: int | None = None) -> tuple[list[Model], EndReason | None]:
    """List the solutions of a session; return them and why the list ended."""
    models: list[Model] = []
    listing = session.answers(most)
    while True:
        try:
            models.append(next(listing))
        except StopIteration as end:
            return models, end.value


def grid_of(text: str, shape: Shape | None = None) -> Grid:
    """Build a grid from one character per cell; spaces are ignored."""
    cells = [0 if symbol in ".0" else int(symbol, 36) for symbol in text.replace(" ", "")]
    return Grid.of(shape or Shape.classic(round(len(cells) ** 0.5)), cells)


def plain_solutions(grid: Grid) -> Iterator[Grid]:
    """Yield every solution by plain backtracking: slow, and simple enough to be trusted."""
    shape, cells = grid.shape, list(grid.cells)
    if grid.clashes():
        return

    def fill(cell: int) -> Iterator[Grid]:
        while cell < shape.cells and cells[cell]:
            cell += 1
        if cell == shape.cells:
            yield Grid(shape, tuple(cells))
            return
        mark = -1 if grid.marks is None else grid.marks[cell]
        for digit in range(1, shape.size + 1):
            if mark >> (digit - 1) & 1 and all(cells[peer] != digit for peer in shape.peers[cell]):
                cells[cell] = digit
                yield from fill(cell + 1)
                cells[cell] = 0

    yield from fill(0)
