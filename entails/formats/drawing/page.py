"""A printed page of lines and text, written as SVG or PDF without a library.

Coordinates are points (72 per inch) from the upper left corner of an A4 sheet. A PDF file embeds the fonts passed to
it; without fonts, text is set in Helvetica, which every PDF reader provides. Only numbers are centred, because all
digits have the same width.
"""

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

WIDTH: Final = 595
HEIGHT: Final = 842
_DIGIT_WIDTH: Final = 0.556
_HALF_DIGIT_HEIGHT: Final = 0.36
_FIRST_CODE: Final = 32
_NOT_SYMBOLS: Final = 32
"""The font flag for a standard Latin character set."""


@dataclass(frozen=True, slots=True)
class PageLine:
    """A straight line; `grey` 0 is black."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    grey: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text that starts at `x` on the baseline `y`; a `centred` number is centred at `x`."""

    x: float
    y: float
    size: float
    text: str
    bold: bool = False
    grey: float = 0.0
    centred: bool = False

    def left(self, digit_width: float) -> float:
        """Return the x coordinate at which the text starts, for a font with this digit width."""
        return self.x - len(self.text) * digit_width * self.size / 2 if self.centred else self.x


@dataclass(frozen=True)
class Font:
    """A TrueType font with the characters of Western Europe (cp1252). Widths are in thousandths of the font size.

    Attributes:
        widths: The widths of the characters 32 to 255.
        box: The bounding box of all characters.
    """

    name: str
    file: bytes
    widths: tuple[int, ...]
    box: tuple[int, ...]
    ascent: int
    descent: int
    capitals: int

    @property
    def digit_width(self) -> float:
        return self.widths[ord("0") - _FIRST_CODE] / 1000


Page = Sequence[PageLine | Text]


def centred_number(x: float, y: float, size: float, number: int, *, bold: bool = False) -> Text:
    """Build a number centred at (x, y)."""
    return Text(x, y + _HALF_DIGIT_HEIGHT * size, size, str(number), bold, centred=True)


def svg(page: Page) -> str:
    """Return the page as an SVG file."""
    body = "\n".join(_svg_line(mark) if isinstance(mark, PageLine) else _svg_text(mark) for mark in page)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 {WIDTH} {HEIGHT}">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n'
        '<g font-family="Helvetica, Arial, sans-serif" stroke-linecap="square">\n'
        f"{body}\n</g>\n</svg>\n"
    )


def _svg_line(line: PageLine) -> str:
    ends = f'x1="{line.x1:g}" y1="{line.y1:g}" x2="{line.x2:g}" y2="{line.y2:g}"'
    return f'<line {ends} stroke="{_svg_grey(line.grey)}" stroke-width="{line.width:g}"/>'


def _svg_text(text: Text) -> str:
    weight = ' font-weight="bold"' if text.bold else ""
    left, grey = text.left(_DIGIT_WIDTH), _svg_grey(text.grey)
    place = f'x="{left:.2f}" y="{text.y:.2f}" font-size="{text.size:g}"{weight} fill="{grey}"'
    return f"<text {place}>{escape(_printable(text.text))}</text>"


def _svg_grey(grey: float) -> str:
    return f"#{round(255 * grey):02x}" + f"{round(255 * grey):02x}" * 2


def pdf(pages: Sequence[Page], fonts: tuple[Font, Font] | None = None) -> bytes:
    """Return the pages as a PDF file with the regular and the bold font embedded; equal pages give equal bytes."""
    embedded = (
        [] if fonts is None else [entry for number, font in enumerate(fonts) for entry in _about(font, 5 + 2 * number)]
    )
    page_numbers = range(5 + len(embedded), 5 + len(embedded) + 2 * len(pages), 2)
    kids = " ".join(f"{number} 0 R" for number in page_numbers)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        *(_pdf_font(number, None if fonts is None else fonts[number]) for number in range(2)),
        *embedded,
    ]
    widths = [_DIGIT_WIDTH] * 2 if fonts is None else [font.digit_width for font in fonts]
    for number, page in zip(page_numbers, pages, strict=True):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents {number + 1} 0 R "
            "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>".encode()
        )
        objects.append(_stream(b"\n".join([b"2 J", *(_pdf_mark(mark, widths) for mark in page)])))
    return _pdf_file(objects)


def _pdf_font(number: int, font: Font | None) -> bytes:
    """Return the PDF object of the regular (0) or bold (1) font; its descriptor is a later object."""
    if font is None:
        name = ("Helvetica", "Helvetica-Bold")[number]
        return f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()
    return (
        f"<< /Type /Font /Subtype /TrueType /BaseFont /{font.name} /Encoding /WinAnsiEncoding "
        f"/FirstChar {_FIRST_CODE} /LastChar 255 /Widths [{' '.join(map(str, font.widths))}] "
        f"/FontDescriptor {5 + 2 * number} 0 R >>".encode()
    )


def _about(font: Font, number: int) -> list[bytes]:
    """Return the PDF objects of a font's descriptor, numbered `number`, and of its font file."""
    box = " ".join(map(str, font.box))
    description = (
        f"<< /Type /FontDescriptor /FontName /{font.name} /Flags {_NOT_SYMBOLS} /FontBBox [{box}] /ItalicAngle 0 "
        f"/Ascent {font.ascent} /Descent {font.descent} /CapHeight {font.capitals} /StemV 80 "
        f"/FontFile2 {number + 1} 0 R >>"
    )
    return [description.encode(), _stream(font.file, f"/Length1 {len(font.file)} ")]


def _stream(content: bytes, more: str = "") -> bytes:
    packed = zlib.compress(content, 9)
    return f"<< {more}/Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode() + packed + b"\nendstream"


def _pdf_mark(mark: PageLine | Text, digit_widths: Sequence[float]) -> bytes:
    """Return the PDF operators of a line or text; the y axis of PDF points up."""
    if isinstance(mark, PageLine):
        ends = f"{mark.x1:.2f} {HEIGHT - mark.y1:.2f} m {mark.x2:.2f} {HEIGHT - mark.y2:.2f} l"
        return f"{mark.grey:g} G {mark.width:g} w {ends} S".encode()
    font, left = "F2" if mark.bold else "F1", mark.left(digit_widths[mark.bold])
    place = f"{mark.grey:g} g BT /{font} {mark.size:g} Tf {left:.2f} {HEIGHT - mark.y:.2f} Td".encode()
    return place + b" (" + _pdf_string(mark.text) + b") Tj ET"


def _pdf_string(text: str) -> bytes:
    """Encode text for a PDF string in cp1252; other characters become question marks."""
    encoded = _printable(text).encode("cp1252", "replace")
    for special in (b"\\", b"(", b")"):
        encoded = encoded.replace(special, b"\\" + special)
    return encoded


def _pdf_file(objects: Iterable[bytes]) -> bytes:
    """Return a PDF file with these objects, numbered from 1, and the table of their offsets."""
    file = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, content in enumerate(objects, 1):
        offsets.append(len(file))
        file += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    table = len(file)
    size = len(offsets) + 1
    file += f"xref\n0 {size}\n0000000000 65535 f \n".encode()
    file += "".join(f"{offset:010} 00000 n \n" for offset in offsets).encode()
    file += f"trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n".encode()
    return bytes(file)


def _printable(text: str) -> str:
    """Replace line breaks and control characters by spaces, since neither SVG nor PDF can show them."""
    return "".join(character if character.isprintable() else " " for character in text)
