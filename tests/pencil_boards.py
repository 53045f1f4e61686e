"""Boards in the text format pzprv3: puzzles and their drawn solutions."""

import json
from collections.abc import Callable
from typing import Any

from helpers import outside_data

import entails
from entails.formats.puzzlink.parts import NUMBERS, WALLS, Body, Cells, all_four_sides
from entails.puzzles import puzzle_type_named
from entails.puzzles.battleship import Battleship
from entails.puzzles.common.cells import Digits, Marks
from entails.puzzles.common.loops import Paths
from entails.puzzles.common.regions import Division
from entails.puzzles.double_choco import DoubleChoco
from entails.puzzles.galaxies import Galaxies
from entails.puzzles.hashi import Bridges
from entails.puzzles.magnets import Magnets
from entails.puzzles.slitherlink import LoopLines
from entails.puzzles.tents import Tents
from entails.puzzles.yajilin import Ring

Words = list[str]


def published(name: str) -> list[dict[str, Any]]:
    """Read the lines of a file of published puzzles, which is outside the project."""
    return [json.loads(line) for line in outside_data(f"pencil/{name}").read_text("utf-8").splitlines()]


class Board:
    """The rows of a board text, read from the top."""

    def __init__(self, text: str) -> None:
        _, self.genre, *parts = text.split("/")
        self.rows, self.columns = int(parts[0]), int(parts[1])
        self.left = [part.split() for part in parts[2:] if part.strip()]

    def take(self, rows: int | None = None) -> Words:
        """Return the words of the next rows, by default of a whole board."""
        rows = self.rows if rows is None else rows
        some, self.left = self.left[:rows], self.left[rows:]
        return [word for row in some for word in row]

    def between(self) -> tuple[int, ...]:
        """Return 1 for each pair of neighbours with a line or a border between them, else 0."""
        return tuple(int(word == "1") for word in self.take(2 * self.rows - 1))

    def typed(self, words: Words) -> str:
        """Join rows of words as people type them."""
        rows = [words[start : start + self.columns] for start in range(0, len(words), self.columns)]
        return "/".join(" ".join(row) for row in rows)

    def numbers(self, words: Words) -> str:
        return self.typed([word if word.isdecimal() else "?" if word == "-" else "." for word in words])

    def rooms(self) -> str:
        self.take(1)
        return self.typed([f"R{word}" for word in self.take()])

    def marks(self, words: Words, sign: str = "#") -> Marks:
        return Marks(self.columns, tuple(int(word == sign) for word in words))

    def loop(self) -> Paths:
        return Paths(self.rows, self.columns, self.between())

    def division(self) -> Division:
        return Division(self.rows, self.columns, self.between())

    def digits(self, words: Words) -> Digits:
        return Digits(self.columns, tuple(int(word) if word.isdecimal() else None for word in words))


def _rooms(board: Board) -> tuple[str, Any]:
    return board.rooms(), board.marks(board.take())


def _room_numbers(board: Board) -> tuple[str, Any]:
    return f"{board.rooms()};{board.numbers(board.take())}", board.marks(board.take())


def _clues(board: Board) -> tuple[str, Any]:
    return board.numbers(board.take()), board.marks(board.take())


def _clues_inside(board: Board) -> tuple[str, Any]:
    words = board.take()
    return board.typed([word.replace(",", "") if word not in "#+" else "." for word in words]), board.marks(words)


def _light_up(board: Board) -> tuple[str, Any]:
    words = board.take()
    return board.numbers(words), board.marks(words)


def _country(board: Board) -> tuple[str, Any]:
    return f"{board.rooms()};{board.numbers(board.take())}", board.loop()


def _masyu(board: Board) -> tuple[str, Any]:
    return board.numbers(board.take()), board.loop()


def _simple_loop(board: Board) -> tuple[str, Any]:
    return board.typed(["1" if word == "*" else "." for word in board.take()]), board.loop()


def _yajilin(board: Board) -> tuple[str, Any]:
    clues = [word.replace(",", "") for word in board.take()]
    return board.typed(clues), Ring(board.marks(board.take()), board.loop())


def _nurimaze(board: Board) -> tuple[str, Any]:
    return f"{board.rooms()};{board.typed(board.take())}", board.marks(board.take())


def _sashigane(board: Board) -> tuple[str, Any]:
    signs = {"1": "^", "2": "v", "3": "<", "4": ">"}
    return board.typed([signs.get(word, word) for word in board.take()]), board.division()


