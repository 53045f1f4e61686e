"""Star battle: place the same number of stars in every row, column and region; stars never touch, even diagonally."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from entails.formats.puzzlink import borders
from entails.formats.puzzlink.parts import HOME, REGIONS, Body, address
from entails.formats.text import in_rows, joined, number_text, place, rows_of
from entails.locale.message import Message, Plural
from entails.models.constraints import Count
from entails.models.drawing import Drawing
from entails.models.errors import InvalidPuzzle, UnsupportedPuzzle
from entails.models.lattice import Lattice
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import Marks, Values, marked_cells, yes_no_variables, yes_or_no
from entails.puzzles.common.checks import OTHER_SIZE

GENRES = ("starbattle",)
HOLDS = Plural(
    Message("{line} has {count} star", "{line} contient {count} étoile"),
    Message("{line} has {count} stars", "{line} contient {count} étoiles"),
)
APART = Message("there is at most one star in {cells}", "il y a au plus une étoile en {cells}")


@dataclass(frozen=True)
class StarBattle:
    """A grid divided into regions.

    Attributes:
        stars: The number of stars in each row, column and region.
        regions: The region name of each cell, row by row.
    """

    rows: int
    columns: int
    stars: int
    regions: tuple[str, ...]

    @property
    def board(self) -> Lattice:
        return Lattice(self.rows, self.columns)


@lru_cache(64)
def rules(rows: int, columns: int, stars: int) -> Statement:
    """Return the statement of a grid without regions."""
    board = Lattice(rows, columns)
    builder = StatementBuilder(yes_no_variables(board, "star {name}"))
    for line in board.lines:
        builder.rule(HOLDS(stars, line=line.name), Count(builder.facts(line.cells), "=", stars), at=line.cells)
    for square in board.squares(2):
        builder.rule(APART(cells=board.names(square)), Count(builder.facts(square), "<=", 1), at=square)
    return builder.statement()


class StarBattlePuzzle(Puzzle[StarBattle, Marks]):
    name = "star-battle"
    model = StarBattle
    text_format = "the number of stars, a colon and rows of letters that name the regions, or a puzz.link address"
    examples = (
        Example("classic", "1:AABBCD/AABCCC/AACCCC/AACECC/FAEEEE/FAEEEE", "one star each, one solution"),
        Example("small", "1:ABBBB/ACBCD/ACCCE/CCEEE/CCCEE", "5x5"),
        Example(
            "two-stars",
            "2:AABBBCCCCC/AABBDCCCCC/AADDDCCCCC/EEDDDCCCFF/EEEDDGGCFF/EEDDDGGFFF/EEDDDGGFFH/IEIIIIJJFH/IIIIJJJJHH/IIJJJJJHHH",
            "10x10 with two stars each",
        ),
        Example("three-ways", "1:AABBCD/AABCCC/AACCCC/AACECD/FAEEEE/FAEEEE", "three solutions"),
        Example("clash", "1:AABBCD/AAFCCC/AACCCC/AACECC/FAEEEE/FAEEEE", "two regions in one row"),
    )

    def state(self, puzzle: StarBattle) -> Statement:
        """State the puzzle: the regions are the clues."""
        builder = StatementBuilder(base=rules(puzzle.rows, puzzle.columns, puzzle.stars))
        for region in puzzle.board.regions(puzzle.regions):
            sentence = HOLDS(puzzle.stars, line=region.name)
            builder.given(
                region.name.say(), sentence, Count(builder.facts(region.cells), "=", puzzle.stars), at=region.cells
            )
        return builder.statement()

    def decode(self, puzzle: StarBattle, values: Values) -> Marks:
        return Marks(puzzle.columns, tuple(values))

    def check(self, puzzle: StarBattle, answer: Marks) -> str | None:
        if len(answer.cells) != puzzle.rows * puzzle.columns:
            return OTHER_SIZE
        places = [divmod(cell, puzzle.columns) for cell, star in enumerate(answer.cells) if star]
        for (row, column), (other_row, other_column) in combinations(places, 2):
            if abs(row - other_row) < 2 and abs(column - other_column) < 2:
                return f"two stars touch at r{row + 1}c{column + 1}"
        held = Counter[tuple[str, int | str]]()
        for row, column in places:
            region = puzzle.regions[row * puzzle.columns + column]
            held.update([("row", row + 1), ("column", column + 1), ("region", region)])
        lines: list[tuple[str, int | str]] = [("row", row) for row in range(1, puzzle.rows + 1)]
        lines += [("column", column) for column in range(1, puzzle.columns + 1)]
        for line in (*(("region", name) for name in sorted(set(puzzle.regions))), *lines):
            if held[line] != puzzle.stars:
                return f"{line[0]} {line[1]} has {held[line]} stars"
        return None

    def parse(self, text: str) -> StarBattle:
        """Parse the number of stars, a colon and the region name of each cell; or a puzz.link address.

        Rows are on lines or between slashes.
        """
        if link := address(text, "starbattle"):
            stars, _, body = link.body.partition("/")
            names = map(number_text, borders(body, link.rows, link.columns))
            rows = in_rows(names, link.columns)
        else:
            stars, _, body = text.rpartition(":")
            rows = rows_of(body, expected="the region name of each cell")
            for r, row in enumerate(rows):
                for c, name in enumerate(row):
                    if not name.isalnum():
                        expected = "a letter or a number that names a region"
                        raise InvalidPuzzle(f"unexpected {name[:12]!r}", where=place(r, c), expected=expected)
        if not re.fullmatch(r"\s*[1-9]?\s*", stars):
            raise InvalidPuzzle(f"invalid number of stars {stars[:12]!r}", where="start", expected="1 to 9 and a colon")
        return StarBattle(len(rows), len(rows[0]), int(stars.strip() or 1), tuple(name for row in rows for name in row))

    def format(self, puzzle: StarBattle) -> str:
        return f"{puzzle.stars}:{joined(in_rows(puzzle.regions, puzzle.columns))}"

    def format_answer(self, answer: Marks) -> str:
        return answer.text(".*")

    def url(self, puzzle: StarBattle) -> str:
        """Return the puzz.link address; raise UnsupportedPuzzle if a region is not connected."""
        number = {name: place for place, name in enumerate(dict.fromkeys(puzzle.regions))}
        regions = tuple(number[name] for name in puzzle.regions)
        body = REGIONS.write(regions, Body("", puzzle.rows, puzzle.columns))
        if borders(body, puzzle.rows, puzzle.columns) != list(regions):
            raise UnsupportedPuzzle(
                "puzz.link addresses cannot express regions that are not connected; use the format line"
            )
        return f"{HOME}starbattle/{puzzle.columns}/{puzzle.rows}/{puzzle.stars}/{body}"

    def draw(self, puzzle: StarBattle, answer: Marks | None) -> Drawing:
        number = {name: place for place, name in enumerate(dict.fromkeys(puzzle.regions))}
        return Drawing(
            rows=puzzle.rows,
            columns=puzzle.columns,
            cells=marked_cells(puzzle.board, answer, sign="★"),
            regions=tuple(number[name] for name in puzzle.regions),
            choices=yes_or_no("★", "star {name}"),
        )


PUZZLE = StarBattlePuzzle()
