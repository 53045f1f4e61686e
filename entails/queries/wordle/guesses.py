"""Queries before a guess: words left and ranked guesses, on one board or several."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from entails.data.wordle import Prior
from entails.formats.wordle.read import write_wordle
from entails.formats.wordle.share import MOST_BOARDS, Boards, read_boards
from entails.locale.message import Language
from entails.models.alphabet import to_words
from entails.models.entry import Entry
from entails.models.errors import Invalid, InvalidOption, UnsupportedPuzzle, at_field
from entails.models.fields import Document, Option, Value, decoded
from entails.models.wordle.history import History, Wordle
from entails.models.wordle.reports import BoardsReport
from entails.puzzles.wordle import WordleReadOptions, length_option, letters_of, with_words
from entails.queries.query import Input, Progress, Query, QueryResult, Seed, yes_no
from entails.queries.query import QueryOptions as QueryOptions
from entails.queries.wordle.lists import (
    Allowed,
    ModeName,
    PoolName,
    PriorName,
    SpokenLikeTheWords,
    StrategyName,
    lexicon_of,
    usable,
    words_elsewhere,
    words_of,
)
from entails.solvers.wordle.boards import study_boards
from entails.solvers.wordle.feedback import Mode, Pool
from entails.solvers.wordle.feedback import candidates as rows_left
from entails.solvers.wordle.secret import SecretSource
from entails.solvers.wordle.suggest import (
    TURNS,
    Ranking,
    Suggestion,
    WordHint,
    hints_for,
    ranking_after,
    reason_for,
    saved,
)
from entails.solvers.wordle.tree.file import read_tree
from entails.solvers.wordle.tree.value import GuessTree, follow

VERBS = {
    "suggest": {
        "PANEL": "Guesses",
        "PLACE": 20,
        "__all__": ["suggest"],
        "text": "Rank guesses by expected guesses to go.\n\n--explain GUESS compares your own guess with the best one.",
    },
    "candidates": {
        "PANEL": "Guesses",
        "PLACE": 21,
        "__all__": ["candidates"],
        "text": "List the words that can still be the secret.\n\n"
        "This is faster than check. Exit code 1 if no word is left.",
    },
    "boards": {
        "PANEL": "Games",
        "PLACE": 33,
        "text": "Suggest the next guess for several boards (Dordle, Quordle).\n\n"
        "The report lists the words left on each board. Exit code 1 if a board has no word left.",
    },
}


TreeFile = Annotated[
    Document | None,
    Field(description="Tree file (see entails wordle tree) that gives the guesses."),
    Option("--tree", metavar="FILE"),
]


class Advice(QueryOptions):
    """Base of options for suggestions: strategy, pool, mode and prior."""

    strategy: StrategyName = TURNS
    pool: PoolName = "allowed"
    mode: ModeName = "normal"
    hard: Annotated[bool, Field(description="Short for --mode hard.")] = False
    prior: PriorName = "uniform"
    allowed: Allowed = None
    seed: Seed = 0

    @property
    def rule(self) -> Mode:
        """The mode: that of --mode, or hard with --hard."""
        return "hard" if self.hard else self.mode

    def ranked(self, puzzle: Wordle) -> Ranking:
        """Return the ranking of all guesses after a history."""
        return rank(
            puzzle,
            strategy=self.strategy,
            pool=self.pool,
            mode=self.rule,
            prior=self.prior,
            allowed=self.allowed,
            seed=self.seed,
        )


class WordleSuggestOptions(Advice):
    """Options of `wordle suggest`."""

    top: Annotated[
        int, Field(ge=1, description="Number of guesses to show."), Option("--top", metavar="N", lists=True)
    ] = 10
    explain: Annotated[
        tuple[str, ...],
        Field(description="Your own guess, to compare with the best (repeatable)."),
        Option(metavar="GUESS"),
    ] = ()
    tree: Annotated[
        Document | None,
        Field(description="Tree file (see entails wordle tree) that gives the guess."),
        Option(metavar="FILE"),
    ] = None
    language: SpokenLikeTheWords = None


class SuggestionReport(Value):
    """One suggested guess; `wordle suggest` reports a list of them for each history.

    Attributes:
        bits: The expected information of the feedback.
        parts: The number of different feedbacks.
        worst: The largest number of words that a feedback leaves.
        expected_size: The number of words left on average.
        chance: The probability that the guess is the secret.
        rank: The rank, from 1; equally good guesses share it.
        yours: Whether --explain named this guess.
        allowed: Whether the mode and the list permit it.
        expected: Further guesses that best play needs on average after this one; null if not counted.
        engine: The method that computed `expected`: exact is proven, a beam may be too high, bits means not counted.
        best: Whether no better guess is known; ties have several.
        usual: Whether most people know the word.
        saves: Saving of a rare word compared with the best usual one, in guesses or else in bits.
        says: A sentence about the guess, built from `reason`.
        skill: The skill of the guess: 100 for a best one, 0 for a wasted one; null if guesses to go are not counted.
        secrets: The words that can be the secret: answers of the list, later answers of Wordle if none fits, or else
            all allowed words.
        others: The number of allowed words that fit too but are not among these.
    """

    word: str
    bits: float
    parts: int
    worst: int
    chance: float
    expected_size: float
    rank: int
    yours: bool = False
    allowed: bool = True
    expected: float | None = None
    engine: Literal["exact", "beam", "bits"] = "bits"
    best: bool = False
    usual: bool = True
    zipf: float | None = Field(default=None, description="frequency on the Zipf scale: 3 is one in a million words")
    saves: float | None = None
    reason: str = ""
    says: str = ""
    skill: int | None = None
    secrets: SecretSource = "answers"
    others: int = 0

    @classmethod
    def of(
        cls, hint: WordHint, ranked: Ranking | None = None, *, yours: bool = False, speech: Language = "en"
    ) -> "SuggestionReport":
        suggestion = hint.suggestion
        return cls(
            word=suggestion.word,
            bits=round(suggestion.bits, 6),
            parts=suggestion.parts,
            worst=suggestion.worst,
            chance=round(suggestion.chance, 9),
            expected_size=round(suggestion.expected_size, 6),
            rank=suggestion.rank,
            yours=yours,
            allowed=suggestion.allowed,
            expected=None if suggestion.expected is None else round(suggestion.expected, 6),
            engine=suggestion.engine,
            best=suggestion.is_best,
            usual=suggestion.usual,
            zipf=suggestion.zipf,
            saves=None if hint.saves is None else round(hint.saves, 6),
            reason=hint.reason,
            says=hint.says(speech),
            skill=suggestion.skill,
            secrets="answers" if ranked is None else ranked.source,
            others=0 if ranked is None or ranked.possible is None else len(ranked.possible.others),
        )


@dataclass(frozen=True, eq=False)
class Suggestions:
    """The best guesses, the player's own guesses, and the ranking that has both."""

    ranked: Ranking
    best: list[Suggestion]
    own: list[Suggestion]
    hints: list[WordHint]
    """Hints for a person; a common word comes first."""
    speech: Language = "en"


