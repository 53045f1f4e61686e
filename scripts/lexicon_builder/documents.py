"""Generated sections of LICENSES.md and docs/lexicons.md, between two markers."""

from collections.abc import Mapping, Sequence

from lexicon_builder.output import by_lengths
from lexicon_builder.packages import BuildError, Package
from lexicon_builder.recipes import Recipe

BEGIN = "<!-- lexicons: begin (written by scripts/build_lexicons.py) -->"
END = "<!-- lexicons: end -->"


def with_section(document: str, section: str) -> str:
    """Replace the section between the markers of a document; without markers, append it."""
    if BEGIN not in document and END not in document:
        return f"{document.rstrip()}\n\n{BEGIN}\n{section}\n{END}\n"
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise BuildError("one of the two markers is missing in a document")
    return f"{before}{BEGIN}\n{section}\n{END}{after}"


def licences_section(recipes: Sequence[Recipe], packages: Mapping[str, Package]) -> str:
    """Return the table of lexicon files with their sources and licences."""
    rows = [
        (
            f"`lexicons/{recipe.name}.lex`",
            recipe.about,
            f"{packages[recipe.package]}",
            f"{recipe.licence}: `lexicons/licences/{recipe.package}.txt`",
        )
        for recipe in recipes
    ]
    rows += [
        (
            "`lexicons/*.freq`",
            "how common each word of the `.lex` file is, one byte a word",
            str(packages["wordfreq"]),
            "CC BY-SA 4.0: `lexicons/licences/CC-BY-SA-4.0.txt`",
        ),
        (
            "`lexicons/licences/*.txt`",
            "licences",
            "the packages; npm spdx-license-list for those they name",
            "their own",
        ),
    ]
    return "\n\n".join(["## Lexicons", _table(("file", "content", "source", "licence"), rows), _NOTES])


def counts_section(words: Mapping[str, list[str]]) -> str:
    """Return the table of the numbers of words by length."""
    counts = {
        name: {length: len(alike) for length, alike in by_lengths(listed).items()} for name, listed in words.items()
    }
    lengths = sorted({length for by_length in counts.values() for length in by_length})
    rows = [
        (f"`{name}`", f"{sum(by_length.values()):,}", *(f"{by_length.get(length, 0):,}" for length in lengths))
        for name, by_length in counts.items()
    ]
    return _table(("lexicon", "all", *map(str, lengths)), rows)


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


_NOTES = """\
**French (MPL-2.0).** `fr.lex` is made from the files index.dic and index.aff of the npm package dictionary-fr 3.0.0,
the “classique” spelling dictionary 7.5 of Olivier R. and contributors (Grammalecte): affixes expanded, accents folded,
words of two and three letters compared with npm an-array-of-french-words 2.0.0 (MIT). The source form is that package;
scripts/build_lexicons.py makes the file from it again. The file stays under the Mozilla Public License 2.0, whose text
is `lexicons/licences/MPL-2.0.txt`.

**Spanish, Danish, Hungarian, Greek (MPL-1.1), Polish (MPL-2.0), Swedish (LGPL-3.0), Dutch, Russian (BSD-3-Clause).**
`es.lex`, `da.lex`, `hu.lex`, `el.lex`, `pl.lex`, `sv.lex`, `nl.lex` and `ru.lex` are made from the files index.dic and
index.aff of the npm packages that the table names, whose licence files name their authors; where a package offers
several licences, the one given here was chosen. Affixes are expanded, words longer than 15 letters left out, no
compounds made; words of two and three letters and forms with a prefix are kept when wordfreq attests them, and of the
millions of Polish, Russian and Hungarian forms only those (the Hungarian words that the package lists itself all
stay). The file `ru.lex` is so a modified version of Alexander I. Lebedev's dictionary, marked as such here, as its
licence asks. scripts/build_lexicons.py makes the files again from the packages, which are their source form. The files
stay under these licences, whose texts are in `lexicons/licences/`.

**Frequencies (CC BY-SA 4.0).** The `.freq` files are adapted from the lists of wordfreq 3.1.1 by Robyn Speer (small
ones of Danish, Hungarian and Greek, large ones of the other languages): only words of our lexicons, accents folded,
rounded to steps of 3 centibels. They stay under CC BY-SA 4.0. wordfreq credits Wikipedia, ParaCrawl, the Leeds Internet
Corpus, Google Books Ngrams (books.google.com/ngrams), OpenSubtitles through OPUS (opensubtitles.org), and the freely
available SUBTLEX lists of Marc Brysbaert and others."""
