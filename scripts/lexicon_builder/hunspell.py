"""A hunspell dictionary (.dic) and its affix rules (.aff) -> every form that they spell.

A suffix rule says: if the word ends like `condition`, take `strip` off its end and put `add` there. Elisions (l', d',
qu') are prefixes with an apostrophe: they make no new word and are left out. The other prefixes put themselves before
whatever they can ("zepto" + "gramme"), so forms made with one are kept apart, for somebody to say which are in use.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from lexicon_builder.packages import BuildError

_APOSTROPHES = ("'", "\N{RIGHT SINGLE QUOTATION MARK}")


@dataclass(frozen=True)
class Affix:
    """One rule; `flags` name the rules that may be applied to its result."""

    strip: str
    add: str
    flags: tuple[str, ...]
    condition: re.Pattern[str]

    def after(self, word: str) -> str | None:
        """The word with this rule applied as a suffix."""
        if not word.endswith(self.strip) or not self.condition.search(word):
            return None
        return word[: len(word) - len(self.strip)] + self.add

    def before(self, word: str) -> str | None:
        """The word with this rule applied as a prefix."""
        if not word.startswith(self.strip) or not self.condition.match(word):
            return None
        return self.add + word[len(self.strip) :]


@dataclass
class Rules:
    """What an .aff file says, as far as it makes forms."""

    suffixes: dict[str, list[Affix]] = field(default_factory=dict)
    prefixes: dict[str, list[Affix]] = field(default_factory=dict)
    needs_affix: str = ""
    left_out: frozenset[str] = frozenset()
    """Flags of stems that are no words: forbidden ones, and parts of compounds."""
    flags: Callable[[str], tuple[str, ...]] = tuple


@dataclass(frozen=True)
class Forms:
    """Every form, with and without a prefix that is not an elision."""

    plain: frozenset[str]
    prefixed: frozenset[str]


def read_rules(aff: str) -> Rules:
    """Read an affix file. Flags are characters, pairs of them (`FLAG long`) or numbers (`FLAG num`)."""
    rules = Rules()
    lines = [line.split() for line in aff.removeprefix("\ufeff").splitlines()]
    kind = next((fields[1] for fields in lines if fields[:1] == ["FLAG"]), "UTF-8")
    if kind not in _FLAGS or any(fields[:1] == ["AF"] for fields in lines):
        raise BuildError(f"the affix file has flags of a kind that is not known here, {kind}")
    rules.flags = _FLAGS[kind]
    for fields in lines:
        match fields:
            case ["NEEDAFFIX", flag, *_]:
                rules.needs_affix = flag
            case ["FORBIDDENWORD" | "ONLYINCOMPOUND", flag, *_]:
                rules.left_out |= {flag}
            case ["SFX", flag, strip, add, condition, *_]:
                rules.suffixes.setdefault(flag, []).append(_affix(strip, add, condition + "$", rules.flags))
            case ["SFX", flag, strip, add] if not strip.isdigit() and add not in {"Y", "N"}:
                rules.suffixes.setdefault(flag, []).append(_affix(strip, add, "", rules.flags))
            case ["PFX", flag, strip, add, condition, *_] if not any(mark in add for mark in _APOSTROPHES):
                rules.prefixes.setdefault(flag, []).append(_affix(strip, add, condition, rules.flags))
    return rules


def expand(dic: str, rules: Rules) -> Forms:
    """Apply the rules to every stem of a dictionary file, whose first line is only a count."""
    plain: set[str] = set()
    prefixed: set[str] = set()
    for line in dic.splitlines()[1:]:
        if not line.strip():
            continue
        stem, _, names = line.split()[0].partition("/")
        flags = rules.flags(names)
        if not rules.left_out.isdisjoint(flags):
            continue
        if rules.needs_affix not in flags:
            plain.add(stem)
        plain.update(_with_suffixes(stem, flags, rules))
        for affix in _of(flags, rules.prefixes):
            if (whole := affix.before(stem)) is not None:
                made = plain if whole == stem else prefixed
                made.add(whole)
                made.update(_with_suffixes(whole, affix.flags or flags, rules))
    return Forms(frozenset(plain), frozenset(prefixed))


def _with_suffixes(word: str, flags: Sequence[str], rules: Rules, depth: int = 0) -> Iterator[str]:
    """The word with each suffix, and that with each suffix which it allows: hunspell puts two at the end at most."""
    for affix in _of(flags, rules.suffixes):
        if (form := affix.after(word)) is not None:
            if rules.needs_affix not in affix.flags and rules.left_out.isdisjoint(affix.flags):
                yield form
            if affix.flags and not depth:
                yield from _with_suffixes(form, affix.flags, rules, depth + 1)


def _of(flags: Sequence[str], table: dict[str, list[Affix]]) -> Iterator[Affix]:
    for flag in flags:
        yield from table.get(flag, ())


def _affix(strip: str, add: str, condition: str, flags: Callable[[str], tuple[str, ...]]) -> Affix:
    added, _, names = add.partition("/")
    return Affix(_or_nothing(strip), _or_nothing(added), flags(names), re.compile(condition))


def _or_nothing(text: str) -> str:
    return "" if text == "0" else text


def _pairs(text: str) -> tuple[str, ...]:
    return tuple(text[start : start + 2] for start in range(0, len(text), 2))


def _numbers(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


_FLAGS: dict[str, Callable[[str], tuple[str, ...]]] = {"UTF-8": tuple, "long": _pairs, "num": _numbers}
