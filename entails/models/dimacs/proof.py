"""The files of DRUP and DRAT proofs, in text and in binary.

    1 -2 0        a clause that follows from what is known
    d 1 -2 0      a clause that is no longer needed

Whether a proof holds is for `entails.solvers.proof` to say.
"""

from collections.abc import Iterable, Iterator

from entails.models.dimacs.refusal import refuse_data, shown

LARGEST_LITERAL = (1 << 31) - 1
_LONGEST_CODE = 35  # bits of a literal in the binary form: five bytes of seven
_A_STEP = 'a clause such as "1 -2 0", or "d 1 -2 0" to delete it'
_A_VARIABLE = f"variables up to {LARGEST_LITERAL}"


def read_proof(content: bytes) -> Iterator[str]:
    """The lines of a proof file: text or binary DRAT. A zero byte ends every step of the binary form, and
    the text form has none. The steps of a binary file are numbered like lines."""
    if b"\0" in content:
        return _binary_lines(content)
    return iter(content.decode("utf-8", "replace").split("\n"))


def proof_text(proof: Iterable[str]) -> str:
    """A proof as the text of a file, as drat-trim and others read it."""
    return "".join(f"{line}\n" for line in proof)


def proof_steps(proof: Iterable[str]) -> Iterator[tuple[int, bool, list[int]]]:
    """Each step with its line: whether it deletes, and the clause."""
    for number, line in enumerate(proof, start=1):
        words = line.split()
        if not words or words[0][0] in "c%":
            continue
        deletes = words[0] == "d"
        try:
            *literals, zero = map(int, words[deletes:])
        except ValueError:
            refuse_data(f'"{shown(line.strip())}" is not a step of a proof', number, _A_STEP)
        if not line.isascii() or "_" in line or "+" in line:  # int() takes more than DIMACS allows
            refuse_data(f'"{shown(line.strip())}" is not a step of a proof', number, _A_STEP)
        if zero or 0 in literals:
            refuse_data("a step has one 0, at its end", number, _A_STEP)
        if literals and not -LARGEST_LITERAL <= min(literals) <= max(literals) <= LARGEST_LITERAL:
            refuse_data("a literal is out of range", number, _A_VARIABLE)
        yield number, deletes, literals


def _binary_lines(content: bytes) -> Iterator[str]:
    """Binary DRAT as text: `a` or `d`, then 2·variable + sign for each literal, seven bits a byte, low bits first."""
    *steps, rest = content.split(b"\0")
    for number, step in enumerate(steps, start=1):
        yield _binary_line(step, number)
    if rest:
        refuse_data("the last step of the binary proof is cut short", len(steps) + 1, "a zero byte at its end")


def _binary_line(step: bytes, number: int) -> str:
    if step[:1] not in (b"a", b"d"):
        refuse_data("this is not a step of a binary proof", number, 'the letter "a" or "d" first')
    words = ["d"] if step[:1] == b"d" else []
    code = shift = 0
    for byte in step[1:]:
        code |= (byte & 127) << shift
        shift += 7
        if shift > _LONGEST_CODE or (byte < 128 and not 2 <= code <= 2 * LARGEST_LITERAL + 1):
            refuse_data("a literal is out of range", number, _A_VARIABLE)
        if byte < 128:
            words.append(f"{'-' if code & 1 else ''}{code >> 1}")
            code = shift = 0
    if shift:
        refuse_data("a literal is cut short", number, "its last byte below 128")
    return " ".join([*words, "0"])
