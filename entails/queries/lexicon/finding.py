"""Queries that find words: anagrams, hooks, extensions, stems, and searches by pattern."""

import math
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from entails.data.lexicons.store import opened
from entails.formats.word_list import WordPattern, read_pattern
from entails.models.errors import InvalidOption, at_field
from entails.models.fields import CommandArgument, Document, Option, Value
from entails.models.lexicon import Lexicon
from entails.queries.lexicon import (
    FoundWordsReport,
    Language,
    LettersOptions,
    LetterText,
    LexiconOptions,
    Limit,
    read_letters,
    words_and_tiles,
    words_report,
)
from entails.queries.query import Progress, Query, QueryResult, yes_no

VERBS = {
    "search": {
        "PLACE": 4,
        "__all__": ["search_words"],
        "text": "List the words that match a pattern.\n\nExit code 1 if there is none.",
    },
    "anagrams": {
        "PLACE": 5,
        "__all__": ["anagrams"],
        "text": "List the words that use all of these letters.\n\nExit code 1 if there is none.",
    },
    "subanagrams": {
        "PLACE": 6,
        "__all__": ["subanagrams"],
        "text": "List the words that use some of these letters, longest first.\n\nExit code 1 if there is none.",
    },
    "hooks": {
        "PLACE": 7,
        "__all__": ["hooks"],
        "text": "List the hooks of a word: letters that make a longer word.\n\nExit code 1 if there is none.",
    },
    "extensions": {
        "PLACE": 8,
        "__all__": ["extensions"],
        "text": "List longer words that begin with, end with or contain the letters.\n\nExit code 1 if there is none.",
    },
    "stems": {
        "PLACE": 10,
        "__all__": ["stems"],
        "text": "List bingo stems: letters that often complete a word with one tile.\n\nExit code 1 if there is none.",
    },
}


SECONDS = 10.0
"""Time limit of a regular expression, far more than a sensible one takes."""

_CHILD = """
import re, signal, sys, warnings
if hasattr(signal, "alarm"):
    signal.alarm(int(sys.argv[1]))
warnings.simplefilter("ignore")
expression, *words = sys.stdin.buffer.read().decode("utf-8").split("\\n")
found = re.compile(expression, re.IGNORECASE).search
sys.stdout.write("".join(f"{place}\\n" for place, word in enumerate(words) if found(word)))
"""


def _child(seconds: float) -> list[str]:
    """Return the command of the process that searches; the process ends itself shortly after the time limit."""
    return [sys.executable, "-I", "-S", "-c", _CHILD, str(math.ceil(seconds) + 1)]


def words_matching(expression: str, words: Sequence[str], seconds: float = SECONDS) -> list[str]:
    """Return the words that match a regular expression, in order."""
    if not words:
        return []
    text = "\n".join([expression, *words]).encode("utf-8", "replace")
    try:
        output = subprocess.run(_child(seconds), input=text, capture_output=True, timeout=seconds, check=True).stdout
    except subprocess.TimeoutExpired:
        problem = f"the regular expression did not finish within {seconds:g} seconds"
        expected = "an expression without nested repetitions"
        raise InvalidOption(problem, where="the pattern", expected=expected) from None
    except subprocess.CalledProcessError:
        raise InvalidOption("the regular expression failed", where="the pattern") from None
    return [words[int(place)] for place in output.split()]


class LexiconSearchOptions(LexiconOptions):
    """Options of `lexicon search`."""

    pattern: Annotated[
        str,
        Field(description="? is any letter, * any letters, [abc] one of these, [!abc] none of them, or /regex/."),
        CommandArgument(
            "PATTERN", "? is any letter, * any letters, \\[abc] one of these, \\[!abc] none of them, or /regex/."
        ),
    ]
    length: Annotated[int | None, Field(ge=1, description="Word length.")] = None
    rack: Annotated[
        str | None,
        Field(max_length=100, description="Letters for the places that the pattern leaves open; ? is any letter."),
        Option(metavar="LETTERS"),
    ] = None
    limit: Limit = 100


class SearchReport(Value):
    """Report of `lexicon search`. `count` is the number of matches; `truncated` means that `words` is cut."""

    pattern: str
    lexicon: str
    count: int
    words: tuple[str, ...]
    truncated: bool


