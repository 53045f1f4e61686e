"""The commands whose output is recorded, as typed; a command is its own name in the record.

`TWICE` are asked for people and with `--json`, `ONCE` as they stand. Questions with several right answers are asked
with `--json` alone, where the record can leave the answer open. Lists of conflicts are asked for in full, since which
ones a shorter list holds may change. A command after `; ` uses the files that those before it wrote.
"""

from collections.abc import Iterator

from golden.inputs import PUZZLES

_GRIDS = tuple(PUZZLES["sudoku"])
_READABLE = tuple(name for name in _GRIDS if name not in ("short", "letters"))
_MANY_ANSWERS = ("two-ways", "marks")
_UNIQUE = tuple(name for name in _READABLE if name not in _MANY_ANSWERS)
_CLASSIC_GRIDS = ("classic", "two-ways", "clash", "hard", "full")
_HISTORIES = tuple(name for name in PUZZLES["wordle"] if name != "two")
_POSITIONS = tuple(PUZZLES["scrabble"])
_FORMULAS = (
    *("choice.cnf", "pigeons.cnf", "unit.cnf", "clash.cnf", "nothing.cnf", "empty-clause.cnf", "bad.cnf"),
    *("groups.gcnf", "kept.gcnf"),
)
_AT_MOST_ONE = ("sequential", "ladder", "bitwise", "product", "commander")
_STYLES = ("pruned", "complete", "minimal")
PATIENT = "--seconds 120 --most 60"
"""Limits that no command reaches even on a busy machine, so that they do not affect the output."""


def twice() -> Iterator[str]:
    """Yield commands that also accept `--json`."""
    yield from _sudoku()
    yield from _wordle()
    yield from _scrabble()
    yield from _cnf()
    yield from ("engines", "wordle strategies", "wordle strategies genetic", "wordle strategies nobody")
    yield from ("lexicon list", "lexicon info", "lexicon info fr", "lexicon info enable", "lexicon info list.txt")
    yield from ("lexicon check cat xqz c4t", "lexicon check Cœur --lang fr", "lexicon check coeur --lexicon list.txt")
    yield from ("lexicon search zz?", "lexicon search zzzz?", "lexicon search q*u --limit 3", "lexicon search [")
    yield "lexicon search ?????? --lang fr --limit 4"


def _sudoku() -> Iterator[str]:
    for grid in (name for name in _GRIDS if name not in _MANY_ANSWERS):
        yield f"sudoku check @{grid} {PATIENT}"
    for grid in _GRIDS:
        yield f"sudoku count @{grid} --max 300"
        yield f"sudoku explain @{grid} {PATIENT}"
        yield f"sudoku forced @{grid}"
    for grid in _UNIQUE:
        yield f"sudoku solve @{grid}"
    for grid in ("classic", "two-ways", "clash", "small", "full"):
        yield f"sudoku quine @{grid} --exact-depth"
        yield f"sudoku quine @{grid} --preset program"
    yield from (
        "sudoku quine @hard --nodes 200",
        "sudoku quine @small --preset annex",
        "sudoku quine @classic --tell 2",
    )
    yield from ("sudoku quine @x --encoder minimal --nodes 100", "sudoku quine @clash --heuristic min --tell 1")
    yield from ("sudoku check @classic --unique", "sudoku solve @classic --unique")
    yield from (f"sudoku explain @deep-clash --coarse {PATIENT}", f"sudoku explain @jigsaw --coarse {PATIENT}")
    yield "sudoku solve @hard --conflicts 1 --engine cadical195 --encoder minimal"
    yield from (f"sudoku {verb} many.txt" for verb in ("count", "explain", "forced", "rate", "hint"))
    for encoder in ("complete", "minimal", "complete+ladder", "all-different", "native"):
        yield f"sudoku solve @classic --encoder {encoder}"
        yield f"sudoku count @two-ways --encoder {encoder}"
    for engine in ("glucose41", "minisat22", "cpsat", "quine", "nonsense"):
        yield f"sudoku solve @classic --engine {engine}"
        yield f"sudoku explain @small-clash --engine {engine}"
    yield from ("sudoku solve @classic --encoder nonsense", "sudoku solve @classic --shape 16x16")
    yield from ("sudoku check @small --shape x", "sudoku count @small --shape jigsaw:1112122234443334")
    for grid in (*_CLASSIC_GRIDS, "small", "x"):
        yield f"sudoku rate @{grid}"
        yield f"sudoku steps @{grid}"
        yield f"sudoku hint @{grid}"
    yield from (f"sudoku hint @hard --strength {strength}" for strength in ("technique", "step"))
    yield from (
        "sudoku rate @hard --no-quine",
        "sudoku steps @classic --available",
        "sudoku rate @classic @full --quine",
    )
    yield from ("sudoku steps @classic --techniques naked-single", "sudoku steps @classic --techniques magic")
    yield from ("sudoku generate --seed 1", "sudoku generate -n 2 --difficulty easy --seed 3")
    yield from ("sudoku generate --size 4 --seed 2 -n 2", "sudoku generate --clues 24..28 --symmetry none --seed 5")
    yield from ("sudoku generate --technique naked-pair --seed 1", "sudoku generate --difficulty nonsense")
    yield "sudoku calibrate rated.csv --target rating --repeats 1"
    yield "sudoku quine-fit rated.csv --target rating"
    for answer in ("small.answer", "wrong.answer", "none.answer", "unknown.answer"):
        yield f"sudoku export @small -o small.cnf; sudoku decode small.cnf {answer}"
    yield "sudoku decode choice.cnf small.answer"