def suggest(
    puzzle: Wordle,
    *,
    top: int = 10,
    strategy: str = TURNS,
    pool: Pool = "allowed",
    mode: Mode = "normal",
    prior: Prior = "uniform",
    allowed: str | Document | None = None,
    seed: int = 0,
) -> list[Suggestion]:
    """Return the best guesses after a history, best first; empty if no word is left."""
    ranked = rank(puzzle, strategy=strategy, pool=pool, mode=mode, prior=prior, allowed=allowed, seed=seed)
    return ranked.best(top)


def rank(
    puzzle: Wordle,
    *,
    strategy: str,
    pool: Pool,
    mode: Mode,
    prior: Prior,
    allowed: str | Document | None,
    seed: int,
) -> Ranking:
    """Rank every guess after a history."""
    words, history = words_of(puzzle, allowed, prior), puzzle.history
    with at_field("strategy"):
        return ranking_after(
            words, history.kind, history.facts, strategy=strategy, pool=pool, mode=mode, seed=usable(seed)
        )


_HINTED = 12
"""Number of guesses among which a common word is sought."""


def advice_of(ranked: Ranking, best: Sequence[Suggestion]) -> list[WordHint]:
    """Return advice in sentences on these guesses: the first of a ranking, or the guess of a tree."""
    if not best:
        return []
    listed = {suggestion.word for suggestion in best}
    return hints_for([*best, *(suggestion for suggestion in ranked.best(_HINTED) if suggestion.word not in listed)])


