"""Diagrams of steps: links that the board has, and one source for picture, terminal and JSON."""

import re

import pytest

from entails.models.sudoku.grid import Grid
from entails.solvers.sudoku.steps.argument import SHAPE, ChainLink, Diagram, eureka
from entails.solvers.sudoku.steps.path import moments as moments_of
from entails.solvers.sudoku.steps.path import solve_steps
from entails.solvers.sudoku.steps.picture import look_at, picture, sketch
from entails.solvers.sudoku.steps.position import Step
from entails.solvers.sudoku.steps.technique import technique

from ..helpers import grid_of
from .test_explainer import WORKED
from .test_patterns import found_there

PLAIN = re.compile(r"\[/?[a-z ]+\]")


def drawn() -> list[tuple[Grid, Step]]:
    path = solve_steps(grid_of(WORKED[2][0]), unique=True)
    on_path = zip(moments_of(path.puzzle, path.steps), path.steps, strict=True)
    return [*on_path, *((grid, step) for grid, _, step in found_there()[::3])]


def test_every_step_has_marks_for_what_it_does() -> None:
    for _, step in drawn():
        marks = step.diagram.marks
        assert [mark.candidates for mark in marks if mark.role == "eliminated"] == [step.removes] * bool(step.removes)
        assert [mark.candidates for mark in marks if mark.role == "placed"] == [step.places] * bool(step.places)
        assert all(mark.candidates for mark in marks)


def test_what_is_marked_was_there() -> None:
    """Marked candidates existed on the board, except at the end of a refuted branch."""
    for _, step in drawn():
        if technique(step.technique).family in ("forcing", "cases"):
            continue
        for mark in step.diagram.marks:
            for cell, digit in mark.candidates:
                assert step.evidence.marks[cell] >> (digit - 1) & 1, (step.sentence, mark)


def test_strong_and_weak_links_are_what_they_say() -> None:
    """Strong links are right: within a set, or a cell or unit with just two alternatives; weak links exclude."""
    kinds = set()
    for _, step in drawn():
        in_sets = technique(step.technique).family == "sets" or "als" in step.technique
        for link in step.diagram.links:
            kinds.add(link.kind)
            if link.kind == "weak":
                assert all(_exclude(item, second) for item in link.start for second in link.end), step.sentence
            elif link.kind == "strong" and not in_sets:
                assert _one_of_both(step, link), step.sentence
    assert kinds == {"strong", "weak", "then"}


def _exclude(numbers: tuple[int, int], second: tuple[int, int]) -> bool:
    if numbers[0] == second[0]:
        return numbers[1] != second[1]
    return numbers[1] == second[1] and second[0] in SHAPE.peers[numbers[0]]


def _one_of_both(step: Step, link: ChainLink) -> bool:
    marks, ways = step.evidence.marks, {*link.start, *link.end}
    cells, digits = {cell for cell, _ in ways}, {digit for _, digit in ways}
    if len(digits) == 2:
        [cell] = cells
        return marks[cell].bit_count() == 2
    [digit] = digits
    return any(cells == {cell for cell in unit.cells if marks[cell] >> (digit - 1) & 1} for unit in SHAPE.units)


def test_a_chain_is_written_as_players_do() -> None:
    ends = [((0, 5),), ((0, 3),), ((4, 3),), ((31, 3),), ((31, 7),), ((27, 7), (28, 7))]
    assert eureka(SHAPE, ends) == "(5=3)r1c1-r1c5=(3-7)r4c5=r4c12"
    for _, step in drawn():
        diagram: Diagram = step.diagram
        if diagram.chain is None:
            continue
        head, so = diagram.chain.split(" => ")
        assert so
        assert all(f"r{cell // 9 + 1}c{cell % 9 + 1}" in so for cell, _ in step.removes)
        signs = [sign for sign in head if sign in "=-"]
        expected = ["=" if link.kind == "strong" else "-" for link in diagram.links]
        assert signs == expected


def test_pictures_and_sketches_draw_the_same() -> None:
    for grid, step in drawn()[::4]:
        svg, text = picture(grid, step), PLAIN.sub("", sketch(grid, step))
        for kind in ("strong", "weak", "then"):
            links = sum(link.kind == kind for link in step.diagram.links)
            assert svg.count(f'<path class="{kind}"') == links
        assert len(re.findall(r"[-=][1-9]+", text)) == len({cell for cell, _ in (*step.removes, *step.places)})
        assert len({len(line) for line in text.split("\n")}) == 1


def test_json_names_what_is_drawn() -> None:
    for _, step in drawn()[::9]:
        report = step.as_json()
        assert [link["kind"] for link in report["links"]] == [link.kind for link in step.diagram.links]
        assert all(re.fullmatch(r"r[1-9]c[1-9]=[1-9]", name) for link in report["links"] for name in link["from"])
        assert report["chain"] == step.diagram.chain


@pytest.mark.parametrize("cells", [(), range(9), range(81)])
def test_where_to_look_gives_nothing_away(cells: range | tuple[int, ...]) -> None:
    grid = grid_of(WORKED[0][0])
    text = PLAIN.sub("", look_at(grid, cells))
    assert text.count("?") == sum(not grid.cells[cell] for cell in cells)
    assert sum(text.count(str(digit)) for digit in range(1, 10)) == len(grid.givens())
