"""Errors keep their content when they are sent between processes."""

import pickle

import pytest

from entails.models.errors import (
    EngineFault,
    EngineUnavailable,
    EntailsError,
    Invalid,
    InvalidData,
    InvalidFile,
    InvalidMove,
    InvalidOption,
    InvalidPuzzle,
    InvalidStatement,
    TooLarge,
    UnsupportedCapability,
    quantity,
)

INVALID = (InvalidPuzzle, InvalidStatement, InvalidMove, InvalidOption, InvalidData, InvalidFile, TooLarge)


@pytest.mark.parametrize(
    "error",
    [
        *(kind("this is no digit", where="r1c1", expected="1 to 9") for kind in INVALID),
        InvalidPuzzle("the text is empty"),
        UnsupportedCapability("cannot"),
        EngineUnavailable("is not there"),
        EngineFault("is wrong"),
    ],
)
def test_errors_pickle(error: EntailsError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)


@pytest.mark.parametrize("kind", INVALID)
def test_places_are_named_from_the_outside_in(kind: type[Invalid]) -> None:
    error = kind("this is no digit", where="r1c1", expected="1 to 9")
    assert type(error.at("line 3")) is kind
    assert str(InvalidPuzzle.like(error)) == str(error)
    assert str(error.at("line 3").at("grids.txt")) == "grids.txt, line 3, r1c1: this is no digit; expected 1 to 9"


@pytest.mark.parametrize(
    ("number", "noun", "words"),
    [(0, "cell", "0 cells"), (1, "guess", "1 guess"), (2, "guess", "2 guesses"), (2_000, "cell", "2,000 cells")],
)
def test_a_quantity_has_the_singular_or_plural_of_its_noun(number: int, noun: str, words: str) -> None:
    assert quantity(number, noun) == words
