"""Sudoku as CNF: array encoders against plainly written rules, known sizes, sentences, decoding."""

from collections import Counter
from math import comb

import pytest
from helpers import grid_of, plain_solutions
from hypothesis import given, settings
from hypothesis import strategies as st
from sudoku_rules import pruned_clauses, rule_clauses

from entails.encoders.cnf import Style
from entails.encoders.cnf.at_most_one import AT_MOST_ONE
from entails.encoders.cnf.compile import compile_cnf
from entails.encoders.sudoku import rules, state
from entails.models.encoding import Cnf
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import BOXES, Shape
from entails.puzzles.sudoku import ENCODERS
from entails.solvers.sudoku import formula

NINE = Shape.classic(9)
SHAPES = [
    Shape.classic(4),
    Shape.classic(6),
    NINE,
    Shape.diagonal(4),
    Shape.diagonal(9),
    Shape.jigsaw("1122122313334444"),
]
EMPTY = Grid(NINE, (0,) * 81)
PUZZLE = grid_of("53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79")


def shape_name(value: object) -> str:
    return value.name if isinstance(value, Shape) else str(value)


@pytest.mark.parametrize("form", AT_MOST_ONE)
@pytest.mark.parametrize("style", ["complete", "minimal"])
@pytest.mark.parametrize("shape", SHAPES, ids=shape_name)
def test_the_statement_says_what_the_plain_rules_say(shape: Shape, style: Style, form: str) -> None:
    """The clauses are those of the plain rules, each in the group of a rule that implies it; pairs occur once."""
    built = compile_cnf(rules(shape), style, form)
    plain: dict[frozenset[int], list[str]] = {}
    for clause, sentence in rule_clauses(shape, style, form):
        plain.setdefault(frozenset(clause), []).append(sentence)
    counts = Counter(map(frozenset, built.clauses.lists))
    assert counts == {clause: 1 if form == "pairwise" else len(item) for clause, item in plain.items()}
    for clause, group in zip(built.clauses.lists, built.clauses.group_of.tolist(), strict=True):
        assert built.groups[group].text in plain[frozenset(clause)]


def test_known_sizes() -> None:
    cnf = formula(EMPTY, "complete")
    assert (cnf.variables, len(cnf.clauses)) == (729, 10_530)
    assert len(list(rule_clauses(NINE, "complete", "pairwise"))) == pruned_clauses(EMPTY).total() == 11_988
    open_ = formula(EMPTY)
    assert (open_.variables, len(open_.clauses)) == (729, 10_530)
    assert len(formula(EMPTY, "minimal").clauses) == 81 + (27 * 9 * 36 - 2 * 9 * 9 * 9)
    assert len(formula(PUZZLE, "complete").clauses) == 10_530 + 30
    assert len(formula(PUZZLE, "complete").added) == 30


def signed_names(cnf: Cnf[Grid]) -> Counter[frozenset[str]]:
    names = cnf.names
    return Counter(
        frozenset(names[lit - 1] if lit > 0 else "-" + names[-lit - 1] for lit in clause)
        for clause in cnf.clauses.lists
    )


FOUR_CELLS = st.lists(st.integers(0, 4), min_size=16, max_size=16)
MARKS = st.none() | st.lists(st.integers(0, 15), min_size=16, max_size=16)


@settings(max_examples=100, deadline=None)
@given(
    shape=st.sampled_from([s for s in SHAPES if s.size == 4]),
    cells=FOUR_CELLS,
    keep=st.integers(0, 0xFFFF),
    marks=MARKS,
)
def test_pruned_is_the_three_steps(shape: Shape, cells: list[int], keep: int, marks: list[int] | None) -> None:
    """The pruned encoding follows its three steps on any grid, even with conflicting givens."""
    digits = [digit if keep >> cell & 1 else 0 for cell, digit in enumerate(cells)]
    if marks is not None:
        marks = [mark | 1 << (digit - 1) if digit else mark for mark, digit in zip(marks, digits, strict=True)]
    grid = Grid.of(shape, digits, marks)
    assert signed_names(formula(grid)) == Counter(set(pruned_clauses(grid)))


def test_pruned_sizes_on_nine() -> None:
    cnf = formula(PUZZLE)
    assert signed_names(cnf) == Counter(set(pruned_clauses(PUZZLE)))
    assert cnf.variables == sum(len(PUZZLE.candidates(cell)) for cell in range(81))


def test_pruned_does_not_follow_singles() -> None:
    """The pruned encoding does not follow singles: a cell with one candidate stays a unit clause."""
    cnf = formula(grid_of("123. .... .... ...."))
    assert [cnf.names.index("r1c4=4") + 1] in cnf.clauses.lists


@pytest.mark.parametrize("form", AT_MOST_ONE)
@pytest.mark.parametrize(
    "grid",
    [
        grid_of("11.. .... .... ...."),
        grid_of("12.. ..3. ...4 ...."),
        Grid.of(Shape.classic(4), [0] * 16, [0, *[15] * 15]),
        grid_of("1234 3412 2143 4312"),
    ],
    ids=["clash", "no digit left", "marked as nothing", "full and wrong"],
)
def test_a_broken_grid_keeps_its_empty_clause(grid: Grid, form: str) -> None:
    """A contradictory grid keeps exactly one empty clause, in every at-most-one form."""
    clauses = formula(grid, "pruned", form).clauses
    assert clauses.lists.count([]) == 1
    assert frozenset() in pruned_clauses(grid)
    rule = clauses.group_of.tolist()[clauses.lists.index([])]
    assert formula(grid).groups[rule].text.split(" has ")[1]


