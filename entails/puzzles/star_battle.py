"""Star battle: so many stars in every row, column and region, and no two of them touch."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from entails.formats.puzzlink import borders
from entails.formats.puzzlink.parts import HOME, REGIONS, Body, address
from entails.formats.text import in_rows, joined, number_text, rows_of
from entails.locale.message import Message, Sentence
from entails.models.constraints import Count
from entails.models.drawing import Drawing
from entails.models.errors import InvalidPuzzle, UnsupportedPuzzle
from entails.models.lattice import Lattice
from entails.models.statement import Statement, StatementBuilder
from entails.puzzles.base import Example, Puzzle
from entails.puzzles.common.cells import Marks, Values, marked_cells, yes_no_variables, yes_or_no

GENRES = ("starbattle",)
HOLDS = Message("{line} holds {stars}", "{line} contient {stars}")
ONE_STAR = Message("one star", "une étoile")
STARS = Message("{number} stars", "{number} étoiles")
APART = Message("no two stars touch in {cells}", "deux étoiles ne se touchent pas dans {cells}")


@dataclass(frozen=True)
class StarBattle:
    """How many stars each line holds, and the name of each cell's region, row by row."""

    rows: int
    columns: int
    stars: int
    regions: tuple[str, ...]

    @property
    def board(self) -> Lattice:
        return Lattice(self.rows, self.columns)


def _stars(number: int) -> Sentence:
    return ONE_STAR() if number == 1 else STARS(number=number)


@lru_cache(64)
def rules(rows: int, columns: int, stars: int) -> Statement:
    """The rules on a board without regions."""
    board = Lattice(rows, columns)
    draft = StatementBuilder(yes_no_variables(board, "star {name}"))
    for line in board.lines:
        draft.rule(
            HOLDS(line=line.name, stars=_stars(stars)), Count(draft.facts(line.cells), "=", stars), at=line.cells
        )
    for square in board.squares(2):
        draft.rule(APART(cells=board.names(square)), Count(draft.facts(square), "<=", 1), at=square)
    return draft.statement()


class StarBattlePuzzle(Puzzle[StarBattle, Marks]):
    name = "star-battle"
    model = StarBattle
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
        """The regions are what the puzzle gives."""
        draft = StatementBuilder(frame=rules(puzzle.rows, puzzle.columns, puzzle.stars))
        for region in puzzle.board.regions(puzzle.regions):
            sentence = HOLDS(line=region.name, stars=_stars(puzzle.stars))
            draft.given(
                region.name.say(), sentence, Count(draft.facts(region.cells), "=", puzzle.stars), at=region.cells
            )
        return draft.statement()

    def decode(self, puzzle: StarBattle, values: Values) -> Marks:
        return Marks(puzzle.columns, tuple(values))

    def check(self, puzzle: StarBattle, answer: Marks) -> str | None:
        if len(answer.cells) != puzzle.rows * puzzle.columns:
            return "it is not a board of the same size"
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
                return f"{line[0]} {line[1]} holds {held[line]} stars"
        return None

    def parse(self, text: str) -> StarBattle:
        """The name of each cell's region, rows on lines or between slashes, after the number of stars and a colon; or
        an address of puzz.link."""
        if found := address(text, "starbattle"):
            stars, _, body = found.body.partition("/")
            names = map(number_text, borders(body, found.rows, found.columns))
            rows = in_rows(names, found.columns)
        else:
            stars, _, body = text.rpartition(":")
            rows = rows_of(body, expected="the name of each cell's region")
        if not re.fullmatch(r"\s*[1-9]?\s*", stars):
            raise InvalidPuzzle(
                f"{stars[:12]!r} is no number of stars", where="beginning", expected="1 to 9 and a colon"
            )
        return StarBattle(len(rows), len(rows[0]), int(stars.strip() or 1), tuple(name for row in rows for name in row))

    def format(self, puzzle: StarBattle) -> str:
        return f"{puzzle.stars}:{joined(in_rows(puzzle.regions, puzzle.columns))}"

    def format_answer(self, answer: Marks) -> str:
        return answer.text(".*")

    def url(self, puzzle: StarBattle) -> str:
        """The address of puzz.link. Cells of one name that do not hang together are not one region there."""
        number = {name: place for place, name in enumerate(dict.fromkeys(puzzle.regions))}
        regions = tuple(number[name] for name in puzzle.regions)
        body = REGIONS.write(regions, Body("", puzzle.rows, puzzle.columns))
        if borders(body, puzzle.rows, puzzle.columns) != list(regions):
            raise UnsupportedPuzzle("a puzz.link address holds regions in one piece only: use line")
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
