"""Custom problems against CPMpy and plain OR-Tools scripts: stating, queens, schedules, routes, and growth curves.

CPMpy is optional; without it, its lines are skipped. One worker, CPU time, all in one run.
"""

from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any

import entails
from benchmarks.clauses import megabytes, random_clauses, stated, stated_in_cpmpy
from benchmarks.measure import cpu, figure
from entails import Limits
from entails.models.outcome import Satisfied

FT06 = (
    "2 1 0 3 1 6 3 7 5 3 4 6\n1 8 2 5 4 10 5 10 0 10 3 4\n2 5 3 4 5 8 0 9 1 1 4 7\n"
    "1 5 0 5 2 5 3 3 4 8 5 9\n2 9 1 3 4 5 5 4 0 3 3 1\n1 3 3 3 5 9 0 10 4 4 2 1"
)
FT10 = (
    "0 29 1 78 2 9 3 36 4 49 5 11 6 62 7 56 8 44 9 21\n0 43 2 90 4 75 9 11 3 69 1 28 6 46 5 46 7 72 8 30\n"
    "1 91 0 85 3 39 2 74 8 90 5 10 7 12 6 89 9 45 4 33\n1 81 2 95 0 71 4 99 6 9 8 52 7 85 3 98 9 22 5 43\n"
    "2 14 0 6 1 22 5 61 3 26 4 69 8 21 7 49 9 72 6 53\n2 84 1 2 5 52 3 95 8 48 9 72 0 47 6 65 4 6 7 25\n"
    "1 46 0 37 3 61 2 13 6 32 5 21 9 32 8 89 7 30 4 55\n2 31 0 86 1 46 5 74 4 32 6 88 8 19 9 48 7 36 3 79\n"
    "0 76 1 69 3 76 5 51 2 85 9 11 6 40 7 89 4 26 8 74\n1 85 0 13 2 61 6 7 8 64 9 76 5 47 3 52 4 90 7 45"
)
"""Job shops of Fisher and Thompson (1963): machine and duration of each task, one job per line."""
SOLVING = Limits(seconds=60)


def main() -> None:
    """Run all measurements of this module."""
    for clauses in (25_000, 50_000, 100_000, 200_000):
        stating(clauses)
    stating_memory(200_000)
    for size in (25, 50, 100):
        queens(size)
    job_shop("ft06", FT06, 55, 1.5)
    job_shop("ft10", FT10, 930, None)
    for bits in (3, 5, 10, 20, 40, 55):
        wide_domain(2**bits)
    cumulative(100)
    route(50)
    for constraints in (100, 300, 1_000):
        differences(constraints)
    for variables, clauses in ((8, 40), (10, 50)):
        smallest_conflicts(variables, clauses)
    for people in (30, 60, 90):
        rota(people)


def compared(name: str, ours: Callable[[], object], peer: Callable[[], object], who: str, most: float | None) -> None:
    """Print our CPU time, that of a peer, and the ratio."""
    mine, theirs = cpu(ours), cpu(peer)
    ratio = mine / theirs
    target = "no aim" if most is None else f"{most} times"
    figure(f"{name}: {mine:.2f} s, {who} {theirs:.2f} s", f"{ratio:.2f} times", target, most is None or ratio <= most)


def stating(number: int) -> None:
    """Measure the time to state clauses, without making them."""
    clauses = random_clauses(number)
    if find_spec("cpmpy") is None:
        print(f"skip: cpmpy is not installed; {number:,} clauses stated in {cpu(lambda: stated(clauses)):.2f} s")
    else:
        stated(random_clauses(8)), stated_in_cpmpy(random_clauses(8))  # import the packages
        compared(f"{number:,} clauses stated", lambda: stated(clauses), lambda: stated_in_cpmpy(clauses), "CPMpy", 1.0)


def stating_memory(number: int) -> None:
    """Measure the memory of clauses stated, each in a process that imports its own package only."""
    if find_spec("cpmpy") is None:
        print("skip: cpmpy is not installed; memory is not compared")
        return
    (ours, own), (theirs, their_own) = megabytes("stated", number), megabytes("stated_in_cpmpy", number)
    value = f"{ours} MB ({own} before stating), CPMpy {theirs} MB ({their_own})"
    figure(f"{number:,} clauses stated, memory", value, "no more", ours <= theirs)


