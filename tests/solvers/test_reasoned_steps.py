"""Steps of any puzzle: they lead to the solution without using it, and each is proved again here."""

import json
from typing import Any

import pytest
from cli.runner import entails as command

import entails
from entails.models.encoding import Cnf
from entails.models.errors import InvalidOption, UnsupportedCapability
from entails.models.limits import Limits
from entails.models.outcome import ReasonedPath
from entails.puzzles import puzzle_type_named
from entails.queries.steps import stated, walked
from entails.solvers.proof import check_proof

TAKUZU = "..00../...00./.1..../....../0.0.../.....0"
SLITHERLINK = "11.2./.1.1./1...1/.1.12/.3..1"
MOST_DECISIONS = 100_000
SMALL = {
    "takuzu": TAKUZU,
    "star-battle": "1:AABBCD/AABCCC/AACCCC/AACECC/FAEEEE/FAEEEE",
    "hitori": "342215/365631/636541/613653/524463/114323",
    "killer": "ABBC/AADC/EFDC/EFDG A=9 B=4 C=8 D=7 E=4 F=6 G=2",
}


def holds(cnf: Cnf[Any], groups: set[str], literals: list[int]) -> bool:
    """Return whether some assignment with these literals satisfies the granted clauses and these groups."""
    from pysat.solvers import Cadical153

    free = {"definitions", "meanings", "domains"}
    with Cadical153() as solver:
        for clause, group in zip(cnf.clauses.lists, cnf.clauses.group_of.tolist(), strict=True):
            about = cnf.groups[group]
            granted = about.id in free or (about.id.endswith("has one digit") and is_granted(clause))
            if about.id in groups or granted:
                solver.add_clause(clause)
        return bool(solver.solve(assumptions=literals))


def is_granted(clause: list[int]) -> bool:
    """Return whether a clause is part of a domain: no two values, or at least one."""
    return all(literal < 0 for literal in clause) or len(clause) == 2


def example(name: str) -> str:
    return next(item.text for item in puzzle_type_named(name).examples if item.about and item.name not in ("clash",))


@pytest.mark.parametrize("name", SMALL)
def test_every_step_is_forced_by_what_it_names(name: str) -> None:
    """The constraints and facts of each step force its result, and every constraint is needed."""
    puzzle = entails.parse(name, SMALL[name])
    cnf, _ = stated(puzzle, "steps")
    number = {fact: place for place, fact in enumerate(cnf.names, 1)}
    number |= {f"not {fact}": -place for fact, place in list(number.items())}
    path = entails.steps(puzzle)
    assert path.status == "solved"
    known: set[str] = {group.id.removeprefix("given ") for group in cnf.groups if group.soft}
    for step in path.steps:
        statements = {group.id for group in step.statements}
        facts = [number[fact] for fact in step.facts]
        for forced in step.forces[:12]:
            assert not holds(cnf, statements, [*facts, -number[forced]]), step.sentence
        assert step.minimal
        assert step.verified
        for left_out in statements if len(statements) > 1 else ():
            before = [number[fact] for fact in known if fact in number]
            assert holds(cnf, statements - {left_out}, [*before, -number[step.forces[0]]])
        known.update(step.forces)
    solved = puzzle_type_named(name).partial_answer
    assert solved is not None
    assert solved(puzzle, sorted(known & set(number))) == entails.solve(puzzle).answer


@pytest.mark.parametrize(("statements", "tier"), [(2, "few"), (10, "few"), (11, "supposition"), (12, "supposition")])
def test_more_than_ten_statements_are_a_supposition(statements: int, tier: str) -> None:
    """A step of more than ten constraints counts as a supposition; a ring of implications needs all of them."""
    names = ["x", *(f"a{number}" for number in range(1, statements))]
    clauses = [["x", "a1"], *([f"!{left}", right] for left, right in zip(names[1:], [*names[2:], "x"], strict=True))]
    assert len(clauses) == statements
    document = {
        "variables": [{"name": name, "boolean": True} for name in names],
        "constraints": [{"kind": "clause", "facts": clause, "text": " or ".join(clause)} for clause in clauses],
    }
    formula = entails.parse("model", json.dumps(document))
    path = entails.steps(formula)
    assert isinstance(path, ReasonedPath)
    step = path.steps[0]
    assert (len(step.statements), step.tier, step.minimal, step.verified) == (statements, tier, True, True)
    assert step.forces == ("x",)


