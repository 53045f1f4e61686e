"""Validation errors are reworded in our own style, on every interface."""

import json
from collections.abc import Callable
from typing import Annotated, Any, Literal

import pytest
from cli.runner import entails
from pydantic import Field, ValidationError, create_model

from entails.models.errors import InvalidOption, validation_message, validation_messages
from entails.models.fields import Document, Value
from entails.models.limits import Limits, Options
from entails.service.calls import CALLS
from entails.service.middleware import from_validation

JUNK: tuple[Any, ...] = (
    None,
    True,
    "\N{SNOWMAN}",
    "",
    -1,
    0,
    2.5,
    10**12,
    [],
    [None],
    [[1]],
    {},
    {"text": 5},
    "x" * 3000,
)


@pytest.mark.parametrize(
    ("annotation", "value", "sentence"),
    [
        (int, "x", "invalid value 'x'; expected a whole number"),
        (int, 1.5, "invalid value 1.5; expected a whole number"),
        (int, None, "value is null; expected a whole number"),
        (float, [], "value is a list; expected a number"),
        (bool, "maybe", "invalid value 'maybe'; expected true or false"),
        (str, {}, "value is an object; expected text"),
        (str, True, "invalid value true; expected text"),
        (tuple[str, ...], "x", "invalid value 'x'; expected a list"),
        (dict[str, int], 1, "invalid value 1; expected an object"),
        (Literal["en", "fr"], "de", "invalid value 'de'; expected en or fr"),
        (Literal["a"] | int, "b", "invalid value 'b'; expected a or a whole number"),
        (str | dict[str, Any], 5, "invalid value 5; expected text or an object"),
        (Annotated[int, Field(ge=1)], 0, "invalid value 0; expected 1 or more"),
        (Annotated[float, Field(gt=0)], -1, "invalid value -1; expected more than 0"),
        (Annotated[int, Field(le=9)], 10, "invalid value 10; expected at most 9"),
        (Annotated[int, Field(lt=9)], 9, "invalid value 9; expected less than 9"),
        (Annotated[str, Field(max_length=3)], "four", "length 4; expected at most 3 characters"),
        (Annotated[tuple[int, ...], Field(min_length=1)], [], "length 0; expected 1 or more"),
        (Document, 5, "not the text of a document"),
    ],
)
def test_a_sentence_for_each_kind(annotation: Any, value: Any, sentence: str) -> None:
    model = create_model("Some", __base__=Value, field=(annotation, ...))
    with pytest.raises(ValidationError) as caught:
        model.model_validate({"field": value})
    result = validation_message(caught.value)
    assert (result.name, str(result)) == ("field", sentence)


def test_what_is_missing_or_unknown_is_called_so() -> None:
    model = create_model("Some", __base__=Value, field=(int, ...))
    with pytest.raises(ValidationError) as caught:
        model.model_validate({"other": 1})
    missing, unknown = validation_messages(caught.value.errors())
    assert (missing.name, missing.problem, missing.unknown) == ("field", "value is missing", False)
    assert (unknown.name, unknown.problem, unknown.unknown) == ("other", "unknown field", True)


def test_no_request_is_answered_in_a_validators_words() -> None:
    """No response has a validator's wording: junk of every kind in every field, and an unknown field; fields shared by
    several puzzle types are tested once.
    """
    tried: set[tuple[str, str, str]] = set()
    wrong: list[str] = []
    for name in sorted(CALLS):
        request = CALLS[name].request
        fields = {field: (name.partition("/")[2], field, repr(info)) for field, info in request.model_fields.items()}
        for field in [*(field for field, key in fields.items() if key not in tried), "nobody_asked_for_this"]:
            for junk in JUNK:
                try:
                    request.model_validate_json(json.dumps({field: junk}))
                except ValidationError as error:
                    details = [fault.detail for fault in from_validation(error.errors()).errors]
                    wrong += [f"{name}, {field} {junk!r}: {detail}" for detail in details if not is_plain(detail)]
        tried |= set(fields.values())
        with pytest.raises(ValidationError) as caught:
            request.model_validate({"nobody_asked_for_this": 1})
        if "/nobody_asked_for_this" not in [fault.pointer for fault in from_validation(caught.value.errors()).errors]:
            wrong.append(f"{name}: an unknown field is not reported")
    assert len(tried) > 500
    assert not wrong, "\n".join(wrong)


def is_plain(detail: str) -> bool:
    """Return whether a sentence is in our style: short, in lower case, without validator vocabulary."""
    report = detail.replace("invalid", "")
    words = ("nput", "valid", "should", "xtra", "another value")
    return detail[:1] == detail[:1].lower() and len(detail) < 500 and not any(word in report for word in words)


@pytest.mark.parametrize(
    "words",
    [
        ("wordle", "race", "--instances", "x"),
        ("wordle", "solve", "--length", "x"),
        ("sudoku", "quine", "1..." * 4, "--set", "preprocess=9"),
        ("sudoku", "rate", "1..." * 4, "--set", "max_depth=x"),
        ("sudoku", "solve", "1..." * 4, "--shape", "round"),
    ],
)
def test_no_option_is_refused_in_a_validators_words(words: tuple[str, ...]) -> None:
    ran = entails(*words)
    assert ran.code == 2
    assert "nput should" not in ran.err


@pytest.mark.parametrize(
    ("build", "sentence"),
    [
        (lambda: Limits(seconds=-1), "Limits.seconds: invalid value -1; expected more than 0"),
        (lambda: Limits(seconds=float("nan")), "Limits.seconds: invalid value nan; expected a finite number"),
        (lambda: Limits(conflicts="many"), "Limits.conflicts: invalid value 'many'; expected a whole number"),
        (lambda: Limits(second=1), "Limits has no field 'second'; expected one of " + ", ".join(Limits.model_fields)),
        (lambda: Options(workers=0), "Options.workers: invalid value 0; expected more than 0"),
        (lambda: Options(sead=1), "Options has no field 'sead'; expected one of " + ", ".join(Options.model_fields)),
    ],
)  # fmt: skip
def test_limits_and_options_are_refused_in_one_sentence(build: Callable[[], object], sentence: str) -> None:
    with pytest.raises(InvalidOption) as refused:
        build()
    assert str(refused.value) == sentence