def queens(size: int) -> None:
    """Queens on a board, stated and solved."""

    def ours() -> None:
        problem = entails.Problem()
        queens = problem.ints(f"q1..q{size}", 0, size - 1)
        problem.all_different(queens)
        problem.all_different([queen + row for row, queen in enumerate(queens)])
        problem.all_different([queen - row for row, queen in enumerate(queens)])
        assert isinstance(problem.solve(), Satisfied)

    def peer() -> None:
        import cpmpy
        import numpy as np

        queens = cpmpy.intvar(0, size - 1, shape=size)
        rows = np.arange(size)
        alike = [cpmpy.AllDifferent(shifted) for shifted in (queens, queens + rows, queens - rows)]
        assert cpmpy.Model(alike).solve("ortools", num_workers=1)

    if find_spec("cpmpy") is None:
        print(f"skip: cpmpy is not installed; {size} queens in {cpu(ours):.2f} s")
    else:
        compared(f"{size} queens", ours, peer, "CPMpy with OR-Tools", 1.2)


def job_shop(name: str, text: str, best: int, most: float | None) -> None:
    """Measure the proven shortest schedule of a job shop."""
    rows = [list(map(int, line.split())) for line in text.split("\n")]
    jobs = [list(zip(row[::2], row[1::2], strict=True)) for row in rows]
    horizon = sum(duration for job in jobs for _, duration in job)

    def ours() -> None:
        problem = entails.Problem()
        machines: dict[int, list[Any]] = {}
        end = problem.integer("end", 0, horizon)
        for number, job in enumerate(jobs):
            before = None
            for place, (machine, duration) in enumerate(job):
                task = problem.task(f"j{number}t{place}", duration, 0, horizon)
                machines.setdefault(machine, []).append(task)
                if before is not None:
                    problem.add(task.start >= before.end)
                before = task
            assert before is not None
            problem.add(end >= before.end)
        for machine, tasks in machines.items():
            problem.no_overlap(tasks, on=f"machine {machine}")
        problem.minimise(end)
        outcome = problem.solve(limits=SOLVING)
        assert isinstance(outcome, Satisfied)
        assert (outcome.objective, outcome.optimal) == (best, True), outcome

    def peer() -> None:
        from ortools.sat.python import cp_model

        model = cp_model.CpModel()
        machines: dict[int, list[Any]] = {}
        end = model.new_int_var(0, horizon, "end")
        for number, job in enumerate(jobs):
            before = None
            for place, (machine, duration) in enumerate(job):
                start = model.new_int_var(0, horizon, f"j{number}t{place}")
                machines.setdefault(machine, []).append(model.new_fixed_size_interval_var(start, duration, ""))
                if before is not None:
                    model.add(start >= before)
                before = start + duration
            assert before is not None
            model.add(end >= before)
        for tasks in machines.values():
            model.add_no_overlap(tasks)
        model.minimize(end)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        assert solver.solve(model) == cp_model.OPTIMAL
        assert solver.objective_value == best

    compared(name, ours, peer, "plain OR-Tools", most)


def wide_domain(size: int) -> None:
    """Measure growth with domain size: a sum, a difference and a product of two numbers."""

    def work() -> None:
        problem = entails.Problem()
        x, y = problem.ints("x y", 0, size - 1)
        problem.add(3 * x + 7 * y == 5 * (size - 1), x > y)
        assert isinstance(problem.solve(), Satisfied)

    print(f"     two numbers with {size:,} values: {cpu(work):.3f} s")


def cumulative(number: int) -> None:
    """Measure tasks on a resource, with the bounds of the best schedule after ten seconds."""
    random = Random(number)
    problem = entails.Problem()
    end = problem.integer("end", 0, 10_000)
    tasks = []
    for place in range(number):
        task = problem.task(f"t{place}", random.randint(5, 60), 0, 10_000)
        problem.add(end >= task.end)
        tasks.append(task)
    problem.cumulative(tasks, [random.randint(1, 5) for _ in tasks], 8)
    problem.minimise(end)
    _bounded(f"cumulative, {number} tasks", problem)


def route(places: int) -> None:
    """Measure the shortest round trip, with its bounds after ten seconds."""
    random = Random(places)
    at = [(random.randrange(1000), random.randrange(1000)) for _ in range(places)]
    problem = entails.Problem()
    following = problem.ints(f"next0..next{places - 1}", 0, places - 1)
    problem.circuit(following)
    far = [[abs(a - c) + abs(b - d) for c, d in at] for a, b in at]
    legs = (
        distance * (after == another)
        for place, after in enumerate(following)
        for another, distance in enumerate(far[place])
        if another != place
    )
    problem.minimise(sum(legs))
    _bounded(f"round trip of {places} places", problem)