def test_several_solutions_end_the_path() -> None:
    path = entails.steps(entails.parse("takuzu", "..00../...00./.1..../....../1.0.../.....0"))
    assert path.status == "several"
    forced = entails.forced(entails.parse("takuzu", "..00../...00./.1..../....../1.0.../.....0"))
    report = {fact for step in path.steps for fact in step.forces if not fact.startswith("not ")}
    puzzle = {"r1c3=0", "r1c4=0", "r2c4=0", "r2c5=0", "r3c2=1", "r5c1=1", "r5c3=0", "r6c6=0"}
    assert report | puzzle == {fact for fact in forced.names if not fact.startswith("not ")}


def test_no_solution() -> None:
    assert entails.steps(entails.parse("takuzu", "..00../...00./.1..../....../0.0.../..0..0")).status == "contradiction"


def test_no_time() -> None:
    path = entails.steps(entails.parse("killer", example("killer")), limits=Limits(seconds=0.001))
    assert (path.status, path.reason) == ("undecided", "time")


def test_the_smallest_step() -> None:
    """A smallest step is proved by hitting sets, and by brute force over all smaller sets of constraints."""
    puzzle = entails.parse("star-battle", SMALL["star-battle"])
    path = entails.steps(puzzle, smallest=True)
    assert path.status == "solved"
    assert all(step.smallest for step in path.steps)
    several = [step for step in path.steps if len(step.statements) > 1]
    assert several
    plain = entails.steps(
        entails.parse(
            "takuzu",
            "........../0.......1./0..00...../..1.0...0./.0......../...0.00.../..1.....11/.1.....1.1/........../.1..0.0.1.",
        ),
        limits=Limits(seconds=0.5),
    )
    assert not any(step.smallest for step in plain.steps if len(step.statements) > 1)


class TestPosition:
    """Steps from a position with a player's entries."""

    def test_right_entries_are_used(self) -> None:
        hint = entails.hint(entails.parse("takuzu", TAKUZU), "step", assume=["r1c2=1", "r1c1=0"])
        assert not hint.wrong
        assert hint.step is not None
        assert not {"r1c2=1", "r1c1=0"} & set(hint.step.forces)

    def test_a_wrong_entry_is_named_first(self) -> None:
        puzzle = entails.parse("takuzu", TAKUZU)
        hint = entails.hint(puzzle, "step", assume=["r1c2=0", "r1c1=0"])
        (wrong,) = hint.wrong
        assert wrong.entry == "r1c2=0"
        assert [group.text for group in wrong.statements] == ["r1c2, r1c3, r1c4 are not all 0"]
        assert hint.sentence.startswith("Your r1c2=0 is wrong: r1c2, r1c3, r1c4 are not all 0")
        assert hint.step is not None

    def test_a_crossed_out_candidate(self) -> None:
        hint = entails.hint(entails.parse("takuzu", TAKUZU), assume=["not r1c2=1"])
        assert hint.sentence.startswith("Crossing out r1c2=1 is wrong")

    def test_invalid_fact(self) -> None:
        with pytest.raises(InvalidOption, match="unknown fact 'r9c9=1'"):
            entails.hint(entails.parse("takuzu", TAKUZU), assume=["r9c9=1"])


