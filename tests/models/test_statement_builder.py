"""Statement builders, and the geometry of boards."""

import pytest

from entails.locale.message import Message
from entails.models.constraints import Clause
from entails.models.lattice import Lattice
from entails.models.statement import StatementBuilder, boolean
from entails.puzzles.common.cells import digit_variables, every_digit_once, give_digits, yes_no_variables

SAID = Message("{cell} is so", "{cell} est ainsi")


def test_rules_of_one_sentence_are_one_group() -> None:
    builder = StatementBuilder([boolean("a"), boolean("b")])
    builder.rule(SAID(cell="a"), Clause((1,)), Clause((2,)), at=[0])
    builder.rule(SAID(cell="b"), Clause((-1,)), at=["b"])
    builder.rule(SAID(cell="a"), Clause((1, 2)), at=[0])
    statement = builder.statement(about=["a test"])
    assert [(group.id, group.text, group.soft, group.cells) for group in statement.groups] == [
        ("a is so", "a is so", False, ("a",)),
        ("b is so", "b is so", False, ("b",)),
    ]
    assert [constraint.group for constraint in statement.constraints] == [0, 0, 1, 0]
    assert statement.groups[0].say("fr") == "a est ainsi"
    assert statement.about == ("a test",)


def test_what_is_given_comes_behind_the_rules() -> None:
    board = Lattice(2, 2)
    rules = StatementBuilder(digit_variables(board, range(1, 3)))
    every_digit_once(rules, board.lines)
    base = rules.statement()
    builder = StatementBuilder(base=base)
    give_digits(builder, board, [None, 2, None, None])
    statement = builder.statement()
    assert statement.base is base
    assert statement.variables is base.variables
    (item,) = statement.groups
    assert (item.id, item.text, item.soft) == ("given r1c2=2", "r1c2 is 2 (given)", True)
    assert item.say("fr") == "r1c2 vaut 2 (donné)"
    (clause,) = statement.constraints
    assert clause == Clause((4,), group=len(base.groups))
    assert statement.names[:4] == ("r1c1=1", "r1c1=2", "r1c2=1", "r1c2=2")
    assert builder.facts([0, 3], 2) == (2, 8)


def test_yes_or_no_has_a_name_of_its_own() -> None:
    builder = StatementBuilder(yes_no_variables(Lattice(1, 2), "star {name}"))
    statement = builder.statement()
    assert statement.names == ("star r1c1", "star r1c2")
    assert [variable.name for variable in statement.variables] == ["r1c1", "r1c2"]
    assert builder.facts([0, 1], 0) == (-1, -2)


def test_lattice() -> None:
    board = Lattice(2, 3)
    assert board.names(board.cells) == "r1c1, r1c2, r1c3, r2c1, r2c2, r2c3"
    assert [line.cells for line in board.lines] == [(0, 1, 2), (3, 4, 5), (0, 3), (1, 4), (2, 5)]
    assert [line.name.say("fr") for line in board.lines[1:3]] == ["la ligne 2", "la colonne 1"]
    assert list(board.row_lines[0].windows(2)) == [(0, 1), (1, 2)]
    assert list(board.squares(2)) == [(0, 1, 3, 4), (1, 2, 4, 5)]
    assert board.borders == ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5))
    assert list(board.diagonals()) == [(0, 4), (1, 5), (1, 3), (2, 4)]
    assert [list(board.beside(cell)) for cell in (0, 4)] == [[1, 3], [1, 3, 5]]
    assert [(line.name.say(), line.cells) for line in board.regions([*"aabab", ""])] == [
        ("region a", (0, 1, 3)),
        ("region b", (2, 4)),
    ]
    assert [line.cells for line in Lattice(2, 4).boxes(1, 2)] == [(0, 1), (2, 3), (4, 5), (6, 7)]


@pytest.mark.parametrize("size", [(1, 1), (1, 5), (4, 1), (3, 4)])
def test_every_border_lies_between_neighbours(size: tuple[int, int]) -> None:
    board = Lattice(*size)
    beside = {(cell, second) for cell in board.cells for second in board.beside(cell)}
    assert beside == {pair for border in board.borders for pair in (border, border[::-1])}