def differences(number: int) -> None:
    """A minimal conflict and a minimal repair of difference constraints with a planted contradiction."""
    random, variables = Random(1), number // 2
    value = [random.randrange(1000) for _ in range(variables)]
    bounds = []
    for _ in range(number - 8):
        left, right = random.sample(range(variables), 2)
        bounds.append((left, right, value[right] - value[left] - random.randrange(50)))
    cycle = random.sample(range(variables), 8)
    bounds += [(left, right, 1) for left, right in zip(cycle, [*cycle[1:], cycle[0]], strict=True)]
    random.shuffle(bounds)
    problem = entails.Problem()
    x = problem.ints(f"x0..x{variables - 1}", 0, 1000)
    for left, right, least in bounds:
        problem.add(x[right] - x[left] >= least)
    problem.model()

    def ours() -> None:
        explanation = problem.explain(most=1, limits=Limits())
        assert explanation.verified
        assert explanation.conflicts
        assert explanation.repairs

    def peer() -> None:
        import cpmpy
        from cpmpy.tools import mcs, mus

        y = cpmpy.intvar(0, 1000, shape=variables)
        soft = [y[right] - y[left] >= least for left, right, least in bounds]
        mus(soft, solver="ortools")
        mcs(soft, solver="ortools")

    if find_spec("cpmpy") is None:
        print(f"skip: cpmpy is not installed; {number} differences explained in {cpu(ours):.2f} s")
    else:
        ours()
        compared(f"{number} differences: a conflict and a repair, verified", ours, peer, "CPMpy's mus and mcs", 1.2)


def smallest_conflicts(variables: int, number: int) -> None:
    """A smallest conflict of random clauses, with a repair and verified, against OptUx, which finds the conflict."""
    from pysat.examples.optux import OptUx
    from pysat.formula import WCNF

    ours = peer = 0.0
    for seed in range(40):
        random = Random(seed)
        clauses = [
            [literal * random.choice((1, -1)) for literal in random.sample(range(1, variables + 1), 3)]
            for _ in range(number)
        ]
        lines = "".join(" ".join(map(str, clause)) + " 0\n" for clause in clauses)
        formula, soft = entails.parse("cnf", f"p cnf {variables} {number}\n{lines}"), WCNF()
        for clause in clauses:
            soft.append(clause, weight=1)
        explanations: list[Any] = []
        spent = cpu(lambda: explanations.append(entails.explain(formula, smallest=True, limits=Limits())))  # noqa: B023
        if explanations[0].consistent:
            continue
        sizes: list[int] = []

        def optux(soft: Any = soft, sizes: list[int] = sizes) -> None:
            with OptUx(soft) as search:
                sizes.append(len(search.compute()))

        peer += cpu(optux)
        ours += spent
        assert sizes == [len(explanations[0].conflicts[0].groups)]
    name = f"smallest conflicts of {number} clauses over {variables} variables, with a repair, verified"
    figure(name, f"{ours / peer:.2f} times OptUx", "2 times", ours <= 2 * peer)


def rota(people: int) -> None:
    """Measure a rota of as many days as people, a third of them at work each day: counts as they are, or as clauses."""
    problem = entails.Problem("rota")
    at_work = [[problem.boolean(f"p{person}d{day}") for day in range(people)] for person in range(people)]
    for person, row in enumerate(at_work):
        problem.add(sum(row) <= people // 3, because=f"person {person} works a third of the days at most")
    for day, column in enumerate(zip(*at_work, strict=True)):
        problem.add(sum(column) >= people // 3, because=f"a third of the people work on day {day}")
    assert problem.solve()  # the statement and the solvers are ready

    def solved(encoder: str) -> None:
        assert problem.solve(engine="minicard", encoder=encoder)

    name = f"rota of {people} people and days, minicard with native cardinalities"
    compared(name, lambda: solved("native-cardinality"), lambda: solved("complete"), "with clauses", None)


def _bounded(name: str, problem: entails.Problem) -> None:
    outcomes: list[Any] = []
    spent = cpu(lambda: outcomes.append(problem.solve(limits=Limits(seconds=10))))
    outcome = outcomes[0]
    solved = isinstance(outcome, Satisfied) and outcome.bound is not None
    value = f"{outcome.objective:.0f}, bound {outcome.bound:.0f}" if solved else str(outcome)
    figure(f"{name}, {spent:.1f} s", value, "a solution with a bound", solved)
