"""List the words that match a pattern.

Exit code 1 if there is none.
"""

# A regular expression can run for hours, and nothing within a process can interrupt it. So a child process,
# a bare interpreter, searches the words. It is killed at the time limit, and ends itself if its parent is gone.

import math
import subprocess
import sys
from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from entails.data.lexicons.store import opened
from entails.formats.word_list import WordPattern, read_pattern
from entails.models.errors import InvalidOption, at_field
from entails.models.fields import CommandArgument, Document, Option, Value
from entails.models.lexicon import Lexicon
from entails.queries.lexicon import Language, LexiconOptions, Limit, read_letters
from entails.queries.query import Progress, Query, QueryResult, yes_no

__all__ = ["search_words"]

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
    """Return the command of the process that searches; it ends itself shortly after the time limit."""
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


PLACE = 4


class LexiconSearchOptions(LexiconOptions):
    """Options of `search`."""

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
    """Result of `lexicon search`. `count` is the number of matches; `truncated` says whether `words` is cut."""

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
    """Return the words that match a pattern, shortest first. A rack supplies the letters that the pattern leaves
    open.

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


def answer(nothing: None, options: LexiconSearchOptions, progress: Progress) -> QueryResult[tuple[str, ...]]:
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


QUERY = Query(
    options=LexiconSearchOptions,
    report=SearchReport,
    answer=answer,
    takes="nothing",
    examples={
        "a hole": {"pattern": "cra?e", "lexicon": "wordle-answers"},
        "q without u": {"pattern": "q[!u]*", "length": 5},
        "an expression": {"pattern": "/zz.*zz/"},
        "with a rack": {"pattern": "?a*", "rack": "crbtz"},
    },
)
