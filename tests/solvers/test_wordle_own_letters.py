"""Letters of a language's own: ñ is not n, in every engine, against brute force over the list."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entails.data.lexicons import lexicon
from entails.data.wordle import letters_of_game, lists_for, words_for
from entails.encoders.wordle import Facts, answer
from entails.formats.wordle.read import write_wordle
from entails.models.alphabet import ALPHABET, EVERY_LETTER, LATIN, OWN_LETTERS, own_letters, to_letters, to_words
from entails.models.lexicon import Lexicon
from entails.models.limits import UNLIMITED
from entails.models.wordle.history import SCORINGS, History, Wordle
from entails.puzzles.wordle import PUZZLE, WordleReadOptions
from entails.queries.count import count
from entails.queries.explain import explain
from entails.queries.solve import solve
from entails.queries.wordle.check import check_report
from entails.solvers.wordle.feedback import candidates

SPANISH = letters_of_game("es")
WORDS = ("caña", "cana", "ñaña", "nana", "nãna", "año", "anca", "ñoña", "noña", "ñame", "mañe", "peña", "pena")
FOUR = tuple(sorted({word for word in map(SPANISH.fold, WORDS) if len(word) == 4}))
LIST = Lexicon.of(FOUR, "mine", "es", SPANISH)


def read(text: str, **options: object) -> Wordle:
    (entry,) = PUZZLE.read(text.encode(), WordleReadOptions(**options))  # type: ignore[arg-type]
    assert entry.puzzle is not None, entry.error
    return entry.puzzle


def test_folding_keeps_the_letters_of_the_language_only() -> None:
    assert SPANISH.fold("NIÑOS") == SPANISH.fold("nin\N{COMBINING TILDE}os") == "niños"
    assert SPANISH.fold("camión") == "camion"
    assert letters_of_game("sv").fold("Ångström") == "ångström"
    assert letters_of_game("da").fold("Smørrebrød på æble") == "smørrebrød på æble"
    assert letters_of_game("de").fold("Größe") == "grösse"
    assert letters_of_game("fr") == letters_of_game("nl") == letters_of_game("es", fold=True) == LATIN
    assert letters_of_game("fr").fold("Français, où es-tu cœur") == "francais, ou es-tu coeur"
    for language in ("es", "sv", "da", "pl", "hu"):
        named = own_letters(lexicon(language).alphabet)
        assert set(named) == set(own_letters(letters_of_game(language))), language


def test_every_letter_has_one_number_in_every_language() -> None:
    assert len(set(OWN_LETTERS)) == len(OWN_LETTERS)
    assert all(letter.upper().lower() == letter and len(letter.upper()) == 1 for letter in OWN_LETTERS)
    for alphabet in map(letters_of_game, ("es", "sv", "da", "pl", "hu", "is", "et")):
        word = ALPHABET[:3] + own_letters(alphabet)
        assert to_words(to_letters([word], len(word))) == [word]
        assert alphabet.to_letters([word], len(word)).tolist() == EVERY_LETTER.to_letters([word], len(word)).tolist()


@given(
    secret=st.sampled_from(FOUR),
    guesses=st.lists(st.sampled_from((*FOUR, "ñnnñ", "nñan")), min_size=1, max_size=3),
    scoring=st.sampled_from(sorted(SCORINGS)),
    shift=st.integers(0, 3),
)
def test_the_words_left_are_those_of_brute_force(secret: str, guesses: list[str], scoring: str, shift: int) -> None:
    kind = SCORINGS[scoring]
    codes = [kind.score(guess, secret) for guess in guesses]
    changed = (codes[0] + shift) % kind.codes(4)
    codes[0] = codes[0] if kind.problem(guesses[0], changed) else changed
    history = History.of(zip(guesses, codes, strict=True), scoring, alphabet=SPANISH)
    expected = [word for word in FOUR if history.allows(word)]
    puzzle = Wordle(history, LIST)
    report = check_report(puzzle)
    assert (report.engine, report.confirmed_by) == ("cpsat", "filter")
    assert sorted(report.candidates) == expected
    assert report.consistent is bool(expected)
    rows = candidates(history.facts, LIST.letters(4), kind)
    assert sorted(to_words(LIST.letters(4)[rows])) == expected
    for repair in report.repairs:
        kept = [guess for number, guess in enumerate(history, 1) if number not in repair.guesses]
        allowed = History(4, scoring, tuple(kept), SPANISH).allows
        assert repair.lexicon or any(allowed(word) for word in FOUR)


@pytest.mark.parametrize(("encoder", "engine"), [("cpsat", "cpsat"), ("cnf", "cadical195"), ("native", "filter")])
def test_every_engine_tells_the_letters_apart(encoder: str, engine: str) -> None:
    puzzle = Wordle(History.of([("pena", "ggbg")], alphabet=SPANISH), LIST)
    assert solve(puzzle, encoder=encoder, engine=engine).answer == "peña"
    assert count(puzzle, encoder=encoder, engine=engine).value == 1
    assert count(Wordle(History.of([("pena", "ggbg")]), LIST.spelt_in(LATIN))).value == 0


def test_a_conflict_names_the_letter() -> None:
    puzzle = Wordle(History.of([("ñaña", "gbbb"), ("nana", "gbbb")], alphabet=SPANISH))
    texts = {group.text for group in explain(puzzle, limits=UNLIMITED).conflicts[0].groups}
    assert texts == {"guess 1 says position 1 is Ñ", "guess 2 says position 1 is N"}


def test_a_model_has_a_value_for_each_letter() -> None:
    facts, puzzle = Facts(4, ALPHABET + "ñ"), Wordle(History.of([("caña", "gggg")], alphabet=SPANISH), LIST)
    assert len(facts) == 5 * 27
    assert answer(puzzle, facts.of("caña")) == "caña"
    assert facts.meaning(facts.of("ñaña")[0]) == (0, "ñ")
    names = [PUZZLE.encoders["cnf"].encode(puzzle).names[fact - 1] for fact in facts.of("caña")]
    assert "position 3 is Ñ" in names
    assert PUZZLE.decode_atoms(puzzle, names) == "caña"


def test_a_puzzle_is_read_back_with_the_same_letters() -> None:
    own, folded = read("niños:gbbbb", lang="spanish"), read("niños:gbbbb", lang="es", fold=True)
    assert (own.history.line, folded.history.line) == ("niños:gbbbb", "ninos:gbbbb")
    for puzzle in (own, folded):
        again = read(write_wordle(puzzle))
        assert (again.history, again.alphabet, again.lexicon) == (puzzle.history, puzzle.alphabet, puzzle.lexicon)
    assert read("été:bbb", lang="fr").history.line == "ete:bbb"
    assert read("åäö:bbb", lang="sv", lexicon="none").alphabet == ALPHABET + "åäö"
    assert read("blåbær:bbbbbb", lang="da").length == 6
    assert read("blåbær:bbbbbbb", lang="da", fold=True).length == 7


def test_lists_are_folded_where_asked() -> None:
    assert "año" in lists_for("es", 3)[0].words(3)
    assert "ano" in lists_for("es", 3, fold=True)[0].words(3)
    assert "año" not in lists_for("es", 3, fold=True)[0].words(3)
    words = words_for("sv", 5)
    assert words.row_of("Länge") is not None
    assert own_letters(words.alphabet) == "åäö"
    assert words_for("sv", 5, fold=True).alphabet == LATIN