class TestStrengths:
    def test_each_tells_more(self) -> None:
        puzzle = entails.parse("takuzu", TAKUZU)
        assert entails.hint(puzzle).sentence == "Look at r1c2, r1c3 and r1c4."
        assert entails.hint(puzzle, "rules").sentence == "r1c2, r1c3, r1c4 are not all 0: this forces something."
        assert entails.hint(puzzle, "step").sentence == (
            "r1c2=1, because r1c2, r1c3, r1c4 are not all 0 (known: r1c3=0 and r1c4=0)."
        )

    def test_reports(self) -> None:
        where = command("takuzu", "hint", TAKUZU, "--json").line
        step = command("takuzu", "hint", TAKUZU, "-s", "step", "--json").line
        assert (where["statements"], where["forces"], where["step"]) == ([], [], None)
        assert step["forces"] == ["r1c2=1"]
        assert step["statements"] == [
            {"id": "r1c2, r1c3, r1c4 are not all 0", "text": "r1c2, r1c3, r1c4 are not all 0"}
        ]
        assert (step["minimal"], step["smallest"], step["facts"]) == (True, True, ["r1c3=0", "r1c4=0"])
        assert command("takuzu", "hint", TAKUZU, "--also", "r1c2=0").code == 1


class TestCertificate:
    def test_another_program_could_check_it(self, tmp_path: Any) -> None:
        file = tmp_path / "path.drup"
        assert command("takuzu", "steps", TAKUZU, "--certificate", file).code == 0
        lines = file.read_text("utf-8").splitlines()
        cnf, _ = stated(entails.parse("takuzu", TAKUZU), "steps")
        denial = [int(word) for word in lines[0].partition("the clause ")[2].split()[:-1]]
        assert check_proof([*cnf.clauses.lists, denial], lines).verified
        assert not check_proof([*cnf.clauses.lists, denial], ["0"]).verified
        assert lines[1].startswith("c step 1: r1c2=1, because")


class TestMinimal:
    def test_a_clue_too_many(self) -> None:
        """A redundant clue, the solution's digit in an empty cell, is never needed."""
        puzzle = entails.parse("takuzu", TAKUZU)
        answer = entails.solve(puzzle).answer
        more = type(puzzle)(6, (*puzzle.digits[:-2], answer.digits[-2], puzzle.digits[-1]))
        result = entails.minimal_clues(more)
        assert f"given r6c5={answer.digits[-2]}" in {group.id for group in result.unneeded}
        assert result.minimal
        assert result.verified
        for group in result.clues:
            assert (group in result.unneeded) == is_enough(more, {clue.id for clue in result.clues} - {group.id})
        kept = {group.id for group in result.kept}
        assert is_enough(more, kept)
        assert not any(is_enough(more, kept - {clue}) for clue in kept)

    def test_the_smallest(self) -> None:
        solved = entails.solve(entails.parse("takuzu", ".0../0.../.01./..1.")).answer
        puzzle = type(solved)(4, (*solved.digits[:9], *(None for _ in range(7))))
        result = entails.minimal_clues(puzzle, smallest=True)
        assert result.smallest
        ids = [group.id for group in result.clues]
        assert is_enough(puzzle, {group.id for group in result.kept})
        from itertools import combinations

        fewer = len(result.kept) - 1
        assert not any(is_enough(puzzle, set(some)) for some in combinations(ids, fewer))

    def test_several(self) -> None:
        assert entails.minimal_clues(entails.parse("takuzu", "..../..../..../....")).solutions == "several"


def is_enough(puzzle: Any, clues: set[str]) -> bool:
    """Return whether these givens leave a unique solution."""
    digits = tuple(
        digit if f"given r{cell // puzzle.side + 1}c{cell % puzzle.side + 1}={digit}" in clues else None
        for cell, digit in enumerate(puzzle.digits)
    )
    return bool(entails.check(type(puzzle)(puzzle.side, digits)).unique)


