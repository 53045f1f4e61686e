"""The shipped lexicon files and their compressed format; access to lexicons by name or from a word list."""

import json
import lzma
import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from entails.data.lexicons import DEFAULT_OF_LANGUAGE, NAMES, lexicon
from entails.formats.word_list import WordListReport, read_lexicon
from entails.models.alphabet import LATIN, Alphabet, Letters
from entails.models.errors import EntailsError
from entails.models.fields import Document, Named
from entails.models.lexicon import Grades, Lexicon

_STORED_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


def stored_path(name: str) -> Path | None:
    """Return the path of a word list stored by `lexicon add`; None if the name is not valid for a list."""
    return _stored_folder() / f"{name}.txt" if _STORED_NAME.fullmatch(name) else None


def stored_list(name: str) -> Document | None:
    """Return the word list that `lexicon add` stored under a name; None if there is none."""
    path = stored_path(name)
    return Document(path.read_bytes(), name) if path is not None and path.is_file() else None


def stored_lists() -> list[Document]:
    """Return the word lists that `lexicon add` stored, by name."""
    return [Document(file.read_bytes(), file.stem) for file in sorted(_stored_folder().glob("*.txt"))]


def _stored_folder() -> Path:
    from platformdirs import user_data_path

    return user_data_path("entails", appauthor=False) / "lexicons"


LEXICON = Named("lexicon", lambda: NAMES, "a file with one word per line", stored_list)
"""Marks a field as the name of a lexicon or a word list."""


def opened(
    source: str | Document | None, language: str | None = None, alphabet: Alphabet | None = None
) -> tuple[Lexicon, tuple[str, ...]]:
    """Open a lexicon by name or from a user's word list; return it and notes on skipped lines."""
    words, report = opened_in_full(source, language, alphabet)
    return words, (f"{words.name}: {report}",) if report is not None and report.skipped else ()


def opened_in_full(
    source: str | Document | None, language: str | None = None, alphabet: Alphabet | None = None
) -> tuple[Lexicon, WordListReport | None]:
    """Open a lexicon; for a user's word list, also return statistics of its lines.

    A word list is read with the letters of `alphabet`, by default those of the language. Its first line may name the
    language (`language_line`). A name may be that of a stored list.
    """
    stored = stored_list(source) if isinstance(source, str) and source not in NAMES else None
    return _opened_in_full(stored or source, language, alphabet)


@lru_cache(8)
def _opened_in_full(
    source: str | Document | None, language: str | None, alphabet: Alphabet | None
) -> tuple[Lexicon, WordListReport | None]:
    if isinstance(source, Document):
        language = language or _stated_language(source.data)
        return read_lexicon(source.data, source.name, language or "", alphabet or letters_of(language))
    return lexicon(source or DEFAULT_OF_LANGUAGE[language or "en"]), None


def language_line(language: str) -> str:
    """Return the first line of a word list, which names its language."""
    return f"# language: {language}\n"


def _stated_language(data: bytes) -> str | None:
    """Return the language named on the first line of a word list; None if it names none."""
    return next((code for code in DEFAULT_OF_LANGUAGE if data.startswith(language_line(code).encode())), None)


def letters_of(language: str | None) -> Alphabet:
    """Return the alphabet of a language: the letters of its lexicon."""
    name = DEFAULT_OF_LANGUAGE.get(language or "")
    return LATIN if name is None else lexicon(name).alphabet


FORMAT = 2
Compression: TypeAlias = Literal["xz", "zlib"]
"""Compression of a file: xz makes most word lists a fifth smaller than zlib, and is slower to read."""
_LEVEL = 9
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": _LEVEL | lzma.PRESET_EXTREME, "dict_size": 1 << 20}]


def pack(
    about: Mapping[str, Any], counts: Mapping[int, int], blocks: Mapping[int, bytes], compression: Compression = "zlib"
) -> bytes:
    """Build a lexicon file: a header with `about`, then the compressed block of each length."""
    compressed = {length: _compress(block, compression) for length, block in blocks.items()}
    index = [[length, counts[length], len(block)] for length, block in compressed.items()]
    header = json.dumps({"format": FORMAT, **about, "compression": compression, "blocks": index}, ensure_ascii=True)
    return header.encode("ascii") + b"\n" + b"".join(compressed.values())


def _compress(block: bytes, compression: Compression) -> bytes:
    if compression == "zlib":
        return zlib.compress(block, _LEVEL)
    return lzma.compress(block, check=lzma.CHECK_CRC32, filters=_FILTERS)


_DECOMPRESS: Mapping[str, Callable[[bytes], bytes]] = {"xz": lzma.decompress, "zlib": zlib.decompress}


@dataclass(frozen=True)
class LexiconStore:
    """An open lexicon file.

    Attributes:
        about: The fields of the header.
        counts: Number of words by length.
        places: Start and size of the block of each length.
        compression: Compression of the blocks.
    """

    file: Traversable
    about: Mapping[str, Any]
    counts: Mapping[int, int]
    places: Mapping[int, tuple[int, int]]
    compression: str

    @classmethod
    def open(cls, file: Traversable) -> "LexiconStore":
        """Open a lexicon file and read its header."""
        with file.open("rb") as opened:
            header = opened.readline()
        try:
            about = json.loads(header)
            if about.pop("format") != FORMAT:
                raise ValueError
            compression = about.pop("compression")
            places, counts, start = {}, {}, len(header)
            for length, count, size in about.pop("blocks"):
                places[length], counts[length] = (start, size), count
                start += size
        except (ValueError, TypeError, KeyError, AttributeError):
            raise _damaged(file) from None
        return cls(file, about, counts, places, compression)

    def block(self, length: int) -> bytes:
        """Return the decompressed words of one length."""
        start, size = self.places[length]
        with self.file.open("rb") as opened:
            opened.seek(start)
            packed = opened.read(size)
        try:
            return _DECOMPRESS[self.compression](packed)
        except (zlib.error, lzma.LZMAError, KeyError):
            raise _damaged(self.file) from None

    def letters(self, length: int) -> Letters:
        """Return the words of one length as rows of letter numbers."""
        try:
            return unpack_words(self.block(length), self.counts[length], length)
        except (ValueError, IndexError):
            raise _damaged(self.file) from None

    def numbers(self, length: int) -> NDArray[np.uint8]:
        """Return one byte of data for each word of a length, such as its frequency grade."""
        numbers = np.frombuffer(self.block(length), dtype=np.uint8)
        if len(numbers) != self.counts[length]:
            raise _damaged(self.file)
        return numbers