def speech_of(ranked: Ranking) -> Language:
    """Return the language of the words, which messages use by default."""
    return "fr" if ranked.oracle.words.language == "fr" else "en"


def with_reasons(best: Sequence[Suggestion], hints: Sequence[WordHint]) -> Iterator[WordHint]:
    """Yield each of these guesses with a sentence that gives its reason."""
    hint_of = {hint.suggestion.word: hint for hint in hints}
    usual = hints[0].suggestion if hints else None
    for suggestion in best:
        saves = saved(suggestion, usual) if usual is not None and not suggestion.usual else 0.0
        plain = WordHint(suggestion, reason_for(suggestion, best), saves=saves if saves > 0 else None)
        yield hint_of.get(suggestion.word, plain)


def _suggest_answer(puzzle: Wordle, options: WordleSuggestOptions, progress: Progress) -> QueryResult[Suggestions]:
    """Return the best guesses; with a tree, also the guess of the tree."""
    del progress
    ranked = options.ranked(puzzle)
    best = (
        ranked.best(options.top) if options.tree is None else _played_by(tree_in(options.tree), puzzle.history, ranked)
    )
    with at_field("explain"):
        own = [judged for idea in options.explain if (judged := ranked.judge(idea)) is not None]
    hints, speech = advice_of(ranked, best), options.language or speech_of(ranked)
    reports = [SuggestionReport.of(hint, ranked, speech=speech) for hint in with_reasons(best, hints)]
    reports += [SuggestionReport.of(hint, ranked, yours=True, speech=speech) for hint in with_reasons(own, hints)]
    return QueryResult(Suggestions(ranked, best, own, hints, speech), reports, yes_no(bool(reports)))


def tree_in(document: Document) -> GuessTree:
    """Parse a document with a decision tree."""
    with at_field("tree"):
        return read_tree(document.data, document.name)[0]


def reject_another_game(tree: GuessTree, history: History) -> None:
    """Raise an error if a tree is for another word length or feedback type."""
    if (tree.length, tree.scoring.name) != (history.length, history.scoring):
        problem = f"the tree is for {tree.length} letters and {tree.scoring.name}"
        raise InvalidOption(problem, where="--tree", expected=f"{history.length} letters and {history.scoring}")


def tree_guess(tree: GuessTree | None, history: History) -> str | None:
    """Return the guess of a tree after a history; None if it has none there."""
    if tree is None:
        return None
    reject_another_game(tree, history)
    try:
        return follow(tree, history)
    except Invalid:
        return None


def _played_by(tree: GuessTree, history: History, ranked: Ranking) -> list[Suggestion]:
    try:
        reject_another_game(tree, history)
        word = follow(tree, history)
    except Invalid as error:
        raise UnsupportedPuzzle(str(error)) from None
    judged = None if word is None else ranked.judge(word)
    return [] if judged is None else [judged]


SUGGEST = Query(
    travels=False,
    options=WordleSuggestOptions,
    report=list[SuggestionReport],
    answer=_suggest_answer,
    examples={"one guess": {"top": 3}},
)


class WordleCandidatesOptions(QueryOptions):
    """Options of `wordle candidates`."""

    limit: Annotated[
        int, Field(ge=0, description="Number of words to show; 0 shows all."), Option(metavar="N", lists=True)
    ] = 200


