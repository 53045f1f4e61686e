"""The reports of Scrabble's verbs: a play judged, the tiles unseen, a position, the plays found."""

import numpy as np

from clausal.models.errors import InvalidPuzzle
from clausal.models.letters import fold, is_word
from clausal.models.scrabble.cgp import write_cgp, write_row
from clausal.models.scrabble.notation import Notation, write_place
from clausal.models.scrabble.placement import Placement
from clausal.models.scrabble.position import Position
from clausal.models.scrabble.record import record_of
from clausal.models.scrabble.report import (
    LetterScoreReport,
    MoveReport,
    PlayCheckReport,
    ReasonReport,
    ShowReport,
    TilesReport,
    WordScoreReport,
)
from clausal.models.scrabble.rules import Reason, ScoreSheet, WordScore, can_lie, legality, score
from clausal.models.scrabble.tiles import SYMBOLS
from clausal.models.scrabble.words import normalised

_VOWELS = "AEIOUY"
_LONGEST = 40


def judged(
    position: Position, placement: Placement, notation: Notation
) -> tuple[Placement, tuple[Reason, ...], ScoreSheet | None]:
    """The play as it counts, what is wrong with it, and its score where its tiles can lie at all."""
    board = position.board
    play = normalised(board, placement)
    rack = position.rack if position.rack.total else None
    reasons = legality(board, play, rack, position.lexicon, position.tile_set, position.rules, notation)
    return play, reasons, score(board, play, position.tile_set, position.rules) if can_lie(reasons) else None


def check_report(position: Position, placement: Placement, notation: Notation) -> PlayCheckReport:
    """A play judged and added up."""
    play, reasons, sheet = judged(position, placement, notation)
    return PlayCheckReport(
        position=write_place(play.row, play.column, play.across, notation),
        across=play.across,
        word=play.word,
        tiles=play.tiles,
        legal=not reasons,
        reasons=reason_reports(reasons),
        score=None if sheet is None else sheet.total,
        words=() if sheet is None else tuple(_word_report(word, notation) for word in sheet.words),
        bonus=0 if sheet is None else sheet.bonus,
        rack=str(position.rack),
        lexicon=position.lexicon.name,
        board="/".join(map(write_row, position.board.rows)),
    )


def reason_reports(reasons: tuple[Reason, ...]) -> tuple[ReasonReport, ...]:
    """Reasons as a report says them."""
    return tuple(ReasonReport(code=reason.code, text=reason.text, word=reason.word) for reason in reasons)


def _word_report(word: WordScore, notation: Notation) -> WordScoreReport:
    return WordScoreReport(
        word=word.word,
        position=write_place(word.row, word.column, word.across, notation),
        letters=tuple(
            LetterScoreReport(letter=letter, value=value, multiplier=premium) for letter, value, premium in word.letters
        ),
        multiplier=word.multiplier,
        points=word.points,
    )


def tiles_report(position: Position) -> TilesReport:
    """What is neither on the board nor on the rack."""
    unseen = position.unseen
    full = position.rules.rack_size * max(len(position.others), 1)
    vowels = sum(unseen.counts[SYMBOLS.index(vowel)] for vowel in _VOWELS)
    return TilesReport(
        unseen=str(unseen),
        count=unseen.total,
        counts={symbol: count for symbol, count in zip(SYMBOLS, unseen.counts, strict=True) if count},
        vowels=vowels,
        consonants=unseen.total - unseen.blanks - vowels,
        blanks=unseen.blanks,
        points=unseen.value(position.tile_set),
        bag=max(unseen.total - full, 0),
        tiles=position.tile_set.name,
    )


def show_report(position: Position) -> ShowReport:
    """A position in words and rows."""
    return ShowReport(
        cgp=write_cgp(record_of(position)),
        rows=position.board.rows,
        rack=str(position.rack),
        layout=position.board.layout.name,
        tiles=position.tile_set.name,
        lexicon=position.lexicon.name,
        scores=position.scores,
        warnings=position.warnings(),
    )


def move_reports(
    position: Position, notation: Notation, *, most: int | None, min_score: int = 0, contains: str = ""
) -> tuple[int, list[MoveReport]]:
    """How many plays fit, and the first of them, best first."""
    from clausal.solvers.scrabble.generator import all_placements

    found = all_placements(position)
    fits = np.flatnonzero((found.scores >= min_score) & found.holding(wanted_letters(contains))[found.play_of])
    reports = []
    for index in fits[:most].tolist():
        placement, points = found[index]
        reports.append(
            MoveReport(
                position=write_place(placement.row, placement.column, placement.across, notation),
                across=placement.across,
                word=placement.word,
                tiles=placement.tiles,
                score=points,
                rank=found.rank(points),
            )
        )
    return len(fits), reports


def wanted_letters(text: str) -> str:
    """Letters that a word must hold, folded."""
    folded = fold(text.strip())
    if folded and not is_word(folded[:_LONGEST]):
        raise InvalidPuzzle("these are not letters", where="contains", expected="letters that the word must hold")
    return folded