def _wordle() -> Iterator[str]:
    for history in _HISTORIES:
        yield f"wordle check @{history} {PATIENT}"
        yield f"wordle candidates @{history} --limit 10"
        yield f"wordle suggest @{history} -n 3"
        yield f"wordle count @{history}"
    for history in ("found", "mind"):
        yield f"wordle solve @{history}"
    yield "wordle quine @found"
    for history in ("opening", "found", "slip", "unlisted", "mind", "counts-clash", "clash"):
        yield f"wordle explain @{history} {PATIENT}"
        yield f"wordle forced @{history}"
    for verb in ("check", "explain", "forced"):
        yield f"wordle {verb} @slip --lexicon none {PATIENT}"
        yield f"wordle {verb} @two --lexicon none"
    yield from (f"wordle explain @slip --coarse {PATIENT}", f"wordle explain @clash --lexicon none --coarse {PATIENT}")
    yield from (
        "wordle count @two --lexicon none",
        "wordle count @one --engine cadical195",
        "wordle count @one -e cpsat",
    )
    yield from ("wordle solve @slip", "wordle solve @opening --all 30", "wordle solve @unlisted --encoder cnf")
    yield from (f"wordle check @french --lang fr {PATIENT}", "wordle candidates @french --lang fr --limit 5")
    yield from ("wordle count @french --lang fr", "wordle suggest @french --lang fr -n 3 --prior frequency")
    yield from (f"wordle check histories.txt {PATIENT}", "wordle check cow:bgb --lexicon animals.txt", "wordle check")
    yield from ("wordle suggest @one -n 4 --explain horse --explain qqqqq", "wordle suggest @one -n 2 --mode hard")
    yield from (
        f"wordle suggest @one -n 2 -s {name}" for name in ("minimax", "most-parts", "letter-frequency", "random")
    )
    yield from ("wordle suggest @one --pool candidates -n 2", "wordle suggest @counts -n 2 --feedback counts")
    yield from (
        "wordle check @one --feedback counts",
        "wordle check crane:1,1 slate:bbbbb",
        "wordle check @one --lang de",
    )
    yield "wordle evaluate minimax --mastermind 4x6"
    yield from (f"wordle evaluate {name} --answers animals.txt" for name in ("entropy", "random --repeat 3", "magic"))
    yield from ("wordle evaluate entropy --answers rhymes.txt --mode hard", "wordle analyse @opening --hard")
    yield from ("wordle analyse crane slate horse --secret horse", "wordle analyse @opening", "wordle analyse @clash")
    yield "wordle analyse tarie carte --secret carte --lang fr"
    yield from (
        "wordle boards crane:bybbg/bbbbg slate:bbbbg/ybybb",
        "wordle boards crane:ggggg/bbbbb slate:ggggg/bbbbb",
    )
    yield from ("wordle boards --boards 4 -n 2", "wordle decode share.txt", "wordle decode share.txt --answer horse")
    for more in ("--exact", "--opener light --exact", "eight:bgggg --exact", "--beam 3", "--exact --worst-case"):
        yield f"wordle tree {more} --answers rhymes.txt --allowed others.txt"
    yield "wordle tree --answers rhymes.txt --allowed others.txt --exact --max-depth 2"
    yield "wordle tree --answers rhymes.txt --allowed others.txt --feedback counts --exact --all --max-depth 0"
    yield "wordle tree --answers animals.txt --opener rat -o tree.json; wordle verify tree.json --answers animals.txt"
    yield "wordle tree --answers animals.txt --opener rat -o tree.json; wordle verify tree.json --answers rhymes.txt"
    yield from (
        f"wordle trace rat -s {name} --answers animals.txt" for name in ("forward", "backtrack", "random", "a1")
    )
    yield from ("wordle trace cow --feedback colours --answers animals.txt", "wordle trace zzz --answers animals.txt")