class TestProblem:
    def problem(self) -> entails.Problem:
        p = entails.Problem("seats")
        ann, bob, eve = p.ints("ann bob eve", 1, 3)
        p.all_different(ann, bob, eve, because="one seat each")
        p.add(ann < bob, "Ann sits left of Bob")
        p.add(bob < eve, "Bob sits left of Eve")
        return p

    def test_steps(self) -> None:
        path = self.problem().steps()
        assert isinstance(path, ReasonedPath)
        assert path.status == "solved"
        assert {"ann=1", "bob=2", "eve=3"} <= {fact for step in path.steps for fact in step.forces}
        assert "Ann sits left of Bob" in self.problem().hint().sentence

    def test_minimal_clues(self) -> None:
        result = self.problem().minimal_clues()
        assert result.solutions == "one"
        assert [group.text for group in result.unneeded] == ["one seat each"]


def test_rate() -> None:
    easy = command("takuzu", "rate", ".0../0.../.01./..1.", "--json").line
    harder = command("takuzu", "rate", TAKUZU, "--json").line
    assert easy["effort"] < harder["effort"]
    assert set(harder["criteria"]) >= {"rounds", "stuck", "largest", "sizes", "steps", "available", "depth"}


def test_formulas_have_no_steps() -> None:
    with pytest.raises(UnsupportedCapability, match="cnf has no query"):
        entails.steps([[1], [2]])


def test_a_variable_with_one_value_needs_no_step() -> None:
    p = entails.Problem()
    p.integer("x", [5])
    y = p.integer("y", 0, 2)
    p.add(y > 1, "y is large")
    path = p.steps()
    assert (path.status, [step.forces for step in path.steps]) == ("solved", [("y=2",)])


def test_a_step_names_the_facts_that_its_own_statements_need() -> None:
    """A step names the facts that its own constraints need, after redundant constraints are removed."""
    p = entails.Problem()
    x, z = p.integer("x", -1, 1), p.integer("z", 0, 2)
    p.add((z != 2) & ((x == -1) | (z != 1)), when=x != 1, because="t1")
    p.add(abs(z - x) >= 2, "t2")
    p.add(x != z, "t1")
    for step in p.steps().steps:
        names, facts = {group.id for group in step.statements}, step.facts
        worlds = [(a, b) for a in range(-1, 2) for b in range(3)]
        if "t1" in names:
            worlds = [(a, b) for a, b in worlds if a != b and (a == 1 or (b != 2 and (a == -1 or b != 1)))]
        if "t2" in names:
            worlds = [(a, b) for a, b in worlds if abs(a - b) >= 2]
        for fact in facts:
            worlds = [world for world in worlds if of_world(fact, *world)]
        assert all(of_world(fact, *world) for fact in step.forces for world in worlds)


def of_world(fact: str, x: int, z: int) -> bool:
    name, _, value = fact.removeprefix("not ").partition("=")
    return ({"x": x, "z": z}[name] == int(value)) != fact.startswith("not ")


def test_models_of_one_constraint_hide_no_fact_that_it_forces() -> None:
    puzzle = entails.parse("slitherlink", SLITHERLINK)
    with walked(puzzle, "steps", Limits()) as walk:
        group = max(walk.position.statements, key=lambda number: len(walk.position.scope[number]))
        for number, _ in enumerate(walk.steps()):
            if number % 8 == 0:
                kept = walk.position.refuted_alone(group, 20)
                again = [literal for fact in walk.position.open for literal in (fact, -fact)]
                assert kept == [item for item in again if walk.position.refuted(item, [group], 2_000) is not None]


def test_a_path_is_the_same_each_time_and_takes_a_bounded_amount_of_work() -> None:
    puzzle = entails.parse("slitherlink", SLITHERLINK)
    walks = []
    for _ in range(2):
        with walked(puzzle, "steps", Limits()) as walk:
            walks.append((walk.path(), walk.position.search.accum_stats()["decisions"]))
    assert walks[0] == walks[1]
    path, decisions = walks[0]
    assert path.status == "solved"
    assert max(len(step.statements) for step in path.steps) <= 6
    assert decisions < MOST_DECISIONS
