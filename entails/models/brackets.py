"""Letters that are written with several characters, such as the Spanish CH: within a program each is one character, so
that a word has as many characters as it has tiles. Outside it stands in brackets: "[CH]ICO"; a blank is a "[ch]".
"""

import re
import unicodedata
from functools import cache
from typing import Final

_SEVERAL = (
    "ch ll rr cs dz dzs gy ly ny sz ty zs l·l qu dd ff ng ph rh th dž lj nj dh gj sh xh zh ij għ ie c'h ts tt tx tz cz "
    "rz dź dż sch gn gl sc ou oe ae eu ai au er in an re on at en nd ti es or te of ed is it al ar st to nt ing ck ee "
    "oo gh wh sp tr pr un le sk sj kj äu ei aa ss ea ia io se he ha me as no us"
)
"""What a tile of several letters may say: the digraphs of national sets, and pairs that games of one's own have."""

_SCRIPTS = ((0x10400, 40), (0x118A0, 32), (0x16E40, 32))
"""Letters of scripts that no game is played in, with capitals: each stands for one of these."""
_CAPITALS = [chr(first + place) for first, count in _SCRIPTS for place in range(count)]
CODES: Final = {said: capital.lower() for said, capital in zip(_SEVERAL.split(), _CAPITALS, strict=False)}
SAID = {code: said for said, code in CODES.items()} | {code.upper(): said.upper() for said, code in CODES.items()}
_WRITTEN = str.maketrans({code: f"[{said}]" for code, said in SAID.items()})
_BRACKETED = re.compile(r"\[([^\[\]\s]{2,3})\]")


def bracketed(text: str, opening: str = "[") -> str:
    """The text as it leaves a program: letters of several characters in brackets, which rich's markup wants escaped."""
    if text.isascii():
        return text
    written = text.translate(_WRITTEN)
    return written if opening == "[" or written == text else text.translate(_escaped(opening))


@cache
def _escaped(opening: str) -> dict[int, str]:
    return {code: opening + said[1:] for code, said in _WRITTEN.items()}


def unbracketed(text: str) -> str:
    """The text with one character for each letter in brackets; brackets around anything else stay."""
    return _BRACKETED.sub(_coded, unicodedata.normalize("NFC", text)) if "[" in text else text


def _coded(match: re.Match[str]) -> str:
    said = match[1]
    code = CODES.get(said.lower())
    return match[0] if code is None else code if said.islower() else code.upper()
