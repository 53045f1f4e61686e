"""The table of Sudoku techniques in their default order, easiest first.

The first five need no pencil marks, as in Landreau 2025; the singles after them use earlier eliminations.

The numbers of HoDoKu's technique libraries are accepted as names. A number may have a variant: 0402-1, or -x for a
position in which the technique must not be found. A fifth digit, as in 03111, is a siamese fish: two finned fish on the
same lines, joined into one step.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Literal

from entails.models.errors import InvalidOption
from entails.solvers.kernels import sudoku_numbers as number
from entails.solvers.kernels.sudoku_numbers import (
    AIC,
    AIC_LOOP,
    ALIGNED_PAIR,
    ALIGNED_TRIPLET,
    ALS_AIC,
    ALS_CHAIN,
    ALS_LOOP,
    ALS_XY_WING,
    ALS_XZ,
    AVOIDABLE_RECTANGLE,
    BUG,
    DEATH_BLOSSOM,
    DYNAMIC_CHAINS,
    EMPTY_RECTANGLE,
    FINNED_X_WING,
    FRANKEN_X_WING,
    GROUPED_AIC,
    GROUPED_LOOP,
    HIDDEN_RECTANGLE,
    L_WING,
    LOCKED_PAIR,
    LOCKED_TRIPLE,
    M_WING,
    MULTI_COLOURING,
    MULTIPLE_CHAINS,
    NESTED_CHAINS,
    NISHIO_CHAIN,
    RECTANGLE_5,
    RECTANGLE_6,
    REMOTE_PAIR,
    S_WING,
    SKYSCRAPER,
    SUE_DE_COQ,
    TEMPLATE,
    TURBOT_FISH,
    TWO_STRING_KITE,
    UNIQUE_LOOP,
    W_WING,
)

LARGE_FISH = ("squirmbag", "whale", "leviathan")
"""Fish of five, six and seven lines."""
SQUIRMBAG = TEMPLATE + 1
FRANKEN_SQUIRMBAG = SQUIRMBAG + 9
KRAKEN_1 = FRANKEN_SQUIRMBAG + 12
KRAKEN_2 = KRAKEN_1 + 1
EXOCET = KRAKEN_2 + 1
"""Numbers of techniques that no kernel needs to know."""

_NUMBER = re.compile(r"(?P<number>\d{4}1?)(-[0-9x])?")


def without_variant(name: str) -> str:
    """Return the name of a library technique without its variant; other names unchanged.

    >>> without_variant("0402-1"), without_variant("03111"), without_variant("x-wing")
    ('0402', '03111', 'x-wing')
    """
    match = _NUMBER.fullmatch(name)
    return name if match is None else match["number"]


LIBRARY: dict[str, str] = {
    "0000": "full-house",
    "0002": "hidden-single",
    "0003": "naked-single",
    "0100": "pointing",
    "0101": "claiming",
    "0110": "locked-pair",
    "0111": "locked-triple",
    "0200": "naked-pair",
    "0201": "naked-triple",
    "0202": "naked-quad",
    "0210": "hidden-pair",
    "0211": "hidden-triple",
    "0212": "hidden-quad",
    "0300": "x-wing",
    "0301": "swordfish",
    "0302": "jellyfish",
    **{
        f"03{10 * kind + size:02}": f"{name}-{fish}"
        for kind, name in enumerate(
            ("finned", "sashimi", "franken", "finned-franken", "mutant", "finned-mutant"), start=1
        )
        for size, fish in enumerate(("x-wing", "swordfish", "jellyfish"))
    },
    **{
        f"03{10 * kind + size:02}": f"{name}{fish}"
        for kind, name in enumerate(
            ("", "finned-", "sashimi-", "franken-", "finned-franken-", "mutant-", "finned-mutant-")
        )
        for size, fish in enumerate(LARGE_FISH, start=3)
    },
    "0371": "kraken-fish-1",
    "0372": "kraken-fish-2",
    **{
        f"03{10 * kind + size:02}1": f"siamese-{name}-{fish}"
        for kind, name in ((1, "finned"), (2, "sashimi"), (4, "finned-franken"), (6, "finned-mutant"))
        for size, fish in enumerate(("x-wing", "swordfish", "jellyfish"))
    },
    "0400": "skyscraper",
    "0401": "two-string-kite",
    "0402": "empty-rectangle",
    "0403": "turbot-fish",
    "0404": "two-string-kite",
    "0405": "empty-rectangle",
    "0500": "simple-colouring",
    "0501": "simple-colouring",
    "0502": "multi-colouring",
    "0503": "multi-colouring",
    "0600": "unique-rectangle",
    "0601": "unique-rectangle",
    "0602": "unique-rectangle",
    "0603": "unique-rectangle",
    "0604": "unique-rectangle-5",
    "0605": "unique-rectangle-6",
    "0606": "hidden-rectangle",
    "0607": "avoidable-rectangle",
    "0608": "avoidable-rectangle",
    "0610": "bug",
    "0701": "x-chain",
    "0702": "xy-chain",
    "0703": "remote-pair",
    "0706": "aic-loop",
    "0707": "aic",
    "0708": "aic",
    "0709": "grouped-continuous-nice-loop",
    "0710": "grouped-discontinuous-nice-loop",
    "0711": "grouped-discontinuous-nice-loop",
    "0800": "y-wing",
    "0801": "xyz-wing",
    "0803": "w-wing",
    "0901": "als-xz",
    "0902": "als-xy-wing",
    "0903": "als-chain",
    "0904": "death-blossom",
    "1101": "sue-de-coq",
    "1201": "template",
    "1202": "template",
    "1301": "forcing-chain",
    "1302": "forcing-chain",
    "1303": "forcing-net",
    "1304": "forcing-net",
}
"""The techniques by their numbers in HoDoKu's technique libraries."""

