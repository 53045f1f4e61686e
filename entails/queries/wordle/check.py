"""Check guesses and feedback: list the words left, or explain conflicts.

A conflict is a set of sentences that cannot all be true. The report says whether the letters alone conflict or only the
lexicon has no word.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from entails.data.wordle import lists_for
from entails.encoders.wordle import statements
from entails.formats.wordle.read import write_wordle
from entails.locale.message import Language
from entails.models.alphabet import LATIN, to_letters
from entails.models.errors import EntailsError, Invalid, UnsupportedPuzzle
from entails.models.fields import Option, Value
from entails.models.lexicon import Lexicon
from entails.models.limits import DEFAULTS, UNLIMITED, Limits, Options
from entails.models.outcome import Conflict, EndReason, Explanation, Repair
from entails.models.wordle.history import Wordle
from entails.queries.query import EngineOptions, LanguageOption, Progress, Query, QueryResult, Seconds, yes_no
from entails.queries.wordle.lists import words_elsewhere
from entails.solvers.engine import engine as engine_named
from entails.solvers.soft import Granularity
from entails.solvers.wordle.check import (
    CPSAT,
    RemainingWords,
    explain_inconsistency,
    remaining_words,
    shared_facts,
    single_repairs,
)

PLACE = 1

STRINGS_COUNTED = 1000
"""Maximum number of strings of letters that are counted without a lexicon."""
SECONDS = 10.0
"""Default time limit per history, in seconds."""


class WordleCheckOptions(EngineOptions):
    """Options of `wordle check`."""

    seconds: Seconds = SECONDS

    show: Annotated[
        int | None,
        Field(ge=0, description="Number of words to list; 0 lists all (default: 60, with --json all)."),
        Option("--show", metavar="N", lists=True),
    ] = None
    most: Annotated[int, Field(ge=1, description="Number of conflicts and repairs to list."), Option(metavar="N")] = 3
    language: LanguageOption = "en"


class ClashingTiles(Value):
    """The tiles of a guess that take part in a conflict; guesses and positions count from 1."""

    guess: int
    positions: tuple[int, ...]


class Contradiction(Value):
    """A conflict: sentences that cannot all be true, with the guesses (from 1) and tiles that state them."""

    guesses: tuple[int, ...]
    texts: tuple[str, ...]
    minimal: bool = True
    tiles: tuple[ClashingTiles, ...] = ()


class GuessRepair(Value):
    """A repair: the guesses (from 1) to remove; with `lexicon`, the restriction to the lexicon too."""

    guesses: tuple[int, ...]
    texts: tuple[str, ...]
    lexicon: bool = False


class WordleCheckReport(Value):
    """Report of `wordle check`.

    Attributes:
        consistent: Whether a word is left; null if a limit came first.
        count: The number of words left; a lower bound if `exact` is false.
        candidates: The words left; with `truncated`, the first of them.
        forced: Facts true of all words left.
        blame: Cause if no word is left: the letters alone conflict, or only the lexicon has no word.
        complete: Whether every conflict and every repair is listed; otherwise `reason` is what ended the search.
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
    unique: bool | None = Field(default=None, description="whether exactly one word is left; null if undecided")
    solution: str | None = Field(default=None, description="a word that is left")
    engine: str = Field(default=CPSAT, description="the engine that decided")
    confirmed_by: str | None = Field(
        default=None, description="the engine that came to the same result independently; null if none did"
    )


@dataclass(frozen=True)
class ChosenChecks:
    """Check of a history by an engine and an encoder of the user's choice, instead of the default."""

    engine: str | None
    encoder: str | None
    options: Options = DEFAULTS

    def left(self, puzzle: Wordle, limits: Limits, most: int | None, language: Language = "en") -> RemainingWords:
        """Return the words left, as the engine lists them."""
        options = self.options.model_copy(update={"max_solutions": most})
        from entails.queries.pipeline import Pipeline

        pipeline = Pipeline.of("solve", puzzle, self.encoder, self.engine)
        listing, name = pipeline.solutions(limits, options), pipeline.engine.name
        words = tuple(sorted(listing))
        if not words:
            consistent = False if listing.complete else None
            return RemainingWords(0, True, (), (), consistent, listing.reason, engine=name)
        shared = shared_facts(to_letters(words, puzzle.length), language) if listing.complete else ()
        reason = None if listing.reason == "maximum" else listing.reason
        return RemainingWords(len(words), listing.complete, words, shared, True, reason, engine=name)

    def explained(self, puzzle: Wordle, limits: Limits, most: int, granularity: Granularity) -> Explanation:
        """Return the explanation of the chosen engine why no word is left."""
        from entails.queries.explain import explain

        return explain(
            puzzle, engine=self.engine, encoder=self.encoder, limits=limits, most=most, granularity=granularity
        )

    @property
    def explains(self) -> bool:
        """Whether the engine can explain. One that takes only native encodings cannot."""
        return self.engine is None or set(engine_named(self.engine).accepts) != {"native"}


