"""backtrack, forward and the genetic algorithm of Loi & Thomas 2022; and drawings of search trees."""

from xml.etree import ElementTree

import numpy as np
import pytest

from entails.models.alphabet import to_letters
from entails.studies.wordle.race import oracle, play
from entails.studies.wordle.strategies.base import SearchNode
from entails.studies.wordle.strategies.population import FeedbackAgreement, domains_of
from entails.studies.wordle.strategies.registry import strategy_of
from entails.studies.wordle.strategies.search_drawing import as_dot, as_svg, as_text

from .wordle_tables import BLOCK_WORDS, FIVE, table


class TestTreeSearch:
    @pytest.mark.parametrize("name", ["backtrack-nested", "forward-nested"])
    def test_no_word_is_tried_twice(self, name: str) -> None:
        lying_open = table([*FIVE, *BLOCK_WORDS])
        for seed, secret in enumerate(lying_open.spellings):
            game = play(strategy_of(name), lying_open, secret, seed)
            assert game.solved
            assert len({move.word for move in game.moves}) == game.guesses

    def test_a_domain_holds_words_with_the_same_letters(self) -> None:
        """After a guess with one well placed letter, the next one shares the letter that is tried first."""
        lying_open = table(["abc", "axy", "bbz", "zzc"])
        player = strategy_of("backtrack-nested").begin(
            lying_open, seed_beginning_with("backtrack-nested", "abc", lying_open)
        )
        player.observe("abc", lying_open.scoring.score("abc", "zzc"))
        assert player.choose() == "axy"  # [a__]
        player.observe("axy", lying_open.scoring.score("axy", "zzc"))
        assert player.choose() == "bbz"  # [_b_]
        player.observe("bbz", lying_open.scoring.score("bbz", "zzc"))
        assert player.choose() == "zzc"  # [__c]

    def test_forward_gives_up_a_domain_that_backtrack_uses_up(self) -> None:
        words = ["abc", "axy", "apq", "ars", "zzc"]
        lying_open = table(words)
        games = {}
        for name in ("backtrack-nested", "forward-nested"):
            seed = seed_beginning_with(name, "abc", lying_open)
            games[name] = [move.word for move in play(strategy_of(name), lying_open, "zzc", seed).moves]
        assert len(games["backtrack-nested"]) == 5
        assert len(games["forward-nested"]) == 3

    def test_forward_needs_fewer_guesses(self) -> None:
        lying_open = table([*FIVE, *BLOCK_WORDS])
        mean = {
            name: np.mean([play(strategy_of(name), lying_open, secret, 5).guesses for secret in lying_open.spellings])
            for name in ("backtrack-nested", "forward-nested")
        }
        assert mean["forward-nested"] < mean["backtrack-nested"]


class TestDrawing:
    @pytest.fixture
    def tree(self) -> SearchNode:
        lying_open = table([*FIVE, *BLOCK_WORDS])
        player = strategy_of("backtrack-nested").begin(lying_open, 4)
        oracle(player, lying_open, "watch")
        return player.tree

    def test_text_ends_with_the_secret(self, tree: SearchNode) -> None:
        lines = as_text(tree, 1000).splitlines()
        assert lines[0] == "start"
        assert "watch  found" in lines[-2]
        assert lines[-1].startswith(f"{tree.guesses} guesses")

    def test_a_small_drawing_says_what_it_leaves_out(self, tree: SearchNode) -> None:
        small = as_text(tree, 5)
        assert "not drawn" in small
        assert "watch  found" in small
        assert len(small.splitlines()) < len(as_text(tree, 1000).splitlines())

    def test_dot_joins_every_node_but_the_root(self, tree: SearchNode) -> None:
        dot = as_dot(tree, 1000)
        assert dot.count(" -> ") == dot.count("shape=") - 1
        assert dot.startswith("digraph search {")
        assert dot.endswith("}\n")

    def test_svg_is_well_formed_and_nothing_lies_on_another(self, tree: SearchNode) -> None:
        root = ElementTree.fromstring(as_svg(tree, 60))
        name = "{http://www.w3.org/2000/svg}"
        boxes = [
            (float(box.attrib["x"]), float(box.attrib["y"]), float(box.attrib["width"]))
            for box in root.iter(f"{name}rect")
            if "x" in box.attrib
        ]
        assert len(boxes) > 5
        for number, (x, y, width) in enumerate(boxes):
            for other_x, other_y, _ in boxes[number + 1 :]:
                assert abs(y - other_y) >= 12 or not x <= other_x < x + width
        assert max(x + width for x, _, width in boxes) <= float(root.attrib["width"])


class TestFitness:
    def test_constraints_respected(self) -> None:
        lying_open = table()
        history = [(word, lying_open.scoring.score(word, "crane")) for word in ("chalk", "zebra", "stone")]
        agreement = FeedbackAgreement.of(lying_open, history, lying_open.secrets)
        plain = [
            sum(lying_open.scoring.score(guess, word) == code for guess, code in history)
            for word in lying_open.spellings
        ]
        assert agreement.respected.tolist() == plain
        assert agreement.compatible.tolist() == [count == 3 for count in plain]

    @pytest.mark.parametrize(
        ("word", "guess", "wanted", "reward"),
        [
            ("abcd", "abxc", (2, 1), (2 * 2) ** 2 + (1 * 2) ** 2),
            ("abcd", "abxc", (2, 2), (2 * 2) ** 2),
            ("abcd", "abxc", (1, 1), 2 + 1),
            ("abcd", "abxc", (1, 2), 2),
            ("abcd", "abxc", (3, 0), 0),
            ("abcd", "wxyz", (0, 0), 0),
        ],
    )
    def test_graded_reward(self, word: str, guess: str, wanted: tuple[int, int], reward: float) -> None:
        lying_open = table([word])
        code = wanted[0] * 5 + wanted[1]
        assert FeedbackAgreement.of(lying_open, [(guess, code)], to_letters([word], 4)).graded.tolist() == [reward]

    def test_all_compatible_words_have_the_same_graded_reward(self) -> None:
        """All compatible words have the same graded reward, so the fittest word of E can be any of them."""
        lying_open = table()
        for secret in FIVE[:10]:
            history = [("crane", lying_open.scoring.score("crane", secret))]
            agreement = FeedbackAgreement.of(lying_open, history, lying_open.secrets)
            assert len(set(agreement.graded[agreement.compatible].tolist())) == 1

    def test_domains_of_a_history(self) -> None:
        lying_open = table(["abcd", "eabf", "ghij", "klmn"])
        nothing_well_placed, nothing_placed = (
            domains_of(lying_open, [("abcd", 1)]),
            domains_of(lying_open, [("abcd", 0)]),
        )
        assert not nothing_well_placed[0, 0]
        assert nothing_well_placed[1, 0]
        assert not nothing_placed[:, :4].any()


def seed_beginning_with(name: str, word: str, lying_open: object) -> int:
    """Return a seed whose game begins with this word and continues in the order of the list."""
    wanted = lying_open.spellings  # type: ignore[attr-defined]
    for seed in range(20_000):
        order = np.random.default_rng([seed, 0]).permutation(len(wanted))
        if wanted[order[0]] == word and list(order) == sorted(order, key=lambda row: (wanted[row] != word, row)):
            return seed
    raise AssertionError(name)
