"""`Wordle`: the puzzle. A history, and the words that the secret is among."""

from dataclasses import dataclass

from entails.models.errors import InvalidOption
from entails.models.letters import Letters, is_word
from entails.models.lexicon import Lexicon
from entails.models.wordle.history import History


@dataclass(frozen=True)
class Wordle:
    """Which secrets agree with the history? `lexicon` None asks about any string of letters."""

    history: History
    lexicon: Lexicon | None = None

    @property
    def length(self) -> int:
        return self.history.length

    @property
    def letters(self) -> Letters:
        """The words that can be the secret, as rows of letters; only with a lexicon."""
        if self.lexicon is None:
            raise InvalidOption("there is no lexicon", expected="one to list its words")
        return self.lexicon.letters(self.length)

    def refuses(self, secret: str) -> str | None:
        """Why this cannot be the secret, in a sentence; None when it can. The rules of the game and nothing else."""
        if len(secret) != self.length or not is_word(secret):
            return f"{secret[:30]!r} is not a word of {self.length} letters"
        if self.lexicon is not None and secret not in self.lexicon:
            return f"{secret.upper()} is not in {self.lexicon.name}"
        kind = self.history.kind
        for number, guess in enumerate(self.history, 1):
            code = kind.score(guess.word, secret)
            if code != guess.code:
                given, said = kind.tiles(code, self.length), kind.tiles(guess.code, self.length)
                return f"guess {number}, {guess.word.upper()}, would get {given} from {secret.upper()}, not {said}"
        return None

    def __hash__(self) -> int:
        return hash((self.history, None if self.lexicon is None else self.lexicon.name))
