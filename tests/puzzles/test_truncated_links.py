"""Truncated links are rejected: the missing part would otherwise be read as empty cells."""

import pytest

from entails.models.errors import InvalidPuzzle
from entails.puzzles import puzzle_type_named, puzzles
from entails.puzzles.detect import recognised
from entails.queries.parse import only_one

_PZPR = "https://puzz.link/p?"
_TRUNCATED = "address: the link is truncated: "


def _links() -> dict[str, str]:
    """Return a link for every puzzle type with addresses."""
    result = {}
    for name in puzzles():
        puzzle_type = puzzle_type_named(name)
        if "link" in puzzle_type.formats:
            link = puzzle_type.formats["link"](_read(name, puzzle_type.examples[0].text)).strip()
            if link.startswith(_PZPR):
                result[name] = link
    return result


def _read(name: str, text: str) -> object:
    return only_one(puzzle_type_named(name).read(text.encode(), puzzle_type_named(name).read_options({})))


def _refusal(name: str, text: str) -> str | None:
    try:
        _read(name, text)
    except InvalidPuzzle as error:
        return str(error)
    return None


@pytest.mark.parametrize(("name", "link"), _links().items())
def test_a_link_cut_off_anywhere_is_called_truncated(name: str, link: str) -> None:
    whole = _read(name, link)
    for end in range(len("https://puzz.link"), len(link)):
        refused = _refusal(name, link[:end])
        if refused is None:
            assert _read(name, link[:end]) == whole
        else:
            assert refused.startswith(_TRUNCATED)
            assert refused.endswith("; expected the whole link")


def test_a_link_that_says_no_size_is_called_truncated_before_anybody_knows_the_puzzle() -> None:
    for cut in ("https://puzz.link/p", "https://puzz.link/p?", "pzv.jp/p?slit", "https://puzz.link/p?slither/5/"):
        with pytest.raises(InvalidPuzzle, match="the link is truncated"):
            recognised(cut)


def test_other_sites_are_not_called_truncated() -> None:
    with pytest.raises(InvalidPuzzle, match="cannot detect the puzzle type"):
        recognised("https://puzz.links.example.org/p?slither")
