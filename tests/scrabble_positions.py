"""Random Scrabble positions on small boards, and all placements by trying every word everywhere."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random

from entails.data.lexicons import lexicon
from entails.data.scrabble import shipped_tile_set
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import THROUGH, Board, Layout, Placement, normalised, read_layout
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import STANDARD, Rules, legality, score
from entails.models.scrabble.tiles import BLANK, Rack, TileSet, whole_set
from entails.solvers.scrabble.generator import all_placements

_SEVEN = """
=..'..=
.-.".-.
..'.'..
'".-."'
..'.'..
.-.".-.
=..'..=
"""
_BONUS_EARLY = Rules(bonus=50, bonus_tiles=5)
"""Rules with a bonus for five tiles, since plays of seven are rare on a small board."""


@cache
def seven() -> Layout:
    """Build a 7 x 7 board with every type of premium square."""
    return read_layout(_SEVEN, "seven")


@cache
def few_words(count: int = 2000, seed: int = 1) -> Lexicon:
    """Sample words of ENABLE, half of them of two to four letters, so that plays cross and touch."""
    dice, whole = Random(seed), lexicon("enable")
    short = [word for length in (2, 3, 4) for word in whole.words(length)]
    long = [word for length in (5, 6, 7) for word in whole.words(length)]
    half = count // 2
    return Lexicon.of(dice.sample(short, half) + dice.sample(long, count - half), f"{count} words", "en")


def random_positions(
    count: int,
    seed: int,
    *,
    blanks: int = 0,
    words: Lexicon | None = None,
    layout: Layout | None = None,
    tiles: TileSet | None = None,
) -> Iterator[Position]:
    """Yield positions from games of random plays, each with a rack that has this many blanks."""
    dice, words, layout, tiles = Random(seed), words or few_words(), layout or seven(), tiles or _english()
    board = Board.empty(layout, tiles.alphabet)
    for _ in range(count):
        position = Position(board, _rack(dice, blanks, tiles), tiles, words, _BONUS_EARLY)
        yield position
        plays = all_placements(position)
        full = (board.letters >= 0).mean() > 0.45
        over = full or not len(plays)
        board = Board.empty(layout, tiles.alphabet) if over else board.with_placement(dice.choice(plays).placement)


def _english() -> TileSet:
    return shipped_tile_set("english")


def _rack(dice: Random, blanks: int, tiles: TileSet) -> Rack:
    letters = [kind for kind in whole_set(tiles) if kind != BLANK]
    drawn = dice.sample(letters, dice.choice((4, 5, 6, 7, 7, 7)) - blanks)
    return Rack.of([*drawn, *[BLANK] * blanks], tiles.alphabet)


def by_trying_everything(position: Position) -> dict[Placement, int]:
    """Return every placement with its score: each word on each square with each choice of blanks, judged by the
    checker.
    """
    result: dict[Placement, int] = {}
    layout = position.board.layout
    for length in position.lexicon.lengths:
        for word in position.lexicon.words(length):
            for row in range(layout.rows):
                for column in range(layout.columns):
                    for across in (True, False):
                        for placement in _ways(position, word.upper(), row, column, across=across):
                            report = normalised(position.board, placement)
                            result[report] = score(position.board, report, position.tile_set, position.rules).total
    return result


def _ways(position: Position, word: str, row: int, column: int, *, across: bool) -> Iterator[Placement]:
    """Yield the legal placements of a word at a square."""
    board = position.board
    if (column if across else row) + len(word) > (board.layout.columns if across else board.layout.rows):
        return
    if board.is_empty and not across:
        return
    plain = Placement.on(board, row, column, across, word)
    if any(board.has_tile(row, column) for row, column, _, _ in plain.laid):
        return
    laid = [index for index, tile in enumerate(plain.tiles) if tile != THROUGH]
    if not laid or len(laid) > position.rack.total or position.rack.lacks(plain.used).total > position.rack.blanks:
        return
    for count in range(position.rack.blanks + 1):
        for chosen in combinations(laid, count):
            word, tiles = _small(plain.word, chosen), _small(plain.tiles, chosen)
            placement = Placement(row, column, across, word, tiles, board.alphabet)
            if is_legal(position, placement):
                yield placement


def _small(text: str, chosen: tuple[int, ...]) -> str:
    return "".join(letter.lower() if index in chosen else letter for index, letter in enumerate(text))


def is_legal(position: Position, placement: Placement) -> bool:
    """Return whether the checker accepts a placement."""
    return not legality(position.board, placement, position.rack, position.lexicon, position.tile_set, position.rules)


__all__ = ["STANDARD", "by_trying_everything", "few_words", "is_legal", "random_positions", "seven"]
