"""The models that ship as documents, built with the builder."""

from itertools import combinations

from entails.models.problem.builder import Builder

KILLER = {
    "r1c1 r2c1 r3c1 r4c1": 17,
    "r1c2 r1c3 r2c2": 18,
    "r1c4 r2c4": 10,
    "r1c5 r2c5 r2c6": 17,
    "r1c6 r1c7 r1c8": 14,
    "r1c9 r2c9": 9,
    "r2c3 r3c3": 17,
    "r2c7 r2c8 r3c7": 12,
    "r3c2 r4c2 r4c3": 7,
    "r3c4 r4c4 r5c4": 8,
    "r3c5 r4c5 r5c5": 11,
    "r3c6 r4c6 r5c6": 23,
    "r3c8 r4c8": 15,
    "r3c9 r4c9 r5c9 r6c9": 23,
    "r4c7 r5c7 r6c7": 10,
    "r5c1 r6c1 r6c2 r7c1": 21,
    "r5c2 r5c3 r6c3": 15,
    "r5c8 r6c8 r7c8 r8c8": 24,
    "r6c4 r7c4": 12,
    "r6c5 r7c5 r7c6": 12,
    "r6c6": 5,
    "r7c2 r8c2 r8c3": 9,
    "r7c3": 1,
    "r7c7 r8c7": 14,
    "r7c9 r8c9 r9c9": 13,
    "r8c1 r9c1 r9c2": 24,
    "r8c4 r8c5 r8c6 r9c6": 22,
    "r9c3 r9c4 r9c5": 18,
    "r9c7 r9c8": 4,
}


def send_more() -> Builder:
    p = Builder("SEND + MORE = MONEY")
    s, e, n, d, m, o, r, y = letters = p.ints("S E N D M O R Y", 0, 9)
    p.all_different(letters, because="different letters are different digits")
    send, more = 1000 * s + 100 * e + 10 * n + d, 1000 * m + 100 * o + 10 * r + e
    p.add(send + more == 10000 * m + 1000 * o + 100 * n + 10 * e + y, "SEND + MORE = MONEY")
    p.add(s > 0, m > 0, "no number begins with 0")
    return p


def zebra() -> Builder:
    p = Builder("Who keeps the zebra?")
    kinds = (
        "Englishman Spaniard Ukrainian Norwegian Japanese",
        "red green ivory yellow blue",
        "coffee tea milk juice water",
        "dog snails fox horse zebra",
        "cello drums flute guitar violin",
    )
    for kind, word in zip(kinds, ("people", "colours", "drinks", "animals", "instruments"), strict=True):
        p.all_different(p.ints(kind, 1, 5), because=f"the five {word} are in five houses")
    of = p.unknowns
    for item, second, text in (
        ("Englishman", "red", "the Englishman lives in the red house"),
        ("Spaniard", "dog", "the Spaniard keeps a dog"),
        ("coffee", "green", "coffee is drunk in the green house"),
        ("Ukrainian", "tea", "the Ukrainian drinks tea"),
        ("cello", "snails", "who plays the cello keeps snails"),
        ("drums", "yellow", "the drums are played in the yellow house"),
        ("flute", "juice", "who plays the flute drinks juice"),
        ("Japanese", "violin", "the Japanese plays the violin"),
    ):
        p.add(of[item] == of[second], text)
    p.add(of["green"] == of["ivory"] + 1, "the green house is just right of the ivory one")
    p.add(of["milk"] == 3, "milk is drunk in the middle house")
    p.add(of["Norwegian"] == 1, "the Norwegian lives in the first house")
    for item, second, text in (
        ("guitar", "fox", "the guitar is played next door to the fox"),
        ("drums", "horse", "the drums are played next door to the horse"),
        ("Norwegian", "blue", "the Norwegian lives next door to the blue house"),
    ):
        p.add(abs(of[item] - of[second]) == 1, text)
    return p


def colouring() -> Builder:
    p = Builder("Australia in three colours")
    p.choices("WA NT SA Q NSW V T", "red green blue")
    borders = "WA-NT WA-SA NT-SA NT-Q SA-Q SA-NSW SA-V Q-NSW NSW-V"
    for border in borders.split():
        item, second = border.split("-")
        p.add(p.unknowns[item] != p.unknowns[second], "{0} and {1} touch")
    return p


def queens() -> Builder:
    p = Builder("Eight queens")
    columns = p.ints("row1..row8", 1, 8)
    p.all_different(columns, because="no two queens share a column")
    for (i, item), (j, second) in combinations(enumerate(columns), 2):
        p.add(abs(item - second) != j - i, "the queens of {0} and {1} share no diagonal")
    return p


def timetable() -> Builder:
    p = Builder("An impossible timetable")
    maths, physics, chemistry, music, sports = p.ints("maths physics chemistry music sports", 1, 4)
    lab_free = p.boolean("second lab")
    p.add(maths != physics, "Ada teaches maths and physics", soft=False)
    p.add(music != sports, "Ben teaches music and sports", soft=False)
    p.add(physics != chemistry, "there is one lab for physics and chemistry", when=~lab_free, soft=False)
    p.add(maths <= 2, "maths is in the first two hours", soft=True)
    p.add(physics < chemistry, "physics comes before chemistry", soft=True)
    p.add(chemistry.among(1, 2), "the chemist leaves after the second hour", soft=True)
    p.add(maths < physics, "physics needs what was taught in maths", soft=True)
    p.add(sports == 4, "sports come last", soft=True)
    p.add(music > chemistry, "no music before chemistry", soft=True)
    p.add(~lab_free, "the second lab is being painted", soft=True)
    return p


def magic_square() -> Builder:
    p = Builder("A magic square")
    cells = p.grid("r{row}c{column}", 3, 3, 1, 9)
    p.all_different(cells, because="every number from 1 to 9 occurs once")
    for line in (*cells.lines, *cells.diagonals):
        p.add(sum(line) == 15, f"{line.called} adds up to 15")
    p.add(
        cells[0, 0] < cells[0, 2],
        cells[0, 0] < cells[2, 0],
        cells[0, 2] < cells[2, 0],
        "rotations and reflections count once",
    )
    p.add(cells[0, 0] < cells[2, 2], "rotations and reflections count once")
    return p


def killer() -> Builder:
    p = Builder("A killer Sudoku")
    cells = p.grid("r{row}c{column}", 9, 9, 1, 9)
    for line in (*cells.lines, *cells.boxes(3, 3)):
        p.all_different(line)
    for cage, total in KILLER.items():
        inside = [p.unknowns[name] for name in cage.split()]
        p.add(sum(inside) == total, f"the cage at {inside[0]} adds up to {total}", soft=True)
        if len(inside) > 1:
            p.all_different(inside, because=f"the cage at {inside[0]} holds no digit twice")
    return p


EXAMPLES = {
    "send-more": send_more,
    "zebra": zebra,
    "colouring": colouring,
    "queens": queens,
    "timetable": timetable,
    "magic-square": magic_square,
    "killer": killer,
}