def check_report(
    puzzle: Wordle,
    limits: Limits = UNLIMITED,
    *,
    shown: int | None = None,
    most: int = 3,
    chosen: ChosenChecks | None = None,
    language: Language = "en",
    in_bulk: bool = False,
) -> WordleCheckReport:
    """Return the report on a history: words left (at most `shown`), or conflicts and repairs (at most `most`).

    CP-SAT decides and the filter confirms, unless an engine was `chosen`. With `in_bulk` the filter decides alone that
    words are left; that none is left, CP-SAT proves by its conflicts.
    """
    counted = None if puzzle.lexicon else STRINGS_COUNTED
    if chosen is None:
        left = remaining_words(puzzle, limits, counted, language, decide=not in_bulk)
    else:
        left = chosen.left(puzzle, limits, counted, language)
    explainer = chosen.explained if chosen is not None and chosen.explains else None
    why = explain_inconsistency(puzzle, limits, most, explainer) if left.consistent is False else None
    if why and why.conflicts and chosen is None and left.engine != CPSAT:
        left = replace(left, engine=CPSAT, confirmed_by=left.engine)
    conflicts = tuple(_contradiction(conflict, puzzle, language) for conflict in why.conflicts) if why else ()
    repairs = tuple(_guess_repair(repair, language) for repair in why.repairs) if why else ()
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
        mends=tuple(change.say(language) for change in single_repairs(puzzle)) if why else (),
        unique=None if left.consistent is None or (left.count < 2 and not left.exact) else left.count == 1,
        solution=left.words[0] if left.words else None,
        engine=left.engine,
        confirmed_by=left.confirmed_by,
    )


def unknown_guesses(puzzle: Wordle) -> tuple[str, ...]:
    """Return the guesses that are in no word list of this game, perhaps because of typing errors."""
    if puzzle.lexicon is None:
        return ()
    lists = [puzzle.lexicon, *_usual_lists(puzzle, puzzle.lexicon)]
    return tuple(guess.word for guess in puzzle.history if not any(guess.word in words for words in lists))


def _usual_lists(puzzle: Wordle, words: Lexicon) -> tuple[Lexicon, Lexicon]:
    """Return the default word lists of a language, spelt with the letters of the puzzle."""
    return lists_for(words.language or "en", puzzle.length, fold=puzzle.history.alphabet == LATIN)


def _contradiction(conflict: Conflict, puzzle: Wordle, language: Language) -> Contradiction:
    texts = tuple(group.say(language) for group in conflict.groups)
    tiles = clashing_tiles(conflict, puzzle)
    return Contradiction(guesses=_guesses(conflict), texts=texts, minimal=conflict.minimal, tiles=tiles)


def clashing_tiles(conflict: Conflict, puzzle: Wordle) -> tuple[ClashingTiles, ...]:
    """Return the tiles whose feedback takes part in a conflict."""
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


def _guess_repair(repair: Repair, language: Language) -> GuessRepair:
    texts = tuple(group.say(language) for group in repair.groups)
    return GuessRepair(
        guesses=_guesses(repair), texts=texts, lexicon=any(group.id == "lexicon" for group in repair.groups)
    )


def _guesses(explained: Conflict | Repair) -> tuple[int, ...]:
    """Return the numbers (from 1) of the guesses that these groups come from."""
    headings = {group.parent or group.id for group in explained.groups} - {"lexicon"}
    return tuple(sorted(int(heading.removeprefix("guess ")) for heading in headings))


def answer(
    puzzle: Wordle, query_options: WordleCheckOptions, progress: Progress, *, in_bulk: bool = False
) -> QueryResult[WordleCheckReport]:
    """Check a history and list all words left, or as many as the options allow.

    With a memory limit, or an engine or encoder other than CP-SAT, the query runs through the common pipeline.
    """
    del progress
    is_usual = (
        query_options.engine in (None, CPSAT)
        and query_options.encoder in (None, CPSAT)
        and query_options.memory_mb is None
    )
    chosen = (
        None if is_usual else ChosenChecks(query_options.engine, query_options.encoder, query_options.solver_options())
    )
    report = check_report(
        puzzle,
        query_options.limits,
        shown=query_options.show or None,
        most=query_options.most,
        chosen=chosen,
        language=query_options.language,
        in_bulk=in_bulk and query_options.engine is None and query_options.encoder is None,
    )
    return QueryResult(report, report, yes_no(report.consistent))


def answer_many(
    puzzles: Iterator[Wordle], options: WordleCheckOptions, progress: Progress
) -> Iterator[QueryResult[WordleCheckReport] | EntailsError]:
    """Check many histories. The filter alone decides those that leave words, unless the options name an engine."""
    for puzzle in puzzles:
        try:
            yield answer(puzzle, options, progress, in_bulk=True)
        except (Invalid, UnsupportedPuzzle) as error:
            yield error


QUERY = Query(
    options=WordleCheckOptions,
    report=WordleCheckReport,
    answer=answer,
    many=answer_many,
    examples={"one guess": {}, "a contradiction": {"puzzle": "crane:bybbg crane:ggggg"}},
)
