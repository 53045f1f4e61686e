"""Feedback: known results, the rules restated, impossible feedback, and every notation of colours."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entails.models.errors import InvalidPuzzle
from entails.models.wordle.history import (
    ALPHABETS,
    COLOURS,
    COUNTS,
    GREEN,
    GREY,
    SCORINGS,
    YELLOW,
    Scoring,
    scoring_named,
)

each_scoring = pytest.mark.parametrize("scoring", SCORINGS.values(), ids=SCORINGS)
pairs = st.integers(2, 15).flatmap(lambda n: st.tuples(*[st.text("abcde", min_size=n, max_size=n)] * 2))


@pytest.mark.parametrize(
    ("guess", "secret", "colours"),
    [
        ("abats", "aller", "gbbbb"),  # Kalaydjian & Duhem 2022: the second A must stay grey
        ("roses", "horse", "ygyyb"),
        ("speed", "abide", "bbyby"),
        ("speed", "erase", "ybyyb"),
        ("speed", "steal", "gbgbb"),
        ("speed", "crepe", "bygyb"),
        ("allee", "aller", "ggggb"),
        ("eerie", "geese", "ygbbg"),
        ("aabbb", "bbaaa", "yyyyb"),
        ("ab", "ba", "yy"),
    ],
)
def test_known_colours(guess: str, secret: str, colours: str) -> None:
    assert COLOURS.write(COLOURS.score(guess, secret), len(guess)) == colours


@pytest.mark.parametrize(
    ("guess", "secret", "counts"),
    [
        ("tarte", "dette", "2,1"),
        ("dette", "tarte", "2,1"),
        ("aabbb", "bbaaa", "0,4"),
        ("abc", "xyz", "0,0"),
        ("abc", "bca", "0,3"),
    ],
)
def test_known_counts(guess: str, secret: str, counts: str) -> None:
    assert COUNTS.write(COUNTS.score(guess, secret), len(guess)) == counts


@given(pairs)
def test_colours_by_the_rules_in_other_words(pair: tuple[str, str]) -> None:
    """Colours follow the restated rule: green where letters agree; of other copies, the first ones are yellow, up to
    the number of remaining copies in the secret; the rest are grey.
    """
    guess, secret = pair
    colours = COLOURS.colours(COLOURS.score(guess, secret), len(guess))
    for letter in set(guess):
        places = [place for place in range(len(guess)) if guess[place] == letter]
        green = [place for place in places if secret[place] == letter]
        others = [place for place in places if place not in green]
        yellow = others[: secret.count(letter) - len(green)]
        assert [place for place in places if colours[place] == GREEN] == green
        assert [place for place in places if colours[place] == YELLOW] == yellow
        assert all(colours[place] == GREY for place in others if place not in yellow)


@given(pairs)
def test_counts_are_what_the_colours_add_up_to(pair: tuple[str, str]) -> None:
    guess, secret = pair
    tally = Counter(COLOURS.colours(COLOURS.score(guess, secret), len(guess)))
    assert COUNTS.counts(COUNTS.score(guess, secret), len(guess)) == (tally[GREEN], tally[YELLOW])


@each_scoring
@given(pair=pairs)
def test_codes(scoring: Scoring, pair: tuple[str, str]) -> None:
    guess, secret = pair
    length, code = len(guess), scoring.score(guess, secret)
    assert 0 <= code < scoring.codes(length)
    assert (code == scoring.win(length)) == (guess == secret)
    assert scoring.read(scoring.write(code, length), length) == code
    assert scoring.problem(guess, code) is None


def forms(length: int) -> Iterator[str]:
    """Yield every guess of a length, up to renaming of letters."""
    for word in product("abcde", repeat=length):
        names: dict[str, str] = {}
        if all(names.setdefault(letter, "abcde"[len(names)]) == letter for letter in word):
            yield "".join(word)


@each_scoring
@pytest.mark.parametrize("length", [2, 3, 4, 5])
def test_what_no_secret_can_give(scoring: Scoring, length: int) -> None:
    """Impossible feedback is confirmed by trying all secrets over the letters of the guess and one more."""
    for guess in forms(length):
        letters = (*sorted(set(guess)), "z")
        given_ = {scoring.score(guess, "".join(secret)) for secret in product(letters, repeat=length)}
        refused = {code for code in range(scoring.codes(length)) if scoring.problem(guess, code)}
        assert refused == set(range(scoring.codes(length))) - given_


@pytest.mark.parametrize(
    ("guess", "colours", "words"),
    [
        ("crane", "ggggy", "the yellow E at position 5 has no other position left"),
        ("eerie", "bybbb", "a grey E (position 1) comes before a yellow one (position 2)"),
        ("aaaab", "yyygy", "no other position"),
    ],
)
def test_the_sentence_of_impossible_colours(guess: str, colours: str, words: str) -> None:
    assert words in str(COLOURS.problem(guess, COLOURS.read(colours, 5)))


def test_the_sentence_of_impossible_counts() -> None:
    assert COUNTS.problem("tarte", COUNTS.code(4, 1, 5)) == (
        "with 4 well placed, at most 0 of the letters can be misplaced"
    )
    assert "more than 5 letters" in str(COUNTS.problem("tarte", COUNTS.code(4, 2, 5)))


@pytest.mark.parametrize(
    "text",
    [
        *("gybbb", "GYBBB", "gy---", "gy...", "gyxxx", "gywww", "ozxxx", "OZXXX", "21000", " g y b b b ", "2 1 0 0 0"),
        *("🟩🟨⬛⬛⬛", "🟩🟨⬜⬜⬜", "🟧🟦⬛⬛⬛", "🟧🟦⬜⬜⬜", "🟩\ufe0f🟨⬛\ufe0f⬛⬛"),
    ],
)
def test_all_ways_to_write_colours(text: str) -> None:
    assert COLOURS.write(COLOURS.read(text, 5), 5) == "gybbb"


@pytest.mark.parametrize("text", ["2,1", "2.1", "21", "2 1", "2/1", "2;1", "2-1", "2+1", " 2 , 1 "])
def test_all_ways_to_write_counts(text: str) -> None:
    assert COUNTS.counts(COUNTS.read(text, 5), 5) == (2, 1)


def test_counts_of_long_words() -> None:
    assert COUNTS.counts(COUNTS.read("10,3", 15), 15) == (10, 3)


@pytest.mark.parametrize(
    ("scoring", "text", "message"),
    [
        (COLOURS, "gyb", "3 colours; expected 5, one for each letter"),
        (COLOURS, "g", "1 colour; expected 5"),
        (COLOURS, "", "0 colours"),
        (COLOURS, "gy210", "invalid colours 'gy210'; expected g, y and b"),
        (COLOURS, "ozbbb", "invalid colours"),
        (COLOURS, "g" * 10**6, "1000000 colours"),
        (COLOURS, "q" * 10**6, f"invalid colours '{'q' * 30}'"),
        (COUNTS, "3", "invalid counts '3'; expected well placed and misplaced, such as 2,1"),
        (COUNTS, "3,2,1", "invalid counts"),
        (COUNTS, "3,3", "3 well placed and 3 misplaced are 6 letters; expected at most 5"),
        (COUNTS, "-1", "invalid counts"),
        (COUNTS, "²,1", "invalid counts"),
        (COUNTS, "9" * 10**6, "invalid counts"),
    ],
)
def test_invalid_feedback(scoring: Scoring, text: str, message: str) -> None:
    with pytest.raises(InvalidPuzzle) as caught:
        scoring.read(text, 5)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 200


@each_scoring
@given(text=st.text(max_size=20), length=st.integers(2, 15))
def test_junk_is_a_code_or_refused(scoring: Scoring, text: str, length: int) -> None:
    code: int | None = None
    words = ""
    try:
        code = scoring.read(text, length)
    except InvalidPuzzle as error:
        words = str(error)
    assert len(words) < 450
    assert (code is None) == bool(words)
    assert code is None or 0 <= code < scoring.codes(length)


def test_the_alphabets_do_not_contradict_each_other() -> None:
    for item, second in product(ALPHABETS, repeat=2):
        assert all(item[mark] == second[mark] for mark in item.keys() & second.keys())


def test_scorings_by_name() -> None:
    assert scoring_named("counts") is COUNTS
    with pytest.raises(InvalidPuzzle, match="unknown feedback type 'colors'; expected colours or counts"):
        scoring_named("colors")
