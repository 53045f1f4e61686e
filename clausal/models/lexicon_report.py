"""What `clausal lexicon ... --json` prints."""

from pydantic import Field

from clausal.models.value import Value


class SkippedLines(Value):
    """Lines of a user's own list that gave no word."""

    reason: str
    lines: int
    first_line: int


class LexiconReport(Value):
    """`lexicon list` and `lexicon info`. `counts` is the number of words by length."""

    name: str
    language: str
    words: int
    counts: dict[int, int]
    frequencies: bool
    about: str = ""
    source: str = ""
    licence: str = ""
    frequency_licence: str | None = Field(default=None, description="null where no frequencies are known")
    lines: int | None = Field(default=None, description="of a file: lines that are not empty and not a comment")
    skipped: tuple[SkippedLines, ...] | None = Field(default=None, description="of a file: lines without a new word")


class WordReport(Value):
    """`lexicon check`: one line per word. `zipf` is log10 of occurrences per billion words, 0 when never counted."""

    word: str
    folded: str
    lexicon: str
    found: bool
    zipf: float | None = None


class SearchReport(Value):
    """`lexicon search`. `count` is how many words match; `truncated` says that `words` does not hold all of them."""

    pattern: str
    lexicon: str
    count: int
    words: tuple[str, ...]
    truncated: bool


LEXICON_REPORTS: dict[str, type[Value]] = {
    "lexicon": LexiconReport,
    "lexicon-check": WordReport,
    "lexicon-search": SearchReport,
}