def _scrabble() -> Iterator[str]:
    for position in _POSITIONS:
        yield from (f"scrabble {verb} @{position}" for verb in ("show", "tiles", "squares"))
    for position in _POSITIONS[:4]:
        yield f"scrabble moves @{position} --top 5"
        yield from (f"scrabble {verb} @{position}" for verb in ("best", "bingo", "solve", "count --max 50"))
    yield from ("scrabble best @mars V", "scrabble best @silent --leave", "scrabble moves @silent --leave --top 5")
    yield from ("scrabble moves @mars EILNTU? --contains Qu --min-score 13", "scrabble moves @mars ABCDEFGH")
    yield from ("scrabble moves @silent --rules restricted --top 5", "scrabble best @silent --rules restricted")
    yield from ("scrabble moves empty CEIPRRT --lang fr --notation french --top 4", "scrabble moves nonsense E")
    yield from ("scrabble bingo @mars EIIUUVV", "scrabble bingo @silent --show", "scrabble bingo @mars EILNTU")
    for board in ("empty --layout super", "@mars --notation french", "game.gcg", "@mars --tiles english-super"):
        yield from (f"scrabble {verb} {board}" for verb in ("show", "squares"))
    yield from ("scrabble tiles game.gcg", "scrabble tiles empty --layout super", "scrabble tiles @mars --rack QZ")
    yield from (
        "scrabble tiles empty --lang fr",
        "scrabble squares @mars --rack EEILNTU",
        "scrabble show empty --lang fr",
    )
    for play in ("'H8 .ILENT' --rack EILNT", "'9C ZETA' --rack AET", "'H8 TILE'", "'8E ....H'", "'99Z MARS'"):
        yield f"scrabble check @mars {play}"
    yield from (
        "scrabble check @mars '8E ....H' --rules restricted",
        "scrabble check empty '8D QUICKLY' --rack CIKLQUY",
    )
    yield from ("scrabble check empty 'H4 MAISONS' --lang fr --notation french", "scrabble check empty '15L QUICKLY'")
    yield from ("scrabble check empty '11K QUICKLY' --layout super", "scrabble check @mars '1A AT' --lexicon words.txt")
    yield from ("scrabble gcg game.gcg", "scrabble gcg odd.gcg", "scrabble gcg game.gcg --turn 1")
    for play in ("'H8 .ILENT'", "'E4 UNTIMELy'", "silent", "'E4 UNTIMEZ'", "zzz", "zebra"):
        yield f"scrabble mark @mars EILNTU? {play}"
    yield "scrabble mark empty AEINRST 'H8 RETAINS' --rules restricted"
    yield from ("scrabble tally positions.tsv", "scrabble tally own.tsv --lexicon words.txt")
    yield "scrabble tally own.tsv --lexicon words.txt --engine cpsat"
    yield "scrabble solve @mars --rack EILNTU --word 'H8 SILENT' --unique"
    for word in ("'9E LIEN'", "'8E MARSH'", "'H8 SILENT'", "'1A SILENT'", "'H8 TILE'"):
        yield f"scrabble explain @mars --rack EILNTU --word {word}"
        yield f"scrabble solve @mars --rack EILNTU --word {word}"
    yield from ("scrabble explain @opening", "scrabble explain @mars --rack V", "scrabble solve @mars --rack V")
    yield "scrabble explain @mars --rack EILNTU --word '8E MARSH' --rules restricted"
    yield from ("scrabble count @mars --rack EILN --rules restricted", "scrabble count empty --rack AEI --lang fr")
    yield from ("scrabble count empty --layout super --rack AEI", "scrabble solve empty --layout super --rack AEINRST")
    yield "scrabble count @mars --rack TAM --engine cpsat --lexicon words.txt"
    yield "scrabble solve @mars --rack TAM --engine cpsat --lexicon words.txt"
    yield "scrabble selfplay -n 2 --seed 3 --workers 1"


def _cnf() -> Iterator[str]:
    for formula in _FORMULAS:
        yield from (f"cnf {verb} {formula}" for verb in ("count", "explain", "forced", "stats", "quine --exact-depth"))
        if formula not in ("choice.cnf", "kept.gcnf"):
            yield f"cnf solve {formula}"
    yield from ("cnf explain pigeons.cnf --most 60", "cnf explain groups.gcnf --coarse")
    yield from (f"cnf solve unit.cnf --engine {engine}" for engine in ("cpsat", "quine", "minisat22"))
    yield "cnf prove pigeons.cnf -o proof; cnf verify pigeons.cnf proof"
    yield "cnf prove pigeons.cnf -o proof; cnf verify choice.cnf proof"


