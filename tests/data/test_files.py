"""Reading and writing of files: three compressions, size limits, atomic writing."""

import bz2
import gzip
import lzma
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entails.data import files
from entails.data.files import read_file, unpacked, unpacked_pieces, whole_file
from entails.models.errors import Invalid, InvalidFile, TooLarge

TEXT = b"p cnf 3 2\n1 -2 0\n2 3 0\n"
PACKINGS: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.compress, "xz": lzma.compress, "bzip2": bz2.compress}
packings = pytest.mark.parametrize("name", PACKINGS)


@packings
@pytest.mark.parametrize("content", [b"", TEXT, TEXT * 10_000], ids=["empty", "short", "long"])
def test_what_is_packed_comes_out_again(name: str, content: bytes) -> None:
    assert unpacked(PACKINGS[name](content)) == content


@packings
def test_one_archive_after_another(name: str) -> None:
    assert unpacked(PACKINGS[name](TEXT[:10]) + PACKINGS[name](TEXT[10:])) == TEXT


def test_xz_may_have_zeros_between_and_after() -> None:
    assert unpacked(lzma.compress(TEXT[:10]) + bytes(4) + lzma.compress(TEXT[10:]) + bytes(8)) == TEXT


def test_what_is_not_packed_stays() -> None:
    for content in (b"", TEXT, b"BZ", b"\x1f", b"\xfd7zXZ"):
        assert unpacked(content) == content


@packings
@pytest.mark.parametrize("damage", ["cut short", "magic only", "junk"])
def test_damaged_archives(name: str, damage: str) -> None:
    packed = PACKINGS[name](TEXT * 100)
    magic = next(start for start, (known, _) in files._PACKED.items() if known == name)
    data = {"cut short": packed[:-9], "magic only": magic, "junk": magic + b"junk" * 9}[damage]
    with pytest.raises(
        InvalidFile, match=f"^the {name} data is damaged or truncated; expected a complete {name} file$"
    ):
        unpacked(data)


@packings
def test_a_bomb_stops_at_the_limit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 1000)
    with pytest.raises(TooLarge, match=f"the decompressed {name} file is too large; expected at most 1,000 bytes"):
        unpacked(PACKINGS[name](bytes(100_000)))


@packings
def test_a_bomb_is_unpacked_piece_by_piece(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = PACKINGS[name](bytes(1 << 20))
    monkeypatch.setattr(files, "_CHUNK", 1000)
    assert max(map(len, unpacked_pieces(iter([bomb])))) <= 1000


@packings
@pytest.mark.parametrize("size", [1, 7, 1 << 20])
def test_data_that_comes_in_pieces(name: str, size: int) -> None:
    packed = PACKINGS[name](TEXT * 300) + PACKINGS[name](TEXT)
    pieces = (packed[at : at + size] for at in range(0, len(packed), size))
    assert b"".join(unpacked_pieces(pieces)) == TEXT * 301
    assert list(unpacked_pieces(iter([TEXT, TEXT]))) == [TEXT, TEXT]


def test_an_archive_that_asks_for_much_memory_is_refused() -> None:
    greedy = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 29}]
    with pytest.raises(TooLarge, match=r"decompressing the xz file needs too much memory; expected at most 256 MB"):
        unpacked(lzma.compress(TEXT, filters=greedy))


@given(st.sampled_from(list(files._PACKED)), st.binary())
def test_junk_is_unpacked_or_refused(magic: bytes, junk: bytes) -> None:
    try:
        text = f"{len(unpacked(magic + junk))} bytes"
    except Invalid as error:
        text = str(error)
    assert len(text) < 120


def test_files_by_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.cnf"
    path.write_bytes(TEXT)
    assert read_file(path) == read_file(str(path)) == TEXT
    monkeypatch.setattr(files, "MOST_BYTES", 10)
    with pytest.raises(TooLarge, match="the file is too large"):
        read_file(path)


def test_paths_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InvalidFile, match=r"none\.cnf: file not found"):
        read_file(tmp_path / "none.cnf")
    with pytest.raises(InvalidFile, match="a directory"):
        read_file(tmp_path)
    for name in ("\0", "x" * 100_000, "\ud800\x1b[31m"):
        with pytest.raises(InvalidFile) as caught:
            read_file(name)
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 300


def test_a_file_without_permission(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "open", closed)
    with pytest.raises(InvalidFile, match=r"a\.cnf: permission to read the file denied"):
        read_file("a.cnf")


@pytest.mark.parametrize("durable", [True, False])
def test_a_new_file_and_one_in_its_place(tmp_path: Path, durable: bool) -> None:
    path = tmp_path / "out"
    for content in (b"first", b"second"):
        with whole_file(path, binary=True, durable=durable) as file:
            file.write(content)
        assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_what_goes_wrong_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_text("old")
    path.chmod(0o640)

    def write(text: str, stop: bool) -> None:
        with whole_file(path) as file:
            file.write(text)
            if stop:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write("half", stop=True)
    assert path.read_text() == "old"
    write("new", stop=False)
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_one(tmp_path: Path) -> None:
    path, link = tmp_path / "out", tmp_path / "link"
    path.write_text("old")
    link.symlink_to(path)
    with whole_file(link) as file:
        file.write("new")
    assert link.is_symlink()
    assert path.read_text() == "new"


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError), whole_file(tmp_path):
        pass
    with pytest.raises(FileNotFoundError), whole_file(tmp_path / "none" / "out"):
        pass
    with whole_file(os.devnull) as file:
        file.write("gone")