def _shikaku(board: Board) -> tuple[str, Any]:
    return board.numbers(board.take()), board.division()


def _shakashaka(board: Board) -> tuple[str, Any]:
    clues = board.numbers([{"5": "-"}.get(word, word) for word in board.take()])
    triangles = tuple(int(word) - 1 if word.isdecimal() else 0 for word in board.take())
    return clues, Digits(board.columns, triangles)


def _hitori(board: Board) -> tuple[str, Any]:
    return board.typed(board.take()), board.marks(board.take())


def _slitherlink(board: Board) -> tuple[str, Any]:
    clues = board.typed(board.take())
    down, across = board.take(), board.take(board.rows + 1)
    return clues, LoopLines(board.columns, tuple(int(line == "1") for line in (*across, *down)))


def _nurikabe(board: Board) -> tuple[str, Any]:
    words = board.take()
    return board.numbers(words), board.marks(words)


def _star_battle(board: Board) -> tuple[str, Any]:
    (stars,) = board.take(1)
    return f"{stars}:{board.rooms()}", board.marks(board.take())


def _nonogram(board: Board) -> tuple[str, Any]:
    above, beside = (board.rows + 1) // 2, (board.columns + 1) // 2
    top = zip(*[row[beside:] for row in board.left[:above]], strict=True)
    lines = (*top, *(row[:beside] for row in board.left[above:]))
    clues = [[cell for cell in line if cell.isdecimal()] for line in lines]
    text = f"{board.columns}x{board.rows}:" + "/".join(map(".".join, clues))
    return text, board.marks([word for row in board.left[above:] for word in row[beside:]])


def _walls(board: Board) -> str:
    """Encode the borders between cells as in an address."""
    walls = Body("", board.rows, board.columns)
    return WALLS.write(board.between(), walls)


def _roomed_digits(board: Board) -> tuple[str, Any]:
    walls, clues, item = _walls(board), board.take(), board.take()
    body = Body("", board.rows, board.columns)
    numbers = NUMBERS.write(tuple(int(word) if word.isdecimal() else None for word in clues), body)
    text = f"{board.genre}/{board.columns}/{board.rows}/{walls}{numbers}"
    return text, board.digits([clue if clue != "." else second for clue, second in zip(clues, item, strict=True)])


def _skyscrapers(board: Board) -> tuple[str, Any]:
    rows = [board.take(1) for _ in range(board.rows + 2)]
    inner = rows[1:-1]
    words = [*rows[0][1:-1], *rows[-1][1:-1], *(row[0] for row in inner), *(row[-1] for row in inner)]
    clues = tuple(int(word) if word.isdecimal() else None for word in words)
    body = Cells(many=all_four_sides).write(clues, Body("", board.rows, board.columns))
    cells = [word for row in inner for word in row[1:-1]]
    if any(word.startswith("q") for word in cells):
        heights = tuple(int(word[1:]) if word.startswith("q") else None for word in cells)
        body += NUMBERS.write(heights, Body("", board.rows, board.columns))
    answer = board.digits([word.removeprefix("q") for word in cells])
    return f"skyscrapers/{board.columns}/{board.rows}/{body}", answer


def _yin_yang(board: Board) -> tuple[str, Any]:
    clues, item = board.take(), board.take()
    both = [clue if clue != "." else second for clue, second in zip(clues, item, strict=True)]
    marks = Marks(board.columns, tuple({"1": 0, "2": 1}.get(word) for word in both))
    return board.typed(clues), marks


def _aquarium(board: Board) -> tuple[str, Any]:
    walls = _walls(board)
    top, rows = board.take(1)[1:], [board.take(1) for _ in range(board.rows)]
    words = (*top, *(row[0] for row in rows))
    body = Body("", board.rows, board.columns)
    clues = NUMBERS.write(tuple(int(word) if word.isdecimal() else None for word in words), body)
    text = f"aquarium/{board.columns}/{board.rows}/{walls}/{clues}"
    return text, board.marks([word for row in rows for word in row[1:]])


