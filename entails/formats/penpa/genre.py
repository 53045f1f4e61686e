"""Conversion of Penpa+ drawings to puzzles: Sudoku by its grid, other puzzle types by the tag that the setter chose.

A drawing does not contain its rules. Digits, regions, cages with sums, thermometers, arrows and diagonals have their
usual meaning. Rules in words are accepted if they state only this; other rules and untagged genres are rejected.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from entails.formats.penpa.drawing import Penpa, read_penpa
from entails.formats.puzzlink.parts import walled
from entails.formats.sudoku.json import write_json
from entails.formats.text import in_rows, is_penpa, joined
from entails.formats.variant.fpuzzles import write_variant
from entails.formats.variant.sudokupad import is_usual
from entails.models.errors import InvalidPuzzle
from entails.models.sudoku.grid import Grid
from entails.models.sudoku.shape import SYMBOLS, Shape
from entails.models.variant import Variant, VariantRule, whole_rules

_WHERE = "Penpa"
_SUDOKU_TAGS = {"classic", "irregular", "killer", "thermo", "arrow"}
_DIAGONAL = re.compile(
    r"(each|both)( of the)?( two)?( main)? diagonals?( marked)? (must )?(also )?contains? (each|every|all)( the)?"
    r" digits?( from)? 1 (to|through) [0-9]+( exactly once| once)?"
)
_KNOWN = (
    r"(place|put|write|enter) (a digit|digits|a number|numbers) from 1 (to|through) [0-9]+ (in|into|to)"
    r" (each|every|the|all)( empty)? cells?( in the grid)?( so that| such that) (each|every) (digit|number) appears"
    r" exactly once in (each|every) row column and( [0-9]+x[0-9]+)?( outlined)? (box|region|area)",
    r"(digits|numbers) (along|on|in) (a |the |each )?thermometers? (must )?(strictly )?increase"
    r"( from( the)?( round)? bulb( end)?( to (the )?(tip|end|flat end))?)?",
    r"(digits|numbers) (along|on) (an |the |each )?arrows? (must )?(sum|add up)( up)? to the (digit|number|value) in"
    r" (its|the|their|that arrows)( attached| connected)? circles?",
)
_TITLE = re.compile(
    r"anti|consecutive|knight|king|queen|odd|even|parity|disjoint|window|hyper|whisper|renban|untouch|fog", re.I
)
_EMPTY = "."


@dataclass(frozen=True)
class DetectedPuzzle:
    """The name of a puzzle type, and a text that its reader accepts."""

    name: str
    text: str


def detect_puzzle(text: str, wanted: str | None = None) -> DetectedPuzzle:
    """Detect the puzzle of a link. A plain Sudoku becomes a variant if that type is `wanted`."""
    drawn = read_penpa(text)
    named = "sudoku" in f"{drawn.title} {drawn.rules}".lower()
    if drawn.grid == "sudoku" or _SUDOKU_TAGS & set(drawn.tags) or (named and not drawn.tags):
        return _sudoku(drawn, wanted)
    genres = [genre for genre in _GENRES if genre in drawn.tags]
    if len(genres) != 1 or len(drawn.tags) != 1:
        problem = (
            f"the genre {', '.join(drawn.tags)[:60]!r} is not supported" if drawn.tags else "no tag names the genre"
        )
        raise InvalidPuzzle(problem, where=_WHERE, expected=f"a Sudoku grid, or a tag: {', '.join(_GENRES)}")
    name, kept, write = _GENRES[genres[0]]
    _rules_match(
        drawn, re.compile(rf"(normal |standard |usual |regular |classic )?({genres[0]}|{name})( rules)?( apply)?")
    )
    if drawn.outside:
        raise InvalidPuzzle(
            f"unexpected {drawn.outside[0]!r} outside the board", where=_WHERE, expected="clues in cells"
        )
    drawn.allow_only(*kept)
    return DetectedPuzzle(name, write(drawn))


def typed_text(name: str, text: str) -> str:
    """Return the text that a puzzle type reads: the puzzle of a link, or any other text unchanged."""
    if not is_penpa(text):
        return text
    detected = detect_puzzle(text, name)
    if detected.name != name:
        raise InvalidPuzzle(f"the link contains a {detected.name}", where=_WHERE, expected=f"entails {detected.name}")
    return detected.text


def _sudoku(drawn: Penpa, wanted: str | None) -> DetectedPuzzle:
    """Convert a drawing to a plain Sudoku if it has only digits and regions, otherwise to a variant."""
    if strange := set(drawn.tags) - _SUDOKU_TAGS:
        raise InvalidPuzzle(
            f"the genre {min(strange)[:30]!r} is not supported", where=_WHERE, expected=", ".join(sorted(_SUDOKU_TAGS))
        )
    if drawn.rows != drawn.columns or drawn.rows > 16:
        raise InvalidPuzzle(
            f"{drawn.rows} rows of {drawn.columns} cells", where=_WHERE, expected="a square up to 16x16"
        )
    both_diagonals = _rules_match(drawn, _DIAGONAL)
    drawn.allow_only("numbers", "corners", "borders", "cages", "thermometers", "arrows", "diagonals")
    if drawn.outside and not drawn.rules:
        problem = f"{drawn.outside[0]!r} outside the board is not explained by rules"
        raise InvalidPuzzle(problem, where=_WHERE, expected="digits in cells")
    if not drawn.rules and (match := _TITLE.search(drawn.title)):
        raise InvalidPuzzle(
            f"the title mentions {match[0]!r}, but there are no rules", where=_WHERE, expected="rules in the drawing"
        )
    size = drawn.rows
    diagonals = [line for line, drawn_ in zip(whole_rules("diagonal", size), drawn.diagonals, strict=True) if drawn_]
    diagonals = list(whole_rules("diagonal", size)) if both_diagonals else diagonals
    rules = [*diagonals, *_cages(drawn)]
    rules += [VariantRule("thermometer", path) for path in drawn.thermometers]
    rules += [VariantRule("arrow", path[:1], path[1:]) for path in drawn.arrows]
    digits = tuple(_digit(drawn, cell) for cell in drawn.board.cells)
    regions = _regions(drawn)
    if wanted != "variant" and rules in ([], list(whole_rules("diagonal", size))):
        shape = Shape.jigsaw("".join(SYMBOLS[region] for region in regions), diagonals=bool(rules))
        return DetectedPuzzle("sudoku", write_json(Grid.of(shape, [digit or 0 for digit in digits])))
    return DetectedPuzzle("variant", write_variant(Variant(size, regions, digits, tuple(rules))))


def _rules_match(drawn: Penpa, also: re.Pattern[str]) -> bool:
    """Return whether a sentence of the rules matches the pattern `also`; reject unknown sentences."""
    matched = False
    for sentence in re.split(r"[.!;\n]+", drawn.rules):
        plain = re.sub(r"[^a-z0-9x -]+", "", sentence.lower()).strip()
        if also.fullmatch(plain):
            matched = True
        elif plain and not is_usual(plain) and not any(re.fullmatch(known, plain) for known in _KNOWN):
            problem = f"the rule {sentence.strip()[:60]!r} is stated only in words"
            raise InvalidPuzzle(problem, where=_WHERE, expected="standard rules")
    return matched


def _digit(drawn: Penpa, cell: int) -> int | None:
    digit = drawn.numbers.get(cell)
    if digit is not None and not 1 <= digit <= drawn.rows:
        where = f"{_WHERE}, {drawn.board.name(cell)}"
        raise InvalidPuzzle(f"unexpected {digit}", where=where, expected=f"1 to {drawn.rows}")
    return digit


def _cages(drawn: Penpa) -> list[VariantRule]:
    """Return the cages as rules. A cage has at most one sum, in a corner of one of its cells."""
    sums, rules = dict(drawn.corners), []
    for cage in drawn.cages:
        totals = [sums.pop(cell) for cell in cage if cell in sums]
        if len(totals) > 1:
            raise InvalidPuzzle("a cage has two sums", where=_WHERE, expected="one sum")
        rules.append(VariantRule("cage", tuple(sorted(cage)), value=totals[0] if totals else None))
    if sums:
        where = f"{_WHERE}, {drawn.board.name(min(sums))}"
        raise InvalidPuzzle("a small number is in no cage", where=where, expected="sums of cages")
    return rules


def _regions(drawn: Penpa) -> tuple[int, ...]:
    """Return the region of each cell; the borders must divide the board into regions of equal size."""
    regions, size = _rooms(drawn), drawn.rows
    if {regions.count(region) for region in regions} != {size} and not drawn.borders:
        raise InvalidPuzzle("no regions", where=_WHERE, expected="thick borders")
    if {regions.count(region) for region in regions} != {size}:
        problem = f"the borders make {len(set(regions))} regions"
        raise InvalidPuzzle(problem, where=_WHERE, expected=f"{size} regions of {size} cells")
    return regions


def _rooms(drawn: Penpa) -> tuple[int, ...]:
    """Return the room of each cell; reject a border that ends inside a room, because its meaning is unclear."""
    rooms = walled(drawn.board, [int(pair in drawn.borders) for pair in drawn.board.borders])
    for cell, neighbour in drawn.borders:
        if rooms[cell] == rooms[neighbour]:
            where = f"{_WHERE}, {drawn.board.name(cell)}"
            raise InvalidPuzzle("a border ends inside a region", where=where, expected="borders of regions")
    return rooms


def _clues(drawn: Penpa) -> str:
    words = (str(drawn.numbers[cell]) if cell in drawn.numbers else _EMPTY for cell in drawn.board.cells)
    return _typed(list(words), drawn)


def _pearls(drawn: Penpa) -> str:
    signs = {"white": "1", "black": "2"}
    return _typed([signs[drawn.circles[c]] if c in drawn.circles else _EMPTY for c in drawn.board.cells], drawn)


def _areas(drawn: Penpa) -> str:
    return _typed([str(room + 1) for room in _rooms(drawn)], drawn)


def _typed(words: list[str], drawn: Penpa) -> str:
    return joined(in_rows(words, drawn.columns))


_GENRES: dict[str, tuple[str, tuple[str, ...], Callable[[Penpa], str]]] = {
    "slitherlink": ("slitherlink", ("numbers",), _clues),
    "nurikabe": ("nurikabe", ("numbers",), _clues),
    "fillomino": ("fillomino", ("numbers",), _clues),
    "kuromasu": ("kurodoko", ("numbers",), _clues),
    "kurodoko": ("kurodoko", ("numbers",), _clues),
    "shikaku": ("shikaku", ("numbers",), _clues),
    "numberlink": ("numberlink", ("numbers",), _clues),
    "masyu": ("masyu", ("circles",), _pearls),
    "norinori": ("norinori", ("borders",), _areas),
    "lits": ("lits", ("borders",), _areas),
}
"""The puzzle type, the allowed elements and the function that writes the text, by tag."""
