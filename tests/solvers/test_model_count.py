"""Exact model counting against brute force, known numbers and enumeration; projection; limits."""

import random
import time
from itertools import product
from math import comb

import pytest
from cli.runner import entails as command

import entails
from entails.formats.dimacs.read import read_dimacs
from entails.models.encoding import Cnf
from entails.models.errors import InvalidPuzzle
from entails.models.limits import UNLIMITED, Limits, Options
from entails.models.outcome import ModelCount
from entails.puzzles.sudoku import PUZZLE
from entails.queries.count import by_counter
from entails.queries.pipeline import Pipeline
from entails.solvers.model_count import count_models, ready


def formula(variables: int, clauses: list[list[int]], *comments: str) -> Cnf[tuple[int, ...]]:
    lines = [*comments, f"p cnf {variables} {len(clauses)}", *(" ".join(map(str, [*clause, 0])) for clause in clauses)]
    return read_dimacs("\n".join(lines) + "\n")


def by_hand(variables: int, clauses: list[list[int]], shown: list[int]) -> int:
    """Count by brute force the assignments of the shown variables that extend to models."""
    items = set()
    for values in product((False, True), repeat=variables):
        if all(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses):
            items.add(tuple(values[variable - 1] for variable in shown))
    return len(items)


def test_against_brute_force() -> None:
    """Two thousand small formulas are counted over all and over some variables, as by brute force."""
    for seed in range(1000):
        dice = random.Random(seed)
        variables = dice.randint(1, 7)
        clauses = [
            [dice.choice((-1, 1)) * dice.randint(1, variables) for _ in range(dice.randint(1, 4))]
            for _ in range(dice.randint(0, 14))
        ]
        every = list(range(1, variables + 1))
        some = sorted(dice.sample(every, dice.randint(0, variables)))
        assert count_models(formula(variables, clauses), UNLIMITED) == ModelCount(
            by_hand(variables, clauses, every), True
        )
        listed = f"c p show {' '.join(map(str, some))} 0".replace("  ", " ")
        projected = count_models(formula(variables, clauses, listed), UNLIMITED)
        assert projected == ModelCount(by_hand(variables, clauses, some), True), (seed, clauses, some)


class TestKnown:
    def test_nearly_free(self) -> None:
        assert count_models(formula(40, [[1, 2]]), UNLIMITED).value == 3 * 2**38

    def test_more_than_any_machine_word(self) -> None:
        clauses = [[3 * n + 1, 3 * n + 2, 3 * n + 3] for n in range(100)]
        assert count_models(formula(300, clauses), UNLIMITED).value == 7**100

    def test_a_chain_is_no_product(self) -> None:
        """Strings of 200 bits without adjacent ones are counted: a Fibonacci number."""
        fibonacci = [1, 2]
        while len(fibonacci) < 201:
            fibonacci.append(fibonacci[-1] + fibonacci[-2])
        clauses = [[-n, -n - 1] for n in range(1, 200)]
        assert count_models(formula(200, clauses), UNLIMITED).value == fibonacci[200]

    def test_nothing_and_everything(self) -> None:
        assert count_models(formula(0, []), UNLIMITED).value == 1
        assert count_models(formula(3, []), UNLIMITED).value == 8
        assert count_models(formula(1, [[1], [-1]]), UNLIMITED).value == 0

    def test_auxiliaries_are_not_counted(self) -> None:
        """Auxiliary variables are not counted: six of twelve stars, by counters with several values per solution."""
        problem = entails.Problem()
        stars = problem.bools(" ".join(f"s{n}" for n in range(12)))
        problem.add(sum(stars) == 6)
        assert problem.count().value == comb(12, 6)

    def test_empty_grids(self) -> None:
        assert entails.count(entails.parse("sudoku", "." * 16)).value == 288
        assert entails.count(entails.parse("sudoku", "." * 36)).value == 28_200_960
        first_row = "123456" + "." * 30
        assert entails.count(entails.parse("sudoku", first_row)).value == 28_200_960 // 720

    def test_a_grid_that_can_be_listed(self) -> None:
        grid = entails.parse(
            "sudoku", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6..........419.......8...."
        )
        listed = entails.count(grid, options=Options(max_solutions=20_000), engine="cadical195")
        assert listed.exact
        assert entails.count(grid) == listed

    @pytest.mark.parametrize(("clues", "value"), [(23, 240), (22, 4006), (21, 48740)])
    def test_9x9_grids_by_the_counter_and_by_the_compiled_search(self, clues: int, value: int) -> None:
        line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        givens = [cell for cell, sign in enumerate(line) if sign != "."][:clues]
        grid = entails.parse("sudoku", "".join(sign if cell in givens else "." for cell, sign in enumerate(line)))
        encoding = Pipeline.of("solve", grid, None, None, ()).encoding
        assert isinstance(encoding, Cnf)
        assert (
            count_models(encoding, UNLIMITED)
            == PUZZLE.count_all(grid, UNLIMITED)
            == entails.count(grid)
            == ModelCount(value, True)
        )
        assert entails.count(grid, assume=["r9c9=9"]).value == entails.count(grid.fill([*grid.cells[:80], 9])).value

    def test_an_empty_grid_is_at_least_what_was_found_in_time(self) -> None:
        ready()
        number = entails.count(entails.parse("sudoku", "." * 81), limits=Limits(seconds=1))
        assert not number.exact
        assert number.value >= 1


