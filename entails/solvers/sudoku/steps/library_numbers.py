"""The numbers that HoDoKu's technique libraries give to techniques, and what they mean here.

A number may have a variant behind it: 0402-1, or -x for a moment in which the technique must not be found. A fifth
digit, 03111, is a siamese fish: two finned ones on the same lines, whose eliminations are told together.
"""

import re

_NUMBER = re.compile(r"(?P<number>\d{4}1?)(-[0-9x])?")


def without_variant(name: str) -> str:
    """The number of the technique alone; any other name is left as it is.

    >>> without_variant("0402-1"), without_variant("03111"), without_variant("x-wing")
    ('0402', '03111', 'x-wing')
    """
    found = _NUMBER.fullmatch(name)
    return name if found is None else found["number"]


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
"""The numbers that HoDoKu's technique libraries give them, and what they mean here."""