def search_words(
    pattern: str,
    lexicon: str | Document | None = None,
    language: Language | None = None,
    *,
    length: int | None = None,
    rack: str | None = None,
) -> tuple[str, ...]:
    """Return the words that match a pattern, shortest first. A rack supplies the open letters.

    >>> search_words("cra?e", "wordle-answers")
    ('crane', 'crate', 'crave', 'craze')
    >>> search_words("c*", rack="taz")
    ('cat',)
    """
    words = opened(lexicon, language)[0]
    return _matching(read_pattern(pattern, words.alphabet), words, length, rack)


def _matching(pattern: WordPattern, words: Lexicon, length: int | None, rack: str | None) -> tuple[str, ...]:
    if pattern.expression is not None:
        if rack is not None:
            expected = "a pattern of letters, ?, * and [abc]"
            raise InvalidOption("a regular expression takes no rack", where="the pattern", expected=expected)
        lengths = [size for size in words.lengths if size in pattern.lengths and length in (None, size)]
        return tuple(words_matching(pattern.expression, [word for size in lengths for word in words.words(size)]))
    from entails.solvers.scrabble.graph import graph_with
    from entails.solvers.scrabble.word_finding import like_pattern, matching

    held = None if rack is None else read_letters(rack, alphabet=words.alphabet)
    wanted = pattern.lengths if length is None else range(length, length + 1)
    within = range(max(wanted.start, pattern.lengths.start), min(wanted.stop, pattern.lengths.stop))
    if not within:
        return ()
    graph = graph_with(words, like_pattern(words, pattern.pieces, within, held))
    return tuple(matching(graph, pattern.pieces, within, held))


def _search_answer(nothing: None, options: LexiconSearchOptions, progress: Progress) -> QueryResult[tuple[str, ...]]:
    """List the matches up to the limit, and their number."""
    del nothing, progress
    words, _ = opened(options.lexicon, options.lang)
    with at_field("pattern"):
        pattern = read_pattern(options.pattern, words.alphabet)
        hits = _matching(pattern, words, options.length, options.rack)
    shown = hits[: options.limit] if options.limit else hits
    report = SearchReport(
        pattern=options.pattern.encode("utf-8", "replace").decode(),  # an argument may contain unpaired surrogates
        lexicon=words.name,
        count=len(hits),
        words=shown,
        truncated=len(shown) < len(hits),
    )
    return QueryResult(hits, report, yes_no(bool(hits)))


SEARCH = Query(
    options=LexiconSearchOptions,
    report=SearchReport,
    answer=_search_answer,
    takes="nothing",
    examples={
        "a hole": {"pattern": "cra?e", "lexicon": "wordle-answers"},
        "q without u": {"pattern": "q[!u]*", "length": 5},
        "an expression": {"pattern": "/zz.*zz/"},
        "with a rack": {"pattern": "?a*", "rack": "crbtz"},
    },
)


class LexiconAnagramsOptions(LettersOptions):
    """Options of `lexicon anagrams`."""


def anagrams(letters: str, lexicon: str | Document | None = None, language: Language | None = None) -> list[str]:
    """Return the words that use all of these letters; "?" is any letter.

    >>> anagrams("silent", "enable")
    ['elints', 'enlist', 'inlets', 'listen', 'silent', 'tinsel']
    """
    from entails.solvers.scrabble.graph import graph_with
    from entails.solvers.scrabble.word_finding import spelt_by, spelt_with

    words = opened(lexicon, language)[0]
    wanted = read_letters(letters, alphabet=words.alphabet)
    least = most = len(wanted)
    return spelt_by(graph_with(words, spelt_with(words, wanted, range(least, most + 1))), wanted, least, most)


def _anagrams_answer(nothing: None, options: LexiconAnagramsOptions, progress: Progress) -> QueryResult[list[str]]:
    """List the anagrams in alphabetical order."""
    del nothing, progress
    hits, words = anagrams(options.letters, options.lexicon, options.lang), opened(options.lexicon, options.lang)[0]
    letters = read_letters(options.letters, alphabet=words.alphabet)
    return QueryResult(hits, words_report(letters, words.name, hits, options.limit), yes_no(bool(hits)))


ANAGRAMS = Query(
    options=LexiconAnagramsOptions,
    report=FoundWordsReport,
    answer=_anagrams_answer,
    takes="nothing",
    schema="lexicon-words",
    examples={"six letters": {"letters": "silent"}, "in French": {"letters": "chien", "lang": "fr"}},
)


