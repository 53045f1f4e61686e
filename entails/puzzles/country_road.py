"""Country road: one loop that enters every country once; a number says how many of its cells the loop visits.

Of two neighbours on either side of a border, one is visited at least. Crossing a wall that ends inside a country counts
as leaving it and entering it again.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from entails.formats.puzzlink.link import PuzzleLink
from entails.formats.puzzlink.parts import ROOM_NUMBERS, WALLS
from entails.locale.message import Message
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
ONCE = Message("the loop enters the country of {cell} once", "la boucle entre une fois dans le pays de {cell}")
VISITS = Message(
    "the loop visits cells in the country of {cell}: {number}", "cases visitées du pays de {cell} : {number}"
)
NOT_BOTH = Message("the loop visits {cell} or {other}", "la boucle passe par {cell} ou {other}")


@dataclass(frozen=True)
class CountryRoad(Roomed):
    """The number of each country, None where it says none."""

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
        board, rooms, draft = puzzle.board, puzzle.rooms, StatementBuilder(step_variables(puzzle.board))
        steps = Steps(draft, board)
        one_loop(draft, board, steps)
        for (one, other), wall in zip(board.borders, puzzle.walls, strict=True):
            if wall:
                pair = board.name(one), board.name(other)
                visited = Clause(tuple(dict.fromkeys((*steps.at(one), *steps.at(other)))))
                draft.rule(NOT_BOTH(cell=pair[0], other=pair[1]), visited, at=pair)
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
            if inside:  # such a crossing leaves and enters at once: it is the only one, on a board of one country
                once.append(Count(inside, "<=", 0 if across else 1))
            if once:
                draft.rule(ONCE(cell=name), *once, at=names)
            if number is not None and number >= 0:
                held = Count(inner, "=", number - bool(across))  # n cells in a row have n - 1 lines between them
                draft.given(f"{name}={number}", VISITS(cell=name, number=number), held, at=names)
        return draft.statement()

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
            for (one, other), wall in zip(board.borders, puzzle.walls, strict=True):
                if wall and one not in drawn.ways and other not in drawn.ways:
                    yield f"the loop visits neither {board.name(one)} nor {board.name(other)}"

        return first(
            drawn.forks(), drawn.crosses(), twice(), counts(), missed(), both_empty(), drawn.ends(), drawn.loops()
        )

    def clues(self, puzzle: CountryRoad) -> list[str]:
        said = {puzzle.rooms.index(room): number for room, number in enumerate(puzzle.numbers)}
        return [clue_text(said.get(cell)) for cell in puzzle.board.cells]


PUZZLE = CountryRoadPuzzle()
