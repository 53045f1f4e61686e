"""Words that are found on the word graph: what such questions share."""

from typing import Annotated

from pydantic import Field

from entails.models.alphabet import LATIN, Alphabet
from entails.models.asking import Argument, Option
from entails.models.errors import InvalidOption
from entails.models.letters import LONGEST
from entails.models.value import Value
from entails.questions.lexicon.words import OfLexicon

MOST_LETTERS = 15
MOST_BLANKS = 2

LetterText = Annotated[
    str, Field(max_length=100, description="Letters in any spelling; ? is any letter."), Argument("LETTERS")
]
Limit = Annotated[
    int, Field(ge=0, description="Show at most so many words; 0 shows all."), Option(metavar="N", lists=True)
]


class OfLetters(OfLexicon):
    """A question about letters."""

    letters: LetterText
    limit: Limit = 100


class FoundWordsReport(Value):
    """Words that letters make; `truncated` says that `words` does not hold all of them."""

    letters: str
    lexicon: str
    count: int
    words: tuple[str, ...]
    truncated: bool


def read_letters(text: str, blanks: int = MOST_BLANKS, alphabet: Alphabet = LATIN) -> str:
    """Letters as people type them, folded; a few ? among them."""
    letters = alphabet.fold("".join(text.split()))
    plain = letters.replace("?", "")
    if (
        letters.count("?") > blanks
        or len(letters) > MOST_LETTERS
        or (plain and not alphabet.is_word(plain))
        or not letters
    ):
        allowed = f", at most {blanks} ? for any letter" if blanks else ""
        refused = InvalidOption(
            f"{text[:30]!r} are not letters to look for", expected=f"1 to {LONGEST} letters{allowed}"
        )
        refused.field = "letters"
        raise refused
    return letters


def found_report(letters: str, lexicon: str, found: list[str], limit: int) -> FoundWordsReport:
    """As many as are wanted, and how many there are."""
    shown = tuple(found[:limit] if limit else found)
    return FoundWordsReport(
        letters=letters, lexicon=lexicon, count=len(found), words=shown, truncated=len(shown) < len(found)
    )
