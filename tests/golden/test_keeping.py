"""The record ignores exactly what it leaves out: any other change is a difference."""

from random import Random

from golden.differences import differences
from golden.formulas import summary
from golden.keeping import kept_output, kept_report

NAMES = "c var 1 a\nc var 2 b\n"
GROUPS = {
    "0 rules | the rules": ["1 2 3 0", "-3 4 0", "-4 -1 5 0", "-5 3 0"],
    "1 a | a holds | doubtable": ["1 0", "-2 3 0"],
}


def written(groups: dict[str, list[str]]) -> str:
    clauses = "".join(f"c group {group}\n" + "".join(f"{line}\n" for line in lines) for group, lines in groups.items())
    return f"{NAMES}p cnf 5 {sum(map(len, groups.values()))}\n{clauses}"


def test_order_and_the_numbers_of_auxiliaries_have_no_say() -> None:
    renumbered = {"1": "1", "2": "2", "3": "5", "4": "3", "5": "4", "0": "0"}
    for seed in range(10):
        moved = {
            group: Random(seed).sample(
                [" ".join(_renumbered(word, renumbered) for word in line.split()) for line in lines], len(lines)
            )
            for group, lines in GROUPS.items()
        }
        assert summary(written(moved)) == summary(written(GROUPS))


def _renumbered(word: str, numbers: dict[str, str]) -> str:
    return f"-{numbers[word[1:]]}" if word.startswith("-") else numbers[word]


def test_every_literal_has_a_say() -> None:
    report = summary(written(GROUPS))
    for group, lines in GROUPS.items():
        for index, line in enumerate(lines):
            turned = line[1:] if line.startswith("-") else f"-{line}"
            changed = summary(written({**GROUPS, group: [*lines[:index], turned, *lines[index + 1 :]]}))
            assert any(".clauses" in place for place in differences(report, changed)), line
    assert summary(written(GROUPS).replace("1 a | a holds", "1 b | a holds")) != report
    assert summary(written(GROUPS).replace("| doubtable", "")) != report
    assert summary(written(GROUPS).replace("c var 2 b", "c var 2 c")) != report


def test_times_and_the_choice_among_solutions_have_no_say() -> None:
    item = {"seconds": 0.1, "unique": False, "solution": "12", "solutions": ["12", "21"]}
    second = {"seconds": 2.0, "unique": False, "solution": "21", "solutions": ["21", "12"]}
    assert kept_report(item) == kept_report(second)
    assert kept_report({**item, "unique": True}) != kept_report({**second, "unique": True})
    assert kept_output("0.31 s\n") == kept_output("12 s\n")
    assert kept_output("12 solutions\n") != kept_output("13 solutions\n")


def test_sentences_have_no_say() -> None:
    assert summary(written(GROUPS)) == summary(written(GROUPS).replace("a holds", "a is true"))
    assert kept_report({"text": "r1c1 is given as 5"}) == kept_report({"text": "r1c1 is 5 (a given)"})
    assert kept_output("These conflict:\n│ 1 2 │\n") == kept_output("No way out of this:\n│ 1 2 │\n") == ["│ 1 2 │"]


def test_data_beside_sentences_has_its_say() -> None:
    before = {"conflicts": [["given r1c1=5"]], "texts": ["r1c1 is given as 5"], "status": "unsatisfiable"}
    assert kept_report(before)["conflicts"] == [["given r1c1=5"]]
    assert kept_report({**before, "texts": []}) != kept_report(before)
    assert kept_report({**before, "texts": None}) != kept_report(before)
    assert kept_report({**before, "status": "satisfied"}) != kept_report(before)
    assert kept_output("These conflict:\n│ 1 2 │\n") != kept_output("These conflict:\n│ 2 1 │\n")


def test_long_lists_differ_where_an_item_does() -> None:
    items = [{"number": number, "text": "x" * 300} for number in range(100)]
    assert kept_report(items) == kept_report(list(items))
    report = differences(kept_report(items), kept_report([*items[:70], {"number": -1}, *items[71:]]))
    assert report[0] == ".each: @@ -71 +71 @@"
