"""Detection of file formats by their first lines.

Unsupported formats are named too: "this is QDIMACS" helps more than "line 2: 'e' is not a number". Models of other
programs are read by `wcnf.py` (weighted clauses, MaxSAT), `opb.py` (pseudo-Boolean constraints), `cp_model.py`
(OR-Tools) and `flatzinc` (MiniZinc).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from entails.models.errors import Invalid

_BYTES_EXAMINED = 1 << 16
_LONGEST_LINE = 200


@dataclass(frozen=True)
class Format:
    """A file format: its name, its contents, and how Entails can use it."""

    name: str
    holds: str
    advice: str = "one of the formats that Entails reads"

    def __str__(self) -> str:
        return f"{self.name} ({self.holds})"


Lines = list[str]
Fits = Callable[[Lines], bool]


def _first(pattern: str, comment: str = "c") -> Fits:
    """Build a test for the format: the first line that is neither blank nor a comment starts with the pattern."""
    begins, skipped = re.compile(pattern), re.compile(r"c(\s|$)" if comment == "c" else re.escape(comment))
    return lambda lines: bool(begins.match(next((line for line in lines if line and not skipped.match(line)), "")))


def _magic(beginning: str) -> Fits:
    return lambda lines: lines[0].startswith(beginning)


def _some(pattern: str) -> Fits:
    """Build a test for the format: some line starts with the pattern."""
    begins = re.compile(pattern)
    return lambda lines: any(map(begins.match, lines))


def _both(left: Fits, right: Fits) -> Fits:
    return lambda lines: left(lines) and right(lines)


_READ_BY_CNF = "entails cnf, which reads it"
_READ_BY_MODEL = "entails model, which reads it"
_UNPACK = "it unpacked"

CNF = Format("DIMACS", "clauses", _READ_BY_CNF)
GCNF = Format("grouped DIMACS", "clauses in groups", _READ_BY_CNF)
XCNF = Format("XCNF", "clauses and XORs, as CryptoMiniSat reads them", _READ_BY_CNF)
WCNF = Format("WCNF", "clauses with weights, for MaxSAT", _READ_BY_CNF)
CNF_PLUS = Format("CNF+", "clauses with cardinalities", _READ_BY_MODEL)
KNF = Format("KNF", "clauses and cardinality constraints", _READ_BY_MODEL)
OPB = Format("OPB", "pseudo-Boolean constraints", _READ_BY_MODEL)
JSON = Format("JSON", "a document", _READ_BY_MODEL)
CP_MODEL = Format("a CpModel of OR-Tools", "its proto as text", _READ_BY_MODEL)

FLATZINC = Format("FlatZinc", "a compiled constraint model", "entails fzn, which reads it")

_CLAUSES = _first(r"p\s+cnf\b")
_LITERALS = r"(\s+-?[0-9]+)+(\s|$)"

_KNOWN: tuple[tuple[Format, Fits], ...] = (
    (Format("zip", "packed files", _UNPACK), _magic("PK\x03\x04")),
    (Format("zstd", "a packed file", _UNPACK), _magic("\x28\xb5\x2f\xfd")),
    (Format("7z", "packed files", _UNPACK), _magic("7z\xbc\xaf\x27\x1c")),
    (Format("AIGER", "an and-inverter circuit"), _first("(aag|aig)( [0-9]+){5}")),
    (CNF_PLUS, _first(r"p\s+cnf\+")),
    (Format("WCNF+", "weighted clauses with cardinalities"), _first(r"p\s+wcnf\+")),
    (KNF, _first(r"p\s+knf\b")),
    (WCNF, _first(r"p\s+wcnf\b")),
    (GCNF, _first(r"p\s+gcnf\b")),
    (Format("DQDIMACS", "a formula with dependent quantifiers"), _both(_CLAUSES, _some(f"d{_LITERALS}"))),
    (Format("QDIMACS", "a formula with quantifiers"), _both(_CLAUSES, _some(f"[ae]{_LITERALS}"))),
    (XCNF, _both(_CLAUSES, _some(r"x\s*-?[0-9]"))),
    (CNF, _CLAUSES),
    (Format("iCNF", "clauses and assumptions in turn"), _first(r"p\s+inccnf\b")),
    (Format("DIMACS SAT", "formulas that are not clauses"), _first(r"p\s+sate?x?\b")),
    (Format("a DIMACS graph", "vertices and edges"), _first(r"p\s+(edge|col|sp|max|min|asn|tw|td|ds|hs)\b")),
    (WCNF, _both(_first(f"(h|[1-9][0-9]*){_LITERALS}"), _some(f"h{_LITERALS}"))),
    (Format("a solver's answer", "a verdict and a model"), _first(r"(s [A-Z]+|SAT|UNSAT|INDET)\b")),
    (Format("QCIR", "a circuit with quantifiers"), _first("#QCIR")),
    (OPB, _some(r"soft\s*:")),
    (OPB, _first(r"(min|max)\s*:|[+-]?\s*[0-9]+\s+~?[A-Za-z_]", comment="*")),
    (Format("SMT-LIB", "formulas over theories"), _first(r"\((set-|declare-|define-|assert|check-sat)", comment=";")),
    (Format("XCSP3", "constraints as XML"), _both(_first("<"), _some(r"<instance\b"))),
    (Format("XML", "a document"), _first(r"<\?xml")),
    (Format("MPS", "a linear program"), _both(_first(r"NAME\b", comment="*"), _some(r"ROWS\b"))),
    (Format("LP", "a linear program"), _first(r"(?i)(min|max)(imi[sz]e|imum)?\b", comment="\\")),
    (CP_MODEL, _both(_first(r"[a-z_]+\s*[:{]", comment="#"), _some(r"variables\s*\{"))),
    (
        FLATZINC,
        _some(
            r"constraint (int|bool|array|set|fzn|float|entails)_\w+\(|constraint bool2int\(|.*::\s*output_(var|array)\b"
        ),
    ),
    (Format("MiniZinc", "a constraint model"), _some('solve (satisfy|minimize|maximize|::)|constraint |include "')),
    (Format("ASP", "a logic program"), _some(r"([a-z_]\w*\(.*\)|.*:-.*)\.$")),
    (JSON, _first(r"[{\[]")),
)


def recognised(content: bytes) -> Format | None:
    """Detect the format of a file's content; None if it is unknown."""
    text = content[:_BYTES_EXAMINED].removeprefix(b"\xef\xbb\xbf").decode("latin-1")
    lines = [line[:_LONGEST_LINE].strip() for line in text.split("\n")]
    return next((format_ for format_, fits in _KNOWN if fits(lines)), None)


def is_binary(content: bytes) -> bool:
    """Return whether content is binary: it has bytes that text never has."""
    return any(byte < 32 and byte not in b"\t\n\v\f\r" for byte in content[:4096])


def renamed(error: Invalid, content: bytes, *readable: Format) -> Invalid:
    """Return the error with the detected format of the content in front, unless that format is `readable`."""
    detected = recognised(content)
    if detected is None or detected in readable:
        return error
    return type(error)(f"this is {detected}: {error.problem}", where=error.where, expected=detected.advice)
