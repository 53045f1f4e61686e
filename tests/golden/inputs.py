"""Inputs of the golden commands: puzzles by name, and small files by their name on the command line.

These texts are part of the record. They are written down here, not read from the examples that ship, so that a change
of an example cannot change the question.
"""

from collections.abc import Mapping

from entails.puzzles import puzzles

_CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_JIGSAW = "jigsaw9:111222333111222333144522233114556663744855669744885699748855699747885699777788699"
_REST = ",null" * 9
_EMPTY = "/".join(["15"] * 15)
_MARS = "15/15/15/15/15/15/15/4MARS7/15/15/15/15/15/15/15"

_OWN_FILES = {"futoshiki", "hitori", "killer", "nonogram", "nurikabe", "queens", "slitherlink", "star-battle", "takuzu"}
_ON_RECORD = {"sudoku", "wordle", "scrabble", "cnf", "model", "ortools", *_OWN_FILES}


def is_on_record(name: str) -> bool:
    """Return whether a puzzle is recorded: puzzles of one file share all code, so a few represent the rest."""
    return name not in puzzles() or name in _ON_RECORD


PUZZLES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "sudoku": {
        "classic": (_CLASSIC,),
        "two-ways": ("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.........",),
        "clash": ("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8.279",),
        "small": ("..4..3...2....1.",),
        "x": (
            '{"shape":"x9","cells":'
            '".........9.68.3.....1.64....9.6.......4.31...1.....6.........375...2...8..3......"}',
        ),
        "hard": ("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",),
        "deep-clash": ("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7..23..",),
        "small-clash": ("4.4..3...2....1.",),
        "six": ("..4.1...62.5.......6....3...5...24..",),
        "jigsaw": (
            f'{{"shape":"{_JIGSAW}","cells":'
            '"2.78...54....1........23...19....526.5..4.....7....3..7..9........231.67........."}',
        ),
        "marks": (f'{{"shape":"4x4","cells":"..4..3..........","marks":["12","12",null,"3",null,null,"12"{_REST}]}}',),
        "marks-one": (
            f'{{"shape":"4x4","cells":"..4..3...2....1.","marks":["12","1",null,"23",null,null,"24"{_REST}]}}',
        ),
        "marks-clash": (
            f'{{"shape":"4x4","cells":"................","marks":["1","1",null,null,null,null,"2"{_REST}]}}',
        ),
        "sixteen": (
            "..D.7...G54C.E2B...8.C..1....5.G..3.B.4G7..8....F5.G.E.A6..B.487591......4C7....3.876.5.....BC...C.4...E21B3"
            "78..BE..A.....8..143.8....73...A...C967..4..EC.F..B......GF.....967...F.D.B...7.5.124..1..6.CBA9.FE..7.5..2."
            ".G.DC.A.C.9AGF..4.2..765.F.DCBA98765....",
        ),
        "full": ("534678912672195348198342567859761423426853791713924856961537284287419635345286179",),
        "short": ("53..7....6..195",),
        "letters": ("zzzz" * 4,),
    },
    "wordle": {
        "opening": ("crane:bybbg", "slate:bbbbg"),
        "one": ("crane:bybbg",),
        "found": ("crane:gggbb", "slate:bbgyb"),
        "slip": ("crane:gbbbb", "slate:bbybb"),
        "unlisted": ("crane:gbbbb", "slate:ybbbb"),
        "mind": ('{"feedback":"counts","lexicon":"fr","guesses":["tares:1,1","colin:0,1","sauts:3,1"]}',),
        "counts": ("crane:1,1", "slate:1,0"),
        "counts-clash": ("crane:5,0", "slate:0,2"),
        "french": ("tarie:bybby", "sucre:bbbyb"),
        "clash": ("crane:ggggg", "slate:ggggg"),
        "two": ("ab:yb",),
        "junk": ("crane:bybb",),
    },
    "scrabble": {
        "opening": (f"{_EMPTY} AEMORST/ 0/0 0 lex enable; ld english;",),
        "silent": (f"{_MARS} EILNTU?/ 0/12 0 lex enable; ld english;",),
        "beliquor": (
            "15/15/15/15/15/15/15/5JUGS6/4WOP8/1HEM1TOLD6/GELADA1U7/A6X7/Z6A7/E6T7/D6E7 BLOQRU?/ 0/0 0 "
            "lex enable; ld english;",
        ),
        "panseurs": (
            "15/15/5PANSEURS2/11I3/11N3/11C3/11E3/7ORNeZ3/9E5/9W5/9S5/15/15/15/15 ACELSTX/ 0/0 0 lex fr; ld french;",
        ),
        "mars": (_MARS,),
        "odd": (_MARS.replace("MARS", "MXRS"),),
    },
}
"""Puzzles for arguments `@name`: each is replaced by the words of its puzzle."""

