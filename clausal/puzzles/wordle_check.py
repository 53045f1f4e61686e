"""The report of `wordle check`: what is left of a history, or why nothing is."""

from clausal.data.wordle import lists_for
from clausal.models.limits import UNLIMITED, Limits
from clausal.models.outcome import Conflict, Repair
from clausal.models.wordle import Wordle
from clausal.models.wordle.report import ClashingTiles, Contradiction, Doubt, WordleCheckReport
from clausal.models.wordle.statement import statements
from clausal.models.wordle.text import write_wordle
from clausal.solvers.wordle.check import what_is_left, why_nothing

STRINGS_COUNTED = 1000
"""Strings of letters are too many to count them all; so far it goes."""


def check_report(
    puzzle: Wordle, limits: Limits = UNLIMITED, *, shown: int | None = None, most: int = 3
) -> WordleCheckReport:
    """All that is to be said about one history: its words left (the first `shown`, or all), or up to `most` reasons."""
    left = what_is_left(puzzle, limits, None if puzzle.lexicon else STRINGS_COUNTED)
    why = why_nothing(puzzle, limits, most) if left.consistent is False else None
    return WordleCheckReport(
        puzzle=write_wordle(puzzle),
        feedback=puzzle.history.scoring,
        length=puzzle.length,
        lexicon=puzzle.lexicon.name if puzzle.lexicon else None,
        consistent=left.consistent,
        count=left.count,
        exact=left.exact,
        candidates=left.words[:shown],
        truncated=left.count > len(left.words[:shown]) or not left.exact,
        forced=left.forced,
        conflicts=tuple(_contradiction(conflict, puzzle) for conflict in why.conflicts) if why else (),
        repairs=tuple(_doubt(repair) for repair in why.repairs) if why else (),
        blame=why.blame if why else None,
        complete=why.complete if why else left.reason is None,
        reason=why.reason if why else left.reason,
        unknown=unknown_guesses(puzzle),
        elsewhere=words_elsewhere(puzzle, shown) if why and why.blame == "lexicon" else (),
    )


def unknown_guesses(puzzle: Wordle) -> tuple[str, ...]:
    """Guesses that no list for this game has: a slip of the finger, perhaps."""
    if puzzle.lexicon is None:
        return ()
    lists = [puzzle.lexicon, *lists_for(puzzle.lexicon.language or "en", puzzle.length)]
    return tuple(guess.word for guess in puzzle.history if not any(guess.word in words for words in lists))


def words_elsewhere(puzzle: Wordle, shown: int | None) -> tuple[str, ...]:
    """Words that would fit and may be guessed, though the lexicon of the secrets does not have them."""
    if puzzle.lexicon is None:
        return ()
    allowed = lists_for(puzzle.lexicon.language or "en", puzzle.length)[1]
    return what_is_left(Wordle(puzzle.history, allowed), UNLIMITED).words[:shown]


def _contradiction(conflict: Conflict, puzzle: Wordle) -> Contradiction:
    texts = tuple(group.text for group in conflict.groups)
    tiles = clashing_tiles(conflict, puzzle)
    return Contradiction(guesses=_guesses(conflict), texts=texts, minimal=conflict.minimal, tiles=tiles)


def clashing_tiles(conflict: Conflict, puzzle: Wordle) -> tuple[ClashingTiles, ...]:
    """The tiles whose colours make the claims of a conflict."""
    claim_of = {group.id: claim for group, claim in statements(puzzle)}
    places: dict[int, set[int]] = {}
    for group in conflict.groups:
        if (claim := claim_of[group.id]) is not None and group.parent is not None:
            number = int(group.parent.removeprefix("guess "))
            places.setdefault(number, set()).update(claim.places(puzzle.history.guesses[number - 1].word))
    return tuple(
        ClashingTiles(guess=number, positions=tuple(place + 1 for place in sorted(places[number])))
        for number in sorted(places)
    )


def _doubt(repair: Repair) -> Doubt:
    texts = tuple(group.text for group in repair.groups)
    return Doubt(guesses=_guesses(repair), texts=texts, lexicon=any(group.id == "lexicon" for group in repair.groups))


def _guesses(found: Conflict | Repair) -> tuple[int, ...]:
    """The guesses behind these groups, from 1."""
    headings = {group.parent or group.id for group in found.groups} - {"lexicon"}
    return tuple(sorted(int(heading.removeprefix("guess ")) for heading in headings))
