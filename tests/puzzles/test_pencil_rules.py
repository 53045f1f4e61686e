"""Statements of pencil puzzles against their checkers: brute force, both compilers, the statement checker."""

from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pencil_small import SMALL

import entails
from entails.encoders.check import checker
from entails.encoders.check.checker import broken
from entails.models.lattice import Lattice
from entails.models.limits import DEFAULTS, UNLIMITED
from entails.models.outcome import Satisfied
from entails.models.statement import GroupIndex
from entails.puzzles import puzzle_type_named
from entails.puzzles.common.cells import Marks
from entails.puzzles.common.loops import Paths
from entails.puzzles.country_road import CountryRoad
from entails.puzzles.lits import Lits
from entails.solvers.engine import engine, solutions

FEW = settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
ENGINES = {"cnf": "cadical195", "cpsat": "cpsat"}
MOST = 400


def all_solutions(name: str, puzzle: Any, encoder: str) -> list[str]:
    """Return every solution as text, after a check that each is valid and unique in the list."""
    puzzle_type = puzzle_type_named(name)
    encoding = puzzle_type.encoders[encoder].encode(puzzle)
    listing = solutions(engine(ENGINES[encoding.kind]), encoding, UNLIMITED, DEFAULTS)
    answers = list(islice(listing, MOST))
    assert [puzzle_type.check(puzzle, answer) for answer in answers] == [None] * len(answers)
    written = [puzzle_type.format_answer(answer) for answer in answers]
    assert len(set(written)) == len(written)
    return sorted(written)


@pytest.mark.parametrize("name", SMALL)
def test_brute_force_and_both_compilers_agree(name: str) -> None:
    @FEW
    @given(SMALL[name].puzzles)
    def agree(puzzle: Any) -> None:
        puzzle_type = puzzle_type_named(name)
        right = (
            candidate for candidate in SMALL[name].candidates(puzzle) if puzzle_type.check(puzzle, candidate) is None
        )
        expected = sorted(map(puzzle_type.format_answer, islice(right, MOST)))
        answers = all_solutions(name, puzzle, "complete")
        assert len(answers) == len(expected)
        if len(expected) < MOST:
            assert answers == expected
            if len(expected) < 20:
                assert all_solutions(name, puzzle, "cpsat") == expected

    agree()


