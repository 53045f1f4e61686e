"""Queries about decision trees: find and verify them."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from entails.data.lexicons import NAMES, lexicon
from entails.data.lexicons.store import opened
from entails.data.wordle import letters_of_game, letters_of_words, words_for
from entails.formats.wordle.read import read_history
from entails.models.alphabet import Alphabet
from entails.models.errors import InvalidOption, at_field
from entails.models.fields import CommandArgument, Document, Option, Value
from entails.models.lexicon import Lexicon
from entails.models.wordle.history import History
from entails.models.wordle.words import Words
from entails.queries.query import Artefact, Progress, Query, QueryResult, Verdict, unwatched, yes_no
from entails.queries.query import QueryOptions as QueryOptions
from entails.queries.wordle.guesses import tree_in
from entails.queries.wordle.lists import Allowed, Answers, FeedbackName, Hard, PriorName, Worded
from entails.solvers.wordle.feedback import candidates
from entails.solvers.wordle.tree.best import TreeSettings, best_of_all, best_tree, journal_path
from entails.solvers.wordle.tree.file import Verdict as ReplayVerdict
from entails.solvers.wordle.tree.file import read_tree, write_tree
from entails.solvers.wordle.tree.file import verify as replayed
from entails.solvers.wordle.tree.search import is_quick
from entails.solvers.wordle.tree.value import GuessTree, WordList, html, lists_of, markdown

VERBS = {
    "tree": {
        "PANEL": "Trees",
        "PLACE": 50,
        "__all__": ["tree"],
        "text": "Find the decision tree with the fewest guesses in total.\n\n"
        "Exit code 1 if it is proven that no tree wins within the limit on guesses; 3 if a beam search finds none.",
    },
    "verify": {
        "PANEL": "Trees",
        "PLACE": 51,
        "text": "Check a tree by playing it against every secret.\n\n"
        "Exit code 1 if the tree does not match the claims of its file; the first fault is reported.",
    },
}


USUAL_BEAM = {"colours": 10, "counts": 3}
"""Default beam widths, a few seconds on Wordle's lists. Trees for counts are deeper, so a beam takes longer."""
_FORMS = {"md": markdown, "markdown": markdown, "html": html, "htm": html}


class WordleTreeOptions(Worded):
    """Options of `wordle tree`: an opener or a history, and the search."""

    history: Annotated[str, CommandArgument("HISTORY", "Guesses already made, such as crane:bybbg.", gathered=True)] = (
        ""
    )
    opener: Annotated[str | None, Field(description="First guess."), Option(metavar="WORD")] = None
    hard: Hard = False
    beam: Annotated[
        int | None,
        Field(ge=1, le=1_000_000, description="Beam width: guesses tried per set of words (default: 10; counts: 3)."),
        Option(metavar="K"),
    ] = None
    exact: Annotated[bool, Field(description="Prove the result, for this opener or history.")] = False
    every: Annotated[
        bool,
        Field(description="With --exact: prove over all openers (an hour or more; rerun to resume)."),
        Option("--all", command_only=True),
    ] = False
    max_depth: Annotated[
        int | None,
        Field(
            ge=0, le=1000, description="Limit on guesses (default: six, minus those of the history); 0 means no limit."
        ),
        Option(metavar="N"),
    ] = None
    worst_case: Annotated[bool, Field(description="Minimise the worst case first, then the total.")] = False
    feedback: FeedbackName = None
    prior: PriorName = "uniform"
    made: Annotated[
        Document | None,
        Field(description="Tree file to export, instead of a search."),
        Option("--from", metavar="FILE"),
    ] = None

    def reject_contradictions(self) -> None:
        """Raise an error if options contradict each other."""
        if self.exact and self.beam is not None:
            raise InvalidOption("--exact tries all guesses, --beam only some", expected="one of the two")
        if self.every and not self.exact:
            raise InvalidOption("--all is for a proof over all openers", expected="--exact --all")
        if self.every and self.opener is not None:
            raise InvalidOption("--all and --opener contradict each other", expected="one of the two")

    def is_over_all_openers(self, words: Words) -> bool:
        """Return whether the result is to be proven over all openers, which --all must request."""
        every = self.every or (self.exact and not (self.opener or self.history))
        if every and not self.every and not is_quick(words.answers, len(words.letters)):
            expected = "--opener WORD, a history, --beam K, or --exact --all (an hour or more)"
            raise InvalidOption("a proof over all openers takes long", expected=expected)
        return every

    def alphabet(self) -> Alphabet:
        """Return the letters of the game: those of its answers, else those of its language."""
        if isinstance(self.answers, str):
            return letters_of_words(lexicon(self.answers), fold=self.fold)
        return letters_of_game(self.lang, fold=self.fold)

    def begun(self) -> History:
        """Return the guesses made before the search, as a puzzle."""
        length = self.length if self.length or not self.opener or self.history else len(self.opener)
        if not self.history:
            return History.of((), self.feedback or "colours", length)
        with at_field("history"):
            return read_history(self.history, self.feedback, length, self.alphabet())

    def settings(self, scoring: str) -> TreeSettings:
        beam = None if self.exact else self.beam or USUAL_BEAM[scoring]
        return TreeSettings(self.opener, self.hard, beam, self.max_depth, self.worst_case)