class LexiconSubanagramsOptions(LettersOptions):
    """Options of `lexicon subanagrams`."""

    length: Annotated[int | None, Field(ge=1, le=15, description="Word length.")] = None


def subanagrams(
    letters: str,
    lexicon: str | Document | None = None,
    language: Language | None = None,
    *,
    length: int | None = None,
) -> list[str]:
    """Return the words that use some of these letters, or only those of one length; "?" is any letter.

    >>> subanagrams("zzq?e", "enable", length=2)[:3]
    ['ae', 'be', 'de']
    """
    from entails.solvers.scrabble.graph import graph_with
    from entails.solvers.scrabble.word_finding import spelt_by, spelt_with

    words = opened(lexicon, language)[0]
    wanted = read_letters(letters, alphabet=words.alphabet)
    least, most = (1, len(wanted)) if length is None else (length, length)
    return spelt_by(graph_with(words, spelt_with(words, wanted, range(least, most + 1))), wanted, least, most)


def _subanagrams_answer(
    nothing: None, options: LexiconSubanagramsOptions, progress: Progress
) -> QueryResult[list[str]]:
    """List the words, longest first."""
    del nothing, progress
    hits = subanagrams(options.letters, options.lexicon, options.lang, length=options.length)
    words = opened(options.lexicon, options.lang)[0]
    letters = read_letters(options.letters, alphabet=words.alphabet)
    return QueryResult(hits, words_report(letters, words.name, hits, options.limit), yes_no(bool(hits)))


SUBANAGRAMS = Query(
    options=LexiconSubanagramsOptions,
    report=FoundWordsReport,
    answer=_subanagrams_answer,
    takes="nothing",
    schema="lexicon-words",
    examples={"a rack": {"letters": "quizzed", "length": 4}, "a blank": {"letters": "zq?", "lang": "fr"}},
)


class LexiconHooksOptions(LexiconOptions):
    """Options of `lexicon hooks`."""

    letters: LetterText


class HooksReport(Value):
    """Report of `lexicon hooks`; `found` means that the letters are a word themselves."""

    word: str
    lexicon: str
    found: bool
    before: str
    after: str


@dataclass(frozen=True)
class Hooks:
    """Letters before and after a word, in alphabetical order."""

    before: str
    after: str


def hooks(word: str, lexicon: str | Document | None = None, language: Language | None = None) -> Hooks:
    """Return the letters that make another word before or after this one.

    >>> hooks("care", "enable")
    Hooks(before='s', after='drstx')
    """
    words = opened(lexicon, language)[0]
    folded, letters = read_letters(word, 0, words.alphabet), words.alphabet.letters
    before = "".join(letter for letter in letters if letter + folded in words)
    return Hooks(before, "".join(letter for letter in letters if folded + letter in words))


def _hooks_answer(nothing: None, options: LexiconHooksOptions, progress: Progress) -> QueryResult[Hooks]:
    """List the hooks on both sides."""
    del nothing, progress
    words = opened(options.lexicon, options.lang)[0]
    folded = read_letters(options.letters, 0, words.alphabet)
    letters = hooks(options.letters, options.lexicon, options.lang)
    report = HooksReport(
        word=folded, lexicon=words.name, found=folded in words, before=letters.before, after=letters.after
    )
    return QueryResult(letters, report, yes_no(bool(letters.before or letters.after)))


HOOKS = Query(
    options=LexiconHooksOptions,
    report=HooksReport,
    answer=_hooks_answer,
    takes="nothing",
    examples={"both sides": {"letters": "care"}},
)


class LexiconExtensionsOptions(LettersOptions):
    """Options of `lexicon extensions`."""


class ExtensionsReport(Value):
    """Report of `lexicon extensions`.

    `after`: words that begin with the letters. `before`: words that end with them. `both`: words with other letters on
    both sides. Each list is cut at the limit; `counts` are the full numbers.
    """

    word: str
    lexicon: str
    after: tuple[str, ...]
    before: tuple[str, ...]
    both: tuple[str, ...]
    counts: tuple[int, int, int]


@dataclass(frozen=True)
class Extensions:
    """Longer words, grouped by where letters are added."""

    after: list[str]
    before: list[str]
    both: list[str]


