"""Check a tree by playing it against every secret.

Exit code 1 if the tree does not match the claims of its file; the first fault is reported.
"""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from entails.data.lexicons import NAMES, lexicon
from entails.data.lexicons.store import opened
from entails.data.wordle import words_for
from entails.models.errors import InvalidOption, at_field
from entails.models.fields import CommandArgument, Document, Value
from entails.models.lexicon import Lexicon
from entails.models.wordle.words import Words
from entails.queries.query import Progress, Query, QueryResult, yes_no
from entails.queries.query import QueryOptions as QueryOptions
from entails.queries.wordle.lists import Allowed, Answers
from entails.solvers.wordle.tree.file import Verdict, read_tree
from entails.solvers.wordle.tree.file import verify as replayed
from entails.solvers.wordle.tree.value import GuessTree, WordList

PANEL = "Trees"
PLACE = 51


class WordleVerifyOptions(QueryOptions):
    """Options of `verify`: a tree, and its word lists if they do not ship with Entails."""

    tree: Annotated[Document, CommandArgument("FILE", "Tree file (see entails wordle tree), or - for standard input.")]
    answers: Answers = None
    allowed: Allowed = None


class TreeVerdict(Value):
    """Report of `wordle verify`. The figures come from the replay.

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
    """A tree, and the result of playing every answer."""

    tree: GuessTree
    verdict: Verdict


def answer(nothing: None, options: WordleVerifyOptions, progress: Progress) -> QueryResult[TreeReplay]:
    """Play the tree against every answer."""
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
    """Return the lists that a tree was made for: those of the options, or those that ship under its names.

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

QUERY = Query(
    options=WordleVerifyOptions,
    report=TreeVerdict,
    answer=answer,
    takes="nothing",
    examples={"a tree of one word": {"tree": _EXAMPLE}},
)