Family = Literal[
    "plain singles",
    "singles",
    "locked",
    "subsets",
    "fish",
    "wings",
    "chains",
    "uniqueness",
    "cases",
    "finned fish",
    "links",
    "sets",
    "exclusion",
    "forcing",
    "locked sets",
    "complex fish",
    "templates",
    "large fish",
    "large complex fish",
    "kraken fish",
    "exocets",
]


@dataclass(frozen=True, slots=True)
class Technique:
    """A human solving technique: its id, names and properties.

    Attributes:
        number: Its number in kernels.
        id: Its name in options and JSON.
        name: Its English name.
        family: The group of techniques to which it belongs.
        also: Further names; a name that several techniques share selects all of them.
        needs_unique: Whether it is sound only if the puzzle has one solution.
        criterion: Whether it is only counted and gives no steps.
        optional: Whether it is searched only when named.
    """

    number: int
    id: str
    name: str
    family: Family
    also: tuple[str, ...] = ()
    needs_unique: bool = False
    criterion: bool = False
    optional: bool = False

    @property
    def is_counted(self) -> bool:
        """Return whether ratings count the technique."""
        return self.number < number.TECHNIQUES

    @property
    def is_single(self) -> bool:
        """Return whether the technique places a digit that has no other place."""
        return self.number < number.SINGLES


def _types(begin: str, *ends: str) -> tuple[str, ...]:
    return tuple(begin + end for end in ends)