def once() -> Iterator[str]:
    """Yield commands whose output has only one format."""
    yield from ("--version", "schema nonsense", "sudoku nonsense", "nonsense")
    yield from (f"sudoku export @classic --to {form}" for form in ("line", "drawn", "sdk", "ss", "candidates", "marks"))
    yield from (f"sudoku export @classic --to {form}" for form in ("sudokuwiki", "fpuzzles", "sudokupad", "json"))
    yield from (f"sudoku export @{grid} --to json" for grid in ("x", "jigsaw", "marks", "six"))
    yield from ("sudoku export @classic --to nonsense", "sudoku export many.txt", "sudoku export @small --to marks")
    yield from (
        "wordle export @opening --to line",
        "wordle export @mind --to json",
        "wordle export @opening --to nonsense",
    )
    yield from (f"scrabble export @silent --to {form}" for form in ("cgp", "json", "drawing", "dimacs", "nonsense"))
    yield from (
        "cnf export choice.cnf",
        "cnf export groups.gcnf --to gcnf",
        "cnf export groups.gcnf",
        "cnf export bad.cnf",
    )
    yield from (f"cnf prove {formula}" for formula in ("choice.cnf", "clash.cnf", "groups.gcnf"))
    yield from (f"scrabble show @silent --form {form}" for form in ("cgp", "json", "drawn"))
    yield from (f"scrabble gcg game.gcg --form {form}" for form in ("gcg", "cgp"))
    yield "sudoku quine @small --tree tree.json"
    for more in ("--length 3 --lang fr", "--length 3-4 --lang en -n 3", "--length 3 --lang en --feedback counts"):
        yield f"wordle openers {more} --json"
    yield "wordle tree --answers rhymes.txt --allowed others.txt --exact -o tree.json"
    yield "wordle tree --answers rhymes.txt --allowed others.txt --exact -o tree.md"
    yield from (f"wordle trace rat --answers animals.txt -f {form} -o trace" for form in ("dot", "json"))


def open_answers() -> Iterator[str]:
    """Yield queries with several right answers."""
    for grid in _MANY_ANSWERS:
        yield from (f"sudoku solve @{grid}", f"sudoku check @{grid}", f"sudoku solve @{grid} --all 50")
    yield from ("sudoku check @two-ways --unique", "sudoku solve @two-ways --unique", "sudoku solve @two-ways -e cpsat")
    yield from ("sudoku solve many.txt", "sudoku check many.txt", "sudoku quine @two-ways", "wordle solve @opening")
    yield from (
        "wordle solve @one --encoder cnf",
        "wordle solve @one --encoder cpsat",
        "wordle solve @two --lexicon none",
    )
    yield from (
        "cnf solve choice.cnf",
        "cnf solve choice.cnf --all 9",
        "cnf solve kept.gcnf",
        "cnf solve kept.gcnf --all 9",
    )


def exports() -> Iterator[str]:
    """Yield exports of formulas, recorded as summaries."""
    for style in _STYLES:
        yield from (f"sudoku export @{grid} --encoder {style}" for grid in _READABLE if grid != "sixteen")
        yield from (f"sudoku export @{grid} --encoder {style} --to gcnf" for grid in ("clash", "jigsaw", "marks"))
        for form in _AT_MOST_ONE:
            yield from (f"sudoku export @{grid} --encoder {style}+{form}" for grid in ("small", "six"))
    yield "sudoku export @sixteen --encoder pruned"
    yield from (
        "sudoku export @classic",
        "sudoku export @clash --to gcnf",
        "sudoku export @classic --encoder all-different",
    )
    yield from (f"sudoku export @clash --encoder complete+{form} --to gcnf" for form in _AT_MOST_ONE)
    for history in ("opening", "slip", "mind", "counts", "counts-clash"):
        yield f"wordle export @{history}"
        yield f"wordle export @{history} --lexicon none"
        yield f"wordle export @{history} --lexicon none --to gcnf"
    yield "wordle export @slip --to gcnf"
    yield from ("wordle export @french --lang fr", "wordle export cow:bgb --lexicon animals.txt", "wordle export")
    yield "wordle export @opening --encoder cpsat"


TWICE, EXPORTS = tuple(twice()), tuple(exports())
ONCE = (*once(), *(f"{command} --json" for command in open_answers()))
