"""The words that match a pattern. Exit code 1 when there is none."""

# A regular expression can take longer than anybody waits, and nothing in a process can stop one that is running. So a
# child looks for its words: a bare interpreter, which is ended when the time is over, and ends itself where nobody is
# left to do that.

import math
import subprocess
import sys
from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from entails.data.lexicons.store import opened
from entails.formats.word_list import WordPattern, read_pattern
from entails.models.errors import InvalidOption, blaming
from entails.models.fields import CommandArgument, Document, Option, Value
from entails.models.lexicon import Lexicon
from entails.queries.lexicon.shared import Language, Limit, OfLexicon, read_letters
from entails.queries.query import Progress, Query, QueryResult, yes_no

__all__ = ["search_words"]

SECONDS = 10.0
"""Far more than an expression takes that somebody meant."""

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
    """The command that looks, and is gone a little after the time."""
    return [sys.executable, "-I", "-S", "-c", _CHILD, str(math.ceil(seconds) + 1)]


def found_by(expression: str, words: Sequence[str], seconds: float = SECONDS) -> list[str]:
    """The words in which the expression is found, in their order."""
    if not words:
        return []
    text = "\n".join([expression, *words]).encode("utf-8", "replace")
    try:
        told = subprocess.run(_child(seconds), input=text, capture_output=True, timeout=seconds, check=True).stdout
    except subprocess.TimeoutExpired:
        problem = f"this regular expression did not come to an end in {seconds:g} seconds"
        expected = "one without repetitions inside repetitions"
        raise InvalidOption(problem, where="the pattern", expected=expected) from None
    except subprocess.CalledProcessError:
        raise InvalidOption("this regular expression cannot be followed", where="the pattern") from None
    return [words[int(place)] for place in told.split()]


PLACE = 4


class LexiconSearchOptions(OfLexicon):
    """What `search` may be told."""

    pattern: Annotated[
        str,
        Field(description="? is any letter, * any run, [abc] one of these, [!abc] none of them, or /regex/."),
        CommandArgument(
            "PATTERN", "? is any letter, * any run, \\[abc] one of these, \\[!abc] none of them, or /regex/."
        ),
    ]
    length: Annotated[int | None, Field(ge=1, description="Only words of this length.")] = None
    rack: Annotated[
        str | None,
        Field(max_length=100, description="Letters that the pattern leaves open are from these; ? is any letter."),
        Option(metavar="LETTERS"),
    ] = None
    limit: Limit = 100


class SearchReport(Value):
    """`lexicon search`. `count` is how many words match; `truncated` says that `words` does not hold all of them."""

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
    """The words that match a pattern, shortest first; with a rack, letters that the pattern leaves open are its own.

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
            raise InvalidOption("a regular expression has no rack", where="the pattern", expected=expected)
        lengths = [one for one in words.lengths if one in pattern.lengths and length in (None, one)]
        return tuple(found_by(pattern.expression, [word for one in lengths for word in words.words(one)]))
    from entails.solvers.scrabble.graph import graph_with
    from entails.solvers.scrabble.word_finding import like, matching

    held = None if rack is None else read_letters(rack, alphabet=words.alphabet)
    asked = pattern.lengths if length is None else range(length, length + 1)
    within = range(max(asked.start, pattern.lengths.start), min(asked.stop, pattern.lengths.stop))
    if not within:
        return ()
    graph = graph_with(words, like(words, pattern.pieces, within, held))
    return tuple(matching(graph, pattern.pieces, within, held))


def answer(nothing: None, ask: LexiconSearchOptions, progress: Progress) -> QueryResult[tuple[str, ...]]:
    """As many as are wanted, and how many there are."""
    del nothing, progress
    words, _ = opened(ask.lexicon, ask.lang)
    with blaming("pattern"):
        pattern = read_pattern(ask.pattern, words.alphabet)
        found = _matching(pattern, words, ask.length, ask.rack)
    shown = found[: ask.limit] if ask.limit else found
    report = SearchReport(
        pattern=ask.pattern.encode("utf-8", "replace").decode(),  # a broken argument may hold half characters
        lexicon=words.name,
        count=len(found),
        words=shown,
        truncated=len(shown) < len(found),
    )
    return QueryResult(found, report, yes_no(bool(found)))


QUESTION = Query(
    ask=LexiconSearchOptions,
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