TECHNIQUES: tuple[Technique, ...] = (
    Technique(number.FULL_HOUSE, "full-house", "last free cell", "plain singles", ("last-free-cell",)),
    Technique(
        number.LAST_IN_BOX, "last-remaining-box", "last remaining cell in a box", "plain singles", ("last-remaining",)
    ),
    Technique(
        number.LAST_IN_ROW, "last-remaining-row", "last remaining cell in a row", "plain singles", ("last-remaining",)
    ),
    Technique(
        number.LAST_IN_COLUMN,
        "last-remaining-column",
        "last remaining cell in a column",
        "plain singles",
        ("last-remaining",),
    ),
    Technique(number.LAST_NUMBER, "last-possible-number", "last possible number", "plain singles"),
    Technique(number.NAKED_SINGLE, "naked-single", "naked single", "singles"),
    Technique(number.HIDDEN_SINGLE_BOX, "hidden-single-box", "hidden single in a box", "singles", ("hidden-single",)),
    Technique(
        number.HIDDEN_SINGLE_LINE, "hidden-single-line", "hidden single in a line", "singles", ("hidden-single",)
    ),
    Technique(
        number.POINTING_PAIR,
        "pointing-pair",
        "pointing pair",
        "locked",
        ("pointing", "locked-candidates", "locked-candidates-1"),
    ),
    Technique(
        number.POINTING_TRIPLE,
        "pointing-triple",
        "pointing triple",
        "locked",
        ("pointing", "locked-candidates", "locked-candidates-1"),
    ),
    Technique(
        number.BOX_LINE,
        "box-line-reduction",
        "box-line reduction",
        "locked",
        ("claiming", "locked-candidates", "locked-candidates-2"),
    ),
    Technique(number.NAKED_PAIR, "naked-pair", "naked pair", "subsets"),
    Technique(number.HIDDEN_PAIR, "hidden-pair", "hidden pair", "subsets"),
    Technique(number.NAKED_TRIPLE, "naked-triple", "naked triple", "subsets"),
    Technique(number.HIDDEN_TRIPLE, "hidden-triple", "hidden triple", "subsets"),
    Technique(number.NAKED_QUAD, "naked-quad", "naked quad", "subsets", ("naked-quadruple",)),
    Technique(number.HIDDEN_QUAD, "hidden-quad", "hidden quad", "subsets", ("hidden-quadruple",)),
    Technique(number.X_WING, "x-wing", "X-wing", "fish"),
    Technique(number.SWORDFISH, "swordfish", "swordfish", "fish"),
    Technique(number.JELLYFISH, "jellyfish", "jellyfish", "fish"),
    Technique(number.Y_WING, "y-wing", "Y-wing", "wings", ("xy-wing",)),
    Technique(number.XYZ_WING, "xyz-wing", "XYZ-wing", "wings"),
    Technique(
        number.COLOURING,
        "simple-colouring",
        "simple colouring",
        "chains",
        ("simple-coloring", "colouring", "simple-colors", *_types("simple-colors-", "trap", "wrap")),
    ),
    Technique(
        number.UNIQUE_RECTANGLE,
        "unique-rectangle",
        "unique rectangle",
        "uniqueness",
        (*_types("unique-rectangle-", *"1234"), *_types("uniqueness-test-", *"1234")),
        needs_unique=True,
    ),
    Technique(number.X_CHAIN, "x-chain", "X-chain", "chains"),
    Technique(number.XY_CHAIN, "xy-chain", "XY-chain", "chains"),
    Technique(number.DISJUNCTION, "disjunction", "disjunction", "cases"),
    Technique(number.NESTED_DISJUNCTION, "nested-disjunction", "disjunction within a disjunction", "cases"),
    Technique(number.BACKTRACKING, "backtracking", "backtracking", "cases", criterion=True),
    Technique(SKYSCRAPER, "skyscraper", "skyscraper", "links"),
    Technique(
        TWO_STRING_KITE,
        "two-string-kite",
        "two-string kite",
        "links",
        ("2-string-kite", "kite", "dual-two-string-kite", "dual-2-string-kite"),
    ),
    Technique(TURBOT_FISH, "turbot-fish", "turbot fish", "links"),
    Technique(EMPTY_RECTANGLE, "empty-rectangle", "empty rectangle", "links", ("dual-empty-rectangle",)),
    Technique(
        MULTI_COLOURING,
        "multi-colouring",
        "multi-colouring",
        "chains",
        ("multi-coloring", "multi-colors", *_types("multi-colors-", "1", "2")),
    ),
    Technique(REMOTE_PAIR, "remote-pair", "remote pair", "links", ("remote-pairs",)),
    Technique(W_WING, "w-wing", "W-wing", "links"),
    *(
        Technique(
            FINNED_X_WING + at,
            f"{kind}-{fish.lower()}",
            f"{kind} {fish}",
            "finned fish",
            _types("siamese-", *(f"{any_kind}{fish.lower()}" for any_kind in ("", "finned-", "sashimi-"))),
        )
        for at, (kind, fish) in enumerate(product(("finned", "sashimi"), ("X-wing", "swordfish", "jellyfish")))
    ),
    Technique(
        RECTANGLE_5,
        "unique-rectangle-5",
        "unique rectangle of type 5",
        "uniqueness",
        ("uniqueness-test-5",),
        needs_unique=True,
    ),
    Technique(
        RECTANGLE_6,
        "unique-rectangle-6",
        "unique rectangle of type 6",
        "uniqueness",
        ("uniqueness-test-6",),
        needs_unique=True,
    ),
    Technique(HIDDEN_RECTANGLE, "hidden-rectangle", "hidden rectangle", "uniqueness", needs_unique=True),
    Technique(
        AVOIDABLE_RECTANGLE,
        "avoidable-rectangle",
        "avoidable rectangle",
        "uniqueness",
        _types("avoidable-rectangle-", "1", "2"),
        needs_unique=True,
    ),
    Technique(UNIQUE_LOOP, "unique-loop", "unique loop", "uniqueness", needs_unique=True),
    Technique(
        BUG,
        "bug",
        "bivalue universal grave",
        "uniqueness",
        ("bug+1", "bug-plus-one", "bug-plus-1", *_types("bug-", *"1234")),
        needs_unique=True,
    ),
    Technique(M_WING, "m-wing", "M-wing", "links"),
    Technique(S_WING, "s-wing", "S-wing", "links"),
    Technique(L_WING, "l-wing", "L-wing", "links"),
    Technique(ALIGNED_PAIR, "aligned-pair-exclusion", "aligned pair exclusion", "exclusion"),
    Technique(SUE_DE_COQ, "sue-de-coq", "Sue de Coq", "sets"),
    Technique(ALS_XZ, "als-xz", "ALS-XZ", "sets"),
    Technique(ALS_XY_WING, "als-xy-wing", "ALS-XY-wing", "sets"),
    Technique(AIC, "aic", "alternating chain", "links", ("discontinuous-nice-loop", "nice-loop")),
    Technique(AIC_LOOP, "aic-loop", "alternating loop", "links", ("continuous-nice-loop", "nice-loop")),
    Technique(
        GROUPED_AIC,
        "grouped-aic",
        "grouped alternating chain",
        "links",
        ("grouped-discontinuous-nice-loop", "grouped-nice-loop"),
    ),
    Technique(
        GROUPED_LOOP,
        "grouped-aic-loop",
        "grouped alternating loop",
        "links",
        ("grouped-continuous-nice-loop", "grouped-nice-loop"),
    ),
    Technique(ALS_CHAIN, "als-chain", "ALS chain", "sets", ("als-xy-chain",)),
    Technique(
        ALS_AIC,
        "als-aic",
        "alternating chain with almost locked sets",
        "links",
        ("grouped-discontinuous-nice-loop", "grouped-nice-loop"),
    ),
    Technique(
        ALS_LOOP,
        "als-aic-loop",
        "alternating loop with almost locked sets",
        "links",
        ("grouped-continuous-nice-loop", "grouped-nice-loop"),
    ),
    Technique(DEATH_BLOSSOM, "death-blossom", "death blossom", "sets"),
    Technique(ALIGNED_TRIPLET, "aligned-triplet-exclusion", "aligned triplet exclusion", "exclusion"),
    Technique(NISHIO_CHAIN, "nishio", "Nishio", "forcing", ("forcing-net",)),
    Technique(
        MULTIPLE_CHAINS,
        "multiple-forcing-chains",
        "multiple forcing chains",
        "forcing",
        ("forcing-chain", "cell-forcing-chains", "region-forcing-chains"),
    ),
    Technique(
        DYNAMIC_CHAINS,
        "dynamic-forcing-chains",
        "dynamic forcing chains",
        "forcing",
        ("forcing-chain", "forcing-net"),
    ),
    Technique(NESTED_CHAINS, "nested-forcing-chains", "nested forcing chains", "forcing"),
    Technique(LOCKED_PAIR, "locked-pair", "locked pair", "locked sets", optional=True),
    Technique(LOCKED_TRIPLE, "locked-triple", "locked triple", "locked sets", optional=True),
    *(
        Technique(
            FRANKEN_X_WING + at,
            f"{kind}-{fish.lower()}".replace(" ", "-"),
            f"{kind} {fish}",
            "complex fish",
            (kind.split()[-1], f"siamese-{kind}-{fish}".lower().replace(" ", "-")),
            optional=True,
        )
        for at, (kind, fish) in enumerate(
            product(
                ("franken", "finned franken", "mutant", "finned mutant"),
                ("X-wing", "swordfish", "jellyfish"),
            )
        )
    ),
    Technique(TEMPLATE, "template", "template", "templates", ("template-set", "template-delete"), optional=True),
    *(
        Technique(number, f"{kind}{fish}".replace(" ", "-"), f"{kind}{fish}", "large fish", optional=True)
        for number, (kind, fish) in enumerate(product(("", "finned ", "sashimi "), LARGE_FISH), start=SQUIRMBAG)
    ),
    *(
        Technique(number, f"{kind} {fish}".replace(" ", "-"), f"{kind} {fish}", "large complex fish", optional=True)
        for number, (kind, fish) in enumerate(
            product(("franken", "finned franken", "mutant", "finned mutant"), LARGE_FISH), start=FRANKEN_SQUIRMBAG
        )
    ),
    *(
        Technique(
            KRAKEN_1 + at,
            f"kraken-fish-{at + 1}",
            f"kraken fish of type {at + 1}",
            "kraken fish",
            (f"kraken-fish-type-{at + 1}", "kraken"),
            optional=True,
        )
        for at in (0, 1)
    ),
    Technique(EXOCET, "exocet", "exocet", "exocets", ("junior-exocet",), optional=True),
)
"""All techniques, by number."""