_MARK = 128
"""Begins each word of a block: the mark plus the number of shared letters. Numbers of letters are smaller."""


def pack_words(letters: Letters) -> bytes:
    """Front-code sorted words: for each, the number of letters shared with the word before, then its new letters."""
    count, length = letters.shape
    repeats = np.zeros(letters.shape, dtype=bool)
    repeats[1:] = letters[1:] == letters[:-1]
    shared: NDArray[np.uint8] = np.cumprod(repeats, axis=1).sum(axis=1, dtype=np.uint8)
    is_new = np.arange(length, dtype=np.uint8) >= shared[:, None]
    rows = np.column_stack([shared + np.uint8(_MARK), letters])
    kept: NDArray[np.uint8] = rows[np.column_stack([np.ones(count, dtype=bool), is_new])]
    return kept.tobytes()


def unpack_words(block: bytes, count: int, length: int) -> Letters:
    """Decode a front-coded block, one column at a time.

    A shared letter repeats that of the last word with a new letter in the column. New letters are counted from the end
    of their word in the block.
    """
    data = np.frombuffer(block, dtype=np.uint8)
    starts = np.flatnonzero(data >= _MARK)
    if len(starts) != count:
        raise ValueError
    shared, ends = data[starts] - np.uint8(_MARK), np.append(starts[1:], len(data))
    letters = np.empty((count, length), dtype=np.uint8)
    for column in range(length):
        new = np.flatnonzero(shared <= column)
        letters[:, column] = np.repeat(data[ends[new] - (length - column)], np.diff(new, append=count))
    return letters


def _damaged(file: Traversable) -> EntailsError:
    return EntailsError(f"the lexicon file {file.name} is damaged; reinstall Entails")


@dataclass(frozen=True)
class DerivedLexicon:
    """A lexicon without a file, defined by another lexicon and the words to exclude."""

    of: str
    without: frozenset[str]
    about: str


DERIVED: Mapping[str, DerivedLexicon] = MappingProxyType(
    {
        "wordle-answers-2309": DerivedLexicon(
            of="wordle-answers",
            without=frozenset({"agora", "fibre", "lynch", "pupal", "slave", "wench"}),
            about="Wordle's answers since March 2022, without six words",
        )
    }
)


@dataclass(frozen=True)
class Shipped:
    """A shipped lexicon as a word source. Only the name is pickled: other processes have the same files."""

    name: str

    @property
    def _derived(self) -> DerivedLexicon | None:
        return DERIVED.get(self.name)

    @property
    def _file_name(self) -> str:
        return self._derived.of if self._derived else self.name

    @cached_property
    def _words(self) -> LexiconStore:
        return LexiconStore.open(files(__package__).joinpath(f"{self._file_name}.lex"))

    @cached_property
    def _frequencies(self) -> LexiconStore:
        return LexiconStore.open(files(__package__).joinpath(f"{self._file_name}.freq"))

    @property
    def language(self) -> str:
        return str(self._words.about["language"])

    @property
    def alphabet(self) -> Alphabet:
        """The alphabet of the lexicon's words."""
        letters = self._words.about.get("letters")
        return LATIN if letters is None else Alphabet(str(letters))

    @property
    def about(self) -> str:
        """A short description of the lexicon."""
        return self._derived.about if self._derived else str(self._words.about["about"])

    @property
    def origin(self) -> str:
        """Package and version from which the words come."""
        return str(self._words.about["source"])

    @property
    def licence(self) -> str:
        return str(self._words.about["licence"])

    @property
    def frequency_origin(self) -> str:
        """Package and version from which the word frequencies come."""
        return str(self._frequencies.about["source"])

    @property
    def frequency_licence(self) -> str:
        return str(self._frequencies.about["licence"])

    @cached_property
    def counts(self) -> Mapping[int, int]:
        """Number of words of each length."""
        counts = dict(self._words.counts)
        if self._derived:
            for word in self._derived.without:
                counts[len(word)] -= 1
        return counts

    def letters(self, length: int) -> Letters:
        """Return the words of one length, sorted."""
        letters = self._words.letters(length)
        return letters[self._kept(letters)] if self._derived else letters

    def grades(self, length: int) -> Grades | None:
        """Return the frequency grade of each word of one length."""
        grades = self._frequencies.numbers(length)
        return grades[self._kept(self._words.letters(length))] if self._derived else grades

    @property
    def digest(self) -> str | None:
        """The digest in the file's header; None for a lexicon without a file."""
        return None if self._derived else str(self._words.about["sha256"])

    def _kept(self, letters: Letters) -> NDArray[np.bool_]:
        without = self._derived.without if self._derived else frozenset()
        return np.array([word not in without for word in self.alphabet.to_words(letters)], dtype=bool)

    def __getstate__(self) -> dict[str, Any]:
        return {"name": self.name}
