"""A printed page of lines and text, written as SVG or PDF without any library.

Measures are points (72 an inch) from the upper left corner of an A4 sheet. Text is Helvetica, which every PDF reader
has and every browser replaces by something alike; only numbers are ever centred: its digits are all equally wide.
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
_FIRST_PAGE: Final = 5
"""Objects 1 to 4 of a PDF file are its catalogue, its list of pages and the two fonts."""


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line; `grey` 0 is black."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    grey: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text on the baseline `y`, beginning at `x`."""

    x: float
    y: float
    size: float
    text: str
    bold: bool = False
    grey: float = 0.0


Page = Sequence[Line | Text]


def centred_number(x: float, y: float, size: float, number: int, *, bold: bool = False) -> Text:
    """A number around the middle of (x, y)."""
    text = str(number)
    left = x - len(text) * _DIGIT_WIDTH * size / 2
    return Text(left, y + _HALF_DIGIT_HEIGHT * size, size, text, bold)


def svg(page: Page) -> str:
    """The page as an SVG file."""
    body = "\n".join(_svg_line(mark) if isinstance(mark, Line) else _svg_text(mark) for mark in page)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 {WIDTH} {HEIGHT}">\n'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>\n'
        '<g font-family="Helvetica, Arial, sans-serif" stroke-linecap="square">\n'
        f"{body}\n</g>\n</svg>\n"
    )


def _svg_line(line: Line) -> str:
    ends = f'x1="{line.x1:g}" y1="{line.y1:g}" x2="{line.x2:g}" y2="{line.y2:g}"'
    return f'<line {ends} stroke="{_svg_grey(line.grey)}" stroke-width="{line.width:g}"/>'


def _svg_text(text: Text) -> str:
    weight = ' font-weight="bold"' if text.bold else ""
    place = f'x="{text.x:.2f}" y="{text.y:.2f}" font-size="{text.size:g}"{weight} fill="{_svg_grey(text.grey)}"'
    return f"<text {place}>{escape(_printable(text.text))}</text>"


def _svg_grey(grey: float) -> str:
    return f"#{round(255 * grey):02x}" + f"{round(255 * grey):02x}" * 2


def pdf(pages: Sequence[Page]) -> bytes:
    """The pages as a PDF file; the same pages give the same bytes."""
    page_numbers = range(_FIRST_PAGE, _FIRST_PAGE + 2 * len(pages), 2)
    kids = " ".join(f"{number} 0 R" for number in page_numbers)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        *(
            f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()
            for name in ("Helvetica", "Helvetica-Bold")
        ),
    ]
    for number, page in zip(page_numbers, pages, strict=True):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents {number + 1} 0 R "
            "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>".encode()
        )
        objects.append(_stream(b"\n".join([b"2 J", *map(_pdf_mark, page)])))
    return _pdf_file(objects)


def _stream(content: bytes) -> bytes:
    packed = zlib.compress(content, 9)
    return f"<< /Length {len(packed)} /Filter /FlateDecode >>\nstream\n".encode() + packed + b"\nendstream"


def _pdf_mark(mark: Line | Text) -> bytes:
    """One mark in PDF's own operators; its y axis goes up."""
    if isinstance(mark, Line):
        ends = f"{mark.x1:.2f} {HEIGHT - mark.y1:.2f} m {mark.x2:.2f} {HEIGHT - mark.y2:.2f} l"
        return f"{mark.grey:g} G {mark.width:g} w {ends} S".encode()
    font = "F2" if mark.bold else "F1"
    place = f"{mark.grey:g} g BT /{font} {mark.size:g} Tf {mark.x:.2f} {HEIGHT - mark.y:.2f} Td".encode()
    return place + b" (" + _pdf_string(mark.text) + b") Tj ET"


def _pdf_string(text: str) -> bytes:
    """The text in the fonts' encoding (Western European); other characters become question marks."""
    encoded = _printable(text).encode("cp1252", "replace")
    for special in (b"\\", b"(", b")"):
        encoded = encoded.replace(special, b"\\" + special)
    return encoded


def _pdf_file(objects: Iterable[bytes]) -> bytes:
    """Objects numbered from 1, and the table of where each one begins."""
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
    """Without line breaks and control characters, which neither form can show, and in whole characters."""
    return "".join(character if character.isprintable() else " " for character in text)
