"""Every Sudoku encoder gives the solutions of plain backtracking, with every engine."""

from functools import cache

import pytest
from helpers import available, grid_of, plain_solutions, subject_id
from native_engine import PlainSudoku

from entails.models.encoding import Encoding, Kind, Native
from entails.models.errors import UnsupportedCapability
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import Satisfied, Undecided, Unsatisfiable
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import Shape
from entails.puzzles.sudoku import ENCODERS
from entails.solvers.engine import Engine, solutions
from entails.solvers.forced import forced

JIGSAW_4 = Shape.jigsaw("1122122313334444")
X_4 = Shape.diagonal(4)
CLASSIC_9 = "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79"

GRIDS = {
    "4x4 unique": grid_of("1... ..3. .4.. ..2."),
    "4x4 several": grid_of("1... ..3. .... ..2."),
    "4x4 none": grid_of("1... ..3. .4.. .2.."),
    "4x4 clash": grid_of("11.. .... .... ...."),
    "4x4 no digit left for a cell": grid_of("12.. ..3. ...4 ...."),
    "4x4 full": grid_of("1234 3412 2143 4321"),
    "4x4 full and wrong": grid_of("1234 3412 2143 4312"),
    "4x4 several with marks": Grid.of(
        Shape.classic(4), [0] * 16, [1, 2, 4, 8, 12, 12, 3, 3, 15, 15, 15, 15, 8, 15, 15, 15]
    ),
    "4x4 marks none": Grid.of(Shape.classic(4), [0] * 16, [3, 3, 3, *[15] * 13]),
    "4x4 a cell marked as nothing": Grid.of(Shape.classic(4), [0] * 16, [0, *[15] * 15]),
    "X 4x4": grid_of("12.. .... .... ...4", X_4),
    "X 4x4 several": grid_of("1... .... .... ...2", X_4),
    "X 4x4 none": grid_of("1... .... .... ...1", X_4),
    "jigsaw 4x4": grid_of("123. .... .... ....", JIGSAW_4),
    "jigsaw 4x4 several": grid_of("12.. .... .... ....", JIGSAW_4),
    "jigsaw 4x4 none": grid_of("12.. .... .... ...4", JIGSAW_4),
    "6x6": grid_of("1.3... ..6.2. ...3.5 .6...4 ...... ...531"),
    "9x9": grid_of(CLASSIC_9),
    "9x9 none": grid_of(CLASSIC_9.replace("53..7", "53.27")),
    "9x9 several": grid_of(CLASSIC_9.replace("....8..79", ".........").replace("...419..5", "...4.9..5")),
}
SMALL = [name for name, grid in GRIDS.items() if grid.shape.size == 4]
FEW_ENGINES = ("cadical195", "glucose421", "kissat404", "cpsat")


@cache
def expected(name: str) -> frozenset[str]:
    return frozenset(solution.line for solution in plain_solutions(GRIDS[name]))


def check(engine: Engine, encoding: Encoding[Grid], name: str) -> None:
    listing = solutions(engine, encoding, UNLIMITED, Options())
    lines = [solution.line for solution in listing]
    assert len(lines) == len(set(lines))
    assert set(lines) == expected(name)
    assert listing.complete


def test_the_grids_are_what_their_names_say() -> None:
    for name in GRIDS:
        there_are = len(expected(name))
        if "several" in name:
            assert there_are > 1
        else:
            assert there_are == (0 if name.endswith(("none", "clash", "cell", "wrong", "nothing")) else 1), name


@pytest.mark.parametrize(
    ("engine", "encoder"),
    [
        (engine, name)
        for engine in available()
        for name, encoder in ENCODERS.items()
        if encoder.kind in engine.accepts and engine.name in FEW_ENGINES
    ],
    ids=subject_id,
)
def test_same_solutions_on_small_grids(engine: Engine, encoder: str) -> None:
    for name in SMALL:
        check(engine, ENCODERS[encoder].encode(GRIDS[name]), name)


@pytest.mark.parametrize("name", [name for name in GRIDS if name not in SMALL])
@pytest.mark.parametrize("encoder", ENCODERS)
def test_same_solutions_on_larger_grids(encoder: str, name: str) -> None:
    encoding = ENCODERS[encoder].encode(GRIDS[name])
    takers = [engine for engine in available() if not engine.unsupported(encoding)]
    assert takers or (encoder == "native" and GRIDS[name].shape.size != 9)
    for engine in takers[:1]:
        check(engine, encoding, name)


