"""Word graphs on disk, below the user's cache: named after the words they hold, written whole or not at all.

Two processes may build the same graph at once: each writes its own file and renames it, and both files are right. A
file that is cut short or damaged fails its checksum and is built anew. Where nothing can be written, nothing is kept.
"""

import struct
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from entails.data.files import whole_file
from entails.models.lexicon import Lexicon

Stored = tuple[NDArray[np.int64], int, int]

VERSION = 4
"""Grows when the layout of the graph changes."""
_HEADER = struct.Struct("<8sIIIqqI")
_MAGIC = b"CLSLGRPH"


def key_of(lexicon: Lexicon) -> str:
    """A name for the words of a lexicon, whatever it is called: those that ship need not be loaded for it, nor spelt in
    the letters of a game; others with the same words have the same name."""
    digest = lexicon.source.digest
    said = sha256(f"{VERSION}{digest or ''}".encode())
    for length in lexicon.lengths if digest is None else ():
        letters = lexicon.letters(length)
        said.update(f"/{length}x{len(letters)}/".encode())
        said.update(np.ascontiguousarray(letters).data)
    return said.hexdigest()[:32]


def path_of(key: str) -> Path:
    """Where the graph of this name is kept."""
    return user_cache_path("entails", appauthor=False) / "graphs" / f"{key}.graph"


def load(key: str) -> Stored | None:
    """The stored graph; None when there is none, or none that can be trusted."""
    try:
        with path_of(key).open("rb") as file:
            header = file.read(_HEADER.size)
            edges = np.fromfile(file, dtype="<i8").astype(np.int64, copy=False)
            rest = file.read(1)
    except OSError:
        return None
    if len(header) < _HEADER.size:
        return None
    magic, version, count, width, root, plain_root, check = _HEADER.unpack(header)
    if (magic, version, count * width) != (_MAGIC, VERSION, len(edges)) or rest or crc32(edges.data) != check:
        return None
    return edges if width == 1 else edges.reshape(count, width), root, plain_root


def save(key: str, edges: NDArray[np.int64], root: int, plain_root: int) -> None:
    """Keep a graph for the next process, if that is possible here."""
    path = path_of(key)
    content = edges.astype("<i8").tobytes()
    header = _HEADER.pack(
        _MAGIC, VERSION, len(edges), edges.size // max(len(edges), 1), root, plain_root, crc32(content)
    )
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path, binary=True, durable=False) as file:
            file.write(header + content)