_CHOICE = "p cnf 3 4\n1 2 3 0\n-1 -2 0\n-1 -3 0\n-2 -3 0\n"
_PIGEONS = "p cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n"
_GROUPS = (
    "c a small timetable that cannot be kept\nc var 1 maths is on Monday\nc var 2 maths is on Tuesday\n"
    "c var 3 art is on Monday\nc var 4 art is on Tuesday\np gcnf 4 8 4\n{0} -1 -2 0\n{0} -3 -4 0\n{0} -1 -3 0\n"
    "{1} 1 2 0\n{2} 3 4 0\n{3} -2 0\n{4} -3 0\n{4} -4 0\n"
)
_GAME = """#character-encoding UTF-8
#player1 Ana Ana A.
#player2 Bob Bob B.
>Ana: AEMORST 8E MARS +12 12
>Bob: ?EILNTU H8 .ILENT +7 7
"""
_SHARE = "Wordle 1,234 4/6\n\n⬛🟨⬛⬛🟩\n🟨⬛⬛⬛🟩\n🟩🟩⬛🟩🟩\n🟩🟩🟩🟩🟩"
_RATED = """puzzle,rating
.....3......67..9..239.1..8.1.7.84....2...7....93.4.6.6..1.524..5..36......4.....,2.26
7..61....4.53..7.......5..82...7....5.71843.2....6...73..4.......2..75.4....31..9,1.33
8...1..47.7...4..54.23......1..43...............16..8......92.11..5...9.58..7...3,0.81
.3.....8....78......2..96.1.156......86.4.21......753.6.94..1......28....7.....4.,0.70
.83964.1...2...8....4.5..3.....16...8..5.9..1...84.....7..8.3....8...1...9.67352.,2.36
.8..5....1.98...2..539.6...6.5....7..2.4.5.9..4....6.8...6.478..1...92.4....2..3.,1.25
.4..5...6....83.4.....4.75......5.12..53.18..16.2......74.3.....5.72....9...1..6.,2.06
...2..9.....63.7.82..9.8.3.69..1....1.......9....9..75.3.8.7..28.5.63.....1..9...,1.68
.2...3....37...48.5.84........57.8...7.....6...1.92........47.5.16...29....8...1.,1.52
8.35..4...4..7.2.3.2.....8...21...3.7...8...1.1...48...7.....5.2.8.4..1...6..73.8,1.67
.7...4..8....2.9.3...759.61....43..5.........4..58....86.497...7.9.3....1..2...3.,1.04
....78.94...9...18......3.7.2..5....5..6.2..3....1..4.9.2......86...5...14.83....,2.19
"""

FILES: Mapping[str, str] = {
    "many.txt": f"{_CLASSIC}\nnonsense\n{'.' * 16}\n..4..3...2....1.\n4.4..3...2....1.\n",
    "rated.csv": _RATED,
    "choice.cnf": _CHOICE,
    "pigeons.cnf": _PIGEONS,
    "unit.cnf": "c one way only\np cnf 4 4\n1 0\n-1 2 0\n-2 -3 0\n3 4 0\n",
    "clash.cnf": "p cnf 2 4\n1 0\n-1 2 0\n-2 0\n1 2 0\n",
    "nothing.cnf": "p cnf 0 0\n",
    "empty-clause.cnf": "p cnf 1 2\n1 0\n0\n",
    "bad.cnf": "p cnf 2 1\n1 x 0\n",
    "groups.gcnf": _GROUPS,
    "kept.gcnf": _GROUPS.replace("{4} -4 0\n", "").replace("4 8 4", "4 7 4"),
    "small.answer": "s SATISFIABLE\nv -1 2 3 -4 -5 6 -7 -8 9 10 11 -12 13 -14 -15 16 -17 18 19 -20 21 22 -23 -24 0\n",
    "wrong.answer": "s SATISFIABLE\nv 1 2 3 0\n",
    "none.answer": "s UNSATISFIABLE\n",
    "unknown.answer": "s UNKNOWN\n",
    "histories.txt": "crane:bybbg slate:bbbbg\ncrane:zzzzz\ncrane:gbbbb slate:bbybb\n",
    "animals.txt": "cat\ncow\ndog\nhen\npig\nrat\nbat\nbug\n",
    "rhymes.txt": "eight\nfight\nlight\nmight\nnight\nright\nsight\ntight\n",
    "others.txt": "flame\nfirst\nsmelt\n",
    "share.txt": f"{_SHARE}\n",
    "words.txt": "mars\nilent\nsilent\nat\ntam\nmat\nlien\n",
    "game.gcg": _GAME,
    "odd.gcg": _GAME.replace("+7 7", "+9 9"),
    "positions.tsv": f"# board\track\n{_EMPTY}\tAEIJNRT\t330\t22\t2918\n\n{_MARS}\tV\tmore\n{_MARS} no tab\n",
    "own.tsv": f"{_MARS}\tEILNTAM\n{_MARS}\tT?\n",
    "list.txt": "cœur\nété\na\nl'eau\nÉtat\n",
}
"""Files with their content, created in the folder of a command whose arguments name them."""