COUNTED: tuple[str, ...] = tuple(each.id for each in TECHNIQUES if each.is_counted and not each.criterion)
"""The techniques of a rating's path, easiest first; disjunctions cover the rest."""

DEFAULT: tuple[str, ...] = (
    *(name for name in COUNTED if "disjunction" not in name),
    *(each.id for each in TECHNIQUES if not each.is_counted and not each.optional),
    *(name for name in COUNTED if "disjunction" in name),
)
"""The techniques searched by default, easiest first; disjunctions come last."""

STUDY: tuple[str, ...] = (
    "full-house",
    "naked-single",
    "hidden-single-box",
    "hidden-single-line",
    "pointing-pair",
    "pointing-triple",
    "naked-pair",
    "hidden-pair",
    "naked-triple",
    "hidden-triple",
    "box-line-reduction",
    "x-wing",
    "y-wing",
    "swordfish",
    "backtracking",
)
"""The techniques of Landreau 2025, in the order of its program.

The program has one technique each for hidden singles and pointing.
"""


LINE = Technique(
    number.LAST_IN_ROW, "last-remaining-line", "last remaining cell in a line", "plain singles", ("last-remaining",)
)
"""The last remaining cell in a row or a column: ratings do not distinguish them."""


def without_direction(name: str) -> str:
    """Return the id under which ratings count a technique, the same for rows and columns."""
    return LINE.id if name in ("last-remaining-row", "last-remaining-column") else name


