"""Output files: words, frequencies and licences, as bytes by path under entails/data/lexicons."""

import json
from collections.abc import Mapping, Sequence

import numpy as np

from entails.data.lexicons.store import pack, pack_words
from entails.models.alphabet import LATIN
from entails.models.lexicon import grade_of
from lexicon_builder.packages import Package
from lexicon_builder.recipes import Archives, Recipe
from lexicon_builder.sources import FREQUENCIES, LICENCE_TEXTS
from lexicon_builder.wordfreq import read_frequencies

Files = dict[str, bytes]
_MUCH_SMALLER = 0.9


def lexicon_files(
    recipes: Sequence[Recipe], packages: Mapping[str, Package], archives: Archives, words: Mapping[str, list[str]]
) -> Files:
    """Return the files `NAME.lex` and `NAME.freq` of each recipe."""
    wordfreq = archives["wordfreq"]
    alphabets = {recipe.language: recipe.alphabet for recipe in recipes}
    frequencies = {
        language: read_frequencies(wordfreq.read(member), alphabets[language])
        for language, member in FREQUENCIES.items()
    }
    files: Files = {}
    for recipe in recipes:
        by_length = by_lengths(words[recipe.name])
        counts = {length: len(alike) for length, alike in by_length.items()}
        about = {
            "name": recipe.name,
            "language": recipe.language,
            "about": recipe.about,
            "source": str(packages[recipe.package]),
            "licence": recipe.licence,
            "sha256": recipe.sha256,
        }
        if recipe.alphabet != LATIN:
            about["letters"] = recipe.alphabet.letters
        letters = {length: pack_words(recipe.alphabet.to_letters(alike, length)) for length, alike in by_length.items()}
        files[f"{recipe.name}.lex"] = pack_words_well(about, counts, letters)

        shares = frequencies[recipe.language]
        grades = {
            length: np.array([grade_of(shares.get(word, 0.0)) for word in alike], dtype=np.uint8).tobytes()
            for length, alike in by_length.items()
        }
        about_frequencies = {"name": recipe.name, "source": str(packages["wordfreq"]), "licence": "CC-BY-SA-4.0"}
        files[f"{recipe.name}.freq"] = pack(about_frequencies, counts, grades)
    return files


def pack_words_well(about: Mapping[str, str], counts: Mapping[int, int], blocks: Mapping[int, bytes]) -> bytes:
    """Build a lexicon file with xz where this makes it much smaller, else with zlib, which is faster to read."""
    small, fast = pack(about, counts, blocks, "xz"), pack(about, counts, blocks)
    return small if len(small) < _MUCH_SMALLER * len(fast) else fast


def licence_files(packages: Mapping[str, Package], archives: Archives) -> Files:
    """Return the licences of all packages whose data is included, and the texts that these refer to."""
    texts = archives["spdx-license-list"]
    files = {
        f"licences/{identifier}.txt": json.loads(texts.text(f"package/licenses/{identifier}.json"))["licenseText"]
        for identifier in LICENCE_TEXTS
    }
    for name, package in packages.items():
        if name != "spdx-license-list":
            text = archives[name].text(package.licence_file)
            files[f"licences/{name}.txt"] = (
                text.partition(f"\n{package.licence_until}\n")[0] if package.licence_until else text
            )
    return {place: _tidy(text).encode("utf-8") for place, text in files.items()}


def by_lengths(ordered: Sequence[str]) -> dict[int, list[str]]:
    """Group sorted words by length, shortest first."""
    by_length: dict[int, list[str]] = {}
    for word in ordered:
        by_length.setdefault(len(word), []).append(word)
    return dict(sorted(by_length.items()))


def _tidy(text: str) -> str:
    """Normalise line endings and trailing spaces of a licence, without changing its wording."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n"
