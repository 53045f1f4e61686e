"""One position or one play, for people."""

from typing import TYPE_CHECKING

from entails.cli.output import columns, print_line, say
from entails.cli.show.scrabble.board import place_of, print_board, rows_of_tiles
from entails.models.scrabble.cgp import write_cgp
from entails.models.scrabble.drawing import draw as drawn
from entails.models.scrabble.record import record_of, write_json

if TYPE_CHECKING:
    from entails.cli.answering import Asked
    from entails.models.scrabble.notation import Notation
    from entails.models.scrabble.rules import WordScore
    from entails.questions.scrabble.check import Judgement
    from entails.questions.scrabble.mark import Mark

_TALLY = "{:>6}  {:>10}  {:>5}  {:>9}"


def check(asked: "Asked") -> None:
    for found in asked:
        _show_judgement(found.value)


def _show_judgement(judged: "Judgement") -> None:
    play, sheet = judged.placement, judged.sheet
    verdict = "legal" if judged.legal else "not legal"
    points = "" if sheet is None else f", {sheet.total} points" if judged.legal else f" (it would score {sheet.total})"
    place = place_of(play, judged.position.notation)
    say(f"{place} {play.word}: {verdict}{points}", "green" if judged.legal else "red")
    for reason in judged.reasons:
        print_line(f"  - {reason}")
    if sheet is None:
        return
    rows = [(word.word, _sum_of(word)) for word in sheet.words]
    if sheet.bonus:
        rows.append(("bonus", f"{play.used.total} tiles = {sheet.bonus}"))
    if len(rows) > 1:
        rows.append(("total", str(sheet.total)))
    columns([(f"  {name}", added) for name, added in rows])


def _sum_of(word: "WordScore") -> str:
    """As people add it up: (3 + 1x2 + 1) x 3 = 18."""
    added = " + ".join(f"{value}x{premium}" if premium > 1 else f"{value}" for _, value, premium in word.letters)
    return f"({added}) x {word.multiplier} = {word.points}" if word.multiplier > 1 else f"{added} = {word.points}"


def show(asked: "Asked") -> None:
    for found in asked:
        position, form = found.value, asked.ask.form
        if form in ("cgp", "json"):
            print_line((write_cgp if form == "cgp" else write_json)(record_of(position)))
        elif form == "drawn":
            print_line(drawn(position.board, position.notation))
        else:
            print_board(position.board, position.notation)
            if position.rack.total:
                print_line(f"rack {position.rack}")
            if any(position.scores):
                print_line(f"scores {' : '.join(map(str, position.scores))}, the player to move first")


def tiles(asked: "Asked") -> None:
    for found in asked:
        report, tile_set = found.report, found.puzzle.tile_set
        say(f"{report.count} unseen of {tile_set.total} ({tile_set.name})", "bold")
        for line in rows_of_tiles(found.value):
            print_line(f"  {line}")
        blanks = f"{report.blanks} blank{'s' if report.blanks != 1 else ''}"
        print_line(f"{report.vowels} vowels, {report.consonants} consonants, {blanks}, {report.points} points")


def mark(asked: "Asked") -> None:
    for found in asked:
        if hasattr(found.value, "sheet"):
            _show_judgement(found.value)
        elif found.value is not None:
            _show_mark(found.value, found.puzzle.notation)


def _show_mark(mark: "Mark", notation: "Notation") -> None:
    say(f"{place_of(mark.placement, notation)} {mark.placement.bracketed}: {mark.score} points", "bold")
    shared = f", shared with {mark.equal:,} other{'s' if mark.equal > 1 else ''}" if mark.equal else ""
    say(f"number {mark.better + 1:,} of {mark.placements:,}{shared}", "" if mark.better else "green")
    say(f"the best scores {mark.best}, {mark.best - mark.score} more" if mark.better else "no play scores more")
    if mark.ways > 1:
        say(f"this word can be played in {mark.ways:,} ways; this one scores most", "dim")


def tally(asked: "Asked") -> None:
    positions = placements = 0
    say(_TALLY.format("line", "placements", "best", "sum"), "bold")
    for found in asked:
        counted = found.value
        positions, placements = positions + 1, placements + counted.placements
        print_line(_TALLY.format(found.report.line, f"{counted.placements:,}", counted.best, f"{counted.sum:,}"))
    say(f"{placements:,} placements of {positions:,} positions", "dim")