class TreeReport(Value):
    """Report of `wordle tree`; all figures are null if there is no tree.

    Attributes:
        total: Guesses over all secrets; every secret counts once, as in `mean` and `distribution`.
        expected: The mean under the prior.
        weighted_total: Guesses times weight over all secrets; with a prior, trees are compared by it.
        weight: The total weight of the secrets.
        exact: Whether it is proven that no tree with this opener, of at most `max_depth` guesses, has a smaller total.
        all_openers: Whether that is proven for every opener.
    """

    opener: str | None
    total: int | None
    mean: float | None
    max: int | None
    distribution: dict[int, int] | None = Field(description="secrets by number of guesses")
    expected: float | None = Field(default=None, description="mean under the prior; null without a prior")
    weighted_total: int | None = Field(default=None, description="guesses times weight over all secrets, with a prior")
    weight: int | None = Field(default=None, description="total weight of the secrets, with a prior")
    exact: bool
    all_openers: bool = False
    secrets: int
    hard: bool
    feedback: str
    length: int
    history: str = ""
    max_depth: int | None = None
    beam: int | None = Field(default=None, description="guesses tried at each set; null for all")
    answers: str
    allowed: str
    seconds: float | None = None

    @classmethod
    def of(cls, tree: GuessTree, seconds: float | None = None) -> "TreeReport":
        return cls(
            opener=tree.opener,
            total=tree.total,
            mean=round(tree.mean, 4),
            max=tree.max,
            distribution=tree.distribution,
            expected=None if tree.weights is None else round(tree.expected, 4),
            weighted_total=None if tree.weights is None else tree.weighted_total,
            weight=None if tree.weights is None else tree.weight,
            exact=tree.exact,
            all_openers=tree.all_openers,
            secrets=tree.secrets,
            hard=tree.hard,
            feedback=tree.scoring.name,
            length=tree.length,
            history=tree.history.line,
            max_depth=tree.max_depth,
            beam=tree.beam,
            answers=tree.answers.name,
            allowed=tree.allowed.name,
            seconds=seconds,
        )

    @classmethod
    def of_none(cls, sought: "_Sought", settings: TreeSettings, seconds: float) -> "TreeReport":
        """Return the report of a search that found no tree: proven impossible, or not found by the beam search."""
        answers, allowed = lists_of(sought.words)
        left = len(candidates(sought.history.facts, sought.words.secrets, sought.history.kind))
        return cls(
            opener=settings.opener,
            total=None,
            mean=None,
            max=None,
            distribution=None,
            exact=settings.beam is None or not left,
            secrets=left,
            hard=settings.hard,
            feedback=sought.history.scoring,
            length=sought.history.length,
            history=sought.history.line,
            max_depth=settings.max_depth or None,
            beam=settings.beam,
            answers=answers.name,
            allowed=allowed.name,
            seconds=seconds,
        )


@dataclass(frozen=True)
class _Sought:
    """The words and the history that a tree is searched for."""

    words: Words
    history: History


def tree(
    words: Words | None = None,
    history: History | None = None,
    settings: TreeSettings | None = None,
    *,
    every: bool = False,
    progress: Progress = unwatched,
) -> GuessTree | None:
    """Return the best tree after a history, or None if no tree wins within the limit on guesses.

    With a beam in `settings`, a good tree is found; without one, the best tree is proven. `every` proves it over all
    openers. This takes an hour or more and resumes an interrupted run.
    """
    if history is None:
        history = History.of((), "colours", None if words is None else words.length)
    words = words_for(length=history.length) if words is None else words
    settings = TreeSettings(beam=USUAL_BEAM[history.scoring]) if settings is None else settings

    def watch(what: str, done: int, of: int) -> None:
        progress(done / of if of else None, what)

    with at_field("opener"):
        if not every:
            return best_tree(words, history.kind, history.facts, settings, watch)
        journal = journal_path(words, history.kind, history.facts, settings)
        return best_of_all(words, history.kind, history.facts, settings, journal=journal, watch=watch)


def _tree_answer(nothing: None, options: WordleTreeOptions, progress: Progress) -> QueryResult[GuessTree | None]:
    """Return the tree of a file, or search for the best tree."""
    del nothing
    if options.made is not None:
        tree_file = tree_in(options.made)
        return QueryResult(tree_file, TreeReport.of(tree_file))
    started = time.perf_counter()
    options.reject_contradictions()
    history = options.begun()
    lists, settings = options.lists(history.length, options.prior), options.settings(history.scoring)
    built = tree(lists.words, history, settings, every=options.is_over_all_openers(lists.words), progress=progress)
    seconds = round(time.perf_counter() - started, 3)
    if built is not None:
        return QueryResult(built, TreeReport.of(built, seconds), notes=lists.notes)
    report = TreeReport.of_none(_Sought(lists.words, history), settings, seconds)
    verdict: Verdict = "no" if report.exact else "undecided"
    return QueryResult(None, report, verdict, lists.notes)


