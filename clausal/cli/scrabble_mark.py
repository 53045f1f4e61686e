"""What `scrabble mark` does: a play of one's own among all that are possible."""

from clausal.cli.exit import NO, YES, complain
from clausal.cli.output import print_json, say
from clausal.cli.scrabble_listing import bracketed
from clausal.cli.scrabble_referee import check_play
from clausal.models.letters import fold
from clausal.models.scrabble.layout import LARGEST
from clausal.models.scrabble.notation import Notation, read_placement, read_played_word, write_place
from clausal.models.scrabble.position import Position
from clausal.models.scrabble.report import MarkReport
from clausal.models.scrabble.rules import legality, score
from clausal.models.scrabble.words import normalised
from clausal.solvers.scrabble.generator import all_placements
from clausal.solvers.scrabble.placements import Placements


def show_mark(position: Position, text: str, notation: Notation, *, json: bool) -> int:
    """Where a play, or the best play of a word, stands. What cannot be played is said as `check` says it."""
    if len(text) <= LARGEST and " " not in text:
        return _mark_word(position, read_played_word(text), notation, json=json)
    board = position.board
    placement = normalised(board, read_placement(text, board, notation))
    if legality(board, placement, position.rack, position.lexicon, position.tile_set, position.rules):
        return check_play(position, text, notation, json=json)
    found = all_placements(position, both=not placement.across)
    points = score(board, placement, position.tile_set, position.rules).total
    same = (index for index in found.with_score(points) if found.placement(index) == placement)
    _tell(found, next(same), notation, json=json)
    return YES


def _mark_word(position: Position, word: str, notation: Notation, *, json: bool) -> int:
    found = all_placements(position)
    indices = found.spelling(fold(word))
    if not len(indices):
        known = fold(word) in position.lexicon
        reason = "cannot be played here with this rack" if known else f"is not in {position.lexicon.name}"
        complain(f"{word.upper()[:30]} {reason}")
        return NO
    _tell(found, int(indices[0]), notation, json=json, places=len(indices))
    return YES


def _tell(found: Placements, index: int, notation: Notation, *, json: bool, places: int = 1) -> None:
    placement, points = found[index]
    better, equal = found.rank(points) - 1, len(found.with_score(points)) - 1
    best = int(found.scores[0])
    report = MarkReport(
        position=write_place(placement.row, placement.column, placement.across, notation),
        across=placement.across,
        word=placement.word,
        tiles=placement.tiles,
        score=points,
        rank=better + 1,
        placements=len(found),
        better=better,
        equal=equal,
        best=best,
        behind=best - points,
    )
    if json:
        print_json(report)
        return
    say(f"{report.position} {bracketed(placement)}: {points} points", "bold")
    shared = f", shared with {equal:,} other{'s' if equal > 1 else ''}" if equal else ""
    say(f"number {report.rank:,} of {report.placements:,}{shared}", "green" if not better else "")
    say("no play scores more" if not better else f"the best scores {best}, {best - points} more")
    if places > 1:
        say(f"this word can be played in {places:,} ways; this one scores most", "dim")
