"""The models that ship as documents, built with the builder."""

from itertools import combinations, pairwise

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


def nurse_rota() -> Builder:
    p = Builder("Nurse rota: a week with five nurses")
    days, nurses = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"], ["Ada", "Bo", "Cleo", "Dan", "Eve"]
    at = {(nurse, day): p.choice(f"{nurse} {day}", "off early late night") for nurse in nurses for day in days}
    for day in days:
        for shift in ("early", "late", "night"):
            is_covered = sum(at[nurse, day] == shift for nurse in nurses) == 1
            p.add(is_covered, f"{day}: one nurse works the {shift} shift", soft=False)
    for nurse in nurses:
        for day, following in pairwise(days):
            rests = at[nurse, following].among("off", "night")
            p.add((at[nurse, day] == "night").implies(rests), f"{nurse} rests after a night shift", soft=False)
        p.add(sum(at[nurse, day] == "off" for day in days) >= 2, f"{nurse} has two days off", soft=True)
    p.add([at["Ada", day] != "night" for day in days], "Ada works no nights", soft=True)
    p.add(at["Bo", "Sat"] == "off", at["Bo", "Sun"] == "off", "Bo has the weekend off", soft=True)
    p.add([at["Cleo", day] == "off" for day in days[4:]], "Cleo is on leave from Friday", soft=True)
    p.add(at["Dan", "Fri"] == "night", "Dan works Friday night", soft=True)
    p.add(at["Dan", "Sun"] == "off", "Dan has Sunday off", soft=True)
    p.add(at["Eve", "Sat"] == "late", "Eve works late on Saturday", soft=True)
    p.add(at["Eve", "Sun"] != "night", "Eve works no night on Sunday", soft=True)
    return p


def job_shop() -> Builder:
    p = Builder("Job shop: three orders on three machines")
    orders = {
        "chair": (10, {"saw": 3, "lathe": 2, "paint shop": 4}),
        "table": (11, {"saw": 4, "paint shop": 3, "lathe": 3}),
        "shelf": (13, {"lathe": 4, "saw": 2, "paint shop": 2}),
    }
    tasks = {
        (order, machine): p.task(f"{order} {machine}", hours, 0, 20)
        for order, (_, steps) in orders.items()
        for machine, hours in steps.items()
    }
    for order, (due, steps) in orders.items():
        for before, after in pairwise(steps):
            follows = tasks[order, after].start >= tasks[order, before].end
            p.add(follows, f"the {order} goes from the {before} to the {after}", soft=False)
        p.add(tasks[order, list(steps)[-1]].end <= due, f"the {order} is due at {due}", soft=True)
    for machine in ("saw", "lathe", "paint shop"):
        same = [task for (_, place), task in tasks.items() if place == machine]
        p.no_overlap(same, on=f"the {machine}", because=f"the {machine} takes one order at a time", soft=True)
    return p


def exams() -> Builder:
    p = Builder("Exam timetable: eight exams in four slots")
    subjects, slots = (
        "maths physics chemistry biology history art music latin",
        ["Mon am", "Mon pm", "Tue am", "Tue pm"],
    )
    exam = dict(zip(subjects.split(), p.choices(subjects, slots), strict=True))
    taken = {
        "Amir": "maths physics chemistry",
        "Bea": "physics chemistry biology",
        "Carl": "history art music",
        "Dora": "maths latin history",
        "Emil": "chemistry maths latin",
        "Fay": "biology art latin",
    }
    for student, names in taken.items():
        sentence = f"{student} sits one exam at a time ({', '.join(names.split())})"
        p.all_different([exam[name] for name in names.split()], because=sentence, soft=True)
    for slot in slots:
        p.add(sum(when == slot for when in exam.values()) <= 2, f"{slot}: two rooms", soft=False)
    p.add(exam["maths"] == "Mon am", "maths comes first", soft=True)
    p.add(exam["latin"].among(slots[:2]), "the Latin examiner is there on Monday", soft=True)
    p.add(exam["chemistry"].among(slots[:2]), "the laboratory is free on Monday", soft=True)
    p.add(exam["physics"].among(slots[2:]), "physics is on Tuesday", soft=True)
    return p


def seating() -> Builder:
    p = Builder("Seating: eight guests at a round table")
    guests = "Anna Ben Clara David Ella Felix Gina Hugo"
    seat = dict(zip(guests.split(), p.ints(guests, 1, 8), strict=True))
    p.all_different(list(seat.values()), because="each guest has a seat", soft=False)
    p.add(seat["Anna"] == 1, "Anna has seat 1: the table turns", soft=False)
    for pair in ("Anna Ben", "Anna Clara", "Anna David", "Ella Felix", "David Hugo"):
        left, right = pair.split()
        p.add(abs(seat[left] - seat[right]).among(1, 7), f"{left} sits beside {right}", soft=True)
    for pair in ("Ben Clara", "Gina Hugo"):
        left, right = pair.split()
        p.add(~abs(seat[left] - seat[right]).among(1, 7), f"{left} and {right} keep apart", soft=True)
    return p


def delivery() -> Builder:
    p = Builder("Delivery: one van, six customers, times")
    at = {
        "depot": (0, 0),
        "baker": (3, 4),
        "cafe": (6, 1),
        "dentist": (2, 7),
        "florist": (8, 5),
        "grocer": (5, 8),
        "hotel": (9, 2),
    }
    after = [p.integer(f"after {place}", 0, len(at) - 1) for place in at]
    arrival = {place: p.integer(f"arrival {place}", 0, 60) for place in at}
    p.circuit(after, because="the van visits every customer once", soft=False)
    p.add(arrival["depot"] == 0, "the van starts at 0", soft=False)
    for following, (place, (x, y)) in zip(after, at.items(), strict=True):
        for number, (customer, (there_x, there_y)) in enumerate(at.items()):
            takes = abs(x - there_x) + abs(y - there_y) + (2 if place != "depot" else 0)
            if number == 0:
                p.add(arrival[place] + takes <= 55, "the van is back at 55", when=following == 0, soft=True)
            elif customer != place:
                later = arrival[customer] >= arrival[place] + takes
                p.add(later, "driving and unloading take their time", when=following == number, soft=False)
    for customer, latest in (("cafe", 12), ("hotel", 16), ("dentist", 18), ("grocer", 40)):
        p.add(arrival[customer] <= latest, f"the {customer} is served by {latest}", soft=True)
    p.add(arrival["baker"] >= 20, "the baker is served from 20 on", soft=True)
    return p


EXAMPLES = {
    "nurse-rota": nurse_rota,
    "job-shop": job_shop,
    "exams": exams,
    "seating": seating,
    "delivery": delivery,
    "send-more": send_more,
    "zebra": zebra,
    "colouring": colouring,
    "queens": queens,
    "timetable": timetable,
    "magic-square": magic_square,
    "killer": killer,
}