class TestLimits:
    HARD = formula(
        150,
        [[random.Random(n).choice((-1, 1)) * v for v in random.Random(n).sample(range(1, 151), 3)] for n in range(300)],
    )

    def test_time(self) -> None:
        ready()
        started = time.process_time()
        result = count_models(self.HARD, Limits(seconds=0.3))
        assert time.process_time() - started < 20
        assert (result.exact, result.reason) == (False, "time")

    def test_what_is_counted_bounds_the_rest(self) -> None:
        """Independent parts are multiplied at a limit: an uncounted part counts as at least one solution."""
        hard = [list(clause) for clause in self.HARD.clauses]
        unmet = 150 - len({abs(literal) for clause in hard for literal in clause})
        both = formula(155, [*hard, [151, 152], [153, 154]])
        assert count_models(both, Limits(nodes=20)) == ModelCount(0, False, "nodes")
        least = 3 * 3 * 2 ** (1 + unmet)
        assert count_models(both, Limits(nodes=20), satisfiable=True) == ModelCount(least, False, "nodes")
        pipeline = Pipeline.of("solve", both, None, None, ())
        assert isinstance(pipeline.encoding, Cnf)
        assert by_counter(pipeline, pipeline.encoding, Limits(nodes=20)) == ModelCount(least, False, "nodes")

    @pytest.mark.parametrize(("limits", "reason"), [(Limits(conflicts=5), "conflicts"), (Limits(nodes=20), "nodes")])
    def test_effort(self, limits: Limits, reason: str) -> None:
        counted = count_models(self.HARD, limits)
        assert (counted.exact, counted.reason) == (False, reason)

    def test_finished_branches_are_counted_at_a_limit(self) -> None:
        """Wherever the search stops, the count is a lower bound that never falls as the limit rises."""
        for seed in range(40):
            dice = random.Random(seed)
            clauses = [[dice.choice((-1, 1)) * v for v in dice.sample(range(1, 13), 3)] for _ in range(18)]
            shown = "c p show " + " ".join(map(str, range(1, 13 if seed % 2 else 8))) + " 0"
            cnf = formula(12, clauses, shown)
            exact = count_models(cnf, UNLIMITED).value
            bounds = [count_models(cnf, Limits(nodes=nodes)).value for nodes in range(1, 30)]
            assert bounds == sorted(bounds)
            assert max(bounds) <= exact
            assert exact == 0 or any(bound > 0 for bound in bounds)

    def test_a_problem_says_how_many_are_known(self) -> None:
        problem = entails.Problem()
        problem.all_different(*problem.ints(" ".join(f"v{n}" for n in range(20)), 1, 40))
        counted = count_models(read_dimacs(problem.to_dimacs()), Limits(nodes=5_000))
        assert (counted.exact, counted.reason) == (False, "nodes")
        assert counted.value > 10_000

    def test_little_memory_is_enough(self) -> None:
        """With little cache memory, the count is the same."""
        clauses = [
            [random.Random(n).choice((-1, 1)) * v for v in random.Random(n).sample(range(1, 41), 3)] for n in range(60)
        ]
        same = formula(40, clauses)
        assert count_models(same, Limits(memory_mb=1)) == count_models(same, UNLIMITED)


def test_a_list_of_variables_that_are_not_there() -> None:
    with pytest.raises(InvalidPuzzle, match="variable 7"):
        formula(3, [[1]], "c ind 7 0")


def test_the_command_gives_an_exact_integer() -> None:
    ran = command("cnf", "count", "-", "--json", stdin="p cnf 40 1\n1 2 0\n")
    assert (ran.code, ran.line["count"], ran.line["exact"]) == (0, 824_633_720_832, True)
    ran = command("cnf", "count", "-", "--json", stdin="c ind 1 2 0\np cnf 40 1\nc p show 3 0\n1 2 0\n")
    assert (ran.line["count"], ran.line["projected"]) == (6, 3)
