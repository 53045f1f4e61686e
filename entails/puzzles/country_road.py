"""Country road: draw one loop that visits every country exactly once; a number counts the cells it visits there.
Of two neighbours on either side of a border, the loop visits at least one.

Crossing a wall that ends inside a country counts as leaving it and entering it again.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import ROOM_NUMBERS, WALLS
from entails.locale.message import Message, Plural
from entails.models.constraints import Clause, Count
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example
from entails.puzzles.common.cells import clue_text
from entails.puzzles.common.checks import OTHER_SIZE, DrawnBoard, first
from entails.puzzles.common.links import LoopPuzzle
from entails.puzzles.common.loops import Paths, Steps, one_loop, step_variables
from entails.puzzles.common.regions import Roomed

GENRES = ("country", "countryroad")
ALIASES = ("country",)
ONCE = Message(
    "the loop visits the country of {cell} exactly once", "la boucle passe exactement une fois dans le pays de {cell}"
)
VISITS = Plural(
    Message(
        "the loop visits {count} cell of the country of {cell}", "la boucle passe par {count} case du pays de {cell}"
    ),
    Message(
        "the loop visits {count} cells of the country of {cell}", "la boucle passe par {count} cases du pays de {cell}"
    ),
)
AT_LEAST_ONE = Message("the loop visits {cell} or {other}", "la boucle passe par {cell} ou {other}")


@dataclass(frozen=True)
class CountryRoad(Roomed):
    """Countries, each with its number; None is a country without a number."""

    numbers: tuple[int | None, ...]


def _rooms(rooms: tuple[int, ...], step: tuple[int, int]) -> set[int]:
    return {rooms[cell] for cell in step}


class CountryRoadPuzzle(LoopPuzzle[CountryRoad]):
    name = "country-road"
    link = PuzzleLink(CountryRoad, GENRES, (WALLS, ROOM_NUMBERS))
    examples = (
        Example("small", "country/5/5/alb60u20g3g1g", "one solution"),
        Example("several", "country/5/5/alb60u20i1g", "several solutions"),
        Example("clash", "country/5/5/alb60u2013g1g", "no solution"),
    )

    def state(self, puzzle: CountryRoad) -> Statement:
        board, rooms, builder = puzzle.board, puzzle.rooms, StatementBuilder(step_variables(puzzle.board))
        steps = Steps(builder, board)
        one_loop(builder, board, steps)
        for (cell, neighbour), wall in zip(board.borders, puzzle.walls, strict=True):
            if wall:
                pair = board.name(cell), board.name(neighbour)
                visited = Clause(tuple(dict.fromkeys((*steps.at(cell), *steps.at(neighbour)))))
                builder.rule(AT_LEAST_ONE(cell=pair[0], other=pair[1]), visited, at=pair)
        for room, (cells, number) in enumerate(zip(puzzle.room_cells, puzzle.numbers, strict=True)):
            name, names = board.name(cells[0]), [board.name(cell) for cell in cells]
            sides = [
                (step, lit) for step, lit in zip(board.borders, steps.lits, strict=True) if room in _rooms(rooms, step)
            ]
            inner = tuple(lit for step, lit in sides if _rooms(rooms, step) == {room})
            across = tuple(lit for step, lit in sides if _rooms(rooms, step) != {room})
            inside = tuple(
                lit for step, lit in sides if _rooms(rooms, step) == {room} and not puzzle.open_between(*step)
            )
            once = [Count(across, "=", 2)] if across else []
            if inside:  # such a crossing leaves and enters; it is allowed once if the board is one country
                once.append(Count(inside, "<=", 0 if across else 1))
            if once:
                builder.rule(ONCE(cell=name), *once, at=names)
            if number is not None and number >= 0:
                held = Count(inner, "=", number - bool(across))  # a path through n cells has n - 1 lines
                builder.given(f"{name}={number}", VISITS(number, cell=name), held, at=names)
        return builder.statement()

    def check(self, puzzle: CountryRoad, answer: Paths) -> str | None:
        board = puzzle.board
        if (answer.rows, answer.columns) != (puzzle.rows, puzzle.columns):
            return OTHER_SIZE
        drawn = DrawnBoard(board, answer.lines)
        countries = [(board.name(cells[0]), cells) for cells in puzzle.room_cells]
        visited = [sum(cell in drawn.ways for cell in cells) for _, cells in countries]

        def twice() -> Iterator[str]:
            for name, cells in countries:
                if sum(not puzzle.open_between(cell, to) for cell in cells for to in drawn.ways.get(cell, ())) > 2:
                    yield f"the loop enters the country of {name} twice"

        def counts() -> Iterator[str]:
            for (name, _), number, held in zip(countries, puzzle.numbers, visited, strict=True):
                if number not in (None, -1, held):
                    yield f"the loop visits {held} cells in the country of {name}, not {number}"

        def missed() -> Iterator[str]:
            yield from (
                f"the loop misses the country of {name}"
                for (name, _), held in zip(countries, visited, strict=True)
                if not held
            )

        def both_empty() -> Iterator[str]:
            for (cell, neighbour), wall in zip(board.borders, puzzle.walls, strict=True):
                if wall and cell not in drawn.ways and neighbour not in drawn.ways:
                    yield f"the loop visits neither {board.name(cell)} nor {board.name(neighbour)}"

        return first(
            drawn.forks(), drawn.crosses(), twice(), counts(), missed(), both_empty(), drawn.ends(), drawn.loops()
        )

    def clues(self, puzzle: CountryRoad) -> list[str]:
        shown = {puzzle.rooms.index(room): number for room, number in enumerate(puzzle.numbers)}
        return [clue_text(shown.get(cell)) for cell in puzzle.board.cells]


PUZZLE = CountryRoadPuzzle()
