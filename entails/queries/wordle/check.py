"""Is the history consistent, which words are left, what is certain? If none is left: why, and which guess to doubt.

A contradiction is put in words, and whether already the letters are to blame or only the lexicon.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from entails.data.wordle import lists_for
from entails.encoders.wordle import statements
from entails.formats.wordle.read import write_wordle
from entails.locale.message import Language
from entails.models.alphabet import to_letters
from entails.models.fields import Option, Value
from entails.models.limits import DEFAULTS, UNLIMITED, Limits, Options
from entails.models.outcome import Conflict, EndReason, Explanation, Repair
from entails.models.wordle.history import Wordle
from entails.queries.explain import explain
from entails.queries.query import EngineOptions, Progress, Query, QueryResult, Spoken, yes_no
from entails.queries.solve import solutions
from entails.solvers.engine import engine as engine_named
from entails.solvers.soft import Grain
from entails.solvers.wordle.check import WhatIsLeft, mends, shared_facts, what_is_left, why_nothing

PLACE = 1

STRINGS_COUNTED = 1000
"""Strings of letters are too many to count them all; so far it goes."""


class WordleCheckOptions(EngineOptions):
    """What `check` may be told."""

    show: Annotated[
        int | None,
        Field(ge=0, description="List at most so many words, 0 all; 60 without --json."),
        Option("--show", metavar="N", lists=True),
    ] = None
    most: Annotated[
        int, Field(ge=1, description="How many contradictions and repairs to list."), Option(metavar="N")
    ] = 3
    language: Spoken = "en"


class ClashingTiles(Value):
    """The tiles of one guess that a contradiction is about; the guess and the positions count from 1."""

    guess: int
    positions: tuple[int, ...]


class Contradiction(Value):
    """Sentences that cannot all be true, the guesses (from 1) that say them, and the very tiles that do."""

    guesses: tuple[int, ...]
    texts: tuple[str, ...]
    minimal: bool = True
    tiles: tuple[ClashingTiles, ...] = ()


class GuessRepair(Value):
    """Guesses (from 1) to give up so that the rest is consistent; with `lexicon`, the lexicon too."""

    guesses: tuple[int, ...]
    texts: tuple[str, ...]
    lexicon: bool = False


class WordleCheckReport(Value):
    """`wordle check`. `candidates` are the words left, the first of them when it is `truncated`; not `exact` means that
    there are at least `count`. `forced` holds for all of them.

    `blame` says what has no answer when there is none: already the letters, or only the lexicon. `complete` says that
    every contradiction and every repair is listed; otherwise `reason` is what ended the search. `unknown` are guesses
    that the lexicon of allowed guesses does not have.
    """

    puzzle: str
    feedback: str
    length: int
    lexicon: str | None
    consistent: bool | None
    count: int
    exact: bool = True
    candidates: tuple[str, ...] = ()
    truncated: bool = False
    forced: tuple[str, ...] = ()
    conflicts: tuple[Contradiction, ...] = ()
    texts: tuple[tuple[str, ...], ...] = Field(default=(), description="the sentences of each conflict")
    repairs: tuple[GuessRepair, ...] = ()
    repair_texts: tuple[tuple[str, ...], ...] = Field(default=(), description="the sentences of each repair")
    blame: Literal["letters", "lexicon"] | None = None
    complete: bool = True
    reason: EndReason | None = None
    unknown: tuple[str, ...] = Field(default=(), description="guesses that are not in the list of allowed guesses")
    elsewhere: tuple[str, ...] = Field(default=(), description="allowed words that fit, where the lexicon has none")
    mends: tuple[str, ...] = Field(default=(), description="single changes after which words are left, as sentences")
    unique: bool | None = Field(default=None, description="there is one word and no other; null where not decided")
    solution: str | None = Field(default=None, description="a word that is left")


@dataclass(frozen=True)
class ChosenChecks:
    """An engine and an encoder that somebody chose: they answer in place of the filter and of the usual explainer."""

    engine: str | None
    encoder: str | None
    options: Options = DEFAULTS

    def left(self, puzzle: Wordle, limits: Limits, most: int | None, language: Language = "en") -> WhatIsLeft:
        """The words left, as the engine finds them one by one."""
        options = self.options.model_copy(update={"max_solutions": most})
        listing = solutions(puzzle, engine=self.engine, encoder=self.encoder, limits=limits, options=options)
        found = tuple(sorted(listing))
        if not found:
            return WhatIsLeft(0, True, (), (), False if listing.complete else None, listing.reason)
        shared = shared_facts(to_letters(found, puzzle.length), language) if listing.complete else ()
        reason = None if listing.reason == "maximum" else listing.reason
        return WhatIsLeft(len(found), listing.complete, found, shared, True, reason)

    def explained(self, puzzle: Wordle, limits: Limits, most: int, grain: Grain) -> Explanation:
        """Why nothing is left, by the same engine."""
        return explain(puzzle, engine=self.engine, encoder=self.encoder, limits=limits, most=most, grain=grain)

    @property
    def explains(self) -> bool:
        """Engines that know only their own puzzle say that there is no answer, not why."""
        return self.engine is None or set(engine_named(self.engine).accepts) != {"native"}


def check_report(
    puzzle: Wordle,
    limits: Limits = UNLIMITED,
    *,
    shown: int | None = None,
    most: int = 3,
    chosen: ChosenChecks | None = None,
    language: Language = "en",
) -> WordleCheckReport:
    """All that is to be said about one history: its words left (the first `shown`, or all), or up to `most` reasons,
    in this `language`."""
    counted = None if puzzle.lexicon else STRINGS_COUNTED
    if chosen is None:
        left = what_is_left(puzzle, limits, counted, language)
    else:
        left = chosen.left(puzzle, limits, counted, language)
    explainer = chosen.explained if chosen is not None and chosen.explains else None
    why = why_nothing(puzzle, limits, most, explainer) if left.consistent is False else None
    conflicts = tuple(_contradiction(conflict, puzzle, language) for conflict in why.conflicts) if why else ()
    repairs = tuple(_doubt(repair, language) for repair in why.repairs) if why else ()
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
        conflicts=conflicts,
        texts=tuple(conflict.texts for conflict in conflicts),
        repairs=repairs,
        repair_texts=tuple(repair.texts for repair in repairs),
        blame=why.blame if why else None,
        complete=why.complete if why else left.reason is None,
        reason=why.reason if why else left.reason,
        unknown=unknown_guesses(puzzle),
        elsewhere=words_elsewhere(puzzle, shown) if why and why.blame == "lexicon" else (),
        mends=tuple(change.say(language) for change in mends(puzzle)) if why else (),
        unique=None if left.consistent is None or (left.count < 2 and not left.exact) else left.count == 1,
        solution=left.words[0] if left.words else None,
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


def _contradiction(conflict: Conflict, puzzle: Wordle, language: Language) -> Contradiction:
    texts = tuple(group.say(language) for group in conflict.groups)
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


def _doubt(repair: Repair, language: Language) -> GuessRepair:
    texts = tuple(group.say(language) for group in repair.groups)
    return GuessRepair(
        guesses=_guesses(repair), texts=texts, lexicon=any(group.id == "lexicon" for group in repair.groups)
    )


def _guesses(found: Conflict | Repair) -> tuple[int, ...]:
    """The guesses behind these groups, from 1."""
    headings = {group.parent or group.id for group in found.groups} - {"lexicon"}
    return tuple(sorted(int(heading.removeprefix("guess ")) for heading in headings))


def answer(puzzle: Wordle, ask: WordleCheckOptions, progress: Progress) -> QueryResult[WordleCheckReport]:
    """All words that are left, unless it is said how many to list."""
    del progress
    chosen = ChosenChecks(ask.engine, ask.encoder, ask.options()) if ask.engine or ask.encoder else None
    report = check_report(
        puzzle, ask.limits, shown=ask.show or None, most=ask.most, chosen=chosen, language=ask.language
    )
    return QueryResult(report, report, yes_no(report.consistent))


QUESTION = Query(
    ask=WordleCheckOptions,
    report=WordleCheckReport,
    answer=answer,
    examples={"one guess": {}, "a contradiction": {"puzzle": "crane:bybbg crane:ggggg"}},
)
