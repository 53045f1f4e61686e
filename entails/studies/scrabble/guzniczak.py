"""The figures of Guzniczak 2018, each with the value that Entails computes.

The study's boards are pictures, except EXEMPLES. The boards of the surroundings and of the cylinders are built here to
give the printed list at the printed square, and the plays that break a hypothesis are ours; such figures are
"reconstructed". Squares are row and column from 0, as in the study.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations

from entails.data.scrabble import Setting, position_of, shipped_layout, shipped_tile_set
from entails.formats.scrabble.position import read_cgp
from entails.models.alphabet import LATIN, without_accents
from entails.models.lexicon import Lexicon
from entails.models.scrabble.board import Board, read_placement, write_placement
from entails.models.scrabble.game import ScrabbleStudyFigure, StudyStatus, StudyValue
from entails.models.scrabble.position import Position
from entails.models.scrabble.rules import LENGTHS, RESTRICTED, CandidateSquare, candidate_squares, legality, score
from entails.models.scrabble.tiles import Bag, Rack, tile_index, whole_set
from entails.solvers.scrabble.arrangements import arrangements, count_arrangements, dictionary
from entails.solvers.scrabble.generator import all_placements
from entails.studies.scrabble.selfplay import Plan, play_one

NAME = "guzniczak"
AUTHORS = "Guzniczak 2018"


def _cgp(*rows: str) -> str:
    return "/".join([*rows, *["15"] * (15 - len(rows))])


EXEMPLES = _cgp("15", *(f"3{letter}11" for letter in "EXEMPLES"))
RACK = "EETGINH"
_MARS_ACROSS = _cgp("15", "15", "3MARS8")
_MARS_DOWN = _cgp(*["15"] * 10, *(f"3{letter}11" for letter in "MARS"))
_CROSSING = _cgp("3S11", "3E11", "2ILE10")
_EDGE = _cgp(*(f"14{letter}" for letter in "ELEVE"))
_BETWEEN_WORDS = _cgp("15", "15", "15", "3G11", "I2E3L7", "L2R3E7", "EXEMPLES7", "3E11")
_TOP_EDGE = _cgp("3FILLE7", "4L1E8", "6S8")

_SURROUNDINGS = (
    ("Normal", 2, 4, "000111000", _MARS_ACROSS),
    ("Normal", 10, 3, "000010010", _MARS_DOWN),
    ("Normal", 2, 3, "010111000", _CROSSING),
    ("Coin", 0, 14, "0101", _EDGE),
    ("Bord", 4, 14, "010100", _EDGE),
)
_CYLINDERS = (
    ("E1", 4, 3, (1, 2, 2), _BETWEEN_WORDS),
    ("E2", 0, 6, (0, 0, 0), _TOP_EDGE),
    ("E3", 2, 6, (1, 8, 2), _TOP_EDGE),
)
_FILLED = "Remplir_Matrice_HautBas_avec_chararray('exemples', 1, 3)"
_CANDIDATES = ("1,3 e", "2,3 x", "3,3 e", "4,3 m", "5,3 p", "6,3 l", "7,3 e", "7,7", "8,3 s")
_PICTURE = "the study's board is a picture; this one is built to fit"
_DEALS = (("TANNVUA", "HRMT?EE"), ("BICPKAA", "WEEOETM"), ("ITISAAF", "CLFIILD"))
_LETTERS = "afgleecx"
_WORDS = {
    3: "age ale axe fac fee gel lac",
    4: "agee axee face fela fele gela gele lace cafe cage cale cela",
    5: "fecal galee glace lacee calee",
    6: "fecale glacee",
}
_COUNTED = "eetginhi"
_COUNTS = {8: 40_320, 7: 40_320, 6: 20_160, 5: 6_720, 4: 1_680}


@dataclass(frozen=True)
class _FigureRow:
    """A figure without the name of its section. Its status follows from the two values unless it is set."""

    example: str
    printed: StudyValue | None
    computed: StudyValue | None
    reason: str = ""
    board: str | None = None
    status: StudyStatus | None = None

    def figure(self, section: str) -> ScrabbleStudyFigure:
        return ScrabbleStudyFigure(
            section=section,
            example=self.example,
            printed=self.printed,
            computed=self.computed,
            status=self.status or self._compared(),
            reason=self.reason,
            board=self.board,
        )

    def _compared(self) -> StudyStatus:
        if self.printed is None:
            return "not printed"
        return "reproduced" if self.printed == self.computed else "differs"


def figures(lexicon: Lexicon) -> Iterator[ScrabbleStudyFigure]:
    """Yield every figure of the study in its order, with the recomputed value."""
    for section, rows in SECTIONS.items():
        for row in rows(lexicon):
            yield row.figure(section)


def _position(cgp: str, lexicon: Lexicon, rack: str = "") -> Position:
    setting = Setting(tile_set=shipped_tile_set("french"), lexicon=lexicon, rack=rack, rules=RESTRICTED, anywhere=True)
    return position_of(read_cgp(cgp), setting)[0]


def _square(cgp: str, lexicon: Lexicon, row: int, column: int) -> CandidateSquare:
    squares = candidate_squares(_position(cgp, lexicon).board)
    return next(square for square in squares if (square.row, square.column) == (row, column))


def _board(lexicon: Lexicon) -> Iterator[_FigureRow]:
    del lexicon
    layout = shipped_layout("standard")
    symbols = [
        layout.symbol(row, column)
        for row in range(layout.rows)
        for column in range(layout.columns)
        if (row, column) not in layout.start
    ]
    yield _FigureRow(
        "squares with code 41, 42, 43, 44 (letter x2, x3, word x2, x3)",
        None,
        tuple(symbols.count(symbol) for symbol in "'\"-="),
        "the matrix is a picture",
    )
    remark = "the printed score has no factor for code 49; here the start doubles the word, as on the standard board"
    yield _FigureRow("start square (code 49)", (7, 7), layout.start[0], remark)


def _bag(lexicon: Lexicon) -> Iterator[_FigureRow]:
    del lexicon
    tiles = shipped_tile_set("french")
    yield _FigureRow("tiles of the bag", 102, tiles.total)
    values = tuple(tiles.values[tile_index(letter)] for letter in "EWDX")
    yield _FigureRow("Valeur_Scrabble of e, w, d, x", (1, 10, 2, 10), values)
    numbers = tuple(LATIN.number(letter) + 1 for letter in "ABCXYZ")
    yield _FigureRow("Valeur_travail of a, b, c, x, y, z", (1, 2, 3, 24, 25, 26), numbers)
    for seed, deal in enumerate(_DEALS):
        first, bag = Bag.full(tiles, seed).draw(7)
        possible = "possible" if whole_set(tiles).holds(Rack.read("".join(deal))) else "impossible"
        yield _FigureRow(
            "Distribution_initiale_de_lettres()",
            deal,
            (str(first), str(bag.draw(7)[0])),
            f"random (ours: seed {seed}); the printed deal is {possible} with 102 tiles",
            status="not comparable",
        )


def _filling(lexicon: Lexicon) -> Iterator[_FigureRow]:
    printed = tuple(tile for tile in _CANDIDATES if tile != "7,7")
    yield _FigureRow(_FILLED, printed, _tiles(_filled(lexicon)), "printed in the list of candidate squares", EXEMPLES)


def _filled(lexicon: Lexicon) -> Board:
    board = _position(_cgp(), lexicon).board
    return board.with_placement(read_placement("D2 EXEMPLES", board))


def _tiles(board: Board) -> tuple[str, ...]:
    squares = candidate_squares(board)
    return tuple(f"{square.row},{square.column} {square.letter.lower()}" for square in squares)


def _scoring(lexicon: Lexicon) -> Iterator[_FigureRow]:
    position = _position(_cgp(), lexicon)
    sheet = score(position.board, read_placement("D2 EXEMPLES", position.board), position.tile_set, RESTRICTED)
    (word,) = sheet.words
    letters = sum(value * factor for _, value, factor in word.letters)
    reason = f"first pass {letters}, with the letter premiums; second pass x {word.multiplier}"
    yield _FigureRow(f"points of {_FILLED}", None, sheet.total, reason)


def _candidates(lexicon: Lexicon) -> Iterator[_FigureRow]:
    reason = "the code 49 of the start is not 0, so the printed search takes the empty start for a tile"
    yield _FigureRow("Recherche_cases_candidates()", _CANDIDATES, _tiles(_filled(lexicon)), reason, EXEMPLES)


def _surroundings(lexicon: Lexicon) -> Iterator[_FigureRow]:
    for place, row, column, printed, cgp in _SURROUNDINGS:
        computed = "".join(map(str, _square(cgp, lexicon, row, column).around))
        yield _rebuilt(f"Liste_Entourage_{place}({row},{column})", printed, computed, cgp)


def _rebuilt(example: str, printed: StudyValue, computed: StudyValue, cgp: str, reason: str = _PICTURE) -> _FigureRow:
    return _FigureRow(example, printed, computed, reason, cgp, "reconstructed" if printed == computed else "differs")


def _hypotheses(lexicon: Lexicon) -> Iterator[_FigureRow]:
    plays = (
        ("(a) a word is completed: FILLE and an S", _TOP_EDGE, "1D .....S", "completes_a_word"),
        ("(b) a second word is made: ETAIT beside EXEMPLES", EXEMPLES, "E9 ETAIT", "second_word"),
    )
    for example, cgp, play, code in plays:
        position = _position(cgp, lexicon)
        placement = read_placement(play, position.board)
        reasons = legality(position.board, placement, None, None, position.tile_set, RESTRICTED)
        computed = "illegal" if code in [reason.code for reason in reasons] else "legal"
        yield _rebuilt(example, "illegal", computed, cgp, f"{'; '.join(map(str, reasons))}; the play is ours")
    squares = [_square(cgp, lexicon, row, column) for _, row, column, _, cgp in _SURROUNDINGS]
    yield _FigureRow(
        "Hypothèses_valides_et_Vérif_Haut_Droite: K of the surroundings above",
        None,
        tuple(square.direction for square in squares),
        "0 none, 1 down, 2 across; the call for (0,0) has no output",
    )


def _cylinders(lexicon: Lexicon) -> Iterator[_FigureRow]:
    for name, row, column, printed, cgp in _CYLINDERS:
        square = _square(cgp, lexicon, row, column)
        computed = (square.before, square.after, square.direction)
        yield _rebuilt(f"({name}) Cylindre_de_sécurité({row},{column})", printed, computed, cgp)


def _dictionary(lexicon: Lexicon) -> Iterator[_FigureRow]:
    reason = "the study's list cannot be shipped; --lexicon FILE uses a copy of it"
    yield _FigureRow("words of the dictionary", 22_740, len(lexicon), "" if len(lexicon) == 22_740 else reason)
    accented = ["élève", "Scrabble", "informatique"]
    for word, printed in (("eleve", False), ("élève", True)):
        yield _FigureRow(f"Existence({word!r})", printed, word in accented)
    words = ("élèves", "parfait", "apre", "être", "bordé", "noël")
    folded = ("eleves", "parfait", "apre", "etre", "borde", "noel")
    yield _FigureRow(f"Sans_Accent of {', '.join(words)}", folded, tuple(map(without_accents, words)))


def _arrangements(lexicon: Lexicon) -> Iterator[_FigureRow]:
    two, three = (tuple(map("".join, permutations("aig", length))) for length in (2, 3))
    yield _FigureRow("Mots_Candidats(['a','i','g'],2)", ("ai", "ag", "ia", "ga", "gi"), two, "the print lacks ig")
    yield _FigureRow("Mots_Candidats(['a','i','g'],3)", ("aig", "agi", "iag", "iga", "gai", "gia"), three)
    for length, words in _WORDS.items():
        yield _looked_up(length, tuple(words.split()), lexicon)
    for letter, split in (("a", (2, 4, "tr", "vaux")), ("v", None), ("u", (5, 1, "trava", "x"))):
        before, _, after = "travaux".partition(letter)
        reason = "only the first place of the letter; (4, 2, 'trav', 'ux') is missed" if letter == "a" else ""
        reason = reason if split else "the call has no output"
        computed = (len(before), len(after), before, after)
        yield _FigureRow(f"Données_Mot_Juste('travaux',{letter!r})", split, computed, reason)


def _looked_up(length: int, printed: tuple[str, ...], lexicon: Lexicon) -> _FigureRow:
    """Return the words among the arrangements of eight letters, each once."""
    hits = [word for word in map("".join, permutations(_LETTERS, length)) if word in lexicon]
    words = tuple(dict.fromkeys(hits))
    shared = sum(word in words for word in printed)
    printed_words = f"all {shared}" if shared == len(printed) else f"{shared} of the {len(printed)}"
    reason = "" if words == printed else f"{printed_words} printed words are in lexicon {lexicon.name}; "
    reason += f"the printed code would list {len(hits)} with repetitions, because E comes twice"
    return _FigureRow(f"Vérification_Mots_Candidats_Dictionnaire({list(_LETTERS)},{length})", printed, words, reason)


def _optimisation(lexicon: Lexicon) -> Iterator[_FigureRow]:
    reason = "the study's first list, of the CNRS, cannot be shipped"
    yield _FigureRow("words of the first dictionary", 129_000, None, reason, status="not comparable")
    distinct = sum(len(set(permutations(_COUNTED, length))) for length in range(1, 9))
    reason = f"{distinct:,} of them are distinct, because E and I come twice"
    yield _FigureRow("arrangements of 1 to 8 of 8 letters", 109_600, count_arrangements(8, range(1, 9)), reason)
    for length, printed in _COUNTS.items():
        computed = count_arrangements(8, range(length, length + 1))
        yield _FigureRow(f"len(Mots_Candidats({list(_COUNTED)},{length}))", printed, computed)
    yield _FigureRow("order of the lengths", (5, 4, 6), LENGTHS)
    initials = {initial for length in LENGTHS for initial in dictionary(lexicon, length)}
    yield _FigureRow("lists by first letter", 26, len(initials))
    reason = "not timed here; python -m benchmarks.scrabble_study times each version (docs/studies/guzniczak.md)"
    yield _FigureRow("time of the first move", "more than 40 minutes", None, reason, status="not comparable")


def _game(lexicon: Lexicon) -> Iterator[_FigureRow]:
    position = _position(EXEMPLES, lexicon, RACK)
    plays, generated = arrangements(position), all_placements(position)
    agree = "also" if len(generated) == len(plays) else "but"
    best = f"; best {write_placement(plays[0].placement)} {plays[0].score}" if plays else ""
    reason = f"the generator {agree} finds {len(generated)}{best}"
    yield _FigureRow(f"plays of {RACK} on the board with EXEMPLES", None, len(plays), reason, EXEMPLES)
    layout, tiles = position.board.layout, position.tile_set
    game = play_one(Plan(("arrangements",) * 2, 1, 0, layout, tiles, position.lexicon, RESTRICTED), 0)
    turns = sum(len(seat.turns) for seat in game.seats)
    scores = tuple(seat.score for seat in game.seats)
    yield _FigureRow("scores of a game of the strategy against itself", None, scores, f"{turns} turns, seed 0")


SECTIONS: Mapping[str, Callable[[Lexicon], Iterator[_FigureRow]]] = {
    "board": _board,
    "bag": _bag,
    "filling": _filling,
    "scoring": _scoring,
    "candidate squares": _candidates,
    "surroundings": _surroundings,
    "hypotheses": _hypotheses,
    "cylinder": _cylinders,
    "dictionary": _dictionary,
    "arrangements": _arrangements,
    "optimisation": _optimisation,
    "game": _game,
}
"""The parts of the study, in its order, and the functions that compute their figures."""