def _hashi(board: Board) -> tuple[str, Any]:
    puzzle = entails.parse("hashi", board.numbers(board.take()))
    steps = zip(puzzle.board.borders, board.take(2 * board.rows - 1), strict=True)
    many = {step: int(word) if word in ("1", "2") else 0 for step, word in steps}
    wide = puzzle.columns
    spans = [
        (item, item + (1 if second - item < wide and second // wide == item // wide else wide))
        for item, second in puzzle.spans
    ]
    counts = tuple(many[step] for step in spans)
    return puzzle_type_named("hashi").format(puzzle), Bridges(puzzle.spans, counts, wide)


def _framed(board: Board, wide: int = 1) -> tuple[list[Words], list[Words], Words]:
    """Return the clues above and beside a board, in this many rows and columns, and its cells."""
    above = [board.take(1)[wide:] for _ in range(wide)]
    rows = [board.take(1) for _ in range(board.rows)]
    before = [[row[place] for row in rows] for place in range(wide)]
    return above, before, [word for row in rows for word in row[wide:]]


def _hex(words: Words) -> tuple[int | None, ...]:
    return tuple(int(word) if word.isdecimal() else None for word in words)


def _tents(board: Board) -> tuple[str, Any]:
    (above,), (before,), cells = _framed(board)
    puzzle = Tents(board.rows, board.columns, _hex(above + before), tuple(int(word == "1") for word in cells))
    return puzzle_type_named("tents").format(puzzle), board.marks(cells, "A")


def _battleship(board: Board) -> tuple[str, Any]:
    board.take(1)
    (above,), (before,), cells = _framed(board)
    start = _hex(cells)
    puzzle = Battleship(board.rows, board.columns, _hex(above + before), start, (3, 2, 2, 1, 1, 1))
    marks = board.marks(board.take())
    both = (mark or int(bool(part)) for mark, part in zip(marks.cells, start, strict=True))
    return puzzle_type_named("battleship").format(puzzle), Marks(board.columns, tuple(both))


def _magnets(board: Board) -> tuple[str, Any]:
    walls = board.between()
    (plus, minus), (plus_rows, minus_rows), cells = _framed(board, 2)
    pairs = zip(minus + minus_rows, plus + plus_rows, strict=True)
    clues = _hex([word for pair in pairs for word in pair])
    poles = tuple(int(word[1]) if word[0] == "q" else 0 for word in cells)
    holes = tuple(int(word == "#") for word in cells)
    held = tuple(int(word[1]) if word[0] in "qa" else 0 for word in cells)
    return puzzle_type_named("magnets").format(Magnets(board.rows, board.columns, clues, walls, poles, holes)), Digits(
        board.columns, held
    )


def _galaxies(board: Board) -> tuple[str, Any]:
    lines = ["".join(board.take(1)) for _ in range(2 * board.rows - 1)]
    dots = tuple(int(sign) if sign in "12" else 0 for line in lines for sign in line)
    holes = tuple(int(sign == "X") for line in lines[::2] for sign in line[::2])
    puzzle = Galaxies(board.rows, board.columns, dots, holes)
    steps = zip(board.between(), puzzle.board.borders, strict=True)
    walls = tuple(int(wall or holes[item] != holes[second]) for wall, (item, second) in steps)
    return puzzle_type_named("galaxies").format(puzzle), Division(board.rows, board.columns, walls)


def _double_choco(board: Board) -> tuple[str, Any]:
    words = board.take()
    greys = tuple(int(word.startswith("-")) for word in words)
    numbers = tuple(int(word.strip("-")) if word.strip("-.") else None for word in words)
    puzzle = DoubleChoco(board.rows, board.columns, greys, numbers)
    walls = tuple(int(wall) for wall in board.between())
    return puzzle_type_named("double-choco").format(puzzle), Division(board.rows, board.columns, walls)


def _firefly(board: Board) -> tuple[str, Any]:
    words = [word.replace(",", "").replace("-", "?") for word in board.take()]
    return board.typed(words), board.loop()


def _fillomino(board: Board) -> tuple[str, Any]:
    clues, item = board.take(), board.take()
    both = [clue if clue.isdecimal() else second for clue, second in zip(clues, item, strict=True)]
    return board.numbers(clues), board.digits(both)


def _kakuro(board: Board) -> tuple[str, Any]:
    rows = [board.take(1) for _ in range(board.rows + 1)]
    words = []
    for r, row in enumerate(rows):
        for c, word in enumerate(row):
            right, _, down = word.partition(",") if r and c else (word, "", "0") if c == 0 else ("0", "", word)
            words.append(
                "."
                if word == "."
                else f"{down.replace('0', '') if down == '0' else down}\\{right if right != '0' else ''}"
            )
    wide = board.columns + 1
    text = "/".join(" ".join(words[start : start + wide]) for start in range(0, len(words), wide))
    return text, board.digits(board.take())


READERS: dict[str, tuple[str, Callable[[Board], tuple[str, Any]]]] = {
    "aquarium": ("aquarium", _aquarium),
    "hashikake": ("hashi", _hashi),
    "numlin": ("numberlink", _masyu),
    "ripple": ("ripple-effect", _roomed_digits),
    "skyscrapers": ("skyscrapers", _skyscrapers),
    "suguru": ("suguru", _roomed_digits),
    "yinyang": ("yin-yang", _yin_yang),
    "battleship": ("battleship", _battleship),
    "fillomino": ("fillomino", _fillomino),
    "firefly": ("firefly", _firefly),
    "kakuro": ("kakuro", _kakuro),
    "magnets": ("magnets", _magnets),
    "dbchoco": ("double-choco", _double_choco),
    "tentaisho": ("galaxies", _galaxies),
    "tents": ("tents", _tents),
    "country": ("country-road", _country),
    "heyawake": ("heyawake", _room_numbers),
    "hitori": ("hitori", _hitori),
    "kurodoko": ("kurodoko", _clues),
    "lightup": ("light-up", _light_up),
    "lits": ("lits", _rooms),
    "mashu": ("masyu", _masyu),
    "nonogram": ("nonogram", _nonogram),
    "norinori": ("norinori", _rooms),
    "nurikabe": ("nurikabe", _nurikabe),
    "nurimaze": ("nurimaze", _nurimaze),
    "nurimisaki": ("nurimisaki", _clues),
    "sashigane": ("sashigane", _sashigane),
    "shakashaka": ("shakashaka", _shakashaka),
    "shikaku": ("shikaku", _shikaku),
    "simpleloop": ("simple-loop", _simple_loop),
    "slither": ("slitherlink", _slitherlink),
    "starbattle": ("star-battle", _star_battle),
    "tapa": ("tapa", _clues_inside),
    "yajilin": ("yajilin", _yajilin),
}
"""For each name in pzpr, our name and the reader of its boards."""


def puzzle_and_answer(text: str) -> tuple[str, Any, Any]:
    """Return the name of the puzzle type, the puzzle, and the drawn solution."""
    board = Board(text)
    name, read = READERS[board.genre]
    typed, answer = read(board)
    return name, entails.parse(name, typed), answer


SAID: dict[str | None, str] = {
    None: "^None$",
    "bankGt": "ships of length .*, more than",
    "bankInvalid": "is not in the fleet",
    "bankLt": "ships of length .*, fewer than",
    "bdPassStar": "a border goes through the dot",
    "bkDifferentShape": "have different shapes",
    "bkSubGt2": "has [3-9] areas",
    "bkSubLt2": "has 1 areas",
    "bkMixedNum": "has .* cells, not",
    "bkNoStar": "has no dot",
    "bkNotSymSt": "is not symmetric about its dot",
    "bkNumGt2": "has [3-9] poles",
    "bkNumLt2": "has 1 poles",
    "bkPlStar": "has several dots",
    "bkSizeGt": "has .* cells, not",
    "bkSizeLt": "has .* cells, not",
    "bsSameNum": "has .* cells, not",
    "csMismatch": "is incomplete",
    "csPieceExtra": "continues beyond its given end",
    "exMinusNe": "minus poles, not",
    "exPlusNe": "plus poles, not",
    "exTentNe": "tents, not",
    "lcCurveNe": "turns .* times, not",
    "lcDeadEnd": "has a loose end",
    "lcInvDirB": "joins the dots",
    "lcInvDirW": "starts at no dot",
    "nmAdjacent": "equal poles touch",
    "nmSumRowNe": "adds up to .*, not",
    "nmTentGt": "more tents than trees",
    "nmTentLt": "fewer tents than trees",
    "nmTentNone": "a tree has no tent",
    "nmTreeNone": "a tent is next to no tree",
    "shDiag": "two ships touch",
    "tentAround": "two tents touch",
    "bkDupNum": "has a repeated number",
    "ceNoNum": "has no number|has no height|has no digit|is empty",
    "csNoLevel": "is not level",
    "csNoSupport": "has no water below it",
    "exShadeNe": "full cells, not|ship cells, not",
    "lcDivided": "the (islands|circles) are not connected",
    "lcIsolate": "joins no number",
    "lcOnNum": "a line goes through the number",
    "lcTripleNum": "joins more than two numbers",
    "ms2x2": "2x2 .* is black",
    "msDivide": "the black cells are not connected",
    "mu2x2": "2x2 .* is white",
    "muDivide": "the white cells are not connected",
    "nmAround": "touch and are both",
    "nmConnDiff": "joins different numbers",
    "nmLineGt": "bridges, more than",
    "nmLineLt": "bridges, fewer than",
    "nmNoLine": "no line (begins|leaves)",
    "nmSightNe": "shows .*, not",
    "nmSmallGap": "are too close",
    "akariDup": "another bulb lights",
    "anShadeNe": "the arrow in .* points at .* black cells, not",
    "arBlkEdge": "the arrow .* is not at an end",
    "arNotPtCnr": "the arrow .* does not point to the corner",
    "bdDeadEnd": "a border .* ends inside a piece",
    "bkLineNe": "the loop visits .* cells in the country of .*, not",
    "bkMixed": "is not all of one colour",
    "bkNoLine": "the loop misses the country",
    "bkNoNum": "the piece of .* has 0 numbers|an island has 0 numbers",
    "bkNoShade": "the (room|region) of .* has 0 black cells",
    "bkNotLshape": "is not an L",
    "bkNotRect": "is not a rectangle",
    "bkNumGe2": "the piece of .* has [1-9][0-9]* numbers|an island has [2-9] numbers",
    "bkPassTwice": "the loop enters the country of .* twice",
    "bkShadeDivide": "the black cells in the region of .* are not connected",
    "bkShadeGt2": "the region of .* has [3-9] black cells",
    "bkShadeGt4": "the region of .* has [5-9] black cells",
    "bkShadeLt2": "the region of .* has 1 black cells",
    "bkShadeLt4": "the region of .* has [1-3] black cells",
    "bkShadeNe": "the room of .* has .* black cells, not",
    "bkSizeNe": "has .* cells, not|an island of .* cells has the number",
    "bkStarGt": "region .* has .* stars",
    "bkStarLt": "region .* has .* stars",
    "bkUnshadeConsecGt3": "goes through three rooms",
    "bsSameShape": "equal tetrominoes touch",
    "cbNoLine": "the loop visits neither",
    "ceDark": "is dark",
    "ceEmpty": "is neither black nor on the loop",
    "ceNoLine": "the loop misses|there is no loop",
    "ceTapaNe": "the black runs around .* have length",
    "ciNotOnCnr": "the circle .* is not at a corner",
    "circleNotPromontory": "is not a dead end",
    "cs2x2": "2x2 .* is black",
    "csAdjacent": "two black cells share an edge|a black cell lies beside",
    "csDivide": "the black cells are not connected",
    "csGt2": "a piece of [3-9] black cells",
    "csLt2": "a piece of 1 black cells",
    "cu2x2": "2x2 .* is white",
    "cuDivide": "the white cells are not connected",
    "cuDivideRB": "the white cells are not connected",
    "cuLoop": "the white cells form a loop",
    "cuNotRectx": "is not a rectangle",
    "lnBranch": "the line branches",
    "lnCross": "the line crosses itself",
    "lnDeadEnd": "the line has a loose end",
    "lnOnShade": "the line goes through .*, which is black or a clue",
    "lnPlLoop": "there is more than one loop",
    "mashuBCvNbr": "the loop turns next to the black pearl",
    "mashuBStrig": "the loop goes straight on in the black pearl",
    "mashuOnLine": "the loop misses the pearl",
    "mashuWCurve": "the loop turns in the white pearl",
    "mashuWStNbr": "the loop goes straight on both sides of the white pearl",
    "nmAkariNe": "bulbs are beside .*, not",
    "nmSumViewNe": "sees .* white cells, not",
    "nmTriangleGt": "more than",
    "nmTriangleLt": "fewer than",
    "exNoMatch": "has black runs of",
    "lnStarNe": "(row|column) .* has",
    "nmDupRow": "shows .* more than once|has a repeated (height|digit)",
    "nmLineNe": "lines around .*, not",
    "starAround": "two stars touch",
    "nonCirclePromontory": "a dead end without a circle",
    "objShaded": "the sign in .* is black",
    "routeIgnoreCP": "the path misses the circle",
    "routePassDeadEnd": "the path visits the triangle",
}
"""For each error code of the other program, the message of our checker on such a board."""
