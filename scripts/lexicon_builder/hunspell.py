"""A hunspell dictionary (.dic) and its affix rules (.aff) -> every form that they spell.

A suffix rule says: if the word ends like `condition`, take `strip` off its end and put `add` there. Elisions (l', d',
qu') are prefixes with an apostrophe: they make no new word and are left out. The other prefixes put themselves before
whatever they can ("zepto" + "gramme"), so forms made with one are kept apart, for somebody to say which are in use.
"""

import re
from collections.abc import Iterator, Sequence
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
    forbidden: str = ""


@dataclass(frozen=True)
class Forms:
    """Every form, with and without a prefix that is not an elision."""

    plain: frozenset[str]
    prefixed: frozenset[str]


def read_rules(aff: str) -> Rules:
    """Read an affix file with flags of two characters (`FLAG long`)."""
    rules = Rules()
    lines = [line.split() for line in aff.splitlines()]
    if ["FLAG", "long"] not in lines:
        raise BuildError("the affix file has other flags than those of two characters")
    for fields in lines:
        match fields:
            case ["NEEDAFFIX", flag]:
                rules.needs_affix = flag
            case ["FORBIDDENWORD", flag]:
                rules.forbidden = flag
            case ["SFX", flag, strip, add, condition, *_]:
                rules.suffixes.setdefault(flag, []).append(_affix(strip, add, condition + "$"))
            case ["PFX", flag, strip, add, condition, *_] if not any(mark in add for mark in _APOSTROPHES):
                rules.prefixes.setdefault(flag, []).append(_affix(strip, add, condition))
    return rules


def expand(dic: str, rules: Rules) -> Forms:
    """Apply the rules to every stem of a dictionary file, whose first line is only a count."""
    plain: set[str] = set()
    prefixed: set[str] = set()
    for line in dic.splitlines()[1:]:
        if not line.strip():
            continue
        stem, _, names = line.split()[0].partition("/")
        flags = _flags(names)
        if rules.forbidden in flags:
            continue
        if rules.needs_affix not in flags:
            plain.add(stem)
        plain.update(_with_suffixes(stem, flags, rules))
        for affix in _of(flags, rules.prefixes):
            if (whole := affix.before(stem)) is not None:
                made = plain if whole == stem else prefixed
                made.add(whole)
                made.update(_with_suffixes(whole, affix.flags, rules))
    return Forms(frozenset(plain), frozenset(prefixed))


def _with_suffixes(word: str, flags: Sequence[str], rules: Rules) -> Iterator[str]:
    for affix in _of(flags, rules.suffixes):
        if rules.needs_affix not in affix.flags and (form := affix.after(word)) is not None:
            yield form


def _of(flags: Sequence[str], table: dict[str, list[Affix]]) -> Iterator[Affix]:
    for flag in flags:
        yield from table.get(flag, ())


def _affix(strip: str, add: str, condition: str) -> Affix:
    added, _, flags = add.partition("/")
    return Affix(_or_nothing(strip), _or_nothing(added), _flags(flags), re.compile(condition))


def _or_nothing(text: str) -> str:
    return "" if text == "0" else text


def _flags(text: str) -> tuple[str, ...]:
    return tuple(text[start : start + 2] for start in range(0, len(text), 2))
