"""Wordle, and Wordle Mind (feedback as counts).

The puzzle is a history of guesses and the lexicon of the secret.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Annotated

from pydantic import Field, field_validator

from entails.data import examples
from entails.data.lexicons import NAMES, lexicon
from entails.data.lexicons.store import opened, stored_list
from entails.data.wordle import LANGUAGE_NAMES, letters_of_game, letters_of_words, lists_for
from entails.encoders.encoder import CnfEncoder, CpSatEncoder, Encoder, NativeEncoder
from entails.encoders.wordle import answer, fact_names, state
from entails.formats.wordle.read import (
    fold_from_json,
    history_as_json,
    is_folded,
    lexicon_from_json,
    read_histories,
    write_wordle,
)
from entails.locale.message import Sentence
from entails.models.alphabet import LATIN, Alphabet
from entails.models.entry import Entry
from entails.models.errors import Invalid, InvalidPuzzle
from entails.models.fields import Document, Named, Option, Value, decoded
from entails.models.statement import Statement
from entails.models.wordle.history import COLOURS, GREEN, SCORINGS, YELLOW, History, Wordle, checked_length
from entails.puzzles.base import Example, Puzzle, Route

PLACE = 2
WITHOUT = ("check", "decode", "draw", "steps", "hint", "minimal", "rate")

ANY_LETTERS = "none"
"""The lexicon name for no lexicon: the secret is any string of letters."""

_NAMED = Named("lexicon", lambda: (*NAMES, ANY_LETTERS), "a file with one word per line", stored_list)
_LINE_OF_TILES = {GREEN: "bold white on green", YELLOW: "bold black on yellow"}
_GREY = "bold white on grey37"


class WordleReadOptions(Value):
    """Options for reading a history."""

    feedback: Annotated[str | None, Option(metavar="FEEDBACK")] = Field(
        default=None, description="Feedback type: colours or counts (well placed, misplaced)."
    )
    lexicon: Annotated[str | Document | None, _NAMED, Option("--lexicon", "--answers", metavar="LEXICON")] = Field(
        default=None, description="Lexicon of the secret: a name, a file, or none for any letters."
    )
    lang: Annotated[str | None, Option(metavar="LANG")] = Field(
        default=None, description="Language of the default lexicon: en (default), fr, es, nl, pl, sv, da or hu."
    )
    length: Annotated[str | None, Option(metavar="LENGTH")] = Field(
        default=None, description="Word length (default: from the guesses)."
    )
    fold: bool = Field(default=False, description="Read letters such as ñ, å and ö as a to z.")

    @field_validator("lang", mode="before")
    @classmethod
    def _as_code(cls, name: object) -> object:
        return LANGUAGE_NAMES.get(name.strip().lower(), name) if isinstance(name, str) else name


def _state_to_explain(puzzle: Wordle) -> Statement:
    """Return the statement for explanations, limited to the words that determine the conflicts."""
    from entails.solvers.wordle.check import words_that_matter

    return state(puzzle, words_that_matter(puzzle))


_EVERY_ENCODER: tuple[Encoder[Wordle, str], ...] = (
    CpSatEncoder(
        "cpsat",
        state,
        answer,
        "a letter for each position, the lexicon as a table (CP-SAT)",
        state_to_explain=_state_to_explain,
        light_presolve=True,
    ),
    CnfEncoder("cnf", state, answer),
    NativeEncoder(summary="the history itself, for the engine that filters words"),
)
ENCODERS: dict[str, Encoder[Wordle, str]] = {encoder.name: encoder for encoder in _EVERY_ENCODER}


def with_words(history: History, text: str, settings: WordleReadOptions) -> tuple[Wordle, tuple[str, ...]]:
    """Return the puzzle with its lexicon, and notes about the lexicon.

    The user's lexicon comes first, then the one that the JSON text names. Because texts may come from anyone, they can
    only name lexicons that ship with Entails.
    """
    name = _lexicon_name(text, settings)
    alphabet = letters_of(text, settings)
    history = replace(history, alphabet=alphabet)
    if name is None:
        usual = lists_for(settings.lang or "en", history.length, fold=alphabet == LATIN)[0]
        return Wordle(history, usual), ()
    if name == ANY_LETTERS:
        return Wordle(history, None), ()
    words, notes = opened(name, settings.lang, alphabet if isinstance(name, Document) and alphabet != LATIN else None)
    return Wordle(history, words.spelt_in(alphabet)), notes


def _lexicon_name(text: str, settings: WordleReadOptions) -> str | Document | None:
    """Return the lexicon that the options or the JSON text name, None if neither does."""
    name = settings.lexicon
    if name is None and text.lstrip("\ufeff \t\r\n").startswith("{"):
        stated, named = lexicon_from_json(text.removeprefix("\ufeff"))
        name = named or ANY_LETTERS if stated else None
        if name is not None and name not in _NAMED.names():
            expected = f"{', '.join(_NAMED.names())}, or a lexicon set with --lexicon"
            raise InvalidPuzzle(f"unknown lexicon {name[:40]!r}", where="JSON", expected=expected)
    return name


def letters_of(text: str, settings: WordleReadOptions) -> Alphabet:
    """Return the letters of a game: those of its lexicon or language, or a to z if they are folded."""
    if settings.fold or (text.lstrip("\ufeff \t\r\n").startswith("{") and fold_from_json(text.removeprefix("\ufeff"))):
        return LATIN
    name = _lexicon_name(text, settings)
    if isinstance(name, str) and name != ANY_LETTERS:
        return letters_of_words(lexicon(name))
    return letters_of_game(settings.lang)


def length_option(text: str | None) -> int | None:
    """Return the word length that the options set, or None."""
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise InvalidPuzzle(f"invalid length {text[:30]!r}", expected="a number of letters such as 5")
    return checked_length(int(text))


def draw_guess(history: History, word: str, code: int) -> str:
    """Return a guess in Rich's markup: letters on coloured tiles, then the feedback in characters."""
    tiles = history.kind.tiles(code, history.length)
    if history.scoring != COLOURS.name:
        return f"{_spaced(word)}  {tiles}"
    styles = [_LINE_OF_TILES.get(colour, _GREY) for colour in COLOURS.colours(code, history.length)]
    letters = "".join(f"[{style}] {letter} [/]" for style, letter in zip(styles, word.upper(), strict=True))
    return f"{letters}  {tiles}"


