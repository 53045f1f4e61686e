"""Forms of a hunspell dictionary (.dic) by its affix rules (.aff).

A suffix rule applies to words that match `condition`: it removes `strip` from the end and appends `add`. Elisions (l',
d', qu') are prefixes with an apostrophe; they make no new words and are omitted. Other prefixes combine freely ("zepto"
+ "gramme"), so forms with a prefix are kept separate.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from lexicon_builder.packages import BuildError

_APOSTROPHES = ("'", "\N{RIGHT SINGLE QUOTATION MARK}")


@dataclass(frozen=True)
class Affix:
    """An affix rule; `flags` name the rules that may follow it."""

    strip: str
    add: str
    flags: tuple[str, ...]
    condition: re.Pattern[str]

    def after(self, word: str) -> str | None:
        """Apply the rule as a suffix; return None if it does not apply."""
        if not word.endswith(self.strip) or not self.condition.search(word):
            return None
        return word[: len(word) - len(self.strip)] + self.add

    def before(self, word: str) -> str | None:
        """Apply the rule as a prefix; return None if it does not apply."""
        if not word.startswith(self.strip) or not self.condition.match(word):
            return None
        return self.add + word[len(self.strip) :]


@dataclass
class Rules:
    """The parts of an .aff file that generate forms."""

    suffixes: dict[str, list[Affix]] = field(default_factory=dict)
    prefixes: dict[str, list[Affix]] = field(default_factory=dict)
    needs_affix: str = ""
    left_out: frozenset[str] = frozenset()
    """Flags of stems that are not words: forbidden ones, and parts of compounds."""
    flags: Callable[[str], tuple[str, ...]] = tuple


@dataclass(frozen=True)
class Forms:
    """All forms of a dictionary, without and with prefixes other than elisions."""

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
                forms = plain if whole == stem else prefixed
                forms.add(whole)
                forms.update(_with_suffixes(whole, affix.flags or flags, rules))
    return Forms(frozenset(plain), frozenset(prefixed))


def stems_of(dic: str) -> Iterator[str]:
    """Yield the stems in a dictionary file."""
    return (line.split()[0].partition("/")[0] for line in dic.splitlines()[1:] if line.strip())


def spelt(dic: str, rules: Rules, words: Iterable[str]) -> set[str]:
    """Return the words that are forms of the dictionary.

    The search starts from the words: `expand` would produce millions of unused forms for stems with hundreds of forms.
    """
    stems: dict[str, set[str]] = {}
    for line in dic.splitlines()[1:]:
        if line.strip():
            stem, _, names = line.split()[0].partition("/")
            flags = rules.flags(names)
            if rules.left_out.isdisjoint(flags):
                stems.setdefault(stem, set()).update(flags)
    suffixes, prefixes = _by_what_they_add(rules.suffixes), _by_what_they_add(rules.prefixes)
    return {word for word in words if _is_spelt(word, stems, suffixes, prefixes, rules)}


_ByAdded = dict[str, list[tuple[str, Affix]]]


def _by_what_they_add(table: dict[str, list[Affix]]) -> _ByAdded:
    by_added: _ByAdded = {}
    for flag, affixes in table.items():
        for affix in affixes:
            by_added.setdefault(affix.add, []).append((flag, affix))
    return by_added


def _is_spelt(word: str, stems: dict[str, set[str]], suffixes: _ByAdded, prefixes: _ByAdded, rules: Rules) -> bool:
    if word in stems and rules.needs_affix not in stems[word]:
        return True
    if _allowed(word, stems, suffixes, rules, lambda flags, flag: flag in flags):
        return True
    for size in range(len(word)):
        for flag, prefix in prefixes.get(word[:size], ()):
            rest = prefix.strip + word[size:]
            if prefix.before(rest) != word:
                continue
            if rest in stems and flag in stems[rest]:
                return True
            further = frozenset(prefix.flags)

            def both(flags: set[str], wanted: str, also: str = flag, further: frozenset[str] = further) -> bool:
                return also in flags and (wanted in flags or wanted in further)

            if _allowed(rest, stems, suffixes, rules, both):
                return True
    return False


def _allowed(
    word: str,
    stems: dict[str, set[str]],
    suffixes: _ByAdded,
    rules: Rules,
    allows: Callable[[set[str], str], bool],
    after: str | None = None,
) -> bool:
    """Return whether a word is a stem with one or two suffixes that its flags allow.

    `after` is the flag of a suffix that follows the word.
    """
    for size in range(len(word) + 1):
        for flag, suffix in suffixes.get(word[len(word) - size :], ()):
            stem = word[: len(word) - size] + suffix.strip
            if suffix.after(stem) != word:
                continue
            if after is None and (rules.needs_affix in suffix.flags or not rules.left_out.isdisjoint(suffix.flags)):
                pass
            elif (after is None or after in suffix.flags) and stem in stems and allows(stems[stem], flag):
                return True
            if after is None and _allowed(stem, stems, suffixes, rules, allows, flag):
                return True
    return False


def _with_suffixes(word: str, flags: Sequence[str], rules: Rules, depth: int = 0) -> Iterator[str]:
    """Yield the word with each suffix, and with each second suffix that it allows; hunspell allows two at most."""
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
    return Affix(_or_nothing(strip), _or_nothing(added), flags(names), _pattern(condition))


@cache
def _pattern(condition: str) -> re.Pattern[str]:
    """Compile a condition. In a character class, hyphens and other special characters of Python are literal."""
    return re.compile(re.sub(r"[-\\&~|+*?(){}]", lambda special: f"\\{special[0]}", condition))


def _or_nothing(text: str) -> str:
    return "" if text == "0" else text


def _pairs(text: str) -> tuple[str, ...]:
    return tuple(text[start : start + 2] for start in range(0, len(text), 2))


def _numbers(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


_FLAGS: dict[str, Callable[[str], tuple[str, ...]]] = {"UTF-8": tuple, "long": _pairs, "num": _numbers}