def test_a_solved_grid_leaves_nothing_to_say() -> None:
    grid = grid_of("1234 3412 2143 4321")
    cnf = formula(grid)
    assert (cnf.variables, len(cnf.clauses)) == (0, 0)
    assert cnf.decode(()) == grid


def test_marks_are_honoured() -> None:
    grid = Grid.of(Shape.classic(4), [0] * 16, [0b0110, *[15] * 15])
    assert [name for name in formula(grid).names if name.startswith("r1c1=")] == ["r1c1=2", "r1c1=3"]
    for style in ("complete", "minimal"):
        cnf = formula(grid, style)
        assert sorted(cnf.added.lists) == [[-4], [-1]]
        assert {cnf.groups[group].id for group in cnf.added.group_of.tolist()} == {"marks r1c1"}
        assert cnf.groups[-1].text == "the marks of r1c1 allow 2, 3"


def test_sentences() -> None:
    texts = [group.text for group in formula(PUZZLE, "complete").groups]
    assert {"r1c1 has one digit", "row 3 has one 7", "column 9 has one 1", "box 5 has one 9"} <= set(texts)
    assert len(texts) == len(set(texts)) == 4 * 81 + 30
    item = next(group for group in formula(PUZZLE, "complete").groups if group.id == "given r1c1=5")
    assert (item.text, item.soft) == ("r1c1 is 5 (given)", True)
    assert not any(group.soft for group in compile_cnf(rules(NINE)).groups)
    assert "diagonal 1 has one 9" in [group.text for group in compile_cnf(rules(Shape.diagonal(9))).groups]
    assert "region 4 has one 4" in [group.text for group in compile_cnf(rules(SHAPES[-1])).groups]


def test_sentences_in_french() -> None:
    text = {group.say("fr") for group in formula(PUZZLE, "complete").groups}
    assert {"la ligne 3 contient un seul 7", "L1C1 contient un seul chiffre", "L1C1 vaut 5 (donné)"} <= text
    marked = Grid.of(Shape.classic(4), [0] * 16, [0, *[15] * 15])
    assert state(marked).groups[0].say("fr") == "les notes de L1C1 ne permettent aucun chiffre"


def test_each_rule_owns_its_clauses() -> None:
    """The clauses of each sentence are about its cell, unit and digit."""
    cnf = formula(PUZZLE, "complete")
    names = cnf.names
    for clause, group in zip(cnf.clauses.lists, cnf.clauses.group_of.tolist(), strict=True):
        words = cnf.groups[group].text
        spoken = [NINE.parse_candidate(names[abs(lit) - 1]) for lit in clause]
        if words.endswith("has one digit"):
            assert {NINE.cell_name(cell) for cell, _ in spoken} == {words.split()[0]}
        elif " has one " in words:
            unit = next(unit for unit in NINE.units if unit.name == words.split(" has ")[0])
            assert {digit for _, digit in spoken} == {int(words.split()[-1])}
            assert {cell for cell, _ in spoken} <= set(unit.cells)
        else:
            assert cnf.groups[group].id == f"given {names[clause[0] - 1]}"


@pytest.mark.parametrize("encoder", [name for name, encoder in ENCODERS.items() if encoder.kind != "native"])
def test_decode_gives_the_grid(encoder: str) -> None:
    """Decoding the true facts, by the names of the puzzle, gives the grid."""
    solution = next(plain_solutions(PUZZLE))
    encoding = ENCODERS[encoder].encode(PUZZLE)
    names = {NINE.candidate_name(cell, digit) for cell, digit in enumerate(solution.cells)}
    true = [number for number, name in enumerate(encoding.names, 1) if name in names]
    assert encoding.decode(true) == solution
    assert any(PUZZLE.line in line for line in encoding.about)
    assert f"encoder {encoder}" in encoding.about


def test_names() -> None:
    assert len(ENCODERS) >= 19
    assert {"pruned", "complete", "minimal", "pruned+ladder", "minimal+commander", "all-different"} <= set(ENCODERS)
    for name, encoder in ENCODERS.items():
        assert encoder.name == name
        assert encoder.summary
        assert encoder.explains == (not name.startswith(("pruned", "native", "listed")))


def test_the_rules_are_shared() -> None:
    """All puzzles of a shape share the clauses of the rules, which makes a loaded solver reusable."""
    item, second = formula(PUZZLE, "complete"), formula(EMPTY, "complete")
    assert item.base is second.base
    assert item.base.digest == second.base.digest != formula(EMPTY, "minimal").base.digest


@pytest.mark.parametrize(("size", "box"), BOXES.items())
def test_sizes_of_every_shape(size: int, box: tuple[int, int]) -> None:
    """Formula sizes of every shape: pairs of cells in a box that also share a row or column are excluded once."""
    high, wide = box
    shared = size**2 * (high * comb(wide, 2) + wide * comb(high, 2))
    cnf = formula(Grid(Shape.classic(size), (0,) * size**2), "complete")
    assert cnf.variables == size**3
    assert len(cnf.clauses) == 4 * size**2 * (1 + comb(size, 2)) - shared