def technique(name: str) -> Technique:
    """Return the technique with an id."""
    return _BY_ID[name]


def chosen(names: Iterable[str], where: str = "techniques") -> tuple[Technique, ...]:
    """Return the techniques selected by these names, in order and without duplicates. `default` and `study` are lists.

    `where` is the option that errors name.
    """
    techniques: dict[Technique, None] = {}
    for name in [names] if isinstance(names, str) else names:
        meant = _MEANT.get(without_variant(name.strip().lower().replace("_", "-").replace(" ", "-")))
        if meant is None:
            raise InvalidOption(
                f"unknown technique {name[:40]!r}", where=where, expected=f"some of {', '.join(_KNOWN)}"
            )
        techniques.update(dict.fromkeys(meant))
    if not techniques:
        raise InvalidOption("no technique given", where=where, expected=f"some of {', '.join(_KNOWN)}")
    return tuple(techniques)


_BY_ID = {technique.id: technique for technique in (*TECHNIQUES, LINE)}
_KNOWN = (
    *(each.id for each in TECHNIQUES if not each.optional),
    "locked-pair",
    "locked-triple",
    "franken",
    "mutant",
    "template",
    "large-fish",
    "kraken-fish",
    "exocet",
)
_MEANT: dict[str, list[Technique]] = {}
for _list, _ids in (("default", DEFAULT), ("study", STUDY)):
    _MEANT[_list] = [_BY_ID[_id] for _id in _ids]
for _technique in TECHNIQUES:
    for _name in (_technique.id, *_technique.also, _technique.family.replace(" ", "-")):
        _MEANT.setdefault(_name, []).append(_technique)
_MEANT[LINE.id] = [_BY_ID["last-remaining-row"], _BY_ID["last-remaining-column"]]
for _name, _id in LIBRARY.items():
    _MEANT[_name] = _MEANT[_id]