@pytest.mark.parametrize("engine", [e for e in available() if e.accepts - {"native"}], ids=subject_id)
def test_every_engine_on_one_grid(engine: Engine) -> None:
    kinds: dict[Kind, str] = {"cnf": "pruned", "cpsat": "all-different"}
    for kind in engine.accepts & kinds.keys():
        check(engine, ENCODERS[kinds[kind]].encode(GRIDS["9x9"]), "9x9")
        check(engine, ENCODERS[kinds[kind]].encode(GRIDS["4x4 none"]), "4x4 none")


@pytest.mark.parametrize("name", SMALL)
def test_forced_facts_are_what_all_solutions_share(name: str) -> None:
    engine = next(e for e in available() if e.name == "cadical195")
    wanted = [dict(enumerate(line)) for line in expected(name)]
    facts = forced(engine, ENCODERS["complete"].encode(GRIDS[name]), UNLIMITED, Options())
    assert facts.consistent == bool(wanted)
    if wanted:
        shape = GRIDS[name].shape
        shared = set(wanted[0].items()).intersection(*(answer.items() for answer in wanted))
        assert set(facts.names) == {shape.candidate_name(cell, int(digit)) for cell, digit in shared}


class TestNative:
    """An engine that knows the puzzle, without facts and assumptions, through the common interface."""

    @pytest.mark.parametrize("name", SMALL)
    def test_same_solutions(self, name: str) -> None:
        check(PlainSudoku(), Native(GRIDS[name]), name)

    @pytest.mark.parametrize("limits", [UNLIMITED, Limits(seconds=30), Limits(memory_mb=500)], ids=str)
    def test_verdicts_here_and_in_a_worker(self, limits: Limits) -> None:
        with PlainSudoku().open(Native(GRIDS["4x4 unique"]), limits, Options()) as session:
            outcome = session.solve()
        assert isinstance(outcome, Satisfied)
        assert {outcome.answer.line} == expected("4x4 unique")
        with PlainSudoku().open(Native(GRIDS["4x4 none"]), limits, Options()) as session:
            assert isinstance(session.solve(), Unsatisfiable)

    @pytest.mark.parametrize("limits", [UNLIMITED, Limits(seconds=30)], ids=str)
    def test_lists_here_and_in_a_worker(self, limits: Limits) -> None:
        """Native solutions are listed here and in a worker by the engine itself, since they cannot be blocked."""
        encoding: Native[Grid] = Native(GRIDS["4x4 several"])
        listing = solutions(PlainSudoku(), encoding, limits, Options())
        assert {solution.line for solution in listing} == expected("4x4 several")
        assert listing.complete
        two = solutions(PlainSudoku(), encoding, limits, Options(max_solutions=2))
        assert len(list(two)) == 2
        assert two.reason == "maximum"

    def test_time_limit(self) -> None:
        with PlainSudoku(seconds=30).open(Native(GRIDS["4x4 unique"]), Limits(seconds=0.2), Options()) as session:
            outcome = session.solve()
        assert isinstance(outcome, Undecided)
        assert outcome.reason == "time"
        listing = solutions(PlainSudoku(seconds=30), Native(GRIDS["4x4 unique"]), Limits(seconds=0.2), Options())
        assert list(listing) == []
        assert (listing.complete, listing.reason) == (False, "time")

    @pytest.mark.parametrize("limits", [UNLIMITED, Limits(seconds=30)], ids=str)
    def test_what_it_cannot_is_refused(self, limits: Limits) -> None:
        engine = PlainSudoku()
        encoding: Native[Grid] = Native(GRIDS["4x4 unique"])
        for options in (Options(proof=True),):
            with pytest.raises(UnsupportedCapability):
                engine.open(encoding, limits, options)
        with pytest.raises(UnsupportedCapability):
            engine.open(encoding, Limits(conflicts=5), Options())
        with engine.open(encoding, limits, Options()) as session:
            for refused in (lambda: session.solve([1]), lambda: session.block([1]), session.propagate, session.push):
                with pytest.raises(UnsupportedCapability, match="plain-sudoku"):
                    refused()
            assert isinstance(session.solve(), Satisfied), "a refusal does not end the session"

    def test_forced_facts_need_facts(self) -> None:
        with pytest.raises(UnsupportedCapability, match="facts"):
            forced(PlainSudoku(), Native(GRIDS["4x4 unique"]), UNLIMITED, Options())
