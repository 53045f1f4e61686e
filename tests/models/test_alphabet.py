"""Alphabets beyond a to z, and multi-character letters: one character inside, brackets outside."""

import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entails.models.alphabet import LATIN, MOST_LETTERS, Alphabet
from entails.models.errors import CODES, InvalidData, bracketed, unbracketed
from entails.models.lexicon import Lexicon

SPANISH = Alphabet.of([*"ABCDEILMNÑORSTUZ", "CH", "LL", "RR"])
GERMAN = Alphabet.of([*LATIN.letters.upper(), "Ä", "Ö", "Ü"])
POLISH = Alphabet.of([*"AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ"])


def test_letters_are_folded_into_the_alphabet_and_no_further() -> None:
    assert GERMAN.fold("Größe") == "grösse"
    assert LATIN.fold("Größe") == "grosse"
    assert POLISH.fold("ŻÓŁĆ café") == "żółć cafe"
    assert bracketed(SPANISH.fold("Chorro")) == "[ch]o[rr]o"
    assert len(SPANISH.fold("CHORRO")) == 4
    assert bracketed(SPANISH.cased("LLAmado")) == "[LL]Amado"
    assert SPANISH.fold("[ch]a") == SPANISH.fold("cha")


def test_letters_of_other_scripts() -> None:
    greek = Alphabet.of([*"ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"])
    assert greek.fold("Λόγος") == greek.fold("ΛΌΓΟΣ") == greek.fold("λογοσ") == "λογοσ"
    assert greek.fold("Ϊτύς") == "ιτυσ"
    assert greek.cased("ΛΟΓΟς") == "ΛΟΓΟσ", "the last one is a blank"
    russian = Alphabet.of([*"АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"])
    assert russian.fold("Ёлочный") == "ёлочный", "ё and й are letters of their own"
    hungarian = Alphabet.of([*"AÁBCDEÉFGHIÍJKLMNOÓÖŐPRSTUÚÜŰVZ", "CS", "GY", "LY", "NY", "SZ", "TY", "ZS"])
    assert len(hungarian.letters) == 38
    assert bracketed(hungarian.fold("egészség")) == "egé[sz]ség"
    assert bracketed(hungarian.fold("ASSZONYŰ")) == "as[sz]o[ny]ű"


@given(st.sampled_from([LATIN, SPANISH, GERMAN, POLISH]), st.data())
def test_words_and_their_numbers(alphabet: Alphabet, data: st.DataObject) -> None:
    length = data.draw(st.integers(2, 6))
    text = st.text(st.sampled_from(alphabet.letters), min_size=length, max_size=length)
    words = data.draw(st.lists(text.filter(lambda word: not any(name in word for name in ("ch", "ll", "rr")))))
    assert alphabet.to_words(alphabet.to_letters(words, length)) == words
    assert [alphabet.fold(unbracketed(bracketed(word.upper()))) for word in words] == words
    assert all(alphabet.is_word(word) for word in words)


def test_every_letter_of_several_characters_has_a_capital_of_its_own() -> None:
    assert len(set(CODES.values())) == len(CODES)
    assert all(code.upper() != code.upper().lower() == code for code in CODES.values())
    assert all(
        bracketed(code) == f"[{item}]" and unbracketed(f"[{item.upper()}]") == code.upper()
        for item, code in CODES.items()
    )
    assert unbracketed("[xq] [1]") == "[xq] [1]"


@pytest.mark.parametrize(
    ("letters", "text"),
    [
        (["A", "ä", "Ä"], "duplicate letter Ä"),
        (["A", "א"], "invalid letter 'א'; expected a letter with a capital and a small form"),
        (["A", "XQ"], "invalid letter 'XQ'"),
        (
            [*LATIN.letters, *"αβγδεζηθικλμνξοπρστυφχψωабвгдежзийк"],
            f"the alphabet has 61 letters; expected 1 to {MOST_LETTERS}",
        ),
        ([], "the alphabet has 0 letters"),
    ],
)
def test_invalid_alphabet(letters: list[str], text: str) -> None:
    with pytest.raises(InvalidData) as caught:
        Alphabet.of(letters)
    assert text in str(caught.value)


def test_the_words_of_a_lexicon_in_other_letters() -> None:
    german = Lexicon.of(["Öl", "Äste", "Große"], "mine", "de", GERMAN)
    assert german.words(2) == ["öl"]
    assert "OL" not in german
    assert "ÖL" in german
    assert "äste" in german
    plain = german.spelt_in(LATIN)
    assert plain.words(2) == ["ol"]
    assert plain.spelt_in(LATIN) is plain
    spanish = Lexicon.of(["año", "chorro", "kilo", "calle"], "mine", "es", Alphabet.of([*LATIN.letters, "ñ"])).spelt_in(
        SPANISH
    )
    assert dict(spanish.counts) == {3: 1, 4: 2}
    assert "chorro" in spanish
    assert "kilo" not in spanish


@pytest.mark.parametrize("letters", ["abch", "abcñ", "äbch", "abchs"])
def test_words_in_other_letters_are_found_as_they_are_listed(letters: str) -> None:
    """Conversion of words to other alphabets agrees for arrays, word by word, and for membership tests."""
    old, luck = Alphabet.of([*letters, "l"]), Random(letters)
    words = {"".join(luck.choices(old.letters, k=luck.randint(2, 6))) for _ in range(300)} | {"lllb", "bll", "ll"}
    lexicon = Lexicon.of(words, "mine", "", old)
    for item in (["a", "b", "ch", "h", "l", "ll"], ["a", "b", "c", "h", "l"], ["a", "ä", "b", "l", "ll", "ñ"]):
        new = Alphabet.of(item)
        spelt = lexicon.spelt_in(new)
        plain = {new.fold(word) for word in words}
        expected = {word for word in plain if new.is_word(word) and len(word) > 1}
        listed = [word for length in spelt.lengths for word in spelt.words(length)]
        assert sorted(listed) == sorted(expected)
        for word in [*expected, *("".join(luck.choices(new.letters + "ks", k=3)) for _ in range(200))]:
            assert (word in spelt) == (new.fold(word) in expected), bracketed(word)
        assert pickle.loads(pickle.dumps(spelt)) == spelt