def _written(tree: GuessTree | None, options: WordleTreeOptions, ending: str) -> Iterable[str] | None:
    del options
    return None if tree is None else _FORMS.get(ending, write_tree)(tree)


TREE = Query(
    options=WordleTreeOptions,
    report=TreeReport,
    answer=_tree_answer,
    takes="nothing",
    pace="job",
    artefacts={
        "file": Artefact(
            _written,
            "Write the tree: .json, or .md or .html for a table to play from.",
            Option("--output", "-o", metavar="FILE"),
            endings=("json", *_FORMS),
            others=True,
            http="always",
        )
    },
    examples={"after two guesses": {"history": "crane:bybbg slate:bbbbg", "exact": True}},
)


class WordleVerifyOptions(QueryOptions):
    """Options of `wordle verify`: a tree, and its word lists if they do not ship with Entails."""

    tree: Annotated[Document, CommandArgument("FILE", "Tree file (see entails wordle tree), or - for standard input.")]
    answers: Answers = None
    allowed: Allowed = None


class TreeVerdict(Value):
    """Report of `wordle verify`. Its figures come from playing the tree.

    Attributes:
        fault: The first fault; the figures are then null.
        exact: Whether the file claims that the tree is optimal; a replay cannot show it.
    """

    file: str
    verified: bool
    fault: str | None = None
    opener: str
    total: int | None
    mean: float | None
    max: int | None
    distribution: dict[int, int] | None
    expected: float | None = Field(default=None, description="mean by the weights of the tree, if it has some")
    weighted_total: int | None = Field(
        default=None, description="guesses times weight over all secrets, if the tree has weights"
    )
    exact: bool


@dataclass(frozen=True)
class TreeReplay:
    """A tree, and the result of playing it against every secret."""

    tree: GuessTree
    verdict: ReplayVerdict


def _verify_answer(nothing: None, options: WordleVerifyOptions, progress: Progress) -> QueryResult[TreeReplay]:
    """Play the tree against every secret."""
    del nothing, progress
    with at_field("tree"):
        tree, claims = read_tree(options.tree.data, options.tree.name)
    words = _words_of(tree, options)
    every = words.words()
    verdict = replayed(tree, every[: words.answers], every, claims)
    right = verdict.fault is None
    report = TreeVerdict(
        file=options.tree.name,
        verified=right,
        fault=verdict.fault,
        opener=tree.opener,
        total=verdict.total if right else None,
        mean=round(verdict.mean, 4) if right else None,
        max=verdict.max if right else None,
        distribution=verdict.distribution if right else None,
        expected=None if verdict.expected is None else round(verdict.expected, 4),
        weighted_total=verdict.weighted_total,
        exact=tree.exact,
    )
    return QueryResult(TreeReplay(tree, verdict), report, yes_no(right))


def _words_of(tree: GuessTree, options: WordleVerifyOptions) -> Words:
    """Return the word lists of a tree: those of the options, or the shipped ones that it names.

    The checksum of the answers tells whether their letters were folded.
    """
    secrets = _list_of(tree.answers, options.answers, "--answers", tree.language)
    alone = options.allowed is None and tree.allowed.name == tree.answers.name
    guesses = secrets if alone else _list_of(tree.allowed, options.allowed, "--allowed", tree.language)
    for fold in (False, True):
        words = words_for(tree.language or "en", tree.length, answers=secrets, allowed=guesses, fold=fold)
        if WordList.of(tree.answers.name, words.words()[: words.answers]) == tree.answers:
            break
    return words


def _list_of(stated: WordList, source: str | Document | None, option: str, language: str) -> Lexicon:
    if source is not None:
        return opened(source, language)[0]
    if stated.name not in NAMES:
        problem = f"the tree was made for a list that does not ship with Entails, {stated.name[:60]!r}"
        with at_field(option.removeprefix("--")):
            raise InvalidOption(problem, expected=f"that list, with {option} FILE")
    return lexicon(stated.name)


_EXAMPLE = """{
"format": "entails wordle tree", "version": 1, "feedback": "colours", "length": 5, "language": "en",
"history": "crane:bybbg slate:bbbbg guiro:bbbgb", "hard": false, "opener": "where", "total": 1, "mean": 1.0, "max": 1,
"distribution": {"1": 1}, "exact": true, "all_openers": true, "max_depth": 3, "beam": null,
"answers": {"name": "wordle-answers", "words": 2315,
            "sha256": "5209b35f823f8b80f0404f863bd80df06d6a966c6eb1016d69f38badc6eed5d0"},
"allowed": {"name": "wordle-allowed", "words": 12972,
            "sha256": "498f38211e3bafbfd6cc824ed10537a974d502377aa92459d06ff6a5b6110bb8"},
"tree": "where"
}
"""

VERIFY = Query(
    options=WordleVerifyOptions,
    report=TreeVerdict,
    answer=_verify_answer,
    takes="nothing",
    examples={"a tree of one word": {"tree": _EXAMPLE}},
)