def _spaced(word: str) -> str:
    return "".join(f" {letter} " for letter in word.upper())


class WordlePuzzle(Puzzle[Wordle, str]):
    name = "wordle"
    model = Wordle
    input_help = "guesses such as crane:bybbg, a file of them, a share text and its words, or - for standard input"
    multi_word = True
    options = WordleReadOptions
    facts_are_sentences = True
    encoders = ENCODERS
    routes: Mapping[str, Route] = {
        "solve": Route("cpsat", "cpsat", confirm=("native", "filter")),
        "bulk": Route("native", "filter"),
        "count": Route("native", "filter"),
        "check": Route("cpsat", "cpsat", confirm=("native", "filter")),
        "explain": Route("cpsat", "cpsat", confirm=("cnf", "minisat22")),
        "forced": Route("cpsat", "cpsat", confirm=("native", "filter")),
        "export": Route("cnf", "cadical195"),
        "quine": Route("cnf", "quine"),
    }
    examples = tuple(Example(*row) for row in examples("wordle"))

    def read(self, data: bytes, options: WordleReadOptions) -> Iterator[Entry[Wordle]]:
        text = decoded(data)
        feedback, length = options.feedback, length_option(options.length)
        if feedback is not None and feedback not in SCORINGS:
            raise InvalidPuzzle(f"unknown feedback type {feedback[:30]!r}", expected=" or ".join(SCORINGS))
        entries = read_histories(text, feedback, length, lambda own: letters_of(own, options))
        ahead = list(islice(entries, 2))
        lines = text.splitlines() if len(ahead) > 1 else []
        for entry in chain(ahead, entries):
            if entry.puzzle is None:
                yield Entry(entry.line, None, entry.error)
                continue
            try:
                own = lines[entry.line - 1] if lines else text
                puzzle, notes = with_words(entry.puzzle, own, options)
                yield Entry(entry.line, puzzle, notes=notes)
            except Invalid as error:
                yield Entry(entry.line, None, error)

    def constraint_model(self, puzzle: Wordle) -> Statement:
        from entails.encoders.wordle import state

        return state(puzzle)

    def format(self, puzzle: Wordle) -> str:
        return write_wordle(puzzle)

    def format_answer(self, answer: str) -> str:
        return answer

    @property
    def formats(self) -> Mapping[str, Callable[[Wordle], str]]:
        return {"line": lambda puzzle: puzzle.history.line, "json": _as_json}

    def decode_atoms(self, puzzle: Wordle, names: Sequence[str]) -> str:
        known = fact_names(puzzle.length, puzzle.alphabet)
        number = {name: fact for fact, name in enumerate(known, 1)}
        for name in names:
            if name not in number:
                problem = f"unknown fact {name[:40]!r}"
                raise InvalidPuzzle(problem, expected=f"a fact such as {known[0]}")
        return answer(puzzle, [number[name] for name in names])

    def check(self, puzzle: Wordle, answer: str) -> str | None:
        return puzzle.rejects(answer)

    def markup(self, puzzle: Wordle, answer: str | None) -> str:
        """Return the guesses as coloured tiles, with the secret below."""
        rows = [draw_guess(puzzle.history, guess.word, guess.code) for guess in puzzle.history]
        if answer is not None:
            secret = _spaced(answer) if puzzle.history.guesses else answer.upper()
            rows.append(f"[bold]{secret}[/bold]")
        return "\n".join(rows)

    def single_repairs(self, puzzle: Wordle) -> Sequence[Sentence]:
        from entails.solvers.wordle.check import single_repairs

        return single_repairs(puzzle)


def _as_json(puzzle: Wordle) -> str:
    name = None if puzzle.lexicon is None else puzzle.lexicon.name
    return history_as_json(puzzle.history, name, fold=is_folded(puzzle))


PUZZLE = WordlePuzzle()