def extensions(word: str, lexicon: str | Document | None = None, language: Language | None = None) -> Extensions:
    """Return the longer words that contain these letters.

    >>> extensions("quark", "enable").after
    ['quarks']
    """
    from entails.solvers.scrabble.graph import graph_with
    from entails.solvers.scrabble.word_finding import beginning_with, containing, ending_with, holding

    words = opened(lexicon, language)[0]
    folded = read_letters(word, 0, words.alphabet)
    graph = graph_with(words, holding(words, folded))
    return Extensions(beginning_with(graph, folded), ending_with(graph, folded), containing(graph, folded))


def _extensions_answer(nothing: None, options: LexiconExtensionsOptions, progress: Progress) -> QueryResult[Extensions]:
    """List all three types of extensions."""
    del nothing, progress
    hits = extensions(options.letters, options.lexicon, options.lang)
    words = opened(options.lexicon, options.lang)[0]
    lists = (hits.after, hits.before, hits.both)
    after, before, both = (tuple(longer[: options.limit] if options.limit else longer) for longer in lists)
    report = ExtensionsReport(
        word=read_letters(options.letters, 0, words.alphabet),
        lexicon=words.name,
        after=after,
        before=before,
        both=both,
        counts=(len(hits.after), len(hits.before), len(hits.both)),
    )
    return QueryResult(hits, report, yes_no(any(lists)))


EXTENSIONS = Query(
    options=LexiconExtensionsOptions,
    report=ExtensionsReport,
    answer=_extensions_answer,
    takes="nothing",
    examples={"a word": {"letters": "quark"}, "in French": {"letters": "chien", "lang": "fr", "limit": 5}},
)


class LexiconStemsOptions(LexiconOptions):
    """Options of `lexicon stems`."""

    length: Annotated[int, Field(ge=1, le=14, description="Number of letters.")] = 6
    limit: Annotated[
        int, Field(ge=0, description="Maximum number of stems to show; 0 shows all."), Option(metavar="N", lists=True)
    ] = 20


class StemReport(Value):
    """A stem in the report of `lexicon stems`.

    `with_letters` are the letters that complete a word, `words` is the number of these words. `probability` is that of
    drawing the stem from a full bag, `completed` that of completing a word with one more tile (a blank always does).
    """

    letters: str
    with_letters: str
    words: int
    probability: float
    completed: float


class StemsReport(Value):
    """Report of `lexicon stems`, ordered by the probability of completing a word."""

    lexicon: str
    tiles: str = Field(description="the tile set from which letters are drawn")
    length: int
    count: int
    stems: tuple[StemReport, ...]
    truncated: bool


def stems(
    lexicon: str | Document | None = None, language: Language | None = None, *, length: int = 6, limit: int = 20
) -> tuple[StemReport, ...]:
    """Return the stems that most often become a word with one more tile; limit 0 returns all.

    >>> stems("enable", limit=1)[0].letters
    'aeinrt'
    """
    return _stems(lexicon, language, length, limit)[0]


def _stems(
    lexicon: str | Document | None, language: Language | None, length: int, limit: int
) -> tuple[tuple[StemReport, ...], int]:
    from entails.solvers.scrabble.word_finding import stems as all_stems

    every_stem = all_stems(*words_and_tiles(lexicon, language), length)
    shown = every_stem[:limit] if limit else every_stem
    return tuple(
        StemReport(
            letters=stem.letters,
            with_letters=stem.with_letters,
            words=stem.words,
            probability=float(f"{stem.probability:.3g}"),
            completed=round(stem.completed, 4),
        )
        for stem in shown
    ), len(every_stem)


def _stems_answer(
    nothing: None, options: LexiconStemsOptions, progress: Progress
) -> QueryResult[tuple[StemReport, ...]]:
    """List the best stems."""
    del nothing, progress
    reports, count = _stems(options.lexicon, options.lang, options.length, options.limit)
    words, tile_set = words_and_tiles(options.lexicon, options.lang)
    report = StemsReport(
        lexicon=words.name,
        tiles=tile_set.name,
        length=options.length,
        count=count,
        stems=reports,
        truncated=len(reports) < count,
    )
    return QueryResult(reports, report, yes_no(bool(reports)))


STEMS = Query(
    options=LexiconStemsOptions,
    report=StemsReport,
    answer=_stems_answer,
    takes="nothing",
    examples={"three": {"limit": 3}, "in French": {"lang": "fr", "limit": 2}},
)