class CandidatesReport(Value):
    """Report of `wordle candidates`: the words left; with `truncated`, only the first of them.

    Attributes:
        elsewhere: Allowed words that fit, if no word of the lexicon does: later answers of Wordle first.
    """

    puzzle: str
    count: int
    candidates: tuple[str, ...]
    truncated: bool
    elsewhere: tuple[str, ...] = ()


def candidates(puzzle: Wordle) -> tuple[str, ...]:
    """Return the words of the lexicon that agree with all feedback."""
    letters = lexicon_of(puzzle).letters(puzzle.length)
    return tuple(to_words(letters[rows_left(puzzle.history.facts, letters, puzzle.history.kind)]))


def _candidates_answer(
    puzzle: Wordle, options: WordleCandidatesOptions, progress: Progress
) -> QueryResult[tuple[str, ...]]:
    """Return all words left as the value; the report has only the first of them."""
    del progress
    left = candidates(puzzle)
    shown = left[: options.limit or None]
    report = CandidatesReport(
        puzzle=write_wordle(puzzle),
        count=len(left),
        candidates=shown,
        truncated=len(shown) < len(left),
        elsewhere=() if left else words_elsewhere(puzzle, options.limit or None),
    )
    return QueryResult(left, report, yes_no(bool(left)))


CANDIDATES = Query(options=WordleCandidatesOptions, report=CandidatesReport, answer=_candidates_answer)


class WordleBoardsOptions(QueryOptions):
    """Options of `wordle boards`."""

    boards: Annotated[
        int | None,
        Field(ge=1, le=MOST_BOARDS, description="Number of boards (default: from the guesses, or 4)."),
        Option(metavar="N"),
    ] = None
    top: Annotated[
        int, Field(ge=1, le=1000, description="Number of guesses to show."), Option("--top", metavar="N", lists=True)
    ] = 5
    show: Annotated[
        int, Field(ge=0, description="Number of words to list per board; 0 lists all."), Option(metavar="N")
    ] = 8
    prior: PriorName = "uniform"
    allowed: Allowed = None


@dataclass(frozen=True)
class GameOfBoards:
    """The guesses on each board, and the game of one board before its first guess."""

    boards: Boards
    each: Wordle


def _read(data: bytes, settings: WordleReadOptions) -> Iterator[Entry[GameOfBoards]]:
    boards = read_boards(
        decoded(data), settings.feedback, length_option(settings.length), alphabet=letters_of("", settings)
    )
    each, notes = with_words(History(boards.length, boards.scoring), "", settings)
    yield Entry(1, GameOfBoards(boards, each), notes=notes)


def _of_number(boards: Boards, number: int | None) -> Boards:
    """Return this number of boards; with guesses, the number must be theirs."""
    if number is None or number == len(boards.histories):
        return boards
    if boards.guesses:
        with at_field("boards"):
            problem = f"the guesses are for {len(boards.histories)} boards"
            raise InvalidOption(problem, where="--boards", expected=f"{len(boards.histories)}, or no --boards")
    return replace(boards, histories=boards.histories[:1] * number)


def _boards_answer(game: GameOfBoards, options: WordleBoardsOptions, progress: Progress) -> QueryResult[BoardsReport]:
    """Report the words left on each board, and the next guess."""
    del progress
    words = words_of(game.each, options.allowed, options.prior)
    report = study_boards(words, _of_number(game.boards, options.boards), top=options.top, shown=options.show or None)
    notes = (f"{word.upper()} is not an allowed guess; used anyway" for word in report.unknown)
    return QueryResult(report, report, yes_no(report.consistent), tuple(notes))


BOARDS = Query(
    options=WordleBoardsOptions,
    report=BoardsReport,
    answer=_boards_answer,
    input=Input(
        "[GUESS]...",
        "Guesses with their feedback on each board: crane:bybbg,ggbbb; a file, or - for standard input.",
        read=_read,
        gathered=True,
    ),
    examples={"two boards": {"puzzle": "crane:bybbg,bbbbg slate:bbbbg,ybybb", "top": 2}},
)
