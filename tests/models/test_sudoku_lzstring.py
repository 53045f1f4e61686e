"""The lz-string codec, against vectors of the original JavaScript library and by round trips."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entails.formats.lzstring import compress_to_base64, decompress_from_base64
from entails.models.errors import InvalidPuzzle

VECTORS = [
    ("", "Q===", "Q"),
    ("a", "IZA=", "IZA"),
    ("hello", "BYUwNmD2Q===", "BYUwNmD2Q"),
    ("aaaaaaaaaaaaaaaaaaaa", "IY1/kA==", "IY1-kA"),
    ("Sudoku 数独 ✓ 😀", "MoVwJg9g1iAEgOpoG6daGRyWheDcAB7Q", "MoVwJg9g1iAEgOpoG6daGRyWheDcAB7Q"),
    ('{"size":9,"grid":[]}', "N4IgzglgXgpiBcBOANCA5gJwgEwQbQF0BfIA", "N4IgzglgXgpiBcBOANCA5gJwgEwQbQF0BfIA"),
    ("abc\0\uffffabcabcabc", "IYIwxgAI//+mu0A=", "IYIwxgAI--+mu0A"),
    ("ababababcdcdcdcd" * 3, "IYI15BjATG+iF70WKsMyA===", "IYI15BjATG+iF70WKsMyA"),
]


@pytest.mark.parametrize(("text", "base64", "url_safe"), VECTORS)
def test_known_vectors(text: str, base64: str, url_safe: str) -> None:
    assert compress_to_base64(text) == base64
    assert decompress_from_base64(base64) == text
    assert decompress_from_base64(url_safe) == text


@given(st.text())
def test_what_is_packed_unpacks(text: str) -> None:
    assert decompress_from_base64(compress_to_base64(text)) == text


@given(st.text("ab", max_size=3000))
def test_long_repetitions_unpack(text: str) -> None:
    assert decompress_from_base64(compress_to_base64(text)) == text


def test_lone_surrogates_survive() -> None:
    assert decompress_from_base64(compress_to_base64("a\ud800b")) == "a\ud800b"


@given(st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-$=", max_size=200))
def test_junk_unpacks_or_is_refused(packed: str) -> None:
    try:
        text = decompress_from_base64(packed)
    except InvalidPuzzle:
        return
    assert len(text) < 1_000_000


@pytest.mark.parametrize(
    ("packed", "problem"),
    [
        ("", "ends too early"),
        ("BYUwNm", "ends too early"),
        ("!!!", "not base64"),
        ("数独", "not base64"),
        ("wAAA", "damaged"),
        ("A" * 100_001, "100,001 characters"),
    ],
)
def test_damaged_text(packed: str, problem: str) -> None:
    with pytest.raises(InvalidPuzzle, match=problem):
        decompress_from_base64(packed)


def test_a_bomb_is_refused_quickly() -> None:
    bomb = compress_to_base64("a" * 1_000_001)
    assert len(bomb) < 10_000
    start = time.process_time()
    with pytest.raises(InvalidPuzzle, match="far more than a puzzle"):
        decompress_from_base64(bomb)
    assert time.process_time() - start < 10  # CPU seconds: only exponential growth fails