@pytest.mark.parametrize("name", SMALL)
def test_puzzle_checker_and_statement_checker_agree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Checker and statement checker agree on boards that are right, almost right, or random.

    A checker that does not finish its search for hidden values accepts the answer; then a SAT solver decides.
    """
    search, verdicts = checker._search, list[bool | None]()

    def recorded(*arguments: Any) -> bool | None:
        verdicts.append(search(*arguments))
        return verdicts[-1]

    monkeypatch.setattr(checker, "_search", recorded)

    @FEW
    @given(SMALL[name].puzzles, st.data())
    def agree(puzzle: Any, data: st.DataObject) -> None:
        statement = puzzle_type_named(name).state(puzzle)
        encoding = puzzle_type_named(name).encoders["complete"].encode(puzzle)
        with engine("cadical195").open(encoding, UNLIMITED, DEFAULTS) as session:
            outcome = session.solve()
            shown = statement.variables[: statement.shown]
            values = [data.draw(st.sampled_from(tuple(variable.values))) for variable in shown]
            if isinstance(outcome, Satisfied) and data.draw(st.booleans()):
                values = list(statement.values_of([fact for fact in outcome.facts if fact > 0]))
                if data.draw(st.booleans()):
                    place = data.draw(st.integers(0, len(values) - 1))
                    values[place] = data.draw(st.sampled_from(tuple(statement.variables[place].values)))
            facts = [statement.fact(number, value) for number, value in enumerate(values) if value is not None]
            names = [statement.names[fact - 1] for fact in facts if fact > 0]
            refused = puzzle_type_named(name).check(puzzle, puzzle_type_named(name).decode_atoms(puzzle, names))
            verdicts.clear()
            breach = broken(statement, values)
            if name == "nurikabe":  # its cells have island numbers, but the checker sees only black and white
                assert breach is not None or refused is None
            elif breach is None and None in verdicts:
                assert isinstance(session.solve(facts), Satisfied) == (refused is None)
            else:
                assert (breach is None) == (refused is None)

    agree()


@pytest.mark.parametrize("name", SMALL)
def test_every_sentence_is_one(name: str) -> None:
    """Every sentence is complete in both languages and names known objects; fact names are unique."""
    for example in puzzle_type_named(name).examples:
        puzzle = entails.parse(name, example.text)
        statement = puzzle_type_named(name).state(puzzle)
        groups = GroupIndex.of(statement).groups
        assert len({group.id for group in groups}) == len(groups)
        for group in groups:
            english, french = group.say("en"), group.say("fr")
            assert english == group.text
            assert english.strip()
            assert "{" not in english + french
            if group.id != "definitions":
                assert english != french
                assert group.sentence is not None
        assert len(set(statement.names)) == len(statement.names)
        assert not any("aux" in fact or "{" in fact for fact in statement.names)
        places = {cell.name for cell in puzzle_type_named(name).draw(puzzle, None).cells}
        places |= {edge.name for edge in puzzle_type_named(name).draw(puzzle, None).edges}
        assert {cell for group in groups for cell in group.cells} <= places


@pytest.mark.parametrize("name", SMALL)
def test_what_may_be_chosen_is_a_fact(name: str) -> None:
    """Every choice that a drawing offers is a fact of the statement, or the negation of one."""
    puzzle = entails.parse(name, puzzle_type_named(name).examples[0].text)
    drawing, names = puzzle_type_named(name).draw(puzzle, None), set(puzzle_type_named(name).statement(puzzle).names)
    assert drawing.fillable
    for place in drawing.fillable:
        for choice in drawing.choices:
            assert choice.fact.format(name=place.name).removeprefix("not ") in names


def walls(board: Lattice, *pairs: str) -> tuple[int, ...]:
    """Return 1 for each pair of neighbours in the list, such as "r1c1|r1c2", else 0."""
    return tuple(int(f"{board.name(cell)}|{board.name(to)}" in pairs) for cell, to in board.borders)


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("", "###/#.. ###/.#. ###/..# ##./.## #../### ..#/### .#./### .##/##."),
        ("r1c1|r1c2", "#../### ..#/### .#./### .##/##."),
        ("r1c2|r2c2", "###/#.. ###/..# #../### ..#/###"),
    ],
)
def test_a_wall_inside_a_room_cuts_the_shapes_of_lits(inside: str, expected: str) -> None:
    puzzle = Lits(2, 3, walls(Lattice(2, 3), inside))
    assert (
        all_solutions("lits", puzzle, "complete") == all_solutions("lits", puzzle, "cpsat") == sorted(expected.split())
    )
    across = Marks(3, tuple(int(sign == "#") for sign in "####.."))
    assert puzzle_type_named("lits").check(puzzle, across) == (
        "the black cells in the region of r1c1 are not connected" if inside == "r1c1|r1c2" else None
    )


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("", "┌──┐/└──┘ ┌─┐./└─┘. .┌┐./.└┘. .┌─┐/.└─┘"),
        ("r1c1|r1c2", ".┌┐./.└┘. .┌─┐/.└─┘"),
        ("r1c1|r2c1", ""),  # a loop must visit one of the two, and visits both by crossing the wall
    ],
)
def test_a_loop_that_crosses_a_wall_inside_a_country_enters_it_again(inside: str, expected: str) -> None:
    board = Lattice(2, 4)
    puzzle = CountryRoad(2, 4, walls(board, "r1c2|r1c3", "r2c2|r2c3", inside), (None, None))
    assert all_solutions("country-road", puzzle, "complete") == sorted(expected.split())
    around = Paths(
        2, 4, walls(board, *(f"r{r}c{c}|r{r}c{c + 1}" for r in (1, 2) for c in (1, 2, 3)), *("r1c1|r2c1", "r1c4|r2c4"))
    )
    assert puzzle_type_named("country-road").check(puzzle, around) == (
        "the loop enters the country of r1c1 twice" if inside else None
    )


@pytest.mark.parametrize(("inside", "loops"), [((), 6), (("r1c1|r1c2",), 5), (("r1c1|r1c2", "r1c2|r1c3"), 3)])
def test_on_a_board_of_one_country_a_loop_crosses_one_inside_wall_at_most(inside: tuple[str, ...], loops: int) -> None:
    puzzle = CountryRoad(2, 4, walls(Lattice(2, 4), *inside), (None,))
    assert len(all_solutions("country-road", puzzle, "complete")) == loops


@pytest.mark.parametrize(
    "name", ["aquarium", "country-road", "heyawake", "lits", "norinori", "nurimaze", "ripple-effect", "suguru"]
)
def test_a_wall_inside_a_room_is_kept_and_drawn(name: str) -> None:
    puzzle = entails.parse(name, puzzle_type_named(name).examples[0].text)
    room_clues = {"numbers": (None,)} if name in ("country-road", "heyawake") else {}
    dangling = replace(puzzle, walls=walls(puzzle.board, "r1c2|r2c2"), **room_clues)
    assert entails.parse(name, puzzle_type_named(name).formats["link"](dangling)) == dangling
    edges = [edge for edge in puzzle_type_named(name).draw(dangling, None).edges if edge.line]
    assert [(edge.row, edge.column, edge.way, edge.kind) for edge in edges] == [(1, 1, "across", "given")]
